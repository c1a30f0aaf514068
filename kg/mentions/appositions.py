"""What the common noun beside a name tells of what it names.

| noun                 | example                              | speaks for          | weight |
|----------------------|--------------------------------------|---------------------|--------|
| before it            | farmer Ben Adler, airline Norvik     | its type            |   2500 |
| a kind of work       | the novel Cold Iron                  | Document            |   6000 |
| a firm's trade       | the brewer Tarn Bryggeri             | Organization        |   2000 |
| in apposition        | Lomé, a port                         | its type            |   2000 |
| of a work or a thing | her novel, The Salt Road             | Document, Artifact  |   3500 |
"""

from __future__ import annotations

from collections.abc import Iterable

from kg.lexicon import nouns, trades
from kg.mentions import works
from kg.mentions.lines import Name
from kg.syntax import Tree

Told = Iterable[tuple[str, int]]
"""Types with the weights that speak for each."""

SEATS = frozenset({"chair", "head", "lead", "star"})
"""Nouns for persons as well as for things: its chair, Ana Roy."""
_CALLED_ANYHOW = frozenset({"Document", "Artifact"})
"""What is called after anything: a novel, The Salt Road; a yacht, the Prince."""
_WORK_WEIGHT = 3500
_TITLE_WEIGHT = 6000  # a title outvotes its own head noun, NER and a given name together


def by_noun_before(tree: Tree, name: Name) -> Told:
    """What a common noun right before a name tells: farmer Ben Adler, airline Norvik."""
    noun, head = name.first - 1, name.last - 1
    if works.is_title(tree, name.first, name.last):
        return (("Document", _TITLE_WEIGHT),)
    if noun < 0 or tree.tags[noun] != "NN" or tree.lower[noun] in trades.BUSINESS:
        firm = noun >= 0 and tree.lower[noun] in trades.FIRMS
        return (("Organization", 2000),) if firm and not _is_given(tree, name) else ()
    kind = nouns.noun(tree.lower[noun]).type
    if kind == "Person":
        return ((kind, 2500),)
    own = tree.heads[noun] == head or tree.heads[head] == noun
    if own and tree.lower[noun] == "group":
        return (("Organization", 2500),)  # the shipping group Norvik
    return ((kind, 2500),) if own and kind in {"Organization", "Artifact", "Facility"} else ()


def by_apposition(tree: Tree, name: Name) -> Told:
    """What the common noun in apposition to a name tells."""
    kind = _apposed_noun(tree, name).type
    close = _apposed(tree, name) == name.first - 1  # which by_noun_before has seen
    if close and tree.lower[name.first - 1] in works.KINDS:
        return ()
    if kind == "Person" and _is_firm(tree, name):
        return () if close else (("Organization", 2000),)
    return ((kind, _WORK_WEIGHT if kind in _CALLED_ANYHOW else 2000),) if kind else ()


def _is_firm(tree: Tree, name: Name) -> bool:
    """Whether the noun apposed to a name is a firm's trade: the brewer Tarn Bryggeri."""
    other = _apposed(tree, name)
    firm = other is not None and tree.lemmas[other].lower() in trades.FIRMS
    return firm and not _is_given(tree, name)


def _is_given(tree: Tree, name: Name) -> bool:
    return nouns.is_first_name(tree.words[name.first])


def _apposed(tree: Tree, name: Name) -> int | None:
    """The noun in apposition to a name, or to which the name is apposed."""
    inside = range(name.first, name.last)
    head = next((i for i in reversed(inside) if tree.heads[i] not in inside), name.last - 1)
    other = tree.child(head, "appos")
    return tree.heads[head] if other is None and tree.deps[head] == "appos" else other


def _apposed_noun(tree: Tree, name: Name) -> nouns.Noun:
    """What the common noun in apposition to a name tells: Lomé, a port; the port, Lomé."""
    other = _apposed(tree, name)
    if other is None or tree.pos[other] != "NOUN" or is_listed(tree, other):
        return nouns.noun("")
    told = nouns.noun(tree.lemmas[other].lower())
    single = tree.tags[other] == "NN" or told.type in _CALLED_ANYHOW
    single = single and tree.lower[other] not in SEATS
    return told if single else nouns.noun("")


def is_listed(tree: Tree, i: int) -> bool:
    """Whether an apposition may be the next item of a list instead: Accra, the port and the bay.

    "A teacher and mother of two" describes one person, and a name right behind a noun is its
    own: the ferry Astrid and its crew.
    """
    if tree.child(i, "conj") is None or tree.heads[i] == tree.left_edge(i) - 1:
        return False
    article = tree.child(i, "det")
    return article is None or tree.words[article].lower() not in {"a", "an"}
