"""Commands that ask a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.program import app
from kg.options import (
    OUTPUT,
    AnswerFormat,
    AskedAt,
    Graph,
    Output,
)
from kg.terminal import output_to


@app.command()
def query(  # noqa: PLR0913, PLR0917 (options of a command)
    sparql: Annotated[str | None, typer.Argument(metavar="[SPARQL]", help="A query.")] = None,
    graph: Graph = OUTPUT,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE.rq", help="Read the query from a file.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="QUESTION", help="Ask a question that has a name.")
    ] = None,
    arg: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An argument of the question; repeatable."),
    ] = None,
    questions: Annotated[
        bool, typer.Option("--list", help="List the questions that have a name.")
    ] = False,
    format_: Annotated[
        AnswerFormat | None,
        typer.Option(
            "--format",
            help="How to answer. Default: turtle for CONSTRUCT and DESCRIBE, else table.",
        ),
    ] = None,
    output: Output = None,
    store: AskedAt = None,
) -> None:
    """Ask the graph: SPARQL, or a question that has a name.

    The usual prefixes are declared (ent: kg: rel: doc: st: rdf: rdfs: owl: xsd: prov: nif: and
    others) and a query sees all of the graph. Queries only read: updates, SERVICE, and FROM with
    files are refused.

    Examples: kg query 'SELECT ?name WHERE { ?e a kg:Person ; rdfs:label ?name }'; kg query --name
    claims-of --arg "John Kerry".
    """
    from kg import api, reports

    if questions:
        typer.echo(reports.question_list(), nl=False)
        return
    if sum(given is not None for given in (sparql, file, name)) != 1:
        raise typer.BadParameter("give one of SPARQL, --file and --name (see --list)")
    if arg and name is None:
        raise typer.BadParameter("--arg goes with --name")
    opened = api.open_graph(graph, store)
    if name is not None:
        found = opened.ask(name, *(arg or ()))
    else:
        found = opened.query(sparql or reports.read_query(file))
    with output_to(output) as out:
        out.write(reports.answer(found, format_).encode())


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="An entity: its name, an alias, some words of these, or its id."
        ),
    ],
    graph: Graph = OUTPUT,
) -> None:
    """Show what the graph says of an entity, in both directions, with the evidence.

    Each fact stands with its status, speaker, sentence and statement id.
    """
    from kg import api, reports

    opened = api.open_graph(graph)
    with output_to(None) as out:
        out.write(reports.entity_page(opened.about(name), opened.find(name)).encode())


@app.command()
def explain(
    statement: Annotated[
        str, typer.Argument(metavar="STATEMENT", help="A statement's id, as kg show prints it.")
    ],
    graph: Graph = OUTPUT,
) -> None:
    """Explain why a statement is in the graph.

    The rule that made it with an example, the words that it read and where they stand, the cue of
    each qualifier, and how its mentions lead to their entities.
    """
    from kg import api

    opened = api.open_graph(graph)
    with output_to(None) as out:
        out.write(str(opened.explain(statement)).encode())
