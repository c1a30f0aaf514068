"""Commands that write triples, graphs and views."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg import completion
from kg.cli.program import app
from kg.config import DEFAULT_MODEL, OUTPUT
from kg.options import (
    DateField,
    DocumentText,
    Graph,
    GraphFormat,
    IdField,
    MaxSize,
    Output,
    Text,
    TextField,
    TripleFormat,
    ViewFormat,
)
from kg.readers import DEFAULT_MAX_SIZE, FORMATS, Fields, Intake
from kg.terminal import output_to, say


@app.command()
def export(
    format_: Annotated[GraphFormat, typer.Option("--format", help="What to write.")],
    graph: Graph = OUTPUT,
    output: Output = None,
    text: Text = DocumentText.full,
    owl_negations: Annotated[
        bool,
        typer.Option(
            "--owl-negations",
            help="RDF: also what the texts deny and nobody affirms, as OWL reasoners read it.",
        ),
    ] = False,
    inferred: Annotated[
        bool,
        typer.Option(
            "--inferred",
            help="trig, nquads: also what follows by the ontology, as a graph of its own.",
        ),
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="entities: also those that are in no statement.")
    ] = False,
) -> None:
    """Write the graph as RDF, as a network, as tables or as JSON lines.

    turtle, ntriples, rdfxml and jsonld are the merge of all graphs, trig and nquads keep a graph
    for each document. graphml and gexf are for programs that draw (Gephi, yEd, Cytoscape), cypher
    for property-graph databases. csv is a table of nodes and one of edges: a zip file on standard
    output or where -o ends in .zip, else both in the folder that -o names. facts has a line for
    every statement, entities one for every node with all its mentions.
    """
    from kg import api

    opened = api.open_graph(graph)
    if format_ is GraphFormat.csv and output and output.suffix != ".zip":
        say("\n".join(f"Wrote {path}" for path in opened.export_tables(output, text=text.value)))
        return
    with output_to(output) as out:
        opened.export(
            format_.value,
            out,
            all_mentions=every,
            text=text.value,
            owl_negations=owl_negations,
            inferred=inferred,
        )


@app.command()
def view(
    graph: Graph = OUTPUT,
    focus: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The entity to begin with. Default: all of the graph.",
            autocompletion=completion.entities,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Default: DIR/graph.html, .png or .svg."
        ),
    ] = None,
    format_: Annotated[
        ViewFormat | None,
        typer.Option("--format", help="Default: as the name of FILE ends, else html."),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="png, svg: draw N entities at most. Default: 40."),
    ] = None,
    text: Text = DocumentText.full,
) -> None:
    """Write the graph as an interactive HTML file that needs no network, or as a picture.

    Open the file in any browser: search, filters, and for every edge the sentences it stands on.

    png (300 dots an inch) and svg are for reports: the best connected entities, or those around
    --focus, with the names of the relations that have room. They need matplotlib.
    """
    from kg import api

    chosen = format_ or ViewFormat.of(output)
    path = output or graph / f"graph.{chosen}"
    opened = api.open_graph(graph)
    if chosen is ViewFormat.html:
        shown = opened.to_html(focus, text=text.value).encode()
    else:
        shown = opened.to_picture(chosen.value, focus, most=most)
    with output_to(path) as out:
        out.write(shown)
    say(f"Wrote {path}")


@app.command()
def extract(  # noqa: PLR0913, PLR0917 (options of a command)
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help=f"Files ({FORMATS}), folders, quoted patterns; - is standard input.",
        ),
    ],
    format_: Annotated[TripleFormat, typer.Option("--format", help="What to write.")] = (
        TripleFormat.jsonl
    ),
    binary: Annotated[
        bool,
        typer.Option("--binary", help="At most one object a triple, in the words of the text."),
    ] = False,
    output: Output = None,
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
    ontology: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --format triples: facts of this ontology's properties, not clauses.",
        ),
    ] = None,
    relations: Annotated[
        Path | None,
        typer.Option(metavar="MODEL", help="With --ontology: what kg learn made of examples."),
    ] = None,
    text_field: TextField = None,
    date_field: DateField = None,
    id_field: IdField = None,
    max_size: MaxSize = DEFAULT_MAX_SIZE / 1e6,
) -> None:
    """Write the triples that texts state, as they are found and before anything is linked.

    jsonl is an object a triple, with character offsets; oie is a line a triple, its fields between
    tabs: sentence, confidence, subject, relation, object and further arguments. triples is an
    object a text, {"id", "triples": [{"sub", "rel", "obj", "confidence"}]}, under your --ontology.
    """
    from kg import reports
    from kg.reports.learning import extraction_of

    intake = Intake(Fields(text_field, date_field, id_field), int(max_size * 1e6))
    plain = reports.Extraction(binary, pretokenized, format_.value, model, intake)
    wanted = extraction_of(plain, ontology, relations)
    with output_to(output) as out:
        wanted.write(files, out)
    say(wanted.problem_lines())
    raise typer.Exit(wanted.status)
