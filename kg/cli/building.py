"""Commands that make a graph and change what it is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.program import app
from kg.config import OUTPUT
from kg.options import (
    BaseIri,
    DateField,
    Decisions,
    Engine,
    Graph,
    IdField,
    InputDate,
    Jobs,
    Json,
    MaxSize,
    Metadata,
    Model,
    OwnOntology,
    ParsedBy,
    PatientFor,
    Relations,
    Scheduler,
    SentTo,
    Strict,
    TextField,
)
from kg.patience import USUAL
from kg.readers import DEFAULT_MAX_SIZE, FORMATS, Fields, Intake
from kg.terminal import progress_bar, say, tell, write


@app.command()
def build(  # noqa: PLR0913, PLR0917 (options of a command)
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="INPUT",
            help=f"Files ({FORMATS}), folders with all below them, quoted patterns "
            "('texts/*.html'); - is standard input.",
        ),
    ],
    graph: Graph = OUTPUT,
    metadata: Metadata = None,
    date: InputDate = None,
    text_field: TextField = None,
    date_field: DateField = None,
    id_field: IdField = None,
    max_size: MaxSize = DEFAULT_MAX_SIZE / 1e6,
    curation: Decisions = None,
    ontology: OwnOntology = None,
    relations: Relations = None,
    strict: Strict = None,
    model: Model = None,
    base_iri: BaseIri = None,
    store: SentTo = None,
    jobs: Jobs = 1,
    engine: ParsedBy = Engine.local,
    scheduler: Scheduler = None,
    document_timeout: PatientFor = USUAL,
) -> None:
    """Build a graph from documents, or bring it up to date.

    Documents given before stay in the graph, those that changed are replaced, and those gone from
    a folder that is given again are taken out; only what is new is parsed. The folder then holds
    graph.html (the view), graph.ttl, graph.trig, store (what kg query asks) and records.sqlite.

    Each row of a .jsonl, .csv, .tsv or .parquet is a document, and so is each file in a .zip or
    .tar.gz. Some formats need a library; where it is missing, its name is told. A document in
    another language than English is left out.

    Exit status: 0 everything given is in the graph, 1 nothing could be built, 3 a part of the
    inputs could not be used.
    """
    from kg import api, engines, reports

    workforce = engines.Workforce.chosen(engine.value, jobs, scheduler, document_timeout)
    intake = Intake(Fields(text_field, date_field, id_field), int(max_size * 1e6))
    with progress_bar() as progress:
        built = api.build(
            inputs,
            graph,
            metadata=metadata,
            date=date,
            curation=curation,
            settings=api.Settings(
                model, base_iri, store, ontology, strict, relations, intake, workforce
            ),
            progress=progress,
        )
    say(reports.build_summary(graph, built.report))
    raise typer.Exit(reports.build_status(built.report))


@app.command()
def documents(graph: Graph = OUTPUT, as_json: Json = False) -> None:
    """List the documents of the graph: id, title, date, source, statements, last built, files."""
    from kg import api, reports

    found = api.open_graph(graph).documents()
    if as_json:
        write(reports.documents_json(found))
    else:
        tell(reports.document_lines(found))


@app.command()
def remove(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="DOCUMENT", help="Ids as kg documents lists them, files, or whole folders."
        ),
    ],
    graph: Graph = OUTPUT,
) -> None:
    """Take documents out of the graph, whether or not their files are still there.

    They come in again when their files, or the folders of these, are given to kg build again.
    """
    from kg import api, reports

    say(reports.build_summary(graph, api.remove(names, graph).report))
