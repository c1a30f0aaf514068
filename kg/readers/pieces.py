"""A stretch of any length -> pieces that are safe to parse.

The parser takes time in proportion to length, but not everything after it does, and the
pipeline refuses a text over a million characters. So a stretch longer than PIECE is cut at
sentence ends, and a sentence longer than LONGEST where a clause is likeliest to end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 1_800
"""Characters of the longest sentence that is parsed whole: about 300 words. The longest of
22,000 sentences from encyclopedias, news and schoolbooks has 1,041."""

PIECE = 8_000
"""Characters after which a stretch is cut at the next sentence end."""

_SENTENCE_END = re.compile(r"[.?!…][\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9])")
_CUTS = tuple(
    re.compile(pattern)
    for pattern in (
        r"[;:–—]\s+",
        r",\s+(?=(?:and|but|or|while|which|who|because|although)\b)",
        r"\s+(?=(?:and|but|or)\s)",
        r",\s+",
        r"\s+",
    )
)
"""Where to cut inside a sentence, the best kind of place first."""


def cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The pieces of `text[start:end]` as offsets, in order, without outer blanks.

    No sentence in them is longer than LONGEST and no piece longer than PIECE + LONGEST.

    >>> list(cut("It rose.", 0, 8))
    [(0, 8)]
    """
    if end - start <= LONGEST:
        yield start, end
        return
    begin = start
    for first, last in _sentences(text, start, end):
        if last - first > LONGEST:
            if first > begin:
                yield _trimmed(text, begin, first)
            yield from _clauses(text, first, last)
            begin = last
        elif last - begin >= PIECE or last == end:
            yield _trimmed(text, begin, last)
            begin = last
    if begin < end:
        yield _trimmed(text, begin, end)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for found in _SENTENCE_END.finditer(text, start, end):
        yield begin, found.end()
        begin = found.end()
    if begin < end:
        yield begin, end


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A long sentence cut into pieces of at most LONGEST characters."""
    while end - start > LONGEST:
        place = _best_cut(text, start, start + LONGEST)
        yield _trimmed(text, start, place)
        start = place
    if text[start:end].strip():
        yield _trimmed(text, start, end)


def _best_cut(text: str, start: int, limit: int) -> int:
    """The last place before `limit` of the best kind that is found past the middle."""
    middle = (start + limit) // 2
    for kind in _CUTS:
        places = [found.end() for found in kind.finditer(text, middle, limit)]
        if places:
            return places[-1]
    return limit


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
