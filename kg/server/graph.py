"""The graph as it is now: its store, opened again when another build has put a new one there.

A build fills a fresh folder and renames it (see `kg.stores.oxigraph`), so the file by which a
store begins is another one afterwards. That is looked at before each request. Between the two
renames, and while a store cannot be opened, the one that is open goes on: it is whole.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kg.errors import GraphError
from kg.server.reading import GraphReader
from kg.stores.oxigraph import OxigraphStore

Told = TypeVar("Told")


class ServedGraph:
    """The graph in a folder. Raises GraphError where there is none at first.

    `version` tells one state of the graph from another.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "store"
        self._turn = threading.Lock()
        self.version = self._seen()
        self._reader = self._open()

    def refresh(self) -> str:
        """The version, after a look whether the graph was built again."""
        seen = self._seen()
        if seen not in ("", self.version):
            with self._turn:
                if seen != self.version:
                    self._exchange(seen)
        return self.version

    def read(self, task: Callable[[GraphReader], Told]) -> Told:
        """What a task reads of the graph as it is now."""
        self.refresh()
        try:
            return task(self._reader)
        except GraphError:  # its files went when the graph was built again
            self._exchange(self._seen())
            return task(self._reader)

    def page(self) -> str:
        """The interactive view as the build wrote it, else made now."""
        try:
            return (self.folder / "graph.html").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return self.read(GraphReader.page)

    def _exchange(self, seen: str) -> None:
        try:
            self._reader = self._open()
        except GraphError:
            return  # amid a build; looked at again with the next request
        self.version = seen

    def _open(self) -> GraphReader:
        return GraphReader(OxigraphStore.open(self.path))

    def _seen(self) -> str:
        """What tells the store in the folder from its predecessors; empty where there is none."""
        return OxigraphStore.version_of(self.path)
