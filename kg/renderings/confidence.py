"""How sure a triple in the sentence's wording is: by its rule, less for each sign of trouble.

The numbers of a rule are shares measured on one half of the development sentences and rounded:
for n-ary triples that of their words that annotators agree with (CaRB's precision), for chained
ones that of the triples that are right as a whole (BenchIE). A sign's factor is the share that
is right where it holds, divided by what the rules alone foretell.

| sign              | example                                                    | factor |
|-------------------|------------------------------------------------------------|--------|
| far subject       | [Ana], who came to Ulm from Graz by train in May, [sang]   | 0.9    |
| long subject      | a subject of more than a dozen words                       | 0.7    |
| long argument     | a first argument of more than a dozen words                | 0.88   |
| bare pronoun      | Ana saw [him]                                              | 0.8    |

The length of the sentence foretells too, but makes the ranking worse (area under CaRB's curve
.445 instead of .451): short sentences have few facts to find.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kg.syntax import Tree

NARY: Mapping[str, float] = {
    "main": 0.79,
    "saying": 0.78,
    "content": 0.67,
    "relative": 0.66,
    "purpose": 0.67,
    "adverbial": 0.66,
    "control": 0.6,
    "gerund": 0.6,
    "surroundings": 0.58,
    "free": 0.57,
    "participle": 0.55,
    "apposition": 0.53,
    "infinitive": 0.5,
    "title": 0.5,
}
CHAINED: Mapping[str, float] = {
    "main": 0.7,
    "content": 0.66,
    "relative": 0.66,
    "control": 0.6,
    "participle": 0.59,
    "adverbial": 0.5,
    "free": 0.42,
    "gerund": 0.4,
}
PER_STEP = (1.0, 1.0, 0.65)
"""Factors by the number of nouns that a chained relation has passed; the last for all further."""

LISTED = 0.76
LONG_RELATION = 0.76
"""Factors of a chained triple whose object is one of a list, whose relation is long."""

_RELATION_WORDS = 6
_GAP = 6
_PHRASE = 12
"""Words up to which a relation, the way from subject to verb, and a phrase are short."""


def confidence(
    base: float, tree: Tree, subject: Sequence[int], relation: Sequence[int], first: Sequence[int]
) -> float:
    """The confidence of a triple from that of its rule; `first` is its first argument."""
    value = base
    if relation and min(relation) - subject[-1] > _GAP:
        value *= 0.9
    if len(subject) > _PHRASE:
        value *= 0.7
    if len(first) > _PHRASE:
        value *= 0.88
    if len(first) == 1 and tree.tags[first[0]] in ("PRP", "DT", "WP", "RB"):
        value *= 0.8
    return round(value, 3)


def of_link(rule: str, steps: int, relation: Sequence[int], *, listed: bool) -> float:
    """The base of a chained triple: its relation may be long, its object one of a list."""
    value = CHAINED.get(rule, 0.4) * PER_STEP[min(steps, len(PER_STEP) - 1)]
    if len(relation) > _RELATION_WORDS:
        value *= LONG_RELATION
    return value * LISTED if listed else value
