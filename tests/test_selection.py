"""Which entities are nodes: those of statements, and those that a text identifies."""

import pytest

import kg
from kg.model import Entity, EntityMention
from kg.selection import nodes


def entity(name, type_, *mentions):
    return Entity(name, name, type_, mentions=tuple(mentions))


def mention(text, kind, start=0, document="d"):
    return EntityMention(document, start, start + len(text), text, kind)


GHANAIAN = entity("Ghana", "GeopoliticalEntity", mention("Ghanaian", "adjective", 4))


@pytest.mark.parametrize(
    ("found", "is_node"),
    [
        (entity("Danube", "Place", mention("the Danube", "name")), True),
        (entity("navy", "Organization", mention("the Ghanaian navy", "nominal")), True),
        (entity("navy", "Organization", mention("a Ghanaian navy", "nominal")), False),
        (entity("navy", "Organization", mention("the Ghanaian navy", "nominal", 40)), False),
        (entity("role", "Concept", mention("the Ghanaian role", "nominal")), False),
        (entity("convoy", "Artifact", mention("a convoy", "nominal")), False),
    ],
)
def test_what_a_text_identifies_is_a_node(found, is_node):
    assert (found in nodes([GHANAIAN, found], [], [])) == is_node


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    folder = tmp_path_factory.mktemp("selection")
    text = "Mara Lind met Otto Brack. The ferry across the Danube. Then he sang to her."
    (folder / "a.txt").write_text(text, encoding="utf-8")
    return kg.build(folder / "a.txt", folder / "g")


def test_a_name_in_no_statement_is_found_with_its_sentence(graph):
    about = graph.about("Danube")
    assert about.statements == ()
    assert list(about.sentences.values()) == ["The ferry across the Danube."]
    assert [document.id for document in about.documents.values()] == ["a"]


def test_what_is_only_described_is_a_node_for_what_is_said_of_it(graph):
    assert not {"ferry", "ferry across the Danube"} & {e.name for e in graph.entities}


def test_every_sentence_says_whom_it_mentions(graph):
    rows = graph.query(
        "SELECT ?text ?name WHERE { ?s schema:mentions/rdfs:label ?name ; nif:anchorOf ?text }"
    )
    said = {(row.text.split()[0], row.name) for row in rows}
    assert {("Mara", "Mara Lind"), ("Mara", "Otto Brack"), ("The", "Danube")} <= said


def test_of_the_furniture_of_a_page_only_its_authors_are_nodes(tmp_path):
    text = "READ MORE: Norway's Rivers\nRelated video report by Ida Storm\nMiners left the city.\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    made = kg.build(tmp_path / "a.txt", tmp_path / "g")
    assert {e.name for e in made.entities} == {"Ida Storm", "miners", "city"}
