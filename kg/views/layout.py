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
Cells = set[tuple[int, int]]
Reach = tuple[int, int, int, int]

SEED = 7
"""One number for all graphs, so that each is always laid out the same."""
STEP = 118.0
"""Wished length of a relation: a label of 15 letters and some air."""
ROUNDS = 120
"""Rounds of majorization; the stress of graphs of 120 nodes falls by less than 0.1 % after 90."""
ASPECT = 1.0
"""Width over height that shaping and packing aim at: the canvas between legend and panel."""
STRETCH = 1.7
"""The most that one axis is drawn out against the other to come near the aspect."""
FILL = 3.2
"""Area of a component over the area of its boxes; below 3 the pushing apart tears shapes up."""
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
    placed = _pack([_spread(graph, part, boxes) for part in parts])
    return {
        name: (round(float(x)), round(float(y)))
        for part, points in zip(parts, placed, strict=True)
        for name, (x, y) in zip(part, points, strict=True)
    }


def _spread(graph: nx.Graph, part: list[str], boxes: Mapping[str, Box]) -> tuple[Floats, Cells]:
    """One component's places and the cells that its boxes and lines cover."""
    extents = np.array([[boxes[name].width, boxes[name].height] for name in part])
    points = _apart(_shaped(_unfold(graph, part), extents), extents)
    points = points - (points.max(axis=0) + points.min(axis=0)) / 2
    where = {name: i for i, name in enumerate(part)}
    ends = [(where[a], where[b]) for a, b in graph.subgraph(part).edges]
    return points, _box_cells(points, extents) | _line_cells(points, ends)


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
    crowd = {name: min(graph.degree(name), 8) for name in part}
    lengthened = nx.Graph()
    lengthened.add_nodes_from(part)
    for a, b in sorted(tuple(sorted(edge)) for edge in graph.subgraph(part).edges):
        less = min(crowd[a], crowd[b])
        lengthened.add_edge(a, b, weight=STEP * (0.5 + 0.18 * less))
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
    turned: Floats = points @ turn
    return turned


def _shaped(points: Floats, extents: Floats) -> Floats:
    """Scale a component to its share of the area, its axes towards the wished aspect."""
    if len(points) < 4:
        return points
    span = np.maximum(np.ptp(points, axis=0), 1.0)
    area = FILL * float((extents[:, 0] * extents[:, 1]).sum())
    span = np.maximum(span, span.max() / 3)  # a chain fills its own strip, not the whole area
    stretch = np.clip(np.sqrt(ASPECT * span[1] / span[0]), STRETCH**-0.5, STRETCH**0.5)
    drawn_out = points * np.array([stretch, 1 / stretch])
    scaled: Floats = drawn_out * np.sqrt(area / (span[0] * span[1]))
    return scaled


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


def _pack(spread: list[tuple[Floats, Cells]]) -> list[Floats]:
    """Put each component where its cells are free and it is nearest to the middle."""
    taken: Cells = set()
    placed = []
    for points, cells in spread:
        shift = _free_place(cells, taken)
        taken |= {(x + shift[0], y + shift[1]) for x, y in cells}
        placed.append(points + np.array(shift) * CELL)
    return _centred(placed)


def _centred(placed: list[Floats]) -> list[Floats]:
    if not placed:
        return placed
    every = np.concatenate(placed)
    middle = (every.max(axis=0) + every.min(axis=0)) / 2
    return [points - middle for points in placed]


def _line_cells(points: Floats, ends: list[tuple[int, int]]) -> Cells:
    """The grid cells that the lines between `ends` pass, lest a stranger come to lie on one."""
    cells: Cells = set()
    for a, b in ends:
        steps = 1 + int(np.hypot(*(points[b] - points[a])) / CELL)
        along = points[a] + np.linspace(0, 1, steps + 1)[:, None] * (points[b] - points[a])
        cells.update((x, y) for x, y in np.rint(along / CELL).astype(int).tolist())
    return cells


def _box_cells(points: Floats, extents: Floats) -> Cells:
    """The grid cells that the boxes of a component cover."""
    cells: Cells = set()
    low = np.floor((points - extents / 2) / CELL).astype(int)
    high = np.ceil((points + extents / 2) / CELL).astype(int)
    for (x0, y0), (x1, y1) in zip(low.tolist(), high.tolist(), strict=True):
        cells.update((x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))
    return cells


def _free_place(cells: Cells, taken: Cells) -> tuple[int, int]:
    """The shift, in cells, at which `cells` meet nothing taken and the whole stays compact.

    Of the free places on the first ring that has any, and on the next few, the one is taken that
    leaves the smallest frame of the wished aspect.
    """
    if not taken:
        return 0, 0
    whole, own = _reach(taken), _reach(cells)
    free: list[tuple[int, int]] = []
    ring = last = 0
    while not free or ring < last:
        ring += 2
        last = last if free else ring + 8
        free += [
            (dx, dy)
            for dx, dy in _ring(ring)
            if not any((x + dx, y + dy) in taken for x, y in cells)
        ]
    return min(free, key=lambda shift: _frame(whole, own, shift))


def _reach(cells: Cells) -> Reach:
    """Leftmost, rightmost, highest and lowest cell."""
    xs, ys = zip(*cells, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def _frame(whole: Reach, own: Reach, shift: tuple[int, int]) -> float:
    """Half the height of the frame round the middle that holds both, one of them shifted."""
    dx, dy = shift
    across = max(-whole[0], whole[1], -own[0] - dx, own[1] + dx) / ASPECT
    down = max(-whole[2], whole[3], -own[2] - dy, own[3] + dy)
    return max(across, down) + 0.01 * (across + down)


def _ring(radius: int) -> list[tuple[int, int]]:
    """Shifts on an ellipse of the wished aspect, from the bottom round."""
    steps = max(16, radius * 2)
    turns = np.arange(steps) / steps * 2 * np.pi
    xs = np.rint(radius * ASPECT * np.sin(turns)).astype(int)
    ys = np.rint(radius * np.cos(turns)).astype(int)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))
