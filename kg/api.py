"""What Python users and the command line call.

    import kg
    g = kg.build(["texts/"])
    for row in g.query("SELECT ?name WHERE { ?e a kg:Person ; rdfs:label ?name }"):
        print(row.name)

`build` composes the main path with the files that are written beside the store. A KnowledgeGraph
reads what was stored and nothing else; it loads no language pipeline.
"""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kg import export, inference, query, redaction, retrieval, views
from kg.analysis import Analysed
from kg.config import DEFAULT_MODEL, QUERY_TIMEOUT, Config
from kg.errors import GraphError, InputError
from kg.export import Source
from kg.files import replacing, sweep
from kg.model import Document, Entity, Statement, Subgraph
from kg.narrowing import EVERY_DOCUMENT, Choice
from kg.opened import Opened
from kg.query import Asked, Limits
from kg.readers import Intake
from kg.records import Records
from kg.stores import Store, publication
from kg.stores.oxigraph import OxigraphStore

if TYPE_CHECKING:
    import networkx as nx
    import rdflib

    from kg.building import BuildReport, Progress
    from kg.comparison import Difference
    from kg.curating import Curator
    from kg.documents import Problem
    from kg.engines import Workforce
    from kg.explanation import Explanation
    from kg.merges import Merge
    from kg.pipeline import Extracted
    from kg.results import QueryResult
    from kg.sheets import Texts

PathLike = str | Path

OUTPUT = Path("output")
"""The folder of the graph where none is named."""

EXPORT_FORMATS = export.FORMATS


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a graph; None takes what the graph was built with, else the default.

    `model` is the spaCy pipeline by package name, `base_iri` the prefix of the IRIs of entities,
    statements and documents. `store` is the address of a remote store that is to have the graph
    too and is then asked (`sparql+http://host/query,update`); "local" ends that. `ontology` is the
    file with the user's own classes and properties ("none" ends its use), and a `strict` graph has
    nothing but statements of these. Of one build
    alone, `intake` says how its inputs are read, and `workforce` who parses them: this process, or
    with Workforce(jobs=4) four others, or with Workforce(scheduler="tcp://...") a Dask cluster.
    """

    model: str | None = None
    base_iri: str | None = None
    store: str | None = None
    ontology: PathLike | None = None
    strict: bool | None = None
    intake: Intake | None = None
    workforce: Workforce | None = None


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
            raise InputError("this graph was opened, not built: there is no report of a build")
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

        `of` chooses among the documents: `of=Choice(source="Reuters", first="2013-08")`.
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
        query.update(self._asked_within(timeout, None), sparql, self.folder / "store")
        self._reopen()

    def _asked_within(self, timeout: float | None, limit: int | None) -> Asked:
        """What queries ask; the folder's own store is asked in a process that can be ended."""
        opened = self._opened
        own = opened.asked is opened.store and isinstance(opened.store, OxigraphStore)
        asked = publication.within(opened.asked, timeout)
        return Asked(asked, opened.worker if own else None, Limits(timeout, limit))

    def about(self, name: str) -> Subgraph:
        """The part of the graph around an entity, given by its id, a name or an alias.

        Raises UnknownNameError, with the names that come near.
        """
        return retrieval.read_subgraph(self.store, self.find(name))

    def find(self, name: str) -> str:
        """The id of the entity with this id, name or alias; UnknownNameError else."""
        return retrieval.find_entity(self.store, name)

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
        shown = redaction.subgraph(self.subgraph, redaction.check(text))
        return views.render(shown, focus=self.find(focus) if focus else None, title=_title(shown))

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
        return pictures.graph_picture(shown, format_, focus=around, title=_title(shown), most=drawn)

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
            return HTML(views.notebook_html(shown))  # type: ignore[no-untyped-call]
        return _open_in_browser(self.to_html(focus))

    def _repr_html_(self) -> str:
        return views.notebook_html(self.subgraph)

    def export(
        self,
        format_: str,
        out: IO[bytes],
        *,
        all_mentions: bool = False,
        text: str = "full",
        owl_negations: bool = False,
    ) -> None:
        """Write the graph as one of EXPORT_FORMATS, as UTF-8; "csv" as a zip of two tables.

        `all_mentions` adds to "entities" the clusters of mentions that are in no statement.
        `text` is how much of the documents goes along: "full", "sentences" (those that carry
        statements) or "none". `owl_negations` adds what the texts deny to RDF as
        owl:NegativePropertyAssertion, where nobody affirms it. Raises InputError for another
        format.
        """
        source = self._source(all_mentions=all_mentions)
        export.write(source, export.Choice(format_, text, owl_negations), out)

    def export_tables(self, folder: PathLike, *, text: str = "full") -> tuple[Path, ...]:
        """Write the tables of "csv", nodes.csv and edges.csv, into a folder; their paths."""
        return export.write_tables(self._source(), Path(folder), text)

    def _source(self, *, all_mentions: bool = False) -> Source:
        return Source(
            self.store,
            lambda: self.subgraph,
            lambda: self._with_mentions(all_mentions=all_mentions),
        )

    def _with_mentions(self, *, all_mentions: bool) -> Iterator[Entity]:
        """The entities with their mentions, which the records hold and the graph does not."""
        with Records(self.folder / "records.sqlite") as records:
            for entity in records.entities():
                if all_mentions or entity.id in self.subgraph.entities:
                    yield entity


def open_graph(folder: PathLike = OUTPUT, store: str | None = None) -> KnowledgeGraph:
    """The graph that was built into a folder; GraphError where there is none.

    `store` is the address of a remote store to read instead, or "local" for the folder's own even
    where the graph was sent to a remote one.
    """
    return KnowledgeGraph(folder, store=store)


def build(
    inputs: Sequence[PathLike] | PathLike,
    graph: PathLike = OUTPUT,
    *,
    metadata: PathLike | None = None,
    date: str | None = None,
    curation: PathLike | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> KnowledgeGraph:
    """Build a graph from files and folders, or bring it up to date.

    `metadata` is a CSV table with a column `file` and any of title, date, author, source, url;
    `date` the ISO date of the documents that name none. `curation` is the file with the user's
    decisions, which the graph remembers; else it is curation.toml in its folder. `progress` is
    called with the number of documents parsed and to parse. The graph's `report` says what was
    done, and what was wrong with inputs that could not be used. Raises InputError when nothing
    could be.
    """
    from kg import building, conforming, engines, membership

    folder = Path(graph)
    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    wanted = settings or Settings()
    sources = membership.Sources(
        given,
        Path(metadata) if metadata else None,
        date,
        Path(curation) if curation else None,
        wanted.intake,
    )
    publication.check_address(wanted.store)
    chosen = {"model": wanted.model, "base_iri": wanted.base_iri}
    chosen |= conforming.settings(wanted.ontology, wanted.strict)
    outputs = building.Outputs(OUTPUT_FILES, _write_outputs)
    labour = building.Labour(wanted.workforce or engines.Workforce(), progress)
    report = building.build(
        folder, sources, {k: v for k, v in chosen.items() if v is not None}, outputs, labour
    )
    return _published(folder, report, wanted.store)


def relink(graph: PathLike = OUTPUT) -> KnowledgeGraph:
    """Build a graph anew from the documents it has, after its curation file has changed."""
    from kg import building

    outputs = building.Outputs(OUTPUT_FILES, _write_outputs)
    report = building.relink(Path(graph), outputs)
    return _published(Path(graph), report)


def remove(documents: Sequence[str] | str, graph: PathLike = OUTPUT) -> KnowledgeGraph:
    """Take documents out of a graph, each named by its id, its path, or a folder of its path.

    Raises UnknownNameError where one is not in the graph; then none is taken out.
    """
    from kg import building

    given = [documents] if isinstance(documents, str) else list(documents)
    outputs = building.Outputs(OUTPUT_FILES, _write_outputs)
    report = building.remove(Path(graph), given, outputs)
    return _published(Path(graph), report)


def _published(folder: Path, report: BuildReport, store: str | None = None) -> KnowledgeGraph:
    """The graph that was built, once its remote store has it too, where it has one."""
    graph = KnowledgeGraph(folder, report)
    publication.publish(folder, retrieval.base_iri(graph.store), store)
    if (folder / inference.FILE_NAME).exists():
        infer(folder)
    return graph


def infer(graph: PathLike = OUTPUT) -> tuple[Path, int]:
    """Write what follows from a graph's facts by its ontology into a file of its own.

    The file, inferred.ttl in the graph's folder, and how many triples follow. Builds keep it in
    step with the graph. Raises GraphError without a graph.
    """
    from kg import conforming

    folder = Path(graph)
    opened = OxigraphStore.open(folder / "store")
    with Records(folder / "records.sqlite") as records:
        wanted = conforming.of_graph(records)
    return folder / inference.FILE_NAME, inference.write(folder, opened, wanted.ontology)


def diff(old: PathLike, new: PathLike) -> Difference:
    """What changed from one graph to another, each a folder or a file of RDF.

    Raises GraphError or InputError where one cannot be read.
    """
    from kg.comparison import compare
    from kg.comparison.sides import read_side

    return compare(read_side(Path(old)), read_side(Path(new)))


def curator(graph: PathLike = OUTPUT) -> Curator:
    """Writes decisions about a graph: merge, split, rename, retype, judge. Then `relink`."""
    from kg.curating import Curator

    return Curator(Path(graph))


OUTPUT_FILES = ("graph.ttl", "graph.trig", "graph.html")
"""The files that people take away: Turtle, TriG and the view."""


def _write_outputs(folder: Path, subgraph: Subgraph, texts: Texts) -> None:
    """Write the OUTPUT_FILES; `subgraph` is all of the graph, `texts` the same laid out."""
    sweep(folder)
    turtle, trig, html = OUTPUT_FILES
    for name, pieces in ((turtle, texts.turtle()), (trig, texts.trig())):
        with replacing(folder / name) as out:
            out.writelines(piece.encode() for piece in pieces)
    with replacing(folder / html) as out:
        out.write(views.render(subgraph, title=_title(subgraph)).encode())


def extract(
    inputs: Sequence[PathLike] | PathLike,
    *,
    binary: bool = False,
    pretokenized: bool = False,
    model: str = DEFAULT_MODEL,
    problems: list[Problem] | None = None,
    intake: Intake | None = None,
) -> Iterator[Extracted]:
    """What texts say before anything is linked: each document with its sentences and triples.

    `-` among the inputs is standard input. Without `binary` a triple is a whole clause in the
    wording of its sentence. `pretokenized` reads files of sentences, one a line, whose tokens
    stand between spaces; each is a document of its own. What was wrong with inputs is appended
    to `problems`. `intake` says how inputs are read.
    """
    from kg import pipeline
    from kg.documents import Problem

    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    noted = problems if problems is not None else []
    config = Config(model=model)
    if pretokenized:
        found = pipeline.extract_pretokenized(_lines(given, noted), config, binary=binary)
    else:
        found = pipeline.extract(_documents(given, noted, intake), config, binary=binary)
    for item in found:
        if isinstance(item, pipeline.Extracted):
            yield item
        else:
            noted.append(Problem(item.document.path or item.document.id, item.reason))


def _documents(
    inputs: Sequence[PathLike], problems: list[Problem], intake: Intake | None
) -> Iterator[Document]:
    """The documents in files, folders and standard input."""
    from kg import documents

    for item in documents.read(inputs, intake=intake):
        if isinstance(item, Document):
            yield item
        else:
            problems.append(item)


def _lines(inputs: Sequence[PathLike], problems: list[Problem]) -> Iterator[str]:
    """The lines of UTF-8 files and of standard input that are not blank."""
    from kg.documents import Problem

    for given in inputs:
        stdin = str(given) == "-"
        try:
            with nullcontext(sys.stdin.buffer) if stdin else Path(given).open("rb") as stream:
                for line in stream:
                    if line.strip():
                        yield line.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            problems.append(Problem(str(given), f"is not UTF-8 text ({error.reason})"))
        except OSError as error:
            problems.append(Problem(str(given), f"cannot be read: {error.strerror or error}"))


def _title(shown: Subgraph) -> str:
    titles = [document.title or document.id for document in shown.documents.values()]
    return titles[0] if len(titles) == 1 else f"{len(titles)} documents"


def _open_in_browser(page: str) -> Path:
    """Write the page where the browser can read it, and open it; the file's path."""
    folder = Path(tempfile.mkdtemp(prefix="kg-"))
    path = folder / "graph.html"
    path.write_text(page, encoding="utf-8")
    webbrowser.open(path.as_uri())
    return path
