"""A sentence while its names are sought, and the names of places in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.lexicon import gazetteer
from kg.model import Sentence
from kg.syntax import Tree

_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
_MAX_GAZETTEER_WORDS = 5
"""Words of a name that is looked up among places."""


@dataclass(slots=True)
class Name:
    """A name at tokens `first` to `last` (exclusive); `titled` if a title stands before it."""

    first: int
    last: int
    text: str
    titled: bool = False
    type: str = ""


@dataclass(slots=True)
class Line:
    """A sentence while its names are sought."""

    tree: Tree
    words: tuple[str, ...]
    loud: bool
    labels: tuple[str, ...]
    found: list[Name] = field(default_factory=list)

    def text(self, first: int, last: int) -> str:
        base = self.tree.sent.start
        return self.tree.sent.text[self.tree.start(first) - base : self.tree.end(last - 1) - base]

    def add(self, first: int, last: int, *, titled: bool = False) -> None:
        self.found.append(Name(first, last, self.text(first, last), titled))


def read_line(tree: Tree) -> Line:
    """A sentence before its names are sought."""
    return Line(tree, tree.words, is_loud(tree.sent), tree.labels)


def is_loud(sent: Sentence) -> bool:
    """Whether a sentence is in title case or capitals, as headlines are.

    A finite verb in lower case makes it prose, however many names it has.
    """
    content = 0
    capitals = 0
    for word, tag, pos in zip(sent.words, sent.tags, sent.pos, strict=True):
        if tag in _FINITE and word.islower() and word.isalpha():
            return False
        if pos in _CONTENT and word[0].isalpha():
            content += 1
            capitals += word[0].isupper()
    return content > 2 and capitals > 0.7 * content


def gazetteer_spans(tree: Tree, a: int, b: int) -> Iterator[tuple[int, int, gazetteer.Place]]:
    """The longest names of the gazetteer among tokens a to b (exclusive)."""
    i = a
    while i < b:
        if _may_be_place(tree, i):
            for last in range(min(b, i + _MAX_GAZETTEER_WORDS), i, -1):
                place = _ends_well(tree.words, i, last) and gazetteer.place(
                    tree.text(range(i, last))
                )
                if place:
                    yield i, last, place
                    i = last - 1
                    break
        i += 1


def _may_be_place(tree: Tree, i: int) -> bool:
    """Whether the name of a place can begin at a token; tested before any name is looked up."""
    word = tree.words[i]
    if not word[0].isupper() or word in {"The", "THE"}:
        return False
    return gazetteer.may_begin(tree.sent.text, tree.start(i) - tree.sent.start)


def _ends_well(words: Sequence[str], first: int, last: int) -> bool:
    """Whether a stretch does not take in the full stop of the sentence."""
    return last - first == 1 or words[last - 1][-1].isalnum() or len(words[last - 1]) > 1
