"""Who stands in the middle, and who belongs together.

- degree: with how many other entities something is in a statement.
- betweenness: the share of shortest paths that lead through it (Brandes 2001, "A faster algorithm
  for betweenness centrality"). Past 400 entities the paths from 150 of them stand for all (Brandes,
  Pich 2007, "Centrality estimation in large networks").
- PageRank: how often a walk along statements, from subject to object, comes by (Page, Brin,
  Motwani, Winograd 1999, "The PageRank citation ranking").
- communities: groups with more ties within than chance would give (Blondel et al. 2008, "Fast
  unfolding of communities in large networks", known as Louvain).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kg.analysis.ties import Ties
from kg.model import Entity, Subgraph

if TYPE_CHECKING:
    import networkx as nx

SEED = 1
"""One number for all graphs, so that pivots and communities are always the same."""
EXACT_UP_TO = 400
"""Entities up to which betweenness is exact: a second for 400 with 2,000 ties."""
PIVOTS = 150
"""Entities from which paths are followed in larger graphs: 22 s for 7,500 with 85,000 ties, where
all would take a quarter of an hour."""
DAMPING = 0.85
"""The part of steps that follow a statement; the others go anywhere."""
TOLERANCE = 1e-10
"""Change in sum of all shares at which they stand."""


@dataclass(frozen=True, slots=True)
class Central:
    """How an entity stands among the others.

    `statements` is the number of those that it has with other entities, `degree` the number of
    these; `betweenness` and `pagerank` are shares, of all paths and of all steps.
    """

    id: str
    name: str
    type: str
    statements: int
    degree: int
    betweenness: float
    pagerank: float


@dataclass(frozen=True, slots=True)
class Community:
    """Entities that are tied among each other more than to the rest, the best tied first."""

    number: int
    members: tuple[Entity, ...]

    def __str__(self) -> str:
        return ", ".join(entity.name for entity in self.members)


def centrality(subgraph: Subgraph, tied: Ties) -> tuple[Central, ...]:
    """All entities that are tied to another, those with most neighbours first."""
    through, ranks, said = _betweenness(tied.graph), pagerank(tied), _statements(tied)
    found = []
    for i, name in enumerate(tied.names):
        entity = subgraph.entities[name]
        shares = round(through[i], 6), round(float(ranks[i]), 6)
        degree = int(tied.graph.degree(i))
        found.append(Central(name, entity.name, entity.type, said[i], degree, *shares))
    return tuple(sorted(found, key=lambda one: (-one.degree, -one.statements, one.id)))


def _betweenness(graph: nx.Graph) -> dict[int, float]:
    import networkx as nx

    pivots = None if len(graph) <= EXACT_UP_TO else PIVOTS
    found: dict[int, float] = nx.betweenness_centrality(graph, k=pivots, seed=SEED)
    return found


def _statements(tied: Ties) -> Counter[int]:
    said: Counter[int] = Counter()
    for (subject, target), count in tied.counts.items():
        said[subject] += count
        said[target] += count
    return said


def pagerank(tied: Ties) -> Sequence[float]:
    """The share of steps that end at each node; several statements weigh as many.

    networkx' own takes scipy, 110 MB installed, for this loop. It ends when the shares change by
    less than 1e-10 in sum, after 140 rounds at the most: each lowers the change by the damping.
    """
    size = len(tied.names)
    if not size:
        return ()
    ends = np.array(sorted(tied.counts), dtype=np.int64)
    weights = np.array([tied.counts[a, b] for a, b in ends.tolist()], dtype=np.float64)
    leaving = np.bincount(ends[:, 0], weights, size)
    share = weights / leaving[ends[:, 0]]
    ranks = np.full(size, 1 / size)
    while True:
        along = np.bincount(ends[:, 1], share * ranks[ends[:, 0]], size)
        lost = float(ranks[leaving == 0].sum())
        moved = DAMPING * (along + lost / size) + (1 - DAMPING) / size
        if float(np.abs(moved - ranks).sum()) < TOLERANCE:
            return tuple(moved.tolist())
        ranks = moved


def components(graph: nx.Graph) -> list[list[int]]:
    """The nodes that paths join, the largest group first."""
    import networkx as nx

    return _ranked(nx.connected_components(graph))


def communities(graph: nx.Graph) -> list[list[int]]:
    """The communities, the largest first, their best tied nodes first."""
    import networkx as nx

    found = nx.community.louvain_communities(graph, seed=SEED) if graph else []
    return [sorted(group, key=lambda i: (-graph.degree(i), i)) for group in _ranked(found)]


def _ranked(groups: Iterable[set[int]]) -> list[list[int]]:
    return sorted(map(sorted, groups), key=lambda group: (-len(group), group[0]))
