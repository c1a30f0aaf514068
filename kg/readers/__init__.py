"""Readers: bytes -> raw text and metadata, one file a format.

A reader is a function from the bytes of one file to the texts in it. It knows its format and
nothing of folders, names or the graph. `documents.py` finds the files, asks here for the
reader of a suffix, and makes Documents of what it gets. Three rooms serve every format:

    decoding.py   bytes -> characters, whatever the encoding
    cleaning.py   characters -> text without control characters, markup and odd spaces
    layout.py     text -> its lines: prose, headlines, page furniture, table cells

A new format is a file of its own with a function `read`, and one row in READERS.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, cast

from kg.errors import UnsupportedFormatError

METADATA_FIELDS = ("title", "date", "author", "source", "url")
"""What a reader, front matter or a metadata table may say about a document."""

READERS: Mapping[str, str] = {
    ".md": "kg.readers.markdown",
    ".txt": "kg.readers.text",
}
"""The module of each suffix; it is loaded when the first such file is read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One text as a reader found it.

    `metadata` has keys of METADATA_FIELDS, values as written in the file. `warnings` are
    sentences about what was lost or guessed; the text is usable all the same.
    """

    text: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


class Reader(Protocol):
    """A function from the bytes of one file to the texts in it.

    Raises InputError with the reason when the bytes are not of its format.
    """

    def __call__(self, data: bytes) -> Iterator[Reading]: ...


def suffixes() -> tuple[str, ...]:
    """The suffixes that have a reader, sorted.

    >>> suffixes()
    ('.md', '.txt')
    """
    return tuple(sorted(READERS))


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
