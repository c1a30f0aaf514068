"""A verb read as a plural noun: `Russia [arms] the rebels`, `Orion [plans] to appeal`.

Where a sentence has no verb at all, between a name and a noun phrase, and only for words that
are verbs as often as plurals; or where the parser gives the noun a subject and an infinitive.
"""

from __future__ import annotations

from dataclasses import replace

from kg.syntax import Tree

_HOMOGRAPHS = frozenset(
    "aid arm attack back ban battle block bomb boost buy challenge charge claim court cut face "
    "fear fight fire fund halt head help hit honor honour host hunt jail join kill lead mourn name "
    "order plan pledge praise probe raid reject rescue rule sanction sentence shell shoot slam "
    "sponsor strike sue support target tax test threaten urge veto visit vow warn win".split()
)
_NAMES = frozenset({"NNP", "NNPS"})
_OPENS = frozenset({"NNP", "NNPS", "NN", "NNS", "DT", "PRP$", "JJ", "CD"})
"""Tags with which a noun phrase begins."""


def retagged(tree: Tree) -> Tree:
    """The tree with such a noun as its main verb, the same tree where there is none."""
    for v in range(len(tree)):
        if tree.tags[v] == "NNS" and _governs_infinitive(tree, v):
            return _as_verb(tree, v)
    if any(tag.startswith("VB") or tag == "MD" for tag in tree.tags):
        return tree
    found = [v for v in range(1, len(tree) - 1) if _is_verb(tree, v)]
    return _with_verb(tree, found[0]) if len(found) == 1 else tree


def _governs_infinitive(tree: Tree, v: int) -> bool:
    """Whether the parser gives a noun what only a verb has: Orion |plans| to appeal."""
    subject, infinitive = tree.child(v, "nsubj"), tree.child(v, "xcomp")
    return (
        subject is not None
        and subject < v
        and infinitive is not None
        and tree.tags[infinitive] == "VB"
        and not tree.children(v, "det", "poss", "amod", "compound", "cop")
        and tree.lemmas[v].lower() in _HOMOGRAPHS
    )


def _as_verb(tree: Tree, v: int) -> Tree:
    tags, pos = list(tree.tags), list(tree.pos)
    tags[v], pos[v] = "VBZ", "VERB"
    return Tree(replace(tree.sent, tags=tuple(tags), pos=tuple(pos)))


def _is_verb(tree: Tree, v: int) -> bool:
    return (
        tree.tags[v] == "NNS"
        and tree.lemmas[v].lower() in _HOMOGRAPHS
        and tree.tags[v - 1] in _NAMES
        and tree.tags[v + 1] in _OPENS
        and "DT" not in tree.tags[:v]
    )


def _with_verb(tree: Tree, v: int) -> Tree:
    root = next(i for i, head in enumerate(tree.heads) if head == i)
    heads, deps = list(tree.heads), list(tree.deps)
    tags, pos = list(tree.tags), list(tree.pos)
    thing = v + 1
    while heads[thing] > thing:
        thing = heads[thing]
    for i, head in enumerate(tree.heads):
        if head in (v, root) and i < v:
            heads[i] = v - 1
        elif head == v and i not in (v, thing):
            heads[i] = v if tree.deps[i] == "punct" else thing
    heads[v], deps[v], tags[v], pos[v] = v, "ROOT", "VBZ", "VERB"
    heads[v - 1], deps[v - 1] = v, "nsubj"
    heads[thing], deps[thing] = v, "dobj"
    return Tree(
        replace(tree.sent, heads=tuple(heads), deps=tuple(deps), tags=tuple(tags), pos=tuple(pos))
    )
