"""How far a noun phrase reaches when it is written out as an argument.

Two extents are used. The *whole* phrase keeps prepositional phrases and coordination; relative
clauses about things, and other clauses and appositions behind a comma, say something of their
own and are left out. The *core* keeps what stands before the head and the `of` phrase that
identifies it (`cessation of hostilities`); coordination is spread by the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.mentions.extents import few
from kg.syntax import Tree

_ASIDE = ("relcl", "acl", "appos", "parataxis", "advcl")
_BEYOND_CORE = frozenset(
    "conj cc preconj relcl acl appos parataxis advcl ccomp prep neg case nsubj".split()
)
_OF_THINGS = frozenset({"that", "which"})
_EDGE_MARKS = frozenset(", ; : -- - – — . ... ? ! ( ) and or but -LRB- -RRB-".split())
NEGATIVE = frozenset(("no", "not", "neither"))
"""Words before a noun that are no part of it but turn the polarity."""

_COMMAS = frozenset(", -- ; ( : - – — -LRB-".split())


def whole(tree: Tree, head: int, without: Iterable[int] = ()) -> list[int]:
    """Tokens of the phrase, without the branches at `without` and without asides."""
    cut = {*without}
    found, stack = [], [head]
    while stack:
        i = stack.pop()
        found.append(i)
        stack.extend(c for c in tree.children(i) if c not in cut and not _is_aside(tree, i, c))
    return trimmed(tree, sorted(found))


def _is_aside(tree: Tree, head: int, child: int) -> bool:
    """A clause or apposition set off by a comma or dash."""
    if tree.deps[child] not in _ASIDE or child < head or _is_part(tree, head, child):
        return False
    first = tree.left_edge(child)
    if tree.deps[child] == "relcl" and tree.lower[first] in _OF_THINGS:
        return True
    return first - 1 > head and tree.words[first - 1] in _COMMAS


def _is_part(tree: Tree, head: int, child: int) -> bool:
    """What tells which place is meant (Ulm, Germany), or belongs to one name or to brackets."""
    if tree.deps[child] != "appos":
        return False
    if tree.labels[child] == tree.labels[head] == "GPE":
        return True
    if any(begin <= head and child < end for begin, end, _ in tree.sent.ents):
        return True
    return tree.words[tree.left_edge(child) - 1] in ("(", "-LRB-")


def core(tree: Tree, head: int, *, of: bool = True) -> list[int]:
    """Tokens of the head with its modifiers before it and, with `of`, its `of` phrase."""
    found: list[int] = []
    nouns = [head]
    for noun in nouns:
        found.append(noun)
        for c in tree.children(noun):
            if of and tree.deps[c] == "prep" and tree.lower[c] == "of" and c > noun:
                governed = _coordinated(tree, c)
                deed = tree.child(c, "pcomp")
                found += [] if deed is None else [c, *_deed(tree, deed)]
                found += governed[1:] and [c]
                nouns += [i for i in governed if tree.pos[i] not in ("CCONJ", "PUNCT", "ADP")]
                found += [i for i in governed[1:] if tree.pos[i] in ("CCONJ", "PUNCT")]
            elif tree.deps[c] == "cc" and tree.words[c] == "&":
                found.append(c)
                nouns += tree.children(noun, "conj")
            elif _is_modifier(tree, noun, c):
                found += tree.subtree(c)
    return trimmed(tree, sorted(found))


def _deed(tree: Tree, gerund: int) -> list[int]:
    """`weeks of [fighting]`, `the risk of [losing money]`."""
    beyond = tree.children(gerund, "prep", "advcl", "conj", "cc", "npadvmod", "punct")
    return tree.subtree(gerund, beyond)


def _is_modifier(tree: Tree, noun: int, child: int) -> bool:
    if tree.lower[child] == "few" and few(tree, noun) == child:
        return False
    if tree.lower[child] in NEGATIVE or (tree.deps[child] == "npadvmod" and child > noun):
        return False
    if tree.deps[child] == "punct":
        return _is_inside_name(tree, child, noun)
    return tree.deps[child] not in _BEYOND_CORE


def _coordinated(tree: Tree, preposition: int) -> list[int]:
    """The preposition with the nouns under it, coordination with its conjunctions included.

    Nouns of different kinds (a place and a person) are a list that the parser ran together.
    """
    found = [preposition]
    for noun in tree.children(preposition, "pobj"):
        members = tree.conjuncts(noun)
        if any(tree.labels[m] != tree.labels[noun] for m in members):
            members = [noun]
        found += members
        for m in members[:-1]:
            found += [c for c in tree.children(m, "cc", "punct") if c > m]
    return found


def _is_inside_name(tree: Tree, mark: int, head: int) -> bool:
    """A hyphen or the like between parts of one word or name."""
    return mark < head and tree.words[mark] in ("-", "‐", "‑", "–", "/", "'", "’", ".", "&")


def without_determiner(tree: Tree, tokens: Sequence[int]) -> list[int]:
    """The tokens from the first that is no article or possessive."""
    skip = 0
    while skip < len(tokens) - 1 and (
        tree.tags[tokens[skip]] in ("DT", "PRP$") or tree.lower[tokens[skip]] in ("a", "an", "the")
    ):
        skip += 1
    return list(tokens[skip:])


def trimmed(tree: Tree, tokens: Sequence[int]) -> list[int]:
    """The tokens without punctuation and conjunctions at either end, quotation marks paired."""
    first, last = 0, len(tokens)
    while first < last - 1 and tree.lower[tokens[first]] in _EDGE_MARKS:
        first += 1
    while last - 1 > first and tree.lower[tokens[last - 1]] in _EDGE_MARKS:
        last -= 1
    kept = list(tokens[first:last])
    if len(kept) > 2 and tree.words[kept[-1]] in ("''", "”") and tree.words[kept[-2]] == ",":
        del kept[-2]
    marks = [i for i in kept if tree.tags[i] in ("``", "''") or tree.words[i] in ('"', "“", "”")]
    if len(marks) % 2:
        odd = marks[0] if marks[0] == kept[0] else marks[-1]
        if odd in (kept[0], kept[-1]) and len(kept) > 1:
            kept.remove(odd)
    return kept
