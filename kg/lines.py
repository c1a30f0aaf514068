r"""What a command tells people: lines of words, each word with the part that it plays.

A terminal sets the parts in colours and wraps the lines under their own beginning; a pipe, a
file and a notebook get the words alone, a line each, whatever the width. The words come from
documents, hence from strangers: nothing in them that a terminal would obey gets through.

>>> print(plain([line(("Ada", "name"), " met ", ("Piet\x1b[2J", "name"), indent=2)]), end="")
  Ada met Piet [2J
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal as OneOf

Role = OneOf[
    "plain", "title", "name", "relation", "quote", "muted",
    "asserted", "claimed", "planned", "negated",
]  # fmt: skip
"""The parts that words play; the last four are statuses."""


@dataclass(frozen=True, slots=True)
class Line:
    """Words with their roles, to be set `indent` columns from the left."""

    words: tuple[tuple[str, Role], ...]
    indent: int = 0

    def __str__(self) -> str:
        text = " ".join("".join(word for word, _ in self.words).split())
        return f"{' ' * self.indent}{text}".rstrip()


def line(*words: str | tuple[str, Role], indent: int = 0) -> Line:
    """A line of words; one without a role is plain. Line ends and control characters are spaces."""
    pairs = (word if isinstance(word, tuple) else (word, "plain") for word in words)
    return Line(tuple((visible(text), role) for text, role in pairs), indent)


def fact(subject: str, relation: str, target: str | None, indent: int = 0) -> Line:
    """What a statement says; `target` is None for a verb without an object."""
    words: list[tuple[str, Role]] = [(subject, "name"), (" – ", "plain"), (relation, "relation")]
    if target is not None:
        words += [(" – ", "plain"), (target, "name")]
    return line(*words, indent=indent)


def status_role(status: str) -> Role:
    """The role of a statement's status; what is negated and claimed is set as negated."""
    for role in ("negated", "planned", "claimed"):
        if role in status:
            return role
    return "asserted"


def visible(text: str) -> str:
    """Text on one line, without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else " " for c in text)


def plain(lines: Iterable[Line]) -> str:
    """The words alone, each line ended."""
    return "".join(f"{each}\n" for each in lines)
