"""Texts -> facts under an ontology, by what was learnt or by the ontology's words alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kg import parsing
from kg.learning import model_file
from kg.learning.passages import passage
from kg.learning.recogniser import Found, Recogniser
from kg.learning.untaught import Untaught, untaught
from kg.learning.wanted import wanted
from kg.model import Document, Sentence
from kg.ontology.schema import read_schema

_TOGETHER = 8
"""Sentences that are read as one passage: a subject is rarely further from what is said of it."""


class Facts(NamedTuple):
    """A text and what it states under the ontology."""

    document: Document
    found: tuple[Found, ...]


def recogniser(ontology: Path, relations: Path | None) -> Recogniser | Untaught:
    """The model in the file `relations`, made for this ontology; without one, of its words."""
    schema = read_schema(ontology)
    return model_file.load(relations, schema) if relations else untaught(wanted(schema))


def find(documents: Iterable[Document], model: Recogniser | Untaught, nlp: Any) -> Iterator[Facts]:
    """The facts of each document, in the order given, streamed."""
    for document, sentences in parsing.parse(documents, nlp):
        parts = _passages(sentences)
        found = (fact for part in parts for fact in model.find(passage(document.text, part)))
        yield Facts(document, tuple(found))


def _passages(sentences: tuple[Sentence, ...]) -> Iterator[tuple[Sentence, ...]]:
    """The sentences of each paragraph together, of long ones so many."""
    part: list[Sentence] = []
    for sentence in sentences:
        if part and (len(part) == _TOGETHER or sentence.paragraph != part[0].paragraph):
            yield tuple(part)
            part = []
        part.append(sentence)
    if part:
        yield tuple(part)
