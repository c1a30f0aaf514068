"""Which classes of a user's ontology an entity is of.

Some classes hold all entities of a type: `Organisation`, `Place`, `Person`. Any other is narrower
than a type: that of its superclasses, else what its head noun names (a company is an
organization). An entity is of such a class where a text calls it so: by its name (Leeds
University), by a phrase that means it (the company), by what it is said to be (is a software
company), or, for a place, by the gazetteer.

An entity fits a class where it is of it or of one below. It fits a narrower one, too, where its
type does and nothing calls it something else, in the ontology's words or any other common noun:
that Mary works for Acme makes Acme a company, but neither Leeds University nor the council. A
person is many things at a time, so what else he is called rules nothing out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from kg.alignment.wording import as_phrase
from kg.iris import expand
from kg.lexicon import gazetteer
from kg.lexicon.nouns import noun
from kg.model import ENTITY_TYPES, Entity, Literal, Statement
from kg.ontology import load_ontology, phrase_key
from kg.ontology.schema import Schema

_PLACES = frozenset({"Place", "GeopoliticalEntity", "Facility"})
_AGENTS = frozenset({"Person", "Organization", "GeopoliticalEntity", "Group"})
_ROWS: Mapping[str, frozenset[str]] = {
    "thing, entity": frozenset(ENTITY_TYPES),
    "person, people, human, human being, individual": frozenset({"Person"}),
    "organization, organisation": frozenset({"Organization"}),
    "place, location, spatial thing": _PLACES,
    "agent": _AGENTS,
    "event, happening": frozenset({"Event"}),
    "document, creative work": frozenset({"Document"}),
    "facility": frozenset({"Facility"}),
    "award, prize": frozenset({"Award"}),
    "group": frozenset({"Group"}),
    "artifact, artefact, physical object": frozenset({"Artifact"}),
    "geopolitical entity, administrative area": frozenset({"GeopoliticalEntity"}),
}
_WHOLE = {word: types for words, types in _ROWS.items() for word in words.split(", ")}
"""Types of entities that a class of this name holds whole."""

_NEAR: Mapping[str, frozenset[str]] = {
    "Place": frozenset({"Place", "GeopoliticalEntity"}),
    "GeopoliticalEntity": frozenset({"Place", "GeopoliticalEntity"}),
    "Facility": frozenset({"Facility", "Organization", "Place"}),
    "Organization": frozenset({"Organization", "Facility"}),
    "Group": frozenset({"Group", "Organization"}),
}
"""Types among which a noun's own does not decide: a school is a body, or a building."""

_BUSINESSES = frozenset(
    "company firm business corporation enterprise startup bank airline airlines airways brewery "
    "broadcaster carrier conglomerate developer insurer maker manufacturer newspaper operator "
    "provider publisher railway retailer studio supplier division unit subsidiary brand "
    "motors holdings industries co corp inc llc ltd plc gmbh".split()
)
_COMPANY = frozenset({"company", "firm", "business", "corporation", "enterprise", "employer"})
"""Nouns for companies, and those of them that any company goes by."""

_VAGUE = frozenset(
    "organization organisation body institution agency group team outfit unit thing place area "
    "site establishment operation".split()
)
"""Nouns that many a thing goes by, whatever else it is."""

_PLACE_WORDS = {
    "country": ("country", "nation", "state"),
    "former": ("country", "nation", "state"),
    "land": ("country", "region"),
    "state": ("state", "province", "region"),
    "capital": ("capital", "city", "town", "settlement"),
    "city": ("city", "town", "settlement"),
    "continent": ("continent",),
    "region": ("region",),
    "sea": ("sea", "body of water"),
}
"""What the places of the gazetteer are called, by their kind."""

_DETERMINERS = re.compile(r"^(?:the|a|an|this|that|its|his|her|their|our)\s+")
_AFTER_HEAD = re.compile(r"\s+(?:of|in|for|from|at|on|by|with|that|who|which|called)\s.*|,.*")
_LONGEST = 5
"""Words of a class's name, at most, that are looked for."""


@dataclass(frozen=True, slots=True)
class _Held:
    """The entity types whose members a class may hold, and whether it holds all of them."""

    types: frozenset[str]
    is_whole: bool = False


class ClassFinder:
    """The classes of a schema that entities are of; `statements` say what they are called."""

    def __init__(
        self, schema: Schema, entities: Iterable[Entity], statements: Iterable[Statement] = ()
    ) -> None:
        self._schema = schema
        self._entities = {entity.id: entity for entity in entities}
        self._held = {iri: self._types_of(iri, frozenset()) for iri in schema.classes}
        self._heads = {
            iri: frozenset(_head(as_phrase(w)) for w in class_.words)
            for iri, class_ in schema.classes.items()
        }
        self._called: dict[str, set[str]] = defaultdict(set)
        for iri, class_ in schema.classes.items():
            for word in class_.words:
                self._called[as_phrase(word)].add(iri)
        self._said = _descriptions(statements)
        self._narrow: dict[str, frozenset[str]] = {}

    def classes_of(self, entity_id: str) -> tuple[str, ...]:
        """The classes that an entity is of, sorted, without those above another of them."""
        type_ = self._entities[entity_id].type or "Concept"
        found = {i for i, held in self._held.items() if held.is_whole and type_ in held.types}
        found |= self._narrow_classes(entity_id)
        above = {a for iri in found for a in self._schema.ancestors(iri) if a != iri}
        return tuple(sorted(found - above))

    def fits(self, entity_id: str, wanted: Collection[str]) -> bool:
        """Whether an entity may be of one of these classes; of any, where none is named."""
        if not wanted:
            return True
        narrow = self._narrow_classes(entity_id)
        return any(self._may_be(entity_id, class_, narrow) for class_ in wanted)

    def _may_be(self, entity_id: str, wanted: str, narrow: Collection[str]) -> bool:
        if any(wanted in self._schema.ancestors(iri) for iri in narrow):
            return True
        held = self._held.get(wanted) or _held_by_ours(wanted)
        entity = self._entities[entity_id]
        if (entity.type or "Concept") not in held.types:
            return False
        if held.is_whole:
            return True
        above = self._schema.ancestors(wanted)
        return all(i in above for i in narrow) and not self._is_called_otherwise(entity, above)

    def _is_called_otherwise(self, entity: Entity, classes: Collection[str]) -> bool:
        """Whether a common noun for an entity, not a person, is none for any of the classes."""
        if entity.type == "Person":
            return False
        nouns = {_head(phrase) for phrase in self._phrases(entity)}
        heads = frozenset[str]().union(*(self._heads.get(iri, ()) for iri in classes))
        allowed = heads | _VAGUE | (_BUSINESSES if heads & _COMPANY else frozenset())
        return any(noun(word).type not in {"", "Concept"} for word in nouns - allowed)

    def _narrow_classes(self, entity_id: str) -> frozenset[str]:
        """The classes narrower than a type that an entity is called by."""
        if entity_id not in self._narrow:
            entity = self._entities[entity_id]
            words = (w for phrase in self._phrases(entity) for w in _endings(phrase))
            found = {iri for word in words for iri in self._called.get(word, ())}
            self._narrow[entity_id] = frozenset(i for i in found if self._admits(i, entity))
        return self._narrow[entity_id]

    def _admits(self, iri: str, entity: Entity) -> bool:
        held = self._held[iri]
        return not held.is_whole and (not held.types or (entity.type or "Concept") in held.types)

    def _phrases(self, entity: Entity) -> Iterator[str]:
        """All that a text calls an entity by, but for persons their names."""
        yield from self._said.get(entity.id, ())
        yield from (m.text for m in entity.mentions if m.kind == "nominal")
        if entity.type != "Person":
            yield from (entity.name, *entity.aliases)
        if entity.type in _PLACES:
            place = gazetteer.place(entity.name)
            yield from _PLACE_WORDS.get(place.kind, ()) if place else ()

    def _types_of(self, iri: str, below: frozenset[str]) -> _Held:
        """What a class may hold; superclasses go before nouns (a ward is a place, or a person)."""
        words = [as_phrase(word) for word in self._schema.classes[iri].words]
        above = self._types_above(iri, below)
        whole = next((_WHOLE[word] for word in words if word in _WHOLE), None)
        if whole and (not above or whole <= above):
            return _Held(whole, is_whole=True)
        types = {noun(_head(word)).type for word in words} - {""}
        named = frozenset[str]().union(*(_NEAR.get(type_, {type_}) for type_ in types))
        return _Held((named & above) or above or named)

    def _types_above(self, iri: str, below: frozenset[str]) -> frozenset[str]:
        found = (
            self._types_of(parent, below | {iri}).types
            if parent in self._schema.classes
            else _held_by_ours(parent).types
            for parent in self._schema.classes[iri].parents
            if parent not in below
        )
        return frozenset().union(*found)


def _held_by_ours(iri: str) -> _Held:
    """What a class of kg's own holds: all entities of the types below it."""
    above = load_ontology().ancestors
    types = frozenset(type_ for type_ in ENTITY_TYPES if iri in above(expand("kg:" + type_)))
    return _Held(types, is_whole=True)


def _descriptions(statements: Iterable[Statement]) -> Mapping[str, list[str]]:
    """What entities are said to be: "is a software company", "is mayor of"."""
    found: dict[str, list[str]] = defaultdict(list)
    for said in statements:
        if said.status != "asserted" or said.speakers:
            continue
        if said.relation == "is" and isinstance(said.object, Literal):
            found[said.subject].append(said.object.value)
        elif said.relation.startswith("is ") and said.relation.endswith(" of"):
            found[said.subject].append(said.relation[3:-3])
    return found


def _head(phrase: str) -> str:
    """The head noun of a name or a description: studio, of "the film studio in Leeds"."""
    whole = _DETERMINERS.sub("", phrase_key(phrase))
    return _AFTER_HEAD.sub("", whole).rpartition(" ")[2]


def _endings(phrase: str) -> Iterator[str]:
    """A phrase up to its head noun, and each of its ends: software company, company."""
    head = _AFTER_HEAD.sub("", _DETERMINERS.sub("", phrase_key(phrase)))
    words = head.split()
    for length in range(1, min(len(words), _LONGEST) + 1):
        yield " ".join(words[-length:])
    yield phrase_key(phrase)
