"""How a new store gets its quads: much at a time, and in the order in which it keeps them.

The database writes what is loaded at once into files of its own, sorted for each of its six
indexes, and merges files that overlap. So much is loaded at once; a text at a time, which the
database reads itself, since to make quads for Python first takes a quarter more time; and graph
after graph in the order of their names in the index: then half of the indexes have nothing to be
merged, which saves another sixth. Several threads load at once, each a text of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

TextsInOrder = Callable[[Sequence[ox.NamedNode]], Iterable[str]]
"""Gives texts in TriG, in which the graphs with names come in the order that is told."""

_BATCH = 100_000
"""Quads that are loaded at once. Of 334,000 loaded whole, the peak was 366 MB; so, 150 MB, for a
tenth more time."""


def fill(folder: Path, load: Callable[[ox.Store], None]) -> None:
    """Make a store in a folder, let it be loaded, and put it in order."""
    store = ox.Store(str(folder))
    load(store)
    store.optimize()  # each batch has left files of its own, which make queries twice as slow
    store.flush()


def load_quads(quads: Iterable[ox.Quad], store: ox.Store) -> None:
    """Load quads in batches."""
    waiting = iter(quads)
    while batch := list(islice(waiting, _BATCH)):
        store.bulk_extend(batch)


def load_texts(
    names: Iterable[ox.NamedNode], texts: TextsInOrder, threads: int, store: ox.Store
) -> None:
    """Load texts; `names` are of the graphs that these have.

    This thread makes the texts, and loads those for which the others have no time.
    """
    load = partial(store.bulk_load, format=ox.RdfFormat.TRIG, lenient=True)
    under_way: list[Future[None]] = []
    with ThreadPoolExecutor(threads) as others:
        for text in texts(_in_order(names, store)):
            busy = sum(not one.done() for one in under_way)
            if busy + 1 < threads:
                under_way.append(others.submit(load, text))
            else:
                load(text)
        for one in under_way:
            one.result()  # raises what it ended with


def _in_order(names: Iterable[ox.NamedNode], store: ox.Store) -> list[ox.NamedNode]:
    """The names as the store sorts them, which then knows them for those of graphs."""
    for name in names:
        store.add_graph(name)
    return [name for name in store.named_graphs() if isinstance(name, ox.NamedNode)]
