"""Which entities are nodes of the graph.

Those that statements are about, and those that a text identifies, even where no statement was
found: what has a name (`the Danube`), and what a definite phrase ties to one (`the Ghanaian
navy`). So a search finds whoever is named in the texts, with the sentences that do. What is
only described (`a convoy`, `the opportunity`) is worth a node for what is said of it, and what
stands in the furniture of a page (`READ MORE: Norway's rivers`) is not of the text, but for
whom it is by (`Photos by Ana Roy`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kg.model import DocumentRecord, Entity, EntityMention, Statement

_LASTING = {"Organization", "GeopoliticalEntity", "Place", "Facility"}
"""Types of things that a country, a place or a person has one of, and that stay."""

_NAMING = {"name", "adjective"}


def nodes(
    entities: Sequence[Entity], statements: Iterable[Statement], records: Iterable[DocumentRecord]
) -> Iterator[Entity]:
    """The entities that are in a statement or identified by a text, in the order given."""
    used = {
        name
        for said in statements
        for name in (said.subject, said.object, said.place, *said.speakers)
    }
    text = _Text(entities, records)
    for entity in entities:
        if entity.id in used or any(text.identifies(entity, m) for m in entity.mentions):
            yield entity


class _Text:
    """What the documents' own text names: where, by document id, in the order of the text."""

    def __init__(self, entities: Iterable[Entity], records: Iterable[DocumentRecord]) -> None:
        self._furniture = {
            (record.document.id, mention.start)
            for record in records
            for mention in record.mentions
            if record.sentences[mention.sentence].kind == "furniture"
            and record.document.text[: mention.start][-4:].casefold() != " by "
        }
        named: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for mention in (m for entity in entities for m in entity.mentions if m.kind in _NAMING):
            named[mention.document].append((mention.start, mention.end))
        self._named = {document: sorted(spans) for document, spans in named.items()}

    def identifies(self, entity: Entity, mention: EntityMention) -> bool:
        """Whether a mention tells which thing it is, to one who has not read what stands before."""
        if (mention.document, mention.start) in self._furniture:
            return False
        definite = mention.kind == "nominal" and mention.text[:4].casefold() == "the "
        return mention.kind in _NAMING or (
            definite and entity.type in _LASTING and self._holds_name(mention)
        )

    def _holds_name(self, mention: EntityMention) -> bool:
        spans = self._named.get(mention.document, ())
        at = bisect_left(spans, (mention.start, 0))
        return at < len(spans) and spans[at][1] <= mention.end
