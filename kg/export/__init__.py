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
attribute `values` of its subject. Characters that XML cannot hold are U+FFFD in all formats but
Turtle, TriG, N-Triples, N-Quads and the JSON ones.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO

import pyoxigraph as ox

from kg import redaction
from kg.errors import InputError
from kg.export.json_ld import jsonld
from kg.export.lines import entities, facts
from kg.export.rdf_xml import rdfxml
from kg.export.syntaxes import nquads, ntriples
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
RECORD_WRITERS: dict[str, Callable[[Subgraph], Iterator[str]]] = {"facts": facts}
FORMATS = (*RDF_WRITERS, *RECORD_WRITERS, "entities")


@dataclass(frozen=True, slots=True)
class Source:
    """What a graph is written from; records are read only where a format needs them."""

    store: Store
    subgraph: Callable[[], Subgraph]
    entities: Callable[[], Iterable[Entity]]


@dataclass(frozen=True, slots=True)
class Choice:
    """What to write of a graph: a format of FORMATS, and how much of the documents' text."""

    format: str
    text: str = "full"


def write(source: Source, choice: Choice, out: IO[bytes]) -> None:
    """Write a graph, as UTF-8.

    Raises InputError for a format or a choice of text that is not there.
    """
    if choice.format not in FORMATS:
        raise InputError(f"{choice.format!r} is no format; there are {', '.join(FORMATS)}.")
    text = redaction.check(choice.text)
    stream = io.TextIOWrapper(
        out, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True
    )
    try:
        if choice.format in RDF_WRITERS:
            quads = redaction.quads(source.store, text)
            RDF_WRITERS[choice.format](quads, stream, base_iri(source.store))
        elif choice.format in RECORD_WRITERS:
            stream.writelines(
                RECORD_WRITERS[choice.format](redaction.subgraph(source.subgraph(), text))
            )
        else:
            stream.writelines(entities(redaction.entities(source.entities(), text)))
    finally:
        stream.detach()
