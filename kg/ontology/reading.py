"""Files of an ontology: bytes -> what they say of each term.

Turtle, RDF/XML and JSON-LD are told apart by how a file begins, since `.owl` may be any of them.
A list or a union of classes stands under a blank node; both are read through.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Literal as OneOf
from xml.parsers import expat

import pyoxigraph as ox

from kg.errors import InputError
from kg.iris import FIXED_PREFIXES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Syntax = OneOf["turtle", "rdfxml", "jsonld"]

_RDF, _OWL = FIXED_PREFIXES["rdf"], FIXED_PREFIXES["owl"]
_FIRST, _REST, _UNION = _RDF + "first", _RDF + "rest", _OWL + "unionOf"
_BASE = "urn:ontology:"
"""What relative IRIs are resolved against."""

_FORMATS = {
    "turtle": (ox.RdfFormat.TURTLE, "Turtle"),
    "rdfxml": (ox.RdfFormat.RDF_XML, "RDF/XML"),
    "jsonld": (ox.RdfFormat.JSON_LD, "JSON-LD"),
}
_PLACE_AGAIN = re.compile(r"^Parser error at .*?: |(?<=\w)\.$")
_OWL_XML = re.compile(rb"\s*(<[?!][^>]*>\s*)*<Ontology[\s>]")


@dataclass(slots=True)
class Description:
    """What files say of one term, by the IRI of the property.

    `words` holds the literals, each with its language ("" for none), `nodes` the IRIs.
    """

    words: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    nodes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def values(self, name: str) -> tuple[str, ...]:
        """All values of a property, sorted."""
        told = {text for text, _ in self.words.get(name, ())} | {*self.nodes.get(name, ())}
        return tuple(sorted(told))

    def texts(self, name: str) -> tuple[str, ...]:
        """The English literals of a property or those of no language, else all, as told."""
        told = self.words.get(name, [])
        english = [t for t, language in told if language.partition("-")[0] in {"", "en"}]
        return tuple(dict.fromkeys(t for t in english or [t for t, _ in told] if t.strip()))


@dataclass(frozen=True, slots=True)
class Sources:
    """What files say of each named term, and a hexadecimal digest of their bytes."""

    described: Mapping[str, Description]
    digest: str


def read(paths: Sequence[Path | Traversable], syntax: Syntax | None = None) -> Sources:
    """What files say, put together; without `syntax` each is taken for what it looks like.

    Raises InputError, with line and column where the parser tells them.
    """
    digest = hashlib.sha256()
    quads: list[ox.Quad] = []
    for path in paths:
        content = _content(path)
        digest.update(content)
        quads += _parse(content, path, syntax or syntax_of(content))
    return Sources(_described(quads), digest.hexdigest())


def syntax_of(content: bytes) -> Syntax:
    """The syntax that a file looks like.

    >>> syntax_of(b'<?xml version="1.0"?>'), syntax_of(b'{"@id": "a"}'), syntax_of(b"[] a <b> .")
    ('rdfxml', 'jsonld', 'turtle')
    """
    begin = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1000]
    if begin.startswith((b"<?xml", b"<!", b"<rdf:", b"<RDF", b"<Ontology")):
        return "rdfxml"
    if begin.startswith((b"{", b"[")):
        try:
            json.loads(content)
        except ValueError:
            return "jsonld" if begin.startswith(b"{") else "turtle"
        return "jsonld"
    return "turtle"


def _content(path: Path | Traversable) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error


def _parse(content: bytes, path: Path | Traversable, syntax: Syntax) -> Iterator[ox.Quad]:
    format_, name = _FORMATS[syntax]
    if syntax == "rdfxml" and _OWL_XML.match(content):
        raise InputError(f"{path} is OWL/XML; save it as Turtle, RDF/XML or JSON-LD.")
    try:
        if syntax == "rdfxml":
            expat.ParserCreate().Parse(content, True)  # the other takes what is cut off for whole
        yield from ox.parse(content.removeprefix(b"\xef\xbb\xbf"), format=format_, base_iri=_BASE)
    except SyntaxError as error:
        raise InputError(f"{path} is not valid {name}{place_and_reason(error)}") from error
    except expat.ExpatError as error:
        place = f" at line {error.lineno}, column {error.offset + 1}"
        told = expat.errors.messages[error.code]
        raise InputError(f"{path} is not valid {name}{place}: {told}.") from error


def place_and_reason(error: SyntaxError) -> str:
    """What pyoxigraph's parser tells, to be set behind the name of a file, the place once."""
    place = f" at line {error.lineno}, column {error.offset}" if error.lineno else ""
    return f"{place}: {_PLACE_AGAIN.sub('', error.msg)}."


_Unnamed = Mapping[ox.BlankNode, Mapping[str, list[ox.NamedNode | ox.BlankNode]]]
"""What is said of blank nodes: the nodes that each property leads to."""


def _described(quads: Iterable[ox.Quad]) -> dict[str, Description]:
    described: dict[str, Description] = defaultdict(Description)
    unnamed: dict[ox.BlankNode, dict[str, list[ox.NamedNode | ox.BlankNode]]] = defaultdict(dict)
    pending: list[tuple[str, str, ox.BlankNode]] = []
    for quad in quads:
        subject, name, value = quad.subject, quad.predicate.value, quad.object
        if isinstance(subject, ox.BlankNode):
            if isinstance(value, (ox.NamedNode, ox.BlankNode)):
                unnamed[subject].setdefault(name, []).append(value)
        elif not isinstance(subject, ox.NamedNode):
            continue
        elif isinstance(value, ox.Literal):
            described[subject.value].words[name].append((value.value, value.language or ""))
        elif isinstance(value, ox.NamedNode):
            described[subject.value].nodes[name].append(value.value)
        elif isinstance(value, ox.BlankNode):
            pending.append((subject.value, name, value))
    for iri, name, value in pending:
        described[iri].nodes[name] += _members(value, unnamed)
    return dict(described)


def _members(start: ox.BlankNode, unnamed: _Unnamed) -> Iterator[str]:
    """The named classes of a union, or the members of a list."""
    waiting, seen = [start], {start}
    while waiting:
        told = unnamed.get(waiting.pop(), {})
        for value in (v for name in (_UNION, _FIRST, _REST) for v in told.get(name, ())):
            if isinstance(value, ox.NamedNode):
                if value.value != _RDF + "nil":
                    yield value.value
            elif value not in seen:
                seen.add(value)
                waiting.append(value)
