"""What goes between a worker and its process: a request, then the frames of its answer.

A frame is a letter, the length of its content as four bytes, and the content. An answer is HEAD
with the media type, CHUNKs, and DONE; FAILED with a kind and a message may come in the place of
any. Both sides are this package and trust each other, so a request is a pickle.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

from kg.stores import Dataset, Term

HEAD, CHUNK, DONE, FAILED = b"H", b"C", b"D", b"F"
_FRAME = struct.Struct(">cI")

SOLUTIONS: Mapping[str, str] = {
    "application/sparql-results+json": "JSON",
    "application/sparql-results+xml": "XML",
    "text/csv": "CSV",
    "text/tab-separated-values": "TSV",
}
"""Media types of what SELECT and ASK answer, with pyoxigraph's names."""

TRIPLES: Mapping[str, str] = {
    "text/turtle": "TURTLE",
    "application/n-triples": "N_TRIPLES",
    "application/n-quads": "N_QUADS",
    "application/trig": "TRIG",
    "application/rdf+xml": "RDF_XML",
    "application/ld+json": "JSON_LD",
}
"""Media types of what CONSTRUCT and DESCRIBE answer, with pyoxigraph's names."""


@dataclass(frozen=True, slots=True)
class Request:
    """A query with its settings.

    `solutions` is the media type in which SELECT and ASK are answered, `triples` that of CONSTRUCT
    and DESCRIBE. `dataset` goes before what FROM says. At most `rows` solutions or triples are
    given, all where it is None. With `update`, `sparql` is an update, and the answer is the dataset
    that it would make, as N-Quads.
    """

    sparql: str
    prefixes: Mapping[str, str] = field(default_factory=dict)
    bindings: Mapping[str, Term] = field(default_factory=dict)
    dataset: Dataset | None = None
    solutions: str = "application/sparql-results+json"
    triples: str = "text/turtle"
    rows: int | None = None
    update: bool = False


def write_frame(stream: BinaryIO, kind: bytes, content: bytes) -> None:
    """Write a frame and send it off."""
    stream.write(_FRAME.pack(kind, len(content)))
    stream.write(content)
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[bytes, bytes] | None:
    """The next frame, or None when the other side has gone."""
    head = stream.read(_FRAME.size)
    if len(head) < _FRAME.size:
        return None
    kind, length = _FRAME.unpack(head)
    content = stream.read(length)
    return (kind, content) if len(content) == length else None
