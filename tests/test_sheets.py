"""A build changes what comes out differently, and ends as a build from nothing would."""

import ast
import os
import signal
from pathlib import Path

import pyoxigraph as ox
import pytest
import railway

import kg
from kg import api, config, rdf
from kg.records import Records
from kg.stores import oxigraph
from kg.stores.oxigraph import OxigraphStore

PACKAGE = Path(kg.__file__).parent


pytestmark = pytest.mark.usefixtures("same_code")


FERRIES = {
    f"ferry{n}": f"{first} {last} praised the {town} Ferry Company. {last} met Nora Salt in {town}."
    for n, (first, last, town) in enumerate(
        zip(
            "Ines Hugo Olga Paul Rita Sven Thea Ugo".split(),
            "Marsh Fenn Holt Crane Dale Ridge Brook Lowe".split(),
            "Quellin Ostby Farrow Lindal Kessel Torvik Marne Ulvik".split(),
            strict=True,
        )
    )
}


def write_ferries(folder, **changed):
    folder.mkdir(exist_ok=True)
    for name, text in (FERRIES | changed).items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def held(folder):
    """All that a build leaves: the files and the quads of the store."""
    return railway.written(folder), set(kg.open_graph(folder).store.quads())


CHANGES = {
    "a new document": {"news": "The Quellin Ferry Company fired Ines Marsh. It sold a ship."},
    "another text": {"ferry3": "Paul Crane criticized the Lindal Ferry Company."},
    "a document that ties others together": {"news": "Nora Salt, the mayor of Ostby, met Crane."},
    "a document of nothing new": {"news": "It was so."},
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_place_ends_as_a_build_from_nothing(tmp_path, monkeypatch, change):
    texts = write_ferries(tmp_path / "texts")
    kg.build(texts, tmp_path / "g")
    before = held(tmp_path / "g")
    write_ferries(texts, **CHANGES[change])
    kg.build(texts, tmp_path / "anew")
    with monkeypatch.context() as patch:
        patch.setattr(OxigraphStore, "replace_by_texts", None)
        kg.build(texts, tmp_path / "g")
    assert held(tmp_path / "g") == held(tmp_path / "anew")
    assert held(tmp_path / "g") != before
    with monkeypatch.context() as patch:
        patch.setattr(OxigraphStore, "replace_by_texts", None)
        if "news" in CHANGES[change]:
            api.remove("news", tmp_path / "g")
        else:
            write_ferries(texts)
            kg.build(texts, tmp_path / "g")
    assert held(tmp_path / "g") == before


@pytest.mark.parametrize("most", [1, 2_000, 1_000_000])
def test_however_much_is_loaded_at_once_the_store_is_the_same(tmp_path, monkeypatch, most):
    texts = write_ferries(tmp_path / "texts")
    monkeypatch.setattr("kg.sheets._LOADED_AT_ONCE", most)
    files, quads = held(kg.build(texts, tmp_path / "g").folder)
    assert quads == {*ox.parse(files["graph.trig"], ox.RdfFormat.TRIG)}
    assert len(quads) > 500


def test_a_change_lays_out_no_document_that_comes_out_as_before(tmp_path, monkeypatch):
    texts = write_ferries(tmp_path / "texts")
    kg.build(texts, tmp_path / "g")
    made = []
    graph_of = rdf.Writer.graph_of
    monkeypatch.setattr(
        rdf.Writer,
        "graph_of",
        lambda writer, record, said: (
            made.append(record.document.id) or graph_of(writer, record, said)
        ),
    )
    write_ferries(texts, news="Nora Salt met the mayor of Corvale.")
    kg.build(texts, tmp_path / "g")
    assert made == ["news"]


def test_of_the_default_graph_only_what_differs_is_changed(tmp_path, monkeypatch):
    texts = write_ferries(tmp_path / "texts")
    kg.build(texts, tmp_path / "g")
    seen = []
    change = oxigraph._change
    monkeypatch.setattr(
        oxigraph,
        "_change",
        lambda store, changes: seen.append(changes[ox.DefaultGraph()]) or change(store, changes),
    )
    write_ferries(texts, news="It was so.")
    kg.build(texts, tmp_path / "g")
    write_ferries(texts, news="Nora Salt sang.")
    kg.build(texts, tmp_path / "g")
    assert [(len(told.gone), len(told.new) > 0) for told in seen] == [(0, False), (0, True)]


def test_without_the_sheet_of_the_default_graph_all_of_that_is_made_anew(tmp_path, monkeypatch):
    texts = write_ferries(tmp_path / "texts")
    kg.build(texts, tmp_path / "g")
    with Records(tmp_path / "g" / "records.sqlite", writing=True) as records:
        records.forget_sheets([key for key, used in records.sheets_used().items() if not used])
    write_ferries(texts, news="Nora Salt fired Hugo Fenn.")
    kg.build(texts, tmp_path / "anew")
    monkeypatch.setattr(OxigraphStore, "replace_by_texts", None)
    kg.build(texts, tmp_path / "g")
    assert held(tmp_path / "g") == held(tmp_path / "anew")


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
@pytest.mark.parametrize(
    ("step", "after"), [("_change", True), ("_put_label", False), ("OxigraphStore.amend", True)]
)
def test_an_amendment_that_is_killed_is_made_again(tmp_path, step, after):
    texts = write_ferries(tmp_path / "texts")
    kg.build(texts, tmp_path / "g")
    write_ferries(texts, news="Nora Salt fired Hugo Fenn.")
    kg.build(texts, tmp_path / "anew")
    code = f"{railway.KILLER}\nkill_in('kg.stores.oxigraph', {step!r}, 1, {after})"
    assert railway.run(texts, tmp_path / "g", code) == -signal.SIGKILL
    kg.build(texts, tmp_path / "g")
    assert held(tmp_path / "g") == held(tmp_path / "anew")


# ---- what is kept goes with the code that made it


def imported(module):
    """The modules of kg that a module imports when it runs, as paths within the package."""
    tree = ast.parse((PACKAGE / module).read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kg":
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                path = "/".join(name.split(".")[1:])
                found = (f"{path}.py", f"{path}/__init__.py")
                yield from (file for file in found if path and (PACKAGE / file).is_file())


def test_records_go_with_all_code_that_derives_them():
    waiting = [
        "pipeline.py",
        *(f"extractors/{p.name}" for p in (PACKAGE / "extractors").glob("*.py")),
    ]
    found = set()
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imported(module)
    assert {module.split("/")[0] for module in found} | {"data"} == set(
        f"{config.DERIVING} {config.RECOGNISING}".split()
    )


def test_graphs_go_with_all_code_but_what_only_shows_them():
    assert all((PACKAGE / part).exists() for part in config.SHOWING.split())
    waiting, found = ["building.py"], set()
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imported(module)
    assert not {module.split("/")[0] for module in found} & set(config.SHOWING.split())


def test_another_view_writes_the_files_again_and_parses_nothing(tmp_path, monkeypatch):
    texts = write_ferries(tmp_path / "texts")
    kg.build(texts, tmp_path / "g")
    before = railway.written(tmp_path / "g")
    monkeypatch.setattr("kg.building.written_code", lambda: "with another style")
    monkeypatch.setattr("kg.pipeline.analyse", None)
    monkeypatch.setattr(rdf.Writer, "graph_of", None)
    (tmp_path / "g" / "graph.html").write_text("the old style", encoding="utf-8")
    assert kg.build(texts, tmp_path / "g").report.changed
    assert railway.written(tmp_path / "g") == before
