"""The process that answers: `python -m kg.querying.process STORE MEMORY`.

It reads requests from standard input and writes frames to standard output. It ends with its
input, so none outlives the program that started it; one that is amid a query then is ended by the
alarm that it sets for each, which needs nobody's help.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import pyoxigraph as ox

from kg.errors import GraphError, KgError, QueryError
from kg.querying.messages import (
    CHUNK,
    DONE,
    FAILED,
    HEAD,
    SOLUTIONS,
    TRIPLES,
    Request,
    read_frame,
    write_frame,
)
from kg.stores.oxigraph import OxigraphStore

_GRACE = 1.0
"""Seconds after which a process ends itself when nobody has ended it in time."""

_CHUNK = 1 << 16
"""Bytes of an answer that are sent at once."""
_PREFIXED = ("text/turtle", "application/trig", "application/rdf+xml", "application/ld+json")


def main() -> None:
    """Answer requests until there are no more."""
    store_path, memory = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's; the parent decides
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing but frames may get into the answer
    _limit_memory(int(memory))
    try:
        store = OxigraphStore.open(Path(store_path))
    except KgError as error:
        _fail(out, error)
        return
    while frame := read_frame(sys.stdin.buffer):
        seconds, request = pickle.loads(frame[1])  # noqa: S301 (from the parent alone)
        _alarm(seconds and seconds + _GRACE)
        with suppress(BrokenPipeError):
            _answer(store, request, out)
        _alarm(None)


def _limit_memory(most: int) -> None:
    """Let the process have at most so many bytes; 0 sets no limit. Beyond, Rust aborts it."""
    if most and os.name == "posix":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        with suppress(ValueError, OSError):  # the system sets a lower one, or knows none
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _alarm(seconds: float | None) -> None:
    """End this process after so many seconds; its default action needs no turn of Python's."""
    if os.name == "posix":
        signal.setitimer(signal.ITIMER_REAL, seconds or 0)


def _answer(store: OxigraphStore, request: Request, out: BinaryIO) -> None:
    try:
        _Answering(store, request, out).write()
    except BrokenPipeError:
        raise
    except KgError as error:
        _fail(out, error)
    except (RuntimeError, ValueError) as error:
        _fail(out, QueryError(f"The query could not be answered: {error}"))
    except OSError as error:
        _fail(out, GraphError(f"The store cannot be read; build the graph again: {error}"))
    else:
        write_frame(out, DONE, b"")


def _fail(out: BinaryIO, error: KgError) -> None:
    kind = type(error.__cause__ if isinstance(error.__cause__, SyntaxError) else error).__name__
    write_frame(out, FAILED, pickle.dumps((kind, str(error))))


class _Answering:
    """One answer on its way."""

    def __init__(self, store: OxigraphStore, request: Request, out: BinaryIO) -> None:
        self._store = store
        self._request = request
        self._out = out

    def write(self) -> None:
        if self._request.update:
            self._write_updated()
            return
        asked = self._request
        result = self._store.evaluate(asked.sparql, asked.prefixes, asked.bindings, asked.dataset)
        if isinstance(result, ox.QueryTriples):
            self._write_triples(result)
        elif isinstance(result, ox.QuerySolutions) and asked.rows is not None:
            self._write_first(result, asked.rows)
        else:
            self._serialize(result)

    def _serialize(self, result: Any) -> None:
        kind = self._request.solutions
        with _stream(self._out, kind) as stream:
            result.serialize(stream, getattr(ox.QueryResultsFormat, SOLUTIONS[kind]))

    def _write_first(self, result: ox.QuerySolutions, rows: int) -> None:
        """The first rows: of TSV, where a row is a line, and made from that into any format."""
        held: Any = _Lines(rows + 1)
        with suppress(_EnoughError):
            result.serialize(held, ox.QueryResultsFormat.TSV)
        self._serialize(ox.parse_query_results(held.text(), ox.QueryResultsFormat.TSV))

    def _write_triples(self, result: ox.QueryTriples) -> None:
        kind = self._request.triples
        prefixes = dict(self._request.prefixes) if kind in _PREFIXED else None
        format_ = getattr(ox.RdfFormat, TRIPLES[kind])
        with _stream(self._out, kind) as stream:
            ox.serialize(islice(result, self._request.rows), stream, format_, prefixes=prefixes)

    def _write_updated(self) -> None:
        """What the store would hold after the update; the store itself is only read."""
        changed = ox.Store()
        changed.bulk_extend(self._store.quads())
        try:
            changed.update(self._request.sparql, prefixes=dict(self._request.prefixes))
        except SyntaxError as error:
            raise QueryError(str(error)) from error
        with _stream(self._out, "application/n-quads") as stream:
            changed.dump(stream, ox.RdfFormat.N_QUADS)


class _Frames:
    """A stream whose writes become chunks of one size; the head goes out before the first.

    What fails before a chunk is full has sent nothing.
    """

    def __init__(self, out: BinaryIO, media_type: str) -> None:
        self._out = out
        self._head: str | None = media_type
        self._held = bytearray()

    def write(self, data: Any) -> int:
        self._held += data
        if len(self._held) >= _CHUNK:
            self.send()
        return len(data)

    def flush(self) -> None:
        """Chunks go out when they are full."""

    def send(self) -> None:
        if self._head is not None:
            write_frame(self._out, HEAD, self._head.encode())
            self._head = None
        if self._held:
            write_frame(self._out, CHUNK, bytes(self._held))
            self._held.clear()


@contextmanager
def _stream(out: BinaryIO, media_type: str) -> Iterator[Any]:
    frames = _Frames(out, media_type)
    yield frames
    frames.send()


class _EnoughError(Exception):
    """As many lines as were wanted are there."""


class _Lines:
    """A stream that takes so many lines, then raises _EnoughError."""

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._chunks: list[bytes] = []

    def write(self, data: Any) -> int:
        chunk = bytes(data)
        self._chunks.append(chunk)
        self._wanted -= chunk.count(b"\n")
        if self._wanted < 0:
            self._drop(-self._wanted)
        if self._wanted <= 0:
            raise _EnoughError
        return len(chunk)

    def flush(self) -> None:
        """Everything is held."""

    def text(self) -> bytes:
        return b"".join(self._chunks)

    def _drop(self, lines: int) -> None:
        """Take away the last lines of the last chunk."""
        kept = self._chunks[-1].split(b"\n")[: -lines - 1]
        self._chunks[-1] = b"".join(line + b"\n" for line in kept)


if __name__ == "__main__":
    main()
