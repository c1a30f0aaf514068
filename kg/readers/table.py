"""The metadata table: a CSV file that tells title, date, author, source and url of documents.

Its first row names the columns: `file` and any of METADATA_FIELDS; others are passed over. A
`file` is matched with the files given from its end: `a.txt`, `a` and `north/a.txt` all mean
`texts/north/a.txt`, as long as no other file given ends so.
"""

from __future__ import annotations

import csv
import io
import os
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from kg.errors import InputError
from kg.readers import METADATA_FIELDS
from kg.readers.dates import iso_date
from kg.readers.decoding import decode

_SHOWN = 10
"""Mistakes that an error names; the rest is counted."""


class Row(NamedTuple):
    """A row of the table; `number` counts as a spreadsheet does, the header being 1."""

    number: int
    file: str
    fields: Mapping[str, str]


class Table(NamedTuple):
    """What a metadata table says of each file, and the rows that name none of them."""

    fields: Mapping[Path, Mapping[str, str]]
    unknown: tuple[str, ...]


def load_table(path: Path, files: Sequence[Path]) -> Table:
    """The table in `path`, its rows matched with `files`.

    A row about another file may belong to another call and is only told, but a table of which no
    row fits was meant for something else. Raises InputError for that, for a table that cannot be
    read, and for missing columns, bad dates and names that fit several files, by row.
    """
    rows = list(_rows(path))
    by_name = _by_name(files)
    fields: dict[Path, Mapping[str, str]] = {}
    wrong: list[str] = []
    unknown: list[Row] = []
    for row in rows:
        matches = _matches(row.file, path.parent, by_name)
        if not matches:
            unknown.append(row)
        elif len(matches) > 1:
            wrong.append(
                f"row {row.number}: {row.file!r} may be {_listed(matches)}; give more of its path"
            )
        elif matches[0] in fields:
            wrong.append(f"row {row.number}: {row.file!r} has a row before")
        else:
            fields[matches[0]] = row.fields
        wrong.extend(_bad_dates(row))
    _raise_wrong(path, wrong)
    if unknown and not fields:
        raise InputError(
            f"{path}: no row names one of the files given; "
            f"row {unknown[0].number} has {unknown[0].file!r}."
        )
    return Table(
        fields,
        tuple(f"row {row.number}: {row.file!r} is none of the files given" for row in unknown),
    )


def _rows(path: Path) -> Iterator[Row]:
    try:
        text = decode(path.read_bytes()).text
    except OSError as error:
        raise InputError(
            f"{path}: the metadata table cannot be read: {error.strerror or error}."
        ) from error
    except InputError as error:
        raise InputError(f"{path}: the metadata table cannot be read: {error}.") from error
    lines = text.lstrip("\n").splitlines()
    header = lines[0] if lines else ""
    delimiter = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO("\n".join(lines), newline=""), delimiter=delimiter)
    try:
        columns = [name.strip().lower() for name in next(reader, [])]
        _check_columns(path, columns)
        for number, cells in enumerate(reader, start=2):
            if any(cell.strip() for cell in cells):
                yield _row(path, number, columns, cells)
    except csv.Error as error:
        raise InputError(f"{path}, row {reader.line_num}: not CSV: {error}.") from error


def _check_columns(path: Path, columns: Sequence[str]) -> None:
    known = [name for name in columns if name in METADATA_FIELDS]
    has = ", ".join(filter(None, columns)) or "none"
    if "file" not in columns or not known:
        raise InputError(
            f"{path}: a metadata table needs a column 'file' and at least one of "
            f"{', '.join(METADATA_FIELDS)}; this one has {has}."
        )


def _row(path: Path, number: int, columns: Sequence[str], cells: Sequence[str]) -> Row:
    if len(cells) > len(columns):
        raise InputError(
            f"{path}, row {number}: {len(cells)} cells for {len(columns)} columns; "
            "put values with commas in quotation marks."
        )
    values = {name: cell.strip() for name, cell in zip(columns, cells, strict=False)}
    file = values.get("file", "")
    if not file:
        raise InputError(f"{path}, row {number}: the column 'file' is empty.")
    return Row(number, file, {key: values[key] for key in METADATA_FIELDS if values.get(key)})


def _bad_dates(row: Row) -> Iterator[str]:
    date = row.fields.get("date")
    if date and iso_date(date) is None:
        yield f"row {row.number}: {date!r} is not a date; give it as YYYY-MM-DD"


def _raise_wrong(path: Path, wrong: Sequence[str]) -> None:
    if wrong:
        more = f"; and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        raise InputError(f"{path}: {'; '.join(wrong[:_SHOWN])}{more}.")


def _by_name(files: Sequence[Path]) -> Mapping[str, list[Path]]:
    found: dict[str, list[Path]] = defaultdict(list)
    for file in files:
        for name in {_normal(file.name), _normal(file.stem)}:
            found[name].append(file)
    return found


def _matches(named: str, folder: Path, by_name: Mapping[str, list[Path]]) -> list[Path]:
    """The files that a cell of the column `file` may mean."""
    wanted = PurePosixPath(_normal(named.replace("\\", "/")))
    parts = [part for part in wanted.parent.parts if part not in {".", "..", "/"}]
    candidates = by_name.get(wanted.name, [])
    fitting = [file for file in candidates if _ends_with(file, parts)]
    if len(fitting) > 1:
        exact = (folder / named).resolve()
        return [file for file in fitting if file.resolve() == exact] or fitting
    return fitting


def _ends_with(file: Path, parts: Sequence[str]) -> bool:
    if not parts:
        return True
    return [_normal(part) for part in file.resolve().parent.parts][-len(parts) :] == list(parts)


def _normal(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _listed(files: Sequence[Path]) -> str:
    return " or ".join(os.fspath(file) for file in files[:3])
