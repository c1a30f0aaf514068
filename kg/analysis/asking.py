"""The questions about a graph's shape, as methods of whatever has a graph."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kg.analysis import measures, paths, speaking, surroundings
from kg.analysis.summary import Summary, summary
from kg.analysis.ties import Ties, between, ties
from kg.errors import ArgumentError
from kg.model import Subgraph


class Analysed(ABC):
    """A graph that can be asked for its shape.

    Entities are named as for `find`. `asserted=True` looks at nothing but what is stated as a fact.
    """

    @property
    @abstractmethod
    def subgraph(self) -> Subgraph:
        """The whole graph as records."""

    @abstractmethod
    def find(self, name: str) -> str:
        """The id of the entity with this id, name or alias; UnknownNameError else."""

    def path(
        self, start: str, end: str, *, asserted: bool = False, max_steps: int = paths.MOST_STEPS
    ) -> paths.Path | None:
        """The shortest chain of statements between two entities, each with its sentence.

        None where they are not joined by `max_steps` statements. Among chains of one length the
        one with the fewest steps that are not asserted is taken, then the surest.

            print(g.path("John Kerry", "Russia"))
        """
        if max_steps < 1:
            raise ArgumentError(f"max_steps is {max_steps}; a path has one step at least.")
        ends = self.find(start), self.find(end)
        return paths.shortest(self.subgraph, *ends, asserted=asserted, most=max_steps)

    def centrality(self, *, asserted: bool = False) -> tuple[measures.Central, ...]:
        """Degree, betweenness and PageRank of every entity tied to another, best tied first."""
        return measures.centrality(self.subgraph, self._ties(asserted=asserted))

    def communities(self, *, asserted: bool = False) -> tuple[measures.Community, ...]:
        """Who belongs together by ties (Louvain), the largest community first."""
        tied = self._ties(asserted=asserted)
        named = self.subgraph.entities
        return tuple(
            measures.Community(number, tuple(named[tied.names[i]] for i in group))
            for number, group in enumerate(measures.communities(tied.graph))
        )

    def ego(self, name: str, steps: int = 1, *, asserted: bool = False) -> Subgraph:
        """An entity, those at most so many statements away, and what is said among them."""
        if steps < 0:
            raise ArgumentError(f"steps is {steps}; give 0 or more.")
        return surroundings.ego(self.subgraph, self.find(name), steps, asserted=asserted)

    def who_talks_about_whom(self) -> tuple[speaking.Talk, ...]:
        """Each speaker with each subject of what stands on the speaker's word, the most first."""
        return speaking.who_talks_about_whom(self.subgraph)

    def summary(self) -> Summary:
        """The graph in figures, as `kg stats` tells them."""
        return summary(self.subgraph)

    def _ties(self, *, asserted: bool) -> Ties:
        return ties(between(self.subgraph, asserted=asserted))
