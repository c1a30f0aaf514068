"""Who talks about whom: the speakers of a graph, and whom their words are about."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from kg.model import Entity, Statement, Subgraph


@dataclass(frozen=True, slots=True)
class Talk:
    """What one speaker says of one subject."""

    speaker: Entity
    subject: Entity
    statements: tuple[Statement, ...]

    def __len__(self) -> int:
        return len(self.statements)


def who_talks_about_whom(subgraph: Subgraph) -> tuple[Talk, ...]:
    """Every speaker with every subject of what is told on the speaker's word, the most first.

    The speaker is whose words they are; who reported them does not count.
    """
    said: dict[tuple[str, str], list[Statement]] = defaultdict(list)
    for statement in subgraph.statements:
        if statement.speakers:
            said[statement.speakers[0], statement.subject].append(statement)
    ordered = sorted(said.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(
        Talk(subgraph.entities[who], subgraph.entities[whom], tuple(told))
        for (who, whom), told in ordered
    )
