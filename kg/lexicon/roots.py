"""What words of one family begin with: direct-or, direct-ed.

No dictionary is asked: an ending is taken off where four letters stay. Words that share a root by
chance are rare among the words by which a sentence states one fact.
"""

from __future__ import annotations

from functools import lru_cache

_ENDINGS = sorted(
    (
        "s es ed er or ers ors ing ion ions ation ations ment ments "
        "ure ural al ly ity ist ian ic e y ies ied"
    ).split(),
    key=lambda ending: (-len(ending), ending),
)
_SHORTEST = 4
"""Letters that are left of a word at least: `ration` is not of `rat`."""


@lru_cache(maxsize=50_000)
def root(word: str) -> str:
    """What words of one family begin with.

    >>> root("manufacturer") == root("manufactured"), root("architecture") == root("architect")
    (True, True)
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word
