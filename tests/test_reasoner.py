"""A graph and its ontology in an OWL reasoner: HermiT finds no inconsistency, and infers.

OWL 2 knows dateTime and no dates, years or durations; the reasoner is told to leave those be.
"""

import shutil

import pytest
import rdflib

import kg
from kg import ontology
from kg.iris import FIXED_PREFIXES

owlready2 = pytest.importorskip("owlready2", reason="owlready2 is not installed")
if not shutil.which("java"):
    pytest.skip("HermiT needs java", allow_module_level=True)

TEXT = """\
Mira Dunn works for the Harrow Mill. Oskar Pell criticized Mira Dunn.
Mira Dunn was born in Riga on 4 May 1982.
Oskar Pell met Mira Dunn in Leeds. Mira Dunn did not meet Tomas Reed. Riga is the capital of Latvia.
The Harrow Mill failed. Oskar Pell said that Mira Dunn will leave the Harrow Mill.
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    place = tmp_path_factory.mktemp("reasoner")
    (place / "mill.txt").write_text(TEXT, encoding="utf-8")
    return kg.build(place / "mill.txt", place / "g")


@pytest.fixture
def world(graph, tmp_path):
    """graph.ttl and the ontology in one world of owlready2, which reads N-Triples."""
    merged = rdflib.Graph().parse(graph.folder / "graph.ttl")
    for name in ("kg.ttl", "news.ttl"):
        merged.parse(data=(ontology.folder() / name).read_bytes(), format="turtle")
    for wordy in (rdflib.SKOS.altLabel, rdflib.RDFS.comment):
        merged.remove((None, wordy, None))  # no reasoning needs them, and they take time
    merged.remove((None, rdflib.OWL.imports, None))  # it would be sought on the web
    path = tmp_path / "all.nt"
    merged.serialize(path, format="nt", encoding="utf-8")
    made = owlready2.World()
    made.get_ontology(f"file://{path}").load()
    return made


def entity(world, name):
    return world["https://example.org/kg/entity/" + name]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_the_graph_is_consistent_with_its_ontology_and_things_follow(world):
    owlready2.sync_reasoner_hermit(
        world, infer_property_values=True, debug=0, ignore_unsupported_datatypes=True
    )
    assert not list(world.inconsistent_classes())
    rel = world.get_namespace(FIXED_PREFIXES["rel"])
    mill = entity(world, "Harrow_Mill")
    assert rel.employs is not None
    assert entity(world, "Mira_Dunn") in mill.employs


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_contradiction_would_be_found(world):
    """What the test above rests on: the reasoner does see the graph."""
    person = world[FIXED_PREFIXES["kg"] + "Person"]
    with world.get_ontology("https://example.org/contradiction/"):
        owlready2.AllDisjoint([person, world[FIXED_PREFIXES["kg"] + "Agent"]])
    with pytest.raises(owlready2.OwlReadyInconsistentOntologyError):
        owlready2.sync_reasoner_hermit(world, debug=0, ignore_unsupported_datatypes=True)
