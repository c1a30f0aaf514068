"""A user's own ontology is read whole, or refused with a reason."""

import pytest

from kg.errors import InputError
from kg.ontology.schema import read_schema, spoken

HEAD = """\
@prefix : <https://mill.example/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix schema: <https://schema.org/> .
"""
O = "https://mill.example/o#"  # noqa: E741 (the namespace's own prefix is short, too)

OWL = (
    HEAD
    + """
:Firm a owl:Class ; rdfs:label "Unternehmen"@de, "company"@en ; skos:altLabel "firm"@en ;
    rdfs:comment "Sells  things." ; rdfs:subClassOf :Body, owl:Thing .
:Body a owl:Class ; rdfs:label "body" .
:Man a owl:Class ; rdfs:label "person" .
:owns a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:label "owns" ;
    rdfs:domain [ a owl:Class ; owl:unionOf ( :Firm :Man ) ] ; rdfs:range :Firm ;
    owl:inverseOf :ownedBy ; rdfs:subPropertyOf :holds .
:ownedBy a owl:ObjectProperty ; rdfs:label "owned by" .
:holds a owl:ObjectProperty ; rdfs:label "holds" .
:motto a owl:DatatypeProperty ; rdfs:label "motto" ; rdfs:domain :Firm ; rdfs:range xsd:string .
:note a owl:AnnotationProperty ; rdfs:label "note" .
"""
)

RDF_XML = f"""\
<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
         xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <rdfs:Class rdf:about="{O}Boat"><rdfs:label>boat</rdfs:label></rdfs:Class>
  <rdf:Property rdf:about="{O}sails"><rdfs:label>sails</rdfs:label>
    <rdfs:range rdf:resource="{O}Boat"/></rdf:Property>
</rdf:RDF>
"""

JSON_LD = f"""\
{{"@context": {{"rdfs": "http://www.w3.org/2000/01/rdf-schema#",
   "owl": "http://www.w3.org/2002/07/owl#"}},
 "@graph": [{{"@id": "{O}Boat", "@type": "owl:Class", "rdfs:label": "boat"}},
  {{"@id": "{O}sails", "@type": "owl:ObjectProperty", "rdfs:label": "sails",
    "rdfs:range": {{"@id": "{O}Boat"}}}}]}}
"""


def schema(tmp_path, text, name="my.ttl"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_schema(path)


def test_owl_is_read(tmp_path):
    read = schema(tmp_path, OWL)
    assert set(read.classes) == {O + "Firm", O + "Body", O + "Man"}
    firm = read.classes[O + "Firm"]
    assert (firm.words, firm.comment) == (("company", "firm"), "Sells things.")
    assert firm.parents == (O + "Body",)
    assert set(read.properties) == {O + n for n in ("owns", "ownedBy", "holds", "motto")}
    owns = read.properties[O + "owns"]
    assert (owns.domains, owns.ranges) == ((O + "Firm", O + "Man"), (O + "Firm",))
    assert (owns.inverses, owns.parents) == ((O + "ownedBy",), (O + "holds",))
    assert read.properties[O + "ownedBy"].inverses == (O + "owns",)
    assert read.properties[O + "motto"].is_literal
    assert not owns.is_literal
    assert read.ancestors(O + "Firm") == {O + "Firm", O + "Body"}


@pytest.mark.parametrize(
    ("text", "name"),
    [(RDF_XML, "my.owl"), (RDF_XML, "my.ttl"), (JSON_LD, "my.jsonld"), (JSON_LD, "my.json")],
)
def test_other_syntaxes_are_told_by_how_they_begin(tmp_path, text, name):
    read = schema(tmp_path, text, name)
    assert set(read.classes) == {O + "Boat"}
    assert read.properties[O + "sails"].ranges == (O + "Boat",)


def test_domains_of_schema_org_and_properties_without_a_type_are_read(tmp_path):
    text = ':at schema:domainIncludes :Firm, :Man ; rdfs:label "at" .'
    assert schema(tmp_path, HEAD + text).properties[O + "at"].domains == (O + "Firm", O + "Man")


def test_a_term_without_a_label_is_known_by_its_local_name(tmp_path):
    text = ':Mill a owl:Class ; rdfs:label "mill" . :grindsFor a owl:ObjectProperty .'
    assert schema(tmp_path, HEAD + text).properties[O + "grindsFor"].words == ("grinds for",)


def test_local_names_are_taken_apart():
    assert [spoken(name) for name in ("isPartOf", "HQLocation", "birth_place", "EU")] == [
        "is part of", "HQ location", "birth place", "EU",
    ]  # fmt: skip


WRONG = {
    "a syntax error": (HEAD + ':Mill a owl:Class ;\n  rdfs:label "mill .', r"line \d+, column \d+"),
    "an unknown prefix": (HEAD + "x:Mill a owl:Class .", r"line 8, column 1: The prefix x:"),
    "no label": (HEAD + ":Mill a owl:Class .", "has no labels"),
    "no ontology": (HEAD + ':mill rdfs:label "mill" .', "is no ontology"),
    "an empty file": ("", "is no ontology"),
    "no RDF": ("The mill was sold on Friday.", "is not valid Turtle at line 1"),
    "classes in a circle": (
        HEAD + ':A a owl:Class ; rdfs:label "a" ; rdfs:subClassOf :B . :B rdfs:subClassOf :C .'
        ":C rdfs:subClassOf :A .",
        r"circle: <.*#[ABC]> below <.*#[ABC]> below <.*#[ABC]> below <.*#[ABC]>",
    ),
    "properties in a circle": (
        HEAD + ':a a owl:ObjectProperty ; rdfs:label "a" ; rdfs:subPropertyOf :b .'
        ":b rdfs:subPropertyOf :a .",
        "circle",
    ),
    "OWL/XML": (
        '<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>',
        "is OWL/XML; save it as Turtle",
    ),
    "XML cut off": (
        RDF_XML.removesuffix("</rdf:RDF>\n"),
        "not valid RDF/XML at line 7, column 1: no element found",
    ),
    "JSON cut off": ('{"@context": {', "is not valid JSON-LD"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told(tmp_path, what):
    text, message = WRONG[what]
    with pytest.raises(InputError, match=message):
        schema(tmp_path, text)


def test_a_class_below_itself_is_no_circle(tmp_path):
    text = ':A a owl:Class ; rdfs:label "a" ; rdfs:subClassOf :A .'
    assert schema(tmp_path, HEAD + text).classes[O + "A"].parents == ()


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(InputError, match=r"none\.ttl cannot be read: No such file"):
        read_schema(tmp_path / "none.ttl")
