"""Weeks, quarters, decades and centuries, stretches counted from a day, and durations."""

from __future__ import annotations

import re
from datetime import date, timedelta

from kg.timex.vantage import (
    Unsure,
    Vantage,
    duration,
    gregorian,
    interval,
    shifted,
    shifted_month,
    week_of,
)
from kg.timex.wording import (
    BEFORE_CHRIST,
    NUMBER,
    ORDINAL,
    YEAR,
    Table,
    before_christ,
    count,
    rank,
    step,
    table,
    year,
)

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}
_MONTHS = {"month": 1, "year": 12, "decade": 120, "century": 1200, "centurie": 1200}


def _years(match: re.Match[str], _now: Vantage) -> str:
    """1914-18: the second year may leave out what it shares with the first."""
    first, last = match["first"], match["last"]
    return interval(first, first[: 4 - len(last)] + last)


def _decade(match: re.Match[str], _now: Vantage) -> str:
    """The 1990s; the 1800s may be a decade or a century, so that they are the century."""
    first = int(match["first"])
    years = 100 if first % 100 == 0 and first < 2000 else 10
    return interval(gregorian(first), gregorian(first + years - 1))


def _century(match: re.Match[str], _now: Vantage) -> str:
    """The nth hundred years; the first began in the year 1, as there is no year 0."""
    last = 100 * rank(match)
    if match["era"]:
        return interval(before_christ(last), before_christ(last - 99))
    return interval(gregorian(last - 99), gregorian(last))


def _quarter(match: re.Match[str], now: Vantage) -> str:
    return _part_of_year(year(match, now), rank(match), 3)


def _half_year(match: re.Match[str], now: Vantage) -> str:
    return _part_of_year(year(match, now), rank(match), 6)


def _part_of_year(of: int, nth: int, months: int) -> str:
    if not 1 <= nth * months <= 12:
        raise Unsure
    return interval(gregorian(of, months * (nth - 1) + 1), gregorian(of, months * nth))


def _weeks_ago(match: re.Match[str], now: Vantage) -> str:
    return week_of(shifted(now.day, -count(match), "week"))


def _which_week(match: re.Match[str], now: Vantage) -> str:
    return week_of(shifted(now.day, step(match["which"]), "week"))


def _last_weekend(_match: re.Match[str], now: Vantage) -> str:
    """Saturday and Sunday before the anchor, unless it is one of them."""
    if now.day.weekday() >= 5:
        raise Unsure
    sunday = now.day - timedelta(days=now.day.weekday() + 1)
    return interval((sunday - timedelta(days=1)).isoformat(), sunday.isoformat())


def _bounds(unit: str, day: date) -> tuple[str, str]:
    """The first and the last day of the week, month or year of a day."""
    if unit == "week":
        first, _, last = week_of(day).partition("/")
        return first, last
    first_day = day.replace(day=1) if unit == "month" else day.replace(month=1, day=1)
    last_day = shifted(first_day, 1, unit) - timedelta(days=1)
    return first_day.isoformat(), last_day.isoformat()


def _so_far(match: re.Match[str], now: Vantage) -> str:
    """Earlier this year: from its first day to the anchor."""
    return interval(_bounds(match["unit"], now.day)[0], now.day.isoformat())


def _still_to_come(match: re.Match[str], now: Vantage) -> str:
    """Later this year: from the anchor to its last day."""
    return interval(now.day.isoformat(), _bounds(match["unit"], now.day)[1])


def _past(match: re.Match[str], now: Vantage) -> str:
    """The past five years: the interval that ends at the anchor."""
    number = count(match) if match["number"] else 1
    return interval(shifted(now.day, -number, match["unit"]).isoformat(), now.day.isoformat())


def _coming(match: re.Match[str], now: Vantage) -> str:
    """The next five years, from the anchor where the sentence looks ahead; else from its past."""
    if now.towards != "future":
        raise Unsure
    number = count(match) if match["number"] else 1
    return interval(now.day.isoformat(), shifted(now.day, number, match["unit"]).isoformat())


def _this_unit(match: re.Match[str], now: Vantage) -> str:
    """The year that a plan speaks of is this one; that of a story, any."""
    if now.towards != "future":
        raise Unsure
    unit, day = match["unit"], now.day
    if unit == "week":
        return week_of(day)
    return gregorian(day.year) if unit == "year" else shifted_month(day, 0)


def _duration(match: re.Match[str], _now: Vantage) -> str:
    number, unit = count(match), match["unit"]
    more = 1 if match["half"] else 0
    if unit in _MONTHS:
        if more and unit in {"month", "century", "centurie"}:
            raise Unsure
        return duration(number * _MONTHS[unit] + more * _MONTHS[unit] // 2, 0)
    if more and unit == "week":
        raise Unsure
    return duration(0, number * _SECONDS[unit] + more * _SECONDS[unit] // 2)


def _half(match: re.Match[str], _now: Vantage) -> str:
    unit = match["unit"]
    if unit in _MONTHS:
        return duration(_MONTHS[unit] // 2, 0)
    return duration(0, _SECONDS[unit] // 2)


_UNIT = r"(?P<unit>day|week|month|year|decade)s?"
_ONE = r"(?P<number>)(?P<unit>week|month|year|decade)"
_SPAN_UNIT = r"(?P<unit>day|week|month|year|decade|centurie|century|hour|minute|second)s?"

SPANS: Table = table(
    (r"(?P<first>[12]\d{3})[-–](?P<last>\d{4}|\d\d)", _years),  # 1914-18
    (r"(?:the )?(?P<first>[12]\d\d0)'?s", _decade),  # the 1990s
    # the 19th century
    (rf"(?:the )?{ORDINAL}[- ]century(?: {BEFORE_CHRIST}| a\.?d\.?)?", _century),
    (rf"(?:the )?{ORDINAL}[- ]quarter,? (?:of )?{YEAR}", _quarter),  # the third quarter of 2021
    (rf"(?:the )?q(?P<nth>[1-4]),? (?:of )?{YEAR}", _quarter),  # Q3 2021
    (rf"(?:the )?{ORDINAL}[- ]half,? (?:of )?{YEAR}", _half_year),  # the first half of 2020
    (rf"{NUMBER} weeks? ago", _weeks_ago),
    (r"(?P<which>last|this|next) week", _which_week),
    (r"last weekend", _last_weekend),
    (r"earlier (?:in )?this (?P<unit>week|month|year)", _so_far),
    (r"later (?:in )?this (?P<unit>week|month|year)", _still_to_come),
    (rf"(?:the )?(?:past|last) {NUMBER} {_UNIT}", _past),  # the past five years
    (rf"the (?:past|last) {_ONE}", _past),  # the past year
    (rf"(?:the )?(?:next|coming) {NUMBER} {_UNIT}", _coming),  # the next two years
    (rf"the (?:next|coming) {_ONE}", _coming),
    (r"the (?P<unit>week|month|year)", _this_unit),  # by the end of the year
    (
        rf"(?:a |an |the )?{NUMBER}(?P<half> and a half)?[ -]{_SPAN_UNIT}(?:-long)?",
        _duration,
    ),  # three-day
    (r"half an? (?P<unit>day|year|decade|hour|minute)", _half),  # half an hour
)
