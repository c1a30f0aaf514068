"""The vocabulary as data: classes, properties, labels and the phrases of relation families.

`ontology/kg.ttl` declares every term that a graph uses, `ontology/news.ttl` the relation
families. Both are read once with pyoxigraph's parser, which loads in a few milliseconds.
Installed, they lie in the package's data; in a checkout, beside the package.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Literal as OneOf

import pyoxigraph as ox

from kg.errors import InputError
from kg.iris import FIXED_PREFIXES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

RDFS, OWL, SKOS = FIXED_PREFIXES["rdfs"], FIXED_PREFIXES["owl"], FIXED_PREFIXES["skos"]
RDF_TYPE = FIXED_PREFIXES["rdf"] + "type"

Kind = OneOf["Class", "ObjectProperty", "DatatypeProperty", "AnnotationProperty", "NamedIndividual"]

_KINDS: dict[str, Kind] = {
    OWL + "Class": "Class",
    OWL + "ObjectProperty": "ObjectProperty",
    OWL + "DatatypeProperty": "DatatypeProperty",
    OWL + "AnnotationProperty": "AnnotationProperty",
    OWL + "NamedIndividual": "NamedIndividual",
}

_Properties = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Term:
    """A class, property or individual that is declared.

    `types` are the IRIs of its classes (an individual of kg:Polarity, a symmetric property),
    `parents` those directly above it. A borrowed term has a kind and nothing else.
    """

    iri: str
    kind: Kind
    label: str = ""
    comment: str = ""
    synonyms: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    range: str | None = None


@dataclass(frozen=True, slots=True)
class Ontology:
    """Declared terms by IRI, and the relation families by each of their phrases, casefolded.

    `fingerprint` is a hexadecimal digest of the files it was read from.
    """

    terms: Mapping[str, Term]
    phrases: Mapping[str, Term]
    fingerprint: str

    def ancestors(self, iri: str) -> frozenset[str]:
        """`iri` with all declared classes or properties above it."""
        found, waiting = set(), [iri]
        while waiting:
            term = waiting.pop()
            if term not in found and term in self.terms:
                found.add(term)
                waiting.extend(self.terms[term].parents)
        return frozenset(found)


@cache
def load_ontology() -> Ontology:
    """The package's own vocabulary.

    >>> load_ontology().terms["https://example.org/kg/ns#Person"].label
    'person'
    """
    return read_ontology([_folder() / "kg.ttl", _folder() / "news.ttl"])


def read_ontology(paths: Iterable[Path | Traversable]) -> Ontology:
    """The terms declared in Turtle files; what several say of one term is put together.

    Raises InputError, with line and column, where a file is no Turtle, and where two relation
    families claim one phrase.
    """
    described: dict[str, _Properties] = {}
    digest = hashlib.sha256()
    for path in paths:
        content = _content(path)
        digest.update(content)
        for quad in _parse(content, path):
            if isinstance(quad.subject, ox.NamedNode):
                properties = described.setdefault(quad.subject.value, {})
                values = properties.setdefault(quad.predicate.value, [])
                if isinstance(quad.object, (ox.NamedNode, ox.Literal)):
                    values.append(quad.object.value)
    terms = dict(_terms(described))
    return Ontology(terms, _phrases(terms), digest.hexdigest()[:16])


def phrase_key(phrase: str) -> str:
    """A relation phrase without differences that do not count: case, spacing, composition."""
    return " ".join(unicodedata.normalize("NFC", phrase).split()).casefold()


def shapes() -> bytes:
    """The SHACL shapes that every graph conforms to, as Turtle."""
    return (_folder() / "shapes.ttl").read_bytes()


def _folder() -> Traversable:
    packaged = files("kg") / "data" / "ontology"
    return packaged if packaged.is_dir() else Path(__file__).parents[1] / "ontology"


def _content(path: Path | Traversable) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error


def _parse(content: bytes, path: Path | Traversable) -> Iterator[ox.Quad]:
    try:
        yield from ox.parse(content, format=ox.RdfFormat.TURTLE)
    except SyntaxError as error:
        place = f"line {error.lineno}, column {error.offset}"
        raise InputError(f"{path} is not valid Turtle at {place}: {error.msg}.") from error


def _phrases(terms: Mapping[str, Term]) -> dict[str, Term]:
    phrases: dict[str, Term] = {}
    for iri in sorted(terms):
        family = terms[iri]
        if family.kind != "ObjectProperty" or not iri.startswith(FIXED_PREFIXES["rel"]):
            continue
        for phrase in (family.label, *family.synonyms):
            other = phrases.setdefault(phrase_key(phrase), family)
            if other is not family:
                msg = (
                    f'The phrase "{phrase}" stands in two relation families of the ontology, '
                    f'"{other.label}" and "{family.label}"; take it out of one.'
                )
                raise InputError(msg)
    return phrases


def _terms(described: dict[str, _Properties]) -> Iterator[tuple[str, Term]]:
    for iri, properties in described.items():
        types = properties.get(RDF_TYPE, [])
        kind = next((_KINDS[t] for t in types if t in _KINDS), None)
        if kind:
            yield iri, _term(iri, kind, properties)


def _term(iri: str, kind: Kind, properties: _Properties) -> Term:
    def every(name: str) -> tuple[str, ...]:
        return tuple(sorted(set(properties.get(name, ()))))

    def first(name: str) -> str:
        return next(iter(every(name)), "")

    return Term(
        iri,
        kind,
        first(RDFS + "label"),
        first(RDFS + "comment"),
        every(SKOS + "altLabel"),
        tuple(t for t in every(RDF_TYPE) if t not in _KINDS),
        every(RDFS + "subClassOf") + every(RDFS + "subPropertyOf"),
        first(RDFS + "range") or None,
    )
