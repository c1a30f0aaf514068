"""Facts under a given ontology: Text2KGBench's task, scored both ways from one file of answers.

    python tests/benchmarks/t2kg.py DATA [--lines N] [--untaught] [--only NAME ...]

DATA has a folder a kind (wikidata, dbpedia), in it a folder an ontology with ont_*.ttl,
ontology.json, train.jsonl, test.jsonl and gold.jsonl, and the scorer t2kg_eval.py. `--lines`
learns from the first N lines of train.jsonl, `--untaught` from none. Everything runs through the
command line; the times are CPU seconds of the whole commands, and for finding, milliseconds a
sentence without the start of the program (that of a run over one sentence).

"official" averages over sentences and drops answers whose relation is not gold there; "strict" is
micro F1 over all answers.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--lines", type=int)
    parser.add_argument("--untaught", action="store_true")
    parser.add_argument("--only", nargs="*")
    given = parser.parse_args()
    reached = defaultdict(list)
    for ontology in sorted(given.data.glob("*/*/ont_*.ttl")):
        folder = ontology.parent
        if given.only and folder.name not in given.only:
            continue
        with TemporaryDirectory() as work:
            figures = measure(ontology, Path(work), given.lines, untaught=given.untaught)
        official, strict = score(given.data / "t2kg_eval.py", folder, figures.pop("answers"))
        reached[folder.parent.name].append((official, strict))
        print(f"{folder.name:26} {official:.3f} {strict:.3f}", figures, flush=True)
    for kind, rows in sorted(reached.items()):
        print(f"{kind:26} {mean(o for o, _ in rows):.3f} {mean(s for _, s in rows):.3f}")


def measure(ontology: Path, work: Path, lines: int | None, *, untaught: bool) -> dict:
    """What `kg learn` and `kg extract` made of a folder, and what they took."""
    folder, model, figures = ontology.parent, work / "relations.model", {}
    command = ["extract", "--format", "triples", "--ontology", str(ontology)]
    if not untaught:
        told = (folder / "train.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        examples = work / "examples.jsonl"
        examples.write_text("".join(told[:lines]), encoding="utf-8")
        _, seconds = kg("learn", str(examples), "--ontology", str(ontology), "-o", str(model))
        figures["learning, s"] = round(seconds, 1)
        command += ["--relations", str(model)]
    test = folder / "test.jsonl"
    sentences = test.read_text(encoding="utf-8").splitlines(keepends=True)
    (work / "one.jsonl").write_text(sentences[0], encoding="utf-8")
    _, start = kg(*command, str(work / "one.jsonl"))
    answers, seconds = kg(*command, str(test))
    figures["ms a sentence"] = round(1000 * (seconds - start) / (len(sentences) - 1), 1)
    return {**figures, "answers": answers}


def kg(*arguments: str) -> tuple[str, float]:
    """The output of a command and the CPU seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "kg.cli", *arguments], capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in {0, 3}:
        sys.exit(done.stderr)
    return done.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def score(scorer: Path, folder: Path, answers: str) -> tuple[float, float]:
    """Official and strict F1."""
    with TemporaryDirectory() as work:
        path = Path(work) / "answers.jsonl"
        path.write_text(answers, encoding="utf-8")
        command = [sys.executable, scorer, folder / "ontology.json", path, "--norm-rel"]
        command += ["--gold", folder / "gold.jsonl"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return told["official"]["f1"], told["strict"]["f1"]


if __name__ == "__main__":
    main()
