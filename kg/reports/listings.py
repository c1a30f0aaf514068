"""Lists as lines for people: documents, merges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from kg.lines import Line, Word, columns, line

if TYPE_CHECKING:
    from kg.api import Member
    from kg.merges import Merge

_DOUBTFUL = 0.3
"""Doubt from which a merge is worth a look."""


def document_lines(found: Iterable[Member]) -> list[Line]:
    """A line a document, in columns: id, title, date, source, statements, last built, files."""
    heading = ("document", "title", "date", "source", "statements", "last built", "files")
    rows: list[list[Word]] = [[(name, "title") for name in heading]]
    for one in found:
        told = one.document
        known = (told.title, told.date, told.source, str(one.statements), _minute(one.built))
        fields = (value or "-" for value in known)
        rows.append([(told.id, "name"), *fields, ("; ".join(one.files), "muted")])
    return columns(rows)


def _minute(time: str | None) -> str | None:
    """A date and time as people read it, to the minute, in their own zone."""
    return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M}" if time else None


def merge_lines(found: Iterable[Merge]) -> Iterator[Line]:
    """Two lines a merge: how doubtful, the names and why; and where they stand."""
    nothing = True
    for merge in found:
        nothing = False
        one, two = merge.names
        role = "claimed" if merge.doubt >= _DOUBTFUL else "muted"
        names = ((one, "name"), " = ", (two, "name"))
        yield line((f"{merge.doubt:.2f}", role), "  ", *names, f": {merge.reason}")  # type: ignore[arg-type]
        where = (f"“{m.text}” in {m.document} at {m.start}" for m in merge.evidence)
        yield line(("; ".join(where), "muted"), indent=6)
    if nothing:
        yield line("nothing was merged")
