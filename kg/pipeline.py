"""Document -> DocumentRecord: everything that is derived from one document alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kg import coref, extractors, parsing
from kg.mentions import find_mentions
from kg.model import Document, DocumentRecord, Sentence
from kg.quotes import find_quotations

if TYPE_CHECKING:
    from kg.config import Config


def analyse(documents: Iterable[Document], config: Config) -> Iterator[DocumentRecord]:
    """The record of each document, in the order given, streamed.

    Raises ModelError when the pipeline named in `config` cannot be loaded.
    """
    nlp = parsing.load_pipeline(config.model)
    for document, sentences in parsing.parse(documents, nlp, config.batch_size):
        yield derive(document, sentences)


def derive(document: Document, sentences: tuple[Sentence, ...]) -> DocumentRecord:
    """The record of a parsed document."""
    mentions = find_mentions(sentences)
    quotations = find_quotations(sentences)
    extraction = extractors.load("clausal").extract(sentences)
    return DocumentRecord(
        document,
        tuple(sentence.bare() for sentence in sentences),
        mentions,
        coref.resolve(sentences, mentions, quotations),
        extraction.triples,
        tuple(sorted(extraction.dropped.items())),
    )
