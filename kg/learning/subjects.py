"""Stage 2: the subject of a relation whose object is known.

What there is to choose from are the candidates that stage 1 finds likely as subjects at all, and as
subjects of the relation's family (`kg.learning.families`). A linear model sees how each stands to
the object, for all relations alike and for each family by itself, and how they rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.learning.families import NONE
from kg.learning.features import made_of, pair_features, subject_features
from kg.learning.scene import Scene
from kg.learning.vocabulary import Vocabulary, sums
from kg.learning.wanted import Wanted

_CHOSEN = 6
"""Candidates among which a subject is chosen."""

NUMBERS = 4
"""How many numbers `subject_numbers` has."""

_NEVER = -7.0
"""Log odds from which down a candidate is no subject of a family."""


class SubjectModel(NamedTuple):
    """Weights of `vocabulary`'s features, then of `subject_numbers`."""

    vocabulary: Vocabulary
    weights: NDArray[np.float64]


class Likely(NamedTuple):
    """Log odds of the candidates of a passage as subjects: of any relation, and of one family."""

    any: NDArray[np.float64]
    family: NDArray[np.float64]

    @property
    def mean(self) -> NDArray[np.float64]:
        both: NDArray[np.float64] = (self.any + self.family) / 2
        return both


def likely(odds: NDArray[np.float64], family: int) -> Likely:
    """The columns of stage 1 (candidates, 1 + families) that tell of a family's subjects.

    Those of no family are the subjects of any relation.
    """
    return Likely(odds[:, 0], np.maximum(odds[:, 1 + family], _NEVER))


def choice(scene: Scene, seen: Likely, target: int) -> list[int]:
    """The likeliest subjects of an object, the best first: candidates that are not part of it."""
    begin, over = scene.spans[target]
    score = seen.mean + scene.likely / 2
    apart = [i for i, (first, end) in enumerate(scene.spans) if end <= begin or first >= over]
    return sorted(apart, key=lambda i: (-score[i], i))[:_CHOSEN]


class Pairs:
    """How the candidates of a passage stand to objects, whatever the relation; each told once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._alone: dict[int, list[str]] = {}
        self._rows: dict[tuple[int, int], list[str]] = {}

    def row(self, subject: int, target: int, family: int) -> list[str]:
        """The features of a candidate as the subject of a target.

        How it is cut and whether it is named again is told where no family is known. Where one is,
        whole texts are of a few subjects, and these features made the F1 on held-out examples .03
        lower; where examples name one fact each, it was .01 higher for them.
        """
        pair = subject, target
        if pair not in self._rows:
            spans = self._scene.spans[subject], self._scene.spans[target]
            told = pair_features(self._scene.passage, *spans)
            self._rows[pair] = [*self._own(subject, cut=family == NONE), *told]
        return self._rows[pair]

    def _own(self, subject: int, *, cut: bool) -> list[str]:
        if subject not in self._alone:
            scene = self._scene
            taught = frozenset(fact for fact in scene.taught[subject] if fact.startswith("s:"))
            found = subject_features(scene.passage, scene.spans[subject], taught)
            if cut:
                found += [*made_of(scene.passage, scene.spans[subject])]
                found += sorted(scene.said[subject])
            self._alone[subject] = found
        return self._alone[subject]


def of_relation(row: Sequence[str], rank: int, family: int, relation: str) -> list[str]:
    """The features of a candidate with this rank as a subject of a relation.

    They stand once for all relations, once for the family; where none is known, for the relation.
    """
    if family == NONE:
        return ["bias", *row, *(f"{relation}|{name}" for name in row)]
    return ["bias", f"rank{rank}", *row, *(f"{family}|{name}" for name in row)]


def subject_numbers(
    scene: Scene, seen: Likely, chosen: Sequence[int], wanted: str
) -> NDArray[np.float64]:
    """What is known of candidates as subjects besides their features: (chosen, NUMBERS).

    The third is 1 for those of the `wanted` kind, -1 for those of another.
    """
    picked = list(chosen)
    fits = [_fit(scene.kinds[i], wanted) for i in picked]
    odds = seen.mean[picked] / 3, seen.family[picked] / 3
    return np.column_stack([odds[0], scene.likely[picked], fits, odds[1]])


def _fit(kind: str, wanted: str) -> float:
    if not kind or not wanted:
        return 0.0
    return 1.0 if kind == wanted else -1.0


class Subjects:
    """The choice of subjects in one passage, each made once."""

    def __init__(self, scene: Scene, odds: NDArray[np.float64], model: SubjectModel) -> None:
        self._scene, self._odds, self._model = scene, odds, model
        self._pairs = Pairs(scene)
        self._told: dict[tuple[int, int, str], tuple[list[int], NDArray[np.float64]]] = {}

    def of(
        self, target: int, family: int, relation: Wanted
    ) -> tuple[list[int], NDArray[np.float64]]:
        """The candidates for subject of what has `target` as object, with their log odds."""
        asked = target, family, relation.label if family == NONE else relation.subject
        if asked not in self._told:
            self._told[asked] = self._weighed(target, family, relation)
        return self._told[asked]

    def _weighed(
        self, target: int, family: int, relation: Wanted
    ) -> tuple[list[int], NDArray[np.float64]]:
        seen = likely(self._odds, family)
        chosen = choice(self._scene, seen, target)
        if not chosen:
            return chosen, np.zeros(0)
        vocabulary, weights = self._model
        told = [self._pairs.row(s, target, family) for s in chosen]
        rows = [of_relation(row, n, family, relation.label) for n, row in enumerate(told)]
        extra = subject_numbers(self._scene, seen, chosen, relation.subject)
        known = sums(vocabulary, rows, weights[: len(vocabulary)])
        return chosen, known + extra @ weights[len(vocabulary) :]
