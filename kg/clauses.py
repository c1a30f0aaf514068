"""Sentence -> Clauses: who does what to whom, before anything is said about how it is worded.

A clause is found for every predicate of the dependency tree: finite verbs, infinitives,
gerunds, participles, and copulas with their complement. Predicates are read from the top of
the tree downwards, so that what a clause lacks can be taken from the one it hangs on:

1. *Chain.* Verbs that share one subject and govern one another (`wants to try to leave`, `is
   able to swim`) are one clause; its content is in the last verb, the words above it only
   change how the content is meant.
2. *Subject.* Its own, or that of its first conjunct, its controller, the antecedent of its
   relative pronoun, the noun that its participle modifies (SUBJECT RULES below).
3. *Gap.* What a relative clause lacks, the antecedent fills: as subject, object, object of a
   preposition, or place.
4. *Arguments.* Objects, complements, prepositional arguments with their role, adverbs.

A clause holds positions of tokens alone; how much of a noun phrase is written out, and how
coordination is spread, is for the renderings to decide. The types of Quirk et al. (1985), used
for open extraction by Del Corro and Gemulla (2013), follow from which arguments are there:
SV, SVA, SVC, SVO, SVOO, SVOA, SVOC.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal as OneOf

from kg.syntax import Tree
from kg.verbs import ADJECTIVE, BLAME, INTRANSITIVE_PARTICIPLES, LIGHT, PROMISERS

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

Role = OneOf["agent", "source", "time", "place", "other"]

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
RELATIVES = frozenset({"who", "whom", "which", "that", "whose", "where", "when", "why"})
TIME_LABELS = frozenset({"DATE", "TIME"})
PLACE_LABELS = frozenset({"GPE", "LOC", "FAC"})
TIME_NOUNS = frozenset(
    "year month week day night morning afternoon evening today yesterday tomorrow tonight "
    "weekend hour minute second moment time decade century season monday tuesday wednesday "
    "thursday friday saturday sunday january february march april june july august september "
    "october november december spring summer autumn fall winter noon midnight dawn dusk "
    "future past".split()
)
PARTICLES = frozenset(
    "away back behind out off up down together apart ashore aside along forward over in on "
    "through around".split()
)
"""Adverbs that belong to the verb next to which they stand."""

PHRASAL = frozenset(
    "front spite favor favour case response place charge search return exchange support light "
    "accordance conjunction connection contrast addition respect regard terms behalf top view "
    "lieu honor honour memory recognition line".split()
)
"""Nouns that make one preposition together with those around them (in front of)."""

LEAVING = frozenset("leave keep find get have see hear catch".split())
"""Verbs whose object a following participle describes (left them waiting)."""

CALLING = frozenset("call ask wait appeal plead push press allow arrange long vote pay".split())
"""Verbs behind which `for` names who shall do something (called for Rome to act)."""

_NOT_PREDICATES = frozenset(
    "aux auxpass amod compound nmod det case punct cc mark advmod quantmod nummod prep".split()
)


@dataclass(frozen=True, slots=True)
class Adjunct:
    """A prepositional or bare nominal argument of a verb.

    `marker` holds the preposition's tokens ("out of"), empty where there is none; `heads` the
    nouns it governs, coordination spread, empty where it governs a clause.
    """

    top: int
    marker: tuple[int, ...]
    heads: tuple[int, ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate with its arguments, as token positions within its sentence.

    `verb` is the last member of `chain`, whose words above it it shares; `top` is the first.
    `anchor` is the word on which the clause hangs, `mark` its conjunction. `subject` and
    `objects` are the heads of whole, perhaps coordinated, phrases. `recipients` are indirect
    objects, `complements` predicate nouns, adjectives and object complements, `content` the
    verb of a clausal object. `antecedent` is the noun that fills a gap of the clause.
    """

    verb: int
    chain: tuple[int, ...]
    attachment: Attachment
    anchor: int
    mark: int | None
    subject: int | None
    passive: bool
    existential: bool = False
    antecedent: int | None = None
    objects: tuple[int, ...] = ()
    recipients: tuple[int, ...] = ()
    complements: tuple[int, ...] = ()
    adjuncts: tuple[Adjunct, ...] = ()
    adverbs: tuple[int, ...] = ()
    particles: tuple[int, ...] = ()
    content: int | None = None

    @property
    def top(self) -> int:
        return self.chain[0]


@dataclass(slots=True)
class _Frame:
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
    first: int | None = field(default=None)


def find_clauses(tree: Tree) -> tuple[Clause, ...]:
    """The clauses of a sentence, each after the one on which it hangs."""
    return tuple(_Reader(tree).clauses())


def is_time(tree: Tree, i: int) -> bool:
    """Whether the noun at `i` names a time."""
    return tree.labels[i] in TIME_LABELS or tree.lemmas[i].lower() in TIME_NOUNS


def is_predicate(tree: Tree, i: int) -> bool:
    """Whether token `i` heads a clause."""
    return tree.pos[i] in ("VERB", "AUX") and tree.deps[i] not in _NOT_PREDICATES


class _Reader:
    """Reads the clauses of one tree from the top downwards."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.frames: dict[int, _Frame] = {}

    def clauses(self) -> Iterator[Clause]:
        tree = self.tree
        for i in tree.top_down():
            if is_predicate(tree, i) or self._is_participle_complement(i):
                self.frames[i] = self._frame(i)
        for frame in self.frames.values():
            if not frame.merged:
                yield self._clause(frame)

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

    def _frame(self, v: int) -> _Frame:
        tree = self.tree
        head = tree.heads[v]
        above = self.frames.get(head) if head != v else None
        frame = _Frame(v, self._attachment(v), head, (v,), tree.child(v, "mark"))
        own = tree.child(v, *SUBJECTS)
        if tree.deps[v] == "conj" and above is not None:
            self._join(frame, above, own)
        elif tree.deps[v] in ("xcomp", "acomp"):
            self._chain(frame, own)
        frame.passive = self._is_passive(frame)
        frame.existential = tree.child(v, "expl") is not None
        frame.gap = self._gap(frame, above)
        frame.subject = self._subject(frame, own)
        return frame

    def _attachment(self, v: int) -> Attachment:
        tree = self.tree
        dep, tag = tree.deps[v], tree.tags[v]
        infinitive = tag == "VB" and any(tree.lower[c] == "to" for c in tree.children(v, "aux"))
        if dep in ("ccomp", "csubj", "csubjpass"):
            return "content"
        if dep == "relcl":
            return "relative"
        if dep == "acl":
            if tree.child(v, "mark") is not None or tree.child(v, *SUBJECTS) is not None:
                return "content"
            return "infinitive" if infinitive else "participle"
        if dep == "advcl":
            if tree.child(v, *SUBJECTS) is not None:
                return "adverbial"
            return "purpose" if infinitive else "free"
        if dep == "pcomp":
            return "gerund"
        return "control" if dep in ("xcomp", "acomp") else "main"

    def _join(self, frame: _Frame, first: _Frame, own: int | None) -> None:
        """A coordinated predicate hangs where its first conjunct hangs."""
        frame.attachment, frame.anchor = first.attachment, first.anchor
        frame.first = first.verb
        if frame.mark is None:
            frame.mark = first.mark
        if own is None:
            frame.chain = (*first.chain[:-1], frame.verb)

    def _chain(self, frame: _Frame, own: int | None) -> None:
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

    def _is_passive(self, frame: _Frame) -> bool:
        tree, v = self.tree, frame.verb
        if tree.child(v, "auxpass") is not None or tree.deps[v] == "acomp":
            return True
        if tree.tags[v] != "VBN" or tree.lower[v] in INTRANSITIVE_PARTICIPLES:
            return False
        if self._is_small_clause(frame):
            return True
        if tree.child(v, "aux", *SUBJECTS) is not None:
            return False
        if frame.first is not None:
            return self.frames[frame.first].passive
        return frame.attachment in ("participle", "free") or tree.child(v, "agent") is not None

    def _is_small_clause(self, frame: _Frame) -> bool:
        """`left hundreds trapped`, `with hundreds trapped`: a participle with its own subject."""
        tree, v = self.tree, frame.verb
        if tree.child(v, "aux") is not None or tree.child(v, *SUBJECTS) is None:
            return False
        if tree.deps[v] == "ccomp":
            return tree.lemmas[frame.anchor] in LEAVING
        return frame.mark is not None and tree.lower[frame.mark] == "with"

    # --- what fills the gap of a relative clause

    def _gap(self, frame: _Frame, above: _Frame | None) -> int | None:
        if self.tree.deps[frame.verb] == "relcl":
            return self._antecedent(frame.anchor)
        if above is None:
            return None
        if self.tree.deps[frame.verb] in ("conj", "xcomp") or (
            self.tree.deps[frame.verb] == "ccomp" and self.tree.child(frame.verb, "mark") is None
        ):
            return above.gap
        return None

    def _antecedent(self, noun: int) -> int:
        """The thing meant by `noun`: what a predicate noun or an apposition is said of.

        `Ana is a poet who lives here` is about Ana, `Ana, a poet who lives here` as well.
        """
        tree = self.tree
        head = tree.heads[noun]
        if tree.deps[noun] == "appos" and tree.pos[head] == "PROPN":
            return head
        if tree.deps[noun] == "attr" and tree.lemmas[head] == "be" and head in self.frames:
            frame = self.frames[head]
            if frame.subject is not None and not frame.existential and frame.gap is None:
                return frame.subject if self._is_indefinite(noun) else noun
        return noun

    def _is_indefinite(self, noun: int) -> bool:
        return any(self.tree.lower[c] in ("a", "an", "one") for c in self.tree.children(noun))

    # --- SUBJECT RULES

    def _subject(self, frame: _Frame, own: int | None) -> int | None:
        tree, v = self.tree, frame.verb
        if own is not None:
            return frame.gap if tree.lower[own] in RELATIVES and frame.gap is not None else own
        if frame.existential:
            return tree.child(v, "attr", "dobj")
        if len(frame.chain) > 1:
            return self.frames[frame.chain[0]].subject
        if frame.first is not None:
            return self.frames[frame.first].subject
        if frame.attachment == "control":
            return self._controlled(frame)
        if frame.attachment in ("free", "purpose"):
            return self._shared(frame)
        if frame.attachment == "gerund":
            return self._gerund_subject(frame)
        if frame.attachment in ("participle", "infinitive"):
            return self._noun_subject(frame)
        return None

    def _controlled(self, frame: _Frame) -> int | None:
        governor = self.frames.get(frame.anchor)
        if governor is None:
            return None
        controller = self._controller(frame.anchor)
        return governor.subject if controller is None else controller

    def _shared(self, frame: _Frame) -> int | None:
        """`Leaving the ship, he waved`; not behind a passive (`was cut to save money`)."""
        governor = self.frames.get(frame.anchor)
        if governor is None or (frame.attachment == "purpose" and governor.passive):
            return None
        left = self.tree.child(governor.verb, "dobj")
        if self.tree.lemmas[governor.verb] in LEAVING and left is not None:
            following = frame.attachment == "free" and governor.verb < left < frame.verb
            if following and self.tree.words[frame.verb - 1] != ",":
                return left
        return governor.subject

    def _gerund_subject(self, frame: _Frame) -> int | None:
        """`praised Ana for winning`: Ana; `after winning, he left`: he; `Ana's joy at winning`."""
        tree = self.tree
        prep = frame.anchor
        governor = tree.heads[prep]
        if governor in self.frames:
            above = self.frames[governor]
            blamed = tree.child(governor, "dobj") if tree.lemmas[governor] in BLAME else None
            if blamed is not None:
                return blamed
            return None if above.passive and tree.lower[prep] == "by" else above.subject
        return tree.child(governor, "poss") if tree.pos[governor] == "NOUN" else None

    def _noun_subject(self, frame: _Frame) -> int | None:
        tree, noun = self.tree, frame.anchor
        if tree.pos[noun] not in ("NOUN", "PROPN", "PRON", "NUM", "DET"):
            return None
        if frame.attachment == "participle":
            return self._antecedent(noun)
        possessor = tree.child(noun, "poss")
        if possessor is not None:
            return possessor
        prep = tree.heads[noun]
        if tree.lower[prep] == "for" and tree.lemmas[tree.heads[prep]] in CALLING:
            return noun
        governor = self.frames.get(tree.heads[noun])
        if governor is not None and tree.deps[noun] in ("dobj", "attr"):
            light = tree.lemmas[governor.verb] in LIGHT
            return governor.subject if light else None
        return None

    # --- arguments

    def _clause(self, frame: _Frame) -> Clause:
        tree, v = self.tree, frame.verb
        adjuncts = tuple(self._adjuncts(frame))
        objects = self._objects(frame, adjuncts)
        return Clause(
            verb=v,
            chain=frame.chain,
            attachment=frame.attachment,
            anchor=frame.anchor,
            mark=frame.mark,
            subject=frame.subject,
            passive=frame.passive,
            existential=frame.existential,
            antecedent=frame.gap,
            objects=objects,
            recipients=tuple(c for c in tree.children(v, "dative") if tree.pos[c] != "ADP"),
            complements=tuple(
                c
                for c in tree.children(v, "attr", "acomp", "oprd")
                if c not in frame.chain and c != frame.subject
            ),
            adjuncts=adjuncts,
            adverbs=tuple(c for q in frame.chain for c in tree.children(q, "advmod")),
            particles=tuple(self._particles(v)),
            content=tree.child(v, "ccomp"),
        )

    def _particles(self, v: int) -> Iterator[int]:
        tree = self.tree
        for c in tree.children(v, "prt", "advmod"):
            if tree.deps[c] == "prt" or (c == v + 1 and tree.lower[c] in PARTICLES):
                yield c

    def _objects(self, frame: _Frame, adjuncts: tuple[Adjunct, ...]) -> tuple[int, ...]:
        tree, v = self.tree, frame.verb
        found = [c for c in tree.children(v, "dobj") if c != frame.subject]
        if frame.gap is None:
            return tuple(found) or self._shared_object(v)
        if any(tree.lower[c] in RELATIVES for c in found):
            return (frame.gap,)
        filled = frame.subject == frame.gap or any(frame.gap in a.heads for a in adjuncts)
        if filled or found or tree.child(v, "ccomp", "attr", "acomp", "xcomp") is not None:
            return tuple(found)
        return () if frame.passive or tree.lemmas[v] == "be" else (frame.gap,)

    def _shared_object(self, v: int) -> tuple[int, ...]:
        """`bought and sold horses`: the object stands behind the last verb alone."""
        tree = self.tree
        for c in tree.children(v, "conj"):
            near = c - v <= 3 and tree.tags[c] == tree.tags[v]
            if near and tree.child(c, *SUBJECTS) is None and tree.child(v, "prep") is None:
                return tuple(tree.children(c, "dobj"))
        return ()

    def _adjuncts(self, frame: _Frame) -> Iterator[Adjunct]:
        tree = self.tree
        for q in frame.chain:
            for c in tree.children(q):
                dep = tree.deps[c]
                if dep in ("prep", "agent") or (dep == "dative" and tree.pos[c] == "ADP"):
                    if dep != "agent" or q == frame.verb:
                        yield from self._prepositional(c, frame.gap)
                elif dep == "npadvmod":
                    role: Role = "time" if is_time(tree, c) else "other"
                    yield Adjunct(c, (), (c,), role)
                elif dep == "advmod":
                    yield from self._adverbial(c, frame)

    def _adverbial(self, adverb: int, frame: _Frame) -> Iterator[Adjunct]:
        """`away from the city`; `where` in a relative clause."""
        tree = self.tree
        if frame.gap is not None and tree.lower[adverb] == "where":
            yield Adjunct(adverb, (), (frame.gap,), "place")
        for p in tree.children(adverb, "prep"):
            for found in self._prepositional(p, None):
                inside = (adverb, *found.marker)
                yield Adjunct(adverb, inside, found.heads, found.role)

    def _prepositional(self, p: int, gap: int | None) -> Iterator[Adjunct]:
        tree = self.tree
        marker, last = self._marker(p)
        nouns = tree.children(last, "pobj")
        heads = tuple(k for n in nouns for k in tree.conjuncts(n))
        if gap is not None and (
            (nouns and tree.lower[nouns[0]] in RELATIVES)
            or not (nouns or tree.children(last, "pcomp", "prep"))
        ):
            heads = (gap,)
        yield Adjunct(p, marker, heads, self._role(p, heads))
        for c in tree.children(p, "conj"):
            if tree.pos[c] == "ADP":
                for other in self._prepositional(c, None):
                    role = "agent" if tree.deps[p] == "agent" else other.role
                    yield Adjunct(other.top, other.marker, other.heads, role)

    def _marker(self, p: int) -> tuple[tuple[int, ...], int]:
        """The tokens of a preposition and the one that governs the noun."""
        tree = self.tree
        inner = tree.child(p, "prep", "pcomp", "fixed")
        noun = tree.child(p, "pobj")
        if noun is None and inner is not None and tree.pos[inner] in ("ADP", "SCONJ"):
            return (p, inner), inner
        if noun is not None and tree.lower[noun] in PHRASAL and noun == p + 1:
            of = tree.child(noun, "prep")
            if of == noun + 1 and len(tree.children(noun)) == 1:
                return (p, noun, of), of
        return (p,), p

    def _role(self, p: int, heads: tuple[int, ...]) -> Role:
        tree = self.tree
        if tree.lower[p] == "according":
            return "source"
        if tree.deps[p] == "agent":
            return "agent"
        if heads and all(is_time(tree, h) for h in heads):
            return "time"
        if heads and tree.labels[heads[0]] in PLACE_LABELS:
            return "place"
        return "other"
