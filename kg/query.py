"""Questions to a graph: SPARQL with its prefixes declared, and questions that have a name.

A query only reads: `kg.sparql` refuses the rest before a store sees it. Named questions are the
files of kg/data/questions: SPARQL under a heading of comments,

    # Who criticizes whom, in whose words.
    # argument critic entity: the one who speaks
    SELECT ?critic ... ?criticId WHERE { ... }

where the argument `critic` binds the variable `?criticId`. A value is never written into the
query's text: it is turned into a term and handed to the store as a binding. The variables of
arguments are left out of the answer, whose other columns are made for people. Lines
`# of documents: ...` count when the question is asked of some documents only (`kg.narrowing`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

import pyoxigraph as ox

from kg import vocabulary
from kg.config import QUERY_TIMEOUT
from kg.errors import ArgumentError, QueryError, QueryTimeoutError, UnknownNameError
from kg.iris import prefixes
from kg.lookup import find_entity, near_names
from kg.model import ENTITY_TYPES
from kg.narrowing import EVERY_DOCUMENT, Choice, narrowed
from kg.querying import Request, Worker
from kg.results import QueryResult, collect
from kg.retrieval import base_iri
from kg.sparql import check, check_update, explain
from kg.stores import Answer, Solutions, Store, Term
from kg.stores.oxigraph import OxigraphStore
from kg.terms import Names, node

_T = TypeVar("_T")
_ARGUMENT = re.compile(r"# argument (\w+) (\w+)( required)?: (.+)")


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a named question; `kind` is a key of `ARGUMENT_KINDS`."""

    name: str
    kind: str
    required: bool
    description: str

    @property
    def variable(self) -> str:
        return f"{self.name}Id"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that has a name."""

    name: str
    description: str
    arguments: tuple[Argument, ...]
    sparql: str


@cache
def questions() -> Mapping[str, Question]:
    """The named questions, by name.

    >>> questions()["claims-of"].arguments[0].kind
    'entity'
    """
    folder = files("kg") / "data" / "questions"
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".rq")), key=lambda f: f.name)
    return {
        file.name.removesuffix(".rq"): _read_question(
            file.name.removesuffix(".rq"), file.read_text(encoding="utf-8")
        )
        for file in found
    }


@dataclass(frozen=True, slots=True)
class Limits:
    """What a query may cost: seconds, and rows or triples to answer; None sets no limit."""

    timeout: float | None = QUERY_TIMEOUT
    rows: int | None = None

    def __post_init__(self) -> None:
        if self.timeout is not None and not 0 < self.timeout < _LONGEST:
            raise ArgumentError(
                f"A timeout of {self.timeout:g} seconds is none: give more than 0 and less than "
                f"{_LONGEST:,.0f}."
            )
        if self.rows is not None and self.rows < 1:
            raise ArgumentError(f"A limit of {self.rows} rows is none: give 1 or more.")


_LONGEST = 1e6
"""Seconds, more than timers can count on every system."""

_NO_LIMITS = Limits(None)
_NONE_CHOSEN = "No document of the graph is of that source and time; kg documents lists them."


@runtime_checkable
class _Timed(Protocol):
    """A store whose server can be given up waiting for."""

    def within(self, seconds: float) -> Store:
        """The same store, whose server has so many seconds to begin with an answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A store to ask, and what ends queries on it.

    With a `worker` for the store, each query runs in its process and ends with its time. Without
    one a server is waited for no longer, and the time is looked at between rows.
    """

    store: Store
    worker: Worker | None = None
    limits: Limits = _NO_LIMITS


def run(asked: Store | Asked, sparql: str) -> QueryResult:
    """The answer to a query over the union of all graphs, prefixes declared beforehand.

    Raises QueryError, with line and column, where the query is no SPARQL or is refused;
    QueryTimeoutError when it takes too long.
    """
    whole = _within_limits(asked)
    result = _run(whole, sparql, {})
    return replace(result, notes=vocabulary.remarks(whole.store, sparql, result.base_iri))


def ask(
    asked: Store | Asked,
    name: str,
    arguments: Sequence[str] = (),
    choice: Choice = EVERY_DOCUMENT,
) -> QueryResult:
    """The answer to a named question.

    `arguments` are NAME=VALUE, or one bare VALUE for the question's first argument; `choice` says
    of which documents. Raises UnknownNameError for a question, argument or value that is not
    there, ArgumentError for a question that is not about documents when some are chosen.
    """
    whole = _within_limits(asked)
    question = questions().get(name)
    if question is None:
        near = near_names(name, questions())
        hint = f"Did you mean {near[0]}? " if near else ""
        msg = f'No question is called "{name}". {hint}Known: {", ".join(questions())}.'
        raise UnknownNameError(msg, near)
    bindings = {
        argument.variable: ARGUMENT_KINDS[argument.kind](whole.store, value)
        for argument, value in _assign(question, arguments).items()
    }
    sparql, chosen = narrowed(whole.store, question.name, question.sparql, choice)
    result = _run(whole, sparql, bindings).without([a.variable for a in question.arguments])
    return result if chosen else replace(result, notes=(_NONE_CHOSEN,))


def update(asked: Asked, sparql: str, path: Path) -> None:
    """Put into the folder `path` the store that is there as a SPARQL update would change it.

    Raises QueryError and QueryTimeoutError as `run` does, and for a store that has no worker.
    """
    if asked.worker is None:
        raise QueryError("Only the store in the graph's own folder can be updated: --store local.")
    declared = prefixes(base_iri(asked.store))
    check_update(sparql, declared)
    request = Request(sparql, declared, update=True)
    with _explained(sparql, declared), asked.worker.answer(request, asked.limits.timeout) as told:
        changed = told.read()
    if _graph_line(asked.store) not in changed:
        raise QueryError(
            "The update would take away the description of the graph (its owl:Ontology), without "
            "which no graph is known. Nothing was changed."
        )
    OxigraphStore.replace(path, ox.parse(changed, ox.RdfFormat.N_QUADS))


@contextmanager
def _explained(sparql: str, declared: Mapping[str, str]) -> Iterator[None]:
    """Tells of what is no SPARQL where it is wrong."""
    try:
        yield
    except QueryError as error:
        if isinstance(error.__cause__, SyntaxError):
            raise QueryError(explain(sparql, str(error), declared)) from error.__cause__
        raise


def _graph_line(store: Store) -> bytes:
    """What tells a graph, as a line of N-Quads."""
    return f"<{base_iri(store)}> {node('rdf:type')} {node('owl:Ontology')} .\n".encode()


def _within_limits(asked: Store | Asked) -> Asked:
    """What is asked; a server has the time of a query for each answer, to look-ups of names too."""
    whole = asked if isinstance(asked, Asked) else Asked(asked)
    seconds = whole.limits.timeout
    if seconds is not None and isinstance(whole.store, _Timed):
        return replace(whole, store=whole.store.within(seconds))
    return whole


def _run(asked: Asked, sparql: str, bindings: Mapping[str, Term]) -> QueryResult:
    base = base_iri(asked.store)
    declared = prefixes(base)
    check(sparql, declared)
    with _explained(sparql, declared):
        return collect(_answer(asked, sparql, declared, bindings), base, asked.limits.rows)


def _answer(
    asked: Asked, sparql: str, declared: Mapping[str, str], bindings: Mapping[str, Term]
) -> Answer:
    """The answer, with a row more than is wanted where there is one, which shows that there is."""
    timeout, rows = asked.limits.timeout, asked.limits.rows
    if asked.worker is not None:
        more = None if rows is None else rows + 1
        return asked.worker.ask(Request(sparql, declared, bindings, rows=more), timeout)
    answer = asked.store.query(sparql, declared, bindings)
    if timeout is None or isinstance(answer, bool):
        return answer
    deadline = time.monotonic() + timeout
    if isinstance(answer, Solutions):
        return Solutions(answer.variables, _until(deadline, answer.rows, timeout))
    return _until(deadline, answer, timeout)


def _until(deadline: float, found: Iterator[_T], timeout: float) -> Iterator[_T]:
    for item in found:
        if time.monotonic() > deadline:
            raise QueryTimeoutError(f"The query was ended after {timeout:g} seconds.")
        yield item


def _read_question(name: str, text: str) -> Question:
    heading = [line for line in text.splitlines() if line.startswith("#")]
    arguments = tuple(
        Argument(match[1], match[2], bool(match[3]), match[4])
        for match in map(_ARGUMENT.fullmatch, heading)
        if match
    )
    return Question(name, heading[0].lstrip("# "), arguments, text)


def _assign(question: Question, given: Sequence[str]) -> dict[Argument, str]:
    """The values given, by argument; checks that every required one is there."""
    by_name = {argument.name: argument for argument in question.arguments}
    values: dict[Argument, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if equals and name in by_name:
            if by_name[name] in values:
                raise ArgumentError(f'The argument "{name}" has two values; give one.')
            values[by_name[name]] = value
        elif equals and re.fullmatch(r"\w+", name):
            raise UnknownNameError(_no_argument(question, name), near_names(name, by_name))
        elif by_name and question.arguments[0] not in values:
            values[question.arguments[0]] = text
        elif by_name:
            raise ArgumentError(
                f'"{text}" is one value too many for the question "{question.name}": write '
                f"NAME=VALUE, where NAME is one of: {', '.join(by_name)}."
            )
        else:
            raise UnknownNameError(f'The question "{question.name}" has no arguments.')
    for argument in question.arguments:
        if argument.required and argument not in values:
            msg = (
                f'The question "{question.name}" needs --arg {argument.name}=VALUE: '
                f"{argument.description}."
            )
            raise ArgumentError(msg)
    return values


def _no_argument(question: Question, name: str) -> str:
    known = ", ".join(argument.name for argument in question.arguments) or "none"
    return f'The question "{question.name}" has no argument "{name}"; it has: {known}.'


def _entity(store: Store, value: str) -> Term:
    return Names.under(base_iri(store)).entity(find_entity(store, value))


def _document(store: Store, value: str) -> Term:
    return _named(store, value, "?thing dct:identifier ?name", "document")


def _relation(store: Store, value: str) -> Term:
    pattern = (
        "?thing rdfs:subPropertyOf+ ?top . VALUES ?top { kg:relatedTo kg:relatedValue } "
        "?thing rdfs:label|skos:altLabel ?name"
    )
    return _named(store, value, pattern, "relation")


def _named(store: Store, value: str, pattern: str, noun: str) -> Term:
    """The thing with that name among those that match `pattern`, case aside."""
    sparql = f"SELECT DISTINCT ?name ?thing WHERE {{ {pattern} }} ORDER BY ?name ?thing"
    answer = store.query(sparql, prefixes(base_iri(store)))
    rows = answer.rows if isinstance(answer, Solutions) else iter(())
    things = {name.value: thing for name, thing in rows if name and thing}
    for key, thing in things.items():
        if value.casefold() == key.casefold():
            return thing
    near = near_names(value, things)
    hint = f" Near it: {', '.join(near)}." if near else ""
    raise UnknownNameError(f'No {noun} of the graph is called "{value}".{hint}', near)


def _type(_: Store, value: str) -> Term:
    for name in ENTITY_TYPES:
        if name.casefold() == value.removeprefix("kg:").casefold():
            return ox.NamedNode(prefixes("")["kg"] + name)
    msg = f'No entity type is called "{value}"; the types are: {", ".join(ENTITY_TYPES)}.'
    raise UnknownNameError(msg, near_names(value, ENTITY_TYPES))


ARGUMENT_KINDS: Mapping[str, Callable[[Store, str], Term]] = {
    "entity": _entity,
    "document": _document,
    "relation": _relation,
    "type": _type,
}
"""How the value of an argument becomes a term, by the argument's kind."""
