"""Clauses -> n-ary triples in the wording of their sentence, for open information extraction.

One triple a clause: the relation holds auxiliaries, adverbs, negation and the governing
preposition as they stand; arguments are whole noun phrases, coordination left together; times,
places and manners are further arguments.

| relation ends in   | example                                  | triple                                           |
|--------------------|------------------------------------------|--------------------------------------------------|
| the verb           | The crew quickly sold the old boat in May. | (The crew; quickly sold; the old boat; in May) |
| a preposition      | Ana lives with Bo in Rome.               | (Ana; lives with; Bo; in Rome)                   |
| verb and noun      | Ana took part in the race.               | (Ana; took part in; the race)                    |
| an adjective       | Ana is afraid of dogs.                   | (Ana; is afraid of; dogs)                        |
| `that`             | Ana said that Bo left.                   | (Ana; said that; Bo left)                        |
| a second verb      | Ana wants to buy a car.                  | (Ana; wants to buy; a car)                       |

Appositions, titles and participles that stand beside a noun get the copula that they imply.
"""  # noqa: E501

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.clauses import Adjunct, Clause, is_time
from kg.factuality import StatusReader
from kg.frames import RELATIVES, SUBJECTS
from kg.model import Argument, Triple
from kg.nominals import find_facts
from kg.phrases import trimmed, whole
from kg.status import Status
from kg.syntax import Tree
from kg.verbs import LIGHT, SPEECH, THAT
from kg.wording import branch_towards, verb_group

_DISCOURSE = frozenset(
    "however also thus therefore moreover meanwhile instead furthermore nevertheless then so "
    "indeed still too first finally only just even rather hence further else as well how why "
    "when where that now".split()
)
_DISCOURSE_PHRASES = frozenset(
    (
        "for example", "for instance", "as a result", "in addition", "in fact", "of course",
        "on the other hand", "in other words", "in particular", "in general", "as well",
        "at least", "in turn", "by contrast", "in contrast", "as such", "at all", "after all",
    )
)  # fmt: skip
CONFIDENCE = {
    "main": 0.85,
    "content": 0.75,
    "relative": 0.7,
    "control": 0.6,
    "adverbial": 0.65,
    "participle": 0.65,
    "infinitive": 0.4,
    "purpose": 0.45,
    "free": 0.5,
    "gerund": 0.45,
    "saying": 0.8,
    "apposition": 0.5,
    "title": 0.6,
}
"""Share of right tuples by kind of clause, measured on development data."""


@dataclass(slots=True)
class _Draft:
    """A triple in the making, as token positions; `inferred` is a copula that is not written."""

    subject: list[int]
    head: int
    relation: list[int]
    arguments: list[list[int]] = field(default_factory=list)
    inferred: str = ""


class NaryRenderer:
    """Renders the clauses of one sentence."""

    def __init__(self, tree: Tree, statuses: StatusReader, dropped: Counter[str]) -> None:
        self._tree = tree
        self._statuses = statuses
        self._dropped = dropped
        self._past = any(tree.tags[i] == "VBD" for i, head in enumerate(tree.heads) if head == i)

    def triples(self, clauses: Iterable[Clause]) -> list[Triple]:
        """The triples of the sentence, each wording once."""
        found: dict[tuple[object, ...], Triple] = {}
        for triple in self._all(clauses):
            key = (triple.subject.text, triple.surface, tuple(o.text for o in triple.objects))
            found.setdefault(key, triple)
        return list(found.values())

    def _all(self, clauses: Iterable[Clause]) -> Iterator[Triple]:
        for clause in clauses:
            yield from self._of_clause(clause)
        yield from self._of_nouns()

    def _of_clause(self, clause: Clause) -> Iterator[Triple]:
        if clause.subject is None or clause.existential:
            self._dropped["no subject"] += 1
            return
        subject = self._subject(clause)
        if not subject:
            self._dropped["question word as subject"] += 1
            return
        draft = _Draft(subject, clause.subject, verb_group(self._tree, clause))
        draft.inferred = self._copula(clause)
        kind = self._complete(draft, clause)
        if not draft.arguments:
            self._dropped["no argument"] += 1
            return
        status = self._statuses.of(clause)
        yield self._triple(draft, kind, CONFIDENCE[kind], status)

    def _subject(self, clause: Clause) -> list[int]:
        tree, head = self._tree, clause.subject
        assert head is not None
        if tree.tags[head] in ("WP", "WDT", "WRB"):
            return []
        cut = branch_towards(self._tree, head, clause.verb)
        if cut is None:
            return whole(tree, head)
        tokens = whole(
            tree, head, (cut, *(c for c in tree.children(head, "cc", "conj") if c > cut))
        )
        return trimmed(tree, tokens)

    def _copula(self, clause: Clause) -> str:
        """`houses built by monks` -> were built by; `people living here` -> are living."""
        tree, v = self._tree, clause.verb
        bare = tree.child(v, "aux", "auxpass", *SUBJECTS) is None
        if clause.attachment == "participle" or (
            clause.attachment == "free" and tree.tags[v] == "VBN"
        ):
            if not bare or tree.tags[v] not in ("VBN", "VBG") or len(clause.chain) > 1:
                return ""
            return self._be(clause.subject or v, past=tree.tags[v] == "VBN" or self._past)
        if clause.attachment == "infinitive" and len(clause.chain) == 1:
            return "is"
        return ""

    def _be(self, head: int, *, past: bool) -> str:
        plural = self._tree.tags[head] in ("NNS", "NNPS") or bool(self._tree.child(head, "conj"))
        if past:
            return "were" if plural else "was"
        return "are" if plural else "is"

    # --- arguments

    def _complete(self, draft: _Draft, clause: Clause) -> str:
        """Adds the arguments to the draft; the kind of clause."""
        tree = self._tree
        adjuncts = [a for a in clause.adjuncts if not self._is_discourse(a)]
        if clause.content is not None and self._is_content(clause):
            self._add_content(draft, clause)
            return "saying"
        if clause.objects:
            adjuncts = self._add_objects(draft, clause, adjuncts)
        elif clause.complements:
            adjuncts = self._add_complement(draft, clause, adjuncts)
        else:
            adjuncts = self._add_governed(draft, clause, adjuncts)
        extra = [(a.top, self._adjunct_words(a, clause)) for a in adjuncts]
        for adverb in clause.adverbs:
            free = adverb not in draft.relation and adverb not in clause.particles
            if free and tree.lower[adverb] not in _DISCOURSE | RELATIVES:
                extra.append((adverb, whole(tree, adverb)))
        draft.arguments += [words for _, words in sorted(extra) if words]
        return clause.attachment

    def _is_discourse(self, adjunct: Adjunct) -> bool:
        words = self._tree.subtree(adjunct.top)
        return len(words) < 5 and self._tree.text(words).lower() in _DISCOURSE_PHRASES

    def _is_content(self, clause: Clause) -> bool:
        """A clausal object; one before its verb is content only of a verb of saying."""
        tree, content = self._tree, clause.content
        assert content is not None
        lemma = tree.lemmas[clause.verb].lower()
        return content > clause.verb or lemma in SPEECH or lemma in THAT

    def _add_content(self, draft: _Draft, clause: Clause) -> None:
        tree = self._tree
        assert clause.content is not None
        words = tree.subtree(clause.content, (clause.verb,))
        mark = tree.child(clause.content, "mark")
        if mark is not None and tree.lower[mark] == "that":
            draft.relation.append(mark)
            words = [w for w in words if w != mark]
        draft.arguments.append(trimmed(tree, words))
        draft.arguments += [whole(tree, o) for o in clause.objects + clause.recipients]

    def _add_objects(self, draft: _Draft, clause: Clause, adjuncts: list[Adjunct]) -> list[Adjunct]:
        tree = self._tree
        first = clause.objects[0]
        if self._is_light(clause, first):
            governed = next((a for a in adjuncts if a.top == first + 1), None)
            inner = tree.child(first, "prep")
            if governed is not None and governed.heads:
                draft.relation += [*whole(tree, first), *governed.marker]
                draft.arguments.append(self._governed_words(governed))
                return [a for a in adjuncts if a is not governed]
            if inner == first + 1 and tree.child(inner, "pobj") is not None:
                tokens = whole(tree, first, (inner,))
                draft.relation += [*tokens, inner]
                draft.arguments.append(trimmed(tree, [t for t in whole(tree, inner) if t != inner]))
                return adjuncts
        draft.arguments += [whole(tree, r) for r in clause.recipients]
        draft.arguments += [self._object_words(o, clause) for o in clause.objects]
        draft.arguments += [whole(tree, c) for c in clause.complements]
        return adjuncts

    def _object_words(self, head: int, clause: Clause) -> list[int]:
        cut = branch_towards(self._tree, head, clause.verb)
        return whole(self._tree, head, () if cut is None else (cut,))

    def _is_light(self, clause: Clause, noun: int) -> bool:
        tree = self._tree
        return (
            tree.lemmas[clause.verb] in LIGHT
            and noun > clause.verb
            and len(clause.objects) == 1
            and len(tree.subtree(noun)) < 40
            and sum(c < noun for c in tree.children(noun)) <= 1
            and tree.pos[noun] == "NOUN"
        )

    def _add_complement(
        self, draft: _Draft, clause: Clause, adjuncts: list[Adjunct]
    ) -> list[Adjunct]:
        tree = self._tree
        first = clause.complements[0]
        inner = tree.child(first, "prep")
        adjective = tree.deps[first] == "acomp"
        if adjective and inner is not None and inner > first:
            governed = trimmed(tree, [t for t in whole(tree, inner) if t != inner])
            if governed and governed != [inner]:
                before = whole(tree, first, tree.children(first, "prep", "conj", "cc"))
                draft.relation += [*before, inner]
                draft.arguments.append(governed)
                return adjuncts
        draft.arguments.append(whole(tree, first))
        return adjuncts

    def _add_governed(
        self, draft: _Draft, clause: Clause, adjuncts: list[Adjunct]
    ) -> list[Adjunct]:
        """The first preposition behind the verb joins the relation, an agent before others."""
        last = max(draft.relation)
        behind = [a for a in adjuncts if a.marker and a.heads and a.top > min(last, clause.verb)]
        agents = [a for a in behind if a.role == "agent"]
        untimed = [a for a in behind if a.role != "time"]
        governed = next(iter(agents or untimed or behind), None)
        if governed is None:
            return adjuncts
        draft.relation += governed.marker
        draft.arguments.append(self._governed_words(governed))
        return [a for a in adjuncts if a is not governed]

    def _governed_words(self, adjunct: Adjunct) -> list[int]:
        tree = self._tree
        if adjunct.heads[0] not in tree.subtree(adjunct.top):
            return whole(tree, adjunct.heads[0], self._branches(adjunct))
        words = whole(tree, adjunct.top)
        return trimmed(tree, [w for w in words if w not in adjunct.marker])

    def _branches(self, adjunct: Adjunct) -> tuple[int, ...]:
        cut = branch_towards(self._tree, adjunct.heads[0], adjunct.top)
        return () if cut is None else (cut,)

    def _adjunct_words(self, adjunct: Adjunct, clause: Clause) -> list[int]:
        tree = self._tree
        if tree.lower[adjunct.top] in RELATIVES and adjunct.heads:
            return self._object_words(adjunct.heads[0], clause)
        words = whole(tree, adjunct.top)
        if len(words) <= 2 and any(tree.lower[w] in RELATIVES for w in words):
            return []
        return words

    # --- noun phrases

    def _of_nouns(self) -> Iterator[Triple]:
        tree = self._tree
        for i in range(len(tree)):
            for apposed in tree.children(i, "appos"):
                yield from self._apposition(i, apposed)
        for fact in find_facts(tree):
            if fact.rule == "title" and fact.evidence:
                draft = _Draft(self._bare_name(fact.subject, fact.evidence), fact.subject, [])
                draft.inferred = "is"
                start = (
                    fact.evidence[0] if fact.object is None else min(fact.object, *fact.evidence)
                )
                draft.arguments.append(list(range(start, fact.evidence[-1] + 1)))
                yield self._triple(draft, "title", CONFIDENCE["title"], Status())

    def _bare_name(self, head: int, title: tuple[int, ...]) -> list[int]:
        return list(range(title[-1] + 1, head + 1)) or [head]

    def _apposition(self, noun: int, apposed: int) -> Iterator[Triple]:
        tree = self._tree
        if tree.pos[noun] not in ("NOUN", "PROPN") or tree.pos[apposed] not in ("NOUN", "PROPN"):
            return
        if is_time(tree, noun) or is_time(tree, apposed) or apposed == noun + 1:
            return
        left = whole(tree, noun, tree.children(noun, "appos", "relcl", "acl", "conj", "cc"))
        right = whole(tree, apposed, tree.children(apposed, "appos"))
        if tree.pos[noun] == "NOUN" and tree.pos[apposed] == "PROPN":
            left, right, noun = right, left, apposed
        places = tree.labels[noun] == "GPE" and tree.labels[apposed] == "GPE"
        draft = _Draft(left, noun, [], [right], "is in" if places else "is")
        yield self._triple(draft, "apposition", CONFIDENCE["apposition"], Status())

    # --- triples

    def _triple(self, draft: _Draft, kind: str, confidence: float, status: Status) -> Triple:
        tree = self._tree
        relation = sorted(set(draft.relation))
        written = tree.text(relation) if relation else ""
        surface = " ".join(w for w in (draft.inferred, written) if w)
        return Triple(
            sentence=tree.sent.index,
            subject=tree.argument(draft.subject, draft.head),
            relation=surface,
            surface=surface,
            relation_spans=tree.spans(relation),
            objects=tuple(self._argument(a, kind) for a in draft.arguments),
            rule=kind,
            confidence=confidence,
            polarity=status.polarity,
            factuality=status.factuality,
            cues=tuple(dict.fromkeys(status.cues)),
            speakers=status.speakers,
        )

    def _argument(self, tokens: list[int], kind: str) -> Argument:
        return self._tree.argument(tokens, tokens[-1], "clause" if kind == "saying" else "noun")
