"""Archives, tables, streams, patterns and limits -> Documents and Problems, never an end."""

from __future__ import annotations

import io
import os
import random
import struct
import sys
import tarfile
import zipfile
from pathlib import Path

import files
import pytest

from kg import membership
from kg.documents import Intake, Problem, read, read_stream
from kg.inputs import expand
from kg.model import Document
from kg.readers import Fields, Member, zipped
from kg.readers.unpacking import BOMB_RATIO

BOMBS = "as archive bombs do; the rest of it was left out"
GOOD = b"Ada Brandt praised Piet Oram."
OTHER = b"Mara Lind met Otto Brack."


def split(results):
    results = list(results)
    documents = [item for item in results if isinstance(item, Document)]
    return documents, [item for item in results if isinstance(item, Problem)]


def given(folder, name, data):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def reasons(problems, folder):
    return [(p.path.removeprefix(f"{folder}/"), p.reason, p.severity) for p in problems]


# ---- files of many documents

CONTENT = {
    "north/a.txt": GOOD,
    "b.html": files.page(),
    "c.jsonl": files.json_lines({"id": "r1", "text": "It rose."}, {"text": "It fell."}),
    "picture.png": b"\x89PNG",
    ".hidden/d.txt": OTHER,
    "__MACOSX/e.txt": OTHER,
}
PACK = {
    "a.zip": files.zipped,
    "a.tar.gz": files.tarred,
    "a.tgz": files.tarred,
    "a.tar": lambda content: files.tarred(content, "w"),
}


@pytest.mark.parametrize("name", PACK)
def test_an_archive_is_read_as_its_files_would_be(tmp_path, name):
    path = given(tmp_path, name, PACK[name](CONTENT))
    documents, problems = split(read(path))
    assert [(d.id, d.path.removeprefix(f"{path.resolve()}/")) for d in documents] == [
        ("a", "north/a.txt"),
        ("b", "b.html"),
        ("r1", "c.jsonl/r1"),
        ("c-2", "c.jsonl/2"),
    ]
    assert documents[0].text == GOOD.decode()
    assert documents[1].source == "Tolm Courier"
    [problem] = problems
    assert problem.reason.startswith("left out 1 file (.png); there are readers for")


def test_a_metadata_table_says_of_an_archive_what_holds_of_all_in_it(tmp_path):
    path = given(tmp_path, "a.zip", files.zipped({"a.txt": GOOD, "b.txt": OTHER}))
    table = given(tmp_path, "table.csv", b"file,source\na.zip,Tolm Courier\n")
    documents, problems = split(read([tmp_path], metadata=table))
    assert ([d.source for d in documents], problems) == (["Tolm Courier"] * 2, [])
    assert documents[0].path == f"{path.resolve()}/a.txt"


def test_columns_are_named_for_all_tables(tmp_path):
    path = given(tmp_path, "a.csv", b"words,when\nIt rose.,2024-05-06\n")
    intake = Intake(Fields(text="words", date="when"))
    [document], _ = split(read(path, intake=intake))
    assert (document.id, document.text, document.date) == ("a-1", "It rose.", "2024-05-06")


def test_a_table_in_a_folder_that_has_no_texts_is_told(tmp_path):
    given(tmp_path, "a.txt", GOOD)
    given(tmp_path, "budget.csv", b"year,sum\n2024,7\n")
    documents, [problem] = split(read([tmp_path]))
    assert [d.id for d in documents] == ["a"]
    assert problem.reason.startswith("none of its columns is known to hold texts (year, sum)")


# ---- hostile and damaged archives


def test_names_that_lead_out_of_an_archive_are_refused(tmp_path):
    tricks = ["../a.txt", "/etc/b.txt", "c/../../c.txt", "C:\\d.txt", "..\\e.txt"]
    for pack, name in ((files.zipped, "a.zip"), (files.tarred, "a.tar.gz")):
        content = dict.fromkeys(tricks, OTHER) | {"good.txt": GOOD}
        path = given(tmp_path, name, pack(content))
        documents, problems = split(read(path))
        assert [d.path for d in documents] == [f"{path.resolve()}/good.txt"]
        assert {p.reason for p in problems} == {"its name leads out of the archive; left out"}
        assert len(problems) == len(tricks)


def test_links_and_devices_in_archives_are_left_out(tmp_path):
    path = given(tmp_path, "a.tar.gz", files.tarred({"a.txt": "/etc/passwd", "b.txt": GOOD}))
    documents, problems = split(read(path))
    assert [d.id for d in documents] == ["b"]
    assert reasons(problems, tmp_path) == [("a.tar.gz/a.txt", "is a link; left out", "error")]
    link = zipfile.ZipInfo("a.txt")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    path = given(tmp_path, "a.zip", files.zipped({}))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    assert split(read(path)) == ([], [Problem(f"{path}/a.txt", "is a link; left out")])


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_a_bomb_is_not_unpacked_and_what_came_before_it_is_kept(tmp_path, name):
    content = {"a.txt": GOOD} | {f"b{n}.txt": bytes(20_000_000) for n in range(5)}
    path = given(tmp_path, name, PACK[name](content))
    documents, problems = split(read(path))
    assert [d.id for d in documents] == ["a"]
    assert reasons(problems, tmp_path) == [
        (
            name,
            f"it unpacks to more than {BOMB_RATIO} times its size, {BOMBS}",
            "error",
        )
    ]


def test_an_archive_in_an_archive_is_told(tmp_path):
    path = given(tmp_path, "a.zip", files.zipped({"b.zip": files.zipped({"c.txt": GOOD})}))
    problem = Problem(f"{path}/b.zip", "is an archive in an archive; unpack it first")
    assert split(read(path)) == ([], [problem])


def test_a_second_file_of_one_name_is_told(tmp_path):
    path = given(tmp_path, "a.zip", files.zipped({"a.txt": GOOD}))
    with (
        pytest.warns(UserWarning, match="Duplicate name"),
        zipfile.ZipFile(path, "a") as archive,
    ):
        archive.writestr("a.txt", OTHER)
    documents, problems = split(read(path))
    assert [d.text for d in documents] == [GOOD.decode()]
    assert [p.reason for p in problems] == ["is a second file of this name; left out"]


def test_an_encrypted_member_is_told(tmp_path):
    data = bytearray(files.zipped({"a.txt": GOOD}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # the two flag fields
        at = data.index(signature) + offset
        struct.pack_into("<H", data, at, 1)
    path = given(tmp_path, "a.zip", bytes(data))
    problem = Problem(f"{path}/a.txt", "is encrypted; unpack it with its password first")
    assert split(read(path)) == ([], [problem])


def test_a_truncated_archive_gives_what_it_still_has(tmp_path):
    marks = random.Random(1)
    levels = "".join(f"The tide rose by {marks.random()} metres. " for _ in range(1000))
    content = {f"{n}.txt": levels[n:].encode() for n in range(3)}
    whole = files.tarred(content)
    documents, problems = split(read(given(tmp_path, "a.tar.gz", whole[: len(whole) // 2])))
    assert [d.id for d in documents] == ["0"]
    assert [(p.severity, p.reason.split(":")[0]) for p in problems] == [
        ("error", "it is no whole tar archive")
    ]


def tar_blocks(count):
    """A tar of so many texts of one block each, and where each header begins."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for number in range(count):
            info = tarfile.TarInfo(f"{number}.txt")
            info.size = len(GOOD)
            archive.addfile(info, io.BytesIO(GOOD))
    return data.getvalue()


@pytest.mark.parametrize("damage", ["a header", "its end"])
def test_a_tar_with_a_damaged_header_says_that_there_was_more(tmp_path, damage):
    whole = tar_blocks(3)
    header = slice(1024, 1536)  # after the first header and its text
    data = whole[: header.start] + b"Z" * 512 + whole[header.stop :]
    path = given(tmp_path, "a.tar", data if damage == "a header" else whole[: header.stop - 9])
    documents, problems = split(read(path))
    assert [d.id for d in documents] == ["0"]
    told = "it is damaged or truncated; what follows was left out"
    assert reasons(problems, tmp_path) == [("a.tar", told, "error")]


def test_a_tar_without_the_blanks_at_its_end_is_whole(tmp_path):
    documents, problems = split(read(given(tmp_path, "a.tar", tar_blocks(2)[:2048])))
    assert ([d.id for d in documents], problems) == (["0", "1"], [])


def test_a_header_that_announces_gigabytes_is_not_read(tmp_path):
    extras = tarfile.TarInfo("x")
    extras.type, extras.size = tarfile.XHDTYPE, 3_000_000_000
    path = given(tmp_path, "a.tar", tar_blocks(1)[:1024] + extras.tobuf(tarfile.USTAR_FORMAT))
    documents, problems = split(read(path))
    assert [d.id for d in documents] == ["0"]
    assert [p.reason for p in problems] == [
        "it has a header of more than a megabyte, as archive bombs do"
    ]


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_member_of_any_packing_leaves_the_others(tmp_path, packing):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", packing) as archive:
        archive.writestr("a.txt", GOOD * 30)
        archive.writestr("b.txt", OTHER)
    damaged = bytearray(data.getvalue())
    for at in range(55, 75):  # within the packed bytes of the first
        damaged[at] ^= 0x5A
    documents, [problem] = split(read(given(tmp_path, "a.zip", bytes(damaged))))
    assert [d.text for d in documents] == [OTHER.decode()]
    assert problem.path.endswith("a.zip/a.txt")
    assert problem.reason.startswith("is damaged in the archive")


def test_a_member_that_has_no_reader_is_not_unpacked():
    data = io.BytesIO(files.zipped({"film.mov": bytes(5_000_000), "a.txt": GOOD}))
    assert list(zipped.members(data, 1000)) == [Member("film.mov", b""), Member("a.txt", GOOD)]


# ---- streams and patterns


@pytest.mark.parametrize(
    ("data", "identifier", "text"),
    [
        (GOOD, "stdin", GOOD.decode()),
        (files.page(), "stdin", None),
        (files.pdf(), "stdin", None),
        (files.word(), "stdin", None),
        (files.json_lines({"id": "r1", "text": "It rose."}), "r1", "It rose."),
        (files.zipped({"a.txt": GOOD}), "a", GOOD.decode()),
        (files.tarred({"a.txt": GOOD}), "a", GOOD.decode()),
    ],
)
def test_a_stream_shows_what_it_is(data, identifier, text):
    [document], problems = split(read_stream(io.BytesIO(data)))
    assert (document.id, problems) == (identifier, [])
    assert document.text == text or (text is None and "Ada Brandt praised" in document.text)


def test_two_streams_are_two_documents_and_one_again_is_the_same(monkeypatch):
    paths = []
    for data in (GOOD, OTHER, GOOD):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        [document], _ = split(read(["-"], date="2024-05-06"))
        assert (document.id, document.date) == ("stdin", "2024-05-06")
        paths.append(document.path)
    assert paths[0] == paths[2] != paths[1]


def test_patterns_name_files(tmp_path):
    for name in ("a.txt", "b.html", "north/c.txt", "[d].txt"):
        given(tmp_path, name, GOOD)
    names = lambda pattern: [p.name for p in expand([str(tmp_path / pattern)])]  # noqa: E731
    assert names("*.txt") == ["[d].txt", "a.txt"]
    assert names("**/*.txt") == ["[d].txt", "a.txt", "c.txt"]
    assert names("[d].txt") == ["[d].txt"]
    documents, problems = split(read([str(tmp_path / "*.md"), tmp_path / "[ab]*"]))
    assert [d.id for d in documents] == ["a", "b"] or [d.id for d in documents] == ["a"]
    assert reasons(problems, tmp_path)[0] == ("*.md", "no file fits this pattern", "error")


# ---- limits and odd files


def test_what_is_larger_than_allowed_is_told_by_its_size(tmp_path):
    given(tmp_path, "a.txt", GOOD)
    given(tmp_path, "b.txt", GOOD * 100_000)
    given(tmp_path, "c.zip", files.zipped({"d.txt": GOOD * 10, "e.txt": GOOD * 1000}))
    documents, problems = split(read([tmp_path], intake=Intake(max_size=1000)))
    assert [d.id for d in documents] == ["a", "d"]
    assert reasons(problems, tmp_path) == [
        ("b.txt", "it has 2.9 MB, more than the 0.001 MB that --max-size allows", "error"),
        ("c.zip/e.txt", "has 0.029 MB, more than the 0.001 MB that --max-size allows", "error"),
    ]


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_that_lead_in_circles_are_told(tmp_path):
    (tmp_path / "a.txt").symlink_to(tmp_path / "b.txt")
    (tmp_path / "b.txt").symlink_to(tmp_path / "a.txt")
    (tmp_path / "self").symlink_to(tmp_path)
    given(tmp_path, "c.txt", GOOD)
    documents, problems = split(read([tmp_path]))
    assert [d.id for d in documents] == ["c"]
    assert reasons(problems, tmp_path) == [
        (name, "is a link that leads back to itself", "error") for name in ("a.txt", "b.txt")
    ]
    assert membership.keys_gone({}, [tmp_path], {}, problems) == ()


BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">%s]><html><body><p>&h; Ada Brandt
praised Piet Oram.</p></body></html>"""
ENTITIES = "".join(
    f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefg", "bcdefgh", strict=True)
)


def test_a_bomb_of_entities_stays_small(tmp_path):
    page = (BOMB % ENTITIES).encode()
    documents, [problem] = split(read(given(tmp_path, "a.html", page)))
    assert documents == []
    assert problem.reason.startswith("the page has no text")
    whole = io.BytesIO(files.word())
    content = (BOMB % ENTITIES).replace("<html>", "<w:document>").encode()
    with zipfile.ZipFile(whole) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    path = given(tmp_path, "b.docx", files.zipped(parts | {"word/document.xml": content}))
    documents, [problem] = split(read(path))
    assert documents == []
    assert problem.reason.startswith("it is no whole Word document")


def test_a_word_document_that_is_a_bomb_is_told(tmp_path):
    path = given(tmp_path, "a.docx", files.zipped({"word/document.xml": bytes(50_000_000)}))
    _, [problem] = split(read(path))
    assert problem.reason.startswith("it unpacks to more than 100 times its size")


WHOLE = {
    "a.html": files.page(),
    "a.pdf": files.pdf(),
    "a.docx": files.word(),
    "a.eml": files.mail("Ada Brandt praised Piet Oram.\n", Subject="Tide"),
    "a.jsonl": files.json_lines({"text": "It rose."}),
    "a.csv": b"text\nIt rose.\n",
    "a.parquet": files.parquet_table({"text": "It rose."}),
    "a.zip": files.zipped({"a.txt": GOOD}),
    "a.tar.gz": files.tarred({"a.txt": GOOD}),
}
FRAGILE = ("a.pdf", "a.docx", "a.parquet", "a.zip", "a.tar.gz")


@pytest.mark.parametrize("name", WHOLE)
def test_an_empty_file_of_any_format_is_a_warning(tmp_path, name):
    path = given(tmp_path, name, b"")
    assert split(read(path)) == ([], [Problem(str(path), "it is empty", "warning")])


@pytest.mark.parametrize("name", FRAGILE)
def test_a_truncated_file_is_told_in_one_line(tmp_path, name):
    path = given(tmp_path, name, WHOLE[name][: len(WHOLE[name]) * 2 // 3])
    documents, [problem] = split(read(path))
    assert (documents, problem.path, problem.severity) == ([], str(path), "error")
    assert problem.reason.startswith("it is no whole ")
    assert "\n" not in problem.reason


@pytest.mark.parametrize("wrong", WHOLE)
@pytest.mark.parametrize("name", WHOLE)
def test_a_wrong_ending_never_ends_a_batch(tmp_path, name, wrong):
    path = given(tmp_path, f"x{wrong[1:]}", WHOLE[name])
    documents, problems = split(read([path, given(tmp_path, "good.txt", GOOD)]))
    assert documents[-1].id == "good"
    assert all("\n" not in p.reason and len(p.reason) < 300 for p in problems)
    if name in FRAGILE and name != wrong:
        assert [d.id for d in documents] == ["good"]
        assert problems[0].severity == "error"


# ---- members of a graph


def keys_left(sources, held):
    documents, problems = split(membership.read(membership.Sources(sources)))
    given = {membership.key_of(d): d for d in documents}
    gone = membership.keys_gone(held, sources, given, problems)
    return sorted((held.keys() | given.keys()) - set(gone))


def test_what_a_file_of_many_has_no_more_leaves_the_graph(tmp_path):
    table = given(
        tmp_path, "a.jsonl", files.json_lines(*({"id": n, "text": "It rose."} for n in (1, 2)))
    )
    pack = given(tmp_path, "b.zip", files.zipped({"c.txt": GOOD, "d.txt": OTHER}))
    whole = keys_left([tmp_path], {})
    root = tmp_path.resolve()
    assert whole == [
        f"{root}/a.jsonl/1",
        f"{root}/a.jsonl/2",
        f"{root}/b.zip/c.txt",
        f"{root}/b.zip/d.txt",
    ]
    held = dict.fromkeys(whole, "digest")
    given(tmp_path, "a.jsonl", files.json_lines({"id": 2, "text": "It rose."}, {"id": 9}))
    given(tmp_path, "b.zip", files.zipped({"d.txt": OTHER}))
    assert keys_left([table], held) == [f"{root}/a.jsonl/2", *whole[2:]]
    assert keys_left([pack], held) == [*whole[:2], f"{root}/b.zip/d.txt"]
    assert keys_left([tmp_path], held) == [f"{root}/a.jsonl/2", f"{root}/b.zip/d.txt"]


def test_what_a_damaged_file_had_stays_in_the_graph(tmp_path):
    pack = given(tmp_path, "b.zip", files.zipped({"c.txt": GOOD, "d.txt": OTHER}))
    whole = keys_left([tmp_path], {})
    pack.write_bytes(pack.read_bytes()[:-30])
    for inputs in ([pack], [tmp_path]):
        assert keys_left(inputs, dict.fromkeys(whole, "digest")) == whole


def test_a_file_of_many_names_all_its_documents(tmp_path):
    path = given(tmp_path, "b.zip", files.zipped({"c.txt": GOOD, "d.txt": OTHER}))
    documents, _ = split(read(path))
    members = {membership.key_of(d): d for d in documents}
    assert sorted(membership.keys_of(str(path), members)) == sorted(members)
    assert membership.keys_of("c", members) == [str(Path(path).resolve() / "c.txt")]
