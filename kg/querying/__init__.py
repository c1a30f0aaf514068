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

from kg.querying.messages import MEDIA_TYPES, Request
from kg.querying.worker import MEMORY, Reply, Worker

__all__ = ["MEDIA_TYPES", "MEMORY", "Reply", "Request", "Worker"]
