"""What Python users call: build, open, ask, look, analyse, write, extract."""

import io
import json
from types import SimpleNamespace

import networkx as nx
import pytest
import railway
import rdflib

import kg
from kg import api, knowledge
from kg.errors import ArgumentError, GraphError, InputError, QueryError, UnknownNameError

SUBJECTS = "SELECT DISTINCT ?name WHERE { ?s rdf:subject/rdfs:label ?name } ORDER BY ?name"
NAMES = ["Elsa Quill", "Jonas Weir", "Mara Lind", "Otto Brack", "Tarn Tunnel"]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    place = tmp_path_factory.mktemp("api")
    railway.write(place / "texts", *railway.ARTICLES)
    return kg.build([place / "texts"], place / "g")


def exported(graph, format_, **options):
    out = io.BytesIO()
    graph.export(format_, out, **options)
    return out.getvalue().decode()


# ---- build and open


def test_a_string_or_a_path_or_several_are_inputs(tmp_path):
    [path] = railway.write(tmp_path / "texts", "opening")
    for given in (str(path), path, [path], (str(tmp_path / "texts"),)):
        assert kg.build(given, tmp_path / "g").report.documents == 1


def test_the_folder_is_output_where_none_is_named(tmp_path, monkeypatch):
    railway.write(tmp_path / "texts", "opening")
    monkeypatch.chdir(tmp_path)
    kg.build(["texts/"])
    assert len(kg.open_graph().entities) == len(kg.open_graph("output/").entities) > 0


def test_an_opened_graph_is_the_one_built(graph):
    opened = kg.open_graph(graph.folder)
    assert railway.facts(opened) == railway.facts(graph)
    assert repr(opened).endswith(f"{len(graph.entities)} entities, 7 statements>")
    with pytest.raises(InputError, match="no report of a build"):
        _ = opened.report


def test_opening_where_no_graph_is(tmp_path):
    with pytest.raises(GraphError, match="Run `kg build` first"):
        kg.open_graph(tmp_path)


def test_progress_is_told_for_every_document(tmp_path):
    railway.write(tmp_path / "texts", *railway.ARTICLES)
    told = []
    kg.build(tmp_path / "texts", tmp_path / "g", progress=lambda *counts: told.append(counts))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("inputs", [[], "", ["texts", ""]])
def test_no_inputs_are_an_error_and_change_nothing(tmp_path, there, inputs):
    if there:
        kg.build(railway.write(tmp_path / "texts", "opening"), tmp_path / "g")
    with pytest.raises(ArgumentError, match="No inputs were given"):
        kg.build(inputs, tmp_path / "g")
    assert (tmp_path / "g").exists() == there
    assert not there or len(kg.open_graph(tmp_path / "g").documents()) == 1


def test_nothing_to_build_names_every_input(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"nothing could be built:\n.*missing.*\n.*empty"):
        kg.build([tmp_path / "missing.txt", tmp_path / "empty"], tmp_path / "g")
    assert not (tmp_path / "g").exists()


# ---- ask


def test_rows_by_name_place_and_attribute(graph):
    result = graph.query(SUBJECTS)
    assert [row.name for row in result] == NAMES
    assert [row["name"] for row in result] == [row[0] for row in result] == NAMES
    assert len(result) == 5


def test_a_data_frame(graph):
    pytest.importorskip("pandas")
    frame = graph.query(SUBJECTS).to_dataframe()
    assert list(frame.columns) == ["name"]
    assert list(frame["name"]) == NAMES


def test_named_questions(graph):
    assert len(graph.ask("claims-of", "Jonas Weir")) == 1
    assert len(graph.ask("claims-of", "speaker=Weir")) == 1
    with pytest.raises(UnknownNameError, match="Did you mean claims-of"):
        graph.ask("claim-of")


def test_a_query_that_would_write_is_refused(graph):
    with pytest.raises(QueryError, match="queries only read"):
        graph.query("DELETE WHERE { ?s ?p ?o }")


# ---- look


def test_entities_and_statements(graph):
    by_name = {entity.name: entity for entity in graph.entities}
    assert by_name["Mara Lind"].type == "Person"
    assert [e.id for e in graph.entities] == sorted(e.id for e in graph.entities)
    for entity in graph.entities:
        assert entity.mentions
        for mention in entity.mentions:
            text = graph.subgraph.documents[mention.document].text
            assert text[mention.start : mention.end] == mention.text
    places = [(s.document, s.sentence) for s in graph.statements]
    assert places == sorted(places)


def test_names_and_words_of_names_find_an_entity(graph):
    for name in ("Mara_Lind", "ent:Mara_Lind", "Mara Lind", "Lind", "mara lind", "LIND", "mara"):
        assert graph.find(name) == "Mara_Lind"
    with pytest.raises(UnknownNameError, match="Near it: Mara Lind") as caught:
        graph.find("Mara Lund")
    assert "Mara Lind" in caught.value.suggestions


def test_words_of_several_names_ask_which(graph):
    with pytest.raises(UnknownNameError, match=r"names 2 entities.*Corvale_Line .*Corvale_Union "):
        retrieve(["Corvale Line", "Corvale Union"]).find("corvale")


def retrieve(names):
    """A graph that holds entities of these names."""
    from kg import rdf
    from kg.config import Config
    from kg.model import Entity
    from kg.stores.oxigraph import OxigraphStore

    entities = [Entity(n.replace(" ", "_"), n, "Organization") for n in reversed(names)]
    made = object.__new__(kg.KnowledgeGraph)
    made._held = SimpleNamespace(store=OxigraphStore(), is_current=lambda: True)
    made.store.load(rdf.quads([], entities, [], rdf.Run("0", "none 1", Config())))
    return made


def test_what_surrounds_an_entity(graph):
    about = graph.about("Elsa Quill")
    assert {s.relation for s in about.statements} == {"meets", "leads"}
    assert set(about.documents) == {"strike"}


def test_an_offline_page(graph):
    page = graph.to_html()
    assert page.startswith("<!DOCTYPE html>")
    assert page.encode() == (graph.folder / "graph.html").read_bytes()
    assert graph.to_html("Quill") != page
    with pytest.raises(UnknownNameError):
        graph.to_html("Nobody At All")


def test_shown_in_the_browser(graph, monkeypatch):
    opened = []
    monkeypatch.setattr(knowledge.webbrowser, "open", opened.append)
    path = graph.show()
    assert opened == [path.as_uri()]
    assert path.read_text("utf-8") == graph.to_html()


def test_shown_in_a_notebook(graph, monkeypatch):
    core = pytest.importorskip("IPython.core.getipython")
    monkeypatch.setattr(core, "get_ipython", object)
    shown = graph.show("Elsa Quill")
    assert "2 statements" in shown.data
    assert "Mara Lind" in graph._repr_html_()


# ---- analyse


def test_as_networkx(graph):
    made = graph.to_networkx()
    assert isinstance(made, nx.MultiDiGraph)
    assert made.number_of_edges() == len(graph.statements)
    [edge] = made.get_edge_data("Mara_Lind", "Elsa_Quill").values()
    assert (edge["relation"], edge["status"]) == ("meets", "planned")


@pytest.mark.filterwarnings("ignore:Dataset.default_context")  # rdflib warns of its own use
def test_as_rdflib(graph):
    made = graph.to_rdflib()
    assert isinstance(made, rdflib.Dataset)
    claims = rdflib.URIRef("https://example.org/kg/ns#claims")
    weir = rdflib.URIRef("https://example.org/kg/entity/Jonas_Weir")
    assert len(list(made.objects(weir, claims))) == 1
    assert len(list(made.quads())) == len(list(graph.store.quads()))


# ---- write


@pytest.mark.parametrize(("format_", "name"), [("turtle", "graph.ttl"), ("trig", "graph.trig")])
def test_exports_are_the_files_of_the_build(graph, format_, name):
    assert exported(graph, format_).encode() == (graph.folder / name).read_bytes()


def test_facts_and_entities_as_lines(graph):
    facts = [json.loads(line) for line in exported(graph, "facts").splitlines()]
    assert len(facts) == len(graph.statements)
    assert set(facts[0]) == {
        *("subject", "relation", "object", "subject_id", "object_id", "polarity", "factuality"),
        *("attribution", "speakers", "ended_on", "time", "place", "confidence", "sources"),
        *("property", "statement", "document", "sentence", "unit"),
    }
    [claim] = [fact for fact in facts if fact["factuality"] == "claimed"]
    assert (claim["attribution"], claim["speakers"]) == ("Jonas Weir", ["Jonas Weir"])
    nodes = [json.loads(line) for line in exported(graph, "entities").splitlines()]
    assert {node["id"] for node in nodes} == {entity.id for entity in graph.entities}
    assert set(nodes[0]) == {"id", "name", "type", "classes", "aliases", "mentions"}
    for node in nodes:
        for mention in node["mentions"]:
            text = graph.subgraph.documents[mention["document"]].text
            assert text[mention["start"] : mention["end"]] == mention["text"]


def test_mentions_in_no_statement_come_with_all(tmp_path):
    (tmp_path / "a.txt").write_text("Mara Lind met Otto Brack. An old bridge.", "utf-8")
    graph = kg.build(tmp_path / "a.txt", tmp_path / "g")
    nodes = set(exported(graph, "entities").splitlines())
    more = set(exported(graph, "entities", all_mentions=True).splitlines())
    assert nodes < more
    assert {json.loads(line)["name"] for line in more - nodes} >= {"old bridge"}


def test_an_unknown_format_names_the_known(graph):
    with pytest.raises(InputError, match="there are turtle, "):
        exported(graph, "xml")


# ---- extract


def test_extraction_is_streamed_document_by_document(tmp_path):
    paths = railway.write(tmp_path, "opening", "tunnel")
    found = api.extract(paths)
    first = next(found)
    assert first.document.id == "opening"
    told = [t.surface for t in first.triples]
    assert [told[0], *told[-2:]] == ["praised", "met", "did not criticize"]
    assert [item.document.id for item in found] == ["tunnel"]


def test_extraction_takes_one_path(tmp_path):
    [path] = railway.write(tmp_path, "opening")
    assert [item.document.id for item in api.extract(path)] == ["opening"]


def test_extraction_from_standard_input(monkeypatch):
    given = io.TextIOWrapper(io.BytesIO(railway.ARTICLES["tunnel"].encode()))
    monkeypatch.setattr("sys.stdin", given)
    [found] = api.extract(["-"], binary=True)
    assert found.document.id == "stdin"
    assert {"criticized", "harms"} <= {t.surface for t in found.triples}


def test_sentences_with_their_tokens_given(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("Ada Brandt met Piet Oram .\n\nOram praised Lowen-Water .\n", encoding="utf-8")
    first, second = api.extract([path], pretokenized=True)
    assert (first.document.id, second.document.id) == ("1", "2")
    [triple] = second.triples
    assert [a.text for a in (triple.subject, *triple.objects)] == ["Oram", "Lowen-Water"]
    assert second.sentences[0].text == "Oram praised Lowen-Water ."


def test_extraction_says_what_it_could_not_read(tmp_path):
    [path] = railway.write(tmp_path, "opening")
    (tmp_path / "bytes.txt").write_bytes(b"\x00\x01\x02\xff" * 100)
    problems = []
    found = list(api.extract([tmp_path / "no.txt", tmp_path], problems=problems))
    assert [item.document.path for item in found] == [str(path)]
    assert [problem.severity for problem in problems] == ["error", "error"]
    lines = list(api.extract([tmp_path / "no.txt"], pretokenized=True, problems=problems))
    assert lines == []
    assert len(problems) == 3


@pytest.mark.parametrize("pretokenized", [False, True])
def test_extraction_of_nothing_is_an_error_where_nobody_takes_the_problems(tmp_path, pretokenized):
    with pytest.raises(InputError, match=r"nothing could be read: .*no\.txt: .*[Nn]o such file"):
        list(kg.extract(tmp_path / "no.txt", pretokenized=pretokenized))
    (tmp_path / "empty.txt").touch()
    assert list(kg.extract(tmp_path / "empty.txt", pretokenized=pretokenized)) == []


def test_a_text_on_which_a_rule_fails_ends_no_extraction(tmp_path, monkeypatch):
    from kg import pipeline

    railway.write(tmp_path, "opening", "tunnel")
    load = pipeline.extractors.load

    class Failing:
        def __init__(self, name):
            self.extractor = load(name)

        def extract(self, sentences, *, binary=True):
            if "Tarn" in sentences[-1].text:
                raise KeyError("no rule")
            return self.extractor.extract(sentences, binary=binary)

    monkeypatch.setattr(pipeline.extractors, "load", Failing)
    problems = []
    found = [item.document.id for item in api.extract([tmp_path], problems=problems)]
    assert found == ["opening"]
    assert "KeyError" in problems[0].reason


def test_a_name_may_begin_with_no(tmp_path):
    (tmp_path / "a.txt").write_text(
        "Sean Murray praised No Man's Sky. Ana Roy hired no Londoner.", encoding="utf-8"
    )
    graph = kg.build(tmp_path / "a.txt", tmp_path / "g")
    named = graph.subgraph.entities
    told = {(named[s.subject].name, named[s.object].name, s.polarity) for s in graph.statements}
    assert told == {
        ("Sean Murray", "No Man's Sky", "asserted"),
        ("Ana Roy", "Londoner", "negated"),
    }


def test_page_furniture_names_nothing_for_the_text_below(tmp_path):
    (tmp_path / "a.txt").write_text(
        "In Photos: Bergen Flood\nREAD MORE: Norway's Rivers\nMiners left the city.\n", "utf-8"
    )
    made = kg.build([tmp_path / "a.txt"], tmp_path / "g")
    names = {entity.name for entity in made.entities}
    assert names == {"miners", "city"}
