"""Where a graph's quads live: one protocol, several stores that are strangers to each other.

Terms are pyoxigraph's, whatever the store. Queries see the union of all graphs as their default
graph, since facts stand in the default graph and their evidence in the documents' graphs.

    oxigraph.py      embedded, in the graph's folder; every graph has this one
    remote.py        a store behind the SPARQL 1.1 Protocol, by way of endpoint.py (HTTP)
    memory.py        rdflib's Dataset
    publication.py   which remote store a graph is sent to, and what the folder remembers of it
    sending.py       brings that up to date
    rdflib_view.py   the embedded store seen through rdflib
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import pyoxigraph as ox

from kg.errors import QueryError

Term = ox.NamedNode | ox.BlankNode | ox.Literal
Row = tuple[Term | None, ...]


@dataclass(frozen=True, slots=True)
class Solutions:
    """What SELECT answers: rows of terms in the order of `variables`, None where unbound."""

    variables: tuple[str, ...]
    rows: Iterator[Row]


Answer = Solutions | Iterator[ox.Triple] | bool
"""What SELECT, CONSTRUCT or DESCRIBE, and ASK answer."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The graphs that a query sees, by IRI: the merge of `default`, and `named` by their names."""

    default: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


class Store(Protocol):
    """A store of quads.

    `query` evaluates SPARQL 1.1 with `prefixes` declared beforehand and the variables of
    `bindings`, which the query must project, bound to values. It raises QueryError.
    """

    def load(self, quads: Iterable[ox.Quad]) -> None:
        """Add quads."""

    def quads(self) -> Iterator[ox.Quad]:
        """All quads, in no particular order."""

    def query(
        self,
        sparql: str,
        prefixes: Mapping[str, str] | None = None,
        bindings: Mapping[str, Term] | None = None,
    ) -> Answer:
        """The answer to a query."""

    def close(self) -> None:
        """Give up files and locks; the store is not used afterwards."""


def check_syntax(sparql: str, prefixes: Mapping[str, str]) -> None:
    """Raise QueryError, with the place, for what is no SPARQL; nothing is evaluated."""
    try:  # pyoxigraph refuses two datasets at once after it has parsed, with a ValueError
        ox.Store().query(
            sparql, prefixes=dict(prefixes), use_default_graph_as_union=True, default_graph=[]
        )
    except SyntaxError as error:
        raise QueryError(str(error)) from error
    except ValueError:
        return
