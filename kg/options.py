"""The options and arguments that commands share, and the choices among which some are made."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg import completion
from kg.config import DEFAULT_MODEL

Graph = Annotated[
    Path, typer.Option("--graph", "-g", metavar="DIR", help="The folder that holds the graph.")
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output."),
]
Jobs = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="N",
        help="Parse in so many processes of this machine, each with 500 MB of memory. The graph "
        "is the same.",
    ),
]
PatientFor = Annotated[
    float,
    typer.Option(
        "--document-timeout",
        min=0.001,
        metavar="SECONDS",
        help="How long may be worked on a document of up to 100,000 characters, on a longer one in "
        "proportion; then it is left out, and said.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="With --engine dask: the cluster's scheduler, as in tcp://10.0.0.1:8786.",
    ),
]
InputDate = Annotated[
    str | None,
    typer.Option(metavar="YYYY-MM-DD", help="Date of the inputs that have none of their own."),
]
TextField = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="Tables (.csv, .jsonl, .parquet): the column with the texts. Default: one called "
        "text, body, content, article, sentence or the like.",
    ),
]
DateField = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="Tables: the column with the dates. Default: one called date, published or the like.",
    ),
]
IdField = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="Tables: the column with the documents' ids. Default: one called id, doc_id or the "
        "like, else the number of the row.",
    ),
]
MaxSize = Annotated[
    float,
    typer.Option(
        metavar="MB",
        min=0.001,
        help="The largest document: a file, a row of a table or a file in an archive.",
    ),
]
Decisions = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.toml",
        help="Your decisions (see kg merge, split, rename, retype, reject, accept). Default: as "
        "the graph was built, at first curation.toml in its folder.",
    ),
]
OwnOntology = Annotated[
    str | None,
    typer.Option(
        "--ontology",
        metavar="FILE",
        help="Your own classes and properties: OWL or RDFS with labels, as Turtle, RDF/XML or "
        "JSON-LD. Statements that conform get its properties, entities its classes; none ends its "
        "use. Default: as the graph was built, at first none.",
    ),
]
Relations = Annotated[
    str | None,
    typer.Option(
        "--relations",
        metavar="MODEL",
        help="With --ontology: what kg learn made of examples, used beside the rules; none ends "
        "that. Default: as the graph was built, at first none.",
    ),
]
Strict = Annotated[
    bool | None,
    typer.Option(
        "--strict/--no-strict",
        help="Keep only the statements that conform to your ontology. Default: as the graph was "
        "built, at first all.",
        show_default=False,
    ),
]
Metadata = Annotated[
    Path | None,
    typer.Option(
        metavar="TABLE.csv",
        help="What is known of the inputs: a column file, and any of title, date, author, "
        "source, url. It goes before what the inputs say of themselves.",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The spaCy pipeline, by package name or folder. Default: as the graph was "
        f"built, at first {DEFAULT_MODEL}.",
    ),
]
BaseIri = Annotated[
    str | None,
    typer.Option(
        metavar="IRI",
        help="Prefix of the IRIs of entities, statements and documents. Default: as the "
        "graph was built, at first https://example.org/kg/.",
    ),
]
SentTo = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="ADDRESS",
        help="Keep the graph in a remote SPARQL 1.1 store too, which kg query then asks: "
        "sparql+http://HOST/query,update, or sparql+http://HOST/DATASET. Credentials are read from "
        "the environment: KG_STORE_USER and KG_STORE_PASSWORD, or KG_STORE_TOKEN. local ends it. "
        "Default: as the graph was built, at first local.",
    ),
]
AskedAt = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="ADDRESS",
        help="Ask the graph in this remote store (see kg build), or with local the folder's own. "
        "Default: where the graph was built to.",
    ),
]
Entity = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="An entity: its name, an alias, some words of these, or its id.",
        autocompletion=completion.entities,
    ),
]
StatementId = Annotated[
    str, typer.Argument(metavar="STATEMENT", help="A statement's id, as kg show prints it.")
]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON value, for programs.")]
Asserted = Annotated[
    bool, typer.Option("--asserted", help="Look at nothing but what is stated as a fact.")
]
Because = Annotated[str, typer.Option(metavar="WHY", help="Your reason, kept with the decision.")]


class Engine(StrEnum):
    """Who parses for `kg build`."""

    local = "local"
    dask = "dask"


ParsedBy = Annotated[
    Engine,
    typer.Option("--engine", help="Parse on this machine, or on the machines of a Dask cluster."),
]


class TripleFormat(StrEnum):
    """Formats of `kg extract`."""

    jsonl = "jsonl"
    oie = "oie"
    triples = "triples"


class SplitBy(StrEnum):
    """Ways of `kg split`."""

    name = "name"
    document = "document"


class DocumentText(StrEnum):
    """How much of the documents' text goes along with what is written."""

    full = "full"
    sentences = "sentences"
    none = "none"


Text = Annotated[
    DocumentText,
    typer.Option(
        "--text",
        help="What goes along of the documents' text: all of it, only the sentences that carry "
        "statements, or no wording at all. Offsets and titles always do; the folder of the graph "
        "keeps everything.",
    ),
]


class ViewFormat(StrEnum):
    """Formats of `kg view`."""

    html = "html"
    png = "png"
    svg = "svg"

    @classmethod
    def of(cls, path: Path | None) -> ViewFormat:
        """The format that a file's name asks for: html where it tells none."""
        ending = path.suffix.lower().removeprefix(".") if path else ""
        if ending in {"", "htm"}:
            return cls.html
        if ending not in set(cls):
            raise typer.BadParameter(f"{path} is no {', '.join(cls)}; choose with --format")
        return cls(ending)


class GraphFormat(StrEnum):
    """Formats of `kg export`."""

    turtle = "turtle"
    trig = "trig"
    ntriples = "ntriples"
    nquads = "nquads"
    rdfxml = "rdfxml"
    jsonld = "jsonld"
    graphml = "graphml"
    gexf = "gexf"
    csv = "csv"
    cypher = "cypher"
    facts = "facts"
    entities = "entities"


class AnswerFormat(StrEnum):
    """Formats of `kg query`."""

    table = "table"
    csv = "csv"
    tsv = "tsv"
    json = "json"
    xml = "xml"
    turtle = "turtle"
    ntriples = "ntriples"
    nquads = "nquads"
    trig = "trig"
    rdfxml = "rdfxml"
    jsonld = "jsonld"
