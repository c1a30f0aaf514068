"""Labels of names that the pipeline gives wrongly or not at all, from the gazetteer."""

from __future__ import annotations

from dataclasses import replace

from kg.lexicon import gazetteer
from kg.syntax import Tree

_CONFUSED = frozenset({"PERSON", "ORG", "LANGUAGE", "NORP", "PRODUCT"})


def labelled(tree: Tree) -> Tree:
    """Names of countries and cities, and what belongs to a country, labelled by the gazetteer."""
    doubtful = {
        first for first, end, label in tree.sent.ents if end - first == 1 and label in _CONFUSED
    }
    found: list[tuple[int, int, str]] = []
    for i, pos in enumerate(tree.pos):
        word = tree.words[i]
        if pos not in ("PROPN", "ADJ") or not word[:1].isupper():
            continue
        if tree.labels[i] and i not in doubtful:
            continue
        if pos == "ADJ":
            if not tree.labels[i] and gazetteer.adjective(word) is not None:
                found.append((i, i + 1, "NORP"))
        elif _stands_alone(tree, i) and gazetteer.place(word) is not None:
            found.append((i, i + 1, "GPE"))
    if not found:
        return tree
    new = {first for first, _, _ in found}
    kept = [e for e in tree.sent.ents if e[0] not in new]
    return Tree(replace(tree.sent, ents=tuple(sorted([*kept, *found]))))


def _stands_alone(tree: Tree, i: int) -> bool:
    """No part of a longer name and no person's: neither name nor title beside it."""
    beside = [j for j in (i - 1, i + 1) if 0 <= j < len(tree)]
    return all(tree.pos[j] != "PROPN" and tree.words[j] not in ("-", "&") for j in beside)
