"""What a linear model sees of a candidate, alone and as the subject of another.

A feature is a string; a model keeps those that enough examples have. Digits are written #, so that
years and amounts share features.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from kg.learning.candidates import ARTICLES, Span
from kg.learning.passages import Passage
from kg.lexicon import gazetteer

_DIGIT = re.compile(r"\d")
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})


def head(passage: Passage, span: Span) -> int:
    """The token of a span whose own head lies outside; the last of several."""
    first, end = span
    for i in range(end - 1, first - 1, -1):
        if not first <= passage.heads[i] < end or passage.heads[i] == i:
            return i
    return end - 1


@lru_cache(maxsize=20_000)
def shape(word: str) -> str:
    """Capitals, small letters and digits of a word: "Xx", "#", "x-x"."""
    out: list[str] = []
    for c in word:
        sign = "#" if c.isdigit() else "X" if c.isupper() else "x" if c.isalpha() else c
        if not out or out[-1] != sign:
            out.append(sign)
    return "".join(out)[:6]


def _at(passage: Passage, i: int) -> str:
    """The word at a place, "|" beyond the ends."""
    return _masked(passage.lower[i]) if 0 <= i < len(passage) else "|"


@lru_cache(maxsize=20_000)
def _masked(word: str) -> str:
    return _DIGIT.sub("#", word)


def span_features(passage: Passage, span: Span, taught: frozenset[str] = frozenset()) -> list[str]:
    """A candidate in its context; `taught` says what examples say of its name."""
    return [
        "bias",
        *(f"k={fact}" for fact in sorted(taught)),
        *_inside(passage, span),
        *bounds(passage, span),
        *_around(passage, span),
        *_above(passage, span),
    ]


def _inside(passage: Passage, span: Span) -> Iterator[str]:
    first, end = span
    at = head(passage, span)
    label = next((lb for b, e, lb in passage.ents if (b, e) == span), "")
    yield f"t={' '.join(_at(passage, i) for i in range(first, end))}"
    yield f"ent={label or '~' + passage.labels[at]}"
    yield f"pos={' '.join(passage.pos[first:end][:5])}"
    yield f"len={min(end - first, 6)}"
    place = gazetteer.place(passage.wording(*span)) if passage.words[first][:1].isupper() else None
    yield f"geo={place.kind if place else ''}"
    yield f"hl={_masked(passage.lemmas[at].lower())}"
    yield f"hp={passage.pos[at]}"
    yield f"f={_at(passage, first)}"
    yield f"l={_at(passage, end - 1)}"
    yield f"sf={shape(passage.words[first])}"
    yield f"sl={shape(passage.words[end - 1])}"
    yield f"suf={passage.lower[end - 1][-3:]}"
    if first == 0 or passage.sentences[first] != passage.sentences[first - 1]:
        yield f"start{min(passage.sentences[first], 1)}"
    for i in range(first, end):
        yield f"w={_at(passage, i)}"
        if passage.words[i] in ":,&":
            yield f"has{passage.words[i]}"


_HARD = frozenset(', ; ( ) and & or | . ! ? "'.split())


def _edge(passage: Passage, i: int) -> str:
    """What lies beyond an end of a candidate: more of a name, what may link two, or nothing."""
    word = _at(passage, i)
    if word in _HARD:
        return "hard"
    if passage.words[i][:1].isupper() or passage.pos[i] == "PROPN":
        return "name"
    if word in {"of", "the", "in", "for", "'s", "’s", ":", "-", "–", "/"}:
        return word
    if passage.pos[i] in {"NOUN", "ADJ", "NUM"}:
        return "noun"
    return "none"


def bounds(passage: Passage, span: Span) -> list[str]:
    """Whether a candidate is a whole name or phrase, or a part of one; where it stands."""
    first, end = span
    at = head(passage, span)
    start = first - 1 if first and passage.lower[first - 1] in ARTICLES else first
    left, right = _edge(passage, start - 1), _edge(passage, end)
    entity = "out"
    for b, e, _ in passage.ents:
        if b < end and first < e:
            same = (b, e) == span or (b + 1, e) == span
            entity = "same" if same else "in" if b <= first and end <= e else "cross"
            break
    named = _is_name(passage, span)
    whole = "name" not in {left, right} and not (right == "noun" and not named)
    opens = start == 0 or passage.sentences[start] != passage.sentences[start - 1]
    found = [
        f"art={passage.words[start] if start < first else ''}",
        f"lb={left}",
        f"rb={right}",
        f"b={left}_{right}",
        f"within={entity}",
        f"whole={whole}{entity}{named}",
        f"named={named}",
    ]
    if opens:
        found.append(f"opens{whole}{named}")
    if passage.deps[at] in {"nsubj", "nsubjpass"}:
        found.append(f"subj{whole}{named}{passage.heads[passage.heads[at]] == passage.heads[at]}")
    return found


def _is_name(passage: Passage, span: Span) -> bool:
    """Whether a candidate begins with a capital or a number, be it in brackets."""
    words = (w for w in passage.words[span[0] : span[1]] if w[:1].isalnum())
    first = next(words, "")[:1]
    return first.isupper() or first.isdigit()


def wholeness(passage: Passage, span: Span) -> float:
    """Below 0 where a candidate is a part of a name or phrase."""
    first, end = span
    left, right = _edge(passage, first - 1), _edge(passage, end)
    joined = any(passage.lower[i] in {"in", "on", "who", "which"} for i in range(first, end))
    return (
        -1.0 * joined - (left == "name") - (right == "name") - 0.5 * (right in {"noun", "of", "-"})
    )


def likely_subject(passage: Passage, span: Span, kind: str) -> float:
    """How far a candidate looks like what a passage is about, before anything is learnt."""
    first, end = span
    at = head(passage, span)
    named = _is_name(passage, span)
    left, right = _edge(passage, first - 1), _edge(passage, end)
    score = 1.5 * named - 2.0 * (kind in {"date", "number"})
    score -= 2.0 * ("name" in {left, right}) + 1.0 * (right in {"of", "noun", ":", "-"})
    score -= 1.0 * (left in {"of", "the", ":", "-"} and named and left != "the")
    score -= 2.0 * (passage.pos[first] in {"VERB", "ADP", "ADV"})
    score -= 1.0 * any(passage.lower[i] in {",", "in", "who", "which"} for i in range(first, end))
    score -= 1.5 * (not named and any(passage.pos[i] == "PROPN" for i in range(first, end)))
    score += 1.5 * (first <= 1) + 1.0 * (passage.deps[at] in {"nsubj", "nsubjpass"})
    return score - 0.05 * first


def _around(passage: Passage, span: Span) -> Iterator[str]:
    first, end = span
    a, b, c = (_at(passage, first - n) for n in (1, 2, 3))
    x, y, z = (_at(passage, end + n) for n in (0, 1, 2))
    yield f"-1={a}"
    yield f"-2={b} {a}"
    yield f"-3={c} {b} {a}"
    yield f"+1={x}"
    yield f"+2={x} {y}"
    yield f"+3={x} {y} {z}"
    yield f"-+={a}_{x}"
    for i in (first - 1, end):
        if 0 <= i < len(passage):
            yield f"{'>' if i == end else '<'}p={passage.pos[i]}"
            if passage.labels[i]:
                yield f"{'>' if i == end else '<'}e={passage.labels[i]}"
            if passage.words[i][:1].isupper():
                yield f"{'>' if i == end else '<'}cap"
    for i in range(max(0, first - 6), first):
        if passage.pos[i] in _CONTENT:
            yield f"<w={_at(passage, i)}"
    for i in range(end, min(len(passage), end + 5)):
        if passage.pos[i] in _CONTENT:
            yield f">w={_at(passage, i)}"


def _above(passage: Passage, span: Span) -> Iterator[str]:
    """The way from the candidate up the dependency tree."""
    at = head(passage, span)
    path, steps = [], 0
    yield f"dep={passage.deps[at]}"
    while passage.deps[at] == "conj" and passage.heads[at] != at:
        at = passage.heads[at]
        yield "conj"
    i = at
    while passage.heads[i] != i and steps < 4:
        up = passage.heads[i]
        path.append(f"{passage.deps[i]}<{passage.lemmas[up].lower()}")
        yield f"p{steps}={'/'.join(path)}"
        yield f"up={passage.lemmas[up].lower()}"
        i, steps = up, steps + 1
    if passage.heads[at] != at:
        governor = passage.heads[at]
        yield f"gp={passage.pos[governor]}"
        for child in passage.children[governor]:
            if child != at and passage.pos[child] in _CONTENT | {"ADP", "AUX"}:
                yield f"sib={passage.deps[child]}:{passage.lemmas[child].lower()}"
    for child in passage.children[at]:
        if not span[0] <= child < span[1]:
            yield f"ch={passage.deps[child]}:{_masked(passage.lemmas[child].lower())}"


def text_features(passage: Passage) -> list[str]:
    """The words of a passage and their pairs, whatever the order."""
    words = [_at(passage, i) for i in range(len(passage)) if passage.pos[i] != "SPACE"]
    lemmas = {f"lm={_masked(lemma.lower())}" for lemma in passage.lemmas}
    pairs = {f"b={a} {b}" for a, b in pairwise(words)}
    ents = {f"e={label}" for _, _, label in passage.ents}
    return ["bias", *sorted(lemmas), *sorted(pairs), *sorted(ents)]


def path(passage: Passage, a: int, b: int) -> str:
    """The labels and words of the shortest way between two tokens; "" between sentences."""
    ups = _chain(passage, a), _chain(passage, b)
    meet = next((i for i in ups[0] if i in ups[1]), None)
    if meet is None:
        return ""
    left = ups[0][: ups[0].index(meet)]
    right = ups[1][: ups[1].index(meet)]
    if len(left) + len(right) > 6:
        return "far"
    rise = [f"{passage.deps[i]}^" for i in left]
    fall = [f"v{passage.deps[i]}" for i in reversed(right)]
    middle = [passage.lemmas[meet].lower()] if meet not in {a, b} else []
    return " ".join([*rise, *middle, *fall])


def _chain(passage: Passage, i: int) -> list[int]:
    found = [i]
    while passage.heads[i] != i and len(found) < 30:
        i = passage.heads[i]
        found.append(i)
    return found


_LINKING = frozenset({"ADP", "SCONJ", "CCONJ", "PUNCT", "VERB", "AUX", "PRON", "PART"})


def made_of(passage: Passage, span: Span) -> Iterator[str]:
    """How a subject is cut: its length, what its ends are, and the words inside that link."""
    first, end = span
    yield f"fp={passage.pos[first]}"
    yield f"lp={passage.pos[end - 1]}"
    yield f"len={min(end - first, 6)}"
    inside = range(first + 1, end)
    yield from sorted({f"in={passage.lower[i]}" for i in inside if passage.pos[i] in _LINKING})


def subject_features(passage: Passage, subject: Span, taught: frozenset[str]) -> list[str]:
    """A candidate as a subject, whatever the object."""
    at = head(passage, subject)
    return [
        f"ent={passage.labels[at]}",
        f"dep={passage.deps[at]}",
        *(f"k={fact}" for fact in sorted(taught)),
        *bounds(passage, subject),
        f"-1={_at(passage, subject[0] - 1)}",
        f"+1={_at(passage, subject[1])}",
        *(["first"] if subject[0] == 0 else []),
    ]


def pair_features(passage: Passage, subject: Span, target: Span) -> list[str]:
    """How a candidate stands to what it may be the subject of."""
    s, o = head(passage, subject), head(passage, target)
    before = subject[1] <= target[0]
    gap = target[0] - subject[1] if before else subject[0] - target[1]
    between = range(*((subject[1], target[0]) if before else (target[1], subject[0])))
    order = "<" if before else ">"
    apart = passage.sentences[target[0]] - passage.sentences[subject[0]]
    way = path(passage, s, o)
    found = [
        f"order{order}",
        f"gap{order}{min(gap.bit_length(), 6)}",
        f"apart{max(-2, min(apart, 2))}",
        f"ents={passage.labels[s]}>{passage.labels[o]}",
        f"path={way}",
        f"steps{order}{len(way.split())}",
        f"verbs={min(sum(passage.pos[i] in {'VERB', 'AUX'} for i in between), 3)}",
        f"names={min(sum(passage.pos[i] == 'PROPN' for i in between), 6)}",
    ]
    if gap <= 4:
        found.append(f"btw{order}{' '.join(_at(passage, i) for i in between)}")
    return found
