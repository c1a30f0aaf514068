"""A graph in a remote store: what is sent there, what is left alone, and what may go wrong."""

import json
import time
from dataclasses import replace

import faulty_proxy
import orchard
import oxigraph_server
import pyoxigraph as ox
import pytest

from kg import query
from kg.errors import ArgumentError, GraphError, QueryError, QueryTimeoutError
from kg.iris import prefixes
from kg.model import DocumentRecord
from kg.query import Asked, Limits
from kg.stores.endpoint import Address, Patience
from kg.stores.oxigraph import OxigraphStore
from kg.stores.publication import Memory, asked, opened, publish
from kg.stores.remote import RemoteStore, insertions, packed

BASE = "https://example.org/kg/"
PREFIXES = prefixes(BASE)
QUADS = orchard.graph()
GRAPHS = {quad.graph_name for quad in QUADS}
SECOND = PREFIXES["doc"] + "second"
QUICK = Patience(60, 60, 60, query_retries=3, update_retries=3, first_pause=0.01)
FOREIGN = (
    "INSERT DATA { <urn:theirs> a <urn:thing> . GRAPH <urn:graph> { <urn:theirs> <urn:p> 1 } }"
)


@pytest.fixture(scope="module")
def server():
    with oxigraph_server.running() as root:
        yield root


@pytest.fixture
def root(server):
    oxigraph_server.update(server, "CLEAR ALL")
    return server


@pytest.fixture
def proxy(root):
    with faulty_proxy.before(root) as made:
        yield made


@pytest.fixture
def folder(tmp_path):
    OxigraphStore.replace(tmp_path / "store", QUADS)
    return tmp_path


def send(folder, root, **kwargs):
    publish(folder, BASE, f"sparql+{root}", QUICK, **kwargs)


def lines(quads=QUADS):
    """What the server has to hold: the default graph under the base IRI."""
    graph = ox.NamedNode(BASE)
    named = (q.graph_name if isinstance(q.graph_name, ox.NamedNode) else graph for q in quads)
    return {f"{q.triple} {g} ." for q, g in zip(quads, named, strict=True)}


# ---- addresses


@pytest.mark.parametrize(
    ("text", "query", "update"),
    [
        ("sparql+http://h:7878/query,update", "http://h:7878/query", "http://h:7878/update"),
        ("sparql+http://h/a/query,http://i/b", "http://h/a/query", "http://i/b"),
        ("sparql+https://h/q,sparql+https://h/u", "https://h/q", "https://h/u"),
        ("sparql+http://h/q,/x/u", "http://h/q", "http://h/x/u"),
        ("sparql+http://h:3030/news/", "http://h:3030/news/query", "http://h:3030/news/update"),
        ("sparql+http://h:7878", "http://h:7878/query", "http://h:7878/update"),
    ],
)
def test_an_address_names_two_endpoints(text, query, update):
    assert Address.parse(text) == Address(query, update)


@pytest.mark.parametrize(
    "text",
    ["http://h/q", "sparql+ftp://h/q", "sparql+http://", "sparql+http://h:x/q", "nearby", ""],
)
def test_what_is_no_address_is_told_what_one_looks_like(text):
    with pytest.raises(ArgumentError, match=r"sparql\+http://HOST/query,update"):
        Address.parse(text)


def test_a_password_in_an_address_is_refused_and_not_repeated():
    with pytest.raises(ArgumentError, match="KG_STORE_PASSWORD") as caught:
        Address.parse("sparql+http://ada:hunter2@host/query")
    assert "hunter2" not in str(caught.value)


# ---- sending


def test_the_store_holds_the_graph_and_what_was_there(folder, root):
    oxigraph_server.update(root, FOREIGN)
    before = oxigraph_server.nquads(root)
    send(folder, root)
    assert oxigraph_server.nquads(root) == before | lines()
    assert len(before) == 2
    assert set(asked(folder).quads()) == set(QUADS)


def test_a_changed_graph_replaces_the_former_and_a_document_that_is_gone_goes(folder, root):
    send(folder, root)
    oxigraph_server.update(root, FOREIGN)
    kept = [q for q in QUADS if q.graph_name != ox.NamedNode(SECOND)][3:]
    OxigraphStore.replace(folder / "store", kept)
    send(folder, root)
    theirs = {line for line in oxigraph_server.nquads(root) if "urn:theirs" in line}
    assert oxigraph_server.nquads(root) == lines(kept) | theirs
    assert len(theirs) == 2
    assert SECOND not in Memory.of(folder).graphs


def test_only_what_changed_is_sent(folder, proxy):
    send(folder, proxy.root)
    del proxy.requests[:]
    send(folder, proxy.root)
    assert [path for path, _, _ in proxy.requests] == ["/query"]
    more = ox.Quad(
        ox.NamedNode("urn:x"), ox.NamedNode("urn:p"), ox.Literal("n"), ox.NamedNode(SECOND)
    )
    OxigraphStore.replace(folder / "store", [*QUADS, more])
    send(folder, proxy.root)
    [sent] = [body.decode() for path, _, body in proxy.requests if path == "/update"]
    assert sent.count("GRAPH <") == 2  # DROP and INSERT of one
    assert f"DROP SILENT GRAPH <{SECOND}>" in sent


def test_what_somebody_took_away_there_is_sent_again(folder, root):
    send(folder, root)
    oxigraph_server.update(root, f"DROP GRAPH <{SECOND}>")
    send(folder, root)
    assert oxigraph_server.nquads(root) == lines()


def test_a_graph_of_that_name_from_elsewhere_is_not_touched(folder, root, tmp_path_factory):
    send(folder, root)
    other = tmp_path_factory.mktemp("other")
    OxigraphStore.replace(other / "store", QUADS[:40])
    with pytest.raises(GraphError, match=r"was not sent from .*--base-iri"):
        send(other, root)
    assert oxigraph_server.nquads(root) == lines()
    with pytest.raises(GraphError, match="was not sent from"):  # nor the second time
        send(other, root)


def test_two_graphs_live_in_one_store_under_their_base_iris(folder, root, tmp_path_factory):
    send(folder, root)
    other = tmp_path_factory.mktemp("other")
    base = "https://other.example/"
    config = replace(orchard.RUN.config, base_iri=base)
    quads = orchard.graph(run=replace(orchard.RUN, config=config))
    OxigraphStore.replace(other / "store", quads)
    publish(other, base, f"sparql+{root}", QUICK)
    assert set(asked(folder).quads()) == set(QUADS)
    assert set(asked(other).quads()) == set(quads)
    with pytest.raises(GraphError, match=r"holds 2 graphs: https://example.org/kg/, https://other"):
        RemoteStore.open(f"sparql+{root}")


def test_a_new_base_iri_leaves_nothing_of_the_old(folder, root):
    send(folder, root)
    base = "https://other.example/"
    config = replace(orchard.RUN.config, base_iri=base)
    quads = orchard.graph(run=replace(orchard.RUN, config=config))
    OxigraphStore.replace(folder / "store", quads)
    publish(folder, base, None, QUICK)
    assert set(asked(folder).quads()) == set(quads)
    assert not [line for line in oxigraph_server.nquads(root) if BASE + "document" in line]


def test_local_ends_it_and_leaves_what_is_there(folder, root):
    send(folder, root)
    publish(folder, BASE, "local")
    assert asked(folder) is None
    assert oxigraph_server.nquads(root) == lines()


def test_a_store_is_asked_without_the_folder(root, folder, tmp_path_factory):
    send(folder, root)
    nowhere = tmp_path_factory.mktemp("nowhere")
    assert set(opened(nowhere, f"sparql+{root}").quads()) == set(QUADS)


def test_a_store_without_a_graph_says_so(root):
    with pytest.raises(GraphError, match="holds no graph of kg"):
        RemoteStore.open(f"sparql+{root}")


HOSTILE = (
    r"a \u0041 that is text, \U0001F600 too, \\u0042 after a backslash, \n no line",
    'quotes " \'\'\' """ and } DROP ALL ; #',
    "line\nend\r\ttab \x01 control \x7f \u2028 \U0001f600",
    "trailing backslash \\",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_arrives_as_it_is(text, folder, root):
    document = replace(orchard.DOCUMENTS["second"], text=text)
    quads = orchard.graph(records=(DocumentRecord(document, (), (), (), ()),), statements=())
    OxigraphStore.replace(folder / "store", quads)
    send(folder, root)
    assert set(asked(folder).quads()) == set(quads)
    sparql = "SELECT ?d ?text { ?d nif:isString ?text }"
    answer = asked(folder).query(sparql, PREFIXES, {"text": ox.Literal(text)})
    assert [row[0].value for row in answer.rows] == [SECOND]


def test_requests_keep_to_their_size():
    by_graph = {name: [q for q in QUADS if q.graph_name == name] for name in GRAPHS}
    updates = [
        update
        for name, quads in by_graph.items()
        for update in insertions(RemoteStore(None, BASE).graph_inside(name), quads, 2_000)
    ]
    longest = max(len(str(quad)) for quad in QUADS)
    assert max(map(len, updates)) < 2_000 + longest
    assert len(updates) > 5
    requests = [text for text, _ in packed(((u, "") for u in updates), 8_000)]
    assert len(requests) < len(updates) / 2
    store = ox.Store()
    for request in requests:
        store.update(request)
    assert {str(q) + " ." for q in store} == lines()


# ---- faults


def test_a_busy_server_is_asked_again(folder, proxy, root):
    proxy.faults = lambda number, _: {1: 503, 2: 429, 4: "drop", 5: "after"}.get(number)
    send(folder, proxy.root)
    assert oxigraph_server.nquads(root) == lines()
    assert len(proxy.requests) > 5


def test_a_server_that_goes_away_amid_a_load_loses_nothing(folder, proxy, root, monkeypatch):
    oxigraph_server.update(root, FOREIGN)
    send(folder, proxy.root)
    whole = oxigraph_server.nquads(root)
    monkeypatch.setattr(packed, "__defaults__", (1_000,))
    monkeypatch.setattr(insertions, "__defaults__", (1_000,))
    changed = [
        ox.Quad(q.subject, q.predicate, ox.Literal("new"), q.graph_name)
        if isinstance(q.object, ox.Literal)
        else q
        for q in QUADS
    ]
    changed = list(dict.fromkeys(changed))
    OxigraphStore.replace(folder / "store", changed)
    done = len(proxy.requests)
    proxy.faults = lambda number, _: "drop" if number > done + 12 else None
    with pytest.raises(GraphError, match=r"cannot be reached .*run the same command again"):
        send(folder, proxy.root)
    half = oxigraph_server.nquads(root)
    assert half not in (whole, lines(changed))
    assert {line for line in half if "theirs" in line} == {
        line for line in whole if "theirs" in line
    }
    assert set(OxigraphStore.open(folder / "store").quads()) == set(changed)
    proxy.faults = lambda *_: None
    publish(folder, BASE, None, QUICK)
    theirs = {line for line in whole if "theirs" in line}
    assert oxigraph_server.nquads(root) == lines(changed) | theirs


def test_a_killed_load_is_done_again(folder, root):
    """As kill -9 leaves it: digests struck out, a graph half there."""
    send(folder, root)
    memory = Memory.of(folder)
    memory.graphs = {
        name: replace(held, digest="", triples=0) for name, held in memory.graphs.items()
    }
    memory.write(folder)
    oxigraph_server.update(root, f"DELETE WHERE {{ GRAPH <{SECOND}> {{ ?s a ?type }} }}")
    publish(folder, BASE, None, QUICK)
    assert oxigraph_server.nquads(root) == lines()


def test_a_server_that_is_not_there_is_told_quickly(folder):
    with pytest.raises(
        GraphError, match=r"http://127.0.0.1:9/query cannot be reached \(Connection refused\)"
    ):
        send(folder, "http://127.0.0.1:9")
    assert set(OxigraphStore.open(folder / "store").quads()) == set(QUADS)


def test_a_server_that_never_answers_is_given_up(folder, proxy):
    proxy.faults = lambda *_: "slow"
    patience = replace(QUICK, query=0.2, update=0.2)
    with pytest.raises(GraphError, match=r"within 0\.2 s"):
        publish(folder, BASE, f"sparql+{proxy.root}", patience)
    deadline = time.monotonic() + 30
    while not proxy.requests and time.monotonic() < deadline:
        time.sleep(0.02)  # it was sent, and the proxy may only be about to read it
    assert len(proxy.requests) == 1  # the server may still be at work on it


def test_a_query_that_takes_too_long_is_given_up(proxy, folder):
    send(folder, proxy.root)
    proxy.faults = lambda *_: "slow"
    store = RemoteStore.open(f"sparql+{proxy.root}", BASE, replace(QUICK, query=0.2))
    with pytest.raises(QueryTimeoutError, match=r"has not answered within 0\.2 s"):
        store.query("ASK { ?s ?p ?o }")


def test_the_time_for_an_answer_can_be_chosen(proxy, folder):
    send(folder, proxy.root)
    store = asked(folder)
    proxy.faults = lambda *_: "slow"
    with pytest.raises(QueryTimeoutError, match=r"has not answered within 0\.3 s"):
        query.run(Asked(store, limits=Limits(0.3)), "ASK { ?s ?p ?o }")
    with pytest.raises(QueryTimeoutError, match=r"has not answered within 0\.3 s"):
        query.ask(Asked(store, limits=Limits(0.3)), "claims-of", ["Piet Oram"])
    proxy.faults = lambda *_: None
    assert query.run(Asked(store, limits=Limits(None)), "ASK { ?s ?p ?o }").boolean is True


def test_an_answer_that_breaks_off_is_no_answer(folder, proxy):
    send(folder, proxy.root)
    store = asked(folder)
    proxy.faults = lambda *_: "cut"
    with pytest.raises(GraphError, match=r"broke off|something else"):
        list(store.quads())


@pytest.mark.parametrize(
    ("status", "match"),
    [
        (401, "wants other credentials .*none are set.*KG_STORE_USER"),
        (404, r"no SPARQL query endpoint at .*sparql\+http"),
        (413, "no request of this size"),
        (500, "failed with status 500: as told to"),
        (301, "sends on to"),
    ],
)
def test_a_refusal_says_what_to_do(folder, proxy, status, match):
    proxy.faults = lambda *_: status
    with pytest.raises(GraphError, match=match):
        send(folder, proxy.root)


def test_a_page_is_not_taken_for_an_answer(folder, proxy):
    proxy.faults = lambda *_: 200
    with pytest.raises(GraphError, match="something else than SPARQL"):
        send(folder, proxy.root)


def test_a_query_that_the_server_refuses_is_a_query_error(folder, proxy):
    send(folder, proxy.root)
    store = asked(folder)
    proxy.faults = lambda *_: 400
    with pytest.raises(QueryError, match="refuses the query: as told to"):
        store.query("ASK { ?s ?p ?o }")


@pytest.mark.parametrize(
    ("variables", "header"),
    [
        ({"KG_STORE_USER": "ada", "KG_STORE_PASSWORD": "hunter2"}, "Basic YWRhOmh1bnRlcjI="),
        ({"KG_STORE_TOKEN": "hunter2"}, "Bearer hunter2"),
    ],
)
def test_credentials_come_from_the_environment_and_get_into_no_message(
    folder, proxy, monkeypatch, variables, header
):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    send(folder, proxy.root)
    assert {headers["Authorization"] for _, headers, _ in proxy.requests} == {header}
    assert "hunter2" not in (folder / "remote.json").read_text()
    proxy.faults = lambda *_: 401
    with pytest.raises(GraphError, match="not enough") as caught:
        send(folder, proxy.root)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": 1, "graphs": 3}', "nonsense"])
def test_a_damaged_memory_is_told_and_nothing_is_sent(folder, root, text):
    (folder / "remote.json").write_text(text)
    with pytest.raises(GraphError, match=r"remote.json is damaged"):
        send(folder, root)
    assert oxigraph_server.nquads(root) == set()


def test_a_memory_of_another_version_is_told(folder, root):
    send(folder, root)
    told = json.loads((folder / "remote.json").read_text())
    (folder / "remote.json").write_text(json.dumps(told | {"format": 2}))
    with pytest.raises(GraphError, match=r"another version of kg \(format 2"):
        send(folder, root)
