"""Obeys the user's decisions about things (kg.linking.curation) once documents are linked.

A reference meets the things that go by its name, now or before a decision; where there is none,
those that have it as another name, so that a decision outlives a fuller name in a new document.
Type and document narrow them down. What meets none, or more than one, is not done but reported.

Splits come first, then renames and retypes, then merges, so that each finds what it speaks of. A
split that was decided upon after a rename or a retype has the later name or type; where nothing
has that yet, what will be called so is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kg import merges
from kg.identity import display_name
from kg.lexicon import aliases, gazetteer
from kg.linking.curation import Curation, Merged, Reference, Renamed, Retyped, Split
from kg.linking.things import Thing


class _UnmatchedError(Exception):
    """A reference meets no thing, or several; the message says which."""


def obey(things: Sequence[Thing], curation: Curation) -> tuple[list[Thing], tuple[str, ...]]:
    """The things as the user wants them, and a line on each decision that met nothing."""
    if not curation.on_things:
        return list(things), ()
    held = _Held(things)
    unmatched = []
    for decision in curation.on_things:
        try:
            if isinstance(decision, Split) and not held.knows(decision.entity):
                entity = _before(curation, decision.entity)
                held.carry_out(replace(decision, entity=entity))
            else:
                held.carry_out(decision)
        except _UnmatchedError as reason:
            unmatched.append(f"{decision}: {reason}")
    return held.things(), tuple(unmatched)


def _before(curation: Curation, reference: Reference) -> Reference:
    """A reference in the words that held before renames and retypes, the last undone first."""
    for decision in reversed(curation.on_things):
        if isinstance(decision, Renamed) and reference.name == decision.to:
            reference = replace(reference, name=decision.entity.name)
        elif isinstance(decision, Retyped) and (decision.entity.name, decision.to) == (
            reference.name,
            reference.type,
        ):
            reference = replace(reference, type=decision.entity.type)
    return reference


class _Held:
    """All things, found by the names that they have or had."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._things: dict[int, Thing] = {}
        self._by_name: dict[str, dict[int, None]] = {}
        for thing in things:
            self._add(thing)

    def things(self) -> list[Thing]:
        return list(self._things.values())

    def carry_out(self, decision: Merged | Split | Renamed | Retyped) -> None:
        if isinstance(decision, Merged):
            self._merge(decision)
            return
        thing = self._find(decision.entity)
        if isinstance(decision, Split):
            self._split(thing, decision.by)
            return
        thing.former.add((thing.name, thing.type))
        if isinstance(decision, Renamed):
            thing.label = decision.to
            self._by_name.setdefault(decision.to, {})[id(thing)] = None
        else:
            thing.kind = decision.to

    def _add(self, thing: Thing) -> None:
        self._things[id(thing)] = thing
        for name in {thing.name, *thing.names, *thing.phrases}:
            self._by_name.setdefault(name, {})[id(thing)] = None

    def knows(self, reference: Reference) -> bool:
        """Whether anything goes by a reference."""
        return bool(self._named(reference))

    def _named(self, reference: Reference) -> list[Thing]:
        held = (self._things.get(number) for number in self._by_name.get(reference.name, ()))
        return [thing for thing in held if thing is not None and _narrowed(thing, reference)]

    def _find(self, reference: Reference) -> Thing:
        found = self._named(reference)
        proper = [thing for thing in found if _goes_by(thing, reference)]
        found = proper or found
        if not found:
            raise _UnmatchedError(f"nothing is called {reference}")
        if len(found) > 1:
            raise _UnmatchedError(
                f"{len(found)} things are called {reference}; say of which document or type"
            )
        return found[0]

    def _merge(self, decision: Merged) -> None:
        keep, join = self._find(decision.keep), self._find(decision.join)
        if keep is join:
            return
        keep.label = keep.name
        keep.former.add((join.name, join.type))
        if keep.key[0] == "described" != join.key[0]:
            keep.key = join.key
        keep.absorb(join, merges.DECIDED)
        del self._things[id(join)]
        for name in {join.name, *join.names, *join.phrases}:
            self._by_name[name][id(keep)] = None

    def _split(self, thing: Thing, by: str) -> None:
        places = _by_document(thing) if by == "document" else _by_name(thing)
        if len(places) < 2:
            raise _UnmatchedError(f"it is one thing by {by} already")
        del self._things[id(thing)]
        for mark, members in places.items():
            self._add(_part(thing, members, (by, mark)))


def _narrowed(thing: Thing, reference: Reference) -> bool:
    """Whether the type and document of a reference are those of a thing."""
    kinds = {thing.type, *(kind for _, kind in thing.former)}
    return (not reference.type or reference.type in kinds) and (
        not reference.document or reference.document in thing.documents
    )


def _goes_by(thing: Thing, reference: Reference) -> bool:
    """Whether a reference has a thing's own name, or one that a decision took from it."""
    return reference.name in {thing.name, *(name for name, _ in thing.former)}


# --- splitting


def _by_document(thing: Thing) -> dict[str, list[int]]:
    """Positions of a thing's mentions by document."""
    out: dict[str, list[int]] = {}
    for at, (document, _) in enumerate(thing.refs):
        out.setdefault(document, []).append(at)
    return out


def _by_name(thing: Thing) -> dict[str, list[int]]:
    """Positions of a thing's mentions by key of the name; what is no name goes with the last."""
    order = sorted(range(len(thing.refs)), key=lambda at: _position(thing, at))
    out: dict[str, list[int]] = {}
    waiting: list[int] = []
    key, document = "", ""
    for at in order:
        mention = thing.mentions[at]
        if mention.document != document:
            key, document = "", mention.document
        key = _name_key(thing, at) or key
        if not key:
            waiting.append(at)
            continue
        out.setdefault(key, []).extend([*waiting, at])
        waiting = []
    if waiting:
        out.setdefault(key or next(iter(out), ""), []).extend(waiting)
    return out


def _position(thing: Thing, at: int) -> tuple[str, int, int]:
    mention = thing.mentions[at]
    return mention.document, mention.start, mention.end


def _name_key(thing: Thing, at: int) -> str:
    mention = thing.mentions[at]
    if mention.kind == "adjective":
        place = gazetteer.adjective(mention.text)
        return aliases.place_key(place.name) if place else ""
    return aliases.key(mention.text, thing.type) if mention.kind == "name" else ""


def _part(thing: Thing, members: Sequence[int], mark: tuple[str, str]) -> Thing:
    """A thing of some of another's mentions; a part of one document belongs to that alone."""
    way, value = mark
    if way == "document":
        key: tuple[str, ...] = ("described", value, *thing.key)
    else:
        key = ("named", "Person" if thing.type == "Person" else "thing", value, *thing.key)
    part = Thing(key, kind=thing.type)
    for at in members:
        part.refs.append(thing.refs[at])
        mention = thing.mentions[at]
        part.mentions.append(mention)
        if mention.kind == "name":
            part.names[display_name(mention.text)] += 1
        elif mention.kind == "nominal":
            part.phrases[_as_counted(thing.phrases, display_name(mention.text))] += 1
    if not part.names and not part.phrases:
        part.label = thing.name
    return part


def _as_counted(phrases: Counter[str], name: str) -> str:
    """A phrase without the capital of a sentence's first word, where the thing has it so."""
    lower = name[:1].lower() + name[1:]
    return name if name in phrases else lower
