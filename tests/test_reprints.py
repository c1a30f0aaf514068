"""Reprints, boilerplate, and how many independent sources carry a statement."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace

import pytest
import railway
from typer.testing import CliRunner

import kg
from kg.cli import app
from kg.linking import boilerplate, corroboration, reprints
from kg.model import Document, DocumentRecord, Literal, Sentence, Statement

REPORT = (
    "The sluice of Tolm was repaired on Monday, three weeks after the flood had broken its gates.",
    "Ada Brandt praised Piet Oram for the slow and careful work that the council had asked for.",
    "The engineers found that the wall behind the sluice had moved by the width of a hand.",
    "Nobody in the valley had seen such a flood since the winter in which the mill burned down.",
    "The council will decide in June whether the reservoir above the town may be filled again.",
)
OTHER = (
    "Farmers from Lowen drove their tractors to the capital because milk has never been so cheap.",
    "They were met by a minister who promised them a fund but would not say how large it will be.",
    "Shops in the centre closed their doors, and the trams stood still until late in the evening.",
    "A spokesman of the police said that the day had passed without any harm to anybody there.",
    "The farmers said that they would come again each month until the price of milk had risen.",
)


def record(identifier, *lines, **said):
    """A record with a sentence a line."""
    text = "\n".join(lines)
    sentences = [
        Sentence(n, text.index(line), text.index(line) + len(line), line, paragraph=n)
        for n, line in enumerate(lines)
    ]
    return DocumentRecord(Document(identifier, text, **said), tuple(sentences), (), (), ())


def originals(*records):
    return dict(reprints.find_reprints(records))


# ---- reprints


def test_a_copy_and_an_edited_reprint_are_of_the_earliest():
    edited = ("Sluice opens", *REPORT[:2], "The mayor was pleased.", *REPORT[2:])
    found = originals(
        record("a", *REPORT, date="2024-05-07"),
        record("b", *REPORT, date="2024-05-06"),
        record("c", *edited, date="2024-05-08"),
        record("d", *OTHER, date="2024-05-01"),
    )
    assert found == {"a": "b", "c": "b"}


def test_of_reprints_without_a_date_the_first_name_is_the_original():
    assert originals(record("y", *REPORT), record("x", *REPORT)) == {"y": "x"}
    assert originals(record("x", *REPORT), record("y", *REPORT, date="2024")) == {"x": "y"}


def test_reports_that_quote_the_same_are_no_reprints():
    """Two sentences of five in common are a resemblance of a quarter."""
    assert originals(record("a", *REPORT), record("b", *REPORT[:2], *OTHER[:3])) == {}


def test_a_reprint_of_half_the_report_is_at_the_limit():
    whole = record("a", *REPORT, *OTHER)
    assert originals(whole, record("b", *REPORT, *OTHER[:2])) == {"b": "a"}
    assert originals(whole, record("b", *REPORT[:3])) == {}


def test_short_notes_that_are_alike_are_no_reprints():
    assert originals(record("a", REPORT[1]), record("b", REPORT[1])) == {}


def test_resemblance_is_that_of_word_sequences():
    """By hand: 45 sequences of five words in 49; a word changed in the middle spoils five."""
    words = [f"w{n}" for n in range(49)]
    shared = "This is the sentence that both of the documents have in common."
    lines = (shared, " ".join(words))
    changed = (shared, " ".join(["x" if n % 9 == 4 else w for n, w in enumerate(words)]))
    one, two = (reprints._shingles("\n".join(told)) for told in (lines, changed))
    assert len(one) == len(two) == 12 + 49 - 4
    # of 61 words the changed ones are at 16, 25, .. 52 (and 60 is none): 5 x 5 sequences
    assert len(one & two) == 57 - 25
    assert originals(record("a", *lines), record("b", *changed)) == {}  # 32 / 82


def test_what_is_found_does_not_depend_on_the_order():
    chosen = random.Random(7)
    records = [
        record(f"d{n}", *chosen.sample((*REPORT, *OTHER), 7), date=f"2024-05-{n % 9 + 1:02}")
        for n in range(40)
    ]
    found = originals(*records)
    assert len(found) > 10
    for _ in range(3):
        chosen.shuffle(records)
        assert originals(*records) == found


# ---- boilerplate

OWNED = "The Tolm Courier is owned by the Lind Trust."


def kinds(records):
    return {r.document.id: [s.kind for s in r.sentences] for r in records}


def test_what_most_documents_of_a_source_have_is_furniture():
    records = [
        record(
            f"d{n}", f"{text} It is so.", OWNED, f"Article {n} of 90 on this page", source="Courier"
        )
        for n, text in enumerate(OTHER)
    ]
    found = boilerplate.without_boilerplate(records)
    assert kinds(found) == {f"d{n}": ["prose", "furniture", "furniture"] for n in range(5)}
    assert found[0].dropped == (("sentence is furniture", 2),)
    assert boilerplate.without_boilerplate(records[::-1]) == found[::-1]


@pytest.mark.parametrize(
    ("having", "others", "source"),
    [
        (2, 0, "Courier"),  # twice may be chance
        (3, 4, "Courier"),  # what less than half of the documents have is recalled, not printed
        (5, 0, None),  # who knows whether they are of one source?
    ],
)
def test_what_is_repeated_less_or_by_nobody_known_stays(having, others, source):
    records = [record(f"a{n}", OTHER[n], OWNED, source=source) for n in range(having)]
    records += [record(f"b{n}", REPORT[n], source=source) for n in range(others)]
    assert boilerplate.without_boilerplate(records) == records


def test_reprints_in_one_source_make_no_boilerplate():
    records = [record(f"a{n}", *REPORT, source="Courier") for n in range(4)]
    assert boilerplate.without_boilerplate(reprints.marked(records)) == reprints.marked(records)


# ---- corroboration


def statement(number, document, **said):
    return Statement(
        f"s{number}", document, 0, "Ada", "rel:praises", "praises", "Piet", "praised",
        (0, 3), (4, 11), (12, 16), "rule", 0.9, **said,
    )  # fmt: skip


def test_sources_count_once_whatever_they_print_and_reprint():
    records = [
        record("a", "A.", source="Courier"),
        record("b", "B.", source="courier"),  # the same paper
        record("c", "C.", source="Post"),
        record("d", "D."),  # nobody's: a source of its own
        record("e", "E.", source="Herald"),  # which reprints the Post
    ]
    records[4] = replace(records[4], document=replace(records[4].document, reprint_of="c"))
    found = corroboration.counted(
        [statement(n, r.document.id) for n, r in enumerate(records)], records
    )
    assert [s.sources for s in found] == [3] * 5


def test_what_is_said_otherwise_is_not_the_same():
    records = [record(name, name) for name in "abcd"]
    ways = ({}, {"polarity": "negated"}, {"factuality": "planned"}, {"ended": True})
    said = [statement(n, "abcd"[n], **way) for n, way in enumerate(ways)]
    assert [s.sources for s in corroboration.counted(said, records)] == [2, 1, 1, 2]


def test_numbers_of_two_units_do_not_bear_each_other_out():
    records = [record(name, name) for name in "abc"]
    said = [
        replace(statement(n, "abc"[n]), object=Literal("90", "decimal"), unit=unit)
        for n, unit in enumerate(("metres", "feet", "metres"))
    ]
    assert [s.sources for s in corroboration.counted(said, records)] == [2, 1, 2]


# ---- the whole way


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """Two papers with a notice on each page, one of which reprints the other, and a letter."""
    folder = tmp_path_factory.mktemp("papers")
    pages = {
        "a.md": ("Tolm Courier", "2024-05-06", (*REPORT, OWNED)),
        "b.md": ("Harbour Post", "2024-05-07", ("Sluice of Tolm Open Again", *REPORT)),
        "c.md": ("Tolm Courier", "2024-05-08", (*OTHER, OWNED)),
        "d.md": ("Tolm Courier", "2024-05-09", ("Mara Lind met Otto Brack.", OWNED)),
        "e.md": ("Lowen Herald", "2024-05-09", ("Ada Brandt praised Piet Oram.",)),
    }
    for name, (source, date, lines) in pages.items():
        text = f"---\nsource: {source}\ndate: {date}\n---\n" + "\n\n".join(lines) + "\n"
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def graph(texts, tmp_path_factory):
    return kg.build([texts], tmp_path_factory.mktemp("whole") / "g")


def praises(graph):
    return {
        s.document: s.sources
        for s in graph.statements
        if (s.subject, s.property, s.object) == ("Ada_Brandt", "rel:praises", "Piet_Oram")
    }


def test_a_statement_says_how_many_independent_sources_carry_it(graph):
    assert praises(graph) == {"a": 2, "b": 2, "e": 2}
    rows = graph.query(
        "SELECT ?d ?n { ?s kg:sources ?n ; rdf:subject/rdfs:label 'Ada Brandt' ; "
        "rdf:object/rdfs:label 'Piet Oram' ; "
        "prov:wasDerivedFrom/nif:referenceContext/dct:identifier ?d } ORDER BY ?d"
    )
    assert [tuple(row) for row in rows] == [("a", 2), ("b", 2), ("e", 2)]


def test_questions_on_corroboration_count_reprints_once(graph):
    found = {(r.subject, r.object, r.document, r.sources) for r in graph.ask("corroborated")}
    assert {row for row in found if row[1] == "Piet Oram"} == {
        ("Ada Brandt", "Piet Oram", name, 2) for name in "abe"
    }
    assert all(document in "abe" for _, _, document, _ in found)
    assert [tuple(row)[:4] for row in graph.ask("reprints")] == [
        ("b", "Harbour Post", "2024-05-07", "a")
    ]


def test_the_notice_of_a_paper_states_nothing(graph):
    assert not [s for s in graph.statements if "Lind Trust" in (s.subject + str(s.object))]
    rows = graph.query(
        "SELECT DISTINCT ?d { ?s kg:sentenceKind 'furniture' ; nif:anchorOf ?text ; "
        "nif:referenceContext/dct:identifier ?d FILTER(CONTAINS(?text, 'Lind Trust')) } ORDER BY ?d"
    )
    assert [row.d for row in rows] == ["a", "c", "d"]


@pytest.mark.parametrize("order", ["abcde", "edcba", "cbead"])
def test_documents_that_come_one_by_one_make_the_same_graph(texts, graph, tmp_path, order):
    """A notice is known, and a reprint, whichever came first; and unknown again when they go."""
    for name in order:
        kg.build([texts / f"{name}.md"], tmp_path / "g")
    assert railway.written(tmp_path / "g") == railway.written(graph.folder)


def test_show_explain_and_facts_tell_the_sources(graph):
    said = next(s for s in graph.statements if s.document == "e")
    shown = CliRunner().invoke(app, ["show", "Ada Brandt", "-g", str(graph.folder)]).stdout
    assert "carried by 2 independent sources" in " ".join(shown.split())
    assert "2 that are independent say the same" in str(graph.explain(said.id))
    out = io.BytesIO()
    graph.export("facts", out)
    facts = {fact["statement"]: fact for fact in map(json.loads, out.getvalue().splitlines())}
    assert facts[said.id]["sources"] == 2
