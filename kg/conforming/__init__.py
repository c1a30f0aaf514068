"""Statements as a user's own ontology has them.

    statements --what entities are called--> classes of entities
    statements --kg.alignment--> his property, perhaps turned round, or their own and the reason

A statement that is turned has subject, object and their places exchanged, and his property's name
as its relation; the words of the text (`surface`) stay as they are. What fits no property keeps
the property that it has without him, or, where the graph is to be strict, is left out. Dates and
numbers that a statement tells besides are statements of their own (kg.conforming.values).

What his model of relations found (rule `learned`) is of the property that the model names. It is
left out where it does not fit that property, since it was found to fit, and where the rules read
the same fact in the same sentence, be it to deny it. A property that is taught with dates or with
numbers takes values, whatever the ontology declares.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from kg.alignment import Alignment, ClassFinder, Correspondence
from kg.alignment.values import Value
from kg.clauses.rules import LEARNED
from kg.conforming.values import HAS, ValueReader, datatypes_taught
from kg.errors import InputError
from kg.extractors import learned
from kg.iris import compact_fixed
from kg.learning import model_file
from kg.learning.recogniser import Recogniser
from kg.learning.wanted import wanted
from kg.model import DocumentRecord, Entity, Literal, Statement
from kg.ontology import Ontology, load_ontology
from kg.ontology.schema import Schema, read_schema
from kg.records import Records
from kg.statements import StatementMaker

SETTING, STRICT, RELATIONS, NONE = "ontology", "strict", "relations", "none"
"""Names of the settings of a build, and the value that ends the use of a file."""

_UNFIT = "learnt, but against the ontology"
_TWICE = "learnt, and read by the rules as well"


class Conformed(NamedTuple):
    """Statements and nodes of the graph as the ontology has them.

    `mapped` statements are of a property of the ontology; `kept_out` counts the others by reason.
    """

    statements: list[Statement]
    entities: tuple[Entity, ...]
    mapped: int
    kept_out: Counter[str]


@dataclass(frozen=True)
class Conformance:
    """What a graph is to conform to: nothing where there is no `alignment`."""

    alignment: Alignment | None = None
    strict: bool = False
    ontology: Ontology = field(default_factory=load_ontology)

    @property
    def digest(self) -> str:
        """Tells this from what another file, or another strictness, would come to."""
        return f"{self.alignment.schema.digest} {self.strict}" if self.alignment else ""

    def conformed(
        self, maker: StatementMaker, records: Sequence[DocumentRecord], entities: Iterable[Entity]
    ) -> Conformed:
        """The statements that `maker` makes of the records, and their entities with classes."""
        statements, entities = list(maker.statements(records)), tuple(entities)
        if not self.alignment:
            return Conformed(statements, entities, 0, Counter())
        classes = ClassFinder(self.alignment.schema, entities, statements)
        made = _Mapper(self.alignment, classes, maker, records)
        found = [said for one in statements for said in made.mapped(one, self.strict)]
        kept = made.once(found)
        typed = (replace(e, classes=classes.classes_of(e.id)) for e in entities)
        return Conformed(kept, tuple(typed), made.count, made.kept_out)


def conformance(settings: Mapping[str, str]) -> Conformance:
    """What the settings of a build ask for.

    Raises InputError where the ontology is gone or wrong.
    """
    path = settings.get(SETTING, NONE)
    strict = settings.get(STRICT, "") == "yes"
    if path == NONE:
        if strict:
            raise InputError("Nothing to be strict about: name your ontology with --ontology FILE.")
        return Conformance()
    if not Path(path).exists():
        raise InputError(
            f"The ontology {path} is not there. Name where it is now with --ontology FILE, or "
            "build without one: --ontology none."
        )
    schema = read_schema(Path(path))
    if settings.get(RELATIONS, NONE) != NONE:
        schema = _taught(schema, _model(Path(settings[RELATIONS]), schema))
    alignment = Alignment(schema)
    return Conformance(alignment, strict, load_ontology().with_terms(alignment.terms()))


def _taught(schema: Schema, model: Recogniser) -> Schema:
    """The schema with the kinds of values that a model's examples tell."""
    iris = {one.label: one.iri for one in model.known.relations}
    facts = ((name, object_) for _, name, object_ in model.known.memory.rows())
    return schema.with_values(datatypes_taught(facts, iris))


def learnt(settings: Mapping[str, str]) -> dict[str, str]:
    """The fields of Config that say which model of relations the settings ask for.

    Raises InputError where there is no ontology with it, or the model is gone, damaged, or made
    for another ontology.
    """
    named, ontology = settings.get(RELATIONS, NONE), settings.get(SETTING, NONE)
    if named == NONE:
        return {RELATIONS: "", "relations_digest": ""}
    if ontology == NONE:
        raise InputError(
            "A model of relations needs the ontology that it was learnt for: name that with "
            "--ontology FILE, or build without the model: --relations none."
        )
    schema = read_schema(Path(ontology))
    digest = learned.digest(Path(named))
    _model(Path(named), schema)
    return {RELATIONS: named, "relations_digest": f"{digest} {schema.digest}"}


def _model(path: Path, schema: Schema) -> Recogniser:
    """The model in a file; InputError where it is gone, damaged or for another ontology."""
    learned.digest(path)
    try:
        return model_file.load(path, schema)
    except InputError as error:
        raise InputError(f"{error} To build without it: --relations none.") from error


def of_graph(records: Records) -> Conformance:
    """What a graph was last built to conform to."""
    return conformance(json.loads(records.setting("config") or "{}"))


def settings(
    ontology: str | Path | None, strict: bool | None, relations: str | Path | None = None
) -> dict[str, str]:
    """The settings of a build that say this, without those that stay as they were.

    Without an ontology there is nothing to be strict about, and no model of its relations.
    """
    told: dict[str, str] = {}
    if ontology is not None:
        told[SETTING] = _place(ontology)
        if told[SETTING] == NONE:
            told |= {STRICT: "no", RELATIONS: NONE}
    if relations is not None:
        told[RELATIONS] = _place(relations)
    if strict is not None:
        told[STRICT] = "yes" if strict else "no"
    return told


def _place(file: str | Path) -> str:
    return NONE if str(file) == NONE else str(Path(file).resolve())


class _Mapper:
    """Maps statements one by one; `count` and `kept_out` tell what came of them."""

    def __init__(
        self,
        alignment: Alignment,
        classes: ClassFinder,
        maker: StatementMaker,
        records: Sequence[DocumentRecord],
    ) -> None:
        self.count = 0
        self.kept_out: Counter[str] = Counter()
        self._alignment = alignment
        self._classes = classes
        self._maker = maker
        self._values = ValueReader(alignment, classes, maker, records)
        self._sentences = {(r.document.id, s.start): s.text for r in records for s in r.sentences}
        self._by_label = {one.label: one.iri for one in wanted(alignment.schema)}

    def mapped(self, said: Statement, strict: bool) -> Iterator[Statement]:
        """The statement under the user's property, else as it is or left out; and its values.

        A statement that says nothing but values of his properties gives way to them.
        """
        if said.rule == LEARNED:
            yield from self._learnt(said)
            return
        values = [made for one in self._values.statements(said) if (made := self._judged(one))]
        self.count += len(values)
        yield from values
        known = self._alignment.property_of(
            said.relation,
            said.property,
            said.subject,
            said.object,
            self._classes,
            self._values.words(said),
        )
        if known.iri:
            yield from self._corresponding(said, known)
        elif not (values and _says_no_more(said)):
            yield from self._outside(said, known.reason, strict)

    def _outside(self, said: Statement, reason: str, strict: bool) -> Iterator[Statement]:
        self.kept_out[reason] += 1
        if strict:
            self._maker.dropped["not in your ontology"] += 1
        else:
            yield said

    def _corresponding(self, said: Statement, known: Correspondence) -> Iterator[Statement]:
        found = replace(said, property=compact_fixed(known.iri))
        if known.value:
            found = _valued(found, known.value)
        made = self._judged(_turned(found, known.label)) if known.turned else found
        if made:
            self.count += 1
            yield made

    def _judged(self, said: Statement) -> Statement | None:
        sentence = self._sentences[said.document, said.sentence]
        return self._maker.judged_again(said, sentence)

    def _learnt(self, said: Statement) -> Iterator[Statement]:
        iri = self._by_label[said.relation]
        words = self._values.words(said)
        object_ = self._alignment.fitting(iri, said.subject, said.object, self._classes, words)
        if object_ is None:
            self._maker.dropped[_UNFIT] += 1
            return
        self.count += 1
        found = replace(said, property=compact_fixed(iri))
        yield _valued(found, object_) if isinstance(object_, Value) else found

    def once(self, statements: Sequence[Statement]) -> list[Statement]:
        """The statements without those of the model that the rules made as well, or denied."""
        read = {_fact(said) for said in statements if said.rule != LEARNED}
        kept = [said for said in statements if said.rule != LEARNED or _fact(said) not in read]
        doubled = len(statements) - len(kept)
        if doubled:
            self.count -= doubled
            self._maker.dropped[_TWICE] += doubled
        return kept


def _fact(said: Statement) -> tuple[object, ...]:
    return (said.document, said.sentence, said.subject, said.property, said.object, said.unit)


def _says_no_more(said: Statement) -> bool:
    """Whether a statement has no other object than what its values tell."""
    return isinstance(said.object, Literal) or said.relation in HAS


def _valued(said: Statement, read: Value) -> Statement:
    return replace(said, object=read.literal, unit=read.unit or None)


def _turned(said: Statement, label: str) -> Statement:
    """The statement from the other end."""
    assert isinstance(said.object, str)
    return replace(
        said,
        subject=said.object,
        object=said.subject,
        relation=label,
        subject_span=said.object_span or said.subject_span,
        object_span=said.subject_span,
    )
