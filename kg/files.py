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

    Raises GraphError where the file cannot be written; what was there before then stays.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as stream:
            yield stream
        partial.replace(path)
    except OSError as error:
        raise GraphError(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        partial.unlink(missing_ok=True)
