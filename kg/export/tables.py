"""Two CSV tables: the entities, and the statements with one entity or a value at their end.

A statement about an entity alone has no `target` but a `value` with its `datatype`. Lists are
JSON arrays; a cell without a value is empty.

Spreadsheets run a cell that begins like a formula, and the words are strangers'. So an apostrophe
stands before `=`, `+`, `-`, `@`, a tab or a carriage return at the beginning of a cell, and one
more before such apostrophes; `unguarded` takes it off again.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from kg import graph
from kg.errors import GraphError
from kg.export.xml import scrubbed
from kg.files import replacing
from kg.model import Literal, Subgraph

NODES = ("id", "label", "type", "aliases", "quantity", "same_as")
EDGES = (
    *("id", "source", "target", "value", "datatype", "unit", "relation", "property", "status"),
    *("polarity", "factuality", "ended", "speakers", "time", "place", "confidence", "rule"),
    *("document", "published", "sentence"),
)
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can tell; no clock gets into an export."""


def tables(subgraph: Subgraph) -> Mapping[str, Iterator[str]]:
    """The tables by the names of their files, as lines of CSV (RFC 4180)."""
    return {
        "nodes.csv": _lines(NODES, _nodes(subgraph)),
        "edges.csv": _lines(EDGES, _edges(subgraph)),
    }


def write_zip(subgraph: Subgraph, out: IO[bytes]) -> None:
    """Write both tables as one zip file; the same tables give the same bytes."""
    with tempfile.TemporaryFile() as whole:
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, lines in tables(subgraph).items():
                entry = zipfile.ZipInfo(name, _EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system, entry.external_attr = 3, 0o644 << 16
                with archive.open(entry, "w", force_zip64=True) as stream:
                    stream.writelines(line.encode() for line in lines)
        whole.seek(0)
        shutil.copyfileobj(whole, out)


def write_folder(subgraph: Subgraph, folder: Path) -> tuple[Path, ...]:
    """Write both tables into a folder, made where it is missing; their paths.

    Raises GraphError where they cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise GraphError(f"{folder} cannot be a folder for the tables: {reason}.") from error
    for name, lines in tables(subgraph).items():
        with replacing(folder / name) as stream:
            stream.writelines(line.encode() for line in lines)
    return tuple(folder / name for name in tables(subgraph))


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> guarded("=SUM(A1)"), guarded("'-"), guarded("a-b")
    ("'=SUM(A1)", "''-", 'a-b')
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """What `guarded` was given.

    >>> unguarded("'=SUM(A1)"), unguarded("'tis")
    ('=SUM(A1)', "'tis")
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _nodes(subgraph: Subgraph) -> Iterator[Mapping[str, object]]:
    for entity in subgraph.entities.values():
        yield graph.node(entity) | {"id": entity.id, "label": entity.name}


def _edges(subgraph: Subgraph) -> Iterator[Mapping[str, object]]:
    for said in subgraph.statements:
        told = {"id": said.id, "source": said.subject}
        if isinstance(said.object, Literal):
            told |= {"value": said.object.value, "datatype": said.object.datatype}
            told |= {"unit": said.unit} if said.unit else {}
        else:
            told |= {"target": said.object}
        yield graph.edge(said, subgraph) | told


def _lines(fields: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    yield _line(fields)
    for row in rows:
        yield _line([_cell(row.get(field)) for field in fields])


def _line(cells: Sequence[str]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerow([guarded(scrubbed(cell)) for cell in cells])
    return out.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return json.dumps(value, ensure_ascii=False) if value else ""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
