"""The command that compares two graphs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.program import app
from kg.options import Json, Output
from kg.terminal import output_to

DIFFERENT = 4
"""The exit status of graphs that differ, where it was asked for; 1 says that it failed."""


@app.command()
def diff(
    old: Annotated[
        Path, typer.Argument(metavar="OLD", help="A graph: its folder, or a file of RDF.")
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another, likewise.")],
    as_json: Json = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="End with status 4 where the graphs differ.")
    ] = False,
    output: Output = None,
) -> None:
    """List what changed from one graph to another.

    Facts that were added, are gone, or are said otherwise (asserted, negated, planned, claimed);
    entities whose IRI is another, followed by where the texts mention them; documents that came
    and went. Nothing is written where nothing changed.

    A folder may be compared with a file written from it: kg diff graph.ttl output/.

    Exit status: 0 whether or not they differ, 1 one of them cannot be read, 2 wrong use; with
    --exit-code 4 where they differ.
    """
    from kg import api
    from kg.comparison import telling

    found = api.diff(old, new)
    told = telling.as_json(found) if as_json else telling.as_text(found)
    with output_to(output) as out:
        out.write(told.encode("utf-8", "backslashreplace"))
    raise typer.Exit(DIFFERENT if exit_code and found else 0)
