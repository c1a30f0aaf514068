"""Quotation marks of every kind, and who speaks between them."""

import pytest

from kg.quotes import find_quotations


@pytest.fixture
def quoted(parse):
    def found(text):
        spans = find_quotations(parse(text))
        return [(text[q.start : q.end], q.speaker.text if q.speaker else None) for q in spans]

    return found


@pytest.mark.parametrize(
    "marks",
    ['""', "“”", "«»", "„”", "‘’", "''"],
    ids=["straight", *"curly guillemets low".split(), "single", "typewriter"],
)
def test_marks(quoted, marks):
    text = f"{marks[0]}The dam is leaking,{marks[1]} said Ana Roy."
    assert quoted(text) == [("The dam is leaking,", "Ana Roy")]


@pytest.mark.parametrize(
    "text",
    [
        "She doesn't like the boys' bikes, and it's late.",
        "In the '90s the '68 crowd didn't sing.",
        "The “safe zones” were never built.",
        'The film "Gone in May" won a prize.',
    ],
)
def test_what_is_no_quotation(quoted, text):
    assert quoted(text) == []


def test_speaker_before_after_and_within(quoted):
    text = (
        "The coach wrote: “We lost.” “You are late,” said Mr. Poe. "
        "“I know,” Mary Hale added, “that you are right.”"
    )
    assert quoted(text) == [
        ("We lost.", "The coach"),
        ("You are late,", "Mr. Poe"),
        ("I know,", "Mary Hale"),
        ("that you are right.", "Mary Hale"),
    ]


def test_speaker_of_several_sentences(quoted):
    text = (
        "“The bridge is old. It will fall,” said Ana Roy. “We must close it.” Bo Lind told us more."
    )
    assert quoted(text) == [
        ("The bridge is old. It will fall,", "Ana Roy"),
        ("We must close it.", "Ana Roy"),
    ]


def test_quotation_over_paragraphs_left_open(quoted):
    text = "“We will stay,” Ilham said.\n“The siege is not over.\n“We need food,” she added."
    assert quoted(text) == [
        ("We will stay,", "Ilham"),
        ("The siege is not over.", "she"),
        ("We need food,", "she"),
    ]


def test_unclosed_quotation_ends_with_its_paragraph(quoted):
    text = "“We will stay, Ilham said.\nThe town was quiet."
    assert [words for words, _ in quoted(text)] == ["We will stay, Ilham said."]


def test_quotation_alone_in_its_paragraph_belongs_to_the_last_speaker(quoted):
    text = "Ana Roy was speaking about the bridge.\n“It is old and it will fall.”"
    assert quoted(text) == [("It is old and it will fall.", "Ana Roy")]


def test_nobody_is_named(quoted):
    assert quoted("“The bridge is old.”") == [("The bridge is old.", None)]


def test_quoted_clauses_are_claimed_by_the_speaker(facts):
    text = "“The dam is leaking. The mayor left,” said Ana Roy."
    assert facts(text) == {
        "The dam | leaks | - | claimed by Ana Roy",
        "The mayor | leaves | - | claimed by Ana Roy",
    }
