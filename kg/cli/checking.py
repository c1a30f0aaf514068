"""Commands that check a graph, and that tell what follows from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.program import app
from kg.config import OUTPUT
from kg.options import Graph, Json
from kg.terminal import say, tell, write

FAILS = 1
"""The exit status of a graph that does not conform."""


@app.command()
def validate(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A file of RDF, in place of the graph's folder."),
    ] = None,
    graph: Graph = OUTPUT,
    shapes: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Shapes of your own (SHACL), in place of kg's."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a graph against SHACL shapes: what is wrong, with the sentence that states it.

    What kg build writes conforms to kg's own shapes. Needs the library pyshacl.

    Exit status: 0 it conforms, 1 it does not or could not be checked, 2 wrong use.
    """
    from kg import reports, validation

    checked = file or graph
    found = validation.validate(checked, shapes)
    if as_json:
        write(reports.violations_json(found))
    else:
        tell(reports.violation_lines(found, checked))
    raise typer.Exit(FAILS if found else 0)


@app.command()
def infer(graph: Graph = OUTPUT) -> None:
    """Write what follows from the graph's facts by its ontology into a file of its own.

    A relation above the one stated, its inverse, its other direction where it is symmetric, and
    the classes that domain and range tell. The file is inferred.ttl in the graph's folder; it is
    never mixed with what the texts say, and kg build keeps it in step. Delete it to end that.
    """
    from kg import api

    path, count = api.infer(graph)
    say(f"{path}: {count:,} triples follow")
