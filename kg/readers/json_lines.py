"""JSON lines -> rows, one a line, read as they come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO

from kg.errors import InputError
from kg.readers import Fault, Row
from kg.readers.decoding import decode
from kg.readers.unpacking import too_large


def rows(stream: IO[bytes], max_size: int) -> Iterator[Row | Fault]:
    """The objects of the lines that have one; blank lines are passed over.

    Raises InputError where the first line shows that the file is of another kind.
    """
    number = 0
    while line := stream.readline(max_size + 1):
        number += 1
        if len(line) > max_size:
            size = len(line) + _pass_over_line(stream)
            yield Fault(too_large(size, max_size), f"line {number}")
        elif line.strip(b"\xef\xbb\xbf \t\r\n"):
            row = _row(line)
            if number == 1 and row is None:
                decode(line)  # says what it is instead, if it can be told
                raise InputError("its first line is no JSON object; .jsonl has one on each line")
            yield Fault("is no JSON object", f"line {number}") if row is None else row


def _row(line: bytes) -> Row | None:
    try:
        row = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _pass_over_line(stream: IO[bytes]) -> int:
    """Read to the end of the line; the number of bytes."""
    size = 0
    while part := stream.readline(1_000_000):
        size += len(part)
        if part.endswith(b"\n"):
            break
    return size
