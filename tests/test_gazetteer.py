"""The gazetteer, the noun and name tables, and the keys of names."""

from __future__ import annotations

from importlib.resources import files

import pytest

from kg.lexicon import aliases, gazetteer, names, nouns
from kg.model import ENTITY_TYPES

PLACES = [
    ("U.S.", "United States"),
    ("the USA", "United States"),
    ("UK", "United Kingdom"),
    ("The Netherlands", "Netherlands"),
    ("Côte d’Ivoire", "Ivory Coast"),
    ("NAIROBI", "Nairobi"),
    ("Washington, D.C.", "Washington"),
    ("Persian Gulf", "Persian Gulf"),
]


@pytest.mark.parametrize(("text", "name"), PLACES)
def test_places(text, name):
    assert gazetteer.place(text).name == name


@pytest.mark.parametrize("text", ["us", "it", "Blorbville", "", "In", "ghana"])
def test_no_places(text):
    assert gazetteer.place(text) is None


def test_the_likeliest_namesake_is_first():
    kinds = [(place.kind, place.country) for place in gazetteer.places("Paris")]
    assert kinds[0] == ("capital", "FR")


def test_a_country_is_a_polity_and_a_city_a_place():
    assert gazetteer.place("Kenya").type == "GeopoliticalEntity"
    assert gazetteer.place("Mombasa").type == "Place"


def test_every_country_has_its_code_and_id():
    rows = [line.split("\t") for line in _lines("gazetteer.tsv") if line.startswith("country\t")]
    assert len(rows) == 250
    assert all(len(row[2]) == 2 and int(row[3]) > 0 for row in rows)
    assert gazetteer.country("TG").name == "Togo"
    assert gazetteer.country("XX") is None


DEMONYMS = [
    ("Danish", "Danes", "Denmark"),
    ("French", "Frenchmen", "France"),
    ("Ghanaian", "Ghanaians", "Ghana"),
    ("Filipino", "Filipinos", "Philippines"),
    ("British", "Britons", "United Kingdom"),
    ("Kurdish", "Kurds", "Kurdistan"),
]


@pytest.mark.parametrize(("adjective", "people", "name"), DEMONYMS)
def test_demonyms(adjective, people, name):
    assert gazetteer.adjective(adjective).name == name
    assert gazetteer.people(people).name == name


def test_common_words_are_no_demonyms():
    assert gazetteer.adjective("polish") is None
    assert gazetteer.people("poles") is None


def test_the_tables_name_their_sources():
    text = (files("kg") / "data" / "LICENSES.md").read_text(encoding="utf-8")
    tables = {
        entry.name for entry in (files("kg") / "data").iterdir() if entry.name.endswith(".tsv")
    }
    assert {"gazetteer.tsv", "nouns.tsv", "first_names.tsv"} <= tables
    mine = tables & {
        "gazetteer.tsv",
        "nouns.tsv",
        "nouns_own.tsv",
        "titles.tsv",
        "organisations.tsv",
    }
    assert all(table in text for table in mine)
    assert "CC BY 4.0" in text


NOUNS = [
    ("queen", "Person", "female", ""),
    ("minister", "Person", "", "official"),
    ("team", "Group", "", "collective"),
    ("evacuation", "Event", "", ""),
    ("hospital", "Facility", "", ""),
    ("treaty", "Document", "", ""),
    ("drone", "Artifact", "", ""),
    ("government", "GeopoliticalEntity", "", "collective"),
    ("blorb", "", "", ""),
]


@pytest.mark.parametrize(("word", "kind", "gender", "flag"), NOUNS)
def test_nouns(word, kind, gender, flag):
    assert nouns.noun(word) == (kind, gender, flag)


def test_every_noun_has_a_class_of_entities():
    for table in ("nouns.tsv", "nouns_own.tsv"):
        assert {line.split("\t")[1] for line in _lines(table)} <= {*ENTITY_TYPES, ""}


def test_titles_and_given_names():
    assert nouns.is_title("Mr.")
    assert nouns.is_title("President")
    assert not nouns.is_title("president")
    assert nouns.title_gender("Mrs.") == "female"
    assert nouns.first_name_gender("Maria") == "female"
    assert nouns.first_name_gender("Robert") == "male"
    assert nouns.first_name_gender("Blorb") == ""


SHORT_FORMS = [
    ("Okafor", "Ada Okafor", True),
    ("A. Okafor", "Ada Okafor", True),
    ("Ada N. Okafor", "Ada Okafor", False),
    ("Ben Okafor", "Ada Okafor", False),
    ("Ada", "Ada Okafor", False),
    ("Darwish", "Omar al-Darwish", True),
    ("King", "Martin Luther King Jr.", True),
]


@pytest.mark.parametrize(("short", "full", "fits"), SHORT_FORMS)
def test_short_forms_of_persons(short, full, fits):
    assert names.is_short_person(short, full) is fits


ACRONYMS = [
    ("ACC", "African Cocoa Council", True),
    ("A.C.C.", "African Cocoa Council", True),
    ("WB", "World Bank", True),
    ("OPEC", "Organization of the Petroleum Exporting Countries", True),
    ("Acc", "African Cocoa Council", False),
    ("AC", "African Cocoa Council", False),
]


@pytest.mark.parametrize(("short", "full", "fits"), ACRONYMS)
def test_acronyms(short, full, fits):
    assert names.is_acronym(short, full) is fits


SAME_KEYS = [
    ("U.S.A.", "USA", "GeopoliticalEntity"),
    ("Britain", "the United Kingdom", "GeopoliticalEntity"),
    ("System Admin", "the system admin", "Person"),
    ("east Ghana", "Eastern Ghana", "Place"),
    ("U.N. Security Council", "UN Security Council", "Organization"),
    ("Norvik’s", "Norvik", "Organization"),
    ("Jose\u0301", "José", "Person"),
]


@pytest.mark.parametrize(("one", "two", "kind"), SAME_KEYS)
def test_same_keys(one, two, kind):
    assert aliases.key(one, kind) == aliases.key(two, kind)


OTHER_KEYS = [
    ("Iran", "Iraq", "GeopoliticalEntity"),
    ("West Virginia", "western Ghana", "Place"),
    ("Niger", "Nigeria", "GeopoliticalEntity"),
    ("North Korea", "South Korea", "GeopoliticalEntity"),
]


@pytest.mark.parametrize(("one", "two", "kind"), OTHER_KEYS)
def test_other_keys(one, two, kind):
    assert aliases.key(one, kind) != aliases.key(two, kind)


def _lines(table):
    return (files("kg") / "data" / table).read_text(encoding="utf-8").splitlines()


def test_whatever_is_found_under_a_name_may_begin_where_that_stands():
    table = gazetteer._table().names
    forms = [form for name in table for form in (name, name.upper(), f"{name} State")]
    found = [form for form in forms if gazetteer.places(form)]
    assert len(found) > 1.5 * len(table)
    assert all(gazetteer.may_begin(f"in {form}.", 3) for form in found)


@pytest.mark.parametrize("text", ["in U.S.A.", "in St. Louis", "in Guinea-Bissau"])
def test_dots_and_hyphens_hide_no_name(text):
    assert gazetteer.may_begin(text, 3)


def test_most_words_begin_no_name_of_a_place():
    assert not any(gazetteer.may_begin(word, 0) for word in ("Norvik", "Okafor", "Motors"))
