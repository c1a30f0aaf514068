"""Which of the formats that are there a client likes best, by its Accept header (RFC 9110, 12.5.1).

    negotiate("text/csv;q=0.5, application/*", ("application/json", "text/csv"))

gives "application/json". Of equal liking the first offered wins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SOLUTIONS: Mapping[str, str] = {
    "application/sparql-results+json": "application/sparql-results+json",
    "application/sparql-results+xml": "application/sparql-results+xml",
    "text/csv": "text/csv",
    "text/tab-separated-values": "text/tab-separated-values",
    "application/json": "application/sparql-results+json",
    "application/xml": "application/sparql-results+xml",
    "text/xml": "application/sparql-results+xml",
}
"""What SELECT and ASK can be answered in: the names that clients use, with what they mean."""

TRIPLES: Mapping[str, str] = {
    "text/turtle": "text/turtle",
    "application/n-triples": "application/n-triples",
    "application/ld+json": "application/ld+json",
    "application/rdf+xml": "application/rdf+xml",
    "application/x-turtle": "text/turtle",
    "text/plain": "application/n-triples",
    "application/json": "application/ld+json",
    "application/xml": "application/rdf+xml",
}
"""What CONSTRUCT and DESCRIBE can be answered in."""

_RANGE = re.compile(r"\s*([\w!#$&^.+*-]+/[\w!#$&^.+*-]+)\s*((?:;[^;]*)*)")
_QUALITY = re.compile(r";\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Range:
    """A media range with its quality, 0 to 1."""

    kind: str
    quality: float

    @property
    def precision(self) -> int:
        return 0 if self.kind == "*/*" else 1 if self.kind.endswith("/*") else 2

    def covers(self, media_type: str) -> bool:
        main = self.kind.removesuffix("*")
        return self.kind in ("*/*", media_type) or (
            self.kind.endswith("/*") and media_type.startswith(main)
        )


def negotiate(accept: str, offered: Sequence[str]) -> str | None:
    """The offered media type that is liked best, or None where none is accepted.

    An empty header accepts everything.

    >>> negotiate("text/csv;q=0.5, application/*", ("application/json", "text/csv"))
    'application/json'
    >>> negotiate("image/png", ("text/csv",)) is None
    True
    """
    ranges = _ranges(accept)
    liked = [(_quality(media_type, ranges), media_type) for media_type in offered]
    best = max((quality for quality, _ in liked), default=0.0)
    return next((kind for quality, kind in liked if quality == best), None) if best > 0 else None


def names(accept: str, media_type: str) -> bool:
    """Whether a header asks for a media type by its own name, as browsers do for HTML."""
    return any(range_.kind == media_type and range_.quality > 0 for range_ in _ranges(accept))


def _ranges(accept: str) -> list[_Range]:
    found = []
    for part in accept.split(","):
        if match := _RANGE.fullmatch(part):
            quality = _QUALITY.search(match[2])
            found.append(_Range(match[1].lower(), float(quality[1]) if quality else 1.0))
    return found or [_Range("*/*", 1.0)] if not accept.strip() else found


def _quality(media_type: str, ranges: Sequence[_Range]) -> float:
    """The quality that the most precise range gives it."""
    covering = [range_ for range_ in ranges if range_.covers(media_type)]
    return max(covering, key=lambda r: (r.precision, r.quality)).quality if covering else 0.0
