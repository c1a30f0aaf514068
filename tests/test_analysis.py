"""What the shape of a graph tells, on graphs small enough to reckon by hand."""

import math
import subprocess
import sys

import orchard
import pytest
import saltmere
import synthetic

from kg import retrieval
from kg.analysis import Analysed, measures, ties
from kg.errors import ArgumentError, UnknownNameError
from kg.model import Document, Entity, Statement, Subgraph
from kg.stores.oxigraph import OxigraphStore

TEXT = "It is so."


class Graph(Analysed):
    """A graph that is nothing but its records."""

    def __init__(self, subgraph):
        self._subgraph = subgraph

    @property
    def subgraph(self):
        return self._subgraph

    def find(self, name):
        for entity in self._subgraph.entities.values():
            if name in {entity.id, entity.name, *entity.aliases}:
                return entity.id
        raise UnknownNameError(name)


def drawn(*rows):
    """A graph of statements `subject relation object [status [confidence [speaker]]]`."""
    said = []
    for number, row in enumerate(rows):
        subject, relation, target, *rest = row.split()
        status, confidence, *speakers = [*rest, *("asserted", "0.9")[len(rest) :]]
        said.append(
            Statement(
                id=f"s{number}",
                document="d",
                sentence=0,
                subject=subject,
                property=f"rel:{relation}",
                relation=relation,
                object=target,
                surface=relation,
                subject_span=(0, 2),
                relation_span=None,
                object_span=None,
                rule="active",
                confidence=float(confidence),
                polarity="negated" if status == "negated" else "asserted",
                factuality=status if status in {"planned", "claimed"} else "actual",
                speakers=tuple(speakers),
            )
        )
    names = sorted({n for s in said for n in (s.subject, s.object, *s.speakers)})
    entities = {name: Entity(name, name.title(), "Person") for name in names}
    return Graph(Subgraph(entities, tuple(said), {"d": Document("d", TEXT)}, {("d", 0): TEXT}))


@pytest.fixture(scope="module")
def valley():
    store = OxigraphStore()
    store.load(orchard.graph())
    return Graph(retrieval.read_subgraph(store))


@pytest.fixture(scope="module")
def town():
    return Graph(saltmere.subgraph())


# ---- paths


def walked(path):
    return [step.statement.id for step in path.steps]


def test_a_path_is_walked_along_statements_in_either_direction(valley):
    path = valley.path("Quince Growers", "Piet Oram")
    said = [
        f"{step.subject.name} {step.statement.relation} {step.object.name}" for step in path.steps
    ]
    assert said == [
        "Ada Brandt lauds Quince Growers",
        "Ada Brandt works for Lowen Water",
        "Piet Oram resigns from Lowen Water",
    ]
    assert path.steps[0].sentence == "Ada Brandt lauded the Quince Growers."
    assert path.steps[0].others == 1


def test_a_path_as_text_quotes_every_step(valley):
    assert str(valley.path("Lowen Water", "reservoir")) == (
        "Lowen Water … reservoir: 1 step\n"
        "\n"
        "1. Lowen Water – builds – reservoir\n"
        "    planned; said by Piet Oram; confidence 0.90\n"
        "      “Lowen Water will build the reservoir, Piet Oram said.”\n"
        "      001_orchards, statement s03\n"
    )


def test_who_merely_speaks_of_something_is_not_tied_to_it(town):
    """Adeyemi speaks of the barrier; what ties him to it is his ministry."""
    path = town.path("Jonas Adeyemi", "Saltmere Barrier")
    assert [step.object.name for step in path.steps] == [
        "Ministry of the Environment",
        "Saltmere Barrier",
    ]
    assert path.steps[1].speakers[0].name == "Jonas Adeyemi"


def test_of_equally_short_paths_the_one_with_fewest_doubts_is_taken():
    graph = drawn("a x b claimed 1.0", "b x d", "a x c", "c x d asserted 0.5")
    assert walked(graph.path("a", "d")) == ["s2", "s3"]
    surer = drawn("a x b asserted 0.8", "b x d", "a x c", "c x d")
    assert walked(surer.path("a", "d")) == ["s2", "s3"]


def test_a_shorter_path_is_taken_whatever_its_doubts():
    graph = drawn("a x d negated 0.1", "a x b asserted 1.0", "b x d asserted 1.0")
    assert walked(graph.path("a", "d")) == ["s0"]
    assert walked(graph.path("a", "d", asserted=True)) == ["s1", "s2"]


def test_the_best_of_several_statements_stands_for_them():
    graph = drawn("a x b claimed 1.0", "b y a asserted 0.6", "a z b asserted 0.7")
    [step] = graph.path("a", "b").steps
    assert (step.statement.id, step.others) == ("s2", 2)


def test_where_no_path_leads():
    graph = drawn("a x b", "b x c", "c x d", "e x f")
    assert graph.path("a", "e") is None
    assert graph.path("a", "d", max_steps=2) is None
    assert len(graph.path("a", "d", max_steps=3)) == 3
    assert len(graph.path("a", "a")) == 0
    with pytest.raises(ArgumentError, match="one step at least"):
        graph.path("a", "b", max_steps=0)
    with pytest.raises(UnknownNameError):
        graph.path("a", "nobody")


def test_a_path_is_true_even_without_steps():
    """`if g.path(a, b)` asks whether there is one."""
    assert drawn("a x b").path("a", "a")


# ---- centrality


def test_a_star_has_all_paths_through_its_middle():
    graph = drawn("hub x a", "b x hub", "hub x c", "hub y c")
    hub, *leaves = graph.centrality()
    assert (hub.id, hub.name, hub.degree, hub.statements) == ("hub", "Hub", 3, 4)
    assert hub.betweenness == 1.0
    assert [(leaf.id, leaf.degree, leaf.betweenness) for leaf in leaves] == [
        ("c", 1, 0.0),
        ("a", 1, 0.0),
        ("b", 1, 0.0),
    ]


def test_a_middle_of_a_chain_has_its_share_of_paths():
    """Of a - b - c - d, two of the three pairs without b are joined through b."""
    found = {c.id: c.betweenness for c in drawn("a x b", "b x c", "c x d").centrality()}
    assert found == {"a": 0.0, "b": 0.666667, "c": 0.666667, "d": 0.0}


def test_pagerank_of_a_pair_by_hand():
    """b = .85 (a + b / 2) + .075 and a = .85 b / 2 + .075, for b is left along no statement."""
    found = {c.id: c.pagerank for c in drawn("a x b").centrality()}
    a = 1 / (2 + 0.85)
    assert found == {"a": pytest.approx(a, abs=2e-6), "b": pytest.approx(1 - a, abs=2e-6)}


def test_pagerank_is_that_of_networkx():
    pytest.importorskip("scipy")
    import networkx as nx

    store = OxigraphStore()
    store.load(synthetic.graph(600))
    tied = ties.ties(ties.between(retrieval.read_subgraph(store)))
    directed = nx.DiGraph()
    directed.add_nodes_from(tied.graph)
    directed.add_weighted_edges_from((a, b, count) for (a, b), count in tied.counts.items())
    theirs = nx.pagerank(directed, tol=1e-12, max_iter=500)
    for mine, number in zip(measures.pagerank(tied), theirs, strict=True):
        assert math.isclose(mine, theirs[number], rel_tol=1e-6)


def test_only_what_is_asserted_counts_where_that_is_asked():
    graph = drawn("a x b", "a x c negated", "a x d planned")
    assert [c.id for c in graph.centrality(asserted=True)] == ["a", "b"]
    assert len(graph.centrality()) == 4


def test_statements_about_oneself_and_about_values_are_no_ties(valley):
    assert {c.id for c in valley.centrality()} == {
        "Ada_Brandt", "Quince_Growers", "Tolm_Council", "reservoir", "Lowen_Water", "Piet_Oram",
        "rain", "Tolm",
    }  # fmt: skip
    assert drawn("a x a").centrality() == ()


def test_sampled_betweenness_is_near_the_exact_one(monkeypatch):
    rows = [f"hub x n{i}" for i in range(60)] + [f"n{i} x m{i}" for i in range(60)]
    exact = {c.id: c.betweenness for c in drawn(*rows).centrality()}
    monkeypatch.setattr(measures, "EXACT_UP_TO", 10)
    monkeypatch.setattr(measures, "PIVOTS", 40)
    sampled = {c.id: c.betweenness for c in drawn(*rows).centrality()}
    assert sampled != exact
    assert sampled["hub"] == pytest.approx(exact["hub"], abs=0.05)
    assert sampled == {c.id: c.betweenness for c in drawn(*rows).centrality()}


# ---- communities


def test_two_circles_joined_by_one_tie_are_two_communities():
    rows = ["a x b", "b x c", "c x a", "d x e", "e x f", "f x d", "a x d", "a y g", "g x b"]
    one, other = drawn(*rows).communities()
    assert (one.number, [e.id for e in one.members]) == (0, ["a", "b", "c", "g"])
    assert str(other) == "D, E, F"


def test_no_ties_no_communities():
    assert drawn("a x a").communities() == ()


def test_the_same_whatever_the_order_of_hashes():
    code = (
        "import saltmere; from kg.analysis import measures, ties;"
        "t = ties.ties(ties.between(saltmere.subgraph()));"
        "print(measures.communities(t.graph), measures.centrality(saltmere.subgraph(), t))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            cwd=orchard.__file__.rpartition("/")[0],
            env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


# ---- surroundings


def test_the_surroundings_of_an_entity_grow_by_steps(valley):
    assert set(valley.ego("Tolm Council", 0).entities) == {"Tolm_Council"}
    near = valley.ego("Tolm Council")
    assert set(near.entities) == {"Tolm_Council", "Ada_Brandt", "reservoir"}
    assert [said.id for said in near.statements] == ["s01", "s08", "s02", "s10"]
    wider = valley.ego("Tolm Council", 2)
    assert {"Quince_Growers", "Lowen_Water"} <= set(wider.entities)
    assert "Tolm" not in wider.entities


def test_surroundings_hold_whom_their_statements_name(valley):
    """Oram is no neighbour of the reservoir, but speaks of it."""
    near = valley.ego("Lowen Water", 0)
    assert near.statements == ()
    near = valley.ego("reservoir", 1)
    assert "Piet_Oram" in near.entities
    assert set(near.documents) == {"001_orchards", "second"}
    for said in near.statements:
        assert near.sentences[said.document, said.sentence]


def test_surroundings_of_one_without_ties(valley):
    assert set(valley.ego("dam", 3).entities) >= {"dam", "surveyor_d_001"}
    with pytest.raises(ArgumentError):
        valley.ego("dam", -1)


# ---- speaking


def test_who_talks_about_whom(valley):
    told = [(t.speaker.id, t.subject.id, len(t)) for t in valley.who_talks_about_whom()]
    assert told == [("Piet_Oram", "Lowen_Water", 1), ("surveyor_d_001", "dam", 1)]


# ---- figures


def test_the_figures_of_a_graph(valley):
    told = valley.summary()
    assert (told.documents, told.sentences, told.statements, told.entities) == (2, 13, 14, 13)
    assert told.dates == ("2021", "2021-05-06")
    assert told.months == {"2021-05": 1}
    assert told.statuses == {"asserted": 10, "claimed": 2, "negated": 1, "planned": 1}
    assert list(told.types.items())[:2] == [("Organization", 4), ("Facility", 3)]
    assert told.relations["leaks"] == 2
    assert told.speakers == {"Piet Oram": 1, "surveyor": 1}
    assert list(told.connected.items())[:2] == [("Ada Brandt", 3), ("Lowen Water", 3)]
    assert (told.components, told.alone) == ((6, 2), 5)
    assert sum(map(len, told.communities)) == 8


def test_facts_are_counted_once(valley):
    """Praises and lauds, chairs and is chair of, leaks and does not leak: three are told twice."""
    assert valley.summary().facts == 11
