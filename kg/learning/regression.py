"""Logistic regressions over the same sparse rows, one a column, fitted together.

The objective is that of scikit-learn's LogisticRegression: the sum of weighted log losses and
|w|² / 2C. Fitted together, the rows are read once for all columns, which on examples of fifteen
relations was ten times as fast as one liblinear a relation; and the weights can differ by column,
as where an example tells of one relation and says nothing of the others.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from kg.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROUNDS = 40
"""Steps of L-BFGS; on the development ontologies the F1 did not change from 30 on."""

_NEVER = -7.0
"""The log odds of what no example shows: below any threshold, within reach of the other stages."""


def fit(
    rows: Any, answers: NDArray[Any], weights: NDArray[Any], bias: int, strength: float = 1.0
) -> NDArray[np.float64]:
    """Weights of shape (features, columns) for `rows` (n, features) and `answers` (n, columns).

    `weights` has the shape of `answers`; 0 leaves a row out of a column. `bias` is the feature that
    every row has; a column without any positive answer has it alone. `strength` is the C of the
    regularisation.
    """
    minimize = scipy_part("optimize").minimize
    rows = scipy_part("sparse").csr_matrix(rows, dtype=np.float64)
    turned = rows.T.tocsr()
    found = np.zeros((rows.shape[1], answers.shape[1]))
    columns = np.flatnonzero((answers * weights).sum(axis=0) > 0)
    found[bias] = _NEVER
    if not len(columns):
        return found
    signs = 1.0 - 2.0 * answers[:, columns]
    shares = weights[:, columns]
    shape = (rows.shape[1], len(columns))

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        w = flat.reshape(shape)
        z = signs * (rows @ w)
        total = (shares * np.logaddexp(0.0, z)).sum() + (w * w).sum() / (2 * strength)
        slope = turned @ (shares * signs / (1.0 + np.exp(-np.clip(z, -60, 60))))
        return float(total), (slope + w / strength).ravel()

    start = np.zeros(shape)
    options = {"maxiter": _ROUNDS, "maxcor": 8}
    with single_thread():
        solved = minimize(loss, start.ravel(), jac=True, method="L-BFGS-B", options=options)
    found[:, columns] = solved.x.reshape(shape)
    return found


def single_thread() -> AbstractContextManager[Any]:
    """One thread for linear algebra: at these sizes more only wait, and sums stay the same."""
    limits: AbstractContextManager[Any] = _needed("threadpoolctl").threadpool_limits(1)
    return limits


def scipy_part(name: str) -> Any:
    """A module of SciPy, which nothing but learning needs."""
    return _needed(f"scipy.{name}")


def _needed(name: str) -> Any:
    """A module of the extra `learn`; raises InputError that says how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise InputError(
            f"Learning needs {name.split('.', maxsplit=1)[0]}, which is not installed: "
            "pip install '.[learn]' in the clone of kg."
        ) from error
