"""The terms of a graph as Turtle writes them.

A build makes millions of terms, of which each is written down and few are needed as anything but
text. So they are made as text: the IRIs of a graph's own things under the prefixes that every
file declares (their local names need no escaping, see kg.iris), plain strings in quotes. What is
rarer is made by pyoxigraph and written as kg.rdf.turtle.Layout writes what comes from a store;
the tests compare the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import pyoxigraph as ox

from kg.iris import as_local_name, expand, identifier_name
from kg.terms import Names, decimal, text

_PLAIN = re.compile("[ !#-\\[\\]-~\u00a0-\ud7ff\ue000-\ufffd]*")
"""Characters that no syntax escapes: neither quotes, backslashes, controls nor lone surrogates."""


def string(value: str) -> str:
    r"""A plain string.

    >>> print(string("tide tables"), string('the "Gull"'))
    "tide tables" "the \"Gull\""
    """
    return f'"{value}"' if _PLAIN.fullmatch(value) else str(text(value))


class Spelling:
    """Writes the terms of one graph; `term` turns N-Triples terms into Turtle's."""

    def __init__(self, names: Names, term: Callable[[str], str]) -> None:
        self._names = names
        self._term = term
        self.iri = lru_cache(maxsize=10_000)(self._iri)
        self.time = lru_cache(maxsize=10_000)(self._time)
        self.confidence = lru_cache(maxsize=1_000)(self._confidence)

    def entity(self, identifier: str) -> str:
        return f"ent:{as_local_name(identifier)}"

    def statement(self, identifier: str) -> str:
        return f"st:{as_local_name(identifier)}"

    def document(self, identifier: str) -> str:
        return f"doc:{identifier_name(identifier, 'd')}"

    def sentence(self, document: str, start: int) -> str:
        return f"sent:{identifier_name(document, 'd')}_{start}"

    def literal(self, value: ox.Literal) -> str:
        """A literal with a datatype."""
        return self._term(str(value))

    def _iri(self, name: str) -> str:
        """An IRI, given in full or by a prefixed name of a fixed vocabulary."""
        return self._term(str(ox.NamedNode(expand(name))))

    def _time(self, value: str, document: str) -> str:
        return self._term(str(self._names.time(value, document)))

    def _confidence(self, value: float) -> str:
        return self.literal(decimal(value))
