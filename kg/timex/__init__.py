"""Time expressions of English texts as values, by tables of patterns.

A value is written as ISO 8601 does, and RDF can hold it (`kg.terms`):

| value                        | expression                                   |
|------------------------------|----------------------------------------------|
| `2024-05-03`                 | 3 May 2024; yesterday                        |
| `2024-05`, `2024`, `-0043`   | May 2024; last year; 44 BC                   |
| `2024-05-03T17:30:00`        | 5.30 p.m. on 3 May 2024                      |
| `2020-03/2020-05`            | from March to May 2020                       |
| `2011/..`, `../2024-12-31`   | since 2011; until 31 December 2024           |
| `P3Y`, `PT30M`               | for three years; half an hour                |

    since X, between X and Y  ->  Y at noon, Y-Z  ->  early Z, the end of Z  ->  Z: two tables

Each form holds only those to its right, so that no text takes long to read.

An expression is read whole, or up to what follows it ("Friday during a visit"). A value is never
finer than the words: early 2003 is 2003, the summer of 2003 too, which part of it nobody can
draw. Relative expressions are counted from an anchor, the day on which the words were written or
spoken. What depends on another day that the text tells ("the following day"), on a custom ("the
fiscal year 2021", "winter 2019", 03/05/2024), or is vague ("a few weeks ago") has no value.

A bare weekday or month is the nearest in the past, the anchor's own included, as news means it,
and the nearest in the future where the sentence looks ahead ("will meet on Friday").
"""

from __future__ import annotations

import re
from datetime import date

from kg.timex.points import CLOCKED, POINTS, moment
from kg.timex.spans import SPANS
from kg.timex.vantage import Towards, Unsure, Vantage, interval, is_day, is_duration
from kg.timex.wording import MONTH, NAMED, WEEKDAY, Meaning, Table, table

__all__ = ["Towards", "is_duration", "normalise", "value"]

_REST = re.compile(r"[,;]| (?:during|at|in|on|after|before|when|while|as|near|by|for)\b")
"""What may follow an expression of which it is no part."""

_WHEN = re.compile(
    rf"\b(?:{MONTH}\b|{WEEKDAY}(?!\w)|{NAMED}\b|[12]\d{{3}}|(?<=, )\d)".replace("?P<", "?P<_")
)
"""A word that would tell more of when: what is left of it makes no whole."""


def normalise(text: str, anchor: str | None, towards: Towards = "past") -> str | None:
    """The day, month or year that an expression names, in ISO form; None when unsure.

    Of "since 2011" and "until 2011" it is the year. `anchor` is an ISO date; raises ValueError
    when it is none.

    >>> normalise("Thursday", "2016-12-16"), normalise("3 May 2024", None)
    ('2016-12-15', '2024-05-03')
    """
    found = (value(text, anchor, towards) or "").removesuffix("/..").removeprefix("../")
    return None if not found or "/" in found or is_duration(found) else found.partition("T")[0]


def value(text: str, anchor: str | None, towards: Towards = "past") -> str | None:
    """The date, moment, interval or duration that an expression means; None when unsure.

    `anchor` is an ISO date; raises ValueError when it is none. `towards` says where the sentence
    looks, None that it does not tell.

    >>> value("the past two years", "2020-07-01"), value("Friday", "2024-06-05", "future")
    ('2018-07-01/2020-07-01', '2024-06-07')
    """
    now = Vantage(date.fromisoformat(anchor) if anchor else None, towards)
    words = " ".join(text.lower().replace("’", "'").split())
    found = _read(words, now)
    if found:
        return found
    for rest in reversed(list(_REST.finditer(words))):
        if _WHEN.search(words, rest.start()):
            break
        found = _read(words[: rest.start()], now)
        if found and not is_duration(found):
            return found
    return None


def _read(words: str, now: Vantage) -> str | None:
    """The value of words that are one expression from end to end."""
    return _by(_PREPOSITIONS, words, now) or _by(_WHOLE, words, now)


def _by(rows: Table, words: str, now: Vantage) -> str | None:
    """The value by the first row that is sure of it."""
    for pattern, meaning in rows:
        match = pattern.fullmatch(words)
        if match:
            try:
                return meaning(match, now)
            except (ValueError, OverflowError):
                continue
    return None


def _dated(rows: Table) -> Meaning:
    """What stands as the group x and has a place on the calendar: `in two years` has none."""

    def meaning(match: re.Match[str], now: Vantage) -> str:
        found = _by(rows, match["x"], now)
        if found is None or is_duration(found):
            raise Unsure
        return found

    return meaning


_DAY = re.compile(r"\d\d?(?:st|nd|rd|th)?")
_DAY_AND_YEAR = re.compile(r"\d\d?(?:st|nd|rd|th)?(?:,? [12]\d{3})?")
_ONE_MONTH = re.compile(rf"{MONTH}(?!\w)")
_FROM_MONTH = re.compile(rf" {MONTH}(?: .*)?$")
_LAST_YEAR = re.compile(r",? (?:[12]\d{3}|(?:last|this|next) year|b\.? ?c\.?(?: ?e\.?)?)$")


def _completed(first: str, last: str) -> tuple[str, str]:
    """The ends of a range as whole expressions, each with what it left to the other.

    >>> _completed("3", "7 may 2020"), _completed("may 3", "7, 2020")
    (('3 may 2020', '7 may 2020'), ('may 3, 2020', 'may 7, 2020'))
    """
    own_month = _ONE_MONTH.search(first)
    if own_month and _DAY_AND_YEAR.fullmatch(last):
        last = f"{own_month[0]} {last}"
    shared_month, shared_year = _FROM_MONTH.search(last), _LAST_YEAR.search(last)
    if _DAY.fullmatch(first) and shared_month:
        return first + shared_month[0], last
    if shared_year and not _LAST_YEAR.search(" " + first):
        return first + shared_year[0], last
    return first, last


def _between(rows: Table) -> Meaning:
    """Two ends, the groups x and y."""

    def meaning(match: re.Match[str], now: Vantage) -> str:
        first, last = _completed(match["x"], match["y"])
        begin, end = _by(rows, first, now), _by(rows, last, now)
        if begin is None or end is None:
            raise Unsure
        return interval(begin, end)

    return meaning


_NAMED: Table = (*POINTS, *SPANS)
_named = _dated(_NAMED)


def _part_of_day(match: re.Match[str], now: Vantage) -> str:
    found = _named(match, now)
    if not is_day(found):
        raise Unsure
    return found


_PARTED: Table = _NAMED + table(
    (r"(?:the )?(?:very )?(?:early|late|mid)[ -](?P<x>.+)", _named),  # early 2003
    (r"(?:early|late|earlier|later)(?: on| in)? (?P<x>.+)", _named),  # later on Friday
    (r"(?:the )?(?:very )?(?:beginning|start|middle|end|close) of (?P<x>.+)", _named),
    (r"(?:the )?(?:night|morning|afternoon|evening) of (?P<x>.+)", _part_of_day),
)
_parted = _dated(_PARTED)


def _clocked(match: re.Match[str], now: Vantage) -> str:
    return moment(match, _parted(match, now))


_WHOLE: Table = (
    *_PARTED,
    *((pattern, _clocked) for pattern in CLOCKED),
    *table((r"(?P<x>.+?) ?[-–] ?(?P<y>.+)", _between(_PARTED))),  # 3-7 May 2020
)
_whole = _dated(_WHOLE)


def _lasting(match: re.Match[str], now: Vantage) -> str:
    """A stretch of the calendar, or a length of time."""
    found = _by(_WHOLE, match["x"], now)
    if found is None:
        raise Unsure
    return found


def _since(match: re.Match[str], now: Vantage) -> str:
    return interval(_whole(match, now.looking("past")), "..")


def _onwards(match: re.Match[str], now: Vantage) -> str:
    return interval(_whole(match, now), "..")


def _from(match: re.Match[str], now: Vantage) -> str:
    """A begin, where something will be: else it may be an origin (a print from 1987)."""
    if now.towards != "future":
        raise Unsure
    return _onwards(match, now)


def _until(match: re.Match[str], now: Vantage) -> str:
    """An end may lie on either side of the anchor, whatever the tense."""
    ahead = now if now.towards == "future" else now.looking(None)
    return interval("..", _whole(match, ahead))


_PREPOSITIONS: Table = table(
    (r"between (?P<x>.+?) and (?P<y>.+)", _between(_WHOLE)),  # between 1914 and 1918
    # from March to May 2020
    (r"(?:from )?(?P<x>.+?) (?:to|until|till|through) (?P<y>.+)", _between(_WHOLE)),
    (r"(?:ever )?since (?P<x>.+)", _since),
    (r"(?:from )?(?P<x>.+) onwards?", _onwards),
    (r"from (?P<x>.+) on", _onwards),  # from Monday on
    (r"from (?P<x>.+)", _from),
    (r"(?:up )?(?:until|till|through|to|by|no later than) (?P<x>.+)", _until),
    (r"(?:for|over|throughout|during) (?P<x>.+)", _lasting),
    (r"(?:on|in|at|as of|of|within|sometime in|back in) (?P<x>.+)", _whole),
)
