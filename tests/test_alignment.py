"""Which property of a user's ontology a relation is, and which classes entities are of."""

import pytest
from test_schema import HEAD, O

from kg.alignment import Alignment, ClassFinder
from kg.alignment.wording import readings
from kg.model import Entity, EntityMention, Literal, Statement
from kg.ontology.schema import read_schema
from kg.relations import map_relation

ONTOLOGY = (
    HEAD
    + """
:Person a owl:Class ; rdfs:label "Person" .
:Politician a owl:Class ; rdfs:label "politician" ; rdfs:subClassOf :Person .
:Company a owl:Class ; rdfs:label "company" ; skos:altLabel "firm" .
:School a owl:Class ; rdfs:label "university" .
:City a owl:Class ; rdfs:label "city" .
:Country a owl:Class ; rdfs:label "country" .
:Glyph a owl:Class ; rdfs:label "zorp" .

:worksFor a owl:ObjectProperty ; rdfs:label "works for" ;
    rdfs:domain :Person ; rdfs:range :Company .
:acquired a owl:ObjectProperty ; rdfs:label "acquired by" ;
    rdfs:domain :Company ; rdfs:range :Company .
:birthPlace a owl:ObjectProperty ; rdfs:label "birth place" ;
    rdfs:domain :Person ; rdfs:range :City .
:leader a owl:ObjectProperty ; rdfs:label "leader" ; rdfs:range :Person .
:mayor a owl:ObjectProperty ; rdfs:label "mayor of" ; rdfs:domain :Person .
:spouse a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:label "spouse" .
:criticism a owl:ObjectProperty ; rdfs:label "criticism of" .
:studied a owl:ObjectProperty ; rdfs:label "alma mater" ; rdfs:range :School .
:zorps a owl:ObjectProperty ; rdfs:label "zorps" ; rdfs:range :Glyph .
:killed a owl:ObjectProperty ; rdfs:label "murders" .
:slew a owl:ObjectProperty ; rdfs:label "assassinates" .
:mood a owl:DatatypeProperty ; rdfs:label "is" ; rdfs:range xsd:string .
:age a owl:DatatypeProperty ; rdfs:label "age" ; rdfs:range xsd:integer .
"""
)

SCHEMA_PERSON = "https://schema.org/Person"

ENTITIES = [
    Entity("mira", "Mira Dunn", "Person"),
    Entity("tom", "Tom City", "Person"),
    Entity("harrow", "Harrow", "Organization"),
    Entity("dell", "Dell Works", "Organization", mentions=(
        EntityMention("d", 9, 17, "the firm", "nominal"),)),
    Entity("college", "University of Norvik", "Organization"),
    Entity("leeds", "Leeds", "Place"),
    Entity("norway", "Norway", "GeopoliticalEntity"),
    Entity("thing", "Vex", "Concept"),
]  # fmt: skip


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "my.ttl"
    path.write_text(ONTOLOGY, encoding="utf-8")
    return read_schema(path)


@pytest.fixture(scope="module")
def classes(schema):
    return ClassFinder(schema, ENTITIES, [described("mira", "is", Literal("Norwegian politician"))])


def described(subject, relation, object_):
    span = (0, 1)
    return Statement(
        "s1", "d", 0, subject, "rel:is_value", relation, object_, "is", span, span, span, "r", 0.9
    )


def chosen(schema, classes, subject, phrase, object_):
    """The property's local name with the direction, or why there is none."""
    kind = "" if isinstance(object_, Literal) else classes._entities[object_].type
    name = map_relation(phrase, literal=isinstance(object_, Literal), object_type=kind).name
    found = Alignment(schema).property_of(phrase, name, subject, object_, classes)
    return found.iri.removeprefix(O) + " turned" * found.turned if found.iri else found.reason


SUBJECT = "the subject is not of the property's domain"
OBJECT = "the object is not of the property's range"
NONE = "the ontology has no such relation"


@pytest.mark.parametrize(
    ("subject", "phrase", "object_", "property_"),
    [
        ("mira", "works for", "harrow", "worksFor"),  # its label
        ("mira", "is reporter for", "harrow", "worksFor"),  # a synonym of its family
        ("harrow", "employs", "mira", "worksFor turned"),  # the inverse family
        ("harrow", "hires", "mira", "worksFor turned"),
        ("mira", "works for", "leeds", OBJECT),
        ("leeds", "works for", "harrow", SUBJECT),
        ("mira", "works for", "college", OBJECT),  # it is called something else
        ("harrow", "buys", "dell", "acquired turned"),  # Dell Works was acquired by Harrow
        ("mira", "is born in", "leeds", "birthPlace"),  # a noun for the object
        ("mira", "is born in", "norway", OBJECT),
        ("mira", "leads", "harrow", "leader turned"),  # a noun for the subject
        ("mira", "is mayor of", "leeds", "mayor"),
        ("mira", "is king of", "norway", "leader turned"),  # no mayor, but a leader
        ("mira", "marries", "tom", "spouse"),
        ("mira", "slams", "harrow", "criticism"),  # a noun for the deed
        ("mira", "mocks", "harrow", "criticism"),  # of the family below
        ("mira", "graduates from", "college", "studied"),
        ("mira", "murders", "tom", "killed"),
        ("mira", "assassinates", "tom", "slew"),
        ("mira", "beheads", "tom", NONE),  # two properties share the family
        ("mira", "zorps", "thing", OBJECT),  # nothing calls it a zorp
        ("mira", "sings", "thing", NONE),
        ("mira", "is", Literal("calm"), "mood"),
        ("mira", "is", Literal("true", "boolean"), NONE),
    ],
)
def test_a_relation_finds_its_property(schema, classes, subject, phrase, object_, property_):
    assert chosen(schema, classes, subject, phrase, object_) == property_


def local(iris):
    return [iri.removeprefix(O) for iri in iris]


@pytest.mark.parametrize(
    ("entity", "found"),
    [
        ("mira", ["Politician"]),  # said to be one; a politician is a person
        ("tom", ["Person"]),  # a person's name is no description
        ("harrow", []),
        ("dell", ["Company"]),  # the firm
        ("college", ["School"]),  # by its name
        ("leeds", ["City"]),
        ("norway", ["Country"]),
        ("thing", []),
    ],
)
def test_entities_are_of_the_classes_that_texts_call_them_by(classes, entity, found):
    assert local(classes.classes_of(entity)) == found


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("works for", ("works for", False)),
        ("work for", ("works for", False)),
        ("worksFor", ("works for", False)),
        ("worked at", ("works at", False)),
        ("moved to", ("moves to", False)),
        ("planned by", ("plans", True)),
        ("carried by", ("carries", True)),
        ("written by", ("writes", True)),
        ("was founded by", ("founds", True)),
        ("has acquired", ("acquires", False)),
        ("located in", ("is located in", False)),
        ("member of", ("is member of", False)),
        ("employer", ("is employer of", True)),
        ("has employer", ("has employer", False)),
        ("hasEmployer", ("is employer of", True)),
    ],
)
def test_names_are_read_as_phrases(name, reading):
    assert reading in set(readings(name))


def test_the_users_properties_stand_below_the_families_that_they_mean(schema):
    terms = {term.iri.removeprefix(O): term for term in Alignment(schema).terms()}
    assert terms["worksFor"].parents == ("https://example.org/kg/rel/works_for",)
    assert terms["zorps"].parents == ("https://example.org/kg/ns#relatedTo",)
    assert terms["mood"].parents == ("https://example.org/kg/ns#relatedValue",)
    assert terms["Politician"].parents == (O + "Person",)


NARROW = (
    HEAD
    + """
@prefix kg: <https://example.org/kg/ns#> .
:Actor a owl:Class ; rdfs:label "actor" ; rdfs:subClassOf schema:Person .
:Ward a owl:Class ; rdfs:label "ward" ; rdfs:subClassOf schema:Place .
:Hospital a owl:Class ; rdfs:label "hospital" .
:Company a owl:Class ; rdfs:label "company" .
:Film a owl:Class ; rdfs:label "film" .
:chairs a owl:ObjectProperty ; rdfs:label "chairs" ; rdfs:domain kg:Person .
:bought a owl:ObjectProperty ; rdfs:label "has bought" .
:boss a owl:ObjectProperty ; rdfs:label "has CEO" ; rdfs:domain :Company .
:wed a owl:ObjectProperty ; rdfs:label "married to" .
:speaksIn a owl:ObjectProperty ; rdfs:label "represents" ; rdfs:range :Ward .
:staff a owl:ObjectProperty ; rdfs:label "works at" ; rdfs:range :Hospital .
:produced a owl:ObjectProperty ; rdfs:label "produces" ; rdfs:range :Film .
:founded a owl:ObjectProperty ; rdfs:label "founds" ; rdfs:range :Company .
"""
)
NAMED = [
    Entity("mira", "Mira Dunn", "Person"),
    Entity("tom", "Tom Pell", "Person"),
    Entity("bank", "Vale Bank", "Organization"),
    Entity("tarn", "Tarn Motors", "Organization"),
    Entity("norvik", "Norvik", "Organization"),
    Entity("charity", "charity", "Organization"),
    Entity("excuse", "the alibi", "Document"),
    Entity("heath", "Heath", "Document"),
]


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    path = tmp_path_factory.mktemp("narrow") / "my.ttl"
    path.write_text(NARROW, encoding="utf-8")
    return read_schema(path)


@pytest.mark.parametrize(
    ("subject", "phrase", "object_", "property_"),
    [
        ("mira", "chairs", "bank", "chairs"),
        ("mira", "heads", "bank", NONE),  # who heads a bank need not chair its board
        ("mira", "is president of", "bank", NONE),
        ("tarn", "chairs", "bank", SUBJECT),  # a class of kg's own
        ("mira", "purchases", "tarn", "bought"),  # all words for buying are one
        ("mira", "is chief executive of", "norvik", "boss turned"),
        ("tom", "marries", "mira", "wed"),
        ("mira", "represents", "tom", OBJECT),  # a ward below Place is no child
        ("mira", "works at", "norvik", "staff"),
        ("mira", "works at", "bank", OBJECT),  # a bank is no hospital
        ("mira", "produces", "heath", "produced"),
        ("mira", "produces", "excuse", OBJECT),  # an alibi is no film
        ("mira", "founds", "tarn", "founded"),
        ("mira", "founds", "bank", "founded"),  # a bank is a company
        ("mira", "founds", "charity", OBJECT),
    ],
)
def test_a_narrow_property_takes_only_what_it_says(narrow, subject, phrase, object_, property_):
    assert chosen(narrow, ClassFinder(narrow, NAMED), subject, phrase, object_) == property_


def test_a_class_below_persons_does_not_hold_every_person(narrow):
    assert ClassFinder(narrow, NAMED).classes_of("mira") == (SCHEMA_PERSON,)
