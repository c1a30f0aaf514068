"""The embedded store: pyoxigraph in a folder of its own.

A build never writes into the store that readers have open. It fills a fresh folder beside it,
`store.new`, and swaps the two by renaming; so a build that fails or is killed loses nothing, and
a reader goes on with what it opened. Killed between the two renames, the old store lies under
`store.old` and is put back by the next that opens it. Where little changed, the fresh folder
begins as a snapshot of the old one, which shares its files.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyoxigraph as ox

from kg.errors import GraphError, QueryError
from kg.sparql import names_graphs
from kg.stores import Answer, Dataset, Solutions, Term, filling
from kg.stores.filling import TextsInOrder

if TYPE_CHECKING:
    import rdflib

_MARK = "CURRENT"
"""The file without which a folder is no store."""

_LABEL = "CONTENT"
"""The file in a store's folder that says what a build put there; RocksDB leaves it alone."""

_PARTS = re.compile(
    r"CURRENT|IDENTITY|LOCK|LOG(\.old\.\d+)?|(MANIFEST|OPTIONS)-\d+(\.dbtmp)?|CONTENT"
    r"|\d+\.(sst|log|blob|dbtmp)|\..*|Thumbs\.db|desktop\.ini"
)
"""Names of the files of RocksDB and our own, and of those that desktops leave everywhere."""

_OTHER_VERSION = re.compile("not possible to upgrade|outdated encoding|too recent version")
"""What Oxigraph says of a store of another version than its own."""

_STORE_ERRORS = (OSError, RuntimeError, ValueError)
"""What pyoxigraph raises for files it cannot use; RuntimeError where they are corrupt."""


_UNREADABLE = "The store cannot be read; build the graph again"


GraphName = ox.NamedNode | ox.DefaultGraph


Label = str | Callable[[], str]


class Change(NamedTuple):
    """What becomes of a graph: the quads that go, None for all there are, and those that come."""

    gone: Collection[ox.Quad] | None
    new: Iterable[ox.Quad]


class OxigraphStore:
    """A store in memory, or one in a folder opened for reading."""

    def __init__(self, store: ox.Store | None = None) -> None:
        self._store = store if store is not None else ox.Store()

    @classmethod
    def open(cls, path: Path) -> OxigraphStore:
        """The store in a folder, for reading.

        Raises GraphError when it is missing, locked, damaged or unreadable.
        """
        seen = cls.version_of(path)
        try:
            return cls(_read_only(path))
        except GraphError:
            if cls.version_of(path) == seen:
                raise
        return cls.open(path)  # while it was opened a build has put another there

    @staticmethod
    def replace(path: Path, quads: Iterable[ox.Quad], label: Label = "") -> None:
        """Put a store of these quads where `path` is, all at once.

        What stood there is untouched until the new store is complete. `label` says what is in it,
        for `label_of`; a function is asked when all quads are there. Raises GraphError when another
        process writes there or the folder cannot be written.
        """
        with _swapping(path) as fresh:
            filling.fill(fresh, partial(filling.load_quads, quads))
            _put_label(fresh, label)

    @staticmethod
    def replace_by_texts(
        path: Path,
        names: Iterable[ox.NamedNode],
        texts: TextsInOrder,
        label: Label,
        threads: int = 1,
    ) -> None:
        """As `replace`, by texts in TriG, each of which is loaded at once, by so many threads.

        `names` are of the graphs that these have. The database reads texts itself: to make quads
        for Python first takes a quarter more time.
        """
        with _swapping(path) as fresh:
            filling.fill(fresh, partial(filling.load_texts, names, texts, threads))
            _put_label(fresh, label)

    @staticmethod
    def amend(
        path: Path, changes: Mapping[ox.NamedNode | ox.DefaultGraph, Change], label: Label
    ) -> None:
        """Put a store where `path` is in which these graphs are changed and no others.

        The new store shares the old one's files as far as nothing changed. Raises GraphError as
        `replace` does.
        """
        with _swapping(path) as fresh:
            try:
                ox.Store.read_only(_utf8(path)).backup(str(fresh))
                _change(ox.Store(str(fresh)), changes)
            except (RuntimeError, ValueError) as error:
                raise GraphError(_explain(path, error)) from error
            _put_label(fresh, label)

    @staticmethod
    def version_of(path: Path) -> str:
        """What tells the store at `path` from those that stood there before; "" for none.

        Each has a folder of its own, and the file by which a store begins for itself.
        """
        try:
            folder, there = path.stat(), (path / _MARK).stat()
        except OSError:
            return ""
        return f"{folder.st_ino:x}-{there.st_ino:x}-{there.st_mtime_ns:x}"

    @staticmethod
    def label_of(path: Path) -> str:
        """The label that a store was written with, "" where it has none."""
        try:
            return (path / _LABEL).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def load(self, quads: Iterable[ox.Quad]) -> None:
        """Add quads."""
        self._store.bulk_extend(quads)

    def quads(self) -> Iterator[ox.Quad]:
        """All quads, in no particular order."""
        return _guarded(self._store)

    def graphs(self) -> Iterator[ox.NamedNode | ox.DefaultGraph]:
        """The default graph, then the names of all others."""
        yield ox.DefaultGraph()
        yield from _guarded(self._store.named_graphs())

    def quads_of(self, graph: ox.NamedNode | ox.DefaultGraph) -> Iterator[ox.Quad]:
        """The quads of one graph, in no particular order."""
        return _guarded(self._store.quads_for_pattern(None, None, None, graph))

    def query(
        self,
        sparql: str,
        prefixes: Mapping[str, str] | None = None,
        bindings: Mapping[str, Term] | None = None,
    ) -> Answer:
        """The answer to a query over the union of all graphs, or over those that FROM names."""
        result = self.evaluate(sparql, prefixes, bindings)
        if isinstance(result, ox.QueryBoolean):
            return bool(result)
        if isinstance(result, ox.QueryTriples):
            return _guarded(result)
        variables = tuple(variable.value for variable in result.variables)
        width = range(len(variables))
        rows = (tuple(solution[i] for i in width) for solution in _guarded(result))
        return Solutions(variables, rows)

    def evaluate(
        self,
        sparql: str,
        prefixes: Mapping[str, str] | None = None,
        bindings: Mapping[str, Term] | None = None,
        dataset: Dataset | None = None,
    ) -> ox.QuerySolutions | ox.QueryTriples | ox.QueryBoolean:
        """As `query`, but pyoxigraph's own answer, which serialises itself without Python's help.

        `dataset` goes before what FROM says. What the answer raises while it is read are
        pyoxigraph's errors.
        """
        substitutions: dict[ox.Variable, Any] = {
            ox.Variable(name): term for name, term in (bindings or {}).items()
        }
        try:
            return self._store.query(
                sparql,
                prefixes=dict(prefixes or {}),
                use_default_graph_as_union=dataset is None and not names_graphs(sparql),
                default_graph=[ox.NamedNode(g) for g in dataset.default] if dataset else None,
                named_graphs=[ox.NamedNode(g) for g in dataset.named] if dataset else None,
                substitutions=substitutions,
            )
        except SyntaxError as error:
            raise QueryError(str(error)) from error
        except (RuntimeError, ValueError) as error:
            raise QueryError(f"The query could not be answered: {error}") from error
        except OSError as error:
            raise GraphError(f"{_UNREADABLE}: {error}") from error

    def dataset(self) -> rdflib.Dataset:
        """The store as rdflib's Dataset, read-only, its default graph the union of all."""
        from kg.stores.rdflib_view import view

        return view(self._store)

    def close(self) -> None:
        """Give up the folder; pyoxigraph lets go when its object is gone."""
        del self._store


def _guarded(found: Iterable[Any]) -> Iterator[Any]:
    """The items one by one; a store that turns out damaged underway is a GraphError."""
    try:
        yield from found
    except _STORE_ERRORS as error:
        raise GraphError(f"{_UNREADABLE}: {error}") from error


def _read_only(path: Path) -> ox.Store:
    old = path.with_name(path.name + ".old")
    there = path if path.exists() or not (old / _MARK).exists() else old  # amid a swap
    if not there.exists():
        msg = f"There is no graph in {path.parent}: {path} is missing. Run `kg build` first."
        raise GraphError(msg)
    try:
        return ox.Store.read_only(_utf8(there))
    except _STORE_ERRORS as error:
        raise GraphError(_explain(path, error)) from error


def _utf8(path: Path) -> str:
    """A path as `Store.read_only` takes it, which knows UTF-8 alone, whatever the locale."""
    try:
        return os.fsencode(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise GraphError(_explain(path, error)) from error


@contextmanager
def _swapping(path: Path) -> Iterator[Path]:
    """The folder for a store that takes the place of `path` when the block ends without error."""
    fresh, old = path.with_name(path.name + ".new"), path.with_name(path.name + ".old")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _put_back(path)
        for folder in (path, fresh, old):
            _refuse_foreign(folder)
        _check_unlocked(path)
        _check_unlocked(fresh)
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        yield fresh
        if path.exists():
            path.rename(old)
        fresh.rename(path)
        _sync(path.parent)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        if _is_full(error):
            shutil.rmtree(fresh, ignore_errors=True)
        raise GraphError(_explain(path, error)) from error


def _change(store: ox.Store, changes: Mapping[GraphName, Change]) -> None:
    for graph, change in changes.items():
        if change.gone is None:
            store.remove_graph(graph)
        for quad in change.gone or ():
            store.remove(quad)
        store.extend(change.new)
    store.flush()


def _put_label(store: Path, label: Label) -> None:
    told = label if isinstance(label, str) else label()
    (store / _LABEL).write_text(told, "utf-8")


def _put_back(path: Path) -> None:
    """Undo half a swap."""
    old = path.with_name(path.name + ".old")
    if not path.exists() and (old / _MARK).exists():
        old.rename(path)


def _refuse_foreign(folder: Path) -> None:
    """Raise GraphError where a folder that is going to be replaced holds what is no store's."""
    if folder.exists() and not folder.is_dir():
        raise GraphError(f"{folder} is a file, and a store is to go there. Move it away.")
    inside = folder.iterdir() if folder.exists() else ()
    foreign = sorted(path.name for path in inside if not _PARTS.fullmatch(path.name))
    if foreign:
        raise GraphError(
            f"{folder} holds {', '.join(foreign[:3])}, which is no part of a store and would be "
            "lost with it. Move it away, then build again."
        )


def _check_unlocked(path: Path) -> None:
    """Raise OSError when some process has the store open for writing."""
    if (path / _MARK).exists():
        try:
            ox.Store(str(path))
        except _STORE_ERRORS as error:  # a damaged store may be replaced
            if "lock" in str(error).lower():
                raise


def _sync(folder: Path) -> None:
    """Make the renames last through a power cut, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _is_full(error: Exception) -> bool:
    return "no space left" in str(error).lower()


def _explain(path: Path, error: Exception) -> str:
    reason = str(error)
    if _is_full(error):
        return (
            f"The disk is full: the graph in {path.parent} could not be written. What was stored "
            "before is kept."
        )
    if isinstance(error, UnicodeDecodeError) or "not valid UTF-8" in reason:
        return (
            f"The name of {path.parent} is not UTF-8 text, which the store needs: choose another."
        )
    if _OTHER_VERSION.search(reason):
        return (
            f"The store in {path.parent} was written by another version of the database than this "
            "one reads. Build again with kg build: what was read from the documents is kept beside "
            "it."
        )
    if "lock" in reason.lower():
        return f"Another process is writing the graph in {path.parent}. Try again when it is done."
    if isinstance(error, PermissionError) or "permission denied" in reason.lower():
        return f"The graph in {path.parent} cannot be opened or written: permission denied."
    if isinstance(error, OSError) and error.strerror:
        return f"The graph in {path.parent} cannot be opened or written: {error.strerror}."
    return (
        f"The graph in {path.parent} is damaged ({reason.splitlines()[0]}). Delete {path} and "
        "build again: what was read from the documents is kept beside it."
    )
