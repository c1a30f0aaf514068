"""Serving until told to stop: the socket, signals, the end.

SIGTERM and SIGINT let running requests end, for `GRACE` seconds at most; queries that are not done
by then are ended and told so (503), and at once at a second signal. Uvicorn would handle them
only while it serves, and then send itself the same signal again, so that what was stopped in order
looked as if it had been killed. Here they are handled from before the greeting on. A program that
ends with its server lets them do nothing once that has stopped; for others they mean again what
they meant before.
"""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import uvicorn

from kg.errors import ArgumentError
from kg.server import Serving
from kg.server.app import application
from kg.server.graph import ServedGraph
from kg.server.guards import LOOPBACK
from kg.server.queries import Queries

GRACE = 2.0
"""Seconds that running queries have at the end."""

_REST = 3
"""Seconds after that in which what else is running must end."""

_MOST_CONNECTIONS = 1000
"""Connections at a time; more are refused with 503."""

_INTERRUPTED = 130
"""The exit status by which shells tell SIGINT: 128 and its number."""

_OPEN = (
    "Warning: {host} can be reached from other machines. Whoever does can read all of the graph "
    "and the texts in it, without a password and without encryption."
)


def run(folder: Path, how: Serving, say: Callable[[str], object], *, then_ends: bool) -> int:
    """Serve until a signal: the status is 0 after SIGTERM, 130 after SIGINT."""
    hosts = (*LOOPBACK, how.host) if how.loopback else ("*",)
    graph = ServedGraph(folder)
    made = application(graph, timeout=how.timeout, most_queries=how.most_queries, hosts=hosts)
    settings = uvicorn.Config(
        made,
        http="h11",
        ws="none",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=round(GRACE + _REST),
    )
    server = _Server(settings, made.state.desk.queries)
    with server.stopped_by_signals(then_ends=then_ends), _bound(how) as bound:
        if not how.loopback:
            say(_OPEN.format(host=how.host))
        say(_greeting(folder, how.host, bound.getsockname()[1]))
        server.run([bound])
    return _INTERRUPTED if server.received == signal.SIGINT else 0


class _Server(uvicorn.Server):
    """Uvicorn's server, which keeps the first signal to itself; at a second it hurries.

    Uvicorn's own `force_exit` would cut off what runs, with a traceback of each.
    """

    def __init__(self, config: uvicorn.Config, queries: Queries) -> None:
        super().__init__(config)
        self.received: int | None = None
        self._queries = queries
        self._urgent = asyncio.Event()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, and let those that run come to their end."""
        ending = asyncio.create_task(self._end_queries())
        await super().shutdown(sockets)
        ending.cancel()

    async def _end_queries(self) -> None:
        """End the queries that run when their time is up, or nobody wants to wait for them."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._urgent.wait(), GRACE)
        self._queries.close()

    @contextmanager
    def stopped_by_signals(self, *, then_ends: bool) -> Iterator[None]:
        """Signals stop the server meanwhile; after one that did, more do nothing if all ends."""
        handled = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self._stop) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, signal.SIG_IGN if then_ends and self.received else handler)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing that uvicorn would have to do."""
        yield

    def _stop(self, number: int, _: FrameType | None) -> None:
        if self.received:
            self._urgent.set()
        self.received = self.received or number
        self.should_exit = True


def _bound(how: Serving) -> socket.socket:
    """A socket at the address; ArgumentError says why it cannot be had."""
    where = f"{how.host} port {how.port}"
    family = socket.AF_INET6 if ":" in how.host else socket.AF_INET
    try:
        return socket.create_server((how.host, how.port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        number = getattr(error, "errno", None)
        if number == errno.EADDRINUSE:
            told = f"{where} is taken by another program. Give another --port, or 0 for any."
        elif number == errno.EACCES:
            told = f"{where} may not be used: ports below 1024 are the administrator's."
        else:
            reason = getattr(error, "strerror", None) or error
            told = f"{where} cannot be served from: {reason}. Is --host an address of this machine?"
        raise ArgumentError(told) from error


def _greeting(folder: Path, host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}"
    return (
        f"Serving {folder} at {address}/ (SPARQL: {address}/sparql, JSON: "
        f"{address}/api/openapi.json). Ctrl+C stops."
    )
