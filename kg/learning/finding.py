"""Texts -> facts under an ontology, by what was learnt or by the ontology's words alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kg import parsing
from kg.learning import model_file
from kg.learning.passages import Passage, passage
from kg.learning.recogniser import Found, Recogniser
from kg.learning.untaught import Untaught, untaught
from kg.learning.wanted import wanted
from kg.model import Document
from kg.ontology.schema import read_schema

_TOGETHER = 6
"""Sentences of a text that is read as a whole where no examples tell how long one may be."""


class Facts(NamedTuple):
    """A text and what it states under the ontology."""

    document: Document
    found: tuple[Found, ...]


def recogniser(ontology: Path, relations: Path | None) -> Recogniser | Untaught:
    """The model in the file `relations`, made for this ontology; without one, of its words."""
    schema = read_schema(ontology)
    return model_file.load(relations, schema) if relations else untaught(wanted(schema))


def find(documents: Iterable[Document], model: Recogniser | Untaught, nlp: Any) -> Iterator[Facts]:
    """The facts of each document, in the order given, streamed.

    A text no longer than the examples is read as a whole. Of a longer one, an article, each
    sentence is read by itself, and only those that speak of matters the examples tell of.
    """
    longest = model.longest if isinstance(model, Recogniser) else _TOGETHER
    for document, sentences in parsing.parse(documents, nlp):
        if sentences and len(sentences) <= longest:
            passages = [passage(document.text, sentences)]
        else:
            parts = (passage(document.text, (sentence,)) for sentence in sentences)
            passages = [part for part in parts if _is_familiar(model, part)]
        yield Facts(document, tuple(fact for part in passages for fact in model.find(part)))


def _is_familiar(model: Recogniser | Untaught, part: Passage) -> bool:
    return model.is_familiar(part) if isinstance(model, Recogniser) else True
