"""A chunk of documents -> what is derived of each: the one thing that all workers do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kg import collecting, patience, pipeline
from kg.config import Config
from kg.encoding import encode_record
from kg.errors import KgError
from kg.model import Document

MOST_DOCUMENTS = 64
"""Documents of a chunk: some seconds of work, which is what the death of a worker costs."""

_LEAST_DOCUMENTS = 4
"""Documents of the last chunks: a tenth of a second of work."""

MOST_CHARACTERS = 250_000
"""Characters of a chunk that has more than one document."""

_GIVEN_UP = 10
"""Documents of a chunk that may be given up before the worker itself is."""


class Setting(NamedTuple):
    """What documents are derived with, and where a cluster may leave what it has done.

    `fingerprint` is that of `config`, of the code and of the pipeline.
    """

    config: Config
    fingerprint: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker has to know before it gets documents.

    `seconds` are those that a document of usual length may take (kg.patience).
    """

    config: Config
    seconds: float = patience.USUAL


class Derived(NamedTuple):
    """The record of a document, encoded, by the document's digest."""

    digest: str
    data: bytes


class Failed(NamedTuple):
    """A document, by its digest, of which nothing could be derived, and why."""

    digest: str
    reason: str


Outcome = Derived | Failed


class ChunkError(Exception):
    """A chunk was given up, for the reason in the message; its documents may fare better alone."""


def derived(documents: Iterable[Document], orders: Orders) -> Iterator[Outcome]:
    """What is derived of each document, in the order given, streamed."""
    for found in pipeline.analyse(documents, orders.config, orders.seconds):
        if isinstance(found, pipeline.Failure):
            yield Failed(found.document.digest, found.reason)
        else:
            yield Derived(found.document.digest, encode_record(found))


@collecting.seldom()
def work(documents: Sequence[Document], orders: Orders) -> list[Outcome]:
    """What is derived of a chunk.

    Raises ModelError, and ChunkError for an error that nobody foresaw.
    """
    try:
        return list(derived(documents, orders))
    except KgError:
        raise
    except Exception as error:
        raise ChunkError(pipeline.fault(error)) from error


def most_seconds(documents: Sequence[Document], orders: Orders) -> float:
    """The seconds after which a worker with this chunk will come to no end.

    Several of its documents may each have been given up by then.
    """
    characters = sum(len(document.text) for document in documents)
    return _GIVEN_UP * patience.seconds_for(characters, orders.seconds)


def shares(count: int, workers: int) -> Iterator[int]:
    """How many of `count` documents the next chunk should have, chunk by chunk.

    The fewer are left the fewer it has, so that all workers end at about the same time.

    >>> list(shares(100, 2))
    [25, 19, 14, 11, 8, 6, 5, 4, 4, 4]
    """
    while count > 0:
        share = max(_LEAST_DOCUMENTS, -(-count // (2 * workers)))
        yield min(share, MOST_DOCUMENTS)
        count -= min(share, MOST_DOCUMENTS)


def chunks(documents: Iterable[Document], sizes: Iterable[int]) -> Iterator[tuple[Document, ...]]:
    """The documents in chunks of at most these sizes, and of no more than a worker should hold.

    >>> [len(c) for c in chunks([Document(str(n), "Tide rose.") for n in range(6)], [3, 2])]
    [3, 2, 1]
    """
    wanted = iter(sizes)
    most = next(wanted, MOST_DOCUMENTS)
    held: list[Document] = []
    size = 0
    for document in documents:
        if held and (len(held) >= most or size + len(document.text) > MOST_CHARACTERS):
            yield tuple(held)
            held, size = [], 0
            most = next(wanted, most)
        held.append(document)
        size += len(document.text)
    if held:
        yield tuple(held)
