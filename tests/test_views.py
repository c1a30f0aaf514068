import base64
import hashlib
import html
import json
import re
import runpy
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kg import views
from kg.errors import UnknownNameError
from kg.model import Entity, Statement, Subgraph
from kg.views import drawing, excerpt, layout

SALTMERE = runpy.run_path(str(Path(__file__).with_name("saltmere.py")))["subgraph"]()
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- ",
    '"><svg onload=alert(1)>',
    "{{script}}",
    "javascript:alert(1)",
    "\u2028line\u2029paragraph",
    "nul\0byte",
    "\ud800 lone surrogate",
    "__proto__",
    "constructor",
    "\u202eright to left",
    "👩\u200d👩\u200d👧 family",
    "",
    "   ",
    "x" * 500,
]


class Page(HTMLParser):
    """The page's elements, and the text of its scripts."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.starts, self.scripts, self.title = [], [], ""
        self._open = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.starts.append((tag, dict(attrs)))
        self._open.append(tag)
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, text):
        if self._open and self._open[-1] == "script":
            attrs, before = self.scripts[-1]
            self.scripts[-1] = (attrs, before + text)
        if self._open and self._open[-1] == "title":
            self.title += text

    @property
    def data(self):
        return json.loads(next(text for attrs, text in self.scripts if "id" in attrs))


def rows(table):
    """The rows by field; what a row leaves out at its end is null."""
    full = (row + [None] * (len(table["fields"]) - len(row)) for row in table["rows"])
    return [dict(zip(table["fields"], row, strict=True)) for row in full]


def drawn_in(data):
    names = [entity["id"] for entity in rows(data["entities"])]
    return {names[node["entity"]] for node in rows(data["nodes"])}


def named(names, *, title=None):
    """A subgraph of a chain of entities with these names, each also alias, sentence and value."""
    entities = {f"e{i}": Entity(f"e{i}", name, "Person", (name,)) for i, name in enumerate(names)}
    pattern = SALTMERE.statements[0]
    document = replace(SALTMERE.documents[pattern.document], id="d", title=title)
    told = tuple(
        replace(
            pattern,
            id=f"s{i}",
            document="d",
            sentence=10 * i,
            subject=f"e{i}",
            object=f"e{(i + 1) % len(names)}",
            relation=name,
            property=f"rel:p{i}",
            speakers=(f"e{i}",),
            time=name,
            place=name,
            cues=(name,),
            subject_span=(10 * i, 10 * i + 3),
            relation_span=None,
            object_span=None,
        )
        for i, name in enumerate(names)
    )
    sentences = {("d", 10 * i): name or "-" for i, name in enumerate(names)}
    return Subgraph(entities, told, {"d": document}, sentences)


@pytest.fixture(scope="module")
def page():
    return Page(views.render(SALTMERE, title="Tides & <barriers>"))


def test_the_page_knows_everything_in_the_subgraph(page):
    data = page.data
    assert len(data["entities"]["rows"]) == len(SALTMERE.entities) == 45
    assert len(data["statements"]["rows"]) == len(SALTMERE.statements) == 71
    assert len(data["documents"]["rows"]) == 4
    assert len(data["sentences"]["rows"]) == 46


def test_drawn_are_the_connected_entities_and_one_edge_a_pair(page):
    drawn = drawn_in(page.data)
    # the ferry only stops, the sea level only rises by a literal
    assert set(SALTMERE.entities) - drawn == {"ferry", "sea_level"}
    pairs = {(s.subject, s.object) for s in SALTMERE.statements if isinstance(s.object, str)}
    names = [entity["id"] for entity in rows(page.data["entities"])]
    edges = {(names[e["from"]], names[e["to"]]): e["value"] for e in rows(page.data["edges"])}
    assert set(edges) == pairs
    assert edges["ines_calder", "impact_report"] == 3  # praises twice, reads (not) once


def test_a_statement_refers_to_its_sentence_and_marks_its_words(page):
    data = page.data
    sentences = rows(data["sentences"])
    names = [entity["id"] for entity in rows(data["entities"])]
    told = {statement["id"]: statement for statement in rows(data["statements"])}
    denial = told["s0013"]
    sentence = sentences[denial["sentence"]]
    assert sentence["text"].startswith('"The county has never paid')
    assert sentence["number"] == 6
    marks = denial["spans"]
    words = [sentence["text"][marks[i] : marks[i + 1]] for i in (0, 2, 4)]
    assert words == ["The county", "has never paid for", "the pumping station"]
    assert [names[i] for i in denial["speakers"]] == ["jonas_adeyemi", "herald"]
    assert (denial["polarity"], denial["factuality"]) == ("negated", "claimed")


def test_spans_count_as_browsers_do():
    text = "😀 Ann met Bo."
    said = replace(
        SALTMERE.statements[0],
        sentence=0,
        document="d",
        subject_span=(2, 5),
        relation_span=(6, 9),
        object_span=(10, 12),
    )
    document = replace(SALTMERE.documents[SALTMERE.statements[0].document], id="d", text=text)
    graph = replace(
        SALTMERE, statements=(said,), documents={"d": document}, sentences={("d", 0): text}
    )
    data = Page(views.render(graph)).data
    assert rows(data["statements"])[0]["spans"] == [3, 6, 7, 10, 11, 13]


def test_a_span_outside_of_the_sentence_is_left_unmarked():
    first = SALTMERE.statements[0]
    graph = replace(SALTMERE, statements=(replace(first, subject_span=(100_000, 100_004)),))
    assert rows(Page(views.render(graph)).data["statements"])[0]["spans"][:2] == [-1, -1]


def test_literals_and_paragraphs(page):
    told = {statement["id"]: statement for statement in rows(page.data["statements"])}
    assert told["s0023"]["object"] == ["true", "boolean"]
    assert told["s0037"]["object"] == ["closed", "string"]
    assert all(sentence["opens"] for sentence in rows(page.data["sentences"]))


def test_two_sentences_of_one_paragraph():
    document = replace(
        SALTMERE.documents["barrier-vote"], id="d", text="Ann left. Bo stayed.\nCy ran."
    )
    sentences = {("d", 0): "Ann left.", ("d", 10): "Bo stayed.", ("d", 21): "Cy ran."}
    data = Page(views.render(Subgraph({}, (), {"d": document}, sentences))).data
    assert [(s["number"], s["opens"]) for s in rows(data["sentences"])] == [(1, 1), (2, 0), (3, 1)]


def test_sentences_after_a_gap_have_no_number():
    text = "Ann left. Bo stayed. Cy ran.\nDee sang."
    document = replace(SALTMERE.documents["barrier-vote"], id="d", text=text)
    sentences = {("d", 0): "Ann left.", ("d", 21): "Cy ran.", ("d", 29): "Dee sang."}
    data = Page(views.render(Subgraph({}, (), {"d": document}, sentences))).data
    told = [(s["number"], s["opens"]) for s in rows(data["sentences"])]
    assert told == [(1, 1), (None, 2), (None, 1)]


def test_the_policy_admits_just_these_scripts_and_nothing_from_outside(page):
    policy = next(attrs["content"] for tag, attrs in page.starts if attrs.get("http-equiv"))
    scripts = [text for attrs, text in page.scripts if not attrs]
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts]
    assert len(scripts) == 2
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives == {
        "default-src": "'none'",
        "script-src": " ".join(f"'sha256-{digest}'" for digest in hashes),
        "style-src": "'unsafe-inline'",
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert "\r" not in "".join(scripts)  # a browser would hash the page without them


def test_nothing_in_the_page_points_outside(page):
    for tag, attrs in page.starts:
        for name in ("src", "href", "action", "srcset"):
            assert not attrs.get(name) or attrs[name].startswith(("#", "data:")), (tag, attrs)
        assert not [name for name in attrs if name.startswith("on")]


def test_the_title_is_escaped(page):
    assert page.title == "Tides & <barriers>"
    assert [tag for tag, _ in page.starts].count("barriers") == 0


def test_two_articles_stay_under_the_size_limit():
    assert len(views.render(SALTMERE).encode()) < 600_000


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_string_changes_no_markup(name, page):
    hostile = views.render(named([name, "Ann", "Bo"], title=name), title=name)
    hostile.encode("utf-8")
    parsed = Page(hostile)
    assert [tag for tag, _ in parsed.starts] == [tag for tag, _ in page.starts]
    kept = name.replace("\ud800", "\ufffd")
    assert rows(parsed.data["entities"])[0]["name"] == kept
    assert rows(parsed.data["statements"])[0]["time"] == kept


def test_the_shared_hostile_strings_change_no_markup(page):
    listed = Path(__file__).resolve().parents[2] / "shared" / "cases" / "hostile.json"
    if not listed.exists():
        pytest.skip("the list of hostile strings is not beside this checkout")
    names = json.loads(listed.read_text(encoding="utf-8"))
    parsed = Page(views.render(named(names), title="".join(names)))
    assert [tag for tag, _ in parsed.starts] == [tag for tag, _ in page.starts]
    assert len(drawn_in(parsed.data)) == len(names)


def test_the_same_subgraph_gives_the_same_bytes_whatever_the_order():
    turned = Subgraph(
        dict(reversed(SALTMERE.entities.items())),
        SALTMERE.statements[::-1],
        dict(reversed(SALTMERE.documents.items())),
        dict(reversed(SALTMERE.sentences.items())),
    )
    assert views.render(turned) == views.render(SALTMERE)


def test_the_same_bytes_under_any_hash_seed():
    code = (
        "import runpy, hashlib; from kg import views;"
        f"g = runpy.run_path({str(Path(__file__).with_name('saltmere.py'))!r})['subgraph']();"
        "print(hashlib.sha256(views.render(g, focus='barrier').encode()).hexdigest())"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1


def test_importing_the_views_loads_no_drawing_library():
    code = "import sys, kg.views; print('pyvis' in sys.modules, 'spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("focus", ["barrier", "Saltmere Barrier", "the BARRIER"])
def test_the_focus_is_an_id_a_name_or_an_alias(focus):
    assert Page(views.render(SALTMERE, focus=focus)).data["focus"] == "barrier"


def test_an_unknown_focus_names_what_comes_near():
    with pytest.raises(UnknownNameError, match="Ines Calder") as caught:
        views.render(SALTMERE, focus="Ines Caldwell")
    assert caught.value.suggestions == ("Ines Calder",)


def star(leaves):
    """One hub tied to many, and a chain of three far from it."""
    names = ["hub", *(f"leaf{i:03d}" for i in range(leaves)), "x", "y", "z"]
    entities = {name: Entity(name, name, "Place") for name in names}
    pairs = [("hub", name) for name in names[1 : leaves + 1]] + [("x", "y"), ("y", "z")]
    pattern = SALTMERE.statements[0]
    told = tuple(
        replace(pattern, id=f"s{i}", subject=a, object=b) for i, (a, b) in enumerate(pairs)
    )
    return replace(SALTMERE, entities=entities, statements=told)


def test_at_most_100_are_placed_the_busiest_first():
    data = Page(views.render(star(300))).data
    drawn = drawn_in(data)
    assert len(drawn) == 100
    assert {"hub", "y"} <= drawn
    assert len(data["entities"]["rows"]) == 304


def test_with_a_focus_the_nearest_are_drawn():
    drawn = drawn_in(Page(views.render(star(300), focus="z")).data)
    assert {"x", "y", "z"} <= drawn
    assert len(drawn) == 100


def test_an_unconnected_focus_is_drawn():
    drawn = drawn_in(Page(views.render(SALTMERE, focus="ferry")).data)
    assert "ferry" in drawn


def test_without_any_connection_all_are_drawn():
    alone = replace(SALTMERE, statements=())
    assert len(drawn_in(Page(views.render(alone)).data)) == 45


def test_an_empty_subgraph_is_a_page():
    data = Page(views.render(Subgraph({}, (), {}, {}))).data
    assert data["nodes"]["rows"] == data["edges"]["rows"] == []


def overlaps(places, boxes):
    names = sorted(places)
    return [
        (a, b)
        for i, a in enumerate(names)
        for b in names[i + 1 :]
        if abs(places[a][0] - places[b][0]) < (boxes[a].width + boxes[b].width) / 2 - 2
        and abs(places[a][1] - places[b][1]) < (boxes[a].height + boxes[b].height) / 2 - 2
    ]


def test_no_two_boxes_of_the_layout_overlap():
    graph = drawing.connections(drawing.links(SALTMERE))
    boxes = {name: layout.Box(90, 40) for name in graph}
    assert overlaps(layout.place(graph, boxes), boxes) == []


def test_no_component_lies_between_the_rays_of_another():
    graph = drawing.connections([("hub", f"leaf{i}") for i in range(40)] + [("x", "y")])
    boxes = {name: layout.Box(60, 40) for name in graph}
    places = layout.place(graph, boxes)
    reach = max(x for name, (x, _) in places.items() if name.startswith("leaf"))
    assert max(abs(places["x"][0]), abs(places["x"][1])) > reach / 2


def test_components_are_packed_side_by_side():
    pairs = [(f"a{i}", f"b{i}") for i in range(12)] + [("c0", "c1"), ("c1", "c2"), ("c2", "c0")]
    graph = drawing.connections(pairs)
    boxes = {name: layout.Box(60, 40) for name in graph}
    places = layout.place(graph, boxes)
    assert overlaps(places, boxes) == []
    xs, ys = zip(*places.values(), strict=True)
    assert max(xs) - min(xs) < 1000
    assert max(ys) - min(ys) < 1000


def test_related_entities_stand_nearer_than_strangers():
    chain = [(f"n{i}", f"n{i + 1}") for i in range(9)]
    graph = drawing.connections(chain)
    places = layout.place(graph, {name: layout.Box(20, 20) for name in graph})

    def away(a, b):
        return sum((p - q) ** 2 for p, q in zip(places[a], places[b], strict=True)) ** 0.5

    assert away("n0", "n9") > 4 * away("n0", "n1")


def test_communities_are_numbered_from_the_largest():
    big = [(a, b) for a in "abcde" for b in "abcde" if a < b]
    small = [(a, b) for a in "xyz" for b in "xyz" if a < b]
    groups = drawing.communities(drawing.connections([*big, *small, ("a", "x")]))
    assert {groups[name] for name in "abcde"} == {0}
    assert {groups[name] for name in "xyz"} == {1}


def test_a_notebook_shows_caption_facts_and_a_sandboxed_frame():
    shown = Page(views.notebook_html(SALTMERE))
    frame = next(attrs for tag, attrs in shown.starts if tag == "iframe")
    assert frame["sandbox"] == "allow-scripts allow-downloads"
    assert Page(frame["srcdoc"]).data["title"] == "Knowledge graph"
    assert [tag for tag, _ in shown.starts].count("tr") == 1 + 8
    assert "45 entities, 71 statements, 4 documents" in views.notebook_html(SALTMERE)


def test_a_notebook_escapes_names():
    text = views.notebook_html(named(["<b onclick=x>", "Ann"]))
    assert "<b onclick" not in text
    assert html.escape("<b onclick=x>") in text


def test_the_script_makes_no_markup_from_text_and_only_a_served_page_asks():
    asking = set()
    for part in (Path(views.__file__).parent / "script").glob("*.js"):
        text = part.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text
        ), part
        if re.search(r"fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(", text):
            asking.add(part.stem)
    assert asking == {"served"}
    assert "fetch(" not in views.render(SALTMERE).rpartition("<script>")[2]


def test_a_served_page_may_ask_its_own_server_alone(page):
    written = views.render(SALTMERE, title="Tides & <barriers>")
    handed_out = Page(views.served(written, "/api"))
    policy = next(attrs["content"] for tag, attrs in handed_out.starts if attrs.get("http-equiv"))
    assert policy.endswith("; connect-src 'self'")
    assert handed_out.title == page.title
    assert handed_out.data == {"api": "/api", **page.data}
    own = [text for attrs, text in handed_out.scripts if not attrs][-1]
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in policy


def test_only_a_page_of_ours_is_served():
    with pytest.raises(ValueError, match="no page"):
        views.served("<!doctype html><title>Else</title>", "/api")


def large(statements, monkeypatch, most):
    """A page that holds `most` of the statements between forty entities and their leaves."""
    monkeypatch.setattr(excerpt, "MOST_STATEMENTS", most)
    pattern = SALTMERE.statements[0]
    names = [f"n{i:03d}" for i in range(40)] + [f"leaf{i:03d}" for i in range(statements)]
    entities = {name: Entity(name, name.title(), "Place") for name in names}
    told = tuple(
        replace(
            pattern,
            id=f"s{i:04d}",
            document=f"d{i % 7}",
            sentence=10 * (i // 7),
            subject=f"n{i % 40:03d}",
            object=f"n{(i + 1) % 40:03d}" if i < 200 else f"leaf{i:03d}",
        )
        for i in range(statements)
    )
    text = "word word\n" * (statements // 7 + 1)
    documents = {
        f"d{i}": replace(SALTMERE.documents[pattern.document], id=f"d{i}", text=text, title=None)
        for i in range(8)
    }
    sentences = {
        (f"d{i}", 10 * j): "word word" for i in range(8) for j in range(statements // 7 + 1)
    }
    return Page(views.render(Subgraph(entities, told, documents, sentences))).data


def test_a_large_graph_is_held_in_part_and_named_as_a_whole(monkeypatch):
    data = large(400, monkeypatch, 150)
    assert len(data["statements"]["rows"]) == 150
    assert data["leftOut"] == 250
    assert data["totals"] == {"entities": 440, "statements": 400, "documents": 8}
    assert len(data["entities"]["rows"]) == 440
    assert len(data["documents"]["rows"]) == 8
    # three of the five statements of each pair go before what touches one of the two alone
    pairs = Counter((row[2], row[4]) for row in data["statements"]["rows"])
    assert max(pairs.values()) == 3
    missing = {row["id"]: row["missing"] for row in rows(data["entities"])}
    assert missing["leaf399"] == 1
    assert missing["leaf003"] == -1  # nothing is said of it
    # of eight documents one states nothing
    assert [row["missing"] for row in rows(data["documents"]) if row["id"] == "d7"] == [-1]


def test_sentences_that_are_left_out_are_told(monkeypatch):
    data = large(400, monkeypatch, 240)
    opens = {(s["document"], s["number"]): s["opens"] for s in rows(data["sentences"])}
    alone = {(d, n) for d, n in opens if n > 1 and (d, n - 1) not in opens}
    assert 0 < len(alone) < len(opens)
    assert {place for place, opened in opens.items() if opened == 2} == alone
    missing = [row["missing"] or 0 for row in rows(data["documents"])]
    assert sum(number for number in missing if number > 0) == data["leftOut"] == 160


def test_a_statement_has_one_line_style_for_each_status():
    glyphs = (Path(views.__file__).parent / "script" / "glyphs.js").read_text(encoding="utf-8")
    statuses = {Statement.status.fget(said) for said in SALTMERE.statements}
    assert len(statuses) == 5
    for status in statuses:
        assert re.search(rf'"?{status}"?: \{{\s*dash:', glyphs), status
