"""The default extractor: clauses of the dependency tree, rendered as triples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from kg.clauses import Clause, find_clauses
from kg.clauses.factuality import StatusReader
from kg.clauses.headlines import read_headline
from kg.extractors import Extraction
from kg.model import Sentence, Triple
from kg.quotes import find_quotations
from kg.renderings.binary import BinaryRenderer
from kg.renderings.chained import ChainedRenderer
from kg.renderings.nary import NaryRenderer
from kg.repairs import mended_tree
from kg.syntax import Tree


class _Renderer(Protocol):
    """Made for one sentence, writes its clauses out."""

    def __init__(self, tree: Tree, statuses: StatusReader, dropped: Counter[str]) -> None: ...

    def triples(self, clauses: Iterable[Clause]) -> list[Triple]: ...


class ClausalExtractor:
    """Whole clauses, or the normalised binary triples of a graph."""

    def extract(self, sentences: Sequence[Sentence], *, binary: bool = True) -> Extraction:
        """The triples of the sentences, in the order of the text."""
        return _extract(sentences, BinaryRenderer if binary else NaryRenderer)


class ChainedExtractor:
    """Whole clauses, or binary triples in the sentence's own words."""

    def extract(self, sentences: Sequence[Sentence], *, binary: bool = True) -> Extraction:
        """The triples of the sentences, in the order of the text."""
        return _extract(sentences, ChainedRenderer if binary else NaryRenderer)


def _extract(sentences: Sequence[Sentence], renderer: type[_Renderer]) -> Extraction:
    """What `renderer` makes of the sentences and headlines."""
    dropped: Counter[str] = Counter()
    quotations = find_quotations(sentences)
    triples: list[Triple] = []
    for sent in sentences:
        tree = _readable(sent)
        if tree is None:
            dropped[f"sentence is {sent.kind}"] += 1
        elif sent.words:
            clauses = find_clauses(tree)
            statuses = StatusReader(tree, clauses, quotations)
            triples += renderer(tree, statuses, dropped).triples(clauses)
    return Extraction(tuple(triples), dict(dropped))


def _readable(sent: Sentence) -> Tree | None:
    """The tree of a sentence or of a plain headline; nothing else has clauses."""
    if sent.kind == "prose":
        return mended_tree(sent)
    return read_headline(mended_tree(sent)) if sent.kind == "headline" and sent.words else None
