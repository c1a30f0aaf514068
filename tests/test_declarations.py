"""What a graph declares of the terms it uses."""

from kg.iris import expand
from kg.ontology import Term, load_ontology
from kg.rdf.declarations import Declarations


def declared(*relations, ontology=None):
    """Declarations of relations, each by prefixed name and phrase, to values or to things."""
    noted = Declarations(ontology or load_ontology())
    for name, phrase, is_literal in relations:
        noted.note_relation(name, phrase, is_literal)
        noted.used.add(expand(name))
    return {(q.subject.value, q.predicate.value, q.object.value) for q in noted.quads()}


def above(found, name):
    below = expand("rdfs:subPropertyOf")
    return {o for s, p, o in found if (s, p) == (expand(name), below)}


def test_values_of_a_family_stand_below_the_values_of_those_above_it():
    found = declared(("rel:mocks_value", "mocks", True))
    assert above(found, "rel:mocks_value") == {expand("rel:criticizes_value")}
    assert above(found, "rel:criticizes_value") == {expand("rel:speaks_of_value")}
    assert above(found, "rel:speaks_of_value") == {expand("kg:relatedValue")}
    kinds = {o for s, p, o in found if (s, p) == (expand("rel:mocks_value"), expand("rdf:type"))}
    assert kinds == {expand("owl:DatatypeProperty")}
    assert not [s for s, _, _ in found if s == expand("rel:mocks")]


def test_values_of_no_family_stand_below_the_root_alone():
    found = declared(("rel:glows_value", "glows", True))
    assert above(found, "rel:glows_value") == {expand("kg:relatedValue")}


def test_what_happens_once_is_told():
    found = declared(("rel:is_born_in", "is born in", False))
    assert (expand("rel:is_born_in"), expand("kg:happensOnce"), "true") in found


def test_a_users_term_is_declared_with_what_he_says_of_it():
    iri, parent = "https://mill.example/o#grinds", "https://mill.example/o#works"
    terms = [
        Term(
            iri, "ObjectProperty", "grinds", synonyms=("mills",), parents=(parent,), is_given=True
        ),
        Term(parent, "ObjectProperty", "works", "Does work.", is_given=True),
    ]
    found = declared((iri, "grinds", False), ontology=load_ontology().with_terms(terms))
    told = {(s, p, o) for s, p, o in found if s in {iri, parent}}
    assert told == {
        (iri, expand("rdf:type"), expand("owl:ObjectProperty")),
        (iri, expand("rdfs:label"), "grinds"),
        (iri, expand("skos:altLabel"), "mills"),
        (iri, expand("rdfs:subPropertyOf"), parent),
        (parent, expand("rdf:type"), expand("owl:ObjectProperty")),
        (parent, expand("rdfs:label"), "works"),
        (parent, expand("rdfs:comment"), "Does work."),
    }
