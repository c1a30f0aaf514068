"""What somebody is accused, robbed or told of belongs to the verb, not to his own name.

| rule   | example                                       | was read as                |
|--------|-----------------------------------------------|----------------------------|
| charge | accused the commission [of fraud]             | a commission of fraud      |
|        | informed the head of the bank [of the plan]   | a bank of the plan         |
| (none) | convicted the head [of the bank]              |                            |
|        | robbed the museum [of Rome]                   |                            |
"""

from __future__ import annotations

from collections.abc import Iterator

from kg.lexicon import nouns
from kg.lexicon.roles import COLLECTIVES, OFFICES
from kg.syntax import Edit, Tree

_OF = frozenset(
    "accuse convict acquit suspect rob deprive inform warn remind strip cure rid".split()
)
"""Verbs that name with `of` what their object did, loses or learns."""

_WHOLES = frozenset({"Person", "Group", "Organization", "GeopoliticalEntity", "Location", "Place"})
_MEMBERS = frozenset("member number hundred thousand dozen score crowd half".split())


def charge(tree: Tree, i: int) -> Iterator[Edit]:
    """An `of` within the object of such a verb, where it does not say whose or which it is."""
    noun = tree.heads[i]
    while tree.deps[noun] == "pobj" and tree.lower[tree.heads[noun]] == "of":
        noun = tree.heads[tree.heads[noun]]
    verb, told = tree.heads[noun], tree.child(i, "pobj", "pcomp")
    if tree.lower[i] != "of" or told is None or not verb < noun < i:
        return
    taken = any(tree.lower[c] == "of" for c in tree.children(verb, "prep"))
    if tree.deps[noun] != "dobj" or tree.lemmas[verb] not in _OF or taken:
        return
    if not _says_which(tree, tree.heads[i], told):
        yield i, verb, "prep"


def _says_which(tree: Tree, noun: int, told: int) -> bool:
    """`the head of [the bank]`, `the museum of [Rome]`, `members of [the crew]`."""
    named = tree.pos[told] == "PROPN" and tree.words[told][0].isupper()
    if named or tree.lemmas[noun].lower() in _MEMBERS | COLLECTIVES:
        return True
    kind = nouns.noun(tree.lemmas[told].lower()).type
    owned = tree.child(told, "poss") is not None
    office = tree.lemmas[noun].lower() in OFFICES and tree.child(told, "det") is not None
    return not owned and (kind in _WHOLES or (office and kind not in ("", "Event")))
