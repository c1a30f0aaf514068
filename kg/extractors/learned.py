"""Triples that a model learnt from a user's examples finds beside the rules.

    sentence --kg.learning--> facts, with confidence --mentions, status--> triples of rule `learned`

The model tells that a sentence speaks of a relation; whether it asserts it is asked of the clauses
around both ends, as for the rules. Only what the narrator says as a fact is taken: nothing that is
negated, planned, quoted, claimed or over. Sentences are read one by one, as most examples are, so
that both ends stand in the evidence. The subject has to be a name: of `the film` and `a firm`, the
models that a handful of examples makes tell too much.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from kg.clauses import find_clauses, hedges
from kg.clauses.factuality import StatusReader
from kg.clauses.rules import LEARNED, NEVER_SURER
from kg.clauses.status import NEGATIONS, NEGATIVE_WORDS, Status
from kg.errors import InputError
from kg.learning import model_file
from kg.learning.candidates import Span
from kg.learning.passages import MOST_TOKENS, passage
from kg.learning.recogniser import Found, Recogniser
from kg.model import Argument, ArgumentKind, Document, Mention, Sentence, Triple
from kg.quotes import Quotation
from kg.repairs import mended_tree
from kg.syntax import Tree

_LIKELY = 0.5
"""An edge is to be right rather than wrong; where the F1 on examples is best, it may be less so."""

_DENYING = NEGATIONS | NEGATIVE_WORDS | {"without", "nor", "cannot"}
_NO_HEADS = frozenset({"PRON", "DET", "ADP", "AUX", "VERB", "SCONJ", "CCONJ", "PART", "PUNCT"})
"""Parts of speech of what names nothing."""


def digest(path: Path) -> str:
    """Digest of the bytes of a model; InputError where there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(
            f"The model of relations {path} cannot be read: {error.strerror or error}. Name where "
            "it is with --relations MODEL, or build without one: --relations none."
        ) from error


@lru_cache(maxsize=1)
def load(path: str, told: str) -> Recogniser:
    """The model in a file whose digest `told` begins with; InputError where it is another now."""
    if not told.startswith(digest(Path(path))):
        raise InputError(f"The model of relations {path} has changed during the build. Build anew.")
    return model_file.load(Path(path))


def find(
    document: Document,
    sentences: Sequence[Sentence],
    mentions: Sequence[Mention],
    quotations: Sequence[Quotation],
    model: Recogniser,
) -> tuple[Triple, ...]:
    """The triples of the sentences that are prose and not too long, in the order of the text."""
    reader = _Reader(document.text, mentions, quotations, model)
    prose = (s for s in sentences if s.kind == "prose" and 0 < len(s.words) <= MOST_TOKENS)
    return tuple(triple for sent in prose for triple in reader.triples(sent))


class _Reader:
    """Reads the sentences of one document."""

    def __init__(
        self,
        text: str,
        mentions: Sequence[Mention],
        quotations: Sequence[Quotation],
        model: Recogniser,
    ) -> None:
        self._text = text
        self._kinds: dict[int, set[str]] = {}
        for mention in mentions:
            self._kinds.setdefault(mention.head, set()).add(mention.kind)
        self._quotations = quotations
        self._model = model

    def triples(self, sent: Sentence) -> Iterator[Triple]:
        """What the model finds in a sentence and the narrator asserts."""
        least = max(_LIKELY, self._model.threshold)
        read = passage(self._text, (sent,))
        found = self._model.find(read, least) if self._model.is_familiar(read) else []
        if not found:
            return
        tree = mended_tree(sent)
        statuses = StatusReader(tree, find_clauses(tree), self._quotations)
        for fact in found:
            if _is_asserted(tree, statuses, fact):
                triple = self._triple(tree, fact)
                if triple is not None:
                    yield triple

    def _triple(self, tree: Tree, fact: Found) -> Triple | None:
        subject = self._argument(tree, fact.subject_span)
        object_ = self._argument(tree, fact.object_span)
        if subject is None or object_ is None or "name" not in self._kinds.get(subject.head, ()):
            return None
        if subject.start < object_.end and object_.start < subject.end:
            return None
        return Triple(
            tree.sent.index,
            subject,
            fact.relation,
            fact.relation,
            (),
            (object_,),
            LEARNED,
            min(round(fact.confidence, 3), NEVER_SURER),
        )

    def _argument(self, tree: Tree, span: Span) -> Argument | None:
        """A span as what is mentioned there, else as a value; None for a pronoun or no name."""
        head = _head(tree, span)
        if tree.pos[head] in _NO_HEADS:
            return None
        kinds = self._kinds.get(tree.start(head), set())
        if "pronoun" in kinds:
            return None
        begin, end = tree.start(span[0]), tree.end(span[1] - 1)
        kind: ArgumentKind = "noun" if kinds else "literal"
        return Argument(self._text[begin:end], ((begin, end),), tree.start(head), kind)


def _head(tree: Tree, span: Span) -> int:
    """The first token of a span that hangs on none of it."""
    inside = range(*span)
    return next(i for i in inside if tree.heads[i] not in inside or tree.heads[i] == i)


def _is_asserted(tree: Tree, statuses: StatusReader, fact: Found) -> bool:
    """Whether both ends stand in what the narrator states as a fact, with no denial between."""
    ends = _head(tree, fact.subject_span), _head(tree, fact.object_span)
    first, last = sorted((fact.subject_span, fact.object_span))
    between = tree.lower[first[1] : last[0]]
    return (
        not _DENYING.intersection(between)
        and hedges.hedge(tree, ends) is None
        and all(_is_plain(statuses.at(end)) for end in ends)
        and all(_is_plain(statuses.of_noun(end)) for end in ends)
    )


def _is_plain(status: Status) -> bool:
    said = status.polarity == "asserted" and status.factuality == "actual"
    return said and not status.unsaid and not status.ended
