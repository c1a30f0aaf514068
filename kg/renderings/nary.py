"""Clauses -> n-ary triples in the wording of their sentence, for open information extraction.

One triple a clause: the relation holds auxiliaries, adverbs, negation and the governing
preposition as they stand; arguments are whole noun phrases; times, places and manners are
further arguments. Which words go where, arguments.py tells.

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

from kg.clauses import Clause
from kg.clauses.factuality import StatusReader
from kg.clauses.phrases import trimmed, whole
from kg.clauses.status import Status
from kg.model import Argument, Triple
from kg.renderings.arguments import ArgumentWriter, Draft, is_bare
from kg.renderings.borrowing import Worded, borrowed
from kg.renderings.confidence import NARY, confidence
from kg.renderings.implied import find_implied
from kg.renderings.wording import QUESTION_TAGS, branch_towards, has_word, is_unreal, verb_group
from kg.syntax import Tree


class NaryRenderer:
    """Renders the clauses of one sentence."""

    def __init__(self, tree: Tree, statuses: StatusReader, dropped: Counter[str]) -> None:
        self._tree = tree
        self._statuses = statuses
        self._dropped = dropped
        self._arguments = ArgumentWriter(tree)
        self._past = any(tree.tags[i] == "VBD" for i, head in enumerate(tree.heads) if head == i)

    def triples(self, clauses: Iterable[Clause]) -> list[Triple]:
        """The triples of the sentence, each wording once."""
        found: dict[tuple[object, ...], Triple] = {}
        for triple in self._all(tuple(clauses)):
            key = (triple.subject.text, triple.surface, tuple(o.text for o in triple.objects))
            found.setdefault(key, triple)
        return list(found.values())

    def _all(self, clauses: tuple[Clause, ...]) -> Iterator[Triple]:
        for worded in borrowed(self._tree, clauses):
            reason = self._reason_against(worded.clause)
            if reason is None:
                yield from self._of_clause(worded)
            else:
                self._dropped[reason] += 1
        for implied in find_implied(self._tree):
            draft = Draft(implied.subject, implied.head, [], [implied.complement], implied.copula)
            if has_word(self._tree, implied.subject):
                yield self._triple(draft, implied.rule, Status())

    def _reason_against(self, clause: Clause) -> str | None:
        if clause.subject is None or clause.existential:
            return "no subject"
        if self._tree.tags[clause.subject] in QUESTION_TAGS:
            return "question word as subject"
        return "gerund that need not happen" if is_unreal(self._tree, clause) else None

    def _of_clause(self, worded: Worded) -> Iterator[Triple]:
        tree, clause = self._tree, worded.clause
        assert clause.subject is not None
        relation = sorted({*worded.prefix, *verb_group(tree, clause)})
        draft = Draft(self._subject(clause), clause.subject, relation)
        draft.inferred = "" if worded.prefix else self._copula(clause)
        kind = self._arguments.complete(draft, clause)
        draft.arguments = [words for words in draft.arguments if has_word(tree, words)]
        if not draft.arguments:
            self._dropped["no argument"] += 1
            return
        status = self._statuses.of(clause)
        for one in self._arguments.spread(draft, clause):
            yield self._triple(one, kind, status)

    def _subject(self, clause: Clause) -> list[int]:
        tree, head = self._tree, clause.subject
        assert head is not None
        cut = branch_towards(tree, head, clause.verb)
        if cut is None:
            return whole(tree, head)
        later = [c for c in tree.children(head, "cc", "conj") if c > cut]
        return trimmed(tree, whole(tree, head, (cut, *later)))

    def _copula(self, clause: Clause) -> str:
        """`houses built by monks` -> were built by; `people living here` -> are living."""
        tree, v = self._tree, clause.verb
        if len(clause.chain) > 1:
            return ""
        if clause.attachment == "infinitive":
            return "is"
        free = clause.attachment == "free" and tree.tags[v] == "VBN"
        if not (free or clause.attachment == "participle") or not is_bare(tree, v):
            return ""
        if tree.tags[v] not in ("VBN", "VBG"):
            return ""
        return self._be(clause.subject or v, past=tree.tags[v] == "VBN" or self._past)

    def _be(self, head: int, *, past: bool) -> str:
        joined = self._tree.child(head, "conj") is not None
        plural = joined or self._tree.tags[head] in ("NNS", "NNPS")
        if past:
            return "were" if plural else "was"
        return "are" if plural else "is"

    # --- triples

    def _triple(self, draft: Draft, kind: str, status: Status) -> Triple:
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
            confidence=confidence(NARY[kind], tree, draft.subject, relation, draft.arguments[0]),
            polarity=status.polarity,
            factuality=status.factuality,
            cues=tuple(dict.fromkeys(status.cues)),
            speakers=status.speakers,
        )

    def _argument(self, tokens: list[int], kind: str) -> Argument:
        return self._tree.argument(tokens, tokens[-1], "clause" if kind == "saying" else "noun")
