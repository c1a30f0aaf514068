"""Relations that are told of the same things.

Birth place and height are told of athletes, capital and currency of their countries.
Where the examples of a sentence are complete, relations that share their subject whenever both are
told are of one family. What makes a candidate their subject is learnt for the family as a whole:
of a relation alone there are too few examples, and domains of ontologies are often wider than what
is told, or wrong. Examples that name one fact of a sentence say nothing of this; then no relation
has a family.

The families are found by average-link clustering (Sokal and Michener 1958): as long as two
families share their subject in most of the sentences that tell of both, the two closest are joined.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from kg.learning.examples import Fact

_SHARED = 0.6
"""Share of sentences with a common subject from which two families are one."""

NONE = -1
"""The family of a relation where none is known."""

_TOLD = 2
"""Sentences that must tell of both."""


def families(texts: Iterable[Sequence[Fact]], labels: Sequence[str]) -> list[int]:
    """The family of each relation in `labels`, counted from 0, by the facts of complete texts.

    NONE for all where no text tells of two relations.
    """
    shared: Counter[frozenset[str]] = Counter()
    both: Counter[frozenset[str]] = Counter()
    for facts in texts:
        subjects = defaultdict(set)
        for fact in facts:
            subjects[fact.relation].add(fact.subject)
        for a, b in combinations(sorted(subjects), 2):
            both[frozenset((a, b))] += 1
            shared[frozenset((a, b))] += not subjects[a].isdisjoint(subjects[b])
    if not both:
        return [NONE] * len(labels)
    found = _joined(labels, shared, both)
    number = {label: n for n, family in enumerate(found) for label in family}
    return [number[label] for label in labels]


def _joined(
    labels: Sequence[str], shared: Counter[frozenset[str]], both: Counter[frozenset[str]]
) -> list[list[str]]:
    found = [[label] for label in labels]

    def closeness(a: Sequence[str], b: Sequence[str]) -> float:
        pairs = [frozenset((x, y)) for x in a for y in b]
        told = sum(both[pair] for pair in pairs)
        return (sum(shared[pair] for pair in pairs) + 0.5) / (told + 1.5) if told >= _TOLD else 0.0

    while len(found) > 1:
        pairs = combinations(range(len(found)), 2)
        close, i, k = max((closeness(found[i], found[k]), -i, -k) for i, k in pairs)
        if close < _SHARED:
            break
        found[-i] += found.pop(-k)
    return found
