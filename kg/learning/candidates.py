"""Which stretches of a passage could be a subject or an object of a relation.

Recall comes first here: what is not a candidate cannot be found, and the classifier tells which
one is meant. Each row of `_SOURCES` is a way of finding spans:

    entities        what the pipeline's entity recogniser marks, with and without the article
    capitals        runs of capitalised words and what may stand between them: The Lord of the Rings
    nouns           a noun with its modifiers, and each shorter stretch of them
    numbers         17,068.8 mm
    enclosed        "Twin Peaks"; (Mexico)
    openings        from the beginning of a sentence to its verb, bracket or comma
    lists           gram flour and vegetables
    known           names that examples have taught
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from itertools import pairwise

from kg.learning.passages import Passage

Span = tuple[int, int]
"""First token, and the one after the last."""

LONGEST = 14
"""Tokens: the longest titles and addresses of examples; longer stretches are clauses."""

ARTICLES = frozenset({"the", "a", "an"})

_SMALL = frozenset(
    "of the in a an and as & to for on at from with by de la le du des del di da van von der den "
    "el al y et und vs vs. or - – — : ' 's ’s , . / ! ? +".split()
)
"""What may stand between the capitalised words of a name."""

_PARTING = frozenset("and & or , : - – — . in at on with by from for of 's ’s /".split())
"""Where a run of capitalised words may be two names: each side is a candidate too."""

_QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»"}
_BARE = frozenset({"DET", "PUNCT", "ADP", "CCONJ", "PART", "AUX", "PRON", "SCONJ", "SPACE", "VERB"})
"""Parts of speech at which no noun phrase of interest begins or ends."""

_WORDLESS = frozenset({"DET", "PUNCT", "ADP", "CCONJ", "PART", "AUX", "PRON", "SCONJ", "SPACE"})

_LEFT = frozenset(
    "amod compound nummod nmod poss quantmod advmod npadvmod punct case prep det predet".split()
)
_NUMERIC = re.compile(r"[-+−]?\d[\d,.]*(?:[eE][-+]?\d+)?[%°a-zA-Z²³/]*")
_NUMBERED = frozenset({"NUM"})


def spans(passage: Passage, known: Container[str] = ()) -> tuple[Span, ...]:
    """The candidates of a passage, sorted, each once.

    `known` are the names that examples have taught, as `kg.learning.values.key` writes them.
    """
    found: set[Span] = set()
    for source in _SOURCES:
        found.update(source(passage))
    found.update(_known(passage, known))
    trimmed = {_trimmed(passage, span) for span in found}
    return tuple(sorted(s for s in trimmed if _is_sound(passage, s)))


def _is_sound(passage: Passage, span: Span) -> bool:
    """Whether a span is of fair length, has a naming word, and closes the brackets it opens."""
    first, end = span
    if not 0 < end - first <= LONGEST or not _worded(passage, span):
        return False
    open_brackets = 0
    for word in passage.words[first:end]:
        open_brackets += (word in "([") - (word in ")]")
        if open_brackets < 0 or word == ";":
            return False
    return not open_brackets


def _worded(passage: Passage, span: Span) -> bool:
    """Whether it has a word that can name something: no pronoun, article or preposition alone."""
    return any(
        any(map(str.isalnum, passage.words[i]))
        and passage.lower[i] not in ARTICLES
        and passage.pos[i] not in _WORDLESS
        for i in range(*span)
    )


_OPENING = frozenset("( [ , ; : . - – — ' ’ ” ” ) ] / 's ’s".split())
_CLOSING = frozenset("( [ , ; : - – — 's ’s “ ‘ /".split()) | {"'s", "’s", "'"}


def _trimmed(passage: Passage, span: Span) -> Span:
    """Without article, and without punctuation at the ends; `(15875) 1996 TP66` keeps its bracket.

    Whether the article belongs to a name is asked when it is written (`kg.learning.values`).
    """
    first, end = span
    while first < end and (passage.lower[first] in _OPENING or passage.pos[first] == "SPACE"):
        if passage.words[first] == "(" and ")" in passage.words[first + 1 : end - 1]:
            break
        first += 1
    if first < end - 1 and passage.lower[first] in ARTICLES:
        first += 1
    while first < end and (passage.lower[end - 1] in _CLOSING or passage.pos[end - 1] == "SPACE"):
        end -= 1
    while first < end and _links(passage, end - 1):
        end -= 1
    while first < end and _links(passage, first):
        first += 1
    closes = passage.words[first:end].count(")") > passage.words[first:end].count("(")
    if closes and first and passage.words[first - 1] == "(":
        first -= 1
    return first, end


def _links(passage: Passage, i: int) -> bool:
    """Whether a word at the end of a span belongs to the sentence: of, and, who."""
    return passage.pos[i] in _WORDLESS and passage.words[i].islower()


def _entities(passage: Passage) -> Iterator[Span]:
    for first, end, _ in passage.ents:
        yield first, end


def _is_capital(passage: Passage, i: int) -> bool:
    word = passage.words[i]
    return word[:1].isupper() or word[:1].isdigit() or passage.pos[i] == "PROPN"


def _capitals(passage: Passage) -> Iterator[Span]:
    for first, end in _runs(passage):
        yield first, end
        cuts = [first - 1, *(i for i in range(first, end) if passage.lower[i] in _PARTING), end]
        for n, cut in enumerate(cuts[:-1]):
            for other in cuts[n + 1 : n + 5]:
                yield cut + 1, other
        if passage.lower[first] in {"in", "on", "at"}:
            yield first + 1, end


def _runs(passage: Passage) -> Iterator[Span]:
    """Capitalised words, with at most three small ones between two of them."""
    first = last = -1
    for i in range(len(passage)):
        if _is_capital(passage, i):
            if last >= 0 and (i - last > 4 or passage.sentences[i] != passage.sentences[last]):
                yield first, last + 1
                first = -1
            first = i if first < 0 else first
            last = i
        elif first >= 0 and passage.lower[i] not in _SMALL:
            yield first, last + 1
            first = last = -1
        elif passage.lower[i] in {"!", "?"} and last == i - 1 >= 0:
            yield first, i + 1
    if first >= 0:
        yield first, last + 1


def _nouns(passage: Passage) -> Iterator[Span]:
    for head in range(len(passage)):
        if passage.pos[head] in {"NOUN", "PROPN", "NUM", "ADJ", "SYM", "X"}:
            begin = head
            while begin > 0 and _modifies(passage, begin - 1, head):
                begin -= 1
            yield from _stretches(passage, max(begin, head - 6), head + 1)
            yield from _complements(passage, begin, head)


def _modifies(passage: Passage, i: int, head: int) -> bool:
    """Whether token `i` is under `head` and to its left in the same phrase."""
    steps = 0
    while i < head and steps < 4:
        if passage.deps[i] not in _LEFT:
            return False
        i, steps = passage.heads[i], steps + 1
    return i == head


def _stretches(passage: Passage, begin: int, end: int) -> Iterator[Span]:
    """The phrase from each of its words on."""
    for first in range(begin, end):
        if passage.pos[first] not in _BARE or first == begin:
            yield first, end
    for first in range(begin, end - 1):
        for other in range(first + 1, min(first + 4, end)):
            if passage.pos[first] not in _BARE and passage.pos[other - 1] not in _BARE:
                yield first, other


def _complements(passage: Passage, begin: int, head: int) -> Iterator[Span]:
    """The phrase with what `of`, `in`, `for` … attach to it."""
    for child in passage.children[head]:
        if child > head and passage.deps[child] in {"prep", "nummod", "appos", "nmod"}:
            end = _right_edge(passage, child) + 1
            yield begin, end


def _right_edge(passage: Passage, i: int) -> int:
    while passage.children[i] and passage.children[i][-1] > i:
        i = passage.children[i][-1]
    return i


def _numbers(passage: Passage) -> Iterator[Span]:
    for i, word in enumerate(passage.words):
        if _NUMERIC.fullmatch(word) or passage.pos[i] in _NUMBERED:
            yield i, i + 1
            if i + 1 < len(passage) and passage.pos[i + 1] in {"NOUN", "PROPN", "NUM", "SYM"}:
                yield i, i + 2


def _enclosed(passage: Passage) -> Iterator[Span]:
    for first, word in enumerate(passage.words):
        closing = ")" if word == "(" else _QUOTES.get(word)
        if closing:
            for end in range(first + 2, min(first + LONGEST + 2, len(passage))):
                if passage.words[end] == closing:
                    yield first + 1, end
                    if word == "(":
                        yield from _parts(passage, first + 1, end)
                    break


def _parts(passage: Passage, first: int, end: int) -> Iterator[Span]:
    """What stands between the commas and semicolons of a bracket."""
    cuts = [first - 1, *(i for i in range(first, end) if passage.words[i] in ",;:"), end]
    for cut, other in pairwise(cuts):
        yield cut + 1, other


def _openings(passage: Passage) -> Iterator[Span]:
    first = 0
    while first < len(passage):
        number = passage.sentences[first]
        end = first
        while end < len(passage) and passage.sentences[end] == number:
            is_verb = (
                passage.pos[end] in {"AUX", "VERB"} and passage.lower[end] == passage.words[end]
            )
            if end > first and (passage.words[end] in "(,;" or is_verb):
                yield first, end
                if passage.lower[first] == "in":
                    yield first + 1, end
                if is_verb or end - first > LONGEST:
                    break
            end += 1
        while first < len(passage) and passage.sentences[first] == number:
            first += 1


def _lists(passage: Passage) -> Iterator[Span]:
    """Two or more things in a row, as one."""
    for head in range(len(passage)):
        if passage.pos[head] in {"NOUN", "PROPN"} and passage.deps[head] != "conj":
            last = head
            while more := [c for c in passage.children[last] if passage.deps[c] == "conj"]:
                last = more[-1]
            if last > head:
                begin = head
                while begin > 0 and _modifies(passage, begin - 1, head):
                    begin -= 1
                yield begin, last + 1


def _known(passage: Passage, known: Container[str]) -> Iterator[Span]:
    keys = ["".join(filter(str.isalnum, word)) for word in passage.lower]
    for first, key in enumerate(keys):
        joined = key
        for end in range(first + 1, min(first + LONGEST, len(keys)) + 1):
            if joined and keys[end - 1] and joined in known:
                yield first, end
            if end < len(keys):
                joined += keys[end]


_SOURCES: tuple[Callable[[Passage], Iterator[Span]], ...] = (
    _entities,
    _capitals,
    _nouns,
    _numbers,
    _enclosed,
    _openings,
    _lists,
)
