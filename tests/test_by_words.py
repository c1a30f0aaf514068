"""Relations found by the words of an ontology alone: its names, domains and ranges."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from kg.learning.by_words import RIVALS, weights, written
from kg.learning.cues import UNITS, WAYS, CueIndex, cues, marks
from kg.learning.evidence import FEATURES, evidence, is_told
from kg.learning.layout import layout
from kg.learning.memory import Memory
from kg.learning.passages import passage
from kg.learning.scene import scene
from kg.learning.untaught import untaught
from kg.learning.wanted import Wanted, kind_of
from kg.lexicon.roots import root
from kg.lexicon.stating import _rows, label_words, stating


def _wanted(label, domain="", range_=""):
    return Wanted(label, "", (label,), kind_of(domain), kind_of(range_), domain, range_)


LIGHTHOUSES = (
    _wanted("architect", "Lighthouse", "Person"),
    _wanted("birthDate", "Person", "Date"),
    _wanted("birthPlace", "Person", "Place"),
    _wanted("height", "Lighthouse", "number"),
    _wanted("keeperOf", "Person", "Lighthouse"),
    _wanted("occupation", "Person", "profession"),
    _wanted("openingDate", "Lighthouse", "Date"),
    _wanted("operator", "Lighthouse", "Organisation"),
    _wanted("nationality", "Person", "Country"),
)


@pytest.fixture(scope="module")
def found(parse):
    model = untaught(LIGHTHOUSES)

    def find(text):
        return {(f.subject, f.relation, f.object) for f in model.find(passage(text, parse(text)))}

    return find


def test_a_passive_states_the_property_that_its_verb_is_of(found):
    assert ("Gull Light", "architect", "Edith Crane") in found(
        "Gull Light was designed by Edith Crane."
    )


def test_noun_and_possessive_state_it_as_well(found):
    assert ("Gull Light", "operator", "Trinity Harbour Board") in found(
        "The operator of Gull Light is the Trinity Harbour Board."
    )


def test_place_and_date_of_one_verb_are_told_apart_by_kind(found):
    said = found("Edith Crane was born in Bristol on 4 March 1868.")
    assert {
        ("Edith Crane", "birthPlace", "Bristol"),
        ("Edith Crane", "birthDate", "1868-03-04"),
    } <= said
    assert ("Edith Crane", "birthPlace", "1868-03-04") not in said


def test_a_year_stays_a_year(found):
    assert ("Gull Light", "openingDate", "1911") in found("Gull Light was opened in 1911.")


def test_a_number_has_its_unit(found):
    assert ("Gull Light", "height", "31.0 (metres)") in found("Gull Light is 31 metres tall.")


def test_what_somebody_is_said_to_be_is_an_occupation_without_the_nation(found):
    said = found("Karen Holm was a Danish engineer.")
    assert ("Karen Holm", "occupation", "engineer") in said
    assert ("Karen Holm", "nationality", "Denmark") in said
    assert ("Karen Holm", "occupation", "Danish engineer") not in said


def test_nothing_is_found_where_no_word_of_the_ontology_is(found):
    assert found("The ferry left early because of the fog.") == set()


def test_a_text_without_candidates_states_nothing(found):
    assert found("!") == set()


# ---- how properties are stated


@pytest.mark.parametrize(
    "names", [["place of birth"], ["birthPlace"], ["hasBirthPlace"], ["unknown name", "born in"]]
)
def test_names_of_one_property_meet(names):
    assert "born in" in stating(names, "place").phrases


def test_a_name_with_more_words_is_read_by_its_head():
    assert stating(["deputyManager"]).words == stating(["manager"]).words
    assert stating(["formerly"]).words == frozenset()


def test_words_written_as_one_are_parted():
    assert "born in" in stating(["birthyear"]).phrases


def test_a_general_head_leaves_the_rest_to_tell():
    assert "complete in" in stating(["bridgeCompletionDate"]).phrases


def test_the_range_decides_between_readings_of_a_name():
    assert stating(["founded"], "date").object == "date"
    assert stating(["foundedBy"], "person").object == "agent"


def test_a_preposition_at_the_end_turns_a_property():
    assert "capital of" in stating(["capital of"]).phrases
    assert stating(["capital of"]).object == "place"
    assert stating(["capital"]).object == "city"


def test_an_unknown_property_has_the_words_of_its_name():
    known = cues(_wanted("frobnicatedBy", "", "Person"))
    assert known.own == {root("frobnicated")}
    assert known.phrases == {f"{root('frobnicated')} by"}


def test_every_row_of_the_table_is_sound():
    kinds = {"", "person", "organisation", "agent", "place", "country", "city", "region", "date"}
    kinds |= {"number", "language", "people", "work", "event", "class", "thing", "text"}
    for row in _rows():
        assert row.names
        assert row.stating.object in kinds - {""}, row
        assert row.stating.words, row
        assert row.stating.ways <= {*WAYS, *UNITS}, row
        assert all(len(phrase.split()) <= 2 for phrase in row.stating.phrases), row
        assert all(label_words(name) for name in row.names), row


# ---- evidence and weights


def test_evidence_has_a_row_a_relation_and_is_told_only_by_cues(parse):
    text = "Gull Light was designed by Edith Crane."
    seen = scene(passage(text, parse(text)), Memory())
    index = CueIndex(LIGHTHOUSES)
    rows = evidence(layout(seen), marks(seen.passage, index), index)
    assert rows.shape == (len(LIGHTHOUSES), len(seen.spans), len(FEATURES))
    named = [seen.passage.wording(*span) for span in seen.spans]
    person = named.index("Edith Crane")
    led = rows[:, person, FEATURES.index("phrase leads")]
    assert [r.label for r, on in zip(LIGHTHOUSES, led, strict=True) if on] == ["architect"]
    told = is_told(rows)[:, person]
    assert not told[[r.label for r in LIGHTHOUSES].index("height")]


def test_the_weights_are_of_the_features_that_there_are():
    told = json.loads((files("kg") / "data" / "by_words.json").read_text(encoding="utf-8"))
    assert set(told["first"]) == {*FEATURES, "bias"}
    assert set(told["last"]) == {*RIVALS, *FEATURES, "bias"}
    assert 0 < weights().threshold < 1


def test_objects_are_written_as_their_kind_asks():
    assert written({"as it stands": "May 1904", "Y": "1904"}, "date") == "1904-05"
    forms = {"as it stands": "Danish", "country of an adjective": "Denmark"}
    assert written(forms, "country") == "Denmark"
    assert written(forms, "language") == "Danish"
    assert written({"as it stands": "twelve", "integer": "12", "decimal": "12.0"}, "number") == "12"
