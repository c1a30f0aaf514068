"""The things that one document speaks of, before documents are compared.

Each chain of mentions, and each mention in no chain, is a thing, except for pronouns that were
not resolved. Its key decides with what it merges over documents:

- ("place", ...): its name or demonym is in the gazetteer; of namesakes it is the one that
  the document means (kg.linking.places);
- ("named", "Person" or "thing", key): it has another name;
- ("institution", key): a government, army or the like, known by a place ("Ghanaian army");
- ("described", document, index): all else belongs to its document alone ("a convoy", "the
  Church").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kg import merges
from kg.coref import governments
from kg.identity import display_name, names_nothing, quantity, without_judgement
from kg.lexicon import aliases, gazetteer, names, nouns
from kg.linking import happenings, namesakes
from kg.linking.namesakes import Traits
from kg.linking.places import Surroundings, place_of, surroundings
from kg.merges import Merge
from kg.model import ENTITY_TYPES, DocumentRecord, EntityMention, Mention

_FALLBACK = "Concept"
_INSTITUTIONS = frozenset({"GeopoliticalEntity", "Organization", "Group"})
_NAME_VOTES = 3  # a name tells the type of a thing better than a phrase for it does
_MAX_NAME_WORDS = 10
"""Words of a phrase from which on it describes rather than calls a thing."""
_ARMED = frozenset({"forces", "troops", "army", "military", "soldiers"})
_HEAD = re.compile(
    r"(?:s)?(?: (?:of|in|on|at|for|from|to|with|by|between|among|against|over)\b.*)?$"
)


@dataclass(slots=True)
class Thing:
    """What is known of one thing; `key` decides with what it merges.

    `refs` and `mentions` go side by side. `label` and `kind` are given by the user; `former`
    are names and types that decisions took away. `joins` keeps why it was merged, by the other
    name and the reason. `serves` are countries in a person's titles; `led` is the mention of the
    person by whom a government is known, and the word for it ("the Mensah government"). `traits`
    are a person's; `happening` is an event's noun and place.
    """

    key: tuple[str, ...]
    refs: list[tuple[str, int]] = field(default_factory=list)
    mentions: list[EntityMention] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    place: gazetteer.Place | None = None
    quantity: str | None = None
    label: str = ""
    kind: str = ""
    serves: set[str] = field(default_factory=set)
    led: tuple[tuple[str, int], str] | None = None
    traits: Traits | None = None
    happening: tuple[str, str] | None = None
    former: set[tuple[str, str]] = field(default_factory=set)
    joins: dict[tuple[str, str], Merge] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called; a country as the world calls it, a city as the texts do."""
        place = self.place
        if self.label or place is None:
            return self.label or self.fullest
        forms = [n for n in self.names if place in gazetteer.places(n) and not n.isupper()]
        official = f"The {forms[0]}" if forms else place.name
        if place.kind in gazetteer.COUNTRY_KINDS or official == place.name:
            return place.name
        return max(forms, key=lambda n: (self.names[n], n == place.name, len(n), n))

    @property
    def documents(self) -> set[str]:
        return {document for document, _ in self.refs}

    @property
    def type(self) -> str:
        if self.kind or self.place is not None:
            return self.kind or (self.place.type if self.place else "")
        if len(self.types) < 2:
            return next(iter(self.types), _FALLBACK)
        return max(self.types, key=lambda kind: (self.types[kind], -ENTITY_TYPES.index(kind)))

    @property
    def fullest(self) -> str:
        """The name with the most words; of several the commonest, then the first in order."""
        if len(self.names) == 1:
            return next(iter(self.names))
        if not self.names:
            if len(self.phrases) == 1:
                return next(iter(self.phrases))
            return max(self.phrases, key=lambda text: (*_weight(text), self.phrases[text], text))
        return max(self.names, key=lambda text: (*_fullness(text), self.names[text], text))

    def absorb(self, other: Thing, reason: str) -> None:
        """Takes another thing in, and notes why."""
        self.note((self.name, other.name), reason, (self.mentions[0], other.mentions[0]))
        self.joins = other.joins | self.joins
        self.former |= other.former
        self.refs += other.refs
        self.mentions += other.mentions
        self.names += other.names
        self.phrases += other.phrases
        self.types += other.types
        self.place = self.place or other.place
        self.serves |= other.serves
        if other.traits is not None:
            self.traits = Traits() if self.traits is None else self.traits
            self.traits.add(other.traits)

    def note(
        self, both: tuple[str, str], reason: str, evidence: tuple[EntityMention, EntityMention]
    ) -> None:
        """Keeps why two names are its own, once a name and reason."""
        if (both[1], reason) not in self.joins:
            why = Merge("", both, reason, evidence, merges.doubt(reason, both[1]))
            self.joins[both[1], reason] = why


@lru_cache(maxsize=65536)
def _fullness(text: str) -> tuple[int, int]:
    """Words of a name; capitals throughout count less, they may be an acronym or a headline."""
    return len(text.split()), not (text.isupper() and len(text) > 1)


@lru_cache(maxsize=65536)
def _weight(text: str) -> tuple[int, bool]:
    """Words of a phrase, unless they are too many; whether a name is among them."""
    words = text.split()
    return len(words) if len(words) <= _MAX_NAME_WORDS else 0, any(w[0].isupper() for w in words)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A record with what its things ask of it.

    `around` is what tells places of one name apart; `places` are the
    places named, by the offset at which they begin ("" for names of other things); `persons` index
    and end of each person's name by the same. `government` is the country whose government "the
    government" is.
    """

    record: DocumentRecord
    around: Surroundings
    places: dict[int, str]
    persons: dict[int, tuple[int, int]]
    government: str


def things_of(record: DocumentRecord) -> Iterator[Thing]:
    """The things of a document, in the order in which they are first mentioned."""
    chained = {index for chain in record.chains for index in chain}
    alone = [(i,) for i in range(len(record.mentions)) if i not in chained]
    reading = _read(record)
    for chain in sorted([*record.chains, *alone], key=lambda chain: _position(record, chain)):
        thing = _thing(reading, chain)
        if thing is not None:
            yield thing


def _read(record: DocumentRecord) -> _Reading:
    places: dict[int, str] = {}
    persons: dict[int, tuple[int, int]] = {}
    for index, mention in enumerate(record.mentions):
        if mention.kind == "name" and mention.type == "Person":
            persons[mention.start] = index, mention.end
        if mention.kind in {"name", "adjective"}:
            place = _own_place(mention)
            places[mention.start] = place.name if place else ""
    government = governments.own_government(record, places)
    return _Reading(record, surroundings(record), places, persons, government)


def _own_place(mention: Mention) -> gazetteer.Place | None:
    if mention.kind == "adjective":
        return gazetteer.adjective(mention.text)
    return gazetteer.place(mention.text)


def _position(record: DocumentRecord, chain: Sequence[int]) -> tuple[int, int, int]:
    index = chain[0]
    if len(chain) > 1:
        index = min(chain, key=lambda i: (record.mentions[i].start, record.mentions[i].end))
    first = record.mentions[index]
    return first.start, first.end, min(chain)


def _thing(reading: _Reading, chain: Sequence[int]) -> Thing | None:
    record = reading.record
    document = record.document.id
    chain = sorted(chain)
    mentions = [record.mentions[index] for index in chain]
    thing = Thing(
        ("described", document, str(chain[0])),
        [(document, index) for index in chain],
        [EntityMention(document, m.start, m.end, m.text, m.kind) for m in mentions],
    )
    for mention in mentions:
        _count(thing, reading, mention)
    if thing.type in aliases.PLACE_TYPES:
        thing.place = place_of(mentions, reading.around)
    if thing.place is None and not thing.names and _names_nothing(thing):
        return None
    thing.key = _key(thing, mentions, reading)
    _learn_rule(thing, reading)
    if thing.key[:2] == ("named", "Person"):
        thing.traits = namesakes.traits_of(record, chain)
    elif thing.key[0] == "described":
        found = (happenings.key(mention, reading.places) for mention in mentions)
        thing.happening = next((key for key in found if key), None)
    _note_names(thing)
    if thing.key[0] == "described":
        thing.quantity = _quantity(mentions)
        if thing.quantity and thing.type == "Person":
            thing.types = Counter({"Group": 1})
    return thing


def _names_nothing(thing: Thing) -> bool:
    """Whether no phrase for a thing tells what it is."""
    told = (m.text for m in thing.mentions if m.kind == "nominal")
    return all(names_nothing(text) for text in told)


def _learn_rule(thing: Thing, reading: _Reading) -> None:
    """Which countries a person serves; who leads a government."""
    is_person, is_described = thing.type == "Person", thing.key[0] == "described"
    if not (is_person or is_described):
        return
    for document, index in thing.refs:
        mention = reading.record.mentions[index]
        if mention.kind == "name" and is_person:
            country = governments.served_country(reading.record, index)
            thing.serves |= {country} - {""}
        elif is_described and not thing.led:
            led = governments.leader(mention, reading.persons)
            thing.led = ((document, led[0]), led[1]) if led else None


def _note_names(thing: Thing) -> None:
    """Notes the names and phrases that one document has for a thing."""
    if len(thing.mentions) == 1:
        return
    base = thing.mentions[0]
    first = display_name(base.text)
    seen = {names.key(first)}
    for mention in thing.mentions[1:]:
        name = display_name(mention.text)
        if mention.kind in {"name", "nominal"} and names.key(name) not in seen:
            seen.add(names.key(name))
            thing.note((first, name), _why(thing, base, mention), (base, mention))


def _why(thing: Thing, base: EntityMention, mention: EntityMention) -> str:
    if mention.kind == base.kind == "name":
        return merges.NAMES_IN_DOCUMENT
    if thing.names:
        return merges.DESCRIBED
    one, two = (_HEAD.sub("", display_name(m.text)).split()[-1:] for m in (base, mention))
    return merges.SAID_AGAIN if one == two else merges.OTHER_WORDS


def _count(thing: Thing, reading: _Reading, mention: Mention) -> None:
    if mention.kind == "name":
        thing.names[display_name(mention.text)] += 1
    elif mention.kind == "nominal":
        thing.phrases[_phrase_name(reading, mention)] += 1
    if mention.type and mention.kind != "pronoun":
        thing.types[mention.type] += _NAME_VOTES if mention.kind == "name" else 1


def _phrase_name(reading: _Reading, mention: Mention) -> str:
    """A nominal's name; the capital of a sentence's first word goes unless it is a name's."""
    text = display_name(mention.text)
    opens = reading.record.sentences[mention.sentence].start == mention.start
    named = mention.start in reading.places
    first = text.partition(" ")[0]
    if opens and not named and text[1:2].islower() and mention.text.startswith(first):
        text = text[0].lower() + text[1:]
    return without_judgement(text)


def _quantity(mentions: Iterable[Mention]) -> str | None:
    found = (quantity(m.text) for m in mentions if m.kind == "nominal" and m.number == "plural")
    return next((q[0].lower() + q[1:] for q in found if q), None)


def _key(thing: Thing, mentions: Sequence[Mention], reading: _Reading) -> tuple[str, ...]:
    if thing.place is not None:
        place = thing.place
        number = str(place.geonames) if place.geonames else place.country + place.state
        return "place", place.name, place.kind, number
    if thing.names and not nouns.is_common(thing.fullest):
        kind = "Person" if thing.type == "Person" else "thing"
        return "named", kind, aliases.key(thing.fullest, thing.type)
    if thing.type in _INSTITUTIONS and (key := _institution(reading, mentions)):
        return "institution", key
    return thing.key


def _institution(reading: _Reading, mentions: Sequence[Mention]) -> str:
    """The key of "the Ghanaian army", "Ghana's army"; "" for what no place alone identifies."""
    for mention in mentions:
        if mention.kind != "nominal" or quantity(mention.text):
            continue
        name = display_name(mention.text)
        first, _, noun = name.partition(" ")
        place = reading.places.get(mention.start + max(0, mention.text.find(first)))
        if first.lower() in governments.GOVERNMENTS and noun in _ARMED:
            place = reading.government
        if place and noun.isalpha() and not mention.text.lower().startswith(happenings.INDEFINITE):
            return f"{place} {names.key(noun)}"
    return ""
