"""Lines that a source puts into its documents over and over, and that are of none of them.

What belongs to a page is mostly known by its form (kg.readers.furniture). But `The Harbour Press
is owned by its readers.` is a sentence as any other, and only its repetition shows what it is. So
this is decided where all documents are put together: a line is boilerplate where at least three
documents of one source have it, and half of all that the source has. Reprints of one text count
once, since they share every line. Numbers in a line may differ.

Who wrote a document is known from its source alone; the lines of documents that name none are let
be. What is decided follows from the set of documents, not from the builds in which they came.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from kg.linking.reprints import first_print
from kg.model import DocumentRecord, Sentence

FEWEST_DOCUMENTS = 3
"""Documents of a source that have such a line at least: two may tell of one thing alike."""
SHARE = 0.5
"""Of a source's documents, how many have a line that is boilerplate. What a paper likes to recall
(`The war has cost 9,000 lives.`) stands in one of ten; its own notices in nearly all."""

REASON = "sentence is furniture"
"""Under which extraction counts what it did not read."""

_NUMBER = re.compile(r"\d+")


def without_boilerplate(records: Sequence[DocumentRecord]) -> list[DocumentRecord]:
    """The records, in which boilerplate is furniture and says nothing."""
    by_source: dict[str, list[DocumentRecord]] = defaultdict(list)
    for record in records:
        if record.document.source:
            by_source[record.document.source.casefold()].append(record)
    repeated = {source: _repeated(found) for source, found in by_source.items()}
    return [
        _without(record, repeated.get((record.document.source or "").casefold(), frozenset()))
        for record in records
    ]


def _repeated(records: Sequence[DocumentRecord]) -> frozenset[str]:
    """The lines that enough of one source's documents have."""
    prints: dict[str, set[str]] = defaultdict(set)
    for record in records:
        for line in _lines(record):
            prints[line].add(first_print(record.document))
    count = len({first_print(record.document) for record in records})
    enough = max(FEWEST_DOCUMENTS, SHARE * count)
    return frozenset(line for line, found in prints.items() if len(found) >= enough)


def _lines(record: DocumentRecord) -> Mapping[str, tuple[Sentence, ...]]:
    """The lines of a document, each with its sentences."""
    lines: dict[str, tuple[Sentence, ...]] = {}
    for _, sentences in groupby(record.sentences, key=lambda sentence: sentence.paragraph):
        found = tuple(sentences)
        line = _form(sentence.text for sentence in found)
        lines[line] = (*lines.get(line, ()), *found)
    return lines


def _form(texts: Iterable[str]) -> str:
    return _NUMBER.sub("0", " ".join(texts).casefold())


def _without(record: DocumentRecord, repeated: frozenset[str]) -> DocumentRecord:
    lines = _lines(record) if repeated else {}
    found = set(_indices(lines, repeated))
    if not found:
        return record
    return replace(
        record,
        sentences=tuple(
            replace(sentence, kind="furniture") if sentence.index in found else sentence
            for sentence in record.sentences
        ),
        triples=tuple(triple for triple in record.triples if triple.sentence not in found),
        dropped=(*record.dropped, (REASON, len(found))),
    )


def _indices(lines: Mapping[str, Iterable[Sentence]], repeated: frozenset[str]) -> Iterator[int]:
    """The sentences of the lines that are repeated and were not known for furniture."""
    for line in lines.keys() & repeated:
        yield from (sentence.index for sentence in lines[line] if sentence.kind != "furniture")
