"""Clauses -> binary triples, the edges of a graph.

Each clause is taken apart into pairs of its subject with one argument. Coordination is spread,
a passive with its agent is turned into the active, the relation is in the present tense with
its preposition, and auxiliaries, adverbs and negation become flags:

| clause type | example                              | triples                                    |
|-------------|--------------------------------------|--------------------------------------------|
| SV          | The talks collapsed.                 | talks - collapses                          |
| SVA         | Ana drove to Oslo.                   | Ana - drives to - Oslo                     |
| SVC         | Ana is the mayor of Oslo.            | Ana - is mayor of - Oslo                   |
| SVO         | Ana and Bo sold the farm.            | Ana - sells - farm; Bo - sells - farm      |
| SVOO        | Ana gave Bo a book.                  | Ana - gives - book; Ana - gives to - Bo    |
| SVOA        | Ana compared Oslo to Rome.           | Ana - compares - Oslo; Ana - compares to - Rome |
| SVOC        | They elected Ana mayor.              | They - elects - Ana; Ana - is - mayor      |
| passive     | The bridge was destroyed by rebels.  | rebels - destroys - bridge                 |
| passive     | The camp was evacuated.              | camp - is evacuated                        |
| light verb  | Ana took part in the race.           | Ana - takes part in - race                 |
| mutual      | Omar and Yara are friends.           | Omar - is friend of - Yara, and back       |

A time is a qualifier, never an object; a place is one where the clause has an object, and is
the object where it has none. `surface` keeps the words of the sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kg.clauses import RELATIVES, Adjunct, Clause
from kg.factuality import Status, StatusReader
from kg.model import Argument, Triple
from kg.nominals import Fact, find_facts, predicate
from kg.phrases import core, whole, without_determiner
from kg.roles import RECIPROCAL, SYMMETRIC
from kg.syntax import Tree
from kg.verbs import LIGHT, NAMING, third_person

MOST_PAIRS = 64
"""Coordinations beyond so many pairs of a subject and an object are lists, not facts."""

_DIRECTIONS = frozenset("to into onto from toward towards through across out for".split())
_EMPTY_NOUNS = frozenset("it part place care note rise aim charge office effect advantage use".split())
_ADVERB_COMPLEMENTS = frozenset("over away out back off dead gone alive available".split())

CONFIDENCE = {
    "main": 0.9,
    "content": 0.85,
    "relative": 0.8,
    "control": 0.75,
    "adverbial": 0.8,
    "participle": 0.75,
    "infinitive": 0.65,
    "purpose": 0.65,
    "free": 0.65,
    "gerund": 0.6,
    "title": 0.9,
    "apposition": 0.8,
    "apposition-name": 0.85,
    "apposition-place": 0.8,
    "possessive-role": 0.8,
    "possession": 0.6,
    "possessive-nation": 0.75,
    "nominal-possessive": 0.7,
    "nominal-by": 0.7,
    "event-place": 0.7,
    "place": 0.5,
    "complement": 0.7,
}
"""How often a rule is right, by rule or by the attachment of its clause."""

_LONG_DISTANCE = 20
_DOUBT = 0.85


@dataclass(frozen=True, slots=True)
class _Pair:
    """One argument of a clause with the relation that leads to it."""

    relation: str
    evidence: tuple[int, ...]
    object: int | None = None
    literal: tuple[int, ...] = ()
    flipped: bool = False
    turned: bool = False  # the object is the agent: it becomes the subject
    ended: bool = False


class BinaryRenderer:
    """Renders the clauses and noun phrases of one sentence; `dropped` counts what is left out."""

    def __init__(self, tree: Tree, statuses: StatusReader, dropped: Counter[str]) -> None:
        self._tree = tree
        self._statuses = statuses
        self._dropped = dropped

    def triples(self, clauses: Iterable[Clause]) -> list[Triple]:
        """The triples of the sentence, each once, clauses before noun phrases."""
        found: dict[tuple[object, ...], Triple] = {}
        for triple in self._all(clauses):
            target = triple.objects[0].head if triple.objects else None
            key = (triple.subject.head, triple.relation, target, triple.polarity)
            found.setdefault(key, triple)
        return list(found.values())

    def _all(self, clauses: Iterable[Clause]) -> Iterator[Triple]:
        for clause in clauses:
            yield from self._of_clause(clause)
        for fact in find_facts(self._tree):
            yield from self._of_fact(fact)

    # --- clauses

    def _of_clause(self, clause: Clause) -> Iterator[Triple]:
        status = self._statuses.of(clause)
        reason = self._reason_against(clause, status)
        if reason is not None:
            self._dropped[reason] += 1
            return
        subjects = self._subjects(clause)
        pairs = list(self._mutual(clause, subjects)) or list(self._pairs(clause))
        if len(subjects) * len(pairs) > MOST_PAIRS:
            self._dropped["coordination too long"] += 1
            return
        for subject in subjects:
            for pair in pairs:
                if pair.object is not None and self._is_question(pair.object):
                    self._dropped["question word as object"] += 1
                elif pair.object != subject:
                    yield self._triple(clause, status, subject, pair)

    def _is_question(self, i: int) -> bool:
        return self._tree.tags[i] in ("WP", "WDT", "WRB")

    def _reason_against(self, clause: Clause, status: Status) -> str | None:
        tree = self._tree
        if status.unsaid:
            return "content that nobody asserts"
        if clause.subject is None:
            return "no subject"
        if tree.tags[clause.subject] in ("WP", "WDT", "WRB", "WP$", "EX"):
            return "question word as subject"
        if tree.pos[clause.subject] not in ("NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET", "X"):
            return "subject is a clause"
        questions = (tree.tags[c] for c in tree.subtree(clause.subject) if c < clause.subject)
        if any(tag in ("WP$", "WRB", "WP", "WDT") for tag in questions):
            return "question word as subject"
        expletive = tree.lower[clause.subject] == "it" and (
            clause.content is not None or tree.child(clause.verb, "xcomp", "ccomp") is not None
        )
        return "expletive subject" if expletive else None

    def _subjects(self, clause: Clause) -> list[int]:
        """The members of the subject, those behind `along with` among them."""
        assert clause.subject is not None
        found = self._spread(clause.subject)
        for adjunct in clause.adjuncts:
            if self._is_companion(adjunct, clause):
                found += adjunct.heads
        return found

    def _is_companion(self, adjunct: Adjunct, clause: Clause) -> bool:
        words = self._tree.text(adjunct.marker).lower()
        return words in ("along with", "together with") and adjunct.top < clause.verb

    def _spread(self, head: int) -> list[int]:
        """The members of a coordinated phrase, and the examples that it names."""
        found: list[int] = []
        for h in self._tree.conjuncts(head):
            if h == head or self._is_parallel(head, h):
                found += [self._named(h), *self._examples(h)]
        return found

    def _is_parallel(self, first: int, other: int) -> bool:
        """A name and a bare common noun are seldom coordinated: that is a parsing error."""
        tree = self._tree
        names = {tree.pos[first], tree.pos[other]}
        bare = other if tree.pos[other] == "NOUN" else first
        return names != {"PROPN", "NOUN"} or bool(tree.children(bare, "det", "poss", "nummod", "amod", "compound", "nmod")) or tree.tags[bare] == "NNS"

    def _examples(self, head: int) -> list[int]:
        """`other failures, including the dam and the canal`: dam, canal."""
        tree = self._tree
        found: list[int] = []
        for p in tree.children(head, "prep"):
            such = tree.lower[p] == "as" and p > 0 and tree.lower[p - 1] == "such"
            if tree.lower[p] == "including" or such:
                for noun in tree.children(p, "pobj"):
                    found += tree.conjuncts(noun)
        return found

    def _named(self, head: int) -> int:
        """`President Eva Dahl` read as an office with its holder apposed: the holder."""
        tree = self._tree
        apposed = tree.child(head, "appos")
        if apposed is None or tree.pos[apposed] != "PROPN" or tree.labels[apposed] != "PERSON":
            return head
        return head if any(w in ",–—(-" for w in tree.words[head + 1 : apposed]) else apposed

    def _pairs(self, clause: Clause) -> Iterator[_Pair]:
        if clause.existential:
            yield from self._existential(clause)
        elif clause.passive:
            yield from self._passive(clause)
        elif clause.complements and not clause.objects:
            yield from self._copular(clause)
        elif clause.objects:
            yield from self._transitive(clause)
        else:
            yield from self._intransitive(clause)

    def _existential(self, clause: Clause) -> Iterator[_Pair]:
        for adjunct in self._followed(clause):
            for head in adjunct.heads:
                marker = self._tree.text(adjunct.marker).lower()
                if marker in ("in", "at", "on", "near", "between", "among", "inside"):
                    evidence = (clause.verb, *adjunct.marker)
                    yield _Pair(f"is {marker}", evidence, head)

    def _followed(self, clause: Clause) -> Iterator[Adjunct]:
        """The prepositional arguments that can become objects: behind the verb, no times."""
        for adjunct in clause.adjuncts:
            fills = clause.antecedent in adjunct.heads
            if adjunct.role in ("other", "place") and adjunct.heads:
                if adjunct.top > clause.top or fills:
                    yield adjunct

    def _passive(self, clause: Clause) -> Iterator[_Pair]:
        tree = self._tree
        group = self._group(clause)
        agents = [h for a in clause.adjuncts if a.role == "agent" for h in a.heads]
        active = " ".join([self._finite(clause), *self._particle_words(clause)])
        for agent in agents:
            by = tuple(a.top for a in clause.adjuncts if agent in a.heads)
            flipped = self._is_contrasted(agent)
            yield _Pair(active, (*group, *by), agent, flipped=flipped, turned=True)
        words = ["is", tree.lower[clause.verb], *self._particle_words(clause)]
        told = bool(agents)
        for o in clause.objects:
            told = True
            yield _Pair(" ".join(words), group, o)
        for c in clause.complements:
            told = True
            yield from self._descriptor(clause, c, " ".join(words))
        for pair in self._prepositional(clause, words, ()):
            told = True
            yield pair
        if not told:
            yield _Pair(" ".join(words), group)

    def _descriptor(self, clause: Clause, noun: int, relation: str) -> Iterator[_Pair]:
        """`was elected mayor of Oslo`: also what the patient then is."""
        tree = self._tree
        literal = tuple(without_determiner(tree, core(tree, noun)))
        yield _Pair(relation, self._group(clause), None, literal)

    def _copular(self, clause: Clause) -> Iterator[_Pair]:
        tree = self._tree
        verb = self._finite(clause)
        group = self._group(clause)
        for first in clause.complements:
            for c in tree.conjuncts(first):
                if tree.tags[c] in ("WP", "WDT"):
                    continue
                if tree.pos[c] in ("PROPN", "PRON"):
                    yield _Pair(verb, group, c, flipped=self._is_contrasted(c))
                elif tree.pos[c] == "NOUN" or tree.tags[c] == "NN":
                    yield from self._predicate_noun(clause, c, verb)
                else:
                    yield from self._predicate_adjective(clause, c, verb)
        if verb == "is" and any(tree.pos[c] == "ADJ" for c in clause.complements):
            return
        yield from self._prepositional(clause, [verb], (), places=False)

    def _predicate_noun(self, clause: Clause, noun: int, verb: str) -> Iterator[_Pair]:
        flipped = self._is_contrasted(noun)
        group = self._group(clause)
        for fact in predicate(self._tree, clause.subject or 0, noun, "main"):
            relation = fact.relation.replace("is", verb, 1)
            evidence = (*group, *fact.evidence)
            yield _Pair(relation, evidence, fact.object, fact.literal, flipped, ended=fact.ended)

    def _predicate_adjective(self, clause: Clause, adjective: int, verb: str) -> Iterator[_Pair]:
        """`is necessary`; with its preposition (`is responsible for the fire`)."""
        tree = self._tree
        group = (*self._group(clause), adjective)
        found = False
        for p in tree.children(adjective, "prep"):
            for noun in tree.children(p, "pobj"):
                for head in tree.conjuncts(noun):
                    found = True
                    relation = f"{verb} {tree.lower[adjective]} {tree.lower[p]}"
                    yield _Pair(relation, (*group, p), head)
        if not found:
            yield _Pair(verb, self._group(clause), None, (adjective,))

    def _transitive(self, clause: Clause) -> Iterator[_Pair]:
        tree = self._tree
        verb, group = self._finite(clause), self._group(clause)
        words = [verb, *self._particle_words(clause)]
        light = list(self._light(clause, words))
        yield from light
        first = clause.objects[0]
        if not (light and tree.lemmas[first] in _EMPTY_NOUNS):
            for o in self._spread(first):
                yield _Pair(" ".join(words), group, o, flipped=self._is_contrasted(o))
        for recipient in clause.recipients:
            for r in self._spread(recipient):
                yield _Pair(" ".join([*words, "to"]), group, r)
        if not light:
            yield from self._prepositional(clause, words, core(tree, first), places=False)

    def _light(self, clause: Clause, words: list[str]) -> Iterator[_Pair]:
        """`took part in the race`: verb, bare noun and preposition are one relation."""
        tree = self._tree
        noun = clause.objects[0]
        idiom = tree.lower[noun] == "it" and tree.lemmas[clause.verb] == "make"
        bare = tree.tags[noun] == "NN" or idiom
        if tree.lemmas[clause.verb] not in LIGHT or not bare or noun < clause.verb:
            return
        if any(tree.lower[c] not in ("a", "an") for c in tree.children(noun, "det", "poss")):
            return
        if tree.child(noun, "conj", "amod", "compound") is not None:
            return
        nearest = [*tree.children(noun, "prep"), *tree.children(clause.verb, "prep", "dative")]
        for p in nearest:
            if p == noun + 1 and tree.lower[p] != "of":
                for target in tree.children(p, "pobj"):
                    for head in tree.conjuncts(target):
                        relation = " ".join([*words, tree.lower[noun], tree.lower[p]])
                        yield _Pair(relation, (*self._group(clause), noun, p), head)

    def _intransitive(self, clause: Clause) -> Iterator[_Pair]:
        tree = self._tree
        words = [self._finite(clause), *self._particle_words(clause)]
        pairs = list(self._prepositional(clause, words, ()))
        yield from pairs
        if pairs or clause.content is not None:
            return
        if tree.lemmas[clause.verb] == "be":
            for adverb in clause.adverbs:
                if tree.lower[adverb] in _ADVERB_COMPLEMENTS:
                    yield _Pair("is", self._group(clause), None, (adverb,))
        elif tree.child(clause.verb, "xcomp") is None and (
            tree.lemmas[clause.verb] not in LIGHT or clause.attachment == "relative"
        ):
            yield _Pair(" ".join(words), self._group(clause))

    def _prepositional(
        self, clause: Clause, words: list[str], between: Iterable[int], *, places: bool = True
    ) -> Iterator[_Pair]:
        """Relations that end in a preposition; with `places` unset, where a thing is done is a
        qualifier and only a direction is an object."""
        tree = self._tree
        for adjunct in self._followed(clause):
            marker = tree.text(adjunct.marker).lower() if adjunct.marker else "in"
            if not adjunct.marker and adjunct.role != "place":
                continue
            located = adjunct.role == "place" and marker.split()[0] not in _DIRECTIONS
            if located and not places:
                continue
            known = [w for w in marker.split() if w not in words[1:]]
            evidence = (*self._group(clause), *between, *adjunct.marker)
            relation = " ".join([*words, *known])
            for head in self._members(adjunct):
                flipped = self._is_contrasted(head, adjunct)
                yield _Pair(relation, evidence, head, flipped=flipped)

    def _members(self, adjunct: Adjunct) -> list[int]:
        """The nouns that a preposition governs, with those that are named as examples."""
        first, *others = adjunct.heads
        found = [self._named(first), *self._examples(first)]
        for h in others:
            if self._is_parallel(first, h):
                found += [self._named(h), *self._examples(h)]
        return found

    # --- mutual relations

    def _mutual(self, clause: Clause, subjects: list[int]) -> Iterator[_Pair]:
        """Of several subjects that are friends, or met, each is related to each other."""
        tree = self._tree
        if not 1 < len(subjects) <= 4 or clause.passive or clause.objects:
            return
        group = self._group(clause)
        noun = clause.complements[0] if clause.complements else None
        if noun is not None:
            role = tree.lemmas[noun].lower()
            if role in SYMMETRIC and tree.tags[noun] == "NNS" and not tree.children(noun, "prep"):
                for s in subjects:
                    yield _Pair(f"{self._finite(clause)} {role} of", (*group, noun), s)
        elif tree.lemmas[clause.verb] in RECIPROCAL and not any(self._followed(clause)):
            for s in subjects:
                yield _Pair(f"{self._finite(clause)} with", group, s)

    # --- words

    def _finite(self, clause: Clause) -> str:
        return third_person(self._tree.lemmas[clause.verb].lower())

    def _particle_words(self, clause: Clause) -> list[str]:
        return [self._tree.lower[p] for p in clause.particles]

    def _group(self, clause: Clause) -> tuple[int, ...]:
        """The words of the verb group as they stand in the sentence."""
        tree = self._tree
        found = [*clause.chain, *clause.particles]
        for q in clause.chain:
            found += tree.children(q, "aux", "auxpass", "neg")
        return tuple(sorted(set(found)))

    def _is_contrasted(self, head: int, adjunct: Adjunct | None = None) -> bool:
        """`not X but Y` and `X, not Y`: whether polarity turns for this conjunct."""
        tree = self._tree
        if tree.child(head, "neg") is not None:
            return True
        top = head if adjunct is None or tree.deps[head] == "conj" else adjunct.top
        first = tree.heads[top]
        if tree.deps[top] != "conj":
            return False
        but = any(tree.lower[c] == "but" and c < top for c in tree.children(first, "cc"))
        return but and tree.child(tree.heads[first], "neg") is not None

    # --- triples

    def _triple(self, clause: Clause, status: Status, subject: int, pair: _Pair) -> Triple:
        tree = self._tree
        if pair.flipped:
            status = status.flipped("not")
        objects = self._objects(pair)
        source = tree.argument(core(tree, subject), subject)
        if pair.turned:
            source, objects = objects[0], (source,)
        time = self._time(clause)
        ended: str | bool | None = status.ended or pair.ended or None
        if ended and time is not None:
            ended = tree.text(self._time_words(clause))
        evidence = sorted(set(pair.evidence))
        return Triple(
            sentence=tree.sent.index,
            subject=source,
            relation=pair.relation,
            surface=tree.text(evidence),
            relation_spans=tree.spans(evidence),
            objects=objects,
            rule=clause.attachment,
            confidence=self._confidence(clause, subject, pair),
            polarity=status.polarity,
            factuality=status.factuality,
            ended=ended,
            cues=tuple(dict.fromkeys(status.cues)),
            speakers=status.speakers,
            time=time,
            place=self._place(clause, pair),
        )

    def _objects(self, pair: _Pair) -> tuple[Argument, ...]:
        tree = self._tree
        if pair.object is not None:
            return (tree.argument(core(tree, pair.object), pair.object),)
        if pair.literal:
            return (tree.argument(pair.literal, pair.literal[-1], "literal"),)
        return ()

    def _confidence(self, clause: Clause, subject: int, pair: _Pair) -> float:
        value = CONFIDENCE[clause.attachment]
        if abs(clause.verb - subject) > _LONG_DISTANCE:
            value *= _DOUBT
        if pair.object is not None and abs(pair.object - clause.verb) > _LONG_DISTANCE:
            value *= _DOUBT
        if self._tree.deps[clause.verb] in ("dep", "parataxis"):
            value *= _DOUBT
        return round(value, 3)

    def _time(self, clause: Clause) -> Argument | None:
        for adjunct in clause.adjuncts:
            if adjunct.role == "time":
                return self._tree.argument(whole(self._tree, adjunct.top), adjunct.heads[0])
        return None

    def _time_words(self, clause: Clause) -> list[int]:
        head = next(a.heads[0] for a in clause.adjuncts if a.role == "time")
        return whole(self._tree, head)

    def _place(self, clause: Clause, pair: _Pair) -> Argument | None:
        for adjunct in clause.adjuncts:
            if adjunct.role == "place" and pair.object not in adjunct.heads:
                head = adjunct.heads[0]
                if self._tree.lower[adjunct.top] not in RELATIVES:
                    return self._tree.argument(core(self._tree, head), head)
        return None

    # --- noun phrases

    def _of_fact(self, fact: Fact) -> Iterator[Triple]:
        tree = self._tree
        status = self._status_of_fact(fact)
        if fact.subject == fact.object:
            self._dropped["role without a holder"] += 1
            return
        target: tuple[Argument, ...] = ()
        if fact.object is not None:
            target = (tree.argument(core(tree, fact.object), fact.object),)
        elif fact.literal:
            target = (tree.argument(fact.literal, fact.literal[-1], "literal"),)
        evidence = sorted(fact.evidence)
        yield Triple(
            sentence=tree.sent.index,
            subject=tree.argument(core(tree, fact.subject), fact.subject),
            relation=fact.relation,
            surface=tree.text(evidence) if evidence else fact.relation,
            relation_spans=tree.spans(evidence),
            objects=target,
            rule=fact.rule,
            confidence=CONFIDENCE[fact.rule],
            polarity=status.polarity,
            factuality=status.factuality,
            ended=fact.ended or None,
            cues=status.cues,
            speakers=status.speakers,
        )

    def _status_of_fact(self, fact: Fact) -> Status:
        """Titles and appositions are the narrator's; actions are as their clause is meant."""
        if not fact.rule.startswith("nominal"):
            return Status()
        status = self._statuses.at(fact.evidence[0])
        return replace(status, polarity="asserted", ended=False)


def naming_complements(tree: Tree, clause: Clause) -> bool:
    """Whether the clause's object complement is only what its subject calls the object."""
    return tree.lemmas[clause.verb] in NAMING
