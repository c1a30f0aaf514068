"""On whose word a clause stands.

| source                 | example                                        |
|------------------------|------------------------------------------------|
| governing verb or noun | [Ana] said the dam leaks; [Ana]'s claim that … |
| parenthetical          | The dam, [engineers] said, leaks.              |
| `according to`         | The dam leaks, according to [engineers].       |
| quotation              | “The dam leaks,” said [Ana].                   |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kg.clauses import Adjunct, Clause, governing
from kg.clauses.status import Status
from kg.lexicon.verbs import SPEECH, THAT
from kg.model import Argument
from kg.quotes import Quotation, tellers
from kg.syntax import SUBJECT_LABELS, Tree


def claimed(status: Status, cue: str) -> Status:
    """The status of what stands on somebody's word, as the word `cue` says."""
    return replace(status.raised("claimed", cue), word=(*status.word, cue))


class SpeakerReader:
    """Finds the speakers in one sentence; `clauses` are its clauses by the verbs of their chain."""

    def __init__(
        self, tree: Tree, clauses: Mapping[int, Clause], quotations: Sequence[Quotation]
    ) -> None:
        self.tree = tree
        self._clauses = clauses
        sent = tree.sent
        self._quotations = [q for q in quotations if q.start < sent.end and q.end > sent.start]

    def around(self, token: int) -> Clause | None:
        """The clause in which `token` stands."""
        if token in self._clauses:
            return self._clauses[token]
        for i in self.tree.ancestors(token):
            if i in self._clauses:
                return self._clauses[i]
        return None

    def describes_source(self, clause: Clause) -> bool:
        """`according to papers seen by us`: the clause is about the source."""
        for i in self.tree.ancestors(clause.verb):
            if self.tree.lower[i] == "according":
                return True
            if i in self._clauses:
                return False
        return False

    def is_aside(self, clause: Clause) -> bool:
        """`the dam, officials said, leaks`: the verb of saying hangs on what is said."""
        tree, v = self.tree, clause.verb
        if self._is_or_so(v):
            return True
        return (
            tree.deps[v] in ("ccomp", "parataxis", "dep", "advcl")
            and tree.lemmas[v] in SPEECH
            and tree.child(v, "nsubj") is not None
            and not any(tree.tags[c] == "MD" for c in tree.children(v, "aux"))
            and all(tree.lower[c] != "it" for c in tree.children(v, "nsubj"))
            and tree.child(v, "ccomp", "dobj", "xcomp") is None
            and clause.mark in (None, tree.child(v, "mark"))
            and (tree.deps[v] != "ccomp" or v < clause.anchor)
            and (tree.deps[v] != "advcl" or governing.mark(self.tree, clause) == "as")
        )

    def _is_or_so(self, v: int) -> bool:
        """`The mill is haunted, or so [bakers say]`."""
        tree, so = self.tree, self.tree.left_edge(v)
        said = tree.lemmas[v] in THAT and tree.child(v, *SUBJECT_LABELS) is not None
        return said and so > 0 and tree.lower[so - 1 : so + 1] == ("or", "so")

    def speaker(self, governor: int) -> int | None:
        """Who says, thinks or promises what hangs on `governor`."""
        tree = self.tree
        if tree.pos[governor] in ("NOUN", "PROPN"):
            possessor = tree.child(governor, "poss")
            if tree.lower[tree.heads[governor]] == "for" and possessor is None:
                caller = self.around(tree.heads[governor])
                return None if caller is None else caller.subject
            by = next((p for p in tree.children(governor, "prep") if tree.lower[p] == "by"), None)
            return possessor if by is None else tree.child(by, "pobj")
        clause = self.around(governor)
        if clause is None or governor not in clause.chain:
            return None if clause is None or tree.pos[governor] != "ADJ" else clause.subject
        if tree.child(governor, "auxpass", "nsubjpass") is not None or (
            governor == clause.verb and clause.passive
        ):
            agent = tree.child(governor, "agent")
            return None if agent is None else tree.child(agent, "pobj")
        subject = clause.subject
        hangs = len(clause.chain) > 1 or clause.attachment == "purpose"
        hangs = hangs or tree.lemmas[governor] not in SPEECH
        if hangs and subject is not None and tree.lower[subject] == "it":
            return None  # `it is absurd to say that`
        return subject

    def told(self, status: Status, clause: Clause) -> Status:
        """The status on the word of those whom the clause names as its sources."""
        for adjunct in (*clause.adjuncts, *self._shared_sources(clause)):
            if adjunct.role == "source" and adjunct.heads and not self._is_later(adjunct, clause):
                status = claimed(status, "according to")
                for head in adjunct.heads:
                    status = status.told_by(self.argument(head))
        for c in self._beside(clause):
            other = self._clauses.get(c)
            if other is None:
                continue
            if self.is_aside(other):
                speaker = other.subject
                status = claimed(status, self.tree.words[c])
                for teller in [] if speaker is None else tellers(self.tree, speaker):
                    status = status.told_by(self.argument(teller))
        return status

    def _beside(self, clause: Clause) -> Iterator[int]:
        """Verbs that may be asides to a clause, or to the one with which it is coordinated."""
        first = clause.chain[0]
        anchors = {clause.verb, first}
        if self.tree.deps[first] == "conj" and self.tree.child(first, *SUBJECT_LABELS) is None:
            anchors.add(self.tree.heads[first])
        for anchor in sorted(anchors):
            for c in self.tree.children(anchor, "ccomp", "parataxis", "dep", "advcl", "conj"):
                if c != clause.verb:
                    yield c

    def _shared_sources(self, clause: Clause) -> Iterator[Adjunct]:
        """`The storm killed ten and burned a mill, according to the mayor`: of both verbs."""
        first = clause.verb
        while self.tree.deps[first] == "conj":
            first = self.tree.heads[first]
        for verb in self.tree.conjuncts(first):
            other = self._clauses.get(verb)
            if verb == clause.verb or other is None:
                continue
            for adjunct in other.adjuncts:
                left = self.tree.left_edge(adjunct.top)
                if other.subject == clause.subject:
                    shared = left == 0 or self.tree.words[left - 1] == ","
                else:
                    shared = left == 0 and self._is_added(clause.verb)
                if adjunct.role == "source" and shared:
                    yield adjunct

    def _is_later(self, adjunct: Adjunct, clause: Clause) -> bool:
        """`He praised it and, according to critics, sold it`: no source of the first verb."""
        left = self.tree.left_edge(adjunct.top)
        joined = self.tree.lower[max(0, left - 2) : left] in (("and", ","), ("but", ","))
        return joined and clause.verb < left

    def _is_added(self, verb: int) -> bool:
        """`In her view, the dam leaks and the mill [is] lost`: no contrast to what is before."""
        first = self.tree.heads[verb]
        return any(self.tree.lower[c] == "and" for c in self.tree.children(first, "cc"))

    def quoted(self, status: Status, token: int) -> Status:
        """The status on the word of those whose quotation `token` stands in."""
        start = self.tree.start(token)
        for quotation in self._quotations:
            if quotation.start <= start < quotation.end:
                status = claimed(status, quotation.cue or "“”")
                for speaker in quotation.speakers:
                    status = status.told_by(speaker)
        return status

    def argument(self, head: int) -> Argument:
        """The speaker whose name or description has its head at `head`."""
        kept = ("det", "amod", "compound", "nmod", "poss", "nummod", "case", "punct")
        tokens = [head]
        for c in self.tree.children(head, *kept):
            if c < head:
                tokens.extend(self.tree.subtree(c))
        return self.tree.argument(sorted(tokens), head)
