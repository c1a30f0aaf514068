"""Files and folders -> Documents, by way of the readers.

One bad file never ends the batch: `read` yields a Document for every text it can use and a
Problem for everything worth saying, in the order of the files. Only what makes the whole call
senseless, a metadata table or a date that cannot be used, is raised at once.

What a document is called, dated and so on is taken from the first that says it:

    title     metadata table, front matter or first heading, else a first line in headline form
    date      metadata table, front matter, the date given for all, else a full dateline
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

from kg.errors import InputError
from kg.model import Document
from kg.readers import METADATA_FIELDS, Reading, reader_for, suffixes
from kg.readers.cleaning import clean, scrub
from kg.readers.dates import iso_date, written_date
from kg.readers.layout import OPENING_LINES, dateline, stretches, unwrap
from kg.readers.table import load_table


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
    with a column `file` and any of METADATA_FIELDS. `date` is the ISO date of every document that
    has none of its own. The ids are file stems and may repeat (`unique_ids`).

    Raises InputError when the table or the date cannot be used.
    """
    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    if date is not None and iso_date(date) is None:
        raise InputError(f"{date!r} is not a date. Give it as YYYY-MM-DD, for example 2016-12-15.")
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
        reason = "is neither a file nor a folder" if there else "there is no such file or folder"
        yield Problem(_printable(path), reason)


def _in_folder(folder: Path) -> Iterator[Path | Problem]:
    """The readable files below a folder, and what was left out."""
    unread: list[OSError] = []
    others: Counter[str] = Counter()
    found = 0
    for place, folders, names in os.walk(folder, onerror=unread.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if name.startswith("."):
                continue
            if path.suffix.lower() in suffixes():
                found += 1
                yield path
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
        date=known or date or _dateline_date(text),
        path=_printable(path.resolve()),
        **values,
    )


def _headline(text: str) -> str | None:
    """The first line, if it is a headline over more."""
    opening = list(islice(stretches(text), 2))
    if len(opening) < 2 or opening[0].kind != "headline":
        return None
    return text[opening[0].start : opening[0].end]


def _dateline_date(text: str) -> str | None:
    lines = [line.strip() for line in text[:4000].split("\n") if line.strip()]
    opened = filter(None, map(dateline, lines[:OPENING_LINES]))
    return next((opening.date for opening in opened if opening.date), None)


def _printable(path: Path) -> str:
    """The path as valid Unicode: bytes that are not UTF-8 become escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
