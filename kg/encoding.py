"""Records as bytes: positional JSON, compressed; small, quick to read, and safe to open.

One row a record of kg.model, its fields in their order. What is read that was not written here
raises one of MISSHAPEN.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from kg.model import (
    Argument,
    Document,
    DocumentRecord,
    Entity,
    EntityMention,
    Mention,
    Sentence,
    Triple,
)

MISSHAPEN: tuple[type[Exception], ...] = (zlib.error, ValueError, TypeError, LookupError)
"""What bytes raise that were not written here."""

_A_PAGE = 256
"""Entities of a page, on average."""

_TRIPLE = attrgetter(*Triple.__slots__)
_MENTION = attrgetter(*Mention.__slots__)
_ENTITY_MENTION = attrgetter(*EntityMention.__slots__)
_SENTENCE = attrgetter("index", "start", "end", "text", "kind", "paragraph")


def _plain(row: object) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()


def _pack(row: object) -> bytes:
    return zlib.compress(_plain(row), 1)


def _unpack(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))


def _document_row(document: Document) -> list[object]:
    return [getattr(document, name) for name in Document.__slots__]


def _entity_row(entity: Entity) -> list[object]:
    row: list[object] = [getattr(entity, name) for name in Entity.__slots__]
    row[4] = list(map(_ENTITY_MENTION, entity.mentions))
    return row


def _entity(row: list[Any]) -> Entity:
    row[3] = tuple(row[3])
    row[4] = tuple(EntityMention(*m) for m in row[4])
    row[5] = tuple(row[5])
    row[7] = tuple(row[7])
    return Entity(*row)


def _argument_row(argument: Argument | None) -> list[object] | None:
    if argument is None:
        return None
    return [argument.text, argument.spans, argument.head, argument.kind]


def _argument(row: list[Any]) -> Argument:
    return Argument(row[0], _pairs(row[1]), row[2], row[3])


def _pairs(rows: list[list[int]]) -> Any:
    """Spans; nearly all are in one piece."""
    return (tuple(rows[0]),) if len(rows) == 1 else tuple(map(tuple, rows))


def _triple_row(t: Triple) -> list[object]:
    row = list(_TRIPLE(t))
    row[1] = _argument_row(t.subject)
    row[5] = [_argument_row(a) for a in t.objects]
    row[12] = [_argument_row(a) for a in t.speakers]
    row[13], row[14] = _argument_row(t.time), _argument_row(t.place)
    return row


def _triple(row: list[Any]) -> Triple:
    row[1] = _argument(row[1])
    row[4] = _pairs(row[4])
    row[5] = tuple([_argument(a) for a in row[5]])
    row[11] = tuple(row[11])
    row[12] = tuple([_argument(a) for a in row[12]])
    row[13] = _argument(row[13]) if row[13] else None
    row[14] = _argument(row[14]) if row[14] else None
    return Triple(*row)


class Page(NamedTuple):
    """Some entities, as bytes; `first` is the id of the first of them."""

    first: str
    plain: bytes

    @property
    def digest(self) -> str:
        """Tells pages with the same first entity apart."""
        return hashlib.sha256(self.plain).hexdigest()[:16]

    @property
    def packed(self) -> bytes:
        return zlib.compress(self.plain, 1)


def pages(entities: Iterable[Entity]) -> Iterator[Page]:
    """Entities on pages, in the order given.

    Ids alone tell where a page ends, so that one more entity changes one page and no other.
    """
    page: list[list[object]] = []
    first = ""
    for entity in entities:
        if page and zlib.crc32(entity.id.encode()) % _A_PAGE == 0:
            yield Page(first, _plain(page))
            page = []
        first = first if page else entity.id
        page.append(_entity_row(entity))
    if page:
        yield Page(first, _plain(page))


def decode_page(packed: bytes) -> Iterator[Entity]:
    """The entities of a page."""
    return map(_entity, _unpack(packed))


def encode_document(document: Document) -> bytes:
    """A document as bytes."""
    return _pack(_document_row(document))


def decode_document(data: bytes) -> Document:
    """The document that `encode_document` made the bytes of."""
    return Document(*_unpack(data))


def encode_record(record: DocumentRecord) -> bytes:
    """A record as bytes; sentences go without their token columns."""
    return _pack(
        [
            _document_row(record.document),
            list(map(_SENTENCE, record.sentences)),
            list(map(_MENTION, record.mentions)),
            record.chains,
            [_triple_row(t) for t in record.triples],
            record.dropped,
        ]
    )


def decode_record(data: bytes) -> DocumentRecord:
    """The record that `encode_record` made the bytes of."""
    document, sentences, mentions, chains, triples, dropped = _unpack(data)
    return DocumentRecord(
        Document(*document),
        tuple(Sentence(*row) for row in sentences),
        tuple(Mention(*row) for row in mentions),
        tuple(tuple(chain) for chain in chains),
        tuple(_triple(row) for row in triples),
        tuple((reason, count) for reason, count in dropped),
    )
