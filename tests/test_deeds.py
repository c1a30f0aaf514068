"""Facts that nouns of action and events state, and appositions to the right thing."""

import pytest

CASES = [
    ("Lena spoke to miners during a visit to Paris.", "Lena | visits | Paris"),
    ("Speaking on a trip to Peru, Omar praised the miners.", "Omar | visits | Peru"),
    (
        "Talks between Chad and Norway failed.",
        "Talks | is between | Chad; Talks | is between | Norway",
    ),
    ("The summit on trade failed.", "The summit | is on | trade"),
    (
        "Vera Lind was born in Paris, the daughter of a baker.",
        "Vera Lind | is daughter of | a baker",
    ),
]


@pytest.mark.parametrize(("sentence", "expected"), CASES)
def test_nouns_of_action_and_events(facts, sentence, expected):
    assert facts(sentence) >= {part.strip() for part in expected.split(";")}


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("The guide of the visit to Paris resigned.", "visits"),
        ("Lena thanked the hosts of her visit to Paris.", "visits"),
        ("Two riders shot a baker on Sunday, the third killing this year.", "is third killing"),
        ("The firm lost a fortune, compared with a profit in May.", "compared"),
    ],
)
def test_what_is_not_stated(facts, sentence, wrong):
    assert wrong not in "; ".join(facts(sentence))
