"""What changed from one graph to another: facts, their status, and the names of things.

A fact is what statements agree on: subject, property, object, and the unit of a number.
Its status is all that is said of it: asserted here, claimed there. So a fact is *added* where
nobody said it before, *gone* where nobody says it any more, and *changed* where it is said
otherwise.

Entities are told apart by their IRIs, and IRIs follow names: where one more text gives a fuller
name, a thing has another IRI, and every fact about it would look gone and added. So IRIs that are
gone are first followed to where their evidence leads: to the entity that most of the same places
of the same texts now belong to, else to the one new entity that shares a name. Documents that are
called otherwise are known by their texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.comparison.sides import Side
from kg.model import Entity, Literal, Statement, Subgraph

_Place = tuple[str, int, int]
"""Document, begin, end."""

_Key = tuple[str, str, str | Literal, str | None]
"""Subject, property, object and unit, by the ids of the new graph."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """A thing whose IRI is another; `merged` where that one has taken in something else too."""

    old: str
    new: str
    old_name: str
    new_name: str
    merged: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as one of the graphs has it, by names for people and by ids for programs.

    `object` is null for a verb without one; `object_id` for a literal.
    """

    subject: str
    relation: str
    object: str | None
    statuses: tuple[str, ...]
    subject_id: str
    property: str
    object_id: str | None
    statements: tuple[str, ...]
    documents: tuple[str, ...]

    def __str__(self) -> str:
        return " | ".join([self.subject, self.relation, *([self.object] if self.object else [])])


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed; everything in the order of names.

    `changed` has each fact as it was and as it is, `documents_renamed` the new ids of documents by
    their old ones.
    """

    base_iris: tuple[str, str]
    documents_added: tuple[str, ...]
    documents_gone: tuple[str, ...]
    documents_renamed: Mapping[str, str]
    renamed: tuple[Renaming, ...]
    added: tuple[Fact, ...]
    gone: tuple[Fact, ...]
    changed: tuple[tuple[Fact, Fact], ...]

    def __bool__(self) -> bool:
        """Whether anything changed."""
        documents = self.documents_added or self.documents_gone or self.documents_renamed
        facts = self.added or self.gone or self.changed
        return bool(documents or self.renamed or facts) or len(set(self.base_iris)) > 1


def compare(old: Side, new: Side) -> Difference:
    """What changed from one graph to the other."""
    documents = _same_documents(old.subgraph, new.subgraph)
    before = _under(documents, old.subgraph)
    renamed = _renamings(before, new.subgraph)
    known = {each.old: each.new for each in renamed}
    was, now = _facts(before, known), _facts(new.subgraph, {})
    both = sorted(was.keys() & now.keys(), key=str)
    return Difference(
        (old.base_iri, new.base_iri),
        tuple(sorted(new.subgraph.documents.keys() - before.documents.keys())),
        tuple(sorted(before.documents.keys() - new.subgraph.documents.keys())),
        documents,
        renamed,
        _in_order(now[key] for key in now.keys() - was.keys()),
        _in_order(was[key] for key in was.keys() - now.keys()),
        tuple((was[k], now[k]) for k in both if was[k].statuses != now[k].statuses),
    )


# ---- documents


def _same_documents(old: Subgraph, new: Subgraph) -> Mapping[str, str]:
    """The new ids of documents that are called otherwise, by their old ones."""
    by_text = {d.text: i for i, d in new.documents.items() if i not in old.documents and d.text}
    return {
        name: by_text[document.text]
        for name, document in old.documents.items()
        if name not in new.documents and document.text in by_text
    }


def _under(renamed: Mapping[str, str], old: Subgraph) -> Subgraph:
    """The old graph with its documents under their new ids."""
    if not renamed:
        return old

    def name(document: str) -> str:
        return renamed.get(document, document)

    statements = (replace(said, document=name(said.document)) for said in old.statements)
    entities = {
        i: replace(e, mentions=tuple(replace(m, document=name(m.document)) for m in e.mentions))
        for i, e in old.entities.items()
    }
    documents = {name(i): document for i, document in old.documents.items()}
    return replace(old, statements=tuple(statements), entities=entities, documents=documents)


# ---- entities


def _renamings(old: Subgraph, new: Subgraph) -> tuple[Renaming, ...]:
    gone = sorted(old.entities.keys() - new.entities.keys())
    shared = _unchanged_documents(old, new)
    was, now = _places(old, shared), _places(new, shared)
    now_at = {place: name for name, places in now.items() for place in places}
    namesakes = _namesakes(new.entities[i] for i in new.entities.keys() - old.entities.keys())
    leads = {
        name: _majority(now_at.get(place) for place in was.get(name, ()))
        or _namesake(old.entities[name], namesakes)
        for name in gone
    }
    taken = Counter(leads.values()) + Counter(old.entities.keys())
    return tuple(
        Renaming(name, to, old.entities[name].name, new.entities[to].name, taken[to] > 1)
        for name, to in leads.items()
        if to
    )


def _unchanged_documents(old: Subgraph, new: Subgraph) -> set[str]:
    """The documents whose offsets mean the same in both graphs, as far as their texts are told."""
    return {
        name
        for name in old.documents.keys() & new.documents.keys()
        if "" in {old.documents[name].text, new.documents[name].text}
        or old.documents[name].text == new.documents[name].text
    }


def _places(graph: Subgraph, documents: set[str]) -> Mapping[str, set[_Place]]:
    """Where the texts speak of each entity: its mentions, and its places in statements."""
    places: dict[str, set[_Place]] = defaultdict(set)
    for entity in graph.entities.values():
        places[entity.id] |= {(m.document, m.start, m.end) for m in entity.mentions}
    for said in graph.statements:
        places[said.subject].add((said.document, *said.subject_span))
        if isinstance(said.object, str) and said.object_span:
            places[said.object].add((said.document, *said.object_span))
    return {name: {p for p in found if p[0] in documents} for name, found in places.items()}


def _majority(found: Iterable[str | None]) -> str | None:
    """What more than half of the places lead to; those that lead nowhere do not vote."""
    votes = Counter(name for name in found if name)
    [(name, most)] = votes.most_common(1) or [("", 0)]
    return name if 2 * most > votes.total() else None


def _namesakes(entities: Iterable[Entity]) -> Mapping[str, set[str]]:
    """Ids by every name in use for them, case aside."""
    found: dict[str, set[str]] = defaultdict(set)
    for entity in entities:
        for name in (entity.name, *entity.aliases):
            found[name.casefold()].add(entity.id)
    return found


def _namesake(entity: Entity, namesakes: Mapping[str, set[str]]) -> str | None:
    """The one entity that shares a name, where there is just one."""
    names = (entity.name, *entity.aliases)
    [*found] = set().union(*(namesakes.get(name.casefold(), set()) for name in names))
    return found[0] if len(found) == 1 else None


# ---- facts


def _facts(graph: Subgraph, renamed: Mapping[str, str]) -> Mapping[_Key, Fact]:
    """The facts of a graph, by what makes two the same."""
    by_key: dict[_Key, list[Statement]] = defaultdict(list)
    for said in graph.statements:
        value = said.object
        target = value if isinstance(value, Literal) else renamed.get(value, value)
        subject = renamed.get(said.subject, said.subject)
        by_key[subject, said.property, target, said.unit].append(said)
    return {key: _fact(said, graph) for key, said in by_key.items()}


def _fact(said: Sequence[Statement], graph: Subgraph) -> Fact:
    first = said[0]
    return Fact(
        subject=graph.entities[first.subject].name,
        relation=first.relation,
        object=graph.object_text(first),
        statuses=tuple(sorted({_status(each) for each in said})),
        subject_id=first.subject,
        property=first.property,
        object_id=first.object if isinstance(first.object, str) else None,
        statements=tuple(sorted(each.id for each in said)),
        documents=tuple(sorted({each.document for each in said})),
    )


def _status(said: Statement) -> str:
    return f"{said.status}, ended" if said.ended else said.status


def _in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(sorted(facts, key=lambda fact: (str(fact), fact.statements)))
