"""Days, months, years and moments: expressions that have one place on the calendar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta

from kg.almanac import NAMED_DAYS, WEEKDAYS
from kg.timex.vantage import Unsure, Vantage, gregorian, is_day, shifted_month
from kg.timex.wording import (
    AFTER_CHRIST,
    BEFORE_CHRIST,
    DAY,
    MONTH,
    NAMED,
    NUMBER,
    PART_OF_DAY,
    SEASON,
    WEEKDAY,
    YEAR,
    Table,
    before_christ,
    count,
    month,
    step,
    table,
    year,
)

_SOON = 7
"""Days by which what is told as past may lie ahead, as dates of issue are not exact."""

_NEAR = 92
"""Days: three months, of which nobody says the year."""

_LONGEST_AGO = 100
"""From this many years on, "ago" is a round number."""


def _iso(match: re.Match[str], _now: Vantage) -> str:
    return date.fromisoformat(match[0]).isoformat()


def _numeric(match: re.Match[str], _now: Vantage) -> str:
    """Day and month in either order: known where only one of them reads."""
    first, second, in_year = int(match["first"]), int(match["second"]), int(match["year"])
    orders = {(first, second), (second, first)}
    days = [date(in_year, m, d) for m, d in orders if m <= 12]
    if len(days) != 1:
        raise Unsure
    return days[0].isoformat()


def _full_date(match: re.Match[str], now: Vantage) -> str:
    return date(year(match, now), month(match), int(match["day"])).isoformat()


def _month_and_day(match: re.Match[str], now: Vantage) -> str:
    """A day without its year: the nearest, unless that is far or not where the sentence looks.

    With its weekday it is the nearest that is one.
    """
    days = list(_in_years_around(now.day.year, match))
    nearest = min(days, key=lambda d: abs((d - now.day).days))
    is_near = abs((nearest - now.day).days) <= _NEAR
    if now.towards == "future":
        if is_near and nearest < now.day:
            raise Unsure
        return min(d for d in days if d >= now.day).isoformat()
    if now.towards == "past" and is_near and (nearest - now.day).days > _SOON:
        raise Unsure
    if is_near:
        return nearest.isoformat()
    if now.towards is None:
        raise Unsure
    return max(d for d in days if d <= now.day).isoformat()


def _in_years_around(year: int, match: re.Match[str]) -> Iterator[date]:
    """The day in a year, the one before and the one after, where there is one (29 February)."""
    weekday = WEEKDAYS.get(match["weekday"] or "")
    for number in (year - 1, year, year + 1):
        with suppress(ValueError):
            day = date(number, month(match), int(match["day"]))
            if weekday in (None, day.weekday()):
                yield day


def _month_and_year(match: re.Match[str], now: Vantage) -> str:
    return gregorian(year(match, now), month(match))


def _bare_month(match: re.Match[str], now: Vantage) -> str:
    """A month without its year: the last one that has begun, or the next that has not ended."""
    if now.towards is None:
        raise Unsure
    later = (month(match) > now.day.month) - (month(match) < now.day.month)
    years = min(-later, 0) if now.towards == "past" else max(-later, 0)
    return gregorian(now.day.year + years, month(match))


def _which_month(match: re.Match[str], now: Vantage) -> str:
    """Last, this or next March, never the month of the anchor unless it is `this`."""
    which, this = step(match["which"]), now.day
    same_year = month(match) < this.month if which < 0 else month(match) > this.month
    return gregorian(this.year if same_year else this.year + which, month(match))


def _year(match: re.Match[str], now: Vantage) -> str:
    return gregorian(year(match, now))


def _before_christ(match: re.Match[str], _now: Vantage) -> str:
    return before_christ(int(match["number"]))


def _after_christ(match: re.Match[str], _now: Vantage) -> str:
    if int(match["number"]) == 0:
        raise Unsure
    return gregorian(int(match["number"]))


def _weekday(match: re.Match[str], now: Vantage) -> str:
    """Last and next: before and after the anchor; else the nearest the way the sentence looks.

    Nobody calls yesterday or tomorrow so: then it is that of another week, or a slip. This Friday
    lies in this week, unless something will be.
    """
    back = (now.day.weekday() - WEEKDAYS[match["weekday"]]) % 7
    which = match["which"]
    if which == "this" and now.towards != "future":
        return _of_this_week(match, now)
    if which is None and now.towards is None and back:
        raise Unsure
    if which == "last":
        back = back or 7
    elif which == "next" or (now.towards == "future" and back):
        back -= 7
    if which in {"last", "next"} and abs(back) == 1:
        raise Unsure
    return (now.day - timedelta(days=back)).isoformat()


def _of_this_week(match: re.Match[str], now: Vantage) -> str:
    """A weekday between the Monday before the anchor and the Sunday after it."""
    monday = now.day - timedelta(days=now.day.weekday())
    return (monday + timedelta(days=WEEKDAYS[match["weekday"]])).isoformat()


def _named_day(match: re.Match[str], now: Vantage) -> str:
    return (now.day + timedelta(days=NAMED_DAYS[match["named"]])).isoformat()


def _this_part(_match: re.Match[str], now: Vantage) -> str:
    return now.day.isoformat()


def _ago(match: re.Match[str], now: Vantage) -> str:
    """As precise as the unit."""
    number, unit = count(match), match["unit"]
    if unit == "day":
        return (now.day - timedelta(days=number)).isoformat()
    if unit == "month":
        return shifted_month(now.day, -number)
    if number >= _LONGEST_AGO:
        raise Unsure
    return gregorian(now.day.year - number)


def _which_unit(match: re.Match[str], now: Vantage) -> str:
    return shifted_month(now.day, step(match["which"]))


POINTS: Table = table(
    (r"\d{4}-\d\d-\d\d", _iso),  # 2024-05-03
    (r"(?P<first>\d\d?)[/.](?P<second>\d\d?)[/.](?P<year>[12]\d{3})", _numeric),  # 25/12/2023
    (
        rf"(?:{WEEKDAY},? )?(?:the )?{DAY} (?:of )?{MONTH},? (?:of )?{YEAR}",
        _full_date,
    ),  # 3 May 2024
    (rf"(?:{WEEKDAY},? )?{MONTH} (?:the )?{DAY},? (?:of )?{YEAR}", _full_date),
    (rf"(?:the month of )?{MONTH},? (?:of )?{YEAR}", _month_and_year),  # May 2024, May last year
    (rf"(?:{WEEKDAY},? )?{MONTH} (?:the )?{DAY}", _month_and_day),  # Friday, May 3
    (rf"(?:{WEEKDAY},? )?(?:the )?{DAY} (?:of )?{MONTH}", _month_and_day),  # 3 May
    (rf"(?:(?:the )?year )?{YEAR}", _year),  # 2024, last year
    (rf"(?:the )?{SEASON},? (?:of )?{YEAR}", _year),  # a winter lies in two years
    (rf"(?P<number>\d{{1,4}}) ?{BEFORE_CHRIST}", _before_christ),  # 44 BC
    (rf"{AFTER_CHRIST} ?(?P<number>\d{{1,4}})", _after_christ),  # AD 79
    (rf"(?P<number>\d{{1,4}}) ?{AFTER_CHRIST}", _after_christ),  # 79 AD
    (rf"(?:(?P<which>last|this|next) )?{WEEKDAY}{PART_OF_DAY}", _weekday),  # last Tuesday
    (rf"{WEEKDAY} this week", _of_this_week),
    (rf"{NAMED}{PART_OF_DAY}", _named_day),  # yesterday evening
    (r"(?:earlier )?this (?:morning|afternoon|evening)", _this_part),
    (rf"{NUMBER} (?P<unit>day|month|year)s? ago", _ago),  # six years ago
    (r"(?P<which>last|this|next) month", _which_unit),
    (rf"(?P<which>last|this|next) {MONTH}", _which_month),  # last December
    (rf"(?:the month of )?{MONTH}", _bare_month),  # in May
)

_ZONE = r"(?P<zone> (?:gmt|utc))?"
_CLOCK = (
    r"(?:(?P<noon>noon|midday)|"
    r"(?P<hour>\d\d?)(?:[:.](?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\.?|"
    rf"(?P<hours>[01]?\d|2[0-3]):(?P<minutes>[0-5]\d)){_ZONE}(?: local time)?"
)
CLOCKED = (
    re.compile(rf"(?:at )?{_CLOCK},?(?: on)? (?P<x>.+)"),  # noon on Monday
    re.compile(rf"(?P<x>.+?),?(?: at)? {_CLOCK}"),  # Friday at 5 p.m.
)
"""A time of day with its day as the group x; midnight belongs to two days."""


def moment(match: re.Match[str], day: str) -> str:
    """The hour that one of `CLOCKED` has matched, on a day; with Z in UTC, else as clocks say."""
    if not is_day(day):
        raise Unsure
    hour, minute = 12, 0
    if match["half"]:
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if not 1 <= hour <= 12:
            raise Unsure
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    elif not match["noon"]:
        hour, minute = int(match["hours"]), int(match["minutes"])
    return f"{day}T{hour:02}:{minute:02}:00{'Z' if match['zone'] else ''}"
