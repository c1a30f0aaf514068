"""Words that stand for some of a kind and name none of it: half, several, somebody.

What each reader takes for such a word is a little different, and is told where it is read; these
are the words on which all agree.
"""

from __future__ import annotations

INDEFINITE_PRONOUNS = frozenset(
    "anybody anyone anything everybody everyone everything nobody none nothing one somebody "
    "someone something".split()
)
"""Pronouns that refer to nothing of their own."""

SHARES = frozenset("couple dozen half handful majority number percent quarter third".split())
"""Nouns that count others or tell a part of them: half of the miners."""
