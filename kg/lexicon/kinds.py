"""What kind of thing a name names, by the name alone.

Tables of our own. known_names.tsv lists names that are famous but tell nothing by their words
("Danube", "Louvre", "Le Monde"), each with its type; a name that more than one thing bears is left
out. The bodies of organisations.tsv count among them. name_words.tsv lists words that, at one end
of a longer name, tell what it names: "Museo ..." before, "... Herald" after. Last, some names end
in a noun that is written together with them: "Nordseemuseum", "Abendblatt".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

_ENDINGS = {
    "museum": "Facility",
    "stadion": "Facility",
    "palais": "Facility",
    "bladet": "Organization",
    "blatt": "Organization",
    "zeitung": "Organization",
    "tidende": "Organization",
    "pravda": "Organization",
}
_LONGEST = 5
"""Words of the longest name that is looked up."""


def _rows(name: str) -> list[list[str]]:
    text = (files("kg") / "data" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    bodies = {name: "Organization" for row in _rows("organisations.tsv") for name in row}
    return bodies | dict(_rows("known_names.tsv"))


@lru_cache(maxsize=1)
def _openings() -> frozenset[str]:
    """First words of famous names of several."""
    return frozenset(name.partition(" ")[0] for name in _known() if " " in name)


@lru_cache(maxsize=1)
def _words() -> dict[tuple[str, str], str]:
    return {(place, word): kind for place, word, kind in _rows("name_words.tsv")}


@lru_cache(maxsize=65536)
def known(name: str) -> str:
    """The type of what bears a famous name, "" for any other name.

    >>> known("Danube"), known("the Danube"), known("Norvik")
    ('Place', 'Place', '')
    """
    plain = name.replace("’", "'").removeprefix("the ").removeprefix("The ")
    return _known().get(plain, "")


def known_length(words: Sequence[str], first: int) -> int:
    """How many words from `first` on are a famous name of several, 0 where none is.

    >>> known_length(["off", "Tierra", "del", "Fuego", "."], 1)
    3
    """
    if words[first] not in _openings():
        return 0
    for last in range(min(len(words), first + _LONGEST), first + 1, -1):
        if " ".join(words[first:last]) in _known():
            return last - first
    return 0


def of_first(word: str) -> str:
    """The type that the first word of a longer name tells ("Hotel", "Radio"), "" for none."""
    return _words().get(("first", word.casefold()), "")


def of_last(word: str) -> str:
    """The type that the last word of a longer name tells ("Herald", "Open"), "" for none."""
    return _words().get(("last", word.casefold()), "")


@lru_cache(maxsize=65536)
def of_ending(word: str) -> str:
    """The type that the end of a word tells, "" for none.

    >>> of_ending("Nordseemuseum"), of_ending("Museum")
    ('Facility', '')
    """
    small = word.casefold()
    return next((k for end, k in _ENDINGS.items() if small.endswith(end) and small != end), "")
