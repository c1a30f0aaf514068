"""SHACL validation: whether a graph conforms to shapes, and where not, what is wrong.

The checking is pyshacl's, an optional library, on rdflib's copy of graph.ttl: the merge of all
graphs. What `kg build` writes conforms to ontology/shapes.ttl; a user checks what he has changed,
what another program wrote, or the graph against shapes of his own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg import sparql
from kg.errors import GraphError, InputError
from kg.iris import FIXED_PREFIXES, compact_fixed
from kg.ontology import reading
from kg.ontology import shapes as own_shapes

if TYPE_CHECKING:
    import rdflib

_SH = "http://www.w3.org/ns/shacl#"
_QUERIES = ("select", "ask", "construct")
TURTLE = "graph.ttl"


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that does not conform.

    `node` is the IRI of what is wrong, `told` what it is for a reader (a name, or the triple of a
    statement), `path` the property in question and `value` what it is, "" where there is none.
    `sentence` and `document` are the evidence of a statement.
    """

    node: str
    told: str
    path: str
    value: str
    message: str
    severity: str
    sentence: str = ""
    document: str = ""


def validate(graph: Path, shapes: Path | None = None) -> tuple[Violation, ...]:
    """What of a graph does not conform, sorted; empty where all does.

    `graph` is a folder of kg build or a file of RDF, `shapes` a file of SHACL in place of kg's
    own. Raises InputError where a file cannot be read or is no RDF, GraphError where the folder
    has no graph, and InputError where pyshacl is not installed.
    """
    pyshacl = _pyshacl()
    data = _read(_file_of(graph))
    wanted = _read(shapes) if shapes else _parsed(own_shapes(), "shapes.ttl", "turtle")
    if shapes:
        _refuse_no_shapes(wanted, shapes)
    try:
        _, report, _ = pyshacl.validate(data, shacl_graph=wanted, allow_warnings=False)
    except (pyshacl.errors.ShapeLoadError, pyshacl.errors.ConstraintLoadError) as error:
        raise InputError(f"{shapes} has a shape that is wrong: {_flat(str(error))}") from error
    except (pyshacl.errors.ValidationFailure, pyshacl.errors.ReportableRuntimeError) as error:
        raise InputError(f"{graph} could not be checked: {_flat(str(error))}") from error
    return tuple(sorted(_violations(report, data), key=lambda v: (v.node, v.path, v.message)))


def _pyshacl() -> Any:
    try:
        import pyshacl
        import pyshacl.errors
    except ImportError as error:
        raise InputError(
            "Checking a graph needs pyshacl, which the extra `validate` installs: pip install "
            "'.[validate]' in the clone of kg."
        ) from error
    return pyshacl


def _file_of(graph: Path) -> Path:
    if not graph.is_dir():
        return graph
    if not (graph / TURTLE).is_file():
        raise GraphError(f"{graph} has no {TURTLE}: build a graph there with kg build.")
    return graph / TURTLE


def _read(path: Path) -> rdflib.Graph:
    from rdflib.util import guess_format

    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    return _parsed(content, str(path), guess_format(path.name) or "turtle")


def _parsed(content: bytes, name: str, format_: str) -> rdflib.Graph:
    import rdflib

    quads = format_ in {"trig", "nquads"}
    graph = rdflib.Dataset(default_union=True) if quads else rdflib.Graph()
    try:
        graph.parse(data=content, format=format_)
    except Exception as error:  # each of rdflib's parsers has errors of its own
        raise InputError(
            f"{name} is not valid {format_}{_reason(content, format_, error)}"
        ) from error
    return graph


def _reason(content: bytes, format_: str, error: Exception) -> str:
    """Where and why; pyoxigraph tells it of Turtle, for whose end rdflib has an IndexError."""
    if format_ == "turtle":
        try:
            deque(ox.parse(content, format=ox.RdfFormat.TURTLE, base_iri="urn:shapes:"), maxlen=0)
        except SyntaxError as told:
            return reading.place_and_reason(told)
    return f": {_flat(str(error))}"


def _flat(text: str, longest: int = 200) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else flat[:longest] + "…"


def _refuse_no_shapes(shapes: rdflib.Graph, path: Path) -> None:
    """Refuse what has no shape, and queries in shapes that reach beyond the graph."""
    import rdflib

    kinds = [rdflib.URIRef(_SH + kind) for kind in ("NodeShape", "PropertyShape")]
    targets = [
        rdflib.URIRef(_SH + name)
        for name in ("targetClass", "targetNode", "targetSubjectsOf", "targetObjectsOf", "target")
    ]
    found = any((None, rdflib.RDF.type, kind) in shapes for kind in kinds)
    if not found and not any((None, target, None) in shapes for target in targets):
        raise InputError(f"{path} has no shapes: nothing in it is a sh:NodeShape with a target.")
    for name in _QUERIES:
        for query in shapes.objects(None, rdflib.URIRef(_SH + name)):
            sparql.check(str(query), FIXED_PREFIXES)


def _violations(report: rdflib.Graph, data: rdflib.Graph) -> Iterator[Violation]:
    import rdflib

    def value(result: Any, name: str) -> Any:
        return report.value(result, rdflib.URIRef(_SH + name))

    def shown(term: Any) -> str:
        return "" if term is None else compact_fixed(str(term))

    for result in report.subjects(rdflib.RDF.type, rdflib.URIRef(_SH + "ValidationResult")):
        node = value(result, "focusNode")
        told, sentence, document = _evidence(node, data)
        yield Violation(
            str(node),
            told,
            shown(value(result, "resultPath")),
            shown(value(result, "value")),
            _flat(str(value(result, "resultMessage") or "does not conform")),
            str(value(result, "resultSeverity")).rpartition("#")[2].lower(),
            sentence,
            document,
        )


def _evidence(node: Any, data: rdflib.Graph) -> tuple[str, str, str]:
    """What a node is for a reader, the sentence that states it, and the document's id."""
    import rdflib

    def value(subject: Any, name: str) -> Any:
        prefix, _, local = name.partition(":")
        found = rdflib.URIRef(FIXED_PREFIXES[prefix] + local)
        return None if subject is None else data.value(subject, found, any=True)

    def named(term: Any) -> str:
        return "" if term is None else str(value(term, "rdfs:label") or term)

    if (node, rdflib.RDF.type, rdflib.RDF.Statement) not in data:
        return str(value(node, "rdfs:label") or value(node, "nif:anchorOf") or ""), "", ""
    parts = (value(node, f"rdf:{part}") for part in ("subject", "predicate", "object"))
    sentence = value(node, "prov:wasDerivedFrom")
    document = value(value(sentence, "nif:referenceContext"), "dct:identifier")
    told = " – ".join(part for part in map(named, parts) if part)
    return told, str(value(sentence, "nif:anchorOf") or ""), str(document or "")
