"""The line-based RDF syntaxes and Turtle's family: everything that is written as sorted text.

Turtle, N-Triples, RDF/XML and JSON-LD hold the merge of all graphs; TriG and N-Quads the dataset.
Whatever the order in which quads come, the bytes are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import pyoxigraph as ox

from kg.rdf.turtle import sorted_lines

Object = ox.NamedNode | ox.BlankNode | ox.Literal
Described = tuple[ox.NamedNode | ox.BlankNode, list[tuple[ox.NamedNode, Object]]]
"""A subject with its properties and values."""


def ntriples(quads: Iterable[ox.Quad], _base_iri: str) -> Iterator[str]:
    """The merge of all graphs as N-Triples, in the order of code points, each triple once."""
    lines = sorted_lines(str(quad.triple) for quad in quads)
    return (f"{line} .\n" for line, _ in groupby(lines))


def nquads(quads: Iterable[ox.Quad], _base_iri: str) -> Iterator[str]:
    """The dataset as N-Quads, in the order of code points."""
    return (f"{line} .\n" for line in sorted_lines(map(str, quads)))


def by_subject(quads: Iterable[ox.Quad]) -> Iterator[Described]:
    """The merge of all graphs, a subject at a time; subjects and their triples are sorted.

    Sorting is by the text of N-Triples and spills to files, so memory stays bounded.
    """
    lines = ntriples(quads, "")
    for _, group in groupby(lines, key=lambda line: line.partition(" ")[0]):
        found = list(ox.parse("".join(group), format=ox.RdfFormat.N_TRIPLES, lenient=True))
        told = [(quad.predicate, quad.object) for quad in found]
        yield found[0].subject, told
