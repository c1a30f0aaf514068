"""Every export of a graph of 100,000 statements: its time, its size, and whether it reads back.

    python tests/benchmarks/exports.py [--statements 100000]

RDF is read back by pyoxigraph and compared quad for quad, the networks by networkx (nodes and
edges), the tables by csv. The graph is the one of tests/synthetic.py, in memory. For comparison,
pyoxigraph's own dump of the same store to N-Quads is timed in the same run. The exit status is 1
where something does not read back.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile

import networkx as nx
import pyoxigraph as ox

from kg import export
from kg.model import Literal, Subgraph
from kg.retrieval import read_subgraph
from kg.stores.oxigraph import OxigraphStore

sys.path.insert(0, str(Path(__file__).parents[1]))

import synthetic

RDF = {
    "turtle": ox.RdfFormat.TURTLE,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
    "trig": ox.RdfFormat.TRIG,
    "nquads": ox.RdfFormat.N_QUADS,
}


def same_rdf(format_: str, out: io.BufferedRandom, quads: set[ox.Quad]) -> bool:
    """Whether a file has the quads, or their triples where the format has no graphs."""
    found = set(ox.parse(out, format=RDF[format_]))
    if format_ in {"trig", "nquads"}:
        return found == quads
    return {quad.triple for quad in found} == {quad.triple for quad in quads}


def same_network(graph: nx.MultiDiGraph, subgraph: Subgraph) -> bool:
    """Whether nodes, and edges between entities, are those of the records."""
    edges = sum(not isinstance(said.object, Literal) for said in subgraph.statements)
    return set(graph) == set(subgraph.entities) and graph.number_of_edges() == edges


def same_tables(out: io.BufferedRandom, subgraph: Subgraph) -> bool:
    """Whether the tables have a row an entity, and a row a statement."""
    with zipfile.ZipFile(out) as archive:
        ids = [
            [row["id"] for row in csv.DictReader(io.StringIO(archive.read(name).decode()))]
            for name in archive.namelist()
        ]
    return ids == [list(subgraph.entities), [said.id for said in subgraph.statements]]


def checks(
    subgraph: Subgraph, quads: set[ox.Quad]
) -> dict[str, Callable[[io.BufferedRandom], bool]]:
    """How each format is read back."""
    lines = {"facts": len(subgraph.statements), "entities": len(subgraph.entities)}
    read: dict[str, Callable[[io.BufferedRandom], bool]] = {
        name: lambda out, name=name: same_rdf(name, out, quads) for name in RDF
    }
    read |= {name: lambda out, name=name: sum(1 for _ in out) == lines[name] for name in lines}
    return read | {
        "graphml": lambda out: same_network(nx.read_graphml(out, force_multigraph=True), subgraph),
        "gexf": lambda out: same_network(nx.read_gexf(out, version="1.3"), subgraph),
        "csv": lambda out: same_tables(out, subgraph),
        "cypher": lambda out: out.read().count(b"{source: ") == len(subgraph.statements),
    }


def main() -> int:
    """Write and read every format, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--statements", type=int, default=100_000)
    quads = synthetic.graph(parser.parse_args().statements)
    store = OxigraphStore()
    store.load(quads)
    began = time.perf_counter()
    subgraph = read_subgraph(store)
    print(f"{len(quads):,} quads; records read in {time.perf_counter() - began:.1f} s")
    source = export.Source(store, lambda: subgraph, subgraph.entities.values)
    began = time.perf_counter()
    dump = ox.serialize(store.quads(), format=ox.RdfFormat.N_QUADS)
    print(f"pyoxigraph's N-Quads  {time.perf_counter() - began:6.1f} s {len(dump) / 1e6:8.1f} MB")
    wrong = 0
    for format_, reads_back in checks(subgraph, set(quads)).items():
        with TemporaryFile() as out:
            began = time.perf_counter()
            export.write(source, export.Serialization(format_), out)
            seconds, size = time.perf_counter() - began, out.tell() / 1e6
            out.seek(0)
            fine = reads_back(out)
        wrong += not fine
        print(f"{format_:<20} {seconds:7.1f} s {size:8.1f} MB  {'same' if fine else 'DIFFERENT'}")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
