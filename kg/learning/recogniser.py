"""What was learnt of an ontology's relations, and how it is applied to a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.learning.boosting import Trees
from kg.learning.by_words import weights
from kg.learning.candidates import Span
from kg.learning.familiarity import is_familiar
from kg.learning.passages import Passage
from kg.learning.proposals import Known, Proposal, Scores, proposals, scores
from kg.learning.rivals import Answer, standing
from kg.learning.scene import Scene, scene
from kg.learning.subjects import SubjectModel
from kg.learning.values import plain
from kg.learning.vocabulary import Vocabulary, sums


class Found(NamedTuple):
    """A fact that a passage states; `confidence` is how often such facts were right."""

    subject: str
    relation: str
    object: str
    confidence: float
    subject_span: Span
    object_span: Span


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A model of an ontology's relations.

    `spans` and `texts` are the features and weights of stage 1, `subjects` is stage 2, `told` the
    last (`kg.learning.proposals`). A fact of a taught relation is stated from `threshold` on, one
    of another from that of `kg.learning.by_words` on. `familiar` is the least share of known words
    of a text like the examples (`kg.learning.familiarity`), `longest` how many sentences the
    longest of them has. `made_from` says what it was learnt from.
    """

    known: Known
    spans: tuple[Vocabulary, NDArray[Any]]
    texts: tuple[Vocabulary, NDArray[Any]]
    subjects: SubjectModel
    told: Trees
    threshold: float
    familiar: float
    longest: int
    made_from: Mapping[str, Any]

    def is_familiar(self, passage: Passage) -> bool:
        """Whether a passage is on matters that the examples tell of."""
        return is_familiar(passage, self.texts[0], self.familiar)

    def find(self, passage: Passage, threshold: float | None = None) -> list[Found]:
        """The facts of a passage, the surest of each, in the order of their objects."""
        found: dict[tuple[str, str, str], Found] = {}
        seen = scene(passage, self.known.memory)
        made = list(proposals(seen, self._scores(seen), self.subjects, self.known))
        chances = self._chances(made).tolist()
        lowest = min(self._least(proposal, threshold) for proposal in made) if made else 0.0
        for i in standing(map(answer, made, chances), lowest):
            fact = self._found(made[i], chances[i])
            ends = plain(fact.subject), plain(fact.object)
            name = (ends[0], fact.relation, ends[1])
            if fact.confidence >= self._least(made[i], threshold) and ends[0] != ends[1]:
                found[name] = max(found.get(name, fact), fact, key=lambda f: f.confidence)
        return sorted(found.values(), key=lambda f: (f.object_span, f.relation, f.subject))

    def _least(self, proposal: Proposal, threshold: float | None) -> float:
        """The chance from which a proposal is stated."""
        own = weights().threshold if proposal.told is None else self.threshold
        return own if threshold is None else threshold

    def _scores(self, seen: Scene) -> Scores:
        odds = (
            sums(self.spans[0], seen.features(), self.spans[1])
            if seen.spans
            else np.zeros((0, self.spans[1].shape[1]))
        )
        return scores(odds, text_scores(self.texts[0], [seen.text_features()], self.texts[1])[0])

    def _chances(self, made: Sequence[Proposal]) -> NDArray[np.float64]:
        """The probability of each proposal that it is right, by the model of how it was made."""
        told = [(i, found.told) for i, found in enumerate(made) if found.told]
        odds = np.array([found.by_words for found in made])
        if told:
            odds[[i for i, _ in told]] = self.told.odds(np.array([row for _, row in told]))
        return chance(odds)

    def _found(self, proposal: Proposal, chance: float) -> Found:
        label = self.known.relations[proposal.relation].label
        ends = proposal.subject_label, label, proposal.object_label
        return Found(*ends, chance, proposal.subject, proposal.object)


def chance(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log odds as probabilities."""
    found: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(odds, -60, 60)))
    return found


def answer(proposal: Proposal, chance: float) -> Answer:
    """A proposal as one of the answers for its text (`kg.learning.rivals`)."""
    return Answer(chance, proposal.relation, proposal.subject, proposal.object)


def text_scores(
    vocabulary: Vocabulary, rows: Sequence[Sequence[str]], weights: NDArray[Any]
) -> NDArray[np.float64]:
    """Log odds of whole texts, whose features count the less the more there are."""
    lengths = np.array([[max(1, len(vocabulary.ids(row))) ** 0.5] for row in rows])
    scores: NDArray[np.float64] = sums(vocabulary, rows, weights) / lengths
    return scores
