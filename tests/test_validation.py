"""kg validate: what kg writes conforms, and what does not is told with its sentence."""

import json
import sys
from pathlib import Path

import hostile
import orchard
import pytest
import railway
from typer.testing import CliRunner

import kg
from kg import validation
from kg.cli import app
from kg.errors import GraphError, InputError
from kg.rdf import turtle

pytest.importorskip("pyshacl", reason="pyshacl is not installed")

SEEDS = Path(__file__).parents[1] / "seeds"
SHAPES = """\
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix kg: <https://example.org/kg/ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
[] a sh:NodeShape ; sh:targetClass kg:Person ;
    sh:property [ sh:path rdfs:label ; sh:minLength 9 ; sh:message "A name is too short" ] .
"""


def written(folder, quads):
    path = folder / "graph.ttl"
    with path.open("w", encoding="utf-8") as out:
        turtle.write_turtle(quads, out, "https://example.org/kg/")
    return path


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    """What kg builds from the seeds, short articles, and a file of hostile strings."""
    place = tmp_path_factory.mktemp("validation")
    files = railway.write(place / "texts", *railway.ARTICLES)
    lines = [s for s in hostile.strings() if hostile.writable(s) and len(s) < 1000]
    told = "\n\n".join(f"{line} met Ada Lund in {line}. Ada Lund said {line}." for line in lines)
    (place / "texts" / "hostile.txt").write_text(told, encoding="utf-8", newline="")
    graph = kg.build(
        [*files, place / "texts" / "hostile.txt", SEEDS], place / "g", date="2024-05-06"
    )
    return graph.folder


def test_what_kg_builds_conforms(graph):
    assert validation.validate(graph) == ()


def test_hostile_strings_conform_wherever_they_stand(tmp_path):
    """All but the sentence without a letter, which no reader of texts makes."""
    found = validation.validate(written(tmp_path, hostile.graph()))
    [empty] = [number for number, string in enumerate(hostile.strings()) if not string]
    assert [one.node for one in found] == [f"https://example.org/kg/sentence/d{empty}_0"]


def test_what_is_wrong_is_told_with_its_sentence(tmp_path):
    path = written(tmp_path, orchard.graph())
    text = path.read_text(encoding="utf-8")
    at = text.index("kg:confidence", text.index("st:s01 a "))
    end = text.index(";", at)
    path.write_text(text[:at] + "kg:confidence 7.5 " + text[end:], encoding="utf-8")
    [wrong] = validation.validate(path)
    statement = next(s for s in orchard.STATEMENTS if s.id == "s01")
    sentences = {(r.document.id, s.start): s.text for r in orchard.RECORDS for s in r.sentences}
    assert wrong.node == "https://example.org/kg/statement/s01"
    assert (wrong.path, wrong.value, wrong.severity) == ("kg:confidence", "7.5", "violation")
    assert wrong.sentence == sentences[statement.document, statement.sentence]
    assert wrong.document == statement.document
    assert len(wrong.told.split(" – ")) == 3


def test_the_command_reports_and_fails(graph, tmp_path):
    shapes = tmp_path / "mine.ttl"
    shapes.write_text(SHAPES, encoding="utf-8")
    arguments = ["validate", "-g", str(graph), "--shapes", str(shapes)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert "Ada_Lund  Ada Lund" in result.output
    assert "rdfs:label: A name is too short (it is Ada Lund)" in result.output
    assert "does not conform" in result.output
    told = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).output)
    assert told["conforms"] is False
    assert "Ada Lund" in {one["told"] for one in told["violations"]}


def test_the_command_is_content_with_what_conforms(tmp_path):
    result = CliRunner().invoke(app, ["validate", str(written(tmp_path, orchard.graph()))])
    assert (result.exit_code, result.output.split()[-1]) == (0, "conforms")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@prefix x: <http://x/> .\nx:a x:b", r"is not valid turtle at line 2, column \d+: [^^]*$"),
        ("<http://x/a> <http://x/b> 1 .", "has no shapes"),
        (
            SHAPES.replace(
                "sh:property",
                'sh:sparql [ sh:select "SELECT $this { SERVICE <http://x/> { $this ?p ?o } }" ] ;'
                " sh:property",
            ),
            "SERVICE",
        ),
    ],
)
def test_shapes_that_cannot_be_used_are_told(tmp_path, text, message):
    shapes = tmp_path / "mine.ttl"
    shapes.write_text(text, encoding="utf-8")
    path = written(tmp_path, orchard.graph())
    with pytest.raises(kg.errors.KgError, match=message):
        validation.validate(path, shapes)


def test_a_graph_that_is_not_there_is_told(tmp_path):
    with pytest.raises(GraphError, match=r"has no graph\.ttl: build a graph there"):
        validation.validate(tmp_path)
    with pytest.raises(InputError, match=r"none\.ttl cannot be read: No such file"):
        validation.validate(tmp_path / "none.ttl")


def test_a_missing_library_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyshacl", None)
    with pytest.raises(InputError, match="needs pyshacl, which the extra `validate` installs"):
        validation.validate(written(tmp_path, orchard.graph()))
