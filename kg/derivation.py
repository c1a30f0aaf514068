"""The first pass of a build: documents are put down, and a record is derived of each.

    documents --put_down--> given --engines--> records

A document is put down among the records as soon as it is read, and taken from there to be worked
on; so memory holds its key and its digest alone. What has a record already is not worked on
again. Records are kept several at once, since each commit waits for the disk; a kill costs the
work of the last second, and what ends a build in another way costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg import engines, membership
from kg.documents import Problem
from kg.engines import Derived, Failed, Outcome, Setting, Workforce
from kg.model import Document
from kg.records import Records

Progress = Callable[[int, int], None]
"""Called with the number of documents parsed so far and to be parsed."""

_AT_ONCE = 64
"""Documents and records that are kept in one transaction."""

_LOST_AT_MOST = 1.0
"""Seconds of work that a kill may cost."""


@dataclass(frozen=True, slots=True)
class Labour:
    """Who parses, and who is told how far that is."""

    workforce: Workforce = field(default_factory=Workforce)
    progress: Progress | None = None


UNAIDED = Labour()
"""This process alone, which tells nobody."""


def put_down(
    found: Iterable[Document | Problem], held: Mapping[str, str], records: Records
) -> tuple[dict[str, str], tuple[Problem, ...]]:
    """Put documents that are not held as they are among the records.

    Gives the digests of all documents by key, and what went wrong with others.
    """
    given: dict[str, str] = {}
    problems: list[Problem] = []
    new: list[tuple[str, Document]] = []
    records.take_back()  # what a killed build had put down
    for item in found:
        if isinstance(item, Problem):
            problems.append(item)
            continue
        key = membership.key_of(item)
        given[key] = item.digest
        if held.get(key) != given[key]:
            new.append((key, item))
        if len(new) >= _AT_ONCE:
            records.give(new)
            new = []
    records.give(new)
    return given, tuple(problems)


class Derivation:
    """Derives the records that are missing.

    `parsed` is how many were made, `reasons` say by digest why a document gave none.
    """

    def __init__(self, records: Records, setting: Setting) -> None:
        self.parsed = 0
        self.reasons: dict[str, str] = {}
        self._records = records
        self._setting = setting
        self._held: list[Outcome] = []
        self._since = time.monotonic()

    def of(self, members: Mapping[str, str], labour: Labour = UNAIDED) -> None:
        """Keep the record of every member that has none; `members` are digests by key."""
        for outcomes in engines.left_over(self._setting):
            self._held += outcomes
            self._keep()
        self.parsed = 0  # these were made for an earlier build
        missing = {
            digest: key
            for key, digest in members.items()
            if not (digest in self.reasons or self._has(digest))
        }
        if missing:
            self._derive(missing, labour)

    def _derive(self, missing: Mapping[str, str], labour: Labour) -> None:
        """Derive and keep records of documents, given as keys by digest.

        The answers are held by the loop alone: where it ends early, so do those who work for it.
        """
        told = labour.progress or (lambda *_: None)
        told(0, len(missing))
        done = 0
        todo = (self._records.document(key) for key in missing.values())
        try:
            for outcomes in engines.derive(todo, len(missing), self._setting, labour.workforce):
                self._take(outcomes)
                done += len(outcomes)
                told(done, len(missing))
        finally:
            self._keep()

    def _has(self, digest: str) -> bool:
        return self._records.has(digest, self._setting.fingerprint)

    def _take(self, outcomes: Sequence[Outcome]) -> None:
        """Hold what was derived until there is enough of it to be kept."""
        self._held += outcomes
        if len(self._held) >= _AT_ONCE or time.monotonic() - self._since > _LOST_AT_MOST:
            self._keep()

    def _keep(self) -> None:
        """Keep what was derived, and note the reason where nothing was."""
        held, self._held, self._since = self._held, [], time.monotonic()
        self.reasons |= {one.digest: one.reason for one in held if isinstance(one, Failed)}
        derived = [one for one in held if isinstance(one, Derived)]
        if derived:
            self._records.put_encoded(derived, self._setting.fingerprint)
            self.parsed += len(derived)
