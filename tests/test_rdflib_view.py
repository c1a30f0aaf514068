"""A graph as rdflib's Dataset: the store itself, seen through rdflib."""

import time
from itertools import islice

import orchard
import pyoxigraph as ox
import pytest
import rdflib

from kg.errors import GraphError, QueryError
from kg.iris import prefixes
from kg.stores.oxigraph import OxigraphStore

PREFIXES = prefixes("https://example.org/kg/")
EVIDENCE = "SELECT ?s { ent:Ada_Brandt rel:praises ?o . ?s rdf:object ?o ; a rdf:Statement }"

# rdflib 7.6 warns of its own use of it
pytestmark = pytest.mark.filterwarnings("ignore:Dataset.default_context:DeprecationWarning")


@pytest.fixture
def store(tmp_path):
    OxigraphStore.replace(tmp_path / "store", orchard.graph())
    return OxigraphStore.open(tmp_path / "store")


def test_a_query_joins_facts_of_the_default_graph_with_evidence_of_the_documents(store):
    found = store.dataset().query(EVIDENCE, initNs=PREFIXES)
    assert sorted(str(row.s).rpartition("/")[2] for row in found) == ["s00", "s09"]


def test_patterns_see_the_union_and_graphs_stay_apart(store):
    dataset = store.dataset()
    statements = set(dataset.subjects(rdflib.RDF.type, rdflib.RDF.Statement))
    assert len(statements) == len(orchard.STATEMENTS)
    second = dataset.graph(rdflib.URIRef(PREFIXES["doc"] + "second"))
    assert len(set(second.subjects(rdflib.RDF.type, rdflib.RDF.Statement))) == 5


def test_every_term_comes_out_as_rdflib_reads_it_from_a_file(store):
    copy = rdflib.Graph()
    copy.parse(data="\n".join(f"{quad.triple} ." for quad in store.quads()), format="nt")
    dataset = store.dataset()
    assert set(dataset.triples((None, None, None))) == set(copy)
    every = "{ ?s ?p ?o }"
    assert set(dataset.query(f"CONSTRUCT {every} WHERE {every}").graph) == set(copy)
    assert {tuple(row) for row in dataset.query(f"SELECT ?s ?p ?o {every}")} == set(copy)


def test_a_name_is_found_by_a_plain_literal(store):
    ada = rdflib.URIRef(PREFIXES["ent"] + "Ada_Brandt")
    assert store.dataset().value(ada, rdflib.RDFS.label) == rdflib.Literal("Ada Brandt")
    assert store.dataset().value(None, rdflib.RDFS.label, rdflib.Literal("Ada Brandt")) == ada
    assert store.dataset().query("ASK { ?s rdfs:label 'Ada Brandt' }").askAnswer is True


def test_a_query_calls_no_other_server(store):
    with pytest.raises(QueryError, match="SERVICE calls other servers"):
        store.dataset().query("ASK { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }")


def test_the_store_of_a_graph_cannot_be_changed_through_it(store):
    dataset = store.dataset()
    node = rdflib.URIRef("urn:a")
    for change in (
        lambda: dataset.add((node, node, node)),
        lambda: dataset.addN([(node, node, node, dataset.graph(node))]),
        lambda: dataset.remove((None, None, None)),
        lambda: dataset.remove_graph(node),
        lambda: dataset.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }"),
    ):
        with pytest.raises(GraphError, match="only reads"):
            change()
    assert set(store.quads()) == set(orchard.graph())


def test_nothing_is_copied():
    store = OxigraphStore()
    dataset = store.dataset()
    late = ox.Quad(ox.NamedNode("urn:a"), ox.NamedNode("urn:b"), ox.Literal("c"))
    store.load([late])
    assert list(dataset.objects(rdflib.URIRef("urn:a"))) == [rdflib.Literal("c")]


def test_a_large_store_is_seen_at_once():
    """A look takes some thousandth of the time that a copy takes."""
    about = ox.NamedNode("urn:p")
    store = OxigraphStore()
    store.load(ox.Quad(ox.NamedNode(f"urn:s{i}"), about, ox.Literal(i)) for i in range(100_000))
    pattern = (None, rdflib.URIRef("urn:p"), None)

    def took(most):
        began = time.process_time()
        assert len(list(islice(store.dataset().triples(pattern), most))) == (most or 100_000)
        return time.process_time() - began

    assert min(took(3) for _ in range(3)) < took(None) / 20
