"""The main job on the two seed articles: what a careful reader finds in them is in the graph."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import kg

HERE = Path(__file__).resolve().parents[1]
GOLD = HERE.parent / "shared" / "gold"

FLOORS = {
    "facts": {
        "f1": 0.78,
        "polarity_acc": 0.98,
        "factuality_acc": 0.85,
        "attribution_acc": 0.90,
    },
    "nodes": {"node_precision": 0.90, "entity_recall": 0.86},
}
"""The least on the annotated facts of the seeds; floors only go up."""

STATED = [
    # subject, relation, object, status, innermost speaker
    ("John Kerry", "slams", "Bashar al-Assad", "asserted", None),
    ("John Kerry", "is Secretary of State of", "United States", "asserted", None),
    ("Ash Carter", "is Secretary of Defense of", "United States", "asserted", None),
    ("Recep Tayyip Erdogan", "is president of", "Turkey", "asserted", None),
    ("Astana", "is capital of", "Kazakhstan", "asserted", None),
    ("Geneva", "is in", "Switzerland", "asserted", None),
    ("John Kerry", "talks about", "history", "negated", None),
    ("United States", "creates", "safe zones", "planned", "Donald Trump"),
    ("pro-government forces", "fires on", "ambulance", "claimed", "activists"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seeds") / "graph"
    kg.build([HERE / "seeds"], folder)
    return folder


@pytest.fixture(scope="module")
def graph(folder):
    return kg.open_graph(folder)


@pytest.mark.parametrize(("subject", "relation", "object_", "status", "speaker"), STATED)
def test_a_stated_fact_is_there_with_its_status(graph, subject, relation, object_, status, speaker):
    names = graph.subgraph.entities
    found = {
        (s.status, names[s.speakers[0]].name if s.speakers else None)
        for s in graph.statements
        if names[s.subject].name == subject
        and s.relation == relation
        and isinstance(s.object, str)
        and names[s.object].name.startswith(object_)
    }
    assert found == {(status, speaker)}


def test_what_is_not_asserted_is_no_plain_triple(graph):
    asked = """ASK {
        { ?who rel:fires_on ?what } UNION { ?who rel:creates ?zones }
        UNION { ?kerry rdfs:label "John Kerry" . ?kerry rel:speaks_of ?history } }"""
    assert not graph.query(asked)
    assert graph.query('ASK { ?kerry rdfs:label "John Kerry" ; rel:criticizes ?someone }')


def test_one_node_for_one_thing_over_both_articles(graph):
    assert graph.find("Kerry") == graph.find("John Kerry")
    assert graph.find("Assad") == graph.find("Bashar al-Assad")
    assert graph.find("U.S.") == graph.find("United States")
    documents = {
        s.document
        for s in graph.statements
        if graph.find("John Kerry") in (s.subject, s.object, *s.speakers)
    }
    assert len(documents) == 2


@pytest.mark.skipif(not GOLD.exists(), reason="the annotated facts of the seeds are not here")
def test_figures_on_the_annotated_facts(folder, graph, tmp_path):
    for format_ in ("facts", "entities"):
        with (tmp_path / f"{format_}.jsonl").open("wb") as out:
            graph.export(format_, out)
    command = [sys.executable, GOLD / "score_kg.py", "--gold", GOLD, "--json", tmp_path / "out"]
    command += ["--system", tmp_path / "facts.jsonl", "--entities", tmp_path / "entities.jsonl"]
    subprocess.run(command, check=True, capture_output=True)
    figures = json.loads((tmp_path / "out").read_text(encoding="utf-8"))["ALL"]
    short = {
        name: figures[part][name]
        for part, floors in FLOORS.items()
        for name, floor in floors.items()
        if figures[part][name] < floor
    }
    assert short == {}
    assert (figures["nodes"]["merges"], figures["nodes"]["pronoun_nodes"]) == (0, 0)
