"""Whom a predicate is said of, and what fills the gap of a relative clause.

| what       | rule                                    | example                                  |
|------------|-----------------------------------------|------------------------------------------|
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

from kg.clauses.attachment import RELATIVES, Frame
from kg.lexicon.roles import SUMMARIES
from kg.lexicon.verbs import (
    ASKING,
    BLAME,
    CALLING,
    FOILING,
    LEAVING,
    LIGHT,
    PREPOSITIONAL,
    PROMISERS,
)
from kg.syntax import Tree


class SubjectReader:
    """Finds the subjects of one tree; `frames` are the predicates read so far, by their verb."""

    def __init__(self, tree: Tree, frames: Mapping[int, Frame]) -> None:
        self.tree = tree
        self.frames = frames

    def asked(self, v: int) -> int | None:
        """`appealed to [the court] to stop it`, `relies on [Ana] to pay`."""
        tree = self.tree
        governor = tree.heads[v]
        prepositions = ASKING.get(tree.lemmas[governor], ())
        for p in tree.children(governor, "prep"):
            if tree.lower[p] in prepositions and governor < p < v:
                return tree.child(p, "pobj")
        return None

    def controller(self, governor: int) -> int | None:
        """The object that does what the infinitive says (asked [the crew] to leave)."""
        tree = self.tree
        if tree.lemmas[governor] in PROMISERS:
            return None
        return tree.child(governor, "dobj", "dative")

    def gap(self, frame: Frame, above: Frame | None) -> int | None:
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
        if tree.child(noun, "nsubj") is not None:
            return noun  # `two were held, one of them a student who sang`
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

    def subject(self, frame: Frame, own: int | None) -> int | None:
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
        return self.asked(frame.verb) if self.tree.tags[frame.verb] == "VB" else None

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
        controller = self.controller(frame.anchor)
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
