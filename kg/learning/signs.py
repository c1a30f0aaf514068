"""Numbers that tell right triples from wrong ones, besides the scores of the earlier stages.

Their weight is learnt by the last stage (kg.learning.trials). Many tell of triples that cannot be
right as they stand: a text that begins with *He* or has only a surname seldom has its subject as
examples write it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from kg.learning.features import head
from kg.learning.passages import Passage
from kg.learning.scene import Scene

_PRONOUNS = frozenset("he she it they his her its their who which him them".split())
_SUBJECT = frozenset({"nsubj", "nsubjpass"})
_PLACES = frozenset({"GPE", "LOC"})


def of_passage(passage: Passage) -> list[float]:
    """Its length, and how far names or pronouns are what it tells of."""
    grammatical = [i for i, dep in enumerate(passage.deps) if dep in _SUBJECT]
    owners = [i for i, dep in enumerate(passage.deps) if dep == "poss"]
    pronouns = [i for i in sorted(grammatical + owners) if passage.lower[i] in _PRONOUNS]
    return [
        math.log(max(1, len(passage))),
        float(passage.sentences[-1]) if len(passage) else 0.0,
        float(bool(pronouns)),
        float(bool(pronouns) and pronouns[0] <= 1),
        float(sum(passage.pos[i] == "PROPN" for i in grammatical)),
    ]


def _named(label: str) -> list[float]:
    return [
        float(label == "PERSON"),
        float(label == "ORG"),
        float(label in _PLACES),
        float(not label),
    ]


def of_subject(scene: Scene, i: int) -> list[float]:
    """What a candidate looks like as a subject: a whole name, or half of one."""
    passage, (first, end) = scene.passage, scene.spans[i]
    at = head(passage, (first, end))
    label = passage.labels[at]
    return [
        float(end - first == 1),
        float(end - first == 2),
        float(end - first == 1 and label == "PERSON"),
        *_named(label),
        scene.whole[i],
        float(scene.likely[i]),
        float(first <= 1),
        float(passage.deps[at] in _SUBJECT),
        float(passage.pos[at] == "PROPN"),
    ]


def of_object(scene: Scene, i: int) -> list[float]:
    """What a candidate looks like as an object."""
    passage, (first, end) = scene.passage, scene.spans[i]
    at = head(passage, (first, end))
    return [
        float(end - first),
        float(passage.pos[at] == "PROPN"),
        float(passage.pos[at] == "NOUN"),
        *_named(passage.labels[at]),
        float(any(fact.startswith("o:") for fact in scene.taught[i])),
    ]


def of_pair(scene: Scene, subject: int, target: int, relation: str) -> list[float]:
    """How a subject and an object lie to each other; whether examples know the object as one.

    What they say of the subject is left out: where one subject's examples are in one fold, a known
    subject is always a wrong one, and in texts to come it may be the right one.
    """
    one, other = scene.spans[subject], scene.spans[target]
    numbers = scene.passage.sentences
    return [
        float(one[1] <= other[0]),
        min(abs(one[0] - other[0]), 20) / 10,
        float(numbers[one[0]] != numbers[other[0]]),
        float(f"o:{relation}" in scene.taught[target]),
    ]


def of_relations(texts: NDArray[np.float64], spans: NDArray[np.float64]) -> list[list[float]]:
    """How far the passage as a whole, and its best candidates, speak for each relation.

    `texts` are log odds of relations, `spans` of candidates by relation.
    """
    order = np.argsort(np.argsort(-texts, kind="stable"), kind="stable")
    best, above = spans.max(axis=0), (spans > 0).sum(axis=0)
    ranked = np.sort(texts)
    second = ranked[-2] if len(ranked) > 1 else -9.0
    other = np.where(texts == ranked[-1], second, ranked[-1])
    return [
        [float(best[i]), float(above[i]), float(order[i]), float(other[i])]
        for i in range(len(texts))
    ]


def of_choice(odds: NDArray[np.float64]) -> list[float]:
    """How sure the choice of the likeliest of some candidates is, from their log odds."""
    ranked = np.sort(odds).tolist()
    return [ranked[-1], ranked[-1] - ranked[-2] if len(ranked) > 1 else 3.0]
