"""The models of stages 1 and 2 (kg.learning.proposals), cross-fitted on a Dataset.

Each is fitted once for every fold, and once to all examples. The scores of an example are those of
the model that did not see it, for the last stage to learn from; the model of all is kept. (The mean
of the folds' models found less: where examples share subjects, each is learnt from few.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.learning.dataset import UNNAMED, Dataset
from kg.learning.recogniser import text_scores
from kg.learning.regression import fit, scipy_part
from kg.learning.scene import Scene
from kg.learning.subjects import (
    NUMBERS,
    Pairs,
    SubjectModel,
    choice,
    likely,
    of_relation,
    subject_numbers,
)
from kg.learning.vocabulary import Vocabulary
from kg.learning.wording import Wording

_EVERY = 4
"""Of the candidates that incomplete examples do not name, one in so many is learnt from, and
counts as many times."""

_TEXT_STRENGTH = 10.0


def wording_counts(data: Dataset, without: int | None = None) -> Wording:
    """The counts of forms, a fold left out; the memory of each example is that of other folds."""
    found = Wording()
    used = np.full(len(data.scenes), True) if without is None else data.apart[without]
    for seen, aligned, is_used in zip(data.scenes, data.aligned, used, strict=True):
        for fact, subject, target in aligned if is_used else ():
            for side, ids, label in (("s", subject, fact.subject), ("o", target, fact.object)):
                for i in ids[:1]:
                    found.learn(side, fact.relation, seen.kinds[i], seen.forms[i], label)
    return found


def span_model(data: Dataset) -> tuple[tuple[Vocabulary, NDArray[Any]], NDArray[np.float64]]:
    """The model of candidates, and the cross-fitted log odds of all of them."""
    rows = [row for seen in data.scenes for row in seen.features()]
    per_example = np.diff(data.ends)
    vocabulary = Vocabulary.of(rows, np.repeat(data.groups, per_example))
    matrix = vocabulary.matrix(rows)
    answers, weights = _span_answers(data, len(rows))
    folds = np.repeat(data.folds, per_example)
    odds, counted = np.zeros(answers.shape), weights.sum(axis=1) > 0

    def fitted(at: NDArray[np.bool_]) -> NDArray[np.float64]:
        return fit(matrix[at], answers[at], weights[at], vocabulary.bias)

    for k in range(data.count):
        model = fitted(np.repeat(data.apart[k], per_example) & counted)
        odds[folds == k] = matrix[folds == k] @ model
    return (vocabulary, fitted(counted)), odds


def _span_answers(data: Dataset, count: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Which relations each candidate is the object of, with weights.

    The columns after those of the relations: subject of any, subject of each family.
    """
    any_subject = len(data.relations)
    answers = np.zeros((count, any_subject + 2 + max(data.families)))
    weights = np.zeros(answers.shape)
    sampled = (np.arange(count) % _EVERY == 0)[:, None]
    for i, aligned in enumerate(data.aligned):
        at = data.rows(i)
        whole = data.complete[i]
        weights[at] = 1.0 if whole else UNNAMED * _EVERY * sampled[at]
        for fact, subject, target in aligned:
            relation = data.number[fact.relation]
            weights[at, relation] = np.maximum(weights[at, relation], 1.0)
            for s in subject:
                own = [any_subject, any_subject + 1 + data.families[relation]]
                answers[at.start + s, own] = weights[at.start + s, own] = 1.0
            for o in target:
                weights[at.start + o] = np.maximum(weights[at.start + o], 1.0)
                answers[at.start + o, relation] = 1.0
        weights[at] *= data.weights[i]
    return answers, weights


def text_model(data: Dataset) -> tuple[tuple[Vocabulary, NDArray[Any]], NDArray[np.float64]]:
    """The model of whole texts, and their cross-fitted log odds."""
    rows = [seen.text_features() for seen in data.scenes]
    vocabulary = Vocabulary.of(rows, data.groups)
    matrix = vocabulary.matrix(rows)
    lengths = np.maximum(1.0, np.asarray(matrix.sum(axis=1)).ravel()) ** -0.5
    matrix = (scipy_part("sparse").diags(lengths) @ matrix).tocsr()
    answers = np.zeros((len(rows), len(data.relations)))
    for i, facts in enumerate(data.facts):
        for fact in facts:
            answers[i, data.number[fact.relation]] = 1.0
    unnamed = np.where(data.complete, 1.0, UNNAMED)[:, None]
    weights = data.weights[:, None] * np.where(answers > 0, 1.0, unnamed)
    odds = np.zeros(answers.shape)

    def fitted(at: NDArray[np.bool_]) -> NDArray[np.float64]:
        return fit(matrix[at], answers[at], weights[at], vocabulary.bias, _TEXT_STRENGTH)

    for k in range(data.count):
        held_out = np.flatnonzero(data.folds == k)
        held = [rows[i] for i in held_out]
        odds[held_out] = text_scores(vocabulary, held, fitted(data.apart[k]))
    return (vocabulary, fitted(np.full(len(rows), fill_value=True))), odds


def subject_model(
    data: Dataset, span_scores: NDArray[np.float64]
) -> tuple[SubjectModel, list[SubjectModel]]:
    """The model of subjects, and those of the folds."""
    rows: list[list[str]] = []
    numbers, answers, examples = [], [], []
    for i, aligned in enumerate(data.aligned):
        seen, pairs = data.scenes[i], Pairs(data.scenes[i])
        odds = span_scores[data.rows(i), len(data.relations) :]
        for fact, subject, target in aligned:
            if target:
                relation = data.number[fact.relation]
                family, kind = data.families[relation], data.relations[relation].subject
                told, o = likely(odds, family), target[0]
                chosen = list(dict.fromkeys((*choice(seen, told, o), *_apart(seen, subject, o))))
                for rank, s in enumerate(chosen):
                    row = pairs.row(s, o, family)
                    rows.append(of_relation(row, rank, family, fact.relation))
                numbers.append(subject_numbers(seen, told, chosen, kind))
                answers += [float(s in subject) for s in chosen]
                examples += [i] * len(chosen)
    at = np.array(examples, dtype=np.int64)
    vocabulary = Vocabulary.of(rows, data.groups[at])
    extra = np.vstack(numbers) if numbers else np.zeros((0, NUMBERS))
    matrix = scipy_part("sparse").hstack([vocabulary.matrix(rows), extra]).tocsr()
    answer, weight = np.array(answers)[:, None], data.weights[at][:, None]

    def fitted(used: NDArray[np.bool_]) -> SubjectModel:
        found = fit(matrix[used], answer[used], weight[used], vocabulary.bias)[:, 0]
        return SubjectModel(vocabulary, found)

    folds = [fitted(data.apart[k][at]) for k in range(data.count)]
    return fitted(np.full(len(at), fill_value=True)), folds


def _apart(seen: Scene, ids: Sequence[int], target: int) -> list[int]:
    """Those that do not overlap with the target."""
    first, end = seen.spans[target]
    return [i for i in ids if seen.spans[i][1] <= first or seen.spans[i][0] >= end]
