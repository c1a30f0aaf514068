"""Mends what a small parser typically gets wrong, by tests that hold in general.

A rule looks at the tokens with one dependency label and proposes edits: token, new head, new
label. The tests are about number, animacy, punctuation and what a verb takes, never about
particular names or topics. What one rule proposes for one token is taken as a whole, and only
if the outcome is still a tree. agreement.py, attachments.py, charges.py, lists.py,
misreadings.py and predicates.py hold the rules with an example each, labels.py corrects the labels
of names, tags.py words of another part of speech.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from kg.model import Sentence
from kg.repairs import agreement, attachments, charges, lists, misreadings, predicates
from kg.repairs.labels import labelled
from kg.repairs.tags import retagged
from kg.syntax import Edit, Tree

Rule = Callable[[Tree, int], Iterator[Edit]]

RULES: Mapping[str, tuple[Rule, ...]] = {
    "appos": (
        lists.list_,
        lists.contrast,
        agreement.several,
        misreadings.title,
        attachments.holder,
        misreadings.teller,
        misreadings.day,
    ),
    "relcl": (
        attachments.which,
        agreement.who,
        agreement.which,
        attachments.statement,
        attachments.told,
    ),
    "acl": (attachments.participle, attachments.statement, predicates.active),
    "advcl": (attachments.price, predicates.asked, predicates.aimed),
    "advmod": (
        misreadings.day,
        misreadings.short,
    ),
    "neg": (misreadings.plea,),
    "conj": (
        predicates.tense,
        predicates.inserted,
        predicates.resumed,
        predicates.partitive,
        lists.standing,
        agreement.one,
    ),
    "xcomp": (attachments.purpose,),
    "oprd": (misreadings.office, misreadings.judged, attachments.described),
    "npadvmod": (attachments.day, misreadings.object_, attachments.named),
    "compound": (misreadings.report, misreadings.owner),
    "ROOT": (predicates.verbless,),
    "ccomp": (predicates.apart,),
    "csubj": (misreadings.born, predicates.apart),
    "nsubj": (
        misreadings.aside,
        misreadings.hyphens,
        misreadings.mark,
        predicates.swallowed,
        agreement.one,
    ),
    "nsubjpass": (agreement.one, predicates.finite),
    "dobj": (
        misreadings.hyphens,
        misreadings.office,
        misreadings.score,
        misreadings.that,
        misreadings.later,
        misreadings.day,
        attachments.named,
    ),
    "case": (misreadings.owner,),
    "nummod": (misreadings.day, misreadings.year),
    "pobj": (misreadings.hyphens,),
    "prep": (
        charges.charge,
        attachments.matter,
        attachments.sum_,
        attachments.stock,
        attachments.said_when,
        attachments.origin,
        attachments.beyond,
        attachments.aside,
        attachments.way,
        misreadings.day,
        predicates.while_,
    ),
    "punct": (misreadings.hyphens,),
}


_SHARED = 512
"""Sentences whose trees are kept for the steps that read them in turn: a long document's."""


def read_tree(sent: Sentence) -> Tree:
    """The tree of a sentence; the repairs are made for prose and for nothing else."""
    return mended_tree(sent) if sent.kind == "prose" else Tree(sent)


@lru_cache(maxsize=_SHARED)
def mended_tree(sent: Sentence) -> Tree:
    """The tree of a sentence of whatever kind, its attachments repaired.

    It is shared: mentions, quotations, clauses and coreference each read the trees of a document.
    """
    return mended(Tree(sent))


def mended(tree: Tree) -> Tree:
    """The tree with its attachments repaired, the same one where nothing is to be done."""
    tree = labelled(retagged(tree))
    heads, deps = list(tree.heads), list(tree.deps)
    for i, dep in enumerate(tree.deps):
        for rule in RULES.get(dep, ()):
            edits = list(rule(tree, i))
            if edits and _is_tree(_changed(heads, edits)):
                heads = _changed(heads, edits)
                for token, _, label in edits:
                    deps[token] = label
    if heads == list(tree.heads) and deps == list(tree.deps):
        return tree
    return Tree(replace(tree.sent, heads=tuple(heads), deps=tuple(deps)))


def _changed(heads: list[int], edits: list[Edit]) -> list[int]:
    changed = list(heads)
    for token, head, _ in edits:
        changed[token] = head
    return changed


def _is_tree(heads: list[int]) -> bool:
    """Whether every token reaches a root."""
    safe = {i for i, head in enumerate(heads) if head == i}
    for start in range(len(heads)):
        path: list[int] = []
        i = start
        while i not in safe:
            if len(path) > len(heads):
                return False
            path.append(i)
            i = heads[i]
        safe.update(path)
    return bool(safe)
