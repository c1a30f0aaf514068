"""Facts that titles, appositions, possessives and nouns of action state."""

import pytest

CASES = [
    ("The couple, a nurse and a baker, left Oslo.", "The couple | leaves | Oslo"),
    (
        "The probe carries four instruments: a radar, two spectrometers and a magnetometer.",
        "The probe | carries | four instruments",
    ),
    (
        "Ana Roy met two friends, a nurse and a baker.",
        "Ana Roy | meets | two friends; Ana Roy | meets | a nurse; Ana Roy | meets | a baker",
    ),
    (
        "Norwegian Prime Minister Eva Dahl visited Chile.",
        "Norwegian Prime Minister Eva Dahl | is prime minister of | Norwegian",
    ),
    (
        "U.S. Secretary of Energy Joan Reed resigned.",
        "U.S. Secretary of Energy Joan Reed | is Secretary of Energy of | U.S.",
    ),
    (
        "Former Chilean President Luis Vera died.",
        "Former Chilean President Luis Vera | is president of | Chilean | ended True",
    ),
    ("Amal's brother Nabil plays the oud.", "Nabil | is brother of | Amal"),
    (
        "The Greek actor Nikos Lazar sang.",
        "The Greek actor Nikos Lazar | is | Greek actor",
    ),
    (
        "Cracks were found on Monday in the dam, an old wall of earth.",
        "the dam | is old wall of | earth",
    ),
    ("Ana Roy read the novel Tin Harbour.", "the novel Tin Harbour | is | novel"),
    ("The opera Blue Lantern opened in Vienna.", "Blue Lantern | is | opera"),
    ("His wife, Clara, teaches physics.", "Clara | is wife of | His"),
    ("Eva Dahl, prime minister of Norway, met Vera.", "Eva Dahl | is prime minister of | Norway"),
    ("Eva Dahl, Norway's prime minister, met Vera.", "Eva Dahl | is prime minister of | Norway"),
    ("Estonia's capital, Tallinn, hosted the fair.", "Tallinn | is capital of | Estonia"),
    ("Chile's president met the miners.", "Chile's president | is president of | Chile"),
    ("Tesla is based in Austin, Texas.", "Austin | is in | Texas"),
    (
        "Ana Roy, a surgeon and the head of the clinic, called the police.",
        "Ana Roy | is | surgeon; Ana Roy | is head of | the clinic",
    ),
    ("Oxfam's office was looted.", "Oxfam | has | Oxfam's office"),
    ("The army's capture of Bari shocked Italy.", "The army | captures | Bari"),
    ("The murder of the poet by a soldier shocked Rome.", "a soldier | murders | the poet"),
    ("The rebels' attack on Bari failed.", "The rebels | attacks | Bari"),
    ("The war in Mali displaced thousands.", "The war | takes place in | Mali"),
]


@pytest.mark.parametrize(("sentence", "expected"), CASES)
def test_noun_phrases(facts, sentence, expected):
    assert set(expected.split("; ")) <= facts(sentence)


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("The film Ana Roy made was long.", "Ana Roy | is | film"),
        ("She praised Denmark, its army and its king.", "Denmark | is army of | its"),
        ("The bridge was destroyed by rebels, not the army.", "rebels | is | army"),
        ("The clinic hired Ana Roy, 34, in May.", "Ana Roy | is | 34"),
    ],
)
def test_what_is_no_apposition(facts, sentence, wrong):
    assert wrong not in facts(sentence)


def test_what_sums_up_a_clause_is_no_apposition(facts):
    found = facts("Mould grows on polyester, a finding that surprised Bo.")
    assert found == {"Mould | grows on | polyester", "a finding | surprises | Bo"}


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("She met Orion manager Bo Lind.", "Orion manager Bo Lind | is manager of | Orion"),
        ("The port was a hub of trade and industry.", "The port | is | hub of trade and industry"),
        ("The mural is a symbol of hope.", "The mural | is | symbol of hope"),
        ("The mill is a symbol of Ghent.", "The mill | is symbol of | Ghent"),
        ("Ana Roy is the minister of education.", "Ana Roy | is minister of | education"),
    ],
)
def test_of_a_notion_tells_what_something_is_and_of_a_thing_whose(facts, sentence, fact):
    assert fact in facts(sentence)


def test_a_subject_is_where_it_is_whatever_it_plans(facts):
    assert "Bakers | is in | Lyon" in facts("Bakers in Lyon will close the fair.")


def test_a_nation_before_a_rival_is_whose_the_rival_is_not(facts):
    found = facts("Orion sued its Danish rival Helm Foods on Monday.")
    assert "Helm Foods | is rival of | its" in found
    assert not [fact for fact in found if fact.endswith("of | Danish")]


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("The poem Lena wrote praises Oslo.", "Lena | is | poem"),
        ("The film Denmark banned won a prize.", "Denmark | is | film"),
    ],
)
def test_who_made_a_work_is_not_the_work(facts, sentence, wrong):
    assert wrong not in facts(sentence)
