"""Turns what a user says about the graph at hand into decisions in its curation file.

The user names an entity as in `kg show`, a statement by its id. Both are looked up in the graph,
and written down in words that outlive it: names with types, sentences with relations. The next
build obeys.

The file is the one that the graph remembers (`kg build --curation FILE`), else curation.toml in the
folder of the graph.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from kg import lookup, retrieval
from kg.errors import InputError, UnknownNameError
from kg.identity import entity_id
from kg.linking.curation import (
    FILE_NAME,
    Curation,
    Decision,
    Judged,
    Merged,
    Reference,
    Renamed,
    Retyped,
    Split,
    add_decision,
    check,
    read_curation,
)
from kg.merges import Merge
from kg.model import Entity, EntityMention
from kg.records import Records
from kg.stores.oxigraph import OxigraphStore

SETTING_FILE, SETTING_MERGES = "curation", "merges"
"""What records remember: where the file is, and why things were merged."""


def curation_file(folder: Path, records: Records) -> Path:
    """The file with the decisions about the graph in `folder`."""
    known = records.setting(SETTING_FILE)
    return Path(known) if known else folder / FILE_NAME


def merges(folder: Path) -> tuple[Merge, ...]:
    """What the last build merged and why, the most doubtful first; GraphError without a graph."""
    with Records(folder / "records.sqlite") as records:
        rows = json.loads(records.setting(SETTING_MERGES) or "[]")
    return tuple(
        Merge(
            row["entity"],
            (row["names"][0], row["names"][1]),
            row["reason"],
            (EntityMention(**row["evidence"][0]), EntityMention(**row["evidence"][1])),
            row["doubt"],
        )
        for row in rows
    )


def merges_setting(found: Sequence[Merge]) -> dict[str, str]:
    """The setting of the records that keeps merges for `merges`."""
    return {SETTING_MERGES: json.dumps(found, default=_fields, ensure_ascii=False)}


def _fields(part: Merge | EntityMention) -> dict[str, object]:
    """A merge or a mention of it as JSON; `asdict` takes four times as long."""
    return {name: getattr(part, name) for name in part.__slots__}


class Curator:
    """Writes decisions about the graph in `folder`.

    Each method returns the decision, and raises UnknownNameError for what is not in the graph,
    InputError for what the file could not tell from something else.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store = OxigraphStore.open(folder / "store")
        with Records(folder / "records.sqlite") as records:
            self.path = curation_file(folder, records)
            self._entities = {entity.id: entity for entity in records.entities()}

    @property
    def curation(self) -> Curation:
        """What was decided so far."""
        return read_curation(self.path)

    def merge(self, keep: str, join: str, because: str = "") -> Decision:
        one, other = self._reference(keep), self._reference(join)
        if one == other:
            raise InputError(f"{one} is one thing already.")
        return self._write(Merged(one, other, because))

    def split(self, name: str, by: str = "", because: str = "") -> Decision:
        """Without `by`, a thing that has other names is split by name, else by document."""
        found = self._entity(name)
        if not found.aliases and len({mention.document for mention in found.mentions}) < 2:
            raise InputError(f"{found.name} has one name, in one document: nothing to split.")
        chosen = by or ("name" if found.aliases else "document")
        return self._write(Split(self._reference(name), chosen, because))

    def rename(self, name: str, to: str, because: str = "") -> Decision:
        return self._write(Renamed(self._reference(name), to, because))

    def retype(self, name: str, to: str, because: str = "") -> Decision:
        return self._write(Retyped(self._reference(name), to, because))

    def judge(self, statement: str, because: str = "", *, accepted: bool) -> Decision:
        """Accepts or rejects the statement with that id."""
        graph = retrieval.read_subgraph(self._store)
        wanted = statement.removeprefix("st:")
        said = next((s for s in graph.statements if s.id == wanted), None)
        if said is None:
            raise UnknownNameError(
                f"No statement has the id {statement!r}; kg show lists them.{self._rejections()}"
            )
        return self._write(
            Judged(
                accepted,
                said.document,
                " ".join(graph.sentences[said.document, said.sentence].split()),
                graph.entities[said.subject].name,
                said.relation,
                graph.object_text(said) or "",
                because,
            )
        )

    def _rejections(self) -> str:
        """How a statement comes back that was rejected, where any was."""
        if all(judged.accepted for judged in self.curation.on_statements):
            return ""
        return f" One that was rejected comes back when its lines in {self.path} are deleted."

    def _write(self, decision: Decision) -> Decision:
        check(decision)
        add_decision(self.path, decision)
        return decision

    def _entity(self, name: str) -> Entity:
        return self._entities[lookup.find_entity(self._store, name)]

    def _reference(self, name: str) -> Reference:
        """What the file calls an entity: by a document of its own where others share its name."""
        entity = self._entity(name)
        others = [other for other in self._entities.values() if _are_namesakes(entity, other)]
        elsewhere = {document for other in others for document in _documents(other)}
        document = _owner(entity)
        if others and (not document or document in elsewhere):
            document = min(_documents(entity) - elsewhere, default="")
            if not document:
                raise InputError(
                    f"Several things are called {Reference(entity.name, entity.type)}, and no "
                    f"document speaks of {entity.id} alone: {self.path} could not tell which is "
                    "meant. Rename another of them first."
                )
        return Reference(entity.name, entity.type, document)


def _are_namesakes(one: Entity, other: Entity) -> bool:
    return one.id != other.id and (one.name, one.type) == (other.name, other.type)


def _documents(entity: Entity) -> set[str]:
    return {mention.document for mention in entity.mentions}


def _owner(entity: Entity) -> str:
    """The document that a thing without a name of its own belongs to, "" for others."""
    own = entity.id != entity_id(entity.name)
    documents = _documents(entity)
    return documents.pop() if own and len(documents) == 1 else ""
