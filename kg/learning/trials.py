"""The last stage: which of the proposals for examples that earlier stages did not see are right.

The threshold would be half of the F1 that is reached, the best there is where probabilities are
calibrated (Lipton, Elkan and Naryanaswamy 2014, "Optimal thresholding of classifiers to maximize
F1 measure"). It is put lower, the more so the less is found, since chances come out too low for new
texts: the models that give them were learnt from fewer examples than those that are kept, and
examples do not name all that is true. On new texts of the development ontologies this made
the mean F1 .013 higher, and none's lower.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.learning.boosting import Trees, boost, constant
from kg.learning.dataset import UNNAMED, Dataset
from kg.learning.proposals import Known, Proposal, proposals, scores
from kg.learning.recogniser import answer, chance
from kg.learning.rivals import standing
from kg.learning.subjects import SubjectModel
from kg.learning.values import plain
from kg.learning.wording import Wording


class EarlierStages(NamedTuple):
    """What the trials of the last stage are made from."""

    span_scores: NDArray[np.float64]
    text_odds: NDArray[np.float64]
    subject_folds: Sequence[SubjectModel]
    wordings: Sequence[Wording]
    numbers: Sequence[int]


class Trial(NamedTuple):
    """A proposal that was tried on an example, and whether it was right."""

    proposal: Proposal
    example: int
    fact: tuple[int, str, str, str]
    right: float
    weight: float


def trials_of(data: Dataset, i: int, made: EarlierStages) -> list[Trial]:
    """The proposals for an example by models that did not see it."""
    fold = int(data.folds[i])
    counted = data.subjects_of(fold), made.numbers, data.families
    known = Known(data.relations, data.memories[fold], made.wordings[fold], *counted)
    odds = scores(made.span_scores[data.rows(i)], made.text_odds[i])
    facts = {(plain(f.subject), f.relation, plain(f.object)) for f in data.facts[i]}
    told_of = {f.relation for f in data.facts[i]}
    objects = {end for _, _, end in facts}
    trials = []
    for found in proposals(data.scenes[i], odds, made.subject_folds[fold], known):
        if found.told is None:
            continue
        label = data.relations[found.relation].label
        fact = (plain(found.subject_label), label, plain(found.object_label))
        named = data.complete[i] or label in told_of or fact[2] in objects
        weight = (data.weights[i] if data.complete[i] else 1.0) * (1.0 if named else UNNAMED)
        trials.append(Trial(found, i, (i, *fact), float(fact in facts), weight))
    return trials


def last_stage(data: Dataset, trials: Sequence[Trial]) -> tuple[Trees, float]:
    """The model of the last stage, and the threshold."""
    chances = np.full(len(trials), -1.0)
    told = _boosted(data, trials, chances)
    return told, _threshold(data, trials, chances)


class _Part(NamedTuple):
    """Those of the trials that a model is for: their places, and columns of equal length."""

    places: NDArray[np.int64]
    rows: NDArray[np.float64]
    right: NDArray[np.float64]
    weight: NDArray[np.float64]
    examples: NDArray[np.int64]

    @classmethod
    def of(cls, trials: Sequence[Trial], rows: Iterable[Sequence[float] | None]) -> _Part:
        told = [(i, row) for i, row in enumerate(rows) if row is not None]
        used = [trials[i] for i, _ in told]
        return cls(
            np.array([i for i, _ in told], dtype=np.int64),
            np.array([row for _, row in told], dtype=np.float64),
            np.array([trial.right for trial in used]),
            np.array([trial.weight for trial in used]),
            np.array([trial.example for trial in used], dtype=np.int64),
        )


def _boosted(data: Dataset, trials: Sequence[Trial], chances: NDArray[np.float64]) -> Trees:
    """The model of taught relations; fills in the cross-fitted `chances` of its trials."""
    part = _Part.of(trials, (trial.proposal.told for trial in trials))
    if not len(part.places):
        return constant(0.0)
    for k in range(data.count):
        learnt, held_out = data.apart[k][part.examples], data.folds[part.examples] == k
        found = boost(part.rows[learnt], part.right[learnt], part.weight[learnt])
        chances[part.places[held_out]] = chance(found.odds(part.rows[held_out]))
    return boost(part.rows, part.right, part.weight)


def _threshold(data: Dataset, trials: Sequence[Trial], chances: NDArray[np.float64]) -> float:
    """Somewhat less than half of the best F1 that any threshold reaches on cross-fitted chances.

    1 gives 0.5, 0.5 gives 0.187.
    """
    scale = np.where(data.complete, data.weights, 1.0)
    gold = float(sum(len(facts) * s for facts, s in zip(data.facts, scale, strict=True)))
    seen: set[tuple[int, str, str, str]] = set()
    hits = stated = best = 0.0
    left = _standing(trials, chances)
    for i in left[np.argsort(-chances[left], kind="stable")]:
        trial = trials[i]
        if trial.fact not in seen and chances[i] >= 0:
            seen.add(trial.fact)
            hits += trial.right * trial.weight
            stated += trial.weight
            best = max(best, 2 * hits / (stated + gold))
    return max(0.05, math.floor((1 + best) * best * 250) / 1000)


def _standing(trials: Sequence[Trial], chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """The trials that no surer one of the same example rules out."""
    found: list[int] = []
    for _, group in groupby(range(len(trials)), key=lambda i: trials[i].example):
        at = list(group)
        told = standing(answer(trials[i].proposal, float(chances[i])) for i in at)
        found.extend(at[i] for i in told)
    return np.array(found, dtype=np.int64)
