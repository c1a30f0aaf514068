"""A graph in a remote store, over the SPARQL 1.1 Protocol.

The store may belong to others, so the graph has named graphs and nothing else there: what stands
in the default graph has the base IRI as its graph, each document has its own as everywhere. In
and out of this module the former are in the default graph again: quads compare equal with those
of any other store.

A query must see the union of these graphs, and of no others. The protocol says which graphs a
query reads by a list (default-graph-uri), which every store obeys; but on oxigraph a join over
2,000 listed graphs takes thirty times as long as over their union, since each look-up is one in
every graph. So where the store holds nothing else, and has oxigraph's parameter for the union,
that is used; but never for a query with GRAPH, which would then see the base IRI's graph too.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import groupby
from typing import Any, Self

import pyoxigraph as ox
from urllib3.exceptions import HTTPError

from kg.errors import GraphError
from kg.iris import FIXED_PREFIXES, prefixes
from kg.sparql import form, names_graphs
from kg.stores import Answer, Solutions, Term, check_syntax
from kg.stores.endpoint import Address, Endpoint, Patience

MOST_BYTES = 1 << 20
"""Size of an update, about: servers refuse more at 2 MB (Jetty's forms) to 10 MB and beyond."""

_SOLUTIONS = "application/sparql-results+json"
_TRIPLES = "application/n-triples"
_UNION = (("union-default-graph", "true"),)
_GRAPHS = (
    "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?g a owl:Ontology ; prov:wasGeneratedBy ?run } }"
    " ORDER BY ?g"
)

_ESCAPED = re.compile(r"\\\\([uU])|\\.")
"""An escaped backslash before a u, or any other escape."""


class RemoteStore:
    """The graph with a base IRI in the store behind an endpoint."""

    def __init__(self, endpoint: Endpoint, base_iri: str) -> None:
        self.endpoint = endpoint
        self._base = ox.NamedNode(base_iri)
        self._documents = prefixes(base_iri)["doc"]

    @classmethod
    def open(
        cls, address: str, base_iri: str | None = None, patience: Patience | None = None
    ) -> Self:
        """The graph at an address `sparql+http://…`; its base IRI is needed if there are several.

        Raises ArgumentError for an address that is none, GraphError where nothing answers or no
        graph is there.
        """
        endpoint = Endpoint(Address.parse(address), patience)
        if base_iri is not None:
            return cls(endpoint, base_iri)
        rows = _select(endpoint, _declared(FIXED_PREFIXES) + _GRAPHS).rows
        found = [row[0].value for row in rows if row[0]]
        if not found:
            raise GraphError(
                f"The store at {endpoint.address.query} holds no graph of kg: nothing in it is an "
                "owl:Ontology. Put one there with kg build --store."
            )
        if len(found) > 1:
            raise GraphError(
                f"The store at {endpoint.address.query} holds {len(found)} graphs: "
                f"{', '.join(found)}. Ask through the folder of one (--graph)."
            )
        return cls(endpoint, found[0])

    def within(self, seconds: float) -> Self:
        """The same store, whose server has so many seconds to begin with an answer."""
        other = copy.copy(self)
        other.endpoint = self.endpoint.within(seconds)
        return other

    # ---- reading
    def quads(self) -> Iterator[ox.Quad]:
        """All quads, in no particular order."""
        dataset = () if self._alone else [("named-graph-uri", name) for name in self._graphs]
        sparql = "SELECT ?g ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } }"
        found: Iterator[Any] = _select(self.endpoint, sparql, dataset).rows
        for graph, subject, predicate, value in found:
            yield ox.Quad(subject, predicate, value, self._outside(graph))

    def query(
        self,
        sparql: str,
        prefixes: Mapping[str, str] | None = None,
        bindings: Mapping[str, Term] | None = None,
    ) -> Answer:
        """The answer to a query over the union of the graph's graphs, or over those of FROM."""
        check_syntax(sparql, prefixes or {})
        text = f"{_declared(prefixes or {})}{sparql}{_values(bindings or {})}"
        dataset = self._dataset(sparql)
        if form(sparql) in ("CONSTRUCT", "DESCRIBE"):
            return _triples(self.endpoint, text, dataset)
        answer = _ask(self.endpoint, text, dataset)
        return answer if isinstance(answer, bool) else _solutions(self.endpoint, answer)

    def counts(self, names: Iterable[ox.NamedNode]) -> dict[ox.NamedNode, int]:
        """How many triples each of these graphs has in the store, those that are there."""
        listed = " ".join(map(str, names))
        sparql = (
            f"SELECT ?g (COUNT(*) AS ?n) WHERE {{ VALUES ?g {{ {listed} }} "
            "GRAPH ?g { ?s ?p ?o } } GROUP BY ?g"
        )
        rows = _select(self.endpoint, sparql).rows
        return {g: int(n.value) for g, n in rows if isinstance(g, ox.NamedNode) and n is not None}

    def close(self) -> None:
        """Let go of the connections."""
        self.endpoint.close()

    # ---- writing
    def load(self, quads: Iterable[ox.Quad]) -> None:
        """Add quads."""
        by_graph = groupby(quads, key=lambda quad: quad.graph_name)
        updates = (
            update
            for name, group in by_graph
            for update in insertions(self.graph_inside(name), group)
        )
        for request, _ in packed((update, "") for update in updates):
            self.endpoint.update(request)

    def update(self, sparql: str) -> None:
        """Carry out an update."""
        self.endpoint.update(sparql)

    def graph_inside(self, name: Any) -> ox.NamedNode:
        """The name that a graph has in the store."""
        return self._base if isinstance(name, ox.DefaultGraph) else name

    def _outside(self, name: Any) -> Any:
        return ox.DefaultGraph() if name == self._base else name

    # ---- which graphs a query reads
    def _dataset(self, sparql: str) -> Sequence[tuple[str, str]]:
        if names_graphs(sparql):
            return ()
        if self._alone and "GRAPH" not in sparql.upper():
            return _UNION
        whole = [("default-graph-uri", name) for name in self._graphs]
        named = [("named-graph-uri", n) for n in self._graphs if n != self._base.value]
        return whole + named

    @cached_property
    def _all_graphs(self) -> tuple[str, ...]:
        """The names of all graphs in the store."""
        rows = _select(self.endpoint, "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }").rows
        return tuple(sorted(row[0].value for row in rows if isinstance(row[0], ox.NamedNode)))

    @cached_property
    def _graphs(self) -> tuple[str, ...]:
        """The names of this graph's graphs; one is always given, or the store would take its own.

        Whether or not the base IRI's graph is there, naming it does no harm.
        """
        mine = [name for name in self._all_graphs if name.startswith(self._documents)]
        return (self._base.value, *mine)

    @cached_property
    def _alone(self) -> bool:
        """Whether the store holds nothing else, and has the parameter for the union."""
        if set(self._all_graphs) - set(self._graphs):
            return False
        if _ask(self.endpoint, "ASK { ?s ?p ?o }", ()) is True:
            return False  # something in the default graph, or the union anyhow
        return _ask(self.endpoint, f"ASK {{ {self._base} ?p ?o }}", _UNION) is True


# ---- what is sent
def insertions(
    graph: ox.NamedNode, quads: Iterable[ox.Quad], most_bytes: int = MOST_BYTES
) -> Iterator[str]:
    """Updates that add the triples of quads to a graph, none much longer than `most_bytes`."""
    lines, size = list[str](), 0
    for quad in quads:
        line = f"{_sparql_term(quad.triple)} ."
        length = len(line.encode())
        if lines and size + length > most_bytes:
            yield _insertion(graph, lines)
            lines, size = [], 0
        lines.append(line)
        size += length
    if lines:
        yield _insertion(graph, lines)


def packed(
    updates: Iterable[tuple[str, str]], most_bytes: int = MOST_BYTES
) -> Iterator[tuple[str, list[str]]]:
    """Updates joined into requests of that size, each with the graphs that it completes."""
    held, complete, size = list[str](), list[str](), 0
    for update, name in updates:
        length = len(update.encode())
        if held and size + length > most_bytes:
            yield " ;\n".join(held), complete
            held, complete, size = [], [], 0
        held.append(update)
        complete += [name] if name else []
        size += length
    if held:
        yield " ;\n".join(held), complete


def _insertion(graph: Any, lines: Sequence[str]) -> str:
    written = "\n".join(lines)
    return f"INSERT DATA {{ GRAPH {graph} {{\n{written}\n}} }}"


def _sparql_term(term: Any) -> str:
    r"""A term or triple as SPARQL writes it.

    N-Triples but for one thing: SPARQL reads `\u0041` before it looks at escapes, so a text that
    holds these characters, written `\\u0041`, would become another. Its u is escaped instead.
    """
    written = str(term)
    if "\\" not in written:
        return written
    return _ESCAPED.sub(
        lambda found: rf"\\\u{ord(found[1]):04X}" if found[1] else found[0], written
    )


def _declared(prefixes: Mapping[str, str]) -> str:
    """Declarations in front of a query, on its first line."""
    return "".join(f"PREFIX {prefix}: <{iri}> " for prefix, iri in prefixes.items())


def _values(bindings: Mapping[str, Term]) -> str:
    """A block after a query that binds its variables."""
    if not bindings:
        return ""
    names = " ".join(f"?{name}" for name in bindings)
    return f"\nVALUES ({names}) {{ ({' '.join(map(_sparql_term, bindings.values()))}) }}"


# ---- what comes back
def _ask(
    endpoint: Endpoint, sparql: str, dataset: Sequence[tuple[str, str]]
) -> ox.QuerySolutions | bool:
    response: Any = endpoint.query(sparql, _SOLUTIONS, dataset)
    with _whole(endpoint):
        answer = ox.parse_query_results(response, ox.QueryResultsFormat.JSON)
    return bool(answer) if isinstance(answer, ox.QueryBoolean) else answer


def _select(endpoint: Endpoint, sparql: str, dataset: Sequence[tuple[str, str]] = ()) -> Solutions:
    answer = _ask(endpoint, sparql, dataset)
    if isinstance(answer, bool):
        raise GraphError(f"{endpoint.address.query} answers SELECT with a boolean: no SPARQL.")
    return _solutions(endpoint, answer)


def _solutions(endpoint: Endpoint, found: ox.QuerySolutions) -> Solutions:
    variables = tuple(variable.value for variable in found.variables)
    width = range(len(variables))

    def rows() -> Iterator[Any]:
        with _whole(endpoint):
            for solution in found:
                yield tuple(solution[i] for i in width)

    return Solutions(variables, rows())


def _triples(
    endpoint: Endpoint, sparql: str, dataset: Sequence[tuple[str, str]]
) -> Iterator[ox.Triple]:
    response: Any = endpoint.query(sparql, _TRIPLES, dataset)
    kind = response.headers.get("Content-Type", _TRIPLES).partition(";")[0]
    with _whole(endpoint):
        for quad in ox.parse(response, ox.RdfFormat.from_media_type(kind)):
            yield quad.triple


@contextmanager
def _whole(endpoint: Endpoint) -> Iterator[None]:
    """Tells of an answer that breaks off or is none."""
    try:
        yield
    except (HTTPError, OSError) as error:
        raise GraphError(
            f"The store at {endpoint.address.query} broke off amid its answer. Ask again."
        ) from error
    except (SyntaxError, ValueError) as error:
        raise GraphError(
            f"The store at {endpoint.address.query} answers with something else than SPARQL "
            f"results ({error}). Check that this is its query endpoint."
        ) from error
