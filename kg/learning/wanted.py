"""What learning needs to know of a property of the user's ontology: its words, its ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kg.errors import InputError
from kg.lexicon.nouns import noun
from kg.lexicon.stating import label_words
from kg.ontology.schema import Schema, SchemaProperty

_KINDS: Mapping[str, str] = {
    word: kind
    for kind, row in {
        "date": "date year datetime gyear month time",
        "number": "number integer int decimal double float long amount quantity",
        "person": "human person people agent",
        "place": "place city country state location region town village municipality continent",
        "organisation": "organisation organization company team club school university party",
        "language": "language",
        "people": "demonym",
    }.items()
    for word in row.split()
}
"""The kind of thing that a class with this last word holds, where the nouns of kg do not tell."""

_OF_TYPES: Mapping[str, str] = {
    "Person": "person",
    "Organization": "organisation",
    "GeopoliticalEntity": "place",
    "Place": "place",
    "Facility": "place",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A property to look for: `label` is what answers call it.

    `subject` and `object` are kinds of things as `kg.learning.labels.kind` names them, "" where
    the ontology does not tell; `subject_class` and `object_class` are the label of the class of
    each, "" unless there is just one.
    """

    label: str
    iri: str
    names: tuple[str, ...]
    subject: str = ""
    object: str = ""
    subject_class: str = ""
    object_class: str = ""


@lru_cache(maxsize=10_000)
def kind_of(label: str) -> str:
    """The kind of thing that a class of this label holds; "" where unknown.

    >>> kind_of("sports club"), kind_of("human"), kind_of("xsd:gYear"), kind_of("wing shape")
    ('organisation', 'person', 'date', '')
    """
    said = label_words(label) or ("",)
    return _KINDS.get(said[-1]) or _OF_TYPES.get(noun(said[-1]).type, "")


def wanted(schema: Schema) -> tuple[Wanted, ...]:
    """The properties of an ontology, one a label, sorted by label.

    Properties that share a label are one to a reader of sentences; the first by IRI stands for all.
    """
    found: dict[str, Wanted] = {}
    for iri, told in sorted(schema.properties.items()):
        found.setdefault(told.words[0], _wanted(iri, told, schema))
    if not found:
        raise InputError(f"{schema.name} has no properties, so there are no relations to look for.")
    return tuple(found[label] for label in sorted(found))


def _wanted(iri: str, told: SchemaProperty, schema: Schema) -> Wanted:
    ranges = [*_names(told.ranges, schema), *told.datatypes]
    domains = _names(told.domains, schema)
    classes = _only(domains), _only(ranges)
    return Wanted(told.words[0], iri, told.words, _shared(domains), _shared(ranges), *classes)


def _names(iris: Iterable[str], schema: Schema) -> list[str]:
    return [schema.classes[iri].words[0] if iri in schema.classes else iri for iri in iris]


def _shared(labels: Iterable[str]) -> str:
    """The kind of all these classes; "" where they differ."""
    kinds = {kind_of(label) for label in labels}
    return kinds.pop() if len(kinds) == 1 else ""


def _only(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else ""


class Naming:
    """Finds the property that an example means by its label, another name of it, or its IRI."""

    def __init__(self, properties: Iterable[Wanted], schema: Schema) -> None:
        by_name = {
            _folded(name): told.words[0]
            for told in reversed(tuple(schema.properties.values()))
            for name in (told.iri, *reversed(told.words))
        }
        by_name |= {_folded(w.label): w.label for w in properties}
        self._by_name = by_name

    def label(self, name: str) -> str | None:
        """The label; case, blanks and underscores of `name` do not count."""
        return self._by_name.get(_folded(name))


def _folded(name: str) -> str:
    return "".join(name.replace("_", " ").split()).casefold()
