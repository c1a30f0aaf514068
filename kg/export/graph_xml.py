"""GraphML and GEXF: what programs that draw and measure graphs read.

An edge is one statement. Its weight is the statement's confidence, so that the weights of
parallel edges add up to how often a thing was rightly read. In GEXF an edge lasts from the first
to the last day of the statement's time where that is a date, month, year or interval; one without
a time is always there.

Lists, and what is said of an entity alone (`values`), are JSON in one attribute.
"""

from __future__ import annotations

import json
import re
from calendar import monthrange
from collections.abc import Iterator, Mapping

from kg import graph
from kg.export import xml
from kg.model import Subgraph
from kg.terms import interval_literals, iso_literal

_NODE_FIELDS = ("type", "aliases", "quantity", "same_as", "values")
_EDGE_FIELDS = (
    *("property", "status", "polarity", "factuality", "ended", "speakers", "time", "place"),
    *("confidence", "rule", "document", "published", "sentence"),
)
_NUMBERS = {"confidence", "weight"}

_DATE = re.compile(r"(-?\d{4})(?:-(\d\d))?(?:-(\d\d))?")
"""Year, month and day of what `iso_literal` takes."""

_GRAPHML = "http://graphml.graphdrawing.org/xmlns"
_GEXF = "http://gexf.net/1.3"


def graphml(subgraph: Subgraph) -> Iterator[str]:
    """A subgraph as GraphML."""
    yield f'{xml.HEADING}<graphml xmlns="{_GRAPHML}">\n'
    node_fields = ("name", *_NODE_FIELDS)
    edge_fields = ("relation", "weight", *_EDGE_FIELDS)
    for prefix, fields in (("node", node_fields), ("edge", edge_fields)):
        for field in fields:
            kind = "double" if field in _NUMBERS else "string"
            named = xml.attributes(id=f"{prefix}.{field}", for_=prefix)
            yield f'  <key{named} attr.name="{field}" attr.type="{kind}"/>\n'
    yield '  <graph id="kg" edgedefault="directed">\n'
    for identifier, told in _nodes(subgraph):
        named = xml.attributes(id=identifier)
        yield f"    <node{named}>{_data('node', node_fields, told)}</node>\n"
    for said in graph.between_entities(subgraph):
        ends = xml.attributes(id=said.id, source=said.subject, target=str(said.object))
        told = graph.edge(said, subgraph) | {"weight": said.confidence}
        yield f"    <edge{ends}>{_data('edge', edge_fields, told)}</edge>\n"
    yield "  </graph>\n</graphml>\n"


def _data(prefix: str, fields: tuple[str, ...], told: Mapping[str, object]) -> str:
    cells = ((field, _cell(told[field])) for field in fields)
    return "".join(
        f'<data key="{prefix}.{field}">{xml.content(cell)}</data>'
        for field, cell in cells
        if cell is not None
    )


def gexf(subgraph: Subgraph) -> Iterator[str]:
    """A subgraph as GEXF 1.3."""
    edges = list(graph.between_entities(subgraph))
    dated = any(any(days(said.time)) for said in edges)
    mode = ' mode="dynamic" timeformat="date"' if dated else ' mode="static"'
    yield f'{xml.HEADING}<gexf xmlns="{_GEXF}" version="1.3">\n'
    yield f'  <graph defaultedgetype="directed" idtype="string"{mode}>\n'
    yield from _declared("node", _NODE_FIELDS)
    yield from _declared("edge", _EDGE_FIELDS)
    yield f'    <nodes count="{len(subgraph.entities)}">\n'
    for identifier, told in _nodes(subgraph):
        named = xml.attributes(id=identifier, label=str(told["name"]))
        yield f"      <node{named}>{_values(_NODE_FIELDS, told)}</node>\n"
    yield f'    </nodes>\n    <edges count="{len(edges)}">\n'
    for said in edges:
        first, last = days(said.time)
        ends = xml.attributes(id=said.id, source=said.subject, target=str(said.object))
        seen = xml.attributes(
            kind=said.property, label=said.relation, weight=said.confidence, start=first, end=last
        )
        told = graph.edge(said, subgraph)
        yield f"      <edge{ends}{seen}>{_values(_EDGE_FIELDS, told)}</edge>\n"
    yield "    </edges>\n  </graph>\n</gexf>\n"


def _declared(kind: str, fields: tuple[str, ...]) -> Iterator[str]:
    yield f'    <attributes class="{kind}">\n'
    for field in fields:
        type_ = "double" if field in _NUMBERS else "string"
        yield f"      <attribute{xml.attributes(id=field, title=field, type=type_)}/>\n"
    yield "    </attributes>\n"


def _values(fields: tuple[str, ...], told: Mapping[str, object]) -> str:
    cells = ((field, _cell(told[field])) for field in fields)
    values = (
        f"<attvalue{xml.attributes(for_=field, value=cell)}/>"
        for field, cell in cells
        if cell is not None
    )
    return f"<attvalues>{''.join(values)}</attvalues>"


def _nodes(subgraph: Subgraph) -> Iterator[tuple[str, Mapping[str, object]]]:
    values = graph.values_by_entity(subgraph)
    for entity in subgraph.entities.values():
        yield entity.id, graph.node(entity) | {"values": values.get(entity.id, [])}


def _cell(value: object) -> str | None:
    """A property as the text of an attribute; None for one that is absent or an empty list."""
    if isinstance(value, tuple | list):
        return json.dumps(value, ensure_ascii=False) if value else None
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value)


def days(time: str | None) -> tuple[str | None, str | None]:
    """The first and the last day of a moment, day, month, year or interval.

    None stands for an end that is open, and for both of what has no place on the calendar.

    >>> days("2024-02"), days("2021-06-01/2021-06-09"), days("2021/.."), days("that evening")
    (('2024-02-01', '2024-02-29'), ('2021-06-01', '2021-06-09'), ('2021-01-01', None), (None, None))
    """
    moment = iso_literal(time or "")
    begin, end = (moment, moment) if moment else interval_literals(time or "")
    return begin and _first(begin.value), end and _last(end.value)


def _first(moment: str) -> str:
    year, month, day = _DATE.findall(moment)[0]
    return f"{year}-{month or '01'}-{day or '01'}"


def _last(moment: str) -> str:
    year, month, day = _DATE.findall(moment)[0]
    month = month or "12"
    return f"{year}-{month}-{day or monthrange(int(year) % 400 + 2000, int(month))[1]}"
