"""How labels write what sentences say, and what is learnt of it."""

from __future__ import annotations

import pytest

from kg.learning.passages import Passage
from kg.learning.values import forms, number
from kg.learning.wording import Wording


def _forms(*words):
    starts = [0]
    for word in words[:-1]:
        starts.append(starts[-1] + len(word) + 1)
    passage = Passage(
        " ".join(words),
        words,
        tuple(word.lower() for word in words),
        starts=tuple(starts),
        sentences=(0,) * len(words),
    )
    return forms(passage, (0, len(words)))


@pytest.mark.parametrize(
    ("words", "form", "value"),
    [
        (("Ann", "B", "C", "Reed"), "initials with points", "Ann B. C. Reed"),
        (("Ashby", "FC"), "letters with points", "Ashby F.C."),
        (("Marks", "and", "Lowe"), "ampersand", "Marks & Lowe"),
        (("Danish",), "language", "Danish language"),
        (("4.5", "kilometers", "per", "hour"), "decimal and unit", "4.5 (kilometres per hour)"),
        (("2", "litre"), "decimal and unit", "2.0 (litres)"),
    ],
)
def test_forms(words, form, value):
    assert _forms(*words)[form] == value


def test_forms_that_do_not_apply():
    told = set(_forms("Ann", "Reed"))
    assert told.isdisjoint(
        {"initials with points", "letters with points", "ampersand", "language", "decimal and unit"}
    )


def test_units_are_no_sentences():
    assert number("2 litre engine of the car") is None


def test_how_a_date_stands_tells_how_it_is_written():
    year, day = _forms("1985"), _forms("1", "June", "2009")
    learnt = Wording()
    for _ in range(20):
        learnt.learn("o", "opened", "date", year, "1985")
    for _ in range(3):
        learnt.learn("o", "opened", "date", day, "2009-06-01")
    assert learnt.best("o", "opened", "date", day)[1] == "2009-06-01"
    assert learnt.best("o", "opened", "date", year)[1] == "1985"
