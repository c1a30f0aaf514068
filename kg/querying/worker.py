"""The side that asks: workers whose queries end when their time is up.

A timer kills the process at the deadline; whatever the asking thread waits for then ends, and the
reply says why. So there is one way for a query to stop early, be it for time, for memory, or
because the caller closed its reply unread.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import pyoxigraph as ox

from kg.config import QUERY_TIMEOUT
from kg.errors import GraphError, KgError, QueryBusyError, QueryError, QueryTimeoutError
from kg.querying.messages import CHUNK, DONE, FAILED, HEAD, Request, read_frame, write_frame
from kg.spawning import let_go, spawned
from kg.stores import Answer, Solutions

MEMORY = 4 << 30
"""Bytes of address space that a worker's process may have where nothing else is said."""


_LOWEST = 19
"""The lowest priority of a process."""

_TERMS, _LINES = "text/tab-separated-values", "application/n-triples"
"""The media types that keep terms whole and are read back fastest."""


class Worker:
    """A process that answers queries on the store in a folder, one at a time.

    The process is started with the first query, or by `start`, and anew after one was killed.
    It sees the store as it was when the process opened it: `stop` makes the next query see it as
    it is. `memory` is the most bytes that it may have, 0 for no limit. Callers on other threads
    wait for their turn, no longer than their query may take; `stop` and `close` wait for nobody.
    """

    def __init__(self, store: Path, memory: int = MEMORY) -> None:
        self._store = str(store)
        self._memory = str(memory)
        self._turn = threading.Lock()
        self._guard = threading.Lock()
        """Held by whoever starts or ends the process."""
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._ending: weakref.finalize[..., Worker] | None = None

    def start(self) -> None:
        """Have the process there before it is needed; returns at once."""
        if self._turn.acquire(blocking=False):  # else it is there, and at work
            try:
                self._started()
            finally:
                self._turn.release()

    def answer(self, request: Request, timeout: float | None = QUERY_TIMEOUT) -> Reply:
        """The answer to a query, which must be read to its end or closed.

        Returns when its first bytes are there. `timeout` is the seconds from now until the last
        byte is read; None sets none. Raises QueryTimeoutError, QueryError (whose cause is a
        SyntaxError where the query is none) and GraphError.
        """
        if not self._turn.acquire(timeout=-1 if timeout is None else timeout):
            raise QueryBusyError("The query before was not answered in time; try again later.")
        try:
            process = self._started()
        except BaseException:
            self._turn.release()
            raise
        return Reply(process, request, timeout, self._turn.release)

    def ask(self, request: Request, timeout: float | None = QUERY_TIMEOUT) -> Answer:
        """As `answer`, read to its end, as terms; the request's media types do not matter."""
        wanted = replace(request, solutions=_TERMS, triples=_LINES)
        with self.answer(wanted, timeout) as reply:
            content = reply.read()
            if reply.media_type == _LINES:
                return (quad.triple for quad in ox.parse(content, ox.RdfFormat.N_TRIPLES))
        result = ox.parse_query_results(content, ox.QueryResultsFormat.TSV)
        if isinstance(result, ox.QueryBoolean):
            return bool(result)
        variables = tuple(variable.value for variable in result.variables)
        width = range(len(variables))
        return Solutions(variables, (tuple(row[i] for i in width) for row in result))

    def give_way(self) -> None:
        """Let the process have what others leave of the processors, until it ends."""
        process = self._process
        if process is not None and os.name == "posix":
            with suppress(ProcessLookupError):
                os.setpriority(os.PRIO_PROCESS, process.pid, _LOWEST)

    def stop(self) -> None:
        """End the process, and with it the query that it answers; who reads the answer is told."""
        with self._guard:
            self._end()

    def close(self) -> None:
        """End the process for good: who asks after this gets a QueryBusyError."""
        with self._guard:
            self._closed = True
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        """The process, for whoever has the turn."""
        with self._guard:
            if self._closed:
                raise QueryBusyError("No more queries are answered.")
            if self._process is None or self._process.poll() is not None:
                self._forget()
                self._process = spawned("kg.querying.process", self._store, self._memory)
                self._ending = weakref.finalize(self, _kill, self._process)
            return self._process

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        if self._turn.acquire(blocking=False):  # else its reader closes the pipes when done
            self._forget()
            self._turn.release()

    def _forget(self) -> None:
        """Let go of a process that has ended, if there is one."""
        if self._process is not None and self._ending is not None:
            self._ending.detach()
            let_go(self._process)
        self._process = self._ending = None


class Reply:
    """An answer on its way: iterate for its bytes. Closing one that is unread ends its query.

    `media_type` is one of those that the request named: which one tells SELECT and ASK from
    CONSTRUCT and DESCRIBE.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        request: Request,
        timeout: float | None,
        done: Callable[[], None],
    ) -> None:
        assert process.stdout is not None
        self._process = process
        self._answer: BinaryIO = process.stdout  # type: ignore[assignment]
        self._timeout = timeout
        self._done = done
        self._guard = threading.Lock()
        self._over = self._expired = False
        self._timer = threading.Timer(timeout, self._expire) if timeout is not None else None
        if self._timer:
            self._timer.daemon = True
            self._timer.start()
        try:
            self._send(request)
            self.media_type = self._next().decode()
        except BaseException:
            self.close()  # a request that is half sent would garble the next
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[bytes]:
        while not self._over:
            if chunk := self._next():
                yield chunk

    def read(self) -> bytes:
        """All of the answer."""
        return b"".join(self)

    def close(self) -> None:
        """End the query where it has not ended."""
        self._finish(kill=True)

    def _next(self) -> bytes:
        """The content of the next frame, empty after the last; raises what the process tells."""
        try:
            kind, content = read_frame(self._answer) or (b"", b"")
        except BaseException:
            self.close()
            raise
        if kind in (HEAD, CHUNK):
            return content
        told = _told(*pickle.loads(content)) if kind == FAILED else None  # noqa: S301 (our own)
        self._finish(kill=kind != DONE and not isinstance(told, QueryError))
        if kind == DONE:
            return b""
        raise told or self._ended()

    def _send(self, request: Request) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # the process tells why it has ended, or its status does
            message = pickle.dumps((self._timeout, request))
            write_frame(self._process.stdin, HEAD, message)  # type: ignore[arg-type]

    def _finish(self, *, kill: bool) -> None:
        with self._guard:
            if self._over:
                return
            self._over = True
        if self._timer:
            self._timer.cancel()
        if kill:
            _kill(self._process)
        self._done()

    def _expire(self) -> None:
        with self._guard:
            if not self._over:
                self._expired = True
                self._process.kill()
                self._process.wait()

    def _ended(self) -> QueryError:
        """Why the process has ended amid the query.

        Its own alarm comes a second after our timer, which may be late on a busy machine.
        """
        rang = os.name == "posix" and self._process.returncode == -signal.SIGALRM
        if self._expired or rang:
            return QueryTimeoutError(
                f"The query was ended after {self._timeout:g} seconds. Ask for less, or allow more "
                "time."
            )
        return QueryError(
            "The query was ended because it needed more memory than it may have "
            f"(its process ended with status {self._process.returncode}). Ask for less."
        )


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    let_go(process)


def _told(kind: str, message: str) -> KgError:
    """The error that the process told of."""
    if kind == GraphError.__name__:
        return GraphError(message)
    error = QueryError(message)
    if kind == SyntaxError.__name__:
        error.__cause__ = SyntaxError(message)
    return error
