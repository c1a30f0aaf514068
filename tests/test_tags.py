"""Verbs that were read as plural nouns."""

import pytest


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Ghana arms Togo.", "Ghana | arms | Togo"),
        ("Chad arms the rebels.", "Chad | arms | the rebels"),
        ("If the board agrees, Biovant plans to leave Rome.", "Biovant | leaves | Rome | planned"),
    ],
)
def test_a_plural_between_a_name_and_a_noun_phrase_is_a_verb(facts, sentence, fact):
    assert fact in facts(sentence)


@pytest.mark.parametrize("text", ["Chad arms and ammunition.", "The Chad arms deals."])
def test_other_plurals_stay_nouns(facts, text):
    assert facts(text) == set()


def test_a_past_form_is_not_coordinated_with_an_infinitive(facts):
    found = facts("Omar urged the guards to open the gate and compared the king to a bear.")
    assert {"Omar | compares | the king", "Omar | compares to | a bear"} <= found
    assert "the guards | opens | the gate | planned by Omar" in found
