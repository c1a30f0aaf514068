"""Which entities are drawn at first, and the pyvis Network that says where.

All statements from one entity to another make one edge, wider by their number. A graph of 5,000
entities is unreadable however it is drawn. So the busiest 100, or those nearest to the focus, are
placed, the page begins with as many of them as have room for their names on its screen (about 80
where that is 1,400 pixels wide, 25 on a telephone), and draws more when asked. Entities that no
relation ties to another are found by search; drawn, they would crowd out what is connected.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import networkx as nx

from kg.analysis import measures
from kg.model import Subgraph
from kg.views.layout import Box, place

if TYPE_CHECKING:
    from pyvis.network import Network

MOST_DRAWN = 100
"""Entities with which a view begins; its page has the others."""
LABEL_LETTERS = 34
"""Longer labels are cut on the canvas; the panel has the whole name."""
WRAP_FROM = 17
"""Labels of so many letters are set on two lines."""
LETTER = 6.9
"""Mean width of a letter of a label, pixels."""


def links(subgraph: Subgraph) -> Counter[tuple[str, str]]:
    """Number of statements by (subject, object), where the object is an entity."""
    return Counter(
        (statement.subject, statement.object)
        for statement in subgraph.statements
        if isinstance(statement.object, str)
    )


def connections(pairs: Iterable[tuple[str, str]]) -> nx.Graph:
    """Who is tied to whom, direction and loops aside, nodes and edges in sorted order."""
    ties = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    graph = nx.Graph()
    graph.add_nodes_from(sorted({name for tie in ties for name in tie}))
    graph.add_edges_from(ties)
    return graph


def chosen(graph: nx.Graph, entities: Iterable[str], focus: str | None) -> list[str]:
    """The entities to place, at most 100: those nearest to the focus, or the busiest, first.

    Without any connection in the graph, and for the focus itself, unconnected ones count too.
    """
    degrees = dict(graph.degree)
    ordered = sorted(graph.nodes or entities, key=lambda name: (-degrees.get(name, 0), name))
    if focus is not None:
        steps = nx.single_source_shortest_path_length(graph, focus) if focus in graph else {}
        away = {**dict(steps), focus: 0}
        ordered = sorted({*ordered, focus}, key=lambda name: (-degrees.get(name, 0), name))
        ordered.sort(key=lambda name: away.get(name, len(graph) + 1))
    return ordered[:MOST_DRAWN]


def network(subgraph: Subgraph, focus: str | None) -> Network:
    """The part of the subgraph to be drawn, in order of rank, as a pyvis Network with places."""
    from pyvis.network import Network

    pairs = links(subgraph)
    whole = connections(pairs)
    drawn = chosen(whole, subgraph.entities, focus)
    among = set(drawn)
    inner = connections(pair for pair in pairs if among.issuperset(pair))
    inner.add_nodes_from(sorted(drawn))
    labels = {name: subgraph.entities[name].name[:LABEL_LETTERS] for name in drawn}
    size = sizes(whole, drawn)
    places = place(inner, {name: _box(labels[name], size[name]) for name in drawn})
    net = Network(directed=True)
    for name in drawn:
        x, y = places[name]
        look = {"shape": "custom", "group": subgraph.entities[name].type, "size": size[name]}
        net.add_node(name, label=labels[name], x=x, y=y, **look)
    for (subject, target), count in sorted(pairs.items()):
        if subject in places and target in places:
            net.add_edge(subject, target, value=count)
    return net


def communities(graph: nx.Graph) -> dict[str, int]:
    """The number of each entity's community, from the largest; as `kg.analysis` finds them."""
    names = sorted(graph)
    where = {name: i for i, name in enumerate(names)}
    numbered = nx.Graph()
    numbered.add_nodes_from(range(len(names)))
    numbered.add_edges_from(sorted((where[a], where[b]) for a, b in graph.edges))
    found = measures.communities(numbered)
    return {names[i]: rank for rank, group in enumerate(found) for i in group}


def sizes(graph: nx.Graph, names: Iterable[str]) -> dict[str, float]:
    """Radius of each entity's node in pixels: its area grows with the number of neighbours.

    In a graph with very busy entities the busiest sets the scale.
    """
    degrees = dict(graph.degree)
    most = max(degrees.values(), default=1)
    growth = min(2.1, 12 / math.sqrt(most or 1))
    return {name: round(5 + growth * math.sqrt(degrees.get(name, 0)), 1) for name in names}


def _box(label: str, size: float) -> Box:
    rows = 2 if len(label) >= WRAP_FROM and " " in label else 1
    width = max(2 * size, len(label) / rows * LETTER)
    return Box(width + 12, 2 * size + 12 + 15 * rows)
