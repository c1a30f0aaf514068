"""What does not conform to shapes, as lines for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kg.lines import Line, Word, line
from kg.reports.records import as_json

if TYPE_CHECKING:
    from kg.validation import Violation

_LONGEST = 80
"""Characters of a value that are shown."""


def violation_lines(found: Sequence[Violation], checked: Path) -> Iterator[Line]:
    """A paragraph a violation: the thing, what is wrong, the sentence; then how many there are."""
    for one in found:
        head: list[Word] = [(one.severity, "negated"), ": ", (_local(one.node), "title")]
        yield line(*head, *(("  ", (one.told, "name")) if one.told else ()))
        where = f"{one.path}: " if one.path else ""
        is_ = f" (it is {_cut(one.value)})" if one.value else ""
        yield line(f"{where}{one.message}{is_}", indent=2)
        if one.sentence:
            yield line((f"“{one.sentence}”", "quote"), indent=2)
            yield line((one.document, "muted"), indent=2)
        yield line()
    things = len({one.node for one in found})
    if found:
        yield line(f"{checked} does not conform: {len(found):,} wrong, in {things:,} things")
    else:
        yield line(f"{checked} conforms")


def violations_json(found: Sequence[Violation]) -> bytes:
    """Whether the graph conforms, and each violation as an object."""
    return as_json({"conforms": not found, "violations": [asdict(one) for one in found]})


def _local(iri: str) -> str:
    """The last part of an IRI, which is what a reader looks for."""
    return iri[max(iri.rfind("/"), iri.rfind("#")) + 1 :] or iri


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
