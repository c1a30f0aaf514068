"""The main path: documents -> records -> linking -> statements -> quads -> store.

Two passes. The first derives a record from each document alone and keeps it: a document whose
record is there is not parsed again, and a build that was killed goes on where it stopped. The
second links all records and writes the store anew beside the old one, whose place it then takes.
So the order in which documents came, and in how many builds, leaves no trace in the graph.

A document is a member of the graph under its path. It stays until its file is given again with
another content, or is gone from a folder that is given again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg import __version__, documents, linking, parsing, pipeline, rdf
from kg.config import Config
from kg.documents import Problem
from kg.errors import GraphError, InputError
from kg.model import Document, DocumentRecord, Entity
from kg.ontology import load_ontology
from kg.records import Records
from kg.statements import StatementMaker
from kg.stores.oxigraph import OxigraphStore

Progress = Callable[[int, int], None]
"""Called with the number of documents parsed so far and to be parsed."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a build is given: files and folders, a metadata table, a date for all."""

    inputs: Sequence[str | Path]
    metadata: Path | None = None
    date: str | None = None


@dataclass(slots=True)
class BuildReport:
    """What a build did.

    `given`, `parsed`, `removed` and `problems` are of this run, the other counts of the whole
    graph. `dropped` counts by reason what did not become a statement.
    """

    changed: bool = True
    given: int = 0
    parsed: int = 0
    removed: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    documents: int = 0
    sentences: int = 0
    triples: int = 0
    statements: int = 0
    entities: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def build(
    folder: Path,
    sources: Sources,
    config: Config,
    write_outputs: Callable[[], None],
    progress: Progress | None = None,
) -> BuildReport:
    """Bring the graph in `folder` up to date with `sources`.

    `write_outputs` is called when the store stands; the build counts as finished only when it
    has returned. Raises InputError when nothing could be read, ModelError or GraphError; what
    was stored before is then kept.
    """
    began = time.monotonic()
    given, problems = _read(sources)
    _make_folder(folder)
    with Records(folder / "records.sqlite", writing=True) as records:
        held = records.member_digests()
        gone = _gone(held, sources.inputs, given)
        if not given and not gone:
            _nothing_given(problems)
        members = {key: digest for key, digest in held.items() if key not in gone}
        members |= {key: document.digest for key, document in given.items()}
        report = BuildReport(given=len(given), removed=gone, problems=problems)
        state = _state(members.values(), config)
        report.changed = records.setting("state") != state or not (folder / "store").exists()
        if report.changed:
            report.parsed = _parse_missing(records, members, given, config, progress)
            entities = _link_and_store(records, members.values(), config, folder, report)
            changed = {key: d for key, d in given.items() if held.get(key) != d.digest}
            records.finish(changed, gone, entities)
            write_outputs()
            records.remember({"state": state, "counts": json.dumps(_counts(report))})
        else:
            _recall(report, json.loads(records.setting("counts") or "{}"))
    report.seconds = time.monotonic() - began
    return report


def _read(sources: Sources) -> tuple[dict[str, Document], tuple[Problem, ...]]:
    """The documents given, by member key, and what went wrong with others."""
    given: dict[str, Document] = {}
    problems: list[Problem] = []
    for item in documents.read(sources.inputs, metadata=sources.metadata, date=sources.date):
        if isinstance(item, Problem):
            problems.append(item)
        else:
            given[item.path or item.id] = item
    return given, tuple(problems)


def _nothing_given(problems: Sequence[Problem]) -> None:
    """Raise InputError where every input failed; a warning alone is no failure."""
    errors = [f"{p.path}: {p.reason}" for p in problems if p.severity == "error"]
    if errors:
        raise InputError("nothing could be built.\n  " + "\n  ".join(errors))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GraphError(f"{folder} cannot be made: {error.strerror or error}.") from error


def _gone(
    held: Mapping[str, str], inputs: Sequence[str | Path], given: Mapping[str, Document]
) -> tuple[str, ...]:
    """Member keys below a folder given again whose file is there no more."""
    folders = [Path(i).resolve() for i in inputs if Path(i).is_dir()]
    return tuple(
        key
        for key in held
        if key not in given
        and any(Path(key).is_relative_to(folder) for folder in folders)
        and not Path(key).exists()
    )


def _state(digests: Collection[str], config: Config) -> str:
    """Fingerprint of everything that the graph's bytes depend on."""
    parts = [__version__, sorted(set(digests)), config.as_dict(), load_ontology().fingerprint]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _parse_missing(
    records: Records,
    members: Mapping[str, str],
    given: Mapping[str, Document],
    config: Config,
    progress: Progress | None,
) -> int:
    """Derive and keep the record of every member that has none; their number."""
    fingerprint = config.fingerprint()
    missing = {d: key for key, d in members.items() if not records.has(d, fingerprint)}
    if not missing:
        return 0
    todo = (given.get(key) or records.member(key) for key in missing.values())
    for done, record in enumerate(pipeline.analyse(todo, config), 1):
        records.put(record, fingerprint)
        if progress:
            progress(done, len(missing))
    return len(missing)


def _link_and_store(
    records: Records, digests: Collection[str], config: Config, folder: Path, report: BuildReport
) -> tuple[Entity, ...]:
    """Link all records and write the store; the entities, with their mentions."""
    linked = _with_final_ids(records, digests, config)
    links = linking.link(linked)
    maker = StatementMaker(links, config.min_confidence)
    statements = list(maker.statements(linked))
    used = {id_ for s in statements for id_ in (s.subject, s.object, s.place, *s.speakers)}
    entities = [entity for entity in links.entities if entity.id in used]
    run = rdf.Run(__version__, parsing.pipeline_version(config.model), config)
    OxigraphStore.replace(folder / "store", rdf.quads(linked, entities, statements, run))
    report.documents = len(linked)
    report.sentences = sum(len(r.sentences) for r in linked)
    report.triples = sum(len(r.triples) for r in linked)
    report.statements, report.entities = len(statements), len(entities)
    report.dropped = maker.dropped + sum((Counter(dict(r.dropped)) for r in linked), Counter())
    return links.entities


def _with_final_ids(
    records: Records, digests: Collection[str], config: Config
) -> list[DocumentRecord]:
    """The records of all members, by final document id, each text once."""
    fingerprint = config.fingerprint()
    found = [records.get(digest, fingerprint) for digest in sorted(set(digests))]
    ids = documents.unique_ids(record.document for record in found)
    named = [
        replace(record, document=replace(record.document, id=ids[record.document.digest]))
        for record in found
    ]
    return sorted(named, key=lambda record: record.document.id)


COUNTS = ("documents", "sentences", "triples", "statements", "entities")


def _counts(report: BuildReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in COUNTS} | {"dropped": dict(report.dropped)}


def _recall(report: BuildReport, counts: Mapping[str, int]) -> None:
    """Fill in the counts of a graph that did not change."""
    for name in COUNTS:
        setattr(report, name, counts[name])
    report.dropped = Counter(counts["dropped"])
