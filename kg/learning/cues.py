"""By what each property of an ontology is known in a text, indexed for all of them together.

A property's cues are the words of its own names, and what kg.lexicon.stating knows of how such a
property is stated: words, phrases, patterns, and what kind of thing its object is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.learning.passages import Passage
from kg.learning.wanted import Wanted
from kg.lexicon.roots import root
from kg.lexicon.stating import label_words, stating

_EMPTY = frozenset(
    "of the a an in to for by on at is has was are with and or type number place date year "
    "name from as into member total size first count class main time".split()
)
"""Words of names that tell too little of what the property is."""

PREPOSITIONS = tuple(
    "of in on at by to for from with as into after under over aboard atop through upon against "
    "during about".split()
)

WAYS = ("is", "modifier", "people", "bracket", "comma", "title", "count")
"""Patterns without a word of their own (`kg/data/relation_words.tsv`)."""

UNITS: Mapping[str, frozenset[str]] = {
    kind: frozenset(row.split())
    for kind, row in {
        "length": "m metre metres meter meters km kilometre kilometres kilometer kilometers cm "
        "centimetre centimetres centimeters mm millimetre millimetres millimeters mile miles foot "
        "feet ft inch inches yard yards au light-years",
        "mass": "kg kilogram kilograms kilo kilos g gram grams ton tons tonne tonnes lb lbs pound "
        "pounds ounce ounces stone mg",
        "area": "hectare hectares acre acres km2 m2 sq square",
        "volume": "litre litres liter liters gallon gallons m3 cubic",
        "time": "s second seconds minute minutes min mins hour hours h day days week weeks month "
        "months year years",
        "speed": "km/h kmph mph knot knots kph km/s m/s",
        "power": "kw mw gw watt watts kilowatt kilowatts megawatt megawatts hp horsepower bhp",
        "temperature": "k kelvin kelvins celsius fahrenheit degree degrees °c °f",
        "money": "$ £ € dollar dollars euro euros pound pounds million billion crore yen rupees",
        "density": "g/cm3 cubic",
    }.items()
}
"""By what numbers are measured, and what each is a number of."""

KINDS = (
    "date number person organisation place country city region people language work event name "
    "class"
).split()
"""Kinds of candidates: a `name` is of no known kind, a `class` is a common noun."""

_PLACES = "place country city region"
_NO_NAMES = "date number people language class"
_THINGS = f"person {_PLACES} organisation people language work event name"
_FITS: Mapping[str, tuple[str, str]] = {
    "person": ("person", f"{_PLACES} organisation {_NO_NAMES}"),
    "organisation": ("organisation", f"person country {_NO_NAMES}"),
    "agent": ("person organisation", f"region {_NO_NAMES}"),
    "place": (_PLACES, f"person {_NO_NAMES}"),
    "country": ("country", "person date number language class city region organisation"),
    "city": ("city", f"person country region organisation {_NO_NAMES}"),
    "region": ("region place", f"person country organisation {_NO_NAMES}"),
    "date": ("date", f"number class {_THINGS}"),
    "number": ("number", f"date class {_THINGS}"),
    "language": (
        "language people",
        f"person {_PLACES} organisation date number class name work event",
    ),
    "people": ("people", f"person {_PLACES} organisation date number class language"),
    "class": ("class", f"person {_PLACES} organisation date number people language work name"),
    "work": ("work name", f"person {_PLACES} {_NO_NAMES}"),
    "event": ("event name", f"person {_PLACES} {_NO_NAMES}"),
    "thing": ("name work event organisation", "date number people language"),
    "text": ("name", "date people"),
}
"""By what a property's object is: kinds of candidates that fit, and those that do not."""


@dataclass(frozen=True, slots=True)
class Cues:
    """What tells of one property: roots, phrases of a root and a preposition, patterns.

    `own` are of its own names. `object` is the kind of its object as `kg.lexicon.stating` names
    it, "" where unknown; `ends` are the last words of the classes of subject and object.
    """

    own: frozenset[str]
    words: frozenset[str]
    phrases: frozenset[str]
    ways: frozenset[str]
    object: str
    ends: tuple[str, str]


def cues(relation: Wanted) -> Cues:
    """The cues of a property."""
    found = stating(relation.names, relation.object)
    names = [label_words(name) for name in relation.names]
    own = frozenset(root(w) for words in names for w in words if w not in _EMPTY)
    phrases = {_rooted(phrase) for phrase in found.phrases}
    phrases |= {_rooted(" ".join(w[-2:])) for w in names if len(w) > 1 and w[-1] in PREPOSITIONS}
    ends = _last(relation.subject_class), _last(relation.object_class)
    kind = _object(found.object, relation.object)
    words = own | {root(w) for w in found.words}
    return Cues(own, frozenset(words), frozenset(phrases), found.ways, kind, ends)


def _rooted(phrase: str) -> str:
    *words, last = phrase.split()
    return " ".join([*map(root, words), last])


def _last(label: str) -> str:
    return root((label_words(label) or ("",))[-1])


_WIDE = frozenset({"thing", "agent", "place", "text"})


def _object(usual: str, range_: str) -> str:
    """The kind of a property's object, from what is usual and what the ontology says.

    An ontology may say more than is usual, or that it is a body where a place is usual (a club's
    ground); else what is usual is trusted more, since ranges are often wrong where values are
    things, or things values.
    """
    swapped = {usual, range_} == {"organisation", "place"}
    return range_ or usual if not usual or usual in _WIDE or swapped else usual


class CueIndex:
    """The cues of all relations: which of them a root or phrase is a cue of, and their kinds.

    Arrays have a row a relation: `fits` a column a kind of `KINDS` (1, 0, -1), `ways` a column a
    pattern of `WAYS`, `preps` one a preposition, `units` one a measure of `UNITS`; `sizes` counts
    the relation's own roots.
    """

    def __init__(self, relations: Sequence[Wanted]) -> None:
        self.cues = [cues(relation) for relation in relations]
        self.own = _inverted(c.own for c in self.cues)
        self.words = _inverted(c.words for c in self.cues)
        self.phrases = _inverted(c.phrases for c in self.cues)
        self.fits = np.array([_fits(c.object) for c in self.cues])
        self.ways = np.array([[float(w in c.ways) for w in WAYS] for c in self.cues])
        self.preps = np.array([_used(c.phrases) for c in self.cues])
        self.units = np.array([[float(u in c.ways) for u in UNITS] for c in self.cues])
        self.sizes = np.array([float(max(1, len(c.own))) for c in self.cues])
        self.is_class = np.array([float(c.object == "class") for c in self.cues])
        self.kinds = [c.object for c in self.cues]

    def __len__(self) -> int:
        return len(self.cues)


def _inverted(sets: Iterable[Iterable[str]]) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, list[int]] = defaultdict(list)
    for i, members in enumerate(sets):
        for member in sorted(members):
            found[member].append(i)
    return {member: tuple(ids) for member, ids in found.items()}


def _fits(kind: str) -> list[float]:
    fitting, unfit = (row.split() for row in _FITS.get(kind, ("", "")))
    return [float(k in fitting) - float(k in unfit) for k in KINDS]


def _used(phrases: Iterable[str]) -> list[float]:
    used = {phrase.split()[-1] for phrase in phrases}
    return [float(p in used) for p in PREPOSITIONS]


@dataclass(frozen=True, slots=True)
class Marks:
    """Which tokens are cues of which relations: (relations, tokens) of 0 and 1.

    `covers` has a matrix a root of own names that the passage has: its relations and its tokens.
    """

    own: NDArray[np.float64]
    words: NDArray[np.float64]
    phrases: NDArray[np.float64]
    covers: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def marks(passage: Passage, index: CueIndex) -> Marks:
    """The cues of a passage."""
    lemmas = [root(lemma.lower()) for lemma in passage.lemmas]
    forms = [root(word) for word in passage.lower]
    shape = len(index), len(passage)
    own, words, phrases = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    met: dict[str, list[int]] = defaultdict(list)
    for i, both in enumerate(zip(lemmas, forms, strict=True)):
        for one in set(both):
            for relation in index.words.get(one, ()):
                words[relation, i] = 1.0
            if one in index.own:
                own[list(index.own[one]), i] = 1.0
                met[one].append(i)
        for phrase in _phrases(passage, i, lemmas, forms):
            for relation in index.phrases.get(phrase, ()):
                phrases[relation, i] = 1.0
    covers = tuple((index.own[one], tuple(at)) for one, at in met.items())
    return Marks(own, words, phrases, covers)


def _phrases(passage: Passage, i: int, lemmas: Sequence[str], forms: Sequence[str]) -> set[str]:
    """The phrases that token `i` ends: born in, director is, ingredients include."""
    word, lemma = passage.lower[i], passage.lemmas[i].lower()
    if word in PREPOSITIONS or passage.pos[i] == "ADP":
        heads = {j for j in (passage.heads[i], i - 1) if j >= 0 and j != i}
        return {word, *(f"{form[j]} {word}" for j in heads for form in (lemmas, forms))}
    if lemma in {"be", "include"}:
        before = [c for c in passage.children[i] if c < i] or [i - 1] * (i > 0)
        return {f"{lemmas[c]} {lemma}" for c in before}
    return set()
