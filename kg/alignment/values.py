"""Words of a text as values of the datatypes that a property takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from kg import timex
from kg.iris import expand
from kg.model import Literal

TEXT = frozenset({expand("xsd:string"), expand("rdfs:Literal"), expand("rdf:langString")})
_LONGEST_DATE = 40
"""Characters; what is longer tells more than a date."""


def _matched(pattern: str) -> Callable[[str], str | None]:
    form = re.compile(pattern)

    def read(text: str) -> str | None:
        found = text.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", text) else text
        return found if form.fullmatch(found) else None

    return read


def _dated(pattern: str) -> Callable[[str], str | None]:
    form = re.compile(pattern)

    def read(text: str) -> str | None:
        found = timex.normalise(text, None) if len(text) <= _LONGEST_DATE else None
        return found if found and form.fullmatch(found) else None

    return read


_WHOLE = _matched(r"[-+]?\d+")
_READ: Mapping[str, Callable[[str], str | None]] = {
    "gYear": _dated(r"\d{4}"),
    "gYearMonth": _dated(r"\d{4}-\d\d"),
    "date": _dated(r"\d{4}-\d\d-\d\d"),
    "integer": _WHOLE,
    "int": _WHOLE,
    "long": _WHOLE,
    "nonNegativeInteger": _matched(r"\d+"),
    "positiveInteger": _matched(r"0*[1-9]\d*"),
    "decimal": _matched(r"[-+]?\d+(\.\d+)?"),
    "double": _matched(r"[-+]?\d+(\.\d+)?"),
    "float": _matched(r"[-+]?\d+(\.\d+)?"),
}
"""How the words for a value of a datatype are read, by the local name of the datatype."""


def value(text: str, datatypes: Iterable[str]) -> Literal | None:
    """The words as a value of the first of the datatypes that they can be; text where none is told.

    >>> value("12,500", [expand("xsd:integer")]), value("the brewery", [expand("xsd:gYear")])
    (Literal(value='12500', datatype='integer'), None)
    """
    wanted = tuple(datatypes)
    if not wanted or TEXT & {*wanted}:
        return Literal(text)
    for datatype in wanted:
        name = datatype.removeprefix(expand("xsd:"))
        read = _READ[name](text) if name in _READ else None
        if read:
            return Literal(read, name)
    return None
