"""What a type and a status look like on paper: as in the view, in its light colours.

Shape repeats what colour says and pattern what red says, so that nothing rests on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

INK, MUTED, EDGE, NEGATED, RULE = "#1a1e24", "#575f6b", "#8d949e", "#b3231b", "#e3e0d8"

COLOURS: Mapping[str, str] = {
    "Person": "#1f6fb8",
    "Organization": "#bd4b12",
    "GeopoliticalEntity": "#23803a",
    "Place": "#12808a",
    "Group": "#8a6a00",
    "Event": "#7b3fa8",
    "Facility": "#a33b6b",
    "Document": "#4a5a8c",
    "Artifact": "#7a5236",
    "Concept": "#5f6773",
    "Award": "#b58900",
}
OTHER = "#767d88"

_CROSS = (
    (-0.4, -1.05), (0.4, -1.05), (0.4, -0.4), (1.05, -0.4), (1.05, 0.4), (0.4, 0.4),
    (0.4, 1.05), (-0.4, 1.05), (-0.4, 0.4), (-1.05, 0.4), (-1.05, -0.4), (-0.4, -0.4),
)  # fmt: skip
_STAR = (
    (0, 1.25), (0.33, 0.42), (1.19, 0.39), (0.51, -0.16), (0.74, -1.01),
    (0, -0.52), (-0.74, -1.01), (-0.51, -0.16), (-1.19, 0.39), (-0.33, 0.42),
)  # fmt: skip
SHAPES: Mapping[str, Sequence[tuple[float, float]]] = {
    "Organization": ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)),
    "GeopoliticalEntity": ((0, 1.16), (1.1, -0.8), (-1.1, -0.8)),
    "Place": ((0, -1.16), (-1.1, 0.8), (1.1, 0.8)),
    "Group": ((0.55, 0.95), (1.1, 0), (0.55, -0.95), (-0.55, -0.95), (-1.1, 0), (-0.55, 0.95)),
    "Event": ((0, 1.2), (1.2, 0), (0, -1.2), (-1.2, 0)),
    "Facility": ((0, 1.1), (1.05, 0.3), (1.05, -0.9), (-1.05, -0.9), (-1.05, 0.3)),
    "Document": ((-0.75, 1), (0.25, 1), (0.8, 0.45), (0.8, -1), (-0.75, -1)),
    "Artifact": _CROSS,
    "Award": _STAR,
}
"""Outlines in a frame of radius 1, y upwards; a person is a circle, a concept an ellipse."""
FLAT = 0.7
"""Height over width of a concept's ellipse."""

TYPE_NAMES = {"GeopoliticalEntity": "Country, region, city", "": "Other"}

DASHES: Mapping[str, tuple[float, ...]] = {
    "asserted": (),
    "claimed": (6, 2.3, 1, 2.3),
    "planned": (1.2, 2.4),
    "negated": (4, 2.7),
    "negated, claimed": (6, 2.3, 1, 2.3),
    "negated, planned": (1.2, 2.4),
}
"""Lengths of strokes and gaps in points; statuses in the order of a legend."""


def line_colour(status: str) -> str:
    """The colour of a status' line: red where it is negated."""
    return NEGATED if status.startswith("negated") else EDGE
