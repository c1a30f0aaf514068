"""The command line: parses arguments, calls the API, reports. No logic of its own.

Data goes to standard output as UTF-8, everything else to standard error. Exit status: 0 all went
well, 1 it failed, 2 wrong use, 3 a part of what was given could not be used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from kg import __version__
from kg.config import DEFAULT_MODEL
from kg.errors import KgError
from kg.files import replacing

if TYPE_CHECKING:
    from kg.building import Progress

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Graph = Annotated[
    Path, typer.Option("--graph", "-g", metavar="DIR", help="The folder that holds the graph.")
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output."),
]
OUTPUT = Path("output")


class TripleFormat(StrEnum):
    """Formats of `kg extract`."""

    jsonl = "jsonl"
    oie = "oie"


class GraphFormat(StrEnum):
    """Formats of `kg export`."""

    turtle = "turtle"
    trig = "trig"
    nquads = "nquads"
    facts = "facts"
    entities = "entities"


class AnswerFormat(StrEnum):
    """Formats of `kg query`."""

    table = "table"
    csv = "csv"
    json = "json"
    turtle = "turtle"


def main() -> None:
    """Run the command line; an expected error becomes a message and exit status 1."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except KgError as error:
        _say(f"Error: {error}")
        sys.exit(1)
    except BrokenPipeError:  # the reader has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


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
    """Turn documents into a knowledge graph whose every edge shows its evidence."""


@app.command()
def build(
    inputs: Annotated[
        list[Path], typer.Argument(metavar="INPUT...", help="Files and folders of .txt and .md.")
    ],
    graph: Graph = OUTPUT,
    metadata: Annotated[
        Path | None,
        typer.Option(
            metavar="TABLE.csv", help="Columns: file and any of title, date, author, source, url."
        ),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="Date of the documents that name none."),
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The spaCy pipeline, by package name.")
    ] = None,
    base_iri: Annotated[
        str | None,
        typer.Option(metavar="IRI", help="Prefix of entities, statements and documents."),
    ] = None,
) -> None:
    """Build a graph from documents, or bring it up to date."""
    from kg import api, reports

    with _progress_bar() as progress:
        built = api.build(
            inputs,
            graph,
            metadata=metadata,
            date=date,
            settings=api.Settings(model, base_iri),
            progress=progress,
        )
    _say(reports.build_summary(graph, built.report))
    raise typer.Exit(reports.status(built.report.problems, any_done=True))


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
    format_: Annotated[AnswerFormat, typer.Option("--format", help="How to answer.")] = (
        AnswerFormat.table
    ),
    output: Output = None,
) -> None:
    """Ask the graph: SPARQL, or a question that has a name."""
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
    with _output_to(output) as out:
        out.write(reports.answer(found, format_.value).encode())


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="An entity: its name, an alias, or its id.")],
    graph: Graph = OUTPUT,
) -> None:
    """Show what the graph says of an entity, in both directions, with the evidence."""
    from kg import api, reports

    opened = api.open_graph(graph)
    with _output_to(None) as out:
        out.write(reports.entity_page(opened.about(name), opened.find(name)).encode())


@app.command()
def export(
    format_: Annotated[GraphFormat, typer.Option("--format", help="What to write.")],
    graph: Graph = OUTPUT,
    output: Output = None,
    every: Annotated[
        bool, typer.Option("--all", help="entities: also those that are in no statement.")
    ] = False,
) -> None:
    """Write the graph as RDF, or its statements or entities as JSON lines."""
    from kg import api

    opened = api.open_graph(graph)
    with _output_to(output) as out:
        opened.export(format_.value, out, all_mentions=every)


@app.command()
def view(
    graph: Graph = OUTPUT,
    focus: Annotated[
        str | None, typer.Option(metavar="NAME", help="The entity to begin with.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Default: DIR/graph.html.")
    ] = None,
) -> None:
    """Write the interactive view as one HTML file that needs no network."""
    from kg import api

    page = api.open_graph(graph).to_html(focus)
    path = output or graph / "graph.html"
    with _output_to(path) as out:
        out.write(page.encode())
    _say(f"Wrote {path}")


@app.command()
def extract(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Files and folders; - reads stdin.")
    ],
    format_: Annotated[TripleFormat, typer.Option("--format", help="What to write.")] = (
        TripleFormat.jsonl
    ),
    binary: Annotated[
        bool, typer.Option("--binary", help="One object a triple, as in the graph.")
    ] = False,
    pretokenized: Annotated[
        bool, typer.Option("--pretokenized", help="One sentence a line, tokens between spaces.")
    ] = False,
    model: Annotated[
        str, typer.Option(metavar="NAME", help="The spaCy pipeline, by package name.")
    ] = DEFAULT_MODEL,
) -> None:
    """Write the triples that texts state, before anything is linked."""
    from kg import reports

    wanted = reports.Extraction(binary, pretokenized, format_.value, model)
    with _output_to(None) as out:
        wanted.write(files, out)
    _say(wanted.problem_lines())
    raise typer.Exit(wanted.status)


def _say(message: str) -> None:
    if message:
        typer.echo(message, err=True)


@contextmanager
def _output_to(path: Path | None) -> Iterator[BinaryIO]:
    """The file at `path`, written whole or not at all, or standard output."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with replacing(path) as stream:
            yield stream


@contextmanager
def _progress_bar() -> Iterator[Progress]:
    """A bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("parsing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, disable=not console.is_terminal, transient=True
    ) as bar:
        task = bar.add_task("parsing", total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)


if __name__ == "__main__":
    main()
