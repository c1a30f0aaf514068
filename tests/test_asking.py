"""`kg query` and the API's queries: limits, formats, updates, and what they say of them."""

import json

import orchard
import pyoxigraph as ox
import pytest
from typer.testing import CliRunner

import kg
from kg import api
from kg.cli import app
from kg.errors import QueryError, QueryTimeoutError
from kg.records import Records
from kg.stores.oxigraph import OxigraphStore

RUNAWAY = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
NEW = "INSERT DATA { ent:weir a kg:Facility ; rdfs:label 'weir' }"


@pytest.fixture
def folder(tmp_path):
    OxigraphStore.replace(tmp_path / "store", orchard.graph(), "as built")
    return tmp_path


def cli(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def query(folder, *arguments):
    return cli("query", "-g", folder, *arguments)


def test_a_query_is_ended_with_status_1(folder):
    run = query(folder, RUNAWAY, "--timeout", "0.3")
    assert run.exit_code == 1
    assert "Error: The query was ended after 0.3 seconds." in run.stderr
    assert run.stdout == ""


def test_a_limit_is_kept_and_told(folder):
    run = query(folder, "--name", "evidence", "--limit", "2", "--format", "json")
    assert len(json.loads(run.stdout)["results"]["bindings"]) == 2
    assert run.stderr == "note: there is more than these 2; --limit 0 gives all.\n"
    whole = query(folder, "--name", "evidence", "--limit", "0", "--format", "json")
    assert len(json.loads(whole.stdout)["results"]["bindings"]) == 14
    assert whole.stderr == ""


def test_only_a_table_on_a_terminal_has_a_limit_of_its_own(monkeypatch, tmp_path):
    from kg.reports import answer_limit

    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert answer_limit(None, None, None) == answer_limit(None, "table", None) == 1000
    assert answer_limit(None, "csv", None) is None
    assert answer_limit(None, None, tmp_path / "x.txt") is None
    assert (answer_limit(0, None, None), answer_limit(7, "csv", None)) == (None, 7)


def test_documents_are_chosen(folder):
    run = query(folder, "--name", "documents", "--from", "2021-06", "--format", "csv")
    assert [line.split(",")[0] for line in run.stdout.splitlines()] == ["document", "second"]
    run = query(folder, "--name", "documents", "--source", "Tolm Courier", "--format", "csv")
    assert [line.split(",")[0] for line in run.stdout.splitlines()] == ["document", "001_orchards"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ASK {}", "--from", "2021"], "go with --name"),
        (["--name", "evidence", "--from", "soon"], '"soon" is no date'),
        (["--name", "evidence", "--update"], "--update answers nothing"),
        (["CLEAR ALL", "--update", "--format", "csv"], "--update answers nothing"),
        (["CLEAR ALL", "--update", "--limit", "0"], "--update answers nothing"),
        (["--name", "links", "--arg", "dam", "--arg", "Tolm"], '"Tolm" is one value too many'),
        (["--name", "links", "--arg", "to=dam", "--arg", "to=Tolm"], '"to" has two values'),
        (["ASK {}", "--timeout", "0"], "give more than 0"),
        (["ASK {}", "--timeout", "1e9"], "less than 1,000,000"),
        (["ASK {}", "--limit", "-1"], "--limit"),
    ],
)
def test_wrong_use_has_status_2(folder, arguments, message):
    run = query(folder, *arguments)
    assert run.exit_code == 2
    assert message in run.stderr


def test_csv_with_its_mark(folder):
    sparql = 'SELECT ("=é" AS ?v) {}'
    run = query(folder, sparql, "--format", "csv", "--bom")
    assert run.stdout_bytes == "\ufeffv\r\n'=é\r\n".encode()


@pytest.mark.parametrize(
    ("name", "format_"),
    [
        ("rdfxml", ox.RdfFormat.RDF_XML),
        ("jsonld", ox.RdfFormat.JSON_LD),
        ("trig", ox.RdfFormat.TRIG),
    ],
)
def test_triples_in_the_format_chosen(folder, name, format_):
    run = query(folder, "CONSTRUCT WHERE { ?s rel:praises ?o }", "--format", name)
    assert [q.object.value.rpartition("/")[2] for q in ox.parse(run.stdout, format_)] == [
        "Quince_Growers"
    ]


def test_unknown_terms_are_told_beside_the_answer(folder):
    run = query(folder, "SELECT ?a { ?a rel:prases ?b }", "--format", "csv")
    assert run.stdout_bytes == b"a\r\n"
    assert "note: rel:prases is no term of this graph. Did you mean rel:praises?" in run.stderr


def test_an_update_changes_the_store_until_it_is_built_again(folder):
    assert query(folder, NEW).exit_code == 1
    run = query(folder, NEW, "--update")
    assert (run.exit_code, run.stdout) == (0, "")
    assert "next build" in run.stderr
    assert query(folder, "ASK { ent:weir a kg:Facility }", "--format", "csv").stdout.split() == [
        "answer",
        "true",
    ]
    assert OxigraphStore.label_of(folder / "store") != "as built"


@pytest.mark.parametrize(
    ("sparql", "message"),
    [
        ("INSERT DATA { ent:x ent:y }", "not valid SPARQL at line 1, column 27"),
        ("LOAD <http://a.example/>", "LOAD fetches from other servers"),
        ("SELECT * { ?s ?p ?o }", "not valid SPARQL at line 1"),
    ],
)
def test_a_wrong_update_changes_nothing(folder, sparql, message):
    graph = kg.open_graph(folder)
    with pytest.raises(QueryError, match=message):
        graph.update(sparql)
    assert OxigraphStore.label_of(folder / "store") == "as built"
    assert set(OxigraphStore.open(folder / "store").quads()) == set(orchard.graph())


def test_an_update_that_takes_too_long_changes_nothing(folder):
    graph = kg.open_graph(folder)
    with pytest.raises(QueryTimeoutError):
        graph.update("INSERT { ?a ?e ?i } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", timeout=0.5)
    assert set(OxigraphStore.open(folder / "store").quads()) == set(orchard.graph())


def test_the_api_has_the_same_limits(folder):
    graph = api.open_graph(folder)
    with pytest.raises(QueryTimeoutError):
        graph.query(RUNAWAY, timeout=0.3)
    result = graph.query("SELECT ?s { ?s a rdf:Statement }", limit=5)
    assert (len(result), result.cut) == (5, True)
    assert len(graph.ask("evidence", of=kg.Choice(source="Tolm Courier"))) == 9
    assert len(graph.ask("evidence", limit=1)) == 1
    graph.update(NEW)
    assert graph.query("ASK { ent:weir a kg:Facility }")
    assert graph.find("weir") == "weir"


def test_an_update_that_would_leave_no_graph_changes_nothing(folder):
    run = query(folder, "CLEAR ALL", "--update")
    assert run.exit_code == 1
    assert "Nothing was changed." in run.stderr
    assert query(folder, "ASK { ent:dam a kg:Facility }", "--format", "csv").exit_code == 0
    assert OxigraphStore.label_of(folder / "store") == "as built"


def test_no_update_goes_on_beside_a_build(folder):
    with Records(folder / "records.sqlite", writing=True):
        run = query(folder, NEW, "--update")
        assert run.exit_code == 1
        assert "is in use by another kg build" in run.stderr
    assert query(folder, NEW, "--update").exit_code == 0
