"""Triples and linked entities -> Statements, the edges of the graph.

An argument meets a mention by its head, a mention its entity through linking. What does not
become an edge is counted by reason: a wrong edge costs a user more than a missing one. Of a pronoun
for several ("they", of Ana and Ben) each is told the same in a statement of its own. What the
user rejected is left out, what he accepted is held for certain.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from kg import relations, timex
from kg.clauses.rules import LEARNED
from kg.identity import names_nothing
from kg.linking.curation import Curation, Judgements
from kg.model import Argument, Document, DocumentRecord, Literal, Mention, Statement, Triple

if TYPE_CHECKING:
    from kg.linking import Linking

TRUE = Literal("true", "boolean")
"""The object of an intransitive clause."""


class Places:
    """Finds the mention that an argument of a triple refers to, by the argument's head."""

    def __init__(self, mentions: tuple[Mention, ...]) -> None:
        self._mentions = mentions
        self._by_head: dict[int, int] = {}
        for i in sorted(range(len(mentions)), key=self._rank):
            self._by_head.setdefault(mentions[i].head, i)
        self._order: list[int] = []
        self._starts: list[int] = []
        self._longest = 0

    def _rank(self, i: int) -> tuple[int, int, int]:
        """Of several mentions with one head the longest stands for the phrase."""
        m = self._mentions[i]
        return (m.kind == "adjective", m.start - m.end, i)

    def find(self, argument: Argument) -> int | None:
        """Index of the mention, or None."""
        exact = self._by_head.get(argument.head)
        return self._around(argument.head) if exact is None else exact

    def _put_in_order(self) -> None:
        """Sort the mentions by their beginnings; most documents have no need of it."""
        mentions = self._mentions
        self._order = sorted(range(len(mentions)), key=lambda i: mentions[i].start)
        self._starts = [mentions[i].start for i in self._order]
        self._longest = max((m.end - m.start for m in mentions), default=0)

    def _around(self, offset: int) -> int | None:
        if not self._order:
            self._put_in_order()
        best: int | None = None
        for at in range(bisect_right(self._starts, offset) - 1, -1, -1):
            i = self._order[at]
            mention = self._mentions[i]
            if mention.start + self._longest <= offset:
                break
            if mention.end > offset and (
                best is None or _size(mention) < _size(self._mentions[best])
            ):
                best = i
        return best


def _size(mention: Mention) -> int:
    return mention.end - mention.start


def _is_name(record: DocumentRecord, places: Places, argument: Argument) -> bool:
    """Whether an argument is a name from its first word on (No Man's Sky, but not no Londoner)."""
    at = places.find(argument)
    if at is None:
        return False
    mention = record.mentions[at]
    return mention.kind == "name" and mention.start <= argument.start


class _Dropped(Exception):  # noqa: N818 (control flow, not an error)
    """A triple does not become a statement; the message is the reason."""


class StatementMaker:
    """Turns the triples of records into statements, as `curation` judges them.

    `dropped` counts what was left out; `judgements` know which of them met a statement.
    """

    def __init__(self, linking: Linking, curation: Curation | None = None) -> None:
        self._entity_of = linking.entity_of
        self._several = linking.several
        self._entities = {entity.id: entity for entity in linking.entities}
        self.judgements = Judgements(curation or Curation())
        self.dropped: Counter[str] = Counter()
        self._properties: dict[tuple[str, str, str | None], str] = {}

    def statements(self, records: Iterable[DocumentRecord]) -> Iterator[Statement]:
        """The statements of each record in the order of the text, each fact of a sentence once."""
        for record in records:
            yield from self._of_record(record)

    def _of_record(self, record: DocumentRecord) -> Iterator[Statement]:
        places = Places(record.mentions)
        best: dict[tuple[object, ...], Statement] = {}
        for made in self._made(record, places):
            fact = (made.sentence, made.subject, made.property, made.object, made.polarity)
            held = best.get(fact)
            if held is not None:
                self.dropped["said twice in one sentence"] += 1
            if held is None or _preference(made) > _preference(held):
                best[fact] = made
        yield from sorted(best.values(), key=lambda s: (s.sentence, s.subject_span, s.id))

    def _made(self, record: DocumentRecord, places: Places) -> Iterator[Statement]:
        """The statements of a record, as many as a triple has entities for subject and object."""
        for triple in record.triples:
            try:
                found = self._ends(record, places, triple)
            except _Dropped as reason:
                self.dropped[str(reason)] += 1
                continue
            for number, ends in enumerate(found):
                made = self._statement(record, places, triple, ends)
                if number:
                    made = replace(made, id=_numbered(made.id, number))
                try:
                    yield self._judged(record, triple, made)
                except _Dropped as reason:
                    self.dropped[str(reason)] += 1

    def _ends(
        self, record: DocumentRecord, places: Places, triple: Triple
    ) -> list[tuple[str, str | Literal]]:
        """Subject and object; each pair where one is a pronoun for several (they met Ana)."""
        target = triple.objects[0] if triple.objects else None
        subjects = self._together(record, places, triple.subject)
        subject = None if subjects else self._entity(record, places, triple.subject)
        if not subjects and subject is None:
            raise _Dropped("subject is not an entity")
        objects: Sequence[str | Literal] = self._together(record, places, target)
        if triple.relation == "is" and (subjects or objects):
            raise _Dropped("what several are together")  # they are brothers
        objects = objects or [self._object(record, places, target)]
        found = [(one, two) for one in subjects or [subject] for two in objects if one is not None]
        found = [(one, two) for one, two in found if not self._is_one(one, triple.relation, two)]
        if not found:
            raise _Dropped("subject and object are one entity")
        return found

    def _is_one(self, subject: str, relation: str, object_: str | Literal) -> bool:
        return object_ == subject or self._is_own_name(subject, relation, object_)

    def _together(
        self, record: DocumentRecord, places: Places, argument: Argument | None
    ) -> tuple[str, ...]:
        """The entities of an argument that is a pronoun for several, else none."""
        asked = argument is not None and argument.kind == "noun" and self._several
        at = places.find(argument) if argument is not None and asked else None
        return () if at is None else self._several.get((record.document.id, at), ())

    def _statement(
        self,
        record: DocumentRecord,
        places: Places,
        triple: Triple,
        ends: tuple[str, str | Literal],
    ) -> Statement:
        subject, object_ = ends
        target = triple.objects[0] if triple.objects else None
        sentence = record.sentences[triple.sentence].start
        document = record.document
        return Statement(
            id=_statement_id(document, sentence, triple),
            document=document.id,
            sentence=sentence,
            subject=subject,
            property=self._property(triple.relation, subject, object_),
            relation=triple.relation,
            object=object_,
            surface=triple.surface,
            subject_span=_span(triple.subject),
            relation_span=_hull(triple.relation_spans),
            object_span=_span(target) if target else None,
            rule=triple.rule,
            confidence=triple.confidence,
            polarity=triple.polarity,
            factuality=triple.factuality,
            ended=_ended(triple.ended, document),
            cues=triple.cues,
            speakers=self._speakers(record, places, triple),
            time=_time(triple, document),
            place=self._place(record, places, triple.place),
        )

    def _is_own_name(self, subject: str, relation: str, object_: str | Literal) -> bool:
        """`the bank, DnR`: what something is called is not what it is."""
        if relation != "is" or not isinstance(object_, Literal):
            return False
        entity = self._entities[subject]
        names = (name.casefold() for name in (entity.name, *entity.aliases))
        return object_.value.casefold() in names

    def _property(self, relation: str, subject: str, object_: str | Literal) -> str:
        """The name of the property of a relation between these, looked up once for their types."""
        told = None if isinstance(object_, Literal) else self._entities[object_].type
        asked = (relation, self._entities[subject].type, told)
        if asked not in self._properties:
            found = relations.map_relation(
                relation, literal=told is None, object_type=told or "", subject_type=asked[1]
            )
            self._properties[asked] = found.name
        return self._properties[asked]

    def _judged(self, record: DocumentRecord, triple: Triple, made: Statement) -> Statement:
        """The statement as the user judged it: gone, certain, or as sure as it was found."""
        if not self.judgements:
            return made
        place = (record.document.id, record.sentences[triple.sentence].text)
        subject, object_ = self._names(made.subject), self._names(made.object)
        judged = self.judgements.of(place, made.relation, subject, object_)
        if judged is not None and not judged.accepted:
            raise _Dropped("rejected by the user")
        return replace(made, confidence=1.0) if judged else made

    def judged_again(self, made: Statement, sentence: str) -> Statement | None:
        """A statement that was reworded, as the user judged it under its new wording.

        None where he rejected it; `sentence` is the text that states it.
        """
        subject, object_ = self._names(made.subject), self._names(made.object)
        place = (made.document, sentence)
        judged = self.judgements.of(place, made.relation, subject, object_)
        if judged is not None and not judged.accepted:
            self.dropped["rejected by the user"] += 1
            return None
        return replace(made, confidence=1.0) if judged else made

    def entity_of(self, document: str, mention: int) -> str | None:
        """The id of the entity that a mention of a document, by its index, is of."""
        return self._entity_of.get((document, mention))

    def _names(self, term: str | Literal) -> Collection[str]:
        """All that a subject or an object goes by, nothing for the object of an intransitive."""
        if isinstance(term, Literal):
            return () if term == TRUE else (term.value,)
        entity = self._entities[term]
        return (entity.name, *entity.aliases)

    def _entity(self, record: DocumentRecord, places: Places, argument: Argument) -> str | None:
        """The id of the entity an argument stands for, or None where it refers to none."""
        if argument.kind != "noun":
            return None
        at = places.find(argument)
        if at is None:
            return None
        entity = self._entity_of.get((record.document.id, at))
        if entity is None and record.mentions[at].kind == "pronoun":
            raise _Dropped("pronoun not resolved")
        return entity

    def _object(
        self, record: DocumentRecord, places: Places, argument: Argument | None
    ) -> str | Literal:
        if argument is None:
            return TRUE
        if argument.kind == "clause":
            raise _Dropped("object is a clause")
        entity = self._entity(record, places, argument)
        if names_nothing(argument.text) and not (entity and _is_name(record, places, argument)):
            raise _Dropped("object names nothing")
        return entity or Literal(argument.text)

    def _place(
        self, record: DocumentRecord, places: Places, argument: Argument | None
    ) -> str | None:
        """The id of the entity where it happened, or the words for a place that is none."""
        if argument is None:
            return None
        try:
            return self._entity(record, places, argument) or argument.text
        except _Dropped:
            return None

    def _speakers(self, record: DocumentRecord, places: Places, triple: Triple) -> tuple[str, ...]:
        """The speakers that are known, innermost first."""
        found: list[str] = []
        for argument in triple.speakers:
            try:
                entity = self._entity(record, places, argument)
            except _Dropped:
                continue
            if entity and entity not in found:
                found.append(entity)
        return tuple(found)


def _numbered(identifier: str, number: int) -> str:
    """The id of a further statement of one triple."""
    return "s" + hashlib.sha256(f"{identifier} {number}".encode()).hexdigest()[:16]


def _preference(statement: Statement) -> tuple[bool, float, str]:
    """The rules go before a model, whose evidence is not told in words."""
    return (statement.rule != LEARNED, statement.confidence, statement.id)


def _span(argument: Argument) -> tuple[int, int]:
    return (argument.start, argument.end)


def _hull(spans: tuple[tuple[int, int], ...]) -> tuple[int, int] | None:
    return (spans[0][0], spans[-1][1]) if spans else None


_AHEAD = frozenset("will 'll ’ll shall".split())
"""Cues of what lies ahead; other plans may be of the past: he wanted to leave on Friday."""

_HOW_LONG = ("for ", "over ", "throughout ", "during ")
"""Words before a length of time that make it one of what the sentence tells."""


def _time(triple: Triple, document: Document) -> str | None:
    """When or how long, as a value where it can be reckoned, else in the words of the text."""
    if triple.time is None:
        return None
    words = triple.time.text
    found = _reckoned(words, document.date, _towards(triple))
    if found and timex.is_duration(found) and not words.lower().startswith(_HOW_LONG):
        return words  # twice [a day]
    return found or words


_reckoned = lru_cache(maxsize=65536)(timex.value)
"""Documents of one day have most of their times in common."""


def _towards(triple: Triple) -> timex.Towards:
    """Where the day lies: ahead of `will meet on Friday`, behind `met on Friday`.

    The present tells neither: `The fair opens on Friday`, `Council rejects plan on Friday`.
    """
    if _AHEAD & {*triple.cues}:
        return "future"
    return None if triple.factuality == "planned" or _is_present(triple) else "past"


def _is_present(triple: Triple) -> bool:
    """Whether the wording is in the present tense, as `relation` always is; `put` may be."""
    first, *rest = triple.surface.lower().split() or [""]
    told = triple.relation.partition(" ")[0]
    if first in _BE:
        return first == told or rest[:1] == ["being"] or any(w.endswith("ing") for w in rest[:1])
    return told in {first, f"{first}s", f"{first}es", f"{first[:-1]}ies"}


_BE = frozenset("am is are 's ’s 're ’re".split())


def _ended(ended: str | bool | None, document: Document) -> str | bool | None:
    if isinstance(ended, str):
        return timex.normalise(ended, document.date) or True
    return ended


def _statement_id(document: Document, sentence: int, triple: Triple) -> str:
    """Named after where and how it was found, never after entities, so that links may change."""
    target = triple.objects[0].spans if triple.objects else ()
    evidence = (
        document.id,
        sentence,
        triple.subject.spans,
        triple.relation_spans,
        target,
        triple.rule,
        triple.relation,
    )
    return "s" + hashlib.sha256(repr(evidence).encode()).hexdigest()[:16]
