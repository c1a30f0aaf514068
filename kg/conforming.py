"""Statements as a user's own ontology has them.

    statements --what entities are called--> classes of entities
    statements --kg.alignment--> his property, perhaps turned round, or their own and the reason

A statement that is turned has subject, object and their places exchanged, and his property's name
as its relation; the words of the text (`surface`) stay as they are. What fits no property keeps
the property that it has without him, or, where the graph is to be strict, is left out.

What his model of relations found (rule `learned`) is of the property that the model names. It is
left out where it does not fit that property, since it was found to fit, and where the rules read
the same fact in the same sentence, be it to deny it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from kg.alignment import Alignment, ClassFinder
from kg.clauses.rules import LEARNED
from kg.errors import InputError
from kg.extractors import learned
from kg.iris import compact_fixed
from kg.learning import model_file
from kg.learning.wanted import wanted
from kg.model import DocumentRecord, Entity, Statement
from kg.ontology import Ontology, load_ontology
from kg.ontology.schema import read_schema
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
        sentences = {(r.document.id, s.start): s.text for r in records for s in r.sentences}
        classes = ClassFinder(self.alignment.schema, entities, statements)
        made = _Mapper(self.alignment, classes, maker, sentences)
        found = (made.mapped(one, self.strict) for one in statements)
        kept = made.once([said for said in found if said is not None])
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
    alignment = Alignment(read_schema(Path(path)))
    return Conformance(alignment, strict, load_ontology().with_terms(alignment.terms()))


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
    digest = learned.digest(Path(named))
    schema = read_schema(Path(ontology))
    try:
        model_file.load(Path(named), schema)
    except InputError as error:
        raise InputError(f"{error} To build without it: --relations none.") from error
    return {RELATIONS: named, "relations_digest": f"{digest} {schema.digest}"}


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
        sentences: Mapping[tuple[str, int], str],
    ) -> None:
        self.count = 0
        self.kept_out: Counter[str] = Counter()
        self._alignment = alignment
        self._classes = classes
        self._maker = maker
        self._sentences = sentences
        self._by_label = {one.label: one.iri for one in wanted(alignment.schema)}

    def mapped(self, said: Statement, strict: bool) -> Statement | None:
        """The statement under the user's property, else as it is, or None where that is out."""
        if said.rule == LEARNED:
            return self._learnt(said)
        choice = self._alignment.property_of(
            said.relation, said.property, said.subject, said.object, self._classes
        )
        if not choice.iri:
            self.kept_out[choice.reason] += 1
            if strict:
                self._maker.dropped["not in your ontology"] += 1
                return None
            return said
        found = replace(said, property=compact_fixed(choice.iri))
        if choice.turned:
            sentence = self._sentences[said.document, said.sentence]
            turned = self._maker.judged_again(_turned(found, choice.label), sentence)
            if turned is None:
                return None
            found = turned
        self.count += 1
        return found

    def _learnt(self, said: Statement) -> Statement | None:
        iri = self._by_label[said.relation]
        object_ = self._alignment.fitting(iri, said.subject, said.object, self._classes)
        if object_ is None:
            self._maker.dropped[_UNFIT] += 1
            return None
        self.count += 1
        return replace(said, property=compact_fixed(iri), object=object_)

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
    return (said.document, said.sentence, said.subject, said.property, said.object)


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
