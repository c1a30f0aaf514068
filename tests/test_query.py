"""Queries: what they may do, how they fail, what they answer; and the questions with names."""

import csv
import io
import json
import subprocess
import sys
import time
from dataclasses import replace

import orchard
import pyoxigraph as ox
import pytest
import rdflib

from kg import query
from kg.errors import ArgumentError, QueryError, QueryTimeoutError, UnknownNameError
from kg.iris import prefixes
from kg.model import Literal
from kg.narrowing import Choice
from kg.querying import Worker
from kg.rdf.turtle import write_trig, write_turtle
from kg.relations import map_relation
from kg.results import RDF_FORMATS
from kg.sparql import check_update
from kg.stores.memory import MemoryStore
from kg.stores.oxigraph import OxigraphStore

BASE = "https://example.org/kg/"


@pytest.fixture(scope="module")
def store():
    made = OxigraphStore()
    made.load(orchard.graph())
    return made


# ---- what is refused

REFUSED = {
    "SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }": "1, column 12: SERVICE",
    "SELECT * {\n  service silent ?x { ?s ?p ?o } }": "2, column 3: SERVICE",
    "SELECT * { OPTIONAL { ?s ?p ?o } SERVICE kg:x {} }": "1, column 34: SERVICE",
    "SELECT * {SERVICE:x{?s ?p ?o}}": "column 11: SERVICE",
    "SELECT * {servicekg:x{?s ?p ?o}}": "column 11: SERVICE",
    "SELECT * { ?s ?p true.SERVICE:x{?s ?p ?o} }": "SERVICE",
    "SELECT * { ?s ?p trueSERVICE:x{?s ?p ?o} }": "SERVICE",
    "SELECT * { ?s ?p 1.SERVICE<x:y>{?s ?p ?o} }": "SERVICE",
    "SELECT * { ?s ?p kg:a\\#b . SERVICE<x:y>{?s ?p ?o} }": "SERVICE",
    "SELECT * { FILTER(?a<?b)SERVICE<x:y>{?s ?p ?o} }": "SERVICE",
    "ASK { FILTER('a'<'>') SERVICE <http://a.example/> {} FILTER(''='') }": "column 23: SERVICE",
    "ASK { FILTER(1<2)SERVICE?x#>\n{ ?s ?p ?o } }": "column 18: SERVICE",
    "ASK { ?s ?p <a:b#> '\"' FILTER(1<'#>')SERVICE<a:b>{ ?s ?p ?o } }": "SERVICE",
    "SELECT (1<2 AS ?x)FROM#>\n<file:///etc/passwd> { ?s ?p ?o }": "2, column 1: FROM",
    "SELECT (1<(2)AS?x)FROM#>\n<file:///etc/passwd> { ?s ?p ?o }": "column 19: FROM",
    "SELECT * { \\u0053ERVICE <http://a.example/> { ?s ?p ?o } }": "SERVICE",
    "SELECT * { \\U00000053ERVICE <http://a.example/> {} }": "SERVICE",
    "SELECT * { \\u005Cu0053ERVICE <http://a.example/> {} }": "SERVICE",
    'SELECT * { ?s ?p "a\\u0022 . SERVICE <http://a.example/> {} #" }': "SERVICE",
    "SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }": "column 15: FROM",
    "SELECT * FROM NAMED <file:///etc/passwd> { ?s ?p ?o }": "FROM",
    "SELECT * FROM <FILE:///etc/passwd> { ?s ?p ?o }": "FROM",
    "SELECT * FROM <ftp://a.example/x> { ?s ?p ?o }": "FROM",
    "SELECT * FROM <passwd> { ?s ?p ?o }": "FROM",
    "BASE <file:///etc/> SELECT * FROM <passwd> { ?s ?p ?o }": "FROM",
    "PREFIX f: <file:///etc/> SELECT * FROM f:passwd { ?s ?p ?o }": "FROM",
    "PREFIX kg: <file:///etc/> ASKFROM kg:passwd { ?s ?p ?o }": "FROM",
    "SELECT * FROM <\\u0066ile:///etc/passwd> { ?s ?p ?o }": "FROM",
    "LOAD <http://a.example/>": "LOAD would change the graph",
    "PREFIX x: <x:> BASE <http://a/> insert data { x:a x:b x:c }": "INSERT would change",
    "DELETE WHERE { ?s ?p ?o }": "DELETE would change",
    "CLEAR ALL": "CLEAR would change",
    "DROP GRAPH <http://a.example/>": "DROP would change",
    "WITH <http://a.example/> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }": "WITH would change",
}  # fmt: skip


@pytest.mark.parametrize("sparql", REFUSED)
def test_what_would_do_more_than_read_is_refused(store, sparql):
    with pytest.raises(QueryError, match="The query is refused at line") as caught:
        query.run(store, sparql)
    assert REFUSED[sparql] in str(caught.value)


ALLOWED = [
    'SELECT * { ?s rdfs:label "SERVICE <http://a/> LOAD FROM <file:a>" }',
    "SELECT * { ?s rdfs:label '''a ' SERVICE <http://a/> { }''' }",
    'SELECT * { ?s rdfs:label """a " LOAD "" <file:a>""" }',
    "SELECT * { ?s rdfs:label 'it\\'s FROM <file:a>' }",
    "SELECT * { ?s ?p ?o } # SERVICE <http://a/> { } LOAD <x> FROM <file:a>",
    "# LOAD <file:a>\nSELECT * { ?s ?p ?o }",
    "SELECT ?service ?from ?load { ?service ?from ?load }",
    "SELECT * { <http://a.example/SERVICE#LOAD> <http://a/FROM> ?o }",
    "SELECT * { ?s <http://a.example/it's#SERVICE> <urn:a#b> ; <urn:a'b> 'SERVICE {}' }",
    "SELECT * { ?s ?p ?o FILTER(?p = <urn:a#b>) } # SERVICE <x>",
    "SELECT * { ?s kg:load ?o ; kg:SERVICE ?p ; kg:from-FROM ?x }",
    "PREFIX webservice: <http://a.example/> SELECT * { ?s webservice:service ?o }",
    "PREFIX platform: <http://a.example/> SELECT * { ?s platform:from ?o }",
    "SELECT * { ?s ?p ?o FILTER(?o<3&&?o>1) }",
    "SELECT * { ?s ?p 'x'@en-service }",
    "SELECT * FROM doc:second { ?s ?p ?o }",
    "SELECT * FROM NAMED <https://example.org/kg/document/second> { GRAPH ?g { ?s ?p ?o } }",
]


@pytest.mark.parametrize("sparql", ALLOWED)
def test_strings_comments_and_names_may_contain_the_words(store, sparql):
    query.run(store, sparql)


@pytest.mark.parametrize(
    "part", ["a.", "<#>", "<'>", "<a'", "'", '"""\\', "\\", "a:", "x: ", "a.b "], ids=repr
)
def test_no_query_takes_long_to_read(store, part):
    began = time.process_time()
    with pytest.raises(QueryError):
        query.run(store, "ASK { " + part * (100_000 // len(part)))
    assert time.process_time() - began < 5


def test_of_a_long_line_an_error_shows_what_stands_around_its_place(store):
    with pytest.raises(QueryError) as caught:
        query.run(store, "SELECT * { " + "?s ?p ?o . " * 1000 + "?here } " + "# more" * 1000)
    _, shown, mark = str(caught.value).split("\n")
    assert len(shown) < 250
    assert shown[: mark.index("^")].endswith("?here } ")


REFUSED_UPDATES = [
    "LOAD <http://a.example/>",
    "load silent <file:///etc/passwd> INTO GRAPH <http://a.example/g>",
    "INSERT DATA { kg:x kg:y kg:z } ; LOAD <http://a.example/>",
    "INSERT DATA { kg:x kg:y kg:z };LOADSILENT<http://a.example/>",
    "PREFIX loadx: <http://a.example/> INSERT DATA { kg:x kg:y 1 } ; LOADloadx:y",
    "L\\u004FAD <http://a.example/>",
    "\\u005Cu004COAD <http://a.example/>",
    "# a comment\nLOAD# another\n<http://a.example/>",
    "INSERT { ?s ?p ?o } WHERE { SERVICE <http://a.example/> { ?s ?p ?o } }",
    "INSERT { kg:a kg:b ?x } WHERE { BIND(('a'<'>') AS ?x) }; LOAD <a:b>; CLEAR ALL # ''",
    "DELETE { ?s ?p ?o } WHERE { \\U00000053ERVICE <http://a.example/> { ?s ?p ?o } }",
]


@pytest.mark.parametrize("sparql", REFUSED_UPDATES)
def test_updates_reach_nothing_beyond_the_store(sparql):
    with pytest.raises(QueryError, match="refused at line"):
        check_update(sparql.replace("\\\\", "\\"), prefixes(BASE))


@pytest.mark.parametrize(
    "sparql",
    [
        'INSERT DATA { kg:load rdfs:label \'LOAD <file:///x>\' , """SERVICE " LOAD""" }',
        "DELETE WHERE { ?load ?service <http://a.example/LOAD#SERVICE> } # LOAD <file:x>",
        "CLEAR ALL ; CREATE GRAPH <http://a.example/load>",
    ],
)
def test_updates_may_contain_the_words(sparql):
    check_update(sparql, prefixes(BASE))


# ---- how queries fail

WRONG = {
    "SELECT ?s WHERE { ?s ?p ?o": 'line 1, column 27: expected ",", ".", ";"',
    "SELECT ?s WHERE {\n ?s ?p FILTER( }": "line 2, column",
    "SELECT ?s WHERE { ?s kgg:claims ?o }": 'prefix "kgg:" is not declared. Did you mean "kg:"?',
    "SELEC ?s { ?s ?p ?o }": 'this one begins with "SELEC". Did you mean SELECT?',
    "hello": 'this one begins with "hello".',
    "": "this one is empty",
    "SELECT ?s (COUNT(?o) AS ?n) { ?s ?p ?o }": "a variable that is unbound",
}


@pytest.mark.parametrize("sparql", WRONG)
def test_a_wrong_query_is_told_with_place_and_expectation(store, sparql):
    with pytest.raises(QueryError, match="not valid SPARQL at line") as caught:
        query.run(store, sparql)
    assert WRONG[sparql] in str(caught.value)


def test_the_place_is_marked(store):
    with pytest.raises(QueryError) as caught:
        query.run(store, "SELECT ?s\nWHERE ( ?s ?p ?o }")
    assert str(caught.value).splitlines()[1:] == ["  WHERE ( ?s ?p ?o }", "        ^"]


@pytest.mark.parametrize(
    ("sparql", "notes"),
    [
        (
            "SELECT * { ?a rel:critizises ?b ; rel:prases ?c }",
            (
                (
                    "rel:critizises is no term of this graph. "
                    "Did you mean rel:criticizes, which occurs nowhere in it either?"
                ),
                "rel:prases is no term of this graph. Did you mean rel:praises?",
            ),
        ),
        ("SELECT * { ?a a kg:Award }", ("kg:Award occurs nowhere in this graph.",)),
        (
            "PREFIX r: <https://example.org/kg/rel/> SELECT * { ?a r:prases ?c }",
            ("rel:prases is no term of this graph. Did you mean rel:praises?",),
        ),
        (
            "SELECT * { ?a <https://example.org/kg/rel/prases> 'rel:nothing' } # rel:other",
            ("rel:prases is no term of this graph. Did you mean rel:praises?",),
        ),
        ("SELECT * { ?a rel:praises ?b ; kg:claims ?c ; rdfs:lable ?d . ent:None ?e ?f }", ()),
        ("SELECT * { ?a rdf:predicate rel:praises ; kg:polarity kg:Negated }", ()),
    ],
)
def test_terms_that_the_graph_does_not_have_are_told(store, sparql, notes):
    assert query.run(store, sparql).notes == notes


# ---- limits


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("limits")
    OxigraphStore.replace(made / "store", orchard.graph())
    return made


def asked(folder, store, **limits):
    return query.Asked(store, Worker(folder / "store"), query.Limits(**limits))


def test_a_worker_gives_the_same_answers(folder, store):
    whole = asked(folder, store)
    for name in query.questions():
        assert query.ask(whole, name, given(name)) == query.ask(store, name, given(name)), name
    for sparql in ("ASK {}", "CONSTRUCT WHERE { ?s rel:praises ?o }", NAMES):
        assert query.run(whole, sparql) == query.run(store, sparql)
    with pytest.raises(QueryError, match="not valid SPARQL at line 1, column 25"):
        query.run(whole, "SELECT ?s ( { ?s ?p ?o }")


def test_rows_end_at_the_limit_and_that_is_told(folder, store):
    for whole in (asked(folder, store, rows=3), query.Asked(store, None, query.Limits(rows=3))):
        result = query.ask(whole, "evidence")
        assert (len(result), result.cut) == (3, True)
        assert result.to_text().endswith("(the first 3 rows; there are more)\n")
        assert query.run(whole, "CONSTRUCT WHERE { ?s rdf:subject ?o }").cut
        exact = query.run(whole, "SELECT * { VALUES ?a { 1 2 3 } }")
        assert (len(exact), exact.cut) == (3, False)


def test_a_query_ends_with_its_time(folder, store):
    endless = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
    with pytest.raises(QueryTimeoutError, match=r"ended after 0\.2 seconds"):
        query.run(asked(folder, store, timeout=0.2), endless)
    with pytest.raises(QueryTimeoutError, match=r"ended after 0\.2 seconds"):
        query.run(query.Asked(store, None, query.Limits(0.2)), endless)


@pytest.mark.parametrize("limits", [{"timeout": 0}, {"timeout": -1}, {"rows": 0}])
def test_limits_that_are_none(limits):
    with pytest.raises(ArgumentError, match="is none: give"):
        query.Limits(**limits)


# ---- results

NAMES = """
SELECT ?name ?statements WHERE {
  { SELECT ?who (COUNT(?s) AS ?statements) WHERE { ?s rdf:subject ?who } GROUP BY ?who }
  ?who rdfs:label ?name
} ORDER BY DESC(?statements) ?name
"""


def test_rows_by_position_name_and_attribute(store):
    result = query.run(store, NAMES)
    first = next(iter(result))
    assert (first[0], first["name"], first.name) == ("Ada Brandt", "Ada Brandt", "Ada Brandt")
    assert (first.statements, len(first), first.as_dict()["statements"]) == (5, 2, 5)
    assert result.variables == ("name", "statements")
    assert len(result) == 8
    with pytest.raises(KeyError):
        first["other"]
    with pytest.raises(AttributeError):
        _ = first.other


def test_values_are_pythons(store):
    sparql = (
        "SELECT ?a ?b ?c ?d ?e { BIND(1 AS ?a) BIND(0.5 AS ?b) BIND(true AS ?c) BIND(kg:x AS ?e) }"
    )
    assert [tuple(row) for row in query.run(store, sparql)] == [
        (1, 0.5, True, None, "https://example.org/kg/ns#x")
    ]


def test_a_dataframe(store):
    pandas = pytest.importorskip("pandas")
    frame = query.run(store, NAMES).to_dataframe()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == ["name", "statements"]
    assert frame.iloc[0].tolist() == ["Ada Brandt", 5]
    assert list(query.run(store, "SELECT ?a { ?a a kg:Award }").to_dataframe().columns) == ["a"]


def test_csv_has_iris_in_full_and_quotes_what_needs_it(store):
    rows = '(ent:Tolm "a, \\"b\\"\\nc") (ent:dam 0.9)'
    sparql = f"SELECT ?s ?v ?none {{ VALUES (?s ?v) {{ {rows} }} }} ORDER BY ?s"
    read = list(csv.reader(io.StringIO(query.run(store, sparql).to_csv(), newline="")))
    assert read == [
        ["s", "v", "none"],
        [BASE + "entity/Tolm", 'a, "b"\nc', ""],
        [BASE + "entity/dam", "0.9", ""],
    ]


def test_csv_guards_what_a_spreadsheet_would_run(store):
    cells = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "1=1", "", "'=1"]
    rows = " ".join(json.dumps(cell) for cell in cells)
    result = query.run(store, f"SELECT ?v {{ VALUES ?v {{ {rows} -1 -0.5 '-x'^^xsd:integer }} }}")
    read = [row[0] for row in csv.reader(io.StringIO(result.to_csv(), newline=""))]
    wanted = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "'\r=1", "1=1", "", "'=1"]
    assert read == ["v", *wanted, "-1", "-0.5", "'-x"]
    assert [row.v for row in result][: len(cells)] == cells
    assert result.to_csv(bom=True) == "\ufeff" + result.to_csv()


def test_tsv_and_xml_are_read_back_as_they_were(store):
    rows = '(ent:Tolm \'x\'@en) (ent:dam 0.9) (UNDEF """a\tb\n<&>""")'
    result = query.run(store, f"SELECT ?s ?v {{ VALUES (?s ?v) {{ {rows} }} }}")
    for text, format_ in (
        (result.to_tsv(), ox.QueryResultsFormat.TSV),
        (result.to_xml(), ox.QueryResultsFormat.XML),
    ):
        found = ox.parse_query_results(text, format_)
        assert tuple((row["s"], row["v"]) for row in found) == result.rows
    assert result.to_tsv().splitlines()[:2] == ["?s\t?v", f'<{BASE}entity/Tolm>\t"x"@en']


def test_json_is_sparql_results_json(store):
    sparql = "SELECT ?s ?v ?none { VALUES (?s ?v) { (ent:Tolm 'x'@en) (ent:dam 0.9) } } ORDER BY ?s"
    answer = json.loads(query.run(store, sparql).to_json())
    assert answer["head"]["vars"] == ["s", "v", "none"]
    assert answer["results"]["bindings"] == [
        {
            "s": {"type": "uri", "value": BASE + "entity/Tolm"},
            "v": {"type": "literal", "value": "x", "xml:lang": "en"},
        },
        {
            "s": {"type": "uri", "value": BASE + "entity/dam"},
            "v": {
                "type": "literal",
                "value": "0.9",
                "datatype": "http://www.w3.org/2001/XMLSchema#decimal",
            },
        },
    ]
    parsed = ox.parse_query_results(query.run(store, NAMES).to_json(), ox.QueryResultsFormat.JSON)
    assert len(list(parsed)) == 8


def test_ask(store):
    yes, no = (query.run(store, f"ASK {{ ?s a kg:{name} }}") for name in ("Group", "Award"))
    assert (bool(yes), bool(no)) == (True, False)
    assert json.loads(no.to_json()) == {"head": {}, "boolean": False}
    assert yes.to_csv().split() == ["answer", "true"]
    assert (yes.to_tsv(), yes.to_text()) == ("true", "answer\ntrue\n(1 row)\n")
    assert "<boolean>false</boolean>" in no.to_xml()


def test_construct_as_turtle(store):
    result = query.run(store, "CONSTRUCT WHERE { ?s rel:praises ?o }")
    assert "ent:Ada_Brandt rel:praises ent:Quince_Growers ." in result.to_turtle()
    assert next(iter(result)).subject == BASE + "entity/Ada_Brandt"


@pytest.mark.parametrize("format_", RDF_FORMATS)
def test_construct_and_describe_in_every_format(store, format_):
    result = query.run(store, "CONSTRUCT WHERE { ?s rel:praises ?o }")
    wanted = {ox.Triple(*row) for row in result.rows}
    parsed = {quad.triple for quad in ox.parse(result.to_rdf(format_), RDF_FORMATS[format_])}
    assert parsed == wanted
    assert len(wanted) == 1
    described = query.run(store, "DESCRIBE ent:Tolm_Council").to_rdf(format_)
    labels = [quad.object for quad in ox.parse(described, RDF_FORMATS[format_])]
    assert ox.Literal("Tolm Council") in labels
    with pytest.raises(QueryError, match="holds triples"):
        query.run(store, "ASK {}").to_rdf(format_)


def test_rows_are_no_turtle(store):
    with pytest.raises(QueryError, match="CONSTRUCT or DESCRIBE"):
        query.run(store, NAMES).to_turtle()


def test_a_table_for_people(store):
    rows = "(ent:Tolm 'two\\nlines\\u001b[31m') (ent:dam 0.9)"
    sparql = f"SELECT ?s ?v {{ VALUES (?s ?v) {{ {rows} }} }} ORDER BY ?s"
    assert query.run(store, sparql).to_text().splitlines() == [
        "s         v",
        "ent:Tolm  two lines [31m",
        "ent:dam   0.9",
        "(2 rows)",
    ]


def test_a_table_fits_the_width(store):
    text = query.ask(store, "evidence").to_text(width=160)
    assert max(map(len, text.splitlines())) <= 160


# ---- named questions

EXPECTED = {
    "who-supports-whom": [
        ("Ada Brandt", "praises", "Quince Growers", "asserted", "actual", None),
        ("Ada Brandt", "lauds", "Quince Growers", "asserted", "actual", None),
    ],
    "who-opposes-whom": [("Tolm Council", "rejects", "reservoir", "asserted", "actual", None)],
    "who-leads-what": [
        ("Ada Brandt", "chairs", "Tolm Council", "asserted", "actual", None),
        ("Ada Brandt", "is chair of", "Tolm Council", "asserted", "actual", None),
    ],
    "claims-of": [
        ("Piet Oram", "Lowen Water", "builds", "reservoir", "asserted", "planned"),
        ("surveyor", "dam", "leaks", None, "asserted", "claimed"),
    ],
    "plans": [("Lowen Water", "builds", "reservoir", "asserted", "planned", "Piet Oram")],
    "denials": [("dam", "leaks", None, "negated", "actual", None)],
    "ended": [
        ("Ada Brandt", "works for", "Lowen Water", "asserted", "actual", None),
        ("Piet Oram", "resigns from", "Lowen Water", "asserted", "actual", None),
    ],
    "corroborated": [("Ada Brandt", "praises", "Quince Growers", "actual", 2)] * 2,
    "speakers": [("Piet Oram", "person", 1, 1), ("surveyor", "person", 1, 1)],
    "documents": [
        ("001_orchards", "Orchards win over reservoir", "2021-05-06", "Tolm Courier", 9),
        ("second", None, "2021", None, 5),
    ],
    "timeline": [
        ("2019", "Piet Oram"),
        ("2021-05", "Tolm Council"),
        ("2021-05-04", "Ada Brandt"),
        ("2021-06-01", "heavy rain"),
    ],
    "disputed": [
        (
            "dam", "leaks", None,
            "Oram told the Tolm Courier that a surveyor had said the dam leaks.",
            "surveyor", "001_orchards", "The dam does not leak.", None, "001_orchards",
        )
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", EXPECTED)
def test_the_answers_of_named_questions(store, name):
    rows = [tuple(row) for row in query.ask(store, name)]
    width = len(EXPECTED[name][0])
    assert [row[:width] for row in rows] == EXPECTED[name]


def given(name):
    """Values for the arguments that a question cannot do without."""
    values = {"from": "Piet Oram", "to": "Ada Brandt", "entity": "dam"}
    required = [a.name for a in query.questions()[name].arguments if a.required]
    return [f"{argument}={values[argument]}" for argument in required]


def other_stores(store):
    """The graph as graph.ttl in a plain rdflib Graph, and as graph.trig under union."""
    turtle, trig = io.StringIO(), io.StringIO()
    write_turtle(store.quads(), turtle, BASE)
    write_trig(store.quads(), trig, BASE)
    plain = rdflib.Graph().parse(data=turtle.getvalue(), format="turtle")
    dataset = rdflib.Dataset(default_union=True)
    dataset.parse(data=trig.getvalue(), format="trig")
    return plain, MemoryStore(dataset)


@pytest.mark.filterwarnings("ignore:(Dataset.default_context|ConjunctiveGraph):DeprecationWarning")
def test_named_questions_answer_the_same_everywhere(store):
    plain, union = other_stores(store)
    for name, question in query.questions().items():
        result = query.ask(store, name, given(name))
        assert query.ask(union, name, given(name)).rows == result.rows, name
        bindings = {}
        for argument in question.arguments:
            values = dict(text.split("=") for text in given(name))
            if argument.name in values:
                term = query.ARGUMENT_KINDS[argument.kind](store, values[argument.name])
                bindings[argument.variable] = rdflib.URIRef(term.value)
        found = plain.query(question.sparql, initNs=prefixes(BASE), initBindings=bindings)
        shown = [
            tuple(None if row[v] is None else str(row[v]) for v in result.variables)
            for row in found
        ]
        wanted = [tuple(term and term.value for term in row) for row in result.rows]
        assert shown == wanted, name


SAID = {
    "who-criticizes-whom": "slams",
    "who-supports-whom": "supports",
    "who-opposes-whom": "opposes",
    "evidence": "backs",
    "about": "slams",
    "claims-of": "slams",
}


@pytest.mark.parametrize("name", SAID)
def test_a_literal_shows_its_text_in_the_place_of_an_entity(name):
    first = orchard.STATEMENTS[0]
    said = replace(
        first,
        id="s99",
        property=map_relation(SAID[name], literal=True).name,
        relation=SAID[name],
        object=Literal("the slow repair of the sluice"),
        speakers=("Piet_Oram",),
    )
    made = OxigraphStore()
    made.load(orchard.graph((*orchard.STATEMENTS, said)))
    arguments = ["Ada Brandt"] if name == "about" else []
    rows = [tuple(row) for row in query.ask(made, name, arguments)]
    assert [r for r in rows if "the slow repair of the sluice" in r and SAID[name] in r], rows


# ---- some documents only


@pytest.mark.parametrize(
    ("name", "choice", "count"),
    [
        ("evidence", Choice(source="tolm courier"), 9),
        ("evidence", Choice(first="2021"), 14),
        ("evidence", Choice(first="2021-05-07"), 5),
        ("evidence", Choice(first="2021-05-06", last="2021-05-06"), 14),
        ("evidence", Choice(first="2022"), 0),
        ("evidence", Choice(last="2021-04-30"), 5),
        ("evidence", Choice("Tolm Courier", last="2021-04"), 0),
        ("documents", Choice(source="Tolm Courier"), 1),
        ("corroborated", Choice(source="Tolm Courier"), 0),
        ("disputed", Choice(source="Tolm Courier"), 1),
        ("disputed", Choice(first="2021-06"), 0),
        ("speakers", Choice(source="Tolm Courier"), 2),
        ("speakers", Choice(first="2021-06"), 0),
        ("entities", Choice(first="2021-06"), 7),
        ("plans", Choice(source="Tolm Courier"), 1),
        ("who-supports-whom", Choice(source="Tolm Courier"), 1),
    ],
)
def test_questions_on_some_documents(store, name, choice, count):
    assert len(query.ask(store, name, given(name), choice)) == count


def test_counts_are_of_the_documents_chosen(store):
    rows = {r.id: r.statements for r in query.ask(store, "entities", [], Choice(first="2021-06"))}
    assert (rows["Ada_Brandt"], rows["Piet_Oram"], rows["reservoir"]) == (1, 2, 1)


@pytest.mark.filterwarnings("ignore:(Dataset.default_context|ConjunctiveGraph):DeprecationWarning")
@pytest.mark.parametrize("name", ["entities", "relations", "disputed", "who-supports-whom"])
def test_narrowed_questions_answer_the_same_in_rdflib(store, name):
    _, union = other_stores(store)
    choice = Choice(source="Tolm Courier")
    rows = query.ask(store, name, [], choice).rows
    assert query.ask(union, name, [], choice).rows == rows
    assert rows != query.ask(store, name, [], Choice(first="2021-06")).rows


def test_documents_that_cannot_be_chosen_are_told(store):
    with pytest.raises(
        UnknownNameError, match=r'has the source "Tolm Currier"\. Near it: Tolm Cou'
    ):
        query.ask(store, "evidence", [], Choice(source="Tolm Currier"))
    with pytest.raises(ArgumentError, match='"yesterday" is no date'):
        Choice(first="yesterday")
    with pytest.raises(ArgumentError, match="no time from 2021 to 2020"):
        Choice(first="2021", last="2020")
    with pytest.raises(ArgumentError, match='"links" cannot be asked of some documents'):
        query.ask(store, "links", given("links"), Choice(first="2021"))
    assert query.ask(store, "evidence", [], Choice(first="2022")).notes


def test_what_a_user_gives_does_not_enter_the_query(store):
    hostile = 'Tolm Courier" } SERVICE <http://a.example/> { ?s ?p "'
    with pytest.raises(UnknownNameError):
        query.ask(store, "evidence", [], Choice(source=hostile))


def test_every_question_but_those_on_plain_facts_can_be_narrowed(store):
    fixed = {"links"}
    for name in query.questions().keys() - fixed:
        result = query.ask(store, name, given(name), Choice(first="2021"))
        assert result.rows == query.ask(store, name, given(name)).rows or name == "entities", name


def test_every_question_says_what_it_asks_and_shows_no_ids(store):
    for name, question in query.questions().items():
        assert question.description.endswith("."), name
        variables = query.ask(store, name, given(name)).variables
        assert not [v for v in variables if v.endswith("Id")], name


def test_arguments_are_of_all_kinds_that_there_are():
    kinds = {a.kind for question in query.questions().values() for a in question.arguments}
    assert kinds == query.ARGUMENT_KINDS.keys()


def test_every_entity_of_the_sample_is_counted(store):
    rows = {row.id: row.statements for row in query.ask(store, "entities")}
    assert len(rows) == len(orchard.ENTITIES)
    assert (rows["Ada_Brandt"], rows["old_mill"]) == (5, 0)


@pytest.mark.parametrize(
    ("name", "arguments", "count"),
    [
        ("claims-of", ["Piet Oram"], 1),
        ("claims-of", ["speaker=oram"], 1),
        ("evidence", ["Ada Brandt"], 5),
        ("evidence", ["subject=Ada Brandt", "relation=praises"], 2),
        ("evidence", ["relation=lauds"], 2),
        ("evidence", ["object=Tolm Council", "document=001_orchards"], 2),
        ("entities", ["type=facility"], 3),
        ("entities", ["Group"], 1),
        ("about", ["reservoir"], 3),
        ("links", ["from=Ada Brandt", "to=reservoir"], 1),
    ],
)
def test_arguments_narrow_the_answer(store, name, arguments, count):
    assert len(query.ask(store, name, arguments)) == count


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("claim-of", [], 'No question is called "claim-of". Did you mean claims-of?'),
        ("claims-of", ["who=Oram"], 'has no argument "who"; it has: speaker'),
        ("claims-of", ["Ormam"], 'No entity is called "Ormam". Near it: Oram'),
        ("entities", ["type=Robot"], 'No entity type is called "Robot"'),
        ("evidence", ["relation=prays"], 'No relation of the graph is called "prays"'),
        ("evidence", ["document=third"], 'No document of the graph is called "third"'),
        ("documents", ["x"], 'The question "documents" has no arguments'),
    ],
)
def test_unknown_names_are_told(store, name, arguments, message):
    with pytest.raises(UnknownNameError) as caught:
        query.ask(store, name, arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_a_table_is_as_wide_as_it_may_be(store, width):
    for name, question in query.questions().items():
        if not any(argument.required for argument in question.arguments):
            lines = query.ask(store, name).to_text(width).splitlines()
            assert max(map(len, lines)) <= width, name


def test_where_a_table_has_no_room_each_row_is_a_block(store):
    lines = query.ask(store, "evidence", ["subject=dam"]).to_text(80).splitlines()
    assert lines[:3] == ["subject     dam", "relation    leaks", "object      -"]
    sentence = next(i for i, line in enumerate(lines) if line.startswith("sentence"))
    assert lines[sentence] == (
        "sentence    Oram told the Tolm Courier that a surveyor had said the dam leaks."
    )


def test_a_required_argument_is_asked_for(store):
    with pytest.raises(
        ArgumentError, match=r'"about" needs --arg entity=VALUE: the one asked about\.'
    ):
        query.ask(store, "about")


def test_a_value_with_an_equals_sign_is_a_value(store):
    with pytest.raises(UnknownNameError, match='No entity is called "2 \\+ 2 = 4"'):
        query.ask(store, "claims-of", ["2 + 2 = 4"])


def test_querying_loads_neither_spacy_nor_rdflib(tmp_path):
    OxigraphStore.replace(tmp_path / "store", orchard.graph())
    program = (
        "import sys; from pathlib import Path; from kg import query, export, retrieval, graph\n"
        "from kg.stores.oxigraph import OxigraphStore\n"
        "store = OxigraphStore.open(Path(sys.argv[1]))\n"
        "assert len(query.ask(store, 'evidence')) == 14\n"
        "assert query.run(store, 'ASK { ?s ?p ?o }')\n"
        "print(sorted({'spacy', 'rdflib', 'pandas', 'networkx'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "store")],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert run.stdout.strip() == "[]"
