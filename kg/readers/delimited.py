"""CSV and TSV -> rows. The first row names the columns; the delimiter is the commonest there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import IO

from kg.errors import InputError
from kg.readers import Fault, Row
from kg.readers.decoding import decode
from kg.readers.unpacking import too_large

_LONGEST_CELL = 2**31 - 1
"""What csv is to accept; the size of the whole file is checked before."""


def rows(stream: IO[bytes], max_size: int) -> Iterator[Row | Fault]:
    """The rows by column; `max_size` is for the whole file, of which the encoding is looked for."""
    data = stream.read(max_size + 1)
    if len(data) > max_size:
        raise InputError(too_large(stream.seek(0, 2), max_size))
    decoded = decode(data)
    yield from (Fault(warning, severity="warning") for warning in decoded.warnings)
    text = decoded.text.lstrip("\n")
    if "\0" in text:
        raise InputError("it has NUL characters, which CSV has not")
    if text.count('"') % 2:
        yield Fault("a quotation mark has no other; a row may hold those after it", "", "warning")
    header = text.partition("\n")[0]
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=header.count))
    try:
        columns = [name.strip() for name in next(reader, [])]
        for number, cells in enumerate(reader, start=2):
            if len(cells) > len(columns):
                yield Fault(f"has {len(cells)} cells for {len(columns)} columns", f"row {number}")
            elif any(cell.strip() for cell in cells):
                yield dict(zip(columns, cells, strict=False))
    except csv.Error as error:
        raise InputError(f"row {reader.line_num} is no CSV: {error}") from error
