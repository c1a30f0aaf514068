"""Triples that noun phrases imply: the copula of appositions and titles is not written.

| what             | example                                   | triple                             |
|------------------|-------------------------------------------|------------------------------------|
| apposition       | Tallinn, the capital, hosted the fair.    | (Tallinn; is; the capital)         |
| name apposed     | The capital, Tallinn, hosted the fair.    | (Tallinn; is; The capital)         |
| place in a place | They met in Ulm, Germany.                 | (Ulm; is in; Germany)              |
| title            | Prime Minister Eva Dahl left.             | (Eva Dahl; is; Prime Minister)     |
| place of a name  | The Moss Hall in Graz burned.             | (The Moss Hall; is in; Graz)       |
| party of a person | Ana Roy of Acme left.                    | (Ana Roy; is of; Acme)             |

Sums, examples (`mainly cotton`) and what follows a colon are not said of the noun before them.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kg.clauses import is_time
from kg.clauses.facts import Fact
from kg.clauses.nominals import find_facts
from kg.clauses.phrases import whole
from kg.lexicon.roles import OFFICES
from kg.syntax import AMOUNT_LABELS, Tree

_EXEMPLIFYING = frozenset(
    "especially including particularly not mainly mostly notably such".split()
)
_NOMINAL = ("NOUN", "PROPN")
_PEOPLE = ("PERSON", "NORP")
_LOCATING = frozenset({"in", "at", "near"})
_BELONGING = frozenset({"of", "from", "at", "with"})


@dataclass(frozen=True, slots=True)
class Implied:
    """A copular triple as token positions; `copula` is the verb that is not written."""

    rule: str
    subject: list[int]
    head: int
    copula: str
    complement: list[int]


def find_implied(tree: Tree) -> Iterator[Implied]:
    """What the appositions and titles of a sentence say."""
    for i in range(len(tree)):
        for apposed in tree.children(i, "appos"):
            yield from _apposition(tree, i, apposed)
        if tree.pos[i] == "PROPN":
            yield from _surroundings(tree, i)
    for fact in find_facts(tree) if "PERSON" in tree.labels else ():
        if fact.rule == "title" and fact.evidence and tree.labels[fact.subject] == "PERSON":
            yield _title(fact)


def _title(fact: Fact) -> Implied:
    first = fact.evidence[0] if fact.object is None else min(fact.object, *fact.evidence)
    last = fact.evidence[-1]
    name = list(range(last + 1, fact.subject + 1)) or [fact.subject]
    return Implied("title", name, fact.subject, "is", list(range(first, last + 1)))


def _surroundings(tree: Tree, name: int) -> Iterator[Implied]:
    """Where a name is, or to whom a person belongs, by the phrase right behind it."""
    preposition = name + 1
    if preposition >= len(tree) or preposition not in tree.children(name, "prep"):
        return
    target = tree.child(preposition, "pobj")
    if target is None or is_time(tree, target) or is_time(tree, name):
        return
    if tree.lower[name] in OFFICES:
        return
    word = tree.lower[preposition]
    person = tree.labels[name] == "PERSON" and tree.pos[target] == "PROPN"
    if word in _LOCATING or (person and word in _BELONGING):
        beyond = tree.children(name, "prep", "relcl", "acl", "appos", "conj", "cc")
        copula = "are" if tree.tags[name] == "NNPS" else "is"
        where = [w for w in whole(tree, preposition) if w != preposition]
        yield Implied("surroundings", whole(tree, name, beyond), name, f"{copula} {word}", where)


def _apposition(tree: Tree, noun: int, apposed: int) -> Iterator[Implied]:
    if not _is_said_of(tree, noun, apposed):
        return
    left = whole(tree, noun, tree.children(noun, "appos", "relcl", "acl", "conj", "cc"))
    right = whole(tree, apposed, tree.children(apposed, "appos"))
    if any(tree.lower[w] in _EXEMPLIFYING for w in right[:2]):
        return
    if tree.pos[noun] == "NOUN" and tree.pos[apposed] == "PROPN":
        left, right, noun = right, left, apposed
    yield Implied("apposition", left, noun, _copula(tree, noun, apposed), right)


def _is_said_of(tree: Tree, noun: int, apposed: int) -> bool:
    pair = (noun, apposed)
    return (
        all(tree.pos[i] in _NOMINAL and not is_time(tree, i) for i in pair)
        and not any(tree.labels[i] in AMOUNT_LABELS for i in pair)
        and apposed != noun + 1
        and ":" not in tree.words[noun:apposed]
    )


def _copula(tree: Tree, noun: int, apposed: int) -> str:
    names = tree.pos[noun] == tree.pos[apposed] == "PROPN"
    if names and tree.labels[apposed] == "GPE" and tree.labels[noun] not in _PEOPLE:
        return "is in"
    return "are" if tree.tags[noun] in ("NNS", "NNPS") else "is"
