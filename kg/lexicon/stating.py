"""How the common properties of knowledge bases are stated in English.

kg/data/relation_words.tsv has a row a property: what it may be called, what stands at its other
end, and the words, phrases and patterns that tell of it. A property of a user's ontology is met by
its name, whatever the order of its words (birthPlace, place of birth), else by the longest name
that is a part of its own and has its head (currentManager: manager), else by a part of it where
the head says no more than a kind (completionDate: completion).

    >>> "born in" in stating(["placeOfBirth"]).phrases, stating(["birthPlace"]).object
    (True, 'place')
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from kg.lexicon.roots import root

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PREPOSITIONS = frozenset("of in on at by to for from with as into after under".split())
"""Those that names of properties have (born in, place of birth)."""

_EMPTY = frozenset("the a an has have is was are were been be and or".split())
"""Words of a name that tell nothing."""

_GENERIC = frozenset(
    map(root, "date place year number type name time location count total size first".split())
)
"""Heads that say of what kind the object is, and no more."""


@dataclass(frozen=True, slots=True)
class Stating:
    """How a property is stated; `object` is what kind of thing stands at its other end."""

    object: str = ""
    words: frozenset[str] = frozenset()
    phrases: frozenset[str] = frozenset()
    ways: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Row:
    names: tuple[str, ...]
    stating: Stating


@cache
def _rows() -> tuple[_Row, ...]:
    text = (files("kg") / "data" / "relation_words.tsv").read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return tuple(_row(*line) for line in lines)


def _row(names: str, kind: str, words: str, phrases: str, ways: str) -> _Row:
    told = frozenset(words.split()), frozenset(phrases.split("; ")) - {""}, frozenset(ways.split())
    return _Row(tuple(names.split("; ")), Stating(kind, *told))


def label_words(label: str) -> tuple[str, ...]:
    """The words of a label in lower case, camelCase parted.

    >>> label_words("leaderTitle"), label_words("IUCN status")
    (('leader', 'title'), ('iucn', 'status'))
    """
    return tuple(word.lower() for word in _WORD.findall(label))


@cache
def _index() -> Mapping[frozenset[str], tuple[int, ...]]:
    found: dict[frozenset[str], list[int]] = defaultdict(list)
    for i, row in enumerate(_rows()):
        for name in row.names:
            key = _key(label_words(name))
            if i not in found[key]:
                found[key].append(i)
    return {key: tuple(ids) for key, ids in found.items()}


@cache
def _known() -> frozenset[str]:
    return frozenset(w for row in _rows() for name in row.names for w in label_words(name))


def _key(words: tuple[str, ...]) -> frozenset[str]:
    """The roots of a name; a preposition at its end counts, since it tells the direction."""
    held = [w for w in words if w not in _EMPTY]
    last = [held[-1]] if len(held) > 1 and held[-1] in _PREPOSITIONS else []
    return frozenset([*(root(w) for w in held if w not in _PREPOSITIONS), *last])


def _parted(words: Iterable[str]) -> Iterator[str]:
    """The words, those written as one taken apart: birthyear."""
    for word in words:
        known = _known()
        cut = next(
            (i for i in range(3, len(word) - 2) if word[:i] in known and word[i:] in known), 0
        )
        yield from (word[:cut], word[cut:]) if cut and word not in known else (word,)


def _head(words: tuple[str, ...]) -> str:
    """The root of the last word before a preposition."""
    held = [w for w in words if w not in _EMPTY]
    cut = next((i for i, w in enumerate(held) if i and w in _PREPOSITIONS), len(held))
    return root(held[cut - 1]) if held else ""


@lru_cache(maxsize=10_000)
def _rows_of(name: str) -> tuple[int, ...]:
    """The rows of a name, by number."""
    words = tuple(_parted(label_words(name)))
    key, index = _key(words), _index()
    for exact in (key, key - _PREPOSITIONS):
        if exact in index:
            return index[exact]
    parts, head = [known for known in index if known < key], _head(words)
    with_head = [known for known in parts if head in known]
    if not with_head and head in _GENERIC:
        with_head = [known for known in parts if not known <= _GENERIC]
    longest = max(map(len, with_head), default=0)
    return tuple(dict.fromkeys(i for k in with_head if len(k) == longest for i in index[k]))


_LIKE: Mapping[str, frozenset[str]] = {
    kind: frozenset(row.split())
    for kind, row in {
        "place": "place country city region thing",
        "country": "country place thing",
        "city": "city place region thing",
        "region": "region place city thing",
        "person": "person agent thing people",
        "organisation": "organisation agent thing place",
        "date": "date",
        "number": "number",
        "language": "language people",
        "people": "people",
    }.items()
}
"""What a row's object may be where the ontology says what the property's is."""


def stating(names: Iterable[str], kind: str = "") -> Stating:
    """How a property of these names and kind of object is stated; empty where that is unknown."""
    ids = dict.fromkeys(i for name in names for i in _rows_of(name))
    held = [_rows()[i].stating for i in ids]
    fitting = [s for s in held if not kind or s.object in _LIKE.get(kind, {s.object})] or held
    if not fitting:
        return Stating()
    words, phrases, ways = (
        frozenset[str]().union(*(getattr(one, part) for one in fitting))
        for part in ("words", "phrases", "ways")
    )
    return Stating(fitting[0].object, words, phrases, ways)
