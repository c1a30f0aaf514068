"""Rows of a table -> Readings: which column is the text, which the date, and so on.

A column that the user names is taken, and must be there. Otherwise columns are known by usual
names, the first in the list that a row has. What is wrong with rows is counted and told once a
file, with the first few by their number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from kg.errors import InputError
from kg.readers import Fault, Fields, Reading, Row
from kg.readers.cleaning import scrub

_NAMES: Mapping[str, tuple[str, ...]] = {
    "text": (
        *("text", "body", "content", "article", "article_body", "articlebody", "maintext"),
        *("full_text", "fulltext", "sentence", "sent", "passage", "abstract", "message"),
    ),
    "date": (
        *("date", "published", "published_at", "publication_date", "date_published"),
        *("datepublished", "date_publish", "pubdate", "pub_date", "issued", "created_at"),
        *("created", "timestamp"),
    ),
    "id": ("id", "doc_id", "document_id", "docid", "uuid", "guid", "sent_id"),
    "title": ("title", "headline"),
    "author": ("author", "authors", "byline", "creator"),
    "source": ("source", "site", "sitename", "site_name", "publisher", "outlet", "publication"),
    "url": ("url", "link", "uri", "permalink"),
}
"""Usual names of columns, small, with `_` for blanks and hyphens; the likeliest first."""

_SHOWN = 3
"""Rows that a message names."""

_Wrong = dict[tuple[str, str], list[str]]
"""By what is wrong, and whether rows or lines are counted: the numbers of these."""


def readings(rows: Iterable[Row | Fault], fields: Fields) -> Iterator[Reading | Fault]:
    """A Reading for every row that has a text, then what was wrong with others.

    A row's name is its id, or else its number from 1. Raises InputError where the first row shows
    that there is no column of texts.

    >>> [(r.name, r.text) for r in readings([{"Body": "It rose.", "id": 7}], Fields())]
    [('7', 'It rose.')]
    """
    wrong: _Wrong = defaultdict(list)
    seen: set[str] = set()
    found = 0
    number = 0
    for number, row in enumerate(rows, start=1):
        if isinstance(row, Fault):
            if row.name:
                kind, _, at = row.name.partition(" ")
                wrong[row.reason, kind].append(at)
            else:
                yield row
            continue
        columns = _columns(row, fields)
        if "text" not in columns:
            if not found:
                raise InputError(_no_text(row, fields))
            wrong["no column of text", "row"].append(str(number))
            continue
        found += 1
        name = _safe(_plain(row.get(columns.get("id", "")))) or str(number)
        text = _plain(row[columns["text"]], joint="\n")
        if name in seen:
            wrong["the id is that of a row before; left out", "row"].append(str(number))
        elif not text.strip():
            wrong["no text", "row"].append(str(number))
        else:
            seen.add(name)
            yield Reading(text, _metadata(row, columns), name=name)
    yield from _told(wrong)
    if not number:
        yield Fault("it is empty", severity="warning")


def _safe(name: str) -> str:
    """An id as one part of a path."""
    name = scrub(name)
    return "" if name in {".", ".."} else name.replace("%", "%25").replace("/", "%2F")


def _columns(row: Row, fields: Fields) -> dict[str, str]:
    """The row's own name of the column for each field that it has."""
    own = {_normal(name): name for name in reversed(list(row))}
    columns = {}
    for field, names in _NAMES.items():
        named = getattr(fields, field, None)
        if named is not None:
            if named in row:
                columns[field] = named
            continue
        known = next((own[name] for name in names if name in own), None)
        if known is not None:
            columns[field] = known
    return columns


def _normal(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def _no_text(row: Row, fields: Fields) -> str:
    listed = ", ".join(row) or "none"
    if fields.text is not None:
        return f"it has no column {fields.text!r} for --text-field; it has {listed}"
    return f"none of its columns is known to hold texts ({listed}); name one with --text-field"


def _metadata(row: Row, columns: Mapping[str, str]) -> dict[str, str]:
    told = {
        field: _plain(row.get(column))
        for field, column in columns.items()
        if field not in {"text", "id"}
    }
    return {field: value for field, value in told.items() if value}


def _plain(value: object, joint: str = ", ") -> str:
    """A value as a string; lists are joined, and what holds other values is none."""
    if isinstance(value, list | tuple):
        return joint.join(filter(None, map(_plain, value)))
    if isinstance(value, date):  # a datetime is one
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # an id, in a column in which some are missing
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _told(wrong: _Wrong) -> Iterator[Fault]:
    """A line on each kind of mistake."""
    for (reason, kind), numbers in wrong.items():
        listed = ", ".join(numbers[:_SHOWN])
        more = f" and {len(numbers) - _SHOWN:,} more" if len(numbers) > _SHOWN else ""
        rows = kind if len(numbers) == 1 else f"{kind}s"
        yield Fault(
            reason,
            f"{rows} {listed}{more}",
            severity="warning" if reason == "no text" else "error",
        )
