"""Files and folders -> Documents, by way of the readers.

One bad file never ends the batch: `read` yields a Document for every text it can use and a
Problem for everything worth saying, in the order of the files. Only what makes the whole call
senseless, a metadata table or a date that cannot be used, is raised at once.

What a document is called, dated and so on is taken from the first that says it:

    title     metadata table, front matter or first heading, else a first line that is no sentence
    date      metadata table, front matter, a full dateline or `Published:` line, else the date
              given for all
    others    metadata table, front matter
"""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO
from typing import Literal as OneOf

from kg.errors import ArgumentError, InputError
from kg.model import Document
from kg.readers import METADATA_FIELDS, Reading, reader_for, suffixes
from kg.readers.cleaning import clean, scrub
from kg.readers.dates import iso_date, written_date
from kg.readers.layout import (
    OPENING_LINES,
    dateline,
    is_title,
    publication_date,
    stretches,
    unwrap,
)
from kg.readers.table import load_table

NOT_THERE = "there is no such file or folder"

RECORDS = "records.sqlite"
GRAPH_FILES = frozenset(
    {RECORDS, "store", "graph.ttl", "graph.trig", "graph.html", "curation.toml"}
)
"""What kg itself puts into the folder of a graph, which the first of them marks as one."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to say about an input; `path` as it was given.

    A "warning" leaves the document in the graph, or there was nothing in it to put there; an
    "error" says that something that was given is not in the graph.
    """

    path: str
    reason: str
    severity: OneOf["warning", "error"] = "error"


def read(
    inputs: Sequence[str | Path] | str | Path,
    *,
    metadata: Path | None = None,
    date: str | None = None,
) -> Iterator[Document | Problem]:
    """The documents in files and folders, and what went wrong with any.

    Folders are read with all below them, sorted, without hidden files. A file given twice counts
    once; so does a file that has the name and content of one before it. `metadata` is a CSV table
    with a column `file` and any of METADATA_FIELDS. `date` is the ISO date of every document
    that gives none itself. The ids are file stems and may repeat (`unique_ids`).

    Raises InputError when the table cannot be used, ArgumentError when the date cannot.
    """
    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    if date is not None and iso_date(date) is None:
        raise ArgumentError(f"{date!r} is not a date. Give it as YYYY-MM-DD, as in 2016-12-15.")
    found = list(_find(given))
    files = [item for item in found if isinstance(item, Path)]
    rows: Mapping[Path, Mapping[str, str]] = {}
    if metadata is not None:
        rows, unknown = load_table(metadata, files)
        found.extend(Problem(str(metadata), reason, "warning") for reason in unknown)
    return _read_all(found, rows, iso_date(date) if date else None)


def unique_ids(documents: Iterable[Document]) -> dict[str, str]:
    """The final id of each document, by its digest; the order of documents does not matter.

    It is the document's own id, the file stem. Where different documents share that, each gets
    `-` and the first 8 digits of its digest, or as many more as keep them apart.

    >>> a, b = Document("x", "Tide rose."), Document("y", "Tide fell.")
    >>> unique_ids([b, a]) == {a.digest: "x", b.digest: "y"}
    True
    """
    stems = {document.digest: document.id for document in documents}
    shared = Counter(stems.values())
    length = 8
    while True:
        ids = {
            digest: stem if shared[stem] == 1 else f"{stem}-{digest[:length]}"
            for digest, stem in stems.items()
        }
        if len(set(ids.values())) == len(ids):
            return ids
        length += 8


def _find(inputs: Sequence[str | Path]) -> Iterator[Path | Problem]:
    """The files to read, each once, as paths that begin as they were given."""
    seen: set[Path] = set()
    for given in inputs:
        path = Path(given)
        listed = _in_folder(path) if path.is_dir() else _as_file(path)
        for item in listed:
            if isinstance(item, Problem):
                yield item
            elif (resolved := item.resolve()) not in seen:
                seen.add(resolved)
                yield item


def _as_file(path: Path) -> Iterator[Path | Problem]:
    if path.is_file():
        yield path
    else:
        there = os.path.lexists(path)
        reason = NOT_THERE
        if path.is_symlink():
            reason = "is a link to a file that is not there"
        elif there:
            reason = "is neither a file nor a folder"
        yield Problem(_printable(path), reason)


def _in_folder(folder: Path) -> Iterator[Path | Problem]:
    """The readable files below a folder, and what was left out; kg's own are passed over."""
    unread: list[OSError] = []
    others: Counter[str] = Counter()
    found = 0
    for place, folders, names in os.walk(folder, onerror=unread.append):
        own = GRAPH_FILES if RECORDS in names else frozenset()
        folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in own)
        for name in sorted(n for n in names if not n.startswith(".") and n not in own):
            path = Path(place, name)
            if path.suffix.lower() in suffixes():
                found += 1
                yield from _as_file(path)
            else:
                others[path.suffix.lower() or "no ending"] += 1
    for error in unread:
        yield Problem(_printable(Path(error.filename)), f"cannot be opened: {error.strerror}")
    yield from _left_out(folder, found, others)


def _left_out(folder: Path, found: int, others: Counter[str]) -> Iterator[Problem]:
    readable = ", ".join(suffixes())
    kinds = ", ".join(sorted(others))
    if not found:
        besides = f"; it has other files ({kinds})" if others else ""
        yield Problem(_printable(folder), f"no documents in this folder ({readable}){besides}")
    elif others:
        count = others.total()
        files = "1 file" if count == 1 else f"{count} files"
        reason = f"left out {files} ({kinds}); there are readers for {readable}"
        yield Problem(_printable(folder), reason, "warning")


def _read_all(
    found: Iterable[Path | Problem], rows: Mapping[Path, Mapping[str, str]], date: str | None
) -> Iterator[Document | Problem]:
    copies: dict[tuple[str, str], str] = {}
    for item in found:
        if isinstance(item, Problem):
            yield item
            continue
        for result in _read_file(item, rows.get(item, {}), date):
            if isinstance(result, Problem):
                yield result
                continue
            first = copies.setdefault((result.id, result.digest), _printable(item))
            if first == _printable(item):
                yield result
            else:
                reason = f"the same name and content as {first}; counted once"
                yield Problem(_printable(item), reason, "warning")


def _read_file(
    path: Path, row: Mapping[str, str], date: str | None
) -> Iterator[Document | Problem]:
    yield from _read_bytes(path, path.read_bytes, row, date)


def read_stream(stream: IO[bytes], name: str = "stdin.txt") -> Iterator[Document | Problem]:
    """The documents in a stream, read as a file called `name` would be."""
    yield from _read_bytes(Path(name), stream.read, {}, None)


def _read_bytes(
    path: Path, content: Callable[[], bytes], row: Mapping[str, str], date: str | None
) -> Iterator[Document | Problem]:
    name = _printable(path)
    try:
        reader = reader_for(path.suffix)
        for reading in reader(content()):
            yield from (Problem(name, warning, "warning") for warning in reading.warnings)
            yield from _document(path, reading, row, date)
    except OSError as error:
        yield Problem(name, f"cannot be read: {error.strerror or error}")
    except InputError as error:
        yield Problem(name, str(error))


def _document(
    path: Path, reading: Reading, row: Mapping[str, str], date: str | None
) -> Iterator[Document | Problem]:
    """A reading as a Document, after what is to be said about it."""
    text = unwrap(clean(reading.text))
    if not text.strip():
        yield Problem(_printable(path), "it is empty", "warning")
        return
    said = {**reading.metadata, **row}
    values = {
        key: " ".join(clean(said[key]).split()) or None for key in METADATA_FIELDS if key in said
    }
    own_date = values.pop("date", None)
    known = own_date and (iso_date(own_date) or written_date(own_date))
    if own_date and not known:
        yield Problem(_printable(path), f"its date {own_date!r} is not a date; left out", "warning")
    values["title"] = values.get("title") or _headline(text)
    yield Document(
        unicodedata.normalize("NFC", scrub(_printable(Path(path.stem)))),
        text,
        date=known or _own_date(text) or date,
        place=_own_place(text),
        path=_printable(path.resolve()),
        **values,
    )


def _headline(text: str) -> str | None:
    """The first line that is no page furniture, if it is a title over more."""
    shown = (found for found in stretches(text) if found.kind != "furniture")
    opening = list(islice(shown, 2))
    if len(opening) < 2 or opening[0].kind == "table" or text[opening[1].start].islower():
        return None  # a small letter goes on with a sentence that was wrapped
    line = text[opening[0].start : opening[0].end]
    begins = not text[text.rfind("\n", 0, opening[0].start) + 1 : opening[0].start].strip()
    return line if begins and is_title(line) else None


def _own_date(text: str) -> str | None:
    """The whole date that the opening of a text gives it."""
    for line in _opening(text):
        found = dateline(line)
        date = (found and found.date) or publication_date(line)
        if date:
            return date
    return None


def _own_place(text: str) -> str | None:
    """The place of the dateline with which a text opens, as it is written there."""
    found = (dateline(line) for line in _opening(text))
    return next((opening.place for opening in found if opening and opening.place), None)


def _opening(text: str) -> list[str]:
    lines = [line.strip() for line in text[:4000].split("\n") if line.strip()]
    return lines[:OPENING_LINES]


def _printable(path: Path) -> str:
    """The path as valid Unicode: bytes that are not UTF-8 become escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
