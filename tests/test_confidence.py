"""The confidences of triples in the sentence's wording: by rule, less for signs of trouble."""

import pytest

from kg import extractors


@pytest.fixture(scope="module")
def sure(triples):
    def of(sentence, relation):
        found = triples(sentence, binary=False)
        return next(t.confidence for t in found if t.surface == relation)

    return of


def test_a_main_clause_is_surer_than_an_apposition(sure):
    sentence = "Tallinn, the capital of Estonia, hosted the fair."
    assert sure(sentence, "hosted") > sure(sentence, "is")


@pytest.mark.parametrize(
    ("plain", "troubled"),
    [
        ("Ana sold the mill.", "Ana, who came to Ulm from Graz by train in May, sold the mill."),
        ("Ana sold the mill.", "Ana sold it."),
        (
            "The owners sold the mill.",
            "The owners of the inn by the old bridge over the river near Graz sold the mill.",
        ),
    ],
)
def test_signs_of_trouble(sure, plain, troubled):
    assert sure(plain, "sold") > sure(troubled, "sold")


def test_a_grown_relation_is_less_sure(parse):
    found = extractors.load("chained").extract(
        parse("Ana runs a club in the town of Ulm on the coast.")
    )
    by_relation = {t.surface: t.confidence for t in found.triples}
    assert by_relation["runs"] > min(by_relation.values())
    assert by_relation["runs"] == max(by_relation.values())
