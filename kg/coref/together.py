"""Of whom "they" speaks together: Ana and Ben left. |They| took the train.

Two or more persons, or bodies, that "and" joins as a subject are meant by each of them; the pronoun
is then in the chain of each. It needs a sentence with no other plural worth speaking of.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg.coref.chains import Chains, Ref

_PRONOUNS = frozenset({"they", "them"})
_KINDS = ({"Person"}, {"Organization"}, {"GeopoliticalEntity"})


def members(
    chains: Chains, ref: Ref, first: Ref, here: Sequence[Ref], barred: set[int]
) -> tuple[int, ...] | None:
    """The roots of those whom a pronoun means together, the first of them `first`; None if unsure.

    `here` are the mentions of their sentence, `barred` roots that the pronoun cannot be.
    """
    tokens = _joined(first)
    refs = [next((o for o in here if o.token == t and not o.is_pronoun), None) for t in tokens]
    told = [o for o in refs if o is not None and o.mention.number == "singular"]
    roots = tuple(dict.fromkeys(chains.root(o.index) for o in told))
    kinds = {chains.of(root).type for root in roots}
    sure = 1 < len(roots) == len(tokens) and kinds in _KINDS and not barred & {*roots}
    return roots if sure and ref.mention.text.lower() in _PRONOUNS else None


def _joined(first: Ref) -> list[int]:
    """The heads of phrases that "and" alone joins, by their tokens."""
    tree, token = first.tree, first.token
    tokens: list[int] = []
    while token not in tokens:
        tokens.append(token)
        further = tree.child(token, "conj")
        token = token if further is None else further
    words = {tree.lower[c] for t in tokens for c in tree.children(t, "cc")}
    return tokens if words == {"and"} else []
