"""What hangs on what: chains, subjects, gaps, arguments and their roles."""

import pytest

from kg.clauses import find_clauses
from kg.repairs import mended
from kg.syntax import Tree


@pytest.fixture
def clause(parse):
    """The clause of a sentence whose last verb is the given word, and its tree."""

    def found(sentence, verb):
        [sent] = parse(sentence)
        tree = mended(Tree(sent))
        [one] = [c for c in find_clauses(tree) if tree.words[c.verb] == verb]
        return tree, one

    return found


SUBJECTS = [
    ("Ana left.", "left", "Ana"),
    ("Ana sat down and ate.", "ate", "Ana"),
    ("Ana wants to eat.", "eat", "Ana"),
    ("Ana asked Bo to eat.", "eat", "Bo"),
    ("Ana promised Bo to eat.", "eat", "Ana"),
    ("Ana used the knife to eat.", "eat", "Ana"),
    ("The man who left sang.", "left", "man"),
    ("The man she met sang.", "met", "she"),
    ("Her neighbour, Bo, sold a van but was not paid.", "paid", "neighbour"),
    ("Eating, Ana smiled.", "Eating", "Ana"),
    ("Ana praised Bo for winning.", "winning", "Bo"),
    ("People eating fish sang.", "eating", "People"),
    ("Ana's plan to sell the mill failed.", "sell", "Ana"),
    ("Bo called for Ana to leave.", "leave", "Ana"),
    ("They appealed to the court to stop the sale.", "stop", "court"),
    ("Bo had a plan to leave.", "leave", "Bo"),
    ("Ana is a painter who lives in Graz.", "lives", "Ana"),
]


@pytest.mark.parametrize(("sentence", "verb", "subject"), SUBJECTS)
def test_subjects(clause, sentence, verb, subject):
    tree, found = clause(sentence, verb)
    assert found.subject is not None
    assert tree.words[found.subject] == subject


@pytest.mark.parametrize(
    ("sentence", "verb"),
    [
        ("The fish was cut to save money.", "save"),
        ("“Close the road,” Ana urged the council.", "Close"),
    ],
)
def test_what_nobody_is_said_to_do(clause, sentence, verb):
    assert clause(sentence, verb)[1].subject is None


@pytest.mark.parametrize(
    ("sentence", "verb", "chain"),
    [
        ("Ana wants to try to leave.", "leave", ["wants", "try", "leave"]),
        ("Ana is able to swim.", "swim", ["is", "able", "swim"]),
        ("Miners are still trapped in the shaft.", "trapped", ["are", "trapped"]),
        ("Ana wants to eat and drink.", "drink", ["wants", "drink"]),
    ],
)
def test_chains(clause, sentence, verb, chain):
    tree, found = clause(sentence, verb)
    assert [tree.words[i] for i in found.chain] == chain


def test_a_gap_is_filled_by_the_antecedent(clause):
    tree, found = clause("The mill that Ana sold burned.", "sold")
    assert [tree.words[o] for o in found.objects] == ["mill"]
    tree, found = clause("The house in which Bach lived burned.", "lived")
    assert [tree.words[h] for a in found.adjuncts for h in a.heads] == ["house"]


@pytest.mark.parametrize(
    ("sentence", "verb", "roles"),
    [
        ("The mill was sold by Ana in May.", "sold", {"Ana": "agent", "May": "time"}),
        ("Ana works in Chile for Acme.", "works", {"Chile": "place", "Acme": "other"}),
        ("According to Ana, the mill burned.", "burned", {"Ana": "source"}),
    ],
)
def test_roles(clause, sentence, verb, roles):
    tree, found = clause(sentence, verb)
    assert {tree.words[a.heads[0]]: a.role for a in found.adjuncts} == roles


@pytest.mark.parametrize(
    ("sentence", "verb", "marker"),
    [
        ("Ana ran out of the house.", "ran", "out of"),
        ("Ana stood in front of the house.", "stood", "in front of"),
        ("Ana moved away from the house.", "moved", "away from"),
    ],
)
def test_prepositions_of_several_words(clause, sentence, verb, marker):
    tree, found = clause(sentence, verb)
    assert [tree.text(a.marker) for a in found.adjuncts] == [marker]


def test_a_verb_of_another_tense_that_nothing_joins_borrows_no_subject(facts):
    spliced = "The miners hold on to a sliver of the pit after the owners, with help, began a push."
    assert not [fact for fact in facts(spliced) if "begins" in fact and "miners" in fact]
    joined = "The miners hold the pit and began a strike."
    assert "The miners | begins | a strike" in facts(joined)


def test_do_so_has_no_object_and_listeners_are_not_listened(facts):
    assert facts("Brill, who had urged her to do so, slept.") == {
        "Brill | urges | her",
        "Brill | sleeps | -",
    }
    assert facts("Ana listened by telephone.") == {"Ana | listens | -"}
    assert facts("He was captured in May and extradited to Peru.") == {
        "He | is captured | -",
        "He | is extradited to | Peru",
    }


@pytest.mark.parametrize(
    ("sentence", "passive"),
    [
        ("Miners puzzled by strange noise", True),
        ("Storm blamed the mayor", False),
        ("Storm blamed on warm sea", True),
        ("The bus collided with a truck", False),
    ],
)
def test_titles_without_auxiliary_are_passive(parse, sentence, passive):
    [sent] = parse(sentence)
    [clause] = find_clauses(mended(Tree(sent)))
    assert clause.passive is passive
