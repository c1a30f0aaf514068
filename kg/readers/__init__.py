"""Readers: bytes -> raw text and metadata, one file a format.

A reader knows its format and nothing of folders, names or the graph. There are three kinds, by
what a file of the format holds:

    a document     READERS    bytes -> Readings, mostly one
    rows           TABLES     a stream -> rows by column; rows.py makes Readings of them
    other files    ARCHIVES   a stream -> members, each read by the reader of its own suffix

`documents.py` finds the files, asks here for the reader of a suffix, and makes Documents of what
it gets. These rooms serve every format:

    decoding.py   bytes -> characters, whatever the encoding
    cleaning.py   characters -> text without control characters, markup and odd spaces
    layout.py     text -> its lines: prose, headlines, page furniture, table cells
    language.py   whether a text is English

A new format is a file of its own, with a function `read`, `rows` or `members`, and one row below.
A library that only one format needs is an extra, imported by `library` when it is needed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Protocol, cast
from typing import Literal as OneOf

from kg.errors import InputError, UnsupportedFormatError

METADATA_FIELDS = ("title", "date", "author", "source", "url")
"""What a reader, front matter or a metadata table may say about a document."""

READERS: Mapping[str, str] = {
    ".docx": "kg.readers.word",
    ".eml": "kg.readers.mail",
    ".htm": "kg.readers.web",
    ".html": "kg.readers.web",
    ".md": "kg.readers.markdown",
    ".pdf": "kg.readers.pdf",
    ".txt": "kg.readers.text",
}
"""The module of each suffix of a document; it is loaded when the first such file is read."""

TABLES: Mapping[str, str] = {
    ".csv": "kg.readers.delimited",
    ".jsonl": "kg.readers.json_lines",
    ".parquet": "kg.readers.parquet",
    ".tsv": "kg.readers.delimited",
}
"""The module of each suffix of a file whose rows are documents."""

ARCHIVES: Mapping[str, str] = {
    ".tar": "kg.readers.tarred",
    ".tar.gz": "kg.readers.tarred",
    ".tgz": "kg.readers.tarred",
    ".zip": "kg.readers.zipped",
}
"""The module of each suffix of a file of files."""

FORMATS = ".txt .md .html .pdf .docx .eml .jsonl .csv .tsv .parquet .zip .tar.gz"
"""The formats as help texts name them."""

DEFAULT_MAX_SIZE = 100_000_000
"""Bytes: news articles have thousands, the King James Bible 4 million, a scanned book 50."""


@dataclass(frozen=True, slots=True)
class Fields:
    """Which columns of a table hold the text, the date and the id of a document.

    None finds the column by its name: `text`, `body`, `published`, `doc_id` and their like.
    """

    text: str | None = None
    date: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Intake:
    """How inputs are read: the columns of tables, and the size at which a document is refused.

    `max_size` is in bytes, of a file with one document, of a row, or of a member of an archive.
    """

    fields: Fields = Fields()
    max_size: int = DEFAULT_MAX_SIZE


@dataclass(frozen=True, slots=True)
class Reading:
    """One text as a reader found it.

    `metadata` has keys of METADATA_FIELDS, values as written in the file. `warnings` are
    sentences about what was lost or guessed; the text is usable all the same. `name` tells the
    texts of one file apart; it is empty where there is only one.
    """

    text: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a part of a file; `name` says which, and is empty for the file itself.

    In a table it is `row 7` or `line 7`.
    """

    reason: str
    name: str = ""
    severity: OneOf["warning", "error"] = "error"


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive; `name` is its path there, with slashes, and safe.

    `data` is empty where its suffix has no reader.
    """

    name: str
    data: bytes


Row = Mapping[str, object]
"""A row of a table by column, its values as the format gives them."""


class Reader(Protocol):
    """A function from the bytes of one file to the texts in it.

    Raises InputError with the reason when the bytes are not of its format.
    """

    def __call__(self, data: bytes) -> Iterator[Reading]: ...


class TableReader(Protocol):
    """A function from a file to its rows, and to what is wrong with some of them.

    `max_size` is what one row may have, in bytes. Raises InputError as a Reader does, maybe after
    some rows.
    """

    def __call__(self, stream: IO[bytes], max_size: int) -> Iterable[Row | Fault]: ...


class ArchiveReader(Protocol):
    """A function from a file to the files in it, and to what is wrong with some of them.

    Raises InputError as a Reader does, maybe after some members.
    """

    def __call__(self, stream: IO[bytes], max_size: int) -> Iterable[Member | Fault]: ...


def suffixes() -> tuple[str, ...]:
    """The suffixes that have a reader, sorted.

    >>> {".md", ".txt"} <= set(suffixes())
    True
    """
    return tuple(sorted({*READERS, *TABLES, *ARCHIVES}))


def suffix_of(name: str) -> str:
    """The suffix of a file's name that tells its format, in small letters.

    >>> suffix_of("News.TAR.GZ"), suffix_of("a.b.txt"), suffix_of("notes")
    ('.tar.gz', '.txt', '')
    """
    lowered = name.lower()
    known = [suffix for suffix in suffixes() if lowered.endswith(suffix)]
    dot = lowered.rfind(".")
    return max(known, key=len) if known else lowered[dot:] if dot > 0 else ""


def reader_for(suffix: str) -> Reader:
    """The reader for files with this suffix, case aside.

    Raises UnsupportedFormatError when there is none.
    """
    module = READERS.get(suffix.lower())
    if module is None:
        named = f"files ending in {suffix}" if suffix else "files without an ending"
        raise UnsupportedFormatError(
            f"no reader for {named}; there are readers for {', '.join(suffixes())}"
        )
    return cast("Reader", importlib.import_module(module).read)


def table_reader_for(suffix: str) -> TableReader:
    """The reader for tables with this suffix, one of TABLES."""
    return cast("TableReader", importlib.import_module(TABLES[suffix]).rows)


def archive_reader_for(suffix: str) -> ArchiveReader:
    """The reader for archives with this suffix, one of ARCHIVES."""
    return cast("ArchiveReader", importlib.import_module(ARCHIVES[suffix]).members)


def library(name: str, package: str) -> Any:
    """The module of a library that not every installation has.

    Raises InputError that names the package to install.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(
            f"reading it needs the library {package}, which is not installed: pip install {package}"
        ) from error
