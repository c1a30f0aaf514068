"""The status of a clause, and what its own words do to it.

| words                                   | example                          | effect            |
|-----------------------------------------|----------------------------------|-------------------|
| modal verbs                             | Ana will leave.                  | planned           |
| `could not`                             | Ana could not leave.             | negated, actual   |
| negations before the verb               | Ana never left.                  | negated           |
| `no longer`                             | Ana no longer works here.        | ended             |
| negative subject, object or complement  | Nobody left; it has no roof.     | negated           |
| `not all`, `not everyone`               | Not all bakers agree.            | negated           |
| `few`                                   | Few bakers agree.                | negated           |
| `not only`                              | It is not only old.              | none              |
| hearsay adverbs                         | Ana reportedly left.             | claimed           |
| doubting adverbs, questions             | Perhaps Ana left. Did Ana leave? | planned           |
| `nearly`, `all but`, `hardly`           | Ana nearly drowned.              | negated           |
| `barely`, `rarely`                      | Ana barely knew him.             | unsaid            |
| `close`                                 | Ana came close to drowning.      | unsaid            |

A verb coordinated with another shares its auxiliaries and negation (won't eat or drink), not
behind `but`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kg.clauses import Clause
from kg.clauses.attachment import SUBJECTS
from kg.mentions.extents import few
from kg.model import Argument, Factuality, Polarity
from kg.syntax import Tree

MODALS = frozenset(
    "will would shall should may might can could must 'll 'd ought wo ca sha".split()
)
_ABILITY = frozenset(("can", "could", "ca"))
NEGATIONS = frozenset("not n't n’t never nor".split())
NEGATIVE_WORDS = frozenset("no neither nobody none nothing nowhere".split())
UNSURE = frozenset(
    "perhaps maybe possibly probably presumably potentially likely arguably "
    "conceivably seemingly".split()
)
HEARSAY = frozenset("reportedly allegedly supposedly purportedly apparently ostensibly".split())
_ALMOST = frozenset("nearly almost hardly scarcely".split())
_FALSELY = frozenset("falsely wrongly erroneously incorrectly mistakenly".split())
_LINKING = frozenset("link tie connect attribute associate credit identify".split())
"""Verbs that something is wrong about when done wrongly (was wrongly linked to the theft)."""
_BARELY = frozenset("barely rarely seldom infrequently".split())
_NEAR = frozenset({"close", "near"})
_RARELY = frozenset(("hardly", "scarcely"))
_OF_WHAT_FOLLOWS = frozenset("every all always never nobody none entirely no any half".split())
_RANK: Mapping[Factuality, int] = {"actual": 0, "claimed": 1, "planned": 2}


@dataclass(frozen=True, slots=True)
class Status:
    """How a clause is meant.

    `unsaid` content is neither asserted nor denied by anyone; `word` holds those of the cues
    that say on whose word the clause stands.
    """

    polarity: Polarity = "asserted"
    factuality: Factuality = "actual"
    ended: bool = False
    unsaid: bool = False
    cues: tuple[str, ...] = ()
    word: tuple[str, ...] = ()
    speakers: tuple[Argument, ...] = ()

    def flipped(self, cue: str) -> Status:
        turned: Polarity = "asserted" if self.polarity == "negated" else "negated"
        return replace(self, polarity=turned, cues=(*self.cues, cue))

    def raised(self, factuality: Factuality, cue: str) -> Status:
        """At least as far from fact as `factuality`."""
        if _RANK[factuality] <= _RANK[self.factuality]:
            return self
        return replace(self, factuality=factuality, cues=(*self.cues, cue))

    def told_by(self, speaker: Argument) -> Status:
        """Also on the word of an outer `speaker`."""
        if any(s.head == speaker.head for s in self.speakers):
            return self
        return replace(self, speakers=(*self.speakers, speaker))


class OwnWords:
    """Reads what the words of a clause itself do to its status."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._question = "?" in tree.words

    def read(self, status: Status, clause: Clause) -> Status:
        for v in self._worded(clause):
            status = self.of_verb(status, v)
        status = self._negative_argument(status, clause)
        if self.tree.lemmas[clause.verb] in _LINKING:
            wrong = next((a for a in clause.adverbs if self.tree.lower[a] in _FALSELY), None)
            if wrong is not None:
                status = status.flipped(self.tree.lower[wrong])
        for adverb in clause.adverbs:
            word = self.tree.lower[adverb]
            if word in HEARSAY:
                status = status.raised("claimed", word)
            elif word in UNSURE or self._is_nearly_sure(adverb):
                status = status.raised("planned", word)
        if clause.attachment == "main" and self._is_unfulfilled(clause):
            status = status.raised("planned", "if")
        if self._question and self._is_asked(clause):
            status = status.raised("planned", "?")
        return status

    def _is_unfulfilled(self, clause: Clause) -> bool:
        """`If only Omar had left`."""
        mark = self.tree.child(clause.verb, "mark")
        return mark is not None and self.tree.lower[mark] == "if"

    def _is_nearly_sure(self, adverb: int) -> bool:
        """`almost certainly`."""
        before = self.tree.lower[max(0, adverb - 1)]
        return self.tree.lower[adverb] in ("certainly", "surely") and before == "almost"

    def _worded(self, clause: Clause) -> tuple[int, ...]:
        """The verb, and the first conjunct whose auxiliaries it shares (won't eat or drink)."""
        tree, v = self.tree, clause.verb
        first = tree.heads[v]
        lacking = tree.child(v, "aux", "neg", *SUBJECTS) is None
        bare = [tree.tags[c] for c in tree.children(v, "auxpass")] == ["VB"]  # and [be sold]
        same = tree.tags[v] == tree.tags[first] and tree.child(v, "auxpass") is None
        shared = (
            tree.deps[v] == "conj"
            and lacking
            and (same or bare)
            and tree.child(first, "aux", "auxpass") is not None
            and not any(tree.lower[c] == "but" for c in tree.children(first, "cc"))
        )
        return (first, v) if shared else (v,)

    def of_verb(self, status: Status, v: int) -> Status:
        """What the auxiliaries and negations of one verb do."""
        return self._negated(self._modal(status, v), v)

    def _modal(self, status: Status, v: int) -> Status:
        tree = self.tree
        denied = tree.child(v, "neg") is not None
        for c in tree.children(v, "aux"):
            word = tree.lower[c]
            if word in MODALS and tree.tags[c] == "MD" and not (denied and word in _ABILITY):
                status = status.raised("planned", word)
            elif word == "to" and self._is_announced(v):
                status = status.raised("planned", word)  # `Ana to sing in Bari`
        return status

    def _is_announced(self, v: int) -> bool:
        """`Ana to sing in Bari`; `Ana to sing in Bari, mayor says`."""
        tree = self.tree
        told = tree.deps[v] == "ccomp" and v < tree.heads[v] and tree.child(v, "nsubj") is not None
        return tree.deps[v] == "ROOT" or told

    def _negated(self, status: Status, v: int) -> Status:
        tree = self.tree
        for c in tree.children(v, "neg", "advmod", "preconj", "cc"):
            word = tree.lower[c]
            if word in ("longer", "more", "anymore") and tree.deps[c] == "advmod":
                no = next((k for k in tree.children(c) if tree.lower[k] in ("no", "any")), None)
                if no is not None or word == "anymore":
                    status = replace(status, ended=True, cues=(*status.cues, word))
            elif self._is_short_of(c, v):
                status = replace(status, unsaid=True)
            elif self._denies(c, v):
                status = status.flipped(word)
        if self._is_behind_nor(v) and status.polarity == "asserted":
            status = status.flipped("nor")
        return status.flipped("all but") if self._is_all_but(v) else status

    def _is_short_of(self, c: int, v: int) -> bool:
        """`[barely] knew him`, `[rarely] sang`, `came [close] to drowning`."""
        word = self.tree.lower[c]
        near = word in _NEAR and self.tree.lemmas[v] in ("come", "get")
        return near or (word in _BARELY and c < v)

    def _is_behind_nor(self, v: int) -> bool:
        """`neither ate nor [drank]`."""
        tree, first = self.tree, self.tree.heads[v]
        joined = tree.deps[v] == "conj" and tree.child(v, *SUBJECTS) is None
        return joined and any(tree.lower[c] == "nor" and c < v for c in tree.children(first, "cc"))

    def _denies(self, c: int, v: int) -> bool:
        """Whether the adverb at `c` says that what the verb at `v` tells is not so."""
        word, following = self.tree.lower[c], self.tree.lower[c + 1 : c + 2]
        if word in NEGATIONS:
            return ((c < v + 2 and word != "nor") or c < v) and not self._is_partial(c)
        almost = word in _ALMOST and not _OF_WHAT_FOLLOWS.intersection(following)
        copula = self.tree.lemmas[v] == "be" and c == v + 1
        return (c < v or copula) and (almost or word == "neither")

    def _is_all_but(self, v: int) -> bool:
        """`has all but left`."""
        return self.tree.lower[max(0, v - 2) : v] == ("all", "but")

    def _is_partial(self, c: int) -> bool:
        """`not only`, `not just`: no negation."""
        following = self.tree.lower[c + 1 : c + 2]
        return following in (("only",), ("just",), ("merely",), ("simply",))

    def _negative_argument(self, status: Status, clause: Clause) -> Status:
        tree = self.tree
        found = [clause.subject, *clause.objects, *clause.complements]
        for head in found:
            if head is None or (head == clause.antecedent):
                continue
            words = [head, *tree.children(head, "det", "nummod", "preconj", "neg", "cc")]
            denying = (w for w in words if tree.lower[w] in NEGATIVE_WORDS)
            cue = next((tree.lower[w] for w in denying if not self._is_name(w)), None)
            if head == clause.subject and cue is None:
                cue = self._rare(head) or self._not_all(head)
            if cue is not None:
                status = status.flipped(cue)
        return status

    def _rare(self, subject: int) -> str | None:
        """`hardly any bakers`, `few bakers`."""
        tree = self.tree
        words = [subject, *tree.children(subject, "det", "amod")]
        if any(tree.lower[c] in _RARELY for w in words for c in tree.children(w, "advmod")):
            return "hardly"
        return None if few(tree, subject) is None else "few"

    def _is_name(self, i: int) -> bool:
        """`Signal No. 3`, `Dr. No`: capitalised within a sentence."""
        words = self.tree.words
        inside = i > 0 and (words[i - 1].isalnum() or words[i - 1].endswith("."))
        return words[i][:1].isupper() and (inside or words[i + 1 : i + 2] == (".",))

    def _not_all(self, subject: int) -> str | None:
        """`not all bakers`, `not everyone`: the negation before a subject."""
        tree = self.tree
        if tree.child(subject, "conj") is not None:
            return None  # `not Ana but Omar`: each for itself
        for word in tree.children(subject, "nummod"):
            if tree.lower[word] == "one" and tree.lower[word - 1] == "not":
                return "not"
        for word in (subject, *tree.children(subject, "det", "predet", "amod")):
            for c in tree.children(word, "neg", "preconj", "advmod"):
                if tree.lower[c] == "not" and c < word and c < 2:
                    return "not"
        return None

    def _is_asked(self, clause: Clause) -> bool:
        tree = self.tree
        if clause.attachment not in ("main", "content"):
            return False
        marks = ("?", ".", "!", ";", "“", "``", "«", '"')
        ends = (tree.lower[i] for i in range(clause.verb, len(tree)))
        return next((w for w in ends if w in marks), "") == "?"
