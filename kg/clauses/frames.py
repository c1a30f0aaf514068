"""The predicates of a sentence: how each hangs on another, and who its subject is.

Predicates are finite verbs, infinitives, gerunds, participles and copulas. They are read from
the top of the tree downwards, so that what one lacks can be taken from the one it hangs on.

| what       | rule                                    | example                                  |
|------------|-----------------------------------------|------------------------------------------|
| chain      | verbs with one subject that govern one  | wants to try to leave; is able to swim   |
|            | another are one predicate               |                                          |
| subject    | its own                                 | [Ana] left                               |
|            | the antecedent of its relative pronoun  | the [man] who left                       |
|            | that of its first conjunct              | [Ana] sat and ate                        |
|            | that of its chain                       | [Ana] wants to eat                       |
|            | the object that controls it             | asked [Ana] to eat                       |
|            | that of the clause it accompanies       | eating, [Ana] smiled                     |
|            | the object blamed or praised            | praised [Ana] for winning                |
|            | the noun it modifies                    | [people] eating; [bread] baked by monks  |
|            | the noun's possessor                    | [Ana]'s plan to leave                    |
|            | the noun behind `call for`              | called for [Ana] to leave                |
| gap        | what a relative clause lacks is its     | the house [in which] Bach lived;         |
|            | antecedent                              | the man [] she married                   |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

from kg.lexicon.roles import SUMMARIES
from kg.lexicon.verbs import (
    ADJECTIVE,
    ASKING,
    BLAME,
    CALLING,
    CONTROLLERS,
    FOILING,
    INTRANSITIVE,
    INTRANSITIVE_PARTICIPLES,
    LEAVING,
    LIGHT,
    MAKING,
    NOUN,
    PASSIVE_ALONE,
    PREPOSITIONAL,
    PROMISERS,
    PROOFS,
    SPEECH,
    TO,
)
from kg.syntax import Tree

Attachment = OneOf[
    "main",  # the sentence's own verb
    "content",  # said, thought, wanted: [said] the dam leaks
    "control",  # asked the crew [to leave]
    "relative",  # the dam [that leaks]
    "participle",  # the crew [leaving the ship]
    "infinitive",  # a plan [to leave]
    "adverbial",  # [when the dam leaks]
    "free",  # [leaving the ship], he ...
    "purpose",  # he came [to leave again]
    "gerund",  # by [leaving]
]

_SETTLING = frozenset("study move graduate settle train serve migrate".split())
"""What people do after they are born (born in Oslo, studied in Bergen)."""

_DONE = frozenset(
    "restore repair rename renovate replace rebuild reform convert abolish demolish destroy damage "
    "publish translate award honour honor appoint name elect promote acquit convict release jail "
    "arrest charge imprison execute murder bury adopt approve reject extend enlarge expand".split()
)
"""Verbs that without an object are said of what is done to the subject, behind a passive."""

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
RELATIVES = frozenset({"who", "whom", "which", "that", "whose", "where", "when", "why"})
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


@dataclass(slots=True)
class Frame:
    """What is known of a predicate while the tree is read downwards."""

    verb: int
    attachment: Attachment
    anchor: int
    chain: tuple[int, ...]
    mark: int | None = None
    subject: int | None = None
    passive: bool = False
    existential: bool = False
    gap: int | None = None
    merged: bool = False
    first: int | None = None


def is_predicate(tree: Tree, i: int) -> bool:
    """Whether token `i` heads a clause; a capital within a sentence is a name's."""
    verb = tree.pos[i] in ("VERB", "AUX") and tree.deps[i] not in _NOT_PREDICATES
    return verb and not (tree.deps[i] == "appos" and tree.words[i].istitle())


class FrameReader:
    """Reads the predicates of one tree from the top downwards."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.frames: dict[int, Frame] = {}

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
        frame.gap = self._gap(frame, above)
        frame.subject = self._subject(frame, own)
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
        if infinitive and (self._marked(v) == "for" or self._asked(v) is not None):
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

    def _asked(self, v: int) -> int | None:
        """`appealed to [the court] to stop it`, `relies on [Ana] to pay`."""
        tree = self.tree
        governor = tree.heads[v]
        prepositions = ASKING.get(tree.lemmas[governor], ())
        for p in tree.children(governor, "prep"):
            if tree.lower[p] in prepositions and governor < p < v:
                return tree.child(p, "pobj")
        return None

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
        if self._controller(links[0]) is None:
            frame.chain = (*above.chain, *links[1:])
            frame.attachment, frame.anchor, frame.mark = above.attachment, above.anchor, above.mark
            above.merged = True

    def _controller(self, governor: int) -> int | None:
        """The object that does what the infinitive says (asked [the crew] to leave)."""
        tree = self.tree
        if tree.lemmas[governor] in PROMISERS:
            return None
        return tree.child(governor, "dobj", "dative")

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
        if frame.first is not None:
            return self.frames[frame.first].passive and tree.lower[frame.first] not in PASSIVE_ALONE
        return frame.attachment in ("participle", "free") or tree.child(v, "agent") is not None

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
        found = tree.lemmas[v] == "find" and tree.child(v, "oprd", "acomp") is not None
        return found or inserted or tree.lemmas[v] in _DONE

    def _is_bare_passive(self, frame: Frame) -> bool:
        """`Miners puzzled by a noise`, `Storm blamed on warm sea`: a title without auxiliary."""
        tree, v = self.tree, frame.verb
        if tree.child(v, "aux", "dobj", "ccomp", "xcomp", "attr", "acomp") is not None:
            return False
        if tree.deps[v] != "ROOT" or tree.tags[v] not in ("VBD", "VBN"):
            return False
        if tree.child(v, "agent") is not None:
            return True
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

    # --- what fills the gap of a relative clause

    def _gap(self, frame: Frame, above: Frame | None) -> int | None:
        if self.tree.deps[frame.verb] == "relcl" and frame.attachment != "content":
            return self._antecedent(frame.anchor)
        if above is None:
            return None
        if self.tree.deps[frame.verb] in ("conj", "xcomp") or (
            self.tree.deps[frame.verb] == "ccomp" and self.tree.child(frame.verb, "mark") is None
        ):
            return None if self._is_filled(above) else above.gap
        return None

    def _is_filled(self, frame: Frame) -> bool:
        """`in May, [when] she asked him to sing`: the time is no argument of the verbs below."""
        adverbs = self.tree.children(frame.verb, "advmod")
        return any(self.tree.lower[c] in ("when", "where", "why") for c in adverbs)

    def _antecedent(self, noun: int) -> int:
        """The thing meant by `noun`: what a predicate noun or an apposition is said of.

        `Ana is a poet who lives here` is about Ana, `Ana, a poet who lives here` as well.
        """
        tree = self.tree
        head = tree.heads[noun]
        if tree.deps[noun] == "appos" and tree.pos[head] == "PROPN":
            return noun if tree.lemmas[noun].lower() in SUMMARIES else head
        if tree.deps[noun] == "conj" and self._is_cleft(head):
            return head if tree.child(noun, "neg") is not None else noun
        if self._is_cleft(noun):
            return noun
        if tree.deps[noun] == "attr" and tree.lemmas[head] == "be" and head in self.frames:
            frame = self.frames[head]
            if frame.subject is not None and not frame.existential and frame.gap is None:
                return frame.subject if self._is_indefinite(noun) else noun
        return noun

    def _is_cleft(self, noun: int) -> bool:
        """`it was [Omar] who left`, `it was [Omar], not Ana, who left`."""
        tree, copula = self.tree, self.tree.heads[noun]
        if tree.deps[noun] != "attr" or tree.lemmas[copula] != "be" or self._is_indefinite(noun):
            return False
        return any(tree.lower[c] == "it" for c in tree.children(copula, "nsubj"))

    def _is_indefinite(self, noun: int) -> bool:
        return any(self.tree.lower[c] in ("a", "an", "one") for c in self.tree.children(noun))

    # --- SUBJECT RULES

    def _subject(self, frame: Frame, own: int | None) -> int | None:
        tree, v = self.tree, frame.verb
        if own is not None:
            return frame.gap if tree.lower[own] in RELATIVES and frame.gap is not None else own
        if frame.existential:
            return tree.child(v, "attr", "dobj")
        if self._is_imperative(frame):
            return None
        if len(frame.chain) > 1:
            return self.frames[frame.chain[0]].subject
        if self._is_spliced(v):
            return None
        if frame.first is not None:
            return self.frames[frame.first].subject
        lacking = {
            "control": self._controlled,
            "content": self._asked_subject,
            "free": self._shared,
            "purpose": self._shared,
            "gerund": self._gerund_subject,
            "participle": self._noun_subject,
            "infinitive": self._noun_subject,
        }
        found = lacking.get(frame.attachment)
        return None if found is None else found(frame)

    def _is_spliced(self, v: int) -> bool:
        """`Ana waits after the crew, in a hurry, left`: of another tense, and joined by nothing.

        Then it is no second verb of the subject before; the parser missed its own.
        """
        tree = self.tree
        if tree.deps[v] not in ("conj", "advcl", "dep") or tree.child(v, "mark") is not None:
            return False
        first = tree.heads[v]
        while tree.deps[first] == "conj":
            first = tree.heads[first]
        tenses = {tree.tags[first], tree.tags[v]}
        if "VBD" not in tenses or not tenses & {"VBP", "VBZ"}:
            return False
        return all(tree.child(m, "cc") is None for m in tree.conjuncts(first))

    def _asked_subject(self, frame: Frame) -> int | None:
        return self._asked(frame.verb) if self.tree.tags[frame.verb] == "VB" else None

    def _is_imperative(self, frame: Frame) -> bool:
        """`Close the road, he urged`: a bare verb before the one that it hangs on."""
        tree, v = self.tree, frame.verb
        return (
            tree.tags[v] in ("VB", "VBP")
            and v < frame.anchor
            and tree.deps[v] in ("ccomp", "advcl", "xcomp", "parataxis")
            and tree.child(v, "aux", "mark") is None
        )

    def _controlled(self, frame: Frame) -> int | None:
        governor = self.frames.get(frame.anchor)
        if governor is None:
            return None
        controller = self._controller(frame.anchor)
        return governor.subject if controller is None else controller

    def _shared(self, frame: Frame) -> int | None:
        """`Leaving the ship, he waved`; not behind a passive (`was cut to save money`)."""
        governor = self.frames.get(frame.anchor)
        if governor is None or (frame.attachment == "purpose" and self._is_aimless(governor)):
            return None
        if self.tree.lemmas[governor.verb] in FOILING and self._is_of_object(frame, governor):
            return None
        fronted = self._fronted(frame, governor)
        if fronted is not None:
            return fronted
        if self._is_event(frame.verb):
            return self.tree.child(governor.verb, "dobj")
        if self.tree.lemmas[frame.verb] in PREPOSITIONAL and frame.verb < frame.anchor:
            return None
        left = self.tree.child(governor.verb, "dobj")
        if self.tree.lemmas[governor.verb] in LEAVING and left is not None:
            following = frame.attachment == "free" and governor.verb < left < frame.verb
            if following and self.tree.words[frame.verb - 1] != ",":
                return left
        return governor.subject

    def _is_of_object(self, frame: Frame, governor: Frame) -> bool:
        """`foiled [a plot to rob the bank]`: somebody else's plan."""
        plan = self.tree.child(governor.verb, "dobj")
        return plan is not None and self.tree.left_edge(frame.verb) == plan + 1

    def _is_aimless(self, governor: Frame) -> bool:
        """`was cut to save money`, `is necessary to save money`: somebody else saves."""
        return governor.passive or self.tree.lemmas[governor.verb] == "be"

    def _fronted(self, frame: Frame, governor: Frame) -> int | None:
        """`Under [the deal], signed in Rome, trucks will cross`: the participle is the deal's."""
        tree, first = self.tree, self.tree.left_edge(frame.verb)
        noun = first - 2
        if tree.tags[frame.verb] != "VBN" or noun < 0 or tree.words[first - 1] != ",":
            return None
        held = tree.pos[noun] in ("NOUN", "PROPN") and tree.deps[noun] == "pobj"
        return noun if held and frame.verb < governor.verb else None

    def _is_event(self, v: int) -> bool:
        """`proposed talks, to take place in May`: the talks do."""
        taken = self.tree.child(v, "dobj")
        place = taken is not None and self.tree.lower[taken] == "place"
        return self.tree.lemmas[v] in ("happen", "occur") or (
            self.tree.lemmas[v] == "take" and place
        )

    def _gerund_subject(self, frame: Frame) -> int | None:
        """`praised Ana for winning`: Ana; `after winning, he left`: he; `Ana's joy at winning`."""
        tree = self.tree
        prep = frame.anchor
        governor = tree.heads[prep]
        if governor in self.frames:
            above = self.frames[governor]
            active = tree.lemmas[governor] in BLAME and not above.passive
            blamed = tree.child(governor, "dobj") if active else None
            if blamed is not None:
                return blamed
            return None if above.passive and tree.lower[prep] == "by" else above.subject
        return tree.child(governor, "poss") if tree.pos[governor] == "NOUN" else None

    def _noun_subject(self, frame: Frame) -> int | None:
        tree, noun = self.tree, frame.anchor
        if tree.pos[noun] not in ("NOUN", "PROPN", "PRON", "NUM", "DET"):
            return None
        if frame.attachment == "participle":
            return self._antecedent(noun)
        governor = self.frames.get(tree.heads[noun])
        possessor = tree.child(noun, "poss")
        if possessor is not None:
            own = tree.tags[possessor] == "PRP$" and tree.deps[noun] == "dobj"
            return governor.subject if own and governor is not None else possessor
        prep = tree.heads[noun]
        if tree.lower[prep] == "for" and tree.lemmas[tree.heads[prep]] in CALLING:
            return noun
        if tree.lower[prep] == "in" and tree.heads[prep] in self.frames:
            return self.frames[tree.heads[prep]].subject
        if governor is not None and tree.deps[noun] in ("dobj", "attr"):
            light = tree.lemmas[governor.verb] in LIGHT
            return governor.subject if light else None
        return None
