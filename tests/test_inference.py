"""What follows from a graph: by each rule, from plain facts alone, and in a file of its own."""

import io
import re

import pyoxigraph as ox
import pytest
import rdflib
from test_schema import HEAD
from typer.testing import CliRunner

import kg
from kg import api, inference
from kg.cli import app
from kg.iris import expand, prefixes

TEXT = """\
Mira Dunn mocked Oskar Pell. Mira Dunn works for Harrow Systems. Mira Dunn met Tom Reed.
Tom Reed did not criticize Oskar Pell. Oskar Pell will sue Tom Reed.
Tom Reed praised Oskar Pell, Ada Voss said. Mira Dunn was born in Riga.
"""
ENT = prefixes("https://example.org/kg/")["ent"]


@pytest.fixture
def graph(tmp_path):
    (tmp_path / "mill.txt").write_text(TEXT, encoding="utf-8")
    return kg.build(tmp_path / "mill.txt", tmp_path / "g")


def inferred(graph):
    path, count = api.infer(graph.folder)
    found = rdflib.Graph().parse(path)
    header = rdflib.URIRef("https://example.org/kg/inferred")
    assert len(found) == count + len(list(found.predicate_objects(header)))
    return found


def holds(found, subject, relation, object_):
    value = expand(object_) if ":" in object_ else ENT + object_
    return (rdflib.URIRef(ENT + subject), *map(rdflib.URIRef, (expand(relation), value))) in found


@pytest.mark.parametrize(
    ("subject", "relation", "object_"),
    [
        ("Mira_Dunn", "rel:criticizes", "Oskar_Pell"),  # who mocks, criticizes
        ("Mira_Dunn", "rel:speaks_of", "Oskar_Pell"),  # two steps up
        ("Mira_Dunn", "kg:relatedTo", "Oskar_Pell"),
        ("Harrow_Systems", "rel:employs", "Mira_Dunn"),  # the inverse
        ("Tom_Reed", "rel:meets_with", "Mira_Dunn"),  # symmetric
        ("Tom_Reed", "rel:interacts_with", "Mira_Dunn"),
        ("Riga", "rdf:type", "kg:Location"),
        ("Mira_Dunn", "rdf:type", "kg:Agent"),
        ("Mira_Dunn", "rdf:type", "schema:Person"),
    ],
)
def test_what_follows(graph, subject, relation, object_):
    assert holds(inferred(graph), subject, relation, object_)


def test_nothing_follows_from_what_is_denied_planned_or_claimed(graph):
    found = inferred(graph)
    relations = {"rel:speaks_of", "rel:criticizes", "rel:accuses", "kg:relatedTo", "rel:praises"}
    for subject, other in (("Tom_Reed", "Oskar_Pell"), ("Oskar_Pell", "Tom_Reed")):
        assert not [r for r in relations if holds(found, subject, r, other)]


def test_what_is_said_does_not_stand_among_what_follows(graph):
    said = rdflib.Graph().parse(graph.folder / "graph.ttl")
    assert not [triple for triple in inferred(graph) if triple in said]


def test_a_class_that_an_entity_cannot_be_of_does_not_follow(tmp_path):
    (tmp_path / "a.txt").write_text("The report criticized Mira Dunn.", encoding="utf-8")
    graph = kg.build(tmp_path / "a.txt", tmp_path / "g")
    [report] = [e for e in graph.subgraph.entities.values() if e.name != "Mira Dunn"]
    assert report.type == "Document"
    found = inferred(graph)
    assert not holds(found, report.id, "rdf:type", "kg:Agent")
    assert holds(found, report.id, "rel:speaks_of", "Mira_Dunn")


def test_queries_never_see_what_follows(graph):
    inferred(graph)
    assert not kg.open_graph(graph.folder).query("ASK { ?a rel:employs ?b }").boolean


def test_builds_keep_the_file_in_step(graph, tmp_path):
    before = inferred(graph)
    (tmp_path / "mill.txt").write_text("Tom Reed mocked Mira Dunn.", encoding="utf-8")
    kg.build(tmp_path / "mill.txt", graph.folder)
    after = rdflib.Graph().parse(graph.folder / inference.FILE_NAME)
    assert holds(before, "Harrow_Systems", "rel:employs", "Mira_Dunn")
    assert not holds(after, "Harrow_Systems", "rel:employs", "Mira_Dunn")
    assert holds(after, "Tom_Reed", "rel:criticizes", "Mira_Dunn")


def test_builds_write_no_such_file_unasked(graph):
    assert not (graph.folder / inference.FILE_NAME).exists()


def test_the_same_graph_gives_the_same_bytes(graph):
    inferred(graph)
    path = graph.folder / inference.FILE_NAME
    first = path.read_bytes()
    inferred(graph)
    assert path.read_bytes() == first


def test_a_users_own_ontology_has_its_consequences(tmp_path):
    own = """
    :boss a owl:ObjectProperty ; rdfs:label "criticizes" ; rdfs:subPropertyOf :over .
    :over a owl:ObjectProperty ; rdfs:label "over" ; owl:inverseOf :under .
    :under a owl:ObjectProperty ; rdfs:label "under" .
    """
    (tmp_path / "my.ttl").write_text(HEAD + own, encoding="utf-8")
    (tmp_path / "a.txt").write_text("Mira Dunn criticized Tom Reed.", encoding="utf-8")
    settings = kg.Settings(ontology=tmp_path / "my.ttl")
    found = inferred(kg.build(tmp_path / "a.txt", tmp_path / "g", settings=settings))
    under = rdflib.URIRef("https://mill.example/o#under")
    assert (rdflib.URIRef(ENT + "Tom_Reed"), under, rdflib.URIRef(ENT + "Mira_Dunn")) in found


def test_the_command_says_what_it_wrote(graph, tmp_path):
    result = CliRunner().invoke(app, ["infer", "-g", str(graph.folder)])
    assert (result.exit_code, (graph.folder / inference.FILE_NAME).exists()) == (0, True)
    assert re.search(r"inferred\.ttl: \d+ triples follow", result.output)
    assert CliRunner().invoke(app, ["infer", "-g", str(tmp_path / "none")]).exit_code == 1


@pytest.mark.parametrize("format_", ["trig", "nquads"])
def test_an_export_has_what_follows_in_a_graph_of_its_own(graph, format_):
    out = io.BytesIO()
    graph.export(format_, out, inferred=True)
    kind = {"trig": ox.RdfFormat.TRIG, "nquads": ox.RdfFormat.N_QUADS}[format_]
    quads = set(ox.parse(out.getvalue(), format=kind))
    name = ox.NamedNode("https://example.org/kg/inferred")
    follows = set(ox.parse(path=api.infer(graph.folder)[0], format=ox.RdfFormat.TURTLE))
    assert {q.triple for q in quads if q.graph_name == name} == {q.triple for q in follows}
    above = ox.NamedNode(expand("kg:relatedTo"))
    assert {q.graph_name for q in quads if q.predicate == above} == {name}
    plain = io.BytesIO()
    graph.export(format_, plain)
    assert b"/inferred" not in plain.getvalue()


def test_a_merge_of_all_graphs_takes_nothing_that_follows(graph):
    result = CliRunner().invoke(
        app, ["export", "-g", str(graph.folder), "--format", "turtle", "--inferred"]
    )
    assert result.exit_code == 2
    assert "trig, nquads" in " ".join(result.output.split())
