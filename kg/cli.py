"""The command line: parses arguments, calls the API, reports. No logic of its own.

Data goes to standard output as UTF-8, everything else to standard error. Exit status: 0 all went
well, 1 it failed, 2 wrong use, 3 a part of what was given could not be used, 130 interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg import __version__
from kg.config import DEFAULT_MODEL
from kg.options import (
    OUTPUT,
    AnswerFormat,
    BaseIri,
    Because,
    Decisions,
    Entity,
    Graph,
    GraphFormat,
    InputDate,
    Metadata,
    Model,
    Output,
    SplitBy,
    StatementId,
    TripleFormat,
)
from kg.terminal import Commands, output_to, progress_bar, run, say

if TYPE_CHECKING:
    from kg.curating import Curator
    from kg.linking.curation import Decision

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line."""
    run(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Turn documents into a knowledge graph whose every edge shows its evidence.

    Exit status of every command: 0 all went well, 1 it failed, 2 wrong use, 3 a part of the inputs
    could not be used.
    """


@app.command()
def build(
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="INPUT...", help="Files (.txt, .md) and folders, with all below them."
        ),
    ],
    graph: Graph = OUTPUT,
    metadata: Metadata = None,
    date: InputDate = None,
    curation: Decisions = None,
    model: Model = None,
    base_iri: BaseIri = None,
) -> None:
    """Build a graph from documents, or bring it up to date.

    Documents given before stay in the graph, those that changed are replaced, and those gone from
    a folder that is given again are taken out; only what is new is parsed. The folder then holds
    graph.html (the view), graph.ttl, graph.trig, store (what kg query asks) and records.sqlite.

    Exit status: 0 everything given is in the graph, 1 nothing could be built, 3 a part of the
    inputs could not be used.
    """
    from kg import api, reports

    with progress_bar() as progress:
        built = api.build(
            inputs,
            graph,
            metadata=metadata,
            date=date,
            curation=curation,
            settings=api.Settings(model, base_iri),
            progress=progress,
        )
    say(reports.build_summary(graph, built.report))
    raise typer.Exit(reports.build_status(built.report))


@app.command()
def documents(graph: Graph = OUTPUT) -> None:
    """List the documents of the graph: id, title, date, source, statements, files.

    kg query --name documents --format csv lists them for programs.
    """
    from kg import api, reports

    found = api.open_graph(graph).documents()
    with output_to(None) as out:
        out.write(reports.document_list(found).encode("utf-8", "backslashreplace"))


@app.command()
def remove(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="DOCUMENT...", help="Ids as kg documents lists them, files, or whole folders."
        ),
    ],
    graph: Graph = OUTPUT,
) -> None:
    """Take documents out of the graph, whether or not their files are still there.

    They come in again when their files, or the folders of these, are given to kg build again.
    """
    from kg import api, reports

    say(reports.build_summary(graph, api.remove(names, graph).report))


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
    opened = api.open_graph(graph)
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


@app.command()
def merge(keep: Entity, join: Entity, graph: Graph = OUTPUT, because: Because = "") -> None:
    """Decide that two entities are one, which goes by the first name.

    Decisions stand in curation.toml in the graph's folder (or the file of kg build --curation), and
    every later build obeys them. To undo one, delete its table there and build again.
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
) -> None:
    """List what was taken for one thing and why, the most doubtful first.

    What is wrong can be undone with kg split.
    """
    from kg import api, reports

    found = api.open_graph(graph).merges()
    with output_to(None) as out:
        out.write(reports.merge_list(found, limit).encode("utf-8", "backslashreplace"))


@app.command()
def export(
    format_: Annotated[GraphFormat, typer.Option("--format", help="What to write.")],
    graph: Graph = OUTPUT,
    output: Output = None,
    every: Annotated[
        bool, typer.Option("--all", help="entities: also those that are in no statement.")
    ] = False,
) -> None:
    """Write the graph as RDF, or its statements or entities as JSON lines.

    turtle is the merge of all graphs, trig and nquads keep a graph for each document; facts has a
    line for every statement, entities one for every node with all its mentions.
    """
    from kg import api

    opened = api.open_graph(graph)
    with output_to(output) as out:
        opened.export(format_.value, out, all_mentions=every)


@app.command()
def view(
    graph: Graph = OUTPUT,
    focus: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The entity to begin with. Default: all of the graph."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Default: DIR/graph.html.")
    ] = None,
) -> None:
    """Write the interactive view as one HTML file that needs no network.

    Open it in any browser: search, filters, and for every edge the sentences it stands on.
    """
    from kg import api

    page = api.open_graph(graph).to_html(focus)
    path = output or graph / "graph.html"
    with output_to(path) as out:
        out.write(page.encode())
    say(f"Wrote {path}")


@app.command()
def extract(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="Files (.txt, .md) and folders; - is standard input."
        ),
    ],
    format_: Annotated[TripleFormat, typer.Option("--format", help="What to write.")] = (
        TripleFormat.jsonl
    ),
    binary: Annotated[
        bool,
        typer.Option("--binary", help="At most one object a triple, in the words of the text."),
    ] = False,
    pretokenized: Annotated[
        bool,
        typer.Option(
            "--pretokenized",
            help="Read one sentence a line, its tokens between spaces and kept as they are.",
        ),
    ] = False,
    model: Annotated[
        str, typer.Option(metavar="NAME", help="The spaCy pipeline, by package name or folder.")
    ] = DEFAULT_MODEL,
) -> None:
    """Write the triples that texts state, as they are found and before anything is linked.

    jsonl is an object a triple, with character offsets; oie is a line a triple, its fields between
    tabs: sentence, confidence, subject, relation, object and further arguments.
    """
    from kg import reports

    wanted = reports.Extraction(binary, pretokenized, format_.value, model)
    with output_to(None) as out:
        wanted.write(files, out)
    say(wanted.problem_lines())
    raise typer.Exit(wanted.status)


def _decide(graph: Path, decide: Callable[[Curator], Decision]) -> None:
    """Write a decision down, and build the graph anew with it."""
    from kg import api, reports

    curator = api.curator(graph)
    decision = decide(curator)
    say(reports.decided(curator.path, decision, api.relink(graph).report))


if __name__ == "__main__":
    main()
