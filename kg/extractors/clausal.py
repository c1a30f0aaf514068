"""The default extractor: clauses of the dependency tree, rendered as triples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kg.binary import BinaryRenderer
from kg.clauses import find_clauses
from kg.extractors import Extraction
from kg.factuality import StatusReader
from kg.model import Sentence, Triple
from kg.nary import NaryRenderer
from kg.quotes import Quotation, find_quotations
from kg.repairs import mended
from kg.syntax import Tree


class ClausalExtractor:
    """Reads clauses off the dependency tree."""

    def extract(self, sentences: Sequence[Sentence], *, binary: bool = True) -> Extraction:
        """The triples of the sentences, in the order of the text."""
        dropped: Counter[str] = Counter()
        quotations = find_quotations(sentences)
        triples: list[Triple] = []
        for sent in sentences:
            if sent.kind != "prose":
                dropped[f"sentence is {sent.kind}"] += 1
            elif sent.words:
                triples += _of_sentence(sent, quotations, dropped, binary=binary)
        return Extraction(tuple(triples), dict(dropped))


def _of_sentence(
    sent: Sentence, quotations: Sequence[Quotation], dropped: Counter[str], *, binary: bool
) -> list[Triple]:
    tree = mended(Tree(sent))
    clauses = find_clauses(tree)
    statuses = StatusReader(tree, clauses, quotations)
    renderer = BinaryRenderer if binary else NaryRenderer
    return renderer(tree, statuses, dropped).triples(clauses)
