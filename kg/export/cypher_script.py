r"""A script of openCypher that loads a graph into a property-graph database.

Run twice it changes nothing: everything is merged by its id, which a constraint keeps unique, and
has its properties set anew. It deletes nothing; load a later build into an empty database.

    (:Entity:Person {id, name, ...})-[:criticizes {id, status, ...}]->(:Entity ...)
    (:Entity ...)-[:leaks_value {id, ...}]->(:Value {id, value, datatype})

Labels and types cannot be parameters, so rows are grouped by them and merged in batches. Strings
and names come from documents: in a string, quotes, backslashes, controls and line ends are
escaped; in a name, backticks are doubled, and \u0060, which some databases read as a backtick
before anything else, is taken for one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kg import graph
from kg.export.xml import scrubbed
from kg.graph import Properties
from kg.model import Literal, Subgraph

_BATCH = 500
"""Rows of one UNWIND: some hundred kilobytes, which every database takes."""

_ESCAPED = re.compile(r"[\\'\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SHORT = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def cypher(subgraph: Subgraph) -> Iterator[str]:
    """A subgraph as statements of openCypher, each ended by a semicolon."""
    for label in ("Entity", "Value"):
        name = f"kg_{label.lower()}_id"
        yield f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE;\n"
    for type_, rows in _entities(subgraph).items():
        yield from _unwound(
            rows, f"MERGE (n:Entity {{id: row.id}}) SET n = row, n:{name_of(type_)}"
        )
    yield from _unwound(_values(subgraph), "MERGE (n:Value {id: row.id}) SET n = row")
    for (kind, end), rows in _statements(subgraph).items():
        ends = f"MATCH (a:Entity {{id: row.source}}), (b:{end} {{id: row.target}})"
        made = f"MERGE (a)-[r:{name_of(kind)} {{id: row.told.id}}]->(b) SET r = row.told"
        yield from _unwound(rows, f"{ends} {made}")


def _entities(subgraph: Subgraph) -> Mapping[str, list[Properties]]:
    """The rows of entities, by type."""
    rows: dict[str, list[Properties]] = defaultdict(list)
    for entity in subgraph.entities.values():
        rows[entity.type].append({"id": entity.id, **graph.node(entity)})
    return dict(sorted(rows.items()))


def _values(subgraph: Subgraph) -> list[Properties]:
    return [
        {"id": said.id, "value": said.object.value, "datatype": said.object.datatype}
        for said in subgraph.statements
        if isinstance(said.object, Literal)
    ]


def _statements(subgraph: Subgraph) -> Mapping[tuple[str, str], list[Properties]]:
    """The rows of statements, by the name of their property and the label of their end."""
    rows: dict[tuple[str, str], list[Properties]] = defaultdict(list)
    for said in subgraph.statements:
        is_value = isinstance(said.object, Literal)
        target = said.id if is_value else said.object
        told = {"id": said.id, **graph.edge(said, subgraph)}
        kind = re.split("[:/#]", said.property)[-1]
        rows[kind, "Value" if is_value else "Entity"].append(
            {"source": said.subject, "target": target, "told": told}
        )
    return dict(sorted(rows.items()))


def _unwound(rows: Sequence[Properties], clause: str) -> Iterator[str]:
    for start in range(0, len(rows), _BATCH):
        batch = ",\n".join(f"  {_term(row)}" for row in rows[start : start + _BATCH])
        yield f"UNWIND [\n{batch}\n] AS row\n{clause};\n"


def _term(value: object) -> str:
    """A value as Cypher writes it; a property that is absent is left out of its map."""
    if isinstance(value, dict):
        told = ((key, item) for key, item in value.items() if item is not None)
        return "{" + ", ".join(f"{key}: {_term(item)}" for key, item in told) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_term, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, float) else string(str(value))


def string(text: str) -> str:
    r"""A string literal.

    >>> print(string("it's \\u0027"))
    'it\'s \\u0027'
    """
    return "'" + _ESCAPED.sub(_escape, scrubbed(text)) + "'"


def name_of(name: str) -> str:
    """A label, type or property, quoted so that it may hold anything.

    >>> name_of("works for`s")
    '`works for``s`'
    """
    return "`" + scrubbed(name).replace("\\u0060", "`").replace("`", "``") + "`"


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    return _SHORT.get(char) or f"\\u{ord(char):04x}"
