"""Exports as RDF and JSON lines: they read back as they were, in one order, with as much text as
one may pass on."""

import io
import json
import random

import hostile
import orchard
import pyoxigraph as ox
import pytest
import rdflib
import synthetic
from rdflib.compare import isomorphic

from kg import export, redaction
from kg.config import Config
from kg.errors import ArgumentError, GraphError, InputError
from kg.export import json_ld, lines, rdf_xml, xml
from kg.iris import FIXED_PREFIXES, expand
from kg.model import Entity, EntityMention
from kg.rdf import Run, turtle
from kg.retrieval import read_subgraph
from kg.stores.oxigraph import OxigraphStore
from kg.terms import node

FORMATS = {
    "turtle": ox.RdfFormat.TURTLE,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
    "trig": ox.RdfFormat.TRIG,
    "nquads": ox.RdfFormat.N_QUADS,
}
DATASETS = {"trig", "nquads"}
BASE = "https://example.org/kg/"
quiet = pytest.mark.filterwarnings(
    "ignore:(Dataset.default_context|ConjunctiveGraph):DeprecationWarning"
)


def loaded(quads):
    store = OxigraphStore()
    store.load(quads)
    return store


def exported(format_, quads, text="full"):
    store, out = loaded(quads), io.BytesIO()
    source = export.Source(store, lambda: read_subgraph(store), lambda: orchard.ENTITIES)
    export.write(source, export.Serialization(format_, text), out)
    return out.getvalue().decode()


def serialised(format_, quads):
    """What a writer makes of quads that need not be a graph of kg."""
    out = io.StringIO()
    export.RDF_WRITERS[format_](quads, out, BASE)
    return out.getvalue()


def read(format_, text):
    """A file's quads, or its triples where the format has no graphs."""
    quads = set(ox.parse(text, format=FORMATS[format_]))
    return quads if format_ in DATASETS else {quad.triple for quad in quads}


def held(format_, quads):
    """What a format holds of quads."""
    return set(quads) if format_ in DATASETS else {quad.triple for quad in quads}


@pytest.fixture(scope="module")
def store():
    return loaded(orchard.graph())


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "made", [orchard.graph, hostile.graph, synthetic.graph], ids=["orchard", "hostile", "synthetic"]
)
def test_what_is_written_reads_back_the_same(made, name):
    quads = made()
    wanted = [q for q in quads if name != "rdfxml" or not unwritable_in_xml(q)]
    assert len(wanted) > 0.9 * len(quads)
    assert read(name, exported(name, wanted)) == held(name, wanted)


def unwritable_in_xml(quad):
    value = quad.object
    return isinstance(value, ox.Literal) and xml.scrubbed(value.value) != value.value


def test_the_synthetic_graph_has_two_thousand_statements():
    types = [q for q in synthetic.graph() if q.object == node("rdf:Statement")]
    assert len(types) == 2000


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_quads_give_the_same_bytes(name):
    quads = orchard.graph()
    shuffled = random.Random(7).sample(quads, len(quads))
    assert exported(name, shuffled) == exported(name, quads)


@quiet
@pytest.mark.parametrize(
    ("name", "reader"),
    [("turtle", "turtle"), ("ntriples", "nt"), ("rdfxml", "xml"), ("jsonld", "json-ld")],
)
@pytest.mark.parametrize("made", [orchard.graph, hostile.graph], ids=["orchard", "hostile"])
def test_rdflib_reads_the_same_merge(made, name, reader):
    quads = [q for q in made() if not unwritable_in_xml(q)]
    found = rdflib.Graph().parse(data=exported(name, quads).encode(), format=reader)
    lines = "".join(sorted(f"{quad.triple} .\n" for quad in quads))
    assert isomorphic(found, rdflib.Graph().parse(data=lines, format="nt"))


@quiet
def test_rdflib_reads_the_same_dataset():
    found = [
        rdflib.Dataset().parse(data=exported(name, orchard.graph()), format=name)
        for name in DATASETS
    ]
    first, second = ({tuple(map(str, quad)) for quad in each.quads()} for each in found)
    assert first == second


def test_spilling_to_files_changes_nothing(monkeypatch):
    quads = orchard.graph()
    whole = {name: exported(name, quads) for name in FORMATS}
    monkeypatch.setattr(turtle, "_CHUNK", 7)
    assert {name: exported(name, quads) for name in FORMATS} == whole


def test_turtle_is_laid_out_for_a_reader():
    text = exported("turtle", orchard.graph())
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


def test_statements_stand_under_their_sentences_in_the_order_of_the_text():
    written = exported("turtle", orchard.graph()).splitlines()
    subjects = [line.split()[0] for line in written if line.startswith(("sent:", "st:"))]
    assert subjects[2:7] == ["st:s00", "sent:d_001_orchards_81", "st:s01", "st:s08", "st:s02"]
    assert subjects.index("sent:second_0") > subjects.index("st:s07")


def test_trig_has_a_graph_a_document():
    written = exported("trig", orchard.graph()).splitlines()
    graphs = [line for line in written if line.startswith("GRAPH")]
    assert graphs == ["GRAPH doc:d_001_orchards {", "GRAPH doc:second {"]


def test_another_base_iri_has_short_names_too():
    run = Run("0.1", "pipeline 1.0", Config(base_iri="urn:valley:"))
    text = exported("turtle", orchard.graph(run=run))
    assert "@prefix ent:    <urn:valley:entity/> ." in text
    assert "ent:Ada_Brandt rel:" in text or "ent:Ada_Brandt a kg:Person" in text


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


def strange_quads():
    """Each string as a literal, a language-tagged and an ill-typed one, and IRIs of all kinds."""
    likes, decimal = node("rel:likes"), node("xsd:decimal")
    yield ox.Quad(ox.NamedNode(BASE), likes, ox.Literal("here"))
    for number, string in enumerate(filter(hostile.writable, hostile.strings())):
        subject, graph = (
            ox.NamedNode(f"{BASE}{kind}/x{number}") for kind in ("entity", "document")
        )
        for literal in (
            ox.Literal(string),
            ox.Literal(string, language="en"),
            ox.Literal(string, datatype=decimal),
            ox.Literal(string, datatype=node("xsd:integer")),
        ):
            yield ox.Quad(subject, likes, literal, graph)
        yield ox.Quad(subject, node("kg:confidence"), ox.Literal(string), graph)
        yield ox.Quad(subject, node("rdf:subject"), ox.Literal(string), graph)
    for digits in ("007", "+7", "7", "12345678901234567890"):
        value = ox.Literal(digits, datatype=node("xsd:integer"))
        yield ox.Quad(ox.NamedNode(BASE), node("nif:beginIndex"), value)
    for local in LOCALS:
        yield ox.Quad(
            ox.NamedNode(BASE + "entity/" + local), likes, ox.NamedNode("http://x.example/" + local)
        )


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_strings_survive_writing_and_reading(name):
    quads = [q for q in strange_quads() if name != "rdfxml" or not unwritable_in_xml(q)]
    assert read(name, serialised(name, quads)) == held(name, quads)


@quiet
def test_rdflib_reads_hostile_strings_too():
    """Ill-typed literals aside, which rdflib rewrites."""
    typed = {node("xsd:decimal"), node("xsd:integer")}
    quads = [q for q in strange_quads() if getattr(q.object, "datatype", None) not in typed]
    found = rdflib.Graph().parse(data=serialised("turtle", quads), format="turtle")
    assert {(str(s), str(o)) for s, _, o in found} == {
        (q.subject.value, q.object.value) for q in quads
    }


@pytest.mark.parametrize("name", FORMATS)
def test_blank_nodes_are_written_too(name):
    quads = [ox.Quad(ox.BlankNode("b1"), node("rdf:subject"), ox.BlankNode("b2"))]
    [quad] = ox.parse(serialised(name, quads), format=FORMATS[name])
    assert isinstance(quad.subject, ox.BlankNode)
    assert isinstance(quad.object, ox.BlankNode)
    assert quad.subject != quad.object


# ---- RDF/XML


def test_what_xml_cannot_hold_is_replaced():
    quads = [ox.Quad(ox.NamedNode(BASE), node("rdfs:label"), ox.Literal("bell\x07 nul\x00"))]
    assert "<rdfs:label>bell\ufffd nul\ufffd</rdfs:label>" in serialised("rdfxml", quads)


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        (BASE + "rel/meets_with", ("rel:meets_with", "")),
        (BASE + "rel/café-bar2", ("rel:café-bar2", "")),
        (BASE + "rel/日本語", ("rel:日本語", "")),
        (BASE + "rel/şehir", ("p:ehir", f' xmlns:p="{BASE}rel/ş"')),
        ("http://x.example/1999film", ("p:film", ' xmlns:p="http://x.example/1999"')),
        ("urn:a&b", ("p:b", ' xmlns:p="urn:a&amp;"')),
    ],
)
def test_a_property_is_cut_where_every_parser_takes_the_name(iri, name):
    by_namespace = {namespace: prefix for prefix, namespace in FIXED_PREFIXES.items()}
    assert rdf_xml._name(iri, by_namespace) == name


def test_a_property_without_a_name_is_told():
    quads = [ox.Quad(ox.NamedNode(BASE), ox.NamedNode("urn:x:5"), ox.Literal("a"))]
    with pytest.raises(GraphError, match="urn:x:5"):
        serialised("rdfxml", quads)


# ---- JSON-LD


def test_the_context_agrees_with_the_prefixes_and_names_every_property_of_a_graph():
    context = json_ld.context()
    assert {p: context[p] for p in FIXED_PREFIXES} == FIXED_PREFIXES
    named = [m["@id"] if isinstance(m, dict) else m for m in map(context.get, context)]
    meant = {expand(m) for m in named[1:] if m.partition(":")[0] in FIXED_PREFIXES}
    used = {q.predicate.value for q in orchard.graph()} - {expand("rdf:type")}
    assert {iri for iri in used if not iri.startswith(FIXED_PREFIXES["rel"])} <= meant


def test_an_iri_that_reads_as_a_prefixed_name_is_told():
    quads = [ox.Quad(ox.NamedNode(BASE), node("owl:sameAs"), ox.NamedNode("doc:10.1000/1"))]
    with pytest.raises(GraphError, match=r"doc:10\.1000/1"):
        serialised("jsonld", quads)


def test_jsonld_is_terse_where_the_context_tells_the_rest():
    graph = json.loads(exported("jsonld", orchard.graph()))["@graph"]
    [statement] = [each for each in graph if each["id"] == "st:s02"]
    assert statement == {
        "id": "st:s02",
        "type": "rdf:Statement",
        "subject": "ent:Tolm_Council",
        "predicate": "rel:rejects",
        "object": {"id": "ent:reservoir"},
        "relationPhrase": "rejects",
        "surfaceRelation": "rejected",
        "subjectSpan": "95:107",
        "relationSpan": "115:123",
        "objectSpan": "124:137",
        "polarity": "kg:Asserted",
        "factuality": "kg:Actual",
        "confidence": "0.8125",
        "hasTime": "time:t2021-05",
        "rule": "active",
        "wasDerivedFrom": "sent:d_001_orchards_81",
        "wasGeneratedBy": f"run:{orchard.RUN.id}",
    }


# ---- how much text goes along

SECRET = "Three hundred villagers rallied in the old mill that evening."


def literals(quads):
    return {q.object.value for q in quads if isinstance(q.object, ox.Literal)}


def quiet_orchard():
    """The orchard without the statement of its last sentence."""
    return orchard.graph([s for s in orchard.STATEMENTS if s.id != "s07"])


@pytest.mark.parametrize("name", [*FORMATS, "facts"])
def test_sentences_go_along_only_where_they_carry_statements(name):
    text = exported(name, quiet_orchard(), "sentences")
    assert "The dam does not leak." in text
    assert SECRET not in text
    assert orchard.FIRST not in text


def test_what_is_withheld_is_nothing_but_text():
    whole = quiet_orchard()
    lost = set(whole) - set(
        ox.parse(exported("nquads", whole, "sentences"), format=FORMATS["nquads"])
    )
    titles = {orchard.DOCUMENTS["001_orchards"].title}
    assert literals(lost) == {orchard.FIRST, orchard.SECOND, SECRET} | titles
    bare = set(ox.parse(exported("nquads", whole, "none"), format=FORMATS["nquads"]))
    assert {q.predicate for q in set(whole) - bare} == {
        node(name) for name in ("nif:isString", "nif:anchorOf", "kg:surfaceRelation", "kg:cue")
    }


@pytest.mark.parametrize("name", [*FORMATS, "facts"])
def test_no_wording_goes_along(name):
    text = exported(name, orchard.graph(), "none")
    assert "praised" not in text
    assert "does not leak" not in text
    assert "Orchards win over reservoir" in text or name == "facts"


def test_mentions_lose_their_words_and_keep_their_places():
    graph = read_subgraph(loaded(quiet_orchard()))
    headline = EntityMention("001_orchards", 18, 27, "reservoir", "nominal")  # carries nothing
    mention = EntityMention("second", 0, 10, "Ada Brandt", "name")
    given = [Entity("made", "Made", "Person", (), (headline, mention))]

    def told(text):
        [line] = lines.entities(redaction.entities(given, text, graph))
        return [(m["start"], m["end"], m["text"]) for m in json.loads(line)["mentions"]]

    assert told("none") == [(18, 27, None), (0, 10, None)]
    assert told("sentences") == [(18, 27, None), (0, 10, "Ada Brandt")]
    assert told("full") == [(18, 27, "reservoir"), (0, 10, "Ada Brandt")]


def test_a_document_without_its_text_keeps_its_offsets():
    masked = redaction.subgraph(read_subgraph(loaded(quiet_orchard())), "sentences")
    text = masked.documents["001_orchards"].text
    assert len(text) == len(orchard.FIRST)
    assert text.splitlines()[0] == "████████ ███ ████ █████████"
    for (document, begin), sentence in masked.sentences.items():
        assert masked.documents[document].text[begin:].startswith(sentence)


def test_a_wrong_choice_is_told():
    with pytest.raises(InputError, match=r"'xml' is no format.*rdfxml"):
        exported("xml", [])
    with pytest.raises(ArgumentError, match=r"'some' is no choice of text.*sentences"):
        exported("turtle", [], "some")


# ---- JSON lines

FACT_KEYS = (
    "subject relation object unit subject_id object_id property polarity factuality "
    "attribution speakers ended_on time place confidence sources statement document sentence"
)


@pytest.fixture(scope="module")
def facts(store):
    return {fact["statement"]: fact for fact in map(json.loads, lines.facts(read_subgraph(store)))}


def test_a_fact_has_these_keys_in_this_order(facts):
    assert {" ".join(fact) for fact in facts.values()} == {FACT_KEYS}


def test_a_plain_fact(facts):
    assert facts["s00"] == {
        "subject": "Ada Brandt",
        "relation": "praises",
        "object": "Quince Growers",
        "unit": None,
        "subject_id": "Ada_Brandt",
        "object_id": "Quince_Growers",
        "property": "rel:praises",
        "polarity": "asserted",
        "factuality": "actual",
        "attribution": None,
        "speakers": [],
        "ended_on": None,
        "time": "2021-05-04",
        "place": None,
        "confidence": 0.9,
        "sources": 2,
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


GROWER = "https://orchard.example/o#Grower"


def test_entities_with_their_mentions_and_classes():
    mention = EntityMention("second", 0, 10, "Ada Brandt", "name")
    entity = Entity(
        "Ada_Brandt", "Ada Brandt", "Person", ("Brandt",), (mention,), classes=(GROWER,)
    )
    (line,) = lines.entities([entity])
    assert json.loads(line) == {
        "id": "Ada_Brandt",
        "name": "Ada Brandt",
        "type": "Person",
        "classes": [GROWER],
        "aliases": ["Brandt"],
        "mentions": [
            {"document": "second", "start": 0, "end": 10, "text": "Ada Brandt", "kind": "name"}
        ],
    }


def test_each_record_is_one_line_whatever_it_holds():
    names = [s for s in hostile.strings() if s and hostile.writable(s)]
    found = list(lines.entities(Entity(f"e{n}", s, "Concept") for n, s in enumerate(names)))
    assert [json.loads(line)["name"] for line in found] == names
    assert not [line for line in found if line.count("\n") != 1 or "\r" in line]
