"""Queries side by side: a place for each in a worker process, or a refusal at once.

    asked -> a free worker (else: wait, in a line of bounded length)
          -> the answer within a second       most queries
          -> longer: at a low priority, and only while a place for long ones is left
          -> the time limit, or the client has gone: the process is ended

So neither one client nor many can take the server from the others: long queries get what is left
of the processors, and one worker is always kept for short ones. An answer is sent when it is
whole, so that its status is true; it has at most `LARGEST_ANSWER` bytes.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from kg.errors import GraphError, QueryBusyError, QueryError
from kg.querying import Request, Worker
from kg.querying.worker import MEMORY
from kg.server.graph import ServedGraph

LARGEST_ANSWER = 64 << 20
"""Bytes of an answer, at most."""

SHORT = 1.0
"""Seconds after which a query counts as a long one."""

LINE = 128
"""Queries that may wait for a worker; the next is refused."""

PATIENCE = 10.0
"""Seconds that a query waits for a worker."""


_AGAIN = 0.1
"""Seconds until a worker that was told to stop is told so again."""

_LEAST_MEMORY = 1 << 30
"""Bytes of address space with which a worker can do its work."""

_STOPPED = "The server is being stopped."


class ClientGoneError(Exception):
    """Whoever asked has closed the connection."""


@dataclass(slots=True)
class _Seat:
    """A worker, and the version of the graph that its process has open."""

    worker: Worker
    version: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The media type of an answer, which tells solutions from triples, and its bytes."""

    media_type: str
    content: bytes = field(repr=False)


def _memory_each(count: int) -> int:
    """The bytes that each worker may have: together half the machine's, but what one needs."""
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # no such system call
        return MEMORY
    return min(MEMORY, max(_LEAST_MEMORY, whole // 2 // count))


class Queries:
    """`count` workers on a graph, each with `timeout` seconds for a query."""

    def __init__(self, graph: ServedGraph, count: int, timeout: float) -> None:
        self._graph = graph
        self._timeout = timeout
        memory = _memory_each(count)
        self._seats = [_Seat(Worker(graph.path, memory)) for _ in range(count)]
        self._free: asyncio.LifoQueue[_Seat] = asyncio.LifoQueue()
        for seat in self._seats:
            self._free.put_nowait(seat)
        self._threads = ThreadPoolExecutor(count, "query")
        self._waiting = 0
        self._long = 0
        self._most_long = max(1, count - 1)
        self._closed = False

    async def answer(self, request: Request, gone: Callable[[], Awaitable[object]]) -> Answer:
        """The answer to a query that was checked; `gone` returns when the client has left.

        Raises QueryBusyError, QueryTimeoutError, QueryError and ClientGoneError.
        """
        leaving: asyncio.Future[object] = asyncio.ensure_future(gone())
        try:
            async with self._seat() as seat:
                if leaving.done():
                    raise ClientGoneError
                if self._closed:
                    raise QueryBusyError(_STOPPED)
                return await self._answered(seat, request, leaving)
        finally:
            leaving.cancel()

    def start(self) -> None:
        """Have the processes there before they are needed."""
        for seat in self._seats:
            self._prepare(seat)

    def close(self) -> None:
        """End all workers, and with them what they are at."""
        self._closed = True
        for seat in self._seats:
            seat.worker.close()
        self._threads.shutdown(wait=False)

    @asynccontextmanager
    async def _seat(self) -> AsyncIterator[_Seat]:
        if self._free.empty() and self._waiting >= LINE:
            raise QueryBusyError("Too many queries are waiting; try again later.")
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                seat = await self._free.get()
        except TimeoutError:
            told = f"No worker was free for {PATIENCE:g} seconds; try again later."
            raise QueryBusyError(told) from None
        finally:
            self._waiting -= 1
        try:
            yield seat
        finally:
            self._free.put_nowait(seat)

    async def _answered(
        self, seat: _Seat, request: Request, leaving: asyncio.Future[object]
    ) -> Answer:
        loop = asyncio.get_running_loop()
        job = loop.run_in_executor(self._threads, self._read, seat, request)
        both: set[asyncio.Future[Any]] = {job, leaving}
        try:
            await asyncio.wait(both, timeout=SHORT, return_when=asyncio.FIRST_COMPLETED)
            if not job.done() and not leaving.done():
                await self._wait_long(seat, both)
            if not job.done():
                raise ClientGoneError
            return job.result()
        finally:
            await self._ended(seat, job)

    async def _wait_long(self, seat: _Seat, both: set[asyncio.Future[Any]]) -> None:
        """Wait on for a query that takes its time, where a place for such is left."""
        if self._long >= self._most_long:
            raise QueryBusyError(
                f"{self._long} long queries are being answered, and this is one more: "
                "try again later, or ask for less."
            )
        self._long += 1
        try:
            seat.worker.give_way()
            seat.version = ""  # a process that gives way is not kept
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._long -= 1

    async def _ended(self, seat: _Seat, job: asyncio.Future[Answer]) -> None:
        """See to it that a worker is free again, also when this very task is cancelled.

        It is told to stop until it has: the job may only be about to start its process.
        """
        while not job.done():
            await asyncio.to_thread(seat.worker.stop)
            await asyncio.wait({job}, timeout=_AGAIN)
        if not job.cancelled():
            job.exception()  # whatever a read from an ended process raises

    def _read(self, seat: _Seat, request: Request) -> Answer:
        """The whole answer, in a thread that waits for the worker's process."""
        try:
            return self._read_current(seat, request)
        except QueryError as error:
            if self._closed:
                raise QueryBusyError(_STOPPED) from error
            raise

    def _read_current(self, seat: _Seat, request: Request) -> Answer:
        """The answer of the graph as it is now."""
        try:
            self._prepare(seat)
            return self._read_all(seat, request)
        except GraphError:  # its files went when the graph was built again
            seat.version = ""
            self._prepare(seat)
            return self._read_all(seat, request)

    def _prepare(self, seat: _Seat) -> None:
        version = self._graph.refresh()
        if seat.version != version:
            seat.worker.stop()
            seat.worker.start()
            seat.version = version

    def _read_all(self, seat: _Seat, request: Request) -> Answer:
        content = bytearray()
        with seat.worker.answer(request, self._timeout) as reply:
            for chunk in reply:
                content += chunk
                if len(content) > LARGEST_ANSWER:
                    told = f"The answer has over {LARGEST_ANSWER >> 20} MB. Add LIMIT and OFFSET."
                    raise QueryError(told)
            return Answer(reply.media_type, bytes(content))
