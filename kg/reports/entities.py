"""An entity, and why a statement is in the graph, as lines for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kg.lines import Line, counted, fact, line, status_role, visible
from kg.model import Statement, Subgraph
from kg.timex import telling

if TYPE_CHECKING:
    from kg.explanation import Explanation

_LABEL = len("statement  ")
"""Columns of the names of an explanation's parts."""
_SHOWN = 10
"""Sentences shown that mention an entity and state no fact about it."""


def entity_lines(about: Subgraph, entity_id: str) -> Iterator[Line]:
    """An entity: its names, then its facts in both directions, each with all its evidence."""
    entity = about.entities[entity_id]
    yield line((entity.name, "title"), f" ({entity.type}, {entity.id})")
    if entity.aliases:
        yield line(("also: ", "muted"), "; ".join(entity.aliases))
    for iri in entity.same_as:
        yield line(("same as: ", "muted"), iri)
    for heading, statements in sections(about, entity_id).items():
        yield from _heading(f"{heading} ({counted(len(statements), 'statement')})")
        for told in _by_fact(about, statements):
            yield from (line(), _fact(about, told[0]))
            for said in told:
                yield from _evidence(about, said)
    yield from _only_mentioned(about)


def explanation_lines(told: Explanation) -> Iterator[Line]:
    """Why a statement is in the graph, the names of its parts in a column of their own."""
    for row in str(told).splitlines():
        yield Line(((row[:_LABEL], "muted"), (visible(row[_LABEL:]), "plain")))


def sections(about: Subgraph, entity_id: str) -> dict[str, list[Statement]]:
    """The statements around an entity by the part that it has in them, each once."""
    parts: dict[str, list[Statement]] = {"as subject": [], "as object": [], "as speaker": []}
    for said in about.statements:
        if said.subject == entity_id:
            parts["as subject"].append(said)
        if said.object == entity_id:
            parts["as object"].append(said)
        if entity_id not in (said.subject, said.object):
            parts["as speaker"].append(said)
    return {heading: found for heading, found in parts.items() if found}


def _heading(text: str) -> Iterator[Line]:
    yield from (line(), line((text, "title")))


def _only_mentioned(about: Subgraph) -> Iterator[Line]:
    """The sentences in which nothing was found but the entity itself."""
    stating = {(said.document, said.sentence) for said in about.statements}
    others = [place for place in about.sentences if place not in stating]
    if others:
        yield from _heading(f"mentioned besides ({counted(len(others), 'sentence')})")
        yield line()
    for place in others[:_SHOWN]:
        yield line((f"“{about.sentences[place]}”", "quote"), indent=2)
        yield line((place[0], "muted"), indent=2)
    if len(others) > _SHOWN:
        yield line(f"… and {len(others) - _SHOWN:,} more", indent=2)


def _by_fact(about: Subgraph, statements: Iterable[Statement]) -> Iterable[list[Statement]]:
    """Statements by what they say, in the order in which that is said first."""
    facts: dict[str, list[Statement]] = defaultdict(list)
    for said in statements:
        facts[str(_fact(about, said))].append(said)
    return facts.values()


def _fact(about: Subgraph, said: Statement) -> Line:
    return fact(about.entities[said.subject].name, said.relation, about.object_text(said), 2)


def _evidence(about: Subgraph, said: Statement) -> Iterator[Line]:
    rest = "".join(f"; {qualifier}" for qualifier in _qualifiers(about, said))
    yield line((said.status, status_role(said.status)), rest, indent=4)
    yield line((f"“{about.sentences[said.document, said.sentence]}”", "quote"), indent=6)
    yield line((f"{said.document}, statement {said.id}", "muted"), indent=6)


def _qualifiers(about: Subgraph, statement: Statement) -> Iterator[str]:
    if statement.speakers:
        yield "said by " + ", as told by ".join(about.entities[s].name for s in statement.speakers)
    if statement.ended:
        yield "ended" if statement.ended is True else f"ended {statement.ended}"
    if statement.time:
        yield f"time: {telling.spoken(statement.time)}"
    if statement.place:
        place = about.entities.get(statement.place)
        yield f"place: {place.name if place else statement.place}"
    if statement.sources > 1:
        yield f"carried by {statement.sources} independent sources"
    yield f"confidence {statement.confidence:.2f}"
