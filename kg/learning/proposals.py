"""Candidate triples and what speaks for each: the rows of the last of the three stages.

    1  spans      how likely each candidate is the object of each relation, or a subject at all;
                  texts: how likely the text as a whole tells of each relation
    2  subjects   the likeliest subject of a relation with a given object
    3  triples    how likely the whole triple is right, from the scores of the others, from the
                  property's words and kinds, and from how sure its wording is

A relation that examples of two subjects or more show is `taught`: its objects are proposed by
stage 1. For the others the property's words propose them, and the last stage has weights of its
own, learnt from all relations alike; without any examples, the ones that stand in `UNTAUGHT`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.learning import signs
from kg.learning.candidates import Span
from kg.learning.features import pair_features
from kg.learning.labels import Cues, evidence
from kg.learning.memory import Memory
from kg.learning.scene import Scene
from kg.learning.values import plain
from kg.learning.vocabulary import Vocabulary, sums
from kg.learning.wanted import Wanted
from kg.learning.wording import Wording

_OBJECTS = 6
"""Objects proposed a relation by their scores."""

_BY_WORDS = 4
"""Objects proposed a relation by the property's words."""

_SUBJECTS = 6
_FLOOR = -4.0
"""Log odds below which an object is not proposed."""

MIN_SUBJECTS = 2
"""Subjects whose examples a relation needs before stage 1 proposes its objects."""

BY_WORDS: NDArray[np.float64] = np.array(
    [3.0, 1.5, 0.7, 0.7, 0.5, 0.5, 0.7, -0.3, 0.3, 0.2, 1.5, -1.5, 0.0]
)
"""How much each kind of `kg.learning.labels.evidence` counts where nothing was learnt."""


class Proposal(NamedTuple):
    """A triple that might be; spans of its ends, labels as examples would write them.

    `told` is the row for the last stage of a taught relation, `by_words` that of others; None
    where it was not proposed that way.
    """

    relation: int
    subject: Span
    object: Span
    subject_label: str
    object_label: str
    told: list[float] | None
    by_words: list[float] | None


@dataclass(slots=True)
class Known:
    """What the proposals of a passage are made from, and how often each relation was taught.

    `subjects` counts the subjects of each relation's examples, `examples` the examples.
    """

    relations: Sequence[Wanted]
    memory: Memory
    wording: Wording
    subjects: Sequence[int]
    examples: Sequence[int]
    cues: list[Cues] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cues = [Cues(relation) for relation in self.relations]

    def is_taught(self, relation: int) -> bool:
        return self.subjects[relation] >= MIN_SUBJECTS


class Scores(NamedTuple):
    """Log odds of stage 1.

    `spans` has the shape (candidates, relations + 1), as subject last; `texts` (relations,).
    """

    spans: NDArray[np.float64]
    texts: NDArray[np.float64]


class SubjectModel(NamedTuple):
    """Stage 2: weights of `vocabulary`'s features, then of `subject_numbers`."""

    vocabulary: Vocabulary
    weights: NDArray[np.float64]

    def scores(
        self, scene: Scene, scores: Scores, chosen: Sequence[int], target: int, relation: Wanted
    ) -> NDArray[np.float64]:
        """Log odds of each of the `chosen` candidates as subject of what has `target` as object."""
        rows = [subject_features(scene, s, target, relation.label) for s in chosen]
        known = sums(self.vocabulary, rows, self.weights[: len(self.vocabulary)])
        extra = subject_numbers(scene, scores.spans[:, -1], chosen, relation.subject)
        return known + extra @ self.weights[len(self.vocabulary) :]


def subject_features(scene: Scene, subject: int, target: int, relation: str) -> list[str]:
    """The features of a candidate as a subject."""
    taught = frozenset(fact for fact in scene.taught[subject] if fact.startswith("s:"))
    spans = scene.spans[subject], scene.spans[target]
    return ["bias", *pair_features(scene.passage, *spans, relation, taught)]


def subject_numbers(
    scene: Scene, as_subject: NDArray[np.float64], chosen: Sequence[int], wanted: str
) -> NDArray[np.float64]:
    """What is known of candidates as subjects besides their features: (chosen, 3).

    The last is 1 for those of the `wanted` kind, -1 for those of another.
    """
    picked = list(chosen)
    fits = [_fit(scene.kinds[i], wanted) for i in picked]
    return np.column_stack([as_subject[picked] / 3, scene.likely[picked], fits])


def _fit(kind: str, wanted: str) -> float:
    if not kind or not wanted:
        return 0.0
    return 1.0 if kind == wanted else -1.0


def subjects(scene: Scene, as_subject: NDArray[np.float64], target: Span) -> list[int]:
    """The likeliest subjects of an object: candidates that do not overlap with it."""
    apart = [
        i for i, (first, end) in enumerate(scene.spans) if end <= target[0] or first >= target[1]
    ]
    score = as_subject + scene.likely / 2
    return sorted(apart, key=lambda i: (-score[i], i))[:_SUBJECTS]


def proposals(
    scene: Scene, scores: Scores, model: SubjectModel, known: Known, *, both: bool = False
) -> Iterator[Proposal]:
    """The triples that might be in a passage.

    With `both`, taught relations are also proposed by their words, for the weights of these to be
    learnt.
    """
    if scene.spans:
        met = set(scene.roots)
        shared = _Shared(scene, scores, model, known)
        for relation in range(len(known.relations)):
            taught = known.is_taught(relation)
            by_words = bool(known.cues[relation].all & met) and (both or not taught)
            if taught or by_words:
                yield from shared.of_relation(relation, taught=taught, by_words=by_words)


class _Shared:
    """The proposals of one passage."""

    def __init__(self, scene: Scene, scores: Scores, model: SubjectModel, known: Known) -> None:
        self.scene, self.scores, self.model, self.known = scene, scores, model, known
        own = scores.spans[:, :-1]
        self.ranks = np.argsort(-own, axis=0, kind="stable")
        self.sorted = np.sort(own, axis=1)
        self.spans = np.array(scene.spans)
        self.of_passage = signs.of_passage(scene.passage)
        self.by_relation = signs.of_relations(scores.texts, own)

    def of_relation(self, relation: int, *, taught: bool, by_words: bool) -> Iterator[Proposal]:
        z = self.scores.spans[:, relation]
        told = [int(i) for i in self.ranks[:_OBJECTS, relation] if z[i] > _FLOOR] if taught else []
        said: dict[int, NDArray[np.float64]] = {}
        guess = np.zeros(len(z))
        if by_words:
            said = {i: self._evidence(i, relation) for i in range(len(z))}
            guess = np.array([float(BY_WORDS @ said[i]) for i in range(len(z))])
        guessed = sorted(said, key=lambda i: (-guess[i], i))[:_BY_WORDS]
        for target in dict.fromkeys((*told, *guessed)):
            found = self._proposal(relation, target, said, guess, (told, guessed))
            if found:
                yield found

    def _evidence(self, target: int, relation: int) -> NDArray[np.float64]:
        scene = self.scene
        cues = self.known.cues[relation]
        span, kind = scene.spans[target], scene.kinds[target]
        return np.array(evidence(scene.passage, scene.roots, span, cues, kind))

    def _proposal(
        self,
        relation: int,
        target: int,
        said: Mapping[int, NDArray[np.float64]],
        guess: NDArray[np.float64],
        picked: tuple[Sequence[int], Sequence[int]],
    ) -> Proposal | None:
        scene, wanted = self.scene, self.known.relations[relation]
        chosen = subjects(scene, self.scores.spans[:, -1], scene.spans[target])
        if not chosen:
            return None
        odds = self.model.scores(scene, self.scores, chosen, target, wanted)
        subject = chosen[int(np.argmax(odds))]
        labels = [
            self._written(i, side, wanted.label) for i, side in ((subject, "s"), (target, "o"))
        ]
        sure = [labels[1][0], labels[0][0]]
        words = said[target] if target in said else self._evidence(target, relation)
        shared = [scene.whole[target], *words, *self._fit(subject, wanted)]
        told = by_words = None
        if target in picked[0]:
            told = [*self._told(relation, target, odds, sure, labels), *shared]
            told += self._signs(relation, subject, target)
        if target in picked[1]:
            by_words = [*shared, *self._by_words(target, guess, odds.max(), subject), *sure, 1.0]
        spans = scene.spans[subject], scene.spans[target]
        return Proposal(relation, *spans, labels[0][1], labels[1][1], told, by_words)

    def _written(self, span: int, side: str, relation: str) -> tuple[float, str]:
        scene = self.scene
        return self.known.wording.best(side, relation, scene.kinds[span], scene.forms[span])

    def _fit(self, subject: int, wanted: Wanted) -> tuple[float, float]:
        """Whether the subject is of the property's domain; whether it is of another kind."""
        kind = self.scene.kinds[subject]
        both = bool(kind and wanted.subject)
        return float(both and kind == wanted.subject), float(both and kind != wanted.subject)

    def _told(
        self,
        relation: int,
        target: int,
        odds: NDArray[np.float64],
        sure: Sequence[float],
        labels: Sequence[tuple[float, str]],
    ) -> list[float]:
        """The row of a taught relation, but for what is shared."""
        z, label = self.scores.spans[:, relation], self.known.relations[relation].label
        text = float(self.scores.texts[relation])
        seen = self.known.memory.triples[plain(labels[0][1]), label, plain(labels[1][1])]
        kind = self.scene.kinds[target]
        return [
            z[target],
            self._elsewhere(target, z[target]),
            z[target] - z.max(),
            text,
            *signs.of_choice(odds),
            min(seen, 3),
            math.log1p(self.known.examples[relation]),
            min(z[target] - self._overlapping(target, z), 5.0),
            float(kind == "date"),
            float(kind == "number"),
            *sure,
            z[target] * text / 10,
        ]

    def _signs(self, relation: int, subject: int, target: int) -> list[float]:
        """The rest of the row of a taught relation (`kg.learning.signs`)."""
        spans, label = self.scores.spans, self.known.relations[relation].label
        return [
            *signs.of_subject(self.scene, subject),
            *signs.of_object(self.scene, target),
            *signs.of_pair(self.scene, subject, target, label),
            *self.by_relation[relation],
            *self.of_passage,
            spans[subject, -1],
            spans[target, -1],
            spans[subject, relation],
            float(np.flatnonzero(self.ranks[:, relation] == target)[0]),
        ]

    def _elsewhere(self, target: int, own: float) -> float:
        """The best score of a candidate as the object of another relation."""
        row = self.sorted[target]
        best = row[-1] if row[-1] != own or len(row) == 1 else row[-2]
        return float(max(best, -9.0))

    def _overlapping(self, target: int, score: NDArray[np.float64]) -> float:
        """The best score among the candidates that overlap with this one."""
        first, end = self.spans[target]
        across = (self.spans[:, 0] < end) & (self.spans[:, 1] > first)
        across[target] = False
        return float(score[across].max()) if across.any() else -9.0

    def _by_words(
        self, target: int, guess: NDArray[np.float64], odds: float, subject: int
    ) -> list[float]:
        """The row of a relation that is known by its words, but for what is shared."""
        own, kind = guess[target], self.scene.kinds[target]
        return [
            own,
            own - guess.max(),
            float(np.clip(own - self._overlapping(target, guess), -3, 3)),
            odds,
            self.scores.spans[subject, -1],
            self.sorted[target, -1],
            float(kind == ""),
            float(kind == "date"),
            float(kind == "number"),
        ]
