"""What one page holds of a subgraph that is too large for it.

A page of 20,000 statements weighs 5 to 10 MB and is ready in 1.3 s; it makes no request, so what
it does not hold it cannot show. The statements among the drawn entities come first, then those
that touch one, then the others in reading order; the page says how many are left out.
"""

from __future__ import annotations

from kg.model import Statement, Subgraph
from kg.views import drawing

MOST_STATEMENTS = 20_000


def excerpt(subgraph: Subgraph, focus: str | None) -> Subgraph:
    """The subgraph itself, or its first 20,000 statements with all that they mention."""
    if len(subgraph.statements) <= MOST_STATEMENTS:
        return subgraph
    graph = drawing.connections(drawing.links(subgraph))
    drawn = set(drawing.chosen(graph, subgraph.entities, focus))

    def rank(said: Statement) -> tuple[int, str, int, str]:
        inside = (said.subject in drawn) + (said.object in drawn)
        return -inside, said.document, said.sentence, said.id

    kept = tuple(sorted(subgraph.statements, key=rank)[:MOST_STATEMENTS])
    names = {name for said in kept for name in _entities(said)} | ({focus} if focus else set())
    places = {(said.document, said.sentence) for said in kept}
    sources = {document for document, _ in places}
    return Subgraph(
        {name: subgraph.entities[name] for name in names},
        kept,
        {source: subgraph.documents[source] for source in sources},
        {place: text for place, text in subgraph.sentences.items() if place[0] in sources},
    )


def _entities(said: Statement) -> list[str]:
    ends = [said.subject, said.object, *said.speakers]
    return [name for name in ends if isinstance(name, str)]
