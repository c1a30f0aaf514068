"""The predicates of a sentence: how each hangs on another, and who its subject is.

Predicates are finite verbs, infinitives, gerunds, participles and copulas. They are read from
the top of the tree downwards, so that what one lacks can be taken from the one it hangs on.

Verbs with one subject that govern one another are one predicate, a chain (wants to try to leave;
is able to swim). Who the subject is, and what fills a gap, is told in subjects.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from kg.clauses.attachment import SUBJECTS, Attachment, Frame
from kg.clauses.subjects import SubjectReader
from kg.lexicon.verbs import (
    ADJECTIVE,
    BLAME,
    CONTROLLERS,
    INTRANSITIVE,
    INTRANSITIVE_PARTICIPLES,
    LEAVING,
    MAKING,
    NAMING,
    NOUN,
    PASSIVE_ALONE,
    PROMISERS,
    PROOFS,
    SPEECH,
    TO,
)
from kg.syntax import Tree

_SETTLING = frozenset("study move graduate settle train serve migrate".split())
"""What people do after they are born (born in Oslo, studied in Bergen)."""

_FOUND = frozenset("find judge hold keep leave pronounce rule render".split())
"""Verbs whose adjective is behind a passive said of the subject: was tried and found guilty."""

_DONE = frozenset(
    "restore repair rename renovate replace rebuild reform convert abolish demolish destroy "
    "damage publish translate award honour honor appoint name elect promote acquit convict "
    "release jail rob deprive strip accuse fine sentence wound injure knight crown exile "
    "deport arrest charge extradite expel evict indict detain imprison execute murder bury "
    "adopt approve reject extend enlarge expand".split()
)
"""Verbs that without an object are said of what is done to the subject, behind a passive."""

_ATTACHED: Mapping[str, Attachment] = {
    "ROOT": "main",
    "conj": "main",
    "parataxis": "main",
    "dep": "main",
    "ccomp": "content",
    "csubj": "content",
    "csubjpass": "content",
    "relcl": "relative",
    "pcomp": "gerund",
    "acomp": "control",
}
"""How a predicate hangs by its label alone; of a coordinated one the first conjunct decides."""

_NOT_PREDICATES = frozenset(
    "aux auxpass amod compound nmod det case punct cc mark advmod quantmod nummod prep".split()
)


def is_predicate(tree: Tree, i: int) -> bool:
    """Whether token `i` heads a clause; a capital within a sentence is a name's.

    A modal alone says nothing by itself (hopes that she will).
    """
    verb = (
        tree.pos[i] in ("VERB", "AUX")
        and tree.tags[i] != "MD"
        and tree.deps[i] not in _NOT_PREDICATES
    )
    return verb and not (tree.deps[i] == "appos" and tree.words[i].istitle())


class FrameReader:
    """Reads the predicates of one tree from the top downwards."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.frames: dict[int, Frame] = {}
        self._subjects = SubjectReader(tree, self.frames)

    def read(self) -> dict[int, Frame]:
        """The frame of each predicate by its token, governing ones first."""
        for i in self.tree.top_down():
            if is_predicate(self.tree, i) or self._is_participle_complement(i):
                self.frames[i] = self._frame(i)
        return self.frames

    def _is_participle_complement(self, i: int) -> bool:
        """`are still trapped`: a participle taken for an adjective behind a copula."""
        tree = self.tree
        return (
            tree.deps[i] == "acomp"
            and tree.tags[i] == "VBN"
            and tree.lemmas[tree.heads[i]] in ("be", "get", "remain", "become")
            and tree.heads[i] in self.frames
        )

    # --- frame: how the predicate hangs in the sentence

    def _frame(self, v: int) -> Frame:
        tree = self.tree
        head = tree.heads[v]
        above = self.frames.get(head) if head != v else None
        frame = Frame(v, self._attachment(v), head, (v,), tree.child(v, "mark"))
        own = tree.child(v, *SUBJECTS)
        if tree.deps[v] == "conj" and above is not None:
            self._join(frame, above, own)
        elif tree.deps[v] in ("xcomp", "acomp") and frame.attachment == "control":
            self._chain(frame, own)
        frame.passive = self._is_passive(frame)
        frame.existential = tree.child(v, "expl") is not None
        frame.gap = self._subjects.gap(frame, above)
        frame.subject = self._subjects.subject(frame, own)
        return frame

    def _attachment(self, v: int) -> Attachment:
        tree = self.tree
        if tree.deps[v] == "ccomp" and self._is_set_off(v):
            return "main"
        if self._is_noun_content(v):
            return "content"
        if tree.deps[v] in _ATTACHED:
            return _ATTACHED[tree.deps[v]]
        bare = tree.child(v, *SUBJECTS) is None
        infinitive = tree.tags[v] == "VB" and "to" in (
            tree.lower[c] for c in tree.children(v, "aux")
        )
        if infinitive and (self._marked(v) == "for" or self._subjects.asked(v) is not None):
            return "content"
        if tree.deps[v] == "acl":
            if tree.child(v, "mark") is not None or not bare:
                return "content"
            return "infinitive" if infinitive else "participle"
        if tree.deps[v] == "advcl":
            if not bare:
                return "adverbial"
            return "purpose" if infinitive else "free"
        if tree.deps[v] == "xcomp":
            return "purpose" if self._is_aim(v) else "control"
        return "main"

    def _is_noun_content(self, v: int) -> bool:
        """`the idea that Omar left`, read as a relative clause: it lacks nothing."""
        tree, first = self.tree, self.tree.left_edge(v)
        own = tree.child(v, "nsubj", "nsubjpass")
        if tree.deps[v] != "relcl" or own is None or own == first != tree.left_edge(own):
            return False
        if tree.lower[first] != "that":
            proof = tree.lemmas[tree.heads[v]].lower() in PROOFS and first == tree.left_edge(own)
            return proof and tree.child(v, "dobj", "attr", "acomp", "ccomp") is not None
        if own == first:
            return False
        free = tree.heads[first] == v and tree.deps[first] in ("mark", "advmod")
        others = tree.children(v, "dobj", "attr", "acomp", "ccomp")
        full = any(c != first for c in others)
        if tree.lemmas[tree.heads[v]].lower() in NOUN:
            return free or full
        return free and full

    def _is_set_off(self, v: int) -> bool:
        """`Not all agree: [Omar left]`: behind a colon only a verb of saying has its content."""
        tree, first = self.tree, self.tree.left_edge(v)
        parted = tree.heads[v] < first and tree.words[first - 1] in (":", ";")
        return parted and tree.lemmas[tree.heads[v]] not in SPEECH

    def _marked(self, v: int) -> str:
        mark = self.tree.child(v, "mark")
        return "" if mark is None else self.tree.lower[mark]

    def _join(self, frame: Frame, first: Frame, own: int | None) -> None:
        """A coordinated predicate hangs where its first conjunct hangs."""
        frame.attachment, frame.anchor = first.attachment, first.anchor
        frame.first = first.verb
        if frame.mark is None:
            frame.mark = first.mark
        if own is None:
            frame.chain = (*first.chain[:-1], frame.verb)

    def _chain(self, frame: Frame, own: int | None) -> None:
        """An infinitive or gerund with the governor's subject is one clause with it."""
        tree = self.tree
        governor = frame.anchor
        links: tuple[int, ...] = (governor, frame.verb)
        if tree.pos[governor] == "ADJ":
            if tree.lemmas[governor].lower() not in ADJECTIVE:
                return
            links = (tree.heads[governor], governor, frame.verb)
        above = self.frames.get(links[0])
        if above is None or own is not None:
            return
        if self._subjects.controller(links[0]) is None:
            frame.chain = (*above.chain, *links[1:])
            frame.attachment, frame.anchor, frame.mark = above.attachment, above.anchor, above.mark
            above.merged = True

    def _is_aim(self, v: int) -> bool:
        """`used the line to ship wares`: the verb takes no infinitive beside its object."""
        tree = self.tree
        governor = tree.heads[v]
        if tree.deps[v] != "xcomp" or tree.tags[v] != "VB":
            return False
        if tree.child(governor, "auxpass") is not None:
            return tree.lemmas[governor] not in CONTROLLERS and tree.lemmas[governor] not in TO
        taken = tree.child(governor, "dobj") is not None
        return taken and tree.lemmas[governor] not in CONTROLLERS | PROMISERS

    def _is_passive(self, frame: Frame) -> bool:
        tree, v = self.tree, frame.verb
        if tree.child(v, "auxpass", "nsubjpass") is not None or tree.deps[v] == "acomp":
            return True
        if self._is_bare_passive(frame):
            return True
        if self._shares_passive(frame):
            return True
        if tree.tags[v] != "VBN" or tree.lower[v] in INTRANSITIVE_PARTICIPLES:
            return False
        if self._is_small_clause(frame):
            return True
        if tree.child(v, "aux", *SUBJECTS) is not None:
            return False
        if frame.attachment == "free" and tree.lower[frame.anchor] in PASSIVE_ALONE:
            return tree.lemmas[v] not in INTRANSITIVE | _SETTLING
        if tree.lemmas[v] in INTRANSITIVE and frame.first is None:
            return False
        if frame.first is not None:
            shared = self.frames[frame.first].passive
            shared = shared and tree.lower[frame.first] not in PASSIVE_ALONE
            return shared or self._is_behind_adjective(frame.verb, frame.first)
        return frame.attachment in ("participle", "free") or tree.child(v, "agent") is not None

    def _is_behind_adjective(self, v: int, first: int) -> bool:
        """`they were underpaid and [threatened]`: the copula is the passive's auxiliary too."""
        tree = self.tree
        copula = tree.lemmas[first] == "be" and tree.child(first, "acomp") is not None
        return copula and tree.child(v, "dobj", "xcomp", "ccomp", "prt") is None

    def _shares_passive(self, frame: Frame) -> bool:
        """`was built in 1941 and [restored] in 1991`, read as a past form: it has no object."""
        tree, v, first = self.tree, frame.verb, frame.first
        if first is None or tree.tags[v] != "VBD":
            return False
        inserted = self.frames[first].attachment == "participle" and self.frames[first].passive
        if not inserted and tree.child(first, "auxpass") is None:
            return False
        if tree.child(v, "dobj", "aux", "ccomp", "xcomp", *SUBJECTS) is not None:
            return False
        judged = tree.lemmas[v] in NAMING or tree.lemmas[v] in _FOUND
        found = judged and tree.child(v, "oprd", "acomp") is not None
        return found or inserted or tree.lemmas[v] in _DONE

    def _is_bare_passive(self, frame: Frame) -> bool:
        """`Miners puzzled by a noise`, `Storm blamed on warm sea`: a title without auxiliary."""
        tree, v = self.tree, frame.verb
        if tree.child(v, "aux", "dobj", "ccomp", "xcomp", "attr", "acomp") is not None:
            return False
        if tree.deps[v] != "ROOT" or tree.tags[v] not in ("VBD", "VBN"):
            return False
        if tree.child(v, "agent") is not None:
            return tree.lemmas[v] not in INTRANSITIVE  # listened by telephone
        sure = tree.tags[v] == "VBN" and tree.lemmas[v] not in INTRANSITIVE
        return tree.words[-1][-1].isalnum() and (sure or tree.lemmas[v] in BLAME | MAKING)

    def _is_small_clause(self, frame: Frame) -> bool:
        """`left hundreds trapped`, `with hundreds trapped`: a participle with its own subject."""
        tree, v = self.tree, frame.verb
        if tree.child(v, "aux") is not None or tree.child(v, *SUBJECTS) is None:
            return False
        if tree.deps[v] == "ccomp":
            return tree.lemmas[frame.anchor] in LEAVING
        return frame.mark is not None and tree.lower[frame.mark] == "with"
