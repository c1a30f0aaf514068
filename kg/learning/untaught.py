"""Without examples: a recogniser that goes by the words of an ontology alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.learning.by_words import Guess, guesses, weights
from kg.learning.cues import CueIndex
from kg.learning.memory import Memory
from kg.learning.passages import Passage
from kg.learning.recogniser import Found
from kg.learning.rivals import Answer, standing
from kg.learning.scene import Scene, scene
from kg.learning.values import plain
from kg.learning.wanted import Wanted

_NOTHING = Memory()


@dataclass(frozen=True, slots=True)
class Untaught:
    """The relations of an ontology, their words indexed. A fact is stated from `threshold` on."""

    relations: tuple[Wanted, ...]
    index: CueIndex
    threshold: float

    def find(self, passage: Passage, threshold: float | None = None) -> list[Found]:
        """The facts of a passage, the surest of each, in the order of their objects."""
        found: dict[tuple[str, str, str], Found] = {}
        least = self.threshold if threshold is None else threshold
        known, seen = weights(), scene(passage, _NOTHING)
        made = list(guesses(seen, self.relations, self.index, known.first))
        facts = [self._found(seen, guess, known.chance(guess)) for guess in made]
        answers = [
            Answer(fact.confidence, guess.relation, fact.subject_span, fact.object_span)
            for fact, guess in zip(facts, made, strict=True)
        ]
        for fact in (facts[i] for i in standing(answers, least)):
            ends = plain(fact.subject), plain(fact.object)
            if ends[0] != ends[1]:
                found.setdefault((ends[0], fact.relation, ends[1]), fact)
        return sorted(found.values(), key=lambda f: (f.object_span, f.relation, f.subject))

    def _found(self, seen: Scene, guess: Guess, chance: float) -> Found:
        label = self.relations[guess.relation].label
        spans = seen.spans[guess.subject], seen.spans[guess.object]
        return Found(guess.subject_label, label, guess.object_label, chance, *spans)


def untaught(relations: Sequence[Wanted]) -> Untaught:
    """A recogniser that goes by the names, domains and ranges of the relations."""
    return Untaught(tuple(relations), CueIndex(relations), weights().threshold)
