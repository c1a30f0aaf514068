"""Dates and numbers that a statement tells besides, as statements of a user's properties.

    Mira was born in Leeds on 4 May 1982    Mira – birth date – 1982-05-04
    the population of Leeds is 500,000      Leeds – population – 500000
    Leeds has a population of 500,000       the same
    the tower is 90 metres high             the tower – height – 90, of the unit metres

Such a statement has the sentence, the status and the confidence of the one that it is read from.
What is denied gives none: that Mira was not born in Leeds in 1982 leaves open which is wrong.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kg.alignment import Alignment, ClassFinder
from kg.alignment.values import TIMES, Value, moment, taught, value
from kg.iris import compact_fixed
from kg.model import DocumentRecord, Literal, Statement
from kg.statements import StatementMaker

_ARTICLE = r"(?:the|an?|its|their|his|her)\s+"
_OF = re.compile(rf"(?:{_ARTICLE})?(?P<noun>[\w\s-]+?)\s+of\s+(?P<owner>.+)", re.IGNORECASE)
_OWNED = re.compile(r"(?P<owner>.+)['’]s?\s+(?P<noun>[\w\s-]+)", re.IGNORECASE)
HAS = frozenset({"has"})
_HIGH = re.compile(r"(?P<measure>[\d.,]+[\s-][^\W\d]+)\s+(?P<adjective>[^\W\d]+)")


class ValueReader:
    """Reads the values of statements, whose sentences and entities `maker` and `records` know."""

    def __init__(
        self,
        alignment: Alignment,
        classes: ClassFinder,
        maker: StatementMaker,
        records: Sequence[DocumentRecord],
    ) -> None:
        self._alignment = alignment
        self._classes = classes
        self._maker = maker
        self._records = {record.document.id: record for record in records}

    def words(self, said: Statement) -> str:
        """The object of a statement as the text has it."""
        return self._text(said, said.object_span) if said.object_span else ""

    def statements(self, said: Statement) -> Iterator[Statement]:
        """The statements of dates and numbers that one tells."""
        if said.polarity == "negated":
            return
        found = (*self._dates(said), *self._measures(said))
        for iri, subject, read in dict.fromkeys(found):
            if self._alignment.takes(iri, subject, self._classes):
                yield self._statement(_placed(said, subject, read), iri, subject, read)

    def _dates(self, said: Statement) -> Iterator[tuple[str, str, Value]]:
        takes_object = isinstance(said.object, str)
        if said.time is None:
            return
        for one in self._alignment.valued.dated(said.relation, takes_object=takes_object):
            read = moment(said.time, self._alignment.schema.properties[one.iri].datatypes)
            thing = str(said.object) if one.turned else said.subject
            if read and (one.asks is None or (one.asks and self._classes.fits(thing, one.asks))):
                yield one.iri, thing, read

    def _measures(self, said: Statement) -> Iterator[tuple[str, str, Value]]:
        valued = self._alignment.valued
        subject = self._text(said, said.subject_span)
        if said.relation == "is" and isinstance(said.object, Literal):
            told = _OF.fullmatch(subject) or _OWNED.fullmatch(subject)
            owner = told and self._entity(said, told)
            if told and owner:
                yield from self._read(valued.measured(told["noun"]), owner, self.words(said))
            high = self._measure_before(said)
            if high:
                properties = valued.of_adjective(high["adjective"])
                yield from self._read(properties, said.subject, high["measure"])
        elif said.relation in HAS and said.object_span:
            told = _OF.fullmatch(self.words(said))
            if told:
                yield from self._read(valued.measured(told["noun"]), said.subject, told["owner"])

    def _read(
        self, properties: Iterable[str], subject: str, words: str
    ) -> Iterator[tuple[str, str, Value]]:
        for iri in properties:
            read = value(words, self._alignment.schema.properties[iri].datatypes)
            if read:
                yield iri, subject, read

    def _measure_before(self, said: Statement) -> re.Match[str] | None:
        """What stands between the verb and the end of a predicate adjective: 90 metres high."""
        if not said.relation_span or not said.object_span:
            return None
        between = self._text(said, (said.relation_span[1], said.object_span[1]))
        return _HIGH.fullmatch(between.strip())

    def _entity(self, said: Statement, told: re.Match[str]) -> str | None:
        """The entity that the owner told in a subject names, where it names one and no more."""
        owner, begin = told["owner"], said.subject_span[0] + told.start("owner")
        mentions = self._records[said.document].mentions
        for at, mention in enumerate(mentions):
            if mention.end == begin + len(owner) and mention.start >= begin:
                is_whole = owner[: mention.start - begin].strip().lower() in {"", "the"}
                found = self._maker.entity_of(said.document, at) if is_whole else None
                if found:
                    return found
        return None

    def _text(self, said: Statement, span: tuple[int, int]) -> str:
        return self._records[said.document].document.text[span[0] : span[1]]

    def _statement(self, said: Statement, iri: str, subject: str, read: Value) -> Statement:
        label = self._alignment.schema.properties[iri].words[0]
        id_ = hashlib.sha256(f"{said.id} {iri}".encode()).hexdigest()[:16]
        return replace(
            said,
            id=f"s{id_}",
            subject=subject,
            property=compact_fixed(iri),
            relation=label,
            object=read.literal,
            unit=read.unit or None,
        )


def _placed(said: Statement, subject: str, read: Value) -> Statement:
    """The statement with the places of this subject and of its value, where that is no time."""
    span = said.object_span if subject == said.object else None
    is_dated = read.literal.datatype in TIMES
    return replace(
        said,
        subject_span=span or said.subject_span,
        object_span=None if is_dated else said.object_span,
    )


def datatypes_taught(
    examples: Iterable[tuple[str, str]], iris: Mapping[str, str]
) -> Mapping[str, tuple[str, ...]]:
    """Of which datatypes the values of properties are, by IRI, where examples are of values.

    `examples` are labels of properties with an object each, `iris` the properties by label.
    """
    by_iri: dict[str, list[str]] = {}
    for label, example in examples:
        by_iri.setdefault(iris[label], []).append(example)
    found = {iri: taught(objects) for iri, objects in by_iri.items()}
    return {iri: types for iri, types in found.items() if types}
