"""What a build costs as the corpus grows: CPU time and peak memory, phase by phase.

    python tests/benchmarks/scaling.py [--sizes 100,1000,10000] [--repeats 1]

Each size is built in a fresh process with one thread (corpus.py: ten sentences a document, none
twice). The phases are reading, parsing with all that is derived of one document alone, and linking
with the filling of the store and the writing of files. CPU is in milliseconds a document; memory is
the peak of the process until the end of the phase, in MB, so that of parsing is the peak of
extraction. The first line is loading the pipeline and parsing one document: what every build pays
once.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import corpus

PHASES = ("read", "parse", "link and store")


class Point(NamedTuple):
    """CPU seconds and peak MB of a process up to a moment."""

    cpu: float
    memory: float


def now() -> Point:
    return Point(time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def one(folder: Path) -> None:
    """Build in this process, and print the Points at its beginning and the end of each phase."""
    import kg

    parsing: list[Point] = []
    with tempfile.TemporaryDirectory() as place:
        points = [now()]
        kg.build(folder, place, progress=lambda *_: parsing.append(now()))
        points += [parsing[0], parsing[-1], now()]
    print(json.dumps(points))


def measured(count: int) -> list[Point]:
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    with tempfile.TemporaryDirectory() as place:
        corpus.write(Path(place, "texts"), count)
        done = subprocess.run(
            [sys.executable, __file__, "--one", str(Path(place, "texts"))],
            stdout=subprocess.PIPE,
            env=os.environ | one_thread,
            check=True,
        )
    return [Point(*point) for point in json.loads(done.stdout)]


def typical(runs: list[list[Point]]) -> list[Point]:
    """The median of several runs, moment by moment."""
    return [
        Point(*(statistics.median(values) for values in zip(*points, strict=True)))
        for points in zip(*runs, strict=True)
    ]


class Scaled(NamedTuple):
    """The Points of each size, and those of one document."""

    sizes: dict[int, list[Point]]
    once: list[Point]


def grown(scaled: Scaled) -> dict[str, float]:
    """What the largest corpus costs beside the smallest."""
    (small, first), *_, (large, last) = scaled.sizes.items()
    cpu = _cpu(last, large, scaled.once) / _cpu(first, small, scaled.once)
    return {
        "CPU a document": cpu,
        "peak memory of extraction": last[2].memory / first[2].memory,
        "peak memory with linking and store": last[3].memory / first[3].memory,
    }


def report(sizes: list[int], repeats: int) -> Scaled:
    once = typical([measured(1) for _ in range(repeats)])
    heads = "".join(f"{phase + ' ms':>18}{'MB':>7}" for phase in PHASES)
    print(f"{'documents':>10}{heads}{'all ms':>10}")
    print(f"{1:>10}{_line(once, 1, None)}")
    found: dict[int, list[Point]] = {}
    for size in sizes:
        found[size] = typical([measured(size) for _ in range(repeats)])
        print(f"{size:>10}{_line(found[size], size, once)}", flush=True)
    scaled = Scaled(found, once)
    told = (f"{what} x {ratio:.2f}" for what, ratio in grown(scaled).items())
    print(f"from {sizes[0]:,} to {sizes[-1]:,} documents: {', '.join(told)}")
    return scaled


def _cpu(points: list[Point], size: int, once: list[Point] | None) -> float:
    """CPU milliseconds a document, without what every build pays once."""
    start = once[3].cpu - once[0].cpu if once else 0.0
    return (points[3].cpu - points[0].cpu - start) / size * 1000


def _line(points: list[Point], size: int, once: list[Point] | None) -> str:
    cells = []
    for phase in range(3):
        spent = points[phase + 1].cpu - points[phase].cpu
        spent -= once[phase + 1].cpu - once[phase].cpu if once else 0.0
        cells.append(f"{spent / size * 1000:18.2f}{points[phase + 1].memory:7.0f}")
    return "".join(cells) + f"{_cpu(points, size, once):10.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sizes", default="100,1000,10000", help="separated by commas")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--one", type=Path, help="build this folder and end")
    given = parser.parse_args()
    if given.one:
        one(given.one)
    else:
        report([int(size) for size in given.sizes.split(",")], given.repeats)


if __name__ == "__main__":
    main()
