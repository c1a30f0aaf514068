"""Gradient boosting: a sum of small trees, each fitted to what those before it got wrong.

The trees are symmetric: all nodes of a level ask the same question, so a tree is a list of
questions and a table of answers (Prokhorenkova and others 2018, "CatBoost: unbiased boosting with
categorical features"). Such trees overfit late, and many rows are judged by a few array operations.
Each is fitted by second-order steps of the log loss (Chen and Guestrin 2016, "XGBoost: a scalable
tree boosting system") on half of the rows and columns (Friedman 2002, "Stochastic gradient
boosting"), drawn with a fixed seed: the same rows always give the same trees.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float64]
"""Shape (rows, columns)."""

_TREES, _DEPTH, _RATE = 150, 3, 0.08
_RIDGE = 2.0
"""What is added to the curvature of a leaf: leaves of little weight say little."""

_BINS = 32
"""Questions that are tried of a column, at its quantiles."""

_ROWS, _COLUMNS = 0.5, 0.4
"""Shares of the rows and of the columns that a tree sees."""


class Trees(NamedTuple):
    """Whether a column exceeds a cut is asked on each level; the answers pick a leaf.

    `columns` and `cuts` have the shape (trees, levels), `leaves` (trees, 2 ** levels); `base` holds
    the one number that all rows begin with.
    """

    columns: NDArray[np.int64]
    cuts: NDArray[np.float64]
    leaves: NDArray[np.float64]
    base: NDArray[np.float64]

    def odds(self, rows: Rows) -> NDArray[np.float64]:
        """The log odds of each row."""
        if not len(self.columns):
            return np.full(len(rows), self.base[0])
        beyond = rows[:, self.columns] > self.cuts
        leaf = (beyond << np.arange(self.columns.shape[1])).sum(axis=2)
        picked = self.leaves[np.arange(len(self.leaves)), leaf]
        total: NDArray[np.float64] = self.base[0] + picked.sum(axis=1)
        return total


def constant(base: float) -> Trees:
    """No trees: the same log odds for every row."""
    return Trees(np.zeros((0, 1), np.int64), np.zeros((0, 1)), np.zeros((0, 2)), np.array([base]))


def boost(rows: Rows, right: NDArray[np.float64], weight: NDArray[np.float64]) -> Trees:
    """Trees that tell which rows are `right` (1 or 0), each row counting `weight` times."""
    hits, misses = float((weight * right).sum()), float((weight * (1 - right)).sum())
    base = float(np.log((hits + 0.5) / (misses + 0.5)))
    grower = _Grower(rows)
    if not (hits and misses and len(grower.usable)):
        return constant(base)
    odds = np.full(len(rows), base)
    found = []
    for _ in range(_TREES):
        chance = 1.0 / (1.0 + np.exp(-odds))
        tree, leaf = grower.tree(weight * (right - chance), weight * chance * (1 - chance))
        odds += tree[2][leaf]
        found.append(tree)
    columns, cuts, leaves = (np.array(part) for part in zip(*found, strict=True))
    return Trees(columns, cuts, leaves, np.array([base]))


class _Grower:
    """Grows trees on the same rows, whose numbers are replaced by those of their bins."""

    def __init__(self, rows: Rows) -> None:
        self.cuts = [_cuts(column) for column in rows.T]
        binned = [
            np.searchsorted(cuts, column) for cuts, column in zip(self.cuts, rows.T, strict=True)
        ]
        self.bins = np.stack(binned, axis=1) if binned else np.zeros(rows.shape, np.int64)
        self.usable = np.flatnonzero([len(cuts) for cuts in self.cuts])
        self.is_cut = np.array([np.arange(_BINS) < len(cuts) for cuts in self.cuts])
        self.draw = np.random.default_rng(0)

    def tree(
        self, slope: NDArray[np.float64], curve: NDArray[np.float64]
    ) -> tuple[tuple[list[int], list[float], NDArray[np.float64]], NDArray[np.int64]]:
        """A tree (columns, cuts, leaves) for these derivatives, and the leaf of each row."""
        rows = np.flatnonzero(self.draw.random(len(slope)) < _ROWS)
        count = max(1, round(len(self.usable) * _COLUMNS))
        columns = np.sort(self.draw.choice(self.usable, count, replace=False))
        slots = self.bins[np.ix_(rows, columns)] + np.arange(count) * _BINS
        sides = [np.repeat(part[rows], count) for part in (slope, curve)]
        leaf = np.zeros(len(slope), np.int64)
        asked: tuple[list[int], list[float]] = [], []
        for level in range(_DEPTH):
            keys = (slots + (leaf[rows] * count * _BINS)[:, None]).ravel()
            shape = (1 << level, count, _BINS)
            slopes, curves = (_sums(keys, side, shape) for side in sides)
            gain = np.where(self.is_cut[columns], _gain(slopes, curves), -1.0)
            place, cut = divmod(int(gain.argmax()), _BINS)
            leaf += (self.bins[:, columns[place]] > cut).astype(np.int64) << level
            asked[0].append(int(columns[place]))
            asked[1].append(float(self.cuts[columns[place]][cut]))
        totals = [np.bincount(leaf[rows], part[rows], 1 << _DEPTH) for part in (slope, curve)]
        return (*asked, _RATE * totals[0] / (totals[1] + _RIDGE)), leaf


def _sums(
    keys: NDArray[np.int64], of: NDArray[np.float64], shape: tuple[int, int, int]
) -> NDArray[np.float64]:
    """The sums of what has the same key (node, column, bin), cumulated by bin."""
    size = shape[0] * shape[1] * shape[2]
    found: NDArray[np.float64] = np.bincount(keys, of, size).reshape(shape).cumsum(axis=2)
    return found


def _gain(slope: NDArray[np.float64], curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much the loss falls by each question, over all nodes; the sums are cumulated by bin."""
    beyond = (slope[:, :, -1:] - slope) ** 2 / (curve[:, :, -1:] - curve + _RIDGE)
    fall: NDArray[np.float64] = (slope**2 / (curve + _RIDGE) + beyond).sum(axis=0)
    return fall


def _cuts(column: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cuts of a column: between its values, of many at their quantiles."""
    values = np.unique(column)
    if len(values) <= _BINS:
        return (values[1:] + values[:-1]) / 2
    return np.unique(np.quantile(column, np.linspace(0, 1, _BINS + 1)[1:-1]))
