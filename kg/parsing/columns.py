"""A parsed Doc -> columns of its tokens -> Sentences.

Numbers come out of a Doc as one array, strings as Words. Tokens that hold only space are taken
out, and what hung on them is attached to the next head up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np

from kg.model import Sentence
from kg.parsing.words import Word
from kg.readers.layout import Stretch

Doc = Any
"""A spaCy Doc; only the package's own module imports spaCy."""

_NUMBERS = ["HEAD", "SENT_START", "LENGTH", "SPACY", "IS_SPACE"]


class Columns(NamedTuple):
    """The tokens of a parsed piece of text without those that hold only space.

    `starts` count from the beginning of the piece; all indices are within it. `bounds` are the
    first tokens of the sentences, and the number of tokens at the end. Entities are (first token,
    end token, label).
    """

    bounds: Sequence[int]
    starts: Sequence[int]
    lengths: Sequence[int]
    heads: Sequence[int]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    pos: tuple[str, ...]
    morphs: tuple[str, ...]
    deps: tuple[str, ...]
    ents: Sequence[tuple[int, int, str]]


NO_COLUMNS = Columns((), (), (), (), (), (), (), (), (), ())


def columns(doc: Doc, said: Sequence[Word]) -> Columns:
    """The Doc as columns; `said` is what the pipeline says of each of its tokens."""
    relative, opening, lengths, spaces, blank = doc.to_array(_NUMBERS).astype(np.int64).T
    ends = np.cumsum(lengths + spaces) - spaces
    heads: list[int] = (np.arange(len(doc)) + relative).tolist()
    opens: list[bool] = (opening == 1).tolist()
    keep: list[int] = np.flatnonzero(blank == 0).tolist()
    if not keep:
        return NO_COLUMNS
    if len(keep) < len(doc):
        heads, opens = without_blanks(heads, opens, keep)
        said = [said[i] for i in keep]
        ends, lengths = ends[keep], lengths[keep]
    bounds = [0, *(i for i, first in enumerate(opens) if first and i), len(keep)]
    starts: list[int] = (ends - lengths).tolist()
    ents = tuple(_entities(doc, keep))
    lemmas, tags, pos, morphs, deps = zip(*said, strict=True)
    return Columns(bounds, starts, lengths.tolist(), heads, lemmas, tags, pos, morphs, deps, ents)


def _entities(doc: Doc, keep: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """The Doc's entities among the tokens `keep`."""
    for ent in doc.ents:
        begin, end = bisect_left(keep, ent.start), bisect_left(keep, ent.end)
        if begin < end:
            yield begin, end, ent.label_


def without_blanks(
    heads: Sequence[int], opens: Sequence[bool], keep: Sequence[int]
) -> tuple[list[int], list[bool]]:
    """Heads and sentence openings of the tokens `keep`, counted among themselves.

    What hung on a token that goes hangs on the next head up that stays; where none stays, the
    first such token of the sentence becomes its root and the others hang on it.
    """
    place = {token: k for k, token in enumerate(keep)}
    sentence = list(accumulate(opens))
    roots: dict[int, int] = {}
    kept_heads: list[int] = []
    for k, token in enumerate(keep):
        head = heads[token]
        while head not in place and heads[head] != head:
            head = heads[head]
        target = place.get(head)
        kept_heads.append(roots.setdefault(sentence[token], k) if target is None else target)
    numbers = [sentence[token] for token in keep]
    return kept_heads, [a != b for a, b in zip([-1, *numbers], numbers, strict=False)]


def sentences(columns: Columns, text: str, piece: Stretch, index: int) -> Iterator[Sentence]:
    """The sentences of a parsed piece of `text`; `index` is that of the first.

    Words are cut from the text itself, since the pipeline may have been given others for them.
    """
    for first, last in pairwise(columns.bounds):
        starts = tuple([piece.start + start for start in columns.starts[first:last]])
        lengths = columns.lengths[first:last]
        start, end = starts[0], starts[-1] + lengths[-1]
        words = tuple([text[b : b + n] for b, n in zip(starts, lengths, strict=True)])
        yield Sentence(
            index,
            start,
            end,
            text[start:end],
            piece.kind,
            piece.paragraph,
            words,
            starts,
            columns.lemmas[first:last],
            columns.tags[first:last],
            columns.pos[first:last],
            columns.morphs[first:last],
            columns.deps[first:last],
            tuple([head - first for head in columns.heads[first:last]]),
            tuple(_names(columns, first, last, words)),
        )
        index += 1


def _names(
    columns: Columns, first: int, last: int, words: Sequence[str]
) -> Iterator[tuple[int, int, str]]:
    """The entities of a sentence. One of which a letter is lost (U+FFFD) is nobody's name."""
    for begin, end, label in columns.ents:
        if first <= begin < last:
            inside = words[begin - first : end - first]
            if not any("\ufffd" in word for word in inside):
                yield begin - first, end - first, label
