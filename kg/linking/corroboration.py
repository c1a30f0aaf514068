"""How many independent sources carry what a statement says.

The same is said by statements with the same subject, property, object and unit that are alike
affirmed or denied, and alike told as so, as to come, or as somebody's word. Those of one source
count once, however many documents it has; so do the reprints of one document, wherever they
appear, as one that reprints is no second witness. The source is the document's own, where it names
one, and the document itself where it names none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from kg.linking.reprints import first_print
from kg.model import Document, DocumentRecord, Statement

_SAME = attrgetter("subject", "property", "object", "unit", "polarity", "factuality")


def counted(statements: Iterable[Statement], records: Iterable[DocumentRecord]) -> list[Statement]:
    """The statements, with the number of independent sources of each."""
    said = list(statements)
    witnesses = _witnesses([record.document for record in records])
    carriers: dict[tuple[object, ...], set[str]] = defaultdict(set)
    for statement in said:
        carriers[_SAME(statement)].add(witnesses[statement.document])
    return [
        replace(statement, sources=count)
        if (count := len(carriers[_SAME(statement)])) > 1
        else statement
        for statement in said
    ]


def _witnesses(documents: Sequence[Document]) -> Mapping[str, str]:
    """What counts as the source of each document, by its id."""
    by_id = {document.id: document for document in documents}
    witnesses = {}
    for document in documents:
        original = by_id[first_print(document)]
        source = original.source
        witnesses[document.id] = f"source {source.casefold()}" if source else original.id
    return witnesses
