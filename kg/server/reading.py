"""What pages and the JSON interface tell of a graph: plain values, read from its store.

A `GraphReader` belongs to one opened store and dies with it, so that what it keeps is never
older than the graph. Every answer refers to entities by id; the names and types of all it
mentions stand beside under `entities`, so that one answer is enough to draw from. Offsets are
code points into the document's text, as in the graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, cast

import pyoxigraph as ox

from kg import retrieval
from kg.errors import UnknownNameError
from kg.iris import compact
from kg.model import ENTITY_TYPES, Document, Entity, Literal, Statement, Subgraph
from kg.stores import Row, Solutions, Store, Term
from kg.terms import Names

Json = dict[str, Any]

_RANKED = 500
"""Entities that match a search among which those with the most statements are looked for."""

_KEPT = 32
"""Entities whose statements are kept by IRI: whoever asks for one page asks for the next."""

_SEARCH = """
SELECT ?thing ?name ?wanted WHERE {
  VALUES ?naming { rdfs:label skos:altLabel }
  ?thing ?naming ?name . FILTER(CONTAINS(LCASE(?name), ?wanted))
}"""
_JOINED = """
SELECT ?s ?other ?focus WHERE {
  { ?s rdf:subject ?focus ; rdf:object ?other } UNION { ?s rdf:object ?focus ; rdf:subject ?other }
}"""
_DESCRIBED = """
SELECT ?thing ?name ?type (COUNT(DISTINCT ?s) AS ?count) WHERE {
  VALUES ?thing { %s }
  ?thing rdfs:label ?name ; a ?type . FILTER(STRSTARTS(STR(?type), STR(kg:)))
  OPTIONAL { VALUES ?role { rdf:subject rdf:object prov:wasAttributedTo } ?s ?role ?thing }
} GROUP BY ?thing ?name ?type"""
_DOCUMENTS = """
SELECT ?d ?id ?title ?date ?author ?source ?url WHERE {
  ?d a nif:Context ; dct:identifier ?id .
  OPTIONAL { ?d dct:title ?title } OPTIONAL { ?d dct:issued ?date }
  OPTIONAL { ?d dct:creator ?author } OPTIONAL { ?d dct:source ?source }
  OPTIONAL { ?d schema:url ?url }
} ORDER BY ?id"""
_SAID = """
SELECT ?d (COUNT(?s) AS ?count) WHERE {
  ?s prov:wasDerivedFrom ?x . ?x nif:referenceContext ?d
} GROUP BY ?d"""
_SENTENCES = """
SELECT ?begin ?text ?d WHERE {
  ?x nif:referenceContext ?d ; nif:beginIndex ?begin ; nif:anchorOf ?text .
  FILTER EXISTS { ?x a nif:Sentence }
} ORDER BY ?begin"""
"""As a plain triple the type is joined first: 3.4 s against 5 ms on 100,000 sentences."""
_TYPES = "SELECT ?type (COUNT(?e) AS ?count) WHERE { ?e a ?type } GROUP BY ?type"
_STATUSES = """
SELECT ?polarity ?factuality (COUNT(?s) AS ?count) WHERE {
  ?s kg:polarity ?polarity ; kg:factuality ?factuality
} GROUP BY ?polarity ?factuality ORDER BY ?polarity ?factuality"""
_RELATIONS = """
SELECT ?property (COUNT(?s) AS ?count) WHERE { ?s a rdf:Statement ; rdf:predicate ?property }
GROUP BY ?property ORDER BY DESC(?count) ?property"""


class GraphReader:
    """Reads one store. Its methods raise UnknownNameError for what the graph does not have."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._names = Names.under(retrieval.base_iri(store))
        self._by_namespace = {iri: prefix for prefix, iri in self._names.table.items()}
        self._said = lru_cache(_KEPT)(self._statements_about)
        self._joined = lru_cache(_KEPT)(self._by_neighbour)

    @property
    def prefixes(self) -> dict[str, str]:
        """The prefixes that queries may use undeclared."""
        return dict(self._names.table)

    def search(self, wanted: str, limit: int) -> Json:
        """Entities with `wanted` in a name: equal names first, then beginnings, then the rest.

        Among these the ones with the most statements come first.
        """
        folded = wanted.strip().lower()
        rank: dict[str, int] = {}
        for thing, name, _ in self._rows(_SEARCH, wanted=ox.Literal(folded)) if folded else ():
            if _value(thing).startswith(self._names.table["ent"]):
                fit = _fit(_value(name).lower(), folded)
                rank[_value(thing)] = min(fit, rank.get(_value(thing), fit))
        best = sorted(rank, key=lambda iri: (rank[iri], len(iri), iri))[:_RANKED]
        found = sorted(
            self._describe(best),
            key=lambda e: (rank[e["iri"]], -e["statements"], e["name"], e["id"]),
        )
        return {"query": wanted, "total": len(rank), "entities": found[:limit]}

    def entity(self, identifier: str) -> Json:
        """One entity with all its names, and how much is said of it."""
        entity = self._known(identifier)
        return {
            **_reference(entity),
            "iri": self._names.entity(identifier).value,
            "aliases": list(entity.aliases),
            "same_as": list(entity.same_as),
            "quantity": entity.quantity,
            "statements": len(self._said(identifier)),
            "neighbours": len(self._joined(identifier)),
        }

    def statements(self, identifier: str, limit: int, offset: int) -> Json:
        """The statements in which an entity is subject, object or speaker, in reading order."""
        self._known(identifier)
        told_of = self._said(identifier)
        page = retrieval.read_statements(self._store, told_of[offset : offset + limit])
        counts = {"total": len(told_of), "limit": limit, "offset": offset}
        return counts | self._told(page.statements, page)

    def neighbours(self, identifier: str, limit: int, offset: int) -> Json:
        """The entities that statements join with one, the most often joined first.

        With the statements that join them, so that they can be drawn.
        """
        self._known(identifier)
        joined = self._joined(identifier)
        order = sorted(joined, key=lambda other: (-len(joined[other]), other))
        page = {other: joined[other] for other in order[offset : offset + limit]}
        part = retrieval.read_statements(self._store, [s for said in page.values() for s in said])
        said = {self._names.statement(said.id).value: said for said in part.statements}
        rows = [
            {"id": other, "statements": [said[iri].id for iri in page[other]]} for other in page
        ]
        told = self._told([said[iri] for iris in page.values() for iri in iris], part)
        counts = {"entity": identifier, "total": len(joined), "limit": limit, "offset": offset}
        return counts | {"neighbours": rows} | told

    def documents(self, limit: int, offset: int) -> Json:
        """The documents by id, with what is known of them."""
        page = self._documents[offset : offset + limit]
        counts = {"total": len(self._documents), "limit": limit, "offset": offset}
        return counts | {"documents": page}

    def document(self, identifier: str) -> Json:
        """One document: its sentences in order, and the statements that they make."""
        iri = self._names.document(identifier)
        known = self._described(d=iri).get(iri.value)
        if known is None:
            raise UnknownNameError(f'No document of the graph has the id "{identifier}".')
        sentences = [
            {"start": int(_value(begin)), "text": _value(text)}
            for begin, text, _ in self._rows(_SENTENCES, d=iri)
        ]
        within = retrieval.read_document(self._store, identifier)
        told = self._told(within.statements, within)
        count = len(within.statements)
        return {
            **known,
            "statements": count,
            "iri": iri.value,
            "sentences": sentences,
            "said": told,
        }

    @cached_property
    def statistics(self) -> Json:
        """How much of what the graph holds."""
        types = {self._local(kind): int(_value(count)) for kind, count in self._rows(_TYPES)}
        statuses = [
            {
                "polarity": self._local(polarity).lower(),
                "factuality": self._local(factuality).lower(),
                "statements": int(_value(count)),
            }
            for polarity, factuality, count in self._rows(_STATUSES)
        ]
        entities = {kind: types[kind] for kind in ENTITY_TYPES if kind in types}
        return {
            "base_iri": self._names.base_iri,
            "documents": types.get("Context", 0),
            "sentences": types.get("Sentence", 0),
            "entities": sum(entities.values()),
            "statements": sum(row["statements"] for row in statuses),
            "entities_by_type": entities,
            "statements_by_status": statuses,
        }

    @cached_property
    def vocabulary(self) -> Json:
        """What a query may be written with: prefixes, classes, properties in use."""
        rows = [(_value(name), int(_value(count))) for name, count in self._rows(_RELATIONS)]
        return {
            "prefixes": self.prefixes,
            "classes": [self._names.table["kg"] + kind for kind in ENTITY_TYPES],
            "relations": [{"iri": name, "statements": count} for name, count in rows],
        }

    def page(self) -> str:
        """The interactive view of all of the graph."""
        from kg import views  # networkx, for what the build has mostly done already

        return views.render(retrieval.read_subgraph(self._store))

    @cached_property
    def _documents(self) -> list[Json]:
        counts = {_value(iri): int(_value(count)) for iri, count in self._rows(_SAID)}
        found = self._described().items()
        return [{**told, "statements": counts.get(iri, 0)} for iri, told in found]

    def _described(self, **bindings: Term) -> dict[str, Json]:
        """What is known of documents beside their texts, by IRI, in the order of ids."""
        fields = ("id", "title", "date", "author", "source", "url")
        return {
            _value(iri): {
                name: term and term.value for name, term in zip(fields, told, strict=True)
            }
            for iri, *told in self._rows(_DOCUMENTS, **bindings)
        }

    def _known(self, identifier: str) -> Entity:
        found = retrieval.read_entity(self._store, identifier)
        if found is None:
            raise UnknownNameError(f'No entity of the graph has the id "{identifier}".')
        return found

    def _statements_about(self, identifier: str) -> list[str]:
        return retrieval.statements_about(self._store, identifier)

    def _by_neighbour(self, identifier: str) -> dict[str, list[str]]:
        """The IRIs of the statements between an entity and each other one, by the other's id."""
        mine, itself = self._names.table["ent"], self._names.entity(identifier)
        joined: dict[str, list[str]] = defaultdict(list)
        for said, other, _ in self._rows(_JOINED, focus=itself):
            if other != itself and _value(other).startswith(mine):
                joined[_value(other)[len(mine) :]].append(_value(said))
        return {other: sorted(said) for other, said in joined.items()}

    def _describe(self, iris: Sequence[str]) -> list[Json]:
        if not iris:
            return []
        listed = " ".join(str(ox.NamedNode(iri)) for iri in iris)
        mine = self._names.table["ent"]
        return [
            {
                "id": _value(thing)[len(mine) :],
                "name": _value(name),
                "type": self._local(kind),
                "iri": _value(thing),
                "statements": int(_value(count)),
            }
            for thing, name, kind, count in self._rows(_DESCRIBED % listed)
        ]

    def _told(self, said: Iterable[Statement], within: Subgraph) -> Json:
        """Statements with the names of all entities and documents that they mention."""
        listed = list(said)
        names = {name for statement in listed for name in _mentioned(statement)}
        sources = {statement.document for statement in listed}
        return {
            "statements": [_statement(statement, within) for statement in listed],
            "entities": {
                name: _reference(within.entities[name])
                for name in sorted(names)
                if name in within.entities
            },
            "documents": {name: _titles(within.documents[name]) for name in sorted(sources)},
        }

    def _rows(self, sparql: str, **bindings: Term) -> Iterable[Row]:
        answer = self._store.query(sparql, self._names.table, bindings)
        return cast("Solutions", answer).rows

    def _local(self, term: Term | None) -> str:
        short = compact(_value(term), self._by_namespace) or _value(term)
        return short.partition(":")[2]


def _fit(name: str, wanted: str) -> int:
    """How well a name fits what is looked for, 0 best."""
    tests: tuple[Callable[[], bool], ...] = (
        lambda: name == wanted,
        lambda: name.startswith(wanted),
        lambda: f" {wanted}" in name,
    )
    return next((i for i, holds in enumerate(tests) if holds()), len(tests))


def _mentioned(said: Statement) -> Iterable[str]:
    told = (said.subject, said.object, *said.speakers, said.place)
    return (name for name in told if isinstance(name, str))


def _reference(entity: Entity) -> Json:
    return {"id": entity.id, "name": entity.name, "type": entity.type}


def _titles(document: Document) -> Json:
    return {"title": document.title, "date": document.date, "source": document.source}


def _statement(said: Statement, within: Subgraph) -> Json:
    literal = said.object if isinstance(said.object, Literal) else None
    is_text = literal is not None and literal.datatype != "boolean"
    sentence = within.sentences[said.document, said.sentence]
    return {
        "id": said.id,
        "subject": said.subject,
        "property": said.property,
        "relation": said.relation,
        "object": None if literal else said.object,
        "value": literal.value if literal and is_text else None,
        "status": said.status,
        "polarity": said.polarity,
        "factuality": said.factuality,
        "ended": said.ended,
        "speakers": list(said.speakers),
        "time": said.time,
        "place": said.place,
        "cues": list(said.cues),
        "confidence": said.confidence,
        "rule": said.rule,
        "document": said.document,
        "sentence": {"start": said.sentence, "text": sentence},
        "spans": {
            "subject": said.subject_span,
            "relation": said.relation_span,
            "object": said.object_span,
        },
    }


def _value(term: Term | None) -> str:
    return "" if term is None else term.value
