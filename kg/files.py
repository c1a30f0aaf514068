"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from kg.errors import GraphError


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` when the block ends without an error.

    A link stays, and what it points to is replaced; a device or a pipe is written to as it is.
    Raises GraphError where the file cannot be written; what was there before then stays.
    """
    try:
        if path.is_file() or not path.exists():
            with _beside(path.resolve()) as stream:
                yield stream
        else:
            with path.open("wb") as stream:
                yield stream
    except OSError as error:
        raise GraphError(f"{path} cannot be written: {error.strerror or error}.") from error


@contextmanager
def _beside(path: Path) -> Iterator[BinaryIO]:
    """A hidden file in the same folder, moved to `path` once it is on the disk."""
    partial = path.with_name(f".{path.name[:80]}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Take away what killed writers left in a folder."""
    for partial in folder.glob(".*.partial"):
        partial.unlink(missing_ok=True)
