"""The main path: documents -> records -> linking -> statements -> quads -> store.

Two passes. The first derives a record from each document alone and keeps it: a document whose
record is there is not parsed again, and a build that was killed goes on where it stopped
(kg.derivation). The second, which needs all records at once, links them and brings store and files
to what comes out (kg.sheets); of a document that comes out as before, its part of them is kept. So
the order in which documents came, and in how many builds, leaves no trace in the graph.

A document is a member of the graph under its path. It stays until its file is given again with
another content, or is gone from a folder that is given again, or until it is removed by name.

A build is finished when it has noted the state it reached. It strikes out the old note before it
touches the store; so whatever a killed build left half done, the next one does again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg import (
    __version__,
    collecting,
    conforming,
    curating,
    documents,
    linking,
    membership,
    parsing,
    rdf,
    retrieval,
    selection,
    sheets,
)
from kg.config import Config, written_code
from kg.derivation import UNAIDED, Derivation, Labour, put_down
from kg.documents import Problem
from kg.engines import Setting
from kg.errors import GraphError, InputError
from kg.iris import check_base_iri
from kg.linking import corroboration, reprints
from kg.linking.boilerplate import without_boilerplate
from kg.linking.curation import Curation, read_curation
from kg.membership import Sources
from kg.merges import Merge
from kg.model import DocumentRecord, Entity, Subgraph
from kg.ontology import load_ontology
from kg.records import Records
from kg.sheets import Texts
from kg.statements import StatementMaker
from kg.stores.oxigraph import OxigraphStore


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files that are written into the folder beside the store, once that stands."""

    names: Sequence[str]
    write: Callable[[Path, Subgraph, Texts], None]


@dataclass(slots=True)
class BuildReport:
    """What a build did.

    `given` (documents used), `parsed`, `removed` (keys) and `problems` are of this run, the other
    counts of the whole graph. `unread` counts the sentences without triples by the kind that they
    are of, `unsaid` the clauses that gave no triple by reason, and `dropped` the triples that did
    not become a statement: `triples` less these are the `statements`. Where the user has an
    ontology, `mapped` of these are of its properties, and `kept_out` counts the others by reason.
    `unmatched` has a line on each decision of the user that met nothing.
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
    mapped: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    kept_out: Counter[str] = field(default_factory=Counter)
    unmatched: tuple[str, ...] = ()
    seconds: float = 0.0


def build(
    folder: Path,
    sources: Sources,
    settings: Mapping[str, str],
    outputs: Outputs,
    labour: Labour = UNAIDED,
) -> BuildReport:
    """Bring the graph in `folder` up to date with `sources`.

    `settings` are fields of Config and of kg.conforming; those not named are as in the build
    before. Raises InputError when nothing could be read or a setting is wrong, ModelError or
    GraphError; what was stored before is then kept.
    """
    began = time.monotonic()
    found = membership.read(sources)
    path = folder / "records.sqlite"
    if not path.exists():
        found = membership.with_a_document(found)
        conforming.conformance(settings)
        _config({}, settings)  # what is wrong is said before a folder is made
        _refuse_foreign(folder, (*outputs.names, "store"))
    _make_folder(folder)
    with Records(path, writing=True) as records:
        graph = _Graph(folder, records, outputs, settings, sources.curation)
        held = records.member_digests()
        given, problems = put_down(found, held, records)
        problems = tuple(membership.with_members(problem, held) for problem in problems)
        gone = membership.keys_gone(held, sources.inputs, given, problems)
        if not given and not gone:
            membership.refuse_nothing(problems)
        graph.report.problems = problems
        graph.bring_up_to_date(held, given, gone, labour)
    graph.report.seconds = time.monotonic() - began
    return graph.report


def relink(folder: Path, outputs: Outputs) -> BuildReport:
    """Build the graph in `folder` anew from the documents it has, as the user now wants it.

    Raises InputError where the file with his decisions is wrong, GraphError without a graph.
    """
    began = time.monotonic()
    with Records(folder / "records.sqlite", writing=True) as records:
        graph = _Graph(folder, records, outputs, {})
        graph.bring_up_to_date(records.member_digests(), {}, ())
    graph.report.seconds = time.monotonic() - began
    return graph.report


def remove(folder: Path, names: Sequence[str], outputs: Outputs) -> BuildReport:
    """Take documents out of the graph in `folder`, named by id, by path or by a folder of theirs.

    Raises UnknownNameError where one is not in the graph; then none is taken out.
    """
    began = time.monotonic()
    with Records(folder / "records.sqlite", writing=True) as records:
        members = records.members()
        gone = {key for name in names for key in membership.keys_of(name, members)}
        graph = _Graph(folder, records, outputs, {})
        graph.bring_up_to_date(records.member_digests(), {}, sorted(gone))
    graph.report.seconds = time.monotonic() - began
    return graph.report


def _refuse_foreign(folder: Path, names: Sequence[str]) -> None:
    """Raise GraphError where a folder without a graph has files that a graph would replace.

    A store shows that there was a graph, of which only the records are lost.
    """
    there = [name for name in names if (folder / name).exists()]
    if there and not _opens(folder / "store"):
        raise GraphError(
            f"{folder} has {', '.join(there)}, and neither a store nor a records.sqlite that would "
            "show them to be of a graph. Name another folder, or move them away."
        )


def _opens(store: Path) -> bool:
    try:
        OxigraphStore.open(store).close()
    except GraphError:
        return False
    return True


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GraphError(f"{folder} cannot be made: {error.strerror or error}.") from error


def _config(known: Mapping[str, str], settings: Mapping[str, str]) -> Config:
    """The settings known from before, with those given now in their place, checked."""
    wanted: dict[str, Any] = {**known, **settings}
    wanted |= conforming.learnt(wanted)
    config = replace(Config(), **{k: v for k, v in wanted.items() if k in Config.__slots__})
    check_base_iri(config.base_iri)
    parsing.pipeline_version(config.model)
    return config


@dataclass(frozen=True, slots=True)
class _Decided:
    """The user's decisions, and what records remember of where they are."""

    curation: Curation
    setting: Mapping[str, str]


def _decisions_at(given: Path | None, folder: Path, records: Records) -> _Decided:
    """The decisions in the file that is given, else in the one that the graph knows."""
    if given is None:
        return _Decided(read_curation(curating.curation_file(folder, records)), {})
    if not given.exists():
        raise InputError(f"{given} is not there. A file without a line will do to begin with.")
    return _Decided(read_curation(given), {curating.SETTING_FILE: str(given.resolve())})


class _Graph:
    """A graph under construction; `members` are digests of its documents by key."""

    COUNTS = ("documents", "sentences", "triples", "statements", "entities", "mapped")
    REASONS = ("unread", "unsaid", "dropped", "kept_out")

    def __init__(
        self,
        folder: Path,
        records: Records,
        outputs: Outputs,
        settings: Mapping[str, str],
        curation: Path | None = None,
    ) -> None:
        self.report = BuildReport()
        self._folder = folder
        self._store = folder / "store"
        self._records = records
        self._outputs = outputs
        known = json.loads(records.setting("config") or "{}")
        self._settings = {**known, **settings}
        self._config = _config(known, settings)
        self._pipeline = parsing.pipeline_version(self._config.model)
        self._fingerprint = self._config.fingerprint(self._pipeline)
        self._members: dict[str, str] = {}
        self._decided = _decisions_at(curation, folder, records)
        self._conformance = conforming.conformance(self._settings)
        self._merges: tuple[Merge, ...] = ()

    @collecting.seldom()
    def bring_up_to_date(
        self,
        held: Mapping[str, str],
        given: Mapping[str, str],
        gone: Sequence[str],
        labour: Labour = UNAIDED,
    ) -> None:
        """Take the members `held`, without those `gone` and with those `given`, into the graph.

        Of the documents given the digests are told; what is new of them is among the records.
        """
        absent = frozenset(gone)
        self._members = {key: digest for key, digest in held.items() if key not in absent}
        self._members |= given
        report = self.report
        report.given, report.removed = len(given), tuple(gone)
        report.changed = not self._is_up_to_date()
        if not report.changed:
            self._records.remember(self._decided.setting)
            self._recall()
            return
        failed = self._parse_missing(given, labour)
        self._finish([*gone, *failed], failed, labour.workforce.jobs)

    @collecting.never()
    def _finish(self, gone: Sequence[str], failed: Sequence[str], jobs: int) -> None:
        """Link and write all, and make members of what was given, without those gone or failed."""
        self._records.remember({"state": ""})
        entities, subgraph, texts = self._link_and_store(jobs)
        self._records.take_back(failed)
        self._records.finish(gone, entities, self._fingerprint)
        self._outputs.write(self._folder, subgraph, texts)
        self._remember()

    def _state(self) -> str:
        """Fingerprint of everything that the graph's bytes depend on."""
        parts = (
            sorted(set(self._members.values())),
            self._fingerprint,
            written_code(),
            self._config.as_dict(),
            load_ontology().fingerprint,
            self._conformance.digest,
            repr(self._decided.curation),
        )
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def _is_up_to_date(self) -> bool:
        """Whether the last finished build had the same documents and settings, and all is there.

        A file that somebody has written to since is not.
        """
        return (
            self._records.setting("state") == self._state()
            and self._records.setting("files") == self._files()
            and _opens(self._store)
        )

    def _files(self) -> str:
        """Size and time of what people take away; nothing of a file that is missing."""
        paths = (self._folder / name for name in self._outputs.names)
        found = [(p.name, p.stat()) for p in paths if p.is_file()]
        return json.dumps([[name, told.st_size, told.st_mtime_ns] for name, told in found])

    def _remember(self) -> None:
        """Note that the build is finished."""
        counts = {name: getattr(self.report, name) for name in self.COUNTS}
        self._records.remember(
            {
                "state": self._state(),
                "files": self._files(),
                "config": json.dumps(self._settings),
                "report": json.dumps([counts, *(getattr(self.report, n) for n in self.REASONS)]),
                "unmatched": json.dumps(self.report.unmatched),
                **self._decided.setting,
                **curating.merges_setting(self._merges),
            }
        )

    def _recall(self) -> None:
        """Put the counts of the last finished build into the report."""
        counts, *reasons = json.loads(self._records.setting("report") or "[{}]")
        for name in self.COUNTS:
            setattr(self.report, name, counts[name])
        for name, found in zip(self.REASONS, reasons, strict=True):
            setattr(self.report, name, Counter(found))
        self.report.unmatched = tuple(json.loads(self._records.setting("unmatched") or "[]"))

    def _parse_missing(self, given: Container[str], labour: Labour) -> tuple[str, ...]:
        """Derive and keep the record of every member that has none; keys of those that fail."""
        setting = Setting(self._config, self._fingerprint, self._folder.resolve() / "shards")
        missing = Derivation(self._records, setting)
        try:
            missing.of(self._members, labour)
        finally:
            self.report.parsed += missing.parsed
        return tuple(self._give_up(missing.reasons, given))

    def _give_up(self, reasons: Mapping[str, str], given: Container[str]) -> Iterator[str]:
        """Take the documents with these digests out of the graph and say why; their keys."""
        for key in [k for k, digest in self._members.items() if digest in reasons]:
            reason = reasons[self._members.pop(key)]
            self.report.given -= key in given
            self.report.problems += (Problem(key, reason),)
            yield key

    def _link_and_store(self, jobs: int) -> tuple[tuple[Entity, ...], Subgraph, Texts]:
        """Link all records and write the store, to which `jobs` threads go.

        Gives all entities with their mentions, and what the store holds, as records and laid out.
        """
        every, graph = self._linked()
        texts = sheets.bring_up_to_date(self._store, self._records, graph, jobs)
        return every, retrieval.as_read(graph.records, graph.entities, graph.statements), texts

    def _linked(self) -> tuple[tuple[Entity, ...], sheets.LinkedGraph]:
        """All entities, and the graph; mentions and triples are let go with what led to it."""
        records = without_boilerplate(reprints.marked(self._with_final_ids()))
        curation = self._decided.curation
        linked = linking.link(records, curation)
        maker = StatementMaker(linked, curation)
        made = self._conformance.conformed(maker, records, linked.entities)
        statements = corroboration.counted(made.statements, records)
        entities = list(selection.nodes(made.entities, statements, records))
        self._merges = linked.merges
        report = self.report
        report.statements, report.entities = len(statements), len(entities)
        report.unmatched = (*linked.unmatched, *maker.judgements.unmatched())
        report.dropped = maker.dropped
        report.mapped, report.kept_out = made.mapped, made.kept_out
        self._count(records)
        run = rdf.Run(__version__, self._pipeline, self._config)
        shown = [replace(record, mentions=(), chains=(), triples=()) for record in records]
        ontology = self._conformance.ontology
        return made.entities, sheets.LinkedGraph(shown, entities, statements, run, ontology)

    def _count(self, records: Sequence[DocumentRecord]) -> None:
        """Put into the report what the records hold, and what was not read in them."""
        report = self.report
        report.documents = len(records)
        report.sentences = sum(len(record.sentences) for record in records)
        report.triples = sum(len(record.triples) for record in records)
        for reason, count in (item for record in records for item in record.dropped):
            kind = reason.removeprefix("sentence is ")
            (report.unsaid if kind == reason else report.unread)[kind] += count

    def _with_final_ids(self) -> list[DocumentRecord]:
        """The records of all members by final document id, each text once."""
        digests = sorted(set(self._members.values()))
        found = [self._records.get(digest, self._fingerprint) for digest in digests]
        ids = documents.unique_ids(record.document for record in found)
        named = (replace(r, document=replace(r.document, id=ids[r.document.digest])) for r in found)
        return sorted(named, key=lambda record: record.document.id)
