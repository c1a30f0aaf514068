"""Clauses and noun phrases -> binary triples, the edges of a graph.

Coordination is spread, a passive with its agent is turned into the active, the relation is in
the present tense with its preposition; auxiliaries, adverbs and negation become flags. Which
pairs a clause yields is told in pairs.py, which facts a noun phrase states in nominals.py. A
time is a qualifier, never an object; a place is one where the clause has an object. `surface`
keeps the words of the sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from kg.clauses import Adjunct, Clause, hedges
from kg.clauses.coordination import is_excepted, members, spread
from kg.clauses.facts import Fact, Pair
from kg.clauses.factuality import StatusReader
from kg.clauses.frames import RELATIVES
from kg.clauses.headlines import DOUBT as HEADLINE_DOUBT
from kg.clauses.nominals import find_facts
from kg.clauses.phrases import core, whole
from kg.clauses.rules import RULES
from kg.clauses.status import Status
from kg.lexicon.verbs import MAKING, NAMING
from kg.model import Argument, Triple
from kg.renderings.pairs import PairReader
from kg.renderings.prepositions import LOCATIVES
from kg.renderings.substance import says_something
from kg.syntax import Tree

_PARTS_OF_TALK = frozenset(
    "part thing goal aim job task plan problem idea step mission point challenge trick key "
    "answer solution priority purpose role".split()
)
"""Nouns that do nothing: a gerund behind them is what they are."""

MOST_PAIRS = 64
"""Coordinations beyond so many pairs of a subject and an object are lists, not facts."""

_INDEFINITE = frozenset(
    "all another anybody anyone anything both each either enough everybody everyone everything few "
    "less little many more most much neither no-one nobody none nothing one other others several "
    "some somebody someone something such that this these those".split()
)

_LONG_DISTANCE = 20
_FAR, _PRONOUN, _ALONE, _LOOSE = 0.94, 0.94, 0.97, 0.85
"""What is left of the confidence when an argument is far from its verb (.90 of those are right),
is a pronoun (.88), when there is no object (.90), or the parser found no label (a guess)."""


class BinaryRenderer:
    """Renders the clauses and noun phrases of one sentence; `dropped` counts what is left out."""

    def __init__(self, tree: Tree, statuses: StatusReader, dropped: Counter[str]) -> None:
        self._tree = tree
        self._statuses = statuses
        self._dropped = dropped
        self._reader = PairReader(tree)

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
        if any(self._is_one(o) for o in clause.objects):
            reason = "indefinite pronoun as object"
        if reason is not None:
            self._dropped[reason] += 1
            return
        subjects = self._subjects(clause)
        pairs = self._reader.pairs(clause, subjects)
        if len(subjects) * len(pairs) > MOST_PAIRS:
            self._dropped["coordination too long"] += 1
            return
        for subject, pair in self._combined(subjects, pairs):
            reason = None if pair.object is None else self._reason_against_object(pair.object)
            if reason is not None:
                self._dropped[reason] += 1
            elif not says_something(self._tree, clause, subject, pair):
                self._dropped["says nothing by itself"] += 1
            elif pair.object != subject:
                yield self._triple(clause, status, subject, pair)
        described, pairs = self._reader.object_complements(clause)
        if described is not None:
            status = self._statuses.of_object_complement(clause, status)
            for pair in () if status.unsaid else pairs:
                made = self._triple(clause, status, described, pair)
                doubt = made.confidence / RULES[made.rule].confidence
                value = round(RULES["complement"].confidence * doubt, 3)
                yield replace(made, rule="complement", confidence=value)

    def _reason_against_object(self, i: int) -> str | None:
        tree = self._tree
        if tree.tags[i] in ("WP", "WDT", "WRB"):
            return "question word as object"
        if not any(ch.isalnum() for ch in tree.words[i]):
            return "object is no word"
        if any(self._is_clausal(t) for t in core(tree, i) if t < i):
            return "object is a clause"
        if self._is_two_phrases(i):
            return "object and complement in one"
        of = any(tree.lower[p] == "of" for p in tree.children(i, "prep"))
        if tree.lower[i] in _INDEFINITE and not of:
            return "indefinite pronoun as object"
        return None

    def _is_one(self, i: int) -> bool:
        """`sold [one] to a museum`: to say the rest without it would mislead."""
        tree = self._tree
        return tree.lower[i] in ("one", "ones", "some", "none") and not tree.children(
            i, "prep", "relcl"
        )

    def _is_clausal(self, t: int) -> bool:
        """`says [Ana hated museums]`, `promised [us jobs]`, read as noun phrases."""
        tree = self._tree
        named = t > 0 and tree.pos[t - 1] == "PROPN" and tree.tags[t] == "VBN"
        return named or tree.tags[t] in ("VBD", "VBZ", "VBP", "MD", "PRP")

    def _is_two_phrases(self, i: int) -> bool:
        """`named [Ana Roy head]`, `took [the town hostage]`, read as one noun phrase."""
        tree, lemma = self._tree, self._tree.lemmas[self._tree.heads[i]]
        held = tree.children(i, "compound", "nmod")
        if tree.deps[i] != "dobj" or tree.pos[i] != "NOUN" or not held:
            return False
        if lemma in MAKING | NAMING:
            return any(tree.pos[c] == "PROPN" and tree.labels[c] in ("", "PERSON") for c in held)
        return lemma in ("take", "hold") and tree.lower[i] in ("hostage", "captive", "prisoner")

    def _combined(self, subjects: list[int], pairs: list[Pair]) -> Iterator[tuple[int, Pair]]:
        """Each subject with each pair, or one by one before `respectively`."""
        if "respectively" in self._tree.lower and 1 < len(subjects) == len(pairs):
            return zip(subjects, pairs, strict=True)
        return product(subjects, pairs)

    def _reason_against(self, clause: Clause, status: Status) -> str | None:
        tree = self._tree
        if status.unsaid:
            return "content that nobody asserts"
        if self._statuses.is_aside(clause):
            return "act of saying without an object"
        if clause.subject is None:
            return "no subject"
        if tree.tags[clause.subject] in ("WP", "WDT", "WRB", "WP$", "EX"):
            return "question word as subject"
        if not any(ch.isalpha() for ch in tree.words[clause.subject]):
            return "subject is no word"
        if tree.pos[clause.subject] not in ("NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET", "X"):
            return "subject is a clause"
        talk = tree.lemmas[clause.subject].lower() in _PARTS_OF_TALK and self._is_gerund(clause)
        if talk or self._is_question_clause(clause):
            return "subject is a clause"
        questions = (tree.tags[c] for c in tree.subtree(clause.subject) if c < clause.subject)
        if any(tag in ("WP$", "WRB", "WP", "WDT") for tag in questions):
            return "question word as subject"
        if self._is_appeal(clause.subject):
            return "appeal to the hearer"
        expletive = tree.lower[clause.subject] == "it" and (
            clause.content is not None or tree.child(clause.verb, "xcomp", "ccomp") is not None
        )
        return "expletive subject" if expletive or self._is_cleft(clause) else None

    def _is_appeal(self, subject: int) -> bool:
        """`[Let us] be clear`, `[let's] begin`: nobody's plan yet; not `they let us in`."""
        tree, let = self._tree, subject - 1
        own = tree.lower[subject] in ("us", "'s", "’s") and let >= 0 and tree.lower[let] == "let"
        return own and tree.child(let, "nsubj", "nsubjpass") in (None, subject)

    def _is_cleft(self, clause: Clause) -> bool:
        """`it was Ana who left`: the relative clause says it all."""
        tree = self._tree
        if clause.subject is None or tree.lower[clause.subject] != "it":
            return False
        cleft = [h for c in clause.complements for h in tree.conjuncts(c)]
        return any(
            tree.pos[h] in ("PROPN", "PRON") and tree.child(h, "relcl") is not None for h in cleft
        )

    def _is_question_clause(self, clause: Clause) -> bool:
        """`Who wrote [the letter is unclear]`: all before the verb is its subject."""
        tree, asker = self._tree, clause.anchor
        asked = tree.child(asker, "nsubj")
        return (
            clause.attachment == "content"
            and asked == 0
            and tree.tags[0] in ("WP", "WDT")
            and asker < clause.verb
            and clause.mark is None
            and "?" not in tree.words
        )

    def _is_gerund(self, clause: Clause) -> bool:
        """`the hardest part was [finding] the key`, which looks like a progressive."""
        tree, v = self._tree, clause.verb
        helped = any(tree.lemmas[c] == "be" for c in tree.children(v, "aux"))
        return tree.tags[v] == "VBG" and helped

    def _subjects(self, clause: Clause) -> list[int]:
        """The members of the subject, those behind `along with` among them."""
        assert clause.subject is not None
        found = spread(self._tree, clause.subject)
        for adjunct in clause.adjuncts:
            if self._is_companion(adjunct, clause):
                found += members(self._tree, adjunct)
        return found

    def _is_companion(self, adjunct: Adjunct, clause: Clause) -> bool:
        words = self._tree.text(adjunct.marker).lower()
        return words in ("along with", "together with") and adjunct.top < clause.verb

    # --- triples

    def _triple(self, clause: Clause, status: Status, subject: int, pair: Pair) -> Triple:
        tree = self._tree
        if pair.flipped != is_excepted(tree, subject):
            status = status.flipped("not")
        if pair.relation.startswith("is ") or pair.literal:
            verdict = hedges.hedge(tree, (*pair.evidence, *pair.literal))
            status = self._statuses.hedged(status, verdict)
        objects = self._objects(pair)
        source = tree.argument(core(tree, subject), subject)
        if pair.turned:
            source, objects = objects[0], (source,)
        time = self._time(clause)
        ended: str | bool | None = status.ended or pair.ended or None
        if ended and time is not None and "used" not in status.cues:
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

    def _objects(self, pair: Pair) -> tuple[Argument, ...]:
        tree = self._tree
        if pair.object is not None:
            return (tree.argument(core(tree, pair.object), pair.object),)
        if pair.literal:
            return (tree.argument(pair.literal, pair.literal[-1], "literal"),)
        return ()

    def _confidence(self, clause: Clause, subject: int, pair: Pair) -> float:
        tree = self._tree
        value = RULES[clause.attachment].confidence
        ends = [subject] if pair.object is None else [subject, pair.object]
        if any(abs(clause.verb - end) > _LONG_DISTANCE for end in ends):
            value *= _FAR
        if any(tree.tags[end] == "PRP" for end in ends):
            value *= _PRONOUN
        if pair.object is None and not pair.literal:
            value *= _ALONE
        if tree.deps[clause.verb] in ("dep", "parataxis"):
            value *= _LOOSE
        if self._tree.sent.kind == "headline":
            value *= HEADLINE_DOUBT
        return round(value, 3)

    def _time(self, clause: Clause) -> Argument | None:
        """The first that tells when, with what goes on from there: [from March] [to May]."""
        words: list[int] = []
        head = -1
        for adjunct in clause.adjuncts:
            if adjunct.role == "time":
                more = whole(self._tree, adjunct.top)
                if words and more[0] != words[-1] + 1:
                    break
                head = adjunct.heads[0] if head < 0 else head
                words += more
        ago, measure = self._ago(clause)
        if not words:
            return self._tree.argument(ago, measure) if ago else None
        if ago and (ago[-1] + 1 == words[0] or words[-1] + 1 == ago[0]):  # [a year ago] [today]
            words = sorted({*ago, *words})
        return self._tree.argument(words, head)

    def _ago(self, clause: Clause) -> tuple[list[int], int]:
        """`Ana left [two weeks ago]`, an adverb that a noun measures, and the noun."""
        tree = self._tree
        for adverb in (c for verb in clause.chain for c in tree.children(verb, "advmod")):
            measure = tree.child(adverb, "npadvmod")
            if tree.lower[adverb] == "ago" and measure is not None:
                return whole(tree, adverb), measure
        return [], -1

    def _time_words(self, clause: Clause) -> list[int]:
        head = next(a.heads[0] for a in clause.adjuncts if a.role == "time")
        return whole(self._tree, head)

    def _place(self, clause: Clause, pair: Pair) -> Argument | None:
        for adjunct in clause.adjuncts:
            first = self._tree.lower[adjunct.top]
            if adjunct.role == "place" and pair.object not in adjunct.heads:
                if first not in LOCATIVES:
                    continue
                head = adjunct.heads[0]
                if self._tree.lower[adjunct.top] not in RELATIVES:
                    return self._tree.argument(core(self._tree, head), head)
        return None

    # --- noun phrases

    def _of_fact(self, fact: Fact) -> Iterator[Triple]:
        tree = self._tree
        status = self._status_of_fact(fact)
        if status.unsaid:
            self._dropped["content that nobody asserts"] += 1
            return
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
            confidence=RULES[fact.rule].confidence,
            polarity=status.polarity,
            factuality=status.factuality,
            ended=fact.ended or None,
            cues=tuple(dict.fromkeys(status.cues)),
            speakers=status.speakers,
        )

    def _is_new(self, noun: int) -> bool:
        """An indefinite thing of a plan is as planned as the plan (will open a bank in Oslo)."""
        tree = self._tree
        if tree.deps[noun] in ("nsubj", "nsubjpass"):
            return False
        status = self._statuses.at(noun)
        kept = all(tree.lower[c] in ("a", "an") for c in tree.children(noun, "det", "poss"))
        return kept and status.polarity == "asserted" and not status.unsaid

    def _is_made(self, noun: int) -> bool:
        """`would create [Europe's largest mill]`: there is none yet."""
        tree = self._tree
        makes = tree.lemmas[tree.heads[noun]] in ("create", "form", "build", "establish", "make")
        return tree.deps[noun] == "dobj" and makes

    def _status_of_fact(self, fact: Fact) -> Status:
        """Titles and appositions are the narrator's; actions are as their clause is meant."""
        if fact.rule in ("place", "event-place", "between", "topic"):
            new = self._is_new(fact.subject)
            status = (
                self._statuses.at(fact.subject) if new else self._statuses.of_noun(fact.subject)
            )
            return self._statuses.hedged(status, hedges.of_event(self._tree, fact.subject))
        if fact.rule == "possessive-role" and self._is_made(fact.subject):
            return self._statuses.at(fact.subject)
        if not fact.rule.startswith("nominal"):
            verdict = hedges.hedge(self._tree, (*fact.evidence, *fact.literal))
            status = Status() if fact.rule == "title" else self._statuses.of_noun(fact.subject)
            return self._statuses.hedged(status, verdict)
        status = replace(self._statuses.at(fact.evidence[0]), polarity="asserted", ended=False)
        return self._statuses.hedged(status, hedges.of_deed(self._tree, fact.evidence[0]))
