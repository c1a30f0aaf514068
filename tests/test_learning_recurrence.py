"""Whether a name is said again in a passage (kg.learning.recurrence)."""

from __future__ import annotations

import pytest

from kg.learning.passages import Passage
from kg.learning.recurrence import recurrences


def _passage(text):
    """Words parted by blanks; capitalised ones, but for the first, are proper nouns."""
    words = tuple(text.split())
    pos = tuple("PROPN" if word[0].isupper() else "NOUN" for word in words)
    return Passage(text, words=words, lower=tuple(text.lower().split()), pos=pos)


@pytest.mark.parametrize(
    ("text", "span", "said"),
    [
        ("Reed met Tom Low when Ann Reed ruled", (0, 1), {"shorter"}),
        ("Reed met Tom Low when Ann Reed ruled", (5, 7), {"fuller"}),
        ("Reed met Tom Low when Ann Reed ruled", (2, 4), set()),
        ("Ann Reed left and Ann Reed returned", (0, 2), {"again"}),
        ("Reed left and Reed returned", (0, 1), {"again"}),
        # Of a whole name that is said twice, the surname is said shorter both times.
        ("Ann Reed left and Ann Reed returned", (1, 2), {"shorter"}),
        # Common nouns are no names, however often they are said.
        ("a bridge and another bridge", (1, 2), set()),
    ],
)
def test_a_name_is_said_again_shorter_or_in_full(text, span, said):
    assert recurrences(_passage(text), [span]) == (frozenset(said),)
