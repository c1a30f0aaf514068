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
        """A date's node is shared; words such as "Thursday" are their document's own."""
        if iso_literal(value) or interval_literals(value):
            return ox.NamedNode(self.table["time"] + "t" + value.replace("/", "_"))
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


def iso_literal(value: str) -> ox.Literal | None:
    """A calendar date, month or year as a typed literal; None for anything else.

    >>> iso_literal("2013-08")
    <Literal value=2013-08 datatype=<NamedNode value=http://www.w3.org/2001/XMLSchema#gYearMonth>>
    """
    if not re.fullmatch(r"\d{4}(-\d\d){0,2}", value, re.ASCII):
        return None
    try:
        date.fromisoformat((value + "-01-01")[:10])
    except ValueError:
        return None
    return typed(value, {4: "gYear", 7: "gYearMonth", 10: "date"}[len(value)])


def interval_literals(value: str) -> tuple[ox.Literal, ...]:
    """The ends of an ISO interval such as 2013-08-01/2013-08-21; empty for anything else."""
    ends = [iso_literal(end) for end in value.split("/")]
    known = tuple(end for end in ends if end)
    return known if len(known) == len(ends) == 2 else ()


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
