"""Times of every kind on their way: a statement, the graph, back again, a question, the page."""

from __future__ import annotations

from dataclasses import replace

import orchard
import pytest
import rdflib

from kg import query, views
from kg.config import Config
from kg.iris import expand
from kg.ontology import shapes
from kg.retrieval import read_subgraph
from kg.stores.oxigraph import OxigraphStore
from kg.terms import Names, node
from kg.timex.telling import days, spoken
from kg.views.payload import payload

NAMES = Names.under(Config().base_iri)
KINDS = [
    # value, in words, local name, stamps
    ("2021-05-04", "2021-05-04", "t2021-05-04", {"Time": ("2021-05-04", "date")}),
    ("2021-05", "2021-05", "t2021-05", {"Time": ("2021-05", "gYearMonth")}),
    ("1066", "1066", "t1066", {"Time": ("1066", "gYear")}),
    ("-0043", "44 BC", "t-0043", {"Time": ("-0043", "gYear")}),
    ("0000", "1 BC", "t0000", {"Time": ("0000", "gYear")}),
    (
        "2021-05-04T17:30:00",
        "2021-05-04 17:30",
        "t2021-05-04T17-30-00",
        {"Time": ("2021-05-04T17:30:00", "dateTime")},
    ),
    (
        "1914/1918",
        "1914 to 1918",
        "t1914_1918",
        {"BeginTime": ("1914", "gYear"), "EndTime": ("1918", "gYear")},
    ),
    ("2011/..", "since 2011", "since_2011", {"BeginTime": ("2011", "gYear")}),
    (
        "../2021-12-31",
        "until 2021-12-31",
        "until_2021-12-31",
        {"EndTime": ("2021-12-31", "date")},
    ),
    ("that evening", "that evening", "second_that_evening", {}),
    ("2021-02-30", "2021-02-30", "second_n_2021-02-30", {}),
]
LENGTHS = [("P3Y", "for 3 years"), ("P1Y6M", "for 1 year 6 months"), ("PT30M", "for 30 minutes")]
TIMES = [kind[0] for kind in KINDS] + [value for value, _ in LENGTHS]
STATEMENTS = tuple(
    replace(orchard.STATEMENTS[-1], id=f"t{number:02}", time=time)
    for number, time in enumerate(TIMES)
)
QUADS = orchard.graph(STATEMENTS)


@pytest.fixture(scope="module")
def store():
    made = OxigraphStore()
    made.load(QUADS)
    return made


@pytest.mark.parametrize(("value", "_", "local", "stamps"), KINDS)
def test_a_time_is_a_node_with_the_stamps_that_are_known(value, _, local, stamps):
    name = NAMES.time(value, "second")
    assert name.value == NAMES.table["time"] + local
    about = [q for q in QUADS if q.subject == name]
    told = {
        q.predicate.value: (q.object.value, q.object.datatype.value)
        for q in about
        if "TimeStamp" in q.predicate.value
    }
    assert told == {
        expand(f"sem:has{which}Stamp"): (text, expand(f"xsd:{datatype}"))
        for which, (text, datatype) in stamps.items()
    }
    assert node("sem:Time") in [q.object for q in about]


def test_a_length_of_time_is_told_of_its_statement_alone():
    told = [q for q in QUADS if q.predicate == node("kg:duration")]
    assert [q.object.value for q in told] == [value for value, _ in LENGTHS]
    assert {q.object.datatype for q in told} == {node("xsd:duration")}
    timed = {q.subject for q in QUADS if q.predicate == node("sem:hasTime")}
    assert not timed & {q.subject for q in told}


def test_every_kind_is_read_back(store):
    read = read_subgraph(store)
    assert {s.id: s.time for s in read.statements} == {s.id: s.time for s in STATEMENTS}


def test_every_kind_conforms_to_the_shapes():
    pyshacl = pytest.importorskip("pyshacl")
    data = rdflib.Graph().parse(data="".join(f"{q.triple} .\n" for q in QUADS), format="nt")
    constraints = rdflib.Graph().parse(data=shapes(), format="turtle")
    conforms, _, report = pyshacl.validate(data, shacl_graph=constraints)
    assert conforms, report
    stamp = rdflib.URIRef(expand("sem:hasTimeStamp"))
    data.add((rdflib.URIRef(NAMES.time("1066", "second").value), stamp, rdflib.Literal("May")))
    assert not pyshacl.validate(data, shacl_graph=constraints)[0]


def test_the_timeline_has_whatever_has_a_place_on_the_calendar(store):
    dates = [row.date for row in query.ask(store, "timeline")]
    assert dates == [
        *("-0043", "0000", "1066", "1914", "2011"),
        *("2021-05", "2021-05-04", "2021-05-04T17:30:00", "2021-12-31"),
    ]


@pytest.mark.parametrize(("value", "words"), [*[kind[:2] for kind in KINDS], *LENGTHS])
def test_values_in_words(value, words):
    assert spoken(value) == words


DAYS = [
    ("1970-01-01", (0, 0)),
    ("1969-12", (-31, -1)),
    ("1970", (0, 364)),
    ("1972-02", (761, 789)),  # after two years of 365 days and a January; 29 days
    ("1970/1971", (0, 729)),
    ("1970-01-02T10:00:00", (1, 1)),
    ("1971/..", (365, 729)),
    ("../1970-01-03", (2, 2)),
    ("P3D", None),
    ("Friday", None),
    ("2021-02-30", None),
    (None, None),
]


@pytest.mark.parametrize(("value", "expected"), DAYS)
def test_the_days_that_a_value_covers(value, expected):
    assert days(value) == expected


def test_the_days_before_christ_come_first():
    assert days("-0043")[1] < days("-0042")[0] < days("0000")[0]
    assert days("0000")[1] + 1 == days("0001")[0]


def test_the_page_knows_words_and_days(store):
    table = payload(read_subgraph(store), None, "")["statements"]
    at = {field: table["fields"].index(field) for field in ("id", "time", "days")}
    found = {row[at["id"]]: [*row, *[None] * 9] for row in table["rows"]}
    for said in STATEMENTS:
        row = found[said.id]
        assert row[at["time"]] == spoken(said.time)
        assert row[at["days"]] == days(said.time)
    assert "since 2011" in views.render(read_subgraph(store))
