"""A user's own ontology: its classes and properties, with the words by which texts may know them.

OWL or RDFS, in Turtle, RDF/XML or JSON-LD. A term's words are its labels, its alternative labels
(skos:altLabel) and, where it has none, its local name taken apart (worksFor -> "works for"). What
kg itself and the W3C's own vocabularies define is no term of the user's; his may stand below
classes of kg, and take them for domain and range. A property whose range is a kind of values
(kg.ontology.datatypes) takes values, whatever it is declared to be.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from kg.errors import InputError
from kg.iris import FIXED_PREFIXES
from kg.ontology import reading
from kg.ontology.datatypes import datatypes
from kg.ontology.reading import Description

_RDF, _RDFS, _OWL, _XSD, _SKOS = (
    FIXED_PREFIXES[prefix] for prefix in ("rdf", "rdfs", "owl", "xsd", "skos")
)
_W3C = (_RDF, _RDFS, _OWL, _XSD, _SKOS)
_FOREIGN = (*_W3C, FIXED_PREFIXES["kg"])
"""Namespaces whose terms are no user's own."""

_SCHEMA = ("http://schema.org/", "https://schema.org/")
_CLASSES = {_OWL + "Class", _RDFS + "Class"}
_LITERAL = {_OWL + "DatatypeProperty"}
_UNUSED = {_OWL + "AnnotationProperty", _OWL + "OntologyProperty"}
_PROPERTIES = {
    *(_OWL + name for name in ("ObjectProperty", "DatatypeProperty", "FunctionalProperty")),
    *(_OWL + name for name in ("InverseFunctionalProperty", "SymmetricProperty")),
    *(_OWL + name for name in ("TransitiveProperty", "AsymmetricProperty")),
    _RDF + "Property",
}
_DOMAIN = (_RDFS + "domain", *(space + "domainIncludes" for space in _SCHEMA))
_RANGE = (_RDFS + "range", *(space + "rangeIncludes" for space in _SCHEMA))
_ANYTHING = {_OWL + "Thing", _RDFS + "Resource", *(space + "Thing" for space in _SCHEMA)}
_BETWEEN_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-\s]+")


@dataclass(frozen=True, slots=True)
class SchemaClass:
    """A class; `words` are its names, the label first."""

    iri: str
    words: tuple[str, ...]
    comment: str = ""
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SchemaProperty:
    """A property; `words` are its names, the label first.

    `domains` and `ranges` are classes of which any one will do, empty for anything. A property
    `is_literal` whose values are no things; `datatypes` are what these may be.
    """

    iri: str
    words: tuple[str, ...]
    comment: str = ""
    parents: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    inverses: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    datatypes: tuple[str, ...] = ()
    is_literal: bool = False

    @property
    def is_symmetric(self) -> bool:
        return _OWL + "SymmetricProperty" in self.types


@dataclass(frozen=True)
class Schema:
    """Classes and properties by IRI; `digest` is of the file's bytes, `name` the file's name."""

    name: str
    classes: Mapping[str, SchemaClass]
    properties: Mapping[str, SchemaProperty]
    digest: str

    @cached_property
    def _above(self) -> dict[str, frozenset[str]]:
        parents = {iri: term.parents for iri, term in self.classes.items()}
        parents |= {iri: term.parents for iri, term in self.properties.items()}
        above: dict[str, frozenset[str]] = {}
        for iri in TopologicalSorter(parents).static_order():
            known = (above.get(parent, frozenset({parent})) for parent in parents.get(iri, ()))
            above[iri] = frozenset({iri}).union(*known)
        return above

    def ancestors(self, iri: str) -> frozenset[str]:
        """`iri` with all classes or properties above it."""
        return self._above.get(iri, frozenset({iri}))

    def with_values(self, taught: Mapping[str, tuple[str, ...]]) -> Schema:
        """The schema in which properties, by IRI, take values of these datatypes."""
        told = {
            iri: replace(self.properties[iri], ranges=(), datatypes=types, is_literal=True)
            for iri, types in taught.items()
            if not self.properties[iri].is_literal
        }
        return replace(self, properties={**self.properties, **told})


def read_schema(path: Path) -> Schema:
    """The ontology in a file.

    Raises InputError where it cannot be read or parsed, has neither classes nor properties, no
    label at all, or a hierarchy that runs in a circle.
    """
    read = reading.read([path])
    classes = {iri: _class(iri, read.described) for iri in _class_iris(read.described)}
    properties = dict(_properties(read.described, classes))
    if not properties and not classes:
        raise InputError(
            f"{path} is no ontology: it declares no class (owl:Class, rdfs:Class) and no property "
            "(owl:ObjectProperty, owl:DatatypeProperty, rdf:Property)."
        )
    _refuse_without_labels(path, read.described, [*classes, *properties])
    schema = Schema(path.name, classes, properties, read.digest)
    for terms in (classes, properties):
        _refuse_circle(path, {iri: term.parents for iri, term in terms.items()})
    return schema


def spoken(local: str) -> str:
    """A local name as words.

    >>> spoken("worksFor"), spoken("has_CEO"), spoken("birthPlace")
    ('works for', 'has CEO', 'birth place')
    """
    parts = [part for part in _BETWEEN_WORDS.split(local) if part]
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)


def _local(iri: str) -> str:
    return iri[max(iri.rfind("/"), iri.rfind("#"), iri.rfind(":")) + 1 :]


def _words(iri: str, told: Description) -> tuple[str, ...]:
    found = (*told.texts(_RDFS + "label"), *told.texts(_SKOS + "prefLabel"))
    found += told.texts(_SKOS + "altLabel")
    return tuple(dict.fromkeys(" ".join(w.split()) for w in found)) or (spoken(_local(iri)),)


def _comment(told: Description) -> str:
    found = told.texts(_RDFS + "comment") or told.texts(_SKOS + "definition")
    return " ".join(found[0].split()) if found else ""


def _class_iris(described: Mapping[str, Description]) -> list[str]:
    declared = {i for i, t in described.items() if _CLASSES & {*t.nodes.get(_RDF + "type", ())}}
    named = {
        iri
        for told in described.values()
        for name in (_RDFS + "subClassOf", *_DOMAIN, *_RANGE)
        for iri in told.nodes.get(name, ())
    }
    derived = {iri for iri, told in described.items() if told.nodes.get(_RDFS + "subClassOf")}
    values = {iri for iri in named if datatypes(iri, is_declared=iri in declared)}
    found = declared | derived | (named - values)
    return sorted(i for i in found if not i.startswith(_FOREIGN) and i not in _ANYTHING)


def _class(iri: str, described: Mapping[str, Description]) -> SchemaClass:
    told = described.get(iri, Description())
    parents = _usable(told.nodes.get(_RDFS + "subClassOf", ()), iri)
    return SchemaClass(iri, _words(iri, told), _comment(told), parents)


def _usable(iris: Iterable[str], iri: str = "") -> tuple[str, ...]:
    """Terms that say something of the term `iri` that names them."""
    left_out = {iri, *_ANYTHING}
    return tuple(sorted({i for i in iris if i not in left_out and not i.startswith(_W3C)}))


def _properties(
    described: Mapping[str, Description], classes: Mapping[str, SchemaClass]
) -> Iterator[tuple[str, SchemaProperty]]:
    inverses = {
        (other, iri)
        for iri, told in described.items()
        for other in told.nodes.get(_OWL + "inverseOf", ())
    }
    for iri, told in sorted(described.items()):
        types = told.nodes.get(_RDF + "type", [])
        told_of = any(told.nodes.get(n) for n in (_RDFS + "subPropertyOf", *_DOMAIN, *_RANGE))
        is_property = told_of or _PROPERTIES & {*types}
        if not is_property or _UNUSED & {*types} or iri.startswith(_FOREIGN) or iri in classes:
            continue
        other = {i for i, of in inverses if of == iri} | {of for i, of in inverses if i == iri}
        yield iri, _property(iri, told, tuple(sorted(other)), classes)


def _property(
    iri: str, told: Description, inverses: tuple[str, ...], classes: Container[str]
) -> SchemaProperty:
    ranges = [i for name in _RANGE for i in told.nodes.get(name, ())]
    values = {i: found for i in ranges if (found := datatypes(i, is_declared=i in classes))}
    types = told.nodes.get(_RDF + "type", [])
    return SchemaProperty(
        iri,
        _words(iri, told),
        _comment(told),
        _usable(told.nodes.get(_RDFS + "subPropertyOf", ()), iri),
        _usable(i for name in _DOMAIN for i in told.nodes.get(name, ())),
        _usable(i for i in ranges if i not in values),
        inverses,
        tuple(sorted({*types})),
        tuple(dict.fromkeys(one for i in sorted(values) for one in values[i])),
        is_literal=bool(_LITERAL & {*types}) or (bool(values) and len(values) == len({*ranges})),
    )


def _refuse_without_labels(
    path: Path, described: Mapping[str, Description], iris: Iterable[str]
) -> None:
    told = [described.get(iri, Description()) for iri in iris]
    if not any(t.texts(_RDFS + "label") or t.texts(_SKOS + "prefLabel") for t in told):
        raise InputError(
            f"{path} has no labels: kg knows classes and properties in texts by their words. Give "
            'each an rdfs:label ("works for", "company") and further words as skos:altLabel.'
        )


def _refuse_circle(path: Path, parents: Mapping[str, tuple[str, ...]]) -> None:
    try:
        TopologicalSorter(parents).prepare()
    except CycleError as error:
        shown = " below ".join(f"<{iri}>" for iri in reversed(error.args[1]))
        msg = f"{path} has a hierarchy that runs in a circle: {shown}. Take one of these out."
        raise InputError(msg) from error
