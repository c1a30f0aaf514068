"""Queries in processes of their own, which can be ended.

pyoxigraph evaluates a query without ever looking up, so no thread can stop one that runs away. A
`Worker` therefore has a process that opens the store for reading and answers one query after the
other; when time is up it is killed, and the next query gets a new one. The process is a plain
`python -m`, not a fork and not multiprocessing's spawn: it works from threads, notebooks and
scripts without a guard around their main part.

    with Worker(folder / "store").answer(Request(sparql, prefixes), timeout=5.0) as reply:
        reply.media_type          # tells whether solutions or triples came
        for chunk in reply:       # bytes, as pyoxigraph serialises them
            ...

`answer` returns when the first bytes are there, so what goes wrong before (a wrong query, no time
left) is raised by the call and only what comes later by the loop. A worker does not check what a
query may do: `kg.sparql.check` comes first.

    messages.py   what goes between the two processes
    process.py    the process that answers
    worker.py     the side that asks, and kills
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.querying.messages import Request as Request
    from kg.querying.worker import Reply as Reply
    from kg.querying.worker import Worker as Worker

_MODULES = {"Request": "messages", "Reply": "worker", "Worker": "worker"}
__all__ = ["Reply", "Request", "Worker"]


def __getattr__(name: str) -> Any:
    """The public names, each loaded when it is used: the process needs few of the modules."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
