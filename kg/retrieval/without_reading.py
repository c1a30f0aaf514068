"""Records as a reading of the store would give them, made without reading it.

What a build has just stored need not be read again to be drawn: these are the same records, in
the same order, with what RDF does not keep (the order of cues, empty values) taken out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kg.model import Document, DocumentRecord, Entity, EntityMention, Statement, Subgraph


def in_order(statement: Statement) -> tuple[str, int, tuple[int, int], str]:
    """What the statements of a graph are sorted by: documents' ids, then places in the text."""
    return (statement.document, statement.sentence, statement.subject_span, statement.id)


def as_read(
    records: Sequence[DocumentRecord], entities: Iterable[Entity], statements: Iterable[Statement]
) -> Subgraph:
    """What `read_subgraph` gives of the graph that holds these, without reading it."""
    documents = {record.document.id: _document_as_read(record.document) for record in records}
    sentences = {(r.document.id, s.start): s.text for r in records for s in r.sentences}
    known = sorted(entities, key=lambda e: e.id)
    return Subgraph(
        {e.id: _entity_as_read(e) for e in known},
        tuple(sorted(map(_statement_as_read, statements), key=in_order)),
        dict(sorted(documents.items())),
        dict(sorted(sentences.items())),
        _mentions_as_read(records, known),
    )


def _mentions_as_read(
    records: Sequence[DocumentRecord], entities: Iterable[Entity]
) -> dict[str, tuple[tuple[str, int], ...]]:
    starts = {r.document.id: [s.start for s in r.sentences] for r in records}
    return {
        entity.id: tuple(sorted({(m.document, _begin(starts, m)) for m in entity.mentions}))
        for entity in entities
        if entity.mentions
    }


def _begin(starts: Mapping[str, Sequence[int]], mention: EntityMention) -> int:
    """Where the sentence of a mention begins."""
    return starts[mention.document][bisect_right(starts[mention.document], mention.start) - 1]


def _entity_as_read(entity: Entity) -> Entity:
    return Entity(
        entity.id,
        entity.name,
        entity.type or "Concept",
        tuple(sorted(set(entity.aliases) - {entity.name})),
        same_as=tuple(sorted(set(entity.same_as))),
        quantity=entity.quantity or None,
        classes=tuple(sorted(set(entity.classes))),
    )


def _statement_as_read(statement: Statement) -> Statement:
    confidence, cues = round(statement.confidence, 4), tuple(sorted(set(statement.cues)))
    speakers = (*statement.speakers[:2], *sorted(set(statement.speakers[2:])))
    if (confidence, cues, speakers) == (statement.confidence, statement.cues, statement.speakers):
        return statement  # as most are
    return replace(statement, confidence=confidence, cues=cues, speakers=speakers)


def _document_as_read(document: Document) -> Document:
    told = (getattr(document, name) or None for name in Document.__slots__[2:-2])
    return Document(document.id, document.text, *told)
