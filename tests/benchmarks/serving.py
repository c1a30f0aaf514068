"""How a served graph stands up to many clients, and to one that sends queries without an end.

    python tests/benchmarks/serving.py GRAPH [--clients 50] [--seconds 60] [--timeout 10]

Starts `kg serve` on the graph in a process of its own. First all clients but one ask for the
given time, each as soon as it has its answer; then again while the last one sends a runaway query
after the other. Printed are each phase's requests a second, median and 95th percentile, the
statuses of all answers, and the runaway's own. Fails where an answer is anything but 200, 400, 429
or 503, a runaway is not ended in its time, or the others' median is over twice what it was.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import quote

RUNAWAY = "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
QUERIES = (
    "SELECT ?name WHERE { ?e a kg:Person ; rdfs:label ?name } LIMIT 20",
    "SELECT ?x WHERE { ?s kg:factuality kg:Planned ; prov:wasDerivedFrom/nif:anchorOf ?x } LIMIT 9",
    "SELECT ?x ?y WHERE { ?a rel:criticizes ?b . ?a rdfs:label ?x . ?b rdfs:label ?y } LIMIT 20",
    "ASK { ?s kg:polarity kg:Negated }",
    "CONSTRUCT { ?a rel:meets ?b } WHERE { ?a rel:meets ?b } LIMIT 20",
    "SELECT ?type (COUNT(?e) AS ?n) WHERE { ?e a ?type } GROUP BY ?type",
    "SELECT ?x WHERE { this is no SPARQL }",
)
ALLOWED = {200, 400, 429, 503}


@dataclass
class Tally:
    """What became of the requests of one phase."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def add(self, status: int, seconds: float) -> None:
        self.statuses[status] += 1
        self.seconds.append(seconds)

    def __str__(self) -> str:
        times = sorted(self.seconds)
        told = ", ".join(f"{status}: {n}" for status, n in sorted(self.statuses.items()))
        return (
            f"{len(times)} answers ({told}), median {1000 * statistics.median(times):.1f} ms, "
            f"95th percentile {1000 * times[int(0.95 * len(times))]:.1f} ms"
        )


async def request(reader, writer, path: str) -> int:
    """Send a request on an open connection and read its answer: the status."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    await reader.readexactly(int(length[1]) if length else 0)
    return int(head.split(" ", 2)[1])


async def client(port: int, paths, until: float, tally: Tally) -> None:
    """Ask for one path after the other until the time is over."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for path in paths:
        began = time.perf_counter()
        if began >= until:
            break
        try:
            status = await request(reader, writer, path)
        except (OSError, EOFError):
            status = 0
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        tally.add(status, time.perf_counter() - began)
    writer.close()


def mixed(seed: int, entities: list[str]):
    """Requests without end: of ten seven queries, two of the JSON interface, one page."""
    draw = random.Random(seed)
    while True:
        kind = draw.random()
        if kind < 0.7:
            yield "/sparql?query=" + quote(draw.choice(QUERIES))
        elif kind < 0.9:
            yield f"/api/entities/{quote(draw.choice(entities))}/neighbours?limit=20"
        else:
            yield f"/entity/{quote(draw.choice(entities))}"


def endless(path: str):
    while True:
        yield path


async def phase(port: int, clients: int, seconds: float, entities, runaway: bool):
    """What the others and the runaway client got."""
    others, its = Tally(), Tally()
    until = time.perf_counter() + seconds
    running = [client(port, mixed(n, entities), until, others) for n in range(clients - 1)]
    if runaway:
        running.append(client(port, endless("/sparql?query=" + quote(RUNAWAY)), until, its))
    await asyncio.gather(*running)
    return others, its


async def entity_ids(port: int) -> list[str]:
    """Some entities of the graph, of which requests ask."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    query = "SELECT ?e WHERE { ?e a kg:Person } ORDER BY ?e LIMIT 50"
    writer.write(
        f"GET /sparql?query={quote(query)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/csv\r\n"
        "Connection: close\r\n\r\n".encode()
    )
    body = (await reader.read()).decode().partition("\r\n\r\n")[2]
    writer.close()
    return [line.rpartition("/")[2] for line in body.split()[1:]]


async def measure(port: int, asked: argparse.Namespace) -> bool:
    entities = await entity_ids(port)
    await phase(port, asked.clients, min(3.0, asked.seconds), entities, runaway=False)
    alone, _ = await phase(port, asked.clients, asked.seconds, entities, runaway=False)
    print(f"{asked.clients - 1} clients: {alone}")
    beside, runaway = await phase(port, asked.clients, asked.seconds, entities, runaway=True)
    print(f"beside a runaway: {beside}")
    print(f"the runaway: {runaway}, longest {max(runaway.seconds):.1f} s")
    ratio = statistics.median(beside.seconds) / statistics.median(alone.seconds)
    print(f"median beside the runaway: {ratio:.2f} x")
    statuses = set(alone.statuses) | set(beside.statuses) | set(runaway.statuses)
    ended = max(runaway.seconds) <= asked.timeout + 5
    return statuses <= ALLOWED and 200 not in runaway.statuses and ended and ratio <= 2


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("graph")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--timeout", type=float, default=10)
    asked = parser.parse_args()
    command = [sys.executable, "-m", "kg.cli", "serve", "-g", asked.graph, "--port", "0"]
    command += ["--timeout", str(asked.timeout)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        greeting = server.stderr.readline()
        port = int(re.search(r"http://[^/]*:(\d+)/", greeting)[1])
        time.sleep(1)
        try:
            good = asyncio.run(measure(port, asked))
        finally:
            server.terminate()
    print("stopped with status", server.returncode)
    return 0 if good and server.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
