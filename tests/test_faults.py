"""Disks and files that fail, provoked for real: a clear error, and nothing stored is lost."""

import os
import shutil
import subprocess
import sys

import old_store
import orchard
import pyoxigraph as ox
import pytest
import railway

import kg
from kg.errors import GraphError
from kg.iris import prefixes
from kg.lookup import find_entity
from kg.records import Records
from kg.retrieval import read_subgraph
from kg.stores.oxigraph import OxigraphStore

ALL = tuple(railway.ARTICLES)
KG = [sys.executable, "-m", "kg.cli"]


pytestmark = pytest.mark.usefixtures("same_code")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A graph of one article in `g`, and the folder `texts` with that; not to be changed."""
    place = tmp_path_factory.mktemp("finished")
    railway.write(place / "texts", *ALL[:1])
    kg.build(place / "texts", place / "g")
    return place


@pytest.fixture
def place(finished, tmp_path):
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture(scope="session")
def mounting():
    """Runs a shell script that may mount things; its process sees them alone."""
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-ec"]
    try:
        subprocess.run([*command, "mount -t tmpfs none /mnt"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this system lets nobody mount for a test: {error}")

    def run(script, *arguments):
        found = subprocess.run(
            [*command, script, "sh", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert "Traceback" not in found.stderr
        return found

    return run


READ_ONLY = 'mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; shift; '
SMALL_DISK = (
    'mount -t tmpfs -o size="$3" none /mnt; cp -r "$1" "$2" /mnt; shift 3; code=0; '
    '"$@" || code=$?; cp -r /mnt/g/. "$OUT"; exit $code'
)


def facts(folder):
    return set(railway.facts(kg.open_graph(folder)))


# ---- disks


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["query", "ASK { ?s a rdf:Statement }"], "true"),
        (["show", "Mara Lind"], "Mara Lind"),
        (["documents"], "opening"),
        (["export", "--format", "nquads"], "<http"),
    ],
)
def test_a_graph_on_a_read_only_disk_can_be_read(place, mounting, arguments, expected):
    found = mounting(READ_ONLY + '"$@"', place / "g", *KG, *arguments, "--graph", place / "g")
    assert (found.returncode, found.stderr) == (0, "")
    assert expected in found.stdout


def test_a_build_on_a_read_only_disk_says_so(place, mounting):
    railway.write(place / "texts", *ALL)
    before = railway.written(place / "g")
    found = mounting(
        READ_ONLY + '"$@"', place / "g", *KG, "build", place / "texts", "--graph", place / "g"
    )
    assert found.returncode == 1
    assert "records.sqlite cannot be opened or written" in found.stderr
    assert railway.written(place / "g") == before
    assert facts(place / "g")


def test_a_first_build_on_a_read_only_disk_says_so(place, mounting):
    found = mounting(
        READ_ONLY + '"$@"', place, *KG, "build", place / "texts", "--graph", place / "new"
    )
    assert found.returncode == 1
    assert "new cannot be made: Read-only file system" in found.stderr


FILL = """
import sys
from pathlib import Path
import orchard
from kg.errors import GraphError
from kg.stores.oxigraph import OxigraphStore
path = Path(sys.argv[1])
store = path / "store"
OxigraphStore.replace(store, orchard.graph())
import pyoxigraph as ox
many = (ox.Quad(ox.NamedNode(f"urn:{i}"), ox.NamedNode("urn:p"), ox.Literal(f"{i * 7919:064}"))
        for i in range(400_000))
try:
    OxigraphStore.replace(store, many)
except GraphError as error:
    print(error)
left = sorted(p.name for p in path.iterdir())
print(left, set(OxigraphStore.open(store).quads()) == set(orchard.graph()))
"""


def test_a_store_on_a_disk_that_runs_full_is_the_old_one(mounting):
    script = 'mount -t tmpfs -o size=6m none /mnt; "$@"'
    found = mounting(script, sys.executable, "-c", FILL, "/mnt")
    told, left = found.stdout.splitlines()
    assert "The disk is full" in told
    assert "What was stored before is kept" in told
    assert left == "['store'] True"


def test_a_build_on_a_full_disk_keeps_the_graph_and_goes_on_when_there_is_room(place, mounting):
    """The disk has room for what is there and a little more, not for a second store."""
    railway.write(place / "texts", *ALL)
    page = os.sysconf("SC_PAGE_SIZE")
    pages = sum(-(-p.stat().st_size // page) for p in place.rglob("*") if p.is_file())
    size = pages * page // 1024 + 330
    out = place / "out"
    out.mkdir()
    script = f"OUT='{out}'; {SMALL_DISK}"
    found = mounting(
        script, place / "g", place / "texts", f"{size}k", *KG, "build", "/mnt/texts", "-g", "/mnt/g"
    )
    assert found.returncode == 1
    assert "disk is full" in found.stderr.lower() or "No space left on device" in found.stderr
    assert facts(out) == facts(place / "g")
    assert railway.written(out) == railway.written(place / "g")


# ---- other writers, other versions


def test_a_second_build_is_refused_and_the_first_goes_on(place, finished):
    with Records(place / "g" / "records.sqlite", writing=True):
        found = subprocess.run(
            [*KG, "build", place / "texts", "-g", place / "g"],
            capture_output=True,
            text=True,
            check=False,
        )
    assert found.returncode == 1
    assert "in use by another kg build. Wait for it to end" in found.stderr
    assert railway.written(place / "g") == railway.written(finished / "g")


def test_a_store_of_an_older_database_is_told_and_made_anew(place, finished):
    store = place / "g" / "store"
    shutil.rmtree(store)
    old_store.unpack(store)
    with pytest.raises(GraphError, match=r"another version of the database.*Build again"):
        kg.open_graph(place / "g")
    assert kg.build(place / "texts", place / "g").report.parsed == 0
    assert facts(place / "g") == facts(finished / "g")


def test_a_graph_that_another_version_made_is_told():
    store = OxigraphStore()
    older = [q for q in orchard.graph() if not q.predicate.value.endswith("#rule")]
    store.load(older)
    with pytest.raises(GraphError, match=r"made by kg 0\.1, pipeline 1\.0, and kg .* cannot read"):
        read_subgraph(store)


def test_a_graph_whose_values_are_of_another_kind_is_told():
    table = prefixes("https://example.org/kg/")
    store = OxigraphStore()
    store.load(
        ox.Quad(q.subject, q.predicate, ox.Literal("early"), q.graph_name)
        if q.predicate.value == table["nif"] + "beginIndex"
        else q
        for q in orchard.graph()
    )
    with pytest.raises(GraphError, match=r"cannot read it .*early.*Build it again"):
        read_subgraph(store)
    assert find_entity(store, "Ada Brandt") == "Ada_Brandt"


# ---- files that are damaged, or nobody's


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_truncated_records_are_told_and_the_files_beside_stay(place, finished, share):
    records = place / "g" / "records.sqlite"
    os.truncate(records, int(records.stat().st_size * share))
    with pytest.raises(GraphError, match=r"records.sqlite is damaged .*Move it away"):
        kg.build(place / "texts", place / "g")
    assert facts(place / "g") == facts(finished / "g")
    records.rename(place / "away")
    kg.build(place / "texts", place / "g")
    assert railway.written(place / "g") == railway.written(finished / "g")


def test_records_cut_to_nothing_do_not_cost_the_graph_its_documents(place, finished):
    (place / "g" / "records.sqlite").write_bytes(b"")
    railway.write(place / "more", *ALL[1:])
    with pytest.raises(GraphError, match=r"records.sqlite is (empty|damaged)"):
        kg.build(place / "more", place / "g")
    assert railway.written(place / "g") == railway.written(finished / "g")


@pytest.mark.parametrize("where", ["store", "store.new", "store.old"])
def test_a_file_that_is_no_part_of_a_store_is_not_lost_with_it(place, where):
    mine = place / "g" / where / "notes.txt"
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine", encoding="utf-8")
    railway.write(place / "texts", *ALL)
    with pytest.raises(GraphError, match=r"notes\.txt, which is no part of a store"):
        kg.build(place / "texts", place / "g")
    assert mine.read_text(encoding="utf-8") == "mine"
    assert facts(place / "g")
    mine.unlink()
    assert kg.build(place / "texts", place / "g").report.documents == 3


def test_a_file_in_the_place_of_the_store_is_not_replaced(place):
    shutil.rmtree(place / "g" / "store")
    (place / "g" / "store").write_text("mine", encoding="utf-8")
    with pytest.raises(GraphError, match="is a file, and a store is to go there"):
        kg.build(place / "texts", place / "g")
    assert (place / "g" / "store").read_text(encoding="utf-8") == "mine"


def test_what_a_desktop_leaves_in_folders_is_no_obstacle(tmp_path):
    OxigraphStore.replace(tmp_path / "store", orchard.graph())
    (tmp_path / "store" / ".DS_Store").write_bytes(b"x")
    OxigraphStore.replace(tmp_path / "store", [])
    assert list(OxigraphStore.open(tmp_path / "store").quads()) == []
