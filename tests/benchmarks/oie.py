"""Figures of open information extraction, and whether its confidences mean what they say.

    python tests/benchmarks/oie.py FOLDER

FOLDER holds a scorer, `score_oie.py`, and the folders `carb-dev` and `benchie-dev` with
`sentences.txt` and the gold. Printed are precision, recall and F1 of the n-ary triples by the
metrics of CaRB and WiRe57 and of the chained triples by that of BenchIE, each for all sentences
and for either half of them (even and odd lines: rules are chosen on the even, judged on the odd
ones). Then, by band of confidence, how much of the triples is right: CaRB's precision of an
n-ary triple against its best counterpart, the share of chained triples that match a fact.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from kg import extractors, parsing
from kg.config import Config
from kg.model import Triple

HALVES = {"all": slice(None), "even": slice(0, None, 2), "odd": slice(1, None, 2)}
BAND = 0.1


def scorer(folder: Path) -> ModuleType:
    """The scorer of the folder as a module."""
    spec = importlib.util.spec_from_file_location("score_oie", folder / "score_oie.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def extracted(lines: Iterable[str], *, binary: bool) -> Iterator[tuple[Triple, ...]]:
    """The triples of each line, a sentence whose tokens stand between spaces."""
    nlp = parsing.load_pipeline(Config().model)
    extractor = extractors.load("chained")
    for sentence in parsing.parse_pretokenized(lines, nlp):
        yield extractor.extract([sentence], binary=binary).triples


def predictions(score: Any, lines: list[str], *, binary: bool) -> dict[str, list[Any]]:
    """The triples by sentence in the scorer's own form."""
    return {
        score.key(line): [
            score.Tup(t.surface, [t.subject.text, *(o.text for o in t.objects)], t.confidence)
            for t in triples
        ]
        for line, triples in zip(lines, extracted(lines, binary=binary), strict=True)
        if triples
    }


def reliability(items: Iterable[Any]) -> Iterator[str]:
    """A line for each band of confidence: how many triples, how sure, how right."""
    bands: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for item in items:
        bands[int(item.tup.conf / BAND)].append((item.tup.conf, item.score))
    for band, pairs in sorted(bands.items()):
        sure = sum(conf for conf, _ in pairs) / len(pairs)
        right = sum(score for _, score in pairs) / len(pairs)
        yield f"  {band * BAND:.1f}-{(band + 1) * BAND:.1f} {len(pairs):6} {sure:9.2f} {right:9.2f}"


def report(
    name: str,
    gold: Mapping[str, Any],
    keys: list[str],
    found: Mapping[str, Any],
    metric: Callable[[Any, Any], tuple[dict[str, float], list[Any], list[Any]]],
) -> list[Any]:
    """Prints the figures of one metric; the scored predictions on all sentences, `keys`."""
    scored: list[Any] = []
    for half, part in HALVES.items():
        chosen = {key: gold[key] for key in keys[part] if key in gold}
        figures, _, items = metric(chosen, found)
        scored = scored or items
        area = f"  AUC {figures['AUC']:.3f}" if "AUC" in figures else ""
        print(
            f"{name:8} {half:5} P {figures['P']:.3f}  R {figures['R']:.3f}  "
            f"F1 {figures['F1']:.3f}{area}"
        )
    return scored


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("folder", type=Path, help="with score_oie.py, carb-dev, benchie-dev")
    folder: Path = arguments.parse_args().folder
    if not (folder / "score_oie.py").is_file():
        sys.exit(f"{folder} has no score_oie.py; name the folder of the development data.")
    score = scorer(folder)
    tables = {}
    for data, file, metrics in (
        ("carb-dev", "gold.tsv", {"carb": score.score_carb, "wire57": score.score_wire57}),
        ("benchie-dev", "gold.txt", {"benchie": score.score_benchie}),
    ):
        lines = [line for line in _lines(folder / data / "sentences.txt") if line.strip()]
        _, gold = score.read_gold(folder / data / file)
        keys = [score.key(line) for line in lines]
        found = predictions(score, lines, binary=data == "benchie-dev")
        for name, metric in metrics.items():
            tables[name] = report(name, gold, keys, found, metric)
    for name, title in (("carb", "n-ary"), ("benchie", "chained")):
        print(f"\n{title}: confidence, triples, mean confidence, mean precision")
        print("\n".join(reliability(tables[name])))


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")


if __name__ == "__main__":
    main()
