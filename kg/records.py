"""The graph folder's memory: which documents it holds, and what was derived from each.

A SQLite file with six kinds of rows:

- `given`: the documents that the build under way has read and the graph does not have yet, so that
  none of them is held in memory; they become members when it is finished;
- `members`: the documents of the graph, by key (the resolved path, or the id of a text that came
  without one), with their text, so that a change of settings can derive everything anew;
- `records`: a DocumentRecord for a digest of a document and a fingerprint of the settings. It
  depends on nothing else, so a row never goes stale: a build that was killed finds the rows it
  had finished and goes on from there;
- `built`: when the record of a document was made, which is told to who asks, and nothing else
  follows from it;
- `pages`: the linked entities with their mentions, which the RDF graph does not hold, some
  hundreds on each; only pages that changed are written;
- `sheets`: the graph of a document as Turtle, with the terms that it uses, by a digest of all that
  it follows from. It too never goes stale.

A writer keeps the file locked until it is closed, so that a second build says at once that it
must wait. A reader opens it for writing too where it may, since SQLite then undoes by itself what
a killed writer left half done; it changes nothing else. How records become bytes is told in
kg.encoding.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from kg.encoding import (
    MISSHAPEN,
    decode_document,
    decode_page,
    decode_record,
    encode_document,
    encode_record,
    pages,
)
from kg.errors import GraphError
from kg.model import Document, DocumentRecord, Entity

SCHEMA_VERSION = "2"

_SETTINGS = "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)"

_TABLES = """
CREATE TABLE IF NOT EXISTS members (key TEXT PRIMARY KEY, digest TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS given (key TEXT PRIMARY KEY, digest TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS records (
    digest TEXT, fingerprint TEXT, data BLOB NOT NULL, PRIMARY KEY (digest, fingerprint));
CREATE TABLE IF NOT EXISTS built (digest TEXT PRIMARY KEY, at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pages (
    first TEXT PRIMARY KEY, digest TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS sheets (
    key TEXT PRIMARY KEY, used TEXT NOT NULL, data BLOB NOT NULL) WITHOUT ROWID
"""


class Records:
    """The records of one graph folder; a context manager.

    `writing=True` creates the file where needed and keeps it locked while open; otherwise the
    file must be there and is only read. Raises GraphError when it is missing, locked, damaged or
    cannot be written.
    """

    def __init__(self, path: Path, *, writing: bool = False) -> None:
        self.path = path
        if not writing and not path.exists():
            raise GraphError(
                f"{path} is missing, which holds what was read from the documents. "
                "Run `kg build` first, with the documents of the graph."
            )
        self._refuse_cut()
        with self._clear_errors():
            mode = "rwc" if writing else "rw"
            address = f"{path.absolute().as_uri()}?mode={mode}"
            self._db = sqlite3.connect(address, uri=True, timeout=0.5, isolation_level=None)
            try:
                self._open(writing=writing)
            except BaseException:
                self._db.close()
                raise

    def _open(self, *, writing: bool) -> None:
        if not writing:
            self._db.execute("PRAGMA query_only=ON")
            self._refuse_other_versions()
            return
        self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
        self._db.execute("BEGIN EXCLUSIVE")
        self._db.execute(_SETTINGS)
        self._db.execute(
            "INSERT OR IGNORE INTO meta VALUES ('schema_version', ?)", (SCHEMA_VERSION,)
        )
        self._refuse_other_versions()  # before anything is changed for good
        for table in _TABLES.split(";"):
            self._db.execute(table)
        self._db.execute("COMMIT")

    def _refuse_other_versions(self) -> None:
        found = self.setting("schema_version")
        if found != SCHEMA_VERSION:
            raise GraphError(
                f"{self.path} was written by another version of kg (format {found}, "
                f"this one reads {SCHEMA_VERSION}). Build again into an empty folder, "
                "and take curation.toml along if there is one."
            )

    def _refuse_cut(self) -> None:
        """Raise GraphError where the file was cut off.

        SQLite tells what lacks whole pages, but takes an empty file for a new one and fills a last
        page up with zeros. A build that was killed at its very beginning leaves an empty file too,
        but then there is no store.
        """
        try:
            with self.path.open("rb") as file:
                head = file.read(100)
        except OSError:
            return  # SQLite will say why
        page = int.from_bytes(head[16:18])
        if not head and (self.path.parent / "store").exists():
            raise GraphError(_damaged(self.path, "it is empty"))
        if page > 1 and self.path.stat().st_size % page:
            raise GraphError(_damaged(self.path, "its end is missing"))

    @contextmanager
    def _clear_errors(self, *also: type[Exception]) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise GraphError(_what_failed(self.path, error)) from error
        except also as error:
            raise GraphError(_what_failed(self.path, error)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A block whose changes are all on disk when it ends, or none where it raises."""
        with self._clear_errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._db.in_transaction:  # SQLite ends it itself where the disk is full
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and its lock."""
        self._db.close()

    def _execute(self, sql: str, values: Iterable[Any] = ()) -> list[Any]:
        with self._clear_errors():
            return self._db.execute(sql, tuple(values)).fetchall()

    # ---- settings
    def setting(self, key: str) -> str | None:
        """A remembered setting, or None."""
        rows = self._execute("SELECT value FROM meta WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    def remember(self, settings: Mapping[str, str]) -> None:
        """Keep settings for later builds, all at once."""
        with self._transaction():
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", settings.items())

    # ---- members
    def member_digests(self) -> dict[str, str]:
        """The digest of each member document, by key."""
        return dict(self._execute("SELECT key, digest FROM members ORDER BY key"))

    def members(self) -> dict[str, Document]:
        """The member documents, by key."""
        rows = self._execute("SELECT key, data FROM members ORDER BY key")
        with self._clear_errors(*MISSHAPEN):
            return {key: decode_document(data) for key, data in rows}

    def member(self, key: str) -> Document:
        """The member document under `key`."""
        rows = self._execute("SELECT data FROM members WHERE key = ?", (key,))
        with self._clear_errors(*MISSHAPEN):
            return decode_document(rows[0][0])

    # ---- documents given
    def give(self, documents: Iterable[tuple[str, Document]]) -> None:
        """Keep documents, each under its key, that are to become members; all at once."""
        with self._transaction():
            self._db.executemany(
                "INSERT OR REPLACE INTO given VALUES (?, ?, ?)",
                ((key, d.digest, encode_document(d)) for key, d in documents),
            )

    def take_back(self, keys: Iterable[str] | None = None) -> None:
        """Forget documents that were given: those under these keys, or all of them."""
        with self._transaction():
            if keys is None:
                self._db.execute("DELETE FROM given")
            else:
                self._db.executemany("DELETE FROM given WHERE key = ?", ((key,) for key in keys))

    def document(self, key: str) -> Document:
        """The document given under `key`, else the member; there must be one."""
        rows = self._execute("SELECT data FROM given WHERE key = ?", (key,))
        if not rows:
            return self.member(key)
        with self._clear_errors(*MISSHAPEN):
            return decode_document(rows[0][0])

    def finish(self, gone: Iterable[str], entities: Iterable[Entity], fingerprint: str) -> None:
        """In one transaction: make members of the given, forget those gone, replace the entities.

        Entities come in the order of their ids.
        Records of no member, or of other settings than those of `fingerprint`, are forgotten too.
        """
        with self._transaction():
            self._db.executemany("DELETE FROM members WHERE key = ?", [(key,) for key in gone])
            self._db.execute("INSERT OR REPLACE INTO members SELECT * FROM given")
            self._db.execute("DELETE FROM given")
            self._replace_entities(entities)
            self._db.execute(
                "DELETE FROM records WHERE fingerprint != ? "
                "OR digest NOT IN (SELECT digest FROM members)",
                (fingerprint,),
            )
            self._db.execute("DELETE FROM built WHERE digest NOT IN (SELECT digest FROM members)")

    def _replace_entities(self, entities: Iterable[Entity]) -> None:
        held = dict(self._db.execute("SELECT first, digest FROM pages"))
        for page in pages(entities):
            digest = page.digest
            if held.pop(page.first, "") != digest:
                row = (page.first, digest, page.packed)
                self._db.execute("INSERT OR REPLACE INTO pages VALUES (?, ?, ?)", row)
        self._db.executemany("DELETE FROM pages WHERE first = ?", [(first,) for first in held])

    def entities(self) -> Iterator[Entity]:
        """The linked entities with their mentions, by id."""
        with self._clear_errors(*MISSHAPEN):
            for (data,) in self._db.execute("SELECT data FROM pages ORDER BY first"):
                yield from decode_page(data)

    # ---- records
    def has(self, digest: str, fingerprint: str) -> bool:
        """Whether the record of a document under these settings is there."""
        sql = "SELECT 1 FROM records WHERE digest = ? AND fingerprint = ?"
        return bool(self._execute(sql, (digest, fingerprint)))

    def put(self, record: DocumentRecord, fingerprint: str) -> None:
        """Keep a record; it is on disk when this returns."""
        self.put_encoded([(record.document.digest, encode_record(record))], fingerprint)

    def put_encoded(self, records: Iterable[tuple[str, bytes]], fingerprint: str) -> None:
        """Keep records, each a document's digest and the record encoded, all at once."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._transaction():
            for digest, data in records:
                self._db.execute(
                    "INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (digest, fingerprint, data)
                )
                self._db.execute("INSERT OR REPLACE INTO built VALUES (?, ?)", (digest, now))

    def built(self) -> dict[str, str]:
        """When the record of each document was made, as ISO date and time, by digest."""
        return dict(self._execute("SELECT digest, at FROM built"))

    def get(self, digest: str, fingerprint: str) -> DocumentRecord:
        """The record of a document under these settings; it must be there."""
        sql = "SELECT data FROM records WHERE digest = ? AND fingerprint = ?"
        rows = self._execute(sql, (digest, fingerprint))
        with self._clear_errors(*MISSHAPEN):
            return decode_record(rows[0][0])

    # ---- sheets
    def sheets_used(self) -> dict[str, frozenset[str]]:
        """The terms that each sheet uses, by its key."""
        rows = self._execute("SELECT key, used FROM sheets")
        return {key: frozenset(used.split()) for key, used in rows}

    def put_sheets(self, sheets: Iterable[tuple[str, frozenset[str], str]]) -> None:
        """Keep sheets, each a key, the terms used and the text, all at once."""
        with self._transaction():
            self._db.executemany(
                "INSERT OR REPLACE INTO sheets VALUES (?, ?, ?)",
                (
                    (key, " ".join(sorted(used)), zlib.compress(text.encode(), 1))
                    for key, used, text in sheets
                ),
            )

    def sheet(self, key: str) -> str:
        """The text of a sheet; it must be there."""
        rows = self._execute("SELECT data FROM sheets WHERE key = ?", (key,))
        with self._clear_errors(*MISSHAPEN):
            return zlib.decompress(rows[0][0]).decode()

    def forget_sheets(self, keys: Iterable[str]) -> None:
        """Let go of the sheets with these keys, all at once."""
        with self._transaction():
            self._db.executemany("DELETE FROM sheets WHERE key = ?", [(key,) for key in keys])


def _what_failed(path: Path, error: Exception) -> str:
    text = str(error)
    if isinstance(error, sqlite3.OperationalError):
        if "locked" in text:
            return (
                f"{path.parent} is in use by another kg build. Wait for it to end, then try again."
            )
        if "full" in text:
            return f"The disk is full: {path} could not be written. What was stored before is kept."
        if "no such" not in text:
            return f"{path} cannot be opened or written ({text}). Check the disk and permissions."
    return _damaged(path, text)


def _damaged(path: Path, reason: str) -> str:
    return (
        f"{path} is damaged ({reason}). Move it away and build again from your documents; "
        "the exported files beside it are still good."
    )
