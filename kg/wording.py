"""The wording of a clause: its verb group and its subject as they stand in the sentence."""

from __future__ import annotations

from collections.abc import Iterator

from kg.clauses import Clause
from kg.frames import SUBJECTS
from kg.syntax import Tree


def verb_group(tree: Tree, clause: Clause) -> list[int]:
    """The verbs of the clause with their auxiliaries, negations, particles and inner adverbs."""
    found = [*clause.chain, *clause.particles]
    for q in clause.chain:
        found += tree.children(q, "aux", "auxpass", "neg", "prt")
        found += _adverbs_within(tree, q)
        if tree.pos[q] == "ADJ":
            found += [k for c in tree.children(q, "advmod", "npadvmod") for k in tree.subtree(c)]
    return sorted({*found, *_shared_auxiliaries(tree, clause.verb)})


def _adverbs_within(tree: Tree, q: int) -> Iterator[int]:
    """Adverbs between subject and verb, or between verb and its preposition."""
    own = tree.children(q, *SUBJECTS)
    for c in tree.children(q, "advmod"):
        before = c < q and (c > own[-1] if own else (q - c <= 2 and c > 0))
        after = (
            c == q + 1
            and tree.tags[c] == "RB"
            and not tree.children(c)
            and c + 1 < len(tree)
            and tree.deps[c + 1] in ("prep", "agent")
            and tree.heads[c + 1] == q
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
    if (
        tree.lower[first] == "born"
        or tree.tags[first] != tree.tags[v]
        or tree.tags[v] not in ("VBN", "VB", "VBG")
    ):
        return []
    return tree.children(first, "aux", "auxpass")


def branch_towards(tree: Tree, head: int, v: int) -> int | None:
    """The child of `head` under which `v` hangs, None if it hangs elsewhere."""
    previous = v
    for i in tree.ancestors(v):
        if i == head:
            return previous
        previous = i
    return None
