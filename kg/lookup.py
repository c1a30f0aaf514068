"""What a user means by a name: the entity that has it, and the names that come near."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from kg.errors import UnknownNameError
from kg.model import Entity
from kg.retrieval import read_entities
from kg.stores import Store

_WORD = re.compile(r"\w+")
_LISTED = 10
"""Entities that a message lists."""


def find_entity(store: Store, name: str) -> str:
    """The id of the entity that a user means: by id, name or alias, case aside if need be.

    Words of a name are enough where no other entity's names have them: "Putin" for Vladimir
    Putin. Raises UnknownNameError, with the names that come near or the ids between which to
    choose.
    """
    known = read_entities(store)
    folded = name.casefold().strip()
    for found in (
        [i for i in known if i == name.removeprefix("ent:")],
        [i for i, e in known.items() if e.name == name],
        [i for i, e in known.items() if name in e.aliases],
        [i for i, e in known.items() if e.name.casefold() == folded],
        [i for i, e in known.items() if folded in map(str.casefold, e.aliases)],
        [i for i, e in known.items() if _has_words(e, folded)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(name, [known[i] for i in found])
    raise _unknown(name, known.values())


def _has_words(entity: Entity, folded: str) -> bool:
    """Whether one of an entity's names has all the words given."""
    wanted = set(_WORD.findall(folded))
    spelled = (entity.name, *entity.aliases)
    return bool(wanted) and any(wanted <= set(_WORD.findall(n.casefold())) for n in spelled)


def _ambiguous(name: str, found: Sequence[Entity]) -> UnknownNameError:
    choices = [f"{entity.id} ({entity.type})" for entity in found]
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    listed = ", ".join(choices[:_LISTED])
    msg = f'"{name}" names {len(choices)} entities; give the id of one: {listed}{more}.'
    return UnknownNameError(msg, choices)


def _unknown(name: str, known: Iterable[Entity]) -> UnknownNameError:
    names = {spelled for entity in known for spelled in (entity.name, *entity.aliases)}
    near = near_names(name, names)
    hint = f" Near it: {', '.join(near)}." if near else ""
    return UnknownNameError(f'No entity is called "{name}".{hint}', near)


def near_names(name: str, names: Iterable[str], limit: int = 5) -> list[str]:
    """The names that a user may have meant, best first."""
    by_folded: dict[str, str] = {}
    for candidate in sorted(names):
        by_folded.setdefault(candidate.casefold(), candidate)
    folded = name.casefold().strip()
    near = difflib.get_close_matches(folded, by_folded, limit, 0.6)
    words = folded.split()
    near += [key for key in by_folded if words and set(words) & set(key.split())]
    return [by_folded[key] for key in dict.fromkeys(near)][:limit]
