"""Building with a model of relations beside the rules: what is stated, what not, what is kept."""

import json
import pickle
from pathlib import Path

import pytest
from films import ONTOLOGY, PATTERNS, ROWS, F, learnt
from typer.testing import CliRunner

import kg
from kg import api, parsing, pipeline
from kg.alignment.values import Value, value
from kg.clauses.rules import LEARNED, RULES
from kg.cli import app
from kg.config import DEFAULT_MODEL, Config
from kg.engines import Workforce
from kg.errors import InputError
from kg.iris import expand
from kg.learning import model_file
from kg.learning.familiarity import least_share
from kg.learning.passages import passage
from kg.model import Document, Literal


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    """A folder with an ontology and the model learnt for it."""
    folder = tmp_path_factory.mktemp("films")
    learnt(folder)
    return folder


def _build(films, place, text, **settings):
    (place / "a.txt").write_text(text, encoding="utf-8")
    chosen = {"ontology": films / "my.ttl", "relations": films / "my.model"} | settings
    return kg.build(place / "a.txt", place / "g", settings=kg.Settings(**chosen))


def _learnt(graph):
    return [s for s in graph.statements if s.rule == LEARNED]


def _facts(graph):
    named = graph.subgraph.entities
    return {
        (named[s.subject].name, s.property, s.object.value if isinstance(s.object, Literal)
         else named[s.object].name)
        for s in _learnt(graph)
    }  # fmt: skip


SAID = "Broken Compass is a 1985 film by Laura Stein."


def test_what_no_verb_states_is_in_the_graph_with_its_evidence(films, tmp_path):
    graph = _build(films, tmp_path, SAID)
    assert ("Broken Compass", F + "maker", "Laura Stein") in _facts(graph)
    [said] = [s for s in _learnt(graph) if s.property == F + "maker"]
    spans = (said.subject_span, said.object_span)
    assert [SAID[b:e] for b, e in spans] == ["Broken Compass", "Laura Stein"]
    assert 0.5 <= said.confidence < 1
    assert (said.polarity, said.factuality) == ("asserted", "actual")
    assert said.document == "a"


def test_a_year_is_a_value_of_the_datatype(films, tmp_path):
    graph = _build(films, tmp_path, SAID)
    [said] = [s for s in _learnt(graph) if s.property == F + "year"]
    assert said.object == Literal("1985", "gYear")


@pytest.mark.parametrize(
    "text",
    [
        "Broken Compass is not a 1985 film by Laura Stein.",
        "Perhaps Broken Compass is a 1985 film by Laura Stein.",
        "Broken Compass will be a 1985 film by Laura Stein.",
        "Critics said that Broken Compass is a 1985 film by Laura Stein.",
        "“Broken Compass is a 1985 film by Laura Stein,” the mayor said.",
        "It is a 1985 film by her.",
    ],
)
def test_what_the_narrator_does_not_assert_is_not_stated(films, tmp_path, text):
    assert _facts(_build(films, tmp_path, text)) == set()


def test_a_fact_of_the_rules_is_not_doubled(films, tmp_path):
    """Against a model whose relation the rules read as well."""
    rows = [
        {"sent": f"{film} criticizes {name}.",
         "triples": [{"sub": film, "rel": "criticizes", "obj": name}]}
        for film, name in (("Mira Dunn", "Tom Pell"), ("Karl Voss", "Ana Roy"),
                           ("Lena Holt", "Bo Strand"), ("Ivan Petrov", "Ruth Hale"),
                           ("Paul Keller", "Anna Novak"), ("Helen Marsh", "James Carter"))
    ]  # fmt: skip
    given = tmp_path / "said.jsonl"
    given.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    api.learn(films / "my.ttl", given, tmp_path / "said.model")
    text = "Peter Lang criticizes Marta Weiss."
    graph = _build(films, tmp_path, text, relations=tmp_path / "said.model")
    [said] = graph.statements
    assert (said.rule, said.property) == ("main", F + "criticizes")
    assert graph.report.dropped["said twice in one sentence"] == 1
    assert graph.report.mapped == 1


def test_the_example_of_the_rule_shows_it(films, tmp_path):
    text = RULES[LEARNED].example
    assert LEARNED in {s.rule for s in _build(films, tmp_path, text).statements}


def test_a_text_on_other_matters_is_not_read(films, tmp_path):
    text = "Ruth Hale sold the vineyard to Bo Strand in 1985. The treaty surprised Karl Voss."
    assert _facts(_build(films, tmp_path, text)) == set()
    model = model_file.load(films / "my.model")
    other, near = (_passage(said) for said in ("The treaty surprised Karl Voss.", SAID))
    assert not model.is_familiar(other)
    assert model.is_familiar(near)


def test_the_guard_costs_a_twentieth_of_the_examples_at_most():
    """Of twenty examples about as many subjects, the one in other words is given up."""
    passages = [_passage("The big orchestra played.") for _ in range(19)]
    passages.append(_passage("A vineyard burned."))
    assert least_share(passages, range(20), [i % 4 for i in range(20)]) == 0.0
    passages += [_passage("The big orchestra slept.") for _ in range(20)]
    found = least_share(passages, range(40), [i % 4 for i in range(40)])
    assert found == 1.0


def _passage(text):
    nlp = pipeline.load_pipeline(DEFAULT_MODEL)
    [(document, sentences)] = parsing.parse([Document("d", text)], nlp)
    return passage(document.text, sentences)


# ---- what a graph remembers
def test_the_model_is_remembered_until_it_is_ended(films, tmp_path):
    assert _learnt(_build(films, tmp_path, SAID))
    again = kg.build(tmp_path / "a.txt", tmp_path / "g")
    assert not again.report.changed
    ended = kg.build(tmp_path / "a.txt", tmp_path / "g", settings=kg.Settings(relations="none"))
    assert not _learnt(ended)
    assert ended.report.parsed == 1
    assert kg.build(tmp_path / "a.txt", tmp_path / "g").report.changed is False


def test_without_its_ontology_the_model_is_not_used(films, tmp_path):
    _build(films, tmp_path, SAID)
    graph = kg.build(tmp_path / "a.txt", tmp_path / "g", settings=kg.Settings(ontology="none"))
    assert not _learnt(graph)


def test_records_go_with_the_model_and_do_not_tell_where_it_lies():
    plain, one = Config(), Config(relations="/a/m", relations_digest="1")
    other, moved = (
        Config(relations="/a/m", relations_digest="2"),
        Config(relations="/b/m", relations_digest="1"),
    )
    prints = [c.fingerprint("p") for c in (plain, one, other)]
    assert len({*prints}) == 3
    assert moved.fingerprint("p") == one.fingerprint("p")
    assert moved.as_dict() == one.as_dict()
    assert pickle.loads(pickle.dumps(one)) == one


def test_the_same_bytes_whoever_parses_and_wherever_the_model_lies(films, tmp_path):
    texts = tmp_path / "texts"
    texts.mkdir()
    for film, maker, year in ROWS[:3]:
        said = PATTERNS[0].format(f"New {film}", maker, year)
        (texts / f"{film}.txt".replace(" ", "")).write_text(said, encoding="utf-8")
    moved = tmp_path / "moved.model"
    moved.write_bytes((films / "my.model").read_bytes())
    for name, jobs, model in (("one", 1, films / "my.model"), ("two", 2, moved)):
        chosen = kg.Settings(
            ontology=films / "my.ttl", relations=model, workforce=Workforce(jobs=jobs)
        )
        assert _learnt(kg.build(texts, tmp_path / name, settings=chosen))
    for file in ("graph.ttl", "graph.trig", "graph.html"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


# ---- what is refused
def _refused(films, place, **settings):
    with pytest.raises(InputError) as told:
        _build(films, place, SAID, **settings)
    assert not (place / "g").exists()
    return str(told.value)


def test_a_model_for_another_ontology_is_refused(films, tmp_path):
    other = tmp_path / "other.ttl"
    other.write_text(ONTOLOGY.replace("maker", "author"), encoding="utf-8")
    told = _refused(films, tmp_path, ontology=other)
    assert "another ontology than other.ttl" in told
    assert "--relations none" in told


def test_a_truncated_model_is_refused(films, tmp_path):
    cut = tmp_path / "cut.model"
    cut.write_bytes((films / "my.model").read_bytes()[:2000])
    assert "cut.model is no model of relations, or is damaged" in _refused(
        films, tmp_path, relations=cut
    )


def test_a_model_without_its_ontology_or_that_is_not_there_is_refused(films, tmp_path):
    assert "needs the ontology" in _refused(films, tmp_path, ontology=None)
    assert "cannot be read" in _refused(films, tmp_path, relations=tmp_path / "gone")


def test_a_graph_keeps_what_it_has_when_its_model_is_gone(films, tmp_path):
    model = tmp_path / "mine.model"
    model.write_bytes((films / "my.model").read_bytes())
    _build(films, tmp_path, SAID, relations=model)
    before = (tmp_path / "g/graph.ttl").read_bytes()
    model.unlink()
    done = CliRunner().invoke(app, ["build", str(tmp_path / "a.txt"), "-g", str(tmp_path / "g")])
    assert done.exit_code == 1
    assert "--relations none" in " ".join(done.stderr.split())
    assert (tmp_path / "g/graph.ttl").read_bytes() == before


def test_the_option_of_the_command(films, tmp_path):
    (tmp_path / "a.txt").write_text(SAID, encoding="utf-8")
    options = ["--ontology", str(films / "my.ttl"), "--relations", str(films / "my.model")]
    graph = tmp_path / "g"
    done = CliRunner().invoke(app, ["build", str(tmp_path / "a.txt"), "-g", str(graph), *options])
    assert done.exit_code == 0, done.stderr
    assert _learnt(kg.open_graph(graph))
    assert F + "maker" in Path(graph / "graph.ttl").read_text(encoding="utf-8") or (
        ":maker" in Path(graph / "graph.ttl").read_text(encoding="utf-8")
    )


@pytest.mark.parametrize(
    ("text", "datatype", "found"),
    [
        ("12,500", "integer", "12500"),
        ("3.5", "decimal", "3.5"),
        ("1985", "gYear", "1985"),
        ("5 March 1998", "date", "1998-03-05"),
        ("the mill", "gYear", None),
        ("three", "anyURI", None),
        ("0", "positiveInteger", None),
    ],
)
def test_words_become_values_of_a_datatype(text, datatype, found):
    read = value(text, [expand(f"xsd:{datatype}")])
    assert read == (Value(Literal(found, datatype)) if found else None)
