"""Where the subjects and objects of examples are in their sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from kg.learning.examples import Fact
from kg.learning.scene import Scene
from kg.learning.values import key, keys, plain


class Aligned(NamedTuple):
    """A fact and the candidates that are its subject and its object; none where it is not there."""

    fact: Fact
    subjects: tuple[int, ...]
    objects: tuple[int, ...]


def align(scene: Scene, facts: Iterable[Fact]) -> list[Aligned]:
    """The candidates that the labels of facts mean.

    Those one of whose forms is the label, else those that differ from it in accents, punctuation
    or an addition.
    """
    exact: dict[str, list[int]] = defaultdict(list)
    near: dict[str, list[int]] = defaultdict(list)
    for i, forms in enumerate(scene.forms):
        for value in forms.values():
            exact[plain(value)].append(i)
        near[key(scene.passage.wording(*scene.spans[i]))].append(i)

    def find(label: str) -> tuple[int, ...]:
        found = exact.get(plain(label)) or [i for k in sorted(keys(label)) for i in near.get(k, [])]
        return tuple(sorted(set(found)))

    return [Aligned(fact, find(fact.subject), find(fact.object)) for fact in facts]
