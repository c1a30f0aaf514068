"""A subgraph as a networkx graph, for analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.model import Literal, Statement, Subgraph

if TYPE_CHECKING:
    import networkx as nx


def to_networkx(subgraph: Subgraph) -> nx.MultiDiGraph:
    """Entities as nodes under their ids, statements between entities as edges under theirs.

    Nodes have `name`, `type`, `aliases`, `quantity` and `values`: what is said of the entity
    without another one, as (relation, value or None, status). Edges have `relation`, `property`,
    `status`, `polarity`, `factuality`, `confidence`, `speakers` (names, innermost first),
    `time`, `place`, `ended`, `document` and `sentence` (its text).
    """
    import networkx as nx

    graph = nx.MultiDiGraph()
    for entity in subgraph.entities.values():
        graph.add_node(
            entity.id,
            name=entity.name,
            type=entity.type,
            aliases=entity.aliases,
            quantity=entity.quantity,
            values=[],
        )
    for statement in subgraph.statements:
        value = statement.object
        if isinstance(value, Literal):
            told = (statement.relation, subgraph.object_text(statement), statement.status)
            graph.nodes[statement.subject]["values"].append(told)
        else:
            edge = _edge(statement, subgraph)
            graph.add_edge(statement.subject, value, key=statement.id, **edge)
    return graph


def _edge(statement: Statement, subgraph: Subgraph) -> dict[str, object]:
    return {
        "relation": statement.relation,
        "property": statement.property,
        "status": statement.status,
        "polarity": statement.polarity,
        "factuality": statement.factuality,
        "confidence": statement.confidence,
        "speakers": tuple(subgraph.entities[s].name for s in statement.speakers),
        "time": statement.time,
        "place": statement.place,
        "ended": statement.ended,
        "document": statement.document,
        "sentence": subgraph.sentences[statement.document, statement.sentence],
    }
