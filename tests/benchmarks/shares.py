"""Where the time of a build goes: the share of each step.

    python tests/benchmarks/shares.py [--documents 300]

One build in this process, in which the functions that the steps begin with are timed (CPU of the
process, whose other threads fill the store). Parsing is what remains of the first pass; a profiler
would weigh Python's calls too much beside the pipeline's arithmetic.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import corpus

import kg
from kg import api, building, conforming, coref, linking, pipeline, selection, sheets
from kg.engines import work
from kg.extractors import clausal

FIRST_PASS = {
    "mentions": (pipeline, "find_mentions"),
    "quotations": (pipeline, "find_quotations"),
    "clauses and triples": (clausal.ClausalExtractor, "extract"),
    "coreference": (coref, "resolve"),
    "encoding of records": (work, "encode_record"),
}
SECOND_PASS = {
    "reading of records": (building._Graph, "_with_final_ids"),
    "linking": (linking, "link"),
    "statements": (conforming.Conformance, "conformed"),
    "choice of nodes": (selection, "nodes"),
    "store and sheets": (sheets, "bring_up_to_date"),
    "files": (api, "_write_outputs"),
}


def timed(holder: Any, name: str, spent: Counter[str], step: str) -> None:
    """Let the function count its time under a step."""
    function: Callable[..., Any] = getattr(holder, name)

    def timing(*args: Any, **options: Any) -> Any:
        began = time.process_time()
        try:
            return function(*args, **options)
        finally:
            spent[step] += time.process_time() - began

    setattr(holder, name, timing)


def shares(documents: int) -> dict[str, float]:
    """The share of each step in the CPU time of a build, without the loading of the pipeline."""
    spent: Counter[str] = Counter()
    pipeline.load_pipeline(kg.config.Config().model)
    for step, (holder, name) in (FIRST_PASS | SECOND_PASS).items():
        timed(holder, name, spent, step)
    moments: list[float] = []
    with tempfile.TemporaryDirectory() as place:
        corpus.write(Path(place, "texts"), documents)
        began = time.process_time()
        kg.build(
            Path(place, "texts"),
            Path(place, "graph"),
            progress=lambda *_: moments.append(time.process_time()),
        )
        whole = time.process_time() - began
    first = moments[-1] - moments[0]
    named = {"parsing": first - sum(spent[step] for step in FIRST_PASS)} | dict(spent)
    named["the rest"] = whole - sum(named.values())
    return {step: seconds / whole for step, seconds in named.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--documents", type=int, default=300)
    given = parser.parse_args()
    for step, share in shares(given.documents).items():
        print(f"{step:22}{share:7.1%}")


if __name__ == "__main__":
    main()
