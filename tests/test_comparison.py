"""What changed between two graphs: facts, status, and where the names of things went."""

import io
import json
from dataclasses import replace

import orchard
import pytest
from typer.testing import CliRunner

from kg import api, export
from kg.cli import app
from kg.comparison import compare, telling
from kg.comparison.sides import Side, read_side
from kg.config import Config
from kg.errors import ArgumentError, GraphError, InputError
from kg.model import DocumentRecord, Entity, Literal
from kg.rdf import Run
from kg.retrieval import base_iri, read_subgraph
from kg.stores.oxigraph import OxigraphStore

STATEMENTS = {said.id: said for said in orchard.STATEMENTS}
ENTITIES = {entity.id: entity for entity in orchard.ENTITIES}
DOCUMENTS = dict(orchard.DOCUMENTS)
BASE = Config().base_iri


def quads(statements=None, entities=None, documents=None, base=BASE):
    made = (documents or DOCUMENTS).values()
    records = [DocumentRecord(d, orchard.sentences(d), (), (), ()) for d in made]
    return orchard.graph(
        (STATEMENTS if statements is None else statements).values(),
        (ENTITIES if entities is None else entities).values(),
        records,
        Run("0.1", "pipeline 1.0", Config(base_iri=base)),
    )


def side(*given, **changed):
    store = OxigraphStore()
    store.load(quads(*given, **changed))
    return Side(base_iri(store), read_subgraph(store))


def called(old, new, statements=STATEMENTS):
    """Statements in which one entity goes by another id."""

    def name(value):
        return new if value == old else value

    return {
        i: replace(
            said,
            subject=name(said.subject),
            object=name(said.object),
            speakers=tuple(map(name, said.speakers)),
            place=name(said.place),
        )
        for i, said in statements.items()
    }


def known_as(old, new, name, *aliases):
    """The entities, of which one has another id and name."""
    rest = {i: e for i, e in ENTITIES.items() if i != old}
    return rest | {new: replace(ENTITIES[old], id=new, name=name, aliases=aliases)}


def told(facts):
    return [f"{fact} [{'; '.join(fact.statuses)}]" for fact in facts]


def test_a_graph_does_not_differ_from_itself():
    assert not compare(side(), side())


def test_facts_are_added_and_gone():
    fewer = {i: s for i, s in STATEMENTS.items() if i not in {"s02", "s06"}}
    found = compare(side(), side(fewer))
    assert told(found.gone) == [
        "Ada Brandt | works for | Lowen Water [asserted, ended]",
        "Tolm Council | rejects | reservoir [asserted]",
    ]
    assert (found.added, found.changed, found.renamed) == ((), (), ())
    back = compare(side(fewer), side())
    assert (told(back.added), back.gone) == (told(found.gone), ())


def test_one_of_two_statements_of_a_fact_leaves_the_fact():
    """That Brandt praises the growers is said in s00 and s09."""
    fewer = {i: s for i, s in STATEMENTS.items() if i != "s09"}
    assert not compare(side(), side(fewer))


def test_a_fact_that_is_said_otherwise_changed_in_status():
    """The claim of the surveyor is gone; that the dam does not leak remains."""
    fewer = {i: s for i, s in STATEMENTS.items() if i != "s04"}
    planned = {"s01": replace(STATEMENTS["s01"], factuality="planned")}
    found = compare(side(), side(fewer | planned))
    assert (found.added, found.gone) == ((), ())
    assert [(str(now), was.statuses, now.statuses) for was, now in found.changed] == [
        ("Ada Brandt | chairs | Tolm Council", ("asserted",), ("asserted", "planned")),
        ("dam | leaks", ("claimed", "negated"), ("negated",)),
    ]


def test_values_differ_by_their_datatype():
    year = replace(STATEMENTS["s10"], object=Literal("2019", "gYear"))
    text = replace(STATEMENTS["s10"], object=Literal("2019"))
    found = compare(side(STATEMENTS | {"s10": year}), side(STATEMENTS | {"s10": text}))
    assert len(found.added) == len(found.gone) == 1


def test_values_differ_by_their_unit():
    metres = replace(STATEMENTS["s10"], object=Literal("90", "decimal"), unit="metres")
    feet = replace(metres, unit="feet")
    found = compare(side(STATEMENTS | {"s10": metres}), side(STATEMENTS | {"s10": feet}))
    assert [fact.object for fact in (*found.gone, *found.added)] == ["90 metres", "90 feet"]
    assert len(found.added) == len(found.gone) == 1


# ---- names


def test_an_entity_is_followed_to_where_its_places_lead():
    changed = called("Ada_Brandt", "Mayor_Ada_Brandt")
    found = compare(
        side(), side(changed, known_as("Ada_Brandt", "Mayor_Ada_Brandt", "Mayor Brandt"))
    )
    [renaming] = found.renamed
    assert (renaming.old, renaming.new) == ("Ada_Brandt", "Mayor_Ada_Brandt")
    assert (renaming.old_name, renaming.new_name) == ("Ada Brandt", "Mayor Brandt")
    assert not renaming.merged
    assert (found.added, found.gone, found.changed) == ((), (), ())


def test_an_entity_that_became_part_of_another_is_merged():
    rest = {i: e for i, e in ENTITIES.items() if i != "dam"}
    [renaming] = compare(side(), side(called("dam", "reservoir"), rest)).renamed
    assert (renaming.old, renaming.new, renaming.merged) == ("dam", "reservoir", True)


def test_two_entities_that_became_one_are_merged():
    statements = called("dam", "waterworks", called("reservoir", "waterworks"))
    entities = known_as("dam", "waterworks", "waterworks")
    del entities["reservoir"]
    found = compare(side(), side(statements, entities)).renamed
    assert [(r.old, r.new, r.merged) for r in found] == [
        ("dam", "waterworks", True),
        ("reservoir", "waterworks", True),
    ]


def test_where_places_lead_two_ways_nothing_is_followed():
    """Quince_Growers has two places; each is another's now."""
    one = called("Quince_Growers", "Growers", {"s00": STATEMENTS["s00"]})
    two = called("Quince_Growers", "Quinces", {"s09": STATEMENTS["s09"]})
    rest = {i: e for i, e in ENTITIES.items() if i != "Quince_Growers"}
    for name in ("Growers", "Quinces"):
        rest[name] = Entity(name, name, "Organization")
    found = compare(side(), side(STATEMENTS | one | two, rest))
    assert found.renamed == ()
    assert told(found.gone) == ["Ada Brandt | praises | Quince Growers [asserted]"]
    assert len(found.added) == 2


def test_in_texts_that_changed_a_shared_name_is_followed():
    longer = {i: replace(d, text=d.text + "\nMore.") for i, d in DOCUMENTS.items()}
    changed = called("Tolm_Courier", "The_Tolm_Courier")
    entities = known_as("Tolm_Courier", "The_Tolm_Courier", "The Tolm Courier", "tolm courier")
    [renaming] = compare(side(), side(changed, entities, longer)).renamed
    assert (renaming.old, renaming.new) == ("Tolm_Courier", "The_Tolm_Courier")
    unlike = known_as("Tolm_Courier", "The_Tolm_Courier", "The Courier")
    assert compare(side(), side(changed, unlike, longer)).renamed == ()


def test_mentions_lead_too():
    """The old mill is in no statement's subject or object, so only its mention tells."""
    changed = called("old_mill", "mill_house")
    old, new = side(), side(changed, known_as("old_mill", "mill_house", "mill house"))
    assert compare(old, new).renamed == ()
    [mention] = [_mention("old_mill")]
    with_mentions = [
        replace(one, subgraph=replace(one.subgraph, entities=one.subgraph.entities | {
            name: replace(one.subgraph.entities[name], mentions=(mention,))
        }))
        for one, name in ((old, "old_mill"), (new, "mill_house"))
    ]  # fmt: skip
    [renaming] = compare(*with_mentions).renamed
    assert (renaming.old, renaming.new) == ("old_mill", "mill_house")


def _mention(_name):
    from kg.model import EntityMention

    begin = orchard.FIRST.index("old mill")
    return EntityMention("001_orchards", begin, begin + 8, "old mill", "nominal")


# ---- documents, base


def test_documents_come_and_go():
    only = {"001_orchards": DOCUMENTS["001_orchards"]}
    first = {i: s for i, s in STATEMENTS.items() if s.document == "001_orchards"}
    found = compare(side(), side(first, documents=only))
    assert (found.documents_added, found.documents_gone) == ((), ("second",))
    assert compare(side(first, documents=only), side()).documents_added == ("second",)


def test_a_document_of_another_name_is_known_by_its_text():
    renamed = {i: d for i, d in DOCUMENTS.items() if i != "second"}
    renamed["third"] = replace(DOCUMENTS["second"], id="third")
    moved = {
        i: replace(s, document="third") if s.document == "second" else s
        for i, s in called("rain", "downpour").items()
    }
    entities = known_as("rain", "downpour", "downpour")
    found = compare(side(), side(moved, entities, renamed))
    assert (found.documents_added, found.documents_gone) == ((), ())
    assert found.documents_renamed == {"second": "third"}
    assert telling.as_text(found).startswith("documents renamed: 1\n  second -> third\n")
    told = json.loads(telling.as_json(found))
    assert told["documents_renamed"] == [{"old": "second", "new": "third"}]
    assert [(r.old, r.new) for r in found.renamed] == [("rain", "downpour")]
    assert (found.added, found.gone) == ((), ())


def test_another_base_iri_is_one_change():
    found = compare(side(), side(base="https://valley.example/"))
    assert found
    assert found.base_iris == (BASE, "https://valley.example/")
    assert (found.renamed, found.added, found.gone) == ((), (), ())


# ---- reading


def written(path, format_, text="full", **changed):
    store = OxigraphStore()
    store.load(quads(**changed))
    source = export.Source(store, lambda: read_subgraph(store), tuple)
    out = io.BytesIO()
    export.write(source, export.Serialization(format_, text), out)
    path.write_bytes(out.getvalue())
    return path


@pytest.fixture
def folder(tmp_path):
    OxigraphStore.replace(tmp_path / "graph" / "store", quads())
    return tmp_path / "graph"


@pytest.mark.parametrize(
    ("suffix", "format_"),
    [
        ("ttl", "turtle"),
        ("trig", "trig"),
        ("nt", "ntriples"),
        ("nq", "nquads"),
        ("rdf", "rdfxml"),
        ("jsonld", "jsonld"),
    ],
)
@pytest.mark.parametrize("text", ["full", "none"])
def test_a_folder_is_the_same_as_a_file_written_from_it(suffix, format_, text, folder, tmp_path):
    assert not api.diff(folder, written(tmp_path / f"graph.{suffix}", format_, text))


def test_what_cannot_be_read_is_told(folder, tmp_path):
    (tmp_path / "notes.docx").write_text("x", encoding="utf-8")
    (tmp_path / "broken.ttl").write_text("a b", encoding="utf-8")
    (tmp_path / "other.ttl").write_text("<urn:a> <urn:b> <urn:c> .", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for name, error, message in (
        ("nowhere", InputError, r"nowhere: there is no such file or folder"),
        ("notes.docx", ArgumentError, r"neither the folder of a graph nor a file of RDF"),
        ("missing.ttl", InputError, r"missing\.ttl: there is no such file or folder"),
        ("broken.ttl", InputError, r"broken\.ttl is damaged or no Turtle"),
        ("other.ttl", InputError, r"other\.ttl is RDF, but no graph that kg has written"),
        ("empty", GraphError, r"There is no graph in"),
    ):
        with pytest.raises(error, match=message):
            read_side(tmp_path / name)


# ---- the command


def cli(*arguments):
    return CliRunner().invoke(app, ["diff", *map(str, arguments)])


@pytest.fixture
def changed(tmp_path):
    """A file in which the surveyor says nothing, Brandt has a longer name and a ditch is dug."""
    dug = replace(
        STATEMENTS["s01"], id="s99", subject="Lowen_Water", relation="digs", property="rel:digs"
    )
    statements = called("Ada_Brandt", "Ada_M_Brandt", STATEMENTS | {"s99": dug})
    del statements["s04"], statements["s02"]
    entities = known_as("Ada_Brandt", "Ada_M_Brandt", "Ada M. Brandt")
    return written(tmp_path / "new.ttl", "turtle", statements=statements, entities=entities)


def test_the_command_lists_what_changed(folder, changed):
    shown = cli(folder, changed)
    assert shown.exit_code == 0
    assert shown.stdout == (
        "entities renamed: 1\n"
        "  Ada_Brandt -> Ada_M_Brandt\n"
        "facts added: 1\n"
        "  + Lowen Water | digs | Tolm Council  [asserted]\n"
        "facts gone: 1\n"
        "  - Tolm Council | rejects | reservoir  [asserted]\n"
        "facts changed in status: 1\n"
        "  ~ dam | leaks  [claimed; negated -> negated]\n"
    )


def test_the_command_writes_json(folder, changed):
    record = json.loads(cli(folder, changed, "--json").stdout)
    assert record["same"] is False
    assert record["entities_renamed"] == [
        {
            "old": "https://example.org/kg/entity/Ada_Brandt",
            "new": "https://example.org/kg/entity/Ada_M_Brandt",
            "old_name": "Ada Brandt",
            "new_name": "Ada M. Brandt",
            "merged": False,
        }
    ]
    [gone] = record["facts_gone"]
    assert gone == {
        "subject": "Tolm Council",
        "relation": "rejects",
        "object": "reservoir",
        "statuses": ["asserted"],
        "subject_id": "Tolm_Council",
        "property": "rel:rejects",
        "object_id": "reservoir",
        "statements": ["s02"],
        "documents": ["001_orchards"],
    }
    [status] = record["facts_changed"]
    assert (status["old_statuses"], status["statuses"]) == (["claimed", "negated"], ["negated"])


def test_the_exit_status_tells_where_asked_for(folder, changed):
    assert cli(folder, changed, "--exit-code").exit_code == 4
    same = cli(folder, folder, "--exit-code")
    assert (same.exit_code, same.stdout) == (0, "")
    assert cli(folder, folder / "missing.ttl", "--exit-code").exit_code == 1
    assert cli(folder, folder / "missing").exit_code == 1
    assert cli(folder, __file__).exit_code == 2
