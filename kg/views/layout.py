"""Where the drawn entities stand, worked out before the page is opened.

A physics simulation in the browser needs many seconds for 200 nodes, moves while one reads, and
ends differently each time. Here each connected component is laid out alone by stress
majorization: entities that are k relations apart are drawn about k steps apart (Gansner, Koren,
North 2004, "Graph drawing by stress majorization"). Then the boxes of nodes and their labels are
pushed off each other, and the components are packed around the largest, each at the free place
nearest to the middle (after Freivalds, Dogrusoz, Kikusts 2002, "Disconnected graph layout and the
polyomino packing approach").

Coordinates are in pixels at the zoom at which the whole graph fits a middling screen. Nodes are
taken in sorted order and every start is seeded, so the same graph gives the same places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SEED = 7
STEP = 118.0
"""Wished length of a relation: a label of 15 letters and some air."""
ROUNDS = 120
"""Rounds of majorization; the stress of graphs of 120 nodes falls by less than 0.1 % after 90."""
ASPECT = 1.15
"""Width over height that the packing aims at: the canvas between legend and panel."""
CELL = 12.0
"""Side of the packing grid's cells."""


@dataclass(frozen=True, slots=True)
class Box:
    """The space a node takes with its label, around the node's centre: pixels."""

    width: float
    height: float


def place(graph: nx.Graph, boxes: Mapping[str, Box]) -> dict[str, tuple[int, int]]:
    """The centre of each node of an undirected graph, in whole pixels around the origin."""
    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=_by_size)
    spread = []
    for part in parts:
        extents = np.array([[boxes[name].width, boxes[name].height] for name in part])
        spread.append((_apart(_unfold(graph, part), extents), extents))
    placed = _pack(spread)
    return {
        name: (round(float(x)), round(float(y)))
        for part, points in zip(parts, placed, strict=True)
        for name, (x, y) in zip(part, points, strict=True)
    }


def _by_size(part: list[str]) -> tuple[int, str]:
    return -len(part), part[0]


def _unfold(graph: nx.Graph, part: list[str]) -> Floats:
    """Stress majorization of one component, its longest extent laid level."""
    if len(part) == 1:
        return np.zeros((1, 2))
    wished = _distances(graph, part)
    index = nx.Graph()
    index.add_nodes_from(range(len(part)))
    where = {name: i for i, name in enumerate(part)}
    index.add_edges_from(sorted((where[a], where[b]) for a, b in graph.subgraph(part).edges))
    start = nx.spring_layout(index, seed=SEED, iterations=60, scale=STEP * len(part) ** 0.5)
    points = np.array([start[i] for i in range(len(part))], dtype=np.float64)
    return _level(_majorize(points, wished))


def _distances(graph: nx.Graph, part: list[str]) -> Floats:
    """Wished distances between all nodes; relations of busy nodes are longer, for the crowd."""
    crowd = {name: min(graph.degree(name), 16) for name in part}
    lengthened = nx.Graph()
    lengthened.add_nodes_from(part)
    for a, b in sorted(tuple(sorted(edge)) for edge in graph.subgraph(part).edges):
        less = min(crowd[a], crowd[b])
        lengthened.add_edge(a, b, weight=STEP * (0.8 + 0.11 * less))
    wished = np.zeros((len(part), len(part)))
    for i, name in enumerate(part):
        reached = nx.single_source_dijkstra_path_length(lengthened, name)
        wished[i] = [reached[other] for other in part]
    return wished


def _majorize(points: Floats, wished: Floats) -> Floats:
    """Lower the stress by Guttman transforms, weights 1/d²."""
    with np.errstate(divide="ignore"):
        weights = np.where(wished > 0, wished**-2.0, 0.0)
    totals = weights.sum(axis=1)
    for _ in range(ROUNDS):
        offsets = points[:, None, :] - points[None, :, :]
        lengths = np.maximum(np.hypot(offsets[..., 0], offsets[..., 1]), 1e-9)
        pulls = weights * wished / lengths
        target = (weights @ points) + (pulls[..., None] * offsets).sum(axis=1)
        points = target / totals[:, None]
    return points


def _level(points: Floats) -> Floats:
    """Centre the points and turn their principal axis level, the same way round each time."""
    points = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(points.T @ points)
    major = axes[:, 1] * (1.0 if axes[0, 1] >= 0 else -1.0)
    turn = np.array([[major[0], -major[1]], [major[1], major[0]]])
    return points @ turn


def _apart(points: Floats, extents: Floats) -> Floats:
    """Push boxes off each other along the lesser overlap, until none is left or 300 rounds."""
    reach = (extents[:, None, :] + extents[None, :, :]) / 2
    tie = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None, :])
    for _ in range(300):
        offsets = points[:, None, :] - points[None, :, :]
        overlap = reach - np.abs(offsets)
        hit = (overlap > 0.5).all(axis=2) & (tie != 0)
        if not hit.any():
            break
        across = overlap[..., 0] < overlap[..., 1]
        sign = np.where(offsets == 0, tie[..., None], np.sign(offsets))
        push = sign * overlap * 0.5 * hit[..., None]
        push[..., 0] *= across
        push[..., 1] *= ~across
        points = points + 0.6 * push.sum(axis=1)
    return points


def _pack(spread: list[tuple[Floats, Floats]]) -> list[Floats]:
    """Put each component where its boxes meet nobody's and it is nearest to the middle."""
    taken: set[tuple[int, int]] = set()
    placed = []
    for points, extents in spread:
        centred = points - (points.max(axis=0) + points.min(axis=0)) / 2
        cells = _cells(centred, extents)
        shift = _free_place(cells, taken)
        taken |= {(x + shift[0], y + shift[1]) for x, y in cells}
        placed.append(centred + np.array(shift) * CELL)
    return _centred(placed)


def _centred(placed: list[Floats]) -> list[Floats]:
    if not placed:
        return placed
    every = np.concatenate(placed)
    middle = (every.max(axis=0) + every.min(axis=0)) / 2
    return [points - middle for points in placed]


def _cells(points: Floats, extents: Floats) -> set[tuple[int, int]]:
    """The grid cells that the boxes of a component cover."""
    cells = set()
    low = np.floor((points - extents / 2) / CELL).astype(int)
    high = np.ceil((points + extents / 2) / CELL).astype(int)
    for (x0, y0), (x1, y1) in zip(low.tolist(), high.tolist(), strict=True):
        cells.update((x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))
    return cells


def _free_place(cells: set[tuple[int, int]], taken: set[tuple[int, int]]) -> tuple[int, int]:
    """The shift, in cells, nearest to the middle at which `cells` meet nothing taken."""
    if not taken:
        return 0, 0
    ring = 0
    while True:
        ring += 2
        for dx, dy in _ring(ring):
            if not any((x + dx, y + dy) in taken for x, y in cells):
                return dx, dy


def _ring(radius: int) -> list[tuple[int, int]]:
    """Shifts on an ellipse of the wished aspect, from the bottom round."""
    steps = max(16, radius * 2)
    turns = np.arange(steps) / steps * 2 * np.pi
    xs = np.rint(radius * ASPECT * np.sin(turns)).astype(int)
    ys = np.rint(radius * np.cos(turns)).astype(int)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))
