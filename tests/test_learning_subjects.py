"""Relations that share their subjects, and which subject an object has."""

from __future__ import annotations

import json

import pytest

from kg import api
from kg.learning.examples import Fact
from kg.learning.families import NONE, families

LABELS = ["area", "baker", "currency", "flour", "mayor"]


def _bread(name, town):
    """Two facts of a bread, two of the town where it is baked."""
    return [
        Fact(name, "baker", f"Baker of {name}"),
        Fact(name, "flour", "rye"),
        Fact(town, "area", "12"),
        Fact(town, "mayor", f"Mayor of {town}"),
    ]


def test_relations_of_the_same_things_are_one_family():
    area, baker, currency, flour, mayor = families(
        [_bread("Crumb", "Ashby"), _bread("Crust", "Durham")], LABELS
    )
    assert baker == flour
    assert area == mayor
    assert len({baker, area, currency}) == 3


def test_one_sentence_does_not_make_a_family():
    found = families([_bread("Crumb", "Ashby")], LABELS)
    assert len(set(found)) == len(LABELS)


def test_facts_told_one_by_one_say_nothing_of_families():
    assert families([[fact] for fact in _bread("Crumb", "Ashby")], LABELS) == [NONE] * 5


# ---- two subjects in one sentence
ONTOLOGY = """
@prefix : <http://clubs.example/terms#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:club a owl:ObjectProperty ; rdfs:label "club" .
:ground a owl:ObjectProperty ; rdfs:label "ground" .
:manager a owl:ObjectProperty ; rdfs:label "manager" .
"""
ROWS = [
    ("Paul Keller", "Ashby Rovers", "Mill Lane", "Tom Reed"),
    ("Peter Lang", "Durham Town", "Castle Park", "Ian Hurst"),
    ("James Carter", "Oxford Albion", "Iffley Road", "Ron Dale"),
    ("Thomas Finch", "Lincoln Athletic", "Sincil Bank", "Hugh Moss"),
    ("Alan Marsh", "Norwich Wanderers", "Carrow Field", "Neil Ford"),
    ("Simon Novak", "Bristol United", "Ashton Gate", "Karl West"),
    ("Frank Weiss", "Warwick Harriers", "Abbey Ground", "Brian Cole"),
    ("George Stein", "Ludford Swifts", "Corve Meadow", "Dean Hall"),
]


@pytest.fixture(scope="module")
def clubs(tmp_path_factory):
    """A folder with an ontology and a model of players and their clubs."""
    folder = tmp_path_factory.mktemp("clubs")
    (folder / "clubs.ttl").write_text(ONTOLOGY, encoding="utf-8")
    told = []
    for player, club, ground, manager in ROWS:
        of_club = {"sub": player, "rel": "club", "obj": club}
        at = {"sub": club, "rel": "ground", "obj": ground}
        led = {"sub": club, "rel": "manager", "obj": manager}
        told += [
            (f"{player} plays for {club}, which plays at {ground}.", [of_club, at]),
            (f"{player} plays for {club}, which is managed by {manager}.", [of_club, led]),
            (f"{club} plays at {ground} and is managed by {manager}.", [at, led]),
        ]
    rows = [json.dumps({"sent": text, "triples": facts}) + "\n" for text, facts in told]
    (folder / "examples.jsonl").write_text("".join(rows), encoding="utf-8")
    api.learn(folder / "clubs.ttl", folder / "examples.jsonl", folder / "clubs.model")
    return folder


def test_what_follows_is_told_of_the_club_and_not_of_the_player(clubs):
    text = "Oliver Grant plays for Halden City, which plays at Quarry Lane."
    (clubs / "text.jsonl").write_text(json.dumps({"sent": text}), encoding="utf-8")
    (found,) = api.extract_facts([clubs / "text.jsonl"], clubs / "clubs.ttl", clubs / "clubs.model")
    assert {(f.subject, f.relation, f.object) for f in found.found} == {
        ("Oliver Grant", "club", "Halden City"),
        ("Halden City", "ground", "Quarry Lane"),
    }
