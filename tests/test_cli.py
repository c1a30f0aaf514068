"""The command line: what it writes where, and its exit statuses."""

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
from datetime import datetime, timedelta

import pytest
import railway
from typer.testing import CliRunner

import kg
from kg.cli import app

DONE, FAILED, MISUSED, PARTLY, STOPPED = 0, 1, 2, 3, 130


def cli(*arguments, given=None):
    """The result of a command run in this process."""
    return CliRunner().invoke(app, [str(a) for a in arguments], input=given)


def shell(command, **environment):
    """A shell's run of a command line in which `kg` stands for the program."""
    program = f"{shlex.quote(sys.executable)} -m kg.cli"
    return subprocess.run(
        ["bash", "-c", f'set -o pipefail; kg() {{ {program} "$@"; }}; {command}'],
        check=False,
        capture_output=True,
        env={**os.environ, **environment},
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the articles in texts/ and their graph in g/."""
    place = tmp_path_factory.mktemp("cli")
    railway.write(place / "texts", *railway.ARTICLES)
    kg.build([place / "texts"], place / "g")
    return place


@pytest.fixture(scope="module")
def graph(place):
    return place / "g"


# ---- the whole


def test_version_and_bare_call():
    assert cli("--version").stdout == f"kg {kg.__version__}\n"
    bare = cli()
    assert bare.exit_code == MISUSED
    assert "build" in bare.output


@pytest.mark.parametrize(
    "command", ["build", "documents", "remove", "query", "show", "export", "view", "extract"]
)
def test_help_says_every_option(command):
    shown = cli(command, "--help")
    assert shown.exit_code == DONE
    assert "--help" in shown.stdout
    assert shown.stdout == cli(command, "-h").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["build"],
        ["nonsense"],
        ["build", "x.txt", "--nonsense"],
        ["export"],
        ["export", "--format", "xml"],
        ["query"],
        ["query", "ASK {}", "--name", "entities"],
        ["query", "ASK {}", "--arg", "x=y"],
        ["query", "ASK {}", "--format", "yaml"],
        ["extract"],
        ["extract", "-", "--format", "xml"],
        ["show"],
    ],
)
def test_wrong_use_is_told_with_status_2(arguments):
    result = cli(*arguments)
    assert result.exit_code == MISUSED
    assert result.stdout == ""
    assert "Usage" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build", "x.txt", "--date", "1/2/2018"], "is not a date"),
        (["build", "x.txt", "--base-iri", "here"], "cannot carry names"),
        (["query", "--name", "about"], "needs --arg entity=VALUE"),
    ],
)
def test_so_is_an_argument_that_cannot_be_used(graph, tmp_path, arguments, told):
    folder = graph if arguments[0] == "query" else tmp_path / "g"
    (tmp_path / "x.txt").write_text("It rose.", "utf-8")
    given = [tmp_path / "x.txt" if a == "x.txt" else a for a in arguments]
    result = cli(*given, "-g", folder)
    assert result.exit_code == MISUSED
    assert result.stderr.startswith("Error: ")
    assert told in result.stderr
    assert not (tmp_path / "g").exists()


def test_a_wrong_choice_names_the_choices_and_no_more():
    told = " ".join(cli("export", "--format", "xml").stderr.replace("│", " ").split())
    assert "Invalid value for '--format': 'xml' is not one of 'turtle', 'trig'" in told


# ---- build


def test_the_summary_of_a_build(tmp_path):
    paths = railway.write(tmp_path / "texts", *railway.ARTICLES)
    result = cli("build", *paths, "-g", tmp_path / "g")
    assert result.exit_code == DONE
    assert result.stdout == ""
    told = {line.split("  ")[1]: line.split()[-1] for line in result.stderr.splitlines()[1:]}
    assert told["documents"] == "3"
    assert told["sentences"] == "7"
    assert told["statements"] == "7"
    assert told["view"] == str(tmp_path / "g" / "graph.html")
    assert {"triples", "entities", "turtle", "trig", "store"} <= set(told)
    assert " s, 3 documents parsed" in result.stderr.splitlines()[0]
    again = cli("build", tmp_path / "texts", "-g", tmp_path / "g")
    assert again.exit_code == DONE
    assert "nothing has changed; nothing was parsed" in again.stderr
    assert told["documents"] in again.stderr


def test_what_was_left_out_is_counted_by_reason(tmp_path):
    text = "Advertisement\nThey praised Otto Brack. Brack met Mara Lind."
    (tmp_path / "a.txt").write_text(text, "utf-8")
    result = cli("build", tmp_path / "a.txt", "-g", tmp_path / "g")
    told = [" ".join(line.split()) for line in result.stderr.splitlines()]
    assert told[2:10] == [
        "sentences 3",
        "not read 1",
        "furniture 1",
        "triples 2",
        "not in the graph 1",
        "pronoun not resolved 1",
        "statements 1",
        "entities 2",
    ]


def test_documents_are_listed_and_removed(tmp_path):
    paths = railway.write(tmp_path / "texts", "opening", "tunnel")
    cli("build", *paths, "-g", tmp_path / "g", "--date", "2021-03-04")
    heading, opening, tunnel = cli("documents", "-g", tmp_path / "g").stdout.splitlines()
    assert heading.split() == "document title date source statements last built files".split()
    last_built = opening[heading.index("last built") : heading.index("files")].strip()
    ago = datetime.now() - datetime.strptime(last_built, "%Y-%m-%d %H:%M")  # noqa: DTZ005, DTZ007
    assert abs(ago) < timedelta(minutes=90)  # an hour is what the end of summer time may add
    assert opening.split()[0] == "opening"
    assert "2021-03-04" in opening
    assert tunnel.endswith(str(paths[1]))
    removed = cli("remove", "tunnel", "-g", tmp_path / "g")
    assert removed.exit_code == DONE
    assert f"taken out of the graph: {paths[1]}" in removed.stderr
    assert len(cli("documents", "-g", tmp_path / "g").stdout.splitlines()) == 2
    again = cli("remove", "tunnel", "-g", tmp_path / "g")
    assert (again.exit_code, again.stderr[:31]) == (FAILED, "Error: No document of the graph")


def test_a_part_that_cannot_be_used(tmp_path):
    [path] = railway.write(tmp_path, "opening")
    result = cli("build", path, tmp_path / "no.txt", "-g", tmp_path / "g")
    assert result.exit_code == PARTLY
    assert f"error: {tmp_path / 'no.txt'}: there is no such file" in result.stderr
    assert "documents" in result.stderr


def test_nothing_to_build(tmp_path):
    result = cli("build", tmp_path / "no.txt", "-g", tmp_path / "g")
    assert result.exit_code == FAILED
    assert result.stderr == (
        f"Error: nothing could be built: {tmp_path / 'no.txt'}: there is no such file or folder\n"
    )


def test_what_left_the_graph_is_said(tmp_path):
    paths = railway.write(tmp_path / "texts", "opening", "tunnel")
    cli("build", tmp_path / "texts", "-g", tmp_path / "g")
    paths[1].unlink()
    result = cli("build", tmp_path / "texts", "-g", tmp_path / "g")
    assert result.exit_code == DONE
    assert f"taken out of the graph: {paths[1]}" in result.stderr


def test_options_of_a_build(tmp_path):
    paths = railway.write(tmp_path / "texts", "opening")
    (tmp_path / "m.csv").write_text("file,title\nopening.txt,The Line Opens\n", "utf-8")
    options = ["--metadata", tmp_path / "m.csv", "--date", "2021-03-04"]
    cli("build", *paths, "-g", tmp_path / "g", *options, "--base-iri", "https://r.example/")
    answer = cli("query", "--name", "documents", "--format", "json", "-g", tmp_path / "g").stdout
    assert "The Line Opens" in answer
    assert "2021-03-04" in answer
    assert "<https://r.example/>" in (tmp_path / "g" / "graph.ttl").read_text("utf-8")


def test_no_progress_bar_where_nobody_looks(tmp_path):
    paths = railway.write(tmp_path / "texts", "opening")
    result = cli("build", *paths, "-g", tmp_path / "g")
    assert "parsing" not in result.stderr
    assert "\x1b" not in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_progress_bar_on_a_terminal(tmp_path):
    import pty

    paths = railway.write(tmp_path / "texts", *railway.ARTICLES)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kg.cli", "build", *map(str, paths), "-g", tmp_path / "g"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    with subprocess.Popen(command, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 4096):
                seen += part
        except OSError:  # how Linux tells the end of a terminal
            pass
    os.close(ours)
    assert process.returncode == DONE
    assert b"parsing" in seen
    assert b"3/3" in seen


# ---- query


def test_a_table_for_people(graph):
    query = "SELECT ?name WHERE { ?e kg:claims ?s ; rdfs:label ?name }"
    result = cli("query", query, "-g", graph)
    assert result.exit_code == DONE
    assert result.stdout.splitlines() == ["name", "Jonas Weir", "(1 row)"]


def test_the_other_formats(graph, tmp_path):
    query = "SELECT ?name ?s WHERE { ?e kg:claims ?s ; rdfs:label ?name }"
    rows = list(
        csv.DictReader(io.StringIO(cli("query", query, "--format", "csv", "-g", graph).stdout))
    )
    assert rows[0]["name"] == "Jonas Weir"
    assert rows[0]["s"].startswith("https://example.org/kg/statement/s")
    found = json.loads(cli("query", query, "--format", "json", "-g", graph).stdout)
    assert found["results"]["bindings"][0]["name"]["value"] == "Jonas Weir"
    (tmp_path / "q.rq").write_text(query, encoding="utf-8")
    result = cli("query", "--file", tmp_path / "q.rq", "-o", tmp_path / "answer", "-g", graph)
    assert result.stdout == ""
    assert "Jonas Weir" in (tmp_path / "answer").read_text("utf-8")


def test_triples_are_turtle_where_no_format_is_chosen(graph):
    query = "CONSTRUCT { ?e rdfs:label ?name } WHERE { ?e kg:claims ?s ; rdfs:label ?name }"
    for arguments in ([query], [query, "--format", "turtle"]):
        shown = cli("query", *arguments, "-g", graph).stdout
        assert "ent:Jonas_Weir" in shown
        assert "@prefix ent:" in shown
    table = cli("query", query, "--format", "table", "-g", graph).stdout
    assert table.splitlines()[0].split() == ["subject", "predicate", "object"]
    assert "@prefix" in cli("query", "DESCRIBE ent:Jonas_Weir", "-g", graph).stdout


def test_rows_are_no_turtle(graph):
    result = cli("query", "SELECT * { ?s ?p ?o }", "--format", "turtle", "-g", graph)
    assert result.exit_code == FAILED
    assert "CONSTRUCT or DESCRIBE" in result.stderr


def test_questions_that_have_a_name(graph):
    listed = cli("query", "--list").stdout
    for name in ("who-criticizes-whom", "claims-of", "evidence", "entities"):
        assert f"{name}\n" in listed
    asked = cli("query", "--name", "who-criticizes-whom", "-g", graph)
    assert "Otto Brack" in asked.stdout
    for argument in ("Jonas Weir", "speaker=Weir", "speaker=Jonas_Weir"):
        told = cli("query", "--name", "claims-of", "--arg", argument, "-g", graph)
        assert "Tarn Tunnel" in told.stdout
    both = ("--arg", "subject=Lind", "--arg", "object=Brack")
    assert "(1 row)" in cli("query", "--name", "evidence", *both, "-g", graph).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--name", "claim-of"], "Did you mean claims-of"),
        (["--name", "claims-of", "--arg", "speaker=Jona Weir"], "Near it: Jonas Weir"),
        (["--name", "claims-of", "--arg", "spaeker=Weir"], "it has: speaker"),
        (["--name", "documents", "--arg", "x"], "has no arguments"),
        (["SELEC ?x {}"], "Did you mean SELECT?"),
        (["SELECT ?x {"], "is not valid SPARQL at line 1"),
        (["SELECT ?x { ?x a kgg:Person }"], '"kgg:" is not declared'),
        (["SELECT * { SERVICE <http://r.example/> { ?s ?p ?o } }"], "SERVICE calls other servers"),
        (["LOAD <file:///etc/passwd>"], "queries only read"),
        (["SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }"], "never files"),
        (["--file", "no.rq"], "no.rq cannot be read: No such file"),
    ],
)
def test_a_wrong_question_is_answered_in_a_sentence(graph, arguments, told):
    result = cli("query", *arguments, "-g", graph)
    assert result.exit_code == FAILED
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert told in result.stderr


# ---- show


def test_an_entity_with_its_facts_and_their_evidence(graph):
    shown = cli("show", "Otto Brack", "-g", graph).stdout.splitlines()
    assert shown[0].startswith("Otto Brack (")
    assert "as subject (1 statement)" in shown
    assert "as object (2 statements)" in shown
    at = shown.index("  Otto Brack – criticizes – Jonas Weir")
    assert shown[at + 1].startswith("    negated; confidence 0.")
    assert shown[at + 2] == "      “Brack did not criticize Weir.”"
    assert shown[at + 3].startswith("      opening, statement s")


def test_what_an_entity_says_and_who_says_it(graph):
    shown = cli("show", "Jonas Weir", "-g", graph).stdout.splitlines()
    at = shown.index("as speaker (1 statement)")
    assert shown[at + 2] == "  Tarn Tunnel – harms – Corvale"
    assert "claimed; said by Jonas Weir" in shown[at + 3]


def test_a_fact_told_twice_is_shown_once_with_both_sentences(tmp_path):
    (tmp_path / "a.txt").write_text("Ada Brandt praised Piet Oram.", "utf-8")
    (tmp_path / "b.txt").write_text("On Monday Ada Brandt praised Piet Oram.", "utf-8")
    cli("build", tmp_path / "a.txt", tmp_path / "b.txt", "-g", tmp_path / "g")
    shown = cli("show", "Ada Brandt", "-g", tmp_path / "g").stdout
    assert shown.count("Ada Brandt – praises – Piet Oram") == 1
    assert shown.count("“") == 2


def test_a_word_of_a_name_is_enough(graph):
    assert cli("show", "quill", "-g", graph).stdout.startswith("Elsa Quill (")


def test_an_unknown_entity_names_those_that_come_near(graph):
    result = cli("show", "Ota Brak", "-g", graph)
    assert result.exit_code == FAILED
    assert result.stderr == 'Error: No entity is called "Ota Brak". Near it: Otto Brack, Brack.\n'


# ---- export, view


def test_exports_to_standard_output_and_to_a_file(graph, tmp_path):
    turtle = cli("export", "--format", "turtle", "-g", graph)
    assert turtle.stdout_bytes == (graph / "graph.ttl").read_bytes()
    result = cli("export", "--format", "facts", "-g", graph, "-o", tmp_path / "facts.jsonl")
    assert (result.exit_code, result.output) == (DONE, "")
    facts = (tmp_path / "facts.jsonl").read_text("utf-8").splitlines()
    assert len([json.loads(line) for line in facts]) == 7
    for format_ in ("trig", "nquads", "entities"):
        assert cli("export", "--format", format_, "-g", graph).stdout
    assert len(cli("export", "--format", "entities", "--all", "-g", graph).stdout) > 0


def test_the_view_takes_its_place_in_the_folder_or_elsewhere(graph, tmp_path):
    before = (graph / "graph.html").read_bytes()
    assert cli("view", "-g", graph).stderr == f"Wrote {graph / 'graph.html'}\n"
    assert (graph / "graph.html").read_bytes() == before
    focused = cli("view", "--focus", "Quill", "-o", tmp_path / "q.html", "-g", graph)
    assert focused.exit_code == DONE
    assert (tmp_path / "q.html").read_bytes() != before


def test_a_file_that_cannot_be_written_leaves_what_was_there(graph, tmp_path):
    (tmp_path / "old").mkdir()
    for target in (tmp_path / "old", tmp_path / "none" / "x.html"):
        result = cli("view", "-o", target, "-g", graph)
        assert result.exit_code == FAILED
        assert f"{target} cannot be written" in result.stderr
    assert list(tmp_path.iterdir()) == [tmp_path / "old"]


@pytest.mark.skipif(os.name != "posix", reason="needs links and devices")
def test_links_and_devices_stay_what_they_are(graph, tmp_path):
    (tmp_path / "target").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    cli("export", "--format", "facts", "-o", tmp_path / "link", "-g", graph)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").stat().st_size > 1000
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    cli("query", "ASK {}", "-o", tmp_path / "pipe", "-g", graph)
    assert b"true" in os.read(reader, 1000)
    os.close(reader)


# ---- extract


def test_triples_of_a_text_as_lines(place):
    path = place / "texts" / "tunnel.txt"
    rows = [json.loads(line) for line in cli("extract", path).stdout.splitlines()]
    assert {"criticized", "harms"} <= {row["surface"] for row in rows}
    assert {row["document"] for row in rows} == {"tunnel"}
    told = [
        line.split("\t") for line in cli("extract", path, "--format", "oie").stdout.splitlines()
    ]
    assert told[0][0] == "Jonas Weir criticized Otto Brack."
    assert told[0][2:] == ["Jonas Weir", "criticized", "Otto Brack"]
    binary = cli("extract", path, "--format", "oie", "--binary").stdout.splitlines()
    assert binary[0].split("\t")[2:] == ["Jonas Weir", "criticized", "Otto Brack"]


def test_triples_go_into_a_file_as_they_go_out(place, tmp_path):
    path, out = place / "texts" / "tunnel.txt", tmp_path / "tunnel.jsonl"
    assert cli("extract", path, "-o", out).stdout == ""
    assert out.read_bytes().decode() == cli("extract", path).stdout != ""


def test_triples_of_standard_input():
    result = cli("extract", "-", "--format", "oie", given="Ada Brandt praised Piet Oram.\n")
    assert result.stdout.split("\t")[2:] == ["Ada Brandt", "praised", "Piet Oram\n"]


def test_sentences_whose_tokens_are_given():
    given = "Ada Brandt praised Lowen-Water 's board .\n\nOram left Tolm .\n"
    result = cli("extract", "-", "--pretokenized", "--format", "oie", given=given)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert rows[0][0] == "Ada Brandt praised Lowen-Water 's board ."
    assert rows[1][0] == "Oram left Tolm ."
    assert rows[1][2:] == ["Oram", "left", "Tolm"]


def test_extraction_goes_on_after_an_input_that_fails(place):
    result = cli("extract", "no.txt", place / "texts" / "tunnel.txt")
    assert result.exit_code == PARTLY
    assert "criticized" in result.stdout
    assert result.stderr == "error: no.txt: there is no such file or folder\n"
    assert cli("extract", "no.txt").exit_code == FAILED
    lines = cli("extract", "no.txt", place / "texts" / "tunnel.txt", "--pretokenized")
    assert lines.exit_code == PARTLY


# ---- in a shell


def test_output_into_head_ends_quietly(graph):
    for command in ("export --format turtle", "query 'SELECT * { ?s ?p ?o }'", "show Brack"):
        result = shell(f"kg {command} -g '{graph}' | head -n 1")
        assert result.stderr == b""
        assert len(result.stdout.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
def test_output_that_cannot_be_written_is_told(graph):
    result = shell(f"kg export --format turtle -g '{graph}' > /dev/full; echo $? >&2")
    assert result.stderr == b"Error: standard output: No space left on device.\n1\n"


def test_closed_streams_are_no_fault(graph):
    told = shell(f"kg extract - <&-; kg query 'ASK {{}}' -g '{graph}' >&-; kg show Brack -g x 2>&-")
    assert (told.returncode, told.stdout) == (FAILED, b"")
    assert told.stderr == b"warning: stdin.txt: it is empty\n"


def test_any_locale_will_do(tmp_path):
    text = "Zo\u00eb \u0141ukasz met Nguy\u1ec5n V\u0103n An in \u5317\u4eac."
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    folder = tmp_path / "\u00e9t\u00e9"
    built = shell(f"kg build '{tmp_path}/a.txt' -g '{folder}'", **ascii_only)
    assert built.returncode == DONE, built.stderr
    shown = shell(f"kg export --format facts -g '{folder}'", **ascii_only)
    assert text in shown.stdout.decode()
    asked = shell(f"kg query --name evidence -g '{folder}'", **ascii_only)
    assert (asked.returncode, asked.stderr) == (DONE, b"")
    assert "\u0141ukasz" in asked.stdout.decode()
    missing = shell(f"kg show '\u0141od\u017a' -g '{folder}'", **ascii_only)
    assert (missing.returncode, missing.stderr[:29]) == (FAILED, b'Error: No entity is called "\\')


@pytest.mark.skipif(os.name != "posix", reason="interrupts by signal")
def test_an_interrupt_ends_cleanly_and_what_was_parsed_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("kg.config._code_digest", lambda: "the same")
    railway.write(tmp_path / "texts", *railway.ARTICLES)
    code = (
        f"{railway.SAME_CODE}\n{railway.LONG_SECONDS}\nimport os, signal, sys\n"
        "from kg import records\nfrom kg.cli import main\nput = records.Records.put_encoded\n"
        "def interrupted(*args):\n    put(*args)\n    os.kill(os.getpid(), signal.SIGINT)\n"
        "records.Records.put_encoded = interrupted\nsys.argv[0] = 'kg'\nmain()"
    )
    command = [sys.executable, "-c", code, "build", tmp_path / "texts", "-g", tmp_path / "g"]
    ignoring = signal.signal(signal.SIGINT, signal.default_int_handler)
    result = subprocess.run(command, check=False, capture_output=True, text=True)
    signal.signal(signal.SIGINT, ignoring)
    assert result.returncode == STOPPED
    assert result.stderr.startswith("Stopped. What was stored is kept")
    assert "Traceback" not in result.stderr
    assert kg.build(tmp_path / "texts", tmp_path / "g").report.parsed == 2


def test_a_fault_of_kg_itself_is_one_line_and_details_are_for_the_asking(monkeypatch, capsys):
    from kg.cli import main as run_main

    def fail(*_):
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr("kg.api.open_graph", fail)
    monkeypatch.setattr("sys.argv", ["kg", "show", "Ada"])
    with pytest.raises(SystemExit) as ended:
        run_main()
    assert ended.value.code == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "ZeroDivisionError: nothing to divide by; test_cli.py, line" in said[0]
    monkeypatch.setenv("KG_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run_main()
