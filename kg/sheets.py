"""The graph of each document, laid out once and kept from build to build.

A document's named graph follows from its record, the statements that linking gave it, the
entities that it mentions, and the run. A digest of these is the key of its *sheet*: the graph as
Turtle, kept among the records. The store is labelled with the keys of the graphs in it. So a
build lays out, and changes in the store, only the documents that came out differently; the
default graph, which is a tenth of the whole, is made anew and compared.

The default graph has a sheet of its own. What of it changed is told by the blocks of text in
which the old sheet and the new one differ, so that a store of a million quads need not be read.

The keys decide, not what a build was given: so a new document that tells whom "Okafor" means
changes the graphs of all documents in which the name stands, and no others, and the result is
that of a build from nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox

from kg import rdf
from kg.config import graph_code
from kg.errors import GraphError
from kg.model import DocumentRecord, Entity, Literal, Statement
from kg.ontology import Ontology, load_ontology
from kg.rdf import turtle
from kg.records import Records
from kg.stores.oxigraph import Change, GraphName, OxigraphStore

_AMENDABLE = 4
"""At most one in so many documents is changed in place: beyond, filling a store anew is faster."""

_HELD_BACK = 64
"""Sheets that are written to the records at once; each commit waits for the disk."""

_LOADED_AT_ONCE = 4_000_000
"""Characters that are put into a new store at once, some 100,000 quads: 100 MB of memory. With
twice as many, filling takes a twentieth less time."""

_DEFAULT = ""
"""Names the default graph among the others."""

_FIELDS = attrgetter(*Statement.__slots__)


class LinkedGraph(NamedTuple):
    """All of a graph before it is RDF: records under their final ids, nodes, statements."""

    records: Sequence[DocumentRecord]
    entities: Sequence[Entity]
    statements: Sequence[Statement]
    run: rdf.Run
    ontology: Ontology


@dataclass(frozen=True, slots=True)
class Texts:
    """A graph laid out: sheets by the N-Triples terms of their graphs' names."""

    kept: Records
    layout: turtle.Layout
    default: str
    keys: Mapping[str, str]

    def turtle(self) -> Iterator[str]:
        """The pieces of the merge of all graphs as Turtle."""
        return turtle.compose_turtle(self.layout, self.default, self._sorted(turtle.turtle_order))

    def trig(self) -> Iterator[str]:
        """The pieces of the dataset as TriG."""
        return turtle.compose_trig(self.layout, self.default, self._sorted(turtle.trig_order))

    def _sorted(self, order: Callable[[str], str]) -> Iterator[tuple[str, str]]:
        return (
            (graph, self.kept.sheet(self.keys[graph])) for graph in sorted(self.keys, key=order)
        )


def bring_up_to_date(store: Path, kept: Records, linked: LinkedGraph, threads: int = 1) -> Texts:
    """Bring a store to what `linked` is, and give that laid out.

    A store that is damaged is filled anew. Raises GraphError where the store or the records cannot
    be written.
    """
    sheets = _Sheets(kept, linked)
    held = _labelled(store)
    changed = [r for r in linked.records if held.get(sheets.name(r)) != sheets.key(r)]
    if len(changed) * _AMENDABLE > len(linked.records):
        _fill(store, sheets, threads)
    else:
        try:
            _amend(store, sheets, changed, held)
        except GraphError:
            _fill(store, sheets, threads)
    return sheets.texts()


def _fill(store: Path, sheets: _Sheets, threads: int) -> None:
    OxigraphStore.replace_by_texts(store, sheets.names, sheets.files, sheets.label, threads)


def _amend(
    store: Path, sheets: _Sheets, changed: Iterable[DocumentRecord], held: Mapping[str, str]
) -> None:
    changes = dict.fromkeys(held.keys() - sheets.keys.keys() - {_DEFAULT}, Change(None, ()))
    changes |= {sheets.name(r): Change(None, sheets.quads_of(r)) for r in changed}
    named: dict[GraphName, Change] = {
        ox.DefaultGraph(): sheets.change_of_default(held.get(_DEFAULT, "")),
        **{ox.NamedNode(name[1:-1]): changes[name] for name in sorted(changes)},
    }
    OxigraphStore.amend(store, named, sheets.label)


def _labelled(store: Path) -> Mapping[str, str]:
    """The keys of the graphs in a store, by the graphs' names; none where it does not say."""
    try:
        held = json.loads(OxigraphStore.label_of(store))
    except ValueError:
        return {}
    return held if isinstance(held, dict) else {}


class _Sheets:
    """The sheets of a graph: those that are kept, and those made now.

    `keys` are by the N-Triples terms of the names of the documents' graphs.
    """

    def __init__(self, kept: Records, linked: LinkedGraph) -> None:
        self._kept = kept
        self._linked = linked
        self._writer = rdf.Writer(linked.run, linked.entities, linked.ontology)
        self._layout = self._writer.layout
        self._said: dict[str, list[Statement]] = defaultdict(list)
        for statement in linked.statements:
            self._said[statement.document].append(statement)
        self._nodes = {entity.id for entity in linked.entities}
        self._common = (linked.run.id, graph_code(), load_ontology().fingerprint)
        self.keys = {self.name(record): self._key(record) for record in linked.records}
        self._used = kept.sheets_used()
        self._made: dict[str, tuple[frozenset[str], str]] = {}
        self._default = ""

    def name(self, record: DocumentRecord) -> str:
        """The name of a document's graph as an N-Triples term."""
        return str(self._writer.name_of(record.document.id))

    def key(self, record: DocumentRecord) -> str:
        """The key of a document's sheet."""
        return self.keys[self.name(record)]

    def _key(self, record: DocumentRecord) -> str:
        document, said = record.document, self._said.get(record.document.id, [])
        follows_from = (
            *self._common,
            (document.digest, document.id, document.place, document.reprint_of),
            [(s.start, s.end, s.kind) for s in record.sentences],
            [_FIELDS(statement) for statement in said],
            [statement.place in self._nodes for statement in said],
            sorted(self._writer.mentioned_in(document.id)),
        )
        told = json.dumps(follows_from, default=_literal_fields).encode()
        return hashlib.sha256(told).hexdigest()[:32]

    def quads_of(self, record: DocumentRecord) -> Iterator[ox.Quad]:
        """The quads of a document's graph."""
        name = self._writer.name_of(record.document.id)
        return self._layout.quads(self._sheet(record), name)

    def _sheet(self, record: DocumentRecord) -> str:
        """The text of a document's graph, made where none is kept."""
        key = self.key(record)
        if key in self._made:
            return self._made[key][1]
        if key in self._used:
            return self._kept.sheet(key)
        made = self._writer.graph_of(record, self._said.get(record.document.id, ()))
        self._put(key, made.used, made.text)
        return made.text

    def _put(self, key: str, used: frozenset[str], text: str) -> None:
        self._used[key] = used
        self._made[key] = used, text
        if len(self._made) >= _HELD_BACK:
            self._keep()

    def _keep(self) -> None:
        """Write the sheets made so far to the records."""
        self._kept.put_sheets((key, used, text) for key, (used, text) in self._made.items())
        self._made = {}

    def default(self) -> str:
        """The default graph laid out; it declares the terms of all others."""
        if not self._default:
            for record in self._linked.records:
                if self.key(record) not in self._used:
                    self._sheet(record)
            used = frozenset().union(*(self._used[key] for key in self.keys.values()))
            self._default = self._writer.default_graph(self._linked.statements, used)
        return self._default

    def change_of_default(self, held: str) -> Change:
        """What becomes of the default graph of which the sheet has the key `held`."""
        if held not in self._used:
            return Change(None, self._layout.quads(self.default()))
        before, now = (_blocks(text) for text in (self._kept.sheet(held), self.default()))
        gone, new = (
            set(self._layout.quads("".join(f"\n{block}\n" for block in blocks)))
            for blocks in (before - now, now - before)
        )
        return Change(gone - new, new - gone)

    @property
    def names(self) -> Iterator[ox.NamedNode]:
        """The names of all graphs but the default one."""
        return (self._writer.name_of(record.document.id) for record in self._linked.records)

    def files(self, order: Iterable[ox.NamedNode]) -> Iterator[str]:
        """All of the graph in files of TriG, those that have names in this order."""
        return self._layout.files(self._named(order), _LOADED_AT_ONCE)

    def _named(self, order: Iterable[ox.NamedNode]) -> Iterator[tuple[str, ox.NamedNode | None]]:
        """The texts of all graphs, each with its name."""
        records = dict(zip(self.names, self._linked.records, strict=True))
        yield from ((self._sheet(records[name]), name) for name in order)
        yield from ((f"{block}\n\n", None) for block in self.default().split("\n\n"))

    def label(self) -> str:
        """What tells the graphs of a store: their keys by name."""
        return json.dumps(self.keys | {_DEFAULT: self._default_key()})

    def _default_key(self) -> str:
        return hashlib.sha256(self.default().encode()).hexdigest()[:32]

    def texts(self) -> Texts:
        """The graph laid out, once all its sheets are kept; those of no graph are forgotten."""
        self._put(self._default_key(), frozenset(), self.default())
        self._keep()
        wanted = {*self.keys.values(), self._default_key()}
        self._kept.forget_sheets(sorted(self._used.keys() - wanted))
        return Texts(self._kept, self._layout, self.default(), self.keys)


def _blocks(text: str) -> set[str]:
    """What a text says of each subject; between two there is an empty line, and nowhere else."""
    return {block.strip("\n") for block in text.split("\n\n")}


def _literal_fields(value: object) -> object:
    """A literal object as JSON, told apart from an entity's id."""
    if isinstance(value, Literal):
        return {"value": value.value, "datatype": value.datatype}
    raise TypeError(f"{value!r} is not of a statement")
