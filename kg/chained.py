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

Coordination is spread over subjects and objects; the noun that a relative clause lacks is put
where it belongs.
"""  # noqa: E501

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.clauses import Adjunct, Clause, prepositional
from kg.factuality import StatusReader
from kg.model import Triple
from kg.phrases import core, trimmed, whole
from kg.syntax import Tree
from kg.wording import branch_towards, verb_group

MOST_SUBJECTS = 12
"""A longer coordination is a list."""

DEEPEST = 3
"""So many nouns follow one another by prepositions at most."""

QUANTITIES = frozenset(
    "portion number variety range lot series part combination group set majority percent kind "
    "type form total amount piece pair couple row member thousand million hundred dozen bit "
    "most one".split()
)
"""Nouns that say nothing without what they are of."""

CONFIDENCE = {
    "main": 0.8,
    "content": 0.7,
    "relative": 0.7,
    "control": 0.6,
    "adverbial": 0.6,
    "participle": 0.65,
    "infinitive": 0.4,
    "purpose": 0.4,
    "free": 0.5,
    "gerund": 0.4,
}
_PER_STEP = 0.9
_EMPTY = frozenset({"WP", "WDT", "WRB", "EX"})


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

    def triples(self, clauses: Iterable[Clause]) -> list[Triple]:
        """The triples of the sentence, each wording once."""
        found: dict[tuple[str, ...], Triple] = {}
        for clause in clauses:
            for triple in self._of_clause(clause):
                key = (triple.subject.text, triple.surface, *(o.text for o in triple.objects))
                found.setdefault(key, triple)
        return list(found.values())

    def _of_clause(self, clause: Clause) -> Iterator[Triple]:
        if clause.subject is None or clause.existential:
            self._dropped["no subject"] += 1
            return
        if clause.attachment in ("purpose", "infinitive"):
            return
        links = list(self._links(clause))
        for head in self._tree.conjuncts(clause.subject)[:MOST_SUBJECTS]:
            subject = self._subject(head, clause.verb)
            for link in links:
                if subject and link.object and link.head != head:
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

    def _links(self, clause: Clause) -> Iterator[_Link]:
        tree = self._tree
        stem = tuple(verb_group(tree, clause))
        if clause.content is not None and not clause.objects:
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
        found = False
        for adjunct in clause.adjuncts:
            for link in self._adjunct(adjunct, prefix, 1 if target else 0):
                found = True
                yield link
        yield from self._purposes(clause, prefix)
        if not target and not found:
            for adverb in clause.adverbs:
                if adverb not in stem and adverb > clause.verb:
                    yield _Link(stem, tuple(tree.subtree(adverb)), adverb)

    def _content(self, clause: Clause, stem: tuple[int, ...]) -> Iterator[_Link]:
        tree, content = self._tree, clause.content
        assert content is not None
        tokens = tree.subtree(content, (clause.verb,))
        mark = tree.child(content, "mark")
        if mark is not None and tree.lower[mark] == "that":
            stem = (*stem, mark)
            tokens = [t for t in tokens if t != mark]
        yield _Link(stem, tuple(trimmed(tree, tokens)), content)

    def _purposes(self, clause: Clause, prefix: tuple[int, ...]) -> Iterator[_Link]:
        tree = self._tree
        for c in tree.children(clause.verb, "advcl", "xcomp"):
            free = tree.child(c, "nsubj", "nsubjpass", "mark") is None
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
        phrases = [p for p in tree.children(noun, "prep") if p > noun and p not in base]
        if phrases:
            cut = tree.children(noun, "conj", "cc", "relcl", "acl", "appos")
            yield _Link(stem, tuple(whole(tree, noun, cut)), noun, steps)
        if steps < DEEPEST:
            for p in phrases:
                for adjunct in prepositional(tree, p):
                    yield from self._adjunct(adjunct, (*stem, *base), steps + 1)
            for c in tree.children(noun, "acl"):
                if tree.tags[c] in ("VB", "VBG", "VBN"):
                    yield from self._verbal((*stem, *base), c, steps + 1)

    def _adjunct(self, adjunct: Adjunct, prefix: tuple[int, ...], steps: int) -> Iterator[_Link]:
        tree = self._tree
        if not adjunct.marker:
            if tree.deps[adjunct.top] == "npadvmod":
                yield _Link(prefix, tuple(whole(tree, adjunct.top)), adjunct.top, steps)
            return
        stem = (*prefix, *adjunct.marker)
        for verb in tree.children(adjunct.marker[-1], "pcomp"):
            if tree.pos[verb] in ("VERB", "AUX"):
                yield from self._verbal(stem, verb, steps + 1)
        for noun in adjunct.heads:
            if tree.tags[noun] not in _EMPTY:
                yield self._link(stem, noun, steps)
                yield from self._around(stem, noun, steps)

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
        tokens = self._base(noun)
        if self._tree.lemmas[noun].lower() in QUANTITIES:
            tokens = tuple(core(self._tree, noun))
        return _Link(tuple(stem), tokens, noun, steps)

    def _base(self, noun: int) -> tuple[int, ...]:
        """The noun with what stands before it, and `of` within a name."""
        tree = self._tree
        return tuple(core(tree, noun, of=bool(self._own_of(noun))))

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
        value = CONFIDENCE[clause.attachment] * _PER_STEP**link.steps
        return Triple(
            sentence=tree.sent.index,
            subject=tree.argument(subject, head),
            relation=surface,
            surface=surface,
            relation_spans=tree.spans(link.relation),
            objects=(tree.argument(link.object, link.head),),
            rule=clause.attachment,
            confidence=round(value, 3),
            polarity=status.polarity,
            factuality=status.factuality,
            cues=tuple(dict.fromkeys(status.cues)),
            speakers=status.speakers,
        )
