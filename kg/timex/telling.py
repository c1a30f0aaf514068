"""Values back to what people and time lines want: words, and the days that a value covers."""

from __future__ import annotations

import re
from datetime import date, timedelta

from kg.timex.vantage import is_duration, shifted

_VALUE = re.compile(r"-?\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\dZ?)?)?)?", re.ASCII)
_LENGTH = re.compile(r"(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")
_UNITS = ("year", "month", "day", "hour", "minute", "second")
_CYCLE = 400
_CYCLE_DAYS = 146097
"""The calendar repeats after 400 years, which have these days."""


def spoken(value: str) -> str:
    """A value in words; words that are no value as they are.

    >>> [spoken(value) for value in ("2011/..", "P1Y6M", "-0043", "2024-05-03T17:30:00")]
    ['since 2011', 'for 1 year 6 months', '44 BC', '2024-05-03 17:30']
    """
    begin, slash, end = value.partition("/")
    if slash and all(part == ".." or _VALUE.fullmatch(part) for part in (begin, end)):
        if end == "..":
            return f"since {_moment(begin)}"
        told = _moment(end)
        return f"until {told}" if begin == ".." else f"{_moment(begin)} to {told}"
    length = _LENGTH.fullmatch(value[1:]) if is_duration(value) else None
    if length and any(length.groups()):
        parts = [(int(n), unit) for n, unit in zip(length.groups(), _UNITS, strict=True) if n]
        return "for " + " ".join(f"{n} {unit}{'s' if n != 1 else ''}" for n, unit in parts)
    return _moment(value) if _VALUE.fullmatch(value) else value


def _moment(value: str) -> str:
    day, _, clock = value.partition("T")
    if clock:
        return f"{day} {clock[:5]}{' UTC' if clock.endswith('Z') else ''}"
    year = day.rpartition("-")[2] if day.startswith("-") and day.count("-") == 1 else ""
    if year or day == "0000":
        return f"{int(year or 0) + 1} BC"
    return day


def days(value: str | None) -> tuple[int, int] | None:
    """The first and the last day that a value covers, from 0 for 1 January 1970.

    An interval with an open end is where its other end is. None for durations and words.

    >>> days("1970-01"), days("2011/..") == days("2011"), days("P3D")
    ((0, 30), True, None)
    """
    begin, slash, end = (value or "").partition("/")
    if not slash or ".." in (begin, end):
        known = end if begin == ".." else begin
        return _covered(known)
    first, last = _covered(begin), _covered(end)
    return (first[0], last[1]) if first and last else None


def _covered(moment: str) -> tuple[int, int] | None:
    if not _VALUE.fullmatch(moment):
        return None
    sign = -1 if moment.startswith("-") else 1
    year, *rest = map(int, moment.lstrip("-").partition("T")[0].split("-"))
    cycles, in_cycle = divmod(sign * year, _CYCLE)
    try:
        first = date(in_cycle + _CYCLE, *([*rest, 1, 1][:2]))
    except ValueError:
        return None
    unit = ("year", "month", "day")[len(rest)]
    last = shifted(first, 1, unit) - timedelta(days=1)
    moved = (cycles - 1) * _CYCLE_DAYS - date(1970, 1, 1).toordinal()
    return first.toordinal() + moved, last.toordinal() + moved
