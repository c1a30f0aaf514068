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

from kg.learning.candidates import Span
from kg.learning.cues import CueIndex, marks
from kg.learning.evidence import FEATURES, evidence, is_told
from kg.learning.layout import Layout, layout
from kg.learning.passages import Passage
from kg.learning.scene import Scene
from kg.learning.values import date
from kg.learning.wanted import Wanted
from kg.lexicon.roots import root

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
        odds = float(guess.row @ self.last[:-1] + self.last[-1])
        return float(1.0 / (1.0 + np.exp(-np.clip(odds, -60, 60))))


@cache
def weights() -> Weights:
    """The package's own."""
    told = json.loads((files("kg") / "data" / "by_words.json").read_text(encoding="utf-8"))
    first = [told["first"][name] for name in (*FEATURES, "bias")]
    last = [told["last"][name] for name in (*RIVALS, *FEATURES, "bias")]
    return Weights(np.array(first), np.array(last), told["threshold"])


def guesses(
    scene: Scene, relations: Sequence[Wanted], index: CueIndex, first: NDArray[np.float64]
) -> Iterator[Guess]:
    """The triples that the words of the relations make thinkable.

    `first` are the weights of the first stage.
    """
    if not scene.spans:
        return
    found = layout(scene)
    features = evidence(found, marks(scene.passage, index), index)
    scores = features @ first[:-1] + first[-1]
    scores[~is_told(features)] = _NEVER
    rivals = _Rivals(found, scores)
    for number, relation in enumerate(relations):
        for target in rivals.best(number):
            subject = _Subject(found, index.cues[number].words, relation.subject, target)
            if subject.chosen is not None:
                of_pair = [*rivals.row(number, target), *subject.row(), index.is_class[number]]
                yield Guess(
                    number,
                    subject.chosen,
                    target,
                    written(scene.forms[subject.chosen], ""),
                    written(scene.forms[target], index.kinds[number]),
                    np.array([*of_pair, *features[number, target]]),
                )


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


class _Rivals:
    """The scores (relations, candidates) of the first stage, compared."""

    def __init__(self, found: Layout, scores: NDArray[np.float64]) -> None:
        self._scores, self._overlap = scores, found.overlap
        masked = np.where(found.overlap[None, :, :], scores[:, None, :], _NEVER)
        self._nearby = masked.max(axis=2)

    def best(self, relation: int) -> list[int]:
        """The objects to be tried."""
        own = self._scores[relation]
        ranked = np.argsort(-own, kind="stable")[:_OBJECTS]
        return [int(i) for i in ranked if own[i] > _FLOOR]

    def row(self, relation: int, target: int) -> list[float]:
        """The first numbers of `RIVALS`."""
        own, overlap = self._scores[relation], self._overlap[target]
        others = np.delete(self._nearby[:, target], relation)
        apart = own[~overlap]
        beside = np.where(overlap, own, _NEVER)
        beside[target] = _NEVER
        ahead = [own[target] - (best.max() if len(best) else _NEVER) for best in (others, apart)]
        near = own[target] - beside.max()
        first, only = ahead[0] >= 0, ahead[1] >= 0
        margins = [*np.clip(ahead, -_MOST, _MOST), float(np.clip(near, -3, 3))]
        both = first and only
        return [*margins, *map(float, (first, only, both, both and near >= 0))]


class _Subject:
    """The likeliest subject of a relation whose object is `target`: `chosen`, None without any."""

    def __init__(self, found: Layout, cues: frozenset[str], wanted: str, target: int) -> None:
        self._found, self._cues, self._wanted, self._target = found, cues, wanted, target
        passage = found.scene.passage
        i = found.heads[target]
        self._above = {i}
        while passage.heads[i] != i:
            i = passage.heads[i]
            self._above.add(i)
        told = {i: self._told(i) for i in self._likely()}
        odds = {i: sum(_SUBJECT[name] * v for name, v in row.items()) for i, row in told.items()}
        self.chosen = max(odds, key=lambda i: odds[i]) if odds else None
        self._chosen_told = told.get(-1 if self.chosen is None else self.chosen, {})
        self._ranked = sorted(odds.values())

    def _likely(self) -> list[int]:
        """Candidates that look like subjects and do not overlap with the object."""
        found = self._found
        apart = np.flatnonzero(~found.overlap[self._target])
        likely = found.scene.likely[apart] - 2.0 * found.bounds["inner"][apart]
        return [int(i) for i in apart[np.argsort(-likely, kind="stable")][:_SUBJECTS]]

    def row(self) -> list[float]:
        """The numbers of `RIVALS` about the subject."""
        ranked = self._ranked
        ahead = ranked[-1] - ranked[-2] if len(ranked) > 1 else 3.0
        names = ("fits", "unfit", "inner", "cut left")
        return [ranked[-1], ahead, *(self._chosen_told[name] for name in names)]

    def _told(self, subject: int) -> Mapping[str, float]:
        found, passage = self._found, self._found.scene.passage
        span, at = found.scene.spans[subject], found.heads[subject]
        kind, wanted = found.scene.kinds[subject], self._wanted
        both = bool(kind and wanted)
        up = passage.heads[at]
        between = self._between(span)
        return {
            "likely": float(found.scene.likely[subject]),
            "fits": float(both and kind == wanted),
            "unfit": float(both and kind != wanted),
            "owns the cue": float(passage.deps[at] == "poss" and up in self._above),
            "of the cue": float(self._is_of_cue(up)),
            "beside a comma": float(_is_comma(passage, between, span)),
            "is a cue": float(any(self._is_cue(i) for i in range(*span))),
            "subject of a verb above": float(
                passage.deps[at] in {"nsubj", "nsubjpass"} and up in self._above
            ),
            "no name between": float(
                not any(between[0] <= b and e <= between[1] for b, e, _ in passage.ents)
            ),
            "inner": found.bounds["inner"][subject],
            "cut left": float(
                found.bounds["cut left"][subject] or not found.bounds["plain"][subject]
            ),
        }

    def _between(self, span: Span) -> Span:
        target = self._found.scene.spans[self._target]
        return (span[1], target[0]) if span[1] <= target[0] else (target[1], span[0])

    def _is_of_cue(self, up: int) -> bool:
        """Whether `of` stands above a candidate, and above that a word of the property."""
        passage = self._found.scene.passage
        return passage.lower[up] == "of" and self._is_cue(passage.heads[up])

    def _is_cue(self, i: int) -> bool:
        return root(self._found.scene.passage.lemmas[i].lower()) in self._cues


def _is_comma(passage: Passage, between: Span, subject: Span) -> bool:
    """Whether there is nothing but a comma between a subject and the object after it."""
    first, end = between
    return first == subject[1] and end - first == 1 and passage.words[first] == ","
