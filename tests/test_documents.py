"""Files and folders -> Documents and Problems."""

import io
import os
from pathlib import Path

import pytest

from kg.documents import Problem, read, read_stream, unique_ids
from kg.errors import InputError
from kg.model import Document


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def split(results):
    results = list(results)
    documents = [item for item in results if isinstance(item, Document)]
    problems = [item for item in results if isinstance(item, Problem)]
    assert len(documents) + len(problems) == len(results)
    return documents, problems


def test_a_folder_is_read_with_all_below_it_sorted_and_without_hidden_files(tmp_path):
    write(
        tmp_path,
        {
            "b.txt": "B.",
            "a.md": "A.",
            "z/c.TXT": "C.",
            ".hidden.txt": "no",
            ".git/d.txt": "no",
        },
    )
    documents, problems = split(read([tmp_path]))
    assert [d.id for d in documents] == ["a", "b", "c"]
    assert [d.text for d in documents] == ["A.", "B.", "C."]
    assert [d.path for d in documents] == [
        str(tmp_path.resolve() / name) for name in ("a.md", "b.txt", "z/c.TXT")
    ]
    assert problems == []


def test_one_bad_file_never_ends_the_batch(tmp_path):
    write(
        tmp_path,
        {
            "1_good.txt": "The tide rose.",
            "2_empty.txt": "",
            "3_blank.md": " \n\t\n",
            "4_binary.txt": bytes(range(256)) * 10,
            "5_pdf.txt": b"%PDF-1.4 ...",
            "6_good.txt": "\ufeffThe tide fell.".encode("utf-16"),
        },
    )
    documents, problems = split(read([tmp_path, tmp_path / "7_missing.txt"]))
    assert [d.text for d in documents] == ["The tide rose.", "The tide fell."]
    assert [(Path(p.path).name, p.severity) for p in problems] == [
        ("2_empty.txt", "warning"),
        ("3_blank.md", "warning"),
        ("4_binary.txt", "error"),
        ("5_pdf.txt", "error"),
        ("7_missing.txt", "error"),
    ]
    assert "empty" in problems[0].reason
    assert "binary" in problems[2].reason
    assert "PDF" in problems[3].reason
    assert "no such file" in problems[4].reason


def test_what_a_folder_has_that_is_not_read_is_said(tmp_path):
    write(tmp_path, {"a.txt": "A.", "b.png": "", "c.odt": "", "d": ""})
    _, problems = split(read([tmp_path]))
    [problem] = problems
    assert (problem.path, problem.severity) == (str(tmp_path), "warning")
    assert problem.reason.startswith("left out 3 files (.odt, .png, no ending); there are readers")
    assert ".docx, .eml, .htm, .html, .jsonl, .md, .parquet, .pdf" in problem.reason


def test_a_folder_without_documents_is_an_error(tmp_path):
    write(tmp_path, {"b.png": ""})
    documents, problems = split(read([tmp_path]))
    assert documents == []
    assert problems[0].severity == "error"
    assert problems[0].reason.startswith("no documents in this folder (.csv, .docx, ")
    assert problems[0].reason.endswith("; it has other files (.png)")


def test_a_file_of_a_kind_that_is_not_read_is_an_error(tmp_path):
    write(tmp_path, {"b.png": "x"})
    _, problems = split(read([tmp_path / "b.png"]))
    assert problems[0].severity == "error"
    assert "no reader for files ending in .png" in problems[0].reason


def test_one_path_may_be_given_alone(tmp_path):
    write(tmp_path, {"a.txt": "A."})
    documents, _ = split(read(str(tmp_path / "a.txt")))
    assert [d.id for d in documents] == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_files_given_twice_count_once_also_through_links(tmp_path):
    write(tmp_path, {"a.txt": "A."})
    (tmp_path / "b.txt").symlink_to(tmp_path / "a.txt")
    (tmp_path / "loop").symlink_to(tmp_path)
    documents, problems = split(read([tmp_path, tmp_path / "a.txt", tmp_path / "." / "a.txt"]))
    assert [d.id for d in documents] == ["a"]
    assert problems == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_what_is_no_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.txt")
    write(tmp_path, {"b.txt": "It rose."})
    documents, problems = split(read([tmp_path]))
    assert [d.id for d in documents] == ["b"]
    assert problems == [Problem(str(tmp_path / "a.txt"), "is neither a file nor a folder")]


def test_what_kg_itself_wrote_is_passed_over(tmp_path):
    write(tmp_path, {"a.txt": "It rose."})
    for folder in (tmp_path, tmp_path / "output"):
        for name in ("store", "store.old", "store.new", "shards"):  # the last three of a crash
            (folder / name).mkdir(parents=True)
            (folder / name / "000001.log").touch()
        for name in ("records.sqlite", "graph.ttl", "graph.html", "inferred.ttl", "remote.json"):
            (folder / name).touch()
    documents, problems = split(read([tmp_path]))
    assert ([d.id for d in documents], problems) == (["a"], [])


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_broken_link_is_said(tmp_path):
    (tmp_path / "a.txt").symlink_to(tmp_path / "gone.txt")
    _, problems = split(read([tmp_path]))
    assert problems == [Problem(str(tmp_path / "a.txt"), "is a link to a file that is not there")]


@pytest.mark.skipif(os.name == "nt", reason="names are bytes on POSIX only")
def test_names_that_are_no_unicode_become_escapes(tmp_path):
    name = os.fsdecode(b"t\xefde.txt")
    write(tmp_path, {name: "It rose."})
    documents, _ = split(read([tmp_path]))
    assert documents[0].id == r"t\xefde"
    documents[0].path.encode()


def test_copies_with_the_same_name_are_one_document_and_it_is_said(tmp_path):
    write(tmp_path, {"x/a.txt": "A.", "y/a.txt": "A.", "z/a.txt": "Another.", "z/b.txt": "A."})
    documents, problems = split(read([tmp_path]))
    assert [(d.id, d.text) for d in documents] == [("a", "A."), ("a", "Another."), ("b", "A.")]
    first, copy = tmp_path / "x/a.txt", tmp_path / "y/a.txt"
    assert problems == [
        Problem(str(copy), f"the same name and content as {first}; counted once", "warning")
    ]


def test_ids_of_shared_stems_end_in_their_digest_whatever_the_order():
    one, two, other = Document("a", "One."), Document("a", "Two."), Document("b", "Three.")
    ids = unique_ids([one, two, other])
    assert ids == unique_ids([other, two, one, one])
    assert ids == {
        one.digest: f"a-{one.digest[:8]}",
        two.digest: f"a-{two.digest[:8]}",
        other.digest: "b",
    }


def test_ids_stay_apart_from_stems_that_look_like_them():
    one, two = Document("a", "One."), Document("a", "Two.")
    third = Document(f"a-{one.digest[:8]}", "Three.")
    ids = unique_ids([one, two, third])
    assert len(set(ids.values())) == 3
    assert ids[third.digest] == third.id


def test_text_is_cleaned_and_unwrapped(tmp_path):
    text = (
        "AT&amp;T closed its office in the harbour on Monday because the\r\n"
        "tide was <b>higher</b> than ever.\x00\r\n"
    )
    write(tmp_path, {"a.txt": text})
    documents, _ = split(read([tmp_path]))
    assert documents[0].text == (
        "AT&T closed its office in the harbour on Monday because the tide was higher than ever.\n"
    )


def test_damage_and_guesses_are_told_and_the_text_is_used(tmp_path):
    write(tmp_path, {"a.txt": "Zoë, José, Łódź, Malmö.".encode() + b"\xe2\x82"})
    documents, problems = split(read([tmp_path]))
    assert documents[0].text.endswith("\ufffd")
    assert [p.severity for p in problems] == ["warning"]


def test_front_matter_gives_title_date_author_source_and_url(tmp_path):
    front = (
        "---\ntitle: Tide\ndate: 2017-05-03\nauthor: Ruiz\nsource: HP\nurl: http://x.example\n---\n"
    )
    write(tmp_path, {"a.md": front + "# Another title\n\nIt rose."})
    (document,), _ = split(read([tmp_path]))
    assert (document.title, document.date, document.author) == ("Tide", "2017-05-03", "Ruiz")
    assert (document.source, document.url) == ("HP", "http://x.example")


@pytest.mark.parametrize(
    ("text", "title", "date"),
    [
        ("Harbour Reopens\n\nIt reopened.", "Harbour Reopens", None),
        ("Harbour Reopens", None, None),
        ("It reopened.\nIt was full.", None, None),
        (
            "Harbour Reopens\nBy Ana Ruiz\nOSLO, May 3, 2017 (HP) - It rose.",
            "Harbour Reopens",
            "2017-05-03",
        ),
        ("OSLO, May 3 (HP) - It rose.", None, None),
        ("Tuesday, May 3, 2017\nIt rose.", None, "2017-05-03"),
        ("It rose on May 3, 2017.", None, None),
        ("The harbour reopens after a flood\n\nIt did.", "The harbour reopens after a flood", None),
        ("By Ana Ruiz\nWho owns the harbour?\nIt rose.", "Who owns the harbour?", None),
        ("OSLO (HP) - It rose\nIt fell.", None, None),
        ("Dear reader,\nIt rose.", None, None),
        ("The harbour reopened on Monday\nafter the flood.", None, None),
        ("Ship\tTons\nIt rose.", None, None),
        ("Published on Friday, 5 May 2017 14:05\nIt rose.", None, "2017-05-05"),
        ("Date: 2017-05-05\nUpdated: 2017-05-07\nIt rose.", None, "2017-05-05"),
        ("Updated 6 May 2017\nIt rose.", None, None),
    ],
)
def test_titles_and_dates_that_the_text_itself_gives(tmp_path, text, title, date):
    write(tmp_path, {"a.txt": text})
    (document,), _ = split(read([tmp_path]))
    assert (document.title, document.date) == (title, date)


def test_the_date_for_all_stands_behind_all_that_a_document_itself_says(tmp_path):
    write(
        tmp_path,
        {
            "a.md": "---\ndate: 2017-05-03\n---\nIt rose.",
            "b.txt": "OSLO, May 4, 2017 (HP) - It rose.",
            "c.txt": "It rose.",
            "d.txt": "The Tide\nPublished: 5 May 2017\nIt rose.",
            "e.txt": "OSLO, May 4 (HP) - It rose.",
        },
    )
    documents, _ = split(read([tmp_path], date="2018-01-01"))
    assert [d.date for d in documents] == [
        "2017-05-03",
        "2017-05-04",
        "2018-01-01",
        "2017-05-05",
        "2018-01-01",
    ]


@pytest.mark.parametrize("date", ["2018-13-01", "yesterday", "1/2/2018", ""])
def test_a_date_for_all_that_is_none_is_refused_at_once(tmp_path, date):
    with pytest.raises(InputError, match="YYYY-MM-DD"):
        read([tmp_path], date=date)


def test_a_date_in_front_matter_that_is_none_is_told(tmp_path):
    write(
        tmp_path,
        {"a.md": "---\ndate: soon\n---\nIt rose.", "b.md": "---\ndate: May 3, 2017\n---\nIt."},
    )
    documents, problems = split(read([tmp_path]))
    assert [d.date for d in documents] == [None, "2017-05-03"]
    assert [p.reason for p in problems] == ["its date 'soon' is not a date; left out"]


TABLE = """\
File,Title,Date,Remarks
a.txt,"The Tide, Again",2017-05-03,x
north/b,Wind,,
,,,
c.txt,Rain,2017-05-05T10:00,
"""


def test_a_metadata_table_tells_about_its_files(tmp_path):
    folder = write(tmp_path / "in", {"a.txt": "A.", "north/b.txt": "B.", "south/b.txt": "B2."})
    write(tmp_path, {"table.csv": TABLE})
    documents, problems = split(read([folder], metadata=tmp_path / "table.csv", date="2018-01-01"))
    assert [(d.text, d.title, d.date) for d in documents] == [
        ("A.", "The Tide, Again", "2017-05-03"),
        ("B.", "Wind", "2018-01-01"),
        ("B2.", None, "2018-01-01"),
    ]
    reason = "row 5: 'c.txt' is none of the files given"
    assert problems == [Problem(str(tmp_path / "table.csv"), reason, "warning")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_of_spreadsheet_programs_are_read(tmp_path, encoding, delimiter):
    write(
        tmp_path,
        {
            "ä.txt": "A.",
            "t.csv": f"file{delimiter}author\r\nä.txt{delimiter}Zoë\r\n".encode(encoding),
        },
    )
    (document,), problems = split(read([tmp_path / "ä.txt"], metadata=tmp_path / "t.csv"))
    assert document.author == "Zoë"
    assert problems == []


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("title,date\nTide,2017-05-03\n", "needs a column 'file'.*this one has title, date"),
        ("file,colour\na.txt,red\n", "at least one of title, date, author, source, url"),
        ("", "this one has none"),
        ("file,date\na.txt,3/5/2017\n", "row 2: '3/5/2017' is not a date; give it as YYYY-MM-DD"),
        ("file,date\na.txt,2017-02-30\nb.txt,soon\n", "row 2: .*; row 3: 'soon'"),
        ("file,title\nq.txt,Tide\n", "no row names one of the files given; row 2 has 'q.txt'"),
        ("file,title\nb.txt,Tide\n", "row 2: 'b.txt' may be .*north.* or .*south"),
        ("file,title\na.txt,Tide\na,Wind\n", "row 3: 'a' has a row before"),
        ("file,title\na.txt,Tide, again\n", "row 2: 3 cells for 2 columns"),
        ("file,title\n,Tide\n", "row 2: the column 'file' is empty"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_by_row(tmp_path, table, message):
    folder = write(tmp_path / "in", {"a.txt": "A.", "north/b.txt": "B.", "south/b.txt": "B2."})
    write(tmp_path, {"t.csv": table})
    with pytest.raises(InputError, match=message):
        read([folder], metadata=tmp_path / "t.csv")


def test_a_table_that_is_not_there_or_no_text_is_said(tmp_path):
    write(tmp_path, {"a.txt": "A.", "t.csv": b"PK\x03\x04"})
    with pytest.raises(InputError, match=r"gone\.csv: .*cannot be read: No such file"):
        read([tmp_path / "a.txt"], metadata=tmp_path / "gone.csv")
    with pytest.raises(InputError, match="ZIP"):
        read([tmp_path / "a.txt"], metadata=tmp_path / "t.csv")


def test_a_stream_is_read_as_its_first_bytes_show():
    (document,), problems = split(read_stream(io.BytesIO("Café.".encode("cp1252"))))
    assert (document.id, document.text, problems) == ("stdin", "Café.", [])
    (document,), _ = split(read_stream(io.BytesIO(b'{"id": "a", "text": "It rose."}\n')))
    assert (document.id, document.text) == ("a", "It rose.")
    documents, (problem,) = split(read_stream(io.BytesIO(b"%PDF-1.7")))
    assert documents == []
    assert (problem.path, problem.severity) == ("stdin.pdf", "error")


def test_the_seeds_are_read_as_they_are():
    folder = Path(__file__).parents[1] / "seeds"
    documents, problems = split(read([folder]))
    assert problems == []
    assert [d.id for d in documents] == ["000_48f0c296cc8902da", "001_c00baa95e81517d2"]
    for document in documents:
        assert document.text == (folder / f"{document.id}.txt").read_text(encoding="utf-8")
        assert (document.title, document.date) == (None, None)


def test_a_dateline_tells_where_a_report_was_written(tmp_path):
    (tmp_path / "a.txt").write_text("OSLO, May 3, 2017 (Reuters) - The king left.\n", "utf-8")
    (tmp_path / "b.txt").write_text("The king left Oslo in May.\n", "utf-8")
    one, two = read(tmp_path)
    assert (one.place, one.date, two.place) == ("OSLO", "2017-05-03", None)
