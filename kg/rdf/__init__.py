"""Records -> quads: the RDF model.

The default graph holds entities, the terms that the graph uses with their declarations, the
run, times, `speaker kg:claims statement`, and each asserted, actual, unattributed fact once
as a plain triple. What is negated, planned, claimed or over stands nowhere as a plain triple,
nor does a number with a unit: 90 metres and 90 feet would be one triple.

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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kg.config import Config
from kg.iris import FIXED_PREFIXES, expand
from kg.model import Document, DocumentRecord, Entity, Literal, Sentence, Statement
from kg.ontology import Ontology, load_ontology
from kg.rdf.declarations import Declarations
from kg.rdf.spelling import Spelling, string
from kg.rdf.turtle import Description, Layout
from kg.terms import Names, duration_literal, interval_literals, iso_literal, typed

Told = dict[str, Sequence[str]]
"""Objects by predicate, in Turtle's terms."""

SPEAKER_RANKS = ("prov:wasAttributedTo", "kg:reportedBy", "kg:reportedFurtherBy")
"""The properties of a chain of speakers, innermost first; the last is for all beyond."""

_OWN = ("kg:", "rel:", *(f"<{FIXED_PREFIXES[prefix]}" for prefix in ("kg", "rel")))
_POLARITY = {"asserted": "kg:Asserted", "negated": "kg:Negated"}
_FACTUALITY = {"actual": "kg:Actual", "planned": "kg:Planned", "claimed": "kg:Claimed"}


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
        yield from writer.layout.quads(graph.text, writer.name_of(record.document.id))
    every = itertools.chain.from_iterable(said.values())
    yield from writer.layout.quads(writer.default_graph(every, used, sections=False))


@dataclass(frozen=True, slots=True)
class DocumentGraph:
    """The named graph of a document, laid out, and the terms that it uses, by IRI."""

    text: str
    used: frozenset[str]


class Writer:
    """Writes the graphs of a dataset as Turtle, a document at a time and then the default graph.

    `entities` are all nodes of the graph. Of a document's graph the same record, statements,
    mentions and run make the same text, whatever else the whole graph has.
    """

    def __init__(
        self, run: Run, entities: Iterable[Entity], ontology: Ontology | None = None
    ) -> None:
        self._names = Names.under(run.config.base_iri)
        self.layout = Layout(run.config.base_iri)
        self._spelt = Spelling(self._names, self.layout.term)
        self._run = run
        self._run_term = f"run:{run.id}"
        self._entities = {entity.id: entity for entity in entities}
        self._mentioned: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for entity in self._entities.values():
            for mention in entity.mentions:
                self._mentioned[mention.document].append((mention.start, entity.id))
        self._ontology = ontology or load_ontology()

    def name_of(self, document: str) -> ox.NamedNode:
        """The name of a document's graph."""
        return self._names.document(document)

    def mentioned_in(self, document: str) -> Sequence[tuple[int, str]]:
        """Where a document mentions entities of the graph: offset and entity's id."""
        return self._mentioned.get(document, ())

    def graph_of(self, record: DocumentRecord, statements: Iterable[Statement]) -> DocumentGraph:
        """The named graph of a document, whose statements these are."""
        described = [self._document(record.document), *self._sentences(record)]
        described += map(self._statement, statements)
        text = self.layout.text(described, sections=False)
        return DocumentGraph(text, frozenset(_terms_of(described)))

    def default_graph(
        self, statements: Iterable[Statement], used: Iterable[str], *, sections: bool = True
    ) -> str:
        """The default graph, laid out; `used` are the terms that the documents' graphs use."""
        facts = _Facts(self._spelt)
        facts.describe(f"<{self._names.base_iri}>", self._header())
        facts.describe(
            self._run_term,
            {"rdf:type": ("prov:Activity",), "rdfs:label": (string(self._run.label),)},
        )
        for entity in self._entities.values():
            facts.describe(self._spelt.entity(entity.id), self._entity(entity))
        declarations = Declarations(self._ontology, used)
        for said in statements:
            is_literal = isinstance(said.object, Literal)
            declarations.note_relation(said.property, said.relation, is_literal)
            facts.add(said)
        declarations.used.update(_terms_of(facts.held.items()))
        declared = sorted(str(quad.triple) for quad in declarations.quads())
        for subject, told in self.layout.described(declared):
            facts.describe(subject, told)
        return self.layout.text(facts.held.items(), sections=sections)

    def _header(self) -> Told:
        """The graph as an ontology."""
        return {
            "rdf:type": ("owl:Ontology",),
            "dct:title": (string("Knowledge graph"),),
            "prov:wasGeneratedBy": (self._run_term,),
        }

    def _entity(self, entity: Entity) -> Told:
        told: Told = {
            "rdf:type": (f"kg:{entity.type or 'Concept'}", *map(self._spelt.iri, entity.classes)),
            "rdfs:label": (string(entity.name),),
        }
        if aliases := sorted({*entity.aliases} - {entity.name}):
            told["skos:altLabel"] = [*map(string, aliases)]
        if entity.same_as:
            told["owl:sameAs"] = [*map(self._spelt.iri, sorted({*entity.same_as}))]
        if entity.quantity:
            told["kg:quantity"] = (string(entity.quantity),)
        return told

    def _statement(self, said: Statement) -> Description:
        """The statement's node in its document's graph."""
        told = self._content(said)
        self._qualify(said, told)
        told["kg:rule"] = (string(said.rule),)
        if said.sources > 1:
            told["kg:sources"] = (str(said.sources),)
        ranked = ((SPEAKER_RANKS[min(n, 2)], who) for n, who in enumerate(said.speakers))
        for rank, speaker in dict.fromkeys(ranked):
            told[rank] = (*told.get(rank, ()), self._spelt.entity(speaker))
        told["prov:wasDerivedFrom"] = (self._spelt.sentence(said.document, said.sentence),)
        told["prov:wasGeneratedBy"] = (self._run_term,)
        return self._spelt.statement(said.id), told

    def _content(self, said: Statement) -> Told:
        told: Told = {
            "rdf:type": ("rdf:Statement",),
            "rdf:subject": (self._spelt.entity(said.subject),),
            "rdf:predicate": (self._spelt.iri(said.property),),
            "rdf:object": (_object(said, self._spelt),),
            "kg:polarity": (_POLARITY[said.polarity],),
            "kg:factuality": (_FACTUALITY[said.factuality],),
            "kg:confidence": (self._spelt.confidence(said.confidence),),
            "kg:relationPhrase": (string(said.relation),),
            "kg:subjectSpan": (_span(said.subject_span),),
        }
        if said.unit:
            told["kg:unit"] = (string(said.unit),)
        if said.surface:
            told["kg:surfaceRelation"] = (string(said.surface),)
        if said.relation_span:
            told["kg:relationSpan"] = (_span(said.relation_span),)
        if said.object_span:
            told["kg:objectSpan"] = (_span(said.object_span),)
        return told

    def _qualify(self, said: Statement, told: Told) -> None:
        """Add when, where and how it is said to be so."""
        if said.ended is True:
            told["kg:ended"] = ("true",)
        elif said.ended:
            told["kg:ended"] = (self._date(said.ended),)
        if said.cues:
            told["kg:cue"] = [*map(string, {*said.cues})]
        if said.time and (lasting := duration_literal(said.time)):
            told["kg:duration"] = (self._spelt.literal(lasting),)
        elif said.time:
            told["sem:hasTime"] = (self._spelt.time(said.time, said.document),)
        if said.place and said.place in self._entities:
            told["sem:hasPlace"] = (self._spelt.entity(said.place),)
        elif said.place:
            told["kg:placeText"] = (string(said.place),)

    def _date(self, value: str) -> str:
        """A day, month, year or moment, else the words for it."""
        found = iso_literal(value)
        return self._spelt.literal(found) if found else string(value)

    def _document(self, document: Document) -> Description:
        """The document's node in its own graph; absent metadata leave no triple."""
        spelt = self._spelt
        url = document.url and spelt.literal(typed(document.url, "anyURI"))
        told = {
            "dct:identifier": string(document.id),
            "nif:isString": string(document.text),
            "dct:title": document.title and string(document.title),
            "dct:issued": document.date and self._date(document.date),
            "dct:creator": document.author and string(document.author),
            "dct:source": document.source and string(document.source),
            "schema:url": url,
            "schema:locationCreated": document.place and string(document.place),
            "kg:reprintOf": document.reprint_of and spelt.document(document.reprint_of),
        }
        kinds = {"rdf:type": ("nif:Context", "prov:Entity", "schema:Article")}
        known = {name: (value,) for name, value in told.items() if value}
        return spelt.document(document.id), kinds | known

    def _sentences(self, record: DocumentRecord) -> Iterator[Description]:
        """The sentences of a document, each with the entities that it mentions."""
        document, starts = record.document.id, [s.start for s in record.sentences]
        speaks_of: list[set[str]] = [set() for _ in starts]
        for offset, entity in self.mentioned_in(document):
            speaks_of[bisect_right(starts, offset) - 1].add(entity)
        for sentence, entities in zip(record.sentences, speaks_of, strict=True):
            told = self._sentence(document, sentence)
            if entities:
                told["schema:mentions"] = [*map(self._spelt.entity, entities)]
            yield self._spelt.sentence(document, sentence.start), told

    def _sentence(self, document: str, sentence: Sentence) -> Told:
        told: Told = {
            "rdf:type": ("nif:Sentence",),
            "nif:referenceContext": (self._spelt.document(document),),
            "nif:beginIndex": (str(sentence.start),),
            "nif:endIndex": (str(sentence.end),),
            "nif:anchorOf": (string(sentence.text),),
        }
        if sentence.kind != "prose":
            told["kg:sentenceKind"] = (string(sentence.kind),)
        return told


class _Facts:
    """What the default graph says of each subject, in `held`."""

    def __init__(self, spelt: Spelling) -> None:
        self.held: dict[str, dict[str, list[str]]] = {}
        self._spelt = spelt
        self._told: set[tuple[object, ...]] = set()

    def describe(self, subject: str, told: Mapping[str, Iterable[str]]) -> None:
        """Take in what is said of a subject."""
        known = self._of(subject)
        for predicate, values in told.items():
            known[predicate] = [*dict.fromkeys((*known.get(predicate, ()), *values))]

    def _of(self, subject: str) -> dict[str, list[str]]:
        return self.held.setdefault(subject, {})

    def add(self, said: Statement) -> None:
        """Take in what a statement adds: whose claim it is, or the fact itself, and its time."""
        if said.speakers:
            speaker = self._of(self._spelt.entity(said.speakers[0]))
            speaker.setdefault("kg:claims", []).append(self._spelt.statement(said.id))
        elif said.status == "asserted" and not said.ended and not said.unit:
            self._add_fact(said)
        if said.time and not duration_literal(said.time):
            self._add_time(said.time, said.document)

    def _add_fact(self, said: Statement) -> None:
        fact = (said.subject, said.property, said.object)
        if fact in self._told:
            return
        self._told.add(fact)
        about = self._of(self._spelt.entity(said.subject))
        about.setdefault(self._spelt.iri(said.property), []).append(_object(said, self._spelt))

    def _add_time(self, value: str, document: str) -> None:
        subject = self._spelt.time(value, document)
        if subject in self.held:
            return
        told = {"rdf:type": ["sem:Time"], "rdfs:label": [string(value)]}
        ends = dict(zip(("Begin", "End"), interval_literals(value), strict=True))
        for end, literal in {"": iso_literal(value), **ends}.items():
            if literal:
                told[f"sem:has{end}TimeStamp"] = [self._spelt.literal(literal)]
        self.held[subject] = told


def _object(said: Statement, spelt: Spelling) -> str:
    value = said.object
    if not isinstance(value, Literal):
        return spelt.entity(value)
    if value.datatype == "string":
        return string(value.value)
    return spelt.literal(typed(value.value, value.datatype))


def _span(ends: tuple[int, int]) -> str:
    """Offsets as "begin:end"."""
    return f'"{ends[0]}:{ends[1]}"'


def _terms_of(described: Iterable[Description]) -> set[str]:
    """The terms to declare that are used: predicates, classes, and what is of kg: or rel:."""
    used: set[str] = set()
    for _, told in described:
        used.update(told)
        used.update(told.get("rdf:type", ()))
        used.update(v for values in told.values() for v in values if v.startswith(_OWN))
    return {term[1:-1] if term[0] == "<" else expand(term) for term in used}
