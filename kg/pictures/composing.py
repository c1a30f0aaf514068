"""What a picture shows and where: entities with their names, lines, names of relations.

Entities stand where `kg.views.layout` places boxes that hold each node with its name, so that
none covers another. Between two entities a line is drawn for each direction and status, side by
side. Then relations are named in the order of their lines' weight, each where along its line its
name is clear of all that stands there already, else not at all.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import networkx as nx

from kg.lines import visible
from kg.model import Entity, Statement, Subgraph
from kg.views import drawing
from kg.views.layout import Box, place

Point = tuple[float, float]
Measure = Callable[[str, float], tuple[float, float]]
"""Text and its size -> width and height, all in points."""

NAME, RELATION = 7.5, 5.6
"""Sizes of text, points."""
LEADING = 1.2
"""Height of a line, in sizes of its text."""
WRAP_FROM, CUT = 16, 44
"""Letters from which a name is set on two lines, and at which it is cut."""
_AIR = (22.0, 19.0)
"""Points around a node and its name that stay free, across and down: room for relations."""
_BEND = 13.0
"""Points between lines that tie the same two entities."""
_DETOURS = (0.0, 9.0, -9.0, 18.0, -18.0, 30.0, -30.0)
"""Points by which a line is bent to pass by what it does not tie, the least first."""
_WIDEST = 0.22
"""The most by which a line is bent, in parts of its length."""
_SAMPLES = tuple(i / 24 for i in range(25))
"""Where a line is looked at: every 10 points of one that crosses half a page."""
_ALONG = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75)
"""Where along a line its relation's name is tried."""
_ASIDE = (0.0, 4.5, -4.5)
"""Points beside its line where a name is tried: it then stands on the line as on a ruler."""


@dataclass(frozen=True, slots=True)
class Node:
    """An entity with the middle and radius of its shape, and the rows of its name below."""

    entity: Entity
    at: Point
    radius: float
    rows: tuple[str, ...]
    width: float

    @property
    def box(self) -> Tile:
        """The place of shape and name together."""
        height = 2 * self.radius + NAME * LEADING * len(self.rows) + 2
        middle = self.at[1] + self.radius - height / 2
        return Tile((self.at[0], middle), max(self.width, 2 * self.radius), height, 0.0)


@dataclass(frozen=True, slots=True)
class Curve:
    """A line from one entity's edge by way of a point to another's, for one status."""

    start: Point
    via: Point
    end: Point
    status: str
    count: int
    relation: str

    def at(self, part: float) -> Point:
        """The point at a part of the way."""
        rest = 1 - part
        x, y = (
            rest * rest * a + 2 * rest * part * b + part * part * c
            for a, b, c in zip(self.start, self.via, self.end, strict=True)
        )
        return x, y

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    def turn(self, part: float) -> float:
        """Its angle at a part of the way, in degrees, so that words along it stand upright."""
        (x0, y0), (x1, y1), (x2, y2) = self.start, self.via, self.end
        run = (1 - part) * (x1 - x0) + part * (x2 - x1)
        rise = (1 - part) * (y1 - y0) + part * (y2 - y1)
        return (math.degrees(math.atan2(rise, run)) + 90) % 180 - 90


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle around its middle, turned by degrees."""

    middle: Point
    width: float
    height: float
    turn: float

    def corners(self) -> tuple[Point, ...]:
        """The four corners in order."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        halves = [(self.width / 2 * x, self.height / 2 * y) for x, y in _SIGNS]
        x, y = self.middle
        return tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in halves)

    def meets(self, other: Tile) -> bool:
        """Whether two rectangles overlap: no side of either separates them."""
        ours, theirs = self.corners(), other.corners()
        return not any(_apart(axis, ours, theirs) for axis in (*_axes(self), *_axes(other)))


_SIGNS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a relation on its line."""

    text: str
    tile: Tile
    status: str


@dataclass(frozen=True, slots=True)
class Composition:
    """All that a picture shows, and how many statements its lines stand for."""

    nodes: tuple[Node, ...]
    curves: tuple[Curve, ...]
    labels: tuple[Label, ...]
    statements: int


def compose(subgraph: Subgraph, focus: str | None, most: int, measure: Measure) -> Composition:
    """The picture of at most so many entities, the best connected or those nearest to the focus."""
    pairs = drawing.links(subgraph)
    whole = drawing.connections(pairs)
    ranked = drawing.chosen(whole, subgraph.entities, focus)
    drawn, inner = _tied(ranked, pairs, most)
    blanks = {name: _blank(subgraph.entities[name], whole, measure) for name in drawn}
    places = place(inner, {name: _with_air(node) for name, node in blanks.items()})
    nodes = {name: _placed(node, places[name]) for name, node in blanks.items()}
    said = [s for s in subgraph.statements if s.subject in nodes and s.object in nodes]
    curves = tuple(_curves(said, nodes))
    labels = tuple(_named(curves, [node.box for node in nodes.values()], measure))
    return Composition(tuple(nodes.values()), curves, labels, len(said))


def _tied(
    ranked: Sequence[str], pairs: Iterable[tuple[str, str]], most: int
) -> tuple[list[str], nx.Graph]:
    """The first so many that are tied to another of them, with their ties.

    Where none is tied, and of a single one, those that stand first, as they are.
    """
    for size in range(min(most, len(ranked)), len(ranked) + 1):
        among = set(ranked[:size])
        inner = drawing.connections(pair for pair in pairs if among.issuperset(pair))
        if len(inner) >= most:
            break
    if len(inner) == 0 or (ranked[0] not in inner):
        inner.add_nodes_from(ranked[:1] if len(inner) else ranked[:most])
    return sorted(inner), inner


def _blank(entity: Entity, whole: nx.Graph, measure: Measure) -> Node:
    """A node that has no place yet."""
    rows = name_rows(entity.name)
    radius = 2.6 + 0.85 * math.sqrt(whole.degree(entity.id) if entity.id in whole else 0)
    width = max(measure(row, NAME)[0] for row in rows)
    return Node(entity, (0.0, 0.0), min(radius, 9.0), rows, width)


def name_rows(name: str) -> tuple[str, ...]:
    """A name on one line or two, cut where it is too long even for these.

    >>> name_rows("emergency session of the council")
    ('emergency session', 'of the council')
    """
    text = visible(name).strip() or "(no name)"
    text = text if len(text) <= CUT else f"{text[: CUT - 1].rstrip()}…"
    spaces = [i for i, letter in enumerate(text) if letter == " "]
    if len(text) < WRAP_FROM or not spaces:
        return (text,)
    middle = min(spaces, key=lambda i: (abs(i - (len(text) - i - 1)), i))
    return text[:middle], text[middle + 1 :]


def _with_air(node: Node) -> Box:
    box = node.box
    return Box(box.width + _AIR[0], box.height + _AIR[1])


def _placed(node: Node, at: tuple[int, int]) -> Node:
    """The node where its box has the place; the layout's y grows downwards."""
    offset = node.box.middle[1]
    return Node(node.entity, (float(at[0]), -at[1] - offset), node.radius, node.rows, node.width)


def _curves(said: Iterable[Statement], nodes: dict[str, Node]) -> Iterator[Curve]:
    """A line for each direction and status between two entities, bent away from each other."""
    between: dict[frozenset[str], dict[tuple[str, str, str], Counter[str]]] = defaultdict(
        lambda: defaultdict(Counter)
    )
    for statement in said:
        subject, target = statement.subject, str(statement.object)
        if subject != target:
            key = subject, target, statement.status
            between[frozenset((subject, target))][key][statement.relation] += 1
    for lines in between.values():
        for number, key in enumerate(sorted(lines)):
            phrases = lines[key]
            bend = _BEND * (number - (len(lines) - 1) / 2)
            bend = bend if key[0] < key[1] else -bend
            relation = min(phrases, key=lambda phrase: (-phrases[phrase], phrase))
            more = f" +{len(phrases) - 1}" if len(phrases) > 1 else ""
            ends = nodes[key[0]], nodes[key[1]]
            others = [node for node in nodes.values() if node not in ends]
            drawn = Curve((0, 0), (0, 0), (0, 0), key[2], phrases.total(), visible(relation) + more)
            yield _clear(drawn, ends, bend, others)


def _clear(drawn: Curve, ends: tuple[Node, Node], bend: float, others: Sequence[Node]) -> Curve:
    """The line bent so that it passes by what it does not tie, as little as that takes."""
    widest = _WIDEST * math.dist(ends[0].at, ends[1].at)
    ways = [_bent(drawn, ends, bend + more) for more in _DETOURS if abs(more) <= widest]
    return min(ways, key=lambda curve: _strikes(curve, others))


def _strikes(curve: Curve, others: Sequence[Node]) -> int:
    """How often a line runs into shapes of others, ten times as bad as into their names."""
    struck = 0
    for x, y in map(curve.at, _SAMPLES):
        for node in others:
            dx, dy = abs(x - node.at[0]), y - node.at[1]
            if math.hypot(dx, dy) < node.radius + 2:
                struck += 10
            elif dx < node.width / 2 and -node.box.height < dy < 0:
                struck += 1
    return struck


def _bent(drawn: Curve, ends: tuple[Node, Node], bend: float) -> Curve:
    """The line between two nodes whose middle lies `bend` points beside the straight way."""
    (x0, y0), (x1, y1) = ends[0].at, ends[1].at
    length = math.dist(ends[0].at, ends[1].at) or 1.0
    aside = 2 * bend / length
    via = (x0 + x1) / 2 - aside * (y1 - y0), (y0 + y1) / 2 + aside * (x1 - x0)
    start = _towards(ends[0].at, via, ends[0].radius + 1.0)
    end = _towards(ends[1].at, via, ends[1].radius + 2.0)
    return replace(drawn, start=start, via=via, end=end)


def _towards(point: Point, other: Point, distance: float) -> Point:
    length = math.dist(point, other) or 1.0
    part = min(distance / length, 0.49)
    return point[0] + part * (other[0] - point[0]), point[1] + part * (other[1] - point[1])


def _named(curves: Sequence[Curve], boxes: list[Tile], measure: Measure) -> Iterator[Label]:
    """The relations that have room for their names on their lines."""
    taken = list(boxes)
    for curve in sorted(curves, key=lambda c: (-c.count, c.relation, c.start)):
        width, height = measure(curve.relation, RELATION)
        if width > 0.92 * curve.length:
            continue
        tiles = _tried(curve, width + 2, height + 1)
        free = next((t for t in tiles if not any(t.meets(other) for other in taken)), None)
        if free:
            taken.append(free)
            yield Label(curve.relation, free, curve.status)


def _tried(curve: Curve, width: float, height: float) -> Iterator[Tile]:
    """Where a relation's name may stand, the best place first: on its line, else close beside."""
    for aside in _ASIDE:
        for part in _ALONG:
            (x, y), turn = curve.at(part), curve.turn(part)
            angle = math.radians(turn + 90)
            yield Tile(
                (x + aside * math.cos(angle), y + aside * math.sin(angle)), width, height, turn
            )


def _axes(tile: Tile) -> tuple[Point, Point]:
    turn = math.radians(tile.turn)
    return (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))


def _apart(axis: Point, ours: Iterable[Point], theirs: Iterable[Point]) -> bool:
    """Whether the shadows of two shapes on an axis leave a gap."""
    one = [axis[0] * x + axis[1] * y for x, y in ours]
    other = [axis[0] * x + axis[1] * y for x, y in theirs]
    return max(one) <= min(other) or max(other) <= min(one)
