"""The user's own decisions about a graph, in one small file that every build obeys.

    [[merge]]                                             these are one thing
    keep = { name = "Ada Okafor", type = "Person" }
    join = { name = "A. N. Okafor", type = "Person" }

    [[split]]                                             these are several: one a document, or
    entity = { name = "John Smith", type = "Person" }     one a name
    by = "document"

    [[rename]]                                            [[retype]] has the same lines
    entity = { name = "convoy", document = "a12" }
    to = "aid convoy"

    [[reject]]                                            [[accept]] has the same lines
    document = "a12"
    sentence = "The port of Tema closed."
    subject = "port of Tema"
    relation = "closes"
    because = "It was a drill."

A thing is referred to by name and type, a thing of one document's own by that document too; a
statement by document, sentence, subject, relation and object. So the file survives builds, and
deleting a table undoes the decision. Decisions of a kind are taken in the order of the file:
splits, renames, retypes, merges. The program only ever adds tables at the end; comments stay.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.files import replacing
from kg.model import ENTITY_TYPES

FILE_NAME = "curation.toml"
_HEADER = "# Decisions about this graph. Every build obeys them; to undo one, delete its table.\n"
_WAYS = ("document", "name")


@dataclass(frozen=True, slots=True)
class Reference:
    """What a decision is about: a thing by name; type and document narrow it down."""

    name: str
    type: str = ""
    document: str = ""

    def __str__(self) -> str:
        kind = f" ({self.type})" if self.type else ""
        return f'"{self.name}"{kind}' + (f" of {self.document}" if self.document else "")


@dataclass(frozen=True, slots=True)
class Merged:
    """Two things are one, which goes by the name of `keep`."""

    keep: Reference
    join: Reference
    because: str = ""

    def __str__(self) -> str:
        return f"merge {self.keep} and {self.join}"


@dataclass(frozen=True, slots=True)
class Split:
    """What was linked as one thing is one thing a "document" or one a "name"."""

    entity: Reference
    by: str = "name"
    because: str = ""

    def __str__(self) -> str:
        return f"split {self.entity} by {self.by}"


@dataclass(frozen=True, slots=True)
class Renamed:
    """A thing is called `to`."""

    entity: Reference
    to: str
    because: str = ""

    def __str__(self) -> str:
        return f'rename {self.entity} to "{self.to}"'


@dataclass(frozen=True, slots=True)
class Retyped:
    """A thing is of the type `to`, one of ENTITY_TYPES."""

    entity: Reference
    to: str
    because: str = ""

    def __str__(self) -> str:
        return f"retype {self.entity} as {self.to}"


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement is right (`accepted`) or wrong; `object` is "" in an intransitive one."""

    accepted: bool
    document: str
    sentence: str
    subject: str
    relation: str
    object: str = ""
    because: str = ""

    def __str__(self) -> str:
        verb = "accept" if self.accepted else "reject"
        said = " – ".join(part for part in (self.subject, self.relation, self.object) if part)
        return f'{verb} "{said}" in {self.document}'


Decision = Merged | Split | Renamed | Retyped | Judged
_TABLES: Mapping[str, type[Decision]] = {
    "split": Split,
    "rename": Renamed,
    "retype": Retyped,
    "merge": Merged,
    "reject": Judged,
    "accept": Judged,
}
_REFERENCES = frozenset({"keep", "join", "entity"})


@dataclass(frozen=True, slots=True)
class Curation:
    """All decisions of a file, in the order in which they are taken."""

    decisions: tuple[Decision, ...] = ()

    @property
    def on_things(self) -> tuple[Merged | Split | Renamed | Retyped, ...]:
        return tuple(d for d in self.decisions if not isinstance(d, Judged))

    @property
    def on_statements(self) -> tuple[Judged, ...]:
        return tuple(d for d in self.decisions if isinstance(d, Judged))


class Judgements:
    """Looks up what was decided about a statement, and remembers what was found."""

    def __init__(self, curation: Curation) -> None:
        self._found: set[Judged] = set()
        self._all = curation.on_statements
        self._by_place: dict[tuple[str, str], list[Judged]] = {}
        for judged in self._all:
            place = (judged.document, _on_one_line(judged.sentence))
            self._by_place.setdefault(place, []).append(judged)

    def __bool__(self) -> bool:
        return bool(self._all)

    def of(
        self,
        place: tuple[str, str],
        relation: str,
        subject: Collection[str],
        object_: Collection[str],
    ) -> Judged | None:
        """The decision on a statement, the last if there are several, None if there is none.

        `place` is the document's id and the sentence's text; `subject` and `object_` are all names
        that the two go by, `object_` is empty in an intransitive statement.
        """
        decided = None
        for judged in self._by_place.get((place[0], _on_one_line(place[1])), ()):
            same = judged.relation == relation and judged.subject in subject
            if same and (judged.object in object_ if object_ else not judged.object):
                self._found.add(judged)
                decided = judged
        return decided

    def unmatched(self) -> tuple[str, ...]:
        """A line on each decision that no statement has met."""
        return tuple(
            f"{judged}: no such statement" for judged in self._all if judged not in self._found
        )


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


# --- reading


def read_curation(path: Path) -> Curation:
    """The decisions of a file; none where there is no file.

    Raises InputError where it cannot be read or understood.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Curation()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}.") from error
    return parse_curation(text, str(path))


def parse_curation(text: str, where: str = FILE_NAME) -> Curation:
    """The decisions in a text; `where` names it in errors.

    >>> parse_curation('retype = [{entity = {name = "Norvik"}, to = "Facility"}]').decisions[0].to
    'Facility'
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: {error}.") from error
    for name, rows in content.items():
        if name not in _TABLES:
            raise InputError(f"{where}: no decision is called {name!r}; use {_listed(_TABLES)}.")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise InputError(f"{where}: write [[{name}]], in two pairs of brackets.")
    decisions = [
        _decision(name, row, f"{where}: [[{name}]] number {number}")
        for name in _TABLES
        for number, row in enumerate(content.get(name, ()), 1)
    ]
    return Curation(tuple(decisions))


def _decision(name: str, row: Mapping[str, Any], where: str) -> Decision:
    made = _TABLES[name]
    fields = [field for field in made.__slots__ if field != "accepted"]
    _check_keys(row, fields, where)
    values: dict[str, Any] = {
        key: _reference(value, f"{where}, {key}")
        if key in _REFERENCES
        else _text(value, key, where)
        for key, value in row.items()
    }
    if made is Judged:
        values["accepted"] = name == "accept"
    try:
        decision = made(**values)
    except TypeError:
        optional = {"because", "by", "object"}
        missing = [field for field in fields if field not in row and field not in optional]
        raise InputError(f"{where}: {_listed(missing)} missing.") from None
    check(decision, where)
    return decision


def _check_keys(row: Mapping[str, Any], allowed: Sequence[str], where: str) -> None:
    for key in row:
        if key not in allowed:
            raise InputError(f"{where}: {key!r} means nothing here; use {_listed(allowed)}.")


def check(decision: Decision, where: str = "curation") -> None:
    """Raises InputError where a decision names a type, a way to split or a name that is none."""
    if isinstance(decision, Retyped) and decision.to not in ENTITY_TYPES:
        raise InputError(f"{where}: {decision.to!r} is no type; use {_listed(ENTITY_TYPES)}.")
    if isinstance(decision, Split) and decision.by not in _WAYS:
        raise InputError(f"{where}: by = {decision.by!r} is unknown; use {_listed(_WAYS)}.")
    if isinstance(decision, Renamed) and not decision.to.strip():
        raise InputError(f"{where}: the new name is empty.")


def _reference(value: object, where: str) -> Reference:
    if isinstance(value, str):
        return Reference(value)
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise InputError(f'{where}: write {{ name = "…", type = "…" }}.')
    _check_keys(value, Reference.__slots__, where)
    return Reference(**{key: _text(part, key, where) for key, part in value.items()})


def _text(value: object, key: str, where: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{where}: {key} must be a text in quotation marks.")
    return value


def _listed(names: Collection[str]) -> str:
    return ", ".join(names)


# --- writing


def add_decision(path: Path, decision: Decision) -> bool:
    """Adds a decision at the end of a file, which is made where it is missing.

    False where the file has the decision already. Raises InputError where the file is no
    curation, GraphError where it cannot be written.
    """
    if decision in read_curation(path).decisions:
        return False
    held = path.read_bytes() if path.exists() else _HEADER.encode()
    gap = b"\n" if not held or held.endswith(b"\n") else b"\n\n"
    with replacing(path) as stream:
        stream.write(held + gap + written(decision).encode())
    return True


def written(decision: Decision) -> str:
    """A decision as a table of the file.

    >>> print(written(Renamed(Reference("WHO", "Organization"), "World Health Organization")))
    [[rename]]
    entity = { name = "WHO", type = "Organization" }
    to = "World Health Organization"
    <BLANKLINE>
    """
    if isinstance(decision, Judged):
        name = "accept" if decision.accepted else "reject"
    else:
        name = next(name for name, made in _TABLES.items() if isinstance(decision, made))
    lines = [f"[[{name}]]"]
    for key in decision.__slots__:
        value = getattr(decision, key)
        if isinstance(value, Reference):
            lines.append(f"{key} = {_inline(value)}")
        elif isinstance(value, str) and value:
            lines.append(f"{key} = {_quoted(value)}")
    return "\n".join(lines) + "\n"


def _inline(reference: Reference) -> str:
    parts = ((key, getattr(reference, key)) for key in Reference.__slots__)
    inner = ", ".join(f"{key} = {_quoted(value)}" for key, value in parts if value)
    return f"{{ {inner} }}"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, DEL aside; lone surrogates are replaced."""
    plain = text.encode("utf-8", "replace").decode()
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")
