"""Relation phrases -> properties.

A phrase that a family of the ontology knows (`slams`) becomes the family's property
(`rel:criticizes`); any other becomes a property of its own, named after the phrase
(`rel:coins`). The statement keeps the phrase, so that nothing is lost by the mapping. A verb of
several senses stands in several families, and what its object is decides (`executes a prisoner`
is rel:kills, `executes a plan` rel:performs).

A property holds between entities or has literals, never both: what is said without a second
entity gets a name of its own that ends in `_value` (`rel:resigns_value true`).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from kg.iris import LONGEST, expand, local_name
from kg.ontology import Ontology, Term, load_ontology, phrase_key
from kg.rdf.declarations import VALUE_SUFFIX

_LITERAL = "literal"
"""Stands for the type of an object that is no entity."""


@dataclass(frozen=True, slots=True)
class Property:
    """A relation of the graph: prefixed name, label, and whether a family of the ontology."""

    name: str
    label: str
    is_family: bool = False


def map_relation(
    phrase: str,
    ontology: Ontology | None = None,
    *,
    literal: bool = False,
    object_type: str = "",
    subject_type: str = "",
) -> Property:
    """The property that stands for a relation phrase.

    `literal` says that the object is none or a literal. `object_type` is the object's entity
    type, "" when unknown: a family's synonym counts only where the object fits its range. Without
    an object, the subject's type is to fit its domain: a club folds, and so does a map.

    >>> map_relation("slams")
    Property(name='rel:criticizes', label='criticizes', is_family=True)
    >>> map_relation("resigns", literal=True).name
    'rel:resigns_value'
    >>> [map_relation("executes", object_type=kind).label for kind in ("Person", "Concept", "")]
    ['kills', 'performs', 'performs']
    """
    ontology = ontology or load_ontology()
    family = _family(phrase, _LITERAL if literal else object_type, ontology)
    if literal and family and not _fits(family.domain, family, phrase, subject_type, ontology):
        family = None
    label = family.label if family else " ".join(unicodedata.normalize("NFC", phrase).split())
    return Property("rel:" + _local(label, literal), label, family is not None)


def _family(phrase: str, object_type: str, ontology: Ontology) -> Term | None:
    """The family that the phrase is of, said of such an object.

    Where the object's type is not known, the family that takes any object goes first. A verb of
    several senses without an object may have yet another (`the truce holds`).
    """
    known = ontology.families(phrase)
    if object_type == _LITERAL and len(known) > 1:
        return None
    found = known if object_type else reversed(known)
    return next((f for f in found if _fits(f.range, f, phrase, object_type, ontology)), None)


def _local(label: str, literal: bool) -> str:
    if literal:
        return local_name(label, "r", LONGEST - len(VALUE_SUFFIX)) + VALUE_SUFFIX
    local = local_name(label, "r")
    if local.endswith(VALUE_SUFFIX):
        return local_name(label + "_", "r")  # the underscore makes the name carry a hash
    return local


def _fits(class_: str | None, family: Term, phrase: str, type_: str, ontology: Ontology) -> bool:
    """Whether a thing may stand where the family wants one of `class_`.

    A family's own label is never doubted. A literal is of no class and so fits none.
    """
    if not class_ or not type_ or phrase_key(phrase) == phrase_key(family.label):
        return True
    return class_ in ontology.ancestors(expand("kg:" + type_))
