"""A graph built into a remote store, from the command line to the answers."""

import shutil
import subprocess
import sys

import orchard
import oxigraph_server
import pytest
import railway

import kg
from kg import api, query
from kg.errors import GraphError
from kg.iris import prefixes
from kg.stores.oxigraph import OxigraphStore
from kg.stores.publication import asked, publish

BASE = "https://example.org/kg/"
KG = [sys.executable, "-m", "kg.cli"]
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


@pytest.fixture(scope="module")
def server():
    with oxigraph_server.running() as root:
        yield root


@pytest.fixture
def root(server):
    oxigraph_server.update(server, "CLEAR ALL")
    return server


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Articles and the graph of them all, in its folder alone; not to be changed."""
    place = tmp_path_factory.mktemp("finished")
    railway.write(place / "texts", *railway.ARTICLES)
    kg.build(place / "texts", place / "g")
    return place


@pytest.fixture
def place(finished, tmp_path):
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    return tmp_path


def settings(root):
    return kg.Settings(store=f"sparql+{root}")


def run(*arguments):
    return subprocess.run([*KG, *arguments], capture_output=True, text=True, check=False)


def test_a_build_makes_the_same_graph_there_and_in_the_folder(place, root):
    g = kg.build(place / "texts", place / "g", settings=settings(root))
    assert set(g.asked.quads()) == set(g.store.quads())
    assert g.asked is not g.store
    assert set(railway.facts(kg.open_graph(place, f"sparql+{root}"))) == set(railway.facts(g))


def test_the_files_are_the_same_with_and_without_a_remote_store(place, finished, root):
    kg.build(place / "texts", place / "g", settings=settings(root))
    assert railway.written(place / "g") == railway.written(finished / "g")


def test_later_builds_and_removals_go_there_too(place, finished, root):
    whole = kg.build(finished / "texts", place / "g", settings=settings(root))
    fewer = api.remove("opening", place / "g")
    assert set(fewer.asked.quads()) == set(fewer.store.quads())
    assert not fewer.query("ASK { GRAPH doc:opening { ?s ?p ?o } }")
    again = kg.build(finished / "texts", place / "g")
    assert set(again.asked.quads()) == set(again.store.quads()) == set(whole.store.quads())


def test_queries_go_there_and_back_to_the_folder_when_told(place, root):
    g = kg.build(place / "texts", place / "g", settings=settings(root))
    [[before]] = g.query(COUNT)
    graph = prefixes(BASE)["doc"] + "opening"
    oxigraph_server.update(root, f"DELETE WHERE {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}")
    [[there]] = kg.open_graph(place / "g").query(COUNT)
    [[here]] = kg.open_graph(place / "g", "local").query(COUNT)
    assert there < before == here


def test_every_named_question_is_answered_alike(tmp_path, root):
    OxigraphStore.replace(tmp_path / "store", orchard.graph())
    publish(tmp_path, BASE, f"sparql+{root}")
    there, here = asked(tmp_path), OxigraphStore.open(tmp_path / "store")
    given = {"entity": "Ada Brandt", "document": "second", "relation": "praises"}
    for name, question in query.questions().items():
        values = [
            f"{argument.name}={given[argument.kind]}"
            for argument in question.arguments
            if argument.required
        ]
        local, remote = (query.ask(store, name, values) for store in (here, there))
        assert remote.variables == local.variables
        assert sorted(map(str, remote)) == sorted(map(str, local)), name


def test_the_command_line_builds_asks_and_tells(place, root):
    address = f"sparql+{root}/query,update"
    built = run("build", place / "texts", "-g", place / "g", "--store", address)
    assert built.returncode == 0, built.stderr
    assert f"sent to     {address}" in built.stderr
    sparql = "SELECT ?name { ?e a kg:Person ; rdfs:label ?name } ORDER BY ?name"
    here = run("query", sparql, "-g", place / "g", "--store", "local", "--format", "csv")
    there = run("query", sparql, "-g", place / "g", "--format", "csv")
    nowhere = run("query", sparql, "-g", place / "none", "--store", address, "--format", "csv")
    assert here.stdout == there.stdout == nowhere.stdout
    assert "Mara Lind" in there.stdout
    wrong = run("query", sparql, "-g", place / "g", "--store", "http://nowhere/")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "sparql+http://HOST/query,update" in wrong.stderr


def test_a_server_that_is_gone_is_told_and_the_folder_still_answers(place, tmp_path):
    with oxigraph_server.running() as root:
        kg.build(place / "texts", place / "g", settings=settings(root))
    g = kg.open_graph(place / "g")
    assert len(g.statements) == 7
    with pytest.raises(GraphError, match=r"cannot be reached \(Connection refused\)"):
        g.query(COUNT)
    assert kg.open_graph(place / "g", "local").query(COUNT)
