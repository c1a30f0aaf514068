"""What a preposition behind a verb relates its subject to.

| row          | example                                | pair                                    |
|--------------|----------------------------------------|-----------------------------------------|
| argument     | Ana relies on her sister               | relies on - sister                      |
| place        | Ana lives in Oslo; (bought it in Oslo) | lives in - Oslo; (a qualifier)          |
| role         | Ana serves as dean of the school       | serves as dean of - school              |
| own noun     | Chile cut tariffs on shrimp            | cuts tariffs on - shrimp                |
| none         | prices fell, compared with May         |                                         |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.clauses import Adjunct, Clause, is_time
from kg.clauses.coordination import is_contrasted, members, spread
from kg.clauses.facts import Pair
from kg.clauses.nominals import predicate
from kg.lexicon.roles import TAKES
from kg.lexicon.verbs import LIGHT, MAKING
from kg.syntax import AMOUNT_LABELS, Tree

LOCATIVES = frozenset(
    "in at on near between among inside outside under behind above below beside along around "
    "beyond opposite within".split()
)
_BESIDES = LOCATIVES - {"in", "at", "on", "under", "behind", "within"}
_WHEN = frozenset("after before during since until throughout".split())
_LOOSE = frozenset("in into on at through under over as within across by".split())
_OTHERWISE = frozenset(
    "lead to,run from,call for,look for,stand for,run for,account for,turn to,turn from,go for,"
    "take for,take to,take from,come to,get to,keep from,know for,work for,fall to,run into,"
    "see to,amount to,provide for,answer for,answer to".split(",")
)
"""Verbs that mean another thing with the preposition right behind them than with an object."""

_GROUNDS = frozenset(
    "average basis behalf condition ground grounds purpose suspicion whole".split()
)
_NAMES = frozenset({"ORG", "FAC", "WORK_OF_ART", "EVENT", "LAW"})
_TELLING = frozenset("remind inform assure convince notify".split())
"""Verbs that take no `to`: what has it belongs to what is told (reminds that aid to Mali ended)."""

_AIMS = frozenset("aim goal hope intention objective purpose view".split())
_NO_LINKS = frozenset(
    "including excluding compared contrary than despite unlike except besides like notwithstanding "
    "such".split()
)
"""Prepositions that add, compare or concede rather than relate."""


def bare_verb_group(tree: Tree, clause: Clause) -> tuple[int, ...]:
    """The verbs of a clause with their auxiliaries, negations and particles, without adverbs."""
    found = [*clause.chain, *clause.particles]
    for q in clause.chain:
        found += tree.children(q, "aux", "auxpass", "neg")
    return tuple(sorted(set(found)))


class PrepositionReader:
    """Reads the prepositional arguments of the clauses of one sentence."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def pairs(
        self, clause: Clause, words: list[str], between: Iterable[int], *, places: bool = True
    ) -> Iterator[Pair]:
        """Relations that end in a preposition.

        With `places` unset, where a thing is done is a qualifier; a direction is an object.
        """
        tree = self._tree
        for adjunct in self.followed(clause):
            marker = tree.text(adjunct.marker).lower() if adjunct.marker else "in"
            if marker == "by" and tree.labels[adjunct.heads[0]] not in AMOUNT_LABELS:
                continue
            if not adjunct.marker and adjunct.role != "place":
                continue
            if _NO_LINKS.intersection(marker.split()) or self._is_idle(adjunct):
                continue
            told = marker == "to" and tree.lemmas[clause.verb] in _TELLING
            if told or self._is_within_name(adjunct):
                continue
            first = marker.split()[0]
            located = adjunct.role == "place" and first in LOCATIVES
            if not places and (located or first in _BESIDES or first in _WHEN):
                continue
            known = [w for w in marker.split() if w not in words[1:]]
            taken = self._taking(clause, adjunct)
            evidence = (*bare_verb_group(self._tree, clause), *between, *taken, *adjunct.marker)
            relation = " ".join([*words, *(tree.lower[t] for t in taken), *known])
            if marker == "as" and tree.pos[adjunct.heads[0]] == "NOUN":
                if not clause.passive and clause.objects and tree.lemmas[clause.verb] in MAKING:
                    continue  # the object's complement says it
                yield from self._as_role(adjunct, relation, evidence)
                continue
            for head in members(self._tree, adjunct):
                flipped = is_contrasted(self._tree, head, adjunct)
                yield Pair(relation, evidence, head, flipped=flipped)

    def _taking(self, clause: Clause, adjunct: Adjunct) -> tuple[int, ...]:
        """`cut [tariffs] on shrimp`: an object without which the preposition says another thing.

        One that the preposition belongs to, any single one of a verb that says little by itself
        (made her [debut] as Tosca), and of all verbs before a preposition that tells how or
        where rather than whom it concerns (carried the [bags] on a cart).
        """
        tree, lemma = self._tree, self._tree.lemmas[clause.verb].lower()
        if clause.passive or len(clause.objects) != 1:
            return ()
        noun, preposition = clause.objects[0], tree.lower[adjunct.top]
        own = tree.lemmas[noun].lower() in TAKES.get(preposition, frozenset())
        if noun == adjunct.top - 1 and own:
            return (noun,)
        single = tree.pos[noun] == "NOUN" and len(tree.conjuncts(noun)) == 1
        fronted = lemma in LIGHT and clause.antecedent in adjunct.heads  # with whom she had
        behind = clause.verb < noun and (noun < adjunct.top or fronted)
        behind = behind and noun != clause.antecedent
        loose = preposition in _LOOSE or (lemma in LIGHT and preposition not in ("to", "from"))
        loose = loose or f"{lemma} {preposition}" in _OTHERWISE
        return (noun,) if single and behind and loose else ()

    def through_object(self, clause: Clause, words: list[str]) -> Iterator[Pair]:
        """`signed [a contract with] Oslo`: the object's own preposition leads further."""
        tree, noun = self._tree, clause.objects[0]
        for p in tree.children(noun, "prep"):
            if p == noun + 1 and tree.lemmas[noun].lower() in TAKES.get(tree.lower[p], ()):
                relation = " ".join([*words, tree.lower[noun], tree.lower[p]])
                for target in tree.children(p, "pobj"):
                    for head in [] if is_time(tree, target) else spread(tree, target):
                        yield Pair(relation, (*bare_verb_group(self._tree, clause), noun, p), head)

    def offices(self, clause: Clause) -> Iterator[int]:
        """`appointed Ana [as] head of the clinic`: what the object becomes."""
        if clause.objects and self._tree.lemmas[clause.verb] in MAKING:
            for adjunct in self.followed(clause):
                if self._tree.text(adjunct.marker).lower() == "as":
                    yield from adjunct.heads

    def _as_role(
        self, adjunct: Adjunct, relation: str, evidence: tuple[int, ...]
    ) -> Iterator[Pair]:
        """`serves as dean of the school`; not `what he referred to as a triumph`."""
        if relation.split(maxsplit=1)[0] in ("refers", "describes"):
            return
        for head in adjunct.heads:
            for fact in predicate(self._tree, head, head, "main"):
                longer = fact.relation.replace("is", relation, 1)
                yield Pair(longer, (*evidence, *fact.evidence), fact.object, fact.literal)

    def followed(self, clause: Clause) -> Iterator[Adjunct]:
        """The prepositional arguments that can become objects: behind the verb, no times."""
        for adjunct in clause.adjuncts:
            fills = clause.antecedent in adjunct.heads
            if adjunct.role not in ("other", "place") or not adjunct.heads:
                continue
            inverted = clause.subject is not None and clause.subject > clause.verb
            if (adjunct.top > clause.top or fills or inverted) and not self._is_aim(adjunct):
                yield adjunct

    def _is_idle(self, adjunct: Adjunct) -> bool:
        """`20 were arrested, among them an actress`; `on their own`; `71 to 26`; `on suspicion`."""
        tree, noun = self._tree, adjunct.heads[0]
        among = tree.lower[adjunct.top] == "among" and tree.tags[noun] == "PRP"
        number = tree.tags[noun] == "CD"
        after = tree.tags[adjunct.top - 1] == "CD" and adjunct.top > 0
        score = number and after and tree.lower[adjunct.top] in ("to", "for")
        score = score or (number and tree.words[noun + 1 : noun + 2] in (("-",), ("–",)))
        score = score or (number and self._is_divided(noun))
        ground = tree.lower[adjunct.top] == "on" and tree.lower[noun] in _GROUNDS
        instead = tree.lower[max(0, adjunct.top - 1) : adjunct.top + 1] == ("instead", "of")
        return among or score or ground or instead or tree.lower[noun] == "own"

    def _is_within_name(self, adjunct: Adjunct) -> bool:
        """`runs the Tarn Institute [for Peace]`: NER has the phrase in the name before it."""
        top, ents = adjunct.top, self._tree.sent.ents
        return any(first < top < end and label in _NAMES for first, end, label in ents)

    def _is_divided(self, number: int) -> bool:
        """`voted by [11 to 4]`, whichever of the two is taken for the head."""
        tree = self._tree
        for to in (number - 1, number + 1):
            if tree.lower[to : to + 1] == ("to",) and tree.tags[to - 1] == "CD":
                return tree.tags[to + 1 : to + 2] == ("CD",)
        return False

    def _is_aim(self, adjunct: Adjunct) -> bool:
        """`in an effort to end the strike`, `with the aim of peace`: no partner but a purpose."""
        tree, noun = self._tree, adjunct.heads[0]
        if tree.lower[adjunct.top] == "with" and tree.lower[noun] in _AIMS:
            return True
        infinitive = tree.child(noun, "acl")
        return (
            tree.lower[adjunct.top] == "in"
            and infinitive is not None
            and tree.tags[infinitive] == "VB"
        )
