"""Dates and numbers of the texts as typed values of a user's properties, with their units."""

import json

import pytest
from test_schema import HEAD, O
from typer.testing import CliRunner

import kg
from kg import api, validation
from kg.alignment.valued import ValueWording
from kg.alignment.values import moment, taught, value
from kg.cli import app
from kg.export import lines
from kg.iris import expand
from kg.model import Literal
from kg.ontology.datatypes import DATES, NUMBERS
from kg.ontology.schema import read_schema

ONTOLOGY = (
    HEAD
    + """
:Person a owl:Class ; rdfs:label "person" .
:Firm a owl:Class ; rdfs:label "company" .
:Date a owl:Class ; rdfs:label "date" .
:birthDate a owl:ObjectProperty ; rdfs:label "birth date" ; rdfs:domain :Person ;
    rdfs:range :Date .
:birthYear a owl:DatatypeProperty ; rdfs:label "year of birth" ; rdfs:range xsd:gYear .
:deathDate a owl:ObjectProperty ; rdfs:label "died on" ; rdfs:range xsd:date .
:founded a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:label "founding year" ;
    rdfs:domain :Firm ; rdfs:range xsd:gYear .
:population a owl:ObjectProperty ; rdfs:label "population" ; rdfs:range :number .
:height a owl:DatatypeProperty ; rdfs:label "height" ; skos:altLabel "rises to" ;
    rdfs:range xsd:decimal .
:staff a owl:DatatypeProperty ; rdfs:label "employs" ; rdfs:range xsd:integer .
:millage a owl:DatatypeProperty ; rdfs:label "millage" ; rdfs:range xsd:integer .
:motto a owl:DatatypeProperty ; rdfs:label "has the motto" ; rdfs:range :string .
"""
)


@pytest.fixture
def build(tmp_path):
    (tmp_path / "my.ttl").write_text(ONTOLOGY, encoding="utf-8")

    def built(text, **settings):
        (tmp_path / "mill.txt").write_text(text, encoding="utf-8")
        chosen = {"ontology": tmp_path / "my.ttl"} | settings
        return kg.build(tmp_path / "mill.txt", tmp_path / "g", settings=kg.Settings(**chosen))

    return built


def values(graph):
    named = graph.subgraph.entities
    return {
        (named[s.subject].name, s.property[len(O) :], s.object.value, s.object.datatype, s.unit)
        for s in graph.statements
        if s.property.startswith(O) and isinstance(s.object, Literal)
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mira Dunn was born in Leeds on 4 May 1982.", {
            ("Mira Dunn", "birthDate", "1982-05-04", "date", None),
            ("Mira Dunn", "birthYear", "1982", "gYear", None)}),
        ("Mira Dunn was born in 1982.", {
            ("Mira Dunn", "birthDate", "1982", "gYear", None),
            ("Mira Dunn", "birthYear", "1982", "gYear", None)}),
        ("Karl Voss died on 3 June 2019.",
            {("Karl Voss", "deathDate", "2019-06-03", "date", None)}),
        ("Karl Voss died in 2019.", set()),  # the property wants a day
        ("Tom Pell founded Harrow Systems, a company, in 1987.",
            {("Harrow Systems", "founded", "1987", "gYear", None)}),
        ("Harrow Systems, a company, was founded in 1987.",
            {("Harrow Systems", "founded", "1987", "gYear", None)}),
        ("Mira Dunn was not born in Leeds in 1982.", set()),
        ("Norway has a population of 5.5 million.",
            {("Norway", "population", "5500000", "integer", None)}),
        ("The population of Norway is 5,500,000.",
            {("Norway", "population", "5500000", "integer", None)}),
        ("The Arlen Tower's height is 90 metres.",
            {("Arlen Tower", "height", "90", "decimal", "metres")}),
        ("Today the millage of the mill is 900.",
            {("mill", "millage", "900", "integer", None)}),
        ("Harrow Systems employs " + "1" * 40 + " people.",
            {("Harrow Systems", "staff", "1" * 40, "integer", "people")}),
        ("Mount Arlen rises to 2,310 metres.",
            {("Mount Arlen", "height", "2310", "decimal", "metres")}),
        ("The Arlen Tower is 90.50 metres high.",
            {("Arlen Tower", "height", "90.5", "decimal", "metres")}),
        ("Harrow Systems employs 340 people.",
            {("Harrow Systems", "staff", "340", "integer", "people")}),
        ("Harrow Systems employs about 340 people.", set()),
        ("Harrow Systems employs Mira Dunn.", set()),
    ],
)  # fmt: skip
def test_a_statement_gives_typed_values(build, text, found):
    assert values(build(text)) == found


def test_what_is_only_said_or_planned_stays_so(build):
    graph = build("Karl Voss said Mira Dunn was born on 4 May 1982.")
    said = {s.status for s in graph.statements if s.property == O + "birthDate"}
    assert said == {"claimed"}
    rows = graph.query(f"SELECT ?day {{ ?who <{O}birthDate> ?day }}")
    assert not list(rows)


def test_a_value_without_a_unit_is_a_plain_triple(build):
    graph = build("Norway has a population of 5.5 million.")
    [row] = graph.query(f"SELECT ?people {{ ?where <{O}population> ?people }}")
    assert int(row.people) == 5_500_000


def test_a_value_with_a_unit_stands_on_its_statement_alone(build):
    graph = build("Mount Arlen rises to 2,310 metres.")
    assert not list(graph.query(f"SELECT ?high {{ ?who <{O}height> ?high }}"))
    [row] = graph.query(
        f"SELECT ?high ?unit {{ ?s rdf:predicate <{O}height> ; rdf:object ?high ; kg:unit ?unit }}"
    )
    assert (float(row.high), str(row.unit)) == (2310, "metres")
    [line] = map(json.loads, lines.facts(graph.subgraph))
    assert (line["object"], line["unit"]) == ("2310", "metres")
    assert graph.subgraph.object_text(graph.statements[0]) == "2310 metres"
    assert not validation.validate(graph.folder, None)


def test_a_property_of_values_is_declared_as_one(build):
    graph = build("Mira Dunn was born on 4 May 1982.")
    rows = graph.query(f"SELECT ?kind {{ <{O}birthDate> a ?kind }}")
    assert [str(row.kind) for row in rows] == [expand("owl:DatatypeProperty")]


def test_a_statement_that_tells_only_a_value_gives_way_to_it(build):
    graph = build("Karl Voss died on 3 June 2019. Mira Dunn smiled.", strict=True)
    assert [s.property for s in graph.statements] == [O + "deathDate"]
    assert graph.report.mapped == 1


def test_a_rejected_value_stays_out(build):
    graph = build("Karl Voss died on 3 June 2019.")
    [said] = graph.statements
    result = CliRunner().invoke(app, ["reject", said.id, "-g", str(graph.folder)])
    assert result.exit_code == 0, result.output
    assert not values(build("Karl Voss died on 3 June 2019."))


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("12 square kilometres", "12", "square kilometres"),
        ("90 miles per hour", "90", "miles per hour"),
        ("$4.5 million", "4500000", "$"),
        ("three children", "3", "children"),
        ("7%", "7", "%"),
        ("-40", "-40", ""),
        ("340 people in the yard", None, None),
        ("more than 300", None, None),
        ("one of the mills", None, None),
        ("12 or 13", None, None),
        ("12 percent", "12", "percent"),
        ("1" * 40 + " people", "1" * 40, "people"),
        ("-" + "1" * 30 + " million", "-" + "1" * 30 + "000000", ""),
        ("1" * 5000, None, None),
        ("two-thirds", None, None),
        ("three quarters", None, None),
        ("10 times", None, None),
        ("3 March", None, None),
        ("3 miles", "3", "miles"),
    ],
)
def test_numbers_are_read_with_their_units(text, number, unit):
    read = value(text, NUMBERS)
    assert (read and (read.literal.value, read.unit)) == (number and (number, unit))


@pytest.mark.parametrize(
    ("time", "datatype", "found"),
    [
        ("1982-05-04", "date", "1982-05-04"),
        ("1982-05-04T10:00:00", "date", "1982-05-04"),
        ("1982-05-04", "gYearMonth", "1982-05"),
        ("1982", "date", None),
        ("1982/1985", "gYear", None),
        ("P3Y", "gYear", None),
        ("that spring", "gYear", None),
        (None, "date", None),
    ],
)
def test_times_are_no_finer_than_the_text(time, datatype, found):
    read = moment(time, [expand(f"xsd:{datatype}")])
    assert (read and read.literal) == (found and Literal(found, datatype))


def test_a_name_for_a_date_is_read_in_every_way(tmp_path):
    (tmp_path / "my.ttl").write_text(ONTOLOGY, encoding="utf-8")
    wording = ValueWording(read_schema(tmp_path / "my.ttl"))

    def named(phrase, *, takes_object=False):
        return {one.iri[len(O) :] for one in wording.dated(phrase, takes_object=takes_object)}

    assert named("is born in", takes_object=True) == {"birthDate", "birthYear"}
    assert named("establishes", takes_object=True) == {"founded"}
    assert named("bears", takes_object=True) == set()
    assert named("dies") == {"deathDate"}


OPENED = (
    HEAD
    + """
:open a owl:DatatypeProperty ; rdfs:label "opening date" ; rdfs:range xsd:date .
:sale a owl:DatatypeProperty ; rdfs:label "sold on" ; rdfs:range xsd:date .
:death a owl:DatatypeProperty ; rdfs:label "date of death" ; rdfs:range xsd:date .
"""
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Norvik opened fire on 4 May 2019.", set()),
        ("Mira Dunn sold stamps on 4 May 2019.", set()),
        ("The engine died on 4 May 2019.", set()),
        ("Mira Dunn opened the hospital on 4 May 2019.",
            {("hospital", "open", "2019-05-04", "date", None)}),
        ("The hospital opened on 4 May 2019.", {("hospital", "open", "2019-05-04", "date", None)}),
        ("Mira Dunn died on 4 May 2019.", {("Mira Dunn", "death", "2019-05-04", "date", None)}),
    ],
)  # fmt: skip
def test_without_a_domain_a_date_is_of_what_such_a_thing_happens_to(build, tmp_path, text, found):
    (tmp_path / "open.ttl").write_text(OPENED, encoding="utf-8")
    assert values(build(text, ontology=tmp_path / "open.ttl")) == found


@pytest.mark.parametrize(
    ("examples", "found"),
    [
        (["4 May 1982", "1999-01-02", "1960"], DATES),
        (["12,500", "340", "90 metres"], NUMBERS),
        (["Leeds", "Oslo", "1982"], ()),
        (["goalkeeper"], ()),
        ([], ()),
    ],
)
def test_examples_tell_what_kind_of_values_a_property_takes(examples, found):
    assert taught(examples) == found


PLAIN = (
    HEAD
    + ':Person a owl:Class ; rdfs:label "person" .\n'
    + "".join(
        f':{name} a owl:ObjectProperty ; rdfs:label "{name}" .\n' for name in ("opened", "seats")
    )
)


def test_a_property_without_range_is_taught_to_take_values(tmp_path):
    (tmp_path / "my.ttl").write_text(PLAIN, encoding="utf-8")
    halls = "Arden Birch Cole Drum Elm Fern Gale Hawk Iris Jay Kite Lark".split()
    rows = [
        {"sent": form.format(f"{hall} Hall", 300 + 25 * n), "triples": [
            {"sub": f"{hall} Hall", "rel": "seats", "obj": str(300 + 25 * n)}]}
        for n, hall in enumerate(halls)
        for form in (
            "{} is a theatre with {} seats.",
            "{}, a theatre with {} seats, delights Leeds.",
            "{}, which has {} seats, was busy.",
        )
    ]  # fmt: skip
    examples = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "examples.jsonl").write_text(examples, encoding="utf-8")
    api.learn(tmp_path / "my.ttl", tmp_path / "examples.jsonl", tmp_path / "my.model")
    (tmp_path / "a.txt").write_text(
        "Gorse Hall, a theatre with 425 seats, delights Leeds.", encoding="utf-8"
    )
    settings = kg.Settings(ontology=tmp_path / "my.ttl", relations=tmp_path / "my.model")
    graph = kg.build(tmp_path / "a.txt", tmp_path / "g", settings=settings)
    assert values(graph) == {("Gorse Hall", "seats", "425", "integer", None)}
    [said] = [s for s in graph.statements if s.property == O + "seats"]
    assert said.rule == "learned"
