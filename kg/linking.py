"""From the mentions of all documents to one entity a thing.

Theory of operation. Each document's chains (and mentions in no chain) become *things*. A thing
goes one of four ways:

- *place*: its name or demonym is in the gazetteer -> one entity for the place everywhere;
- *named*: it has another name -> merged with things of the same name and kind in all documents,
  then short forms are adopted by the one fuller name that fits (Okafor -> Ada Okafor, WHO);
- *institution*: a government, army or the like, known by a place ("Ghanaian government") ->
  one entity everywhere;
- *described*: all else ("a convoy", "thousands of people") belongs to its document alone.

A pronoun that was not resolved is no entity. Merging looks only at things in one block (same key,
same surname, same initials), so cost grows with the number of mentions. A wrong merge is worse than
a split: persons never merge with other kinds, and a short form with two possible owners, or
whose documents have nothing else in common with its owner's, stays alone.

Everything is sorted by document id and offset first, so the order of records does not matter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg import aliases, gazetteer, names
from kg.identity import digest, display_name, local_name, quantity
from kg.model import ENTITY_TYPES, DocumentRecord, Entity, EntityMention, Mention

_FALLBACK = "Concept"
_INSTITUTIONS = frozenset({"GeopoliticalEntity", "Organization", "Group"})
_NAME_VOTES = 3  # a name tells the type of a thing better than a phrase for it does
_MAX_NAME_WORDS = 10


@dataclass(frozen=True, slots=True)
class Linking:
    """The entities of all documents, by id, and which one each mention is.

    `entity_of` has (document id, index into the record's mentions) as keys.
    """

    entities: tuple[Entity, ...]
    entity_of: Mapping[tuple[str, int], str]


@dataclass(slots=True)
class _Thing:
    """What is known of one thing; `key` decides with what it merges."""

    key: tuple[str, ...]
    refs: list[tuple[str, int]] = field(default_factory=list)
    mentions: list[EntityMention] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    place: gazetteer.Place | None = None
    quantity: str | None = None

    @property
    def documents(self) -> set[str]:
        return {document for document, _ in self.refs}

    @property
    def type(self) -> str:
        if self.place is not None:
            return self.place.type
        if not self.types:
            return _FALLBACK
        return max(self.types, key=lambda kind: (self.types[kind], -ENTITY_TYPES.index(kind)))

    @property
    def fullest(self) -> str:
        """The name with the most words; of several the commonest, then the first in order."""
        if not self.names:
            return max(self.phrases, key=lambda text: (_weight(text), self.phrases[text], text))
        return max(self.names, key=lambda text: (*_fullness(text), self.names[text], text))

    def absorb(self, other: _Thing) -> None:
        self.refs += other.refs
        self.mentions += other.mentions
        self.names += other.names
        self.phrases += other.phrases
        self.types += other.types
        self.place = self.place or other.place


def _fullness(text: str) -> tuple[int, int]:
    """Words of a name; capitals throughout count less, they may be an acronym or a headline."""
    return len(text.split()), not (text.isupper() and len(text) > 1)


def _weight(text: str) -> int:
    words = len(text.split())
    return words if words <= _MAX_NAME_WORDS else 0


def link(records: Sequence[DocumentRecord]) -> Linking:
    """Merges the things of all records; ids of documents are unique.

    The result does not depend on the order of `records`.
    """
    merged: dict[tuple[str, ...], _Thing] = {}
    for record in sorted(records, key=lambda r: r.document.id):
        for thing in _things(record):
            if thing.key in merged:
                merged[thing.key].absorb(thing)
            else:
                merged[thing.key] = thing
    things = _adopt_short_forms(merged)
    ids = _ids(things)
    entities = sorted((_entity(t, i) for t, i in zip(things, ids, strict=True)), key=lambda e: e.id)
    entity_of = {ref: i for t, i in zip(things, ids, strict=True) for ref in t.refs}
    return Linking(tuple(entities), entity_of)


# --- the things of one document


def _things(record: DocumentRecord) -> Iterator[_Thing]:
    chained = {index for chain in record.chains for index in chain}
    alone = [(i,) for i in range(len(record.mentions)) if i not in chained]
    countries = _countries(record.mentions)
    for chain in sorted([*record.chains, *alone], key=lambda chain: _position(record, chain)):
        thing = _thing(record, chain, countries)
        if thing is not None:
            yield thing


def _position(record: DocumentRecord, chain: Sequence[int]) -> tuple[int, int, int]:
    first = min((record.mentions[i] for i in chain), key=lambda m: (m.start, m.end))
    return first.start, first.end, min(chain)


def _countries(mentions: Iterable[Mention]) -> frozenset[str]:
    """ISO codes of the countries that a document names."""
    found = (gazetteer.place(m.text) for m in mentions if m.kind == "name")
    adjectives = (gazetteer.adjective(m.text) for m in mentions if m.kind == "adjective")
    return frozenset(p.country for p in (*found, *adjectives) if p and p.kind == "country")


def _thing(
    record: DocumentRecord, chain: Sequence[int], countries: frozenset[str]
) -> _Thing | None:
    document = record.document.id
    thing = _Thing(("described", document, str(min(chain))))
    for index in sorted(chain):
        mention = record.mentions[index]
        thing.refs.append((document, index))
        thing.mentions.append(
            EntityMention(document, mention.start, mention.end, mention.text, mention.kind)
        )
        _count(thing, record, mention)
    thing.place = _place(thing, record, chain, countries)
    if thing.place is None and not thing.names and not thing.phrases:
        return None
    thing.key = _key(thing, record, chain)
    if thing.key[0] == "described":
        thing.quantity = _quantity(record.mentions[i] for i in chain)
        if thing.quantity and thing.type == "Person":
            thing.types = Counter({"Group": 1})
    return thing


def _count(thing: _Thing, record: DocumentRecord, mention: Mention) -> None:
    if mention.kind == "name":
        thing.names[display_name(mention.text)] += 1
    elif mention.kind == "nominal":
        thing.phrases[_phrase_name(record, mention)] += 1
    if mention.type and mention.kind != "pronoun":
        thing.types[mention.type] += _NAME_VOTES if mention.kind == "name" else 1


def _phrase_name(record: DocumentRecord, mention: Mention) -> str:
    """A nominal's name; the capital of a sentence's first word goes unless it is a name's."""
    text = display_name(mention.text)
    opens = record.sentences[mention.sentence].start == mention.start
    named = any(
        m.start == mention.start and m.kind in {"name", "adjective"} for m in record.mentions
    )
    if opens and not named and text[1:2].islower() and mention.text.startswith(text[:1]):
        return text[0].lower() + text[1:]
    return text


def _quantity(mentions: Iterable[Mention]) -> str | None:
    found = (quantity(m.text) for m in mentions if m.kind == "nominal" and m.number == "plural")
    return next((q for q in found if q), None)


def _place(
    thing: _Thing, record: DocumentRecord, chain: Sequence[int], countries: frozenset[str]
) -> gazetteer.Place | None:
    """The place that a thing is; of namesakes the one in a country that the document names."""
    if thing.type not in {"Place", "GeopoliticalEntity"}:
        return None
    for index in sorted(chain):
        mention = record.mentions[index]
        if mention.kind == "adjective":
            return gazetteer.adjective(mention.text)
        if mention.kind == "name" and (candidates := gazetteer.places(mention.text)):
            near = (p for p in candidates if p.kind != "country" and p.country in countries)
            first = candidates[0]
            return first if first.kind == "country" else next(near, first)
    return None


def _key(thing: _Thing, record: DocumentRecord, chain: Sequence[int]) -> tuple[str, ...]:
    if thing.place is not None:
        place = thing.place
        return "place", place.name, place.kind, str(place.geonames)
    if thing.names:
        kind = "Person" if thing.type == "Person" else "thing"
        return "named", kind, aliases.key(thing.fullest, thing.type)
    if thing.type in _INSTITUTIONS and (key := _institution(record, chain)):
        return "institution", key
    return thing.key


def _institution(record: DocumentRecord, chain: Sequence[int]) -> str:
    """The key of "the Ghanaian government", "Ghana's army"; "" for what no place identifies."""
    for index in sorted(chain):
        mention = record.mentions[index]
        if mention.kind != "nominal" or quantity(mention.text):
            continue
        first = display_name(mention.text)
        begin = mention.start + max(0, mention.text.find(first.split()[0]))
        place = _place_at(record, begin)
        if place and len(first.split()) == 2 and not _is_indefinite(mention.text):
            return f"{place} {names.key(first.split()[-1])}"
    return ""


def _is_indefinite(text: str) -> bool:
    return text.lower().startswith(("a ", "an ", "another ", "every ", "some ", "each ", "other "))


def _place_at(record: DocumentRecord, begin: int) -> str:
    for m in record.mentions:
        if m.start == begin and m.kind in {"adjective", "name"}:
            place = (
                gazetteer.adjective(m.text) if m.kind == "adjective" else gazetteer.place(m.text)
            )
            return place.name if place else ""
    return ""


# --- merging over documents


def _adopt_short_forms(merged: dict[tuple[str, ...], _Thing]) -> list[_Thing]:
    """Gives each short form to the one fuller name that it can stand for."""
    blocks: dict[tuple[str, str], list[_Thing]] = defaultdict(list)
    company: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for thing in merged.values():
        if thing.key[0] in {"place", "named"}:
            for document in thing.documents:
                company[document].add(thing.key)
        if thing.key[0] == "named":
            for block in _blocks(thing):
                blocks[block].append(thing)
    owners: dict[tuple[str, ...], _Thing] = {}
    for thing in merged.values():
        owner = _owner(thing, blocks, company) if thing.key[0] == "named" else None
        if owner is not None:
            owners[thing.key] = owner
    for key, owner in owners.items():
        last = owner
        while last.key in owners:
            last = owners[last.key]
        last.absorb(merged[key])
    return [thing for key, thing in merged.items() if key not in owners]


def _blocks(thing: _Thing) -> set[tuple[str, str]]:
    """The blocks in which a fuller name waits for its short forms."""
    name = thing.fullest
    if thing.key[1] == "Person":
        return {("surname", names.bare_surname(name))}
    return {("initials", letters) for letters in names.initials(name) if " " in name}


def _owner(
    thing: _Thing,
    blocks: Mapping[tuple[str, str], list[_Thing]],
    company: Mapping[str, set[tuple[str, ...]]],
) -> _Thing | None:
    name = thing.fullest
    if thing.key[1] == "Person":
        block, fits = blocks.get(("surname", names.bare_surname(name)), []), names.is_short_person
    else:
        letters = name.replace(".", "").casefold()
        block, fits = blocks.get(("initials", letters), []), names.is_acronym
    longer = [o for o in block if o is not thing and len(o.fullest) > len(name)]
    fuller = [o for o in longer if fits(name, o.fullest)]
    return fuller[0] if len(fuller) == 1 and _meet(thing, fuller[0], company) else None


def _meet(one: _Thing, two: _Thing, company: Mapping[str, set[tuple[str, ...]]]) -> bool:
    """Whether documents of two things have a third named thing in common, or are the same."""
    if one.documents & two.documents:
        return True
    near = set().union(*(company[d] for d in one.documents)) - {one.key}
    return any(near & company[document] - {two.key} for document in two.documents)


# --- entities and their ids


def _ids(things: Sequence[_Thing]) -> list[str]:
    """An id for each thing; of several that would share one, the most mentioned keeps it."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for i, thing in enumerate(things):
        wanted[_wanted_id(thing)].append(i)
    ids = [""] * len(things)
    for base, group in wanted.items():
        described = all(things[i].key[0] == "described" for i in group)
        if not described:
            group.sort(key=lambda i: (-len(things[i].refs), things[i].key))
        for n, i in enumerate(group):
            mark = f"{n + 1}" if described else digest("\t".join(things[i].key))
            ids[i] = base if n == 0 else f"{base}_{mark}"
    return ids


def _wanted_id(thing: _Thing) -> str:
    suffix = thing.key[1] if thing.key[0] == "described" else ""
    return local_name(_name(thing), suffix)


def _name(thing: _Thing) -> str:
    return thing.place.name if thing.place else thing.fullest


def _entity(thing: _Thing, identifier: str) -> Entity:
    name = _name(thing)
    aliases = sorted(n for n in thing.names if n != name)
    number = thing.place.geonames if thing.place else 0
    return Entity(
        identifier,
        name,
        thing.type,
        tuple(aliases),
        tuple(sorted(thing.mentions, key=lambda m: (m.document, m.start, m.end))),
        (f"https://sws.geonames.org/{number}/",) if number else (),
        thing.quantity,
    )
