"""Facts by an ontology's words alone, where no example has taught a relation.

    passage --candidates, cues of all relations--> evidence for each candidate as object (first)
    the best objects of each relation --subject, rivals--> how likely the triple is right (last)

The weights of both stages are the same for every ontology. They were fitted to sentences of our
own under ontologies of our own invention (tests/benchmarks/fit_by_words.py) and stand in
kg/data/by_words.json; those of the subject are round numbers below.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.learning.cues import CueIndex, Marks, marks
from kg.learning.evidence import FEATURES, evidence, is_told
from kg.learning.layout import Layout, layout
from kg.learning.passages import Passage
from kg.learning.scene import Scene
from kg.learning.values import date
from kg.learning.wanted import Wanted

_OBJECTS = 3
"""Objects tried a relation, the best by the first stage."""

_SUBJECTS = 8
_FLOOR = -5.0
"""Log odds below which an object is not tried."""

_NEVER = -9.0
_MOST = 5.0

RIVALS = (
    "ahead of other relations",
    "ahead of other objects",
    "ahead of overlapping",
    "best relation",
    "best object",
    "best of both",
    "best of all",
    "subject",
    "subject ahead",
    "subject fits",
    "subject unfit",
    "subject inner",
    "subject cut left",
    "class",
)
"""What the last stage knows besides the evidence: of other readings, and of the subject."""

_SUBJECT: Mapping[str, float] = {
    "likely": 1.0,
    "fits": 1.0,
    "unfit": -0.5,
    "owns the cue": 2.5,
    "of the cue": 2.5,
    "beside a comma": 1.0,
    "is a cue": -1.0,
    "subject of a verb above": 0.5,
    "no name between": 0.5,
    "inner": -1.5,
    "cut left": -0.7,
}
"""What speaks for a candidate as subject: round numbers in the order in which evidence counts."""


class Guess(NamedTuple):
    """A triple that may be: candidates by number, labels, and the numbers of the last stage."""

    relation: int
    subject: int
    object: int
    subject_label: str
    object_label: str
    row: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the features of both stages, the bias last; `threshold` is the least chance stated."""

    first: NDArray[np.float64]
    last: NDArray[np.float64]
    threshold: float

    def chance(self, guess: Guess) -> float:
        """How likely a guess is right."""
        return float(1.0 / (1.0 + np.exp(-np.clip(self.odds(guess), -60, 60))))

    def odds(self, guess: Guess) -> float:
        """The log odds that a guess is right."""
        return float(guess.row @ self.last[:-1] + self.last[-1])


@cache
def weights() -> Weights:
    """The package's own."""
    told = json.loads((files("kg") / "data" / "by_words.json").read_text(encoding="utf-8"))
    first = [told["first"][name] for name in (*FEATURES, "bias")]
    last = [told["last"][name] for name in (*RIVALS, *FEATURES, "bias")]
    return Weights(np.array(first), np.array(last), told["threshold"])


def guesses(
    scene: Scene, relations: Sequence[Wanted], index: CueIndex, first: NDArray[np.float64]
) -> list[Guess]:
    """The triples that the words of the relations make thinkable.

    `first` are the weights of the first stage.
    """
    return _read(scene, relations, index, first)[2] if scene.spans else []


def _read(
    scene: Scene, relations: Sequence[Wanted], index: CueIndex, first: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[Guess]]:
    """The evidence, the scores of the first stage (relations, candidates), and the guesses."""
    found, met = layout(scene), marks(scene.passage, index)
    features = evidence(found, met, index)
    scores = features @ first[:-1] + first[-1]
    scores[~is_told(features)] = _NEVER
    tried = _tried(scores)
    subjects = _Subjects(found, met, relations)
    ends = [subjects.of(number, target) for number, target in tried]
    rivals = _rivals(scores, found.overlap, tried)
    guessed = []
    for (number, target), end, row in zip(tried, ends, rivals, strict=True):
        if end:
            kind = index.kinds[number]
            labels = written(scene.forms[end[0]], ""), written(scene.forms[target], kind)
            numbers = *row, *end[1], index.is_class[number], *features[number, target]
            guessed.append(Guess(number, end[0], target, *labels, np.array(numbers)))
    return features, scores, guessed


_SHOWN = (
    *("cue", "own cue", "cue next", "cue near", "cue not far", "cue above", "cue governs"),
    *("own cue governs", "cue beside", "own cue inside", "phrase leads", "phrase before"),
    *("share of own cues", "preposition", "other preposition", "fits", "unfit", "unit"),
)
"""The evidence that the judging of a taught relation sees by itself, besides the scores."""

NUMBERS = 4 + len(_SHOWN)
"""How many numbers `Reading.numbers` has."""


class Reading:
    """What the words of all relations say of a passage, by the package's own weights."""

    def __init__(
        self,
        features: NDArray[np.float64],
        scores: NDArray[np.float64],
        guessed: Sequence[Guess],
    ) -> None:
        self._shown = features[:, :, [FEATURES.index(name) for name in _SHOWN]]
        ranked, least = np.sort(scores, axis=0), np.full((1, scores.shape[1]), _NEVER)
        second, first = np.vstack([least, ranked])[-2:]
        self._scores = scores
        told = scores > _NEVER
        ahead = scores - np.where(scores == first, second, first)
        behind = scores - scores.max(axis=1, keepdims=True)
        self._ahead, self._behind = np.where(told, ahead, _NEVER), np.where(told, behind, _NEVER)
        self._guessed = guessed
        self._odds = {(g.relation, g.object): weights().odds(g) for g in guessed}

    def guesses(self, relation: int) -> Iterator[tuple[Guess, float]]:
        """The guesses of a relation with the log odds that each is right."""
        for guess in self._guessed:
            if guess.relation == relation:
                yield guess, self._odds[relation, guess.object]

    def is_told(self, relation: int, target: int) -> bool:
        """Whether a word or pattern of the relation speaks of a candidate at all."""
        return bool(self._scores[relation, target] > _NEVER)

    def numbers(self, relation: int, target: int) -> list[float]:
        """How far a candidate is the object of a relation, by itself and beside others."""
        tables = self._scores, self._ahead, self._behind
        odds = self._odds.get((relation, target), _NEVER)
        beside = (float(table[relation, target]) for table in tables)
        return [odds, *beside, *self._shown[relation, target].tolist()]


def read(scene: Scene, relations: Sequence[Wanted], index: CueIndex) -> Reading:
    """A passage with candidates, read by the words of the relations."""
    return Reading(*_read(scene, relations, index, weights().first))


def _tried(scores: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Relations with the objects to be tried, by the scores (relations, candidates)."""
    ranked = np.argsort(-scores, axis=1, kind="stable")[:, :_OBJECTS]
    return [
        (number, int(target))
        for number, row in enumerate(ranked)
        for target in row
        if scores[number, target] > _FLOOR
    ]


def _rivals(
    scores: NDArray[np.float64], overlap: NDArray[np.bool_], tried: Sequence[tuple[int, int]]
) -> NDArray[np.float64]:
    """The first numbers of `RIVALS`: (tried, 7)."""
    relations, targets = np.array(tried, dtype=np.int64).reshape(-1, 2).T
    own, shared = scores[relations], overlap[targets]
    at = np.arange(len(relations))
    mine = own[at, targets]
    apart = np.where(shared, _NEVER, own).max(axis=1, initial=_NEVER)
    beside = np.where(shared, own, _NEVER)
    beside[at, targets] = _NEVER
    of_others = np.empty(len(relations))
    for i, (number, target) in enumerate(tried):
        others = np.where(overlap[target], scores, _NEVER).max(axis=1)
        others[number] = _NEVER
        of_others[i] = others.max()
    ahead, only, near = mine - of_others, mine - apart, mine - beside.max(axis=1, initial=_NEVER)
    both = (ahead >= 0) & (only >= 0)
    margins = [np.clip(ahead, -_MOST, _MOST), np.clip(only, -_MOST, _MOST), np.clip(near, -3, 3)]
    return np.column_stack([*margins, ahead >= 0, only >= 0, both, both & (near >= 0)])


_FORMS: Mapping[str, tuple[str, ...]] = {
    "number": ("decimal and unit", "integer"),
    "country": ("country of an adjective", "name of a place"),
    "place": ("country of an adjective", "name of a place"),
    "city": ("name of a place",),
    "region": ("name of a place",),
}
"""How objects of a kind are written (`kg.learning.values`), the best first."""


def written(forms: Mapping[str, str], kind: str) -> str:
    """The label of a candidate as an object of a kind; dates as far as they are told."""
    plain = forms["as it stands"]
    if kind == "date":
        return date(plain) or plain
    return next((forms[form] for form in _FORMS.get(kind, ()) if form in forms), plain)


class _Subjects:
    """The likeliest subjects of relations with given objects.

    What does not depend on the object is added up beforehand: (relations, candidates).
    """

    def __init__(self, found: Layout, met: Marks, relations: Sequence[Wanted]) -> None:
        self._found = found
        passage, kinds = found.scene.passage, np.array(found.scene.kinds)
        wanted = np.array([relation.subject for relation in relations])[:, None]
        known = (wanted != "") & (kinds != "")
        self._fits = (known & (wanted == kinds)).astype(float)
        self._unfit = (known & (wanted != kinds)).astype(float)
        cut = np.maximum(found.bounds["cut left"], 1.0 - found.bounds["plain"])
        self._shape = {"inner": found.bounds["inner"], "cut left": cut}
        words = np.hstack([met.words, np.zeros((len(met.words), 1))])
        owner = [_owner(passage, at) for at in found.heads]
        told = {
            "likely": found.scene.likely,
            **self._shape,
            "fits": self._fits,
            "unfit": self._unfit,
            "of the cue": words[:, owner],
            "is a cue": (met.words @ found.masks["inside"].T > 0).astype(float),
        }
        self._odds = sum(_SUBJECT[name] * value for name, value in told.items())
        self._of_target: dict[int, tuple[list[int], NDArray[np.float64]]] = {}

    def of(self, relation: int, target: int) -> tuple[int, list[float]] | None:
        """The likeliest subject and the numbers of `RIVALS` about it; None where there is none."""
        if target not in self._of_target:
            chosen = self._likely(target)
            self._of_target[target] = chosen, np.array([self._beside(i, target) for i in chosen])
        chosen, beside = self._of_target[target]
        if not chosen:
            return None
        odds = self._odds[relation, chosen] + beside
        at = chosen[int(np.argmax(odds))]
        ranked = np.sort(odds)
        ahead = ranked[-1] - ranked[-2] if len(ranked) > 1 else 3.0
        fits = self._fits[relation, at], self._unfit[relation, at]
        shape = (column[at] for column in self._shape.values())
        return at, [float(ranked[-1]), float(ahead), *fits, *shape]

    def _likely(self, target: int) -> list[int]:
        """Candidates that look like subjects and do not overlap with the object."""
        found = self._found
        apart = np.flatnonzero(~found.overlap[target])
        likely = found.scene.likely[apart] - 2.0 * found.bounds["inner"][apart]
        return [int(i) for i in apart[np.argsort(-likely, kind="stable")][:_SUBJECTS]]

    def _beside(self, subject: int, target: int) -> float:
        """What speaks for a subject by where it stands to the object."""
        found, passage = self._found, self._found.scene.passage
        one, other = found.scene.spans[subject], found.scene.spans[target]
        first, end = (one[1], other[0]) if one[1] <= other[0] else (other[1], one[0])
        at = found.heads[subject]
        dep = passage.deps[at]
        above = dep in _UNDER and self._is_above(passage.heads[at], found.heads[target])
        told = {
            "owns the cue": above and dep == "poss",
            "subject of a verb above": above and dep != "poss",
            "beside a comma": first == one[1] and end - first == 1 and passage.words[first] == ",",
            "no name between": not any(first <= b and e <= end for b, e, _ in passage.ents),
        }
        return sum(_SUBJECT[name] for name, holds in told.items() if holds)

    def _is_above(self, one: int, other: int) -> bool:
        """Whether a token is another or above it."""
        heads = self._found.scene.passage.heads
        while other != one and heads[other] != other:
            other = heads[other]
        return other == one


_UNDER = frozenset({"poss", "nsubj", "nsubjpass"})


def _owner(passage: Passage, at: int) -> int:
    """The token above `of` where that is above a token; -1 where it is not."""
    up = passage.heads[at]
    return passage.heads[up] if passage.lower[up] == "of" else -1
