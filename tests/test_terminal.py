"""How commands tell: in colours on a terminal, plain in a pipe, as JSON for programs."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import orchard
import pytest
from typer.testing import CliRunner

from kg import lines, terminal
from kg.cli import app
from kg.stores.oxigraph import OxigraphStore

OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
needs_pty = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("terminal")
    OxigraphStore.replace(place / "store", orchard.graph(), "as built")
    return place


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """The same with an entity, a value and a title that try to write to the terminal."""
    place = tmp_path_factory.mktemp("hostile")
    trick = "Ada\x9b31m\x07 \u202eBrandt"
    entities = [
        replace(entity, name=trick, aliases=("Brandt\x85",))
        if entity.id == "Ada_Brandt"
        else entity
        for entity in orchard.ENTITIES
    ]
    OxigraphStore.replace(place / "store", orchard.graph(entities=entities), "as built")
    return place


def cli(*arguments):
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exit_code == 0, result.stderr
    return result


def on_terminal(*arguments, **environment):
    """What a command writes to a terminal 60 columns wide."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kg.cli", *map(str, arguments)]
    settings = {"TERM": "xterm-256color", "COLUMNS": "60"} | environment
    kept = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR"}}
    with subprocess.Popen(command, stdout=theirs, env=kept | settings) as process:
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 4096):
                seen += part
        except OSError:  # how Linux tells the end of a terminal
            pass
    os.close(ours)
    assert process.returncode == 0
    return seen.decode().replace("\r\n", "\n")


def bare(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


# ---- lines


def test_words_are_set_below_each_other():
    rows = [("one", "1"), ("twenty", "20"), ("北京", "300")]
    assert lines.plain(lines.columns(rows, indent=2, right=(1,))) == (
        "  one       1\n  twenty   20\n  北京    300\n"
    )


def test_what_a_document_says_cannot_break_a_line():
    told = lines.line(("two\n\n  lines\x1b[31m\x9b\u2028", "name"), " end")
    assert str(told) == "two lines [31m   end"


# ---- on a terminal and in a pipe


@needs_pty
def test_a_terminal_sees_statuses_in_colours(folder):
    shown = on_terminal("show", "Lowen Water", "-g", folder)
    assert "\x1b[34mplanned" in shown
    assert "\x1b[32masserted" in shown


@needs_pty
def test_lines_are_wrapped_under_their_own_beginning(folder):
    shown = bare(on_terminal("show", "Lowen Water", "-g", folder)).splitlines()
    assert max(map(len, shown)) <= 60
    at = next(i for i, line in enumerate(shown) if "“Lowen Water will build the" in line)
    assert shown[at].startswith("      “")
    assert shown[at + 1].startswith("      ")


@needs_pty
def test_no_color_is_respected(folder):
    shown = on_terminal("show", "Lowen Water", "-g", folder, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", shown)
    assert "planned" in shown
    dumb = on_terminal("show", "Lowen Water", "-g", folder, TERM="dumb")
    assert "\x1b" not in dumb


@pytest.mark.parametrize(
    "arguments",
    [["show", "Lowen Water"], ["path", "Tolm Council", "Lowen Water"], ["stats"]],
)
def test_a_pipe_gets_the_words_alone_whatever_its_width(folder, arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    shown = cli(*arguments, "-g", folder).stdout
    assert "\x1b" not in shown
    assert "▇" not in shown
    assert max(map(len, shown.splitlines())) > 20


@needs_pty
def test_a_terminal_says_what_a_pipe_says(folder):
    shown = " ".join(bare(on_terminal("path", "Tolm Council", "Lowen Water", "-g", folder)).split())
    assert shown == " ".join(
        cli("path", "Tolm Council", "Lowen Water", "-g", folder).stdout.split()
    )


# ---- path, stats


def test_a_path_quotes_each_step(folder):
    shown = cli("path", "Quince Growers", "reservoir", "-g", folder).stdout.splitlines()
    assert shown[0] == "Quince Growers … reservoir: 3 steps"
    assert shown[2] == "1. Ada Brandt – lauds – Quince Growers"
    assert shown[3] == "    asserted; confidence 1.00; 1 more between the two"
    assert shown[4] == "      “Ada Brandt lauded the Quince Growers.”"


def test_that_there_is_no_path_is_an_answer(folder):
    result = cli("path", "rain", "reservoir", "-g", folder)
    assert result.stdout == ""
    assert result.stderr == ("No path of at most 6 statements leads from rain to reservoir.\n")
    asserted = cli("path", "reservoir", "Piet Oram", "--asserted", "--max-steps", "2", "-g", folder)
    assert "at most 2 asserted statements" in asserted.stderr
    assert cli("path", "rain", "reservoir", "--json", "-g", folder).stdout == "null\n"


def test_an_unknown_end_of_a_path_has_status_1(folder):
    result = CliRunner().invoke(app, ["path", "Ada Brand", "Tolm", "-g", str(folder)])
    assert result.exit_code == 1
    assert "Near it: Ada Brandt" in result.stderr


def test_stats_tell_how_much_there_is_of_what(folder):
    shown = [" ".join(line.split()) for line in cli("stats", "-g", folder).stdout.splitlines()]
    assert shown[:3] == [
        "documents 2 2021 to 2021-05-06",
        "sentences 13",
        "statements 14 11 different facts",
    ]
    at = shown.index("statements by status")
    assert shown[at + 1 : at + 3] == ["asserted 10", "claimed 2"]
    assert "Ada Brandt 3" in shown


# ---- for programs


def test_every_command_that_tells_data_tells_it_as_json(folder):
    told = {
        name: json.loads(cli(*arguments, "--json", "-g", folder).stdout)
        for name, *arguments in (
            ("show", "show", "Ada Brandt"),
            ("path", "path", "Tolm Council", "Lowen Water"),
            ("stats", "stats"),
        )
    }
    assert told["show"]["name"] == "Ada Brandt"
    assert [f["statement"] for f in told["show"]["as_subject"]] == [
        "s00",
        "s01",
        "s08",
        "s06",
        "s09",
    ]
    assert told["show"]["as_object"] == []
    steps = told["path"]["steps"]
    assert [(f["subject"], f["object"]) for f in steps] == [
        ("Ada Brandt", "Tolm Council"),
        ("Ada Brandt", "Lowen Water"),
    ]
    assert steps[0]["others"] == 1
    assert told["stats"]["statuses"]["asserted"] == 10


def test_documents_merges_and_explanations_as_json(tmp_path):
    (tmp_path / "a.txt").write_text("Ada Brandt praised Piet Oram. Oram left.", "utf-8")
    folder = tmp_path / "g"
    cli("build", tmp_path / "a.txt", "-g", folder)
    [document] = json.loads(cli("documents", "--json", "-g", folder).stdout)
    assert (document["id"], document["statements"]) == ("a", 2)
    assert document["files"] == [str(tmp_path / "a.txt")]
    [merge] = json.loads(cli("merges", "--json", "-g", folder).stdout)
    assert set(merge["names"]) == {"Piet Oram", "Oram"}
    fact = json.loads(cli("show", "Ada", "--json", "-g", folder).stdout)["as_subject"][0]
    told = json.loads(cli("explain", fact["statement"], "--json", "-g", folder).stdout)
    assert told["statement"]["relation"] == "praises"
    assert [part["text"] for part in told["parts"][:3]] == ["Ada Brandt", "praised", "Piet Oram"]


def test_json_escapes_what_a_terminal_would_obey(hostile):
    shown = cli("show", "Ada_Brandt", "--json", "-g", hostile).stdout
    assert not OBEYED.search(shown)
    assert json.loads(shown)["name"] == "Ada\x9b31m\x07 \u202eBrandt"


# ---- nothing that a terminal would obey


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "Ada_Brandt"],
        ["show", "Quince_Growers"],
        ["path", "Ada_Brandt", "Lowen_Water"],
        ["stats"],
        ["query", "--name", "entities"],
    ],
)
def test_no_control_character_reaches_the_terminal(hostile, arguments):
    assert not OBEYED.search(cli(*arguments, "-g", hostile).stdout)


def test_nor_in_a_message(hostile):
    result = CliRunner().invoke(app, ["show", "Brand", "-g", str(hostile)])
    assert result.exit_code == 1
    assert not OBEYED.search(result.stderr)
    assert "Near it" in result.stderr


# ---- completion


def completed(line, folder):
    words = [*line.split(), ""] if line.endswith(" ") else line.split()
    environment = {
        **os.environ,
        "_KG_COMPLETE": "complete_bash",
        "COMP_WORDS": line.replace("GRAPH", str(folder)),
        "COMP_CWORD": str(len(words) - 1),
    }
    code = "import sys; sys.argv[0] = 'kg'; from kg.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, env=environment, text=True
    )
    assert run.stderr == ""
    return run.stdout.split()


def test_a_shell_completes_commands_entities_and_questions(folder):
    assert {"show", "stats"} <= set(completed("kg s", folder))
    assert completed("kg show -g GRAPH Tolm", folder) == ["Tolm", "Tolm_Council", "Tolm_Courier"]
    assert completed("kg path -g GRAPH Tolm Ada", folder) == ["Ada_Brandt"]
    assert completed("kg query --name claims", folder) == ["claims-of"]


def test_a_graph_that_is_not_there_completes_nothing(tmp_path):
    assert completed("kg show -g GRAPH Tolm", tmp_path) == []


def test_a_message_turns_no_text_around_and_moves_no_cursor(capsys):
    terminal.say("a\u202eb\u2066c\x1b[2J\x9bd")
    assert capsys.readouterr().err == "a b c [2J d\n"
