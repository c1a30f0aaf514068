"""Pairs that say nothing by themselves stay out of the graph."""

import pytest

SILENT = [
    "The news came as the village rested after the feast.",
    "The singer was quoted as saying so.",
    "The crew worked to save the ship.",
    "Rain was expected.",
    "Ana knows the rules that are broken every day.",
    "They said the last thing they want is rain.",
]

TELLING = [
    ("The talks collapsed.", "collapses"),
    ("The old king came back.", "comes back"),
    ("The minister did not comment.", "comments"),
    ("The festival began in 1960.", "begins"),
    ("The drought continued.", "continues"),
    ("The convoy left without paying the toll.", "leaves"),
]


@pytest.mark.parametrize("text", SILENT)
def test_what_says_nothing_is_left_out(triples, text):
    silent = ("The news", "The singer", "The crew", "Rain", "the last thing", "the rules")
    assert not [t for t in triples(text) if t.subject.text in silent and not t.objects]
    assert "the last thing" not in {t.subject.text for t in triples(text)}


@pytest.mark.parametrize(("text", "relation"), TELLING)
def test_intransitive_facts_are_kept(triples, text, relation):
    assert [t.relation for t in triples(text) if not t.objects] == [relation]


def test_a_light_verb_and_its_noun_are_told_once(triples):
    assert [t.relation for t in triples("The frost put a halt to the harvest.")] == ["puts halt to"]


def test_comparisons_and_additions_are_no_relations(triples):
    text = "The firm spent a fortune on repairs, including a new roof."
    assert all("including" not in t.relation for t in triples(text))
    assert all("than" not in t.relation for t in triples("Bo won more often than Ana."))


def test_means_are_no_agents(triples):
    facts = {(t.subject.text, t.relation) for t in triples("Ana was rescued by boat.")}
    assert facts == {("Ana", "is rescued")}
