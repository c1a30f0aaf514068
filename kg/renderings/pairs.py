"""The binary relations of a clause: what leads from its subject to each argument.

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
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kg.clauses import Clause, is_time
from kg.clauses.coordination import described, is_contrasted, members, spread
from kg.clauses.facts import Fact, Pair
from kg.clauses.nominals import predicate
from kg.clauses.phrases import core, without_determiner
from kg.lexicon.inflection import third_person
from kg.lexicon.roles import RECIPROCAL, SYMMETRIC
from kg.lexicon.verbs import LIGHT, MAKING, NAMING, OBJECT_RAISERS, WISHING
from kg.renderings.prepositions import LOCATIVES, PrepositionReader, bare_verb_group
from kg.syntax import Tree

_ADJECTIVE_PREPOSITIONS = frozenset("for of to with about from by at against on than in as".split())
_OF_ADJECTIVES = frozenset(
    "aware afraid capable full proud fond guilty suspicious worthy short free typical critical "
    "independent unaware incapable representative certain sure tired jealous ashamed composed "
    "wary innocent reminiscent indicative supportive north south east west ahead".split()
)
MEANS = frozenset(
    "boat bus car train plane ship ferry helicopter bicycle bike taxi truck phone telephone email "
    "e-mail mail post letter hand foot sea air land road rail radio satellite fax cable horse tram "
    "subway law lot vote accident mistake".split()
)
"""Bare nouns behind `by` that name no agent (rescued by boat)."""

_MEASURES = frozenset("vote votes margin majority half third quarter fraction".split())
"""What something is done by rather than through: won by two votes, cut by half."""

_GRADES = frozenset("less least too hardly barely scarcely almost nearly insufficiently".split())
"""Adverbs without which an adjective says something else."""

_RENDERING = frozenset("prove find render make leave keep turn think believe hold".split())
"""Verbs whose object is only what an adjective behind it says (proved him wrong)."""

_IDIOMS = frozenset({"by surprise", "by storm", "into account", "for granted", "to task"})
"""What belongs to `take`, wherever its object stands."""

_FULL = frozenset("set hold raise show place get lay keep".split())
"""Light verbs that, with their noun, also say something (set a date)."""

_TAKEN = frozenset("place part effect office shape power shelter refuge hold".split())

_NO_TO = frozenset("cost ask charge fine envy forgive spare save bet bill tax".split())
"""Verbs whose recipient takes no `to` (the strike cost the firm a million)."""

_ADVERB_COMPLEMENTS = frozenset("over away out back off dead gone alive available".split())


class PairReader:
    """Takes the clauses of one sentence apart."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._prepositions = PrepositionReader(tree)

    def pairs(self, clause: Clause, subjects: list[int]) -> list[Pair]:
        """The pairs that hold of each of the clause's subjects."""
        return list(self._mutual(clause, subjects)) or list(self._by_type(clause))

    def object_complements(self, clause: Clause) -> tuple[int | None, list[Pair]]:
        """What an object is made or called (`elected Ana [as] mayor`): the object, its pairs."""
        content = clause.content
        heads = clause.complements or tuple(self._prepositions.offices(clause))
        subject = clause.objects[0] if clause.objects and heads else None
        if content is not None and self._tree.pos[content] in ("ADJ", "NOUN"):
            subject, heads = self._tree.child(content, "nsubj"), (content,)
        if subject is None or clause.passive:
            return None, []
        found = (self._object_complement(clause, subject, head) for head in heads)
        held = [pair for pairs in found for pair in pairs if subject not in pair.literal]
        return subject, held

    def _object_complement(self, clause: Clause, subject: int, head: int) -> Iterator[Pair]:
        tree = self._tree
        group = (clause.verb,)
        if tree.pos[head] == "NOUN":
            for fact in predicate(tree, subject, head, "main"):
                evidence = (*group, *fact.evidence)
                yield Pair(fact.relation, evidence, fact.object, fact.literal)
        elif tree.pos[head] == "ADJ" or tree.deps[head] == "oprd":
            flipped = is_contrasted(tree, head)
            yield Pair("is", group, None, self._graded(head), flipped)

    def _by_type(self, clause: Clause) -> Iterator[Pair]:
        yield from self._raised(clause)
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

    def _raised(self, clause: Clause) -> Iterator[Pair]:
        """`the law allows bakers to open`: allows bakers."""
        tree, content = self._tree, clause.content
        if content is None or clause.passive:
            return
        raised = tree.child(content, "nsubj")
        if raised is None or raised < clause.verb or tree.tags[content] != "VB":
            return
        wanted = tree.lemmas[clause.verb] in WISHING and self._is_in_state(raised)
        if wanted or tree.lemmas[clause.verb] in OBJECT_RAISERS:
            for head in spread(tree, raised):
                yield Pair(self._finite(clause), bare_verb_group(self._tree, clause), head)

    def _is_in_state(self, noun: int) -> bool:
        """`wants guards on duty to watch the gate`: they are wanted there, whatever for."""
        tree = self._tree
        states = [t for p in tree.children(noun, "prep") for t in tree.children(p, "pobj")]
        return any(tree.tags[t] == "NN" and t == noun + 2 for t in states)

    def _existential(self, clause: Clause) -> Iterator[Pair]:
        """`there are two lakes in the park`: the noun is where its preposition says."""
        tree = self._tree
        assert clause.subject is not None
        for p in (*tree.children(clause.subject, "prep"), *tree.children(clause.verb, "prep")):
            if tree.lower[p] in LOCATIVES and p > clause.subject:
                for noun in tree.children(p, "pobj"):
                    for head in tree.conjuncts(noun):
                        if not is_time(tree, head):
                            yield Pair(f"is {tree.lower[p]}", (clause.verb, p), head)

    def _passive(self, clause: Clause) -> Iterator[Pair]:
        tree = self._tree
        group = bare_verb_group(self._tree, clause)
        by_agents = [a for a in clause.adjuncts if a.role == "agent"]
        agents = [(h, a) for a in by_agents for h in members(tree, a) if not self._is_means(h)]
        v = clause.verb
        left = [p for p in tree.children(v, "prep") if p == v + 1 and not tree.children(p)]
        stranded = [tree.lower[p] for p in left if agents]  # the hall was paid for by a brewer
        active = " ".join([self._finite(clause), *self._particle_words(clause), *stranded])
        by = tuple(a.top for a in clause.adjuncts if a.role == "agent")[:1]
        for agent, adjunct in agents:
            flipped = is_contrasted(tree, agent, adjunct)
            yield Pair(active, (*group, *by), agent, flipped=flipped, turned=True)
        words = ["is", tree.lower[clause.verb], *self._particle_words(clause)]
        told = bool(agents)
        for o in clause.objects:
            if tree.pos[o] == "NUM":
                continue
            told = True
            yield Pair(" ".join(words), group, o)
        for c in clause.complements:
            told = True
            for pair in self._become(clause, c, " ".join(words)):
                yield replace(pair, flipped=is_contrasted(tree, c))
        adjectives = [c for c in clause.complements if tree.pos[c] == "ADJ"][:1]
        words += [tree.lower[c] for c in adjectives]  # was found dead below the peak
        for pair in self._prepositions.pairs(clause, words, adjectives):
            told = True
            yield pair
        if not told:
            yield Pair(" ".join(words), group)

    def _is_means(self, noun: int) -> bool:
        """`rescued by boat`."""
        if self._tree.lower[noun] in _MEASURES:
            return True
        bare = not self._tree.children(noun, "det", "poss", "amod", "compound", "nummod")
        return bare and self._tree.tags[noun] == "NN" and self._tree.lower[noun] in MEANS

    def _become(self, clause: Clause, noun: int, relation: str) -> Iterator[Pair]:
        """`was elected mayor of Oslo`: is mayor of Oslo; `was called a triumph`: only that."""
        tree, group = self._tree, bare_verb_group(self._tree, clause)
        if tree.lemmas[clause.verb] in MAKING and tree.pos[noun] == "NOUN":
            for fact in predicate(tree, clause.subject or 0, noun, "main"):
                evidence = (*group, *fact.evidence)
                yield Pair(fact.relation, evidence, fact.object, fact.literal)
        else:
            yield Pair(relation, group, None, self._description(noun))

    def _description(self, noun: int) -> tuple[int, ...]:
        return tuple(without_determiner(self._tree, core(self._tree, noun)))

    def _copular(self, clause: Clause) -> Iterator[Pair]:
        tree = self._tree
        verb = self._finite(clause)
        group = bare_verb_group(self._tree, clause)
        for first in clause.complements:
            for c in tree.conjuncts(first):
                if tree.tags[c] in ("WP", "WDT"):
                    continue
                if tree.pos[c] in ("PROPN", "PRON"):
                    yield Pair(verb, group, c, flipped=is_contrasted(self._tree, c))
                elif tree.lower[c] == "times" and tree.child(clause.verb, "acomp") is not None:
                    continue  # eleven times as heavy
                elif tree.tags[c] == "CD" and tree.child(c, "prep") is not None:
                    yield Pair(verb, group, None, self._description(c))  # one of the best
                elif tree.pos[c] == "NOUN" or tree.tags[c] == "NN":
                    yield from self._predicate_noun(clause, c, verb)
                else:
                    flipped = is_contrasted(tree, c)
                    for pair in self._predicate_adjective(clause, c, verb):
                        yield replace(pair, flipped=flipped)
        adjectives = [c for c in clause.complements if tree.pos[c] == "ADJ"]
        if verb == "is" and adjectives:
            return
        words = [verb, *(tree.lower[c] for c in adjectives[:1])]  # fell ill at school
        yield from self._prepositions.pairs(clause, words, adjectives[:1], places=False)

    def _predicate_noun(self, clause: Clause, noun: int, verb: str) -> Iterator[Pair]:
        flipped = is_contrasted(self._tree, noun)
        group = bare_verb_group(self._tree, clause)
        for fact in predicate(self._tree, clause.subject or 0, noun, "main"):
            if fact.object is None and clause.antecedent is not None:
                fact = self._with_antecedent(fact, noun, clause)  # noqa: PLW2901
            relation = fact.relation.replace("is", verb, 1)
            evidence = (*group, *fact.evidence)
            yield Pair(relation, evidence, fact.object, fact.literal, flipped, ended=fact.ended)

    def _with_antecedent(self, fact: Fact, noun: int, clause: Clause) -> Fact:
        """`the committee, of which Ana is a member`: is member of the committee."""
        tree = self._tree
        for p in (*tree.children(noun, "prep"), *tree.children(clause.verb, "prep")):
            target = tree.child(p, "pobj")
            if target is not None and tree.tags[target] == "WDT":
                role = tree.text(fact.literal)
                relation = f"is {role} {tree.lower[p]}"
                evidence = (*fact.literal, p)
                return replace(
                    fact, relation=relation, evidence=evidence, object=clause.antecedent, literal=()
                )
        return fact

    def _predicate_adjective(self, clause: Clause, adjective: int, verb: str) -> Iterator[Pair]:
        """`is necessary`; with its preposition (`is responsible for the fire`)."""
        tree = self._tree
        group = (*bare_verb_group(self._tree, clause), adjective)
        if tree.lower[adjective] == "worth":
            for worth in tree.children(adjective, "npadvmod", "dobj", "pobj"):
                yield Pair(f"{verb} worth", group, worth)
            return
        found = any(tree.lower[c] == "as" for c in tree.children(adjective, "advmod"))
        for p in tree.children(adjective, "prep"):
            if tree.lower[p] not in _ADJECTIVE_PREPOSITIONS or (found and tree.lower[p] == "as"):
                continue
            if tree.lower[p] == "of" and tree.lower[adjective] not in _OF_ADJECTIVES:
                continue
            for noun in tree.children(p, "pobj"):
                for head in [] if is_time(tree, noun) else tree.conjuncts(noun):
                    found = True
                    quality = " ".join(tree.lower[t] for t in self._graded(adjective))
                    relation = f"{verb} {quality} {tree.lower[p]}"
                    yield Pair(relation, (*group, p), head)
        if not found:
            yield Pair(verb, bare_verb_group(self._tree, clause), None, self._graded(adjective))

    def _graded(self, adjective: int) -> tuple[int, ...]:
        """The adjective, with `less` or `too` before it; what is pleaded may be `not guilty`."""
        tree = self._tree
        before = [c for c in tree.children(adjective, "advmod") if c == adjective - 1]
        plea = tree.lemmas[tree.heads[adjective]] == "plead"
        kept = [c for c in before if tree.lower[c] in _GRADES or (plea and tree.lower[c] == "not")]
        return (*kept, adjective)

    def _transitive(self, clause: Clause) -> Iterator[Pair]:
        tree = self._tree
        verb, group = self._finite(clause), bare_verb_group(self._tree, clause)
        words = [verb, *self._particle_words(clause), *self._idiom(clause)]
        light = list(self._light(clause, words))
        yield from light
        first = clause.objects[0]
        made = tree.lemmas[clause.verb] in _RENDERING and any(
            tree.pos[c] == "ADJ" for c in clause.complements
        )
        complement = made or (clause.complements and tree.lemmas[clause.verb] in NAMING)
        if not light and self._is_whole(clause):
            yield Pair(" ".join([*words, tree.lower[first]]), (*group, first))
        elif self._is_doer(clause, first):
            return
        elif not complement and (not light or tree.lemmas[clause.verb] in _FULL):
            for o in described(self._tree, clause, first):
                yield Pair(" ".join(words), group, o, flipped=is_contrasted(self._tree, o))
        for recipient in clause.recipients:
            for r in spread(self._tree, recipient):
                to = [] if tree.lemmas[clause.verb] in _NO_TO else ["to"]
                yield Pair(" ".join([*words, *to]), group, r)
        if not light:
            yield from self._prepositions.through_object(clause, words)
            yield from self._prepositions.pairs(clause, words, core(tree, first), places=False)

    def _is_doer(self, clause: Clause, noun: int) -> bool:
        """`needs the state to pay`: what is needed is that it pays."""
        tree = self._tree
        return tree.lemmas[clause.verb] in WISHING and any(
            noun < v and any(tree.lower[c] == "to" for c in tree.children(v, "aux"))
            for v in tree.children(clause.verb, "xcomp")
        )

    def _is_whole(self, clause: Clause) -> bool:
        """`takes place`, `takes effect`: verb and bare noun are one word for what happens."""
        tree, noun = self._tree, clause.objects[0]
        bare = not tree.children(noun, "det", "poss", "amod", "compound", "conj")
        return tree.lemmas[clause.verb] == "take" and bare and tree.lower[noun] in _TAKEN

    def _idiom(self, clause: Clause) -> list[str]:
        """`took the town by surprise`: what the verb means."""
        for adjunct in clause.adjuncts:
            words = [self._tree.lower[t] for t in (*adjunct.marker, *adjunct.heads)]
            if " ".join(words) in _IDIOMS:
                return words
        return []

    def _light(self, clause: Clause, words: list[str]) -> Iterator[Pair]:
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
        for adjunct in clause.adjuncts:
            if clause.antecedent in adjunct.heads and adjunct.top < noun:  # in which they took part
                relation = " ".join([*words, tree.lower[noun], tree.lower[adjunct.top]])
                yield Pair(
                    relation, (*bare_verb_group(self._tree, clause), noun), clause.antecedent
                )
                return
        nearest = [*tree.children(noun, "prep"), *tree.children(clause.verb, "prep")]
        for p in nearest:
            if p == noun + 1 and tree.lower[p] != "of":
                for target in tree.children(p, "pobj"):
                    dated = is_time(tree, target) and not tree.children(target, "prep")
                    for head in [] if dated else tree.conjuncts(target):
                        relation = " ".join([*words, tree.lower[noun], tree.lower[p]])
                        yield Pair(relation, (*bare_verb_group(self._tree, clause), noun, p), head)

    def _intransitive(self, clause: Clause) -> Iterator[Pair]:
        tree = self._tree
        words = [self._finite(clause), *self._particle_words(clause)]
        if tree.lower[clause.verb] in ("missing", "pending"):
            words = ["is", tree.lower[clause.verb]]
        pairs = list(self._prepositions.pairs(clause, words, ()))
        yield from pairs[:1] if words == ["is"] else pairs
        if pairs or clause.content is not None:
            return
        if tree.lower[clause.verb] in ("missing", "pending"):
            yield Pair("is", bare_verb_group(self._tree, clause), None, (clause.verb,))
        elif tree.lemmas[clause.verb] == "be":
            for adverb in clause.adverbs:
                if tree.lower[adverb] in _ADVERB_COMPLEMENTS:
                    yield Pair("is", bare_verb_group(self._tree, clause), None, (adverb,))
        elif tree.child(clause.verb, "xcomp") is None and (
            tree.lemmas[clause.verb] not in LIGHT or clause.attachment == "relative"
        ):
            yield Pair(" ".join(words), bare_verb_group(self._tree, clause))

    def _mutual(self, clause: Clause, subjects: list[int]) -> Iterator[Pair]:
        """Of several subjects that are friends, or met, each is related to each other."""
        tree = self._tree
        if not 1 < len(subjects) <= 4 or clause.passive or clause.objects:
            return
        group = bare_verb_group(self._tree, clause)
        noun = clause.complements[0] if clause.complements else None
        if noun is not None:
            role = tree.lemmas[noun].lower()
            if role in SYMMETRIC and tree.tags[noun] == "NNS" and not tree.children(noun, "prep"):
                for s in subjects:
                    yield Pair(f"{self._finite(clause)} {role} of", (*group, noun), s)
        elif tree.lemmas[clause.verb] in RECIPROCAL and not clause.complements:
            if any(a.role == "other" for a in self._prepositions.followed(clause)):
                return
            with_ = "" if tree.lemmas[clause.verb] in ("marry", "divorce") else " with"
            for s in subjects:
                yield Pair(f"{self._finite(clause)}{with_}", group, s)
            yield from self._prepositions.pairs(clause, [self._finite(clause)], ())

    def _finite(self, clause: Clause) -> str:
        tree, v = self._tree, clause.verb
        return third_person(tree.lemmas[v].lower())

    def _particle_words(self, clause: Clause) -> list[str]:
        return [self._tree.lower[p] for p in clause.particles]
