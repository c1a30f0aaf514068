"""A store in memory on rdflib's Dataset: for small graphs, tests, and a second opinion."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pyoxigraph as ox
import rdflib
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from rdflib.plugins import sparql as rdflib_sparql

from kg.errors import QueryError
from kg.stores import Answer, Solutions, Term, check_syntax


class MemoryStore:
    """A Dataset whose default graph is the union of all; `dataset` is rdflib's object."""

    def __init__(self, dataset: rdflib.Dataset | None = None) -> None:
        self.dataset = dataset if dataset is not None else rdflib.Dataset(default_union=True)

    def load(self, quads: Iterable[ox.Quad]) -> None:
        """Add quads."""
        self.dataset.addN(
            (
                to_rdflib(quad.subject),
                to_rdflib(quad.predicate),
                to_rdflib(quad.object),
                self.dataset.get_context(_graph_name(quad)),
            )
            for quad in quads
        )

    def quads(self) -> Iterator[ox.Quad]:
        """All quads, in no particular order."""
        for subject, predicate, value, name in self.dataset.quads():
            in_default = name in (None, DATASET_DEFAULT_GRAPH_ID)
            graph = ox.DefaultGraph() if in_default else from_rdflib(name)
            triple = (from_rdflib(subject), from_rdflib(predicate), from_rdflib(value))
            yield ox.Quad(*triple, graph)

    def query(
        self,
        sparql: str,
        prefixes: Mapping[str, str] | None = None,
        bindings: Mapping[str, Term] | None = None,
    ) -> Answer:
        """The answer to a query over the union of all graphs.

        rdflib would fetch the graphs that FROM names; here they are only looked up.
        """
        check_syntax(sparql, prefixes or {})  # its errors tell the place
        try:
            with _without_fetching(), _quiet():
                result = self.dataset.query(
                    sparql,
                    initNs=dict(prefixes or {}),
                    initBindings={k: to_rdflib(v) for k, v in (bindings or {}).items()},
                )
                return _answer(result)
        except Exception as error:
            raise QueryError(f"The query could not be answered: {error}") from error

    def close(self) -> None:
        """Give up the memory."""
        self.dataset.close()


@contextmanager
def _without_fetching() -> Iterator[None]:
    """Stop rdflib from loading what FROM names, from any address or file."""
    held, rdflib_sparql.SPARQL_LOAD_GRAPHS = rdflib_sparql.SPARQL_LOAD_GRAPHS, False
    try:
        yield
    finally:
        rdflib_sparql.SPARQL_LOAD_GRAPHS = held


@contextmanager
def _quiet() -> Iterator[None]:
    """Hide what rdflib 7.6 warns of: its own use of Dataset.default_context and .contexts."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Dataset\.\w+ is deprecated", DeprecationWarning)
        yield


def _answer(result: Any) -> Answer:
    if result.type == "ASK":
        return bool(result.askAnswer)
    if result.type in ("CONSTRUCT", "DESCRIBE"):
        return iter([ox.Triple(*map(from_rdflib, triple)) for triple in result.graph])
    variables = tuple(str(variable) for variable in result.vars)
    rows = [tuple(None if term is None else from_rdflib(term) for term in row) for row in result]
    return Solutions(variables, iter(rows))


def _graph_name(quad: ox.Quad) -> Any:
    if isinstance(quad.graph_name, ox.DefaultGraph):
        return DATASET_DEFAULT_GRAPH_ID
    return to_rdflib(quad.graph_name)


def to_rdflib(term: Any) -> Any:
    """A pyoxigraph term as rdflib's."""
    if isinstance(term, ox.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return rdflib.BNode(term.value)
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    if term.datatype.value == str(rdflib.XSD.string):
        return rdflib.Literal(term.value)
    datatype = rdflib.URIRef(term.datatype.value)
    return rdflib.Literal(term.value, datatype=datatype, normalize=False)  # else Z is +00:00


def from_rdflib(term: Any) -> Any:
    """An rdflib term as pyoxigraph's."""
    if isinstance(term, rdflib.URIRef):
        return ox.NamedNode(str(term))
    if isinstance(term, rdflib.BNode):
        return ox.BlankNode(str(term))
    if term.language:
        return ox.Literal(str(term), language=term.language)
    if term.datatype is None:
        return ox.Literal(str(term))
    return ox.Literal(str(term), datatype=ox.NamedNode(str(term.datatype)))
