"""A graph depends on its documents alone: not on their order, on earlier builds or on accidents."""

import io
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import orchard
import pytest
import railway

import kg
from kg import api, building, parsing, pipeline, retrieval
from kg.errors import ArgumentError, GraphError, InputError, ModelError, UnknownNameError
from kg.records import Records
from kg.stores.oxigraph import OxigraphStore

FACTS = {
    "Mara Lind | praises | Jonas Weir | asserted",
    "Mara Lind | meets | Otto Brack | asserted",
    "Otto Brack | criticizes | Jonas Weir | negated",
    "Jonas Weir | criticizes | Otto Brack | asserted",
    "Tarn Tunnel | harms | Corvale | claimed",
    "Mara Lind | meets | Elsa Quill | planned",
    "Elsa Quill | leads | Corvale Union | asserted",
}
ONLY_OPENING = {fact for fact in FACTS if fact.startswith(("Mara Lind | praises", "Otto"))} | {
    "Mara Lind | meets | Otto Brack | asserted"
}


pytestmark = pytest.mark.usefixtures("same_code")


@pytest.fixture
def texts(tmp_path):
    """The folder of the three articles."""
    railway.write(tmp_path / "texts", *railway.ARTICLES)
    return tmp_path / "texts"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Graphs of all articles and of the first alone, and the articles; not to be changed."""
    place = tmp_path_factory.mktemp("finished")
    paths = railway.write(place / "texts", *railway.ARTICLES)
    kg.build(paths, place / "all")
    kg.build(paths[:1], place / "first")
    return place


@pytest.fixture
def no_parsing(monkeypatch):
    """Make a build fail that would parse."""

    def refuse(*_):
        raise AssertionError("parsed again")

    monkeypatch.setattr(pipeline, "analyse", refuse)


# ---- the same graph, whatever the way to it


def test_the_facts_of_the_articles(texts, tmp_path):
    graph = kg.build([texts], tmp_path / "g")
    assert set(railway.facts(graph)) == FACTS
    report = graph.report
    assert (report.given, report.parsed, report.documents, report.sentences) == (3, 3, 3, 7)
    assert report.statements == len(FACTS)
    assert report.entities == len(graph.entities)


def test_documents_one_by_one_in_any_order_or_at_once(finished, tmp_path):
    opening, tunnel, strike = (finished / "texts" / f"{name}.txt" for name in railway.ARTICLES)
    for path in (opening, tunnel, strike):
        kg.build(path, tmp_path / "forwards")
    for path in (strike, tunnel, opening):
        kg.build(path, tmp_path / "backwards")
    at_once = railway.written(finished / "all")
    assert railway.written(tmp_path / "forwards") == at_once
    assert railway.written(tmp_path / "backwards") == at_once


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_order_of_hashes_leaves_no_trace(finished, tmp_path, seed):
    """The fixture was built in this process, under a seed of its own."""
    railway.run(finished / "texts", tmp_path / "g", PYTHONHASHSEED=seed)
    assert railway.written(tmp_path / "g") == railway.written(finished / "all")


def test_where_the_documents_lie_leaves_no_trace(finished, tmp_path):
    shutil.copytree(finished / "texts", tmp_path / "elsewhere" / "deep")
    assert railway.built(tmp_path / "g", tmp_path / "elsewhere") == railway.written(
        finished / "all"
    )


def test_one_document_under_two_paths_is_one(finished, tmp_path):
    copied = railway.write(tmp_path / "copy", "opening")
    kg.build(finished / "texts", tmp_path / "g")
    graph = kg.build(copied, tmp_path / "g")
    assert graph.report.documents == 3
    assert railway.written(tmp_path / "g") == railway.written(finished / "all")


# ---- adding, changing, removing


def test_an_unchanged_build_parses_and_writes_nothing(texts, tmp_path, no_parsing, finished):
    shutil.copytree(finished / "all", tmp_path / "g")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "g").rglob("graph.*")}
    graph = kg.build([finished / "texts"], tmp_path / "g")
    assert not graph.report.changed
    assert graph.report.parsed == 0
    assert graph.report.documents == 3
    assert graph.report.statements == len(FACTS)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_adding_a_document_parses_that_alone(texts, tmp_path):
    kg.build([texts / "opening.txt"], tmp_path / "g")
    assert kg.build([texts], tmp_path / "g").report.parsed == 2


def test_a_changed_document_takes_the_place_of_the_old(texts, tmp_path):
    kg.build([texts], tmp_path / "g")
    (texts / "strike.txt").write_text("Elsa Quill praised Mara Lind.", encoding="utf-8")
    graph = kg.build([texts], tmp_path / "g")
    assert graph.report.parsed == 1
    assert "Elsa Quill | praises | Mara Lind | asserted" in railway.facts(graph)
    assert "Elsa Quill | leads | Corvale Union | asserted" not in railway.facts(graph)
    assert railway.written(tmp_path / "g") == railway.built(tmp_path / "anew", texts)


def test_a_file_gone_from_its_folder_leaves_the_graph(texts, tmp_path, finished):
    kg.build([texts], tmp_path / "g")
    for name in ("tunnel", "strike"):
        (texts / f"{name}.txt").unlink()
    graph = kg.build([texts], tmp_path / "g")
    assert set(graph.report.removed) == {str(texts / "tunnel.txt"), str(texts / "strike.txt")}
    assert railway.written(tmp_path / "g") == railway.written(finished / "first")
    with Records(tmp_path / "g" / "records.sqlite") as records:
        assert list(records.member_digests()) == [str(texts / "opening.txt")]


def test_a_file_gone_stays_while_its_folder_is_not_given(texts, tmp_path):
    kg.build([texts], tmp_path / "g")
    (texts / "tunnel.txt").unlink()
    graph = kg.build([texts / "opening.txt"], tmp_path / "g")
    assert graph.report.removed == ()
    assert graph.report.documents == 3


def test_a_file_that_was_emptied_leaves_the_graph(texts, tmp_path):
    kg.build([texts], tmp_path / "g")
    (texts / "tunnel.txt").write_text(" \n", encoding="utf-8")
    graph = kg.build([texts / "tunnel.txt"], tmp_path / "g")
    assert graph.report.removed == (str(texts / "tunnel.txt"),)
    assert graph.report.documents == 2


def test_a_file_that_cannot_be_read_any_more_stays(texts, tmp_path):
    kg.build([texts], tmp_path / "g")
    (texts / "tunnel.txt").write_bytes(bytes(range(256)) * 8)
    graph = kg.build([texts], tmp_path / "g")
    assert [problem.severity for problem in graph.report.problems] == ["error"]
    assert set(railway.facts(graph)) == FACTS


@pytest.mark.parametrize("named", ["id", "path", "folder"])
def test_documents_are_removed_by_name(texts, tmp_path, finished, named):
    (texts / "new").mkdir()
    paths = {name: texts / "new" / f"{name}.txt" for name in ("tunnel", "strike")}
    for path in paths.values():
        (texts / path.name).rename(path)
    kg.build([texts], tmp_path / "g")
    shutil.move(texts / "new", tmp_path / "old")
    names = {
        "id": list(paths),
        "path": list(map(str, paths.values())),
        "folder": [str(texts / "new")],
    }
    graph = api.remove(names[named], tmp_path / "g")
    assert set(graph.report.removed) == set(map(str, paths.values()))
    assert railway.written(tmp_path / "g") == railway.written(finished / "first")


@pytest.mark.parametrize("nothing", ["", " "])
def test_no_name_removes_none_of_the_folder_of_work(tmp_path, finished, nothing, monkeypatch):
    shutil.copytree(finished / "all", tmp_path / "g")
    monkeypatch.chdir(finished)
    with pytest.raises(ArgumentError, match="No document was named"):
        api.remove(["tunnel", nothing], tmp_path / "g")
    assert len(api.open_graph(tmp_path / "g").documents()) == 3


def test_an_unknown_document_removes_none(texts, tmp_path):
    kg.build([texts], tmp_path / "g")
    with pytest.raises(UnknownNameError, match=r'called "tunel" or lies there\. Near it: tunnel'):
        api.remove(["strike", "tunel"], tmp_path / "g")
    assert kg.build([texts], tmp_path / "g").report.changed is False


def test_a_folder_that_is_gone_is_told_with_what_the_graph_keeps_of_it(texts, tmp_path):
    kg.build([texts], tmp_path / "g")
    texts.rename(tmp_path / "renamed")
    hint = f"the graph keeps 3 documents from there, which kg remove {texts} would take out"
    with pytest.raises(InputError, match=hint):
        kg.build([texts], tmp_path / "g")
    graph = kg.build([texts, tmp_path / "renamed"], tmp_path / "g")
    assert hint in graph.report.problems[0].reason


def test_of_a_file_that_was_spoilt_the_graph_keeps_the_text_and_says_so(texts, tmp_path):
    built = kg.build([texts], tmp_path / "g")
    known = set(railway.facts(built))
    spoilt = texts / "strike.txt"
    spoilt.write_bytes(b"PK\x03\x04\x00\x00\x00\x00" * 50)
    graph = kg.build([texts], tmp_path / "g")
    hint = f"the graph keeps 1 document from there, which kg remove {spoilt} would take out"
    assert [hint in problem.reason for problem in graph.report.problems] == [True]
    assert set(railway.facts(graph)) == known


def test_files_that_no_build_wrote_are_not_replaced(texts, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "graph.html").write_text("my own", encoding="utf-8")
    with pytest.raises(GraphError, match=r"mine has graph\.html, and neither a store nor a"):
        kg.build([texts], tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["graph.html"]


def test_the_counts_of_a_build_add_up(tmp_path):
    (tmp_path / "a.txt").write_text(
        "Advertisement\nThey praised Otto Brack. Brack met Mara Lind. Brack met Lind, whom he met. "
        "Mara Lind said that Tom Reed may sue her.\nTown\tTrains\nCorvale\t3\n",
        encoding="utf-8",
    )
    for changed in (True, False):
        report = kg.build([tmp_path / "a.txt"], tmp_path / "g").report
        assert report.changed is changed
        assert report.unread == {"furniture": 1, "table": 4}
        assert report.dropped["pronoun not resolved"] >= 1
        assert report.triples - report.dropped.total() == report.statements > 0


def test_the_last_document_may_go(texts, tmp_path):
    kg.build([texts], tmp_path / "g")
    for path in texts.iterdir():
        path.unlink()
    graph = kg.build([texts], tmp_path / "g")
    assert graph.report.documents == 0
    assert graph.statements == ()


def test_metadata_and_date_change_the_document(texts, tmp_path):
    graph = kg.build([texts], tmp_path / "g", date="2021-03-04")
    assert {d.date for d in graph.subgraph.documents.values()} == {"2021-03-04"}
    table = tmp_path / "table.csv"
    table.write_text("file,date,author\nstrike.txt,2022-05-06,R. Vale\n", encoding="utf-8")
    graph = kg.build([texts], tmp_path / "g", date="2021-03-04", metadata=table)
    strike = graph.subgraph.documents["strike"]
    assert (strike.date, strike.author) == ("2022-05-06", "R. Vale")
    assert graph.report.parsed == 1


# ---- settings


def test_settings_are_remembered(texts, tmp_path):
    kg.build(texts / "opening.txt", tmp_path / "g", settings=kg.Settings(base_iri="urn:rail:"))
    graph = kg.build(texts / "tunnel.txt", tmp_path / "g")
    assert {row.e for row in graph.query("SELECT DISTINCT ?e WHERE { ?e kg:claims ?s }")} == {
        "urn:rail:entity/Jonas_Weir"
    }


def test_another_base_iri_needs_no_parsing(finished, tmp_path, no_parsing):
    shutil.copytree(finished / "all", tmp_path / "g")
    graph = kg.build(
        finished / "texts", tmp_path / "g", settings=kg.Settings(base_iri="https://rail.example/")
    )
    assert b"https://rail.example/" in railway.written(tmp_path / "g")["graph.ttl"]
    assert set(railway.facts(graph)) == FACTS


def test_other_rules_make_other_records(texts, tmp_path, monkeypatch):
    kg.build(texts, tmp_path / "g")
    monkeypatch.setattr("kg.config._code_digest", lambda: "with another rule")
    assert kg.build(texts, tmp_path / "g").report.parsed == 3


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        (kg.Settings(model="no_such_model"), ModelError),
        (kg.Settings(base_iri="no iri"), InputError),
        (kg.Settings(base_iri=""), InputError),
    ],
)
def test_wrong_settings_leave_no_folder_and_touch_no_graph(texts, tmp_path, settings, error):
    with pytest.raises(error):
        kg.build(texts, tmp_path / "g", settings=settings)
    assert not (tmp_path / "g").exists()
    before = railway.built(tmp_path / "g", texts)
    with pytest.raises(error):
        kg.build(texts, tmp_path / "g", settings=settings)
    assert railway.written(tmp_path / "g") == before
    assert not kg.build(texts, tmp_path / "g").report.changed


def test_a_text_on_which_a_rule_fails_is_left_out_and_said(texts, tmp_path, monkeypatch):
    derive = pipeline.derive

    def fail_on_tunnel(document, sentences, learnt):
        if document.id == "tunnel":
            raise IndexError("no such token")
        return derive(document, sentences, learnt)

    monkeypatch.setattr(pipeline, "derive", fail_on_tunnel)
    graph = kg.build([texts], tmp_path / "g")
    assert (graph.report.given, graph.report.documents) == (2, 2)
    [problem] = graph.report.problems
    assert problem.path == str(texts / "tunnel.txt")
    assert problem.reason.startswith("kg failed on it (IndexError: no such token; test_building.py")
    monkeypatch.undo()
    assert set(railway.facts(kg.build([texts], tmp_path / "g"))) == FACTS


# ---- accidents


MOMENTS = {
    "the store is filled": ("kg.stores.filling", "fill", 1, True),
    "the old store is put aside": ("pathlib", "Path.rename", 1, True),
    "the new store stands": ("kg.stores.oxigraph", "OxigraphStore.replace_by_texts", 1, True),
    "entities are being noted": ("kg.encoding", "_entity_row", 3, False),
    "members are noted": ("kg.records", "Records.finish", 1, True),
    "sheets are noted": ("kg.records", "Records.put_sheets", 1, True),
    "a file is being written": ("kg.records", "Records.sheet", 2, False),
    "one file is written": ("kg.sheets", "Texts.trig", 1, False),
    "all files are written": ("kg.api", "_write_outputs", 1, True),
}


@pytest.fixture(scope="module")
def ready(finished):
    """The graph of the first article, with the records of all: the next build parses nothing."""
    shutil.copytree(finished / "first", finished / "ready")
    with (
        Records(finished / "all" / "records.sqlite") as source,
        Records(finished / "ready" / "records.sqlite", writing=True) as target,
    ):
        fingerprint = kg.config.Config().fingerprint(
            parsing.pipeline_version(kg.config.Config().model)
        )
        for digest in source.member_digests().values():
            target.put(source.get(digest, fingerprint), fingerprint)
    return finished / "ready"


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_build_loses_nothing_and_goes_on(finished, ready, tmp_path, moment, no_parsing):
    folder = tmp_path / "g"
    shutil.copytree(ready, folder)
    code = f"{railway.KILLER}\nkill_in(*{MOMENTS[moment]!r})"
    assert railway.run(finished / "texts", folder, code) == -signal.SIGKILL
    graph = kg.open_graph(folder)
    assert set(railway.facts(graph)) in (ONLY_OPENING, FACTS)
    with (tmp_path / "entities.jsonl").open("wb") as out:
        graph.export("entities", out)
    for name, held in railway.written(folder).items():
        assert held in (
            (finished / "first" / name).read_bytes(),
            (finished / "all" / name).read_bytes(),
        )
    assert kg.build(finished / "texts", folder).report.changed
    assert railway.written(folder) == railway.written(finished / "all")
    assert sorted(p.name for p in folder.iterdir()) == sorted(
        p.name for p in (finished / "all").iterdir()
    )


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
@pytest.mark.parametrize("moment", ["the new store stands", "members are noted"])
def test_after_a_kill_another_build_is_as_exact(finished, ready, tmp_path, moment, no_parsing):
    shutil.copytree(ready, tmp_path / "g")
    code = f"{railway.KILLER}\nkill_in(*{MOMENTS[moment]!r})"
    assert railway.run(finished / "texts", tmp_path / "g", code) == -signal.SIGKILL
    graph = kg.build(finished / "texts" / "opening.txt", tmp_path / "g")
    members = 1 if moment == "the new store stands" else 3
    assert graph.report.documents == members
    expected = finished / ("first" if members == 1 else "all")
    assert railway.written(tmp_path / "g") == railway.written(expected)


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_what_was_parsed_before_a_kill_is_not_parsed_again(finished, tmp_path):
    kill = "kill_in('kg.records', 'Records.put_encoded', 2, True)"
    code = f"{railway.KILLER}\n{railway.LONG_SECONDS}\n{kill}"
    assert railway.run(finished / "texts", tmp_path / "g", code) == -signal.SIGKILL
    graph = kg.build(finished / "texts", tmp_path / "g")
    assert graph.report.parsed == 1
    assert railway.written(tmp_path / "g") == railway.written(finished / "all")


def test_an_interrupted_build_keeps_what_it_parsed(texts, tmp_path, finished):
    def interrupt(done, _):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kg.build(texts, tmp_path / "g", progress=interrupt)
    graph = kg.build(texts, tmp_path / "g")
    assert graph.report.parsed == 1
    assert railway.written(tmp_path / "g") == railway.written(finished / "all")


@pytest.mark.parametrize("lost", ["graph.html", "graph.ttl", "store"])
def test_what_was_lost_is_written_again(finished, tmp_path, no_parsing, lost):
    shutil.copytree(finished / "all", tmp_path / "g")
    path = tmp_path / "g" / lost
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert kg.build(finished / "texts", tmp_path / "g").report.changed
    assert railway.written(tmp_path / "g") == railway.written(finished / "all")


def test_a_damaged_store_is_made_anew(finished, tmp_path, no_parsing):
    shutil.copytree(finished / "all", tmp_path / "g")
    for path in (tmp_path / "g" / "store").glob("*.sst"):
        path.write_bytes(b"rubbish")
    with pytest.raises(GraphError, match="damaged"):
        kg.open_graph(tmp_path / "g")
    assert set(railway.facts(kg.build(finished / "texts", tmp_path / "g"))) == FACTS


def test_a_second_build_is_told_to_wait(finished, tmp_path):
    shutil.copytree(finished / "all", tmp_path / "g")
    before = railway.written(tmp_path / "g")
    with (
        Records(tmp_path / "g" / "records.sqlite", writing=True),
        pytest.raises(GraphError, match="in use by another kg build"),
    ):
        kg.build(finished / "texts", tmp_path / "g")
    assert railway.written(tmp_path / "g") == before


def test_a_store_that_another_program_writes_is_left_alone(finished, texts, tmp_path):
    shutil.copytree(finished / "first", tmp_path / "g")
    code = (
        "import sys, pyoxigraph\nheld = pyoxigraph.Store(sys.argv[1])\n"
        "print('held', flush=True)\nsys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "g" / "store")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(GraphError, match="Another process is writing"):
            kg.build(texts, tmp_path / "g")
        assert set(railway.facts(kg.open_graph(tmp_path / "g"))) == ONLY_OPENING
        other.stdin.close()
    assert kg.build(texts, tmp_path / "g").report.parsed == 0


def test_the_graph_can_be_read_while_it_is_built(texts, tmp_path):
    kg.build(texts / "opening.txt", tmp_path / "g")
    seen = []
    kg.build(
        texts,
        tmp_path / "g",
        progress=lambda *_: seen.append(set(railway.facts(kg.open_graph(tmp_path / "g")))),
    )
    assert seen == [ONLY_OPENING] * 3


@pytest.mark.parametrize("looked", [False, True])
def test_a_graph_that_was_built_again_tells_what_it_is_now(texts, tmp_path, looked):
    """Whether or not its statements and its worker were there before, all is of one build."""
    every_statement = "SELECT ?s WHERE { ?s a rdf:Statement }"
    graph = kg.build(texts / "opening.txt", tmp_path / "g")
    if looked:
        assert set(railway.facts(graph)) == ONLY_OPENING
        assert len(graph.query(every_statement)) == len(ONLY_OPENING)
    kg.build(texts, tmp_path / "g")
    assert len(graph.query(every_statement)) == len(FACTS)
    assert set(railway.facts(graph)) == FACTS
    assert {row.of for row in graph.query("SELECT ?of WHERE { GRAPH ?of { ?s kg:rule ?r } }")} == {
        str(name.value) for name in graph.store.graphs() if hasattr(name, "value")
    }


def test_amid_a_build_a_graph_is_what_it_was(texts, tmp_path, finished):
    shutil.copytree(finished / "first", tmp_path / "g")
    graph = kg.open_graph(tmp_path / "g")
    (tmp_path / "g" / "store").rename(tmp_path / "g" / "store.old")
    assert set(railway.facts(graph)) == ONLY_OPENING


@pytest.mark.parametrize("target", ["store", "files"])
def test_a_full_disk_is_told_and_what_was_there_stays(finished, tmp_path, monkeypatch, target):
    shutil.copytree(finished / "first", tmp_path / "g")

    def full(*_):
        raise OSError(28, "No space left on device")

    if target == "store":
        monkeypatch.setattr("kg.stores.filling.fill", full)
    else:
        monkeypatch.setattr("kg.files.os.fsync", full)
    with pytest.raises(GraphError, match=r"disk is full|No space left on device"):
        kg.build(finished / "texts", tmp_path / "g")
    monkeypatch.undo()
    assert railway.written(tmp_path / "g") == railway.written(finished / "first")
    kg.open_graph(tmp_path / "g")
    assert kg.build(finished / "texts", tmp_path / "g").report.parsed == 0
    assert railway.written(tmp_path / "g") == railway.written(finished / "all")


def test_a_folder_that_cannot_be_made(texts, tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(GraphError, match="cannot be made"):
        kg.build(texts, tmp_path / "file" / "g")


# ---- the main path keeps to its part


def test_what_is_written_is_what_the_store_holds(texts, tmp_path):
    """The outputs are made of what went into the store, without reading that back."""
    seen = []
    outputs = building.Outputs((), lambda *given: seen.append(given))
    building.build(tmp_path / "g", building.Sources([texts], date="2021-03-04"), {}, outputs)
    [(folder, subgraph, _)] = seen
    read = kg.open_graph(folder).subgraph
    assert subgraph == read
    for part in ("entities", "documents", "sentences"):
        assert list(getattr(subgraph, part)) == list(getattr(read, part))


def test_files_put_together_are_as_if_written_from_the_store(finished):
    graph = kg.open_graph(finished / "all")
    for name, format_ in (("graph.ttl", "turtle"), ("graph.trig", "trig")):
        out = io.BytesIO()
        graph.export(format_, out)
        assert out.getvalue() == (finished / "all" / name).read_bytes()


def test_every_kind_of_statement_is_read_back_as_it_was_written():
    store = OxigraphStore()
    store.load(orchard.graph())
    made = retrieval.as_read(orchard.RECORDS, orchard.ENTITIES, orchard.STATEMENTS)
    assert made == retrieval.read_subgraph(store)


def test_outputs_are_written_when_the_store_stands(texts, tmp_path):
    seen = []

    def write(folder, subgraph, texts):
        assert {document.id for document in subgraph.documents.values()} == set(railway.ARTICLES)
        seen.append(folder)
        OxigraphStore.open(folder / "store").close()

    sources = building.Sources([texts])
    building.build(tmp_path / "g", sources, {}, building.Outputs((), write))
    report = building.build(tmp_path / "g", sources, {}, building.Outputs((), write))
    assert seen == [tmp_path / "g"]
    assert not report.changed
    assert not list(Path(tmp_path / "g").glob("graph.*"))


def test_an_unchanged_build_loads_no_language_pipeline(finished, tmp_path):
    shutil.copytree(finished / "all", tmp_path / "g")
    code = "import atexit, sys\natexit.register(lambda: 'spacy' in sys.modules and os._exit(9))"
    assert railway.run(finished / "texts", tmp_path / "g", f"import os\n{code}") == 0


def test_a_file_that_somebody_wrote_to_is_written_again(tmp_path):
    (tmp_path / "a.txt").write_text("Mara Lind met Otto Brack.", encoding="utf-8")
    kg.build(tmp_path / "a.txt", tmp_path / "g")
    turtle = tmp_path / "g" / "graph.ttl"
    right = turtle.read_bytes()
    turtle.write_bytes(b"x" * len(right))
    made = kg.build(tmp_path / "a.txt", tmp_path / "g")
    assert turtle.read_bytes() == right
    assert made.report.parsed == 0
    assert not kg.build(tmp_path / "a.txt", tmp_path / "g").report.changed
