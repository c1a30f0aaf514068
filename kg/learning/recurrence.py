"""Whether a name is said again in a passage, shorter or in full.

*Ann Reed met Tom Low when Reed was mayor*: Reed is Ann Reed, said shorter. Examples mostly name
what a sentence is about in full.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from kg.learning.candidates import Span
from kg.learning.passages import Passage


def recurrences(passage: Passage, spans: Sequence[Span]) -> tuple[frozenset[str], ...]:
    """For each candidate, which of `again`, `fuller`, `shorter` hold of it; nothing of no name."""
    places: dict[str, list[int]] = defaultdict(list)
    for i, word in enumerate(passage.lower):
        if _is_capital(passage.words[i]):
            places[word].append(i)
    return tuple(_recurrence(passage, span, places) for span in spans)


def _recurrence(
    passage: Passage, span: Span, places: Mapping[str, Sequence[int]]
) -> frozenset[str]:
    first, end = span
    if not _is_capital(passage.words[first]):
        return frozenset()
    found, size = set(), end - first
    for at in _others(passage, places, span, 0):
        if passage.lower[at : at + size] == passage.lower[first:end]:
            found.add("shorter" if _goes_on(passage, at, at + size) else "again")
    for place in {0, size - 1} if size > 1 else ():
        for at in _others(passage, places, span, place):
            if passage.pos[at] == "PROPN" and not _goes_on(passage, at, at + 1):
                found.add("fuller")
    return frozenset(found)


def _others(
    passage: Passage, places: Mapping[str, Sequence[int]], span: Span, place: int
) -> list[int]:
    """Where else the word at this place of a span stands."""
    first, end = span
    return [at for at in places.get(passage.lower[first + place], ()) if not first <= at < end]


def _goes_on(passage: Passage, first: int, end: int) -> bool:
    """Whether a name goes on beyond a stretch of it."""
    left = first > 0 and passage.pos[first - 1] == "PROPN"
    return left or (end < len(passage) and passage.pos[end] == "PROPN")


def _is_capital(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()
