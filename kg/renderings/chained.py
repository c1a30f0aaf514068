"""Clauses -> binary triples in the wording of their sentence, one for each phrase.

Where the edges of a graph (binary.py) normalise the relation, this rendering keeps every word
and lets the relation grow along the clause: each phrase is the object of a relation that holds
what stands before it. It is the form of chained binary facts (BenchIE, Gashteovski et al. 2022).

| grows by         | example                              | triple                                     |
|------------------|--------------------------------------|--------------------------------------------|
| nothing          | Ana sold the mill in May.            | (Ana; sold; the mill)                      |
| the object       |                                      | (Ana; sold the mill in; May)               |
| a noun's phrase  | Ana runs a club in the town of Ulm.  | (Ana; runs a club in; the town)            |
|                  |                                      | (Ana; runs a club in the town of; Ulm)     |
| an infinitive    | Ana has a plan to sell the mill.     | (Ana; has a plan to sell; the mill)        |
| a participle     | Ana owns a mill built by monks.      | (Ana; owns a mill built by; monks)         |
| a purpose        | Ana came to see Bo.                  | (Ana; came to see; Bo)                     |
| an agent         | It was sold by Ana to Bo.            | (It; was sold by Ana to; Bo)               |
| a clause         | The snag is that Ana owns a mill.    | (The snag; is that Ana owns; a mill)       |

Adverbs that only link sentences are left out, a phrase in front of the clause comes last, a
quantity keeps what it is of, a place the place in which it lies.

Coordination is spread over subjects, objects and what is said; the noun that a relative clause lacks is put
where it belongs.
"""  # noqa: E501

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kg.clauses import Adjunct, Clause, is_time, prepositional
from kg.clauses.factuality import StatusReader
from kg.clauses.phrases import core, trimmed, whole
from kg.lexicon.quantities import SHARES
from kg.lexicon.verbs import SPEECH
from kg.model import Triple
from kg.renderings.borrowing import borrowed, loose
from kg.renderings.confidence import confidence, of_link
from kg.renderings.wording import (
    DISCOURSE,
    branch_towards,
    has_word,
    is_discourse,
    is_unreal,
    verb_group,
)
from kg.syntax import SUBJECT_LABELS, TIME_LABELS, Tree

MOST_SUBJECTS = 12
"""A longer coordination is a list."""

DEEPEST = 3
"""So many nouns follow one another by prepositions at most."""

PARTITIVES = SHARES | frozenset(
    "portion variety range lot series part combination group set kind type form total amount piece "
    "pair row member thousand million hundred bit most one moment bunch cluster array host "
    "selection collection sort minority rest remainder bulk plenty stretch".split()
)
"""Nouns that say nothing without what they are of."""

_EMPTY = frozenset({"WP", "WDT", "WRB", "EX"})
_BEYOND = ("relcl", "acl", "appos", "advcl", "conj", "cc")
_PLACES = frozenset({"GPE", "LOC"})
_ASIDE_MARKS = frozenset(", -- - ; (".split())


@dataclass(frozen=True, slots=True)
class _Link:
    """A relation with the phrase it leads to, as tokens in the order in which they are read."""

    relation: tuple[int, ...]
    object: tuple[int, ...]
    head: int
    steps: int = 0


class ChainedRenderer:
    """Renders the clauses of one sentence."""

    def __init__(self, tree: Tree, statuses: StatusReader, dropped: Counter[str]) -> None:
        self._tree = tree
        self._statuses = statuses
        self._dropped = dropped
        self._by_verb: dict[int, Clause] = {}

    def triples(self, clauses: Iterable[Clause]) -> list[Triple]:
        """The triples of the sentence, each wording once."""
        found: dict[tuple[str, ...], Triple] = {}
        worded = [w.clause for w in borrowed(self._tree, tuple(clauses), (loose,))]
        self._by_verb = {clause.verb: clause for clause in worded}
        for clause in worded:
            for triple in self._of_clause(clause):
                key = (triple.subject.text, triple.surface, *(o.text for o in triple.objects))
                found.setdefault(key, triple)
        return list(found.values())

    def _of_clause(self, clause: Clause) -> Iterator[Triple]:
        if clause.subject is None or clause.existential:
            self._dropped["no subject"] += 1
            return
        if clause.attachment in ("purpose", "infinitive") or is_unreal(self._tree, clause):
            return
        links = list(self._through(clause) or self._links(clause))
        for head in self._tree.conjuncts(clause.subject)[:MOST_SUBJECTS]:
            subject = self._subject(head, clause.verb)
            for link in links:
                if subject and has_word(self._tree, link.object) and link.head != head:
                    yield self._triple(clause, subject, head, link)

    def _subject(self, head: int, v: int) -> list[int]:
        tree = self._tree
        if tree.tags[head] in _EMPTY:
            return []
        cut = branch_towards(tree, head, v)
        others = tree.children(head, "conj", "cc", "preconj", "relcl", "appos", "acl")
        tokens = whole(tree, head, others if cut is None else (*others, cut))
        return trimmed(tree, [t for t in tokens if t <= head or cut is None or t < cut])

    # --- links

    def _through(self, clause: Clause) -> list[_Link]:
        """`the snag is that Ana owns ...`: the links of the clause that a copula introduces."""
        tree = self._tree
        inner = None if clause.content is None else self._by_verb.get(clause.content)
        if inner is None or inner.subject is None or tree.lemmas[clause.verb] != "be":
            return []
        mark = tree.child(inner.verb, "mark")
        if mark is None:
            return []
        stem = (*verb_group(tree, clause), mark, *whole(tree, inner.subject))
        links = self._links(inner)
        return [replace(link, relation=(*stem, *link.relation)) for link in links]

    def _links(self, clause: Clause) -> Iterator[_Link]:
        stem = self._stem(clause)
        if self._is_content(clause):
            yield from self._content(clause, stem)
            return
        prefix = stem
        for recipient in clause.recipients:
            yield self._link(stem, recipient)
            prefix = (*stem, *self._base(recipient))
        target = (*clause.objects, *clause.complements)[:1]
        for first in target:
            yield from self._objects(clause, prefix, first)
            prefix = (*prefix, *self._base(first))
        phrases = list(self._phrases(clause, prefix, bool(target)))
        yield from phrases
        yield from self._purposes(clause, prefix)
        yield from self._adverbs(clause, prefix, alone=not target and not phrases)

    def _adverbs(self, clause: Clause, prefix: tuple[int, ...], *, alone: bool) -> Iterator[_Link]:
        """Adverbs with a measure (several years later), others only where nothing else is said."""
        tree = self._tree
        group = verb_group(tree, clause)
        first = next((a for a in clause.adjuncts if a.top > clause.top and a.heads), None)
        for adverb in clause.adverbs:
            measured = tree.child(adverb, "npadvmod") is not None
            if adverb in group or not (measured or (alone and adverb > clause.verb)):
                continue
            last = adverb < clause.verb and not clause.objects and not clause.complements
            stem = self._behind(prefix, first if last else None)
            yield _Link(stem, tuple(tree.subtree(adverb)), adverb)

    def _stem(self, clause: Clause) -> tuple[int, ...]:
        """The verb group without adverbs that only link sentences."""
        tree = self._tree
        kept = {*clause.chain, *clause.particles}
        return tuple(
            i
            for i in verb_group(tree, clause)
            if i in kept or tree.deps[i] != "advmod" or tree.lower[i] not in DISCOURSE
        )

    def _phrases(
        self, clause: Clause, prefix: tuple[int, ...], with_object: bool
    ) -> Iterator[_Link]:
        """The adjuncts, each behind the object and an agent; those in front of the clause last."""
        tree = self._tree
        adjuncts = [a for a in clause.adjuncts if not is_discourse(tree, a)]
        later = [a for a in adjuncts if a.top > clause.top]
        agent = next((a for a in later if a.role == "agent" and a.heads), None)
        first = next((a for a in later[:1] if a.marker and a.heads), None)
        for adjunct in later:
            behind = agent if agent is not None and agent.top < adjunct.top else None
            yield from self._adjunct(adjunct, self._behind(prefix, behind), int(with_object))
        for adjunct in adjuncts:
            if adjunct.top < clause.top:
                behind = agent or (None if with_object else first)
                yield from self._adjunct(adjunct, self._behind(prefix, behind), int(with_object))

    def _behind(self, prefix: tuple[int, ...], adjunct: Adjunct | None) -> tuple[int, ...]:
        if adjunct is None:
            return prefix
        return (*prefix, *adjunct.marker, *self._base(adjunct.heads[0]))

    def _is_content(self, clause: Clause) -> bool:
        """A clause before the verb is content only of a verb of saying."""
        if clause.content is None or clause.objects:
            return False
        return clause.content > clause.verb or self._tree.lemmas[clause.verb] in SPEECH

    def _content(self, clause: Clause, stem: tuple[int, ...]) -> Iterator[_Link]:
        """What is said, each of several coordinated clauses with its subject."""
        tree, content = self._tree, clause.content
        assert content is not None
        members = [c for c in tree.conjuncts(content) if tree.pos[c] in ("VERB", "AUX")]
        own = tree.child(content, *SUBJECT_LABELS)
        for member in members if len(members) > 1 else [content]:
            beyond = tree.children(member, "conj", "cc") if len(members) > 1 else []
            tokens = tree.subtree(member, [*beyond, clause.verb])
            if member != content and own is not None and not _has_subject(tree, member):
                tokens = [*tree.subtree(own), *tokens]
            yield _Link(stem, tuple(trimmed(tree, sorted(tokens))), member)

    def _purposes(self, clause: Clause, prefix: tuple[int, ...]) -> Iterator[_Link]:
        tree = self._tree
        for c in tree.children(clause.verb, "advcl", "xcomp"):
            free = tree.child(c, *SUBJECT_LABELS, "mark") is None
            if tree.tags[c] == "VB" and free and c > clause.verb and c not in clause.chain:
                yield from self._verbal(prefix, c, 1)

    def _objects(self, clause: Clause, stem: tuple[int, ...], first: int) -> Iterator[_Link]:
        tree = self._tree
        if first == clause.antecedent:
            yield self._link(stem, first)
            return
        for k in tree.conjuncts(first):
            phrases = [p for p in tree.children(k, "prep") if p > k and p not in self._own_of(k)]
            if tree.deps[k] != "acomp" or not phrases:
                yield self._link(stem, k)
            yield from self._around(stem, k, 0)

    def _around(self, stem: tuple[int, ...], noun: int, steps: int) -> Iterator[_Link]:
        """The noun with all that follows it, and what follows it phrase by phrase."""
        tree = self._tree
        base = self._base(noun)
        phrases = [
            p for c in self._carriers(noun) for p in tree.children(c, "prep") if p not in base
        ]
        phrases = [p for p in phrases if p > noun]
        if phrases and not steps:
            cut = [c for c in tree.subtree(noun) if c > noun and tree.deps[c] in _BEYOND]
            yield _Link(stem, tuple(whole(tree, noun, cut)), noun, steps)
        if steps < DEEPEST:
            for p in phrases:
                for adjunct in prepositional(tree, p):
                    yield from self._adjunct(adjunct, (*stem, *base), steps + 1)
            for c in tree.children(noun, "acl"):
                aside = tree.words[tree.left_edge(c) - 1] in _ASIDE_MARKS
                if tree.tags[c] in ("VB", "VBG", "VBN") and not aside:
                    yield from self._verbal((*stem, *base), c, steps + 1)

    def _adjunct(self, adjunct: Adjunct, prefix: tuple[int, ...], steps: int) -> Iterator[_Link]:
        tree = self._tree
        if not adjunct.marker:
            if tree.deps[adjunct.top] == "npadvmod":
                yield _Link(prefix, tuple(whole(tree, adjunct.top)), adjunct.top, steps)
            return
        first = adjunct.marker[0]
        instead = [c for c in tree.children(first, "advmod") if tree.lower[c] == "instead"]
        stem = (*prefix, *instead, *adjunct.marker)
        for verb in tree.children(adjunct.marker[-1], "pcomp"):
            if tree.pos[verb] in ("VERB", "AUX"):
                yield from self._verbal(stem, verb, steps + 1)
        for noun in [*adjunct.heads, *self._surrounding(adjunct)]:
            if tree.lower[noun] == "order" and tree.lower[adjunct.marker[-1]] == "in":
                for verb in tree.children(noun, "acl"):
                    yield from self._verbal((*stem, noun), verb, steps)
            elif tree.tags[noun] not in _EMPTY:
                yield self._link(stem, noun, steps)
                yield from self._around(stem, noun, steps)

    def _surrounding(self, adjunct: Adjunct) -> Iterator[int]:
        """`in Ulm, Germany`: also in Germany."""
        tree = self._tree
        for noun in adjunct.heads:
            for c in tree.children(noun, "appos"):
                if tree.labels[c] in _PLACES and tree.labels[noun] in _PLACES | {"FAC", "ORG"}:
                    yield c

    def _verbal(self, prefix: tuple[int, ...], verb: int, steps: int) -> Iterator[_Link]:
        """An infinitive, gerund or participle that carries the relation on."""
        tree = self._tree
        if steps > DEEPEST:
            return
        group = sorted([verb, *tree.children(verb, "aux", "auxpass", "neg", "prt")])
        stem = (*prefix, *group)
        for first in tree.children(verb, "dobj", "attr", "oprd", "acomp")[:1]:
            for noun in tree.conjuncts(first):
                yield self._link(stem, noun, steps)
                yield from self._around(stem, noun, steps)
            stem = (*stem, *self._base(first))
        for p in tree.children(verb, "prep", "agent"):
            for adjunct in prepositional(tree, p):
                yield from self._adjunct(adjunct, stem, steps + 1)

    # --- phrases

    def _link(self, stem: Sequence[int], noun: int, steps: int = 0) -> _Link:
        return _Link(tuple(dict.fromkeys(stem)), self._base(noun), noun, steps)

    def _base(self, noun: int) -> tuple[int, ...]:
        """The noun with what stands before it, and `of` within a name or behind a quantity.

        A date is one (December 31, 1963; May of that year).
        """
        tree = self._tree
        counted = self._is_counted(noun)
        if dated := self._date(noun):
            return dated
        tokens = core(tree, noun, of=counted or bool(self._own_of(noun)))
        for c in tree.children(noun, "npadvmod"):
            if not counted and c > noun and tree.left_edge(c) == tokens[-1] + 1:  # ten euros a day
                tokens += tree.subtree(c)
        return tuple(tokens)

    def _is_counted(self, noun: int) -> bool:
        """Whether the noun needs what it is of: a quantity, or a time of a time."""
        tree = self._tree
        if tree.lemmas[noun].lower() in PARTITIVES:
            return True
        of = next((p for p in tree.children(noun, "prep") if tree.lower[p] == "of"), None)
        inner = None if of is None else tree.child(of, "pobj")
        return inner is not None and is_time(tree, noun) and is_time(tree, inner)

    def _date(self, noun: int) -> tuple[int, ...]:
        """The whole name of the date that the noun heads."""
        tree = self._tree
        if tree.labels[noun] not in TIME_LABELS or self._is_counted(noun):
            return ()
        named = next((range(b, e) for b, e, _ in tree.sent.ents if b <= noun < e), range(0))
        below = tree.subtree(noun)
        if not all(i in below for i in named):
            return ()
        return tuple(sorted({*named, *core(tree, noun, of=False)}))

    def _carriers(self, noun: int) -> list[int]:
        """The noun, and what a quantity is of: both may have a phrase behind them."""
        tree = self._tree
        if not self._is_counted(noun):
            return [noun]
        of = [p for p in tree.children(noun, "prep") if tree.lower[p] == "of"]
        return [noun, *(n for p in of for n in tree.children(p, "pobj"))]

    def _own_of(self, noun: int) -> list[int]:
        """The preposition of a name like `Bank of Scotland`."""
        tree = self._tree
        found = []
        for p in tree.children(noun, "prep"):
            target = tree.child(p, "pobj")
            named = tree.pos[noun] == "PROPN" and target is not None
            if tree.lower[p] == "of" and named and tree.pos[target or noun] in ("PROPN", "NUM"):
                found.append(p)
        return found

    def _triple(self, clause: Clause, subject: list[int], head: int, link: _Link) -> Triple:
        tree = self._tree
        status = self._statuses.of(clause)
        surface = tree.text(link.relation)
        listed = tree.deps[link.head] == "conj"
        base = of_link(clause.attachment, link.steps, link.relation, listed=listed)
        return Triple(
            sentence=tree.sent.index,
            subject=tree.argument(subject, head),
            relation=surface,
            surface=surface,
            relation_spans=tree.spans(link.relation),
            objects=(tree.argument(link.object, link.head),),
            rule=clause.attachment,
            confidence=confidence(base, tree, subject, link.relation, link.object),
            polarity=status.polarity,
            factuality=status.factuality,
            cues=tuple(dict.fromkeys(status.cues)),
            speakers=status.speakers,
        )


def _has_subject(tree: Tree, v: int) -> bool:
    return tree.child(v, *SUBJECT_LABELS) is not None
