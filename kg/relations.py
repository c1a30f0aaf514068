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


_ACTING = frozenset({"", "Facility"})
"""Types of subjects that are not known, or that stand for those within (the museum asks)."""


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
    an object, or where the subject's type is known, that is to fit its domain: a club folds, and
    so does a map; a storm strikes a coast and attacks nobody.

    >>> map_relation("slams")
    Property(name='rel:criticizes', label='criticizes', is_family=True)
    >>> map_relation("resigns", literal=True).name
    'rel:resigns_value'
    >>> [map_relation("executes", object_type=kind).label for kind in ("Person", "Concept", "")]
    ['kills', 'performs', 'performs']
    """
    ontology = ontology or load_ontology()
    family = _family(phrase, _LITERAL if literal else object_type, ontology)
    doubted = literal or subject_type not in _ACTING
    if doubted and family and not _may_say(subject_type, phrase, family, ontology):
        family = None
    label = family.label if family else " ".join(unicodedata.normalize("NFC", phrase).split())
    return Property("rel:" + _local(label, literal), label, family is not None)


def _family(phrase: str, object_type: str, ontology: Ontology) -> Term | None:
    """The family that the phrase is of, said of such an object.

    Where the object's type is not known, the family that takes any object goes first. A family's
    own label is not doubted where no other takes the object. A verb of several senses without an
    object may have yet another (`the truce holds`).
    """
    known = ontology.families(phrase)
    if object_type == _LITERAL and len(known) > 1:
        return None
    found = known if object_type else tuple(reversed(known))
    fitting = (f for f in found if _is_of(f.range, object_type, ontology))
    own = (f for f in found if phrase_key(f.label) == phrase_key(phrase))
    return next(fitting, next(own, None))


def _local(label: str, literal: bool) -> str:
    if literal:
        return local_name(label, "r", LONGEST - len(VALUE_SUFFIX)) + VALUE_SUFFIX
    local = local_name(label, "r")
    if local.endswith(VALUE_SUFFIX):
        return local_name(label + "_", "r")  # the underscore makes the name carry a hash
    return local


def _may_say(type_: str, phrase: str, family: Term, ontology: Ontology) -> bool:
    """Whether a phrase, said of such a subject, has the family's sense."""
    is_own = phrase_key(phrase) == phrase_key(family.label)
    return is_own or _is_of(family.domain, type_, ontology)


def _is_of(class_: str | None, type_: str, ontology: Ontology) -> bool:
    """Whether a thing of a type, "" for unknown, may stand where a family wants a class.

    A literal is of no class.
    """
    return not class_ or not type_ or class_ in ontology.ancestors(expand("kg:" + type_))
