"""The chained rendering: binary triples whose relations grow along the sentence."""

import pytest

from kg import extractors

CASES = [
    ("Ana sold the mill in May.", "Ana | sold | the mill; Ana | sold the mill in | May"),
    ("Ana and Bo left.", ""),
    (
        "Bo was born in Ulm and studied in Graz.",
        "Bo | was born in | Ulm; Bo | studied in | Graz",
    ),
    (
        "Ana runs a club in the town of Ulm.",
        (
            "Ana | runs | a club; Ana | runs | a club in the town of Ulm; "
            "Ana | runs a club in | the town; "
            "Ana | runs a club in the town of | Ulm"
        ),
    ),
    ("Ana came to see Bo.", "Ana | came to see | Bo"),
    (
        "Ana owns a mill built by monks.",
        "Ana | owns | a mill; Ana | owns a mill built by | monks; a mill | built by | monks",
    ),
    ("The mill was not sold by Ana.", "The mill | was not sold by | Ana"),
    ("Ana said that Bo left.", "Ana | said | that Bo left"),
    (
        "Ana and Bo sold pears and plums.",
        "Ana | sold | pears; Ana | sold | plums; Bo | sold | pears; Bo | sold | plums",
    ),
    ("The house in which Bach lived burned.", "Bach | lived in | The house"),
    (
        "The vase was broken by the cat on Monday.",
        ("The vase | was broken by | the cat; The vase | was broken by the cat on | Monday"),
    ),
    (
        "The problem is that Ana owns a mill.",
        "The problem | is that Ana owns | a mill; Ana | owns | a mill",
    ),
    (
        "Ana says that Bo sells pears and Eva grows plums.",
        (
            "Ana | says | that Bo sells pears; Ana | says | Eva grows plums; "
            "Bo | sells | pears; Eva | grows | plums"
        ),
    ),
    ("Ana then sold the mill.", "Ana | sold | the mill"),
    ("In 1990, Ana moved to Graz.", "Ana | moved to | Graz; Ana | moved to Graz In | 1990"),
    (
        "Ana met a group of monks in Ulm.",
        (
            "Ana | met | a group of monks; Ana | met | a group of monks in Ulm; "
            "Ana | met a group of monks in | Ulm"
        ),
    ),
    (
        "The singer was born in Ulm, Germany.",
        "The singer | was born in | Ulm; The singer | was born in | Germany",
    ),
    (
        "They bought the mill on December 31, 1963.",
        "They | bought | the mill; They | bought the mill on | December 31, 1963",
    ),
    (
        "The club sold the mill in May of that year.",
        ("The club | sold | the mill; The club | sold the mill in | May of that year"),
    ),
    ("Several years later the mill was sold.", "the mill | was sold | Several years later"),
    (
        "Several years later Ana lived with Bo.",
        "Ana | lived with | Bo; Ana | lived with Bo | Several years later",
    ),
    (
        "The match was cancelled because of rain.",
        "The match | was cancelled because of | rain",
    ),
    ("Ana paid ten euros a day.", "Ana | paid | ten euros a day"),
    ("For example, Ana sold the mill.", "Ana | sold | the mill"),
    (
        "Instead of asking Bo, Ana sold the mill.",
        "Ana | sold | the mill; Ana | sold the mill Instead of asking | Bo",
    ),
]


@pytest.mark.parametrize(("sentence", "expected"), CASES)
def test_chains(parse, sentence, expected):
    triples = extractors.load("chained").extract(parse(sentence)).triples
    found = {f"{t.subject.text} | {t.surface} | {t.objects[0].text}" for t in triples}
    assert found == (set(expected.split("; ")) if expected else set())


def test_relations_are_pieces_of_the_sentence(parse):
    text = "The man whom Ana met in the town of Ulm has a plan to sell his mill to Acme."
    for triple in extractors.load("chained").extract(parse(text)).triples:
        pieces = " ".join(text[b:e] for b, e in triple.relation_spans)
        assert triple.surface == pieces
