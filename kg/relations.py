"""Relation phrases -> properties.

A phrase that a family of the ontology knows (`slams`) becomes the family's property
(`rel:criticizes`); any other becomes a property of its own, named after the phrase
(`rel:coins`). The statement keeps the phrase, so that nothing is lost by the mapping.

A property holds between entities or has literals, never both: what is said without a second
entity gets a name of its own that ends in `_value` (`rel:resigns_value true`).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from kg.iris import LONGEST, expand, local_name
from kg.ontology import Ontology, Term, load_ontology, phrase_key
from kg.rdf.declarations import VALUE_SUFFIX


@dataclass(frozen=True, slots=True)
class Property:
    """A relation of the graph: prefixed name, label, and whether a family of the ontology."""

    name: str
    label: str
    is_family: bool = False


def map_relation(
    phrase: str, ontology: Ontology | None = None, *, literal: bool = False, object_type: str = ""
) -> Property:
    """The property that stands for a relation phrase.

    `literal` says that the object is none or a literal. `object_type` is the object's entity
    type, "" when unknown: a family's synonym counts only where the object fits its range.

    >>> map_relation("slams")
    Property(name='rel:criticizes', label='criticizes', is_family=True)
    >>> map_relation("resigns", literal=True).name
    'rel:resigns_value'
    """
    ontology = ontology or load_ontology()
    family = ontology.phrases.get(phrase_key(phrase))
    if family and _fits(family, phrase, "literal" if literal else object_type, ontology):
        label, is_family = family.label, True
    else:
        label, is_family = " ".join(unicodedata.normalize("NFC", phrase).split()), False
    return Property("rel:" + _local(label, literal), label, is_family)


def _local(label: str, literal: bool) -> str:
    if literal:
        return local_name(label, "r", LONGEST - len(VALUE_SUFFIX)) + VALUE_SUFFIX
    local = local_name(label, "r")
    if local.endswith(VALUE_SUFFIX):
        return local_name(label + "_", "r")  # the underscore makes the name carry a hash
    return local


def _fits(family: Term, phrase: str, object_type: str, ontology: Ontology) -> bool:
    """Whether the object may stand in the family; a family's own label is never doubted.

    A literal is of no class and so fits no range.
    """
    if not family.range or not object_type or phrase_key(phrase) == phrase_key(family.label):
        return True
    return family.range in ontology.ancestors(expand("kg:" + object_type))
