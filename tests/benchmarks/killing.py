"""Builds killed at random moments: what is lost, and what the next build makes of it.

    python tests/benchmarks/killing.py [--kills 50] [--documents 40] [--seed 0]

A graph of half of the documents is finished; then the build of all is killed (kill -9) at a random
moment, again and again. After each kill the graph must open, its store and each file must be that
of the half or that of the whole, never something between, and no record of a document may be gone
that was there. In the end, and whenever a build got through, the result must be that of a build
that nobody disturbed, byte by byte.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import corpus

import kg

FILES = ("graph.ttl", "graph.trig", "graph.html")
State = tuple[list[bytes], frozenset[object]]


def state(graph: Path) -> State:
    """The files and the quads of a graph."""
    store = kg.open_graph(graph).store
    return [(graph / name).read_bytes() for name in FILES], frozenset(store.quads())


def records(graph: Path) -> set[str]:
    with sqlite3.connect(graph / "records.sqlite") as database:
        return {digest for (digest,) in database.execute("SELECT digest FROM records")}


def start(texts: Path, graph: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "kg.cli", "build", str(texts), "--graph", str(graph)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def check(graph: Path, half: State, whole: State, held: set[str]) -> set[str]:
    """The records there now; ends the run where something is lost or half done."""
    files, quads = state(graph)
    for number, name in enumerate(FILES):
        if files[number] not in (half[0][number], whole[0][number]):
            raise SystemExit(f"{name} is neither what it was nor what it will be")
    if quads not in (half[1], whole[1]):
        raise SystemExit("the store is neither what it was nor what it will be")
    now = records(graph)
    if held - now:
        raise SystemExit(f"{len(held - now)} records are lost")
    return now


def run(place: Path, kills: int, count: int, seed: int) -> None:
    texts, graph, first = place / "texts", place / "graph", place / "first"
    corpus.write(texts, count // 2)
    start(texts, first).wait()
    half = state(first)
    corpus.write(texts, count)
    began = time.perf_counter()
    start(texts, place / "whole").wait()
    length = time.perf_counter() - began
    whole = state(place / "whole")
    choice, done, finished = random.Random(seed), 0, 0
    while done < kills:
        shutil.rmtree(graph, ignore_errors=True)
        shutil.copytree(first, graph)
        held, through = records(graph), False
        while done < kills and not through:
            building = start(texts, graph)
            try:
                building.wait(choice.uniform(0.3, 1.0) * length)
                through = True
            except subprocess.TimeoutExpired:
                building.send_signal(signal.SIGKILL)
                building.wait()
                done += 1
            held = check(graph, half, whole, held)
        start(texts, graph).wait()
        finished += 1
        if state(graph) != whole:
            raise SystemExit("the graph is another than that of a build that nobody disturbed")
    print(
        f"{done} builds of {count} documents killed, {finished} graphs finished after that: "
        "nothing lost, nothing half done, every graph the same byte by byte"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        run(Path(place), given.kills, given.documents, given.seed)


if __name__ == "__main__":
    main()
