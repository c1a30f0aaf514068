"""What a batch may hold: each fault is told in a sentence, and the rest of the batch is done."""

import csv
import json
import shutil
from html.parser import HTMLParser
from pathlib import Path

import files
import pyoxigraph as ox
import pytest
import railway
from typer.testing import CliRunner

import kg
from kg import lines, reports
from kg.cli import app
from kg.errors import KgError

HOSTILE = Path(__file__).parents[2] / "shared" / "cases" / "hostile.json"
GOOD = "Ada Brandt praised Piet Oram."


def cli(*arguments):
    """The result of a command; no fault may show as a traceback."""
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    """A graph of the articles; not to be changed."""
    place = tmp_path_factory.mktemp("bad")
    kg.build(railway.write(place / "texts", *railway.ARTICLES), place / "g")
    return place / "g"


@pytest.fixture
def copied(graph, tmp_path):
    shutil.copytree(graph, tmp_path / "g")
    return tmp_path / "g"


# ---- documents

BYTES = {
    "a document of another kind": b"%PDF-1.7\n\x00\x01\x02",
    "bytes at random": bytes(range(256)) * 20,
    "zeros": bytes(4000),
}


@pytest.mark.parametrize("kind", BYTES)
def test_what_is_no_text_ends_no_batch(tmp_path, kind):
    (tmp_path / "bad.txt").write_bytes(BYTES[kind])
    (tmp_path / "good.txt").write_text(GOOD, encoding="utf-8")
    result = cli("build", tmp_path / "bad.txt", tmp_path / "good.txt", "-g", tmp_path / "g")
    assert result.exit_code == 3
    assert result.stderr.startswith(f"error: {tmp_path / 'bad.txt'}: ")
    assert railway.facts(kg.open_graph(tmp_path / "g")) == [
        "Ada Brandt | praises | Piet Oram | asserted"
    ]


ENCODED = {
    "UTF-16 with a mark": GOOD.encode("utf-16"),
    "UTF-8 with a mark": GOOD.encode("utf-8-sig"),
    "Windows-1252": "Ada Brandt praised Piet Oram\u2019s \u201cplan\u201d.".encode("cp1252"),
    "line ends of old": f"{GOOD}\rMara Lind met Otto Brack.\r".encode(),
    "control characters": GOOD.replace(" ", " \x00\x07\x1b[31m").encode(),
}


@pytest.mark.parametrize("kind", ENCODED)
def test_texts_in_other_encodings_are_read(tmp_path, kind):
    (tmp_path / "a.txt").write_bytes(ENCODED[kind])
    assert cli("build", tmp_path / "a.txt", "-g", tmp_path / "g").exit_code == 0
    graph = kg.open_graph(tmp_path / "g")
    assert "Ada Brandt" in {entity.name for entity in graph.entities}
    [document] = graph.subgraph.documents.values()
    assert not set(document.text) & {"\x00", "\x07", "\x1b", "\ufeff", "\ufffd", "\x92"}


BATCH = {
    "good.html": files.page(),
    "good.pdf": files.pdf(),
    "rows.jsonl": files.json_lines({"id": "r1", "text": "Ada Brandt met Luis Ibarra."}) + b"{\n",
    "bomb.zip": files.zipped({"a.txt": bytes(50_000_000)}),
    "tricks.tar.gz": files.tarred({"../../a.txt": b"x", "b.txt": "/etc/passwd"}),
    "locked.pdf": files.pdf(password="secret"),
    "scan.pdf": files.picture_pdf(),
    "torn.docx": files.word()[:5000],
    "foreign.txt": "Der Rat wird im Juni entscheiden, ob der See wieder gefüllt werden darf, und "
    "die Stadt hat dafür schon einen Plan, den der Ingenieur vorgelegt hat.".encode(),
    "table.csv": b"year,sum\n2024,7\n",
    "not.pdf": b"<html><p>It rose.</p></html>",
    "long.txt": GOOD.encode() * 10_000,
}
TOLD = {
    "rows.jsonl, line 2": "is no JSON object",
    "bomb.zip": "it unpacks to more than 100 times its size",
    "tricks.tar.gz/../../a.txt": "its name leads out of the archive",
    "tricks.tar.gz/b.txt": "is a link",
    "locked.pdf": "it is encrypted",
    "scan.pdf": "its pages are pictures without any text: it needs OCR",
    "torn.docx": "it is no whole Word document",
    "foreign.txt": "it is in German, and kg reads English",
    "table.csv": "none of its columns is known to hold texts",
    "not.pdf": "it is no whole PDF",
    "long.txt": "it has 0.3 MB, more than the 0.1 MB that --max-size allows",
}


@pytest.mark.parametrize("command", ["build", "extract"])
def test_a_batch_of_every_kind_is_told_file_by_file(tmp_path, command):
    """In one line each, while the rest is done."""
    for name, data in BATCH.items():
        (tmp_path / name).write_bytes(data)
    graph = ["-g", tmp_path / "g"] if command == "build" else []
    result = cli(command, tmp_path, "--max-size", "0.1", *graph)
    assert result.exit_code == 3
    lines = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    told = dict(line.removeprefix(f"error: {tmp_path}/").split(": ", 1) for line in lines)
    assert told.keys() == TOLD.keys()
    assert {name: reason[: len(TOLD[name])] for name, reason in told.items()} == TOLD
    if command == "build":
        made = kg.open_graph(tmp_path / "g")
        stems = sorted(name.partition("-")[0] for name in made.subgraph.documents)
        assert stems == ["good", "good", "r1"]
        assert "Evil Script" not in {entity.name for entity in made.entities}
        assert cli("build", tmp_path, "--max-size", "0.1", *graph).exit_code == 3
    else:
        documents = {json.loads(line)["document"] for line in result.stdout.splitlines()}
        assert documents == {"good", "r1"}


def test_standard_input_is_a_document_and_a_pattern_names_files(tmp_path):
    (tmp_path / "a.txt").write_text(GOOD, encoding="utf-8")
    result = CliRunner().invoke(
        app,
        ["build", "-", str(tmp_path / "*.txt"), "-g", str(tmp_path / "g")],
        input="Mara Lind met Otto Brack.",
    )
    assert result.exit_code == 0, result.stderr
    assert sorted(kg.open_graph(tmp_path / "g").subgraph.documents) == ["a", "stdin"]


@pytest.mark.parametrize("command", ["build", "extract"])
def test_help_names_the_formats(command):
    shown = " ".join(cli(command, "--help").stdout.replace("│", " ").split())
    for suffix in (".html", ".pdf", ".docx", ".eml", ".jsonl", ".parquet", ".zip", ".tar.gz"):
        assert suffix in shown
    assert "--text-field" in shown


def test_an_empty_file_is_a_warning_and_an_empty_graph_is_whole(tmp_path):
    (tmp_path / "empty.txt").touch()
    (tmp_path / "blank.txt").write_text(" \n\t\n", encoding="utf-8")
    result = cli("build", tmp_path, "-g", tmp_path / "g")
    assert result.exit_code == 0
    assert f"warning: {tmp_path / 'empty.txt'}: it is empty" in result.stderr
    assert f"warning: {tmp_path / 'blank.txt'}: it is empty" in result.stderr
    assert list(ox.parse(path=str(tmp_path / "g" / "graph.ttl")))
    assert list(ox.parse(path=str(tmp_path / "g" / "graph.trig")))
    for arguments in (["query", "--name", "entities"], ["export", "--format", "facts"], ["view"]):
        assert cli(*arguments, "-g", tmp_path / "g").exit_code == 0
    missing = cli("show", "Ada", "-g", tmp_path / "g")
    assert missing.stderr == 'Error: No entity is called "Ada".\n'


def test_a_folder_without_documents(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "picture.png").write_bytes(b"\x89PNG")
    result = cli("build", tmp_path / "texts", "-g", tmp_path / "g")
    assert result.exit_code == 1
    assert "no documents in this folder" in result.stderr
    assert ".png" in result.stderr
    assert not (tmp_path / "g").exists()


def test_nothing_usable_leaves_the_graph_as_it_was(copied, tmp_path):
    before = railway.written(copied)
    result = cli("build", tmp_path / "missing.txt", "-g", copied)
    assert result.exit_code == 1
    assert railway.written(copied) == before
    assert len(railway.facts(kg.open_graph(copied))) == 7


def test_a_sentence_of_four_thousand_words(tmp_path):
    words = " and ".join(f"keeper {n} met envoy {n}" for n in range(700))
    (tmp_path / "long.txt").write_text(words + "\n\n" + GOOD, encoding="utf-8")
    assert cli("build", tmp_path / "long.txt", "-g", tmp_path / "g").exit_code == 0
    graph = kg.open_graph(tmp_path / "g")
    assert "Ada Brandt | praises | Piet Oram | asserted" in railway.facts(graph)


def test_two_documents_of_one_name(tmp_path):
    for folder, text in (("one", GOOD), ("two", "Mara Lind met Otto Brack.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.txt").write_text(text, encoding="utf-8")
    graph = kg.build([tmp_path / "one", tmp_path / "two"], tmp_path / "g")
    ids = sorted(graph.subgraph.documents)
    assert len(ids) == 2
    assert all(i.startswith("same-") and len(i) == 13 for i in ids)


# ---- options


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--model", "no_such_model"], "no language pipeline 'no_such_model' is installed"),
        (["--base-iri", "not an iri"], "cannot carry names"),
        (["--base-iri", "https://r.example/\udcff/"], "cannot carry names"),
        (["--date", "yesterday"], "is not a date"),
        (["--metadata", "missing.csv"], "missing.csv: the metadata table cannot be read"),
    ],
)
def test_wrong_options_are_told_before_anything_is_done(tmp_path, options, told):
    [path] = railway.write(tmp_path, "opening")
    result = cli("build", path, "-g", tmp_path / "g", *options)
    assert result.exit_code == (2 if {"--base-iri", "--date"} & set(options) else 1)
    assert told in result.stderr
    assert not (tmp_path / "g").exists()


# ---- the graph folder

READING = (
    ["query", "ASK { ?s ?p ?o }"],
    ["query", "--name", "entities"],
    ["show", "Lind"],
    ["export", "--format", "turtle"],
    ["export", "--format", "facts"],
    ["export", "--format", "entities"],
    ["view"],
)


@pytest.mark.parametrize("arguments", READING)
def test_no_graph_there(tmp_path, arguments):
    result = cli(*arguments, "-g", tmp_path / "g")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: There is no graph in {tmp_path / 'g'}")
    assert "Run `kg build` first" in result.stderr
    assert not (tmp_path / "g").exists()


@pytest.mark.parametrize("arguments", READING)
def test_a_damaged_store(copied, arguments):
    for path in (copied / "store").glob("*.sst"):
        path.write_bytes(b"rubbish")
    result = cli(*arguments, "-g", copied)
    assert result.exit_code == 1
    assert "is damaged" in result.stderr
    assert "build again" in result.stderr


def test_damaged_records(copied):
    """They are needed to build and for mentions; the rest goes on without them."""
    (copied / "records.sqlite").write_bytes(b"rubbish" * 500)
    for arguments in (["build", copied.parent], ["export", "--format", "entities"]):
        result = cli(*arguments, "-g", copied)
        assert result.exit_code == 1
        assert "records.sqlite" in result.stderr
    for arguments in READING[:5]:
        assert cli(*arguments, "-g", copied).exit_code == 0


def test_missing_records(copied, tmp_path):
    (copied / "records.sqlite").unlink()
    result = cli("export", "--format", "entities", "-g", copied)
    assert result.exit_code == 1
    assert "records.sqlite is missing" in result.stderr
    assert cli("export", "--format", "facts", "-g", copied).exit_code == 0
    assert cli("build", *railway.write(tmp_path, "opening"), "-g", copied).exit_code == 0


def test_a_graph_folder_that_is_a_file(tmp_path):
    [path] = railway.write(tmp_path, "opening")
    (tmp_path / "g").write_text("a file", encoding="utf-8")
    result = cli("build", path, "-g", tmp_path / "g")
    assert result.exit_code == 1
    assert f"{tmp_path / 'g'} cannot be made" in result.stderr
    assert (tmp_path / "g").read_text("utf-8") == "a file"


@pytest.mark.parametrize("name", ["graph.ttl", "graph.html"])
def test_an_output_that_cannot_be_written(copied, tmp_path, name):
    (copied / name).unlink()
    (copied / name).mkdir()
    result = cli("build", *railway.write(tmp_path, "opening"), "-g", copied)
    assert result.exit_code == 1
    assert f"{copied / name} cannot be written" in result.stderr
    assert len(railway.facts(kg.open_graph(copied))) == 7


# ---- strings that break things


class Text(HTMLParser):
    """The elements of a page and the text of its scripts."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.scripts = [], []
        self.feed(page)

    def handle_starttag(self, tag, _):
        self.elements.append(tag)

    def handle_data(self, data):
        if self.elements and self.elements[-1] == "script":
            self.scripts.append(data)


@pytest.mark.skipif(not HOSTILE.exists(), reason="the list of hostile strings is not here")
def test_hostile_strings_as_texts_titles_and_authors(tmp_path):
    """One document a string, which is its text, its title and a name in a sentence of it."""
    strings = json.loads(HOSTILE.read_text("utf-8"))
    rows = [["file", "title", "author", "source", "url"]]
    for number, string in enumerate(strings):
        text = f"{string}\n\nAda Brandt praised {string}.\n\n{string} met Piet Oram.\n"
        (tmp_path / f"{number:02}.txt").write_bytes(text.encode("utf-8", "surrogatepass"))
        fields = string.replace("\0", "").encode("utf-8", "replace").decode()
        rows.append([f"{number:02}.txt", *[fields] * 4])
    with (tmp_path / "table.csv").open("w", encoding="utf-8", newline="") as table:
        csv.writer(table).writerows(rows)
    folder = tmp_path / "g"
    result = cli("build", tmp_path, "--metadata", tmp_path / "table.csv", "-g", folder)
    assert result.exit_code == 0, result.stderr
    graph = kg.open_graph(folder)
    triples = set(ox.parse(path=str(folder / "graph.ttl")))
    quads = set(ox.parse(path=str(folder / "graph.trig")))
    nquads = cli("export", "--format", "nquads", "-g", folder).stdout_bytes
    assert {quad.triple for quad in quads} == {quad.triple for quad in triples}
    assert set(ox.parse(nquads, format=ox.RdfFormat.N_QUADS)) == quads == set(graph.store.quads())
    for format_ in ("facts", "entities"):
        rows = cli("export", "--format", format_, "-g", folder).stdout_bytes.split(b"\n")
        assert all(isinstance(json.loads(line), dict) for line in rows if line)
    page = Text((folder / "graph.html").read_text("utf-8"))
    plain = Text(kg.build(railway.write(tmp_path / "p", "opening"), tmp_path / "q").to_html())
    assert page.elements.count("script") == plain.elements.count("script")
    for entity in graph.entities:
        shown = lines.plain(reports.entity_lines(graph.about(entity.id), entity.id))
        assert shown.replace("\n", "").isprintable()
    assert cli("show", "Ada Brandt", "-g", folder).exit_code == 0
    for format_ in ("table", "csv", "json"):
        assert cli("query", "--name", "evidence", "--format", format_, "-g", folder).stdout


@pytest.mark.skipif(not HOSTILE.exists(), reason="the list of hostile strings is not here")
def test_hostile_strings_as_questions(graph):
    opened = kg.open_graph(graph)
    for number, string in enumerate(json.loads(HOSTILE.read_text("utf-8"))):
        for ask in (
            opened.find,
            opened.query,
            opened.ask,
            lambda words: opened.ask("claims-of", f"speaker={words}"),
        ):
            with pytest.raises(KgError):
                ask(f"no {string}")
        if number % 6 == 0:
            result = cli("show", f"no {string}", "-g", graph)
            assert result.exit_code == 1
            assert result.stderr.startswith("Error: ")


@pytest.mark.skipif(not HOSTILE.exists(), reason="the list of hostile strings is not here")
@pytest.mark.parametrize("format_", ["jsonl", "oie"])
def test_hostile_strings_extracted(tmp_path, format_):
    strings = json.loads(HOSTILE.read_text("utf-8"))
    text = "\n\n".join(f"Ada Brandt praised {string}." for string in strings)
    (tmp_path / "all.txt").write_bytes(text.encode("utf-8", "surrogatepass"))
    result = cli("extract", tmp_path / "all.txt", "--format", format_)
    assert result.exit_code == 0
    lines = result.stdout_bytes.decode().split("\n")[:-1]
    assert len(lines) > len(strings) / 2
    if format_ == "jsonl":
        assert all(json.loads(line)["sentence"] for line in lines)
    else:
        assert all(line.count("\t") >= 4 for line in lines)
