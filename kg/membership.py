"""Which documents a graph holds: those given to a build, those gone, those named by the user.

A document is a member under its key: the resolved path of its file, or its id where it has none.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from kg import documents
from kg.documents import Problem
from kg.errors import ArgumentError, InputError, UnknownNameError
from kg.inputs import NO_DOCUMENTS
from kg.model import Document


@dataclass(frozen=True, slots=True)
class Sources:
    """What a build is given: files and folders, a metadata table, a date for all, decisions.

    `intake` says how the inputs are read. `curation` is the file with the user's decisions; the
    graph remembers where it is.
    """

    inputs: Sequence[str | Path]
    metadata: Path | None = None
    date: str | None = None
    curation: Path | None = None
    intake: documents.Intake | None = None


def keys_of(name: str, members: Mapping[str, Document]) -> list[str]:
    """The keys of the members that an id, a path or a folder means.

    Raises UnknownNameError where there is none, ArgumentError for "", which as a path is the
    folder of work with all in it.
    """
    if not name.strip():
        raise ArgumentError("No document was named. kg documents lists them; . is this folder.")
    ids = documents.unique_ids(members.values())
    place = Path(name).resolve()
    found = [key for key, document in members.items() if name in {key, ids[document.digest]}]
    found = found or [key for key in members if _is_below(key, [place])]
    if not found:
        near = difflib.get_close_matches(name, [*ids.values(), *members], 3)
        hint = f" Near it: {', '.join(near)}." if near else ""
        raise UnknownNameError(
            f'No document of the graph is called "{name}" or lies there.{hint} '
            "kg documents lists them.",
            near,
        )
    return found


def read(sources: Sources) -> Iterator[Document | Problem]:
    """The documents given, and what went wrong with others, as they are read.

    Raises InputError at once where the metadata table or the date cannot be used, ArgumentError
    where nothing is given, or what has no name.
    """
    if not sources.inputs or "" in sources.inputs:
        raise ArgumentError(
            "No inputs were given, or one without a name. Name the files and folders to build "
            "from; kg remove takes documents out."
        )
    return documents.read(
        sources.inputs, metadata=sources.metadata, date=sources.date, intake=sources.intake
    )


def key_of(document: Document) -> str:
    """The key under which a document is a member."""
    return document.path or document.id


def with_a_document(found: Iterator[Document | Problem]) -> Iterator[Document | Problem]:
    """The same items, among which there is a document, unless there are no errors either.

    Raises InputError where inputs failed and no document was read.
    """
    problems: list[Problem] = []
    for item in found:
        if isinstance(item, Document):
            return chain(problems, [item], found)
        problems.append(item)
    refuse_nothing(problems)
    return iter(problems)


def refuse_nothing(problems: Sequence[Problem], done: str = "built") -> None:
    """Raise InputError where inputs failed, so that nothing was done; a warning is no failure."""
    errors = [f"{p.path}: {p.reason}" for p in problems if p.severity == "error"]
    if errors:
        gap = " " if len(errors) == 1 else "\n  "
        raise InputError(f"nothing could be {done}:{gap}" + "\n  ".join(errors))


def with_members(problem: Problem, held: Mapping[str, str]) -> Problem:
    """A problem with an input that is gone or was spoilt, and what the graph still has of it."""
    if problem.severity != "error" or problem.reason.startswith(NO_DOCUMENTS):
        return problem
    kept = sum(_is_below(key, [Path(_absolute(problem.path))]) for key in held)
    if not kept:
        return problem
    what = "1 document" if kept == 1 else f"{kept:,} documents"
    hint = f"; the graph keeps {what} from there, which kg remove {problem.path} would take out"
    return replace(problem, reason=problem.reason + hint)


def keys_gone(
    held: Mapping[str, str],
    inputs: Sequence[str | Path],
    given: Container[str],
    problems: Sequence[Problem],
) -> tuple[str, ...]:
    """Keys of members whose file gives no document any more.

    It is there no more, and was below a folder, or in a file of many documents, that is given
    again, also where these have no documents at all now; or it was read and has nothing of its own
    now (it is empty, or a copy of another), of which `problems` warns. What could not be read may
    still hold what it held.
    """
    places = [place.resolve() for place in documents.expand(inputs) if place.exists()]
    hollow = {_absolute(p.path) for p in problems if p.severity == "warning"}
    failed = [
        Path(_absolute(p.path))
        for p in problems
        if p.severity == "error" and not p.reason.startswith(NO_DOCUMENTS)
    ]
    return tuple(
        key
        for key in held
        if key not in given
        and (
            key in hollow
            or (_is_below(key, places) and not os.path.lexists(key) and not _is_below(key, failed))
        )
    )


def _absolute(path: str) -> str:
    """A path with all links followed but one that leads back to itself."""
    return os.path.realpath(path)


def _is_below(key: str, folders: Sequence[Path]) -> bool:
    return any(Path(key).is_relative_to(folder) for folder in folders)
