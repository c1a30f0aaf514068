"""Puts the graph of a folder into a remote store and keeps it up to date there.

A build always makes the folder's own store first, which is complete and needs no server. This
module then sends what differs. The rule of what it touches:

- Each graph goes into a named graph: a document's by its own IRI, the default graph by the base
  IRI. The remote default graph is never read for this, nor written.
- It replaces and drops only graphs that this folder wrote before, which `remote.json` lists. Where
  the store has one of the same name that somebody else wrote, it refuses, and nothing is sent.

`remote.json` has for each graph a digest of what the store holds under its name. The digest is
struck out before the graph is touched and noted when it is complete; so a load that broke off, by
a server that went away or a kill -9, is taken up by the next build, and a graph that is the same
as before is not sent again. A graph is replaced by one update where it fits, and each update may
be sent twice: it first drops the graph, then inserts. Amid a load, readers see some documents as
they were and some as they are going to be, never half a small one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

from kg.errors import GraphError
from kg.files import replacing
from kg.stores.endpoint import Address, Endpoint, Patience
from kg.stores.oxigraph import OxigraphStore
from kg.stores.remote import MOST_BYTES, RemoteStore, insertions

FILE_NAME = "remote.json"
LOCAL = "local"
"""What is said in the place of an address for the folder alone."""

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Held:
    """What the remote store has under a graph's name; `digest` is "" where that is not sure."""

    digest: str
    triples: int


@dataclass(slots=True)
class Memory:
    """What a folder remembers of its remote store: where it is, and what was sent there."""

    address: str
    base_iri: str = ""
    graphs: dict[str, Held] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path) -> Memory | None:
        """What the folder remembers, None where its graph is in no remote store."""
        path = folder / FILE_NAME
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            if told["format"] != _FORMAT:
                raise GraphError(
                    f"{path} was written by another version of kg (format {told['format']}, this "
                    f"one reads {_FORMAT}). Use that version."
                )
            graphs = {name: Held(*held) for name, held in told["graphs"].items()}
            return cls(str(told["address"]), str(told["base_iri"]), graphs)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise GraphError(f"{path} cannot be read: {error.strerror or error}.") from error
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise GraphError(
                f"{path} is damaged: it tells which graphs of the remote store are this folder's. "
                "Drop these there, delete the file, and build again with --store."
            ) from error

    def write(self, folder: Path) -> None:
        """Keep it in the folder."""
        graphs = {name: [held.digest, held.triples] for name, held in sorted(self.graphs.items())}
        told = {
            "format": _FORMAT,
            "address": self.address,
            "base_iri": self.base_iri,
            "graphs": graphs,
        }
        with replacing(folder / FILE_NAME) as out:
            out.write(json.dumps(told, indent=1, ensure_ascii=False).encode())


def check_address(store: str | None) -> None:
    """Raise ArgumentError where a store is neither `local` nor an address."""
    if store not in (None, LOCAL):
        Address.parse(str(store))


def publish(
    folder: Path, base_iri: str, store: str | None = None, patience: Patience | None = None
) -> None:
    """Bring the remote store of the graph in `folder` up to date with it.

    `store` is its address, None the one that the folder remembers, `local` none from now on; what
    was sent to another one before stays there. Raises GraphError where the store cannot be
    reached or has graphs of others in the way; the next call goes on from there.
    """
    if store == LOCAL:
        (folder / FILE_NAME).unlink(missing_ok=True)
        return
    memory = Memory.of(folder)
    if store is not None and (memory is None or memory.address != store):
        memory = Memory(store)
    if memory is None:
        return
    memory.base_iri = base_iri
    remote = RemoteStore(Endpoint(Address.parse(memory.address), patience), base_iri)
    local = OxigraphStore.open(folder / "store")
    try:
        _Load(folder, memory, local, remote).run()
    except GraphError as error:
        raise GraphError(
            f"{error} The graph in {folder} is complete; run the same command again to bring the "
            "store up to date with it."
        ) from error
    finally:
        remote.close()
        local.close()


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
            for update, complete in _requests(self._updates(sorted(stale), sorted(gone))):
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

    def _updates(self, stale: Iterable[str], gone: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Updates in their order, each with the name of the graph that it completes, or ""."""
        for name in gone:
            yield f"DROP SILENT GRAPH {ox.NamedNode(name)}", name
        for name in stale:
            graph = ox.NamedNode(name)
            quads = map(self._remote.inside, self._local.quads_of(self._names[graph]))
            parts = [f"DROP SILENT GRAPH {graph}"]
            for part in insertions(quads):
                yield parts.pop(), ""
                parts.append(part)
            yield parts.pop(), name


def _requests(
    updates: Iterable[tuple[str, str]], most_bytes: int = MOST_BYTES
) -> Iterator[tuple[str, list[str]]]:
    """Updates joined into requests of that size, each with the graphs that it completes."""
    held, complete, size = list[str](), list[str](), 0
    for update, name in updates:
        length = len(update.encode())
        if held and size + length > most_bytes:
            yield " ;\n".join(held), complete
            held, complete, size = [], [], 0
        held.append(update)
        complete += [name] if name else []
        size += length
    if held:
        yield " ;\n".join(held), complete
