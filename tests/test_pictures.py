"""Pictures for reports: nothing covers a name, all is in the legend, the same bytes each time."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import saltmere
import synthetic

pytest.importorskip("matplotlib")

from kg import pictures, retrieval
from kg.analysis.summary import summary
from kg.errors import ArgumentError, InputError
from kg.model import Document, Entity, Statement, Subgraph
from kg.pictures import canvas, composing, drawing, figures
from kg.pictures.composing import Tile
from kg.stores.oxigraph import OxigraphStore

SALTMERE = saltmere.subgraph()


@pytest.fixture(scope="module")
def large():
    store = OxigraphStore()
    store.load(synthetic.graph(2000))
    return retrieval.read_subgraph(store)


def composed(subgraph, focus=None, most=40):
    with canvas.settings():
        return composing.compose(subgraph, focus, most, drawing.measure)


def texts(subgraph, most=40, title="Saltmere"):
    """The texts of a picture with their extents in pixels, by kind."""
    with canvas.settings():
        figure = drawing.figure_of(subgraph, None, title, most)
        figure.set_dpi(72)
        figure.canvas.draw()
        found = [(t, t.get_window_extent()) for t in figure.axes[0].texts]
        return [(text.get_gid(), text.get_text(), extent) for text, extent in found]


def overlap(one, other):
    """The lesser of the overlaps across and down, in points."""
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return min(across, down)


def named(*names, type_="Person"):
    """A chain of entities with these names."""
    entities = {f"e{i}": Entity(f"e{i}", name, type_) for i, name in enumerate(names)}
    text = "It is so."
    said = tuple(
        Statement(
            f"s{i}", "d", 0, f"e{i}", "rel:meets", names[i], f"e{i + 1}", "is", (0, 2), None, None,
            "active", 0.9,
        )
        for i in range(len(names) - 1)
    )  # fmt: skip
    return Subgraph(entities, said, {"d": Document("d", text)}, {("d", 0): text})


# ---- nothing covers a name


@pytest.mark.parametrize("graph", ["saltmere", "large"])
def test_no_name_covers_another(graph, request):
    subgraph = SALTMERE if graph == "saltmere" else request.getfixturevalue("large")
    names = [extent for kind, _, extent in texts(subgraph) if kind == "name"]
    assert len(names) >= 40
    for i, one in enumerate(names):
        assert all(overlap(one, other) < 1 for other in names[i + 1 :])


def test_no_relation_covers_a_name_or_another_relation():
    shown = composed(SALTMERE)
    boxes = [node.box for node in shown.nodes]
    tiles = [label.tile for label in shown.labels]
    for i, tile in enumerate(tiles):
        assert not any(tile.meets(other) for other in boxes + tiles[i + 1 :])


def test_most_relations_have_their_name():
    shown = composed(SALTMERE)
    assert len(shown.labels) >= 0.75 * len(shown.curves)


def test_lines_pass_by_what_they_do_not_tie():
    shown = composed(SALTMERE)
    ends = {}
    for node in shown.nodes:
        for curve in shown.curves:
            for x, y in (curve.at(i / 20) for i in range(21)):
                inside = (x - node.at[0]) ** 2 + (y - node.at[1]) ** 2 < node.radius**2
                ends.setdefault(curve, set()).update({node.entity.id} if inside else ())
    assert sum(bool(struck) for struck in ends.values()) <= 2


def test_turned_rectangles_meet_where_they_overlap():
    flat = Tile((0, 0), 10, 2, 0)
    assert flat.meets(Tile((4, 0.5), 10, 2, 0))
    assert not flat.meets(Tile((0, 3), 10, 2, 0))
    assert not flat.meets(Tile((0, 6), 10, 2, 45))
    assert flat.meets(Tile((0, 4), 10, 2, 90))
    assert not Tile((0, 0), 20, 1, 45).meets(Tile((6, -6), 4, 4, 0))


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("Saltmere", ("Saltmere",)),
        ("environmental impact report", ("environmental", "impact report")),
        ("x" * 60, ("x" * 43 + "…",)),
        ("two\nlines\x1b", ("two lines",)),
        ("  ", ("(no name)",)),
    ],
)
def test_names_are_set_on_two_lines_and_cut(name, rows):
    assert composing.name_rows(name) == rows


# ---- what is drawn


def test_the_best_connected_are_drawn_and_each_is_tied(large):
    shown = composed(large, most=25)
    assert 25 <= len(shown.nodes) <= 26
    assert "barrier" in {node.entity.id for node in composed(SALTMERE, most=5).nodes}
    for small in (5, 12):
        drawn = composed(SALTMERE, most=small)
        starts = {curve.start for curve in drawn.curves} | {curve.end for curve in drawn.curves}
        assert len(starts) >= small / 2


def test_the_focus_is_always_there():
    drawn = {node.entity.id for node in composed(SALTMERE, "bell_tower", most=4).nodes}
    assert {"bell_tower", "flood_1987", "pumping_station"} <= drawn
    lonely = {node.entity.id for node in composed(SALTMERE, "ferry", most=4).nodes}
    assert "ferry" in lonely


def test_both_directions_and_statuses_have_lines_of_their_own():
    shown = composed(SALTMERE)
    kinds = {curve.status for curve in shown.curves}
    assert kinds == {"asserted", "planned", "claimed", "negated", "negated, claimed"}
    assert sum(curve.count for curve in shown.curves) == shown.statements


def test_the_legend_names_what_is_there_with_its_number():
    words = [text for _, text, _ in texts(SALTMERE)]
    shown = composed(SALTMERE)
    people = sum(node.entity.type == "Person" for node in shown.nodes)
    assert f"Person ({people})" in words
    assert "Saltmere" in words
    assert any(re.fullmatch(r"negated, claimed \(\d+\)", word) for word in words)
    assert not any(word.startswith("Award") for word in words) or any(
        node.entity.type == "Award" for node in shown.nodes
    )
    assert any(re.match(r"4\d of 45 entities, \d+ of 71 statements", word) for word in words)


# ---- bytes


def test_a_png_has_300_dots_an_inch():
    data = pictures.graph_picture(SALTMERE, "png", title="Saltmere")
    assert data.startswith(b"\x89PNG")
    at = data.index(b"pHYs") + 4
    assert round(int.from_bytes(data[at : at + 4]) * 0.0254) == 300


def test_an_svg_is_well_formed_and_asks_for_nothing():
    drawn = pictures.graph_picture(SALTMERE, "svg").decode()
    assert len(drawn) < 400_000
    root = ET.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    told = re.findall(r'(?:href|src)="([^"]*)"', drawn)
    assert all(target.startswith("#") for target in told)
    assert not re.search(r"<script|<image|@import|url\(http", drawn)


def test_the_same_graph_gives_the_same_bytes(tmp_path):
    import matplotlib as mpl

    folder = Path(__file__).parent
    fonts = mpl.get_cachedir() or ""  # to list them anew takes longer than all else
    setting = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "MPLCONFIGDIR": fonts}
    code = (
        "import hashlib, saltmere; from kg.pictures import *\n"
        "from kg.analysis.summary import summary\n"
        "graph = saltmere.subgraph()\n"
        "for form in FORMATS:\n"
        "    drawn = graph_picture(graph, form, most=20)\n"
        "    drawn += stats_picture(summary(graph), form)\n"
        "    print(hashlib.sha256(drawn).hexdigest())\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            check=True,
            capture_output=True,
            cwd=folder,
            env=setting | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_the_user_s_own_settings_change_nothing():
    import matplotlib as mpl

    before = pictures.graph_picture(SALTMERE, "svg", most=6)
    with mpl.rc_context({"font.size": 20, "svg.fonttype": "none", "lines.linewidth": 9}):
        assert pictures.graph_picture(SALTMERE, "svg", most=6) == before
        assert mpl.rcParams["font.size"] == 20


def test_hostile_names_are_drawn_as_they_are():
    """Dollars are no formulas, markup is text, and letters without a glyph stop nothing."""
    strange = [
        "$\\frac{1}{0}$ and $x_$",
        "<script>alert(1)</script>",
        "\ud800",
        "北京市政府",
        "\u202eabc",
        "",
    ]
    for form in pictures.FORMATS:
        assert pictures.graph_picture(named(*strange), form, title="$\\bad{$ <b>")
    assert b"<script>" not in pictures.graph_picture(named(*strange), "svg")


def test_a_graph_of_one_or_none():
    empty = Subgraph({}, (), {}, {})
    for graph in (empty, named("alone")):
        assert pictures.graph_picture(graph, "svg")
        assert pictures.stats_picture(summary(graph), "svg")


def test_what_cannot_be_drawn_is_told(monkeypatch):
    with pytest.raises(ArgumentError, match="png and svg"):
        pictures.graph_picture(SALTMERE, "pdf")
    with pytest.raises(ArgumentError, match="one entity at least"):
        pictures.graph_picture(SALTMERE, "png", most=0)
    with pytest.raises(ArgumentError, match=r"\.png or \.svg"):
        pictures.format_of(Path("stats.gif"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install '\.\[pictures\]'"):
        pictures.graph_picture(SALTMERE)


# ---- figures


def test_a_picture_of_the_figures_has_a_part_for_each(large):
    with canvas.settings():
        figure = figures.figure_of(summary(large), "")
        heads = [axes.get_title(loc="left") for axes in figure.axes]
    assert heads == [
        "Statements by status",
        "Entities by type",
        "Most frequent relations",
        "Most connected entities: neighbours",
        "Speakers: statements on their word",
    ]
    assert pictures.stats_picture(summary(SALTMERE), "png").startswith(b"\x89PNG")


def test_documents_by_month_are_drawn_where_there_are_several():
    with canvas.settings():
        figure = figures.figure_of(summary(SALTMERE), "")
        last = figure.axes[-1]
        assert last.get_title(loc="left") == "Documents by month"
        assert [bar.get_height() for bar in last.patches] == [1, 2]
