"""What it costs to bring a graph up to date, beside building it whole.

    python tests/benchmarks/incremental.py [--documents 2000] [--changes 1]

The corpus (corpus.py) is built; built again unchanged; built with new documents; built without
them. Each build is a `kg build` in a fresh process with one thread, and what counts is its CPU time
and wall time beside those of the whole build. The graph of the last step must be that of the first
byte by byte.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import corpus
import cost

FILES = ("graph.ttl", "graph.trig", "graph.html")


def build(texts: Path, graph: Path) -> tuple[float, float, float]:
    """CPU seconds, wall seconds and peak MB of a build."""
    kg = str(Path(sys.executable).with_name("kg"))
    began = time.perf_counter()
    seconds, megabytes = cost.measure([kg, "build", str(texts), "--graph", str(graph)])
    return seconds, time.perf_counter() - began, megabytes


def written(graph: Path) -> list[bytes]:
    return [(graph / name).read_bytes() for name in FILES]


def report(count: int, changes: int, place: Path) -> None:
    texts, graph = place / "texts", place / "graph"
    every = list(corpus.documents(count + changes))
    corpus.write(texts, count)
    took = {"the whole": build(texts, graph)}
    before = written(graph)
    took["no change"] = build(texts, graph)
    for name, text in every[count:]:
        (texts / f"{name}.txt").write_text(text, encoding="utf-8")
    took[f"{changes} more"] = build(texts, graph)
    for name, _ in every[count:]:
        (texts / f"{name}.txt").unlink()
    took["these gone"] = build(texts, graph)
    whole = took["the whole"]
    print(f"{count} documents of 10 sentences")
    print(f"{'':12}{'CPU s':>9}{'of whole':>10}{'wall s':>9}{'of whole':>10}{'MB':>7}")
    for step, (cpu, wall, memory) in took.items():
        shares = f"{cpu:9.2f}{cpu / whole[0]:10.1%}{wall:9.2f}{wall / whole[1]:10.1%}"
        print(f"{step:12}{shares}{memory:7.0f}")
    if written(graph) != before:
        raise SystemExit("the graph is another than before")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--changes", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        report(given.documents, given.changes, Path(place))


if __name__ == "__main__":
    main()
