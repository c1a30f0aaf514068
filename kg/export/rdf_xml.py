"""RDF/XML: an element a subject, an element inside it a triple.

A property is written as the name of an element. Its IRI is cut where the rest is a name that
every XML parser takes (many know the letters of 1998 only), at the namespace of one of the
graph's prefixes where that is such a place. kg's own properties begin with a letter and always
have one.

pyoxigraph has a writer too, but it leaves carriage returns, NUL and other characters that XML
parsers change or refuse, and names that are empty, as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import pyoxigraph as ox

from kg.errors import GraphError
from kg.export import xml
from kg.export.syntaxes import Object, by_subject
from kg.iris import FIXED_PREFIXES, NAME_CHARS, prefixes

_OLD = "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff"
_ENDINGS = (
    re.compile(f"[{_OLD}][{_OLD}0-9-]*$"),
    re.compile(rf"(?![0-9\u00b7\u0300-\u036f\u203f\u2040])[{NAME_CHARS}][{NAME_CHARS}.-]*$"),
)
"""The ends of an IRI that are names: in every edition of XML 1.0, and in its fifth."""

_STRING = FIXED_PREFIXES["xsd"] + "string"


def rdfxml(quads: Iterable[ox.Quad], base_iri: str) -> Iterator[str]:
    """The merge of all graphs as RDF/XML.

    Raises GraphError for a property that no element can be named after.
    """
    table = prefixes(base_iri)
    by_namespace = {iri: prefix for prefix, iri in table.items()}
    spaces = "".join(f'\n    xmlns:{p}="{xml.content(iri)}"' for p, iri in table.items())
    yield f"{xml.HEADING}<rdf:RDF{spaces}>\n"
    for subject, told in by_subject(quads):
        yield f"  <rdf:Description{_subject(subject)}>\n"
        for predicate, value in told:
            yield f"    {_element(_name(predicate.value, by_namespace), value)}\n"
        yield "  </rdf:Description>\n"
    yield "</rdf:RDF>\n"


def _subject(subject: ox.NamedNode | ox.BlankNode) -> str:
    if isinstance(subject, ox.BlankNode):
        return xml.attributes(**{"rdf:nodeID": subject.value})
    return xml.attributes(**{"rdf:about": subject.value})


def _name(iri: str, by_namespace: Mapping[str, str]) -> tuple[str, str]:
    """The element's name, and the attribute that declares its namespace where need be."""
    for ending in _ENDINGS:
        found = ending.search(iri)
        if found:
            namespace, local = iri[: found.start()], found[0]
            prefix = by_namespace.get(namespace)
            if prefix:
                return f"{prefix}:{local}", ""
            return f"p:{local}", xml.attributes(**{"xmlns:p": namespace})
    raise GraphError(f"RDF/XML cannot name the property <{iri}>; choose another format.")


def _element(name: tuple[str, str], value: Object) -> str:
    tag, declared = name
    if isinstance(value, ox.NamedNode):
        return f"<{tag}{declared}{xml.attributes(**{'rdf:resource': value.value})}/>"
    if isinstance(value, ox.BlankNode):
        return f"<{tag}{declared}{xml.attributes(**{'rdf:nodeID': value.value})}/>"
    if value.language:
        kind = xml.attributes(**{"xml:lang": value.language})
    elif value.datatype.value != _STRING:
        kind = xml.attributes(**{"rdf:datatype": value.datatype.value})
    else:
        kind = ""
    return f"<{tag}{declared}{kind}>{xml.content(value.value)}</{tag}>"
