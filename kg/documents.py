"""Files, folders, archives, tables and standard input -> Documents, by way of the readers.

One bad file never ends the batch: `read` yields a Document for every text it can use and a
Problem for everything worth saying, in the order of the files. Only what makes the whole call
senseless, a metadata table or a date that cannot be used, is raised at once.

What a document is called, dated and so on is taken from the first that says it:

    title     metadata table, the file itself, else a first line that is no sentence
    date      metadata table, the file itself, a full dateline or `Published:` line, else the date
              given for all
    others    metadata table, the file itself

A document that is one of many in a file, a row or a member of an archive, has a path below that
file's: `news.zip/north/a.txt`, `news.jsonl/17`. So it is removed with the file, and what a file
no longer has leaves the graph when it is given again.
"""

from __future__ import annotations

import hashlib
import json
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO

from kg.errors import ArgumentError, InputError
from kg.inputs import STDIN, Problem, expand, find, left_out, printable
from kg.model import Document
from kg.readers import (
    ARCHIVES,
    METADATA_FIELDS,
    TABLES,
    Fault,
    Intake,
    Reading,
    archive_reader_for,
    reader_for,
    suffix_of,
    suffixes,
    table_reader_for,
)
from kg.readers.cleaning import clean, scrub
from kg.readers.dates import iso_date, written_date
from kg.readers.language import other_language
from kg.readers.layout import (
    OPENING_LINES,
    dateline,
    is_title_over,
    publication_date,
    stretches,
    unwrap,
)
from kg.readers.rows import readings
from kg.readers.table import load_table
from kg.readers.unpacking import too_large

__all__ = ["Intake", "Problem", "expand", "read", "read_stream", "unique_ids"]


def read(
    inputs: Sequence[str | Path] | str | Path,
    *,
    metadata: Path | None = None,
    date: str | None = None,
    intake: Intake | None = None,
) -> Iterator[Document | Problem]:
    """The documents in files and folders, and what went wrong with any.

    Folders are read with all below them, sorted, without hidden files; patterns name files; `-`
    is standard input. A file given twice counts once; so does a file that has the name and
    content of one before it. `metadata` is a CSV table with a column `file` and any of
    METADATA_FIELDS. `date` is the ISO date of every document that gives none itself. `intake`
    says which columns of tables are read, and how large documents may be. The ids are file stems,
    or what a row says, and may repeat (`unique_ids`).

    Raises InputError when the table cannot be used, ArgumentError when the date cannot.
    """
    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    if date is not None and iso_date(date) is None:
        raise ArgumentError(f"{date!r} is not a date. Give it as YYYY-MM-DD, as in 2016-12-15.")
    found = list(find(given, metadata))
    files = [item for item in found if isinstance(item, Path)]
    rows: Mapping[Path, Mapping[str, str]] = {}
    if metadata is not None:
        rows, unknown = load_table(metadata, files)
        found.extend(Problem(str(metadata), reason, "warning") for reason in unknown)
    batch = _Batch(intake or Intake(), iso_date(date) if date else None)
    return batch.read(found, rows)


def read_stream(
    stream: IO[bytes], intake: Intake | None = None, date: str | None = None
) -> Iterator[Document | Problem]:
    """The documents in a stream, of the format that its first bytes show, else plain text.

    They have no file: their paths say where they came from and what they say, so that another
    text from another stream is another document.
    """
    batch = _Batch(intake or Intake(), date)
    return batch.read_stream(stream)


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


# --- files -> readings


@dataclass(frozen=True, slots=True)
class _File:
    """A file, a member of an archive or a stream: what it is called, and how to open it.

    `path` is as people are shown it and `key` tells its documents apart.
    """

    path: Path
    key: Path
    open: Callable[[], IO[bytes]]
    said: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Batch:
    """One call's worth of files; `copies` has the first place of each name and content."""

    intake: Intake
    date: str | None
    copies: dict[tuple[str, str], str] = field(default_factory=dict)

    def read(
        self, found: Iterable[Path | Problem], rows: Mapping[Path, Mapping[str, str]]
    ) -> Iterator[Document | Problem]:
        for item in found:
            if isinstance(item, Problem):
                yield item
            elif item == STDIN:
                yield from self.read_stream(sys.stdin.buffer)
            else:
                file = _File(item, item.resolve(), partial(_opened, item), rows.get(item, {}))
                yield from self._without_copies(self._read_file(file))

    def read_stream(self, stream: IO[bytes]) -> Iterator[Document | Problem]:
        data = stream.read(self.intake.max_size + 1)
        key = Path(f"stdin:{hashlib.sha256(data).hexdigest()[:16]}")
        file = _File(Path("stdin" + _shown_suffix(data)), key, partial(BytesIO, data))
        yield from self._without_copies(self._read_file(file))

    def _without_copies(
        self, results: Iterable[Document | Problem]
    ) -> Iterator[Document | Problem]:
        for result in results:
            if isinstance(result, Problem):
                yield result
                continue
            place = result.path or result.id
            first = self.copies.setdefault((result.id, result.digest), place)
            if first == place:
                yield result
            else:
                reason = f"the same name and content as {first}; counted once"
                yield Problem(place, reason, "warning")

    def _read_file(self, file: _File) -> Iterator[Document | Problem]:
        """The documents in a file; whatever goes wrong with it is told, and no more."""
        name = printable(file.path)
        suffix = suffix_of(file.path.name)
        try:
            with file.open() as stream:
                if suffix in ARCHIVES:
                    yield from self._unpack(file, suffix, stream)
                elif suffix in TABLES:
                    yield from self._read_rows(file, suffix, stream)
                else:
                    for reading in reader_for(suffix)(self._bytes(stream)):
                        yield from self._document(file, reading)
        except OSError as error:
            yield Problem(name, f"cannot be read: {error.strerror or error}")
        except InputError as error:
            yield Problem(name, str(error))
        except Exception as error:  # noqa: BLE001 (libraries meet bytes that nobody foresaw)
            reason = f"the reader of {suffix} files failed on it ({type(error).__name__}: {error})"
            yield Problem(name, reason)

    def _bytes(self, stream: IO[bytes]) -> bytes:
        """All of a file that holds one document. Raises InputError where it is too large."""
        limit = self.intake.max_size
        data = stream.read(limit + 1)
        if len(data) > limit:
            size = stream.seek(0, 2) if stream.seekable() else len(data)
            raise InputError(f"it {too_large(size, limit)}")
        return data

    def _unpack(
        self, archive: _File, suffix: str, stream: IO[bytes]
    ) -> Iterator[Document | Problem]:
        others: Counter[str] = Counter()
        seen: set[str] = set()
        faults = 0
        for member in archive_reader_for(suffix)(stream, self.intake.max_size):
            path = archive.path / member.name
            if isinstance(member, Fault):
                faults += 1
                yield Problem(printable(path), member.reason, member.severity)
            elif suffix_of(member.name) not in suffixes():
                others[suffix_of(member.name) or "no ending"] += 1
            elif member.name in seen:
                yield Problem(printable(path), "is a second file of this name; left out")
            else:
                seen.add(member.name)
                key, data = archive.key / member.name, member.data
                file = _File(path, key, partial(BytesIO, data), archive.said)
                yield from self._read_file(file)
        yield from left_out(archive.path, "archive", faults + len(seen), others)

    def _read_rows(
        self, table: _File, suffix: str, stream: IO[bytes]
    ) -> Iterator[Document | Problem]:
        rows = table_reader_for(suffix)(stream, self.intake.max_size)
        for reading in readings(rows, self.intake.fields):
            if isinstance(reading, Fault):
                place = ", ".join(filter(None, (printable(table.path), reading.name)))
                yield Problem(place, reading.reason, reading.severity)
            else:
                yield from self._document(table, reading)

    def _document(self, file: _File, reading: Reading) -> Iterator[Document | Problem]:
        """A reading as a Document, after what is to be said about it."""
        path = file.path / reading.name if reading.name else file.path
        name = printable(path)
        yield from (Problem(name, warning, "warning") for warning in reading.warnings)
        text = unwrap(clean(reading.text))
        if not text.strip():
            yield Problem(name, "it is empty", "warning")
            return
        language = other_language(text)
        if language is not None:
            yield Problem(name, f"it is in {language}, and kg reads English; left out")
            return
        values, wrong = _metadata({**reading.metadata, **file.said})
        if wrong:
            yield Problem(name, f"its date {wrong!r} is not a date; left out", "warning")
        own_date = values.pop("date", None)
        values["title"] = values.get("title") or _headline(text)
        key = file.key / reading.name if reading.name else file.key
        yield Document(
            _own_id(file.path, reading.name),
            text,
            date=own_date or _own_date(text) or self.date,
            place=_own_place(text),
            path=printable(key),
            **values,
        )


def _opened(path: Path) -> IO[bytes]:
    return path.open("rb")


_FORMS = ((b"%PDF-", ".pdf"), (b"PK\x03\x04", ".zip"), (b"PAR1", ".parquet"), (b"\x1f\x8b", ".tgz"))
"""How streams begin that are no plain text, and the suffix that files of the kind have."""


def _shown_suffix(data: bytes) -> str:
    """The suffix that a file with these bytes would have; `.txt` where nothing shows it."""
    for beginning, suffix in _FORMS:
        if data.startswith(beginning):
            return ".docx" if b"word/document.xml" in data else suffix
    opening = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if opening.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return ".html"
    line = data.lstrip().partition(b"\n")[0]
    try:
        return ".jsonl" if isinstance(json.loads(line), dict) else ".txt"
    except (ValueError, RecursionError):
        return ".txt"


def _own_id(path: Path, name: str) -> str:
    """The id of a document: the stem of its file, or of a row, whose number alone says nothing."""
    suffix = suffix_of(path.name)
    stem = path.name[: len(path.name) - len(suffix)] or path.name
    if name:
        stem = f"{stem}-{name}" if name.isdecimal() else name
    return unicodedata.normalize("NFC", scrub(printable(Path(stem))))


def _metadata(said: Mapping[str, str]) -> tuple[dict[str, str | None], str | None]:
    """What is said of a document, cleaned, its date in ISO form; and a date that is none."""
    values = {
        key: " ".join(clean(said[key]).split()) or None for key in METADATA_FIELDS if key in said
    }
    written = values.pop("date", None)
    date = written and (iso_date(written) or written_date(written))
    return (values | {"date": date}, None) if date else (values, written)


# --- what a text says of itself


def _headline(text: str) -> str | None:
    """The first line that is no page furniture, if it is a title over more."""
    shown = (found for found in stretches(text) if found.kind != "furniture")
    opening = list(islice(shown, 2))
    titled = len(opening) > 1 and is_title_over(text, *opening)
    return text[opening[0].start : opening[0].end] if titled else None


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
