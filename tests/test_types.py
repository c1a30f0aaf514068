"""What the names of a text are, where they begin and end, and what kind of thing each names.

The passages of gold/names.txt, one a line, are our own, on many topics; their names are marked as
[name](type), names in names included, "adj" for a demonym. What is not marked is no name, unless
it stands inside one. Titles before a name are no part of it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kg.mentions import find_mentions
from kg.model import ENTITY_TYPES

PASSAGES = [
    line.replace("\\n", "\n")
    for line in (Path(__file__).parent / "gold" / "names.txt").read_text("utf-8").splitlines()
]
_TYPE = re.compile(r"\]\((\w+)\)")


def marked(passage):
    """A passage -> its text and the (begin, end, type) of each mark."""
    text, opened, marks, at = "", [], [], 0
    while at < len(passage):
        closing = _TYPE.match(passage, at)
        if closing:
            marks.append((opened.pop(), len(text), closing.group(1)))
            at = closing.end()
            continue
        if passage[at] == "[":
            opened.append(len(text))
        else:
            text += passage[at]
        at += 1
    return text, marks


@pytest.fixture(scope="module")
def found(parse):
    """Text -> (begin, end) of each name and demonym, with its type."""

    def named(text):
        kinds = {"name": lambda m: m.type, "adjective": lambda _: "adj"}
        return {
            (m.start, m.end): kinds[m.kind](m)
            for m in find_mentions(parse(text))
            if m.kind in kinds
        }

    return named


@pytest.mark.parametrize("passage", PASSAGES, ids=[p[:40].replace("\n", " ") for p in PASSAGES])
def test_names_and_their_types(found, passage):
    text, marks = marked(passage)
    wanted = {(begin, end): kind for begin, end, kind in marks}
    got = found(text)
    assert {span: got.get(span) for span in wanted} == wanted
    outer = [span for span in got if not any(a <= span[0] and span[1] <= b for a, b in wanted)]
    assert [text[begin:end] for begin, end in outer] == []


def test_the_marks_are_types():
    kinds = {kind for passage in PASSAGES for _, _, kind in marked(passage)[1]}
    assert kinds == {*ENTITY_TYPES, "adj"}
