"""A graph written out, in whatever others read.

    turtle ntriples rdfxml jsonld    RDF, the merge of all graphs           from the store
    trig nquads                      RDF, a named graph a document
    graphml gexf csv cypher          a property graph: entities as nodes,   from the records
                                     statements as edges
    facts entities                   JSON lines, a statement or entity each

A module has a family of formats; each format is a function from what it writes to pieces of text
(csv: of bytes), in an order that depends on nothing but the graph. What all of them are given is
cut to the text that may leave (see `kg.redaction`) beforehand.

What a statement says of its subject without another entity is an edge to a value of its own in
csv and cypher; in GraphML and GEXF, where it would be a node in every picture, it stands in the
attribute `values` of its subject. What follows from the facts by the ontology goes along on
demand, in a named graph of its own, so that nobody takes it for what a text said. Characters that
XML cannot hold are U+FFFD in all formats but Turtle, TriG, N-Triples, N-Quads and the JSON ones.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pyoxigraph as ox

from kg import redaction
from kg.errors import ArgumentError, InputError
from kg.export.cypher_script import cypher
from kg.export.graph_xml import gexf, graphml
from kg.export.json_ld import jsonld
from kg.export.lines import entities, facts
from kg.export.negations import owl_negations
from kg.export.rdf_xml import rdfxml
from kg.export.syntaxes import nquads, ntriples
from kg.export.tables import write_folder, write_zip
from kg.model import Entity, Subgraph
from kg.rdf.turtle import write_trig, write_turtle
from kg.retrieval import base_iri
from kg.stores import Store

RDF_WRITERS: dict[str, Callable[[Iterable[ox.Quad], IO[str], str], None]] = {
    "turtle": write_turtle,
    "trig": write_trig,
    "ntriples": lambda quads, out, base: out.writelines(ntriples(quads, base)),
    "nquads": lambda quads, out, base: out.writelines(nquads(quads, base)),
    "rdfxml": lambda quads, out, base: out.writelines(rdfxml(quads, base)),
    "jsonld": lambda quads, out, base: out.writelines(jsonld(quads, base)),
}
RECORD_WRITERS: dict[str, Callable[[Subgraph], Iterator[str]]] = {
    "graphml": graphml,
    "gexf": gexf,
    "cypher": cypher,
    "facts": facts,
}
APART = ("trig", "nquads")
"""The formats that keep graphs apart."""

FORMATS = (*RDF_WRITERS, "graphml", "gexf", "csv", "cypher", "facts", "entities")


@dataclass(frozen=True, slots=True)
class Source:
    """What a graph is written from; records are read only where a format needs them."""

    store: Store
    subgraph: Callable[[], Subgraph]
    entities: Callable[[], Iterable[Entity]]
    inferred: Callable[[], Iterable[ox.Quad]] = tuple


@dataclass(frozen=True, slots=True)
class Serialization:
    """How to write a graph: a format of FORMATS, and how much of the documents' text.

    `owl_negations` adds denials as OWL has them (see `kg.export.negations`); only RDF can.
    `inferred` adds a graph of what follows (see `kg.inference`); only the formats of APART can.
    """

    format: str
    text: str = "full"
    owl_negations: bool = False
    inferred: bool = False


def write(source: Source, form: Serialization, out: IO[bytes]) -> None:
    """Write a graph, as UTF-8; csv as a zip file of two tables.

    Raises InputError for a format or a choice of text that is not there, and ArgumentError for
    OWL's negations or inferred triples in a format that cannot hold them.
    """
    _check(form)
    text = redaction.check(form.text)
    if form.format == "csv":
        write_zip(redaction.subgraph(source.subgraph(), text), out)
    elif form.format in RDF_WRITERS:
        with _as_text(out) as stream:
            RDF_WRITERS[form.format](
                _quads(source, text, form),
                stream,
                base_iri(source.store),
            )
    else:
        with _as_text(out) as stream:
            stream.writelines(_records(source, form.format, text))


def _check(form: Serialization) -> None:
    if form.format not in FORMATS:
        raise InputError(f"{form.format!r} is no format; there are {', '.join(FORMATS)}.")
    if form.owl_negations and form.format not in RDF_WRITERS:
        rdf = ", ".join(RDF_WRITERS)
        raise ArgumentError(f"OWL's negations need RDF ({rdf}); {form.format} is none.")
    if form.inferred and form.format not in APART:
        raise ArgumentError(
            f"Inferred triples need a format that keeps them apart ({', '.join(APART)}); "
            f"{form.format} does not. kg infer writes them into a Turtle file of their own."
        )


def write_tables(source: Source, folder: Path, text: str = "full") -> tuple[Path, ...]:
    """Write the two tables of csv into a folder; their paths."""
    return write_folder(redaction.subgraph(source.subgraph(), redaction.check(text)), folder)


def _quads(source: Source, text: redaction.Text, form: Serialization) -> Iterator[ox.Quad]:
    yield from redaction.quads(source.store, text)
    if form.owl_negations:
        base = base_iri(source.store)
        yield from owl_negations(source.subgraph(), source.store.quads(), base)
    if form.inferred:
        yield from source.inferred()


def _records(source: Source, format_: str, text: redaction.Text) -> Iterator[str]:
    if format_ == "entities":
        return entities(redaction.entities(source.entities(), text, source.subgraph()))
    return RECORD_WRITERS[format_](redaction.subgraph(source.subgraph(), text))


@contextmanager
def _as_text(out: IO[bytes]) -> Iterator[IO[str]]:
    """A stream of text over one of bytes, which stays open."""
    stream = io.TextIOWrapper(out, encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        yield stream
    finally:
        stream.detach()
