"""The RDF terms of a graph: its own things' IRIs, and literals that no store rewrites.

pyoxigraph's store turns "0.90" into "0.9" and nonNegativeInteger into integer. What is made here
is in canonical form from the start, so that a store, a file and a reader show the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

import pyoxigraph as ox

from kg.iris import (
    FIXED_PREFIXES,
    as_local_name,
    check_base_iri,
    expand,
    identifier_name,
    local_name,
    prefixes,
)

_XSD = FIXED_PREFIXES["xsd"]


@cache
def node(name: str) -> ox.NamedNode:
    """The node of a prefixed name of a fixed vocabulary.

    >>> node("kg:Asserted").value
    'https://example.org/kg/ns#Asserted'
    """
    return ox.NamedNode(expand(name))


@dataclass(frozen=True, slots=True)
class Names:
    """The IRIs of a graph's own things."""

    base_iri: str
    table: Mapping[str, str]

    @classmethod
    def under(cls, base_iri: str) -> Names:
        """The names under a base IRI; raises InputError when it cannot carry names."""
        return cls(check_base_iri(base_iri), prefixes(base_iri))

    def entity(self, identifier: str) -> ox.NamedNode:
        return ox.NamedNode(self.table["ent"] + as_local_name(identifier))

    def statement(self, identifier: str) -> ox.NamedNode:
        return ox.NamedNode(self.table["st"] + as_local_name(identifier))

    def document(self, identifier: str) -> ox.NamedNode:
        return ox.NamedNode(self.table["doc"] + identifier_name(identifier, "d"))

    def sentence(self, document: str, start: int) -> ox.NamedNode:
        local = f"{identifier_name(document, 'd')}_{start}"
        return ox.NamedNode(self.table["sent"] + local)

    def time(self, value: str, document: str) -> ox.NamedNode:
        """A date's node is shared; words such as "that evening" are their document's own."""
        if iso_literal(value) or any(interval_literals(value)):
            begin, slash, end = value.replace(":", "-").partition("/")
            if end == OPEN:
                local = f"since_{begin}"
            else:
                local = f"until_{end}" if begin == OPEN else f"t{begin}{slash and '_'}{end}"
            return ox.NamedNode(self.table["time"] + local)
        local = identifier_name(f"{document}_{local_name(value)}", "text")
        return ox.NamedNode(self.table["time"] + local)

    def run(self, identifier: str) -> ox.NamedNode:
        return ox.NamedNode(self.table["run"] + identifier)


def text(value: str) -> ox.Literal:
    """A string literal; lone surrogates, which no syntax can write, become U+FFFD."""
    try:
        return ox.Literal(value)
    except ValueError:
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return ox.Literal(whole)


OPEN = ".."
"""Stands for the end that an interval leaves open, as in ISO 8601-2."""

_MOMENT = re.compile(
    r"(?P<year>-?\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)"
    r"(?P<clock>T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ?)?)?)?",
    re.ASCII,
)
_DURATION = re.compile(
    r"P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?", re.ASCII
)
_LEAP_YEAR = 2000
"""The calendar repeats after 400 years, so that a year that `date` lacks has one that it knows."""


def iso_literal(value: str) -> ox.Literal | None:
    """A day, month, year or moment as a typed literal; None for anything else.

    >>> iso_literal("2013-08")
    <Literal value=2013-08 datatype=<NamedNode value=http://www.w3.org/2001/XMLSchema#gYearMonth>>
    """
    parts = _MOMENT.fullmatch(value)
    if parts is None or value.startswith("-0000"):
        return None
    try:
        year = int(parts["year"]) % 400 + _LEAP_YEAR
        date(year, int(parts["month"] or 1), int(parts["day"] or 1))
    except ValueError:
        return None
    if parts["clock"]:
        return typed(value, "dateTime")
    return typed(value, "date" if parts["day"] else "gYearMonth" if parts["month"] else "gYear")


def interval_literals(value: str) -> tuple[ox.Literal | None, ox.Literal | None]:
    """Begin and end of an ISO interval such as 2013-08-01/2013-08-21, 2011/.. or ../2011.

    None stands for an end that is open, and for both of what is no interval.
    """
    begin, _, end = value.partition("/")
    ends = iso_literal(begin), iso_literal(end)
    known = [part == OPEN or literal for part, literal in zip((begin, end), ends, strict=True)]
    return ends if all(known) else (None, None)


def duration_literal(value: str) -> ox.Literal | None:
    """A length of time such as P3Y or PT30M as a literal; None for anything else."""
    return typed(value, "duration") if _DURATION.fullmatch(value) else None


def typed(value: str, datatype: str) -> ox.Literal:
    """A literal of an XSD datatype, named without its prefix."""
    return ox.Literal(text(value).value, datatype=ox.NamedNode(_XSD + datatype))


def decimal(value: float) -> ox.Literal:
    """A number to four decimals in the canonical form, which no store rewrites."""
    digits = f"{value:.4f}".rstrip("0").rstrip(".")
    return typed(digits, "decimal")


def span(ends: tuple[int, int]) -> ox.Literal:
    """Offsets as "begin:end"."""
    return ox.Literal(f"{ends[0]}:{ends[1]}")
