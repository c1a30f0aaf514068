"""The networkx view of a subgraph."""

import orchard
import pytest

from kg import redaction
from kg.graph import to_networkx
from kg.retrieval import read_subgraph
from kg.stores.oxigraph import OxigraphStore


@pytest.fixture(scope="module")
def graph():
    store = OxigraphStore()
    store.load(orchard.graph())
    return to_networkx(read_subgraph(store))


def test_entities_are_nodes(graph):
    assert set(graph) == {entity.id for entity in orchard.ENTITIES}
    assert graph.nodes["Ada_Brandt"] == {
        "name": "Ada Brandt",
        "type": "Person",
        "aliases": ("Brandt",),
        "quantity": None,
        "same_as": (),
        "values": [],
    }


def test_statements_between_entities_are_edges_under_their_ids(graph):
    assert graph.number_of_edges() == 9
    assert set(graph["Ada_Brandt"]["Quince_Growers"]) == {"s00", "s09"}
    assert graph.edges["Lowen_Water", "reservoir", "s03"] == {
        "relation": "builds",
        "property": "rel:produces",
        "status": "planned",
        "polarity": "asserted",
        "factuality": "planned",
        "ended": None,
        "speakers": ("Piet Oram",),
        "time": None,
        "place": None,
        "confidence": 0.9,
        "rule": "active",
        "document": "001_orchards",
        "published": "2021-05-06",
        "sentence": "Lowen Water will build the reservoir, Piet Oram said.",
    }


def test_what_is_said_without_another_entity_is_a_value_of_the_node(graph):
    claimed, negated = graph.nodes["dam"]["values"]
    assert claimed == {
        "statement": "s04",
        "value": "true",
        "datatype": "boolean",
        "relation": "leaks",
        "property": "rel:leaks_value",
        "status": "claimed",
        "polarity": "asserted",
        "factuality": "claimed",
        "ended": None,
        "speakers": ("surveyor", "Piet Oram", "Tolm Courier"),
        "time": None,
        "place": None,
        "confidence": 0.9,
        "rule": "said-clause",
        "document": "001_orchards",
        "published": "2021-05-06",
        "sentence": "Oram told the Tolm Courier that a surveyor had said the dam leaks.",
    }
    assert (negated["statement"], negated["status"]) == ("s05", "negated")
    [unsafe] = graph.nodes["reservoir"]["values"]
    assert (unsafe["relation"], unsafe["value"], unsafe["datatype"]) == ("is", "unsafe", "string")


def test_no_statement_is_lost(graph):
    values = [told["statement"] for _, told in graph.nodes(data="values") for told in told]
    edges = [key for _, _, key in graph.edges(keys=True)]
    assert sorted(values + edges) == sorted(said.id for said in orchard.STATEMENTS)


def test_a_place_has_its_name(graph):
    [rallied] = graph.nodes["villagers_d_001"]["values"]
    assert rallied["place"] == "old mill"


def test_what_is_withheld_is_none():
    store = OxigraphStore()
    store.load(orchard.graph())
    graph = to_networkx(redaction.subgraph(read_subgraph(store), "none"))
    assert {told for *_, told in graph.edges(data="sentence")} == {None}
