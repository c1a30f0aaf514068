"""Triples as lines: every line stands for itself, whatever the text holds."""

import json
from dataclasses import replace

import pytest

from kg.model import Argument, Sentence, Triple
from kg.triples import json_lines, oie_lines

TEXT = "The\tlighthouse keeper\nhas given Nora Bly a lamp."
SENTENCE = Sentence(0, 0, len(TEXT), TEXT)


def argument(words):
    start = TEXT.index(words)
    return Argument(words, ((start, start + len(words)),), start)


TRIPLE = Triple(
    sentence=0,
    subject=argument("The\tlighthouse keeper"),
    relation="gives",
    surface="has given",
    relation_spans=((22, 31),),
    objects=(argument("Nora Bly"), argument("a lamp")),
    rule="SVOO",
    confidence=0.85,
)


def test_a_line_of_open_extraction():
    [line] = oie_lines([SENTENCE], [TRIPLE])
    assert line.split("\t") == [
        "The lighthouse keeper has given Nora Bly a lamp.",
        "0.850",
        "The lighthouse keeper",
        "has given",
        "Nora Bly",
        "a lamp",
    ]


def test_a_verb_without_object_has_an_empty_one():
    [line] = oie_lines([SENTENCE], [replace(TRIPLE, objects=())])
    assert line.split("\t")[3:] == ["has given", ""]


@pytest.mark.parametrize("mark", ["\n", "\r\n", "\t", "\v", "\f", "\x1c", "\x85", "\u2028"])
def test_what_breaks_lines_or_fields_becomes_a_space(mark):
    sentence = replace(SENTENCE, text=f"One{mark}two.")
    [line] = oie_lines([sentence], [TRIPLE])
    assert line.startswith("One two.\t")
    assert len(line.splitlines()) == 1


def test_other_spaces_stay_as_the_tokens_had_them():
    [line] = oie_lines([replace(SENTENCE, text="5\u00a0km  off .")], [TRIPLE])
    assert line.startswith("5\u00a0km  off .\t")


def test_a_json_line_holds_every_qualifier():
    told = replace(
        TRIPLE,
        polarity="negated",
        factuality="claimed",
        ended="Monday",
        cues=("not",),
        speakers=(argument("Nora Bly"),),
        time=argument("a lamp"),
    )
    [line] = json_lines("tide", [SENTENCE], [told])
    row = json.loads(line)
    assert row["document"] == "tide"
    assert row["sentence"] == TEXT
    assert row["subject"]["text"] == "The\tlighthouse keeper"
    assert [a["text"] for a in row["objects"]] == ["Nora Bly", "a lamp"]
    assert (row["relation"], row["surface"], row["rule"]) == ("gives", "has given", "SVOO")
    assert (row["polarity"], row["factuality"], row["ended"]) == ("negated", "claimed", "Monday")
    assert [a["text"] for a in row["speakers"]] == ["Nora Bly"]
    assert (row["time"], row["place"], row["confidence"]) == ("a lamp", None, 0.85)
    for begin, end in row["objects"][0]["spans"]:
        assert TEXT[begin:end] == "Nora Bly"


def test_a_json_line_is_one_line():
    sentence = replace(SENTENCE, text='A "quoted"\nline \\ and \u65e5\u672c.')
    [line] = json_lines("tide", [sentence], [TRIPLE])
    assert "\n" not in line
    assert "\u65e5\u672c" in line
    assert json.loads(line)["sentence"] == sentence.text
