"""Examples -> a Recogniser.

Everything is cross-fitted: the examples are parted into folds, and whatever one stage learns from
is what the stages before it, and the memory of names, say of examples they did not see. The folds
keep what is told of one subject together, since sentences about it repeat its names: with folds
by sentence, the F1 on training data was .95 where that on new subjects was .10.

The models of the folds are averaged, so that the last stage meets scores like those it learnt
from. The threshold is half of the F1 that is reached, the best there is where probabilities are
calibrated (Lipton, Elkan and Naryanaswamy 2014, "Optimal thresholding of classifiers to maximize
F1 measure").

Examples that name one fact of a sentence say nothing about the others (kg.learning.examples):
candidates that they do not name count half, and a part of them stands for all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.errors import InputError
from kg.learning.alignment import Aligned, align
from kg.learning.examples import Example, Fact
from kg.learning.familiarity import least_share
from kg.learning.memory import Memory
from kg.learning.passages import Passage
from kg.learning.proposals import (
    MIN_SUBJECTS,
    Known,
    Proposal,
    Scores,
    SubjectModel,
    proposals,
    subject_features,
    subject_numbers,
    subjects,
)
from kg.learning.recogniser import LastStage, Recogniser, text_scores
from kg.learning.regression import fit, scipy_part
from kg.learning.scene import Scene, scene
from kg.learning.values import plain
from kg.learning.vocabulary import Vocabulary
from kg.learning.wanted import Wanted
from kg.learning.wording import Wording

_UNNAMED = 0.5
"""How much a candidate counts that an incomplete example does not name."""

_EVERY = 4
"""Of such candidates, one in so many is learnt from, and counts as many times."""

_FEW = 400
"""Examples up to which there are six folds; three from there on, for time."""

WANTED = 3
"""Examples that a relation wants; with a handful it is found in the plainest wordings."""

_TEXT_STRENGTH = 10.0
_BIAS_SCALE = 0.5
"""What a relation's own column in the last stage is multiplied by: it is trusted the less."""


@dataclass(slots=True)
class _Data:
    """The examples with their folds; columns of equal length."""

    relations: Sequence[Wanted]
    passages: Sequence[Passage]
    facts: Sequence[tuple[Fact, ...]]
    complete: NDArray[np.bool_]
    groups: NDArray[np.int64]
    folds: NDArray[np.int64]
    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        self.number = {wanted.label: i for i, wanted in enumerate(self.relations)}
        self.count = int(self.folds.max()) + 1
        self.memories = [
            Memory(f for i in np.flatnonzero(self.folds != k) for f in self.facts[int(i)])
            for k in range(self.count)
        ]
        pairs = zip(self.passages, self.folds, strict=True)
        self.scenes = [scene(passage, self.memories[fold]) for passage, fold in pairs]
        self.aligned = [align(s, f) for s, f in zip(self.scenes, self.facts, strict=True)]
        self.ends = np.cumsum([0, *(len(s.spans) for s in self.scenes)])

    number: Mapping[str, int] = None  # type: ignore[assignment]
    count: int = 0
    memories: Sequence[Memory] = ()
    scenes: Sequence[Scene] = ()
    aligned: Sequence[list[Aligned]] = ()
    ends: NDArray[np.int64] = None  # type: ignore[assignment]

    def rows(self, example: int) -> slice:
        """The rows of an example's candidates among all candidates."""
        return slice(int(self.ends[example]), int(self.ends[example + 1]))

    def subjects_of(self, without: int | None) -> list[int]:
        """How many subjects the examples of each relation have, those of a fold left out."""
        found: dict[int, set[int]] = {i: set() for i in range(len(self.relations))}
        for i, facts in enumerate(self.facts):
            if self.folds[i] != without:
                for fact in facts:
                    found[self.number[fact.relation]].add(int(self.groups[i]))
        return [len(found[i]) for i in range(len(self.relations))]


def train(
    relations: Sequence[Wanted],
    examples: Sequence[Example],
    passages: Sequence[Passage],
    made_from: Mapping[str, Any],
) -> Recogniser:
    """A model of the relations, learnt from examples and their parsed texts.

    Raises InputError where no relation has enough examples.
    """
    data = _data(relations, examples, passages)
    _refuse_too_few(data)
    wording = _wording(data)
    spans, span_scores = _spans(data)
    texts, text_odds = _texts(data)
    subject_model, subject_folds = _subjects(data, span_scores)
    counts = Counter(fact.relation for facts in data.facts for fact in facts)
    numbers = [counts[wanted.label] for wanted in relations]
    made = _Stage2(span_scores, text_odds, subject_folds, wording, numbers)
    trials = [trial for i in range(len(data.scenes)) for trial in _trials(data, i, made)]
    told, biases, by_words, threshold = _last(data, trials)
    memory = Memory(fact for facts in data.facts for fact in facts)
    known = Known(relations, memory, wording, data.subjects_of(None), numbers)
    made_from = {**made_from, **_found(data, numbers)}
    familiar = least_share(passages, data.groups.tolist(), data.folds.tolist())
    return Recogniser(
        known, spans, texts, subject_model, told, biases, by_words, threshold, familiar, made_from
    )


def _found(data: _Data, numbers: Sequence[int]) -> dict[str, Any]:
    """What there was to learn from, for who reads the model and for who made the examples."""
    counts = usable(data.aligned)
    facts = [found for row in data.aligned for found in row]
    return {
        "facts": len(facts),
        "without_object": sum(not found.objects for found in facts),
        "without_subject": sum(bool(found.objects) and not found.subjects for found in facts),
        "too_few": {
            wanted.label: counts[wanted.label]
            for wanted, number in zip(data.relations, numbers, strict=True)
            if number and counts[wanted.label] < WANTED
        },
        "no_examples": [w.label for w, n in zip(data.relations, numbers, strict=True) if not n],
    }


def _data(
    relations: Sequence[Wanted], examples: Sequence[Example], passages: Sequence[Passage]
) -> _Data:
    about = [_topic(example.facts) for example in examples]
    sizes = Counter(about)
    numbers = {name: i for i, name in enumerate(sorted(sizes))}
    groups = np.array([numbers[name] for name in about])
    weights = np.array([sizes[name] ** -0.5 for name in about])
    complete = np.array([example.complete for example in examples])
    folds = _folds(groups, 6 if len(examples) < _FEW else 3)
    facts = [example.facts for example in examples]
    return _Data(relations, passages, facts, complete, groups, folds, weights)


def usable(aligned: Iterable[Sequence[Aligned]]) -> Counter[str]:
    """How many examples each relation has whose object is in the sentence."""
    return Counter(found.fact.relation for row in aligned for found in row if found.objects)


def _refuse_too_few(data: _Data) -> None:
    """Raise InputError unless one relation at least can be learnt."""
    counts, subjects = usable(data.aligned), data.subjects_of(None)
    named = sorted({fact.relation for facts in data.facts for fact in facts})
    enough = [
        name
        for name in named
        if counts[name] >= WANTED and subjects[data.number[name]] >= MIN_SUBJECTS
    ]
    if not enough:
        told = ", ".join(
            f"{name} ({counts[name]} about {subjects[data.number[name]]})" for name in named
        )
        raise InputError(
            f"Too few examples to learn from. Each relation wants {WANTED} or more whose object is "
            f"in the sentence, about {MIN_SUBJECTS} subjects or more; there are: {told}."
        )


def _topic(facts: Sequence[Fact]) -> str:
    """The commonest subject, the first of several."""
    counts = Counter(fact.subject for fact in facts)
    return counts.most_common(1)[0][0] if counts else ""


def _folds(groups: NDArray[np.int64], wanted: int) -> NDArray[np.int64]:
    """A fold for each example: those of a group together, the folds as even as may be."""
    names, sizes = np.unique(groups, return_counts=True)
    count = min(wanted, len(names))
    loads, fold_of = [0] * count, {}
    for name, size in sorted(zip(names, sizes, strict=True), key=lambda row: (-row[1], row[0])):
        fold_of[name] = loads.index(min(loads))
        loads[fold_of[name]] += size
    return np.array([fold_of[name] for name in groups])


def _wording(data: _Data) -> Wording:
    """The counts of forms, the memory of each example being that of the other folds."""
    found = Wording()
    for seen, aligned in zip(data.scenes, data.aligned, strict=True):
        for fact, subject, target in aligned:
            for side, ids, label in (("s", subject, fact.subject), ("o", target, fact.object)):
                for i in ids[:1]:
                    found.learn(side, fact.relation, seen.kinds[i], seen.forms[i], label)
    return found


# ---- stage 1
def _spans(data: _Data) -> tuple[tuple[Vocabulary, NDArray[Any]], NDArray[np.float64]]:
    """The model of candidates, and the cross-fitted log odds of all of them."""
    rows = [row for seen in data.scenes for row in seen.features()]
    per_example = np.diff(data.ends)
    vocabulary = Vocabulary.of(rows, np.repeat(data.groups, per_example))
    matrix = vocabulary.matrix(rows)
    answers, weights = _span_answers(data, len(rows))
    folds = np.repeat(data.folds, per_example)
    models, odds = [], np.zeros(answers.shape)
    for k in range(data.count):
        learnt = (folds != k) & (weights.sum(axis=1) > 0)
        models.append(fit(matrix[learnt], answers[learnt], weights[learnt], vocabulary.bias))
        odds[folds == k] = matrix[folds == k] @ models[-1]
    return (vocabulary, np.mean(models, axis=0)), odds


def _span_answers(data: _Data, count: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Which relations each candidate is the object of, with weights; the last column: subject."""
    answers = np.zeros((count, len(data.relations) + 1))
    weights = np.zeros(answers.shape)
    sampled = (np.arange(count) % _EVERY == 0)[:, None]
    for i, aligned in enumerate(data.aligned):
        at = data.rows(i)
        whole = data.complete[i]
        weights[at] = 1.0 if whole else _UNNAMED * _EVERY * sampled[at]
        for fact, subject, target in aligned:
            relation = data.number[fact.relation]
            weights[at, relation] = np.maximum(weights[at, relation], 1.0)
            for s in subject:
                answers[at.start + s, -1] = weights[at.start + s, -1] = 1.0
            for o in target:
                weights[at.start + o] = np.maximum(weights[at.start + o], 1.0)
                answers[at.start + o, relation] = 1.0
        weights[at] *= data.weights[i]
    return answers, weights


def _texts(data: _Data) -> tuple[tuple[Vocabulary, NDArray[Any]], NDArray[np.float64]]:
    """The model of whole texts, and their cross-fitted log odds."""
    rows = [seen.text_features() for seen in data.scenes]
    vocabulary = Vocabulary.of(rows, data.groups)
    matrix = vocabulary.matrix(rows)
    lengths = np.maximum(1.0, np.asarray(matrix.sum(axis=1)).ravel()) ** -0.5
    matrix = scipy_part("sparse").diags(lengths) @ matrix
    answers = np.zeros((len(rows), len(data.relations)))
    for i, facts in enumerate(data.facts):
        for fact in facts:
            answers[i, data.number[fact.relation]] = 1.0
    unnamed = np.where(data.complete, 1.0, _UNNAMED)[:, None]
    weights = data.weights[:, None] * np.where(answers > 0, 1.0, unnamed)
    models, odds = [], np.zeros(answers.shape)
    for k in range(data.count):
        at = data.folds != k
        models.append(
            fit(matrix.tocsr()[at], answers[at], weights[at], vocabulary.bias, _TEXT_STRENGTH)
        )
        held = [rows[i] for i in np.flatnonzero(~at)]
        odds[~at] = text_scores(vocabulary, held, models[-1])
    return (vocabulary, np.mean(models, axis=0)), odds


# ---- stage 2
def _subjects(
    data: _Data, span_scores: NDArray[np.float64]
) -> tuple[SubjectModel, list[SubjectModel]]:
    """The model of subjects, and those of the folds."""
    rows: list[list[str]] = []
    numbers, answers, examples = [], [], []
    for i, aligned in enumerate(data.aligned):
        seen, as_subject = data.scenes[i], span_scores[data.rows(i), -1]
        for fact, subject, target in aligned:
            if target:
                likely = subjects(seen, as_subject, seen.spans[target[0]])
                chosen = list(dict.fromkeys((*likely, *_apart(seen, subject, target[0]))))
                rows += [subject_features(seen, s, target[0], fact.relation) for s in chosen]
                kind = data.relations[data.number[fact.relation]].subject
                numbers.append(subject_numbers(seen, as_subject, chosen, kind))
                answers += [float(s in subject) for s in chosen]
                examples += [i] * len(chosen)
    at = np.array(examples, dtype=np.int64)
    vocabulary = Vocabulary.of(rows, data.groups[at])
    extra = np.vstack(numbers) if numbers else np.zeros((0, 3))
    matrix = scipy_part("sparse").hstack([vocabulary.matrix(rows), extra]).tocsr()
    answer, weight = np.array(answers)[:, None], data.weights[at][:, None]
    models = []
    for k in range(data.count):
        learnt = data.folds[at] != k
        found = fit(matrix[learnt], answer[learnt], weight[learnt], vocabulary.bias)[:, 0]
        models.append(SubjectModel(vocabulary, found))
    return SubjectModel(vocabulary, np.mean([m.weights for m in models], axis=0)), models


def _apart(seen: Scene, ids: Sequence[int], target: int) -> list[int]:
    """Those that do not overlap with the target."""
    first, end = seen.spans[target]
    return [i for i in ids if seen.spans[i][1] <= first or seen.spans[i][0] >= end]


# ---- stage 3
class _Stage2(NamedTuple):
    """What the trials of the last stage are made from."""

    span_scores: NDArray[np.float64]
    text_odds: NDArray[np.float64]
    subject_folds: Sequence[SubjectModel]
    wording: Wording
    numbers: Sequence[int]


class _Trial(NamedTuple):
    """A proposal that was tried on an example, and whether it was right."""

    proposal: Proposal
    example: int
    fact: tuple[int, str, str, str]
    right: float
    weight: float


def _trials(data: _Data, i: int, made: _Stage2) -> list[_Trial]:
    """The proposals for an example by models that did not see it."""
    fold = int(data.folds[i])
    counted = data.subjects_of(fold)
    known = Known(data.relations, data.memories[fold], made.wording, counted, made.numbers)
    scores = Scores(made.span_scores[data.rows(i)], made.text_odds[i])
    facts = {(plain(f.subject), f.relation, plain(f.object)) for f in data.facts[i]}
    told_of = {f.relation for f in data.facts[i]}
    objects = {end for _, _, end in facts}
    trials = []
    for found in proposals(data.scenes[i], scores, made.subject_folds[fold], known, both=True):
        label = data.relations[found.relation].label
        fact = (plain(found.subject_label), label, plain(found.object_label))
        named = data.complete[i] or label in told_of or fact[2] in objects
        weight = (data.weights[i] if data.complete[i] else 1.0) * (1.0 if named else _UNNAMED)
        trials.append(_Trial(found, i, (i, *fact), float(fact in facts), weight))
    return trials


def _last(
    data: _Data, trials: Sequence[_Trial]
) -> tuple[LastStage, NDArray[np.float64], LastStage, float]:
    """The two models of the last stage, the relations' own biases in the first, the threshold."""
    chances = np.full(len(trials), -1.0)
    by_words, _ = _fitted(data, trials, [t.proposal.by_words for t in trials], chances, own=False)
    told, biases = _fitted(data, trials, [t.proposal.told for t in trials], chances, own=True)
    return told, biases, by_words, _threshold(data, trials, chances)


def _fitted(
    data: _Data,
    trials: Sequence[_Trial],
    rows: Sequence[list[float] | None],
    chances: NDArray[np.float64],
    *,
    own: bool,
) -> tuple[LastStage, NDArray[np.float64]]:
    """One model of the last stage; fills in the cross-fitted `chances` of its trials."""
    used = np.array([i for i, row in enumerate(rows) if row is not None], dtype=np.int64)
    width = len(data.relations) if own else 0
    if not len(used):
        return LastStage(np.zeros(1), np.ones(1), np.zeros(1)), np.zeros(width)
    numbers = np.array([rows[i] for i in used], dtype=np.float64)
    centre, scale = numbers.mean(axis=0), numbers.std(axis=0) + 1e-6
    centre[-1], scale[-1] = 0.0, 1.0
    hot = np.zeros((len(used), width))
    if own:
        hot[np.arange(len(used)), [trials[i].proposal.relation for i in used]] = _BIAS_SCALE
    matrix = np.hstack([(numbers - centre) / scale, hot])
    right = np.array([[trials[i].right] for i in used])
    weight = np.array([[trials[i].weight] for i in used])
    folds = np.array([data.folds[trials[i].example] for i in used])
    bias = numbers.shape[1] - 1
    for k in range(data.count):
        learnt = folds != k
        found = fit(matrix[learnt], right[learnt], weight[learnt], bias)[:, 0]
        chances[used[~learnt]] = 1.0 / (1.0 + np.exp(-np.clip(matrix[~learnt] @ found, -60, 60)))
    found = fit(matrix, right, weight, bias)[:, 0]
    stage = LastStage(centre, scale, found[: bias + 1])
    return stage, found[bias + 1 :] * _BIAS_SCALE


def _threshold(data: _Data, trials: Sequence[_Trial], chances: NDArray[np.float64]) -> float:
    """Half of the best F1 that any threshold reaches on cross-fitted chances."""
    scale = np.where(data.complete, data.weights, 1.0)
    gold = float(sum(len(facts) * s for facts, s in zip(data.facts, scale, strict=True)))
    seen: set[tuple[int, str, str, str]] = set()
    hits = stated = best = 0.0
    for i in np.argsort(-chances, kind="stable"):
        trial = trials[i]
        if trial.fact not in seen and chances[i] >= 0:
            seen.add(trial.fact)
            hits += trial.right * trial.weight
            stated += trial.weight
            best = max(best, 2 * hits / (stated + gold))
    return max(0.05, math.floor(best * 500) / 1000)
