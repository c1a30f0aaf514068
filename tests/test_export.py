"""Exports: RDF that reads back as it was, in one order; facts and entities as JSON lines."""

import io
import json
import random
from pathlib import Path

import orchard
import pyoxigraph as ox
import pytest
import rdflib
from rdflib.compare import isomorphic

from kg import export
from kg.config import Config
from kg.model import Entity, EntityMention
from kg.rdf import Run, turtle
from kg.retrieval import read_subgraph
from kg.stores.oxigraph import OxigraphStore

HOSTILE = Path(__file__).parents[2] / "shared" / "cases" / "hostile.json"
FORMATS = {
    "turtle": (export.turtle, ox.RdfFormat.TURTLE),
    "trig": (export.trig, ox.RdfFormat.TRIG),
    "nquads": (export.nquads, ox.RdfFormat.N_QUADS),
}
quiet = pytest.mark.filterwarnings(
    "ignore:(Dataset.default_context|ConjunctiveGraph):DeprecationWarning"
)


def loaded(quads):
    store = OxigraphStore()
    store.load(quads)
    return store


def written(name, quads):
    out = io.StringIO()
    FORMATS[name][0](loaded(quads), out)
    return out.getvalue()


@pytest.fixture(scope="module")
def store():
    return loaded(orchard.graph())


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_reads_back_the_same(name):
    quads = orchard.graph()
    read = set(ox.parse(written(name, quads), format=FORMATS[name][1]))
    wanted = {q.triple for q in quads} if name == "turtle" else set(quads)
    assert ({q.triple for q in read} if name == "turtle" else read) == wanted


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_quads_give_the_same_bytes(name):
    quads = orchard.graph()
    shuffled = random.Random(7).sample(quads, len(quads))
    assert written(name, shuffled) == written(name, quads)


@quiet
def test_rdflib_reads_the_same(store):
    out = io.StringIO()
    export.turtle(store, out)
    read = rdflib.Graph().parse(data=out.getvalue(), format="turtle")
    wanted = rdflib.Graph().parse(
        data="".join(f"{quad.triple} .\n" for quad in orchard.graph()), format="nt"
    )
    assert isomorphic(read, wanted)
    trig = rdflib.Dataset().parse(data=written("trig", orchard.graph()), format="trig")
    nquads = rdflib.Dataset().parse(data=written("nquads", orchard.graph()), format="nquads")
    assert {tuple(map(str, quad)) for quad in trig.quads()} == {
        tuple(map(str, quad)) for quad in nquads.quads()
    }


def test_spilling_to_files_changes_nothing(monkeypatch):
    quads = orchard.graph()
    whole = {name: written(name, quads) for name in FORMATS}
    monkeypatch.setattr(turtle, "_CHUNK", 7)
    assert {name: written(name, quads) for name in FORMATS} == whole


def test_turtle_is_laid_out_for_a_reader(store):
    out = io.StringIO()
    export.turtle(store, out)
    text = out.getvalue()
    assert (
        "\nent:Tolm a kg:GeopoliticalEntity ;\n"
        '    rdfs:label "Tolm" ;\n'
        '    skos:altLabel "Tolm-am-Hang" ;\n'
        "    owl:sameAs <https://geo.example/77/> .\n"
    ) in text
    headings = [line for line in text.splitlines() if line.startswith("# ----")]
    assert headings == [
        "# ---- The graph",
        "# ---- Vocabulary",
        "# ---- Relations",
        "# ---- Borrowed terms",
        "# ---- The run that made the graph",
        "# ---- Entities and facts",
        "# ---- Times",
        "# ---- Documents, their sentences, and what each says",
    ]


def test_statements_stand_under_their_sentences_in_the_order_of_the_text(store):
    out = io.StringIO()
    export.turtle(store, out)
    subjects = [
        line.split()[0] for line in out.getvalue().splitlines() if line.startswith(("sent:", "st:"))
    ]
    assert subjects[2:7] == ["st:s00", "sent:d_001_orchards_81", "st:s01", "st:s08", "st:s02"]
    assert subjects.index("sent:second_0") > subjects.index("st:s07")


def test_trig_has_a_graph_a_document(store):
    out = io.StringIO()
    export.trig(store, out)
    graphs = [line for line in out.getvalue().splitlines() if line.startswith("GRAPH")]
    assert graphs == ["GRAPH doc:d_001_orchards {", "GRAPH doc:second {"]


def test_another_base_iri_has_short_names_too():
    run = Run("0.1", "pipeline 1.0", Config(base_iri="urn:valley:"))
    text = written("turtle", orchard.graph(run=run))
    assert "@prefix ent:    <urn:valley:entity/> ." in text
    assert "ent:Ada_Brandt rel:" in text or "ent:Ada_Brandt a kg:Person" in text


STRINGS = [
    "", 'ends with "', "ends with \\", "two\nlines\r\n", "tab\t|", "\x00\x07\x7f\x85", "<&>",
    "\u2028\ufeff\ufffe", "\U0001f469\u200d", '"""', "a^^<b>", "a@en", "x . y",
]  # fmt: skip
LOCALS = [
    "a.b",
    ".a",
    "a.",
    "-a",
    "a%20b",
    "a(b)",
    "a'b",
    "a,b;c",
    "ª",
    "a/b",
    "é",
    "𐍈",
    "~",
    "a:b",
]


def strings():
    shared = json.loads(HOSTILE.read_text(encoding="utf-8")) if HOSTILE.exists() else []
    return [s for s in (*STRINGS, *shared) if not any("\ud800" <= c <= "\udfff" for c in s)]


def hostile_quads():
    """Each string as a literal, a language-tagged and an ill-typed one, and IRIs of all kinds."""
    ns = "https://example.org/kg/"
    likes, decimal = (
        ox.NamedNode(ns + "rel/likes"),
        ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal"),
    )
    yield ox.Quad(ox.NamedNode(ns), likes, ox.Literal("here"))
    for number, string in enumerate(strings()):
        subject, graph = (ox.NamedNode(f"{ns}{kind}/x{number}") for kind in ("entity", "document"))
        for literal in (
            ox.Literal(string),
            ox.Literal(string, language="en"),
            ox.Literal(string, datatype=decimal),
        ):
            yield ox.Quad(subject, likes, literal, graph)
    for local in LOCALS:
        yield ox.Quad(ox.NamedNode(ns + "entity/" + local), likes, ox.NamedNode("urn:" + local))


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_strings_survive_writing_and_reading(name):
    quads = set(hostile_quads())
    out = io.StringIO()
    if name == "nquads":
        out.writelines(f"{line} .\n" for line in turtle.sorted_lines(map(str, quads)))
    else:
        write = turtle.write_turtle if name == "turtle" else turtle.write_trig
        write(quads, out, "https://example.org/kg/")
    read = set(ox.parse(out.getvalue(), format=FORMATS[name][1]))
    if name == "turtle":
        assert {q.triple for q in read} == {q.triple for q in quads}
    else:
        assert read == quads


@quiet
def test_rdflib_reads_hostile_strings_too():
    """Ill-typed literals aside, which rdflib rewrites."""
    decimals = ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal")
    quads = [q for q in hostile_quads() if getattr(q.object, "datatype", None) != decimals]
    out = io.StringIO()
    turtle.write_turtle(quads, out, "https://example.org/kg/")
    read = rdflib.Graph().parse(data=out.getvalue(), format="turtle")
    assert {(str(s), str(o)) for s, _, o in read} == {
        (q.subject.value, q.object.value) for q in quads
    }


# ---- JSON lines

FACT_KEYS = (
    "subject relation object subject_id object_id polarity factuality attribution speakers "
    "ended_on time place confidence statement document sentence"
)


@pytest.fixture(scope="module")
def facts(store):
    return {fact["statement"]: fact for fact in map(json.loads, export.facts(read_subgraph(store)))}


def test_a_fact_has_these_keys_in_this_order(facts):
    assert {" ".join(fact) for fact in facts.values()} == {FACT_KEYS}


def test_a_plain_fact(facts):
    assert facts["s00"] == {
        "subject": "Ada Brandt",
        "relation": "praises",
        "object": "Quince Growers",
        "subject_id": "Ada_Brandt",
        "object_id": "Quince_Growers",
        "polarity": "asserted",
        "factuality": "actual",
        "attribution": None,
        "speakers": [],
        "ended_on": None,
        "time": "2021-05-04",
        "place": None,
        "confidence": 0.9,
        "statement": "s00",
        "document": "001_orchards",
        "sentence": "Ada Brandt praised the Quince Growers on 4 May 2021.",
    }


def test_speakers_are_names_innermost_first(facts):
    assert facts["s04"]["attribution"] == "surveyor"
    assert facts["s04"]["speakers"] == ["surveyor", "Piet Oram", "Tolm Courier"]


def test_literals_places_and_ends(facts):
    assert (facts["s05"]["object"], facts["s05"]["object_id"]) == (None, None)
    assert (facts["s10"]["object"], facts["s10"]["object_id"]) == ("unsafe", None)
    assert (facts["s06"]["ended_on"], facts["s11"]["ended_on"]) == (True, "2019")
    assert (facts["s07"]["place"], facts["s12"]["place"]) == ("old mill", "the lower valley")
    assert facts["s09"]["relation"] == "lauds"


def test_facts_come_in_the_order_of_documents_and_text(facts):
    assert list(facts) == ("s00 s01 s08 s02 s03 s04 s05 s06 s07 s09 s10 s11 s12 s13".split())


def test_entities_with_their_mentions():
    mention = EntityMention("second", 0, 10, "Ada Brandt", "name")
    entity = Entity("Ada_Brandt", "Ada Brandt", "Person", ("Brandt",), (mention,))
    (line,) = export.entities([entity])
    assert json.loads(line) == {
        "id": "Ada_Brandt",
        "name": "Ada Brandt",
        "type": "Person",
        "aliases": ["Brandt"],
        "mentions": [
            {"document": "second", "start": 0, "end": 10, "text": "Ada Brandt", "kind": "name"}
        ],
    }


def test_each_record_is_one_line_whatever_it_holds():
    names = [s for s in strings() if s]
    lines = list(export.entities(Entity(f"e{n}", s, "Concept") for n, s in enumerate(names)))
    assert [json.loads(line)["name"] for line in lines] == names
    assert not [line for line in lines if "\n" in line or "\r" in line]
