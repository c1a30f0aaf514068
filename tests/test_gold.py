"""The pipeline against texts whose facts were worked out by reading; and the scorer itself."""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tomllib
from pathlib import Path

import pytest

GOLD = Path(__file__).parent / "gold"
sys.path.insert(0, str(GOLD))

from score import FLAGS, Judge, Report, many, read, readings, score  # noqa: E402
from wording import is_pronoun, key_of, same_name, stem  # noqa: E402

FILES = tomllib.loads((GOLD / "floors.toml").read_text("utf-8"))
ROWS = {name: read(GOLD / f"{name}.jsonl") for name in FILES}


def as_system(row_id, reading):
    """A gold reading as the pipeline would export it, in its preferred wording."""
    fact = {name: many(reading[name])[0] for name in ("subject", "relation", "object", *FLAGS)}
    return fact | {"document": row_id, "ended_on": reading.get("ended") or None}


def all_gold(rows):
    return [as_system(row["id"], gold) for row in rows for gold in row["facts"]]


# ---- the gold files


@pytest.mark.parametrize("name", FILES)
def test_gold_is_the_one_that_the_floors_were_set_on(name):
    digest = hashlib.sha256((GOLD / f"{name}.jsonl").read_bytes()).hexdigest()
    assert digest == FILES[name]["sha256"], f"{name}.jsonl has changed: see tests/gold/README.md"


def test_row_ids_are_unique_names_of_files():
    ids = [row["id"] for rows in ROWS.values() for row in rows]
    assert len(ids) == len(set(ids))
    assert all(i.replace("-", "").isalnum() and i == i.lower() for i in ids)


@pytest.mark.parametrize("name", FILES)
def test_flags_have_known_values(name):
    for row in ROWS[name]:
        assert all(gold["tier"] in {"core", "extra"} for gold in row["facts"])
        for reading in (reading for gold in row["facts"] for reading in readings(gold)):
            assert reading["polarity"] in {"asserted", "negated"}
            assert set(many(reading["factuality"])) <= {"actual", "planned", "claimed"}
            if reading["factuality"] == "actual":
                assert reading["attribution"] is None, (row["id"], reading)
        for rule in row["must_not"]:
            assert set(rule) <= {"subject", "relation", "object", *FLAGS}


@pytest.mark.parametrize("name", FILES)
def test_gold_agrees_with_itself(name):
    rows = ROWS[name]
    every = [
        as_system(row["id"], reading)
        for row in rows
        for gold in row["facts"]
        for reading in readings(gold)
    ]
    for facts in (all_gold(rows), every):
        report = score(rows, facts)
        assert (
            report.shortfalls(dict.fromkeys(["precision", "core_recall", "f1", *FLAGS], 1.0)) == []
        )
        assert report.must_not == report.pronouns == []


# ---- the scorer

ROW = {
    "id": "row",
    "facts": [
        {
            "subject": "Ada Moss",
            "relation": ["sells", "sells mill to"],
            "object": "mill in Kent",
            "polarity": "asserted",
            "factuality": "actual",
            "attribution": None,
            "tier": "core",
            "variants": [{"subject": "mill", "relation": "is sold by", "object": "Ada Moss"}],
        },
        {
            "subject": "baker",
            "relation": "leaves",
            "object": "*",
            "polarity": "negated",
            "factuality": "planned",
            "attribution": ["Ada Moss", None],
            "tier": "core",
        },
        {
            "subject": "Ada Moss",
            "relation": "is mayor of",
            "object": "Dunwick",
            "polarity": "asserted",
            "factuality": "actual",
            "attribution": None,
            "tier": "extra",
            "ended": True,
        },
    ],
    "must_not": [
        {"subject": "mill", "relation": "sells", "object": "*"},
        {"subject": "baker", "relation": "leaves", "object": "*", "polarity": "asserted"},
        {"subject": "baker", "relation": "leaves", "object": "*", "attribution": "mill"},
    ],
    "entities": [{"name": "Ada Moss", "type": "Person", "aliases": ["the miller"]}],
}
SALE = as_system("row", ROW["facts"][0])
LEAVING = as_system("row", ROW["facts"][1])
OFFICE = as_system("row", ROW["facts"][2])


def figures(*facts):
    return score([ROW], facts).figures


def test_perfect_system():
    assert figures(SALE, LEAVING, OFFICE) == {
        "precision": 1, "core_recall": 1, "f1": 1,
        "polarity": 1, "factuality": 1, "attribution": 1, "must_not": 0, "pronouns": 0,
    }  # fmt: skip


def test_silent_system():
    report = score([ROW], [])
    assert set(report.figures.values()) == {0}
    assert len(report.missed) == 2


def test_extra_facts_are_not_asked_for():
    assert figures(SALE, LEAVING)["core_recall"] == 1
    assert figures(OFFICE)["core_recall"] == 0
    assert figures(OFFICE)["precision"] == 1


def test_half_of_it():
    found = figures(SALE, SALE | {"object": "Kent"}, SALE | {"relation": "buys"})
    assert found["precision"] == pytest.approx(1 / 3)
    assert found["core_recall"] == 1 / 2
    assert found["f1"] == pytest.approx(2 / 5)


def test_flipped_direction():
    flipped = SALE | {"subject": "mill", "object": "Ada Moss"}
    assert figures(flipped)["precision"] == 0
    assert figures(flipped)["must_not"] == 1


@pytest.mark.parametrize(
    ("change", "flag"),
    [
        ({"polarity": "negated"}, "polarity"),
        ({"factuality": "claimed"}, "factuality"),
        ({"attribution": "baker"}, "attribution"),
        ({"ended_on": "2020-01-01"}, "polarity"),
    ],
)
def test_wrong_flags(change, flag):
    found = figures(SALE | change)
    assert found["precision"] == 1
    assert {name for name in FLAGS if found[name] == 0} == {flag}


@pytest.mark.parametrize("speaker", [None, "Ada Moss", "Moss", "the miller"])
def test_every_accepted_speaker(speaker):
    assert figures(LEAVING | {"attribution": speaker})["attribution"] == 1


@pytest.mark.parametrize(
    ("change", "right"),
    [
        ({"ended_on": True}, 1),
        ({"ended_on": None, "polarity": "negated"}, 1),
        ({"ended_on": None}, 0),
    ],
)
def test_what_is_over_is_said_so_or_negated(change, right):
    assert figures(OFFICE | change)["polarity"] == right


def test_forbidden_facts_need_the_flags_that_they_name():
    assert figures(LEAVING)["must_not"] == 0
    assert figures(LEAVING | {"polarity": "asserted"})["must_not"] == 1
    assert figures(LEAVING | {"attribution": "mill"})["must_not"] == 1


def test_equal_facts_count_once():
    assert score([ROW], [SALE, dict(SALE)]).given == 1


def test_pronouns_are_counted_and_match_nothing():
    report = score([ROW], [SALE | {"subject": "she"}, LEAVING | {"object": "it"}])
    assert len(report.pronouns) == 2
    assert report.unsupported == [("row", "she | sells | mill in Kent   asserted, actual, None")]


def test_no_object_is_no_pronoun():
    report = score([ROW], [LEAVING | {"object": None}])
    assert report.pronouns == report.unsupported == []


def test_facts_of_other_documents_do_not_count():
    assert score([ROW], [SALE | {"document": "other"}]).given == 0


def test_shortfalls_and_table_tell_what_is_wrong():
    report = score([ROW], [SALE, LEAVING | {"polarity": "asserted"}])
    floors = {"precision": 1.0, "core_recall": 0.5, "polarity": 0.9, "must_not": 0}
    assert report.shortfalls(floors) == [
        "polarity is 0.500, floor 0.9",
        "must_not is 1.000, at most 0",
    ]
    assert "must_not (1)\n  row " in report.table()
    assert "wrong polarity" in report.table()


@pytest.mark.parametrize(
    ("expected", "given", "same"),
    [
        ("The U.S.", "US", True),
        ("nurses", "the nurse", True),
        ("two nurses from Leiden", "nurses", True),
        ("Health Ministry", "Ministry of Health", True),
        ("half of its fish", "fish", True),
        ("Ada Moss’s brother", "Ada Moss", False),
        ("Moss", "Ada Moss", True),
        ("Ada", "Ada Moss", False),
        ("council of Bern", "Bern", False),
        ("butter", "cheese, butter", False),
        ("butter", "cheese and butter", False),
        ("US", "us", False),
        ("*", "anything", True),
        ("tax", "", False),
    ],
)
def test_names(expected, given, same):
    assert same_name(expected, given) is same


def test_strict_names_have_all_words():
    assert same_name("Ada Moss", "Moss")
    assert not same_name("Ada Moss", "Moss", strict=True)
    assert same_name("Ada Moss", "the baker Ada Moss", strict=True)


def test_capitals_keep_a_country_from_being_a_pronoun():
    assert is_pronoun("She")
    assert is_pronoun("us")
    assert not is_pronoun("US")


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("moves to", "moves headquarters to", True),
        ("moves to", "moves", True),
        ("moves to", "moves from", False),
        ("calls off", "calls for", False),
        ("is mayor of", "is the former mayor of", True),
        ("is in", "is located in", True),
        ("is in", "is", False),
        ("is working with", "works with", True),
        ("will never visit", "visits", True),
        ("takes part in", "takes an active part in", True),
        ("is sold", "sells", False),
        ("has effect on", "has", True),
        ("wants to buy", "buys", False),
        ("applies for", "apply for", True),
    ],
)
def test_relations(one, other, meet):
    assert key_of(one).meets(key_of(other)) is meet


@pytest.mark.parametrize(
    "forms",
    [
        "closes closed closing close",
        "agrees agreed agree",
        "brings brought bring",
        "cancels cancelled cancel",
        "carries carried carry",
    ],
)
def test_stems(forms):
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("subject", "relation", "obj"),
    [
        ("mill", "is sold by", "Moss"),
        ("the miller", "sells", "mill"),
        ("Ada Moss", "sells the old mill to", "mill in Kent"),
    ],
)
def test_wordings_of_one_fact(subject, relation, obj):
    fact = {"subject": subject, "relation": relation, "object": obj}
    assert Judge(ROW).says(ROW["facts"][0], fact)


def test_a_complement_may_be_split_at_its_preposition():
    fact = {"subject": "Moss", "relation": "is", "object": "mayor of Dunwick"}
    assert Judge(ROW).says(ROW["facts"][2], fact)


# ---- the pipeline


def facts_of(rows, folder):
    """The facts of a graph in which the text of every row is a document."""
    kg = pytest.importorskip("kg.api")
    texts = folder / "texts"
    texts.mkdir()
    for row in rows:
        (texts / f"{row['id']}.txt").write_text(row["text"], "utf-8")
    exported = io.BytesIO()
    kg.build([texts], graph=folder / "graph").export("facts", exported)
    return [json.loads(line) for line in exported.getvalue().splitlines()]


@pytest.mark.parametrize("name", FILES)
def test_pipeline_keeps_its_floors(name, tmp_path):
    report: Report = score(ROWS[name], facts_of(ROWS[name], tmp_path))
    short = report.shortfalls(FILES[name]["floors"])
    assert not short, "\n".join([*short, "", report.table()])
