"""Words of a text as values of the datatypes that a property takes.

A date is written as its datatype has it, and a day will do for a year. A number is what stands
before its unit: 4.5 million euros are 4500000, of the unit euros. A unit is one word, or one that
is counted by another (square metres, miles per hour): `340 people in the yard` are not all. What
is only near (about 300, more than ten) is no value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Context, Decimal
from typing import NamedTuple

from kg import timex
from kg.almanac import MONTHS
from kg.iris import expand
from kg.model import Literal
from kg.ontology.datatypes import DATES, NUMBERS
from kg.timex.wording import CARDINALS

TEXT = frozenset({expand("xsd:string"), expand("rdfs:Literal"), expand("rdf:langString")})
_XSD = expand("xsd:")
_LONGEST_DATE = 40
"""Characters; what is longer tells more than a date."""


class Value(NamedTuple):
    """A value and the unit that it is counted in, in the words of the text; "" without one."""

    literal: Literal
    unit: str = ""


_Reader = Callable[[str, str], Value | None]
"""Reads words as a value of a datatype, given by its local name."""

_MAGNITUDES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_SMALL = {word: number for number, word in enumerate(CARDINALS) if number}
_MEASURE = re.compile(
    rf"""(?P<sign>[-+−]?)(?P<currency>(?:US)?[$€£¥]?)
    (?P<number>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|(?:{"|".join(_SMALL)})\b)
    (?:[\s-](?P<magnitude>{"|".join(_MAGNITUDES)})\b)?
    (?:[\s-]?(?P<unit>%|(?:(?:square|cubic|nautical|metric)\s)?[^\W\d]+[²³]?
        (?:\s?(?:/|per\s|an?\s)\s?[^\W\d]+)?))?\.?""",
    re.VERBOSE | re.IGNORECASE,
)
_NO_UNITS = frozenset(
    "of in on at to or and more less other time times "
    "half halves third thirds quarter quarters fourth fourths fifth fifths sixth sixths "
    "seventh sevenths eighth eighths ninth ninths tenth tenths twelfth twelfths "
    "hundredth hundredths thousandth thousandths".split()
) | frozenset(MONTHS)
"""Words behind a number that count nothing: two thirds are not two, 3 March is a day."""

_LONGEST_NUMBER = 60
"""Characters; what is longer is no number that anybody tells."""

_EXACT = Context(prec=_LONGEST_NUMBER + len(str(max(_MAGNITUDES.values()))))
"""Rounds no number that is read here."""


def _number(text: str) -> tuple[Decimal, str] | None:
    """A number with its unit, where the words are nothing else."""
    found = _MEASURE.fullmatch(text.strip())
    if found is None or len(found["number"]) > _LONGEST_NUMBER:
        return None
    unit = found["unit"] or ""
    if re.split(r"[\s/]", unit.lower())[0] in _NO_UNITS:
        return None
    told = found["number"].lower()
    size = Decimal(_SMALL[told] if told in _SMALL else told.replace(",", ""))
    if found["magnitude"]:
        size = _EXACT.multiply(size, _MAGNITUDES[found["magnitude"].lower()])
    return (_EXACT.minus(size) if found["sign"] in {"-", "−"} else size), found["currency"] or unit


def _is_whole(size: Decimal) -> bool:
    return size == size.to_integral_value()


def _numbered(*, whole: bool, least: int | None = None) -> _Reader:
    def read(text: str, name: str) -> Value | None:
        found = _number(text)
        if found is None or (whole and not _is_whole(found[0])):
            return None
        if least is not None and found[0] < least:
            return None
        digits = f"{found[0]:f}"
        if "." in digits:
            digits = digits.rstrip("0").rstrip(".")
        return Value(Literal(digits, name), found[1])

    return read


def _dated(pattern: str) -> _Reader:
    form = re.compile(pattern)

    def read(text: str, name: str) -> Value | None:
        told = timex.normalise(text, None) if len(text) <= _LONGEST_DATE else None
        found = form.match(told or "")
        return Value(Literal(found[0], name)) if found else None

    return read


_READ: Mapping[str, _Reader] = {
    "gYear": _dated(r"-?\d{4}"),
    "gYearMonth": _dated(r"-?\d{4}-\d\d"),
    "date": _dated(r"-?\d{4}-\d\d-\d\d"),
    "integer": _numbered(whole=True),
    "int": _numbered(whole=True),
    "long": _numbered(whole=True),
    "nonNegativeInteger": _numbered(whole=True, least=0),
    "positiveInteger": _numbered(whole=True, least=1),
    "decimal": _numbered(whole=False),
    "double": _numbered(whole=False),
    "float": _numbered(whole=False),
}
"""How the words for a value of a datatype are read, by the local name of the datatype."""

TIMES = {
    "date": re.compile(r"-?\d{4}-\d\d-\d\d"),
    "gYearMonth": re.compile(r"-?\d{4}-\d\d"),
    "gYear": re.compile(r"-?\d{4}"),
    "dateTime": re.compile(r"-?\d{4}-\d\d-\d\dT[\d:]+Z?"),
}
"""What of a point in time (`kg.timex`) is a value of a datatype."""


def value(text: str, datatypes: Iterable[str]) -> Value | None:
    """The words as a value of the first of the datatypes that they can be; text where none is told.

    >>> value("12,500", [expand("xsd:integer")]), value("the brewery", [expand("xsd:gYear")])
    (Value(literal=Literal(value='12500', datatype='integer'), unit=''), None)
    """
    wanted = tuple(datatypes)
    if not wanted or TEXT & {*wanted}:
        return Value(Literal(text))
    for name in (one.removeprefix(_XSD) for one in wanted):
        found = _READ[name](text, name) if name in _READ else None
        if found:
            return found
    return None


def moment(time: str | None, datatypes: Iterable[str]) -> Value | None:
    """A time of `kg.timex` as a value of the first of the datatypes that it can be.

    Nothing finer than the time: of 1951 there is no day. Intervals and lengths are no points.

    >>> moment("1982-05-04", [expand("xsd:gYear")]), moment("1951", [expand("xsd:date")])
    (Value(literal=Literal(value='1982', datatype='gYear'), unit=''), None)
    """
    if time is None or "/" in time:
        return None
    for name in (one.removeprefix(_XSD) for one in datatypes):
        found = TIMES[name].match(time) if name in TIMES else None
        if found:
            return Value(Literal(found[0], name))
    return None


def takes_dates(datatypes: Collection[str]) -> bool:
    """Whether a property of these datatypes takes points in time."""
    return bool({*datatypes} & {*DATES, expand("xsd:dateTime")})


def takes_numbers(datatypes: Collection[str]) -> bool:
    """Whether a property of these datatypes takes numbers."""
    return any(name in _READ and not name.startswith(("g", "date")) for name in _names(datatypes))


def _names(datatypes: Iterable[str]) -> list[str]:
    return [one.removeprefix(_XSD) for one in datatypes]


_DAYS = re.compile(r"[^\W\d]+ \d{1,2},? \d{4}|\d{1,2} [^\W\d]+ \d{4}|-?\d{4}-\d\d-\d\d")
_MOST = 0.7
"""Share of a property's examples that has to be values for it to take values."""


def taught(examples: Collection[str]) -> tuple[str, ...]:
    """The datatypes that a property's examples are of, where most of them are dates or numbers.

    >>> taught(["4 May 1982", "1999-01-02", "1960"]) == DATES, taught(["Leeds", "1982"])
    (True, ())
    """
    kinds: Counter[tuple[str, ...]] = Counter()
    for example in examples:
        is_day = _DAYS.fullmatch(example) or re.fullmatch(r"1\d{3}|20\d\d", example)
        if is_day and moment(timex.normalise(example, None), DATES):
            kinds[DATES] += 1
        elif _number(example):
            kinds[NUMBERS] += 1
    found, count = kinds.most_common(1)[0] if kinds else ((), 0)
    return found if count and count >= _MOST * len(examples) else ()
