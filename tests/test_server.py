"""The graph over HTTP: the SPARQL protocol, JSON, pages, limits, and the program itself."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import warnings
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.parse import quote, urlencode

import orchard
import pytest
import rdflib
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from rdflib.compare import isomorphic
from starlette.routing import Route

from kg.errors import ArgumentError, GraphError, KgError
from kg.model import Document, DocumentRecord, Entity, Literal
from kg.querying import Request, Worker
from kg.server import Serving, description, pages, queries, serve
from kg.server.app import application
from kg.server.graph import ServedGraph
from kg.server.guards import LONGEST_ADDRESS
from kg.server.negotiation import negotiate
from kg.server.protocol import LARGEST_BODY
from kg.stores.oxigraph import OxigraphStore

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # starlette 1.x would rather have httpx2, older ones httpx
    from starlette.testclient import TestClient

RUNAWAY = "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o }"
GROWERS = """SELECT ?phrase WHERE {
  ?s rdf:subject ent:Ada_Brandt ; rdf:object ent:Quince_Growers ; kg:relationPhrase ?phrase
} ORDER BY ?phrase"""
FORM = "application/x-www-form-urlencoded"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("served")
    OxigraphStore.replace(made / "store", orchard.graph())
    return made


@pytest.fixture(scope="module")
def client(folder):
    made = application(
        ServedGraph(folder), timeout=60, most_queries=2, hosts=("127.0.0.1", "localhost")
    )
    with TestClient(made, base_url="http://127.0.0.1") as opened:
        yield opened


def until(is_so, seconds=60):
    """Wait for what comes about, however busy the machine is."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def ask(client, sparql, accept="*/*", **parameters):
    given = {"query": sparql, **parameters}
    return client.get("/sparql", params=given, headers={"Accept": accept})


# ---- the SPARQL protocol


def test_three_ways_to_ask_give_the_same_answer(client):
    answers = [
        client.get("/sparql", params={"query": GROWERS}),
        client.post("/sparql", data={"query": GROWERS}),
        client.post(
            "/sparql", content=GROWERS, headers={"Content-Type": "application/sparql-query"}
        ),
    ]
    for answer in answers:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/sparql-results+json"
        found = [row["phrase"]["value"] for row in answer.json()["results"]["bindings"]]
        assert found == ["lauds", "praises"]


@pytest.mark.parametrize(
    ("accept", "kind", "content"),
    [
        ("application/sparql-results+json", "application/sparql-results+json", '"lauds"'),
        ("application/json", "application/sparql-results+json", '"lauds"'),
        ("application/sparql-results+xml", "application/sparql-results+xml", "lauds</literal>"),
        ("text/csv", "text/csv; charset=utf-8", "phrase\r\nlauds\r\npraises\r\n"),
        ("text/tab-separated-values", "text/tab-separated-values; charset=utf-8", '\n"lauds"\n'),
        ("text/turtle;q=0.9, text/csv;q=0.5, */*;q=0.1", "text/csv; charset=utf-8", "lauds"),
    ],
)
def test_solutions_come_as_they_are_wanted(client, accept, kind, content):
    answer = ask(client, GROWERS, accept)
    assert answer.headers["content-type"] == kind
    assert content in answer.text
    assert answer.headers["vary"] == "Accept"


@pytest.mark.parametrize(
    ("accept", "kind", "syntax"),
    [
        ("*/*", "text/turtle; charset=utf-8", "turtle"),
        ("application/n-triples", "application/n-triples", "nt"),
        ("application/ld+json", "application/ld+json", "json-ld"),
        ("application/rdf+xml", "application/rdf+xml", "xml"),
    ],
)
@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")  # rdflib's own use of it
def test_triples_come_as_they_are_wanted(client, accept, kind, syntax):
    answer = ask(client, "CONSTRUCT WHERE { ent:Tolm ?p ?o }", accept)
    assert answer.headers["content-type"] == kind
    found = rdflib.Graph().parse(data=answer.text, format=syntax)
    ent, kg_ = "https://example.org/kg/entity/", "https://example.org/kg/ns#"
    expected = rdflib.Graph().parse(
        format="turtle",
        data=f"""
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <{ent}Tolm> a <{kg_}GeopoliticalEntity> ; rdfs:label "Tolm" ;
          <http://www.w3.org/2004/02/skos/core#altLabel> "Tolm-am-Hang" ;
          <http://www.w3.org/2002/07/owl#sameAs> <https://geo.example/77/> .""",
    )
    assert isomorphic(found, expected)


def test_ask_is_answered(client):
    assert ask(client, "ASK { ent:Ada_Brandt rel:praises ent:Quince_Growers }").json()["boolean"]
    xml = ask(client, "ASK { ent:Piet_Oram rel:praises ?x }", "application/xml").text
    assert "<boolean>false</boolean>" in xml


def test_graphs_named_in_the_request_are_the_dataset(client):
    count = "SELECT (COUNT(DISTINCT ?s) AS ?n) WHERE { ?s a rdf:Statement }"
    second, first = (f"https://example.org/kg/document/{d}" for d in ("second", "d_001_orchards"))

    def counted(sparql, **dataset):
        rows = ask(client, sparql, **dataset).json()["results"]["bindings"]
        return int(rows[0]["n"]["value"])

    assert counted(count) == 14
    assert counted(count, **{"default-graph-uri": second}) == 5
    assert counted(count, **{"default-graph-uri": [first, second]}) == 14
    assert counted(count, **{"named-graph-uri": second}) == 0
    within = count.replace("{ ?s a rdf:Statement }", "{ GRAPH ?g { ?s a rdf:Statement } }")
    assert counted(within, **{"named-graph-uri": second}) == 5
    assert counted(within, **{"default-graph-uri": second}) == 0
    from_first = count.replace("WHERE", f"FROM <{first}> WHERE")
    assert counted(from_first) == 9
    assert counted(from_first, **{"default-graph-uri": second}) == 5


@pytest.mark.parametrize("graph", ["second", "file:///etc/passwd", "", "http://a b/"])
def test_what_names_no_graph_is_refused(client, graph):
    answer = ask(client, "ASK {}", **{"default-graph-uri": graph})
    assert (answer.status_code, "names no graph" in answer.text) == (400, True)


@pytest.mark.parametrize(
    ("sparql", "told"),
    [
        ("SELEC ?s { ?s ?p ?o }", r"line 1, column \d+.*Did you mean SELECT"),
        (
            "SELECT ?s {\n ?s kgg:type ?o }",
            r'line 2, column \d+: the prefix "kgg:" is not declared',
        ),
        ("SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }", "line 1, column 12: SERVICE"),
        ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", "never files"),
        ("DELETE WHERE { ?s ?p ?o }", "DELETE would change the graph"),
        ("", "this one is empty"),
    ],
)
def test_a_wrong_query_is_told_where_and_why(client, sparql, told):
    answer = client.post("/sparql", data={"query": sparql})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert re.search(told, answer.text, re.DOTALL), answer.text


def post(content, kind, **more):
    return {"method": "POST", "content": content, "headers": {"Content-Type": kind, **more}}


@pytest.mark.parametrize(
    ("status", "request_", "header"),
    [
        (400, {"method": "GET", "params": {"q": "ASK {}"}}, None),
        (400, post("", FORM), None),
        (400, {"method": "GET", "params": {"query": ["ASK {}", "ASK {}"]}}, None),
        (400, post("query=ASK+%ff%7B%7D", FORM), None),
        (400, post(b"ASK { \xff }", "application/sparql-query"), None),
        (400, post("&".join(f"x{i}=1" for i in range(200)), FORM), None),
        (403, post("update=CLEAR+ALL", FORM), None),
        (403, post("CLEAR ALL", "application/sparql-update"), None),
        (405, {"method": "PUT"}, ("allow", "GET, HEAD, OPTIONS, POST")),
        (405, {"method": "DELETE"}, ("allow", "GET, HEAD, OPTIONS, POST")),
        (406, {**post("query=ASK+%7B%7D", FORM, Accept="image/png")}, None),
        (406, {**post("query=ASK+%7B%7D", FORM, Accept="text/turtle")}, None),
        (406, {**post("query=DESCRIBE+ent:Tolm", FORM, Accept="text/csv")}, None),
        (413, post("query=" + "a" * LARGEST_BODY, FORM), None),
        (414, {"method": "GET", "params": {"query": "a" * LONGEST_ADDRESS}}, None),
        (415, post("ASK {}", "text/plain"), ("accept", f"application/sparql-query, {FORM}")),
        (415, post("ASK {}", ""), None),
        (415, post("ASK {}", "application/sparql-query", **{"Content-Encoding": "gzip"}), None),
        (415, post("ASK {}", "application/sparql-query; charset=utf-16"), None),
    ],
)
def test_a_wrong_request_gets_its_status(client, status, request_, header):
    answer = client.request(url="/sparql", **request_)
    assert answer.status_code == status, answer.text
    assert answer.text
    if header:
        name, value = header
        assert ", ".join(sorted(answer.headers[name].split(", "))) == value


def test_a_body_that_does_not_announce_its_length_is_bounded_too(client):
    pieces = (b"query=" + b"a" * 65536 for _ in range(LARGEST_BODY // 65536 + 1))
    answer = client.post("/sparql", content=pieces, headers={"Content-Type": FORM})
    assert answer.status_code == 413


def test_the_endpoint_describes_itself_to_programs(client):
    answer = client.get("/sparql", headers={"Accept": "application/rdf+xml"})
    told = rdflib.Graph().parse(data=answer.text, format="xml")
    sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
    formats = rdflib.Namespace("http://www.w3.org/ns/formats/")
    [service] = told.subjects(rdflib.RDF.type, sd.Service)
    assert set(told.objects(service, sd.endpoint)) == {rdflib.URIRef("http://127.0.0.1/sparql")}
    assert (service, sd.feature, sd.UnionDefaultGraph) in told
    assert (service, sd.resultFormat, formats.SPARQL_Results_CSV) in told
    assert client.get("/sparql").headers["content-type"].startswith("text/turtle")
    assert client.get("/sparql", headers={"Accept": "text/csv"}).status_code == 406


def test_head_and_options(client):
    answer = client.head("/sparql", params={"query": "ASK {}"})
    assert (answer.status_code, answer.text) == (200, "")
    answer = client.options("/sparql")
    assert (answer.status_code, answer.headers["allow"]) == (204, "GET, HEAD, POST, OPTIONS")
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("", "a/x"),
        ("*/*", "a/x"),
        ("a/y", "a/y"),
        ("a/*;q=0.2, b/z;q=0.3", "b/z"),
        ("a/x;q=0, */*", "a/y"),
        ("*/*;q=0.5, a/y;q=0.6", "a/y"),
        ("A/Y ; Q=1.0", "a/y"),
        ("a/y;charset=utf-8;q=1", "a/y"),
        ("c/d", None),
        ("a/x;q=0", None),
        ("nonsense", None),
    ],
)
def test_negotiation(accept, expected):
    assert negotiate(accept, ("a/x", "a/y", "b/z")) == expected


# ---- limits


@pytest.fixture
def crowded(folder):
    """A server with two workers that runaways keep busy until it is stopped.

    `client`, the `queries`, and `run`, which starts a runaway and gives the list where its answer
    will be.
    """
    made = application(ServedGraph(folder), timeout=600, most_queries=2)
    threads = []

    def run():
        answers = []

        def post():
            answers.append(client.post("/sparql", data={"query": RUNAWAY}))

        threads.append(threading.Thread(target=post))
        threads[-1].start()
        return answers

    with TestClient(made) as client:
        yield SimpleNamespace(client=client, queries=made.state.desk.queries, run=run)
        made.state.desk.queries.close()
        for thread in threads:
            thread.join()


def test_a_runaway_is_ended_and_the_next_query_answered(folder):
    with TestClient(application(ServedGraph(folder), timeout=2.0, most_queries=2)) as client:
        answer = client.post("/sparql", data={"query": RUNAWAY})
        assert answer.status_code == 503
        assert "ended after 2 seconds" in answer.text
        until(lambda: ask(client, "ASK {}").status_code == 200)


def test_one_worker_is_kept_for_short_queries(crowded):
    """Of two workers one may be long at it: the second long query is sent away, a short one not."""
    one, other = crowded.run(), crowded.run()
    until(lambda: one or other)
    [busy] = one or other
    assert ask(crowded.client, "ASK {}").json()["boolean"]
    assert not (one and other)
    crowded.queries.close()
    until(lambda: one and other)
    assert busy.status_code == 503
    assert "long queries are being answered" in busy.text
    assert busy.headers["retry-after"].isdecimal()
    [ended] = other if one == [busy] else one
    assert (ended.status_code, ended.text) == (503, "The server is being stopped.\n")


def test_an_answer_that_is_too_large_is_refused(client, monkeypatch):
    monkeypatch.setattr("kg.server.queries.LARGEST_ANSWER", 1000)
    answer = ask(client, "SELECT * { ?s ?p ?o }")
    assert answer.status_code == 400
    assert "LIMIT" in answer.text
    monkeypatch.undo()
    assert len(ask(client, "SELECT * { ?s ?p ?o }").content) > 1000


def test_the_line_for_a_worker_has_an_end(crowded, monkeypatch):
    monkeypatch.setattr("kg.server.queries.LINE", 0)
    monkeypatch.setattr("kg.server.queries.SHORT", 600)
    crowded.run()
    until(lambda: crowded.queries._free.qsize() == 1)
    crowded.run()
    until(crowded.queries._free.empty)
    answer = ask(crowded.client, "ASK {}")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def test_a_client_that_leaves_before_there_is_a_process_ends_its_query_too(folder, monkeypatch):
    started = Worker._started

    def late(worker):
        time.sleep(0.3)
        return started(worker)

    monkeypatch.setattr(Worker, "_started", late)
    asked = queries.Queries(ServedGraph(folder), 1, 600)

    async def ask_and_leave():
        async with asyncio.timeout(60):
            await asked.answer(Request(RUNAWAY), lambda: asyncio.sleep(0.05))

    with pytest.raises(queries.ClientGoneError):
        asyncio.run(ask_and_leave())
    asked.close()


def test_workers_share_half_of_the_memory_and_have_what_they_need():
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for count in (1, 4, 16):
        assert 1 << 30 <= queries._memory_each(count) <= max(1 << 30, whole // 2 // count)
    assert queries._memory_each(10**6) == 1 << 30


# ---- who may ask


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "localhost@evil.example"]
)
def test_other_hosts_are_refused(client, host):
    answer = client.get("/api/stats", headers={"Host": host})
    assert answer.status_code == 400


def test_pages_of_other_sites_may_not_ask(client):
    foreign = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert ask(client, "ASK {}").status_code == 200
    assert client.get("/sparql?query=ASK{}", headers=foreign).status_code == 403
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/search", headers=followed).status_code == 200
    assert client.post("/sparql", data={"query": "ASK {}"}, headers=followed).status_code == 403


@pytest.mark.parametrize("path", ["/", "/search", "/sparql?query=ASK{}", "/api/stats", "/nowhere"])
def test_every_response_has_its_security_headers(client, path):
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    policy = dict(part.split(None, 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in policy["script-src"]
    assert "*" not in headers["content-security-policy"]
    assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2f..%2fapp.py",
        "/static/%2e%2e/%2e%2e/pyproject.toml",
        "/static//etc/passwd",
        "/entity/..%2f..%2fetc%2fpasswd",
        "/document/../../etc/passwd",
        "/document/..%2f..%2fstore%2fCURRENT",
        "/api/documents/%2e%2e%2frecords.sqlite",
        "/store/CURRENT",
        "/graph.ttl",
        "/static/style.css%00.js",
    ],
)
def test_no_address_leads_out_of_the_routes(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text


# ---- JSON


def test_one_answer_is_enough_to_draw_a_neighbourhood(client):
    told = client.get("/api/entities/Ada_Brandt/neighbours", params={"limit": 2}).json()
    assert (told["entity"], told["total"]) == ("Ada_Brandt", 3)
    assert [(row["id"], row["statements"]) for row in told["neighbours"]] == [
        ("Quince_Growers", ["s00", "s09"]),
        ("Tolm_Council", ["s01", "s08"]),
    ]
    assert set(told["entities"]) == {"Ada_Brandt", "Quince_Growers", "Tolm_Council"}
    assert told["documents"]["001_orchards"]["title"] == "Orchards win over reservoir"
    rest = client.get("/api/entities/Ada_Brandt/neighbours?limit=2&offset=2").json()
    assert [row["id"] for row in rest["neighbours"]] == ["Lowen_Water"]


def test_a_statement_is_told_with_its_evidence(client):
    told = client.get("/api/entities/surveyor_d_001/statements").json()
    [said] = told["statements"]
    sentence = "Oram told the Tolm Courier that a surveyor had said the dam leaks."
    start = orchard.FIRST.index(sentence)
    assert said == {
        "id": "s04",
        "subject": "dam",
        "property": said["property"],
        "relation": "leaks",
        "object": None,
        "value": None,
        "status": "claimed",
        "polarity": "asserted",
        "factuality": "claimed",
        "ended": None,
        "speakers": ["surveyor_d_001", "Piet_Oram", "Tolm_Courier"],
        "time": None,
        "place": None,
        "cues": ["had said", "told"],
        "confidence": 0.9,
        "rule": "said-clause",
        "document": "001_orchards",
        "sentence": {"start": start, "text": sentence},
        "spans": {
            "subject": [start + sentence.index("the dam"), start + sentence.index(" leaks")],
            "relation": [start + sentence.index("leaks"), start + sentence.index(".")],
            "object": None,
        },
    }


def test_search_ranks_equal_names_then_beginnings_then_the_rest(client):
    def found(wanted):
        return [
            row["id"] for row in client.get("/api/search", params={"q": wanted}).json()["entities"]
        ]

    assert found("tolm") == ["Tolm", "Tolm_Council", "Tolm_Courier"]
    assert found("BRANDT") == ["Ada_Brandt"]
    assert found("water") == ["Lowen_Water"]
    assert found("am-hang") == ["Tolm"]
    assert found("zzz") == []


def test_documents_and_counts(client):
    listed = client.get("/api/documents").json()["documents"]
    assert [(row["id"], row["statements"]) for row in listed] == [
        ("001_orchards", 9),
        ("second", 5),
    ]
    told = client.get("/api/documents/second").json()
    assert [row["text"] for row in told["sentences"]] == orchard.SECOND.split("\n")
    assert [row["id"] for row in told["said"]["statements"]] == ["s09", "s10", "s11", "s12", "s13"]
    counts = client.get("/api/stats").json()
    assert (counts["documents"], counts["statements"], counts["entities"]) == (2, 14, 13)
    assert counts["sentences"] == 13
    assert {"polarity": "negated", "factuality": "actual", "statements": 1} in counts[
        "statements_by_status"
    ]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/entities/nobody", 404),
        ("/api/entities/nobody/neighbours", 404),
        ("/api/documents/none", 404),
        ("/api/nothing", 404),
        ("/api/search", 400),
        (f"/api/search?q={'a' * 201}", 400),
        ("/api/documents?limit=0", 400),
        ("/api/documents?limit=1001", 400),
        ("/api/documents?offset=-1", 400),
        ("/api/documents?offset=9999999999999999999999", 400),
        ("/api/documents?limit=%D9%A3", 400),
    ],
)
def test_errors_of_the_interface_are_json(client, path, status):
    answer = client.get(path)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert error["status"] == status
    assert error["message"]


def schema(name):
    return {"$ref": f"#/components/schemas/{name}", **description.openapi()}


def test_the_description_is_valid_and_complete(client):
    told = client.get("/api/openapi.json").json()
    validate(told)
    routes = {re.sub(r":\w+}", "}", r.path) for r in client.app.routes if isinstance(r, Route)}
    described = {path for path in routes if path.startswith("/api/")} - {"/api/openapi.json"}
    assert set(told["paths"]) == described | {"/sparql"}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/stats", "Statistics"),
        ("/api/vocabulary", "Vocabulary"),
        ("/api/search?q=o", "Found"),
        ("/api/entities/Tolm", "Entity"),
        ("/api/entities/Piet_Oram/statements", "Statements"),
        ("/api/entities/Tolm/neighbours", "Neighbours"),
        ("/api/documents", "Documents"),
        ("/api/documents/001_orchards", "Document"),
        ("/api/entities/nobody", "Error"),
    ],
)
def test_answers_are_as_described(client, path, name):
    paths = description.openapi()["paths"]
    answer = client.get(path)
    Draft202012Validator(schema(name)).validate(answer.json())
    if name != "Error":
        template = re.sub(r"(entities|documents)/\w+", r"\1/{id}", path.partition("?")[0])
        content = paths[template]["get"]["responses"]["200"]["content"]["application/json"]
        assert content["schema"]["$ref"].endswith(f"/{name}")


# ---- pages

NASTY = "<script>window.hacked=1</script>\"' onload=x &"


def nasty(folder):
    """A graph whose every text is markup."""
    text = f"{NASTY} met the dam."
    [said, *_] = orchard.STATEMENTS
    document = Document("d/1 <b>", text, NASTY, url="javascript:alert(1)", source=NASTY)
    sentences = orchard.sentences(document)
    statement = replace(
        said,
        document="d/1 <b>",
        sentence=0,
        subject="x",
        object=Literal(NASTY),
        subject_span=(0, len(NASTY)),
        relation_span=(len(NASTY) + 1, len(NASTY) + 4),
        object_span=None,
        time=NASTY,
        place=NASTY,
    )
    thing = Entity("x", NASTY, "Person", (NASTY + "2",), (), ("javascript:alert(2)",))
    records = [DocumentRecord(document, sentences, (), (), ())]
    OxigraphStore.replace(folder / "store", orchard.graph([statement], [thing], records))
    return folder


def test_what_documents_say_is_text_on_every_page(tmp_path):
    made = application(ServedGraph(nasty(tmp_path)), timeout=60, most_queries=1)
    with TestClient(made) as client:
        pages_ = {
            path: client.get(path)
            for path in (
                "/",
                "/entity/x",
                "/documents",
                f"/document/{quote('d/1 <b>', safe='')}",
                "/search?q=%3Cscript",
                f"/search?q={quote(NASTY)}",
            )
        }
        missing = client.get(f"/entity/{quote(NASTY, safe='')}", headers={"Accept": "text/html"})
    for path, answer in pages_.items():
        assert answer.status_code == 200, path
        assert "<script>window" not in answer.text, path
        assert 'href="javascript' not in answer.text, path
    assert missing.status_code == 404
    assert "<script>window" not in missing.text
    shown = pages_["/entity/x"].text
    assert "&lt;script&gt;window.hacked=1&lt;/script&gt;&#34;&#39; onload=x &amp;" in shown
    assert "/document/d%2F1%20%3Cb%3E#s00" in shown


def test_an_entity_page_shows_facts_with_the_words_marked(client):
    shown = client.get("/entity/Lowen_Water").text
    assert (
        '<mark class="subject">Lowen Water</mark> <mark class="relation">will build</mark> '
        '<mark class="object">the reservoir</mark>, Piet Oram said.' in shown
    )
    assert "planned" in shown
    assert 'according to <a class="entity" href="/entity/Piet_Oram">Piet Oram</a>' in shown
    assert client.get("/entity/Piet_Oram").status_code == 200


def test_pieces_of_a_sentence_are_the_sentence_whatever_the_spans():
    def pieces(**spans):
        sentence = {"start": 10, "text": "Ada met Bob."}
        return list(pages.marked({"sentence": sentence, "spans": spans}))

    assert pieces(subject=(10, 13), relation=(14, 17), object=(18, 21)) == [
        ("", ""),
        ("Ada", "subject"),
        (" ", ""),
        ("met", "relation"),
        (" ", ""),
        ("Bob", "object"),
        (".", ""),
    ]
    for odd in ((0, 12), (12, 40), (30, 40), (15, 12), None):
        assert "".join(text for text, _ in pieces(subject=(10, 13), object=odd)) == "Ada met Bob."


def test_browsers_get_pages_and_programs_answers(client):
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    assert 'id="yasgui"' in client.get("/sparql", headers=browser).text
    assert "<h1>Not Found</h1>" in client.get("/nowhere", headers=browser).text
    assert client.get("/nowhere").text == "There is nothing at this address.\n"
    style = client.get("/static/style.css")
    assert style.headers["content-type"].startswith("text/css")
    again = client.get("/static/style.css", headers={"If-None-Match": style.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert "sourceMappingURL" not in client.get("/static/yasgui.min.js").text


def test_long_lists_have_pages(client):
    first = client.get("/entity/Ada_Brandt?limit=2").text
    assert "1–2 of 5" in first
    assert 'rel="next" href="/entity/Ada_Brandt?offset=2"' in first
    assert 'rel="prev"' in client.get("/entity/Ada_Brandt?limit=2&offset=4").text


def test_the_map_is_the_one_that_was_built_with_its_own_policy(tmp_path):
    OxigraphStore.replace(tmp_path / "store", orchard.graph())
    graph = ServedGraph(tmp_path)
    made = graph.page()
    assert "Quince Growers" in made
    (tmp_path / "graph.html").write_text(made.replace("Quince", "Plum"), encoding="utf-8")
    with TestClient(application(graph, timeout=60, most_queries=1)) as client:
        answer = client.get("/")
    assert "Plum Growers" in answer.text
    [inner] = re.findall(r'Security-Policy" content="([^"]*)"', answer.text)
    policy = answer.headers["content-security-policy"]
    assert policy == inner.replace("&#x27;", "'") + "; frame-ancestors 'none'"
    assert "sha256-" in policy
    assert "connect-src 'self'" in policy  # what a large graph's view leaves out, it asks here


# ---- a graph that is built again


def test_a_graph_that_is_built_again_is_served_anew(tmp_path):
    OxigraphStore.replace(tmp_path / "store", orchard.graph(orchard.STATEMENTS[:1]))
    made = application(ServedGraph(tmp_path), timeout=60, most_queries=2)
    count = "SELECT (COUNT(?s) AS ?n) WHERE { ?s a rdf:Statement }"

    def counted(client):
        rows = ask(client, count).json()["results"]["bindings"]
        return int(rows[0]["n"]["value"]), client.get("/api/stats").json()["statements"]

    with TestClient(made) as client:
        assert counted(client) == (1, 1)
        OxigraphStore.replace(tmp_path / "store", orchard.graph())
        assert counted(client) == (14, 14)
        (tmp_path / "store").rename(tmp_path / "away")  # amid a build
        assert counted(client) == (14, 14)
        OxigraphStore.replace(tmp_path / "store", orchard.graph(orchard.STATEMENTS[:2]))
        assert counted(client) == (2, 2)


# ---- the program


@pytest.fixture
def served(folder):
    """Starts the program on a free port; gives the process and the port."""
    running = []

    def start(*options):
        command = [sys.executable, "-m", "kg.cli", "serve", "-g", folder, "--port", "0", *options]
        process = subprocess.Popen([*map(str, command)], stderr=subprocess.PIPE, text=True)
        running.append(process)
        greeting = process.stderr.readline()
        if "Warning" in greeting:
            greeting += process.stderr.readline()
        return process, int(re.search(r":(\d+)/", greeting)[1]), greeting

    yield start
    for process in running:
        process.kill()
        process.wait()
        process.stderr.close()


def fetch(port, path, data=None, timeout=120):
    address = f"http://127.0.0.1:{port}{path}"
    body = urlencode(data).encode() if data else None
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(address, body, timeout) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def children(process):
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return listed.read_text("ascii").split() if listed.exists() else []


def wait_for_long_query(process):
    """Wait until a worker is at a query for so long that it has to give way to all others."""
    if not children(process):
        time.sleep(3)  # there is no /proc
        return
    until(lambda: 19 in (os.getpriority(os.PRIO_PROCESS, int(pid)) for pid in children(process)))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_the_program_serves_until_a_signal(served, number, status):
    process, port, greeting = served("--max-queries", "2")
    assert f"http://127.0.0.1:{port}/sparql" in greeting
    code, text = fetch(port, "/sparql", {"query": GROWERS})
    assert (code, [r["phrase"]["value"] for r in json.loads(text)["results"]["bindings"]]) == (
        200,
        ["lauds", "praises"],
    )
    workers = children(process)
    process.send_signal(number)
    assert process.wait(60) == status
    assert process.stderr.read() == ""
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize("wait", [0, 0.05])
@pytest.mark.parametrize(
    ("first", "second", "statuses"),
    [(signal.SIGINT, signal.SIGTERM, {0, 130}), (signal.SIGINT, signal.SIGINT, {130})],
)
def test_two_signals_stop_it_as_quietly_as_one(served, first, second, statuses, wait):
    """Which of two that come together is the first is up to the system."""
    process, _, _ = served()
    process.send_signal(first)
    time.sleep(wait)
    process.send_signal(second)
    assert process.wait(60) in statuses
    assert process.stderr.read() == ""


@pytest.mark.parametrize("then_ends", [False, True])
def test_signals_mean_afterwards_what_they_meant_before(folder, then_ends):
    """But to a program that ends with the server they mean nothing more."""

    def interrupt_soon(_):
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

    def ours(*_):
        raise AssertionError("the server takes the signal")

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, ours) for number in numbers]
    try:
        status = serve(folder, Serving(port=0), interrupt_soon, then_ends=then_ends)
        meanings = {signal.getsignal(number) for number in numbers}
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
    assert (status, meanings) == (130, {signal.SIG_IGN if then_ends else ours})


def test_a_second_signal_waits_for_no_query(served):
    process, port, _ = served("--timeout", "600")
    thread = threading.Thread(target=lambda: cut_off(port))
    thread.start()
    wait_for_long_query(process)
    workers = children(process)
    process.terminate()
    time.sleep(0.2)
    process.terminate()
    assert process.wait(60) == 0
    thread.join()
    assert process.stderr.read() == ""
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def cut_off(port):
    """Ask what takes for ever, and get no answer or a refusal."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        fetch(port, "/sparql", {"query": RUNAWAY})


def test_a_stop_ends_the_queries_that_run(served):
    process, port, _ = served("--timeout", "600")
    told = []
    thread = threading.Thread(
        target=lambda: told.append(fetch(port, "/sparql", {"query": RUNAWAY}))
    )
    thread.start()
    wait_for_long_query(process)
    workers = children(process)
    process.terminate()
    assert process.wait(60) == 0
    thread.join()
    assert told == [(503, "The server is being stopped.\n")]
    assert process.stderr.read() == ""
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads the state from /proc")
def test_the_query_of_a_client_that_leaves_is_ended(served):
    process, port, _ = served("--timeout", "600", "--max-queries", "1")
    with socket.create_connection(("127.0.0.1", port)) as leaving:
        path = f"/sparql?query={quote(RUNAWAY)}"
        leaving.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        wait_for_long_query(process)
        [busy] = children(process)
    until(lambda: busy not in children(process))
    assert fetch(port, "/sparql", {"query": "ASK {}"})[0] == 200


def test_raw_addresses_lead_nowhere_either(served):
    _, port, _ = served()
    for target in (
        "/static/../../pyproject.toml",
        "//etc/passwd",
        "/static/..\\app.py",
        "*",
        "http://evil.example/",
    ):
        with socket.create_connection(("127.0.0.1", port)) as raw:
            raw.sendall(
                f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
            )
            status = int(raw.makefile("rb").readline().split()[1])
        assert status in (400, 404), target


def test_a_public_address_is_warned_of(served):
    _, port, greeting = served("--host", "0.0.0.0")
    assert "can be reached from other machines" in greeting
    assert fetch(port, "/api/stats")[0] == 200


def test_it_loads_neither_spacy_nor_rdflib(folder):
    script = (
        "import sys\nfrom pathlib import Path\nfrom kg.server.graph import ServedGraph\n"
        "from kg.server.reading import GraphReader\nimport kg.server.running\n"
        f"ServedGraph(Path({str(folder)!r})).read(lambda r: r.entity('Tolm'))\n"
        "print([n for n in ('spacy', 'rdflib', 'networkx') if n in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert told.stdout.strip() == "[]"


def test_a_taken_port_and_a_missing_graph_are_told(folder, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ArgumentError, match=f"port {port} is taken.*--port"):
            serve(folder, Serving(port=port), print)
    with pytest.raises(ArgumentError, match="an address of this machine"):
        serve(folder, Serving(host="192.0.2.7", port=0), print)
    with pytest.raises(GraphError, match="kg build"):
        serve(tmp_path, Serving(), print)


def test_a_missing_extra_is_told(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "kg.server.running", raising=False)
    monkeypatch.delattr("kg.server.running", raising=False)
    with pytest.raises(KgError, match=r"needs uvicorn.*pip install '\.\[serve\]'"):
        serve(folder, Serving(), print)


# ---- in a browser


@pytest.mark.browser
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_the_query_page_asks_nobody_else(served):
    if CHROMIUM is None:
        if os.environ.get("KG_REQUIRE_BROWSER") == "1":
            pytest.fail("KG_REQUIRE_BROWSER=1, but no Chromium is installed")
        pytest.skip("no Chromium is installed (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    _, port, _ = served()
    complaints, asked = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        address = f"http://127.0.0.1:{port}/sparql?endpoint=https://evil.example/&query="
        page.goto(address + quote(GROWERS))
        page.wait_for_selector(".yasqe")
        page.locator(".CodeMirror-code").click()
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(".yasr table tbody tr")
        rows = page.locator(".yasr table tbody tr").all_inner_texts()
        page.keyboard.press("Control+End")
        page.keyboard.type("\nPREFIX fo")
        page.keyboard.press("Control+Space")
        page.wait_for_timeout(300)
        browser.close()
    assert [row.split()[-1] for row in rows] == ["lauds", "praises"]
    assert complaints == []
    foreign = [url for url in asked if not url.startswith((f"http://127.0.0.1:{port}/", "data:"))]
    assert foreign == []
