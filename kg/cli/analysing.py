"""Commands that look at the shape of a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.program import app
from kg.config import OUTPUT
from kg.options import Asserted, Entity, Graph, Json
from kg.terminal import output_to, say, tell, write


@app.command()
def path(
    start: Entity,
    end: Entity,
    graph: Graph = OUTPUT,
    max_steps: Annotated[
        int, typer.Option(metavar="N", min=1, help="Look no further than N statements.")
    ] = 6,
    asserted: Asserted = False,
    as_json: Json = False,
) -> None:
    """Show how two entities are connected: the shortest chain of statements, each quoted.

    Of several chains of one length the one with the fewest statements that are not asserted is
    shown, then the surest. Direction does not matter; that somebody speaks of something is no step.

    Exit status: 0 whether or not there is a path, 1 an entity is not in the graph.
    """
    from kg import api, reports

    opened = api.open_graph(graph)
    found = opened.path(start, end, asserted=asserted, max_steps=max_steps)
    if as_json:
        write(reports.path_json(found, opened.subgraph))
    elif found:
        tell(found.lines())
    else:
        say(reports.no_path((start, end), max_steps, asserted=asserted))


@app.command()
def stats(
    graph: Graph = OUTPUT,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the figures into a file that ends in .png or .svg."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell the graph in figures: how much of what, who says most, what is most connected.

    A group is a set of entities that statements join; a community one with more statements within
    than to the rest (Louvain). A picture needs matplotlib.
    """
    from kg import api, reports
    from kg.analysis.telling import stats_lines

    told = api.open_graph(graph).summary()
    if picture:
        from kg import pictures

        drawn = pictures.stats_picture(told, pictures.format_of(picture))
        with output_to(picture) as out:
            out.write(drawn)
        say(f"Wrote {picture}")
    if as_json:
        write(reports.stats_json(told))
    elif not picture:
        tell(stats_lines(told))
