"""Examples parted into folds, as the stages of training read them.

The folds keep what is told of one subject together, since sentences about it repeat its names: with
folds by sentence, the F1 on training data was .95 where that on new subjects was .10. Nor are
examples learnt from for a fold that share another subject with it: with them, the subjects of half
of the held-out facts were known, and facts of new subjects got confidences that were too low. A
subject of many examples counts the less in each. The memory of names that an example is seen with
is that of the examples which are learnt from for its fold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kg.errors import InputError
from kg.learning.alignment import Aligned, align
from kg.learning.examples import Example, Fact
from kg.learning.families import families
from kg.learning.memory import Memory
from kg.learning.passages import Passage
from kg.learning.proposals import MIN_SUBJECTS
from kg.learning.scene import Scene, scene
from kg.learning.wanted import Wanted

UNNAMED = 0.1
"""How much a candidate counts that an incomplete example does not name: it may well be a fact.

With 0.5 the F1 on held-out examples was .002 lower for the relations that these name, and on new
texts, all of whose facts are told, .013 (means of five ontologies).
"""

_FEW = 400
"""Examples up to which there are six folds; three from there on, for time."""

_LEAST = 0.3
"""Share of the other folds' examples that must be left for a fold where subjects are shared."""

WANTED = 3
"""Examples that a relation wants; with a handful it is found in the plainest wordings."""


@dataclass(slots=True)
class Dataset:
    """The examples with their folds; columns of equal length."""

    relations: Sequence[Wanted]
    passages: Sequence[Passage]
    facts: Sequence[tuple[Fact, ...]]
    complete: NDArray[np.bool_]
    groups: NDArray[np.int64]
    folds: NDArray[np.int64]
    weights: NDArray[np.float64]
    number: Mapping[str, int] = field(init=False)
    count: int = field(init=False)
    apart: Sequence[NDArray[np.bool_]] = field(init=False)
    memories: Sequence[Memory] = field(init=False)
    scenes: Sequence[Scene] = field(init=False)
    aligned: Sequence[list[Aligned]] = field(init=False)
    families: Sequence[int] = field(init=False)
    ends: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.number = {wanted.label: i for i, wanted in enumerate(self.relations)}
        self.count = int(self.folds.max()) + 1
        self.apart = [self._apart(k) for k in range(self.count)]
        self.memories = [
            Memory(f for i in np.flatnonzero(apart) for f in self.facts[int(i)])
            for apart in self.apart
        ]
        pairs = zip(self.passages, self.folds, strict=True)
        self.scenes = [scene(passage, self.memories[fold]) for passage, fold in pairs]
        self.aligned = [align(s, f) for s, f in zip(self.scenes, self.facts, strict=True)]
        told = (facts for i, facts in enumerate(self.facts) if self.complete[i])
        self.families = families(told, [wanted.label for wanted in self.relations])
        self.ends = np.cumsum([0, *(len(s.spans) for s in self.scenes)])

    def _apart(self, fold: int) -> NDArray[np.bool_]:
        """Which examples are learnt from for a fold: those of others that share no subject with it.

        Where few are, all of the others.
        """
        others = self.folds != fold
        within = {f.subject for i in np.flatnonzero(~others) for f in self.facts[int(i)]}
        strange = np.array([all(f.subject not in within for f in told) for told in self.facts])
        found: NDArray[np.bool_] = others & strange
        return found if found.sum() >= _LEAST * others.sum() else others

    def rows(self, example: int) -> slice:
        """The rows of an example's candidates among all candidates."""
        return slice(int(self.ends[example]), int(self.ends[example + 1]))

    def subjects_of(self, without: int | None) -> list[int]:
        """How many subjects the examples of each relation have, those of a fold left out."""
        found: dict[int, set[int]] = {i: set() for i in range(len(self.relations))}
        for i, facts in enumerate(self.facts):
            if without is None or self.apart[without][i]:
                for fact in facts:
                    found[self.number[fact.relation]].add(int(self.groups[i]))
        return [len(found[i]) for i in range(len(self.relations))]


def dataset(
    relations: Sequence[Wanted], examples: Sequence[Example], passages: Sequence[Passage]
) -> Dataset:
    """The examples with their subjects, folds and weights."""
    about = [_topic(example.facts) for example in examples]
    sizes = Counter(about)
    numbers = {name: i for i, name in enumerate(sorted(sizes))}
    groups = np.array([numbers[name] for name in about])
    weights = np.array([sizes[name] ** -0.5 for name in about])
    complete = np.array([example.complete for example in examples])
    folds = _folds(groups, 6 if len(examples) < _FEW else 3)
    facts = [example.facts for example in examples]
    return Dataset(relations, passages, facts, complete, groups, folds, weights)


def usable(aligned: Iterable[Sequence[Aligned]]) -> Counter[str]:
    """How many examples each relation has whose object is in the sentence."""
    return Counter(found.fact.relation for row in aligned for found in row if found.objects)


def refuse_too_few(data: Dataset) -> None:
    """Raise InputError unless one relation at least can be learnt."""
    counts, subjects = usable(data.aligned), data.subjects_of(None)
    named = sorted({fact.relation for facts in data.facts for fact in facts})
    enough = [
        name
        for name in named
        if counts[name] >= WANTED and subjects[data.number[name]] >= MIN_SUBJECTS
    ]
    if not enough:
        told = ", ".join(
            f"{name} ({counts[name]} about {subjects[data.number[name]]})" for name in named
        )
        raise InputError(
            f"Too few examples to learn from. Each relation wants {WANTED} or more whose object is "
            f"in the sentence, about {MIN_SUBJECTS} subjects or more; there are: {told}."
        )


def _topic(facts: Sequence[Fact]) -> str:
    """The commonest subject, the first of several."""
    counts = Counter(fact.subject for fact in facts)
    return counts.most_common(1)[0][0] if counts else ""


def _folds(groups: NDArray[np.int64], wanted: int) -> NDArray[np.int64]:
    """A fold for each example: those of a group together, the folds as even as may be."""
    names, sizes = np.unique(groups, return_counts=True)
    count = min(wanted, len(names))
    loads, fold_of = [0] * count, {}
    for name, size in sorted(zip(names, sizes, strict=True), key=lambda row: (-row[1], row[0])):
        fold_of[name] = loads.index(min(loads))
        loads[fold_of[name]] += size
    return np.array([fold_of[name] for name in groups])
