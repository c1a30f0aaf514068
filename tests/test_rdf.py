"""Records as quads: what is asserted and what is not, names, provenance, declarations."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import orchard
import pyoxigraph as ox
import pytest
import rdflib

from kg.config import Config
from kg.errors import InputError
from kg.iris import expand, prefixes
from kg.model import Document, DocumentRecord, Entity, Literal, Sentence, Statement
from kg.ontology import shapes
from kg.rdf import Run, spelling
from kg.stores.oxigraph import OxigraphStore
from kg.terms import Names, iso_literal

NAMES = Names.under(Config().base_iri)
QUADS = orchard.graph()
DEFAULT = {quad.triple for quad in QUADS if isinstance(quad.graph_name, ox.DefaultGraph)}
HOSTILE = Path(__file__).parents[2] / "shared" / "cases" / "hostile.json"


def node(name):
    table = prefixes(Config().base_iri)
    return ox.NamedNode(expand(name, table))


def values(subject, predicate, quads=QUADS):
    found = (
        q.object for q in quads if q.subject == node(subject) and q.predicate == node(predicate)
    )
    return sorted(term.value for term in found)


def facts(quads):
    """The plain triples between things, by local names."""
    relations = prefixes("")["rel"]
    return Counter(
        tuple(term.value.rpartition("/")[2] for term in quad.triple)
        for quad in quads
        if quad.predicate.value.startswith(relations)
    )


def test_only_asserted_actual_lasting_unattributed_facts_are_plain_triples_each_once():
    assert facts(QUADS) == Counter(
        [
            ("Ada_Brandt", "praises", "Quince_Growers"),
            ("Ada_Brandt", "leads", "Tolm_Council"),
            ("Tolm_Council", "rejects", "reservoir"),
            ("villagers_d_001", "rallies_value", "true"),
            ("rain", "floods", "Tolm"),
            ("Piet_Oram", "falls_value", "ill"),
        ]
    )


def test_no_triple_stands_twice_or_in_two_graphs():
    assert not [t for t, n in Counter(quad.triple for quad in QUADS).items() if n > 1]


def test_there_are_no_blank_nodes():
    assert not [q for q in QUADS if ox.BlankNode in (type(q.subject), type(q.object))]


def test_every_statement_stands_in_its_documents_graph():
    for statement in orchard.STATEMENTS:
        graphs = {q.graph_name for q in QUADS if q.subject == NAMES.statement(statement.id)}
        assert graphs == {NAMES.document(statement.document)}


def test_a_speaker_claims_the_statement():
    claims = {t for t in DEFAULT if t.predicate == node("kg:claims")}
    assert claims == {
        ox.Triple(node("ent:Piet_Oram"), node("kg:claims"), node("st:s03")),
        ox.Triple(node("ent:surveyor_d_001"), node("kg:claims"), node("st:s04")),
    }


def test_a_chain_of_speakers_keeps_its_order():
    ranks = ("prov:wasAttributedTo", "kg:reportedBy", "kg:reportedFurtherBy")
    found = [values("st:s04", rank) for rank in ranks]
    base = prefixes(Config().base_iri)["ent"]
    assert found == [[base + "surveyor_d_001"], [base + "Piet_Oram"], [base + "Tolm_Courier"]]


def test_qualifiers_of_a_statement():
    assert values("st:s02", "kg:confidence") == ["0.8125"]
    assert values("st:s09", "kg:confidence") == ["1"]
    assert values("st:s03", "kg:cue") == ["said", "will"]
    assert values("st:s06", "kg:ended") == ["true"]
    assert values("st:s11", "kg:ended") == ["2019"]
    assert values("st:s04", "kg:factuality") == [expand("kg:Claimed")]
    assert values("st:s05", "kg:polarity") == [expand("kg:Negated")]
    assert values("st:s08", "kg:relationSpan") == []
    assert values("st:s00", "kg:subjectSpan") == ["28:38"]


def test_a_place_is_an_entity_or_words():
    assert values("st:s07", "sem:hasPlace") == [NAMES.entity("old_mill").value]
    assert values("st:s12", "kg:placeText") == ["the lower valley"]


@pytest.mark.parametrize(
    ("local", "told"),
    [
        ("t2021-05-04", {"sem:hasTimeStamp": ("2021-05-04", "date")}),
        ("t2021-05", {"sem:hasTimeStamp": ("2021-05", "gYearMonth")}),
        ("t2019", {"sem:hasTimeStamp": ("2019", "gYear")}),
        (
            "t2021-06-01_2021-06-09",
            {
                "sem:hasBeginTimeStamp": ("2021-06-01", "date"),
                "sem:hasEndTimeStamp": ("2021-06-09", "date"),
            },
        ),
        ("text_001_orchards_that_evening", {}),
    ],
)
def test_times_are_nodes_with_stamps_where_the_date_is_known(local, told):
    about = [t for t in DEFAULT if t.subject == node(f"time:{local}")]
    stamps = {t.predicate: t.object for t in about if "TimeStamp" in t.predicate.value}
    assert stamps == {
        node(name): ox.Literal(value, datatype=node(f"xsd:{datatype}"))
        for name, (value, datatype) in told.items()
    }
    assert ox.Triple(node(f"time:{local}"), node("rdf:type"), node("sem:Time")) in about


@pytest.mark.parametrize("value", ["2021-02-30", "2021-13", "20210504", "May", "2021-5-4", "٢٠٢١"])
def test_what_is_no_date_has_no_stamp(value):
    assert iso_literal(value) is None


def test_a_document_with_all_its_metadata():
    assert values("doc:d_001_orchards", "dct:identifier") == ["001_orchards"]
    assert values("doc:d_001_orchards", "nif:isString") == [orchard.FIRST]
    assert values("doc:d_001_orchards", "dct:issued") == ["2021-05-06"]
    assert values("doc:d_001_orchards", "schema:url") == ["https://courier.example/1?a=b&c=d"]
    assert values("sent:d_001_orchards_0", "kg:sentenceKind") == ["headline"]
    assert values("sent:second_0", "nif:endIndex") == ["37"]


def test_no_path_reaches_the_graph():
    record = orchard.RECORDS[1]
    placed = replace(record, document=replace(record.document, path="/home/someone/second.txt"))
    quads = orchard.graph(records=(orchard.RECORDS[0], placed))
    assert set(quads) == set(QUADS)


def test_every_term_used_is_declared():
    declared = {q.subject for q in QUADS if q.predicate == node("rdf:type")}
    used = {q.predicate for q in QUADS}
    used |= {q.object for q in QUADS if q.predicate == node("rdf:type")}
    used |= {q.object for q in QUADS if q.predicate == node("rdf:predicate")}
    own = ("kg", "rel")
    used |= {
        q.object
        for q in QUADS
        if isinstance(q.object, ox.NamedNode)
        and q.object.value.startswith(tuple(prefixes("")[p] for p in own))
    }
    builtin = tuple(prefixes("")[p] for p in ("rdf", "rdfs", "owl", "xsd"))
    assert not [term for term in used - declared if not term.value.startswith(builtin)]


def test_a_relation_is_an_object_or_a_datatype_property_never_both():
    kinds = {}
    for quad in QUADS:
        if quad.predicate == node("rdf:predicate"):
            kind = {
                q.object
                for q in QUADS
                if q.subject == quad.object and q.predicate == node("rdf:type")
            }
            kinds[quad.object.value.rpartition("/")[2]] = len(
                kind & {node("owl:ObjectProperty"), node("owl:DatatypeProperty")}
            )
    assert set(kinds.values()) == {1}


def test_relations_are_labelled_and_placed_whether_the_ontology_knows_them_or_not():
    assert values("rel:floods", "rdfs:label") == ["floods"]
    assert values("rel:floods", "rdfs:subPropertyOf") == [expand("kg:relatedTo")]
    assert values("rel:leaks_value", "rdfs:subPropertyOf") == [expand("kg:relatedValue")]
    assert values("rel:praises", "skos:altLabel") == ["lauds"]
    assert values("rel:resigns_from", "rdfs:subPropertyOf") == [expand("rel:leaves")]


def test_an_embedded_store_rewrites_nothing():
    store = OxigraphStore()
    store.load(QUADS)
    assert set(store.quads()) == set(QUADS)


def test_statements_do_not_move_when_an_entity_is_renamed():
    renamed = [replace(e, id="Ada_B") if e.id == "Ada_Brandt" else e for e in orchard.ENTITIES]
    told = [
        replace(s, subject="Ada_B") if s.subject == "Ada_Brandt" else s for s in orchard.STATEMENTS
    ]
    moved = orchard.graph(told, renamed)
    assert {q.subject for q in moved if "/statement/" in q.subject.value} == {
        q.subject for q in QUADS if "/statement/" in q.subject.value
    }


def test_the_base_iri_moves_the_graphs_own_things_and_no_vocabulary():
    run = Run("0.1", "pipeline 1.0", Config(base_iri="https://valley.example/graph#"))
    moved = {quad.subject.value for quad in orchard.graph(run=run)}
    assert "https://valley.example/graph#entity/Ada_Brandt" in moved
    assert not [iri for iri in moved if iri.startswith("https://example.org/kg/entity/")]
    assert expand("kg:claims") in moved


@pytest.mark.parametrize(
    "iri", ["", "valley", "file:///etc/", "https://valley.example", "http://a b/", "http://a/<x>/"]
)
def test_a_base_iri_that_cannot_carry_names_is_refused(iri):
    with pytest.raises(InputError, match="base IRI"):
        orchard.graph(run=Run("0.1", "pipeline 1.0", Config(base_iri=iri)))


def test_a_runs_name_depends_on_what_shapes_results():
    same = Run("0.1", "pipeline 1.0", Config(batch_size=7))
    others = [
        Run("0.2", "pipeline 1.0", Config()),
        Run("0.1", "pipeline 1.1", Config()),
        Run("0.1", "pipeline 1.0", Config(base_iri="https://run.example/")),
    ]
    assert same.id == orchard.RUN.id
    assert orchard.RUN.id not in {run.id for run in others}
    assert orchard.RUN.id[0].isalpha()


def validate(quads):
    """Whether triples conform to the shapes, and the report."""
    pyshacl = pytest.importorskip("pyshacl")
    data = rdflib.Graph().parse(data="".join(f"{quad.triple} .\n" for quad in quads), format="nt")
    constraints = rdflib.Graph().parse(data=shapes(), format="turtle")
    conforms, _, report = pyshacl.validate(data, shacl_graph=constraints)
    return conforms, report


def test_the_graph_conforms_to_the_shapes():
    conforms, report = validate(QUADS)
    assert conforms, report


@pytest.mark.parametrize(
    ("subject", "predicate"),
    [
        ("st:s01", "kg:polarity"),
        ("st:s01", "kg:confidence"),
        ("st:s01", "prov:wasDerivedFrom"),
        ("ent:Ada_Brandt", "rdfs:label"),
        ("rel:praises", "rdfs:label"),
        ("sent:second_0", "nif:anchorOf"),
        ("doc:second", "dct:identifier"),
        ("time:t2019", "rdfs:label"),
    ],
)
def test_the_shapes_miss_what_is_taken_away(subject, predicate):
    rest = [q for q in QUADS if (q.subject, q.predicate) != (node(subject), node(predicate))]
    assert len(rest) < len(QUADS)
    assert not validate(rest)[0]


@pytest.mark.skipif(not HOSTILE.exists(), reason="the shared test strings are not here")
def test_hostile_strings_survive_as_names_literals_and_ids():
    strings = json.loads(HOSTILE.read_text(encoding="utf-8"))
    records, entities, statements = [], [], []
    for number, string in enumerate(strings):
        document = Document(string, string, string, string, string, string, string)
        sentence = Sentence(0, 0, len(string), string)
        records.append(DocumentRecord(document, (sentence,), (), (), ()))
        entities.append(Entity(f"e{number}", string, "Concept", (string,), quantity=string))
        statements.append(
            Statement(
                f"s{number}",
                string,
                0,
                f"e{number}",
                "rel:likes_value",
                string,
                Literal(string),
                string,
                (0, 1),
                None,
                None,
                string,
                0.5,
                cues=(string,),
                time=string,
                place=string,
                ended=string or None,
            )
        )
    quads = orchard.graph(statements, entities, records)
    labels = {q.object.value for q in quads if q.predicate == node("rdfs:label")}
    whole = {s for s in strings if not any("\ud800" <= c <= "\udfff" for c in s)}
    assert whole <= labels
    documents = {q.graph_name for q in quads} - {ox.DefaultGraph()}
    assert len(documents) == len(set(strings))


def test_strings_are_written_as_pyoxigraph_writes_them():
    """Every character of the basic plane, and some beyond, alone and amid others."""
    chars = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
    for char in [*chars, "\U0001f600", "\U000e0041", "\U0001fffe", ""]:
        assert spelling.string(f"a{char}z") == str(ox.Literal(f"a{char}z"))


def test_a_lone_surrogate_in_a_string_becomes_the_replacement_character():
    assert spelling.string("a\ud800z") == '"a\ufffdz"'


def test_a_graph_of_hostile_names_is_read_back_as_it_was_meant():
    name = 'St. "Ann\'s" \\ Mill;\n#7 \U0001f600 .'
    entity = Entity("St_Ann", name, "Place", ("a\tb", "é", 'q"'), same_as=("urn:x:1",))
    found = {
        (q.predicate.value, q.object.value)
        for q in orchard.graph(statements=(), entities=(entity,), records=())
        if q.subject == NAMES.entity("St_Ann")
    }
    aliases = {(expand("skos:altLabel"), alias) for alias in ("a\tb", "é", 'q"')}
    assert found == aliases | {
        (expand("rdf:type"), expand("kg:Place")),
        (expand("rdfs:label"), name),
        (expand("owl:sameAs"), "urn:x:1"),
    }
