"""A user's decisions from the graph into the file, and from the file into the next build."""

from __future__ import annotations

import re
import shutil

import pytest
import railway
from typer.testing import CliRunner

import kg
from kg import api
from kg.cli import app
from kg.errors import InputError, UnknownNameError
from kg.linking.curation import Reference


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    place = tmp_path_factory.mktemp("curating")
    kg.build(railway.write(place / "texts", *railway.ARTICLES), place / "g")
    return place


@pytest.fixture
def graph(built, tmp_path):
    """A graph to be changed, with its texts beside it."""
    shutil.copytree(built / "g", tmp_path / "g")
    return tmp_path / "g"


def texts(graph):
    return (graph / "graph.ttl").read_bytes()


def facts(opened):
    return {(s.relation, s.polarity) for s in opened.statements}


def test_a_merge_holds_in_every_later_build(graph, built):
    api.curator(graph).merge("Mara Lind", "Jonas Weir", "one and the same")
    merged = api.relink(graph)
    assert merged.find("Jonas Weir") == merged.find("Mara Lind") == "Mara_Lind"
    assert merged.report.parsed == 0
    before = texts(graph)
    again = kg.build(built / "texts", graph)
    assert not again.report.changed
    assert texts(graph) == before


def test_same_documents_and_decisions_give_the_same_bytes(graph, built, tmp_path):
    curator = api.curator(graph)
    curator.merge("Mara Lind", "Jonas Weir")
    curator.retype("Tarn Tunnel", "Facility")
    api.relink(graph)
    kg.build(built / "texts", tmp_path / "other", curation=graph / "curation.toml")
    assert texts(tmp_path / "other") == texts(graph)


def test_deleting_a_table_undoes_it(graph):
    before = texts(graph)
    curator = api.curator(graph)
    curator.merge("Mara Lind", "Jonas Weir")
    assert texts_after(graph) != before
    curator.path.write_text("# changed my mind\n", encoding="utf-8")
    assert texts_after(graph) == before


def texts_after(graph):
    api.relink(graph)
    return texts(graph)


def test_a_rejected_statement_is_gone_and_an_accepted_one_is_certain(graph):
    opened = kg.open_graph(graph)
    wrong, right = opened.statements[:2]
    curator = api.curator(graph)
    curator.judge(wrong.id, "no", accepted=False)
    curator.judge(right.id, accepted=True)
    found = {s.id: s for s in api.relink(graph).statements}
    assert wrong.id not in found
    assert found[right.id].confidence == 1.0
    with pytest.raises(UnknownNameError, match=r"rejected comes back when its lines in .*are del"):
        api.curator(graph).judge(wrong.id, accepted=True)


def test_rename_and_retype(graph):
    curator = api.curator(graph)
    curator.rename("Mara Lind", "Mara of the Rails")
    curator.retype("Tarn Tunnel", "Facility")
    opened = api.relink(graph)
    entities = opened.subgraph.entities
    assert entities[opened.find("Mara Lind")].name == "Mara of the Rails"
    assert entities[opened.find("Tarn Tunnel")].type == "Facility"
    assert opened.report.unmatched == ()


def test_what_meets_nothing_is_told_by_every_build(graph, built):
    path = graph / "curation.toml"
    path.write_text('[[rename]]\nentity = "Nobody"\nto = "Somebody"\n', encoding="utf-8")
    line = 'rename "Nobody" to "Somebody": nothing is called "Nobody"'
    assert api.relink(graph).report.unmatched == (line,)
    assert kg.build(built / "texts", graph).report.unmatched == (line,)


def test_a_file_elsewhere_is_remembered(graph, built, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.touch()
    kg.build(built / "texts", graph, curation=mine)
    curator = api.curator(graph)
    curator.rename("Mara Lind", "M. Lind")
    assert curator.path == mine
    assert "M. Lind" in mine.read_text("utf-8")
    assert {e.name for e in api.relink(graph).entities} >= {"M. Lind"}


def test_a_file_that_is_not_there_is_refused(graph, built, tmp_path):
    with pytest.raises(InputError, match="is not there"):
        kg.build(built / "texts", graph, curation=tmp_path / "typo.toml")


def test_a_wrong_file_changes_nothing(graph):
    before = texts(graph)
    (graph / "curation.toml").write_text("[[merge]]\n", encoding="utf-8")
    with pytest.raises(InputError, match="keep, join missing"):
        api.relink(graph)
    assert texts(graph) == before


REFUSED = [
    (lambda c: c.merge("Mara Lind", "Nobody at all"), UnknownNameError),
    (lambda c: c.merge("Mara Lind", "Mara Lind"), InputError),
    (lambda c: c.retype("Mara Lind", "Human"), InputError),
    (lambda c: c.rename("Mara Lind", "  "), InputError),
    (lambda c: c.judge("s0000", accepted=True), UnknownNameError),
]


@pytest.mark.parametrize(("decide", "error"), REFUSED)
def test_what_cannot_be_decided_is_not_written(graph, decide, error):
    curator = api.curator(graph)
    with pytest.raises(error):
        decide(curator)
    assert not curator.path.exists()


def test_merges_are_kept_with_the_graph(graph):
    found = kg.open_graph(graph).merges()
    assert found
    entities = kg.open_graph(graph).subgraph.entities
    assert all(0 <= merge.doubt <= 1 for merge in found)
    assert {m.entity for m in found} & set(entities)


# ---- the commands


def command(*arguments):
    return CliRunner().invoke(app, [str(a) for a in arguments])


def test_commands_write_decisions_and_the_graph_obeys(graph):
    statement = kg.open_graph(graph).statements[0].id
    for arguments in (
        ("rename", "Mara Lind", "M. Lind", "--because", "shorter"),
        ("retype", "Tarn Tunnel", "Facility"),
        ("merge", "Jonas Weir", "Otto Brack"),
        ("reject", statement, "--because", "no"),
        ("split", "Jonas Weir"),
    ):
        result = command(*arguments, "-g", graph)
        assert result.exit_code == 0, result.output
        assert "in " + str(graph / "curation.toml") in result.stderr
        assert result.stdout == ""
    text = (graph / "curation.toml").read_text("utf-8")
    assert [line for line in text.splitlines() if line.startswith("[[")] == [
        "[[rename]]",
        "[[retype]]",
        "[[merge]]",
        "[[reject]]",
        "[[split]]",
    ]
    assert statement not in {s.id for s in kg.open_graph(graph).statements}


def test_a_command_that_cannot_be_obeyed_fails_in_one_line(graph):
    result = command("rename", "Nobody at all", "Somebody", "-g", graph)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert not (graph / "curation.toml").exists()


def test_merges_are_listed(graph):
    result = command("merges", "--limit", 1, "-g", graph)
    assert result.exit_code == 0
    first, where = result.stdout.splitlines()
    assert re.match(r"\d\.\d\d  .+ = .+: .+", first)
    assert " at " in where


def test_a_decision_that_meets_nothing_fails(graph):
    """What was joined by a decision is told apart by deleting that, not by splitting."""
    run = CliRunner().invoke
    assert run(app, ["merge", "Elsa Quill", "Mara Lind", "-g", str(graph)]).exit_code == 0
    result = run(app, ["split", "Elsa Quill", "--by", "document", "-g", str(graph)])
    assert (result.exit_code, "a decision met nothing: split" in result.stderr) == (1, True)


NAMESAKES = {
    "a": "Omar Dahl, 31, a striker, joined Leeds on Monday. Dahl plays for Norway.",
    "b": "Omar Dahl, 74, a painter, died in Lima on Monday. Dahl painted harbours in Peru.",
}


def test_one_of_several_of_a_name_is_told_by_its_document(tmp_path):
    for name, text in NAMESAKES.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    graph = kg.build([tmp_path / "a.txt", tmp_path / "b.txt"], tmp_path / "g")
    dahls = [entity for entity in graph.entities if entity.name == "Omar Dahl"]
    [striker] = [entity for entity in dahls if entity.mentions[0].document == "a"]
    assert len(dahls) == 2
    decision = api.curator(graph.folder).rename(striker.id, "Omar Dahl the striker")
    assert decision.entity == Reference("Omar Dahl", "Person", "a")
    again = api.relink(graph.folder)
    assert again.report.unmatched == ()
    assert {"Omar Dahl the striker", "Omar Dahl"} <= {entity.name for entity in again.entities}


def test_what_no_document_tells_apart_is_refused(tmp_path):
    text = "A convoy left Leeds on Monday. Another convoy reached Lima on Friday."
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    graph = kg.build(tmp_path / "a.txt", tmp_path / "g")
    convoys = [entity.id for entity in graph.entities if entity.name == "convoy"]
    assert len(convoys) == 2
    with pytest.raises(InputError, match=f"no document speaks of {convoys[0]} alone"):
        api.curator(graph.folder).rename(convoys[0], "aid convoy")
    assert not (tmp_path / "g" / "curation.toml").exists()


def test_what_has_one_name_in_one_document_cannot_be_split(tmp_path):
    (tmp_path / "a.txt").write_text("Mara Lind met Otto Brack.", encoding="utf-8")
    kg.build(tmp_path / "a.txt", tmp_path / "g")
    with pytest.raises(InputError, match="nothing to split"):
        api.curator(tmp_path / "g").split("Mara Lind")
    assert not (tmp_path / "g" / "curation.toml").exists()
