"""Documents that are one text: copies under other names, reprints, agency reports taken over.

Theory of operation. Two documents are as alike as the share of their word sequences, five words
long, that they have in common of all that either has (the *resemblance* of Broder, "On the
resemblance and containment of documents", 1997). From one half on, one is a reprint of the other:
that allows for another headline, a paragraph more or less, a name for "yesterday". Reports of one
event by two writers stay below a tenth.

To compare all pairs would take too long. Documents that share no sentence of some length are none
of another's reprints and are not looked at; of the others, MinHash sketches in a locality-sensitive
index (datasketch) give the pairs that are likely alike, and these are compared exactly. Nothing is
random: the sketches are those of one seed, and a pair is found or not whatever others there are.

All reprints of one text form a group, and the earliest of them, by date and then by id, counts as
the one that the others reprint.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.model import Document, DocumentRecord

RESEMBLANCE = 0.5
"""From which two documents are one text."""

SHINGLE = 5
"""Words of a sequence that is compared: shorter ones are common phrases."""

FEWEST_WORDS = 40
"""Words of the shortest text that can be a reprint. Two notes of one sentence may well be written
alike by two people."""

_LONG_SENTENCE = 40
"""Characters from which a shared sentence makes two documents worth comparing."""

_PERMUTATIONS = 128
"""Numbers of a sketch, of which the bands take 126."""
_BANDS = (42, 3)
"""Bands of the index and rows in each. A pair of resemblance s is missed with (1 - s^3)^42: four
in a thousand at one half, one in two thousand at .55; whatever else it brings is compared."""

_WORD = re.compile(r"\w+")


def marked(records: Sequence[DocumentRecord]) -> list[DocumentRecord]:
    """The records, whose documents say which other of them they reprint; ids are unique."""
    originals = find_reprints(records)
    return [
        replace(record, document=replace(record.document, reprint_of=originals[record.document.id]))
        if record.document.id in originals
        else record
        for record in records
    ]


def find_reprints(records: Iterable[DocumentRecord]) -> Mapping[str, str]:
    """By the id of each document that reprints another, the id of that other."""
    suspects = {record.document.id: record.document for record in _sharing_sentences(records)}
    shingles = {name: _shingles(document.text) for name, document in suspects.items()}
    shingles = {name: found for name, found in shingles.items() if found}
    originals: dict[str, str] = {}
    for group in _groups(_alike(shingles)):
        first, *others = sorted(group, key=lambda name: (suspects[name].date or "9999", name))
        originals |= dict.fromkeys(others, first)
    return originals


def _sharing_sentences(records: Iterable[DocumentRecord]) -> Iterator[DocumentRecord]:
    """The records that have a long sentence in common with another."""
    having: dict[str, list[DocumentRecord]] = defaultdict(list)
    for record in records:
        for text in {s.text for s in record.sentences if len(s.text) >= _LONG_SENTENCE}:
            having[text].append(record)
    shared = (record for found in having.values() if len(found) > 1 for record in found)
    yield from {record.document.id: record for record in shared}.values()


def _shingles(text: str) -> frozenset[bytes]:
    """The word sequences of a text; none where it is short."""
    words = _WORD.findall(text.casefold())
    if len(words) < FEWEST_WORDS:
        return frozenset()
    return frozenset(
        " ".join(words[at : at + SHINGLE]).encode() for at in range(len(words) - SHINGLE + 1)
    )


def _alike(shingles: Mapping[str, frozenset[bytes]]) -> Iterator[tuple[str, str]]:
    """The pairs of names whose texts are one."""
    if len(shingles) < 2:
        return
    sketches = {name: _sketch(found) for name, found in shingles.items()}
    for one, two in _candidates(sketches):
        common = len(shingles[one] & shingles[two])
        if common >= RESEMBLANCE * (len(shingles[one]) + len(shingles[two]) - common):
            yield one, two


def _sketch(found: frozenset[bytes]) -> Any:
    from datasketch import MinHash

    sketch = MinHash(num_perm=_PERMUTATIONS, seed=1, hashfunc=zlib.crc32)
    sketch.update_batch(sorted(found))
    return sketch


def _candidates(sketches: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    from datasketch import MinHashLSH

    index = MinHashLSH(num_perm=_PERMUTATIONS, params=_BANDS)
    for name, sketch in sketches.items():
        yield from ((name, other) for other in sorted(index.query(sketch)))
        index.insert(name, sketch)


def _groups(pairs: Iterable[tuple[str, str]]) -> Iterator[set[str]]:
    import networkx as nx

    graph: Any = nx.Graph(list(pairs))
    yield from nx.connected_components(graph)


def first_print(document: Document) -> str:
    """The id of the document that a document is a print of: its own, or that of the original."""
    return document.reprint_of or document.id
