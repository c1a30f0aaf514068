"""Brings a remote store up to date with a folder's own.

The rule of what is touched there:

- Each graph goes into a named graph: a document's by its own IRI, the default graph by the base
  IRI. The remote default graph is never written.
- Only graphs that this folder sent before, which its memory lists, are replaced or dropped. Where
  the store has one of the same name that somebody else made, nothing is sent at all.

A graph's digest is struck out of the memory before it is touched and noted when it is complete; so
a load that broke off, by a server that went away or a kill -9, is taken up by the next build, and
a graph that is the same as before is not sent again. A graph is replaced by one update where it
fits, and each update may be carried out twice: it first drops the graph, then inserts. Amid a
load, readers see some documents as they were and some as they are going to be; of a graph larger
than a request they may see a part.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import pyoxigraph as ox

from kg.errors import GraphError
from kg.stores.endpoint import Address, Endpoint, Patience
from kg.stores.oxigraph import OxigraphStore
from kg.stores.publication import Held, Memory
from kg.stores.remote import RemoteStore, insertions, packed


def send(
    local: OxigraphStore, memory: Memory, folder: Path, patience: Patience | None = None
) -> None:
    """Send what differs between `local` and the store of `memory`, which `folder` keeps.

    Raises GraphError where the store cannot be reached or has graphs of others in the way.
    """
    endpoint = Endpoint(Address.parse(memory.address), patience)
    try:
        _Load(folder, memory, local, RemoteStore(endpoint, memory.base_iri)).run()
    finally:
        endpoint.close()


class _Load:
    """What differs between the folder's store and the remote one, on its way."""

    def __init__(
        self, folder: Path, memory: Memory, local: OxigraphStore, remote: RemoteStore
    ) -> None:
        self._folder = folder
        self._memory = memory
        self._local = local
        self._remote = remote
        self._names = {remote.graph_inside(name): name for name in local.graphs()}

    def run(self) -> None:
        wanted = {inside.value: self._held(name) for inside, name in self._names.items()}
        known = self._memory.graphs
        nodes = [ox.NamedNode(name) for name in {**wanted, **known}]
        there = {node.value: count for node, count in self._remote.counts(nodes).items()}
        self._refuse_strangers(set(there) - set(known))
        stale = [
            name
            for name, held in wanted.items()
            if held != known.get(name) or held.triples != there.get(name, 0)
        ]
        gone = [name for name in known if name not in wanted]
        self._memory.graphs |= {name: Held("", 0) for name in (*stale, *gone)}
        self._memory.write(self._folder)
        try:
            for update, complete in packed(self._updates(sorted(stale), sorted(gone), set(there))):
                self._remote.update(update)
                for name in complete:
                    self._note(name, wanted)
        finally:
            self._memory.write(self._folder)

    def _note(self, name: str, wanted: Mapping[str, Held]) -> None:
        """Remember that the store has a graph as it is wanted."""
        if name in wanted:
            self._memory.graphs[name] = wanted[name]
        else:
            del self._memory.graphs[name]

    def _refuse_strangers(self, names: set[str]) -> None:
        if names:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            raise GraphError(
                f"The store has the graph {min(names)}{more} already, which was not sent from "
                f"{self._folder}; nothing was changed. Build with another --base-iri, use another "
                "store, or drop there what is no longer wanted."
            )

    def _held(self, name: ox.NamedNode | ox.DefaultGraph) -> Held:
        """A graph's digest, a sum over its triples, whose order is the store's own."""
        total = count = 0
        for quad in self._local.quads_of(name):
            line = str(quad.triple).encode()
            total += int.from_bytes(hashlib.blake2b(line, digest_size=16).digest())
            count += 1
        return Held(f"{total % (1 << 128):032x}", count)

    def _updates(
        self, stale: Iterable[str], gone: Iterable[str], there: Collection[str]
    ) -> Iterator[tuple[str, str]]:
        """Updates in their order, each with the name of the graph that it completes, or ""."""
        for name in gone:
            yield f"DROP SILENT GRAPH {ox.NamedNode(name)}", name
        for name in stale:
            graph = ox.NamedNode(name)
            if name in there:
                yield f"DROP SILENT GRAPH {graph}", ""
            last = ""
            for part in insertions(graph, self._local.quads_of(self._names[graph])):
                if last:
                    yield last, ""
                last = part
            if last:
                yield last, name
