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
        "Bo and Ana | sold | the mill; Bo and Ana | sold | the barn",
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
    # words of arguments that join the relation
    ("Ana described it as a ruin.", "Ana | described it as | a ruin"),
    ("Success depends on what the rivals do.", "Success | depends on | what the rivals do"),
    (
        "The singer died after giving a concert.",
        "The singer | died after | giving a concert; The singer | giving | a concert",
    ),
    (
        "It is hard to find a cheap flat in Oslo.",
        "It | is hard to find | a cheap flat in Oslo",
    ),
    # what is said
    (
        "The dam, engineers warned, is very old.",
        "The dam | is | very old; engineers | warned | The dam is very old",
    ),
    ("“The lake is dry,” Ana said.", "The lake | is | dry; Ana | said | “The lake is dry,”"),
    # lists
    (
        "The shop sells pears, plums and ripe figs.",
        "The shop | sells | pears; The shop | sells | plums; The shop | sells | ripe figs",
    ),
    (
        "The treaty was signed by Chad and Niger in 1970.",
        (
            "The treaty | was signed by | Chad | in 1970; "
            "The treaty | was signed by | Niger | in 1970"
        ),
    ),
    (
        "The talks between Chad and Niger failed in May.",
        "The talks between Chad and Niger | failed in | May",
    ),
    # what is borrowed from the governing clause
    ("The hall was built to store grain.", "The hall | was built to store | grain"),
    (
        "Guards are available to help tourists.",
        "Guards | are available to help | tourists",
    ),
    (
        "The town made plans to move the market.",
        "The town | made | plans to move the market; The town | made plans to move | the market",
    ),
    # implied copulas
    ("They met in Ulm, Germany.", "They | met in | Ulm, Germany; Ulm | is in | Germany"),
    (
        "The farm grows many crops, mainly cotton.",
        "The farm | grows | many crops",
    ),
    (
        "The Moss Museum in Graz burned in May.",
        "The Moss Museum in Graz | burned in | May; The Moss Museum | is in | Graz",
    ),
    (
        "John Miller of Acme sold the mill.",
        "John Miller of Acme | sold | the mill; John Miller | is of | Acme",
    ),
    (
        "The Battle of Graz in 1750 ruined the town.",
        "The Battle of Graz in 1750 | ruined | the town",
    ),
    (
        "Ana bought a mill that stands in Graz.",
        "Ana | bought | a mill; a mill | stands in | Graz",
    ),
    (
        "The council closed a school; the mayor opened a park.",
        "The council | closed | a school; the mayor | opened | a park",
    ),
    (
        "The mill was repaired, painted and sold to Bo in May.",
        "The mill | was sold to | Bo | in May",
    ),
    (
        "Bo wants to buy, repair and sell old boats.",
        (
            "Bo | wants to buy | old boats; Bo | wants to repair | old boats; "
            "Bo | wants to sell | old boats"
        ),
    ),
    # gerunds that need not happen
    (
        "Instead of calling Bo, Ana wrote a letter.",
        "Ana | wrote | a letter | Instead of calling Bo",
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
