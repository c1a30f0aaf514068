"""The names that examples have taught: how each is written, and which relations it was in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from kg.learning.examples import Fact
from kg.learning.values import keys, plain


class Memory:
    """The labels of examples by their keys (`kg.learning.values.key`).

    A span whose key is known is written as the example wrote it: Café X for Cafe X.
    """

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.labels: dict[str, Counter[str]] = defaultdict(Counter)
        self._taught: dict[str, set[str]] = defaultdict(set)
        self.triples: Counter[tuple[str, str, str]] = Counter()
        self._facts = tuple(facts)
        for fact in self._facts:
            for label, role in ((fact.subject, "s"), (fact.object, "o")):
                for name in keys(label):
                    self.labels[name][label] += 1
                    self._taught[name].add(f"{role}:{fact.relation}")
            self.triples[plain(fact.subject), fact.relation, plain(fact.object)] += 1
        self._written = {name: _commonest(found) for name, found in self.labels.items()}
        self._known = {name: frozenset(found) for name, found in self._taught.items()}

    def label(self, name: str) -> str | None:
        """How the name with this key is written."""
        return self._written.get(name)

    def taught(self, name: str) -> frozenset[str]:
        """Each relation that the name was in, with "s:" before it as subject, "o:" as object."""
        return self._known.get(name, frozenset())

    def rows(self) -> list[list[str]]:
        """All facts, to be stored; `Memory(map(Fact, ...))` is made of them again."""
        return [[fact.subject, fact.relation, fact.object] for fact in self._facts]


def _commonest(found: Mapping[str, int]) -> str:
    return min(found, key=lambda label: (-found[label], label))
