"""The commands that write a graph out: formats, destinations, how much text goes along."""

import csv
import io
import json
import zipfile

import orchard
import pyoxigraph as ox
import pytest
from typer.testing import CliRunner

from kg import api
from kg.cli import app
from kg.export import FORMATS
from kg.options import DocumentText, GraphFormat
from kg.redaction import CHOICES
from kg.stores.oxigraph import OxigraphStore

SECRET = "The dam does not leak."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A graph's folder with a store and nothing else."""
    made = tmp_path_factory.mktemp("valley")
    OxigraphStore.replace(made / "store", orchard.graph())
    return made


def cli(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_choices_of_the_command_are_those_of_the_package():
    assert [each.value for each in GraphFormat] == list(FORMATS)
    assert [each.value for each in DocumentText] == list(CHOICES)


@pytest.mark.parametrize("format_", [f for f in FORMATS if f != "entities"])
def test_every_format_is_written_to_standard_output_and_to_a_file(format_, folder, tmp_path):
    told = cli("export", "--format", format_, "-g", folder)
    assert told.exit_code == 0, told.stderr
    path = tmp_path / "out.zip"
    assert cli("export", "--format", format_, "-g", folder, "-o", path).exit_code == 0
    assert told.stdout_bytes == path.read_bytes() != b""


def test_tables_go_into_a_folder(folder, tmp_path):
    told = cli("export", "--format", "csv", "-g", folder, "-o", tmp_path / "tables")
    paths = [tmp_path / "tables" / name for name in ("nodes.csv", "edges.csv")]
    assert told.stderr == f"Wrote {paths[0]}\nWrote {paths[1]}\n"
    with paths[0].open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == len(orchard.ENTITIES)
    zipped = cli("export", "--format", "csv", "-g", folder).stdout_bytes
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        assert archive.read("edges.csv") == paths[1].read_bytes()


@pytest.mark.parametrize("text", CHOICES)
def test_text_goes_along_as_chosen(text, folder, tmp_path):
    nquads = cli("export", "--format", "nquads", "-g", folder, "--text", text).stdout
    properties = {quad.predicate.value for quad in ox.parse(nquads, format=ox.RdfFormat.N_QUADS)}
    locals_ = {iri.rpartition("#")[2] for iri in properties}
    assert ("isString" in locals_, SECRET in nquads) == (text == "full", text != "none")
    page = tmp_path / "page.html"
    assert cli("view", "-g", folder, "--text", text, "-o", page).exit_code == 0
    assert (SECRET in page.read_text(encoding="utf-8")) == (text != "none")


def test_the_default_is_all_of_the_text(folder):
    assert (
        cli("export", "--format", "trig", "-g", folder).stdout
        == cli("export", "--format", "trig", "-g", folder, "--text", "full").stdout
    )


def view_data(graph, text):
    page = graph.to_html(text=text)
    return json.loads(page.partition('id="data">')[2].partition("</script>")[0])


def column(table, name):
    at = table["fields"].index(name)
    return [row[at] if at < len(row) else None for row in table["rows"]]


def test_a_view_without_text_has_no_wording(folder):
    data = view_data(api.open_graph(folder), "none")
    assert set(column(data["sentences"], "text")) == {""}
    assert set(column(data["statements"], "surface")) == {""}
    assert set(column(data["statements"], "cues")) == {None}
    assert column(data["documents"], "title") == ["Orchards win over reservoir", None]


def test_a_view_of_sentences_has_those_that_carry_statements(folder):
    whole = column(view_data(api.open_graph(folder), "full")["sentences"], "text")
    shown = column(view_data(api.open_graph(folder), "sentences")["sentences"], "text")
    assert set(whole) - set(shown) == {"Orchards win over reservoir"}
    assert SECRET in shown


def test_negations_need_rdf(folder):
    told = cli("export", "--format", "gexf", "-g", folder, "--owl-negations")
    assert told.exit_code == 2
    assert "OWL's negations need RDF" in told.stderr
    assert cli("export", "--format", "turtle", "-g", folder, "--owl-negations").exit_code == 0


def test_all_mentions_are_of_entities_alone(tmp_path):
    OxigraphStore.replace(tmp_path / "store", orchard.graph())
    run = CliRunner().invoke(app, ["export", "-g", str(tmp_path), "--format", "facts", "--all"])
    assert run.exit_code == 2
    assert "Only entities have all mentions" in run.stderr
