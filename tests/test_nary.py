"""The n-ary rendering: whole clauses in the wording of their sentence."""

import pytest

CASES = [
    (
        "The crew quickly sold the old boat in May.",
        "The crew | quickly sold | the old boat | in May",
    ),
    ("Ana lives with Bo in Rome.", "Ana | lives with | Bo | in Rome"),
    ("Ana took part in the race.", "Ana | took part in | the race"),
    ("Ana is afraid of dogs.", "Ana | is afraid of | dogs"),
    ("Ana said that Bo left.", "Ana | said that | Bo left"),
    ("Ana wants to buy a car.", "Ana | wants to buy | a car"),
    ("The club did not pay the fine.", "The club | did not pay | the fine"),
    (
        "The vase was broken by the cat on Monday.",
        "The vase | was broken by | the cat | on Monday",
    ),
    (
        "Bo and Ana sold the mill and the barn.",
        "Bo and Ana | sold | the mill and the barn",
    ),
    ("The director gave the pupils a prize.", "The director | gave | the pupils | a prize"),
    (
        "The bishop, who built the tower, died in Bonn.",
        "The bishop | died in | Bonn; The bishop | built | the tower",
    ),
    (
        "The bridge built by Romans fell in March.",
        "The bridge built by Romans | fell in | March; The bridge | was built by | Romans",
    ),
    (
        "Tallinn, the capital of Estonia, hosted the fair.",
        "Tallinn | hosted | the fair; Tallinn | is | the capital of Estonia",
    ),
    (
        "In 1990, Ana moved to Graz and bought a farm.",
        "Ana | moved to | Graz | In 1990; Ana | bought | a farm | In 1990",
    ),
    (
        "Prime Minister Eva Dahl left Chile.",
        "Prime Minister Eva Dahl | left | Chile; Eva Dahl | is | Prime Minister",
    ),
]


@pytest.fixture(scope="module")
def tuples(triples):
    def written(sentence):
        found = triples(sentence, binary=False)
        return {
            " | ".join([t.subject.text, t.surface, *(o.text for o in t.objects)]) for t in found
        }

    return written


@pytest.mark.parametrize(("sentence", "expected"), CASES)
def test_tuples(tuples, sentence, expected):
    assert tuples(sentence) == set(expected.split("; "))


def test_arguments_are_pieces_of_the_sentence(triples):
    text = "The mayor of Graz, Eva Dahl, has never wanted to sell the old mill to Acme in May."
    for triple in triples(text, binary=False):
        for argument in (triple.subject, *triple.objects):
            assert argument.text == " ".join(text[b:e] for b, e in argument.spans)


def test_copulas_are_inflected(triples):
    sentences = (
        "Ana was tall. The lakes were frozen. Bo is a cook. Houses built by monks are old. "
        "Eva Dahl, a poet, sang. People living here sang."
    )
    found = triples(sentences, binary=False)
    assert found
    assert all("be" not in t.surface.split() for t in found)
