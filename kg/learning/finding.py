"""Texts -> facts under an ontology, by what was learnt or by the ontology's words alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kg.learning import model_file
from kg.learning.passages import MOST_TOKENS, Passage, passage
from kg.learning.recogniser import Found, Recogniser
from kg.learning.untaught import Untaught, untaught
from kg.learning.wanted import wanted
from kg.model import Document, Sentence
from kg.ontology.schema import read_schema

_TOGETHER = 6
"""Sentences of a text that is read as a whole where no examples tell how long one may be."""


class Facts(NamedTuple):
    """A text and what it states under the ontology; how many sentences are too long to be read."""

    document: Document
    found: tuple[Found, ...]
    unread: int = 0


def unread_reason(count: int) -> str:
    """What to say of a text with so many sentences that are too long."""
    said = "a sentence" if count == 1 else f"{count} sentences"
    return f"{said} of more than {MOST_TOKENS} words and marks not read"


def recogniser(ontology: Path, relations: Path | None) -> Recogniser | Untaught:
    """The model in the file `relations`, made for this ontology; without one, of its words."""
    schema = read_schema(ontology)
    return model_file.load(relations, schema) if relations else untaught(wanted(schema))


def facts_of(
    document: Document, sentences: Sequence[Sentence], model: Recogniser | Untaught
) -> Facts:
    """The facts of a parsed document.

    A text no longer than the examples is read as a whole. Of a longer one, an article, each
    sentence is read by itself, and only those that speak of matters the examples tell of.
    """
    read = _passages(document.text, sentences, model)
    unread = sum(len(sentence.words) > MOST_TOKENS for sentence in sentences)
    return Facts(document, tuple(fact for part in read for fact in model.find(part)), unread)


def _passages(
    text: str, sentences: Sequence[Sentence], model: Recogniser | Untaught
) -> list[Passage]:
    longest = model.longest if isinstance(model, Recogniser) else _TOGETHER
    tokens = sum(len(sentence.words) for sentence in sentences)
    if 0 < len(sentences) <= longest and tokens <= MOST_TOKENS:
        return [passage(text, sentences)]
    short = (sentence for sentence in sentences if len(sentence.words) <= MOST_TOKENS)
    parts = (passage(text, (sentence,)) for sentence in short)
    return [part for part in parts if _is_familiar(model, part)]


def _is_familiar(model: Recogniser | Untaught, part: Passage) -> bool:
    return model.is_familiar(part) if isinstance(model, Recogniser) else True
