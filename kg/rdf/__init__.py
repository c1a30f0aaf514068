"""Records -> quads: the RDF model.

The default graph holds entities, the terms that the graph uses with their declarations, the
run, times, `speaker kg:claims statement`, and each asserted, actual, unattributed fact once
as a plain triple. What is negated, planned, claimed or over stands nowhere as a plain triple.

Each document has a named graph of its IRI: the document as nif:Context, its sentences as
nif:Sentence with the entities that they mention, and its statements as rdf:Statement nodes with
every qualifier. No triple stands in two graphs, and there are no blank nodes; so the merge of
all graphs, which graph.ttl is, loses nothing but the graph names, and a query on the union sees
each triple once.

The graph says under which base IRI it was built: its owl:Ontology is the base IRI itself.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kg.config import Config
from kg.model import Document, DocumentRecord, Entity, Literal, Sentence, Statement
from kg.ontology import Ontology, load_ontology
from kg.rdf.declarations import Declarations
from kg.terms import (
    Names,
    decimal,
    duration_literal,
    interval_literals,
    iso_literal,
    node,
    span,
    text,
    typed,
)

Object = ox.NamedNode | ox.Literal
Properties = Iterator[tuple[ox.NamedNode, Object]]

SPEAKER_RANKS = ("prov:wasAttributedTo", "kg:reportedBy", "kg:reportedFurtherBy")
"""The properties of a chain of speakers, innermost first; the last is for all beyond."""

_DEFAULT = ox.DefaultGraph()
_POLARITY = {"asserted": node("kg:Asserted"), "negated": node("kg:Negated")}
_FACTUALITY = {
    "actual": node("kg:Actual"),
    "planned": node("kg:Planned"),
    "claimed": node("kg:Claimed"),
}


@dataclass(frozen=True, slots=True)
class Run:
    """What made a graph: the package's version, the language pipeline's, and the settings."""

    version: str
    pipeline: str
    config: Config

    @property
    def id(self) -> str:
        """The run's local name: a hash of all that shapes its results, without any clock."""
        held = {"version": self.version, "pipeline": self.pipeline, **self.config.as_dict()}
        del held["batch_size"]  # it changes no result
        digest = hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()
        return "r" + digest[:8]

    @property
    def label(self) -> str:
        return f"kg {self.version}, {self.pipeline}"


def quads(
    records: Iterable[DocumentRecord],
    entities: Iterable[Entity],
    statements: Iterable[Statement],
    run: Run,
    ontology: Ontology | None = None,
) -> Iterator[ox.Quad]:
    """The quads of a graph, each once, in no order that matters.

    Each input is read once. What grows with the graph in memory are the statements, the ids of
    entities, where they are mentioned, and the plain facts already told.
    """
    writer = Writer(run, entities, ontology or load_ontology())
    said: dict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        said[statement.document].append(statement)
    used: set[str] = set()
    for record in records:
        graph = writer.graph_of(record, said[record.document.id])
        used |= graph.used
        yield from graph.quads
    yield from writer.default_graph(itertools.chain.from_iterable(said.values()), used)


@dataclass(frozen=True, slots=True)
class DocumentGraph:
    """The named graph of a document: its quads, and the terms that they use."""

    quads: Sequence[ox.Quad]
    used: frozenset[str]


class Writer:
    """Makes the quads of a graph, a document at a time and then the default graph.

    `entities` are all nodes of the graph. Of a document's graph the same record, statements,
    mentions and run make the same quads, whatever else the whole graph has.
    """

    def __init__(
        self, run: Run, entities: Iterable[Entity], ontology: Ontology | None = None
    ) -> None:
        self._names = Names.under(run.config.base_iri)
        self._run = run
        self._run_node = self._names.run(run.id)
        self._entities = {entity.id: entity for entity in entities}
        self._told: set[tuple[object, ...]] = set()
        self._mentioned: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for entity in self._entities.values():
            for mention in entity.mentions:
                self._mentioned[mention.document].append((mention.start, entity.id))
        self._ontology = ontology or load_ontology()
        self._declarations = Declarations(self._ontology)

    def name_of(self, document: str) -> ox.NamedNode:
        """The name of a document's graph."""
        return self._names.document(document)

    def mentioned_in(self, document: str) -> Sequence[tuple[int, str]]:
        """Where a document mentions entities of the graph: offset and entity's id."""
        return self._mentioned.get(document, ())

    def graph_of(self, record: DocumentRecord, statements: Iterable[Statement]) -> DocumentGraph:
        """The named graph of a document, whose statements these are."""
        self._declarations = Declarations(self._ontology)
        quads = [*self._document(record.document)]
        for sentence in record.sentences:
            quads += self._sentence(record.document.id, sentence)
        quads += self._mentions(record)
        for statement in statements:
            quads += self._evidence(statement)
        return DocumentGraph(quads, frozenset(self._declarations.used))

    def default_graph(
        self, statements: Iterable[Statement], used: Iterable[str]
    ) -> Iterator[ox.Quad]:
        """The default graph; `used` are the terms that the documents' graphs use."""
        self._declarations = Declarations(self._ontology, used)
        yield from self._header()
        for entity in self._entities.values():
            yield from self._entity(entity)
        for statement in statements:
            yield from self._in_default_graph(statement)
        yield from self._declarations.quads()

    def _header(self) -> Iterator[ox.Quad]:
        """The graph as an ontology, and the run that made it."""
        graph = ox.NamedNode(self._names.base_iri)
        yield self._quad(graph, node("rdf:type"), node("owl:Ontology"))
        yield self._quad(graph, node("dct:title"), text("Knowledge graph"))
        yield self._quad(graph, node("prov:wasGeneratedBy"), self._run_node)
        yield self._quad(self._run_node, node("rdf:type"), node("prov:Activity"))
        yield self._quad(self._run_node, node("rdfs:label"), text(self._run.label))

    def _entity(self, entity: Entity) -> Iterator[ox.Quad]:
        subject = self._names.entity(entity.id)
        yield self._quad(subject, node("rdf:type"), node(f"kg:{entity.type or 'Concept'}"))
        for class_ in entity.classes:
            yield self._quad(subject, node("rdf:type"), ox.NamedNode(class_))
        yield self._quad(subject, node("rdfs:label"), text(entity.name))
        for alias in sorted(set(entity.aliases) - {entity.name}):
            yield self._quad(subject, node("skos:altLabel"), text(alias))
        for iri in sorted(set(entity.same_as)):
            yield self._quad(subject, node("owl:sameAs"), ox.NamedNode(iri))
        if entity.quantity:
            yield self._quad(subject, node("kg:quantity"), text(entity.quantity))

    def _evidence(self, statement: Statement) -> Iterator[ox.Quad]:
        """The statement's node in its document's graph."""
        subject = self._names.statement(statement.id)
        graph = self._names.document(statement.document)
        for told in (self._content, self._qualifiers, self._provenance):
            for predicate, value in told(statement):
                yield self._quad(subject, predicate, value, graph)

    def _in_default_graph(self, statement: Statement) -> Iterator[ox.Quad]:
        """What the statement adds to the default graph."""
        is_literal = isinstance(statement.object, Literal)
        self._declarations.note_relation(statement.property, statement.relation, is_literal)
        if statement.speakers:
            speaker = self._names.entity(statement.speakers[0])
            yield self._quad(speaker, node("kg:claims"), self._names.statement(statement.id))
        elif statement.status == "asserted" and not statement.ended:
            yield from self._fact(statement)
        if statement.time and not duration_literal(statement.time):
            yield from self._time(statement.time, statement.document)

    def _content(self, statement: Statement) -> Properties:
        yield node("rdf:type"), node("rdf:Statement")
        yield node("rdf:subject"), self._names.entity(statement.subject)
        yield node("rdf:predicate"), node(statement.property)
        yield node("rdf:object"), self._object(statement)
        if statement.unit:
            yield node("kg:unit"), text(statement.unit)
        yield node("kg:relationPhrase"), text(statement.relation)
        if statement.surface:
            yield node("kg:surfaceRelation"), text(statement.surface)
        yield node("kg:subjectSpan"), span(statement.subject_span)
        if statement.relation_span:
            yield node("kg:relationSpan"), span(statement.relation_span)
        if statement.object_span:
            yield node("kg:objectSpan"), span(statement.object_span)

    def _qualifiers(self, statement: Statement) -> Properties:
        yield node("kg:polarity"), _POLARITY[statement.polarity]
        yield node("kg:factuality"), _FACTUALITY[statement.factuality]
        yield node("kg:confidence"), decimal(statement.confidence)
        if statement.ended is True:
            yield node("kg:ended"), ox.Literal(True)
        elif statement.ended:
            yield node("kg:ended"), iso_literal(statement.ended) or text(statement.ended)
        for cue in sorted(set(statement.cues)):
            yield node("kg:cue"), text(cue)
        if statement.time:
            yield self._when(statement.time, statement.document)
        if statement.place:
            yield self._place(statement.place)

    def _provenance(self, statement: Statement) -> Properties:
        yield node("kg:rule"), text(statement.rule)
        if statement.sources > 1:
            yield node("kg:sources"), ox.Literal(statement.sources)
        ranked = ((SPEAKER_RANKS[min(n, 2)], who) for n, who in enumerate(statement.speakers))
        for rank, speaker in dict.fromkeys(ranked):
            yield node(rank), self._names.entity(speaker)
        sentence = self._names.sentence(statement.document, statement.sentence)
        yield node("prov:wasDerivedFrom"), sentence
        yield node("prov:wasGeneratedBy"), self._run_node

    def _object(self, statement: Statement) -> Object:
        value = statement.object
        if isinstance(value, Literal):
            return typed(value.value, value.datatype)
        return self._names.entity(value)

    def _place(self, place: str) -> tuple[ox.NamedNode, Object]:
        if place in self._entities:
            return node("sem:hasPlace"), self._names.entity(place)
        return node("kg:placeText"), text(place)

    def _when(self, time: str, document: str) -> tuple[ox.NamedNode, Object]:
        """Times are nodes; a length of time has no place on the calendar that two could share."""
        lasting = duration_literal(time)
        if lasting:
            return node("kg:duration"), lasting
        return node("sem:hasTime"), self._names.time(time, document)

    def _fact(self, statement: Statement) -> Iterator[ox.Quad]:
        fact = (statement.subject, statement.property, statement.object)
        if fact not in self._told:
            self._told.add(fact)
            subject = self._names.entity(statement.subject)
            yield self._quad(subject, node(statement.property), self._object(statement))

    def _time(self, value: str, document: str) -> Iterator[ox.Quad]:
        if (value, document) in self._told:
            return
        subject = self._names.time(value, document)
        self._told.add((value, document))
        if (subject,) in self._told:
            return
        self._told.add((subject,))
        yield self._quad(subject, node("rdf:type"), node("sem:Time"))
        yield self._quad(subject, node("rdfs:label"), text(value))
        stamp = iso_literal(value)
        if stamp:
            yield self._quad(subject, node("sem:hasTimeStamp"), stamp)
        for end, literal in zip(("Begin", "End"), interval_literals(value), strict=True):
            if literal:
                yield self._quad(subject, node(f"sem:has{end}TimeStamp"), literal)

    def _document(self, document: Document) -> Iterator[ox.Quad]:
        """The document's node in its own graph; absent metadata leave no triple."""
        subject = self._names.document(document.id)
        for name in ("nif:Context", "prov:Entity", "schema:Article"):
            yield self._quad(subject, node("rdf:type"), node(name), subject)
        told = {
            "dct:identifier": text(document.id),
            "nif:isString": text(document.text),
            "dct:title": document.title and text(document.title),
            "dct:issued": document.date and (iso_literal(document.date) or text(document.date)),
            "dct:creator": document.author and text(document.author),
            "dct:source": document.source and text(document.source),
            "schema:url": document.url and typed(document.url, "anyURI"),
            "schema:locationCreated": document.place and text(document.place),
            "kg:reprintOf": document.reprint_of and self._names.document(document.reprint_of),
        }
        for name, value in told.items():
            if isinstance(value, ox.Literal | ox.NamedNode):
                yield self._quad(subject, node(name), value, subject)

    def _sentence(self, document: str, sentence: Sentence) -> Iterator[ox.Quad]:
        subject = self._names.sentence(document, sentence.start)
        graph = self._names.document(document)
        yield self._quad(subject, node("rdf:type"), node("nif:Sentence"), graph)
        yield self._quad(subject, node("nif:referenceContext"), graph, graph)
        yield self._quad(subject, node("nif:beginIndex"), ox.Literal(sentence.start), graph)
        yield self._quad(subject, node("nif:endIndex"), ox.Literal(sentence.end), graph)
        yield self._quad(subject, node("nif:anchorOf"), text(sentence.text), graph)
        if sentence.kind != "prose":
            yield self._quad(subject, node("kg:sentenceKind"), text(sentence.kind), graph)

    def _mentions(self, record: DocumentRecord) -> Iterator[ox.Quad]:
        """Which entities each sentence of a document mentions, by whatever name or pronoun."""
        document = record.document.id
        graph, starts = self._names.document(document), [s.start for s in record.sentences]
        at = {(bisect_right(starts, m) - 1, e) for m, e in self.mentioned_in(document)}
        for index, entity in sorted(at):
            subject = self._names.sentence(document, starts[index])
            yield self._quad(subject, node("schema:mentions"), self._names.entity(entity), graph)

    def _quad(
        self,
        subject: ox.NamedNode,
        predicate: ox.NamedNode,
        value: Object,
        graph: ox.NamedNode | ox.DefaultGraph = _DEFAULT,
    ) -> ox.Quad:
        self._declarations.note(predicate, value)
        return ox.Quad(subject, predicate, value, graph)
