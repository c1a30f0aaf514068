"""An ontology of films, and examples from which its relations can be learnt."""

import json

from kg import api

F = "http://film.example/terms#"
ONTOLOGY = """
@prefix : <http://film.example/terms#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class ; rdfs:label "person" .
:maker a owl:ObjectProperty ; rdfs:label "maker" ; rdfs:range :Person .
:year a owl:DatatypeProperty ; rdfs:label "year" ; rdfs:range xsd:gYear .
:criticizes a owl:ObjectProperty ; rdfs:label "criticizes" .
"""
ROWS = [
    ("Silent Harbour", "Marta Weiss", "1999"),
    ("Cold Orchard", "Peter Lang", "1956"),
    ("Paper Moons", "Ingrid Solberg", "1988"),
    ("Winter Road", "Thomas Finch", "1971"),
    ("Glass River", "Helen Marsh", "2004"),
    ("Red Lantern", "Paul Keller", "1997"),
    ("Night Ferry", "Anna Novak", "2011"),
    ("Old Mill", "James Carter", "1930"),
]
PATTERNS = [
    "{0} is a {2} film by {1}.",
    "{0} is a film by {1} that drew crowds in Bergen.",
    "{0}, a {2} film by {1}, won a prize.",
]


def _example(film, maker, year, pattern):
    triples = [{"sub": film, "rel": "maker", "obj": maker}]
    if "{2}" in pattern:
        triples.append({"sub": film, "rel": "year", "obj": year})
    return {"sent": pattern.format(film, maker, year), "triples": triples}


EXAMPLES = [_example(*row, pattern) for row in ROWS for pattern in PATTERNS]


def learnt(folder):
    """The ontology and the model of relations learnt for it, as files in a folder."""
    (folder / "my.ttl").write_text(ONTOLOGY, encoding="utf-8")
    lines = "".join(json.dumps(row) + "\n" for row in EXAMPLES)
    (folder / "examples.jsonl").write_text(lines, encoding="utf-8")
    api.learn(folder / "my.ttl", folder / "examples.jsonl", folder / "my.model")
    return {"ontology": folder / "my.ttl", "relations": folder / "my.model"}
