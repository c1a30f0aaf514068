"""Named questions asked of some documents only: of one source, or issued within some time.

What a user gives is compared with the documents' metadata here and never enters a query. What
enters are the IRIs of the documents chosen, in the places that the question's file provides for
them by comments, which count only then:

    # of documents: VALUES ?documentId { ... }

A question without such a place, say on plain facts, which are of no document, cannot be asked of
some documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pyoxigraph as ox

from kg.errors import ArgumentError, UnknownNameError
from kg.iris import FIXED_PREFIXES
from kg.lookup import near_names
from kg.stores import Solutions, Store
from kg.terms import iso_literal

_PLACE = re.compile(r"^( *)# of documents: (.*)$", re.MULTILINE)
_DOCUMENTS = """
SELECT ?document ?source ?date WHERE {
  ?document a nif:Context
  OPTIONAL { ?document dct:source ?source }
  OPTIONAL { ?document dct:issued ?date }
} ORDER BY ?document
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """The documents of a source (case aside), issued between two dates, both included.

    A date is a year, a month or a day. A document counts as issued at any time that its own date
    allows: one of 2021 was issued from 2021-05 on and up to 2021-02. One without a date is never
    chosen by dates.
    """

    source: str | None = None
    first: str | None = None
    last: str | None = None

    def __post_init__(self) -> None:
        for date in (self.first, self.last):
            if date is not None and (iso_literal(date) is None or len(date) > len("2013-08-29")):
                raise ArgumentError(f'"{date}" is no date: write 2013-08-29, 2013-08 or 2013.')
        if self.first and self.last and _before(self.last, self.first):
            raise ArgumentError(f"There is no time from {self.first} to {self.last}.")

    def has_date(self, date: str | None) -> bool:
        """Whether a document of that date is chosen by the dates."""
        if date is None:
            return not (self.first or self.last)
        early = self.first is not None and _before(date, self.first)
        late = self.last is not None and _before(self.last, date)
        return not (early or late)


EVERY_DOCUMENT = Choice()


def narrowed(store: Store, name: str, sparql: str, choice: Choice) -> tuple[str, bool]:
    """The question's query, asked of the documents chosen alone; and whether there are such."""
    if choice == EVERY_DOCUMENT:
        return sparql, True
    if not _PLACE.search(sparql):
        raise ArgumentError(f'The question "{name}" cannot be asked of some documents only.')
    listed = " ".join(map(str, _chosen(store, choice)))
    asked = _PLACE.sub(lambda place: place[1] + place[2].replace("...", listed), sparql)
    return asked, bool(listed)


def _chosen(store: Store, choice: Choice) -> Iterator[ox.NamedNode]:
    answer = store.query(_DOCUMENTS, FIXED_PREFIXES)
    rows = list(answer.rows) if isinstance(answer, Solutions) else []
    wanted = None if choice.source is None else choice.source.casefold().strip()
    sources = {source.value for _, source, _ in rows if source}
    if wanted is not None and wanted not in map(str.casefold, sources):
        raise _unknown(choice.source or "", sources)
    for document, source, date in rows:
        fits = wanted is None or (source is not None and source.value.casefold() == wanted)
        if fits and choice.has_date(date.value if date else None):
            assert isinstance(document, ox.NamedNode)
            yield document


def _before(one: str, other: str) -> bool:
    """Whether all of a year, month or day lies before another, as far as both tell."""
    length = min(len(one), len(other))
    return one[:length] < other[:length]


def _unknown(source: str, sources: set[str]) -> UnknownNameError:
    near = near_names(source, sources)
    hint = f" Near it: {', '.join(near)}." if near else ""
    listed = f" There are: {', '.join(sorted(sources)[:10])}." if sources and not near else ""
    return UnknownNameError(f'No document has the source "{source}".{hint}{listed}', near)
