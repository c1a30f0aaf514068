"""The figures of a graph as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kg.analysis.summary import MOST_LISTED, Summary
from kg.lines import Line, Role, Word, columns, line, status_role

_BAR = 24
"""Columns of the longest bar."""
_NAMED = 5
"""Members by which a community is told."""


def stats_lines(told: Summary) -> Iterator[Line]:
    """What there is, then a list for each kind of count."""
    yield from columns(_totals(told), right=(1,))
    yield from _counts("statements by status", told.statuses, by_status=True)
    yield from _counts("entities by type", told.types)
    yield from _counts("most frequent relations", told.relations, role="relation")
    yield from _counts("most connected, with the number of their neighbours", told.connected)
    yield from _counts("speakers, with the number of statements on their word", told.speakers)
    yield from _communities(told)


def _totals(told: Summary) -> list[tuple[Word, Word, Word]]:
    dates = " to ".join(dict.fromkeys(told.dates))
    return [
        ("documents", (f"{told.documents:,}", "title"), (dates, "muted")),
        ("sentences", (f"{told.sentences:,}", "title"), ""),
        ("statements", (f"{told.statements:,}", "title"), (_same(told), "muted")),
        ("entities", (f"{told.entities:,}", "title"), (_alone(told), "muted")),
        ("groups", (f"{len(told.components):,}", "title"), (_largest(told), "muted")),
        ("communities", (f"{len(told.communities):,}", "title"), ""),
    ]


def _same(told: Summary) -> str:
    return f"{told.facts:,} different facts" if told.facts != told.statements else ""


def _alone(told: Summary) -> str:
    return f"{told.alone:,} tied to no other" if told.alone else ""


def _largest(told: Summary) -> str:
    if not told.components:
        return ""
    return f"joined by paths; the largest has {told.components[0]:,} entities"


def _counts(
    heading: str, counts: Mapping[str, int], *, role: Role = "name", by_status: bool = False
) -> Iterator[Line]:
    if not counts:
        return
    most = max(counts.values())
    rows: list[tuple[Word, Word, Word]] = []
    for name, count in counts.items():
        look = status_role(name) if by_status else role
        bar = "▇" * max(1, round(_BAR * count / most))
        rows.append(((name, look), (f"{count:,}", "plain"), (bar, "bar")))
    yield from (line(), line((heading, "title")))
    yield from columns(rows, indent=2, right=(1,))


def _communities(told: Summary) -> Iterator[Line]:
    if not told.communities:
        return
    rows: list[tuple[Word, Word]] = []
    for names in told.communities[:MOST_LISTED]:
        shown = ", ".join(names[:_NAMED])
        more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        rows.append((f"{len(names):,}", (shown + more, "plain")))
    yield from (line(), line(("largest communities, the best tied first", "title")))
    yield from columns(rows, indent=2, right=(0,))
