"""Everything the page knows, as one JSON value: tables of rows that refer to each other by number.

Offsets become positions within the sentence in UTF-16 units, as scripts in a browser count.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.model import ENTITY_TYPES, Document, Entity, Literal, Statement, Subgraph
from kg.timex import telling
from kg.views import drawing
from kg.views.excerpt import Excerpt, excerpt

if TYPE_CHECKING:
    from pyvis.network import Network

Table = dict[str, Any]
LEFT_OUT = 2
"""What `opens` says of a sentence before which others are left out."""
SURROGATES = re.compile("[\ud800-\udfff]")


def payload(subgraph: Subgraph, focus: str | None, title: str) -> dict[str, Any]:
    """The page's data; `focus` is an entity's id, `leftOut` a number of statements."""
    part = excerpt(subgraph, focus)
    book = _Book(part, subgraph)
    net = drawing.network(part.held, focus)
    return {
        "title": title,
        "focus": focus,
        "leftOut": part.left_out,
        "totals": {
            "entities": len(subgraph.entities),
            "statements": len(subgraph.statements),
            "documents": len(subgraph.documents),
        },
        "types": ENTITY_TYPES,
        "entities": book.entities(),
        "documents": book.documents(),
        "sentences": book.sentences(),
        "relations": book.relations(),
        "statements": book.statements(),
        "nodes": book.nodes(net),
        "edges": book.edges(net),
    }


def as_json(value: object) -> str:
    r"""JSON that may stand inside a script element; lone surrogates become U+FFFD.

    >>> as_json("</script>")
    '"\\u003c/script>"'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return SURROGATES.sub("\ufffd", text)


class _Book:
    """What the page holds in sorted order, with the number of each thing in its table.

    Behind the entities and documents that it holds stand those that it can only name.
    """

    def __init__(self, part: Excerpt, whole: Subgraph) -> None:
        self.part = part
        self.whole = whole
        self.of = part.held
        self.said = sorted(self.of.statements, key=_in_reading_order)
        self.names = sorted(self.of.entities)
        self.name_at = {name: i for i, name in enumerate(self.names)}
        self.sources = sorted(self.of.documents)
        self.source_at = {source: i for i, source in enumerate(self.sources)}
        self.places = sorted(self.of.sentences)
        self.place_at = {place: i for i, place in enumerate(self.places)}
        self.wordings = sorted({(s.property, s.relation) for s in self.said})
        self.wording_at = {wording: i for i, wording in enumerate(self.wordings)}

    def entities(self) -> Table:
        """`community` is null for an entity without connections; `size` a radius in pixels.

        `missing` is the number of its statements that the page does not hold, null for none;
        -1 where nothing is stated of an entity, and what names it is not held. `mentions` are
        the sentences that speak of it and state nothing of it.
        """
        graph = drawing.connections(drawing.links(self.of))
        groups = drawing.communities(graph)
        size = drawing.sizes(graph, self.names)
        fields = ("id", "name", "type", "missing", "size", "community", "aliases", "sameAs")
        missing, told = self.part.missing, self._told()
        held = (
            (
                *_entity(self.of.entities[name], missing[name], size[name], groups.get(name)),
                self._beside(name, told[name]),
            )
            for name in self.names
        )
        others = self.part.entities.values()
        named = ((e.id, e.name, e.type, missing[e.id] or -1) for e in others)
        return _table((*fields, "quantity", "mentions"), (*held, *named))

    def _told(self) -> Mapping[str, set[tuple[str, int]]]:
        """The sentences that state something of an entity, or that it says something."""
        found: dict[str, set[tuple[str, int]]] = defaultdict(set)
        for said in self.said:
            for name in (said.subject, said.object, *said.speakers):
                if isinstance(name, str):
                    found[name].add((said.document, said.sentence))
        return found

    def _beside(self, name: str, told: Collection[tuple[str, int]]) -> list[int] | None:
        """The sentences held that mention an entity beyond those that state something of it."""
        others = (place for place in self.of.mentions.get(name, ()) if place not in told)
        return sorted(self.place_at[place] for place in others if place in self.place_at) or None

    def documents(self) -> Table:
        """`missing` as for entities; -1 for a document that states nothing."""
        fields = ("id", "title", "date", "missing", "author", "source", "url")
        missing = self.part.missing
        held = (_document(self.of.documents[name], missing[name]) for name in self.sources)
        named = ((d.id, d.title, d.date, missing[d.id] or -1) for d in self.part.documents.values())
        return _table(fields, (*held, *named))

    def sentences(self) -> Table:
        """Numbered from 1 within their document, as far as the subgraph has all before them.

        `opens` is 1 where a paragraph begins, 2 where sentences before it are left out.
        """
        rows: list[Sequence[object]] = []
        before = ("", 0)
        for place, (number, opens) in _numbered(self.whole).items():
            if place in self.place_at:
                skipped = before[0] == place[0] and before not in self.place_at
                told = LEFT_OUT if skipped else opens
                rows.append((self.source_at[place[0]], number, told, self.of.sentences[place]))
            before = place
        return _table(("document", "number", "opens", "text"), rows)

    def relations(self) -> Table:
        return _table(("property", "phrase"), self.wordings)

    def statements(self) -> Table:
        """`time` in words, and the first and last day that it covers, where it is a date."""
        fields = (
            *("id", "sentence", "subject", "relation", "object", "surface", "spans", "rule"),
            *("confidence", "polarity", "factuality", "cues", "speakers"),
            *("time", "days", "place", "ended"),
        )
        return _table(fields, (self._statement(statement) for statement in self.said))

    def _statement(self, said: Statement) -> Sequence[object]:
        return (
            said.id,
            self.place_at[said.document, said.sentence],
            self.name_at[said.subject],
            self.wording_at[said.property, said.relation],
            self._object(said),
            said.surface,
            _spans(said, self.of.sentences[said.document, said.sentence]),
            said.rule,
            round(said.confidence, 3),
            said.polarity,
            said.factuality,
            said.cues or None,
            [self.name_at[name] for name in said.speakers] or None,
            said.time and telling.spoken(said.time),
            telling.days(said.time),
            said.place,
            said.ended,
        )

    def nodes(self, net: Network) -> Table:
        """The drawn entities and their places; what else pyvis keeps stands with the entities."""
        rows = ((self.name_at[node["id"]], node["x"], node["y"]) for node in net.nodes)
        return _table(("entity", "x", "y"), rows)

    def edges(self, net: Network) -> Table:
        rows = (
            (self.name_at[edge["from"]], self.name_at[edge["to"]], edge["value"])
            for edge in net.edges
        )
        return _table(("from", "to", "value"), rows)

    def _object(self, said: Statement) -> object:
        """The number of an entity, or value, with its unit, and datatype of a literal."""
        if isinstance(said.object, Literal):
            return (self.of.object_text(said) or said.object.value, said.object.datatype)
        return self.name_at[said.object]


def _in_reading_order(said: Statement) -> tuple[str, int, tuple[int, int], str]:
    return said.document, said.sentence, said.subject_span, said.id


def _numbered(subgraph: Subgraph) -> dict[tuple[str, int], tuple[int | None, int]]:
    """Number and `opens` of each sentence; no number where text before it is in no sentence."""
    found: dict[tuple[str, int], tuple[int | None, int]] = {}
    number, source, end = 0, "", 0
    for document, begin in sorted(subgraph.sentences):
        if document != source:
            number, source, end = 0, document, 0
        between = subgraph.documents[document].text[end:begin]
        gap = bool(between.strip())
        number = -1 if gap or number < 0 else number + 1
        first = end == 0 or "\n" in between
        found[document, begin] = number if number > 0 else None, LEFT_OUT if gap else int(first)
        end = begin + len(subgraph.sentences[document, begin])
    return found


def _entity(entity: Entity, missing: int, size: float, community: int | None) -> Sequence[object]:
    return (
        entity.id,
        entity.name,
        entity.type,
        missing or None,
        size,
        community,
        entity.aliases or None,
        entity.same_as or None,
        entity.quantity,
    )


def _document(document: Document, missing: int) -> Sequence[object]:
    return (
        document.id,
        document.title,
        document.date,
        missing or None,
        document.author,
        document.source,
        document.url,
    )


def _table(fields: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Rows end at their last value that is not null: most have few of the last fields."""
    return {"fields": fields, "rows": [_cut(row) for row in rows]}


def _cut(row: Sequence[object]) -> Sequence[object]:
    end = len(row)
    while end and row[end - 1] is None:
        end -= 1
    return row[:end]


def _spans(said: Statement, text: str) -> list[int]:
    """Begin and end of subject, relation, object in the sentence; -1, -1 for one outside of it."""
    found: list[int] = []
    for span in (said.subject_span, said.relation_span, said.object_span):
        begin, end = (span[0] - said.sentence, span[1] - said.sentence) if span else (-1, -1)
        inside = 0 <= begin < end <= len(text)
        found += [_utf16(text, begin), _utf16(text, end)] if inside else [-1, -1]
    return found


def _utf16(text: str, offset: int) -> int:
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
