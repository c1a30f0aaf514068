"""What nouns of action and events say: who did what to whom, where, between whom, about what.

| row                 | example                                   | fact                              |
|---------------------|-------------------------------------------|-----------------------------------|
| nominal-possessive  | the army's capture of Bari                | the army captures Bari            |
| nominal-by          | the murder of Ana by a thief              | a thief murders Ana               |
| nominal-on          | the rebels' attack on Bari                | the rebels attacks Bari           |
| event-place         | the war in Mali                           | the war takes place in Mali       |
| place               | a bakery in Lyon                          | a bakery is in Lyon               |
| nominal-visit       | Ana spoke during a visit to Oslo          | Ana visits Oslo                   |
| between             | talks between Chad and Mali               | talks is between Chad, Mali       |
| topic               | a summit on trade                         | a summit is on trade              |

The arguments of nominal predicates are those of NomBank (Meyers et al. 2004), for far fewer
nouns.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator

from kg.clauses import PLACE_LABELS, is_time
from kg.clauses.facts import Fact
from kg.lexicon import nouns
from kg.lexicon.inflection import third_person
from kg.lexicon.roles import DEVERBAL, EVENTS, MUTUAL, TOPICAL, VISITS
from kg.syntax import TIME_LABELS, Tree

_UPON = frozenset({"assault", "attack", "ban"})
"""Deeds whose object stands behind `on` or `against`; a release on bail is another thing."""

_FIXED = frozenset({"Place", "Facility", "Organization"})
_LOCATED = _FIXED | frozenset({"Person", "Group", "Artifact", "GeopoliticalEntity"})


def _located(tree: Tree, noun: int) -> frozenset[str]:
    """The kinds of things that a place behind them is said of."""
    return _FIXED if tree.deps[noun] == "dobj" else _LOCATED


def find_deeds(tree: Tree, noun: int) -> Iterator[Fact]:
    """The facts that a noun of action or an event states with its own arguments."""
    yield from _actions(tree, noun)
    yield from _visits(tree, noun)
    yield from _about(tree, noun)
    yield from _locations(tree, noun)


def _actions(tree: Tree, noun: int) -> Iterator[Fact]:
    verb = DEVERBAL.get(tree.lemmas[noun].lower())
    if verb is None:
        return
    relation = " ".join([third_person(verb.split()[0]), *verb.split()[1:]])
    possessor = tree.child(noun, "poss")
    objects = {
        tree.lower[p]: tree.children(p, "pobj") for p in tree.children(noun, "prep", "agent")
    }
    patients = objects.get("of", [])
    if verb in _UPON:
        patients = patients or objects.get("on") or objects.get("against") or []
    patients = [p for p in patients if not is_time(tree, p)]
    rule, agents = "nominal-by", objects.get("by", [])
    if not agents and possessor is not None and tree.labels[possessor] not in TIME_LABELS:
        rule, agents = "nominal-possessive", [possessor]
    for agent in agents[:1]:
        for patient in patients[:1]:
            for a in tree.conjuncts(agent):
                for p in tree.conjuncts(patient):
                    yield Fact(rule, a, relation, (noun,), p)


def _visits(tree: Tree, noun: int) -> Iterator[Fact]:
    if tree.lemmas[noun].lower() not in VISITS:
        return
    visitor = _doer(tree, noun, ("during", "on", "after"))
    definite = any(tree.lower[c] == "the" for c in tree.children(noun, "det"))
    if visitor is None or definite or tree.child(noun, "poss") is not None:
        return
    for p in tree.children(noun, "prep"):
        for place in tree.children(p, "pobj"):
            if tree.lower[p] == "to" and tree.labels[place] in PLACE_LABELS:
                for each in tree.conjuncts(place):
                    yield Fact("nominal-visit", visitor, "visits", (noun, p), each)


def _doer(tree: Tree, noun: int, prepositions: tuple[str, ...]) -> int | None:
    """The subject of the clause in which the noun stands behind one of the prepositions."""
    prep = tree.heads[noun]
    if tree.deps[noun] != "pobj" or tree.lower[prep] not in prepositions:
        return None
    for verb in tree.ancestors(prep):
        own = tree.child(verb, "nsubj")
        if own is not None:
            return own if own < verb and tree.pos[own] in ("PROPN", "NOUN", "PRON") else None
        if tree.deps[verb] not in ("advcl", "xcomp", "conj"):
            return None
    return None


def _locations(tree: Tree, noun: int) -> Iterator[Fact]:
    """Behind an object a place is the clause's, unless the object is a building or the like."""
    if tree.deps[tree.heads[noun]] == "agent" or tree.lower[tree.heads[noun]] == "as":
        return
    for p in tree.children(noun, "prep"):
        if tree.lower[p] not in ("in", "at", "near", "outside", "inside"):
            continue
        for place in tree.children(p, "pobj"):
            if tree.labels[place] not in PLACE_LABELS or tree.pos[noun] != "NOUN":
                continue
            if tree.lemmas[noun].lower() in EVENTS:
                yield Fact("event-place", noun, f"takes place {tree.lower[p]}", (p,), place)
            elif nouns.noun(tree.lemmas[noun].lower()).type in _located(tree, noun):
                yield Fact("place", noun, f"is {tree.lower[p]}", (p,), place)


def _about(tree: Tree, noun: int) -> Iterator[Fact]:
    """The parties of talks, the topic of a summit."""
    lemma = tree.lemmas[noun].lower()
    for p in tree.children(noun, "prep"):
        word = tree.lower[p]
        mutual = word == "between" and lemma in MUTUAL
        topic = word in ("on", "about", "over") and lemma in TOPICAL
        for first in tree.children(p, "pobj") if mutual or topic else ():
            if is_time(tree, first) or tree.tags[first] in ("WDT", "WP", "PRP"):
                continue
            rule = "between" if mutual else "topic"
            for each in tree.conjuncts(first) if mutual else [first]:
                yield Fact(rule, noun, f"is {word}", (p,), each)
