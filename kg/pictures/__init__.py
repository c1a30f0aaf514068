"""Pictures for reports: a graph, or its figures, as PNG (300 dots an inch) or SVG.

    Subgraph -> composing  which entities and lines, where they stand, which relations are named
             -> drawing    the same on a matplotlib figure
    Summary  -> figures    bars and a line of months
             -> canvas     either figure -> bytes

A printed page answers no click, so what it shows must be read as it stands: no name is cut by
another, a relation is named wherever its name has room, type is told by colour and shape, status
by colour and pattern of the line. The unit is the point, 1/72 inch, in which text is set; a
picture of 40 entities is a hand's breadth to a page wide, and its text then 5 to 7 points high.

matplotlib is an extra, `pictures`; its own font is used, so the same versions give the same bytes.
"""

from __future__ import annotations

from kg.pictures.canvas import FORMATS, format_of
from kg.pictures.drawing import MOST_DRAWN, graph_picture
from kg.pictures.figures import stats_picture

__all__ = ["FORMATS", "MOST_DRAWN", "format_of", "graph_picture", "stats_picture"]
