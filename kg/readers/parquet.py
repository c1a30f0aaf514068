"""Apache Parquet -> rows, by pyarrow, a batch of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from kg.errors import InputError
from kg.readers import Fault, Row, library
from kg.readers.unpacking import too_large

_BATCH = 256
"""Rows that are in memory at once."""


def rows(stream: IO[bytes], max_size: int) -> Iterator[Row | Fault]:
    """The rows by column. Raises InputError where it is no Parquet file."""
    pyarrow = library("pyarrow", "pyarrow")
    parquet = library("pyarrow.parquet", "pyarrow")
    if not stream.seek(0, 2):
        yield Fault("it is empty", severity="warning")
        return
    stream.seek(0)
    number = 0
    try:
        with parquet.ParquetFile(stream) as file:
            for batch in file.iter_batches(batch_size=_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    size = sum(len(value) for value in row.values() if isinstance(value, str))
                    fits = size <= max_size
                    yield row if fits else Fault(too_large(size, max_size), f"row {number}")
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        reason = "encrypted" if "ncrypt" in str(error) else "truncated, damaged or another kind"
        raise InputError(f"it is no whole Parquet file: {reason}") from error
