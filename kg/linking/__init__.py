"""From the mentions of all documents to one entity a thing.

Theory of operation. Each document's chains become things (kg.linking.things). Things with one key
are one entity: places of the gazetteer, things of one name and kind, institutions of one place.
Then short forms are adopted by the one fuller name that fits (Okafor -> Ada Okafor, WHO). A thing
that is only described ("a convoy", "thousands of people") belongs to its document alone. A pronoun
that was not resolved is no entity.

Persons of one name are as many as their documents tell apart (kg.linking.namesakes), a surname
alone is of the one bearer whom its title fits or of its document's alone, and an event
without a name is one in several documents where its place and their other names say so
(kg.linking.happenings).

Merging looks only at things in one block (same key, same surname, same initials), so cost grows
with the number of mentions. A wrong merge is worse than a split: persons never merge with
other kinds, and a short form with two possible owners, or whose documents have nothing else in
common with its owner's, stays alone.

Everything is sorted by document id and offset first, so the order of records does not matter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from kg import merges
from kg.identity import digest, entity_id
from kg.iris import LONGEST
from kg.lexicon import names, trades
from kg.lexicon.gazetteer import COUNTRY_KINDS
from kg.linking import decisions, happenings
from kg.linking.curation import Curation
from kg.linking.namesakes import Traits, bearers, persons
from kg.linking.things import Thing, things_of
from kg.merges import Merge, most_doubtful_first
from kg.model import DocumentRecord, Entity

_in_order = attrgetter("document", "start", "end")


@dataclass(frozen=True, slots=True)
class Linking:
    """The entities of all documents, by id, and which one each mention is.

    `entity_of` has (document id, index into the record's mentions) as keys, `several` those of
    pronouns for more than one, in the order in which the document names them. `merges` says what
    was taken for one thing and why, the most doubtful first; `unmatched` has a line on each
    decision of the user that nothing met.
    """

    entities: tuple[Entity, ...]
    entity_of: Mapping[tuple[str, int], str]
    merges: tuple[Merge, ...] = ()
    unmatched: tuple[str, ...] = ()
    several: Mapping[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)


def link(records: Sequence[DocumentRecord], curation: Curation | None = None) -> Linking:
    """Merges the things of all records, then obeys the user; ids of documents are unique.

    The result does not depend on the order of `records`.
    """
    records = sorted(records, key=lambda r: r.document.id)
    alike: dict[tuple[str, ...], list[Thing]] = defaultdict(list)
    for record in records:
        for thing in things_of(record):
            alike[thing.key].append(thing)
    company = _company(alike)
    merged = _merge_alike(alike, company)
    _join_led(merged)
    _join_happenings(merged, company, {r.document.id: r.document.date for r in records})
    things = _adopt_short_forms(merged)
    things, unmatched = decisions.obey(things, curation or Curation())
    named = list(zip(things, _ids(things), strict=True))
    entity_of, several = _entities_of(named)
    return Linking(
        tuple(sorted((_entity(thing, i) for thing, i in named), key=lambda e: e.id)),
        entity_of,
        most_doubtful_first(
            replace(join, entity=i) for thing, i in named for join in thing.joins.values()
        ),
        unmatched,
        several,
    )


def _entities_of(
    named: Sequence[tuple[Thing, str]],
) -> tuple[dict[tuple[str, int], str], dict[tuple[str, int], tuple[str, ...]]]:
    """The entity of each mention that has one, and the entities of those that have several."""
    entity_of: dict[tuple[str, int], str] = {}
    shared: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for thing, identifier in named:
        for ref in thing.refs:
            if entity_of.setdefault(ref, identifier) != identifier:
                shared[ref] = []
    for thing, identifier in named if shared else ():
        together = shared.keys() & {*thing.refs}
        first = _first_places(thing) if together else {}
        for ref in together:
            shared[ref].append((first[ref[0]], identifier))
    for ref in shared:
        del entity_of[ref]
    return entity_of, {ref: tuple(i for _, i in sorted(ids)) for ref, ids in shared.items()}


def _first_places(thing: Thing) -> Mapping[str, int]:
    """Where each document mentions a thing first."""
    first: dict[str, int] = {}
    for mention in thing.mentions:
        first[mention.document] = min(first.get(mention.document, mention.start), mention.start)
    return first


Company = Mapping[str, set[tuple[str, ...]]]
"""The keys of the places and names of each document, by its id."""


def _company(alike: Mapping[tuple[str, ...], list[Thing]]) -> Company:
    company: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for key, things in alike.items():
        if key[0] in {"place", "named"}:
            for thing in things:
                for document in thing.documents:
                    company[document].add(key)
    return company


def _merge_alike(
    alike: Mapping[tuple[str, ...], list[Thing]], company: Company
) -> dict[tuple[str, ...], Thing]:
    """Merges the things with one key, persons into as many as there are."""
    merged: dict[tuple[str, ...], Thing] = {}
    borne = Counter(names.bare_surname(key[2]) for key in alike if _is_person_key(key, full=True))
    for key, things in alike.items():
        groups = [things]
        is_of_several = _is_person_key(key, full=False) and borne[names.bare_surname(key[2])] > 1
        if is_of_several:
            groups = [[thing] for thing in things]
        elif key[:2] == ("named", "Person"):
            groups = _parted(things, company)
        for number, [first, *others] in enumerate(groups):
            if number:
                first.key = (*key, *sorted(first.documents))
            if number and is_of_several:
                first.key = (*first.key, str(first.refs[0][1]))
            for thing in others:
                first.absorb(thing, _sameness(first))
            merged[first.key] = first
    return merged


def _is_person_key(key: tuple[str, ...], *, full: bool) -> bool:
    """Whether a key is of a person's full name, or else of a surname alone."""
    return key[:2] == ("named", "Person") and (" " in key[2]) == full


def _parted(things: Sequence[Thing], company: Company) -> list[list[Thing]]:
    """Things of one name by the person that they are."""
    told = [_traits(thing) for thing in things]
    groups = persons(told, lambda a, b: _meet(things[a], things[b], company))
    return [[things[at] for at in group] for group in groups]


def _traits(thing: Thing) -> Traits:
    return Traits() if thing.traits is None else thing.traits


def _sameness(thing: Thing) -> str:
    """Why things with one key are one."""
    if thing.key[0] == "place":
        return merges.SAME_PLACE
    if thing.key[0] == "institution":
        return merges.SAME_BODY
    return merges.SAME_PERSON if thing.key[1] == "Person" else merges.SAME_NAME


# --- merging over documents


def _join_led(merged: dict[tuple[str, ...], Thing]) -> None:
    """Joins governments known by one leader, and with his country's where he is its only one.

    The Mensah government, the Ghanaian government; but not where an Addo government is spoken of
    as well.
    """
    persons = {
        ref: t for t in merged.values() if t.key[:2] == ("named", "Person") for ref in t.refs
    }
    led: dict[tuple[str, tuple[str, ...]], list[Thing]] = defaultdict(list)
    for thing in merged.values():
        if thing.led and (person := persons.get(thing.led[0])) is not None:
            led[thing.led[1], person.key].append(thing)
    countries: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for (noun, key), things in led.items():
        for other in things[1:]:
            things[0].absorb(merged.pop(other.key), merges.LEADER)
        for country in sorted(merged[key].serves):
            countries["institution", f"{country} {noun}"].add(things[0].key)
    for institution, known in countries.items():
        [first, *others] = sorted(known)
        if institution in merged and first in merged and not others:
            merged[institution].absorb(merged.pop(first), merges.LEADER)


def _join_happenings(
    merged: dict[tuple[str, ...], Thing], company: Company, dates: Mapping[str, str | None]
) -> None:
    """Joins an event without a name with the same event in another document."""
    told: dict[tuple[str, str], list[Thing]] = defaultdict(list)
    for thing in merged.values():
        if thing.happening is not None:
            told[thing.happening].append(thing)
    for things in told.values():
        once = Counter(document for thing in things for document in thing.documents)
        alone = [thing for thing in things if all(once[d] == 1 for d in thing.documents)]
        for other in alone[1:]:
            when = [dates[document] for document in (*alone[0].documents, *other.documents)]
            if happenings.near(when) and _meet(alone[0], other, company, 2):
                alone[0].absorb(merged.pop(other.key), merges.SAME_EVENT)


def _adopt_short_forms(merged: dict[tuple[str, ...], Thing]) -> list[Thing]:
    """Gives each short form to the one fuller name that it can stand for."""
    blocks: Blocks = defaultdict(list)
    company = _company({key: [thing] for key, thing in merged.items()})
    for thing in merged.values():
        if thing.key[0] == "named":
            name = thing.fullest
            for block in _blocks(thing):
                blocks[block].append((name, thing))
    owners: dict[tuple[str, ...], Thing] = {}
    for thing in merged.values():
        owner = _owner(thing, blocks, company) if thing.key[0] == "named" else None
        if owner is not None:
            owners[thing.key] = owner
    for key, owner in owners.items():
        last = owner
        while last.key in owners:
            last = owners[last.key]
        last.absorb(merged[key], _why_adopted(merged[key]))
    return [thing for key, thing in merged.items() if key not in owners]


Blocks = dict[tuple[str, str], list[tuple[str, Thing]]]
"""Fuller names, each with its thing, by what their short forms have in common with them."""


def _why_adopted(thing: Thing) -> str:
    person = thing.key[1] == "Person" or not thing.types
    return merges.SHORT_FORM if person else merges.ACRONYM


def _blocks(thing: Thing) -> set[tuple[str, str]]:
    """The blocks in which a fuller name waits for its short forms."""
    name = thing.fullest
    if thing.key[1] == "Person":
        return {("surname", names.bare_surname(name))}
    firms = {("firm", names.key(short)) for short in trades.short_names(name)}
    if thing.type == "Organization" and " " in name:
        firms |= {("called", names.key(other)) for other in thing.names if other != name}
    return firms | {("initials", letters) for letters in names.initials(name) if " " in name}


def _owner(thing: Thing, blocks: Blocks, company: Company) -> Thing | None:
    """The only thing whose fuller name the thing's name can stand for, None if there is none."""
    name = thing.fullest
    if thing.key[1] == "Person" or not thing.types:
        block, fits = blocks.get(("surname", names.bare_surname(name)), []), names.is_short_person
    else:
        letters = name.replace(".", "").casefold()
        block, fits = blocks.get(("initials", letters), []), names.is_acronym
        if not block and thing.type == "Organization":
            block, fits = blocks.get(("called", names.key(name)), []), _is_called
    firms = [] if thing.types else blocks.get(("firm", names.key(name)), [])
    if any(firm.documents & thing.documents for _, firm in firms):
        return None  # Dahl, of Per Dahl or of Dahl Motors
    longer = [(full, o) for full, o in block if o is not thing and len(full) > len(name)]
    fuller = [o for full, o in longer if fits(name, full)]
    if thing.key[1] == "Person":
        told = [(o.fullest, _traits(o)) for o in fuller]
        fuller = [fuller[at] for at in bearers(_traits(thing), told)]
    return fuller[0] if len(fuller) == 1 and _meet(thing, fuller[0], company) else None


def _is_called(short: str, full: str) -> bool:
    """Whether one document's short form of a name may be another's: Norvik Energy, Norvik."""
    return full.startswith(f"{short} ") or full.endswith(f" {short}")


def _meet(one: Thing, two: Thing, company: Company, least: int = 1) -> bool:
    """Whether documents of two things have something else in common, or are the same.

    One name is enough, of a country two: half of all documents name the United States. With
    `least`, as many names that are no countries.
    """
    if one.documents & two.documents:
        return True
    near = set().union(*(company[d] for d in one.documents)) - {one.key}
    for document in two.documents:
        shared = near & company[document] - {two.key}
        others = [key for key in shared if key[2] != "country"]
        if len(others) >= least or (least == 1 and len(shared) > 1):
            return True
    return False


# --- entities and their ids


def _ids(things: Sequence[Thing]) -> list[str]:
    """An id for each thing; of several that would share one, the most mentioned keeps it."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for i, thing in enumerate(things):
        wanted[_wanted_id(thing)].append(i)
    ids = [""] * len(things)
    for base, group in wanted.items():
        described = all(things[i].key[0] == "described" for i in group)
        if not described:
            group.sort(key=lambda i: (-len(things[i].refs), things[i].key))
        ids[group[0]] = base
        for n, i in enumerate(group[1:], 2):
            numbered = _marked(base, str(n))
            plain = described and numbered not in wanted
            ids[i] = numbered if plain else _marked(base, digest("\t".join(things[i].key)))
    return ids


def _marked(base: str, mark: str) -> str:
    return f"{base[: LONGEST - len(mark) - 1]}_{mark}"


def _wanted_id(thing: Thing) -> str:
    return entity_id(thing.name, thing.key[1] if thing.key[0] == "described" else "")


def _entity(thing: Thing, identifier: str) -> Entity:
    name = thing.name
    place = thing.place
    official = {place.name} if place and place.kind not in COUNTRY_KINDS else set()
    aliases = sorted({*thing.names, *(former for former, _ in thing.former), *official} - {name})
    number = place.geonames if place else 0
    return Entity(
        identifier,
        name,
        thing.type,
        tuple(aliases),
        tuple(sorted(thing.mentions, key=_in_order) if len(thing.mentions) > 1 else thing.mentions),
        (f"https://sws.geonames.org/{number}/",) if number else (),
        thing.quantity,
    )
