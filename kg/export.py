"""A graph written out: RDF syntaxes from its store, JSON lines from its records.

RDF goes to a text stream; JSON lines are yielded, one record each, without the line end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import IO

from kg.model import Entity, Literal, Statement, Subgraph
from kg.rdf.turtle import sorted_lines, write_trig, write_turtle
from kg.retrieval import base_iri
from kg.stores import Store


def turtle(store: Store, out: IO[str]) -> None:
    """Write the merge of all graphs as Turtle, sorted and laid out for reading."""
    write_turtle(store.quads(), out, base_iri(store))


def trig(store: Store, out: IO[str]) -> None:
    """Write the dataset as TriG: the default graph, then one graph a document."""
    write_trig(store.quads(), out, base_iri(store))


def nquads(store: Store, out: IO[str]) -> None:
    """Write the dataset as N-Quads in the order of code points."""
    out.writelines(f"{line} .\n" for line in sorted_lines(map(str, store.quads())))


def facts(subgraph: Subgraph) -> Iterator[str]:
    """One JSON object a statement, in the order of documents and text.

    `relation` is the phrase, `object` null where the verb has none, `attribution` the innermost
    speaker's name and `speakers` the names of the chain, innermost first.
    """
    for statement in subgraph.statements:
        yield json.dumps(_fact(statement, subgraph), ensure_ascii=False)


def entities(records: Iterable[Entity]) -> Iterator[str]:
    """One JSON object an entity, with every place where it is mentioned."""
    for entity in records:
        yield json.dumps(_entity(entity), ensure_ascii=False)


def _fact(statement: Statement, subgraph: Subgraph) -> dict[str, object]:
    speakers = [subgraph.entities[speaker].name for speaker in statement.speakers]
    place = subgraph.entities.get(statement.place or "")
    is_literal = isinstance(statement.object, Literal)
    return {
        "subject": subgraph.entities[statement.subject].name,
        "relation": statement.relation,
        "object": subgraph.object_text(statement),
        "subject_id": statement.subject,
        "object_id": None if is_literal else statement.object,
        "polarity": statement.polarity,
        "factuality": statement.factuality,
        "attribution": speakers[0] if speakers else None,
        "speakers": speakers,
        "ended_on": statement.ended,
        "time": statement.time,
        "place": place.name if place else statement.place,
        "confidence": statement.confidence,
        "statement": statement.id,
        "document": statement.document,
        "sentence": subgraph.sentences[statement.document, statement.sentence],
    }


def _entity(entity: Entity) -> dict[str, object]:
    mentions = [
        {"document": m.document, "start": m.start, "end": m.end, "text": m.text, "kind": m.kind}
        for m in entity.mentions
    ]
    return {
        "id": entity.id,
        "name": entity.name,
        "type": entity.type,
        "aliases": list(entity.aliases),
        "mentions": mentions,
    }
