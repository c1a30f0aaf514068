"""Store -> records: what views, exports and analysis see of a graph, read from it alone.

A graph is read by a few queries, each of one kind of thing (statements, sentences, documents,
times, entities), whose rows are a thing, a property and a value. Of a part of the graph (what is
around an entity, what a document states, what some statements make up) each begins with the
statements of that part and follows them to what they point to. What was read becomes records at
the end, in an order that depends on nothing but the graph.

The patterns are plain triples with VALUES where a property path would be shorter: pyoxigraph joins
a path to what follows by reading all of both (0.7 s against 5 ms on 10,000 statements). Behind a
document's statements a FILTER serves better than VALUES, which is joined first (7 ms against 3.4 s
on 48,000).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import cast

import pyoxigraph as ox

from kg import __version__
from kg.errors import GraphError
from kg.iris import FIXED_PREFIXES, compact
from kg.model import Entity, Factuality, Polarity, Statement, Subgraph
from kg.retrieval import decoding
from kg.retrieval.decoding import every, maybe, one, optional_span, span, text
from kg.retrieval.without_reading import as_read, in_order
from kg.stores import Row, Solutions, Store, Term
from kg.terms import Names

__all__ = [
    "as_read",
    "base_iri",
    "read_document",
    "read_entities",
    "read_entity",
    "read_statements",
    "read_subgraph",
    "statements_about",
]

Described = Mapping[str, Mapping[str, list[Term]]]
"""Things by IRI, with their values by prefixed property."""

_PARTS = "rdf:subject rdf:object prov:wasAttributedTo kg:reportedBy kg:reportedFurtherBy"
_ALL = "?s a rdf:Statement ."
_AROUND = f"VALUES ?role {{ {_PARTS} }} ?s ?role ?focus ."
_WITHIN = "?told nif:referenceContext ?focus . ?s prov:wasDerivedFrom ?told ."

_STATEMENTS = "?s ?property ?value . BIND(?s AS ?thing)"
_TIMES = "?s sem:hasTime ?thing . ?thing ?property ?value . FILTER(?property = rdfs:label)"
_SENTENCES = "?s prov:wasDerivedFrom ?thing . ?thing ?property ?value ."
_DOCUMENTS = (
    "?s prov:wasDerivedFrom ?x . ?x nif:referenceContext ?thing . ?thing ?property ?value ."
)
_ENTITIES = f"?s ?part ?thing . FILTER(?part IN ({', '.join(_PARTS.split())}, sem:hasPlace))"
_AT_ONCE = 500
"""Entities described by one query."""

# the same of the focus itself, which may be in no statement
_MENTIONING = "?thing schema:mentions ?focus . ?thing ?property ?value ."
_NAMING = "?x schema:mentions ?focus ; nif:referenceContext ?thing . ?thing ?property ?value ."

_EVERY_ENTITY = "?thing rdfs:label ?name . ?thing ?property ?value ."
_EVERY_SENTENCE = "?thing a nif:Sentence . ?thing ?property ?value ."
_EVERY_DOCUMENT = "?thing a nif:Context . ?thing ?property ?value ."

_DESCRIBING = "FILTER(?property IN (rdf:type, rdfs:label, skos:altLabel, owl:sameAs, kg:quantity))"


def base_iri(store: Store) -> str:
    """The base IRI under which a graph was built; GraphError when the store holds no graph."""
    answer = store.query("SELECT ?g WHERE { ?g a owl:Ontology } ORDER BY ?g", FIXED_PREFIXES)
    found = [row[0] for row in answer.rows] if isinstance(answer, Solutions) else []
    if not found or not isinstance(found[0], ox.NamedNode):
        raise GraphError("The store holds no graph of kg: nothing in it is an owl:Ontology.")
    return found[0].value


def read_subgraph(store: Store, focus: str | None = None) -> Subgraph:
    """The whole graph, or, with the id of an entity, every statement it has a part in.

    With the sentences of these, and all others that mention the entity.

    Statements are in the order of their documents' ids and texts; cues and further speakers,
    of which RDF keeps no order, are sorted.
    """
    with _understood(store):
        return _Reader(store, focus).subgraph()


def read_document(store: Store, document: str) -> Subgraph:
    """The part of the graph that one document states, by the document's id."""
    with _understood(store):
        return _Reader(store, document, within=True).subgraph()


def read_statements(store: Store, statements: Sequence[str]) -> Subgraph:
    """The part of the graph that some statements make, by their IRIs."""
    with _understood(store):
        return _Reader(store, None, only=statements).subgraph()


def statements_about(store: Store, entity: str) -> list[str]:
    """The IRIs of the statements that an entity (by id) has a part in, in reading order.

    Sentences are told apart by their IRIs, which end in the offset; sorting them here takes a
    hundredth of the time that ORDER BY does.
    """
    names = Names.under(base_iri(store))
    where = f"{_AROUND} ?s prov:wasDerivedFrom ?told ."
    sparql = f"SELECT DISTINCT ?s ?told ?focus WHERE {{ {where} }}"
    answer = store.query(sparql, names.table, {"focus": names.entity(entity)})
    found = [(text(said), text(told)) for said, told, _ in cast("Solutions", answer).rows]
    return [
        said
        for said, told in sorted(found, key=lambda row: (*_document_and_offset(row[1]), row[0]))
    ]


def _document_and_offset(sentence: str) -> tuple[str, int]:
    document, _, offset = sentence.rpartition("_")
    return document, int(offset) if offset.isdecimal() else 0


def read_entity(store: Store, entity: str) -> Entity | None:
    """An entity by its id, without its mentions; None where the graph has none of that id."""
    with _understood(store):
        reader = _Reader(store, entity)
        return reader.described([reader.focus]).get(entity)


def read_entities(store: Store) -> dict[str, Entity]:
    """All entities by id, in the order of ids, without their mentions."""
    with _understood(store):
        return _Reader(store, None).entities()


@contextmanager
def _understood(store: Store) -> Iterator[None]:
    """Tells of a graph that lacks what this version looks for, or says it otherwise."""
    try:
        yield
    except (LookupError, ValueError, TypeError) as error:
        maker = (
            "SELECT ?label { ?g a owl:Ontology ; prov:wasGeneratedBy ?r . ?r rdfs:label ?label }"
        )
        answer = store.query(maker, FIXED_PREFIXES)
        made = next((text(row[0]) for row in cast("Solutions", answer).rows), "another program")
        raise GraphError(
            f"The graph was made by {made}, and kg {__version__} cannot read it "
            f"({type(error).__name__}: {error}). Build it again from its documents with kg build."
        ) from error


@dataclass(frozen=True, slots=True)
class _Context:
    """What statements point to: document id and offset of sentences, texts of times."""

    sentences: Mapping[str, tuple[str, int]]
    times: Mapping[str, str]


class _Reader:
    """Reads one graph, or the part of it around an entity."""

    def __init__(
        self,
        store: Store,
        focus: str | None,
        *,
        within: bool = False,
        only: Sequence[str] | None = None,
    ) -> None:
        self._store = store
        names = Names.under(base_iri(store))
        self._prefixes = names.table
        self._by_namespace = {iri: prefix for prefix, iri in self._prefixes.items()}
        self._short = cache(self._shorten)
        name = names.document if within else names.entity
        self._focus = name(focus) if focus else None
        self._around = _WITHIN if within else _AROUND
        self._only = only
        if only is not None:
            self._around = f"VALUES ?s {{ {' '.join(str(ox.NamedNode(iri)) for iri in only)} }}"

    def subgraph(self) -> Subgraph:
        told_of = self._things(_DOCUMENTS, _EVERY_DOCUMENT, _NAMING)
        documents = {iri: decoding.document(told) for iri, told in told_of.items()}
        places, sentences = {}, {}
        mentions: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for iri, told in self._things(_SENTENCES, _EVERY_SENTENCE, _MENTIONING).items():
            at = (
                documents[one(told, "nif:referenceContext")].id,
                int(one(told, "nif:beginIndex")),
            )
            places[iri] = at
            sentences[at] = maybe(told, "nif:anchorOf") or ""
            for entity in told.get("schema:mentions", ()):
                mentions[self._local(text(entity))].append(at)
        times = {i: one(told, "rdfs:label") for i, told in self._things(_TIMES).items()}
        statements = self._statements(_Context(places, times))
        by_id = {document.id: document for document in documents.values()}
        return Subgraph(
            self.entities(),
            tuple(sorted(statements, key=in_order)),
            dict(sorted(by_id.items())),
            dict(sorted(sentences.items())),
            {entity: tuple(sorted(where)) for entity, where in sorted(mentions.items())},
        )

    @property
    def focus(self) -> str:
        """The IRI of the entity or document that the part is around; empty for none."""
        return self._focus.value if self._focus else ""

    def entities(self) -> dict[str, Entity]:
        """Entities by id.

        Those of a part of the graph are described in a query after the one that finds them: a
        busy speaker has ten thousand properties kg:claims, and one query would go through them
        for each statement that the speaker has a part in.
        """
        if not self._focus and self._only is None:
            return self._entities(self._things("", f"{_EVERY_ENTITY} {_DESCRIBING}"))
        found = {text(row[0]) for row in self._rows("?thing", f"{self._around} {_ENTITIES}")}
        return self.described(sorted({*found, self.focus}))

    def described(self, wanted: Sequence[str]) -> dict[str, Entity]:
        """Of these entities, named by IRIs, those that the graph has, by id."""
        mine = self._prefixes["ent"]
        listed = [str(ox.NamedNode(iri)) for iri in wanted if iri.startswith(mine)]
        found: dict[str, Entity] = {}
        for begin in range(0, len(listed), _AT_ONCE):
            some = " ".join(listed[begin : begin + _AT_ONCE])
            where = f"VALUES ?thing {{ {some} }} ?thing ?property ?value . {_DESCRIBING}"
            sparql = f"SELECT DISTINCT ?thing ?property ?value WHERE {{ {where} }}"
            answer = self._store.query(sparql, self._prefixes)
            found |= self._entities(self._grouped(cast("Solutions", answer).rows))
        return found

    def _entities(self, described: Described) -> dict[str, Entity]:
        mine = self._prefixes["ent"]
        found = {i[len(mine) :]: told for i, told in described.items() if i.startswith(mine)}
        return {i: decoding.entity(i, found[i]) for i in sorted(found)}

    def _statements(self, context: _Context) -> Iterator[Statement]:
        for iri, told in self._things(_STATEMENTS).items():
            yield self._statement(iri, told, context)

    def _statement(self, iri: str, told: Mapping[str, list[Term]], context: _Context) -> Statement:
        document, sentence = context.sentences[one(told, "prov:wasDerivedFrom")]
        value = told["rdf:object"][0]
        time = maybe(told, "sem:hasTime")
        place = maybe(told, "sem:hasPlace")
        return Statement(
            id=self._local(iri),
            document=document,
            sentence=sentence,
            subject=self._local(one(told, "rdf:subject")),
            property=self._short(one(told, "rdf:predicate")),
            relation=one(told, "kg:relationPhrase"),
            object=decoding.literal(value)
            if isinstance(value, ox.Literal)
            else self._local(text(value)),
            surface=maybe(told, "kg:surfaceRelation") or "",
            subject_span=span(one(told, "kg:subjectSpan")),
            relation_span=optional_span(maybe(told, "kg:relationSpan")),
            object_span=optional_span(maybe(told, "kg:objectSpan")),
            rule=one(told, "kg:rule"),
            confidence=float(one(told, "kg:confidence")),
            polarity=cast("Polarity", self._local(one(told, "kg:polarity")).lower()),
            factuality=cast("Factuality", self._local(one(told, "kg:factuality")).lower()),
            ended=decoding.ended(told.get("kg:ended", [])),
            cues=every(told, "kg:cue"),
            speakers=tuple(map(self._local, decoding.speakers(told))),
            time=context.times[time] if time else maybe(told, "kg:duration"),
            place=self._local(place) if place else maybe(told, "kg:placeText"),
            unit=maybe(told, "kg:unit"),
            sources=int(maybe(told, "kg:sources") or 1),
        )

    def _things(self, part: str, whole: str | None = None, own: str = "") -> Described:
        """What the graph says of things, by `part` around the focus, or by `whole` of all.

        `own` finds those of the focus that no statement leads to.
        """
        where = whole or f"{_ALL} {part}"
        if self._focus or self._only is not None:
            where = f"{self._around} {part}"
            where = f"{{ {where} }} UNION {{ {own} }}" if own and self._focus else where
        rows = self._rows("?thing ?property ?value", where)
        return self._grouped(rows)

    def _grouped(self, rows: Iterable[Row]) -> Described:
        described: dict[str, dict[str, list[Term]]] = defaultdict(lambda: defaultdict(list))
        for thing, name, value, *_ in rows:
            if value is not None:
                described[text(thing)][self._short(text(name))].append(value)
        return described

    def _rows(self, columns: str, where: str) -> Iterable[Row]:
        """Distinct rows, where only a part of the graph is read; the focus is their last column."""
        bindings = {"focus": self._focus} if self._focus else {}
        if self._focus or self._only is not None:
            columns = f"DISTINCT {columns} {'?focus' if self._focus else ''}"
        answer = self._store.query(
            f"SELECT {columns} WHERE {{ {where} }}", self._prefixes, bindings
        )
        return cast("Solutions", answer).rows

    def _shorten(self, iri: str) -> str:
        return compact(iri, self._by_namespace) or iri

    def _local(self, iri: str) -> str:
        return iri[max(iri.rfind("/"), iri.rfind("#")) + 1 :]
