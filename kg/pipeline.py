"""Document -> DocumentRecord: everything that is derived from one document alone.

Rules of language meet texts that nobody foresaw. Where one of them fails on a text, or does not
come to an end, that text is given up with a reason, and the others go on.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kg import coref, extractors, parsing, patience
from kg.mentions import find_mentions
from kg.model import Document, DocumentRecord, Sentence, Triple
from kg.quotes import find_quotations

if TYPE_CHECKING:
    from kg.config import Config
    from kg.learning.recogniser import Recogniser

Result = TypeVar("Result")

load_pipeline = lru_cache(maxsize=1)(parsing.load_pipeline)
"""Loading takes seconds; who builds again in one process need not wait again."""


class Failure(NamedTuple):
    """A text that could not be worked on, and why."""

    document: Document
    reason: str


class Extracted(NamedTuple):
    """A text with its sentences and its triples before linking."""

    document: Document
    sentences: tuple[Sentence, ...]
    triples: tuple[Triple, ...]


def analyse(
    documents: Iterable[Document], config: Config, seconds: float = patience.USUAL
) -> Iterator[DocumentRecord | Failure]:
    """The record of each document, in the order given, streamed.

    A document of usual length may take so many seconds, one that is longer more (kg.patience).
    Raises ModelError when the pipeline named in `config` cannot be loaded, InputError when the
    model of relations cannot.
    """
    nlp = load_pipeline(config.model)
    learnt = _recogniser(config)
    for document, sentences in parsing.parse(documents, nlp, config.batch_size):
        yield _tried(document, seconds, partial(derive, document, sentences, learnt))


def extract(
    documents: Iterable[Document], config: Config, *, binary: bool
) -> Iterator[Extracted | Failure]:
    """Each document with its sentences and its triples before linking, streamed."""
    nlp = load_pipeline(config.model)
    for document, sentences in parsing.parse(documents, nlp, config.batch_size):
        yield _extracted(document, sentences, binary=binary)


def each(
    documents: Iterable[Document],
    nlp: Any,
    work: Callable[[Document, tuple[Sentence, ...]], Result],
) -> Iterator[Result | Failure]:
    """What comes of some work on each parsed document, in the order given, streamed."""
    for document, sentences in parsing.parse(documents, nlp):
        yield _tried(document, patience.USUAL, partial(work, document, sentences))


def extract_pretokenized(
    lines: Iterable[str], config: Config, *, binary: bool
) -> Iterator[Extracted | Failure]:
    """The same for lines, each a sentence whose tokens stand between spaces.

    A line is a text of its own, named after its number from 1: its quotations do not run on into
    the next.
    """
    nlp = load_pipeline(config.model)
    for sentence in parsing.parse_pretokenized(lines, nlp, config.batch_size):
        document = Document(str(sentence.index + 1), sentence.text)
        yield _extracted(document, (replace(sentence, index=0),), binary=binary)


def _recogniser(config: Config) -> Recogniser | None:
    """The model of relations that is to be used beside the rules, if any."""
    if not config.relations:
        return None
    from kg.extractors import learned

    return learned.load(config.relations, config.relations_digest)


def derive(
    document: Document, sentences: tuple[Sentence, ...], learnt: Recogniser | None = None
) -> DocumentRecord:
    """The record of a parsed document, with what `learnt` finds beside the rules."""
    mentions = find_mentions(sentences)
    quotations = find_quotations(sentences)
    extraction = extractors.load().extract(sentences)
    triples = extraction.triples
    if learnt:
        from kg.extractors import learned

        triples += learned.find(document, sentences, mentions, quotations, learnt)
    return DocumentRecord(
        document,
        tuple(sentence.bare() for sentence in sentences),
        mentions,
        coref.resolve(sentences, mentions, quotations),
        triples,
        tuple(sorted(extraction.dropped.items())),
    )


def _tried(document: Document, seconds: float, work: Callable[[], Result]) -> Result | Failure:
    """What comes of the work on a document; a Failure where it fails, or takes too long."""
    limit = patience.seconds_for(len(document.text), seconds)
    try:
        with patience.within(limit):
            return work()
    except Exception as error:  # noqa: BLE001 (one text must not end the batch)
        return Failure(document, fault(error))
    except patience.OverdueError:
        return Failure(document, f"it was not done after {limit:,g} seconds and was given up")


def _extracted(
    document: Document, sentences: tuple[Sentence, ...], *, binary: bool
) -> Extracted | Failure:
    def extracted() -> Extracted:
        extraction = extractors.load("chained").extract(sentences, binary=binary)
        return Extracted(document, sentences, extraction.triples)

    return _tried(document, patience.USUAL, extracted)


def fault(error: Exception) -> str:
    """What to say of an error that is kg's own."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "kg"
    return f"kg failed on it ({type(error).__name__}: {error}; {place}): please report this"
