"""How much a text is like the examples: the guard against facts in texts on other matters.

Where all examples tell of one thing, nothing in them says how a text looks that tells of another,
and any two names may seem to stand in the relation. A text whose words the examples do not use is
therefore not read. How few of them may be known is told by the examples alone: as few as in all
but a twentieth of those that were held out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence

import numpy as np

from kg.learning.passages import Passage

_LEFT_OUT = 0.05
"""Share of held-out examples that the guard may cost."""

_PREFIX = "lm="
"""What the features begin with that are the words of a text (`kg.learning.features`)."""

_PLAIN = frozenset({"NOUN", "VERB", "ADJ", "ADV"})


def share(passage: Passage, known: Container[str]) -> float:
    """The share of a passage's nouns, verbs, adjectives and adverbs that are known; 0 of none."""
    said = {f"{_PREFIX}{w}" for w in content(passage)}
    return sum(word in known for word in said) / len(said) if said else 0.0


def is_familiar(passage: Passage, known: Container[str], least: float) -> bool:
    """Whether enough of a passage's words are known to read it, and one at the least."""
    found = share(passage, known)
    return found > 0 and found >= least


def content(passage: Passage) -> set[str]:
    """The lemmas of the words that tell what a text is about, names and numbers left out."""
    pairs = zip(passage.lemmas, passage.pos, passage.labels, strict=True)
    return {lemma.lower() for lemma, pos, label in pairs if pos in _PLAIN and not label}


def least_share(passages: Sequence[Passage], groups: Iterable[int], folds: Iterable[int]) -> float:
    """The share that all but a few of the examples have when they are held out.

    A word is known that examples of two groups or more have, as `Vocabulary.of` keeps it.
    """
    seen: dict[str, set[tuple[int, int]]] = defaultdict(set)
    told = list(zip(passages, groups, folds, strict=True))
    for passage, group, fold in told:
        for word in content(passage):
            seen[_PREFIX + word].add((group, fold))
    shares = []
    for passage, _, fold in told:
        words = {_PREFIX + w for w in content(passage)}
        known = {w for w in words if len({g for g, f in seen[w] if f != fold}) > 1}
        shares.append(share(passage, known))
    return float(np.quantile(shares, _LEFT_OUT, method="lower")) if shares else 0.0
