"""The networkx view of a subgraph."""

import orchard
import pytest

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
        "confidence": 0.9,
        "speakers": ("Piet Oram",),
        "time": None,
        "place": None,
        "ended": None,
        "document": "001_orchards",
        "sentence": "Lowen Water will build the reservoir, Piet Oram said.",
    }


def test_what_is_said_without_another_entity_is_a_value_of_the_node(graph):
    assert graph.nodes["dam"]["values"] == [
        ("leaks", None, "claimed"),
        ("leaks", None, "negated"),
    ]
