"""Full dates as metadata and datelines write them -> ISO dates."""

from __future__ import annotations

import re
from datetime import date

from kg.almanac import MONTHS

_ISO = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ].*)?")

MONTH = rf"(?:{'|'.join(sorted(map(str.title, MONTHS), key=len, reverse=True))})\b\.?"
"""Pattern of an English month, whole or shortened."""

_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?(?!\d)"
DAY = rf"(?:{MONTH} {_ORDINAL}|{_ORDINAL}(?: of)? {MONTH})(?:,? (?:19|20)\d\d)?"
"""Pattern of a day of the year, the year perhaps left out: `May 3, 2017`, `3 May`."""


def iso_date(text: str) -> str | None:
    """The ISO date that `text` is or begins with (a time may follow), or None.

    >>> iso_date("2016-12-15T08:30Z"), iso_date("2016-13-01")
    ('2016-12-15', None)
    """
    found = _ISO.fullmatch(text.strip())
    return _checked(*map(int, found.group(1).split("-"))) if found else None


def written_date(text: str) -> str | None:
    """The ISO date of a day of a year written in English, or None.

    >>> written_date("Wednesday, May 3, 2017"), written_date("3 Sept. 2017"), written_date("May 3")
    ('2017-05-03', '2017-09-03', None)
    """
    month = re.search(MONTH, text)
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", text)
    year = re.search(r"\b(?:19|20)\d\d\b", text)
    if not (re.search(DAY, text) and month and day and year):
        return None
    number = MONTHS[month.group().lower().rstrip(".")]
    return _checked(int(year.group()), number, int(day.group(1)))


def _checked(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
