"""Without examples: a recogniser that goes by the words of an ontology alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.learning.by_words import Guess, guesses, weights
from kg.learning.cues import CueIndex
from kg.learning.memory import Memory
from kg.learning.passages import Passage
from kg.learning.recogniser import Found
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
        found: dict[tuple[str, int, str], Found] = {}
        least = self.threshold if threshold is None else threshold
        known, seen = weights(), scene(passage, _NOTHING)
        for guess in guesses(seen, self.relations, self.index, known.first):
            ends = plain(guess.subject_label), plain(guess.object_label)
            chance = known.chance(guess)
            if chance >= least and ends[0] != ends[1]:
                fact = self._found(seen, guess, chance)
                name = ends[0], guess.relation, ends[1]
                found[name] = max(found.get(name, fact), fact, key=lambda f: f.confidence)
        return sorted(found.values(), key=lambda f: (f.object_span, f.relation, f.subject))

    def _found(self, seen: Scene, guess: Guess, chance: float) -> Found:
        label = self.relations[guess.relation].label
        spans = seen.spans[guess.subject], seen.spans[guess.object]
        return Found(guess.subject_label, label, guess.object_label, chance, *spans)


def untaught(relations: Sequence[Wanted]) -> Untaught:
    """A recogniser that goes by the names, domains and ranges of the relations."""
    return Untaught(tuple(relations), CueIndex(relations), weights().threshold)
