"""The weights of kg/data/by_words.json, fitted to the sentences of stated.txt.

    python tests/benchmarks/fit_by_words.py [OUT]

Prints the F1 over the sentences of each ontology with the weights fitted to all the others, and
writes the weights fitted to all. Each stage is a logistic regression; rows of the last stage are
made with weights of the first that did not see their ontology. Every ontology counts the same.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from kg import parsing
from kg.config import DEFAULT_MODEL
from kg.learning.by_words import RIVALS, guesses
from kg.learning.cues import CueIndex, marks
from kg.learning.evidence import FEATURES, evidence, is_told
from kg.learning.layout import layout
from kg.learning.memory import Memory
from kg.learning.passages import passage
from kg.learning.regression import fit
from kg.learning.scene import scene
from kg.learning.values import plain
from kg.learning.wanted import Wanted, kind_of
from kg.model import Document

HERE = Path(__file__).parent
FACTS = 100.0
"""What the right answers of an ontology count together."""

STRENGTH = (1.0, 0.2)
"""C of the two regressions: weights stay small where few sentences speak for them."""


def main() -> None:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "kg/data/by_words.json")
    sets = read(HERE / "stated.txt")
    rows = {name: first_rows(*one) for name, one in sets.items()}
    left_out = {name: fitted([r for n, r in rows.items() if n != name], 0) for name in sets}
    tried = {name: last_rows(*one, left_out[name]) for name, one in sets.items()}
    chances = []
    for name in sets:
        last = fitted([t[:3] for n, t in tried.items() if n != name], 1)
        facts, right, _, _, keys = tried[name]
        odds = facts @ last[:-1] + last[-1]
        chances += [(1 / (1 + np.exp(-odds[i])), right[i], keys[i]) for i in range(len(odds))]
    threshold = best_threshold(chances, sum(t[3] for t in tried.values()))
    first, last = fitted(list(rows.values()), 0), fitted([t[:3] for t in tried.values()], 1)
    told = {
        "first": dict(zip((*FEATURES, "bias"), first.round(3).tolist(), strict=True)),
        "last": dict(zip((*RIVALS, *FEATURES, "bias"), last.round(3).tolist(), strict=True)),
        "threshold": threshold,
    }
    out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> dict:
    """By name, the properties of each ontology and the scenes of its sentences with their facts."""
    nlp = parsing.load_pipeline(DEFAULT_MODEL)
    lines = [x for x in path.read_text(encoding="utf-8").splitlines() if not x.startswith("#")]
    relations, told = defaultdict(list), defaultdict(list)
    for line in lines:
        if line.startswith("== "):
            name = line[3:]
        elif " || " in line:
            told[name].append([part.strip() for part in line.split(" || ")])
        else:
            label, domain, range_ = (part.strip() for part in line.split("|"))
            kinds = kind_of(domain), kind_of(range_)
            relations[name].append(Wanted(label, "", (label,), *kinds, domain, range_))
    found = {}
    for name, sentences in told.items():
        texts = [Document(str(i), text) for i, (text, *_) in enumerate(sentences)]
        parsed = [passage(text.text, one) for text, one in parsing.parse(texts, nlp)]
        facts = [{tuple(f.split(" ; ")) for f in said} for _, *said in sentences]
        scenes = [scene(one, Memory()) for one in parsed]
        found[name] = (relations[name], list(zip(scenes, facts, strict=True)))
    return found


def first_rows(relations: list, told: list) -> tuple:
    """Features, answers and weights of all candidates that have a cue."""
    index, found, right = CueIndex(relations), [], []
    for seen, facts in told:
        rows = evidence(layout(seen), marks(seen.passage, index), index)
        used = is_told(rows)
        for number, relation in enumerate(relations):
            wanted = {plain(o) for _, r, o in facts if r == relation.label}
            named = [bool(wanted & set(map(plain, forms.values()))) for forms in seen.forms]
            keep = used[number]
            found.append(rows[number][keep])
            right.append(np.array(named, dtype=float)[keep])
    return weighed(np.vstack(found), np.concatenate(right))


def last_rows(relations: list, told: list, first: np.ndarray) -> tuple:
    """Features, answers and weights of the guesses; the number of facts; what each guess says."""
    index, found, right, keys = CueIndex(relations), [], [], []
    for i, (seen, facts) in enumerate(told):
        known = {(plain(s), r, plain(o)) for s, r, o in facts}
        for guess in guesses(seen, relations, index, first):
            label = relations[guess.relation].label
            fact = plain(guess.subject_label), label, plain(guess.object_label)
            found.append(guess.row)
            right.append(float(fact in known))
            keys.append((i, *fact))
    facts = sum(len(f) for _, f in told)
    return (*weighed(np.array(found), np.array(right)), facts, keys)


def weighed(rows: np.ndarray, right: np.ndarray) -> tuple:
    return rows, right, np.full(len(right), FACTS / right.sum())


def fitted(parts: list, stage: int) -> np.ndarray:
    """The weights of a stage, the bias last."""
    rows, right, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    scale = rows.std(axis=0) + 1e-6
    rows = np.hstack([rows / scale, np.ones((len(rows), 1))])
    found = fit(rows, right[:, None], weights[:, None], rows.shape[1] - 1, STRENGTH[stage])[:, 0]
    return np.append(found[:-1] / scale, found[-1])


def best_threshold(chances: list, gold: int) -> float:
    """The chance from which the F1 over all ontologies is best."""
    seen, hits, best = set(), 0.0, (0.0, 0.0)
    for chance, right, key in sorted(chances, key=lambda row: -row[0]):
        if key not in seen:
            seen.add(key)
            hits += right
            best = max(best, (2 * hits / (len(seen) + gold), chance))
    print(f"F1 {best[0]:.3f} from a chance of {best[1]:.3f} on")
    return round(best[1], 3)


if __name__ == "__main__":
    main()
