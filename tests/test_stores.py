"""One suite over all stores, then what is peculiar to the embedded one."""

import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import orchard
import oxigraph_server
import pyoxigraph as ox
import pytest

from kg.errors import GraphError, QueryError, UnknownNameError
from kg.iris import prefixes
from kg.lookup import find_entity
from kg.model import Entity, Literal
from kg.retrieval import base_iri, read_entities, read_subgraph
from kg.sparql import form
from kg.stores import Solutions, check_syntax, oxigraph
from kg.stores.memory import MemoryStore
from kg.stores.oxigraph import Change, OxigraphStore
from kg.stores.remote import RemoteStore
from kg.terms import decimal, duration_literal, iso_literal, text, typed

QUADS = orchard.graph()
BASE = "https://example.org/kg/"
PREFIXES = prefixes(BASE)
DECLARED = "".join(f"PREFIX {prefix}: <{iri}> " for prefix, iri in PREFIXES.items())


STORES = ["embedded", "oxigraph-memory", "rdflib-memory", "remote", "remote-among-others"]

FOREIGN = """
INSERT DATA {
  <urn:theirs> a rdf:Statement , owl:Ontology , nif:Context ; rdfs:label "theirs" .
  GRAPH <urn:graph> { <urn:theirs> rdfs:label "also theirs" ; rel:praises <urn:theirs> }
}"""


@pytest.fixture(scope="module")
def server():
    with oxigraph_server.running() as root:
        yield root


@pytest.fixture(params=STORES)
def holding(request, tmp_path):
    """Makes a store of one kind that holds the quads given."""
    with ExitStack() as opened:

        def made(quads):
            store = make(request.param, tmp_path, request.getfixturevalue, quads)
            opened.callback(store.close)
            return store

        yield made


@pytest.fixture
def store(holding):
    return holding(QUADS)


def make(kind, folder, fixture, quads):
    if kind == "embedded":
        OxigraphStore.replace(folder / "store", quads)
        return OxigraphStore.open(folder / "store")
    if kind in {"oxigraph-memory", "rdflib-memory"}:
        made = OxigraphStore() if kind == "oxigraph-memory" else MemoryStore()
    else:
        root = fixture("server")
        oxigraph_server.update(root, "CLEAR ALL")
        if kind == "remote-among-others":
            oxigraph_server.update(root, DECLARED + FOREIGN)
        made = RemoteStore.open(f"sparql+{root}", BASE)
    made.load(quads)
    return made


def rows(store, sparql, **bindings):
    answer = store.query(sparql, PREFIXES, bindings)
    assert isinstance(answer, Solutions)
    return answer.variables, sorted(answer.rows, key=str)


def test_what_was_loaded_comes_back(store):
    assert set(store.quads()) == set(QUADS)


def test_a_query_sees_the_union_of_all_graphs(store):
    sparql = (
        "SELECT ?s WHERE { ent:Ada_Brandt rel:praises ?o . ?s rdf:object ?o ; a rdf:Statement }"
    )
    _, found = rows(store, sparql)
    assert [row[0].value.rpartition("/")[2] for row in found] == ["s00", "s09"]


def test_the_union_has_no_duplicates(store):
    _, found = rows(store, "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")
    assert found[0][0].value == str(len(QUADS))


def test_variables_come_in_the_order_of_the_query_and_may_be_unbound(store):
    sparql = (
        "SELECT ?time ?statement WHERE { VALUES ?statement { st:s01 st:s02 } "
        "?statement a rdf:Statement . OPTIONAL { ?statement sem:hasTime ?time } }"
    )
    variables, found = rows(store, sparql)
    assert variables == ("time", "statement")
    assert found == [
        (ox.NamedNode(PREFIXES["time"] + "t2021-05"), ox.NamedNode(PREFIXES["st"] + "s02")),
        (None, ox.NamedNode(PREFIXES["st"] + "s01")),
    ]


def test_a_binding_is_a_value_never_text_of_the_query(store):
    name = ox.Literal('Ada Brandt" } DELETE WHERE { ?s ?p ?o } #')
    sparql = "SELECT ?who ?name WHERE { ?who rdfs:label ?name }"
    assert rows(store, sparql, name=name)[1] == []
    _, found = rows(store, sparql, name=ox.Literal("Ada Brandt"))
    assert [row[0].value for row in found] == [PREFIXES["ent"] + "Ada_Brandt"]


def test_graph_names_the_documents_and_no_others(store):
    _, found = rows(store, "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }")
    assert [row[0].value for row in found] == [
        PREFIXES["doc"] + name for name in ("d_001_orchards", "second")
    ]


def test_from_named_and_graph_read_one_document(store):
    sparql = "SELECT ?s FROM NAMED doc:second WHERE { GRAPH ?g { ?s a rdf:Statement } }"
    assert len(rows(store, sparql)[1]) == 5


def test_ask_and_construct(store):
    assert store.query("ASK { ?s a kg:Facility }", PREFIXES) is True
    assert store.query("ASK { ?s a kg:Award }", PREFIXES) is False
    sparql = "CONSTRUCT { ?o rdfs:seeAlso ?s } WHERE { ?s rel:praises ?o }"
    seen = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#seeAlso")
    growers, ada = (ox.NamedNode(PREFIXES["ent"] + n) for n in ("Quince_Growers", "Ada_Brandt"))
    assert list(store.query(sparql, PREFIXES)) == [ox.Triple(growers, seen, ada)]


def test_from_reads_a_graph_of_the_store_and_nothing_else(store, tmp_path):
    _, found = rows(store, "SELECT ?s FROM doc:second WHERE { ?s a rdf:Statement }")
    assert len(found) == 5
    file = tmp_path / "secret.ttl"
    file.write_text("<urn:a> <urn:b> <urn:c> .", encoding="utf-8")
    sparql = f"SELECT ?s FROM <{file.as_uri()}> WHERE {{ ?s ?p ?o }}"
    assert rows(store, sparql)[1] == []


def test_a_syntax_error_is_a_query_error(store):
    with pytest.raises(QueryError, match=r"error at 1:\d+"):
        store.query("SELECT ?s WHERE { ?s ?p", PREFIXES)


def test_records_come_back_from_the_graph_alone(store):
    read = read_subgraph(store)
    order = sorted(orchard.STATEMENTS, key=lambda s: (s.document, s.sentence, s.subject_span, s.id))
    assert read.statements == tuple(order)
    assert read.entities == {entity.id: entity for entity in orchard.ENTITIES}
    assert read.documents == orchard.DOCUMENTS
    assert read.sentences["second", 38] == "The reservoir is reportedly unsafe."
    assert len(read.sentences) == 13


def test_a_subgraph_around_an_entity(store):
    read = read_subgraph(store, "Tolm_Courier")
    assert [statement.id for statement in read.statements] == ["s04"]
    assert sorted(read.entities) == ["Piet_Oram", "Tolm_Courier", "dam", "surveyor_d_001"]
    assert list(read.documents) == ["001_orchards"]
    assert list(read.sentences.values()) == [
        "Oram told the Tolm Courier that a surveyor had said the dam leaks."
    ]


def test_a_subgraph_has_the_places_of_its_statements(store):
    assert "old_mill" in read_subgraph(store, "villagers_d_001").entities


def test_entities_alone(store):
    assert list(read_entities(store)) == sorted(entity.id for entity in orchard.ENTITIES)


def test_the_base_iri_is_read_from_the_graph(store):
    assert base_iri(store) == "https://example.org/kg/"


@pytest.mark.parametrize("name", ["Piet_Oram", "Piet Oram", "Oram", "piet oram", "ORAM "])
def test_an_entity_is_found_by_id_name_or_alias(store, name):
    assert find_entity(store, name) == "Piet_Oram"


def test_an_unknown_name_tells_those_that_come_near(store):
    with pytest.raises(UnknownNameError, match='No entity is called "Ada Brant"') as caught:
        find_entity(store, "Ada Brant")
    assert caught.value.suggestions[0] == "Ada Brandt"


def test_an_ambiguous_name_tells_between_which_to_choose():
    store = OxigraphStore()
    other = Entity("Lise_Oram", "Lise Oram", "Person", ("Oram",))
    store.load(orchard.graph(entities=(*orchard.ENTITIES, other)))
    with pytest.raises(UnknownNameError, match="names 2 entities") as caught:
        find_entity(store, "Oram")
    assert caught.value.suggestions == ("Lise_Oram (Person)", "Piet_Oram (Person)")


def test_a_store_without_a_graph_says_so():
    with pytest.raises(GraphError, match="no graph of kg"):
        base_iri(OxigraphStore())


# ---- what stores make of values and of unions


WRITTEN = [
    *map(iso_literal, ("2013", "-0044", "2013-08", "2013-08-29", "2013-08-29T12:30:00Z")),
    *map(duration_literal, ("P3Y", "P1Y6M", "P14D", "PT30M", "P1DT12H")),
    *map(decimal, (0.9, 1.0, 0.0, 0.8125, 0.3, 1e9)),
    *map(text, ("0.90", "é ü 漢 🙂", 'a "quoted" \\ line\nand\ttab', " spaces ", "")),
    typed("https://example.org/a?b=c#d", "anyURI"),
    ox.Literal(True),
    ox.Literal("grand", language="en-gb"),
]


def about(values, predicate="urn:says"):
    names = (ox.NamedNode(f"urn:n{number}") for number in range(len(values)))
    return [ox.Quad(n, ox.NamedNode(predicate), v) for n, v in zip(names, values, strict=True)]


def test_every_kind_of_value_comes_back_as_it_was_written(holding):
    assert set(holding(about(WRITTEN)).quads()) == set(about(WRITTEN))


@pytest.mark.parametrize(
    ("value", "datatype", "becomes"),
    [
        ("0.90", "decimal", "0.9"),
        ("P12M", "duration", "P1Y"),
        ("1", "boolean", "true"),
        ("7", "nonNegativeInteger", "7"),
    ],
)
def test_the_default_store_rewrites_what_is_not_canonical(value, datatype, becomes):
    """Why `terms` writes canonical forms and plain datatypes."""
    store = OxigraphStore()
    store.load(about([typed(value, datatype)]))
    [quad] = store.quads()
    assert quad.object.value == becomes
    assert quad.object != typed(value, datatype)


def test_the_default_store_writes_languages_in_small_letters():
    store = OxigraphStore()
    store.load(about([ox.Literal("grand", language="en-GB")]))
    assert [quad.object.language for quad in store.quads()] == ["en-gb"]


def test_a_triple_of_two_graphs_would_count_twice_in_the_union():
    """Why no triple stands in two graphs: pyoxigraph does not merge them."""
    store = OxigraphStore()
    [quad] = about([text("once")])
    store.load([quad, ox.Quad(*quad.triple, ox.NamedNode("urn:g"))])
    _, found = rows(store, "SELECT ?o WHERE { ?s ?p ?o }")
    assert len(found) == 2


def test_no_triple_stands_in_two_graphs():
    assert max(Counter(quad.triple for quad in QUADS).values()) == 1


def test_no_number_is_a_float():
    datatypes = {q.object.datatype.value for q in QUADS if isinstance(q.object, ox.Literal)}
    assert PREFIXES["xsd"] + "decimal" in datatypes
    assert not datatypes & {PREFIXES["xsd"] + name for name in ("double", "float")}


def test_confidences_compare_exactly(store):
    """As doubles, 0.9 - 0.6 would be 0.30000000000000004."""
    _, found = rows(store, "SELECT ?s WHERE { ?s kg:confidence ?c FILTER(?c - 0.6 = 0.3) }")
    expected = sum(statement.confidence == 0.9 for statement in orchard.STATEMENTS)
    assert len(found) == expected > 5
    _, exact = rows(store, "SELECT ?s WHERE { ?s kg:confidence 0.8125 }")
    assert len(exact) == 1


# ---- the embedded store


@pytest.fixture
def folder(tmp_path):
    OxigraphStore.replace(tmp_path / "store", QUADS)
    return tmp_path


def test_replacing_leaves_one_folder(folder):
    OxigraphStore.replace(folder / "store", QUADS[:10])
    assert [path.name for path in folder.iterdir()] == ["store"]
    assert len(list(OxigraphStore.open(folder / "store").quads())) == 10


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_store_is_filled_by_texts_in_the_order_of_its_index(folder, threads):
    names = [ox.NamedNode(f"https://graph.example/{number}") for number in range(9)]
    asked = []

    def texts(order):
        asked.append(order)
        for name in order:
            yield f"GRAPH {name} {{ <https://tide.example/rose> <a:at> {name.value[-1]} . }}"
        yield "<https://tide.example/fell> <a:at> 10 ."

    OxigraphStore.replace_by_texts(folder / "store", names, texts, "tides", threads)
    opened = OxigraphStore.open(folder / "store")
    assert {(str(q.graph_name), q.object.value) for q in opened.quads()} == {
        *((str(name), name.value[-1]) for name in names),
        ("DEFAULT", "10"),
    }
    assert asked == [[name for name in opened.graphs() if name != ox.DefaultGraph()]]
    assert OxigraphStore.label_of(folder / "store") == "tides"


@pytest.mark.parametrize("threads", [1, 3])
def test_a_text_that_cannot_be_loaded_leaves_the_store_as_it_was(folder, threads):
    def texts(_):
        yield "<https://tide.example/rose> <a:at> 9 ."
        yield "<https://tide.example/rose> no text in TriG"

    with pytest.raises(SyntaxError):
        OxigraphStore.replace_by_texts(folder / "store", [], texts, "", threads)
    assert set(OxigraphStore.open(folder / "store").quads()) == set(QUADS)


def test_a_reader_goes_on_with_what_it_opened(folder):
    reader = OxigraphStore.open(folder / "store")
    OxigraphStore.replace(folder / "store", [])
    assert set(reader.quads()) == set(QUADS)


def test_a_store_that_is_replaced_while_it_is_opened_is_no_damaged_one(folder, monkeypatch):
    """The first attempt sees the old one, just as the build takes it away."""
    written, attempts = oxigraph._utf8, []

    def replaced_meanwhile(path):
        attempts.append(path)
        if len(attempts) > 1:
            return written(path)
        OxigraphStore.replace(folder / "store", QUADS[:10])
        return str(folder / "store.old")

    monkeypatch.setattr(oxigraph, "_utf8", replaced_meanwhile)
    assert len(list(OxigraphStore.open(folder / "store").quads())) == 10
    assert len(attempts) == 2


def test_a_build_that_fails_loses_nothing(folder):
    def failing():
        yield QUADS[0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        OxigraphStore.replace(folder / "store", failing())
    assert set(OxigraphStore.open(folder / "store").quads()) == set(QUADS)
    OxigraphStore.replace(folder / "store", QUADS)
    assert [path.name for path in folder.iterdir()] == ["store"]


def test_a_swap_that_was_killed_halfway_is_undone(folder):
    (folder / "store").rename(folder / "store.old")
    assert set(OxigraphStore.open(folder / "store").quads()) == set(QUADS)


def test_a_missing_store_says_what_to_do(tmp_path):
    with pytest.raises(GraphError, match=r"There is no graph in .*kg build"):
        OxigraphStore.open(tmp_path / "store")


@pytest.mark.parametrize("pattern", ["MANIFEST-*", "CURRENT", "*"])
def test_a_damaged_store_says_what_to_do(folder, pattern):
    for path in (folder / "store").glob(pattern):
        path.write_bytes(b"nonsense")
    with pytest.raises(GraphError, match=r"is damaged.*build again"):
        OxigraphStore.open(folder / "store")
    OxigraphStore.replace(folder / "store", QUADS)
    assert set(OxigraphStore.open(folder / "store").quads()) == set(QUADS)


HOLD = """
import sys, pyoxigraph
store = pyoxigraph.Store(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_store_whose_data_are_damaged_says_so_when_read(folder):
    for path in (folder / "store").glob("*.sst"):
        path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(GraphError, match=r"damaged|cannot be read"):
        list(OxigraphStore.open(folder / "store").quads())


def test_a_store_that_another_process_writes_is_not_replaced(folder):
    path = folder / "store"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout.readline() == b"held\n"
        with pytest.raises(GraphError, match="Another process is writing"):
            OxigraphStore.replace(path, [])
        writer.stdin.close()
    assert set(OxigraphStore.open(path).quads()) == set(QUADS)


def test_a_second_build_at_the_same_time_is_refused(folder):
    fresh = folder / "store.new"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(fresh)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout.readline() == b"held\n"
        with pytest.raises(GraphError, match="Another process is writing"):
            OxigraphStore.replace(folder / "store", [])
        writer.stdin.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_folder_is_told(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(GraphError, match="permission denied"):
        OxigraphStore.replace(tmp_path / "store", QUADS)


def test_a_file_where_the_folder_should_be_is_told(tmp_path):
    (tmp_path / "output").write_text("a file", encoding="utf-8")
    with pytest.raises(GraphError, match="cannot be opened or written"):
        OxigraphStore.replace(Path(tmp_path / "output" / "store"), QUADS)


def test_literals_keep_their_kinds(store):
    statements = {s.id: s for s in read_subgraph(store).statements}
    assert statements["s05"].object == Literal("true", "boolean")
    assert statements["s10"].object == Literal("unsafe", "string")


def test_an_amended_store_is_as_if_filled_anew(tmp_path):
    path = tmp_path / "store"
    OxigraphStore.replace(path, QUADS, "before")
    graphs = sorted({q.graph_name for q in QUADS if q.graph_name != ox.DefaultGraph()}, key=str)
    changed, gone, *_ = graphs
    reader = OxigraphStore.open(path)
    one, two = (ox.Literal(word) for word in ("one", "two"))
    default = [ox.Quad(changed, ox.NamedNode("urn:p"), one)]
    new = [ox.Quad(changed, ox.NamedNode("urn:p"), two, changed)]
    some = [q for q in QUADS if q.graph_name == ox.DefaultGraph()][:3]
    changes = {
        ox.DefaultGraph(): Change(some, default),
        changed: Change(None, new),
        gone: Change(None, ()),
    }
    OxigraphStore.amend(path, changes, "after")
    kept = {q for q in QUADS if q.graph_name not in (changed, gone)} - {*some}
    assert set(OxigraphStore.open(path).quads()) == {*default, *new, *kept}
    assert gone not in OxigraphStore.open(path).graphs()
    assert OxigraphStore.label_of(path) == "after"
    assert set(reader.quads()) == set(QUADS)


def test_an_amendment_that_fails_leaves_the_store_as_it_was(tmp_path):
    path = tmp_path / "store"
    OxigraphStore.replace(path, QUADS, "before")

    def failing():
        yield QUADS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        OxigraphStore.amend(path, {ox.DefaultGraph(): Change((), failing())}, "after")
    assert set(OxigraphStore.open(path).quads()) == set(QUADS)
    assert OxigraphStore.label_of(path) == "before"


FORMS = {
    "ask{ ?s ?p ?o }": "ASK",
    "PREFIX select: <a:b> DESCRIBEselect:x": "DESCRIBE",
    "BASE<http://a.example/>PREFIXask:<x>CONSTRUCT WHERE{ ?s ask:x ?o }": "CONSTRUCT",
    "# ASK\nSELECT * { ?ask ?describe 'CONSTRUCT' }": "SELECT",
    "DROP ALL": "",
}


@pytest.mark.parametrize("sparql", FORMS)
def test_the_form_of_a_query_is_known_by_its_first_word(sparql):
    if FORMS[sparql]:
        check_syntax(sparql, {})
    assert form(sparql) == FORMS[sparql]


def test_the_syntax_of_a_query_is_checked_without_evaluating_it():
    digits = " ".join(map(str, range(10)))
    crossed = " ".join(f"VALUES ?v{n} {{ {digits} }}" for n in range(12))
    began = time.process_time()
    check_syntax(f"ASK {{ {crossed} FILTER(?v0 = 'none') }}", {})
    assert time.process_time() - began < 5
    with pytest.raises(QueryError, match="error at 1:4"):
        check_syntax("ASK", {})
