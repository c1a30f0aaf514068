"""Linking: one entity for one thing over all documents; its name, id, type and mentions."""

from __future__ import annotations

import itertools
import unicodedata
from dataclasses import replace

import pytest
from mentioned import record

from kg import merges
from kg.coref import resolve
from kg.identity import display_name, entity_id, quantity
from kg.iris import LONGEST
from kg.linking import link
from kg.mentions import find_mentions
from kg.model import ENTITY_TYPES, Document, DocumentRecord
from kg.quotes import find_quotations


@pytest.fixture(scope="module")
def linked(parse):
    """Documents' texts by id -> the Linking of them all."""

    def made(**texts):
        return link([_record(parse, name, text) for name, text in texts.items()])

    return made


def _record(parse, name, text):
    sentences = parse(text)
    mentions = find_mentions(sentences)
    chains = resolve(sentences, mentions, find_quotations(sentences))
    return DocumentRecord(Document(name, text), sentences, mentions, chains, ())


def _names(linking):
    return {entity.name for entity in linking.entities}


def _entity(linking, name):
    [found] = [entity for entity in linking.entities if entity.name == name]
    return found


def test_a_name_of_a_firm_and_of_its_founder_is_neither(linked):
    text = "Dahl Motors was founded by Per Dahl. A bank advised Dahl."
    assert {"Dahl Motors", "Per Dahl", "Dahl"} <= _names(linked(a=text))


def test_a_legal_form_makes_no_other_firm(linked):
    linking = linked(a="Norvik Motors Inc. hired staff.", b="Norvik Motors built a plant.")
    assert _entity(linking, "Norvik Motors Inc.").aliases == ("Norvik Motors",)


def test_a_person_is_one_entity_over_documents(linked):
    linking = linked(
        a="Ada Okafor runs the port of Tema. Okafor hired Ben Adler.",
        b="Okafor left Tema. Adler stayed.",
    )
    okafor = _entity(linking, "Ada Okafor")
    assert okafor.aliases == ("Okafor",)
    assert okafor.type == "Person"
    assert {(m.document, m.text) for m in okafor.mentions} == {
        ("a", "Ada Okafor"),
        ("a", "Okafor"),
        ("b", "Okafor"),
    }
    assert _entity(linking, "Ben Adler").aliases == ("Adler",)


def test_a_surname_with_two_owners_stays_alone(linked):
    linking = linked(a="Ada Okafor met Ben Okafor in Tema.", b="Okafor left Tema.")
    assert {"Ada Okafor", "Ben Okafor", "Okafor"} <= _names(linking)


def test_a_surname_in_an_unrelated_document_stays_alone(linked):
    linking = linked(a="Ada Okafor runs a bakery in Tema.", b="Okafor scored twice against Lima.")
    assert {"Ada Okafor", "Okafor"} <= _names(linking)


NAMESAKES = [
    # gender, age, year of birth: never one
    (
        "Robin Vance won in Lima. She wept because she was tired.",
        "Robin Vance won in Lima. He wept because he was tired.",
    ),
    ("Robin Vance won. She wept.", "Robin Vance won. He wept."),
    ("Mr. Robin Vance spoke in Lima.", "Mrs. Robin Vance spoke in Lima."),
    ("Robin Vance, 71, spoke in Lima.", "Robin Vance, 23, spoke in Lima."),
    ("The 71-year-old farmer Robin Vance left Lima.", "Robin Vance, 23, left Lima."),
    ("Robin Vance (born 1931) left Lima.", "Robin Vance (born 1987) left Lima."),
    # field and nation: not without another name in common
    ("Striker Robin Vance joined Norvik.", "Surgeon Robin Vance opened a clinic."),
    ("Robin Vance, a painter, slept.", "Robin Vance, a physicist, slept."),
    ("Ghanaian lawyer Robin Vance slept.", "Norwegian lawyer Robin Vance slept."),
]


@pytest.mark.parametrize(("one", "two"), NAMESAKES)
def test_namesakes_whom_the_documents_tell_apart_are_two(linked, one, two):
    found = [e for e in linked(a=one, b=two).entities if e.name == "Robin Vance"]
    assert [{m.document for m in e.mentions} for e in found] in ([{"a"}, {"b"}], [{"b"}, {"a"}])


ONE_PERSON = [
    ("Robin Vance won in Lima.", "Robin Vance slept."),
    ("Robin Vance won. She wept.", "Mrs. Robin Vance slept."),
    ("Robin Vance won in Lima. She wept.", "Robin Vance lost in Lima. He slept."),
    ("Robin Vance, 40, won.", "Robin Vance, 41, slept."),
    ("Senator Robin Vance won.", "Lawyer Robin Vance slept."),
    ("Striker Robin Vance left Norvik Rovers.", "Surgeon Robin Vance once saved Norvik Rovers."),
]


@pytest.mark.parametrize(("one", "two"), ONE_PERSON)
def test_persons_of_one_name_are_one_unless_told_apart(linked, one, two):
    assert {m.document for m in _entity(linked(a=one, b=two), "Robin Vance").mentions} == {"a", "b"}


def test_a_document_that_could_mean_either_namesake_means_the_one_it_shares_a_name_with(linked):
    linking = linked(
        a="Striker Robin Vance joined Norvik Rovers.",
        b="Surgeon Robin Vance opened a clinic in Tema.",
        c="Robin Vance slept in Tema.",
        d="Robin Vance slept.",
    )
    found = [e for e in linking.entities if e.name == "Robin Vance"]
    assert sorted(sorted({m.document for m in e.mentions}) for e in found) == [
        ["a"],
        ["b", "c"],
        ["d"],
    ]


def test_a_person_in_very_many_documents_costs_no_more_each(parse):
    one = _record(parse, "x", "Senator Robin Vance met Ada Okafor. Robin Vance slept.")
    records = [replace(one, document=Document(f"d{n}", one.document.text)) for n in range(2000)]
    assert len(link(records).entities) == 2


def dated(parse, *texts):
    """A Linking of texts by their dates."""
    records = []
    for number, (date, text) in enumerate(texts):
        record = _record(parse, f"d{number}", text)
        records.append(replace(record, document=replace(record.document, date=date)))
    return link(records)


@pytest.mark.parametrize(
    ("age", "persons"),
    [(54, 1), (53, 1), (40, 2), (60, 2)],  # of one who was 40 fourteen years before
)
def test_an_age_and_the_date_of_its_document_tell_a_year_of_birth(parse, age, persons):
    before = ("2010-05-03", "Robin Vance, 40, won.")
    linking = dated(parse, before, ("2024-05-03", f"Robin Vance, {age}, slept."))
    assert [e.name for e in linking.entities].count("Robin Vance") == persons


MALI = "Ada Okafor met Ben Adler. "


def test_an_event_at_a_place_is_one_in_documents_with_other_names_in_common(linked):
    linking = linked(a=MALI + "The Malian war ended.", b=MALI + "The war in Mali went on.")
    [war] = [e for e in linking.entities if "war" in e.name]
    assert {m.document for m in war.mentions} == {"a", "b"}
    assert merges.SAME_EVENT in {merge.reason for merge in linking.merges}


TWO_EVENTS = [
    ("The Malian war ended.", "The war in Mali went on."),
    (MALI + "The war in Chad ended.", MALI + "The war in Mali went on."),
    (MALI + "A fire in Lima ended.", MALI + "The fire in Lima went out."),
    (MALI + "The 1995 war in Mali ended.", MALI + "The war in Mali went on."),
    (MALI + "The second war in Mali ended.", MALI + "The war in Mali went on."),
]


@pytest.mark.parametrize(("one", "two"), TWO_EVENTS)
def test_events_of_two_documents_stay_apart_without_that(linked, one, two):
    found = [e for e in linked(a=one, b=two).entities if e.type == "Event"]
    assert len(found) == 2


@pytest.mark.parametrize(("later", "events"), [("2024-06-03", 1), ("2024-06-04", 2)])
def test_an_event_is_one_within_a_month(parse, later, events):
    before = ("2024-05-03", MALI + "The Malian war ended.")
    linking = dated(parse, before, (later, MALI + "The war in Mali went on."))
    assert [e.type for e in linking.entities].count("Event") == events


def test_near_identical_names_stay_apart(linked):
    linking = linked(a="Iran and Iraq signed. Austria and Australia watched.")
    assert {"Iran", "Iraq", "Austria", "Australia"} <= _names(linking)


def test_a_person_and_a_city_of_one_name_stay_apart(linked):
    linking = linked(
        a="In Paris it rained.", b="Valerie Paris won. Her rival praised Valerie Paris in Lyon."
    )
    assert {e.type for e in linking.entities if "Paris" in e.name} == {"Place", "Person"}


COUNTRIES = [
    ("The U.S. and the USA agree with the United States.", "United States", 6252001),
    ("Britain left; the UK regrets it.", "United Kingdom", 2635167),
    ("The Ghanaian navy sails for Ghana.", "Ghana", 2300660),
]


@pytest.mark.parametrize(("text", "name", "number"), COUNTRIES)
def test_a_country_has_one_name_and_its_geonames_id(linked, text, name, number):
    country = _entity(linked(a=text), name)
    assert country.type == "GeopoliticalEntity"
    assert country.same_as == (f"https://sws.geonames.org/{number}/",)
    assert len(country.mentions) > 1


def test_a_city_is_called_what_the_texts_call_it(linked):
    city = _entity(linked(a="New York slept. It snowed in New York. NYC was quiet."), "New York")
    assert (city.id, city.aliases) == ("New_York", ("NYC", "New York City"))


def test_a_state_is_not_its_city(linked):
    linking = linked(a="Farmers in New York State sell milk in New York City.")
    assert _entity(linking, "New York State").same_as != _entity(linking, "New York City").same_as


def test_a_body_is_called_by_its_country_where_it_can_be(linked):
    linking = linked(
        a="Ghanaian troops left Ghana. The Ghanaian government sent government troops to Togo."
    )
    assert "Ghanaian troops" in _names(linking)
    assert "government troops" not in _names(linking)


def test_a_people_is_a_group_of_its_own(linked):
    danes = _entity(linked(a="The Danes beat Norway. Denmark celebrated."), "Danes")
    assert danes.type == "Group"


def test_of_namesakes_the_one_in_a_country_that_is_named(linked):
    """There is a Valencia in Spain and one in Venezuela."""
    spain = _entity(linked(a="Valencia, in Spain, was flooded."), "Valencia")
    other = _entity(linked(a="Protests in Venezuela reached Valencia."), "Valencia")
    assert spain.same_as != other.same_as


def test_an_acronym_finds_its_name_in_another_document(linked):
    linking = linked(
        a="The African Cocoa Council met in Accra.",
        b="Accra was calm. The ACC set a price in Ghana.",
    )
    council = _entity(linking, "African Cocoa Council")
    assert council.aliases == ("ACC",)


def test_well_known_abbreviations_are_written_out(linked):
    linking = linked(
        a="The U.N. Security Council met.", b="The United Nations Security Council met."
    )
    council = _entity(linking, "United Nations Security Council")
    assert {m.document for m in council.mentions} == {"a", "b"}


def test_what_has_no_name_belongs_to_its_document(linked):
    linking = linked(a="A convoy left. The convoy was long.", b="A convoy arrived.")
    assert sorted(e.id for e in linking.entities) == ["convoy_a", "convoy_b"]
    assert [e.name for e in linking.entities] == ["convoy", "convoy"]


def test_a_common_noun_with_a_capital_belongs_to_its_document(linked):
    linking = linked(a="The Council met in Oslo.", b="The Council met in Lima.")
    assert {e.id for e in linking.entities} >= {"Council_a", "Council_b"}


def test_two_nameless_things_of_one_document_have_two_ids(linked):
    linking = linked(a="A nurse slept. A nurse left.")
    assert [e.id for e in linking.entities] == ["nurse_a", "nurse_a_2"]


def test_a_numbered_id_never_meets_another_document_s():
    two = [("a nurse", "nominal", "Person"), ("a nurse", "nominal", "Person")]
    linking = link([record("a", two), record("a_2", two[:1])])
    assert len({e.id for e in linking.entities}) == 3


def test_an_institution_of_a_country_is_one_over_documents(linked):
    linking = linked(a="The Ghanaian army advanced.", b="Ghana's army retreated.")
    [army] = [e for e in linking.entities if e.name.endswith("army")]
    assert {m.document for m in army.mentions} == {"a", "b"}


@pytest.mark.parametrize("word", ["Another", "Any"])
def test_a_phrase_that_says_not_which_is_no_institution(linked, word):
    linking = linked(a="The Ghanaian army advanced.", b=f"{word} Ghanaian army needs boots.")
    armies = [e for e in linking.entities if e.name.endswith("army")]
    assert [{m.document for m in e.mentions} for e in armies] == [{"a"}, {"b"}]


def test_government_troops_are_those_of_the_only_government(linked):
    linking = linked(
        a="Rebels in Ghana fled. Government troops took Tamale. The Ghanaian government was glad.",
        b="Ghanaian troops left Tamale.",
    )
    [troops] = [e for e in linking.entities if e.name.endswith("troops")]
    assert {m.document for m in troops.mentions} == {"a", "b"}


def test_government_troops_are_not_those_of_a_government_that_only_speaks(linked):
    linking = linked(
        a="Rebels in Ghana fled. Government troops took Tamale. The Togolese government was glad.",
        b="Togolese troops left Accra.",
    )
    assert len([e for e in linking.entities if e.name.endswith("troops")]) == 2


LED = "The Mensah government fell."


def test_a_government_goes_by_its_leader_or_his_country(linked):
    linking = linked(
        a="Ghanaian President Yaw Mensah spoke in Accra. " + LED,
        b="The Ghanaian government met Yaw Mensah in Accra.",
    )
    [government] = [e for e in linking.entities if e.name.endswith("government")]
    assert {m.text for m in government.mentions} == {
        "The Mensah government",
        "The Ghanaian government",
    }


def test_two_governments_of_one_country_stay_apart(linked):
    linking = linked(
        a="Ghanaian President Yaw Mensah spoke in Accra. " + LED,
        b="Ghanaian President Kofi Addo spoke in Accra. The Addo government won.",
        c="The Ghanaian government met in Accra.",
    )
    assert len([e for e in linking.entities if e.name.endswith("government")]) == 3


def test_a_quantified_group_has_its_quantity(linked):
    linking = linked(a="At least 15 people fled. Thousands of farmers stayed. Nine lorries burned.")
    found = {e.name: (e.type, e.quantity) for e in linking.entities}
    assert found == {
        "at least 15 people": ("Group", "at least 15"),
        "thousands of farmers": ("Group", "thousands"),
        "nine lorries": ("Artifact", "nine"),
    }


def test_a_name_keeps_its_capitals_at_the_start_of_a_sentence(linked):
    assert "Air Ghana jet" in _names(linked(a="An Air Ghana jet vanished."))


def test_a_name_says_what_it_is_not_how_bad(linked):
    linking = linked(a="A truly horrific, senseless raid hurt the newly elected mayor.")
    assert _names(linking) == {"raid", "newly elected mayor"}


def test_no_determiner_pronoun_or_title_in_a_name(linked):
    linking = linked(
        a="The old mill, her farm and Mr. Brandt's barn burned. It hurt President Ana Silva."
    )
    assert _names(linking) == {"old mill", "farm", "Brandt's barn", "Brandt", "Ana Silva"}


def test_a_pronoun_without_antecedent_is_no_entity(linked):
    linking = linked(a="He left.")
    assert linking.entities == ()
    assert linking.entity_of == {}


def test_every_other_mention_has_an_entity(parse):
    text = "Ada Okafor met the Ghanaian minister. She gave him 12 books about it."
    made = _record(parse, "a", text)
    linking = link([made])
    ids = {entity.id for entity in linking.entities}
    for index, mention in enumerate(made.mentions):
        if mention.kind != "pronoun":
            assert linking.entity_of["a", index] in ids
    assert all(entity.type in ENTITY_TYPES for entity in linking.entities)


def test_the_order_of_records_does_not_matter(parse):
    texts = {
        "c": "Okafor left Tema on a ship.",
        "a": "Ada Okafor runs the port of Tema. The US bought a ship.",
        "b": "The United States and the ACC signed. The African Cocoa Council is in Tema.",
    }
    records = [_record(parse, name, text) for name, text in texts.items()]
    results = [link(order) for order in itertools.permutations(records)]
    assert all(result == results[0] for result in results)


def test_the_majority_decides_the_type():
    rows = [("Norvik", "name", "Organization")] * 2 + [("Norvik", "name", "Artifact")]
    linking = link([record("a", rows, chains=[(0, 1, 2)])])
    assert [(e.name, e.type) for e in linking.entities] == [("Norvik", "Organization")]


def test_case_and_dots_do_not_part_names():
    linking = link(
        [record("a", [("NORVIK", "name", "Organization")]), record("b", [("Norvik", "name", "")])]
    )
    assert [e.name for e in linking.entities] == ["Norvik"]


def test_names_are_in_nfc():
    linking = link([record("a", [("Jose\u0301", "name", "Person"), ("José", "name", "Person")])])
    assert [e.name for e in linking.entities] == ["José"]


def test_one_name_for_two_kinds_of_thing_gives_two_ids():
    rows = [("Jordan", "name", "Person"), ("Jordan", "name", "Organization")]
    linking = link([record("a", rows)])
    assert len({e.id for e in linking.entities}) == 2


HOSTILE = [
    "AT&T",
    "a/b?c#d",
    "<script>",
    "trailing.",
    "-dash",
    "50% off",
    "\u202eRTL override",
    "e\u0301 vs \u00e9",
    "\U0001f600",
    "nul\x00byte",
    "\ud800 lone",
    "x" * 300,
    "é" * 300,
    "",
    "日本語",
    "ß",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_local_names_are_safe(name):
    found = entity_id(name)
    assert found[0].isalpha()
    assert len(found) <= LONGEST
    assert unicodedata.is_normalized("NFC", found)
    assert all(c in "-_" or unicodedata.category(c)[0] in "LMN" for c in found)


def test_a_document_s_own_thing_has_its_id_behind_it():
    assert entity_id("convoy", "000_1f") == "convoy_d_000_1f"
    assert len(entity_id("x" * 300, "y" * 300)) <= LONGEST


def test_different_names_have_different_local_names():
    names = [*HOSTILE, "ATT", "a_b", "a b c d", "script", "dash", "trailing", "x" * 299]
    assert len({entity_id(name) for name in names}) == len(names)


def test_a_hostile_name_survives_linking():
    linking = link([record("a", [(name, "name", "Person") for name in HOSTILE if name])])
    assert len({e.id for e in linking.entities}) == len(linking.entities)


DISPLAYED = [
    ("the old mill", "old mill"),
    ("its own engine", "engine"),
    ("the “village choir”", "village choir"),
    ("Norvik's", "Norvik"),
    ("a  broken\nline", "broken line"),
    ("some of the nurses", "some of the nurses"),
    ("the", "the"),
]


@pytest.mark.parametrize(("text", "name"), DISPLAYED)
def test_display_names(text, name):
    assert display_name(text) == name


QUANTITIES = [
    ("15 people", "15"),
    ("more than 1,000 ducks", "more than 1,000"),
    ("tens of thousands of lives", "tens of thousands"),
    ("dozens of goats", "dozens"),
    ("people", None),
    ("the first 7", None),
    ("one", None),
]


@pytest.mark.parametrize(("text", "number"), QUANTITIES)
def test_quantities(text, number):
    assert quantity(text) == number


def test_cost_grows_with_the_number_of_mentions():
    """Ten times the mentions must not cost a hundred times the work: blocks stay small."""
    rows = [(f"Ana {chr(65 + i % 26)}{i}son", "name", "Person") for i in range(2000)]
    records = [record(f"d{n}", rows[n * 20 : n * 20 + 20]) for n in range(100)]
    assert len(link(records).entities) == 2000


@pytest.mark.parametrize(
    ("a", "b", "owner"),
    [
        ("Foreign Minister Ada Okafor met Defence Minister Ben Okafor in Tema.",
         "Defence Minister Okafor left Tema.", "Ben Okafor"),
        ("Mayor Ada Okafor met her brother, the surgeon Ben Okafor, in Tema.",
         "Mayor Okafor left Tema. Okafor won.", "Ada Okafor"),
        ("Ada Okafor met Ben Okafor in Tema. She left.", "Ms. Okafor left Tema.", "Ada Okafor"),
        ("Ada Okafor met Ben Okafor in Tema.", "Mr Okafor left Tema.", "Ben Okafor"),
        ("The bank's director, Ada Okafor, met Sam Okafor in Tema.",
         "Director Okafor left Tema.", "Ada Okafor"),
        ("Ada Okafor met Ben Okafor in Tema.", "Okafor left Tema.", "Okafor"),
    ],
)  # fmt: skip
def test_a_surname_of_several_is_of_the_one_whom_title_or_gender_fits(linked, a, b, owner):
    linking = linked(a=a, b=b)
    assert "b" in {m.document for m in _entity(linking, owner).mentions}


def test_two_uses_of_a_surname_of_several_are_not_one_person(linked):
    linking = linked(
        a="Ada Okafor met Ben Okafor in Tema.", b="Okafor left Tema.", c="Okafor likes Tema."
    )
    alone = [e for e in linking.entities if e.name == "Okafor"]
    assert [{m.document for m in e.mentions} for e in alone] in ([{"b"}, {"c"}], [{"c"}, {"b"}])


def test_mr_and_ms_of_one_surname_are_two(linked):
    linking = linked(a="Mr. Okafor left Tema.", b="Mrs. Okafor left Tema.")
    assert len([e for e in linking.entities if e.name == "Okafor"]) == 2


def test_a_name_that_one_document_shortens_is_short_in_another(linked):
    linking = linked(a="Norvik Energy sued Ada Okafor. Norvik lost in Tema.", b="Norvik left Tema.")
    assert {m.document for m in _entity(linking, "Norvik Energy").mentions} == {"a", "b"}


def test_a_shortened_name_of_two_is_neither(linked):
    linking = linked(
        a="Norvik Energy sued Ada Okafor. Norvik lost in Tema.",
        b="Norvik Bank sued Ben Adler. Norvik won in Tema.",
        c="Norvik left Tema.",
    )
    assert {"Norvik", "Norvik Energy", "Norvik Bank"} <= _names(linking)


def test_what_a_phrase_denies_or_asks_for_is_no_entity(linked):
    linking = linked(a="Neither country paid. The mayor, whose brother slept, won.")
    assert not [name for name in _names(linking) if name.lower().startswith(("neither", "whose"))]


def test_they_of_two_is_a_mention_of_each(linked):
    linking = linked(a="Ada Okafor and Ben Adler left Tema. They slept.")
    for name in ("Ada Okafor", "Ben Adler"):
        assert "They" in [m.text for m in _entity(linking, name).mentions]
    [(ref, names)] = linking.several.items()
    assert names == ("Ada_Okafor", "Ben_Adler")
    assert ref not in linking.entity_of
