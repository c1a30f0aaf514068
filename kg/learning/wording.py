"""Which way of writing a span an example's label has, counted for each relation and side.

How `1985` is written says nothing of `1 June 1985`, nor `600` of `1,600`: dates and numbers are
counted by how they stand in the text.
"""

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
        kind = _manner(kind, forms)
        for form, value in forms.items():
            for context in _contexts(side, relation, kind, form):
                self._tries[context] += 1
                self._hits[context] += plain(value) == plain(label)

    def best(
        self, side: str, relation: str, kind: str, forms: Mapping[str, str]
    ) -> tuple[float, str]:
        """How sure the likeliest form is, and the value in it."""
        kind = _manner(kind, forms)
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


def _manner(kind: str, forms: Mapping[str, str]) -> str:
    """The kind of a span; of dates and numbers also how they stand in the text."""
    text = forms.get("as it stands", "")
    if kind == "date":
        return "year" if text.isdigit() else kind
    if kind == "number":
        return kind + "," * ("," in text) + "." * ("." in text) + "a" * text[-1:].isalpha()
    return kind


def _contexts(side: str, relation: str, kind: str, form: str) -> Iterator[str]:
    """The contexts of a form, the widest first."""
    for context in ((side,), (side, "*", kind), (side, relation), (side, relation, kind)):
        yield "\t".join((*context, form))
