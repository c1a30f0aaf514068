"""RDF terms -> the values of records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pyoxigraph as ox

from kg.iris import FIXED_PREFIXES
from kg.model import Document, Entity, Literal
from kg.stores import Term

Told = Mapping[str, list[Term]]
"""What the graph says of one thing: values by prefixed property."""

_KG = FIXED_PREFIXES["kg"]


def entity(identifier: str, told: Told) -> Entity:
    """An entity, without its mentions."""
    return Entity(
        identifier,
        one(told, "rdfs:label"),
        next(t for t in every(told, "rdf:type") if t.startswith(_KG)).removeprefix(_KG),
        every(told, "skos:altLabel"),
        same_as=every(told, "owl:sameAs"),
        quantity=maybe(told, "kg:quantity"),
        classes=tuple(t for t in every(told, "rdf:type") if not t.startswith(_KG)),
    )


def document(told: Told) -> Document:
    """A document; what the graph does not say of it is None."""
    return Document(
        one(told, "dct:identifier"),
        maybe(told, "nif:isString") or "",
        maybe(told, "dct:title"),
        maybe(told, "dct:issued"),
        maybe(told, "dct:creator"),
        maybe(told, "dct:source"),
        maybe(told, "schema:url"),
        maybe(told, "schema:locationCreated"),
    )


def speakers(told: Told) -> Iterator[str]:
    """The chain of speakers, innermost first."""
    yield from every(told, "prov:wasAttributedTo")
    yield from every(told, "kg:reportedBy")
    yield from every(told, "kg:reportedFurtherBy")


def literal(value: ox.Literal) -> Literal:
    """A literal with the local name of its datatype."""
    return Literal(value.value, value.datatype.value.rpartition("#")[2])


def ended(values: list[Term]) -> str | bool | None:
    """Since when what a statement says is over; True where that is not known."""
    value = next(iter(values), None)
    if value is None:
        return None
    is_flag = isinstance(value, ox.Literal) and value.datatype.value.endswith("#boolean")
    return True if is_flag else text(value)


def text(term: Term | None) -> str:
    """The IRI or the words of a term; empty where there is none."""
    return "" if term is None else term.value


def every(told: Told, name: str) -> tuple[str, ...]:
    """All values of a property, sorted."""
    return tuple(sorted({term.value for term in told.get(name, ())}))


def one(told: Told, name: str) -> str:
    """The value of a property; KeyError where it has none."""
    return told[name][0].value


def maybe(told: Told, name: str) -> str | None:
    """The value of a property, if it has one."""
    return told[name][0].value if told.get(name) else None


def span(written: str) -> tuple[int, int]:
    """Begin and end, which are written "begin:end"."""
    begin, _, end = written.partition(":")
    return int(begin), int(end)


def optional_span(written: str | None) -> tuple[int, int] | None:
    """A span where one is written."""
    return span(written) if written else None
