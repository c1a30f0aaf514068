"""The shortest chain of statements from one entity to another, as quoted evidence.

A step goes along a statement in either direction. Of the chains with the fewest steps the one is
taken that has the fewest steps on something that is not asserted, and of these the one whose
statements are surest: the numbers are far enough apart that many doubts never outweigh a step.
Who merely said something is no step: that a minister speaks of a country ties the two to a
sentence, not to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.analysis.ties import between
from kg.lines import Line, counted, fact, line, plain, status_role
from kg.model import Entity, Statement, Subgraph

if TYPE_CHECKING:
    import networkx as nx

MOST_STEPS = 6
"""Steps of a chain that still says something, where nothing else is asked for."""
_NOT_ASSERTED, _UNSURE = 1e-3, 1e-6
"""What a step costs more, for being no fact and for each point of confidence that it lacks."""


@dataclass(frozen=True, slots=True)
class Step:
    """One statement of a chain with its sentence; `others` is how many more tie the same two."""

    statement: Statement
    subject: Entity
    object: Entity
    speakers: tuple[Entity, ...]
    sentence: str
    others: int

    def lines(self) -> Iterator[Line]:
        """The fact, its status and speakers, its sentence and where that stands."""
        said = self.statement
        yield fact(self.subject.name, said.relation, self.object.name)
        by = ", as told by ".join(speaker.name for speaker in self.speakers)
        more = f"; {self.others} more between the two" if self.others else ""
        told = f"; said by {by}" if by else ""
        told += f"; confidence {said.confidence:.2f}{more}"
        yield line((said.status, status_role(said.status)), told, indent=2)
        if self.sentence:
            yield line((f"“{self.sentence}”", "quote"), indent=4)
        yield line((f"{said.document}, statement {said.id}", "muted"), indent=4)


@dataclass(frozen=True, slots=True)
class Path:
    """A chain of statements between two entities; no steps where both are the same."""

    start: Entity
    end: Entity
    steps: tuple[Step, ...]

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return plain(self.lines())

    def lines(self) -> Iterator[Line]:
        """The two ends with the number of steps, then each step."""
        count = counted(len(self), "step")
        yield line((f"{self.start.name} … {self.end.name}", "title"), f": {count}")
        for number, step in enumerate(self.steps, 1):
            head, *rest = step.lines()
            yield line()
            yield line((f"{number}. ", "muted"), *head.words)
            yield from (Line(each.words, each.indent + 2) for each in rest)


def shortest(
    subgraph: Subgraph, start: str, end: str, *, asserted: bool = False, most: int = MOST_STEPS
) -> Path | None:
    """The shortest chain between two entities, given by id; None where `most` steps do not do.

    `asserted` walks on nothing but asserted statements.
    """
    import networkx as nx

    ends = subgraph.entities[start], subgraph.entities[end]
    graph = _walkable(between(subgraph, asserted=asserted))
    graph.add_nodes_from((start, end))
    try:
        names = nx.dijkstra_path(graph, start, end)
    except nx.NetworkXNoPath:
        return None
    if len(names) - 1 > most:
        return None
    best = [graph.edges[pair] for pair in nx.utils.pairwise(names)]
    return Path(*ends, tuple(_step(subgraph, edge["said"], edge["count"]) for edge in best))


def _walkable(statements: Iterable[Statement]) -> nx.Graph:
    """A graph whose edges have the best statement between two entities, and how many there are."""
    import networkx as nx

    graph = nx.Graph()
    for said in sorted(statements, key=_rank):
        pair = said.subject, said.object
        if graph.has_edge(*pair):
            graph.edges[pair]["count"] += 1
        else:
            graph.add_edge(*pair, said=said, count=1, weight=_cost(said))
    return graph


def _cost(said: Statement) -> float:
    return 1 + _NOT_ASSERTED * (said.status != "asserted") + _UNSURE * (1 - said.confidence)


def _rank(said: Statement) -> tuple[float, str, int, str]:
    return _cost(said), said.document, said.sentence, said.id


def _step(subgraph: Subgraph, said: Statement, count: int) -> Step:
    return Step(
        said,
        subgraph.entities[said.subject],
        subgraph.entities[str(said.object)],
        tuple(subgraph.entities[speaker] for speaker in said.speakers),
        subgraph.sentences[said.document, said.sentence],
        count - 1,
    )
