"""A pyoxigraph store seen through rdflib, for reading.

oxrdflib translates terms and patterns and hands queries to pyoxigraph; nothing is copied. Three
things differ here. What would write is refused with a reason, since a graph is changed by
building it. A query may do what it may everywhere, and so call no server (`kg.sparql`). And a
string comes out as rdflib's parsers give it, without its datatype: oxrdflib says `xsd:string`,
and rdflib holds `Literal("a")` and the same with that datatype for two things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import oxrdflib
import pyoxigraph as ox
import rdflib
from rdflib.query import Result

from kg.errors import GraphError
from kg.sparql import check

_Found = tuple[Any, Iterator[Any]]
"""A triple with the graphs it is in."""


def view(store: ox.Store) -> rdflib.Dataset:
    """A store as a Dataset whose default graph is the union of all graphs."""
    return rdflib.Dataset(_ReadOnly(store=store), default_union=True)


class _ReadOnly(oxrdflib.OxigraphStore):
    """oxrdflib's store without what writes."""

    def triples(self, triple_pattern: Any, context: Any = None) -> Iterator[_Found]:
        for triple, graphs in super().triples(triple_pattern, context):
            yield _plain_triple(triple), graphs

    def query(
        self,
        query: Any,
        initNs: Mapping[str, Any],  # noqa: N803 (rdflib's name)
        *args: Any,
        **kwargs: Any,
    ) -> Result:
        check(str(query), {prefix: str(iri) for prefix, iri in initNs.items()})
        found = super().query(query, initNs, *args, **kwargs)
        if found.type == "CONSTRUCT" and found.graph is not None:
            triples, found.graph = found.graph, rdflib.Graph()
            found.graph += map(_plain_triple, triples)
        elif found.type == "SELECT":
            plain = Result("SELECT")
            plain.vars = found.vars
            plain.bindings = (
                {rdflib.Variable(name): _plain(term) for name, term in row.asdict().items()}
                for row in found
                if isinstance(row, rdflib.query.ResultRow)
            )
            return plain
        return found

    def add_graph(self, graph: rdflib.Graph) -> None:
        """Nothing: `Dataset.graph` calls it for a graph that is only going to be read."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise GraphError(
            "This Dataset is the graph's own store and only reads. To change the graph, build it; "
            "to work on a copy, add its quads() to a Dataset of your own."
        )

    add = addN = remove = remove_graph = update = _refuse  # noqa: N815 (rdflib's name)


def _plain_triple(triple: Any) -> Any:
    subject, predicate, value = triple
    return subject, predicate, _plain(value)


def _plain(term: Any) -> Any:
    if isinstance(term, rdflib.Literal) and term.datatype == rdflib.XSD.string:
        return rdflib.Literal(str(term))
    return term
