"""Lists read as appositions, and appositions read as lists.

| rule     | example                                        | was read as |
|----------|------------------------------------------------|-------------|
| list     | praised Denmark, [its army] and its king       | apposition  |
|          | has no king, [no army] and no fleet            |             |
|          | Two bakers, [a nurse] and a priest were hurt   |             |
|          | found 90 coins, [two rings] and a key          |             |
| contrast | destroyed by rebels, not [the army]            | apposition  |
| standing | Norvik, [champions] in 1996, go home           | list        |
"""

from __future__ import annotations

from collections.abc import Iterator

from kg.syntax import SUBJECT_LABELS, Edit, Tree

_CLOSING = frozenset({",–", "—", "--"})


def list_(tree: Tree, i: int) -> Iterator[Edit]:
    """Behind a noun, its own possessions, names of one kind, or what is counted like it."""
    head = tree.heads[i]
    if tree.child(i, "conj") is None or tree.child(i, "cc") is None:
        return
    owned = tree.child(i, "poss")
    own = owned is not None and tree.tags[owned] == "PRP$"
    names = (
        tree.pos[i] == "PROPN" == tree.pos[head] and tree.labels[i] == tree.labels[head] != "GPE"
    )
    after = tree.right_edge(i) + 1
    closed = after < len(tree) and tree.words[after] in _CLOSING
    counted = _is_counted(tree, head, i) and tree.words[after : after + 1] != (",",)
    if (own or names or counted or _is_none(tree, head, i)) and not closed:
        yield i, head, "conj"


def _is_none(tree: Tree, head: int, i: int) -> bool:
    """`no king, no army`."""
    return all(any(tree.lower[c] == "no" for c in tree.children(n, "det")) for n in (head, i))


def _is_counted(tree: Tree, head: int, i: int) -> bool:
    """`two bakers, a nurse`: a number, and behind it a single one of another kind.

    Or other numbers, that of the last left out: `12 guests, seven men and five women` may be one.
    """
    several = tree.tags[head] == "NNS" and tree.child(head, "nummod") is not None
    single = any(tree.lower[c] in ("a", "an") for c in tree.children(i, "det"))
    members = tree.conjuncts(i)
    numbered = tree.child(i, "nummod") is not None
    mixed = numbered and any(tree.child(m, "nummod") is None for m in members)
    return several and (single or mixed) and tree.child(head, "det", "poss") is None


def contrast(tree: Tree, i: int) -> Iterator[Edit]:
    """What stands behind `, not` is another of the kind, and negated."""
    head = tree.heads[i]
    for c in tree.children(head, "neg"):
        if head < c < i:
            yield i, head, "conj"
            yield c, i, "neg"


def standing(tree: Tree, i: int) -> Iterator[Edit]:
    """A noun between commas behind a name that is the subject, joined to it by nothing."""
    head, after = tree.heads[i], tree.right_edge(i) + 1
    if tree.pos[head] != "PROPN" or tree.pos[i] != "NOUN" or tree.deps[head] not in SUBJECT_LABELS:
        return
    joined = any(tree.child(n, "cc", "conj") is not None for n in (head, i) if n != head)
    joined = joined or tree.child(head, "cc") is not None or len(tree.children(head, "conj")) > 1
    verb = tree.heads[head]
    between = tree.words[head + 1 : head + 2] == (",",) == tree.words[after : after + 1]
    if not joined and between and after < verb:
        yield i, head, "appos"
