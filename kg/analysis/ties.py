"""Who is tied to whom: the statements of a subgraph as a simple graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.model import Statement, Subgraph

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Ties:
    """An undirected graph without loops; its nodes are the numbers of `names`, in sorted order.

    `counts` has the number of statements by (subject, object), both as numbers.
    """

    names: tuple[str, ...]
    graph: nx.Graph
    counts: Counter[tuple[int, int]]


def between(subgraph: Subgraph, *, asserted: bool = False) -> Iterator[Statement]:
    """The statements from one entity to another, or only those that are asserted.

    What was so and has ended is asserted too.
    """
    for said in subgraph.statements:
        tying = isinstance(said.object, str) and said.object != said.subject
        if tying and (said.status == "asserted" or not asserted):
            yield said


def ties(statements: Iterable[Statement]) -> Ties:
    """The ties that statements between entities make; who is in none of them is no node."""
    import networkx as nx

    pairs = Counter((said.subject, str(said.object)) for said in statements)
    names = tuple(sorted({name for pair in pairs for name in pair}))
    number = {name: i for i, name in enumerate(names)}
    counts = Counter({(number[a], number[b]): count for (a, b), count in pairs.items()})
    graph = nx.Graph()
    graph.add_nodes_from(range(len(names)))
    graph.add_edges_from(sorted({(min(pair), max(pair)) for pair in counts}))
    return Ties(names, graph, counts)
