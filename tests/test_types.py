"""What the names of a text are, where they begin and end, and what kind of thing each names.

The passages of gold/names.txt, one a line, are our own, on many topics; their names are marked as
[name](type), names in names included, "adj" for a demonym. What is not marked is no name, unless
it stands inside one. Titles before a name are no part of it.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from kg.mentions import find_mentions
from kg.model import ENTITY_TYPES
from kg.readers.layout import unwrap

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


def test_a_line_that_ends_within_a_name_does_not_end_it(found):
    text = unwrap(
        "The head of the International Monetary Fund spoke in Lima on Friday, when Hamza\n"
        "Yusuf of the Lund Institute and others had left the hall of the hotel in which Ada\n"
        "Okafor and the ministers met, and before the banks of the capital closed for the\n"
        "holiday and the streets filled with people who had come for the parade."
    )
    got = {text[begin:end]: kind for (begin, end), kind in found(text).items()}
    assert got == {
        "International Monetary Fund": "Organization",
        "Lima": "Place",
        "Hamza Yusuf": "Person",
        "Lund Institute": "Organization",
        "Ada Okafor": "Person",
    }


@pytest.mark.parametrize(
    "text",
    [
        "In March 2019 it rained.",
        "It snowed in the 1990s and again on 4 May.",
        "Last week it rained for two days.",
        "It rose by 15 percent to $3 million.",
        "They ran 12 km in 90 minutes.",
        "It is raining. You never know.",
    ],
)
def test_dates_and_amounts_are_no_mentions(parse, text):
    assert [m.text for m in find_mentions(parse(text)) if m.kind != "pronoun"] == []


def test_no_title_stands_in_two_tables():
    """A title that is a noun is found by its noun ("Judge"), with its gender and flag."""
    data = files("kg") / "data"
    titles, own = (
        {line.split("\t")[0].casefold() for line in (data / table).read_text("utf-8").splitlines()}
        for table in ("titles.tsv", "nouns_own.tsv")
    )
    assert titles & own <= {"lord", "lady"}  # gender
