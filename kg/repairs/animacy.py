"""Which nouns are of persons: what is told by `who`, and not by `which`."""

from __future__ import annotations

from kg.lexicon import nouns
from kg.lexicon.roles import OFFICES
from kg.syntax import TIME_LABELS, Tree

PERSONS = frozenset({"Person", "Group"})
"""Classes of entities that are persons, or consist of persons."""


def is_person(tree: Tree, i: int) -> bool:
    """Whether the noun at `i` names a person or a group of persons.

    A name is what its label says (the Rangers are a club); an office has none (the Minister).
    """
    label, lemma = tree.labels[i], tree.lemmas[i].lower()
    if label in ("PERSON", "NORP"):
        return True
    if tree.pos[i] == "PROPN":
        return not label and lemma in OFFICES
    return label not in TIME_LABELS and nouns.noun(lemma).type in PERSONS
