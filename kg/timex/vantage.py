"""The point from which words of time are read, and the arithmetic of the calendar."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal as OneOf

Towards = OneOf["past", "future"] | None
"""Where the day of a bare weekday or month lies; None where the words do not tell."""


class Unsure(ValueError):  # noqa: N818 (control flow, not an error)
    """An expression has no one value."""


@dataclass(frozen=True, slots=True)
class Vantage:
    """The day on which words were written, if it is known, and which way their sentence looks."""

    anchor: date | None
    towards: Towards

    @property
    def day(self) -> date:
        """The day of writing; raises Unsure where nobody knows it."""
        if self.anchor is None:
            raise Unsure
        return self.anchor

    def looking(self, towards: Towards) -> Vantage:
        return replace(self, towards=towards)


def gregorian(year: int, month: int = 0, day: int = 0) -> str:
    """A year, month or day in ISO form; years before 1 count down from 0, which is 1 BC.

    >>> gregorian(2021, 7), gregorian(-43)
    ('2021-07', '-0043')
    """
    sign = "-" if year < 0 else ""
    parts = (f"{part:02}" for part in (month, day) if part)
    return "-".join((f"{sign}{abs(year):04}", *parts))


def shifted_month(day: date, months: int) -> str:
    """The month that lies `months` after that of a day.

    >>> shifted_month(date(2024, 1, 31), -2)
    '2023-11'
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return gregorian(year, month + 1)


def shifted(day: date, number: int, unit: str) -> date:
    """The day `number` days, weeks, months, years or decades after a day.

    Where the month is too short it is its last day.

    >>> shifted(date(2024, 3, 31), -1, "month")
    datetime.date(2024, 2, 29)
    """
    if unit in {"day", "week"}:
        return day + timedelta(days=number * (7 if unit == "week" else 1))
    months = number * {"month": 1, "year": 12, "decade": 120}[unit]
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    raise Unsure


def week_of(day: date) -> str:
    """Monday to Sunday of the week of a day."""
    monday = day - timedelta(days=day.weekday())
    return interval(monday.isoformat(), (monday + timedelta(days=6)).isoformat())


def duration(months: int, seconds: int) -> str:
    """An xsd:duration in its canonical form, which a store keeps.

    >>> duration(18, 0), duration(0, 36 * 3600)
    ('P1Y6M', 'P1DT12H')
    """
    (years, months), (days, rest) = divmod(months, 12), divmod(seconds, 86400)
    (hours, rest), dated = divmod(rest, 3600), ((years, "Y"), (months, "M"), (days, "D"))
    timed = ((hours, "H"), (rest // 60, "M"), (rest % 60, "S"))
    written = ["".join(f"{n}{unit}" for n, unit in part if n) for part in (dated, timed)]
    if not any(written):
        raise Unsure
    return "P" + "T".join(filter(None, written)) if written[0] else "PT" + written[1]


def interval(begin: str, end: str) -> str:
    """An interval from the begin of one value to the end of another, in that order of time.

    >>> interval("2020-03", "2020-05"), interval("1990/1999", "2003"), interval("2011", "..")
    ('2020-03/2020-05', '1990/2003', '2011/..')
    """
    if is_duration(begin) or is_duration(end):
        raise Unsure
    begin, end = begin.partition("/")[0], end.rpartition("/")[2]
    if ".." not in (begin, end):
        earlier, later = _parts(begin), _parts(end)
        shared = min(len(earlier), len(later))
        if end.startswith(begin) or earlier[:shared] > later[:shared]:
            raise Unsure
    elif begin == end:
        raise Unsure
    return f"{begin}/{end}"


def _parts(moment: str) -> tuple[int, ...]:
    """Year, month and day of a moment, as far as it tells them."""
    sign = -1 if moment.startswith("-") else 1
    year, *rest = moment.lstrip("-").partition("T")[0].split("-")
    return (sign * int(year), *map(int, rest))


def is_duration(value: str) -> bool:
    """Whether a value is a length of time."""
    return value.startswith("P")


def is_day(value: str) -> bool:
    """Whether a value is one day of the calendar."""
    return "/" not in value and len(value) == len("2024-05-03")
