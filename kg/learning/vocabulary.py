"""Features that are kept, and sums of their weights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.learning.regression import scipy_part


class Vocabulary:
    """The features that a model knows, by number, sorted."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._ids = {name: i for i, name in enumerate(self.names)}

    @classmethod
    def of(cls, rows: Iterable[Sequence[str]], groups: Iterable[int]) -> Vocabulary:
        """The features that occur in two groups or more.

        A group is what one subject's examples are. What is seen of a single subject says who that
        is, not how things are told.
        """
        first: dict[str, int] = {}
        kept: set[str] = {"bias"}
        for row, group in zip(rows, groups, strict=True):
            for name in row:
                if first.setdefault(name, group) != group:
                    kept.add(name)
        return cls(sorted(kept))

    def __contains__(self, name: object) -> bool:
        return name in self._ids

    def __len__(self) -> int:
        return len(self.names)

    @property
    def bias(self) -> int:
        return self._ids["bias"]

    def ids(self, row: Iterable[str]) -> list[int]:
        """The numbers of the known features of a row."""
        known = self._ids
        return [known[name] for name in row if name in known]

    def matrix(self, rows: Iterable[Sequence[str]]) -> Any:
        """Rows of features as a sparse matrix of ones."""
        pointers, indices = [0], []
        for row in rows:
            indices.extend(self.ids(row))
            pointers.append(len(indices))
        shape = (len(pointers) - 1, len(self))
        parts = (np.ones(len(indices)), np.array(indices, dtype=np.int32), np.array(pointers))
        return scipy_part("sparse").csr_matrix(parts, shape=shape)


def sums(
    vocabulary: Vocabulary, rows: Sequence[Sequence[str]], weights: NDArray[Any]
) -> NDArray[np.float64]:
    """The weights of each row's features added up: (rows, columns). Every row has the bias."""
    ids = [vocabulary.ids(row) for row in rows]
    starts = np.cumsum([0, *map(len, ids[:-1])])
    picked = weights[np.fromiter((i for row in ids for i in row), dtype=np.int64)]
    return np.add.reduceat(picked, starts, axis=0).astype(np.float64)
