"""JSON lines: a statement or an entity each, for spreadsheets and scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from kg.model import Entity, Literal, Statement, Subgraph


def facts(subgraph: Subgraph) -> Iterator[str]:
    """One JSON object a statement, in the order of documents and text.

    `relation` is the phrase, `property` what stands for it in the graph (rel:criticizes, or the
    address of a property of a user's own ontology), `object` null where the verb has none, `unit`
    what a number is counted in,
    `attribution` the innermost speaker's name and `speakers` the names of the chain, innermost
    first. `sources` is how many independent sources say the same. `sentence` is null where the
    text is withheld.
    """
    for statement in subgraph.statements:
        yield _line(fact_record(statement, subgraph))


def entities(records: Iterable[Entity]) -> Iterator[str]:
    """One JSON object an entity, with every place where it is mentioned.

    `classes` are those of a user's own ontology, by their addresses.
    """
    for entity in records:
        yield _line(_entity(entity))


def _line(record: object) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def fact_record(statement: Statement, subgraph: Subgraph) -> dict[str, object]:
    """A statement as a JSON object, as `facts` writes them."""
    speakers = [subgraph.entities[speaker].name for speaker in statement.speakers]
    place = subgraph.entities.get(statement.place or "")
    is_literal = isinstance(statement.object, Literal)
    return {
        "subject": subgraph.entities[statement.subject].name,
        "relation": statement.relation,
        "object": _object(statement, subgraph),
        "unit": statement.unit,
        "subject_id": statement.subject,
        "object_id": None if is_literal else statement.object,
        "property": statement.property,
        "polarity": statement.polarity,
        "factuality": statement.factuality,
        "attribution": speakers[0] if speakers else None,
        "speakers": speakers,
        "ended_on": statement.ended,
        "time": statement.time,
        "place": place.name if place else statement.place,
        "confidence": statement.confidence,
        "sources": statement.sources,
        "statement": statement.id,
        "document": statement.document,
        "sentence": subgraph.sentences[statement.document, statement.sentence] or None,
    }


def _object(statement: Statement, subgraph: Subgraph) -> str | None:
    """The object's name, or its value as the graph has it."""
    told = statement.object
    if isinstance(told, Literal) and statement.unit:
        return told.value
    return subgraph.object_text(statement)


def _entity(entity: Entity) -> dict[str, object]:
    mentions = [
        {
            "document": m.document,
            "start": m.start,
            "end": m.end,
            "text": m.text or None,
            "kind": m.kind,
        }
        for m in entity.mentions
    ]
    return {
        "id": entity.id,
        "name": entity.name,
        "type": entity.type,
        "classes": list(entity.classes),
        "aliases": list(entity.aliases),
        "mentions": mentions,
    }
