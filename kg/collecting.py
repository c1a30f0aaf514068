"""How often Python looks for garbage that refers to itself, while records are made by the million.

A collection walks over what is alive, to find it alive: what a build makes it keeps, and what it
drops is freed at once, since next to nothing of it refers to itself. With Python's own setting
this takes 8 % of a build's time. Where all that is made stays until the end, as in linking, even
rare collections take 7 %.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_EVERY = 100_000
"""Objects made since the last collection at which there is a next one: some 10 MB."""


@contextmanager
def never() -> Iterator[None]:
    """There are no collections meanwhile; also a decorator of functions."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def seldom() -> Iterator[None]:
    """Collections are rare meanwhile; also a decorator of functions."""
    before = gc.get_threshold()
    if before[0]:  # who has put collections off keeps them off
        gc.set_threshold(max(_EVERY, before[0]), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
