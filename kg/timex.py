"""Time expressions of English texts as values, by a table of patterns.

`value` knows dates, months, years, durations ("three-day" -> P3D) and intervals ("the past five
years" -> 2011-12-15..2016-12-15); `normalise` only what has one place on the calendar: an ISO
date, a year and month, a year. Relative expressions are counted from an anchor, the day on which
the words were written or spoken; without one they stay unknown, as does whatever is vague ("a few
weeks ago") or matches no pattern. A weekday is the nearest one in the past, the anchor's own
day included, as news texts mean it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed",
            "thursday thu thur thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100}
_UNITS = {"day": "D", "week": "W", "month": "M", "year": "Y", "decade": "Y", "century": "Y"}
_CLOCK = {"hour": "H", "minute": "M", "second": "S"}
_DAYS = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}

_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
_WEEKDAY = rf"(?P<weekday>{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>[12]\d{3})"
_NUMBER = rf"(?P<number>\d+|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_UNIT = r"(?P<unit>day|week|month|year|decade)s?"
_SPAN_UNIT = r"(?P<unit>day|week|month|year|decade|century|hour|minute|second)"
_LEAD = re.compile(
    r"^(?:(?:on|in|at|by|since|until|till|from|during|over|for|of|as of|within|"
    r"early|late|later|earlier on|mid|the)[ -])+",
)
_PART_OF_DAY = r"(?: (?:morning|afternoon|evening|night|at noon))?"
_REST = re.compile(r"^(?:$|[,;]| (?:during|at|in|on|after|before|when|while|as|near|by|for)\b)")


def normalise(text: str, anchor: str | None) -> str | None:
    """The day, month or year that an expression names, in ISO form; None when unsure.

    `anchor` is an ISO date; raises ValueError when it is none.

    >>> normalise("Thursday", "2016-12-16"), normalise("3 May 2024", None)
    ('2016-12-15', '2024-05-03')
    """
    found = value(text, anchor)
    return None if found is None or ".." in found or found.startswith("P") else found


def value(text: str, anchor: str | None) -> str | None:
    """Like `normalise`, with durations (P3D) and intervals (2016-01-01..2016-12-15) too.

    >>> value("the past two years", "2020-07-01"), value("a five-year", None)
    ('2018-07-01..2020-07-01', 'P5Y')
    """
    day = date.fromisoformat(anchor) if anchor else None
    words = " ".join(text.lower().replace(",", " ,").split()).replace(" ,", ",")
    for candidate in dict.fromkeys((words, _LEAD.sub("", words))):
        for pattern, meaning in _TABLE:
            match = pattern.match(candidate)
            rest = candidate[match.end() :] if match else ""
            if match and (not rest or (meaning is not _duration and _REST.match(rest))):
                return _safely(meaning, match, day)
    return None


_Meaning = Callable[[re.Match[str], date | None], str | None]


def _safely(meaning: _Meaning, match: re.Match[str], anchor: date | None) -> str | None:
    """The meaning, or None where the calendar has no such day (30 February)."""
    try:
        return meaning(match, anchor)
    except (ValueError, OverflowError):
        return None


def _count(match: re.Match[str]) -> int:
    word = match["number"]
    return int(word) if word.isdigit() else NUMBERS[word]


def _full_date(match: re.Match[str], _anchor: date | None) -> str:
    day = date(int(match["year"]), MONTHS[match["month"]], int(match["day"]))
    return day.isoformat()


def _iso(match: re.Match[str], _anchor: date | None) -> str:
    return date.fromisoformat(match[0]).isoformat()


def _month_and_day(match: re.Match[str], anchor: date | None) -> str | None:
    """A day without its year: the one nearest to the anchor."""
    if anchor is None:
        return None
    month, day = MONTHS[match["month"]], int(match["day"])
    years = (anchor.year, anchor.year - 1, anchor.year + 1)
    days = [date(year, month, day) for year in years]
    return min(days, key=lambda d: abs((d - anchor).days)).isoformat()


def _month_and_year(match: re.Match[str], _anchor: date | None) -> str:
    return f"{match['year']}-{MONTHS[match['month']]:02}"


def _bare_month(match: re.Match[str], anchor: date | None) -> str | None:
    """A month without its year: the last one that has begun."""
    if anchor is None:
        return None
    month = MONTHS[match["month"]]
    return f"{anchor.year - (month > anchor.month)}-{month:02}"


def _bare_year(match: re.Match[str], _anchor: date | None) -> str:
    return match["year"]


def _weekday(match: re.Match[str], anchor: date | None) -> str | None:
    """Last, this and next: before the anchor, nearest in the past, after it."""
    if anchor is None:
        return None
    back = (anchor.weekday() - WEEKDAYS[match["weekday"]]) % 7
    which = match["which"]
    if which == "next":
        back -= 7
    elif which == "last" and back == 0:
        back = 7
    return (anchor - timedelta(days=back)).isoformat()


def _named_day(match: re.Match[str], anchor: date | None) -> str | None:
    return (anchor + timedelta(days=_DAYS[match["name"]])).isoformat() if anchor else None


def _this_part(_match: re.Match[str], anchor: date | None) -> str | None:
    return anchor.isoformat() if anchor else None


def _ago(match: re.Match[str], anchor: date | None) -> str | None:
    """As precise as the unit: a day, a month, a year; weeks are too vague for a day."""
    if anchor is None:
        return None
    number, unit = _count(match), match["unit"]
    if unit == "day":
        return (anchor - timedelta(days=number)).isoformat()
    if unit == "month":
        months = anchor.year * 12 + anchor.month - 1 - number
        return f"{months // 12:04}-{months % 12 + 1:02}"
    if unit in {"year", "decade"}:
        return f"{anchor.year - number * (10 if unit == 'decade' else 1):04}"
    return None


def _relative(match: re.Match[str], anchor: date | None) -> str | None:
    """Last, this or next month or year."""
    if anchor is None:
        return None
    step = {"last": -1, "this": 0, "next": 1}[match["which"]]
    if match["unit"] == "year":
        return f"{anchor.year + step:04}"
    months = anchor.year * 12 + anchor.month - 1 + step
    return f"{months // 12:04}-{months % 12 + 1:02}"


def _so_far(match: re.Match[str], anchor: date | None) -> str | None:
    """Earlier this year or month: from its first day to the anchor."""
    if anchor is None:
        return None
    first = anchor.replace(day=1) if match["unit"] == "month" else anchor.replace(month=1, day=1)
    return f"{first.isoformat()}..{anchor.isoformat()}"


def _past(match: re.Match[str], anchor: date | None) -> str | None:
    """The past five years: the interval that ends at the anchor."""
    if anchor is None:
        return None
    number, unit = _count(match), match["unit"]
    if unit in {"day", "week"}:
        first = anchor - timedelta(days=number * (7 if unit == "week" else 1))
    else:
        months = number * {"month": 1, "year": 12, "decade": 120}[unit]
        first = _months_before(anchor, months)
    return f"{first.isoformat()}..{anchor.isoformat()}"


def _months_before(day: date, months: int) -> date:
    """The same day of an earlier month, or that month's last."""
    total = day.year * 12 + day.month - 1 - months
    year, month = divmod(total, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    raise ValueError(months)


def _years(match: re.Match[str], _anchor: date | None) -> str | None:
    """From 1914 to 1918."""
    first, last = match["year"], match["last"]
    last = first[: 4 - len(last)] + last
    return f"{first}..{last}" if first < last else None


def _duration(match: re.Match[str], _anchor: date | None) -> str:
    number, unit = _count(match), match["unit"]
    if unit in _CLOCK:
        return f"PT{number}{_CLOCK[unit]}"
    return f"P{number * {'decade': 10, 'century': 100}.get(unit, 1)}{_UNITS[unit]}"


_TABLE: tuple[tuple[re.Pattern[str], _Meaning], ...] = tuple(
    (re.compile(pattern + r"\b" if pattern[-1].isalnum() else pattern), meaning)
    for pattern, meaning in (
        (r"\d{4}-\d\d-\d\d", _iso),  # 2024-05-03
        (rf"(?:{_WEEKDAY},? )?{_DAY} (?:of )?{_MONTH},? {_YEAR}(?!\d)", _full_date),  # 3 May 2024
        (rf"(?:{_WEEKDAY},? )?{_MONTH} {_DAY},? {_YEAR}(?!\d)", _full_date),  # May 3, 2024
        (rf"(?:between )?{_YEAR}(?:-|–| to | and )(?P<last>\d{{4}}|\d\d)(?!\d)", _years),  # 1914-18
        (rf"{_MONTH},? {_YEAR}(?!\d)", _month_and_year),  # May 2024
        (rf"(?:{_WEEKDAY},? )?{_MONTH} {_DAY}(?!\d)", _month_and_day),  # Friday, May 3
        (rf"(?:{_WEEKDAY},? )?{_DAY} (?:of )?{_MONTH}(?!\w)", _month_and_day),  # 3 May
        (rf"(?:year )?{_YEAR}(?!\d)", _bare_year),  # 2024
        (rf"(?:(?P<which>last|this|next) )?{_WEEKDAY}{_PART_OF_DAY}(?!\w)", _weekday),  # Friday
        (rf"(?P<name>today|tonight|yesterday|tomorrow){_PART_OF_DAY}", _named_day),
        (r"this (?:morning|afternoon|evening)", _this_part),
        (rf"(?:about |around |some )?{_NUMBER} {_UNIT} (?:ago|earlier)", _ago),  # six years ago
        (r"earlier (?:in )?this (?P<unit>month|year)", _so_far),
        (r"(?P<which>last|this|next) (?P<unit>month|year)", _relative),
        (rf"(?:past|last) {_NUMBER} {_UNIT}", _past),  # the past five years
        (
            rf"(?:a |an |the )?{_NUMBER}[ -]{_SPAN_UNIT}s?(?:-long)?(?!\w)",
            _duration,
        ),  # a three-day
        (rf"{_MONTH}", _bare_month),  # in May
    )
)
