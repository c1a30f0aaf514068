"""An entity with all that is within some steps of it: its ego network."""

from __future__ import annotations

from kg.analysis.ties import between, ties
from kg.model import Statement, Subgraph


def ego(subgraph: Subgraph, focus: str, steps: int = 1, *, asserted: bool = False) -> Subgraph:
    """The entities at most `steps` statements away, and all statements among them.

    With those about one of them alone, and with whom and what these statements name besides:
    their speakers and places, their documents and sentences.
    """
    import networkx as nx

    tied = ties(between(subgraph, asserted=asserted))
    near = {focus}
    if focus in tied.names:
        centre = tied.names.index(focus)
        found = nx.single_source_shortest_path_length(tied.graph, centre, cutoff=steps)
        near |= {tied.names[i] for i in found}
    kept = tuple(
        said
        for said in subgraph.statements
        if said.subject in near
        and (not isinstance(said.object, str) or said.object in near)
        and (not asserted or said.status == "asserted")
    )
    return part(subgraph, near, kept)


def part(subgraph: Subgraph, names: set[str], kept: tuple[Statement, ...]) -> Subgraph:
    """A subgraph of some statements with all that they name, and of some entities besides."""
    beside = {name for said in kept for name in (*said.speakers, said.place or "")}
    wanted = names | (beside & subgraph.entities.keys())
    places = {(said.document, said.sentence) for said in kept}
    return Subgraph(
        {name: entity for name, entity in subgraph.entities.items() if name in wanted},
        kept,
        {name: subgraph.documents[name] for name in sorted({said.document for said in kept})},
        {place: subgraph.sentences[place] for place in sorted(places)},
        {name: where for name, where in subgraph.mentions.items() if name in wanted},
    )
