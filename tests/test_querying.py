"""Queries in processes of their own: what comes back, and that nothing outlives its time."""

import os
import signal
import threading

import orchard
import pyoxigraph as ox
import pytest

from kg.errors import GraphError, QueryBusyError, QueryError, QueryTimeoutError
from kg.iris import prefixes
from kg.querying import Request, Worker
from kg.stores.oxigraph import OxigraphStore

DECLARED = prefixes("https://example.org/kg/")
RUNAWAY = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
ENDLESS = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"

posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    made = tmp_path_factory.mktemp("graph") / "store"
    OxigraphStore.replace(made, orchard.graph())
    return made


@pytest.fixture(scope="module")
def worker(path):
    made = Worker(path)
    yield made
    made.stop()


def request(sparql, **settings):
    return Request(sparql, DECLARED, **settings)


def pid(worker):
    return worker._process.pid


def gone(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_runaway_query_ends_with_its_time_and_the_next_is_answered(worker):
    worker.start()
    first = pid(worker)
    with pytest.raises(QueryTimeoutError, match=r"ended after 0\.3 seconds"):
        worker.answer(request(RUNAWAY), timeout=0.3)
    assert gone(first)
    assert worker.ask(request("ASK { ?s a kg:Group }")) is True
    assert pid(worker) != first


@posix
def test_a_timer_that_is_late_on_a_busy_machine_is_no_want_of_memory(worker, monkeypatch):
    """The process has an alarm of its own, and the reason is the same."""
    monkeypatch.setattr(threading.Timer, "start", lambda _: None)
    with pytest.raises(QueryTimeoutError, match=r"ended after 0\.1 seconds"):
        worker.answer(request(RUNAWAY), timeout=0.1)
    assert worker.ask(request("ASK {}")) is True


def test_time_also_ends_an_answer_that_is_being_read(worker):
    """The first bytes are there soon, and the last would not be for hours."""
    worker.ask(request("ASK {}"))
    with worker.answer(request(ENDLESS), timeout=3) as reply:
        assert reply.media_type == "application/sparql-results+json"
        with pytest.raises(QueryTimeoutError):
            for _ in reply:
                pass


def test_many_queries_are_answered_by_one_process(worker):
    worker.ask(request("ASK {}"))
    first = pid(worker)
    with pytest.raises(QueryError, match="error at 1:") as caught:
        worker.answer(request("SELEC ?s"))
    assert isinstance(caught.value.__cause__, SyntaxError)
    assert worker.answer(request("CONSTRUCT { } WHERE { }")).read() == b""
    assert worker.ask(request("ASK {}")) is True
    assert pid(worker) == first


def test_closing_an_unread_reply_ends_its_query(worker):
    reply = worker.answer(request(ENDLESS))
    first = pid(worker)
    reply.close()
    assert gone(first)
    assert worker.ask(request("ASK {}")) is True


def test_a_query_may_be_stopped_by_another_thread_and_the_next_is_answered(worker):
    with worker.answer(request(ENDLESS)) as reply:
        first = pid(worker)
        thread = threading.Thread(target=worker.stop)
        thread.start()
        with pytest.raises(QueryError, match="ended"):
            reply.read()
        thread.join()
    assert gone(first)
    assert worker.ask(request("ASK {}")) is True
    assert pid(worker) != first


def test_one_that_is_closed_starts_no_process_any_more(path):
    worker = Worker(path)
    worker.start()
    first = pid(worker)
    worker.close()
    assert gone(first)
    with pytest.raises(QueryBusyError, match="No more queries"):
        worker.ask(request("ASK {}"))
    assert worker._process is None


@posix
def test_an_interrupt_of_the_terminal_is_kept_from_a_process_that_begins(path):
    worker = Worker(path)
    worker.start()
    first = pid(worker)
    os.kill(first, signal.SIGINT)
    assert worker.ask(request("ASK {}")) is True
    assert pid(worker) == first
    worker.stop()


def test_a_process_that_needs_too_much_memory_is_told_of(path):
    worker = Worker(path, memory=1 << 30)
    doubled = " ".join(f"BIND(CONCAT(?s{n}, ?s{n}) AS ?s{n + 1})" for n in range(34))
    with pytest.raises(QueryError, match="needed more memory") as caught:
        worker.answer(request(f"SELECT (STRLEN(?s34) AS ?n) {{ BIND('x' AS ?s0) {doubled} }}"))
    assert not isinstance(caught.value, QueryTimeoutError)
    assert worker.ask(request("ASK {}")) is True
    worker.stop()


def test_a_process_that_was_killed_is_replaced(worker):
    worker.ask(request("ASK {}"))
    os.kill(pid(worker), signal.SIGKILL)
    os.waitid(os.P_PID, pid(worker), os.WEXITED | os.WNOWAIT)
    assert worker.ask(request("ASK {}")) is True


def test_a_second_thread_waits_for_its_turn(worker):
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(worker.ask(request("ASK {}"))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert answers == [True] * 4


def test_one_that_waits_too_long_is_told(worker):
    with worker.answer(request(ENDLESS)), pytest.raises(QueryBusyError, match="try again"):
        worker.answer(request("ASK {}"), timeout=0.1)


def test_a_store_that_is_missing_is_a_graph_error(tmp_path):
    with pytest.raises(GraphError, match="Run `kg build` first"):
        Worker(tmp_path / "store").ask(request("ASK {}"))


VALUES = (
    'SELECT ?v { VALUES ?v { <http://a.example/x> "a\\tb\\n\\"c\\"" "d"@en 7 0.5 true UNDEF '
    '"x"^^<http://a.example/t> "seven"^^xsd:integer } }'
)


def test_terms_come_back_as_they_are(worker):
    whole = OxigraphStore()
    wanted = list(whole.query(VALUES, DECLARED).rows)
    answer = worker.ask(request(VALUES))
    assert answer.variables == ("v",)
    assert list(answer.rows) == wanted
    assert len(wanted) == 9


@pytest.mark.parametrize(
    ("media_type", "format_"),
    [
        ("application/sparql-results+json", ox.QueryResultsFormat.JSON),
        ("application/sparql-results+xml", ox.QueryResultsFormat.XML),
        ("text/tab-separated-values", ox.QueryResultsFormat.TSV),
    ],
)
@pytest.mark.parametrize("rows", [0, 1, 9, 10])
def test_the_first_rows_in_each_format(worker, media_type, format_, rows):
    reply = worker.answer(request(VALUES, solutions=media_type, rows=rows))
    assert reply.media_type == media_type
    found = [row[0] for row in ox.parse_query_results(reply.read(), format_)]
    whole = [row[0] for row in OxigraphStore().query(VALUES, DECLARED).rows]
    assert found == whole[:rows]


def test_rows_without_values_are_counted_too(worker):
    sparql = "SELECT ?a { VALUES ?a { UNDEF UNDEF UNDEF } }"
    assert len(list(worker.ask(request(sparql, rows=2)).rows)) == 2
    assert len(list(worker.ask(request("SELECT * {}", rows=2)).rows)) == 1


@pytest.mark.parametrize("rows", [None, 5])
def test_triples_in_each_format(worker, rows):
    for media_type in ("text/turtle", "application/n-triples", "application/ld+json"):
        asked = request("CONSTRUCT WHERE { ?s rdfs:label ?o }", triples=media_type, rows=rows)
        reply = worker.answer(asked)
        assert reply.media_type == media_type
        parsed = list(ox.parse(reply.read(), ox.RdfFormat.from_media_type(media_type)))
        assert len(parsed) == rows if rows else len(parsed) > 5


def test_bindings_are_values_whatever_they_look_like(worker):
    hostile = ox.Literal('" } SERVICE <http://a.example/> { ?s ?p "')
    answer = worker.ask(request("SELECT ?v { BIND(1 AS ?one) }", bindings={"v": hostile}))
    assert list(answer.rows) == [(hostile,)]


def test_an_update_gives_the_dataset_and_leaves_the_store(worker, path):
    sparql = "INSERT DATA { GRAPH <http://a.example/g> { <http://a.example/s> rdfs:label 'new' } }"
    reply = worker.answer(request(sparql, update=True))
    assert reply.media_type == "application/n-quads"
    made = set(ox.parse(reply.read(), ox.RdfFormat.N_QUADS))
    held = set(OxigraphStore.open(path).quads())
    assert {quad.graph_name.value for quad in made - held} == {"http://a.example/g"}
    assert held - made == set()
