"""Attachments that the number of a verb decides.

| rule    | example                                              | was read as           |
|---------|------------------------------------------------------|-----------------------|
| who     | the head of the Greens, [who was ill]                | Greens who was ill    |
|         | boys with a kite, [who ran]                          | a kite who ran        |
| one     | A suit filed by Bo and [a baker] was lost            | suit and baker lost   |
| several | A lane in Bari, [a hill] and a gull are named so     | Bari is a hill        |
| which   | has a post at Oxford, [which she has not taken]      | takes Oxford          |
|         | near the mill in Bern, [which employs 60 men]        | Bern employs them     |
"""

from __future__ import annotations

from collections.abc import Iterator

from kg.lexicon import nouns
from kg.repairs.animacy import PERSONS, is_person
from kg.syntax import SUBJECT_LABELS, TIME_LABELS, Edit, Tree

_SINGULAR = frozenset({"was", "is", "has"})
_PLURAL = frozenset({"were", "are", "have"})
_OF_BUILDINGS = frozenset(
    "employ produce make manufacture assemble process treat serve supply generate house open close "
    "shut train teach own run sell store show stage exhibit collapse reopen".split()
)
"""Verbs for what a mill, a school or a firm does rather than the town in which it stands."""


def _finite(tree: Tree, v: int) -> int:
    """The word of a verb group that shows its number."""
    return next(iter(tree.children(v, "aux", "auxpass")), v)


def is_singular(tree: Tree, v: int) -> bool:
    """Whether a verb can only have a single subject."""
    first = _finite(tree, v)
    return tree.lower[first] in _SINGULAR or tree.tags[first] == "VBZ"


def is_plural(tree: Tree, v: int) -> bool:
    """Whether a verb can only have several subjects."""
    first = _finite(tree, v)
    return tree.lower[first] in _PLURAL or tree.tags[first] == "VBP"


def who(tree: Tree, i: int) -> Iterator[Edit]:
    """`who` with a singular verb behind several, or a body, is the person before them."""
    noun, subject = tree.heads[i], tree.child(i, *SUBJECT_LABELS)
    if subject is None or tree.lower[subject] != "who" or tree.deps[noun] != "pobj":
        return
    if _is_lifeless(tree, noun):
        yield from _person_above(tree, i, noun)
        return
    body = tree.labels[noun] in ("ORG", "GPE")
    several = tree.labels[noun] == "NORP" or tree.tags[noun] in ("NNS", "NNPS")
    single = is_singular(tree, i)
    if not (body or (several and single)) or tree.words[tree.left_edge(i) - 1] != ",":
        return
    for above in tree.nouns_above(noun):
        if is_person(tree, above) and (tree.tags[above] in ("NN", "NNP") or not single):
            yield i, above, "relcl"
            return


def _is_lifeless(tree: Tree, noun: int) -> bool:
    """A common noun of a thing."""
    kind = nouns.noun(tree.lemmas[noun].lower()).type
    return (
        tree.pos[noun] == "NOUN"
        and kind not in (*PERSONS, "Organization")
        and (not tree.labels[noun])
    )


def _person_above(tree: Tree, i: int, noun: int) -> Iterator[Edit]:
    """`boys flying a kite with a string, who`: the nearest persons above, over participles."""
    for above in tree.ancestors(noun):
        if tree.pos[above] in ("NOUN", "PROPN") and is_person(tree, above):
            yield i, above, "relcl"
            return
        if tree.pos[above] == "VERB" and tree.deps[above] != "acl":
            return


def one(tree: Tree, i: int) -> Iterator[Edit]:
    """What `and` joins before a singular verb belongs to the noun right before the `and`."""
    verb, and_ = tree.heads[i], tree.left_edge(i) - 1
    first = tree.child(verb, *SUBJECT_LABELS)
    if tree.deps[i] == "conj":
        first, verb = verb, tree.heads[verb]
    if first is None or not first < and_ or tree.lower[and_] != "and":
        return
    if tree.deps[first] not in SUBJECT_LABELS or tree.heads[first] != verb or first == i:
        return
    near = and_ - 1
    inside = first < near and tree.heads[and_] == first and tree.deps[near] == "pobj"
    if inside and i < verb and is_singular(tree, verb) and tree.child(first, "acl") is not None:
        yield i, near, "conj"
        yield and_, near, "cc"


def several(tree: Tree, i: int) -> Iterator[Edit]:
    """An open apposition within a single subject of a plural verb is another subject."""
    noun, after = tree.heads[i], tree.right_edge(i) + 1
    subject = next((n for n in tree.nouns_above(noun) if tree.deps[n] in SUBJECT_LABELS), None)
    if subject is None or tree.child(i, "conj") is None:
        return
    if tree.words[after : after + 1] == (",",):
        return
    alone = tree.tags[subject] in ("NN", "NNP") and tree.child(subject, "conj") is None
    if alone and is_plural(tree, tree.heads[subject]):
        yield i, subject, "conj"


def which(tree: Tree, i: int) -> Iterator[Edit]:
    """`, which` behind a new thing and where it is: the thing is meant.

    Where the verb agrees with it and says more than what the place is.
    """
    noun, first = tree.heads[i], tree.left_edge(i)
    if tree.lower[first] != "which" or tree.words[first - 1] != "," or tree.deps[noun] != "pobj":
        return
    above = tree.heads[tree.heads[noun]]
    if tree.labels[noun] in TIME_LABELS:  # made a bid in May, which the board refused
        bid = tree.child(above, "dobj") if tree.deps[first] != "pobj" else None
        if bid is not None:
            yield i, bid, "relcl"
        return
    if _is_of_building(tree, i, above):
        yield i, above, "relcl"
        return
    things = [n for n in tree.nouns_above(noun) if tree.deps[n] in ("dobj", "attr")]
    if not things or is_plural(tree, i) or tree.lemmas[i] in ("be", "lie"):
        return
    new = any(tree.lower[c] in ("a", "an") for c in tree.children(things[-1], "det"))
    if new and tree.tags[things[-1]] == "NN" and not is_person(tree, things[-1]):
        yield i, things[-1], "relcl"


def _is_of_building(tree: Tree, i: int, above: int) -> bool:
    """Whether a clause with `which` behind `the mill in Bern` tells what a mill does."""
    place, subject = tree.heads[i], tree.child(i, *SUBJECT_LABELS)
    kind = nouns.noun(tree.lemmas[above].lower()).type
    inside = tree.labels[place] == "GPE" and tree.lower[tree.heads[place]] in ("in", "at", "near")
    asked = subject is not None and tree.lower[subject] == "which"
    built = kind in ("Facility", "Organization") and tree.pos[above] == "NOUN"
    return inside and asked and built and tree.lemmas[i] in _OF_BUILDINGS
