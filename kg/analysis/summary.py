"""A graph in figures: how much there is of what, who says most, what is most connected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kg.analysis import measures
from kg.analysis.ties import between, ties
from kg.model import Subgraph

Thing = TypeVar("Thing", str, int)

MOST_LISTED = 10
"""Relations, speakers, entities and communities that are listed by name."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a graph; mappings have the largest count first.

    `facts` is the number of different things that are said, whatever their status.
    `speakers` counts the statements on each one's word, `connected` the neighbours of an entity,
    both by name, as `relations` by phrase, for the first ten. `communities` are lists of names,
    the largest community first. `components` are the sizes of the groups that paths join;
    `alone` is the number of entities that no statement ties to another. `dates` is the first
    and last date of documents, empty where none has one; `months` counts these by month.
    """

    documents: int
    sentences: int
    statements: int
    facts: int
    entities: int
    dates: tuple[str, ...]
    months: Mapping[str, int]
    statuses: Mapping[str, int]
    types: Mapping[str, int]
    relations: Mapping[str, int]
    speakers: Mapping[str, int]
    connected: Mapping[str, int]
    components: tuple[int, ...]
    alone: int
    communities: tuple[tuple[str, ...], ...]


def summary(subgraph: Subgraph) -> Summary:
    """The figures of a subgraph."""
    tied = ties(between(subgraph))
    statements, entities = subgraph.statements, subgraph.entities
    names = [entities[name].name for name in tied.names]
    degrees = Counter({i: int(degree) for i, degree in tied.graph.degree})
    dates = sorted(d.date for d in subgraph.documents.values() if d.date)
    return Summary(
        documents=len(subgraph.documents),
        sentences=len(subgraph.sentences),
        statements=len(statements),
        facts=len({(s.subject, s.property, s.object, s.unit) for s in statements}),
        entities=len(entities),
        dates=(dates[0], dates[-1]) if dates else (),
        months=dict(sorted(Counter(date[:7] for date in dates if len(date) >= 7).items())),
        statuses=_counted(said.status for said in statements),
        types=_counted(entity.type for entity in entities.values()),
        relations=_counted((said.relation for said in statements), MOST_LISTED),
        speakers=_counted(
            (entities[said.speakers[0]].name for said in statements if said.speakers), MOST_LISTED
        ),
        connected={names[i]: n for i, n in _ordered(degrees)[:MOST_LISTED]},
        components=tuple(map(len, measures.components(tied.graph))),
        alone=len(entities) - len(names),
        communities=tuple(
            tuple(names[i] for i in group) for group in measures.communities(tied.graph)
        ),
    )


def _counted(things: Iterable[str], most: int | None = None) -> dict[str, int]:
    return dict(_ordered(Counter(things))[:most])


def _ordered(counts: Counter[Thing]) -> list[tuple[Thing, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
