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
from collections.abc import Callable, Mapping, Sequence
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

    `given`, `parsed`, `removed` (keys) and `problems` are of this run, the other counts of the whole
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
    settings: Mapping[str, str],
    write_outputs: Callable[[Path], None],
    progress: Progress | None = None,
) -> BuildReport:
    """Bring the graph in `folder` up to date with `sources`.

    `settings` are fields of Config; those not named are as in the build before. `write_outputs`
    is called with the folder when the store stands; the build counts as finished only when it
    has returned. Raises InputError when nothing could be read, ModelError or GraphError; what
    was stored before is then kept.
    """
    began = time.monotonic()
    given, problems = _read(sources)
    path = folder / "records.sqlite"
    if not given and not path.exists():
        _refuse_nothing(problems)
    _make_folder(folder)
    with Records(path, writing=True) as records:
        held = records.member_digests()
        gone = _gone(held, sources.inputs, given)
        if not given and not gone:
            _refuse_nothing(problems)
        members = {key: digest for key, digest in held.items() if key not in gone}
        members |= {key: document.digest for key, document in given.items()}
        graph = _Graph(folder, records, members, _config(records, settings))
        report = graph.report
        report.given, report.removed, report.problems = len(given), gone, problems
        report.changed = not graph.is_up_to_date()
        if report.changed:
            graph.parse_missing(given, progress)
            entities = graph.link_and_store()
            records.finish(
                {k: d for k, d in given.items() if held.get(k) != d.digest}, gone, entities
            )
            write_outputs(folder)
            graph.remember()
        else:
            graph.recall()
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


def _refuse_nothing(problems: Sequence[Problem]) -> None:
    """Raise InputError where inputs failed; a warning alone is no failure."""
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


def _config(records: Records, settings: Mapping[str, str]) -> Config:
    """The settings of the build before, with those given now in their place."""
    known = json.loads(records.setting("config") or "{}")
    return replace(Config(), **{**known, **settings})


class _Graph:
    """A graph under construction; `members` are digests of its documents by key."""

    COUNTS = ("documents", "sentences", "triples", "statements", "entities")

    def __init__(
        self, folder: Path, records: Records, members: Mapping[str, str], config: Config
    ) -> None:
        self.report = BuildReport()
        self._store = folder / "store"
        self._records = records
        self._members = members
        self._config = config
        self._pipeline = parsing.pipeline_version(config.model)
        self._fingerprint = config.fingerprint(self._pipeline)

    def _state(self) -> str:
        """Fingerprint of everything that the graph's bytes depend on."""
        parts = (
            sorted(set(self._members.values())),
            self._fingerprint,
            self._config.as_dict(),
            load_ontology().fingerprint,
        )
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def is_up_to_date(self) -> bool:
        """Whether the last finished build had the same documents and settings."""
        return self._store.exists() and self._records.setting("state") == self._state()

    def remember(self) -> None:
        """Note that the build is finished."""
        counts = {name: getattr(self.report, name) for name in self.COUNTS}
        self._records.remember(
            {
                "state": self._state(),
                "config": json.dumps(
                    {"model": self._config.model, "base_iri": self._config.base_iri}
                ),
                "report": json.dumps([counts, self.report.dropped]),
            }
        )

    def recall(self) -> None:
        """Put the counts of the last finished build into the report."""
        counts, dropped = json.loads(self._records.setting("report") or "[{}, {}]")
        for name in self.COUNTS:
            setattr(self.report, name, counts[name])
        self.report.dropped = Counter(dropped)

    def parse_missing(self, given: Mapping[str, Document], progress: Progress | None) -> None:
        """Derive and keep the record of every member that has none."""
        missing = {
            digest: key
            for key, digest in self._members.items()
            if not self._records.has(digest, self._fingerprint)
        }
        self.report.parsed = len(missing)
        if not missing:
            return
        todo = (given.get(key) or self._records.member(key) for key in missing.values())
        for done, record in enumerate(pipeline.analyse(todo, self._config), 1):
            self._records.put(record, self._fingerprint)
            if progress:
                progress(done, len(missing))

    def link_and_store(self) -> tuple[Entity, ...]:
        """Link all records and write the store; all entities, with their mentions."""
        records = self._with_final_ids()
        linked = linking.link(records)
        maker = StatementMaker(linked, self._config.min_confidence)
        statements = list(maker.statements(records))
        used = {name for s in statements for name in (s.subject, s.object, s.place, *s.speakers)}
        entities = [entity for entity in linked.entities if entity.id in used]
        run = rdf.Run(__version__, self._pipeline, self._config)
        OxigraphStore.replace(self._store, rdf.quads(records, entities, statements, run))
        report = self.report
        report.documents = len(records)
        report.sentences = sum(len(r.sentences) for r in records)
        report.triples = sum(len(r.triples) for r in records)
        report.statements, report.entities = len(statements), len(entities)
        report.dropped = sum((Counter(dict(r.dropped)) for r in records), maker.dropped)
        return linked.entities

    def _with_final_ids(self) -> list[DocumentRecord]:
        """The records of all members by final document id, each text once."""
        digests = sorted(set(self._members.values()))
        found = [self._records.get(digest, self._fingerprint) for digest in digests]
        ids = documents.unique_ids(record.document for record in found)
        named = (replace(r, document=replace(r.document, id=ids[r.document.digest])) for r in found)
        return sorted(named, key=lambda record: record.document.id)
