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

import numpy as np
from numpy.typing import NDArray

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
    met = {label for pair in both for label in pair}
    told = [i for i, label in enumerate(labels) if label in met]
    names = [labels[i] for i in told]
    first = list(range(len(labels)))
    for row, head in enumerate(_joined(_table(names, shared), _table(names, both))):
        first[told[row]] = told[head]
    number = {at: n for n, at in enumerate(sorted(set(first)))}
    return [number[at] for at in first]


def _table(names: Sequence[str], counts: Counter[frozenset[str]]) -> NDArray[np.float64]:
    """The counts of pairs of relations by the places of both: symmetric, 0 on the diagonal."""
    place = {name: i for i, name in enumerate(names)}
    found = np.zeros((len(names), len(names)))
    for pair, count in counts.items():
        i, k = (place[name] for name in pair)
        found[i, k] = found[k, i] = count
    return found


def _joined(shared: NDArray[np.float64], both: NDArray[np.float64]) -> list[int]:
    """For each relation the first one of its family.

    The tables are those of the relations. Here a row holds the sums of the family that begins with
    that relation, which takes over those of what it is joined with.
    """
    head = np.arange(len(both))
    close = np.triu(_closeness(shared, both))
    while close.size:
        i, k = divmod(int(close.argmax()), len(close))
        if close[i, k] < _SHARED:
            break
        for table in (shared, both):
            table[i] += table[k]
            table[:, i] = table[i]
            table[i, i] = 0
            table[k] = table[:, k] = 0
        close[i, i + 1 :] = _closeness(shared[i], both[i])[i + 1 :]
        close[:i, i] = _closeness(shared[:i, i], both[:i, i])
        close[k] = close[:, k] = 0
        head[head == k] = i
    return head.tolist()


def _closeness(shared: NDArray[np.float64], both: NDArray[np.float64]) -> NDArray[np.float64]:
    """How often families share their subject where both are told; 0 where that is too seldom."""
    found: NDArray[np.float64] = np.where(both >= _TOLD, (shared + 0.5) / (both + 1.5), 0.0)
    return found
