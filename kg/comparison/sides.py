"""The two graphs that are compared, read from folders of graphs or from files of RDF."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pyoxigraph as ox

from kg.errors import ArgumentError, GraphError, InputError
from kg.model import Subgraph
from kg.records import Records
from kg.retrieval import base_iri, read_subgraph
from kg.stores import Store
from kg.stores.oxigraph import OxigraphStore


@dataclass(frozen=True, slots=True)
class Side:
    """One of two graphs: its base IRI, and its records with the mentions that are known."""

    base_iri: str
    subgraph: Subgraph


def read_side(path: Path) -> Side:
    """A graph from its folder, or from a file of RDF.

    Raises GraphError for a folder without a graph, and InputError for a file that is no RDF or
    holds no graph of kg.
    """
    if path.is_dir():
        store = OxigraphStore.open(path / "store")
        side = Side(base_iri(store), read_subgraph(store))
        return replace(side, subgraph=_with_mentions(side.subgraph, path / "records.sqlite"))
    if not path.exists():
        raise InputError(f"{path}: there is no such file or folder.")
    store = OxigraphStore()
    _load(store, path)
    try:
        return Side(base_iri(store), read_subgraph(store))
    except (GraphError, KeyError, ValueError) as error:
        raise InputError(f"{path} is RDF, but no graph that kg has written.") from error


def _load(store: Store, path: Path) -> None:
    format_ = ox.RdfFormat.from_extension(path.suffix.removeprefix("."))
    if format_ is None:
        raise ArgumentError(
            f"{path} is neither the folder of a graph nor a file of RDF: .ttl, .trig, .nt, .nq, "
            ".rdf or .jsonld."
        )
    try:
        with path.open("rb") as stream:
            store.load(ox.parse(stream, format=format_))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (SyntaxError, ValueError) as error:
        raise InputError(f"{path} is damaged or no {format_.name}: {error}.") from error


def _with_mentions(graph: Subgraph, records: Path) -> Subgraph:
    """The graph with the mentions of its entities, where the records beside it can be read."""
    try:
        with Records(records) as held:
            mentions = {entity.id: entity.mentions for entity in held.entities()}
    except GraphError:
        return graph
    entities = {
        i: replace(entity, mentions=mentions.get(i, ())) for i, entity in graph.entities.items()
    }
    return replace(graph, entities=entities)
