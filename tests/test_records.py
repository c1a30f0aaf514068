"""What a graph folder remembers comes back as it was; a bad file is told in one sentence."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kg.encoding import decode_record, encode_record, pages
from kg.errors import GraphError
from kg.model import (
    Argument,
    Document,
    DocumentRecord,
    Entity,
    EntityMention,
    Mention,
    Sentence,
    Triple,
)
from kg.records import Records

TEXT = "Ada Ruiz says the ferry did not sail on Monday."
DOCUMENT = Document(
    "harbour", TEXT, title="Ferry \u2028 news", date="2024-05-06", path="/x/harbour.txt"
)


def argument(word: str) -> Argument:
    start = TEXT.index(word)
    return Argument(word, ((start, start + len(word)),), start)


RECORD = DocumentRecord(
    document=DOCUMENT,
    sentences=(Sentence(0, 0, len(TEXT), TEXT),),
    mentions=(Mention(0, 8, "Ada Ruiz", 4, 0, "name", "Person", "singular", "female"),),
    chains=((0,),),
    triples=(
        Triple(
            sentence=0,
            subject=argument("ferry"),
            relation="sails",
            surface="did not sail",
            relation_spans=((24, 36),),
            objects=(),
            rule="SV",
            confidence=0.8,
            polarity="negated",
            factuality="claimed",
            ended=True,
            cues=("not", "says"),
            speakers=(argument("Ada Ruiz"),),
            time=argument("Monday"),
        ),
    ),
    dropped=(("object is a clause", 1),),
)
ENTITY = Entity(
    "Ada_Ruiz",
    "Ada Ruiz",
    "Person",
    ("Ruiz",),
    (EntityMention("harbour", 0, 8, "Ada Ruiz", "name"),),
)


def test_a_record_survives_encoding() -> None:
    assert decode_record(encode_record(RECORD)) == RECORD


def test_members_records_and_entities_come_back(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Records(path, writing=True) as records:
        records.put(RECORD, "f1")
        records.give([("k", DOCUMENT)])
        records.finish([], [ENTITY], "f1")
    with Records(path) as records:
        assert records.member_digests() == {"k": DOCUMENT.digest}
        assert records.member("k") == DOCUMENT
        assert records.get(DOCUMENT.digest, "f1") == RECORD
        assert not records.has(DOCUMENT.digest, "f2")
        assert list(records.entities()) == [ENTITY]


def test_one_more_entity_changes_one_page(tmp_path: Path) -> None:
    many = [replace(ENTITY, id=f"e{number:05}") for number in range(3000)]
    more = [*many[:1500], replace(ENTITY, id="e01499_2"), *many[1500:]]
    before, after = set(pages(many)), set(pages(more))
    assert len(before) > 3
    assert len(after - before) in {1, 2}  # two where the page ends with the new one
    with Records(tmp_path / "records.sqlite", writing=True) as records:
        for entities in (many, more, many[:10]):
            records.finish([], entities, "f1")
            assert list(records.entities()) == entities


def test_a_record_is_kept_before_the_build_finishes(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Records(path, writing=True) as records:
        records.put(RECORD, "f1")
    with Records(path) as records:
        assert records.has(DOCUMENT.digest, "f1")
        assert records.member_digests() == {}


def test_forgetting_a_member_forgets_its_record(tmp_path: Path) -> None:
    other = replace(DOCUMENT, id="pier")
    with Records(tmp_path / "records.sqlite", writing=True) as records:
        records.put(RECORD, "f1")
        records.put(replace(RECORD, document=other), "f1")
        records.give([("k", DOCUMENT), ("p", other)])
        records.finish([], [ENTITY], "f1")
        records.finish(["k"], [], "f1")
        assert records.member_digests() == {"p": other.digest}
        assert not records.has(DOCUMENT.digest, "f1")
        assert records.has(other.digest, "f1")
        assert list(records.entities()) == []


def test_records_of_other_settings_are_forgotten_when_a_build_ends(tmp_path: Path) -> None:
    with Records(tmp_path / "records.sqlite", writing=True) as records:
        records.put(RECORD, "f1")
        records.put(RECORD, "f2")
        records.give([("k", DOCUMENT)])
        records.finish([], [ENTITY], "f2")
        assert not records.has(DOCUMENT.digest, "f1")
        assert records.has(DOCUMENT.digest, "f2")


def test_it_is_known_when_a_record_was_made(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    before = datetime.now(UTC).replace(microsecond=0)
    with Records(path, writing=True) as records:
        records.put(RECORD, "f1")
        assert before <= datetime.fromisoformat(records.built()[DOCUMENT.digest])
        records.finish([], [], "f1")
        assert records.built() == {}


def test_documents_given_are_members_once_the_build_is_finished(tmp_path: Path) -> None:
    newer = replace(DOCUMENT, text="Ada Ruiz left.")
    path = tmp_path / "records.sqlite"
    with Records(path, writing=True) as records:
        records.give([("k", DOCUMENT), ("p", DOCUMENT)])
        records.take_back(["p"])
        assert records.document("k") == DOCUMENT
        assert records.member_digests() == {}
        records.finish([], [], "f1")
        records.give([("k", newer)])
        assert (records.document("k"), records.member("k")) == (newer, DOCUMENT)
    with Records(path, writing=True) as records:
        records.take_back()
        assert records.document("k") == DOCUMENT


def test_sheets_come_back_until_they_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Records(path, writing=True) as records:
        records.put_sheets(
            [("k1", frozenset({"urn:a", "urn:b"}), "one \u2028\n"), ("k2", frozenset(), "")]
        )
        records.put_sheets([("k3", frozenset({"urn:a"}), "three")])
        records.forget_sheets(["k3"])
    with Records(path) as records:
        assert records.sheets_used() == {"k1": {"urn:a", "urn:b"}, "k2": frozenset()}
        assert (records.sheet("k1"), records.sheet("k2")) == ("one \u2028\n", "")
        with pytest.raises(GraphError, match="is damaged"):
            records.sheet("k3")


def test_a_reader_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    Records(path, writing=True).close()
    with Records(path) as records, pytest.raises(GraphError, match="readonly"):
        records.put(RECORD, "f1")


def test_a_full_disk_is_told_from_damage(tmp_path: Path) -> None:
    with Records(tmp_path / "records.sqlite", writing=True) as records:
        records._db.execute("PRAGMA max_page_count = 5")
        large = replace(RECORD, document=replace(DOCUMENT, text=os.urandom(100_000).hex()))
        with pytest.raises(GraphError, match=r"disk is full.*kept"):
            records.put(large, "f1")


def test_a_second_writer_is_told_to_wait(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Records(path, writing=True), pytest.raises(GraphError, match="in use by another kg build"):
        Records(path, writing=True)
    with Records(path, writing=True) as records:
        assert records.member_digests() == {}


def test_reading_where_there_is_no_graph(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"records\.sqlite is missing.*`kg build`"):
        Records(tmp_path / "records.sqlite")


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 100, b"SQLite format 3\0" + b"\xff" * 500]
)
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "records.sqlite"
    path.write_bytes(content)
    with pytest.raises(GraphError, match=r"records\.sqlite is damaged"):
        Records(path, writing=True)
    assert path.read_bytes() == content


def test_damage_inside_a_row_is_named(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Records(path, writing=True) as records:
        records.put(RECORD, "f1")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE records SET data = x'00112233'")
    db.close()
    with Records(path) as records, pytest.raises(GraphError, match="is damaged"):
        records.get(DOCUMENT.digest, "f1")


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with Records(path, writing=True) as records:
        records.remember({"schema_version": "999"})
    with pytest.raises(GraphError, match="another version of kg"):
        Records(path)


@pytest.mark.parametrize("writing", [False, True])
def test_a_file_from_before_the_pages_is_refused_and_left_alone(
    tmp_path: Path, *, writing: bool
) -> None:
    path = tmp_path / "records.sqlite"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        db.execute("CREATE TABLE entities (id TEXT PRIMARY KEY, data BLOB NOT NULL)")
        db.execute("INSERT INTO meta VALUES ('schema_version', '1')")
        db.execute("INSERT INTO entities VALUES ('Ada_Ruiz', x'00')")
    content = path.read_bytes()
    with pytest.raises(GraphError, match=r"format 1, this one reads 2\)\. Build again"):
        Records(path, writing=writing)
    assert path.read_bytes() == content


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(GraphError, match="permissions"):
        Records(tmp_path / "records.sqlite", writing=True)
