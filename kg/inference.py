"""What follows from a graph by its ontology, kept apart from what the texts say.

The rules are those of RDFS and of OWL's inverse and symmetric properties, as SPARQL updates on a
store in memory, repeated until nothing new comes:

| rule         | Ada criticizes Bo, and                 | hence                    |
|--------------|----------------------------------------|--------------------------|
| sub-property | criticizes is below speaks of          | Ada speaks of Bo         |
| inverse      | employs is the inverse of works for    | (Bo works for Ada ...)   |
| symmetric    | meets with is symmetric                | (Bo meets with Ada)      |
| domain       | criticizes has the domain Agent        | Ada is an Agent          |
| range        | is born in has the range Location      | (Riga is a Location)     |
| subclass     | Agent is below Entity                  | Ada is an Entity         |

Premises are plain facts alone, so nothing follows from what is denied, planned or claimed. Where
the texts are not literal (a report slams a policy), a domain or range would make an agent of the
report: a class that an entity's own class rules out does not follow.

What follows goes into a file of its own beside the graph, or into a named graph of an export; the
store that queries see never has it. A build that changes the graph writes the file anew where
there is one.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pyoxigraph as ox

from kg import retrieval
from kg.files import replacing
from kg.iris import FIXED_PREFIXES
from kg.ontology import Ontology
from kg.rdf import turtle
from kg.stores import Solutions, Store
from kg.terms import node, text

FILE_NAME = "inferred.ttl"

_SAID, _SCHEMA, _INFERRED = (
    ox.NamedNode(f"urn:kg:{name}") for name in ("said", "schema", "inferred")
)
_RULES = {
    "sub-property": ("?s ?p ?o", "?p rdfs:subPropertyOf ?q", "?s ?q ?o"),
    "inverse": ("?s ?p ?o", "?p owl:inverseOf ?q", "?o ?q ?s"),
    "inverse of": ("?s ?p ?o", "?q owl:inverseOf ?p", "?o ?q ?s"),
    "symmetric": ("?s ?p ?o", "?p a owl:SymmetricProperty", "?o ?p ?s"),
    "domain": ("?s ?p ?o", "?p rdfs:domain ?c", "?s a ?c"),
    "range": ("?o ?p ?s", "?p rdfs:range ?c", "?s a ?c"),
    "subclass": ("?s a ?b", "?b rdfs:subClassOf ?c", "?s a ?c"),
}
"""By name: a fact, what the ontology says, and what follows."""

_RULE = """
INSERT { GRAPH <urn:kg:inferred> { %(then)s } } WHERE {
  GRAPH <urn:kg:schema> { %(schema)s }
  VALUES ?g { <urn:kg:said> <urn:kg:inferred> } GRAPH ?g { %(fact)s }
  FILTER(isIRI(%(subject)s))
  FILTER NOT EXISTS { GRAPH <urn:kg:said> { %(then)s } }
  FILTER NOT EXISTS { GRAPH <urn:kg:inferred> { %(then)s } }
  %(fits)s
}"""
_FITS = """
  FILTER NOT EXISTS {
    GRAPH <urn:kg:said> { ?s a ?own }
    GRAPH <urn:kg:schema> { ?own rdfs:subClassOf* kg:Entity . ?c rdfs:subClassOf* kg:Entity }
    FILTER(?own != kg:Concept)
    FILTER NOT EXISTS { GRAPH <urn:kg:schema> { ?own rdfs:subClassOf* ?c } }
    FILTER NOT EXISTS { GRAPH <urn:kg:schema> { ?c rdfs:subClassOf* ?own } }
  }"""
"""No class that goes against what the entity is; a concept is whatever is not known better."""

_FACTS = """
SELECT ?s ?p ?o WHERE {
  { ?p a owl:ObjectProperty } UNION { ?p a owl:DatatypeProperty }
  { ?p rdfs:subPropertyOf+ kg:relatedTo } UNION { ?p rdfs:subPropertyOf+ kg:relatedValue }
  ?s ?p ?o
}"""
_CLASSES = """
SELECT ?s ?p ?c WHERE {
  ?s a ?own . ?own rdfs:subClassOf* kg:Entity . ?s ?p ?c FILTER(?p = rdf:type)
}"""

_Said = tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode | ox.Literal]


def infer(store: Store, ontology: Ontology) -> list[ox.Triple]:
    """The triples that follow from a graph's facts and do not stand in it, each once."""
    work = ox.Store()
    work.extend(ox.Quad(*triple, _SAID) for triple in _said(store))
    work.extend(ox.Quad(*triple, _SCHEMA) for triple in _schema(ontology))
    updates = [_update(name) for name in _RULES]
    size = -1
    while size != len(work):
        size = len(work)
        for update in updates:
            work.update(update)
    found = work.quads_for_pattern(None, None, None, _INFERRED)
    return sorted((quad.triple for quad in found), key=str)


def write(folder: Path, store: Store, ontology: Ontology) -> int:
    """Write what follows from a graph beside it; the number of triples."""
    base = retrieval.base_iri(store)
    found = infer(store, ontology)
    with replacing(folder / FILE_NAME) as out:
        lines = io.TextIOWrapper(out, encoding="utf-8", newline="\n")
        turtle.write_turtle((*_heading(base), *found), lines, base)
        lines.detach()
    return len(found)


def quads(store: Store, ontology: Ontology) -> Iterator[ox.Quad]:
    """What follows from a graph, in a named graph that says of itself what it is."""
    base = retrieval.base_iri(store)
    for triple in (*_heading(base), *infer(store, ontology)):
        yield ox.Quad(triple.subject, triple.predicate, triple.object, _name(base))


def _name(base: str) -> ox.NamedNode:
    return ox.NamedNode(base + "inferred")


def _heading(base: str) -> list[ox.Triple]:
    about = _name(base)
    return [
        ox.Triple(about, node("rdf:type"), node("owl:Ontology")),
        ox.Triple(about, node("dct:title"), text("What follows from the knowledge graph")),
        ox.Triple(about, node("prov:wasDerivedFrom"), ox.NamedNode(base)),
    ]


def _update(name: str) -> str:
    fact, schema, then = _RULES[name]
    declared = "".join(f"PREFIX {p}: <{FIXED_PREFIXES[p]}>\n" for p in ("rdf", "rdfs", "owl", "kg"))
    rule = _RULE % {
        "fact": fact,
        "schema": schema,
        "then": then,
        "subject": then.split()[0],
        "fits": _FITS if then.endswith("?c") and name != "subclass" else "",
    }
    return declared + rule


def _said(store: Store) -> Iterator[_Said]:
    """The plain facts of a graph, and the classes of its entities."""
    for sparql in (_FACTS, _CLASSES):
        for subject, name, value in cast("Solutions", store.query(sparql, FIXED_PREFIXES)).rows:
            yield cast("_Said", (subject, name, value))


def _schema(ontology: Ontology) -> Iterator[tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode]]:
    for term in ontology.terms.values():
        subject = ox.NamedNode(term.iri)
        above = "rdfs:subClassOf" if term.kind == "Class" else "rdfs:subPropertyOf"
        told: Iterable[tuple[str, str | None]] = (
            *((above, parent) for parent in term.parents),
            *(("rdf:type", type_) for type_ in term.types),
            ("rdfs:domain", term.domain),
            ("rdfs:range", term.range),
            ("owl:inverseOf", term.inverse),
        )
        for name, value in told:
            if value:
                yield subject, node(name), ox.NamedNode(value)
