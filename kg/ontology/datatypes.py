"""Which ranges of an ontology's properties are values, and of which XSD datatypes.

XSD's own datatypes say so themselves. schema.org has names of its own for them, and many an
ontology has none better than `#date` or `#number`, often under an owl:ObjectProperty; a class
that is called a date or a number holds nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kg.iris import FIXED_PREFIXES, expand

_XSD = FIXED_PREFIXES["xsd"]
_PLAIN = {expand("rdfs:Literal"), expand("rdf:langString")}
_SCHEMA = re.compile(r"https?://schema\.org/")

DATES = tuple(expand(f"xsd:{name}") for name in ("date", "gYearMonth", "gYear"))
"""Days, months and years, the finest first."""

NUMBERS = tuple(expand(f"xsd:{name}") for name in ("integer", "decimal"))
_TEXT = (expand("xsd:string"),)

_SURE: Mapping[str, tuple[str, ...]] = {
    "date": DATES,
    "datetime": (expand("xsd:dateTime"), *DATES),
    "year": (expand("xsd:gYear"),),
    "gyear": (expand("xsd:gYear"),),
    "number": NUMBERS,
    "integer": NUMBERS[:1],
    "int": NUMBERS[:1],
    "float": NUMBERS[1:],
    "double": NUMBERS[1:],
    "decimal": NUMBERS[1:],
    "boolean": (expand("xsd:boolean"),),
}
"""Names of kinds of values that name no kind of thing."""

_LIKELY: Mapping[str, tuple[str, ...]] = {"string": _TEXT, "text": _TEXT, "literal": _TEXT}
"""Names that a class of things may have, too, where it is declared as one."""

_OF_SCHEMA: Mapping[str, tuple[str, ...]] = {"url": (expand("xsd:anyURI"),)}


def datatypes(iri: str, *, is_declared: bool = False) -> tuple[str, ...]:
    """The IRIs of the XSD datatypes that a range stands for, none where it is one of things.

    `is_declared` says that the ontology has it among its classes.

    >>> datatypes("https://mill.example/o#Date") == DATES, datatypes("https://mill.example/o#Mill")
    (True, ())
    """
    if iri.startswith(_XSD) or iri in _PLAIN:
        return (iri,)
    name = iri[max(iri.rfind("/"), iri.rfind("#"), iri.rfind(":")) + 1 :].lower()
    found = _SURE.get(name) or (() if is_declared else _LIKELY.get(name, ()))
    return found or (_OF_SCHEMA.get(name, ()) if _SCHEMA.match(iri) else ())
