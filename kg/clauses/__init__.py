"""Sentence -> Clauses: who does what to whom, before anything is said about how it is worded.

A clause is found for every predicate of the dependency tree (frames.py) with its arguments:
objects, complements, prepositional arguments with their role, adverbs. It holds positions of
tokens alone; how much of a noun phrase is written out, and how coordination is spread, is for
the renderings to decide. The types of Quirk et al. (1985), used for open extraction by Del
Corro and Gemulla (2013, ClausIE), follow from which arguments are there: SV, SVA, SVC, SVO,
SVOO, SVOA, SVOC.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from kg.almanac import MONTH_NAMES, WEEKDAY_NAMES
from kg.clauses.attachment import RELATIVES, SUBJECTS, Attachment, Frame
from kg.clauses.frames import FrameReader
from kg.lexicon.verbs import INTRANSITIVE
from kg.syntax import TIME_LABELS, Tree

Role = OneOf["agent", "source", "time", "place", "other"]

PLACE_LABELS = frozenset({"GPE", "LOC", "FAC"})
TIME_NOUNS = frozenset(
    "year month week day night morning afternoon evening today yesterday tomorrow tonight "
    "weekend hour minute second moment time decade century season spring summer autumn fall "
    "winter noon midnight dawn dusk future past bc bce".split()
).union(WEEKDAY_NAMES, MONTH_NAMES) - {"may"}
_DISTANCES = frozenset(
    "north south east west kilometre kilometres kilometer kilometers mile miles metre metres meter "
    "meters".split()
)
"""Words of measures that a labeller of entities takes for times."""

_PUNISHING = frozenset(("sentence", "condemn"))
"""Verbs behind which `to` and a length of time tell the sentence."""

_CIRCUMSTANCES = frozenset("way time day moment year night reason manner place".split())
"""Nouns behind which a clause without pronoun tells how, when, or why."""

_TIMES = frozenset({"when", "why", "how"})
PARTICLES = frozenset(
    "away back behind out off up down together apart aground ashore aside along forward over in on "
    "through around".split()
)
"""Adverbs that belong to the verb next to which they stand."""

PHRASAL = frozenset(
    "front spite favor favour case response place charge search return exchange support light "
    "accordance conjunction connection contrast addition respect regard terms behalf top view "
    "lieu honor honour memory recognition line "
    "presence absence relation "
    "protest wake course midst event aftermath process hands basis name eyes".split()
)
"""Nouns that make one preposition together with those around them (in front of)."""


_VIEWS = frozenset("view opinion judgement judgment estimation words".split())
"""Nouns that tell whose word a clause is (in her view, the plan failed)."""


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


def find_clauses(tree: Tree) -> tuple[Clause, ...]:
    """The clauses of a sentence, each after the one on which it hangs."""
    return tuple(_Reader(tree).clauses())


def prepositional(tree: Tree, preposition: int) -> Iterator[Adjunct]:
    """The arguments under a preposition, those coordinated with it included."""
    return _Reader(tree).prepositional(preposition)


def is_time(tree: Tree, i: int) -> bool:
    """Whether the noun at `i` names a time; `the march`, `the fall of Rome` do not."""
    word, of = tree.words[i], tree.child(i, "prep")
    if word.lower() in _DISTANCES or _is_numbered(tree, i):
        return False
    if tree.tags[i] == "CD" and tree.lower[max(0, i - 1)] == "aged":
        return False  # died aged 91
    if any(tree.lower[c] == "light" for c in tree.children(i, "amod", "compound")):
        return False
    if word == "second" and (of is not None or tree.tags[i] == "JJ"):
        return False
    if word in ("march", "may", "fall", "spring") and (
        word in ("march", "may") or (of is not None and tree.lower[of] == "of")
    ):
        return False
    return tree.labels[i] in TIME_LABELS or tree.lemmas[i].lower() in TIME_NOUNS


def _is_numbered(tree: Tree, i: int) -> bool:
    """`Ariane 5`, read as a date: a name with a number."""
    named = (c for c in tree.children(i, "compound") if tree.tags[c] == "NNP")
    return tree.tags[i] == "CD" and any(tree.lemmas[c].lower() not in TIME_NOUNS for c in named)


class _Reader:
    """Reads the arguments of the predicates of one tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def clauses(self) -> Iterator[Clause]:
        for frame in FrameReader(self.tree).read().values():
            if not frame.merged:
                yield self._clause(frame)

    def _clause(self, frame: Frame) -> Clause:
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
            content=self._content(v),
        )

    def _content(self, v: int) -> int | None:
        """A clausal object, `for Rome to act` among them; not one before a semicolon."""
        tree = self.tree
        for c in tree.children(v, "ccomp", "advcl"):
            if any(word in (";", ":") for word in tree.words[c:v]):
                continue
            mark = tree.child(c, "mark")
            wished = mark is not None and tree.lower[mark] == "for" and tree.tags[c] == "VB"
            if tree.deps[c] == "ccomp" or wished:
                return c
        return None

    def _particles(self, v: int) -> Iterator[int]:
        tree = self.tree
        for c in tree.children(v, "prt", "advmod"):
            if tree.deps[c] == "prt" or (c == v + 1 and tree.lower[c] in PARTICLES):
                yield c

    def _objects(self, frame: Frame, adjuncts: tuple[Adjunct, ...]) -> tuple[int, ...]:
        tree, v = self.tree, frame.verb
        found = [c for c in tree.children(v, "dobj") if c != frame.subject]
        if frame.gap is None:
            return tuple(found) or self._shared_object(v)
        if any(tree.lower[c] in RELATIVES for c in found):
            return (frame.gap,)
        filled = frame.subject == frame.gap or any(frame.gap in a.heads for a in adjuncts)
        filled = filled or any(tree.lower[c] in _TIMES for c in tree.children(v, "advmod"))
        filled = filled or self._is_circumstance(frame)
        if filled or found or tree.child(v, "ccomp", "attr", "acomp", "xcomp") is not None:
            return tuple(found)
        return () if frame.passive or tree.lemmas[v] == "be" else (frame.gap,)

    def _is_circumstance(self, frame: Frame) -> bool:
        """`the way [bakers think]`, `the day [Omar left]`; `a bet [that it would rain]`."""
        tree, gap, first = self.tree, frame.gap, self.tree.left_edge(frame.verb)
        if gap is None:
            return False
        so = [c for c in tree.children(frame.verb, "advmod") if tree.lower[c] == "so"]
        if so and tree.lemmas[frame.verb] == "do":
            return True  # Brill, who urged her to do so
        joined = tree.lower[first] == "that" and tree.deps[first] == "mark"
        bare = tree.lower[first] not in RELATIVES and tree.child(frame.verb, "prep") is not None
        return joined or (bare and tree.lemmas[gap].lower() in _CIRCUMSTANCES)

    def _shared_object(self, v: int) -> tuple[int, ...]:
        """`bought and sold horses`: the object stands behind the last verb alone."""
        tree = self.tree
        for c in tree.children(v, "conj"):
            near = c - v <= 3 and tree.tags[c] == tree.tags[v]
            near = near and tree.lemmas[v] not in INTRANSITIVE
            near = near and all(tree.deps[k] != "advmod" for k in tree.children(v) if v < k < c)
            if near and tree.child(c, *SUBJECTS) is None and tree.child(v, "prep") is None:
                found = tuple(tree.children(c, "dobj")) or self._shared_object(c)
                denied = any(tree.lower[d] == "no" for o in found for d in tree.children(o, "det"))
                return () if denied else found  # `searched and found no gold`
        return ()

    def _shared_adjuncts(self, frame: Frame) -> Iterator[Adjunct]:
        """`In May, Ana moved and bought a farm`: both in May."""
        tree, v = self.tree, frame.first
        if v is None or tree.child(frame.verb, *SUBJECTS) is not None:
            return
        own = tree.child(v, *SUBJECTS)
        for c in tree.children(v, "prep", "npadvmod"):
            if own is not None and c < own:
                yield from self._adjunct(c, None)

    def _adjunct(self, c: int, gap: int | None) -> Iterator[Adjunct]:
        if self.tree.deps[c] != "npadvmod":
            yield from self.prepositional(c, gap)
            return
        if self.tree.deps[min(c + 1, len(self.tree) - 1)] == "mark":
            return  # `a day after the vote failed` measures a distance
        often = self.tree.lower[c] == "times"  # three times
        role: Role = "time" if is_time(self.tree, c) and not often else "other"
        yield Adjunct(c, (), (c,), role)

    def _adjuncts(self, frame: Frame) -> Iterator[Adjunct]:
        tree = self.tree
        yield from self._shared_adjuncts(frame)
        for q in frame.chain:
            for c in tree.children(q):
                dep = tree.deps[c]
                if dep in ("prep", "agent") or (dep == "dative" and tree.pos[c] == "ADP"):
                    if dep != "agent" or q == frame.verb:
                        yield from self._adjunct(c, frame.gap)
                elif dep == "npadvmod":
                    yield from self._adjunct(c, None)
                elif dep == "advmod":
                    yield from self._adverbial(c, frame)

    def _adverbial(self, adverb: int, frame: Frame) -> Iterator[Adjunct]:
        """`away from the city`; `where` in a relative clause."""
        tree = self.tree
        if frame.gap is not None and tree.lower[adverb] == "where":
            yield Adjunct(adverb, (), (frame.gap,), "place")
        for p in tree.children(adverb, "prep"):
            for found in self.prepositional(p, None):
                inside = (adverb, *found.marker)
                yield Adjunct(adverb, inside, found.heads, found.role)

    def prepositional(self, p: int, gap: int | None = None) -> Iterator[Adjunct]:
        tree = self.tree
        marker, last = self._marker(p)
        nouns = tree.children(last, "pobj")
        heads = tuple(k for n in nouns for k in tree.conjuncts(n))
        if gap is not None and (
            (nouns and tree.lower[nouns[0]] in RELATIVES)
            or not (nouns or tree.children(last, "pcomp", "prep", "amod", "acomp"))
        ):
            heads = (gap,)
        viewer = self._viewer(p)
        if viewer is not None:
            yield Adjunct(p, marker, (viewer,), "source")
            return
        yield Adjunct(p, marker, heads, self._role(p, heads))
        for c in tree.children(p, "conj"):
            if tree.pos[c] == "ADP":
                for other in self.prepositional(c, None):
                    role = "agent" if tree.deps[p] == "agent" else other.role
                    yield Adjunct(other.top, other.marker, other.heads, role)

    def _marker(self, p: int) -> tuple[tuple[int, ...], int]:
        """The tokens of a preposition and the one that governs the noun."""
        tree = self.tree
        inner = tree.child(p, "prep", "pcomp", "fixed")
        noun = tree.child(p, "pobj")
        if noun is None and inner is not None and tree.pos[inner] in ("ADP", "SCONJ"):
            return (p, inner), inner
        if noun is not None and inner == p + 1 and inner < noun and not tree.children(inner):
            return (p, inner), p  # because of
        if noun is not None and tree.lower[noun] in PHRASAL:
            of = tree.child(noun, "prep")
            others = [c for c in tree.children(noun) if c != of]
            if of == noun + 1 and all(tree.lower[c] == "the" for c in others):
                return (p, *others, noun, of), of
        return (p,), p

    def _viewer(self, p: int) -> int | None:
        """Whose view it is: `In [her] view, the plan failed`, `in the opinion of [critics]`."""
        tree = self.tree
        noun = tree.child(p, "pobj")
        if noun is None or tree.lower[p] != "in" or tree.lower[noun] not in _VIEWS:
            return None
        if p > 0 and tree.words[p - 1] not in (",", "that"):
            return None
        of = tree.child(noun, "prep")
        holder = None if of is None or tree.lower[of] != "of" else tree.child(of, "pobj")
        return tree.child(noun, "poss") if holder is None else holder

    def _role(self, p: int, heads: tuple[int, ...]) -> Role:
        tree = self.tree
        if tree.lower[p] == "according":
            return "source"
        if tree.deps[p] == "agent":
            return "agent"
        if heads and all(is_time(tree, h) for h in heads):
            term = tree.lower[p] == "to" and tree.lemmas[tree.heads[p]] in _PUNISHING
            return "other" if term else "time"
        if heads and tree.labels[heads[0]] in PLACE_LABELS:
            return "place"
        return "other"
