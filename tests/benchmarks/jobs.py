"""What a second process saves: wall time of `kg build --jobs N` beside one process.

    python tests/benchmarks/jobs.py [--documents 1000] [--jobs 1,2] [--runs 3]

Fresh graph folders, fresh processes, in turns; the median counts. The graphs must be the same byte
by byte. The figures mean something only on a machine with nothing else to do, so its load at the
beginning is told; CPU time beside the wall time shows what the workers cost more.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import corpus
import cost

FILES = ("graph.ttl", "graph.trig", "graph.html")


def build(texts: Path, graph: Path, jobs: int) -> tuple[float, float]:
    """Wall and CPU seconds of a build."""
    kg = str(Path(sys.executable).with_name("kg"))
    began = time.perf_counter()
    cpu, _ = cost.measure([kg, "build", str(texts), "--graph", str(graph), "--jobs", str(jobs)])
    return time.perf_counter() - began, cpu


def report(documents: int, jobs: list[int], runs: int) -> dict[int, float]:
    """Wall time of each number of jobs beside that of the first."""
    load = os.getloadavg()[0]
    took: dict[int, list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as place:
        texts = Path(place, "texts")
        corpus.write(texts, documents)
        for run in range(runs):
            written = set()
            for number in jobs:
                graph = Path(place, f"graph{run}-{number}")
                took[number].append(build(texts, graph, number))
                written.add(tuple((graph / name).read_bytes() for name in FILES))
            if len(written) > 1:
                raise SystemExit("the graphs differ")
    typical = {n: tuple(map(statistics.median, zip(*took[n], strict=True))) for n in jobs}
    wall, cpu = typical[jobs[0]]
    print(
        f"{documents} documents, median of {runs}, {os.cpu_count()} cores, load before {load:.1f}"
    )
    print(f"{'jobs':>5}{'wall s':>9}{'of first':>10}{'CPU s':>9}{'of first':>10}")
    for number, (seconds, used) in typical.items():
        print(f"{number:5}{seconds:9.1f}{seconds / wall:10.2f}{used:9.1f}{used / cpu:10.2f}")
    print("the graphs are the same, byte by byte")
    return {number: seconds / wall for number, (seconds, _) in typical.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--jobs", default="1,2", help="separated by commas")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    report(given.documents, [int(number) for number in given.jobs.split(",")], given.runs)


if __name__ == "__main__":
    main()
