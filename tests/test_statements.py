"""Triples become edges between entities, with all they say; what does not is counted."""

from dataclasses import replace

import pytest

from kg.linking import Linking
from kg.model import (
    Argument,
    Document,
    DocumentRecord,
    Entity,
    Literal,
    Mention,
    Sentence,
    Triple,
)
from kg.statements import Places, StatementMaker

TEXT = "On Friday keeper Nora Bly said she will light the old lamp at Gull Rock."
DOCUMENT = Document("lamp", TEXT, date="2024-05-08")  # a Wednesday


def at(words):
    start = TEXT.index(words)
    return start, start + len(words)


def argument(words, head=None, kind="noun"):
    return Argument(words, (at(words),), at(head or words)[0], kind)


def mention(words, head=None, kind="name", type_="Person"):
    start, end = at(words)
    return Mention(start, end, words, at(head or words)[0], 0, kind, type_)


MENTIONS = (
    mention("keeper Nora Bly", "Bly", "nominal"),
    mention("Nora Bly", "Bly"),
    mention("she", kind="pronoun"),
    mention("old lamp", "lamp", "nominal", "Artifact"),
    mention("Gull Rock", "Rock", type_="Place"),
)
ENTITIES = (
    Entity("Nora_Bly", "Nora Bly", "Person"),
    Entity("old_lamp", "old lamp", "Artifact"),
    Entity("Gull_Rock", "Gull Rock", "Place"),
)
ENTITY_OF = {
    ("lamp", 0): "Nora_Bly",
    ("lamp", 1): "Nora_Bly",
    ("lamp", 2): "Nora_Bly",
    ("lamp", 3): "old_lamp",
    ("lamp", 4): "Gull_Rock",
}
TRIPLE = Triple(
    sentence=0,
    subject=argument("she"),
    relation="lights",
    surface="will light",
    relation_spans=(at("will"), at("light the")),
    objects=(argument("the old lamp", "lamp"),),
    rule="SVO",
    confidence=0.8,
    factuality="planned",
    cues=("will",),
    speakers=(argument("Nora Bly", "Bly"),),
    time=argument("Friday"),
    place=argument("Gull Rock", "Rock"),
)


def make(*triples, entity_of=ENTITY_OF, document=DOCUMENT):
    """The statements of triples, and why others were dropped."""
    sentence = Sentence(0, 0, len(TEXT), TEXT)
    record = DocumentRecord(document, (sentence,), MENTIONS, (), tuple(triples))
    maker = StatementMaker(Linking(ENTITIES, entity_of))
    return list(maker.statements([record])), dict(maker.dropped)


def test_a_triple_becomes_an_edge_with_all_it_says():
    [said], dropped = make(TRIPLE)
    assert dropped == {}
    assert (said.subject, said.relation, said.object) == ("Nora_Bly", "lights", "old_lamp")
    assert (said.document, said.sentence, said.surface) == ("lamp", 0, "will light")
    assert (said.polarity, said.factuality, said.status) == ("asserted", "planned", "planned")
    assert said.speakers == ("Nora_Bly",)
    assert said.cues == ("will",)
    assert said.place == "Gull_Rock"
    assert said.property.startswith(("rel:", "kg:"))
    assert said.subject_span == at("she")
    assert said.object_span == at("the old lamp")
    assert said.relation_span == (at("will")[0], at("light the")[1])


def test_a_time_is_reckoned_from_the_date_of_the_document():
    assert make(TRIPLE)[0][0].time == "2024-05-10"  # she will
    undated = replace(DOCUMENT, date=None)
    assert make(TRIPLE, document=undated)[0][0].time == "Friday"


def when(text, **fields):
    at = replace(argument("Friday"), text=text)
    return make(replace(TRIPLE, time=at, **fields))[0][0].time


def test_a_weekday_lies_where_its_sentence_looks():
    assert when("Friday", factuality="actual", cues=()) == "2024-05-03"
    assert when("Friday", factuality="claimed", cues=("said", "will")) == "2024-05-10"
    assert when("on Friday", factuality="planned", cues=("wanted",)) == "on Friday"


@pytest.mark.parametrize(
    ("surface", "relation", "present"),
    [
        ("meets", "meets", True),
        ("meet", "meets", True),
        ("carries", "carries", True),
        ("is held", "is held at", True),
        ("is meeting", "meets", True),
        ("met", "meets", False),
        ("has met", "meets", False),
        ("was held", "is held at", False),
        ("has been meeting", "meets", False),
        ("", "is", False),
    ],
)
def test_the_present_tells_neither_a_day_ahead_nor_one_behind(surface, relation, present):
    told = when("on Friday", factuality="actual", cues=(), surface=surface, relation=relation)
    assert told == ("on Friday" if present else "2024-05-03")


def test_a_time_may_be_a_moment_an_interval_or_a_length_of_time():
    assert when("at noon on 3 May 2024") == "2024-05-03T12:00:00"
    assert when("from March to May 2020") == "2020-03/2020-05"
    assert when("since 2011") == "2011/.."
    assert when("for three years") == "P3Y"
    assert when("a day") == "a day"
    assert when("years ago") == "years ago"


def test_an_end_is_a_date_where_it_can_be_reckoned_and_else_a_fact():
    assert make(replace(TRIPLE, ended="Friday"))[0][0].ended == "2024-05-03"
    assert make(replace(TRIPLE, ended="some day"))[0][0].ended is True
    assert make(replace(TRIPLE, ended=True))[0][0].ended is True


def test_a_verb_without_object_is_true_of_its_subject():
    [said], _ = make(replace(TRIPLE, objects=()))
    assert said.object == Literal("true", "boolean")
    assert said.object_span is None


def test_an_object_that_is_no_entity_is_a_literal():
    [said], _ = make(replace(TRIPLE, objects=(argument("old", kind="literal"),)))
    assert said.object == Literal("old")


def test_a_place_that_is_no_entity_keeps_its_words():
    [said], _ = make(replace(TRIPLE, place=argument("Friday")))
    assert said.place == "Friday"


def test_what_is_the_same_phrase_is_found_by_its_head():
    """The longest phrase with the head stands for it; an inner offset finds the closest around."""
    places = Places(MENTIONS)
    assert places.find(argument("Bly")) == 0
    assert places.find(argument("keeper")) == 0
    assert places.find(argument("Gull")) == 4
    assert places.find(argument("said")) is None


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"subject": argument("said")}, "subject is not an entity"),
        ({"subject": argument("she", kind="clause")}, "subject is not an entity"),
        ({"objects": (argument("she will light", kind="clause"),)}, "object is a clause"),
        ({"objects": (argument("Nora Bly", "Bly"),)}, "subject and object are one entity"),
    ],
)
def test_what_is_left_out_is_counted(changes, reason):
    assert make(replace(TRIPLE, **changes)) == ([], {reason: 1})


@pytest.mark.parametrize(
    ("name", "words", "kind", "linked", "found"),
    [
        ("No Quiet Harbour", "No Quiet Harbour", "name", True, ["No_Quiet_Harbour"]),
        ("No Quiet Harbour", "No Quiet Harbour", "name", False, []),
        ("No Quiet Harbour", "No Quiet Harbour", "nominal", True, []),
        ("Harbour", "No Quiet Harbour", "name", True, []),  # none of that name
    ],
)
def test_a_name_may_begin_as_what_names_nothing(name, words, kind, linked, found):
    text = "Nora Bly praised No Quiet Harbour."
    begin, head = text.index(name), text.index("Harbour")
    record = DocumentRecord(
        replace(DOCUMENT, text=text),
        (Sentence(0, 0, len(text), text),),
        (
            Mention(0, 8, "Nora Bly", 5, 0, "name", "Person"),
            Mention(begin, begin + len(name), name, head, 0, kind, "Document"),
        ),
        (),
        (
            Triple(
                sentence=0,
                subject=Argument("Nora Bly", ((0, 8),), 5, "noun"),
                relation="praises",
                surface="praised",
                relation_spans=((9, 16),),
                objects=(Argument(words, ((17, 33),), head, "noun"),),
                rule="SVO",
                confidence=0.8,
            ),
        ),
    )
    thing = Entity("No_Quiet_Harbour", name, "Document")
    links = {("lamp", 0): "Nora_Bly"} | ({("lamp", 1): thing.id} if linked else {})
    maker = StatementMaker(Linking((*ENTITIES, thing), links))
    assert [said.object for said in maker.statements([record])] == found
    assert dict(maker.dropped) == ({} if found else {"object names nothing": 1})


def test_a_pronoun_that_stays_open_makes_no_node():
    known = {key: value for key, value in ENTITY_OF.items() if key[1] != 2}
    assert make(TRIPLE, entity_of=known) == ([], {"pronoun not resolved": 1})


def test_a_speaker_that_stays_open_is_left_out_alone():
    known = {key: value for key, value in ENTITY_OF.items() if key[1] != 2}
    told = replace(TRIPLE, subject=argument("Bly"), speakers=(argument("she"),))
    [said], _ = make(told, entity_of=known)
    assert said.speakers == ()


def test_a_speaker_is_named_once():
    twice = replace(TRIPLE, speakers=(argument("she"), argument("Nora Bly", "Bly")))
    assert make(twice)[0][0].speakers == ("Nora_Bly",)


def test_a_fact_of_one_sentence_is_said_once_with_the_better_evidence():
    weak = replace(TRIPLE, confidence=0.5, rule="weak")
    for order in ((TRIPLE, weak), (weak, TRIPLE)):
        [said], dropped = make(*order)
        assert said.rule == "SVO"
        assert dropped == {"said twice in one sentence": 1}


def test_affirmed_and_denied_are_two_statements():
    said, _ = make(TRIPLE, replace(TRIPLE, polarity="negated"))
    assert {s.polarity for s in said} == {"asserted", "negated"}


def test_an_id_names_the_evidence_and_never_the_entities():
    [said], _ = make(TRIPLE)
    relinked = {**ENTITY_OF, ("lamp", 3): "Gull_Rock"}
    [moved], _ = make(TRIPLE, entity_of=relinked)
    assert moved.object != said.object
    assert moved.id == said.id
    [other], _ = make(TRIPLE, document=replace(DOCUMENT, id="lamp2"), entity_of=renamed())
    assert other.id != said.id


def renamed():
    return {("lamp2", i): name for (_, i), name in ENTITY_OF.items()}


def make_shared(*triples, members=("Nora_Bly", "Gull_Rock")):
    """The statements of triples in which `she` means several."""
    record = DocumentRecord(
        DOCUMENT, (Sentence(0, 0, len(TEXT), TEXT),), MENTIONS, (), tuple(triples)
    )
    apart = {ref: name for ref, name in ENTITY_OF.items() if ref != ("lamp", 2)}
    maker = StatementMaker(Linking(ENTITIES, apart, several={("lamp", 2): members}))
    return list(maker.statements([record])), dict(maker.dropped)


def test_a_pronoun_for_several_makes_a_statement_of_each():
    found, dropped = make_shared(TRIPLE)
    assert {(s.subject, s.object) for s in found} == {
        ("Nora_Bly", "old_lamp"), ("Gull_Rock", "old_lamp")}  # fmt: skip
    assert {s.subject_span for s in found} == {at("she")}
    assert len({s.id for s in found}) == 2
    assert dropped == {}
    assert make(TRIPLE)[0][0].id in {s.id for s in found}  # what is named after the evidence


def test_what_several_do_to_one_of_them_leaves_the_other():
    [said], _ = make_shared(replace(TRIPLE, objects=(argument("Nora Bly", "Bly"),)))
    assert (said.subject, said.object) == ("Gull_Rock", "Nora_Bly")


def test_what_several_are_together_is_said_of_none():
    found, dropped = make_shared(
        replace(TRIPLE, relation="is", objects=(argument("old lamp", kind="literal"),))
    )
    assert not found
    assert dropped == {"what several are together": 1}
