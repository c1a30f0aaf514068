"""Which way of writing a span an example's label has, counted for each relation and side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from kg.learning.values import plain

_PRIORS: Mapping[str, float] = {"known": 0.9, "as it stands": 0.5}
_PRIOR = 0.05
"""How often a form is right before any example is seen."""

_TRUST = 2.0
"""How many examples the wider context counts as."""


class Wording:
    """For each form: how often it was the label's, of how often it differed from other forms.

    The context is narrowed step by step, from the side (subject or object) to side, relation and
    kind of thing; each step leans on the one before where it has few examples.
    """

    def __init__(self, counts: Mapping[str, tuple[int, int]] | None = None) -> None:
        self._hits: Counter[str] = Counter()
        self._tries: Counter[str] = Counter()
        for name, (hits, tries) in (counts or {}).items():
            self._hits[name], self._tries[name] = hits, tries

    def learn(
        self, side: str, relation: str, kind: str, forms: Mapping[str, str], label: str
    ) -> None:
        """Count the forms of a span whose label is known."""
        for form, value in forms.items():
            for context in _contexts(side, relation, kind, form):
                self._tries[context] += 1
                self._hits[context] += plain(value) == plain(label)

    def best(
        self, side: str, relation: str, kind: str, forms: Mapping[str, str]
    ) -> tuple[float, str]:
        """How sure the likeliest form is, and the value in it."""
        scored = [(self._score(side, relation, kind, form), form, v) for form, v in forms.items()]
        chance, _, value = max(scored, key=lambda row: (row[0], row[1] == "as it stands", row[1]))
        return chance, value

    def _score(self, side: str, relation: str, kind: str, form: str) -> float:
        chance = _PRIORS.get(form, _PRIOR)
        for context in _contexts(side, relation, kind, form):
            hits, tries = self._hits[context], self._tries[context]
            chance = (hits + _TRUST * chance) / (tries + _TRUST)
        return chance

    def counts(self) -> dict[str, tuple[int, int]]:
        """Hits and tries of each context, to be stored."""
        return {name: (self._hits[name], tries) for name, tries in sorted(self._tries.items())}


def _contexts(side: str, relation: str, kind: str, form: str) -> Iterator[str]:
    """The contexts of a form, the widest first."""
    for context in ((side,), (side, "*", kind), (side, relation), (side, relation, kind)):
        yield "\t".join((*context, form))
