"""The wording of a clause: its verb group as it stands in the sentence, and what is mere talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.clauses import Adjunct, Clause
from kg.clauses.attachment import SUBJECTS
from kg.lexicon.verbs import PASSIVE_ALONE
from kg.syntax import Tree

QUESTION_TAGS = frozenset({"WP", "WDT", "WRB"})
DISCOURSE = frozenset(
    "however also thus therefore moreover meanwhile instead furthermore nevertheless then so "
    "indeed still too first finally only just even rather hence further else as well how why "
    "when where that now".split()
)
"""Adverbs that link sentences or weigh words and tell nothing by themselves."""

_DISCOURSE_PHRASES = frozenset(
    (
        "for example", "for instance", "as a result", "in addition", "in fact", "of course",
        "on the other hand", "in other words", "in particular", "in general", "as well",
        "at least", "in turn", "by contrast", "in contrast", "as such", "at all", "after all",
    )
)  # fmt: skip
_LONGEST_PHRASE = 4
"""Words of the longest of these."""

_REAL = frozenset("by after before since while when upon on".split())
"""Prepositions whose gerund happens; one behind `instead of` or `for` may not."""


def is_discourse(tree: Tree, adjunct: Adjunct) -> bool:
    """Whether the adjunct only links the sentence to another (for example)."""
    words = tree.subtree(adjunct.top)
    return len(words) <= _LONGEST_PHRASE and tree.text(words).lower() in _DISCOURSE_PHRASES


def is_unreal(tree: Tree, clause: Clause) -> bool:
    """Whether the clause is a gerund that need not happen (instead of asking)."""
    return clause.attachment == "gerund" and tree.lower[tree.heads[clause.top]] not in _REAL


def has_word(tree: Tree, tokens: Iterable[int]) -> bool:
    """Whether there is more than punctuation and the names of brackets (-LRB-)."""
    return any(tree.words[i][:1].isalnum() for i in tokens)


def verb_group(tree: Tree, clause: Clause) -> list[int]:
    """The verbs of the clause with their auxiliaries, negations, particles and inner adverbs."""
    found = [*clause.chain, *clause.particles]
    for q in clause.chain:
        found += tree.children(q, "aux", "auxpass", "neg", "prt")
        found += _adverbs_within(tree, q)
        if tree.pos[q] == "ADJ":
            found += [k for c in tree.children(q, "advmod", "npadvmod") for k in tree.subtree(c)]
    found += _inner_complements(tree, clause)
    return sorted({*found, *_shared_auxiliaries(tree, clause.verb)})


def _inner_complements(tree: Tree, clause: Clause) -> Iterator[int]:
    """`it is hard to find a flat`: what stands between the verbs of a chain belongs to them."""
    for q in clause.chain[:-1]:
        for c in tree.children(q, "acomp", "attr", "oprd"):
            if c not in clause.chain and c < clause.verb and tree.child(c, *SUBJECTS) is None:
                yield from tree.subtree(c, clause.chain)


def _adverbs_within(tree: Tree, q: int) -> Iterator[int]:
    """Adverbs between subject and verb, or between verb and what follows it."""
    own = tree.children(q, *SUBJECTS)
    for c in tree.children(q, "advmod"):
        before = c < q and (c > own[-1] if own else (q - c <= 2 and c > 0))
        after = (
            c == q + 1
            and tree.tags[c] == "RB"
            and not tree.children(c)
            and c + 1 < len(tree)
            and tree.pos[c + 1] != "PUNCT"
        )
        if before:
            yield from tree.subtree(c)
        elif after:
            yield c


def _shared_auxiliaries(tree: Tree, v: int) -> list[int]:
    """Those of the first conjunct (were built and sold)."""
    if tree.deps[v] != "conj" or tree.child(v, "aux", "auxpass", *SUBJECTS) is not None:
        return []
    first = tree.heads[v]
    while tree.deps[first] == "conj" and tree.child(first, "aux", "auxpass", *SUBJECTS) is None:
        first = tree.heads[first]
    if (
        tree.lower[first] in PASSIVE_ALONE
        or tree.tags[first] != tree.tags[v]
        or tree.tags[v] not in ("VBN", "VB", "VBG")
    ):
        return []
    return list(tree.children(first, "aux", "auxpass"))


def branch_towards(tree: Tree, head: int, v: int) -> int | None:
    """The child of `head` under which `v` hangs, None if it hangs elsewhere."""
    previous = v
    for i in tree.ancestors(v):
        if i == head:
            return previous
        previous = i
    return None
