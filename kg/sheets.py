"""The graph of each document, laid out once and kept from build to build.

A document's named graph follows from its record, the statements that linking gave it, the
entities that it mentions, and the run. A digest of these is the key of its *sheet*: the graph as
Turtle, kept among the records. The store is labelled with the keys of the graphs in it. So a
build lays out, and changes in the store, only the documents that came out differently; the
default graph, which is a tenth of the whole, is made anew and compared.

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
from kg.stores.oxigraph import OxigraphStore

_AMENDABLE = 4
"""At most one in so many documents is changed in place: beyond, filling a store anew is faster."""

_HELD_BACK = 64
"""Sheets that are written to the records at once; each commit waits for the disk."""

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


def bring_up_to_date(store: Path, kept: Records, linked: LinkedGraph) -> Texts:
    """Bring a store to what `linked` is, and give that laid out.

    A store that is damaged is filled anew. Raises GraphError where the store or the records cannot
    be written.
    """
    sheets = _Sheets(kept, linked)
    held = _labelled(store)
    changed = [r for r in linked.records if held.get(sheets.name(r)) != sheets.key(r)]
    if len(changed) * _AMENDABLE > len(linked.records):
        _fill(store, sheets)
    else:
        try:
            _amend(store, sheets, changed, held.keys() - sheets.keys.keys())
        except GraphError:
            _fill(store, sheets)
    sheets.keep()
    return sheets.texts()


def _fill(store: Path, sheets: _Sheets) -> None:
    OxigraphStore.replace(store, sheets.quads(), json.dumps(sheets.keys))


def _amend(
    store: Path, sheets: _Sheets, changed: Iterable[DocumentRecord], gone: Iterable[str]
) -> None:
    graphs: dict[str, Sequence[ox.Quad]] = dict.fromkeys(gone, ())
    graphs |= {sheets.name(record): sheets.graph(record) for record in changed}
    named = {ox.NamedNode(name[1:-1]): graphs[name] for name in sorted(graphs)}
    OxigraphStore.amend(store, sheets.default(), named, json.dumps(sheets.keys))


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
        self._layout = turtle.Layout(linked.run.config.base_iri)
        self._said: dict[str, list[Statement]] = defaultdict(list)
        for statement in linked.statements:
            self._said[statement.document].append(statement)
        self._nodes = {entity.id for entity in linked.entities}
        self._common = (linked.run.id, graph_code(), load_ontology().fingerprint)
        self.keys = {self.name(record): self._key(record) for record in linked.records}
        self._used = kept.sheets_used()
        self._made: list[tuple[str, frozenset[str], str]] = []
        self._default: list[ox.Quad] = []

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

    def graph(self, record: DocumentRecord) -> Sequence[ox.Quad]:
        """The quads of a document's graph; its sheet is made where there is none."""
        made = self._writer.graph_of(record, self._said.get(record.document.id, ()))
        key = self.key(record)
        if key not in self._used:
            text = self._layout.text(made.quads, sections=False)
            self._used[key] = made.used
            self._made.append((key, made.used, text))
            if len(self._made) >= _HELD_BACK:
                self.keep()
        return made.quads

    def default(self) -> Sequence[ox.Quad]:
        """The quads of the default graph, which declares the terms of all others."""
        if not self._default:
            for record in self._linked.records:
                if self.key(record) not in self._used:
                    self.graph(record)
            used = frozenset().union(*(self._used[key] for key in self.keys.values()))
            self._default = list(self._writer.default_graph(self._linked.statements, used))
        return self._default

    def quads(self) -> Iterator[ox.Quad]:
        """All quads, each once."""
        for record in self._linked.records:
            yield from self.graph(record)
        yield from self.default()

    def keep(self) -> None:
        """Write the sheets made so far to the records."""
        self._kept.put_sheets(self._made)
        self._made = []

    def texts(self) -> Texts:
        """The graph laid out, once all its sheets are kept; those of no graph are forgotten."""
        self._kept.forget_sheets(sorted(self._used.keys() - set(self.keys.values())))
        default = self._layout.text(self.default(), sections=True)
        return Texts(self._kept, self._layout, default, self.keys)


def _literal_fields(value: object) -> object:
    """A literal object as JSON, told apart from an entity's id."""
    if isinstance(value, Literal):
        return {"value": value.value, "datatype": value.datatype}
    raise TypeError(f"{value!r} is not of a statement")
