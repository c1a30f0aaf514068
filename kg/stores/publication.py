"""Which store has a graph besides its folder, and what the folder remembers of it.

A build always makes the folder's own store first, which is complete and needs no server; with a
remote store, what differs is then sent there (`sending`), and queries ask it. `remote.json` keeps
its address, and for each graph of ours there a digest of what it holds. It is a file of its own,
which a reader can open while a build has the records.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import GraphError, QueryError
from kg.files import replacing
from kg.stores import Store
from kg.stores.oxigraph import OxigraphStore

if TYPE_CHECKING:
    from kg.stores.endpoint import Patience

FILE_NAME = "remote.json"
LOCAL = "local"
"""What is said in the place of an address for the folder alone."""

_FORMAT = 1
"""Version of what remote.json holds."""


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
        from kg.stores.endpoint import Address

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
    from kg.stores.sending import send

    memory.base_iri = base_iri
    local = OxigraphStore.open(folder / "store")
    try:
        send(local, memory, folder, patience)
    except (GraphError, QueryError) as error:
        raise GraphError(
            f"{error} The graph in {folder} is complete; run the same command again to bring the "
            "store up to date with it."
        ) from error
    finally:
        local.close()


def opened(folder: Path, store: str | None = None) -> Store:
    """The folder's own store, or with an address the graph in the store there.

    Raises GraphError where there is none.
    """
    if store in (None, LOCAL):
        return OxigraphStore.open(folder / "store")
    from kg.stores.remote import RemoteStore

    memory = Memory.of(folder)
    known = memory.base_iri if memory and memory.address == store else None
    return RemoteStore.open(str(store), known)


def asked(folder: Path) -> Store | None:
    """The remote store that the graph in a folder was sent to, which queries go to; else None."""
    memory = Memory.of(folder)
    if memory is None:
        return None
    from kg.stores.remote import RemoteStore

    return RemoteStore.open(memory.address, memory.base_iri)
