"""Exports as property graphs: GraphML, GEXF, CSV and Cypher, read back by other programs' rules."""

import csv
import io
import json
import re
import zipfile
from datetime import date
from xml.etree import ElementTree as ET

import hostile
import networkx as nx
import orchard
import pytest
import synthetic

from kg import export, redaction
from kg.errors import GraphError
from kg.export import cypher_script, graph_xml, tables
from kg.export.xml import scrubbed
from kg.graph import to_networkx
from kg.model import Literal
from kg.retrieval import read_subgraph
from kg.stores.oxigraph import OxigraphStore

FORMATS = ("graphml", "gexf", "csv", "cypher")
MADE = {"orchard": orchard.graph, "hostile": hostile.graph, "synthetic": synthetic.graph}


def subgraph_of(quads):
    store = OxigraphStore()
    store.load(quads)
    return read_subgraph(store)


@pytest.fixture(scope="module", params=MADE)
def subgraph(request):
    return subgraph_of(MADE[request.param]())


@pytest.fixture(scope="module")
def valley():
    return subgraph_of(orchard.graph())


def exported(format_, subgraph, text="full"):
    out = io.BytesIO()
    source = export.Source(OxigraphStore(), lambda: subgraph, tuple)
    export.write(source, export.Serialization(format_, text), out)
    return out.getvalue()


def told(properties):
    """Properties as every format holds them: scrubbed, without what is absent or empty."""
    plain = json.loads(scrubbed_json(properties))
    return {key: value for key, value in plain.items() if value not in (None, [], "")}


def scrubbed_json(value):
    return json.dumps(_scrubbed(value), ensure_ascii=False)


def _scrubbed(value):
    if isinstance(value, str):
        return scrubbed(value)
    if isinstance(value, dict):
        return {key: _scrubbed(item) for key, item in value.items()}
    return [_scrubbed(item) for item in value] if isinstance(value, list | tuple) else value


def expected(subgraph):
    """Nodes by id, and edges by theirs as (source, target, properties), as networkx has them."""
    graph = to_networkx(subgraph)
    nodes = {name: told(properties) for name, properties in graph.nodes(data=True)}
    edges = {
        key: (source, target, told(properties))
        for source, target, key, properties in graph.edges(keys=True, data=True)
    }
    return nodes, edges


def decoded(attributes):
    """Attributes of GraphML or GEXF with their lists read from JSON."""
    lists = {"aliases", "same_as", "values", "speakers"}
    plain = {k: json.loads(v) if k in lists else v for k, v in attributes.items()}
    if plain.get("ended") == "true":
        plain["ended"] = True
    return told(plain)


# ---- GraphML


def test_graphml_reads_back(subgraph):
    found = nx.read_graphml(io.BytesIO(exported("graphml", subgraph)), force_multigraph=True)
    nodes, edges = expected(subgraph)
    assert {name: decoded(a) for name, a in found.nodes(data=True)} == nodes
    assert {
        key: (source, target, decoded({k: v for k, v in a.items() if k not in {"id", "weight"}}))
        for source, target, key, a in found.edges(keys=True, data=True)
    } == edges


def test_weights_in_graphml_are_confidences(valley):
    found = nx.read_graphml(io.BytesIO(exported("graphml", valley)), force_multigraph=True)
    assert found["Tolm_Council"]["reservoir"]["s02"]["weight"] == 0.8125


# ---- GEXF

NS = "{http://gexf.net/1.3}"
GRAPH = {"defaultedgetype", "idtype", "mode", "timeformat"}
EDGE = {"id", "label", "kind", "weight", "type", "start", "end"}
GEXF = {
    "gexf": ({"version"}, {"variant"}, ["meta?", "graph"]),
    "graph": (set(), GRAPH, ["attributes*", "nodes", "edges"]),
    "attributes": ({"class"}, {"mode"}, ["attribute*"]),
    "attribute": ({"id", "title", "type"}, set(), ["default?"]),
    "nodes": (set(), {"count"}, ["node*"]),
    "node": ({"id"}, {"label", "start", "end"}, ["attvalues?"]),
    "edges": (set(), {"count"}, ["edge*"]),
    "edge": ({"source", "target"}, EDGE, ["attvalues?"]),
    "attvalues": (set(), set(), ["attvalue*"]),
    "attvalue": ({"for", "value"}, {"start", "end"}, []),
}  # fmt: skip
"""The part of the GEXF 1.3 schema that is used: attributes needed, allowed, and the children."""


def assert_follows_schema(element):
    name = element.tag.removeprefix(NS)
    needed, allowed, children = GEXF[name]
    assert needed <= set(element.attrib) <= needed | allowed, name
    order = "".join(f"{child.tag.removeprefix(NS)} " for child in element)
    model = "".join(f"(?:{c.rstrip('*?')} ){c[-1] if c[-1] in '*?' else ''}" for c in children)
    assert re.fullmatch(model, order), (name, order[:80])
    assert not (element.text or "").strip()
    for child in element:
        assert_follows_schema(child)


def test_gexf_follows_its_schema(subgraph):
    root = ET.fromstring(exported("gexf", subgraph))
    assert_follows_schema(root)
    graph = root.find(f"{NS}graph")
    assert graph.get("defaultedgetype") == "directed"
    declared = {}
    for attributes in graph.iter(f"{NS}attributes"):
        kinds = {a.get("id"): a.get("type") for a in attributes}
        assert set(kinds.values()) <= {"string", "double"}
        declared[attributes.get("class")] = set(kinds)
    ids = [node.get("id") for node in graph.iter(f"{NS}node")]
    assert len(set(ids)) == len(ids) == int(graph.find(f"{NS}nodes").get("count"))
    edges = list(graph.iter(f"{NS}edge"))
    assert len({e.get("id") for e in edges}) == int(graph.find(f"{NS}edges").get("count"))
    for kind in ("node", "edge"):
        for element in graph.iter(f"{NS}{kind}"):
            used = [value.get("for") for value in element.iter(f"{NS}attvalue")]
            assert len(set(used)) == len(used)
            assert set(used) <= declared[kind]
    for edge in edges:
        assert {edge.get("source"), edge.get("target")} <= set(ids)
        assert 0 < float(edge.get("weight")) <= 1
        ends = [date.fromisoformat(edge.get(e)) for e in ("start", "end") if edge.get(e)]
        assert ends == sorted(ends)


def test_gexf_reads_back(subgraph):
    found = nx.read_gexf(io.BytesIO(exported("gexf", subgraph)), version="1.3")
    nodes, edges = expected(subgraph)
    assert {
        name: decoded({"name": a["label"]} | {k: v for k, v in a.items() if k != "label"})
        for name, a in found.nodes(data=True)
    } == nodes
    own = {"id", "weight", "label", "start", "end", "kind"}
    read = {
        a["id"]: (
            source,
            target,
            decoded({"relation": a["label"]} | {k: v for k, v in a.items() if k not in own}),
        )
        for source, target, a in found.edges(data=True)
    }
    assert read == edges


def test_times_become_first_and_last_days(valley):
    root = ET.fromstring(exported("gexf", valley))
    assert root.find(f"{NS}graph").get("timeformat") == "date"
    times = {e.get("id"): (e.get("start"), e.get("end")) for e in root.iter(f"{NS}edge")}
    assert times["s00"] == ("2021-05-04", "2021-05-04")
    assert times["s02"] == ("2021-05-01", "2021-05-31")
    assert times["s11"] == ("2019-01-01", "2019-12-31")
    assert times["s12"] == ("2021-06-01", "2021-06-09")
    assert times["s01"] == (None, None)


@pytest.mark.parametrize(
    ("time", "days"),
    [
        ("2023-02", ("2023-02-01", "2023-02-28")),
        ("2021-05-04T09:30:00", ("2021-05-04", "2021-05-04")),
        ("2011/..", ("2011-01-01", None)),
        ("../2011-04", (None, "2011-04-30")),
        ("-0044-03", ("-0044-03-01", "-0044-03-31")),
        ("P3Y", (None, None)),
        ("2021-13", (None, None)),
        (None, (None, None)),
    ],
)
def test_days_of_a_time(time, days):
    assert graph_xml.days(time) == days


def test_a_graph_without_dates_is_static(valley):
    undated = [s for s in orchard.STATEMENTS if s.id == "s01"]
    root = ET.fromstring(exported("gexf", subgraph_of(orchard.graph(undated))))
    assert root.find(f"{NS}graph").get("mode") == "static"


# ---- CSV


def rows(subgraph, text="full"):
    with zipfile.ZipFile(io.BytesIO(exported("csv", subgraph, text))) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        found = [
            list(csv.reader(io.StringIO(archive.read(name).decode(), newline=""))) for name in names
        ]
    assert names == ["nodes.csv", "edges.csv"]
    return [
        [dict(zip(head, map(tables.unguarded, row), strict=True)) for row in body]
        for head, *body in found
    ]


def test_csv_reads_back(subgraph):
    nodes, edges = rows(subgraph)
    wanted, between = expected(subgraph)
    for properties in wanted.values():
        properties.pop("values", None)
    read = {
        row.pop("id"): decoded({k: v for k, v in row.items() if v} | {"name": row["label"]})
        for row in nodes
    }
    assert {
        name: {k: v for k, v in p.items() if k != "label"} for name, p in read.items()
    } == wanted
    assert [row["id"] for row in edges] == [said.id for said in subgraph.statements]
    for row, said in zip(edges, subgraph.statements, strict=True):
        if isinstance(said.object, Literal):
            assert (row["value"], row["datatype"]) == (
                scrubbed(said.object.value),
                said.object.datatype,
            )
            assert row["target"] == ""
        else:
            own = {"id", "source", "target", "value", "datatype"}
            plain = {k: v for k, v in row.items() if v and k not in own}
            plain["confidence"] = float(plain["confidence"])
            assert (row["source"], row["target"], decoded(plain)) == between[said.id]


def test_no_cell_is_a_formula(subgraph):
    with zipfile.ZipFile(io.BytesIO(exported("csv", subgraph))) as archive:
        for name in archive.namelist():
            for row in csv.reader(io.StringIO(archive.read(name).decode(), newline="")):
                assert not [
                    cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))
                ]


@pytest.mark.parametrize("cell", hostile.PRINTABLE)
def test_the_guard_comes_off_again(cell):
    assert tables.unguarded(tables.guarded(cell)) == cell


def test_tables_in_a_folder_are_those_of_the_zip(valley, tmp_path):
    source = export.Source(OxigraphStore(), lambda: valley, tuple)
    paths = export.write_tables(source, tmp_path / "new" / "tables")
    assert [path.name for path in paths] == ["nodes.csv", "edges.csv"]
    with zipfile.ZipFile(io.BytesIO(exported("csv", valley))) as archive:
        assert [archive.read(p.name) for p in paths] == [p.read_bytes() for p in paths]


def test_a_file_in_the_place_of_the_folder_is_told(valley, tmp_path):
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    source = export.Source(OxigraphStore(), lambda: valley, tuple)
    with pytest.raises(GraphError, match="taken cannot be a folder"):
        export.write_tables(source, tmp_path / "taken")


# ---- Cypher

TOKEN = re.compile(
    r"""(?P<string>'(?:[^'\\]|\\.)*')|(?P<name>`(?:[^`]|``)*`)|(?P<number>-?\d+\.\d+)"""
    r"""|(?P<word>[A-Za-z_]\w*)|(?P<mark>[-{}\[\]():,;.>=<])|(?P<space>\s+)""",
    re.DOTALL,
)
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'"}


def tokens(script):
    """The script as (kind, text), by the lexical rules of openCypher; anything else is an error."""
    at = 0
    while at < len(script):
        found = TOKEN.match(script, at)
        assert found, script[at : at + 60]
        at = found.end()
        if found.lastgroup != "space":
            yield found.lastgroup, found[0]


def text_of(literal):
    def plain(found):
        return chr(int(found[1][1:], 16)) if found[1][0] == "u" else ESCAPES[found[1]]

    return re.sub(r"\\(u[0-9a-f]{4}|.)", plain, literal[1:-1])


def parsed(stream):
    """The next value of a stream of tokens: map, list, string, number or truth value."""
    kind, text = next(stream)
    if text == "{":
        value = {}
        while (key := next(stream)[1]) not in ",}" or key == ",":
            if key != ",":
                assert next(stream)[1] == ":"
                value[key] = parsed(stream)
        return value
    if text == "[":
        items = []
        while True:
            first = next(stream)
            if first[1] == "]" and first[0] == "mark":
                return items
            if first != ("mark", ","):
                items.append(parsed(iter_chain(first, stream)))
    return text_of(text) if kind == "string" else json.loads(text)


def iter_chain(first, rest):
    yield first
    yield from rest


def batches(script):
    """(rows, the clause after them) of every UNWIND."""
    stream = iter(list(tokens(script)))
    found, clause = [], []
    for token in stream:
        if token == ("word", "UNWIND"):
            found.append((parsed(stream), clause := []))
        elif token != ("mark", ";"):
            clause.append(token[1])
    return found


def test_cypher_reads_back(subgraph):
    nodes, edges = expected(subgraph)
    read_nodes, read_edges, values = {}, {}, {}
    for rows_, clause in batches(exported("cypher", subgraph).decode()):
        for row in rows_:
            properties = row.get("told", row)
            key = properties.pop("id")
            if "told" in row:
                read_edges[key] = (row["source"], row["target"], told(properties))
            elif "Value" in clause:
                values[key] = row
            else:
                assert clause[-1] == f"`{row['type']}`"
                read_nodes[key] = told(row)
    for properties in nodes.values():
        properties.pop("values", None)
    assert read_nodes == nodes
    assert {key: edge for key, edge in read_edges.items() if key not in values} == edges
    literal = {s.id: s.object for s in subgraph.statements if isinstance(s.object, Literal)}
    assert values == {
        key: {"value": scrubbed(value.value), "datatype": value.datatype}
        for key, value in literal.items()
    }
    assert {read_edges[key][1] for key in values} == set(values)


def test_a_script_merges_under_constraints(valley):
    script = exported("cypher", valley).decode()
    assert script.startswith(
        "CREATE CONSTRAINT kg_entity_id IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;\n"
    )
    assert "MERGE (n:Entity {id: row.id}) SET n = row, n:`Person`;\n" in script
    assert (
        "MATCH (a:Entity {id: row.source}), (b:Entity {id: row.target}) "
        "MERGE (a)-[r:`praises` {id: row.told.id}]->(b) SET r = row.told;\n"
    ) in script
    assert "CREATE (" not in script


def test_names_cannot_end_their_quotes():
    assert cypher_script.name_of("a`b") == "`a``b`"
    assert cypher_script.name_of("a\\u0060b") == "`a``b`"


def test_batches_are_bounded():
    script = exported("cypher", subgraph_of(synthetic.graph())).decode()
    assert max(len(rows_) for rows_, _ in batches(script)) <= 500


# ---- all of them


@pytest.mark.parametrize("format_", FORMATS)
def test_the_same_graph_gives_the_same_bytes(format_):
    quads = orchard.graph()
    backwards = subgraph_of(list(reversed(quads)))
    assert exported(format_, subgraph_of(quads)) == exported(format_, backwards)


@pytest.mark.parametrize("format_", FORMATS)
def test_no_text_is_no_text(format_, valley):
    def whole(text):
        found = exported(format_, valley, text)
        return json.dumps(rows(valley, text)) if format_ == "csv" else found.decode()

    assert "The dam does not leak." in whole("sentences")
    assert "The dam does not leak." not in whole("none")
    assert "praised" not in whole("none")


def test_what_is_masked_never_leaves(valley):
    masked = redaction.subgraph(valley, "sentences")
    for format_ in FORMATS:
        assert redaction.WITHHELD.encode() not in exported(format_, masked)


def test_every_format_has_its_round_trip():
    rdf = {"turtle", "trig", "ntriples", "nquads", "rdfxml", "jsonld"}
    assert {*FORMATS, *rdf, "facts", "entities"} == set(export.FORMATS)
