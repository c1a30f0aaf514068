"""What leaves with a graph of the texts that it was drawn from.

An article that is not one's own may often not be passed on, while what one found in it may. So
whoever writes a graph out chooses how much of the documents' text goes along:

    full        everything
    sentences   the sentences that carry statements, and the mentions in them; no other, and no
                document's whole text
    none        no wording at all: no sentence, no quoted relation, cue or mention

Names, relation phrases, literal objects and words for times and places stay, for they are what the
graph says; so does what is known of documents (title, date, author, source, address), and so do
all offsets, by which whoever has the texts finds the words again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal as OneOf

import pyoxigraph as ox

from kg.errors import ArgumentError
from kg.model import Entity, EntityMention, Statement, Subgraph
from kg.stores import Store
from kg.terms import node

Text = OneOf["full", "sentences", "none"]
CHOICES: tuple[Text, ...] = ("full", "sentences", "none")

WITHHELD = "█"
"""What stands, in the records, for each character of a document that is withheld."""

_QUOTES = {node("kg:surfaceRelation"), node("kg:cue")}
_SENTENCE_TEXT, _DOCUMENT_TEXT = node("nif:anchorOf"), node("nif:isString")
_EVIDENCE = node("prov:wasDerivedFrom")


def check(text: str) -> Text:
    """The choice itself; ArgumentError where it is none of CHOICES."""
    for choice in CHOICES:
        if text == choice:
            return choice
    raise ArgumentError(f"{text!r} is no choice of text; there are {', '.join(CHOICES)}.")


def quads(store: Store, text: Text) -> Iterator[ox.Quad]:
    """The quads of a store without what is withheld; none is changed."""
    if text == "full":
        yield from store.quads()
        return
    carrying = _carrying(store) if text == "sentences" else frozenset()
    for quad in store.quads():
        if quad.predicate == _DOCUMENT_TEXT:
            continue
        if quad.predicate == _SENTENCE_TEXT and quad.subject not in carrying:
            continue
        if text == "none" and quad.predicate in _QUOTES:
            continue
        yield quad


def _carrying(store: Store) -> frozenset[object]:
    """The sentences from which a statement was drawn."""
    return frozenset(q.object for q in store.quads() if q.predicate == _EVIDENCE)


def subgraph(whole: Subgraph, text: Text) -> Subgraph:
    """A subgraph without what is withheld.

    A document's text keeps its length and its white space, so that offsets hold; a sentence of
    which nothing is told has the empty string.
    """
    if text == "full":
        return whole
    carrying = {(said.document, said.sentence) for said in whole.statements}
    kept = {at: whole.sentences[at] if text == "sentences" else "" for at in sorted(carrying)}
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for (name, begin), sentence in kept.items():
        spans[name].append((begin, begin + len(sentence)))
    documents = {
        name: replace(document, text=_masked(document.text, spans[name]))
        for name, document in whole.documents.items()
    }
    statements = whole.statements
    if text == "none":
        statements = tuple(map(_unquoted, statements))
    return replace(whole, statements=statements, documents=documents, sentences=kept)


def entities(whole: Iterable[Entity], text: Text, graph: Subgraph) -> Iterator[Entity]:
    """Entities of a graph, with the words of those mentions alone whose text goes along."""
    told = subgraph(graph, text).documents

    def is_told(mention: EntityMention) -> bool:
        document = told.get(mention.document)
        return document is not None and document.text[mention.start : mention.end] == mention.text

    for entity in whole:
        mentions = (m if is_told(m) else replace(m, text="") for m in entity.mentions)
        yield entity if text == "full" else replace(entity, mentions=tuple(mentions))


def _unquoted(said: Statement) -> Statement:
    return replace(said, surface="", cues=())


def _masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with everything but these spans, in order, and white space withheld."""
    pieces, last = [], 0
    for begin, end in spans:
        pieces += [re.sub(r"\S", WITHHELD, text[last:begin]), text[begin:end]]
        last = end
    return "".join(pieces) + re.sub(r"\S", WITHHELD, text[last:])
