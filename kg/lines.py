r"""What a command tells people: lines of words, each word with the part that it plays.

A terminal sets the parts in colours and wraps the lines under their own beginning; a pipe, a
file and a notebook get the words alone, a line each, whatever the width. The words come from
documents, hence from strangers: nothing in them that a terminal would obey gets through.

>>> print(plain([line(("Ada", "name"), " met ", ("Piet\x1b[2J", "name"), indent=2)]), end="")
  Ada met Piet [2J
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

Role = OneOf[
    "plain", "title", "name", "relation", "quote", "muted", "bar",
    "asserted", "claimed", "planned", "negated",
]  # fmt: skip
"""The parts that words play; the last four are statuses. A bar is drawn on terminals only."""

Word = str | tuple[str, Role]
GAP = "  "


@dataclass(frozen=True, slots=True)
class Line:
    """Words with their roles, to be set `indent` columns from the left."""

    words: tuple[tuple[str, Role], ...]
    indent: int = 0

    def __str__(self) -> str:
        text = "".join(word for word, role in self.words if role != "bar")
        return f"{' ' * self.indent}{text}".rstrip()


def line(*words: Word, indent: int = 0) -> Line:
    """A line of words; one without a role is plain."""
    return Line(tuple(map(_with_role, words)), indent)


def fact(subject: str, relation: str, target: str | None, indent: int = 0) -> Line:
    """What a statement says; `target` is None for a verb without an object."""
    words: list[Word] = [(subject, "name"), " – ", (relation, "relation")]
    if target is not None:
        words += [" – ", (target, "name")]
    return line(*words, indent=indent)


def columns(
    rows: Iterable[Sequence[Word]], indent: int = 0, right: Collection[int] = ()
) -> list[Line]:
    """Rows of equally many words as lines, the words below each other.

    `right` are the columns whose words end, not begin, at the same place: numbers.
    """
    from rich.cells import cell_len

    cells = [[_with_role(word) for word in row] for row in rows]
    widths = [max(cell_len(text) for text, _ in column) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        words: list[tuple[str, Role]] = []
        for number, (text, role) in enumerate(row):
            space = " " * (widths[number] - cell_len(text))
            words.append((space + text if number in right else text + space, role))
            words.append((GAP, role))
        lines.append(Line(tuple(words[:-1]), indent))
    return lines


def status_role(status: str) -> Role:
    """The role of a statement's status; what is negated and claimed is set as negated."""
    roles: tuple[Role, ...] = ("negated", "planned", "claimed")
    return next((role for role in roles if role in status), "asserted")


def visible(text: str) -> str:
    r"""Text on one line, without control characters, which a terminal would obey.

    >>> visible("two\n   lines\x9b")
    'two lines '
    """
    on_one_line = re.sub(r" *[^\S ]\s*", " ", text)
    return "".join(c if c.isprintable() else " " for c in on_one_line)


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where that is due.

    >>> counted(1, "file"), counted(1200, "row")
    ('1 file', '1,200 rows')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def plain(lines: Iterable[Line]) -> str:
    """The words alone, each line ended."""
    return "".join(f"{each}\n" for each in lines)


def _with_role(word: Word) -> tuple[str, Role]:
    if isinstance(word, str):
        return visible(word), "plain"
    return visible(word[0]), word[1]
