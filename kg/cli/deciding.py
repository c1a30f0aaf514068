"""Commands that write the user's decisions down, and the list of what they may be about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.program import app
from kg.config import OUTPUT
from kg.options import (
    Because,
    Entity,
    Graph,
    Json,
    SplitBy,
    StatementId,
)
from kg.terminal import say, tell, write

if TYPE_CHECKING:
    from kg.curating import Curator
    from kg.linking.curation import Decision


@app.command()
def merge(keep: Entity, join: Entity, graph: Graph = OUTPUT, because: Because = "") -> None:
    """Decide that two entities are one, which goes by the first name.

    Decisions stand in curation.toml in the graph's folder (or the file of kg build --curation), and
    every later build obeys them. To undo one, delete its table there and build again.

    Exit status, as of all commands that decide: 0 the graph is as was decided, 1 it met nothing.
    """
    _decide(graph, lambda curator: curator.merge(keep, join, because))


@app.command()
def split(
    name: Entity,
    graph: Graph = OUTPUT,
    by: Annotated[
        SplitBy | None,
        typer.Option(help="Default: name for an entity that has several, else document."),
    ] = None,
    because: Because = "",
) -> None:
    """Decide that an entity is several things, one a name or one a document."""
    way = by.value if by else ""
    _decide(graph, lambda curator: curator.split(name, way, because))


@app.command()
def rename(
    name: Entity,
    to: Annotated[str, typer.Argument(metavar="TO", help="The new name.")],
    graph: Graph = OUTPUT,
    because: Because = "",
) -> None:
    """Decide what an entity is called; its old name stays an alias."""
    _decide(graph, lambda curator: curator.rename(name, to, because))


@app.command()
def retype(
    name: Entity,
    to: Annotated[str, typer.Argument(metavar="TYPE", help="A class: Person, Place, Event ...")],
    graph: Graph = OUTPUT,
    because: Because = "",
) -> None:
    """Decide what kind of thing an entity is."""
    _decide(graph, lambda curator: curator.retype(name, to, because))


@app.command()
def reject(statement: StatementId, graph: Graph = OUTPUT, because: Because = "") -> None:
    """Decide that a statement is wrong; it leaves the graph."""
    _decide(graph, lambda curator: curator.judge(statement, because, accepted=False))


@app.command()
def accept(statement: StatementId, graph: Graph = OUTPUT, because: Because = "") -> None:
    """Decide that a statement is right; it stays, with confidence 1."""
    _decide(graph, lambda curator: curator.judge(statement, because, accepted=True))


@app.command()
def merges(
    graph: Graph = OUTPUT,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Show the first N. Default: all.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List what was taken for one thing and why, the most doubtful first.

    What is wrong can be undone with kg split.
    """
    from kg import api, reports

    found = api.open_graph(graph).merges()[:limit]
    if as_json:
        write(reports.merges_json(found))
    else:
        tell(reports.merge_lines(found))


def _decide(graph: Path, decide: Callable[[Curator], Decision]) -> None:
    """Write a decision down, and build the graph anew with it."""
    from kg import api, reports

    curator = api.curator(graph)
    decision = decide(curator)
    report = api.relink(graph).report
    say(reports.decided(curator.path, decision, report))
    raise typer.Exit(reports.decision_status(decision, report))
