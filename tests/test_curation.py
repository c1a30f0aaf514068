"""The user's decisions: reading and writing the file, and what linking makes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mentioned import record

from kg import merges
from kg.errors import InputError
from kg.linking import link
from kg.linking.curation import (
    Curation,
    Judged,
    Judgements,
    Merged,
    Reference,
    Renamed,
    Retyped,
    Split,
    add_decision,
    parse_curation,
    read_curation,
    written,
)

ADA = Reference("Ada Okafor", "Person")
DECISIONS = [
    Split(Reference("John Smith", "Person"), "document", "two men"),
    Renamed(Reference("convoy", document="a"), "aid convoy"),
    Retyped(Reference("Norvik"), "Facility"),
    Merged(ADA, Reference("A. N. Okafor", "Person"), "same byline"),
    Judged(False, "a", 'He said: "No."', "Ada Okafor", "sells", "mill", "a joke"),
    Judged(True, "b", "The mill\nburned.", "mill", "burns"),
]


def person(name):
    return (name, "name", "Person")


def names(linking):
    return sorted(entity.name for entity in linking.entities)


def entity(linking, name):
    [found] = [e for e in linking.entities if e.name == name]
    return found


# ---- the file


def test_no_file_no_decisions(tmp_path):
    assert read_curation(tmp_path / "curation.toml") == Curation()


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "curation.toml"
    assert all(add_decision(path, decision) for decision in DECISIONS)
    assert read_curation(path).decisions == tuple(DECISIONS)


def test_a_decision_is_written_once(tmp_path):
    path = tmp_path / "curation.toml"
    assert add_decision(path, DECISIONS[0])
    before = path.read_bytes()
    assert not add_decision(path, DECISIONS[0])
    assert path.read_bytes() == before


def test_what_the_user_wrote_stays(tmp_path):
    path = tmp_path / "curation.toml"
    mine = b'# my notes\r\n[[rename]] # why not\r\nentity = "mill"\r\nto = "Old Mill"'
    path.write_bytes(mine)
    add_decision(path, DECISIONS[3])
    assert path.read_bytes().startswith(mine)
    assert read_curation(path).decisions == (
        Renamed(Reference("mill"), "Old Mill"),
        DECISIONS[3],
    )


@given(st.text(min_size=1), st.text(min_size=1))
def test_any_text_survives_the_file(name, other):
    decision = Judged(False, name, other, name, "is", other)
    clean = written(decision)
    [read] = parse_curation(clean).decisions
    assert written(read) == clean
    if not any("\ud800" <= c <= "\udfff" for c in name + other):
        assert read == decision


WRONG = [
    ("[[merge]\n", "line 1"),
    ("[[marry]]\n", "no decision is called 'marry'; use split, rename"),
    ("[merge]\nkeep = 'a'\n", "two pairs of brackets"),
    ("[[merge]]\nkeep = 'a'\n", "[[merge]] number 1: join missing"),
    ("[[merge]]\nkeep = 'a'\njoin = 3\n", "join: write { name"),
    ("[[merge]]\nkeep = 'a'\nwith = 'b'\n", "'with' means nothing here; use keep, join, because"),
    ("[[rename]]\nentity = {name = 'a', kind = 'b'}\nto = 'c'\n", "'kind' means nothing here"),
    ("[[rename]]\nentity = 'a'\nto = ' '\n", "the new name is empty"),
    ("[[retype]]\nentity = 'a'\nto = 'Human'\n", "'Human' is no type; use Person, Organization"),
    ("[[split]]\nentity = 'a'\nby = 'year'\n", "use document, name"),
    ("[[reject]]\ndocument = 1\n", "document must be a text"),
    ("[[reject]]\ndocument = 'd'\n", "sentence, subject, relation missing"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[row[1] for row in WRONG])
def test_what_is_wrong_is_said(text, message):
    with pytest.raises(InputError) as caught:
        parse_curation(text, "my.toml")
    assert str(caught.value).startswith("my.toml")
    assert message in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "curation.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        read_curation(path)


# ---- things


def test_merge_gives_one_thing_with_the_name_that_is_kept():
    records = [record("a", [person("Ada Okafor"), person("The Cocoa Queen of Tema")])]
    queen = Reference("Cocoa Queen of Tema")
    linking = link(records, Curation((Merged(ADA, queen),)))
    assert names(linking) == ["Ada Okafor"]
    assert entity(linking, "Ada Okafor").aliases == ("Cocoa Queen of Tema",)
    assert len(entity(linking, "Ada Okafor").mentions) == 2
    assert len(set(linking.entity_of.values())) == 1


def test_a_merge_into_a_thing_of_one_document_belongs_to_all():
    records = [
        record("a", [("a boss", "nominal", "Person")]),
        record("b", [person("Ada Okafor")]),
    ]
    linking = link(records, Curation((Merged(Reference("boss"), ADA),)))
    assert [(e.id, e.name) for e in linking.entities] == [("boss", "boss")]


def test_split_by_document_parts_namesakes():
    records = [record(d, [person("John Smith"), person("John Smith")], [(0, 1)]) for d in "ab"]
    split = Split(Reference("John Smith", "Person"), "document")
    linking = link(records, Curation((split,)))
    assert [(e.id, e.type, len(e.mentions)) for e in linking.entities] == [
        ("John_Smith_a", "Person", 2),
        ("John_Smith_b", "Person", 2),
    ]


def test_split_by_name_gives_pronouns_to_the_name_before():
    rows = [person("Ada Okafor"), ("she", "pronoun", ""), person("Okafor"), ("her", "pronoun", "")]
    records = [record("a", rows, [(0, 1, 2, 3)])]
    linking = link(records, Curation((Split(ADA, "name"),)))
    found = {e.name: [m.text for m in e.mentions] for e in linking.entities}
    assert found == {"Ada Okafor": ["Ada Okafor", "she"], "Okafor": ["Okafor", "her"]}


def test_rename_keeps_the_old_name_as_an_alias():
    linking = link(
        [record("a", [("a convoy", "nominal", "Artifact")])],
        Curation((Renamed(Reference("convoy", document="a"), "aid convoy"),)),
    )
    [convoy] = linking.entities
    assert (convoy.id, convoy.name, convoy.aliases) == ("aid_convoy_a", "aid convoy", ("convoy",))


def test_retype():
    records = [record("a", [("Norvik", "name", "Person")])]
    linking = link(records, Curation((Retyped(Reference("Norvik", "Person"), "Facility"),)))
    assert entity(linking, "Norvik").type == "Facility"


def test_a_country_can_be_renamed_and_keeps_its_identity():
    records = [record("a", [("Ivory Coast", "name", "GeopoliticalEntity")])]
    [before] = link(records).entities
    renamed = Curation((Renamed(Reference(before.name), "RCI"),))
    [after] = link(records, renamed).entities
    assert after.name == "RCI"
    assert after.same_as == before.same_as != ()


def test_later_decisions_find_what_earlier_ones_made():
    """After a rename both names hold; a split's parts are told apart by their documents."""
    records = [record(d, [person("John Smith")]) for d in "ab"]
    decisions = (
        Split(Reference("John Smith"), "document"),
        Renamed(Reference("John Smith", document="b"), "John Smith the elder"),
        Retyped(Reference("John Smith the elder", "Person"), "Group"),
        Merged(Reference("John Smith", "Group"), Reference("John Smith", document="a")),
    )
    linking = link(records, Curation(decisions))
    assert linking.unmatched == ()
    assert names(linking) == ["John Smith the elder"]


def test_a_split_finds_what_was_renamed_and_retyped_before_it_was_decided_upon():
    """Splits come first, when nothing has the name that the user sees."""
    records = [record(d, [person("John Smith")]) for d in "ab"]
    decisions = (
        Split(Reference("Smith Brothers", "Group"), "document"),
        Renamed(Reference("John Smith", "Person"), "Smiths"),
        Retyped(Reference("Smiths", "Person"), "Group"),
        Renamed(Reference("Smiths", "Group"), "Smith Brothers"),
    )
    linking = link(records, Curation(decisions))
    assert len(linking.entities) == 2
    assert [line.partition(":")[0] for line in linking.unmatched] == [
        str(decision) for decision in decisions[1:]
    ]


def test_a_decision_outlives_a_fuller_name():
    """The file speaks of "Okafor"; a new document calls her Ada Okafor."""
    decision = Retyped(Reference("Okafor", "Person"), "Group")
    old = record("a", [person("Okafor")])
    new = record("b", [person("Ada Okafor"), person("Okafor")], [(0, 1)])
    assert entity(link([old], Curation((decision,))), "Okafor").type == "Group"
    later = link([new], Curation((decision,)))
    assert entity(later, "Ada Okafor").type == "Group"


UNMATCHED = [
    (Renamed(Reference("Nobody"), "Somebody"), "nothing is called"),
    (Renamed(Reference("convoy"), "aid convoy"), "2 things are called"),
    (Retyped(Reference("Ada Okafor", "Place"), "Person"), "nothing is called"),
    (Split(Reference("Ada Okafor"), "document"), "it is one thing by document already"),
    (Merged(ADA, Reference("Nobody")), "nothing is called"),
]


@pytest.mark.parametrize(("decision", "reason"), UNMATCHED, ids=[str(row[0]) for row in UNMATCHED])
def test_what_matches_nothing_is_reported_and_changes_nothing(decision, reason):
    convoy = ("a convoy", "nominal", "Artifact")
    records = [record("a", [person("Ada Okafor"), convoy]), record("b", [convoy])]
    linking = link(records, Curation((decision,)))
    [line] = linking.unmatched
    assert line.startswith(str(decision))
    assert reason in line
    assert linking.entities == link(records).entities


def test_a_merge_already_made_is_no_fault():
    records = [record("a", [person("Ada Okafor"), person("Okafor")], [(0, 1)])]
    linking = link(records, Curation((Merged(ADA, Reference("Okafor")),)))
    assert linking.unmatched == ()
    assert names(linking) == ["Ada Okafor"]


def test_order_of_records_does_not_matter():
    records = [record(d, [person("John Smith"), person("Ada Okafor")]) for d in "abc"]
    curation = Curation(
        (Split(Reference("John Smith"), "document"), Merged(ADA, Reference("John Smith", "", "b")))
    )
    assert link(records, curation) == link(records[::-1], curation)


# ---- statements


def test_a_statement_is_found_by_its_words():
    judgements = Judgements(Curation(tuple(DECISIONS)))
    place = ("a", 'He said:  "No."')
    assert judgements.of(place, "sells", {"Ada Okafor", "Okafor"}, {"mill"}) == DECISIONS[4]
    assert judgements.of(place, "buys", {"Ada Okafor"}, {"mill"}) is None
    assert judgements.of(place, "sells", {"Ada Okafor"}, ()) is None
    assert judgements.of(("b", "The mill burned."), "burns", {"mill"}, ()) == DECISIONS[5]
    assert judgements.unmatched() == ()


def test_of_two_judgements_the_last_counts():
    no, yes = (Judged(accepted, "a", "It burned.", "mill", "burns") for accepted in (False, True))
    judgements = Judgements(Curation((no, yes)))
    assert judgements.of(("a", "It burned."), "burns", {"mill"}, ()) is yes


def test_a_judgement_without_statement_is_reported():
    judgements = Judgements(Curation(tuple(DECISIONS)))
    assert judgements.unmatched() == (
        'reject "Ada Okafor – sells – mill" in a: no such statement',
        'accept "mill – burns" in b: no such statement',
    )


# ---- why things were merged


def reasons(linking):
    return {(m.names, m.reason) for m in linking.merges}


def test_every_merge_has_a_reason():
    records = [
        record("a", [person("Ada Okafor"), ("Tema", "name", "Place")]),
        record("b", [person("Okafor"), ("Tema", "name", "Place"), ("the chair", "nominal", "")]),
        record("c", [person("Ben Adler"), person("Adler")], [(0, 1)]),
    ]
    linking = link(records, Curation((Merged(ADA, Reference("chair")),)))
    assert reasons(linking) == {
        (("Ada Okafor", "Okafor"), merges.SHORT_FORM),
        (("Tema", "Tema"), merges.SAME_PLACE),
        (("Ben Adler", "Adler"), merges.NAMES_IN_DOCUMENT),
        (("Ada Okafor", "chair"), merges.DECIDED),
    }
    ids = {entity.id for entity in linking.entities}
    assert all(merge.entity in ids for merge in linking.merges)
    doubts = [merge.doubt for merge in linking.merges]
    assert doubts == sorted(doubts, reverse=True)
    evidence = next(m.evidence for m in linking.merges if m.reason == merges.SHORT_FORM)
    assert [(m.document, m.text) for m in evidence] == [("a", "Ada Okafor"), ("b", "Okafor")]


def test_a_name_of_one_word_is_more_doubtful():
    records = [record(d, [person("Pelé"), person("Ada Okafor")]) for d in "ab"]
    first, second = link(records).merges
    assert first.names == ("Pelé", "Pelé")
    assert second.names == ("Ada Okafor", "Ada Okafor")
    assert first.doubt > second.doubt
