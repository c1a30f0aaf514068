"""Which of several answers for one text stand (kg.learning.rivals)."""

from __future__ import annotations

import pytest

from kg.learning.rivals import Answer, standing

SEAT, BIRTHPLACE = 0, 1
NAME, TOWN, TOWN_AND_COUNTRY, YEAR = (0, 2), (5, 6), (5, 8), (9, 10)


@pytest.mark.parametrize(
    ("answers", "kept"),
    [
        # The same words cut otherwise: "Newport" and "Newport, Wales".
        ([Answer(0.5, SEAT, NAME, TOWN), Answer(0.6, SEAT, NAME, TOWN_AND_COUNTRY)], [1]),
        # Another relation of the same words, far less sure, and nearly as sure.
        ([Answer(0.9, SEAT, NAME, TOWN), Answer(0.5, BIRTHPLACE, NAME, TOWN)], [0]),
        ([Answer(0.9, SEAT, NAME, TOWN), Answer(0.8, BIRTHPLACE, NAME, TOWN)], [0, 1]),
        # "A succeeded B" read both ways.
        ([Answer(0.3, SEAT, NAME, TOWN), Answer(0.4, SEAT, TOWN, NAME)], [1]),
        # Objects apart are no rivals, nor is what only a loser would have ruled out.
        ([Answer(0.3, SEAT, NAME, TOWN), Answer(0.4, SEAT, NAME, YEAR)], [1, 0]),
        (
            [
                Answer(0.9, SEAT, NAME, (5, 6)),
                Answer(0.8, SEAT, NAME, (5, 8)),
                Answer(0.7, SEAT, NAME, (7, 8)),
            ],
            [0, 2],
        ),
    ],
)
def test_of_rivals_the_surest_stands(answers, kept):
    assert standing(answers) == kept


def test_what_is_too_unlikely_is_dropped_before_it_is_compared():
    """It could rule out only what is less likely still."""
    answers = [
        Answer(0.2, SEAT, NAME, TOWN),
        Answer(0.9, SEAT, NAME, YEAR),
        Answer(0.4, SEAT, NAME, TOWN_AND_COUNTRY),
        Answer(0.1, SEAT, TOWN, NAME),
    ]
    assert standing(answers) == [1, 2]
    assert standing(answers, 0.4) == [1, 2]
    assert standing(answers, 0.5) == [1]
