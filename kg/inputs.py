"""What a user gives -> the files to read: files, folders with all below them, patterns, `-`.

Nothing is opened here. What cannot be a document is told as a Problem, in its place.
"""

from __future__ import annotations

import errno
import glob
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal as OneOf

from kg.readers import suffix_of, suffixes

STDIN = Path("-")
"""What stands for standard input."""

NOT_THERE = "there is no such file or folder"
NO_DOCUMENTS = "no documents in this"
"""How the reason begins where a folder or an archive was read and has none."""

RECORDS = "records.sqlite"
GRAPH_FILES = frozenset(
    {
        *(RECORDS, f"{RECORDS}-journal", f"{RECORDS}-wal", f"{RECORDS}-shm"),
        *("shards", "store", "store.new", "store.old"),
        *("graph.ttl", "graph.trig", "graph.html", "inferred.ttl"),
        *("curation.toml", "remote.json"),
    }
)
"""What kg itself puts into the folder of a graph, which the first of them marks as one."""

_PATTERN = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to say about an input; `path` as it was given.

    A "warning" leaves the document in the graph, or there was nothing in it to put there; an
    "error" says that something that was given is not in the graph.
    """

    path: str
    reason: str
    severity: OneOf["warning", "error"] = "error"


def expand(inputs: Iterable[str | Path]) -> list[Path]:
    """The inputs with every pattern (`texts/*.html`, `**` for any folders) in terms of files.

    What exists under its own name is no pattern, and a pattern that nothing fits stays.
    """
    found: list[Path] = []
    for given in map(str, inputs):
        fitting: Sequence[str] = ()
        if _PATTERN & set(given) and not os.path.lexists(given):
            fitting = sorted(glob.glob(given, recursive=True))  # noqa: PTH207 (any root)
        found.extend(map(Path, fitting or [given]))
    return found


def find(inputs: Iterable[str | Path], passed_over: Path | None = None) -> Iterator[Path | Problem]:
    """The files to read, each once, as paths that begin as they were given.

    `passed_over` is a file that is no document, wherever it lies.
    """
    seen = {passed_over.resolve()} if passed_over else set()
    for path in expand(inputs):
        listed = _in_folder(path, seen) if path.is_dir() else _as_file(path)
        for item in listed:
            if isinstance(item, Problem):
                yield item
            elif (resolved := item.resolve()) not in seen:
                seen.add(resolved)
                yield item


def printable(path: Path) -> str:
    """The path as valid Unicode: bytes that are not UTF-8 become escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def left_out(place: Path, what: str, found: int, others: Counter[str]) -> Iterator[Problem]:
    """What to say of a folder or an archive, `what`, in which documents were `found`.

    `others` counts its files of other kinds by their suffixes.
    """
    kinds, readable = ", ".join(sorted(others)), ", ".join(suffixes())
    if not found:
        besides = f"; it has other files ({kinds})" if others else ""
        yield Problem(printable(place), f"{NO_DOCUMENTS} {what} ({readable}){besides}")
    elif others:
        files = "1 file" if others.total() == 1 else f"{others.total():,} files"
        reason = f"left out {files} ({kinds}); there are readers for {readable}"
        yield Problem(printable(place), reason, "warning")


def _as_file(path: Path) -> Iterator[Path | Problem]:
    if path == STDIN or path.is_file():
        yield path
        return
    reason = NOT_THERE
    if path.is_symlink():
        reason = f"is a link {_fault_of_link(path)}"
    elif os.path.lexists(path):
        reason = "is neither a file nor a folder"
    elif _PATTERN & set(str(path)):
        reason = "no file fits this pattern"
    yield Problem(printable(path), reason)


def _fault_of_link(path: Path) -> str:
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            return "that leads back to itself"
    return "to a file that is not there"


def _in_folder(folder: Path, passed_over: set[Path]) -> Iterator[Path | Problem]:
    """The readable files below a folder, and what was left out; kg's own are passed over."""
    unread: list[OSError] = []
    others: Counter[str] = Counter()
    found = 0
    for place, folders, names in os.walk(folder, onerror=unread.append):
        own = GRAPH_FILES if RECORDS in names else frozenset()
        folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in own)
        for name in sorted(n for n in names if not n.startswith(".") and n not in own):
            path = Path(place, name)
            if suffix_of(name) in suffixes():
                found += 1
                yield from _as_file(path)
            elif not (path.is_file() and path.resolve() in passed_over):
                others[path.suffix.lower() or "no ending"] += 1
    for error in unread:
        yield Problem(printable(Path(error.filename)), f"cannot be opened: {error.strerror}")
    yield from left_out(folder, "folder", found, others)
