"""Relations learnt from examples: what is found, what is refused, what a model file is."""

from __future__ import annotations

import json
import math
import zipfile

import numpy as np
import pytest
from typer.testing import CliRunner

from kg import api
from kg.cli import app
from kg.errors import InputError
from kg.learning import finding, model_file
from kg.learning.boosting import boost
from kg.learning.dataset import dataset
from kg.learning.examples import Example, Fact, read_examples
from kg.learning.finding import recogniser
from kg.learning.memory import Memory
from kg.learning.passages import Passage, passage
from kg.learning.proposals import Known
from kg.learning.untaught import Untaught
from kg.learning.values import forms, key, keys, number, plain
from kg.learning.wanted import Naming, Wanted, kind_of, wanted
from kg.learning.wording import Wording
from kg.lexicon.stating import label_words
from kg.ontology.schema import read_schema

ONTOLOGY = """
@prefix : <http://brew.example/terms#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Brewery a owl:Class ; rdfs:label "brewery" .
:Person a owl:Class ; rdfs:label "person" .
:Town a owl:Class ; rdfs:label "town" .
:Year a owl:Class ; rdfs:label "Year" .
:founder a owl:ObjectProperty ; rdfs:label "founder" ; rdfs:domain :Brewery ; rdfs:range :Person .
:seat a owl:ObjectProperty ; rdfs:label "seat" ; rdfs:domain :Brewery ; rdfs:range :Town .
:openingYear a owl:ObjectProperty ; rdfs:label "openingYear" ; rdfs:range :Year .
:capacity a owl:ObjectProperty ; rdfs:label "capacity" .
"""

ROWS = [
    ("Halden Ales", "Marta Weiss", "Ludford", "1902"),
    ("Crowmoor Brewery", "Peter Lang", "Ashby", "1956"),
    ("Tolland Beer", "Ingrid Solberg", "Warwick", "1988"),
    ("Finch Brothers", "Thomas Finch", "Durham", "1871"),
    ("Saltgate Brewing", "Helen Marsh", "Oxford", "2004"),
    ("Red Barn Brewery", "Paul Keller", "Norwich", "1999"),
    ("Kestrel Ales", "Anna Novak", "Bristol", "2011"),
    ("Old Mill Brewing", "James Carter", "Lincoln", "1930"),
]
PATTERNS = [
    "{0} was founded by {1} in {3}.",
    "{0} is a brewery in {2}, founded by {1}.",
    "{0} of {2} opened in {3}.",
]


def _example(name, founder, seat, year, pattern):
    said = pattern.format(name, founder, seat, year)
    triples = [
        {"sub": name, "rel": rel, "obj": obj}
        for rel, obj, at in (
            ("founder", founder, "{1}"),
            ("seat", seat, "{2}"),
            ("openingYear", year, "{3}"),
        )
        if at in pattern
    ]
    return {"sent": said, "triples": triples}


EXAMPLES = [_example(*row, pattern) for row in ROWS for pattern in PATTERNS]


def _jsonl(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def brewing(tmp_path_factory):
    """A folder with an ontology, examples, and the model learnt from them."""
    folder = tmp_path_factory.mktemp("brewing")
    (folder / "brew.ttl").write_text(ONTOLOGY, encoding="utf-8")
    _jsonl(folder / "examples.jsonl", EXAMPLES)
    api.learn(folder / "brew.ttl", folder / "examples.jsonl", folder / "brew.model")
    return folder


def _facts(folder, *texts, model="brew.model"):
    given = _jsonl(
        folder / "texts.jsonl", [{"id": f"t{i}", "sent": t} for i, t in enumerate(texts)]
    )
    relations = folder / model if model else None
    found = api.extract_facts([given], folder / "brew.ttl", relations)
    return [{(f.subject, f.relation, f.object) for f in facts.found} for facts in found]


def test_new_subjects_are_found_in_wordings_that_examples_taught(brewing):
    (found,) = _facts(brewing, "Greenhollow Brewery was founded by Laura Stein in 1963.")
    assert found == {
        ("Greenhollow Brewery", "founder", "Laura Stein"),
        ("Greenhollow Brewery", "openingYear", "1963"),
    }


def test_sentences_of_an_article_are_read_one_by_one(brewing):
    """The examples have a sentence each: no brewery is looked for in another one."""
    article = (
        "Greenhollow Brewery was founded by Laura Stein in 1963. Its beer is dark. "
        "Old Mill, which Ana Roy founded in 1971, stands in Norwich."
    )
    found = {f for f in _facts(brewing, article)[0] if f[1] in {"founder", "openingYear"}}
    assert ("Greenhollow Brewery", "founder", "Laura Stein") in found
    assert not {f for f in found if f[0] == "Greenhollow Brewery" and f[2] in {"Ana Roy", "1971"}}


@pytest.mark.parametrize("model", ["brew.model", None])
def test_a_sentence_without_end_is_left_out_and_told(brewing, model, monkeypatch):
    monkeypatch.setattr(finding, "MOST_TOKENS", 12)
    text = (
        "Greenhollow Brewery was founded by Laura Stein, who had long lived in a small town near "
        "the sea with her mother. Old Mill was founded by Ana Roy in 1971."
    )
    given = _jsonl(brewing / "long.jsonl", [{"id": "t", "sent": text}])
    problems = []
    (facts,) = api.extract_facts(
        given, brewing / "brew.ttl", brewing / model if model else None, problems=problems
    )
    assert ("Old Mill", "founder", "Ana Roy") in {f[:3] for f in facts.found}
    assert not any("Stein" in fact.object for fact in facts.found)
    assert [p.severity for p in problems] == ["warning"]
    assert "a sentence of more than 12 words and marks not read" in problems[0].reason


def test_a_text_that_reading_fails_on_does_not_end_the_others(brewing, monkeypatch):
    find = Untaught.find

    def failing(model, part, threshold=None):
        if "Tolland" in part.text:
            raise MemoryError("too much")
        return find(model, part, threshold)

    monkeypatch.setattr(Untaught, "find", failing)
    said = ["Finch was founded by Ana Roy.", "Tolland was founded by Al.", "It was founded by Bo."]
    given = _jsonl(brewing / "bad.jsonl", [{"id": f"b{i}", "sent": s} for i, s in enumerate(said)])
    problems = []
    found = list(api.extract_facts(given, brewing / "brew.ttl", problems=problems))
    assert [facts.document.text for facts in found] == [said[0], said[2]]
    assert [p.severity for p in problems] == ["error"]
    assert "MemoryError: too much" in problems[0].reason


def test_facts_of_nothing_are_an_error_where_nobody_takes_the_problems(brewing):
    with pytest.raises(InputError, match=r"nothing could be read: .*no\.txt"):
        list(api.extract_facts(brewing / "no.txt", brewing / "brew.ttl"))


def test_a_text_that_says_nothing_of_the_sort_has_no_facts(brewing):
    assert _facts(brewing, "Laura Stein met the mayor because of the noise.") == [set()]


def test_confidence_is_a_probability_above_the_threshold(brewing):
    given = _jsonl(brewing / "one.jsonl", [EXAMPLES[0]])
    model = recogniser(brewing / "brew.ttl", brewing / "brew.model")
    (facts,) = api.extract_facts([given], brewing / "brew.ttl", brewing / "brew.model")
    assert facts.found
    assert all(model.threshold <= fact.confidence <= 1 for fact in facts.found)


def test_the_same_examples_give_the_same_bytes(brewing):
    api.learn(brewing / "brew.ttl", brewing / "examples.jsonl", brewing / "again.model")
    assert (brewing / "again.model").read_bytes() == (brewing / "brew.model").read_bytes()


def test_a_model_says_what_it_was_made_from(brewing):
    made_from = recogniser(brewing / "brew.ttl", brewing / "brew.model").made_from
    assert made_from["ontology"] == "brew.ttl"
    assert (made_from["examples"], made_from["facts"]) == (24, 48)
    assert made_from["no_examples"] == ["capacity"]


def test_a_relation_without_examples_is_found_by_its_words(brewing, parse):
    model = recogniser(brewing / "brew.ttl", brewing / "brew.model")
    text = "Wren Brewing has a capacity of 900 litres and was founded by Clara Holt."
    found = {(f.subject, f.relation, f.object) for f in model.find(passage(text, parse(text)))}
    assert {
        ("Wren Brewing", "capacity", "900.0 (litres)"),
        ("Wren Brewing", "founder", "Clara Holt"),
    } <= found


def test_examples_that_do_not_tell_of_a_relation_make_it_rarer():
    many, none = (
        Known((), Memory(), Wording(), (), (), (), sentences) for sentences in (1000.0, 0.0)
    )
    assert many.rarity() < none.rarity() == 0.0


def test_an_ontology_alone_finds_what_its_words_tell(brewing):
    told = [
        "The founder of Greenhollow Brewery is Laura Stein.",
        "Old Mill has its seat in Norwich.",
    ]
    founder, seat = _facts(brewing, *told, model=None)
    assert founder == {("Greenhollow Brewery", "founder", "Laura Stein")}
    assert seat == {("Old Mill", "seat", "Norwich")}


def test_incomplete_examples_are_learnt_from(brewing):
    single = [
        {"text": e["sent"], "sub_label": t["sub"], "rel_label": t["rel"], "obj_label": t["obj"]}
        for e in EXAMPLES
        for t in e["triples"][:1]
    ]
    _jsonl(brewing / "single.jsonl", single)
    api.learn(brewing / "brew.ttl", brewing / "single.jsonl", brewing / "single.model")
    (found,) = _facts(
        brewing, "Greenhollow Brewery was founded by Laura Stein in 1963.", model="single.model"
    )
    assert ("Greenhollow Brewery", "founder", "Laura Stein") in found


# ---- the trees of the last stage
_SQUARE = np.array([[a, b] for a in (0.0, 1.0) for b in (0.0, 1.0)] * 40)


def test_trees_tell_what_is_neither_too_little_nor_too_much():
    rows = np.array([[0.0], [1.0], [2.0]] * 40)
    trees = boost(rows, (rows[:, 0] == 1).astype(float), np.ones(len(rows)))
    assert (trees.odds(rows[:3]) > 0).tolist() == [False, True, False]


def test_rows_without_weight_are_not_learnt_from():
    right = _SQUARE[:, 0].copy()
    wrong = 1 - right
    rows, answers = np.vstack([_SQUARE, _SQUARE]), np.concatenate([right, wrong])
    weight = np.repeat([1.0, 0.0], len(right))
    odds = boost(rows, answers, weight).odds(_SQUARE[:4])
    assert (odds > 1).tolist() == [False, False, True, True]


@pytest.mark.parametrize("right", [0.0, 1.0])
def test_where_all_rows_are_alike_the_odds_are_those_of_the_counts(right):
    trees = boost(_SQUARE, np.full(len(_SQUARE), right), np.ones(len(_SQUARE)))
    counted = math.log(0.5 / 160.5) * (1 - 2 * right)
    assert trees.odds(_SQUARE[:2]) == pytest.approx([counted, counted])


# ---- folds
def test_what_is_learnt_from_for_a_fold_shares_no_subject_with_it():
    """A-B, C and D-E are examples of one or two subjects; each subject is met in two of them."""
    told = [("A", "B"), ("A",), ("B",), ("C",), ("C", "F"), ("F",), ("D", "E"), ("D",), ("E",)]
    examples = [
        Example("", tuple(Fact(name, "seat", f"{name}{i}") for name in names), complete=True)
        for i, names in enumerate(told)
    ]
    data = dataset([Wanted("seat", "seat", ("seat",))], examples, [Passage("")] * len(told))
    assert data.count > 1
    for fold, apart in enumerate(data.apart):
        held_out = {
            name for names, k in zip(told, data.folds, strict=True) if k == fold for name in names
        }
        learnt = {name for names, used in zip(told, apart, strict=True) if used for name in names}
        assert learnt
        assert not learnt & held_out


# ---- what is refused
def test_too_few_examples_name_the_relation_and_how_many_it_wants(brewing):
    few = _jsonl(brewing / "few.jsonl", EXAMPLES[:1])
    with pytest.raises(InputError, match=r"wants 3 or more.*founder \(1 about 1\)"):
        api.learn(brewing / "brew.ttl", few, brewing / "few.model")
    assert not (brewing / "few.model").exists()


def test_examples_without_their_object_are_counted(brewing):
    astray = [
        *EXAMPLES,
        {"sent": "It rained.", "triples": [{"sub": "Rain", "rel": "seat", "obj": "Rome"}]},
    ]
    _jsonl(brewing / "astray.jsonl", astray)
    made_from, _ = api.learn(brewing / "brew.ttl", brewing / "astray.jsonl", brewing / "a.model")
    assert made_from["without_object"] == 1


def test_a_relation_that_the_ontology_has_not_is_counted_and_left_out(brewing):
    strange = [
        *EXAMPLES,
        {"sent": "A is B.", "triples": [{"sub": "A", "rel": "colour", "obj": "B"}]},
    ]
    _jsonl(brewing / "strange.jsonl", strange)
    _, left_out = api.learn(brewing / "brew.ttl", brewing / "strange.jsonl", brewing / "s.model")
    assert left_out == {"the ontology has no property 'colour'": 1}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 1 is no JSON: Expecting property name enclosed in double quotes at column 2."),
        ('{"triples": []}', "line 1 has no sentence"),
        ('{"sent": "A."}', "line 1 has no facts"),
        ('{"sent": "A.", "triples": [{"sub": 1}]}', "line 1 has no facts"),
        ('{"sent": "A.", "triples": []}', "no example of the ontology's properties"),
    ],
)
def test_lines_that_are_no_examples(brewing, line, told):
    path = brewing / "bad.jsonl"
    path.write_text(line, encoding="utf-8")
    schema = read_schema(brewing / "brew.ttl")
    with pytest.raises(InputError, match=told):
        read_examples(path, Naming(wanted(schema), schema))


def test_a_model_of_another_ontology_is_refused(brewing):
    (brewing / "other.ttl").write_text(ONTOLOGY.replace("seat", "home"), encoding="utf-8")
    with pytest.raises(InputError, match=r"learnt for another ontology than other\.ttl"):
        recogniser(brewing / "other.ttl", brewing / "brew.model")


def test_files_that_are_no_models_are_refused(brewing):
    whole = (brewing / "brew.model").read_bytes()
    (brewing / "cut.model").write_bytes(whole[: len(whole) // 2])
    with zipfile.ZipFile(brewing / "foreign.model", "w") as archive:
        archive.writestr("about.json", '{"format": "other"}')
    for name in ("cut.model", "foreign.model", "brew.ttl"):
        with pytest.raises(InputError, match="is no model of relations"):
            model_file.load(brewing / name)
    with pytest.raises(InputError, match="There is no model"):
        model_file.load(brewing / "missing.model")


def test_a_model_with_a_pickle_inside_is_not_run(brewing, tmp_path):
    with zipfile.ZipFile(brewing / "brew.model") as whole:
        members = {name: whole.read(name) for name in whole.namelist()}
    np.save(tmp_path / "evil.npy", np.array([print], dtype=object), allow_pickle=True)
    members["spans.npy"] = (tmp_path / "evil.npy").read_bytes()
    with zipfile.ZipFile(tmp_path / "evil.model", "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    with pytest.raises(InputError, match="is no model of relations"):
        model_file.load(tmp_path / "evil.model")


def test_the_command_line_writes_a_line_a_text(brewing):
    told = [{"id": "x1", "text": "Greenhollow Brewery was founded by Laura Stein in 1963."}]
    _jsonl(brewing / "cli.jsonl", told)
    options = ["--ontology", str(brewing / "brew.ttl"), "--relations", str(brewing / "brew.model")]
    done = CliRunner().invoke(
        app, ["extract", str(brewing / "cli.jsonl"), *options, "--format", "triples"]
    )
    assert done.exit_code == 0, done.stderr
    row = json.loads(done.stdout)
    assert row["id"] == "x1"
    assert {t["rel"] for t in row["triples"]} == {"founder", "openingYear"}
    assert set(row["triples"][0]) == {"sub", "rel", "obj", "confidence"}


def test_options_that_need_each_other(brewing):
    text = str(brewing / "examples.jsonl")
    for wrong in (
        ["--format", "triples"],
        ["--ontology", str(brewing / "brew.ttl")],
        ["--relations", str(brewing / "brew.model")],
    ):
        assert CliRunner().invoke(app, ["extract", text, *wrong]).exit_code == 2


# ---- words and values
def test_labels_are_words_and_classes_have_kinds():
    assert label_words("numberOfStudents") == ("number", "of", "students")
    assert [kind_of(c) for c in ("Town", "human", "calendar date", "genre")] == [
        "place",
        "person",
        "date",
        "",
    ]


def test_names_that_differ_in_accents_and_additions_share_a_key():
    assert key("Café  Noir") == key("cafe noir")
    assert key("Noir") in keys("Noir (café)")
    assert plain('"New_Hall"') == plain("new hall")


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,250", ("1250", "")), ("12.5 km", ("12.5", "kilometres")), ("three", ("3", ""))],
)
def test_numbers(text, value):
    assert number(text) == value


def test_a_date_is_written_in_every_form(brewing):
    text = "5 March 1998"
    passage = Passage(
        text, ("5", "March", "1998"), ("5", "march", "1998"), starts=(0, 2, 8), sentences=(0, 0, 0)
    )
    found = forms(passage, (0, 3))
    assert found["Y-M-D"] == "1998-03-05"
    assert found["D B Y"] == "05 March 1998"
    assert found["Y"] == "1998"
