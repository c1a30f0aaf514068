"""The parts of time expressions as patterns with named groups, and what each group tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from kg.almanac import MONTHS, NAMED_DAYS, WEEKDAYS
from kg.timex.vantage import Unsure, Vantage, gregorian

Meaning = Callable[[re.Match[str], Vantage], str]
"""The value of a matched expression; raises Unsure, or ValueError for a day that never was."""

Table = tuple[tuple[re.Pattern[str], Meaning], ...]

CARDINALS = tuple("zero one two three four five six seven eight nine ten eleven twelve".split())
"""The numbers that texts write as words more often than not, from 0."""

_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = {w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy".split(), 2)}
_NUMBERS = (
    {word: number for number, word in enumerate((*CARDINALS, *_TEENS))}
    | _TENS
    | {"eighty": 80, "ninety": 90, "hundred": 100, "dozen": 12, "a": 1, "an": 1}
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_STEPS = {"last": -1, "this": 0, "next": 1}


def _any(words: Iterable[str]) -> str:
    """An alternative of words, the longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


MONTH = rf"(?P<month>{_any(MONTHS)})\.?"
WEEKDAY = rf"(?P<weekday>{_any(WEEKDAYS)})\.?"
DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
YEAR = r"(?P<year>[12]\d{3}|(?:last|this|next) year)"
NAMED = rf"(?P<named>{_any(NAMED_DAYS)})"
NUMBER = (
    rf"(?P<number>\d{{1,3}}|(?:{_any(_TENS)})[- ](?:{_any(CARDINALS[1:10])})|"
    rf"(?:a )?(?:hundred|dozen)|{_any(_NUMBERS)})"
)
ORDINAL = rf"(?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{_any(_ORDINALS)}|twentieth|nineteenth|eighteenth)"
BEFORE_CHRIST = r"(?P<era>b\.? ?c\.?(?: ?e\.?)?)"
AFTER_CHRIST = r"(?P<era>a\.? ?d\.?|c\.? ?e\.?)"
PART_OF_DAY = r"(?: (?:morning|afternoon|evening|night))?"
SEASON = r"(?:spring|summer|autumn|fall)"


def table(*rows: tuple[str, Meaning]) -> Table:
    """Rows of pattern and meaning, tried in this order against whole expressions."""
    return tuple((re.compile(pattern), meaning) for pattern, meaning in rows)


def count(match: re.Match[str]) -> int:
    """What `NUMBER` has matched."""
    written = match["number"]
    if written.isdigit():
        return int(written)
    words = re.split("[- ]", written.removeprefix("a ") or written)
    return sum(_NUMBERS[word] for word in words)


def rank(match: re.Match[str]) -> int:
    """What `ORDINAL` has matched."""
    digits = re.match(r"\d+", match["nth"])
    if digits:
        return int(digits[0])
    late = {"eighteenth": 18, "nineteenth": 19, "twentieth": 20}
    return late.get(match["nth"]) or _ORDINALS.index(match["nth"]) + 1


def year(match: re.Match[str], now: Vantage) -> int:
    """What `YEAR` has matched."""
    written = match["year"]
    return int(written) if written.isdigit() else now.day.year + step(written)


def month(match: re.Match[str]) -> int:
    """What `MONTH` has matched."""
    return MONTHS[match["month"]]


def step(words: str) -> int:
    """-1, 0 or 1 for what begins with last, this or next."""
    return _STEPS[words.split(maxsplit=1)[0]]


def before_christ(number: int) -> str:
    """A year counted back from the era; raises Unsure for a year 0, which nobody counts."""
    if number < 1:
        raise Unsure
    return gregorian(1 - number)
