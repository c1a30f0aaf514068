"""A built graph over HTTP: pages to read, a JSON interface to draw from, SPARQL to ask.

    GET / POST  /sparql          SPARQL 1.1 Protocol; for browsers the page to write queries in
    GET  /                       the interactive view          /search  /documents
    GET  /entity/ID              an entity with its evidence   /document/ID
    GET  /api/...                JSON, described at /api/openapi.json

It only reads. A request goes one way:

    guards.py       may it be here at all? addresses, origins, headers of every response
    app.py          the routes, and what a refusal looks like
    protocol.py     SPARQL: request -> query        negotiation.py  which format is wanted
    queries.py      a query in a worker process, a place for it or none
    graph.py        the store as it is now, opened again when it was built again
    reading.py      plain values for pages and JSON
    pages.py        these as HTML                   openapi.json    what the interface gives
    endpoint.py     the answer                      refusals.py     what an error means over HTTP
    service.py      what the endpoint says of itself
    running.py      the socket, signals, a graceful stop

Queries run in processes that can be ended (`kg.querying`); what pages need is a bounded number of
simple queries, which threads of the server answer themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kg.config import QUERY_TIMEOUT
from kg.errors import KgError

_EXTRA = ("anyio", "jinja2", "starlette", "uvicorn")
_MISSING = (
    "kg serve needs {name}, which the extra `serve` installs: pip install '.[serve]' in a clone "
    "of kg."
)


@dataclass(frozen=True, slots=True)
class Serving:
    """How a graph is served: where, the seconds of a query, how many queries at a time.

    Port 0 takes one that is free.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    timeout: float = QUERY_TIMEOUT
    most_queries: int = 4

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")


def serve(
    folder: Path, how: Serving, say: Callable[[str], object], *, then_ends: bool = False
) -> int:
    """Serve the graph in a folder until a signal; the status for the program to end with.

    `say` is told what people should know. `then_ends` says that the program ends with the server,
    so that a second signal has nothing more to stop. Raises GraphError where there is no graph,
    ArgumentError where the address cannot be had, KgError where the extra is missing.
    """
    try:
        from kg.server import running
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name in _EXTRA:
            raise KgError(_MISSING.format(name=name)) from error
        raise
    return running.run(folder, how, say, then_ends=then_ends)
