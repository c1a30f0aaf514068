"""Words with a prefix behind which a hyphen stands: `co-founded`, `ex-husband`.

The pipeline's tokenizer makes three words of each, and its parser, which has seldom seen that,
loses the sentence over it: `is co`, `sued ex`. So the tokenizer is told to leave these together.
Of 11 sentences made up with such words it then reads all, where it read none before.

A verb stays one word, `co-found` by its lemma. A noun is parted once the parser has read it, into
`ex-` and `husband`, so that what is known of husbands is known of this one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from kg.lexicon import nouns
from kg.parsing.columns import Columns
from kg.parsing.words import Word, Words

Doc = Any
"""A spaCy Doc; only the package's own module imports spaCy."""
Language = Any

PREFIXED = re.compile(r"(?i:co|ex|re|pre|semi)-(?=[^\W\d_]{2})")
"""The prefix of a word with its hyphen. None of these is a word by itself."""


def keep_together(nlp: Language) -> None:
    """Tell the tokenizer of a pipeline not to split at the hyphens of prefixes."""
    found = getattr(nlp.tokenizer, "infix_finditer", None)
    if found is not None:
        nlp.tokenizer.infix_finditer = lambda text: _infixes(found(text), text)


def _infixes(found: Iterator[re.Match[str]], text: str) -> Iterator[re.Match[str]]:
    prefix = PREFIXED.match(text)
    kept = prefix.end() if prefix and _is_plain(text[prefix.end() :]) else 0
    return (infix for infix in found if infix.end() != kept)


def _is_plain(rest: str) -> bool:
    """Whether what stands behind a prefix is a common word: not the `Leeds` of `ex-Leeds`."""
    return rest[0].islower() or nouns.noun(rest.lower()).type == "Person"


def said(doc: Doc, text: str, words: Words) -> Sequence[Word]:
    """What the pipeline says of each token; behind a prefix, the lemma is that of the bare word.

    `text` is the Doc's own, which takes it longer to say than to be told.
    """
    found = words.of(doc)
    if not words.skipped or not PREFIXED.search(text):
        return found
    return [_bared(doc, words, token.text, word) for token, word in zip(doc, found, strict=True)]


def _bared(doc: Doc, words: Words, text: str, word: Word) -> Word:
    prefix = PREFIXED.match(text)
    if prefix is None:
        return word
    bare = words.lemma(type(doc), text[prefix.end() :], word)
    return word._replace(lemma=prefix.group().lower() + bare)


def parted(found: Columns, text: str) -> Columns:
    """The columns of a piece of text, its prefixed nouns made two words each."""
    widths = dict(_prefixed_nouns(found, text))
    if not widths:
        return found
    parts = sorted(widths)
    count = len(found.starts)
    firsts = [i + bisect_left(parts, i) for i in range(count + 1)]
    place = [firsts[i] + (i in widths) for i in range(count)]

    def column(own: Sequence[Any], prefixes: Sequence[Any]) -> list[Any]:
        """A column with the entries of the prefixes set before those of their nouns."""
        new = dict(zip(parts, prefixes, strict=True))
        return [v for i, mine in enumerate(own) for v in ((new[i], mine) if i in new else (mine,))]

    nouns_at = [place[i] for i in parts]
    return Columns(
        [firsts[i] for i in found.bounds],
        column(
            [start + widths.get(i, 0) for i, start in enumerate(found.starts)],
            [found.starts[i] for i in parts],
        ),
        column(
            [length - widths.get(i, 0) for i, length in enumerate(found.lengths)],
            list(widths.values()),
        ),
        column([place[head] for head in found.heads], nouns_at),
        tuple(
            column(
                [lemma[widths.get(i, 0) :] for i, lemma in enumerate(found.lemmas)],
                [found.lemmas[i][: widths[i]].lower() for i in parts],
            )
        ),
        tuple(column(found.tags, ["AFX"] * len(parts))),
        tuple(column(found.pos, ["ADJ"] * len(parts))),
        tuple(column(found.morphs, [""] * len(parts))),
        tuple(column(found.deps, ["amod"] * len(parts))),
        tuple((firsts[begin], firsts[end], label) for begin, end, label in found.ents),
    )


def _prefixed_nouns(found: Columns, text: str) -> Iterator[tuple[int, int]]:
    """Each token that is to be parted, with the length of its prefix."""
    if not PREFIXED.search(text):
        return
    for i, (start, length) in enumerate(zip(found.starts, found.lengths, strict=True)):
        prefix = PREFIXED.match(text, start, start + length)
        if prefix and not found.tags[i].startswith("VB"):
            yield i, prefix.end() - start
