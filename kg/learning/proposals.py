"""Candidate triples and what speaks for each: the rows of the last of the three stages.

    1  spans      how likely each candidate is the object of each relation, or a subject at all;
                  texts: how likely the text as a whole tells of each relation
    2  subjects   the likeliest subject of a relation with a given object
    3  triples    how likely the whole triple is right, from the scores of the others, from the
                  property's words and kinds, and from how sure its wording is

A relation that examples of two subjects or more show is `taught`: its objects are proposed by
stage 1. The others are read by their words alone, as without examples (kg.learning.by_words):
that they are in no example says little, since examples are often of a few relations. Learnt from
fifty sentences, a model found the more for it: a strict F1 of .30 for .24 on six ontologies whose
sentences have all their facts, of .20 for .14 on five whose sentences have one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.learning import signs
from kg.learning.by_words import NUMBERS, Guess, read
from kg.learning.candidates import Span
from kg.learning.cues import CueIndex
from kg.learning.memory import Memory
from kg.learning.scene import Scene
from kg.learning.subjects import SubjectModel, Subjects, likely
from kg.learning.values import plain
from kg.learning.wanted import Wanted
from kg.learning.wording import Wording

_OBJECTS = 6
"""Objects proposed a relation by their scores."""

_FLOOR = -4.0
"""Log odds below which an object is not proposed."""

_SILENT = -1.0
"""The same where no word of the relation speaks of the object either."""

_SENTENCES = 200.0
"""Examples that do not tell of a relation and make it half as likely as its words alone say."""

MIN_SUBJECTS = 2
"""Subjects whose examples a relation needs before stage 1 proposes its objects."""


WIDTH = 56 + NUMBERS
"""Numbers in the row of a taught relation's proposal."""


class Proposal(NamedTuple):
    """A triple that might be; spans of its ends, labels as examples would write them.

    `told` is the row for the last stage of a taught relation; None where the words of the relation
    propose the triple, with the log odds `by_words`.
    """

    relation: int
    subject: Span
    object: Span
    subject_label: str
    object_label: str
    told: list[float] | None
    by_words: float = 0.0


@dataclass(slots=True)
class Known:
    """What the proposals of a passage are made from, and how often each relation was taught.

    `subjects` counts the subjects of each relation's examples, `examples` the examples, and
    `sentences` all of them, those that name one fact for less; `families` are the relations'
    (`kg.learning.families`).
    """

    relations: Sequence[Wanted]
    memory: Memory
    wording: Wording
    subjects: Sequence[int]
    examples: Sequence[int]
    families: Sequence[int]
    sentences: float = 0.0
    index: CueIndex = field(init=False)

    def __post_init__(self) -> None:
        self.index = CueIndex(self.relations)

    def rarity(self) -> float:
        """What the examples take off the log odds of relations that they do not tell of."""
        return math.log(_SENTENCES / (_SENTENCES + self.sentences))

    def is_taught(self, relation: int) -> bool:
        return self.subjects[relation] >= MIN_SUBJECTS


class Scores(NamedTuple):
    """Log odds of stage 1.

    `objects` has the shape (candidates, relations), `subjects` (candidates, 1 + families): of any
    relation, of those of each family; `texts` (relations,).
    """

    objects: NDArray[np.float64]
    subjects: NDArray[np.float64]
    texts: NDArray[np.float64]


def scores(odds: NDArray[np.float64], texts: NDArray[np.float64]) -> Scores:
    """The log odds of a passage's candidates, as objects and subjects, and of its text."""
    return Scores(odds[:, : len(texts)], odds[:, len(texts) :], texts)


def proposals(
    scene: Scene, scores: Scores, model: SubjectModel, known: Known
) -> Iterator[Proposal]:
    """The triples that might be in a passage."""
    if scene.spans:
        shared = _Shared(scene, scores, model, known)
        for relation in range(len(known.relations)):
            yield from shared.of_relation(relation)


class _Shared:
    """The proposals of one passage."""

    def __init__(self, scene: Scene, scores: Scores, model: SubjectModel, known: Known) -> None:
        self.scene, self.scores, self.known = scene, scores, known
        self.subjects = Subjects(scene, scores.subjects, model)
        own = scores.objects
        self.ranks = np.argsort(-own, axis=0, kind="stable")
        self.sorted = np.sort(own, axis=1)
        self.spans = np.array(scene.spans)
        self.of_passage = signs.of_passage(scene.passage)
        self.by_relation = signs.of_relations(scores.texts, own)
        self.read = read(scene, known.relations, known.index)

    def of_relation(self, relation: int) -> Iterator[Proposal]:
        """The triples of a relation, by its examples where it is taught, else by its words."""
        if not self.known.is_taught(relation):
            for guess, odds in self.read.guesses(relation):
                yield self._guessed(guess, odds)
            return
        z = self.scores.objects[:, relation]
        for target in map(int, self.ranks[:_OBJECTS, relation]):
            floor = _FLOOR if self.read.is_told(relation, target) else _SILENT
            found = self._proposal(relation, target) if z[target] > floor else None
            if found:
                yield found

    def _guessed(self, guess: Guess, odds: float) -> Proposal:
        spans = self.scene.spans[guess.subject], self.scene.spans[guess.object]
        labels = guess.subject_label, guess.object_label
        return Proposal(guess.relation, *spans, *labels, None, odds + self.known.rarity())

    def _proposal(self, relation: int, target: int) -> Proposal | None:
        scene, wanted = self.scene, self.known.relations[relation]
        chosen, odds = self.subjects.of(target, self.known.families[relation], wanted)
        if not chosen:
            return None
        subject = chosen[int(np.argmax(odds))]
        labels = [
            self._written(i, side, wanted.label) for i, side in ((subject, "s"), (target, "o"))
        ]
        sure = [labels[1][0], labels[0][0]]
        told = [*self._told(relation, target, odds, sure, labels), scene.whole[target]]
        told += [*self.read.numbers(relation, target), *self._fit(subject, wanted)]
        told += self._signs(relation, subject, target)
        spans = scene.spans[subject], scene.spans[target]
        return Proposal(relation, *spans, labels[0][1], labels[1][1], told)

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
        z, label = self.scores.objects[:, relation], self.known.relations[relation].label
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
        label = self.known.relations[relation].label
        as_object, as_subject, _ = self.scores
        family = likely(as_subject, self.known.families[relation]).family
        return [
            *signs.of_subject(self.scene, subject),
            *signs.of_object(self.scene, target),
            *signs.of_pair(self.scene, subject, target, label),
            *self.by_relation[relation],
            *self.of_passage,
            as_subject[subject, 0],
            as_subject[target, 0],
            as_object[subject, relation],
            family[subject],
            family[subject] - family.max(),
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
