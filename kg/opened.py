"""The store of a graph as it was opened, with all that was read of it since.

A build puts a new store in the place of the old one. Everything that is told of a graph has to
come from one and the same, so whoever holds an Opened asks whether it `is_current` before each
look, and opens the store anew where it is not. While there is none, amid a build, the one that is
open goes on: it is whole.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path

from kg import retrieval
from kg.model import Entity, Subgraph
from kg.querying import Worker
from kg.records import Records
from kg.stores import Store, publication
from kg.stores.oxigraph import OxigraphStore


class Opened:
    """The graph in a folder, or with the address of a remote store the graph there.

    Raises GraphError where there is none.
    """

    def __init__(self, folder: Path, chosen: str | None = None) -> None:
        self._folder = folder
        self._chosen = chosen
        self._version = OxigraphStore.version_of(folder / "store")
        self.store = publication.opened(folder, chosen)

    def is_current(self) -> bool:
        """Whether no build has put another store into the folder."""
        return OxigraphStore.version_of(self._folder / "store") in ("", self._version)

    def close(self) -> None:
        """End the process that answers queries, if there is one."""
        if worker := self.__dict__.get("worker"):
            worker.stop()

    @cached_property
    def asked(self) -> Store:
        """What queries ask: the remote store that the graph was sent to, if any, else its own."""
        sent_to = None if self._chosen else publication.asked(self._folder)
        return sent_to or self.store

    @cached_property
    def worker(self) -> Worker:
        """Who answers queries on the folder's own store."""
        return Worker(self._folder / "store")

    @cached_property
    def subgraph(self) -> Subgraph:
        """The whole graph as records."""
        return retrieval.read_subgraph(self.store)

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The entities with their mentions, by id.

        Raises GraphError while a build has the records, and where these are missing.
        """
        with Records(self._folder / "records.sqlite") as records:
            mentions = {entity.id: entity.mentions for entity in records.entities()}
        return tuple(
            replace(entity, mentions=mentions.get(entity.id, ()))
            for entity in self.subgraph.entities.values()
        )
