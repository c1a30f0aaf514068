"""A short text as one row of tokens: what candidates and features are read from.

The sentences of a passage are laid end to end, so that a subject in one sentence and an object in
the next are two places of one row. Token indices count from the beginning of the passage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.model import Sentence

MOST_TOKENS = 400
"""Tokens that a passage may have. Whatever is read of it grows with their square, and what is
longer is a table or a list rather than a sentence: one of 7,500 took 23 s and gigabytes."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Token columns of equal length; offsets are code points into `text`.

    `heads` are token indices, a root's its own; `sentences` numbers the sentence of each token;
    `labels` are the pipeline's entity labels, "" outside of entities.
    """

    text: str
    words: tuple[str, ...] = ()
    lower: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    pos: tuple[str, ...] = ()
    deps: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    sentences: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    ents: tuple[tuple[int, int, str], ...] = ()
    children: tuple[tuple[int, ...], ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        return len(self.words)

    def begin(self, first: int) -> int:
        """The offset at which token `first` begins."""
        return self.starts[first]

    def finish(self, end: int) -> int:
        """The offset at which the token before `end` ends."""
        return self.starts[end - 1] + len(self.words[end - 1])

    def wording(self, first: int, end: int) -> str:
        """The text from token `first` to the one before `end`."""
        return self.text[self.starts[first] : self.finish(end)]


def passage(text: str, sentences: Sequence[Sentence]) -> Passage:
    """The parsed sentences of `text` in one row."""
    words: list[str] = []
    columns: dict[str, list[str]] = {"lemmas": [], "pos": [], "deps": []}
    heads: list[int] = []
    starts: list[int] = []
    numbers: list[int] = []
    labels: list[str] = []
    ents: list[tuple[int, int, str]] = []
    for number, sent in enumerate(sentences):
        base = len(words)
        words.extend(sent.words)
        for name, column in columns.items():
            column.extend(getattr(sent, name))
        heads.extend(head + base for head in sent.heads)
        starts.extend(sent.starts)
        numbers.extend([number] * len(sent.words))
        labels.extend([""] * len(sent.words))
        for first, end, label in sent.ents:
            labels[base + first : base + end] = [label] * (end - first)
            ents.append((base + first, base + end, label))
    return Passage(
        text=text,
        words=tuple(words),
        lower=tuple(word.lower() for word in words),
        heads=tuple(heads),
        starts=tuple(starts),
        sentences=tuple(numbers),
        labels=tuple(labels),
        ents=tuple(ents),
        children=_children(heads),
        **{name: tuple(column) for name, column in columns.items()},
    )


def _children(heads: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The tokens directly under each token, in order."""
    found: list[list[int]] = [[] for _ in heads]
    for i, head in enumerate(heads):
        if head != i:
            found[head].append(i)
    return tuple(map(tuple, found))
