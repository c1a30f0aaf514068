"""What the endpoint says of itself to who asks it nothing (SPARQL 1.1 Service Description)."""

from __future__ import annotations

import pyoxigraph as ox

from kg.server.negotiation import SOLUTIONS, TRIPLES

_DESCRIPTION = """
@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix formats: <http://www.w3.org/ns/formats/> .
[] a sd:Service ;
  sd:endpoint <{address}> ;
  sd:supportedLanguage sd:SPARQL11Query ;
  sd:feature sd:UnionDefaultGraph ;
  sd:resultFormat {formats} .
"""
_FORMATS = {
    "application/sparql-results+json": "SPARQL_Results_JSON",
    "application/sparql-results+xml": "SPARQL_Results_XML",
    "text/csv": "SPARQL_Results_CSV",
    "text/tab-separated-values": "SPARQL_Results_TSV",
    "text/turtle": "Turtle",
    "application/n-triples": "N-Triples",
    "application/ld+json": "JSON-LD",
    "application/rdf+xml": "RDF_XML",
}
_SYNTAXES = {
    "text/turtle": ox.RdfFormat.TURTLE,
    "application/n-triples": ox.RdfFormat.N_TRIPLES,
    "application/ld+json": ox.RdfFormat.JSON_LD,
    "application/rdf+xml": ox.RdfFormat.RDF_XML,
}


def describe(address: str, media_type: str) -> bytes:
    """The description of the endpoint at an address, in one of the media types of triples.

    Raises ValueError where the address, which the client's Host header has a part in, is no IRI.
    """
    known = sorted({*SOLUTIONS.values(), *TRIPLES.values()})
    formats = ", ".join(f"formats:{_FORMATS[kind]}" for kind in known)
    endpoint = ox.NamedNode(address)
    turtle = _DESCRIPTION.format(address=endpoint.value, formats=formats)
    triples = (quad.triple for quad in ox.parse(turtle, ox.RdfFormat.TURTLE))
    return ox.serialize(triples, format=_SYNTAXES[media_type]) or b""
