"""Where the candidates of a passage stand: to its tokens, to each other, in its grammar.

Everything is an array over candidates, or a mask of candidates and tokens, so that what the words
of fifty relations say of a hundred candidates is a few products of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.learning.candidates import ARTICLES, Span
from kg.learning.cues import KINDS, PREPOSITIONS, UNITS, WAYS
from kg.learning.features import head
from kg.learning.passages import Passage
from kg.learning.scene import Scene
from kg.lexicon import gazetteer
from kg.lexicon.roots import root

_QUOTES = frozenset("\"“'‘(")
_NAMING = frozenset("of the de di da del la le von van der al el du des dos das y".split())
"""Small words inside of names."""

_INSIDE_PHRASE = frozenset("amod compound nmod nummod conj npadvmod".split())
_COUNTRIES = frozenset({"country", "former", "land"})
_CITIES = frozenset({"capital", "city"})
_HIGH = 4
"""Steps up the tree at most."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The candidates of a scene; `heads` and `leads` are tokens, a lead -1 where there is none.

    The lead is the token before a candidate, articles and quotation marks left out. `masks` are
    (candidates, tokens) by name, `bounds` columns by name; `kinds` are numbers of `KINDS`.
    `overlap` tells of every two candidates whether they share a token.
    """

    scene: Scene
    first: NDArray[np.int64]
    end: NDArray[np.int64]
    heads: tuple[int, ...]
    leads: tuple[int, ...]
    kinds: NDArray[np.int64]
    masks: Mapping[str, NDArray[np.float64]]
    bounds: Mapping[str, NDArray[np.float64]]
    overlap: NDArray[np.bool_]


def layout(scene: Scene) -> Layout:
    """The layout of a scene that has candidates."""
    passage, spans = scene.passage, scene.spans
    heads = tuple(head(passage, span) for span in spans)
    leads = tuple(_lead(passage, first) for first, _ in spans)
    first, end = np.array(spans).T
    kinds = [_kind(passage, s, k) for s, k in zip(spans, scene.kinds, strict=True)]
    overlap = (first[:, None] < end[None, :]) & (first[None, :] < end[:, None])
    masks = _masks(passage, first, end, heads, leads)
    numbers = np.array([KINDS.index(kind) for kind in kinds])
    bounds = _bounds(passage, spans, heads)
    return Layout(scene, first, end, heads, leads, numbers, masks, bounds, overlap)


def _lead(passage: Passage, first: int) -> int:
    i = first - 1
    while i >= 0 and (passage.lower[i] in ARTICLES or passage.words[i] in _QUOTES):
        i -= 1
    return i if i >= 0 and passage.sentences[i] == passage.sentences[first] else -1


def _kind(passage: Passage, span: Span, coarse: str) -> str:
    """One of `KINDS`: places told apart by the gazetteer, common nouns from names."""
    if coarse in {"date", "number", "person", "language", "event", "work"}:
        return coarse
    if not passage.words[span[0]][:1].isupper():
        small = passage.words[span[0]].islower()
        named = coarse and not (small and coarse in {"organisation", "place", "people"})
        return coarse if named else "class"
    text = passage.wording(*span)
    if coarse == "people" or gazetteer.adjective(text):
        return "people"
    place = gazetteer.place(text)
    if not place:
        return coarse or "name"
    if place.kind in _COUNTRIES:
        return "country"
    return "city" if place.kind in _CITIES else "region"


def _masks(
    passage: Passage,
    first: NDArray[np.int64],
    end: NDArray[np.int64],
    heads: tuple[int, ...],
    leads: tuple[int, ...],
) -> Mapping[str, NDArray[np.float64]]:
    """Tokens outside of a candidate in its sentence: near it, and related in the tree."""
    at, f, e = np.arange(len(passage)), first[:, None], end[:, None]
    inside = (at >= f) & (at < e)
    sentences = np.array(passage.sentences)
    beyond = ~inside & (sentences[first][:, None] == sentences[None, :])
    gap = np.where(at < f, f - at, at - e + 1)
    above, governors = _above(passage), _governors(passage)
    beside = ((above @ _children(passage)) > 0) | (above > 0)
    lead = np.zeros(inside.shape, dtype=np.bool_)
    for i, token in enumerate(leads):
        lead[i, token] = token >= 0
    rows = list(heads)
    found = {
        "inside": inside,
        "sentence": beyond,
        "next": beyond & (gap <= 1),
        "near": beyond & (gap <= 3),
        "far": beyond & (gap <= 6),
        "before": beyond & (at < f) & (gap <= 4),
        "closely before": beyond & (at < f) & (gap <= 3),
        "after": beyond & (at >= e) & (gap <= 2),
        "above": (above[rows] > 0) & ~inside,
        "governor": (governors[rows] > 0) & ~inside,
        "beside": beside[rows] & ~inside,
        "lead": lead,
    }
    return {name: mask.astype(np.float64) for name, mask in found.items()}


def _above(passage: Passage) -> NDArray[np.float64]:
    found = np.zeros((len(passage), len(passage)))
    for i in range(len(passage)):
        j = i
        for _ in range(_HIGH):
            if passage.heads[j] == j:
                break
            j = passage.heads[j]
            found[i, j] = 1.0
    return found


def _children(passage: Passage) -> NDArray[np.float64]:
    found = np.zeros((len(passage), len(passage)))
    found[list(passage.heads), np.arange(len(passage))] = 1.0
    return found


def _governors(passage: Passage) -> NDArray[np.float64]:
    """What a token depends on directly, by way of a preposition, or as one of a list."""
    found = np.zeros((len(passage), len(passage)))
    for i, up in enumerate(passage.heads):
        above = passage.heads[up] if passage.deps[i] == "conj" else up
        found[i, above] = float(above != i)
        if passage.pos[above] in {"ADP", "AUX"} or passage.deps[above] == "prep":
            found[i, passage.heads[above]] = 1.0
            for child in passage.children[above]:
                if child < above and passage.pos[child] == "AUX":
                    found[i, child] = 1.0
    return found


def _bounds(
    passage: Passage, spans: tuple[Span, ...], heads: tuple[int, ...]
) -> Mapping[str, NDArray[np.float64]]:
    """Whether a candidate is a whole name or phrase, or is cut out of one."""
    capital = [w[:1].isupper() or w[:1].isdigit() for w in passage.words]
    large = [s for s in spans if s[1] - s[0] > 1 and _is_name(passage, s, capital)]
    ents = {(b + (passage.lower[b] in ARTICLES), e) for b, e, _ in passage.ents}
    people = [
        label == "NORP" or (cap and pos == "ADJ")
        for label, cap, pos in zip(passage.labels, capital, passage.pos, strict=True)
    ]
    told = predicates(passage)

    def column(test: Callable[[Span, int], bool]) -> NDArray[np.float64]:
        return np.array([float(test(s, at)) for s, at in zip(spans, heads, strict=True)])

    def modified(span: Span) -> bool:
        return _is_modifier(passage, span[0] - 1, span[0])

    def hangs(span: Span) -> bool:
        """Whether a noun, not an adjective of a people, is cut off before a candidate."""
        i = span[0] - 1
        noun = modified(span) and not people[i] and passage.pos[i] != "ADJ"
        return noun or (i >= 0 and passage.words[i] in "-–")

    def adjective(span: Span) -> bool:
        return modified(span) and passage.pos[span[0] - 1] == "ADJ" and not people[span[0] - 1]

    def modifies(span: Span, at: int) -> bool:
        end = span[1]
        goes_on = end < len(passage) and passage.pos[end] in {"NOUN", "PROPN"}
        linked = passage.deps[at] in {"compound", "amod", "nmod"}
        return goes_on and linked and end <= passage.heads[at] < end + 2

    return {
        "inner": column(lambda s, _: _is_within(s, large)),
        "cut left": column(lambda s, _: hangs(s)),
        "cut right": column(modifies),
        "plain": column(lambda s, _: not hangs(s) and not adjective(s)),
        "people": column(lambda s, _: any(people[s[0] : s[1]]) and not capital[s[1] - 1]),
        "numbered": column(lambda s, _: any(_is_number(passage, i) for i in range(*s))),
        "before predicate": column(lambda s, _: s[1] in told),
        "predicate": column(lambda s, at: at in told and at == s[1] - 1),
        "entity": column(lambda s, _: s in ents),
        "crossing": column(lambda s, _: any(_crosses(s, ent) for ent in ents)),
        "short": column(lambda s, _: s[1] - s[0] == 1),
        "named": column(lambda s, _: passage.words[s[0]][:1].isupper()),
    }


def _is_name(passage: Passage, span: Span, capital: list[bool]) -> bool:
    first, end = span
    ends = capital[first] and capital[end - 1]
    return ends and all(capital[i] or passage.lower[i] in _NAMING for i in range(first, end))


def _is_within(span: Span, others: Iterable[Span]) -> bool:
    return any(a <= span[0] and span[1] <= b and (a, b) != span for a, b in others)


def _crosses(span: Span, other: Span) -> bool:
    (a, b), (x, y) = span, other
    return x < a < y < b or a < x < b < y


def _is_modifier(passage: Passage, i: int, first: int) -> bool:
    """Whether token `i`, before `first`, belongs to a phrase that begins there or goes on."""
    return (
        i >= 0
        and passage.pos[i] in {"NOUN", "PROPN", "ADJ"}
        and passage.heads[i] >= first
        and passage.deps[i] in {"compound", "amod", "nmod", "poss"}
    )


def _is_number(passage: Passage, i: int) -> bool:
    return passage.pos[i] == "NUM" or passage.words[i][:1].isdigit()


def predicates(passage: Passage) -> frozenset[int]:
    """The heads of what something is said to be: is a painter and poet; X, a painter."""
    found: set[int] = set()
    for i, dep in enumerate(passage.deps):
        if dep in {"attr", "appos"} or (dep == "conj" and passage.heads[i] in found):
            found.add(i)
    return frozenset(found)


def ways(found: Layout) -> NDArray[np.float64]:
    """Which of the patterns `WAYS` each candidate is in: (candidates, patterns)."""
    passage, told = found.scene.passage, predicates(found.scene.passage)
    bracketed = _bracketed(passage)
    out = np.zeros((len(found.scene.spans), len(WAYS)))
    for c, (first, end) in enumerate(found.scene.spans):
        at, kind = found.heads[c], KINDS[found.kinds[c]]
        goes_on = end < len(passage)
        lead = found.leads[c]
        out[c] = (
            at in told,
            _modifies(passage, at, told),
            kind == "people",
            bracketed[first],
            kind in {"place", "country", "city", "region"}
            and lead > 0
            and passage.words[lead] == ","
            and passage.words[lead - 1][:1].isupper(),
            goes_on and passage.words[end][:1].isupper() and passage.pos[end] == "PROPN",
            goes_on and kind == "number" and passage.pos[end] in {"NOUN", "ADJ"},
        )
    return out


def _modifies(passage: Passage, at: int, told: frozenset[int]) -> bool:
    """Whether a token stands before what something is said to be, in the same phrase."""
    i, steps = at, 0
    while passage.heads[i] != i and steps < _HIGH - 1 and passage.deps[i] in _INSIDE_PHRASE:
        i, steps = passage.heads[i], steps + 1
    return steps > 0 and i in told


def _bracketed(passage: Passage) -> list[bool]:
    depth, found = 0, []
    for word in passage.words:
        depth += word in {"(", "["}
        found.append(depth > 0)
        depth = max(0, depth - (word in {")", "]"}))
    return found


def prepositions(found: Layout) -> NDArray[np.float64]:
    """The preposition that leads each candidate: (candidates, `PREPOSITIONS`)."""
    lower = found.scene.passage.lower
    leads = [lower[i] if i >= 0 else "" for i in found.leads]
    return np.array([[float(lead == p) for p in PREPOSITIONS] for lead in leads])


def measures(found: Layout) -> NDArray[np.float64]:
    """What each candidate is a number of, by the words in it and about it: a column a unit."""
    lower = found.scene.passage.lower
    around = [set(lower[max(0, a - 1) : b + 1]) for a, b in found.scene.spans]
    return np.array([[float(bool(words & near)) for words in UNITS.values()] for near in around])


def last_roots(found: Layout) -> list[str]:
    """The root of each candidate's last word."""
    lower = found.scene.passage.lower
    return [root(lower[end - 1]) for _, end in found.scene.spans]
