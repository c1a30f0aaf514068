"""A subgraph as a property graph: entities as nodes, statements between them as edges.

Nodes and edges are plain mappings, for networkx and for the formats that draw and load graphs.
What is said of an entity without another one (*the dam leaks*; *the price is 5 euros*) is no
edge: it is a value of its node, with the same qualifiers as an edge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kg.model import Entity, Literal, Statement, Subgraph

if TYPE_CHECKING:
    import networkx as nx

Properties = dict[str, object]


def to_networkx(subgraph: Subgraph) -> nx.MultiDiGraph:
    """Entities as nodes under their ids, statements between entities as edges under theirs.

    Nodes have what `node` gives, and `values`: a list of what `value` gives for each statement
    about the entity alone. Edges have what `edge` gives.
    """
    import networkx as nx

    graph = nx.MultiDiGraph()
    values = values_by_entity(subgraph)
    for entity in subgraph.entities.values():
        graph.add_node(entity.id, **node(entity), values=values.get(entity.id, []))
    for statement in between_entities(subgraph):
        told = edge(statement, subgraph)
        graph.add_edge(statement.subject, statement.object, key=statement.id, **told)
    return graph


def between_entities(subgraph: Subgraph) -> Iterator[Statement]:
    """The statements that are edges."""
    return (said for said in subgraph.statements if not isinstance(said.object, Literal))


def values_by_entity(subgraph: Subgraph) -> Mapping[str, list[Properties]]:
    """What is said of each entity alone, by its id."""
    values: dict[str, list[Properties]] = defaultdict(list)
    for said in subgraph.statements:
        if isinstance(said.object, Literal):
            values[said.subject].append(value(said, said.object, subgraph))
    return values


def node(entity: Entity) -> Properties:
    """The properties of an entity: `name`, `type`, `aliases`, `quantity`, `same_as`."""
    return {
        "name": entity.name,
        "type": entity.type,
        "aliases": entity.aliases,
        "quantity": entity.quantity,
        "same_as": entity.same_as,
    }


def edge(said: Statement, subgraph: Subgraph) -> Properties:
    """The properties of a statement.

    `speakers` (innermost first) and `place` are names, `ended` a date or True, `published` the
    date of the document, `sentence` the text it stands on, None where that is withheld.
    """
    place = subgraph.entities.get(said.place or "")
    return {
        "relation": said.relation,
        "property": said.property,
        "status": said.status,
        "polarity": said.polarity,
        "factuality": said.factuality,
        "ended": said.ended,
        "speakers": tuple(subgraph.entities[speaker].name for speaker in said.speakers),
        "time": said.time,
        "place": place.name if place else said.place,
        "confidence": said.confidence,
        "rule": said.rule,
        "document": said.document,
        "published": subgraph.documents[said.document].date,
        "sentence": subgraph.sentences[said.document, said.sentence] or None,
    }


def value(said: Statement, literal: Literal, subgraph: Subgraph) -> Properties:
    """A statement about an entity alone: as an edge, with its id, `value`, `datatype` and `unit`.

    `datatype` is the local name of an XSD type; a verb without an object has the boolean "true".
    """
    told = {"statement": said.id, "value": literal.value, "datatype": literal.datatype}
    return told | edge(said, subgraph) | ({"unit": said.unit} if said.unit else {})
