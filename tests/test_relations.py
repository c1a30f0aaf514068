"""Relation phrases and the properties that stand for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.iris import LONGEST, as_local_name, identifier_name, local_name
from kg.relations import map_relation

FAMILIES = [
    ("criticizes", "rel:criticizes"),
    ("slams", "rel:criticizes"),
    ("Lashes  out at", "rel:criticizes"),
    ("is president of", "rel:leads"),
    ("meets", "rel:meets_with"),
    ("fires on", "rel:attacks"),
    ("sets up", "rel:founds"),
]

OWN = [
    ("coins", "rel:coins"),
    ("is Secretary of State of", "rel:is_Secretary_of_State_of"),
    ("co-hosts", "rel:co-hosts"),
    ("überholt", "rel:überholt"),
]


@pytest.mark.parametrize(("phrase", "name"), FAMILIES)
def test_a_familys_phrases_map_to_its_property(phrase, name):
    made = map_relation(phrase)
    assert (made.name, made.is_family) == (name, True)


@pytest.mark.parametrize(("phrase", "name"), OWN)
def test_other_phrases_keep_a_property_of_their_own(phrase, name):
    made = map_relation(phrase)
    assert (made.name, made.label, made.is_family) == (name, phrase, False)


@pytest.mark.parametrize(
    ("object_type", "name"),
    [("Person", "rel:sacks"), ("", "rel:sacks"), ("Artifact", "rel:fires"), ("Group", "rel:sacks")],
)
def test_a_synonym_counts_only_where_the_object_fits(object_type, name):
    assert map_relation("fires", object_type=object_type).name == name


def test_a_familys_own_phrase_is_never_doubted():
    assert map_relation("sacks", object_type="Place").name == "rel:sacks"


def test_literals_have_properties_of_their_own():
    assert map_relation("resigns", literal=True).name == "rel:resigns_value"
    assert map_relation("criticizes", literal=True).name == "rel:criticizes_value"
    assert map_relation("lauds", literal=True).name == "rel:praises_value"


def test_a_phrase_that_ends_in_value_is_not_mistaken_for_a_literals_property():
    between_entities, with_literal = map_relation("has value"), map_relation("has", literal=True)
    assert with_literal.name == "rel:has_value"
    assert between_entities.name.startswith("rel:has_value-")


def test_phrases_that_differ_only_in_what_is_unsafe_stay_apart():
    names = {map_relation(p).name for p in ("rates 50% of", "rates 50 of", "rates 50/of")}
    assert len(names) == 3


@given(st.text(max_size=120), st.booleans())
def test_any_phrase_makes_a_safe_name(phrase, literal):
    prefix, _, local = map_relation(phrase, literal=literal).name.partition(":")
    assert prefix == "rel"
    assert local == as_local_name(local)
    assert local.endswith("_value") == literal


@given(st.text(max_size=120))
def test_local_names_are_short_and_begin_with_a_letter(text):
    for local in (local_name(text), identifier_name(text, "d")):
        assert 0 < len(local) <= LONGEST
        assert local[0].isalpha()


@given(st.lists(st.text(alphabet="ab _-1&.é", max_size=6), min_size=2, unique=True))
def test_identifiers_never_share_a_name(identifiers):
    assert len({identifier_name(i, "d") for i in identifiers}) == len(identifiers)


def test_a_space_and_an_underscore_make_different_names():
    assert local_name("red cross") == "red_cross"
    assert local_name("red_cross").startswith("red_cross-")


@pytest.mark.parametrize(
    ("phrase", "object_type", "family"),
    [
        ("saves", "Person", "rescues"),  # The crew saved nine sailors.
        ("saves", "Event", None),  # The keeper saved a penalty.
        ("coaches", "Organization", None),
        ("achieves", "Concept", None),
        ("clinches", "Award", "wins"),
        ("extends", "Event", None),  # The union extended the strike.
        ("boosts", "Concept", "increases"),
        ("makes", "Event", None),  # Ann Lee made her debut.
        ("manufactures", "Artifact", "produces"),
        ("collects", "Concept", None),
        ("returns to", "Facility", None),  # The firm returned tea to shops.
        ("invests in", "Organization", None),
        ("bankrolls", "Organization", "funds"),
        ("signs", "Document", None),
        ("co-founds", "Organization", "founds"),
        ("is co-chair of", "Organization", "leads"),
    ],
)
def test_a_family_holds_only_what_means_the_same(phrase, object_type, family):
    found = map_relation(phrase, object_type=object_type)
    assert found.is_family is (family is not None)
    assert found.name == "rel:" + (family or phrase).replace(" ", "_")


@pytest.mark.parametrize(
    ("phrase", "subject_type", "name"),
    [
        ("lauds", "Person", "rel:praises_value"),
        ("proclaims", "Facility", "rel:proclaims_value"),
        ("praises", "Facility", "rel:praises_value"),  # a family's own phrase
        ("cedes", "", "rel:surrenders_value"),
    ],
)
def test_without_an_object_the_subject_decides_whether_a_synonym_counts(phrase, subject_type, name):
    assert map_relation(phrase, literal=True, subject_type=subject_type).name == name


@pytest.mark.parametrize(
    ("phrase", "object_type", "name"),
    [
        ("executes", "Person", "rel:kills"),
        ("executes", "Concept", "rel:performs"),
        ("holds", "Event", "rel:organizes"),
        ("holds", "Artifact", "rel:has"),
        ("welcomes", "Person", "rel:receives_as_guest"),
        ("welcomes", "Event", "rel:praises"),
        ("tells", "Group", "rel:speaks_to"),
        ("urges", "Group", "rel:urges"),
        ("urges", "Concept", "rel:calls_for"),  # The bishop urged restraint.
        ("releases", "Person", "rel:releases"),
        ("releases", "Document", "rel:publishes"),
        ("promotes", "Person", "rel:appoints"),
        ("promotes", "Concept", "rel:helps"),
    ],
)
def test_a_verb_of_several_senses_is_read_by_its_object(phrase, object_type, name):
    assert map_relation(phrase, object_type=object_type).name == name


def test_a_verb_of_several_senses_without_an_object_keeps_its_own_property():
    assert map_relation("holds", literal=True).name == "rel:holds_value"  # The truce holds.
