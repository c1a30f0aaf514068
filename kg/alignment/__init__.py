"""A user's ontology laid beside the graph: which of its properties a relation is, if any.

    relation phrase --own words, family--> properties, forward or turned --argument types--> one

A property is found by its own words (kg.alignment.wording), or because one of them is a phrase of
a relation family and the relation is of that family or of one below it. It is taken only where
subject and object fit its domain and range (kg.alignment.classes), turned round where the user
names the relation from the other end (`employs` for `works for`). What fits nowhere is kept out
of the user's namespace: a reader of his data may rely on what his ontology says.

A property of values takes the words of the object as a value of its datatype (kg.alignment.values),
and has further ways to be stated (kg.alignment.valued): by a time, by a noun for what is counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kg.alignment.classes import ClassFinder
from kg.alignment.valued import ValueWording
from kg.alignment.values import TEXT, Value, value
from kg.alignment.wording import Found, Wording
from kg.iris import expand
from kg.model import Literal
from kg.ontology import Ontology, Term, load_ontology
from kg.ontology.schema import Schema, SchemaClass, SchemaProperty

__all__ = ["Alignment", "ClassFinder", "Correspondence"]

UNKNOWN = "the ontology has no such relation"
WRONG_SUBJECT = "the subject is not of the property's domain"
WRONG_OBJECT = "the object is not of the property's range"
NO_VALUE = "the property takes things, not values"
NO_THING = "the property takes values, not things"
WRONG_VALUE = "the value is not of the property's datatype"


@dataclass(frozen=True, slots=True)
class Correspondence:
    """The property that a relation is, by IRI and label, and whether it runs the other way.

    The word is that of ontology matching (Euzenat and Shvaiko 2013, "Ontology Matching").

    `value` is the object of a property of values. Where it is none, `reason` says why.
    """

    iri: str = ""
    label: str = ""
    turned: bool = False
    value: Value | None = None
    reason: str = ""


class Alignment:
    """A schema laid beside the package's own ontology."""

    def __init__(self, schema: Schema, ontology: Ontology | None = None) -> None:
        self.schema = schema
        self._ontology = ontology or load_ontology()
        self._wording = Wording(schema, self._ontology)
        self.valued = ValueWording(schema)

    def property_of(
        self,
        phrase: str,
        name: str,
        subject: str,
        object_: str | Literal,
        classes: ClassFinder,
        words: str = "",
    ) -> Correspondence:
        """The property that a statement's relation is.

        `name` is the prefixed name that the relation has without a user's ontology, `subject` and
        `object_` are ids of entities that `classes` knows, or a literal; `words` are the object's
        in the text.
        """
        refused = ""
        for found in self._wording.candidates(phrase, name):
            property_ = self.schema.properties[found.iri]
            read = _read(property_, object_, words) if not found.turned else None
            reason = self._misfit(property_, found, subject, object_, classes, read)
            if not reason:
                return Correspondence(found.iri, property_.words[0], found.turned, read)
            refused = refused or reason
        return Correspondence(reason=refused or UNKNOWN)

    def fitting(
        self, iri: str, subject: str, object_: str | Literal, classes: ClassFinder, words: str
    ) -> str | Value | None:
        """The object that a property known by IRI has, None where the two do not fit it.

        Of a property of values it is the object's `words` as a value of the datatype.
        """
        property_ = self.schema.properties[iri]
        read = _read(property_, object_, words)
        if self._misfit(property_, Found(iri), subject, object_, classes, read):
            return None
        return read or (None if isinstance(object_, Literal) else object_)

    def takes(self, iri: str, subject: str, classes: ClassFinder) -> bool:
        """Whether a subject is of a property's domain."""
        return classes.fits(subject, self.schema.properties[iri].domains)

    def _misfit(
        self,
        property_: SchemaProperty,
        found: Found,
        subject: str,
        object_: str | Literal,
        classes: ClassFinder,
        read: Value | None,
    ) -> str:
        """Why subject and object cannot stand in a property; "" where they can.

        `read` is the object as a value of the property.
        """
        if isinstance(object_, Literal) and object_.datatype != "string":
            return UNKNOWN  # a clause without an object
        if read:
            return "" if classes.fits(subject, property_.domains) else WRONG_SUBJECT
        if isinstance(object_, Literal):
            return WRONG_VALUE if property_.is_literal and not found.turned else NO_VALUE
        if property_.is_literal:
            return NO_THING
        first, second = (object_, subject) if found.turned else (subject, object_)
        if not classes.fits(first, property_.domains):
            return WRONG_SUBJECT
        return "" if classes.fits(second, property_.ranges) else WRONG_OBJECT

    def terms(self) -> Iterator[Term]:
        """The terms of the schema as a graph declares them.

        A property with nothing above it stands below the family that it means.
        """
        for class_ in self.schema.classes.values():
            yield _class_term(class_)
        above = self._above()
        for iri, property_ in self.schema.properties.items():
            yield _property_term(property_, above.get(iri, ()))

    def _above(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for family, properties in self._wording.by_family.items():
            for one in properties:
                if not one.turned and not self.schema.properties[one.iri].is_literal:
                    found[one.iri].append(family)
        return {iri: tuple(sorted(families)) for iri, families in found.items()}


def _read(property_: SchemaProperty, object_: str | Literal, words: str) -> Value | None:
    """An object as a value of a property, None where it is none; a thing is no text."""
    if not property_.is_literal:
        return None
    is_text = not property_.datatypes or bool(TEXT & {*property_.datatypes})
    if isinstance(object_, Literal):
        return value(object_.value if is_text else words or object_.value, property_.datatypes)
    return None if is_text else value(words, property_.datatypes)


def _class_term(class_: SchemaClass) -> Term:
    label, *others = class_.words
    return Term(
        class_.iri,
        "Class",
        label,
        class_.comment,
        tuple(others),
        parents=class_.parents,
        is_given=True,
    )


_FUNCTIONAL = expand("owl:FunctionalProperty")
_KINDS_OF_PROPERTY = frozenset(
    expand(f"owl:{kind}Property")
    for kind in ("Functional", "InverseFunctional", "Symmetric", "Asymmetric", "Transitive")
)


def _property_term(property_: SchemaProperty, families: tuple[str, ...]) -> Term:
    label, *others = property_.words
    root = expand("kg:relatedValue" if property_.is_literal else "kg:relatedTo")
    kinds = {_FUNCTIONAL} if property_.is_literal else _KINDS_OF_PROPERTY
    return Term(
        property_.iri,
        "DatatypeProperty" if property_.is_literal else "ObjectProperty",
        label,
        property_.comment,
        tuple(others),
        types=tuple(t for t in property_.types if t in kinds),
        parents=property_.parents or families or (root,),
        domain=_only(property_.domains),
        range=_only(property_.ranges),
        inverse=None if property_.is_literal else next(iter(property_.inverses), None),
        is_given=True,
    )


def _only(classes: tuple[str, ...]) -> str | None:
    """A class that stands alone; of several no one holds."""
    return classes[0] if len(classes) == 1 else None
