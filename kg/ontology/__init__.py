"""The vocabulary as data: classes, properties, labels and the phrases of relation families.

`ontology/kg.ttl` declares every term that a graph uses, `ontology/news.ttl` the relation
families. Both are read once with pyoxigraph's parser, which loads in a few milliseconds.
Installed, they lie in the package's data; in a checkout, beside the package.

A user's own ontology is read by kg.ontology.schema; `Ontology.with_terms` puts its terms beside
ours, so that a graph declares what it uses of it.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from kg.errors import InputError
from kg.iris import FIXED_PREFIXES
from kg.ontology import reading
from kg.ontology.reading import Description

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

RDFS, OWL, SKOS, KG = (FIXED_PREFIXES[prefix] for prefix in ("rdfs", "owl", "skos", "kg"))
RDF_TYPE = FIXED_PREFIXES["rdf"] + "type"

Kind = OneOf["Class", "ObjectProperty", "DatatypeProperty", "AnnotationProperty", "NamedIndividual"]

_KINDS: dict[str, Kind] = {
    OWL + "Class": "Class",
    OWL + "ObjectProperty": "ObjectProperty",
    OWL + "DatatypeProperty": "DatatypeProperty",
    OWL + "AnnotationProperty": "AnnotationProperty",
    OWL + "NamedIndividual": "NamedIndividual",
}


@dataclass(frozen=True, slots=True)
class Term:
    """A class, property or individual that is declared.

    `types` are the IRIs of its classes (an individual of kg:Polarity, a symmetric property),
    `parents` those directly above it. A borrowed term has a kind and nothing else. Of a relation
    family `deed_nouns` name what is done ("criticism"), `object_nouns` the object as the subject
    sees it ("employer"), `subject_nouns` the subject as the object does ("owner"); one that
    `happens_once` holds of a subject at one time only; of one whose `phrases_are_one` each means
    the whole of it. A term `is_given` that is of a user's own ontology.
    """

    iri: str
    kind: Kind
    label: str = ""
    comment: str = ""
    synonyms: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    domain: str | None = None
    range: str | None = None
    inverse: str | None = None
    deed_nouns: tuple[str, ...] = ()
    object_nouns: tuple[str, ...] = ()
    subject_nouns: tuple[str, ...] = ()
    happens_once: bool = False
    is_given: bool = False
    phrases_are_one: bool = False


@dataclass(frozen=True, slots=True)
class Ontology:
    """Declared terms by IRI, and the relation families by each of their phrases, casefolded.

    A phrase stands in several families where their ranges tell them apart ("executes" a plan, or
    a prisoner); one without a range, which takes any object, comes last. `fingerprint` is a
    hexadecimal digest of the files it was read from.
    """

    terms: Mapping[str, Term]
    phrases: Mapping[str, tuple[Term, ...]]
    fingerprint: str

    def families(self, phrase: str) -> tuple[Term, ...]:
        """The families that know a phrase, those that take any object last."""
        return self.phrases.get(phrase_key(phrase), ())

    def ancestors(self, iri: str) -> frozenset[str]:
        """`iri` with all declared classes or properties above it."""
        found, waiting = set(), [iri]
        while waiting:
            term = waiting.pop()
            if term not in found and term in self.terms:
                found.add(term)
                waiting.extend(self.terms[term].parents)
        return frozenset(found)

    def with_terms(self, terms: Iterable[Term]) -> Ontology:
        """The ontology with further terms; what it says itself of a term goes before."""
        further = {term.iri: term for term in terms}
        told = {iri: term for iri, term in self.terms.items() if term.label or iri not in further}
        return replace(self, terms={**further, **told})


@cache
def load_ontology() -> Ontology:
    """The package's own vocabulary.

    >>> load_ontology().terms["https://example.org/kg/ns#Person"].label
    'person'
    """
    return read_ontology([folder() / "kg.ttl", folder() / "news.ttl"])


def read_ontology(paths: Iterable[Path | Traversable]) -> Ontology:
    """The terms declared in Turtle files; what several say of one term is put together.

    Raises InputError, with line and column, where a file is no Turtle, and where two relation
    families claim one phrase for the same objects.
    """
    read = reading.read([*paths], "turtle")
    terms = dict(_terms(read.described))
    return Ontology(terms, _phrases(terms), read.digest[:16])


def phrase_key(phrase: str) -> str:
    """A relation phrase without differences that do not count: case, spacing, composition."""
    return " ".join(unicodedata.normalize("NFC", phrase).split()).casefold()


def shapes() -> bytes:
    """The SHACL shapes that every graph conforms to, as Turtle."""
    return (folder() / "shapes.ttl").read_bytes()


def folder() -> Traversable:
    """Where kg.ttl, news.ttl and shapes.ttl lie, installed or in a checkout."""
    packaged = files("kg") / "data" / "ontology"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "ontology"


def _phrases(terms: Mapping[str, Term]) -> dict[str, tuple[Term, ...]]:
    found: dict[str, dict[str | None, Term]] = defaultdict(dict)
    for iri in sorted(terms):
        family = terms[iri]
        if family.kind != "ObjectProperty" or not iri.startswith(FIXED_PREFIXES["rel"]):
            continue
        for phrase in (family.label, *family.synonyms):
            other = found[phrase_key(phrase)].setdefault(family.range, family)
            if other is not family:
                msg = (
                    f'The phrase "{phrase}" stands in two relation families of the ontology, '
                    f'"{other.label}" and "{family.label}", for the same objects; take it out of '
                    "one, or give one a range of its own."
                )
                raise InputError(msg)
    return {
        key: tuple(held[range_] for range_ in sorted(held, key=lambda r: (r is None, r or "")))
        for key, held in found.items()
    }


def _terms(described: Mapping[str, Description]) -> Iterator[tuple[str, Term]]:
    for iri, told in described.items():
        kind = next((_KINDS[t] for t in told.values(RDF_TYPE) if t in _KINDS), None)
        if kind:
            yield iri, _term(iri, kind, told)


def _term(iri: str, kind: Kind, told: Description) -> Term:
    def first(name: str) -> str:
        return next(iter(told.values(name)), "")

    return Term(
        iri,
        kind,
        first(RDFS + "label"),
        first(RDFS + "comment"),
        told.values(SKOS + "altLabel"),
        tuple(t for t in told.values(RDF_TYPE) if t not in _KINDS),
        told.values(RDFS + "subClassOf") + told.values(RDFS + "subPropertyOf"),
        first(RDFS + "domain") or None,
        first(RDFS + "range") or None,
        first(OWL + "inverseOf") or None,
        told.values(KG + "deedNoun"),
        told.values(KG + "objectNoun"),
        told.values(KG + "subjectNoun"),
        first(KG + "happensOnce") == "true",
        phrases_are_one=first(KG + "phrasesAreOne") == "true",
    )
