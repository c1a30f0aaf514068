"""What texts deny, as OWL has it: only where nobody affirms it, so that reasoners stay content."""

import io
from dataclasses import replace

import orchard
import owlrl
import pyoxigraph as ox
import pytest
import rdflib

from kg import export
from kg.errors import ArgumentError
from kg.export.negations import owl_negations
from kg.model import Entity, Literal
from kg.rdf.turtle import write_turtle
from kg.retrieval import base_iri, read_subgraph
from kg.stores.oxigraph import OxigraphStore
from kg.terms import Names, node

NAMES = Names.under(orchard.RUN.config.base_iri)
MODEL = orchard.STATEMENTS[1]
"""Brandt chairs Tolm Council."""

BY_PIET = {"factuality": "claimed", "speakers": ("Piet_Oram",)}


def said(number, subject, relation, target, **rest):
    told = {"time": None, **rest}
    return replace(
        MODEL, id=f"n{number}", subject=subject, property=relation, object=target, **told
    )


def denied(number, subject, relation, target, **rest):
    return said(number, subject, relation, target, polarity="negated", **rest)


def stored(statements, entities=orchard.ENTITIES):
    store = OxigraphStore()
    store.load(orchard.graph(statements, entities))
    return store


def negations(statements, entities=orchard.ENTITIES):
    store = stored(statements, entities)
    return list(owl_negations(read_subgraph(store), store.quads(), base_iri(store)))


def ids(quads):
    return {q.subject.value.rpartition("/")[2] for q in quads}


ADA, TOLM, COUNCIL = "Ada_Brandt", "Tolm", "Tolm_Council"


def test_a_denial_stands_on_its_statement_in_its_documents_graph():
    statement = NAMES.statement("n1")
    graph = NAMES.document(MODEL.document)
    assert set(negations([denied(1, ADA, "rel:visits", TOLM)])) == {
        ox.Quad(statement, node("rdf:type"), node("owl:NegativePropertyAssertion"), graph),
        ox.Quad(statement, node("owl:sourceIndividual"), NAMES.entity(ADA), graph),
        ox.Quad(statement, node("owl:assertionProperty"), node("rel:visits"), graph),
        ox.Quad(statement, node("owl:targetIndividual"), NAMES.entity(TOLM), graph),
    }


def test_a_denied_value_is_a_value():
    value = Literal("true", "boolean")
    found = negations([denied(1, "dam", "rel:leaks_value", value)])
    [target] = [q.object for q in found if q.predicate == node("owl:targetValue")]
    assert target == ox.Literal(True)


@pytest.mark.parametrize(
    "rest",
    [
        {"factuality": "planned"},
        BY_PIET,
        {"speakers": ("Piet_Oram",)},
        {"ended": True},
        {"polarity": "asserted"},
    ],
)
def test_what_is_no_plain_denial_makes_none(rest):
    assert negations([replace(denied(1, ADA, "rel:visits", TOLM), **rest)]) == []


@pytest.mark.parametrize(
    "affirmed",
    [
        said(2, ADA, "rel:visits", TOLM),
        said(2, ADA, "rel:visits", TOLM, **BY_PIET),
        said(2, ADA, "rel:visits", TOLM, factuality="planned"),
        said(2, ADA, "rel:visits", TOLM, ended="2019"),
        said(2, ADA, "rel:visits", TOLM, document="second", sentence=0),
    ],
)
def test_what_anybody_affirms_is_not_denied(affirmed):
    assert negations([denied(1, ADA, "rel:visits", TOLM), affirmed]) == []


@pytest.mark.parametrize(
    ("denial", "affirmed"),
    [
        (("rel:meets_with", ADA, COUNCIL), ("rel:meets_with", COUNCIL, ADA)),
        (("rel:interacts_with", ADA, COUNCIL), ("rel:meets_with", COUNCIL, ADA)),
        (("rel:speaks_of", ADA, COUNCIL), ("rel:criticizes", ADA, COUNCIL)),
    ],
)
def test_what_follows_from_the_affirmed_is_not_denied(denial, affirmed):
    (relation, one, other), (its, subject, target) = denial, affirmed
    made = [denied(1, one, relation, other), said(2, subject, its, target)]
    assert negations(made) == []
    assert ids(negations([made[0], said(2, subject, its, "dam")])) == {"n1"}


def test_one_thing_under_two_names_is_one():
    twin = Entity("Tolm_town", "Tolm town", "Place", same_as=("https://geo.example/77/",))
    made = [denied(1, ADA, "rel:visits", TOLM), said(2, ADA, "rel:visits", "Tolm_town")]
    assert negations(made, (*orchard.ENTITIES, twin)) == []
    other = replace(twin, same_as=("https://geo.example/78/",))
    assert ids(negations(made, (*orchard.ENTITIES, other))) == {"n1"}


def test_the_orchard_denies_nothing_that_somebody_affirms():
    """The dam does not leak (s05), but a surveyor said that it does (s04)."""
    assert negations(orchard.STATEMENTS) == []
    assert ids(negations([s for s in orchard.STATEMENTS if s.id != "s04"])) == {"s05"}


# ---- a reasoner


def contradictions(quads):
    """What the OWL 2 RL rules find wrong."""
    out = io.StringIO()
    write_turtle(quads, out, orchard.RUN.config.base_iri)
    graph = rdflib.Graph().parse(data=out.getvalue(), format="turtle")
    conversions = rdflib.term._toPythonMapping
    known = dict(conversions)
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(graph)
    conversions.clear()  # it changed how rdflib reads literals, for the rest of the process
    conversions.update(known)
    errors = rdflib.URIRef("http://www.daml.org/2002/03/agents/agent-ont#error")
    return [str(told) for told in graph.objects(None, errors)]


DEBATE = [
    denied(1, ADA, "rel:visits", TOLM),
    denied(2, ADA, "rel:meets_with", COUNCIL),
    denied(3, "Piet_Oram", "rel:meets_with", COUNCIL),
    said(4, COUNCIL, "rel:meets_with", "Piet_Oram"),
    denied(5, "dam", "rel:leaks_value", Literal("true", "boolean")),
]


def test_a_reasoner_finds_no_contradiction():
    store = stored(DEBATE)
    added = negations(DEBATE)
    assert ids(added) == {"n1", "n2", "n5"}
    quads = [*store.quads(), *added]
    assert contradictions(quads) == []
    contrary = ox.Quad(NAMES.entity(COUNCIL), node("rel:meets_with"), NAMES.entity(ADA))
    assert contradictions([*quads, contrary])


# ---- the export


def exported(format_, statements, **options):
    store, out = stored(statements), io.BytesIO()
    source = export.Source(store, lambda: read_subgraph(store), tuple)
    export.write(source, export.Serialization(format_, **options), out)
    return out.getvalue().decode()


def test_they_are_in_an_export_only_where_asked_for():
    name = "owl:NegativePropertyAssertion"
    assert name not in exported("trig", DEBATE)
    assert exported("trig", DEBATE, owl_negations=True).count(name) == 3


def test_only_rdf_has_them():
    with pytest.raises(ArgumentError, match=r"need RDF .*csv is none"):
        exported("csv", DEBATE, owl_negations=True)
