"""A graph that was built: what it tells, answers and gives away.

A KnowledgeGraph reads what was stored and nothing else; it loads no language pipeline.
"""

from __future__ import annotations

import tempfile
import webbrowser
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pyoxigraph as ox

from kg import export, inference, lookup, query, redaction, retrieval
from kg.analysis import Analysed
from kg.config import QUERY_TIMEOUT
from kg.errors import ArgumentError, GraphError, InputError
from kg.export import Source
from kg.model import Document, Entity, Statement, Subgraph
from kg.narrowing import EVERY_DOCUMENT, Choice
from kg.opened import Opened
from kg.query import Asked, Limits
from kg.records import Records
from kg.stores import Store
from kg.stores.oxigraph import OxigraphStore

if TYPE_CHECKING:
    import networkx as nx
    import rdflib

    from kg.building import BuildReport
    from kg.explanation import Explanation
    from kg.merges import Merge
    from kg.results import QueryResult

PathLike = str | Path


@dataclass(frozen=True, slots=True)
class Member:
    """A document of a graph, the files that have its text, the number of its statements.

    `built` is when it was last parsed, as ISO date and time; None where nobody noted it.
    """

    document: Document
    files: tuple[str, ...]
    statements: int
    built: str | None = None


class KnowledgeGraph(Analysed):
    """A graph that was built into a folder, or, with the address of a remote store, one there.

    When it is built again, by whomever, it tells from then on what it is now.
    """

    def __init__(
        self, folder: PathLike, report: BuildReport | None = None, store: str | None = None
    ) -> None:
        self.folder = Path(folder)
        self._report = report
        self._chosen = store
        self._held = Opened(self.folder, store)

    def __repr__(self) -> str:
        counts = f"{len(self.subgraph.entities)} entities, {len(self.statements)} statements"
        return f"<KnowledgeGraph {self.folder}: {counts}>"

    @property
    def report(self) -> BuildReport:
        """What the build did; InputError for a graph that was only opened."""
        if self._report is None:
            raise InputError(
                "This graph was opened, not built: there is no report of a build. kg.build gives a "
                "graph that has one."
            )
        return self._report

    @property
    def _opened(self) -> Opened:
        """The graph's store, opened again where another build has put a new one there."""
        if not self._held.is_current():
            with suppress(GraphError):  # amid a build; looked at again the next time
                self._reopen()
        return self._held

    def _reopen(self) -> None:
        fresh = Opened(self.folder, self._chosen)
        self._held.close()
        self._held = fresh

    @property
    def store(self) -> Store:
        """The store that holds the graph."""
        return self._opened.store

    @property
    def asked(self) -> Store:
        """What queries ask: the remote store that the graph was sent to, if any, else its own."""
        return self._opened.asked

    @property
    def subgraph(self) -> Subgraph:
        """The whole graph as records."""
        return self._opened.subgraph

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The entities with their mentions, by id.

        Their mentions are empty while another build has the records, or where these are missing.
        """
        opened = self._opened
        try:
            return opened.entities
        except GraphError:
            return tuple(opened.subgraph.entities.values())

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements, in the order of documents and text."""
        return self.subgraph.statements

    def query(
        self, sparql: str, *, timeout: float | None = QUERY_TIMEOUT, limit: int | None = None
    ) -> QueryResult:
        """The answer to a SPARQL query over all of the graph; usual prefixes are declared.

        At most `limit` rows or triples are answered; the result's `cut` says whether there are
        more. Raises QueryError where it is no SPARQL or would do more than read, and
        QueryTimeoutError when it is not answered within `timeout` seconds.
        """
        return query.run(self._asked_within(timeout, limit), sparql)

    def ask(
        self,
        question: str,
        *arguments: str,
        of: Choice = EVERY_DOCUMENT,
        timeout: float | None = QUERY_TIMEOUT,
        limit: int | None = None,
    ) -> QueryResult:
        """The answer to a question that has a name: `g.ask("claims-of", "John Kerry")`.

        `of` chooses among the documents: `of=kg.Choice(source="Reuters", first="2013-08")`.
        `timeout` and `limit` are as for `query`. Raises UnknownNameError for a question, argument
        or value that is not there.
        """
        return query.ask(self._asked_within(timeout, limit), question, arguments, of)

    def update(self, sparql: str, *, timeout: float | None = QUERY_TIMEOUT) -> None:
        """Change the folder's store by a SPARQL update, until a build makes it anew.

        The update goes through whole or not at all, and into nothing but the store: graph.ttl,
        graph.trig and graph.html stay as they were built. Raises QueryError where it is no SPARQL
        or reaches beyond the store, QueryTimeoutError, and GraphError.
        """
        records = self.folder / "records.sqlite"
        with Records(records, writing=True) if records.exists() else nullcontext():
            self._reopen()  # no build puts another store there from here on
            query.update(self._asked_within(timeout, None), sparql, self.folder / "store")
        self._reopen()

    def _asked_within(self, timeout: float | None, limit: int | None) -> Asked:
        """What queries ask; the folder's own store is asked in a process that can be ended."""
        opened = self._opened
        own = opened.asked is opened.store and isinstance(opened.store, OxigraphStore)
        return Asked(opened.asked, opened.worker if own else None, Limits(timeout, limit))

    def about(self, name: str) -> Subgraph:
        """The part of the graph around an entity, given by its id, a name or an alias.

        Raises UnknownNameError, with the names that come near.
        """
        return retrieval.read_subgraph(self.store, self.find(name))

    def find(self, name: str) -> str:
        """The id of the entity with this id, name or alias; UnknownNameError else."""
        return lookup.find_entity(self.store, name)

    def explain(self, statement: str) -> Explanation:
        """Why a statement is in the graph: its rule, its words, its cues, whom they name.

        Raises UnknownNameError when no statement has the id.
        """
        from kg.explanation import explain

        with Records(self.folder / "records.sqlite") as records:
            return explain(self.subgraph, records.entities(), statement)

    def documents(self) -> tuple[Member, ...]:
        """The documents with the files they came from, by id."""
        from kg.documents import unique_ids

        with Records(self.folder / "records.sqlite") as records:
            members, built = records.members(), records.built()
        ids = unique_ids(members.values())
        said = Counter(statement.document for statement in self.subgraph.statements)
        files: dict[str, list[str]] = defaultdict(list)
        for key, document in members.items():
            files[ids[document.digest]].append(document.path or key)
        held = {ids[d.digest]: replace(d, id=ids[d.digest]) for d in members.values()}
        when = {ids[d.digest]: built.get(d.digest) for d in members.values()}
        return tuple(Member(held[i], tuple(files[i]), said[i], when[i]) for i in sorted(held))

    def merges(self) -> tuple[Merge, ...]:
        """What was merged and why, the most doubtful first."""
        from kg.curating import merges

        return merges(self.folder)

    def to_networkx(self) -> nx.MultiDiGraph:
        """Entities as nodes, statements between them as edges, with all their qualifiers."""
        from kg.graph import to_networkx

        return to_networkx(self.subgraph)

    def to_rdflib(self) -> rdflib.Dataset:
        """The graph as an rdflib Dataset, read-only, whose default graph is the union.

        Nothing is copied: rdflib reads the folder's store, and pyoxigraph answers the queries.
        """
        return OxigraphStore.open(self.folder / "store").dataset()

    def to_html(self, focus: str | None = None, *, text: str = "full") -> str:
        """The interactive view as one offline HTML page, of all or around an entity.

        `text` is how much of the documents goes along: "full", "sentences" or "none".
        """
        from kg import views

        shown = redaction.subgraph(self.subgraph, redaction.check(text))
        return views.render(shown, focus=self.find(focus) if focus else None, title=title_of(shown))

    def to_picture(
        self, format_: str = "png", focus: str | None = None, *, most: int | None = None
    ) -> bytes:
        """A picture for a report, "png" or "svg", of all or around an entity.

        `most` is how many entities are drawn, 40 where nothing else is asked for. Raises
        InputError where matplotlib is not installed.
        """
        from kg import pictures

        drawn = most or pictures.MOST_DRAWN
        shown = self.subgraph
        around = self.find(focus) if focus else None
        return pictures.graph_picture(
            shown, format_, focus=around, title=title_of(shown), most=drawn
        )

    def show(self, focus: str | None = None) -> object:
        """Show the view: inline in a notebook, else in the browser."""
        shown = self.about(focus) if focus else self.subgraph
        try:
            from IPython.core.getipython import get_ipython
            from IPython.display import HTML
        except ImportError:
            notebook = False
        else:
            notebook = get_ipython() is not None
        if notebook:
            from kg import views

            return HTML(views.notebook_html(shown))  # type: ignore[no-untyped-call]
        return _open_in_browser(self.to_html(focus))

    def _repr_html_(self) -> str:
        from kg import views

        return views.notebook_html(self.subgraph)

    def export(
        self,
        format_: str,
        out: IO[bytes],
        *,
        all_mentions: bool = False,
        text: str = "full",
        owl_negations: bool = False,
        inferred: bool = False,
    ) -> None:
        """Write the graph in one of `kg.export.FORMATS`, as UTF-8; "csv" as a zip of two tables.

        `all_mentions` adds to "entities" the clusters of mentions that are in no statement.
        `text` is how much of the documents goes along: "full", "sentences" (those that carry
        statements) or "none". `owl_negations` adds what the texts deny to RDF as
        owl:NegativePropertyAssertion, where nobody affirms it, `inferred` what follows by the
        ontology as a named graph to "trig" and "nquads". Raises InputError for another format.
        """
        if all_mentions and format_ != "entities":
            raise ArgumentError(f"Only entities have all mentions; {format_} has the graph's.")
        source = self._source(all_mentions=all_mentions)
        export.write(source, export.Serialization(format_, text, owl_negations, inferred), out)

    def export_tables(self, folder: PathLike, *, text: str = "full") -> tuple[Path, ...]:
        """Write the tables of "csv", nodes.csv and edges.csv, into a folder; their paths."""
        return export.write_tables(self._source(), Path(folder), text)

    def _source(self, *, all_mentions: bool = False) -> Source:
        return Source(
            self.store,
            lambda: self.subgraph,
            lambda: self._with_mentions(all_mentions=all_mentions),
            self._inferred,
        )

    def _inferred(self) -> Iterator[ox.Quad]:
        """What follows by the vocabulary with which the graph was last built."""
        from kg import conforming

        with Records(self.folder / "records.sqlite") as records:
            ontology = conforming.of_graph(records).ontology
        yield from inference.quads(self.store, ontology)

    def _with_mentions(self, *, all_mentions: bool) -> Iterator[Entity]:
        """The entities with their mentions, which the records hold and the graph does not."""
        with Records(self.folder / "records.sqlite") as records:
            for entity in records.entities():
                if all_mentions or entity.id in self.subgraph.entities:
                    yield entity


def title_of(shown: Subgraph) -> str:
    """What a view of the documents is headed with."""
    titles = [document.title or document.id for document in shown.documents.values()]
    return titles[0] if len(titles) == 1 else f"{len(titles)} documents"


def _open_in_browser(page: str) -> Path:
    """Write the page where the browser can read it, and open it; the file's path."""
    folder = Path(tempfile.mkdtemp(prefix="kg-"))
    path = folder / "graph.html"
    path.write_text(page, encoding="utf-8")
    webbrowser.open(path.as_uri())
    return path
