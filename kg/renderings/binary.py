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
from kg.clauses.attachment import RELATIVES
from kg.clauses.coordination import (
    alternative_deeds,
    alternatives,
    are_opposed,
    described,
    is_excepted,
    members,
)
from kg.clauses.facts import Fact, Pair
from kg.clauses.factuality import StatusReader
from kg.clauses.headlines import DOUBT as HEADLINE_DOUBT
from kg.clauses.nominals import find_facts
from kg.clauses.phrases import core, whole
from kg.clauses.rules import RULES
from kg.clauses.status import Status
from kg.model import Argument, Triple
from kg.renderings import reasons
from kg.renderings.pairs import PairReader
from kg.renderings.prepositions import LOCATIVES
from kg.renderings.substance import says_something
from kg.syntax import SUBJECT_LABELS, Tree

MOST_PAIRS = 64
"""Coordinations beyond so many pairs of a subject and an object are lists, not facts."""

_LONG_DISTANCE = 20
"""Words between a verb and its subject or object from which on the parser is often wrong."""
_FAR, _PRONOUN, _ALONE, _LOOSE = 0.94, 0.94, 0.97, 0.85
"""What is left of the confidence when an argument is far from its verb (.90 of those are right),
is a pronoun (.88), when there is no object (.90), or the parser found no label (a guess)."""

_EITHER_MAY_BE = frozenset(
    "can could may might if unless allow allows allowed allowing let lets letting permit permits "
    "permitted enable enables enabled".split()
)
"""Cues under which each of several may be so: guests may have tea or wine."""


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
        if reason is not None:
            self._dropped[reason] += 1
            return
        subjects = self._subjects(clause)
        pairs = self._reader.pairs(clause, subjects)
        if len(subjects) * len(pairs) > MOST_PAIRS:
            self._dropped["coordination too long"] += 1
            return
        for subject, pair in self._combined(subjects, pairs):
            reason = (
                None if pair.object is None else reasons.against_object(self._tree, pair.object)
            )
            if reason is not None:
                self._dropped[reason] += 1
            elif not says_something(self._tree, clause, subject, pair):
                self._dropped["says nothing by itself"] += 1
            elif pair.object != subject:
                yield from self._told(self._triple(clause, status, subject, pair), subject, pair)
        thing, complements = self._reader.object_complements(clause)
        if thing is not None:
            status = self._statuses.of_object_complement(clause, status)
            for pair in () if status.unsaid else complements:
                made = self._triple(clause, status, thing, pair)
                doubt = made.confidence / RULES[made.rule].confidence
                value = round(RULES["complement"].confidence * doubt, 3)
                doubted = replace(made, rule="complement", confidence=value)
                yield from self._told(doubted, thing, pair)

    def _told(self, made: Triple, subject: int | None, said: Pair | Fact) -> Iterator[Triple]:
        """The triple, unless it says of each what is only said of one of several.

        What is denied is denied of each, and what may be done may be done with each; a claim
        is doubtful enough where no `either` parts them.
        """
        tree = self._tree
        heads = [end for end in (subject, said.object) if end is not None]
        heads += [t for t in said.literal if tree.heads[t] not in said.literal]
        found = [alternatives(tree, head) for head in heads]
        found += [alternative_deeds(tree, t) for t in said.evidence if tree.pos[t] == "VERB"]
        each = made.polarity == "negated" or not _EITHER_MAY_BE.isdisjoint(made.cues)
        claim = made.factuality == "claimed"
        if not each and any(m and (not claim or are_opposed(tree, m)) for m in found):
            self._dropped["one of several that may be so"] += 1
        else:
            yield made

    def _reason_against(self, clause: Clause, status: Status) -> str | None:
        if status.unsaid:
            return "content that nobody asserts"
        if self._statuses.is_aside(clause):
            return "act of saying without an object"
        if any(reasons.is_one(self._tree, o) for o in clause.objects):
            return "indefinite pronoun as object"
        return reasons.against_subject(self._tree, clause)

    def _combined(self, subjects: list[int], pairs: list[Pair]) -> Iterator[tuple[int, Pair]]:
        """Each subject with each pair, or one by one before `respectively`."""
        if "respectively" in self._tree.lower and 1 < len(subjects) == len(pairs):
            return zip(subjects, pairs, strict=True)
        return product(subjects, pairs)

    def _subjects(self, clause: Clause) -> list[int]:
        """The members of the subject, those behind `along with` among them."""
        assert clause.subject is not None
        found = described(self._tree, clause, clause.subject)
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
                if any(self._tree.tags[w] == "WDT" for w in more):
                    continue  # in which
                if self._tree.lower[adjunct.top] in ("today", "yesterday", "tomorrow", "tonight"):
                    more = [adjunct.top]
                if words and (more[0] != words[-1] + 1 or not self._goes_on(words, more)):
                    break
                head = adjunct.heads[0] if head < 0 else head
                words += more
        ago, measure = self._ago(clause)
        if not words:
            return self._tree.argument(ago, measure) if ago else None
        if ago and (ago[-1] + 1 == words[0] or words[-1] + 1 == ago[0]):  # [a year ago] [today]
            words = sorted({*ago, *words})
        return self._tree.argument(words, head)

    def _goes_on(self, words: list[int], more: list[int]) -> bool:
        """`[from March] [to May]`; `sentenced [on Friday] to four years` tells no end."""
        first, second = self._tree.lower[words[0]], self._tree.lower[more[0]]
        return second not in ("to", "for") or first in ("from", "between")

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
        made = Triple(
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
        deed = fact.rule.startswith("nominal")  # a title is held by each of `Dr. Roy or Dr. Reed`
        yield from self._told(made, fact.subject if deed else None, fact)

    def _is_new(self, noun: int) -> bool:
        """An indefinite thing of a plan is as planned as the plan (will open a bank in Oslo)."""
        tree = self._tree
        if tree.deps[noun] in SUBJECT_LABELS:
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
