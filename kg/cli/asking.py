"""Commands that ask a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg import completion
from kg.cli.program import app
from kg.config import OUTPUT, QUERY_TIMEOUT
from kg.options import (
    AnswerFormat,
    AskedAt,
    Entity,
    Graph,
    Json,
    Output,
    StatementId,
)
from kg.terminal import output_to, say, tell, write

Sparql = Annotated[str | None, typer.Argument(metavar="SPARQL", help="A query.")]
QueryFile = Annotated[
    Path | None, typer.Option(metavar="FILE.rq", help="Read the query from a file.")
]
QuestionName = Annotated[
    str | None,
    typer.Option(
        metavar="QUESTION",
        help="Ask a question that has a name.",
        autocompletion=completion.questions,
    ),
]
QuestionArgument = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="An argument of the question; repeatable."),
]
ListQuestions = Annotated[bool, typer.Option("--list", help="List the questions that have a name.")]
AnsweredAs = Annotated[
    AnswerFormat | None,
    typer.Option(
        "--format",
        help="How to answer; the last six are for CONSTRUCT and DESCRIBE. Default: turtle for "
        "these, else table.",
    ),
]
Bom = Annotated[
    bool, typer.Option("--bom", help="Begin CSV with the mark by which Excel knows UTF-8.")
]
Timeout = Annotated[float, typer.Option(metavar="SECONDS", help="End the query after so long.")]
Limit = Annotated[
    int | None,
    typer.Option(
        min=0,
        metavar="ROWS",
        help="Answer at most so many rows or triples; 0: all. Default: 1000 in a table on a "
        "terminal, else all.",
    ),
]
Source = Annotated[
    str | None,
    typer.Option(metavar="SOURCE", help="With --name: only from documents of this source."),
]
First = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="DATE",
        help="With --name: only from documents dated YYYY, YYYY-MM or YYYY-MM-DD or later.",
    ),
]
Last = Annotated[
    str | None,
    typer.Option("--to", metavar="DATE", help="With --name: only from documents up to then."),
]
Update = Annotated[
    bool,
    typer.Option(
        "--update",
        help="Carry out a SPARQL UPDATE on the store. The files beside it stay as they are, "
        "and a build that changes anything makes the store anew, without the update.",
    ),
]


@app.command()
def query(  # noqa: PLR0913, PLR0917 (options of a command)
    sparql: Sparql = None,
    graph: Graph = OUTPUT,
    file: QueryFile = None,
    name: QuestionName = None,
    arg: QuestionArgument = None,
    questions: ListQuestions = False,
    source: Source = None,
    first: First = None,
    last: Last = None,
    format_: AnsweredAs = None,
    bom: Bom = False,
    output: Output = None,
    timeout: Timeout = QUERY_TIMEOUT,
    limit: Limit = None,
    store: AskedAt = None,
    update: Update = False,
) -> None:
    """Ask the graph: SPARQL, or a question that has a name.

    The usual prefixes are declared (ent: kg: rel: doc: st: rdf: rdfs: owl: xsd: prov: nif: and
    others) and a query sees all of the graph. Queries only read: updates (without --update),
    SERVICE, LOAD, and FROM with files are refused.

    CSV is for spreadsheets: a text that they would take for a formula gets an apostrophe before it.
    The other formats have every text as it is.

    Examples: kg query 'SELECT ?name WHERE { ?e a kg:Person ; rdfs:label ?name }'; kg query --name
    claims-of --arg "John Kerry" --from 2013-08.
    """
    from kg import api, reports
    from kg.narrowing import Choice

    if questions:
        typer.echo(reports.question_list(), nl=False)
        return
    if sum(given is not None for given in (sparql, file, name)) != 1:
        raise typer.BadParameter("give one of SPARQL, --file and --name (see --list)")
    chosen = Choice(source, first, last)
    if name is None and (arg or chosen != Choice()):
        raise typer.BadParameter("--arg, --source, --from and --to go with --name")
    if update and (name is not None or format_ or bom or output or limit is not None):
        raise typer.BadParameter("--update answers nothing: it goes with SPARQL or --file alone")
    opened = api.open_graph(graph, store)
    if update:
        opened.update(sparql or reports.read_query(file), timeout=timeout)
        say("Updated the store. The next build that changes anything makes it anew.")
        return
    most = reports.answer_limit(limit, format_, output)
    if name is not None:
        found = opened.ask(name, *(arg or ()), of=chosen, timeout=timeout, limit=most)
    else:
        found = opened.query(sparql or reports.read_query(file), timeout=timeout, limit=most)
    with output_to(output) as out:
        out.write(reports.answer(found, format_, bom=bom).encode())
    if notes := reports.answer_notes(found):
        say(notes)


@app.command()
def show(
    name: Entity,
    graph: Graph = OUTPUT,
    as_json: Json = False,
) -> None:
    """Show what the graph says of an entity, in both directions, with the evidence.

    Each fact stands with its status, speaker, sentence and statement id.
    """
    from kg import api, reports

    opened = api.open_graph(graph)
    about, entity = opened.about(name), opened.find(name)
    if as_json:
        write(reports.entity_json(about, entity))
    else:
        tell(reports.entity_lines(about, entity))


@app.command()
def explain(
    statement: StatementId,
    graph: Graph = OUTPUT,
    as_json: Json = False,
) -> None:
    """Explain why a statement is in the graph.

    The rule that made it with an example, the words that it read and where they stand, the cue of
    each qualifier, and how its mentions lead to their entities.
    """
    from kg import api, reports

    opened = api.open_graph(graph)
    found = opened.explain(statement)
    if as_json:
        write(reports.explanation_json(found, opened.subgraph))
    else:
        tell(reports.explanation_lines(found))
