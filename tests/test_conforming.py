"""Building with a user's own ontology: properties, classes, strictness, and what is remembered."""

import json

import pytest
from test_schema import HEAD, O
from typer.testing import CliRunner

import kg
from kg.cli import app
from kg.errors import InputError
from kg.iris import expand

ONTOLOGY = (
    HEAD
    + """
:Person a owl:Class ; rdfs:label "person" .
:Company a owl:Class ; rdfs:label "company" .
:worksFor a owl:ObjectProperty ; rdfs:label "works for" ; rdfs:comment "Has a job there." ;
    rdfs:domain :Person ; rdfs:range :Company .
:wed a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:label "is married to" .
"""
)
TEXT = """\
Mira Dunn works for Harrow Systems, a software company. Harrow Systems hired Tom Pell in May.
Mira Dunn works for Norway. Mira Dunn criticized Tom Pell. Mira Dunn is married to Tom Pell.
Mira Dunn is married to Karl Voss.
"""


@pytest.fixture
def place(tmp_path):
    (tmp_path / "mill.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "my.ttl").write_text(ONTOLOGY, encoding="utf-8")
    return tmp_path


def build(place, **settings):
    return kg.build(place / "mill.txt", place / "g", settings=kg.Settings(**settings))


def facts(graph):
    named = graph.subgraph.entities
    return {
        (named[s.subject].name, s.property.removeprefix(O), named[s.object].name)
        for s in graph.statements
        if isinstance(s.object, str)
    }


WORKS = {("Mira Dunn", "worksFor", "Harrow Systems"), ("Tom Pell", "worksFor", "Harrow Systems")}
WED = {("Mira Dunn", "wed", "Tom Pell"), ("Mira Dunn", "wed", "Karl Voss")}


def test_statements_get_the_users_properties_and_entities_his_classes(place):
    graph = build(place, ontology=place / "my.ttl")
    assert facts(graph) >= WORKS | WED | {
        ("Mira Dunn", "rel:works_for", "Norway"),  # a country is no company
        ("Mira Dunn", "rel:criticizes", "Tom Pell"),
    }
    classes = {e.name: e.classes for e in graph.subgraph.entities.values()}
    assert classes["Mira Dunn"] == (O + "Person",)
    assert classes["Harrow Systems"] == (O + "Company",)
    assert classes["Norway"] == ()
    assert graph.report.mapped == 4
    assert graph.report.kept_out["the object is not of the property's range"] == 1


def test_a_turned_statement_shows_its_own_words_in_their_places(place):
    graph = build(place, ontology=place / "my.ttl")
    named, text = graph.subgraph.entities, graph.subgraph.documents["mill"].text
    [said] = [s for s in graph.statements if s.surface == "hired"]
    assert (named[said.subject].name, said.relation) == ("Tom Pell", "works for")
    spans = (said.subject_span, said.relation_span, said.object_span)
    assert [text[b:e] for b, e in spans] == ["Tom Pell", "hired", "Harrow Systems"]


def test_the_graph_declares_the_terms_it_uses(place):
    graph = build(place, ontology=place / "my.ttl")
    rows = graph.query(
        f"SELECT ?label ?comment ?above {{ <{O}worksFor> a owl:ObjectProperty ; "
        "rdfs:label ?label ; rdfs:comment ?comment ; rdfs:subPropertyOf ?above }"
    )
    assert [tuple(row) for row in rows] == [
        ("works for", "Has a job there.", expand("rel:works_for"))
    ]


def test_a_strict_graph_has_nothing_else(place):
    graph = build(place, ontology=place / "my.ttl", strict=True)
    assert facts(graph) == WORKS | WED
    assert len(graph.statements) == 4
    assert graph.report.dropped["not in your ontology"] == sum(graph.report.kept_out.values())


def test_the_graph_remembers_its_ontology_and_follows_the_file_without_parsing(place):
    build(place, ontology=place / "my.ttl")
    assert not build(place).report.changed
    (place / "my.ttl").write_text(ONTOLOGY.replace(":worksFor", ":job"), encoding="utf-8")
    graph = build(place)
    assert ("Mira Dunn", "job", "Harrow Systems") in facts(graph)
    assert (graph.report.changed, graph.report.parsed) == (True, 0)
    graph = build(place, ontology="none")
    assert ("Mira Dunn", "rel:works_for", "Harrow Systems") in facts(graph)
    assert (place / "g/graph.ttl").read_bytes().count(O.encode()) == 0


def test_two_values_of_a_functional_property_are_disputed(place):
    graph = build(place, ontology=place / "my.ttl")
    [row] = graph.ask("disputed")
    assert (row.subject, row.relation, {row.object, row.instead}) == (
        "Mira Dunn", "is married to", {"Tom Pell", "Karl Voss"},
    )  # fmt: skip


def test_a_decision_on_a_turned_statement_is_obeyed(place):
    graph = build(place, ontology=place / "my.ttl")
    [said] = [s for s in graph.statements if s.surface == "hired"]
    result = CliRunner().invoke(app, ["reject", said.id, "-g", str(place / "g")])
    assert result.exit_code == 0, result.output
    assert ("Tom Pell", "worksFor", "Harrow Systems") not in facts(kg.open_graph(place / "g"))


@pytest.mark.parametrize(
    ("text", "message"),
    [(":x a", "not valid Turtle at line"), (HEAD + ":Mill a owl:Class .", "has no labels")],
)
def test_a_wrong_ontology_leaves_nothing_behind(place, text, message):
    (place / "my.ttl").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        build(place, ontology=place / "my.ttl")
    assert not (place / "g").exists()


def test_a_wrong_ontology_leaves_the_graph_as_it_was(place):
    build(place)
    before = (place / "g/graph.ttl").read_bytes()
    with pytest.raises(InputError, match=r"none\.ttl is not there"):
        build(place, ontology=place / "none.ttl")
    assert (place / "g/graph.ttl").read_bytes() == before
    assert not build(place).report.changed


def test_strict_without_an_ontology_is_refused(place):
    with pytest.raises(InputError, match="Nothing to be strict about"):
        build(place, strict=True)


def test_the_command_tells_what_conforms(place):
    arguments = ["build", place / "mill.txt", "-g", place / "g", "--ontology", place / "my.ttl"]
    result = CliRunner().invoke(app, [*map(str, arguments), "--strict"])
    assert result.exit_code == 0
    told = " ".join(result.output.split())
    assert "of your ontology 4" in told
    assert "the object is not of the property's range 1" in told
    lines = CliRunner().invoke(app, ["export", "-g", str(place / "g"), "--format", "facts"])
    assert {json.loads(line)["relation"] for line in lines.output.splitlines()} == {
        "works for", "is married to",
    }  # fmt: skip
