"""A composition on a matplotlib figure whose unit is the point: title, graph, legend, caption."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from kg.errors import ArgumentError
from kg.lines import visible
from kg.model import ENTITY_TYPES, Subgraph
from kg.pictures import canvas, looks
from kg.pictures.composing import LEADING, NAME, RELATION, Composition, Curve, Node, compose

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path

MOST_DRAWN = 40
"""Entities of a picture where nothing else is asked for; their names then stand at 5 points or
more on a page of A4."""
_MARGIN = 14.0
_TITLE, _LEGEND = 11.0, 7.0
_ROW = 13.0
"""Points: the margin, sizes of text, the height of a row of the legend."""
_NARROWEST = 330.0
"""Points: room for a title and the legend's columns."""


def graph_picture(
    subgraph: Subgraph,
    format_: str = "png",
    *,
    focus: str | None = None,
    title: str = "",
    most: int = MOST_DRAWN,
) -> bytes:
    """The bytes of a picture of a graph.

    Of the entities the `most` best connected are drawn, or those nearest to `focus`, an id.
    Raises ArgumentError for a format that is none, InputError where matplotlib is missing.
    """
    canvas.check(format_)
    if most < 1:
        raise ArgumentError(f"most is {most}; a picture has one entity at least.")
    with canvas.settings():
        return canvas.written(figure_of(subgraph, focus, title, most), format_)


def figure_of(subgraph: Subgraph, focus: str | None, title: str, most: int) -> Figure:
    """The figure of a graph, under the settings of `canvas`."""
    from matplotlib.figure import Figure

    shown = compose(subgraph, focus, most, measure)
    left, bottom, right, top = _extent(shown)
    width = max(right - left, _NARROWEST) + 2 * _MARGIN
    entries = list(_entries(shown))
    rows = _legend_rows(entries, width - 2 * _MARGIN)
    below = _ROW * (len(rows) + 1) + _MARGIN
    above = 2 * _TITLE if title else 0
    height = top - bottom + 2 * _MARGIN + below + above
    figure = Figure(figsize=(width / 72, height / 72))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    start = (left + right - width) / 2
    axes.set_xlim(start, start + width)
    axes.set_ylim(bottom - _MARGIN - below, bottom - _MARGIN - below + height)
    _draw(axes, shown)
    _frame(axes, title, rows, (start + _MARGIN, bottom - _MARGIN, top + _MARGIN))
    caption = _caption(shown, subgraph)
    at = start + _MARGIN, bottom - below + _ROW / 2 - 2
    _text(axes, at, caption, RELATION + 0.6, color=looks.MUTED, ha="left", va="baseline")
    return figure


def _extent(shown: Composition) -> tuple[float, float, float, float]:
    corners = [point for node in shown.nodes for point in node.box.corners()]
    corners += [curve.via for curve in shown.curves] or [(0.0, 0.0)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@cache
def measure(text: str, size: float) -> tuple[float, float]:
    """Width and height of a text as it will be drawn, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return 0.0, size
    extent = TextPath((0, 0), text, size=size, prop=FontProperties(), usetex=False).get_extents()
    return float(extent.width), size


def _draw(axes: Axes, shown: Composition) -> None:
    for curve in sorted(shown.curves, key=lambda c: (c.status == "asserted", c.count)):
        _draw_curve(axes, curve)
    for node in shown.nodes:
        _draw_shape(axes, node.entity.type, node.at, node.radius)
    for label in shown.labels:
        colour = looks.NEGATED if label.status.startswith("negated") else looks.MUTED
        _text(
            axes, label.tile.middle, label.text, RELATION, color=colour, rotation=label.tile.turn,
            rotation_mode="anchor", ha="center", va="center", style="italic", gid="relation",
            bbox=_ground(1.0),
        )  # fmt: skip
    for node in shown.nodes:
        _draw_name(axes, node)


def _draw_name(axes: Axes, node: Node) -> None:
    x, y = node.at
    for number, row in enumerate(node.rows):
        below = y - node.radius - 1 - NAME * LEADING * (number + 0.5)
        _text(
            axes, (x, below), row, NAME, color=looks.INK, ha="center", va="center", gid="name",
            bbox=_ground(0.8),
        )  # fmt: skip


def _draw_curve(axes: Axes, curve: Curve) -> None:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path

    colour = looks.line_colour(curve.status)
    width = 0.7 + 0.35 * math.log2(curve.count)
    codes = [Path.MOVETO, Path.CURVE3, Path.CURVE3]
    dash = looks.DASHES.get(curve.status, ())
    axes.add_patch(
        PathPatch(
            Path([curve.start, curve.via, curve.end], codes),
            fill=False,
            edgecolor=colour,
            linewidth=width,
            linestyle=(0, dash) if dash else "solid",
            capstyle="round" if dash[:1] == (1.2,) else "butt",
        )
    )
    axes.add_patch(Polygon(_head(curve, 4.2 + width), closed=True, facecolor=colour, linewidth=0))


def _head(curve: Curve, size: float) -> list[tuple[float, float]]:
    """The corners of an arrow's head."""
    (x, y), (from_x, from_y) = curve.end, curve.via
    turn = math.atan2(y - from_y, x - from_x)
    sides = (turn + 0.4, turn - 0.4)
    back = [(x - size * math.cos(side), y - size * math.sin(side)) for side in sides]
    return [(x + math.cos(turn), y + math.sin(turn)), *back]


def _draw_shape(axes: Axes, kind: str, at: tuple[float, float], radius: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.transforms import Affine2D

    there = Affine2D().scale(radius).translate(*at)
    colour = looks.COLOURS.get(kind, looks.OTHER)
    outline = _outline(kind).transformed(there)
    axes.add_patch(PathPatch(outline, facecolor=colour, edgecolor="white", linewidth=0.8))


@cache
def _outline(kind: str) -> Path:
    """The shape of a type in a frame of radius 1."""
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    if kind in looks.SHAPES:
        return Path([*looks.SHAPES[kind], (0, 0)], closed=True)
    if kind == "Concept":
        return Path.unit_circle().transformed(Affine2D().scale(1.2, 1.2 * looks.FLAT))
    return Path.unit_circle()


def _text(axes: Axes, at: tuple[float, float], text: str, size: float, **looks_: object) -> None:
    axes.text(*at, text, fontsize=size, **looks_)  # type: ignore[arg-type]


def _ground(opacity: float) -> dict[str, object]:
    """White behind a text, by which it is read where lines pass.

    A rim round its letters would look finer, but writes each letter of an SVG out, twice: 1.7 MB.
    """
    return {"facecolor": "white", "edgecolor": "none", "pad": 0.4, "alpha": opacity}


# ---- what stands around the graph
Entry = tuple[str, str, str]
"""Kind ("type" or "status"), which one, and its words."""


def _entries(shown: Composition) -> Iterator[Entry]:
    """The legend: types and statuses that are there, with their numbers."""
    types = Counter(node.entity.type for node in shown.nodes)
    for kind in (*ENTITY_TYPES, *sorted(set(types) - set(ENTITY_TYPES))):
        if types[kind]:
            yield "type", kind, f"{looks.TYPE_NAMES.get(kind, kind)} ({types[kind]})"
    statuses = Counter[str]()
    for curve in shown.curves:
        statuses[curve.status] += curve.count
    for status in looks.DASHES:
        if statuses[status]:
            yield "status", status, f"{status} ({statuses[status]})"


def _legend_rows(entries: Sequence[Entry], width: float) -> list[list[tuple[float, Entry]]]:
    """The entries in rows, each with its distance from the left; statuses begin a row."""
    rows: list[list[tuple[float, Entry]]] = [[]]
    at, last = 0.0, entries[0][0] if entries else ""
    for entry in entries:
        needed = (16 if entry[0] == "type" else 28) + measure(entry[2], _LEGEND)[0] + 12
        if rows[-1] and (at + needed > width or entry[0] != last):
            rows.append([])
            at = 0.0
        rows[-1].append((at, entry))
        at, last = at + needed, entry[0]
    return rows


def _frame(
    axes: Axes,
    title: str,
    rows: Sequence[Sequence[tuple[float, Entry]]],
    place: tuple[float, float, float],
) -> None:
    """The title above and the legend below; `place` is the graph's left, lower and upper end."""
    left, lower, upper = place
    if title:
        at = left, upper + 2
        _text(axes, at, visible(title), _TITLE, color=looks.INK, ha="left", weight="bold")
    for number, row in enumerate(rows):
        y = lower - _ROW * (number + 0.5)
        for offset, entry in row:
            _draw_entry(axes, (left + offset, y), entry)


def _draw_entry(axes: Axes, at: tuple[float, float], entry: Entry) -> None:
    (x, y), (kind, which, words) = at, entry
    if kind == "type":
        _draw_shape(axes, which, (x + 6, y), 3.6)
        x += 14
    else:
        _draw_curve(axes, Curve((x, y), (x + 11, y), (x + 21, y), which, 1, ""))
        x += 26
    _text(axes, (x, y), words, _LEGEND, color=looks.INK, ha="left", va="center")


def _caption(shown: Composition, whole: Subgraph) -> str:
    """How much of the graph is there, and what the size of a shape means."""
    drawn, there = len(shown.nodes), len(whole.entities)
    entities = f"all {there:,}" if drawn == there else f"{drawn:,} of {there:,}"
    return (
        f"{entities} entities, {shown.statements:,} of {len(whole.statements):,} statements. "
        "The larger a shape, the more entities are tied to it."
    )
