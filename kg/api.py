"""What Python users and the command line call.

    import kg
    g = kg.build(["texts/"])
    for row in g.query("SELECT ?name WHERE { ?e a kg:Person ; rdfs:label ?name }"):
        print(row.name)

`build` composes the main path with the files that are written beside the store; what it gives
back, and `open_graph`, is a `kg.knowledge.KnowledgeGraph`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg import inference, retrieval
from kg.config import DEFAULT_MODEL, OUTPUT, Config
from kg.files import replacing, sweep
from kg.knowledge import KnowledgeGraph, Member, PathLike, title_of
from kg.model import Document, Subgraph
from kg.readers import Intake
from kg.records import Records
from kg.stores import publication
from kg.stores.oxigraph import OxigraphStore

if TYPE_CHECKING:
    from kg.building import BuildReport
    from kg.comparison import Difference
    from kg.curating import Curator
    from kg.derivation import Progress
    from kg.documents import Problem
    from kg.engines import Workforce
    from kg.learning.finding import Facts
    from kg.pipeline import Extracted
    from kg.sheets import Texts

__all__ = [
    "OUTPUT",
    "OUTPUT_FILES",
    "KnowledgeGraph",
    "Member",
    "Settings",
    "build",
    "curator",
    "diff",
    "extract",
    "extract_facts",
    "infer",
    "learn",
    "open_graph",
    "relink",
    "remove",
]


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a graph; None takes what the graph was built with, else the default.

    `model` is the spaCy pipeline by package name, `base_iri` the prefix of the IRIs of entities,
    statements and documents. `store` is the address of a remote store that is to have the graph
    too and is then asked (`sparql+http://host/query,update`); "local" ends that. `ontology` is the
    file with the user's own classes and properties ("none" ends its use), and a `strict` graph has
    nothing but statements of these; `relations` is the model that `learn` made for that ontology,
    which is used beside the rules ("none" ends that). Of one build
    alone, `intake` says how its inputs are read, and `workforce` who parses them: this process, or
    with Workforce(jobs=4) four others, or with Workforce(scheduler="tcp://...") a Dask cluster.
    """

    model: str | None = None
    base_iri: str | None = None
    store: str | None = None
    ontology: PathLike | None = None
    strict: bool | None = None
    relations: PathLike | None = None
    intake: Intake | None = None
    workforce: Workforce | None = None


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
    could be, or no input is given.
    """
    from kg import building, conforming, derivation, engines, membership

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
    chosen |= conforming.settings(wanted.ontology, wanted.strict, wanted.relations)
    outputs = building.Outputs(OUTPUT_FILES, _write_outputs)
    labour = derivation.Labour(wanted.workforce or engines.Workforce(), progress)
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
    from kg import views

    sweep(folder)
    turtle, trig, html = OUTPUT_FILES
    for name, pieces in ((turtle, texts.turtle()), (trig, texts.trig())):
        with replacing(folder / name) as out:
            out.writelines(piece.encode() for piece in pieces)
    with replacing(folder / html) as out:
        out.write(views.render(subgraph, title=title_of(subgraph)).encode())


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
    to `problems`; without such a list, InputError tells it where no input could be read at all.
    `intake` says how inputs are read.
    """
    from kg import membership, pipeline
    from kg.documents import Problem

    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    noted = problems if problems is not None else []
    config = Config(model=model)
    if pretokenized:
        found = pipeline.extract_pretokenized(_lines(given, noted), config, binary=binary)
    else:
        found = pipeline.extract(_documents(given, noted, intake), config, binary=binary)
    is_any = False
    for item in found:
        if isinstance(item, pipeline.Extracted):
            is_any = True
            yield item
        else:
            noted.append(Problem(item.document.path or item.document.id, item.reason))
    if problems is None and not is_any:
        membership.refuse_nothing(noted, "read")


def extract_facts(
    inputs: Sequence[PathLike] | PathLike,
    ontology: PathLike,
    relations: PathLike | None = None,
    *,
    model: str = DEFAULT_MODEL,
    problems: list[Problem] | None = None,
    intake: Intake | None = None,
) -> Iterator[Facts]:
    """What texts state under an ontology: each document with its facts.

    `relations` is a model that `learn` made; without one the ontology's names, domains and ranges
    have to do. The others are as for `extract`. A text that kg fails on is told in `problems`,
    and so is a sentence that is too long to be read.
    """
    from kg import membership, pipeline
    from kg.documents import Problem
    from kg.learning import finding

    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    known = finding.recogniser(Path(ontology), Path(relations) if relations else None)
    noted = problems if problems is not None else []
    texts = _documents(given, noted, intake)
    work = partial(finding.facts_of, model=known)
    is_any = False
    for item in pipeline.each(texts, pipeline.load_pipeline(model), work):
        place = item.document.path or item.document.id
        if isinstance(item, pipeline.Failure):
            noted.append(Problem(place, item.reason))
            continue
        if item.unread:
            noted.append(Problem(place, finding.unread_reason(item.unread), "warning"))
        is_any = True
        yield item
    if problems is None and not is_any:
        membership.refuse_nothing(noted, "read")


def learn(
    ontology: PathLike, examples: PathLike, output: PathLike, *, model: str = DEFAULT_MODEL
) -> tuple[Mapping[str, Any], Mapping[str, int]]:
    """Learn an ontology's relations from a file of examples, and write the model.

    Gives what the model was made from, and how many facts were left out by reason.
    """
    from kg import learning, pipeline
    from kg.learning import model_file

    nlp = pipeline.load_pipeline(model)
    found, read = learning.learn(Path(ontology), Path(examples), nlp)
    model_file.save(found, Path(output))
    return found.made_from, read.left_out


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
