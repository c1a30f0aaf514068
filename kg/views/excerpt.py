"""What one page holds of a subgraph that is too large for it.

A page makes no request, so what it does not hold it cannot show; but a page of 90,000 statements
weighs 40 MB and keeps its reader waiting. So it holds some statements with their sentences: of
each pair of entities three, those among the drawn entities first, then those that touch one,
then the others in reading order. Of the rest it holds what a search needs to find it: names of
entities, the most talked of first, and titles of documents. It says what is left out, and a
server that hands it out tells it the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kg.model import Document, Entity, Statement, Subgraph
from kg.views import drawing

Thing = TypeVar("Thing")

MOST_STATEMENTS = 6_000
"""Some 3 MB with their sentences; a news story of 200 articles has about as many."""
MOST_NAMED = 25_000
"""Entities of which no statement is held, and documents of which no sentence is."""
A_PAIR = 3
"""Statements of one pair that come before those of other pairs."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a page holds, and the entities and documents beyond that which it can name.

    `left_out` is the number of statements not held, `missing` how many of these each entity
    (id) has a part in and each document (id) states.
    """

    held: Subgraph
    entities: Mapping[str, Entity]
    documents: Mapping[str, Document]
    left_out: int
    missing: Counter[str]


def excerpt(subgraph: Subgraph, focus: str | None) -> Excerpt:
    """All of a subgraph, or its first 6,000 statements with what they mention."""
    if len(subgraph.statements) <= MOST_STATEMENTS:
        return Excerpt(subgraph, {}, {}, 0, Counter())
    kept = _first(subgraph, focus)
    held = _with_what_they_mention(subgraph, kept, focus)
    chosen = {said.id for said in kept}
    rest = [said for said in subgraph.statements if said.id not in chosen]
    missing = Counter(name for said in rest for name in {*_entities(said, subgraph), said.document})
    return Excerpt(
        held,
        _most(subgraph.entities, held.entities, missing),
        _most(subgraph.documents, held.documents, missing),
        len(rest),
        missing,
    )


def _first(subgraph: Subgraph, focus: str | None) -> tuple[Statement, ...]:
    graph = drawing.connections(drawing.links(subgraph))
    drawn = set(drawing.chosen(graph, subgraph.entities, focus))
    seen: Counter[tuple[str, str]] = Counter()
    ranked: list[tuple[bool, int, int, Statement]] = []
    for said in sorted(subgraph.statements, key=_in_reading_order):
        pair = (said.subject, str(said.object))
        seen[pair] += 1
        inside = (said.subject in drawn) + (said.object in drawn)
        ranked.append((seen[pair] > A_PAIR, -inside, len(ranked), said))
    return tuple(said for *_, said in sorted(ranked)[:MOST_STATEMENTS])  # no two have one rank


def _in_reading_order(said: Statement) -> tuple[str, int, str]:
    return said.document, said.sentence, said.id


def _with_what_they_mention(
    subgraph: Subgraph, kept: tuple[Statement, ...], focus: str | None
) -> Subgraph:
    names = {name for said in kept for name in _entities(said, subgraph)}
    names |= {focus} if focus else set()
    places = {(said.document, said.sentence) for said in kept}
    return Subgraph(
        {name: subgraph.entities[name] for name in names},
        kept,
        {source: subgraph.documents[source] for source, _ in places},
        {place: subgraph.sentences[place] for place in places},
        {name: where for name, where in subgraph.mentions.items() if name in names},
    )


def _most(
    whole: Mapping[str, Thing], held: Mapping[str, Thing], missing: Counter[str]
) -> dict[str, Thing]:
    """Those that are not held, the ones with most missing statements first, as many as fit."""
    others = sorted(set(whole) - set(held), key=lambda name: (-missing[name], name))
    return {name: whole[name] for name in others[:MOST_NAMED]}


def _entities(said: Statement, subgraph: Subgraph) -> Iterable[str]:
    ends = (said.subject, said.object, *said.speakers, said.place)
    return (name for name in ends if isinstance(name, str) and name in subgraph.entities)
