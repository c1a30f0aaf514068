"""JSON-LD 1.1: a context, then an object a subject, each on a line of its own.

The context gives the terms of a graph short names; it is `kg/data/context.jsonld`, to which a
file adds the prefixes of its own base IRI, so that it reads without a network. A value is written
bare where the context says what it is, else with its type beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import pyoxigraph as ox

from kg.errors import GraphError
from kg.export.syntaxes import Described, Object, by_subject
from kg.iris import FIXED_PREFIXES, compact, expand, prefixes

_STRING, _BOOLEAN, _INTEGER = (expand(f"xsd:{name}") for name in ("string", "boolean", "integer"))
_TYPE = expand("rdf:type")
_LARGEST = 2**53
"""Beyond, a reader that takes numbers for floating point loses digits."""


@cache
def context() -> Mapping[str, Any]:
    """The terms of every graph, by their short names."""
    text = (files("kg") / "data" / "context.jsonld").read_text(encoding="utf-8")
    return dict(json.loads(text)["@context"])


def jsonld(quads: Iterable[ox.Quad], base_iri: str) -> Iterator[str]:
    """The merge of all graphs as JSON-LD."""
    writer = _Writer(base_iri)
    yield (
        '{"@context": ' + json.dumps({**context(), **writer.prefixes}, indent=2) + ',\n"@graph": ['
    )
    comma = "\n"
    for described in by_subject(quads):
        yield comma + json.dumps(writer.node(described), ensure_ascii=False)
        comma = ",\n"
    yield "\n]}\n"


class _Writer:
    """Writes terms as the context of one base IRI reads them."""

    def __init__(self, base_iri: str) -> None:
        self.prefixes = prefixes(base_iri)
        self._by_namespace = {iri: prefix for prefix, iri in self.prefixes.items()}
        self._terms: dict[str, tuple[str, str | None]] = {}
        for name, meaning in context().items():
            if name not in FIXED_PREFIXES and not name.startswith("@"):
                told = meaning if isinstance(meaning, dict) else {"@id": meaning}
                if not told["@id"].startswith("@"):
                    kind = told.get("@type")
                    typed = expand(kind) if kind and not kind.startswith("@") else kind
                    self._terms[expand(told["@id"])] = (name, typed)

    def node(self, described: Described) -> Mapping[str, object]:
        """A subject as a JSON object; a property with one value has it outside an array."""
        subject, told = described
        values: dict[str, list[object]] = {}
        for predicate, value in told:
            if predicate.value == _TYPE and not isinstance(value, ox.Literal):
                values.setdefault("type", []).append(self._iri(value))
            else:
                name, kind = self._terms.get(predicate.value) or (self._iri(predicate), None)
                values.setdefault(name, []).append(self._value(value, kind))
        unpacked = {name: v[0] if len(v) == 1 else v for name, v in values.items()}
        return {"id": self._iri(subject), **unpacked}

    def _iri(self, term: ox.NamedNode | ox.BlankNode) -> str:
        if isinstance(term, ox.BlankNode):
            return str(term)
        short = compact(term.value, self._by_namespace)
        scheme, _, rest = term.value.partition(":")
        if not short and scheme in self.prefixes and not rest.startswith("//"):
            raise GraphError(
                f"JSON-LD takes <{term.value}> for a name with the prefix {scheme}:; choose "
                "another format."
            )
        return short or term.value

    def _value(self, value: Object, kind: str | None) -> object:
        """A value in the place of a term that the context gives a type, or no type."""
        if not isinstance(value, ox.Literal):
            return self._iri(value) if kind == "@id" else {"id": self._iri(value)}
        if value.language:
            return {"@value": value.value, "@language": value.language}
        datatype = value.datatype.value
        if kind is None and (native := _native(value.value, datatype)) is not None:
            return native
        if datatype == kind:
            return value.value
        if datatype == _STRING:
            return {"@value": value.value}
        short = compact(datatype, self._by_namespace) or datatype
        return {"@value": value.value, "@type": short}


def _native(text: str, datatype: str) -> str | int | bool | None:
    """A literal that JSON has a form of which reads back the same; None for the others."""
    if datatype == _STRING:
        return text
    if datatype == _BOOLEAN and text in {"true", "false"}:
        return text == "true"
    if (
        datatype == _INTEGER
        and text.isascii()
        and text.isdigit()
        and len(text) < len(str(_LARGEST))
    ):
        return int(text) if str(int(text)) == text else None
    return None
