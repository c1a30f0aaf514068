"""Document -> DocumentRecord: everything that is derived from one document alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kg import coref, extractors, parsing
from kg.mentions import find_mentions
from kg.model import Document, DocumentRecord, Sentence, Triple
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


def extract(
    documents: Iterable[Document], config: Config, *, binary: bool
) -> Iterator[tuple[Document, tuple[Sentence, ...], tuple[Triple, ...]]]:
    """Each document with its sentences and its triples before linking, streamed."""
    nlp = parsing.load_pipeline(config.model)
    extractor = extractors.load()
    for document, sentences in parsing.parse(documents, nlp, config.batch_size):
        yield document, sentences, extractor.extract(sentences, binary=binary).triples


def extract_pretokenized(
    lines: Iterable[str], config: Config, *, binary: bool
) -> Iterator[tuple[Sentence, tuple[Triple, ...]]]:
    """Each line, a sentence whose tokens stand between spaces, with its triples.

    A line is a text of its own: its quotations do not run on into the next.
    """
    nlp = parsing.load_pipeline(config.model)
    extractor = extractors.load()
    for sentence in parsing.parse_pretokenized(lines, nlp, config.batch_size):
        alone = replace(sentence, index=0)
        yield alone, extractor.extract([alone], binary=binary).triples


def derive(document: Document, sentences: tuple[Sentence, ...]) -> DocumentRecord:
    """The record of a parsed document."""
    mentions = find_mentions(sentences)
    quotations = find_quotations(sentences)
    extraction = extractors.load().extract(sentences)
    return DocumentRecord(
        document,
        tuple(sentence.bare() for sentence in sentences),
        mentions,
        coref.resolve(sentences, mentions, quotations),
        extraction.triples,
        tuple(sorted(extraction.dropped.items())),
    )
