"""Predicates: verbs that the parser hangs on the wrong one, or takes for no predicate at all.

| rule        | example                                        | was read as                      |
|-------------|------------------------------------------------|----------------------------------|
| verbless    | A lorry carrying sheep [overturned] near Bern. | participle of sheep              |
|             | The firm, Orion, [announced] that it would go. |                                  |
|             | The probe, Ares Two, [parted] from the rocket. |                                  |
|             | Ana, who rows for Bari, [finished] third.      |                                  |
| tense       | asked her to stay and [left]                   | asked her to left                |
|             | said he had paid and [urged] her to go         | had urged                        |
|             | said she had been ill-used and [thanked] them  | had been thanked                 |
|             | said the fee was high and [urged] her to go    | the fee urged                    |
|             | plans to sail and [has] hired a crew           | plans to has hired               |
| active      | Ana, a cook, [sold] her van but was not paid.  | sold by somebody                 |
| apart       | The club [lost]; the fans went home.           | subject or content of went       |
| asked       | asked pupils in Bern [to sing]                 | asked in order to sing           |
| while_      | closed as a cloud of ash [drifted] east        | closed as a cloud                |
| swallowed   | A worm that eats [roots] killed the vines.     | roots killed the vines           |
| aimed       | ruled out [going] there                        | went there, ruled out            |
| partitive   | three sons, one of whom, Luc, [sings]          | the father sings                 |
| finite      | as demand for iron [slumped]                   | was slumped                      |
| resumed     | Togo sent tents and [Mali] promised rice       | sent tents and Mali              |
| inserted    | The mill, built in 1720, [has] burned.         | was built and has burned         |
"""

from __future__ import annotations

from collections.abc import Iterator

from kg.lexicon import nouns
from kg.lexicon.verbs import ASKING, INTRANSITIVE, SPEECH, TO
from kg.syntax import SUBJECT_LABELS, Edit, Tree

_ACTING = frozenset({"Person", "Group", "Organization", "GeopoliticalEntity"})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_INACTIVE = INTRANSITIVE | frozenset(
    "slump plunge soar surge tumble slip drop climb jump slide erupt derail capsize sink burst "
    "explode recover".split()
)
_PAST_ONLY = frozenset(
    "arose ate awoke began bore blew broke chose came did drank drew drove fell flew forbade "
    "forgave forgot froze gave went grew hid knew lay mistook ran rang rode rose sang sank saw "
    "shook shrank sprang spoke stole swam swore took threw tore undertook withdrew woke wore "
    "wrote".split()
)
"""Past forms that are no participles: cyclists rode to the park."""

_ASKED = frozenset(
    "require ask order urge allow force persuade tell permit enable invite encourage instruct "
    "command compel oblige forbid beg cause".split()
)
"""Verbs whose object does what the infinitive behind it says, and is not there for a purpose."""


def verbless(tree: Tree, i: int) -> Iterator[Edit]:
    """A sentence whose only finite verb was read as a participle of some noun in it."""
    if tree.pos[i] not in ("NOUN", "PROPN") or tree.words[-1] not in (".", "!", "”", '"'):
        return
    for v in range(len(tree) - 1, i, -1):
        past = tree.lower[v].endswith("ed") or tree.lower[v] in _PAST_ONLY
        if tree.tags[v] == "VBN" and tree.deps[v] == "acl" and past:
            content = tree.child(v, "ccomp")
            inside = [] if content is None else tree.subtree(content)
            inside += [k for r in (v, *tree.children(i, "relcl")) for k in tree.subtree(r)]
            if any(tag in _FINITE and k not in inside for k, tag in enumerate(tree.tags)):
                return
            apart = tree.words[v - 1] == "," and content is None and not _is_closed(tree, i, v - 1)
            if tree.child(v, "agent", "aux", "auxpass") is None and not apart:
                yield v, v, "ROOT"
                yield i, v, "nsubj"
                if tree.deps[-1] == "punct":
                    yield len(tree) - 1, v, "punct"
            return


def _is_closed(tree: Tree, noun: int, comma: int) -> bool:
    """Whether a comma ends the name in apposition to a noun, or its relative clause."""
    if any(tree.right_edge(r) == comma - 1 for r in tree.children(noun, "relcl")):
        return True
    named = tree.child(noun, "appos")
    return named is not None and tree.pos[named] == "PROPN" and tree.right_edge(named) == comma - 1


def tense(tree: Tree, i: int) -> Iterator[Edit]:
    """A past form is coordinated with the past form above it, not with the infinitive.

    Of two verbs of saying, neither with the other's perfect either.
    """
    first = tree.heads[i]
    above = tree.heads[first]
    helping = [tree.tags[c] for c in tree.children(i, "aux", "auxpass")]
    bare = not helping and tree.child(i, *SUBJECT_LABELS) is None
    infinite = tree.tags[first] == "VB" and tree.deps[first] in ("xcomp", "advcl", "ccomp")
    past = tree.tags[i] == "VBD" == tree.tags[above] and above != first
    helped = infinite and tree.deps[first] != "advcl" and helping[:1] in (["VBZ"], ["VBP"])
    helped = helped and tree.tags[above] in ("VBZ", "VBP")
    if helped or (bare and past and (infinite or _is_said_beside(tree, first, i))):
        yield i, above, "conj"
        for c in tree.children(first, "cc"):
            if first < c < i:
                yield c, above, "cc"


def _is_said_beside(tree: Tree, first: int, i: int) -> bool:
    """`said that he had paid and urged`, `said it was late and urged`: a verb of asking.

    Behind the perfect of what is said, or behind what is said of a thing.
    """
    if tree.deps[first] != "ccomp" or tree.lemmas[tree.heads[first]] not in SPEECH:
        return False
    perfect = tree.tags[first] == "VBN"
    perfect = perfect and any(tree.lower[c] == "had" for c in tree.children(first, "aux"))
    subject = tree.child(first, *SUBJECT_LABELS)
    thing = subject is not None and tree.pos[subject] == "NOUN"
    thing = thing and nouns.noun(tree.lemmas[subject or 0].lower()).type not in _ACTING
    asks = tree.child(i, "xcomp") is not None or tree.lemmas[i] in ASKING
    passive = perfect and tree.child(first, "auxpass") is not None
    does = passive and tree.tags[i] == "VBD" and tree.child(i, "dobj") is not None
    return does or ((perfect or thing) and asks)


def active(tree: Tree, i: int) -> Iterator[Edit]:
    """A participle with an object, coordinated with the verb of its noun, is a past form."""
    noun = tree.heads[i]
    subject = tree.heads[noun] if tree.deps[noun] == "appos" else noun
    verb = tree.heads[subject]
    if tree.tags[i] != "VBN" or tree.child(i, "dobj") is None or tree.child(i, "cc") is None:
        return
    if tree.deps[subject] in SUBJECT_LABELS and i < verb and tree.child(i, "agent") is None:
        yield i, tree.heads[verb] if tree.heads[verb] != verb else i, tree.deps[verb]
        yield verb, i, "conj"
        yield subject, i, "nsubj"
        for c in tree.children(verb, "punct"):
            yield c, i, "punct"


def apart(tree: Tree, i: int) -> Iterator[Edit]:
    """A clause before a semicolon, with another subject behind it, stands by itself.

    Or under the verb of saying before it: Ana said [the mill was old]; the roof leaked.
    """
    verb = tree.heads[i]
    subject = tree.child(verb, *SUBJECT_LABELS)
    if i < verb and subject is not None and ";" in tree.words[i:subject]:
        told = tree.deps[verb] == "ccomp" and tree.heads[verb] < i
        yield (i, tree.heads[verb], "ccomp") if told else (i, verb, "parataxis")


def swallowed(tree: Tree, i: int) -> Iterator[Edit]:
    """A second subject, right behind a relative clause of the first, is that clause's object."""
    verb, left = tree.heads[i], tree.left_edge(i)
    first = tree.child(verb, *SUBJECT_LABELS)
    if first is None or first == i or tree.words[left - 1] == ",":
        return
    for relative in (r for noun in tree.conjuncts(first) for r in tree.children(noun, "relcl")):
        free = tree.child(relative, "dobj", "auxpass", "attr", "acomp", "ccomp") is None
        behind = left - 1 in (relative, tree.child(relative, "prt"))
        if free and behind and tree.lemmas[relative] not in INTRANSITIVE:
            yield i, relative, "dobj"
            return


def asked(tree: Tree, i: int) -> Iterator[Edit]:
    """Behind the object of a verb of asking, with a phrase between, an infinitive is its content.

    `required doctors at clinics [to have] rights`; `in order to` tells a purpose.
    """
    verb, first = tree.heads[i], tree.left_edge(i)
    thing = tree.child(verb, "dobj")
    if thing is None or tree.tags[i] != "VB" or tree.lower[first] != "to" or first < thing:
        return
    free = tree.child(verb, "xcomp", "ccomp") is None and tree.words[first - 1] != ","
    if tree.lemmas[verb] in _ASKED and free and tree.child(verb, "auxpass") is None:
        yield i, verb, "xcomp"


def while_(tree: Tree, i: int) -> Iterator[Edit]:
    """`as` before a noun with a finite verb begins a clause."""
    noun, above = tree.child(i, "pobj"), tree.heads[i]
    if noun is None or tree.lower[i] not in ("as", "after", "before", "since"):
        return
    verb = tree.child(noun, "acl")
    beside = tree.right_edge(i) + 1
    if beside < len(tree) and tree.deps[beside] == "advcl" and beside > above:
        verb = beside if tree.child(beside, *SUBJECT_LABELS, "mark") is None else verb
    if verb is None or tree.child(verb, "agent", "auxpass", "aux") is not None:
        return
    if tree.tags[verb] == "VBD" or (verb == beside and tree.tags[verb] in ("VBP", "VBZ")):
        yield verb, above, "advcl"
        yield i, verb, "mark"
        yield noun, verb, "nsubj"


def aimed(tree: Tree, i: int) -> Iterator[Edit]:
    """A gerund right behind a verb and its particle is what they govern: ruled out [going]."""
    verb = tree.heads[i]
    particle = tree.child(verb, "prt")
    if tree.tags[i] != "VBG" or particle is None or tree.left_edge(i) != particle + 1:
        return
    if f"{tree.lemmas[verb]}_{tree.lower[particle]}" in TO:
        yield i, verb, "xcomp"


def partitive(tree: Tree, i: int) -> Iterator[Edit]:
    """Behind `three sons, one of whom` a finite verb without subject is said of that one."""
    before = tree.left_edge(i) - 1
    if tree.tags[i] not in _FINITE or tree.child(i, *SUBJECT_LABELS) is not None:
        return
    before -= int(tree.words[before] == ",")
    for part in (k for k in range(before) if tree.deps[k] == "appos"):
        of = tree.child(part, "prep")
        whom = None if of is None else tree.child(of, "pobj")
        asked = whom is not None and tree.tags[whom] in ("WP", "WDT")
        if asked and tree.right_edge(part) == before:
            yield i, tree.heads[part], "relcl"
            yield part, i, "nsubj"
            return


def finite(tree: Tree, i: int) -> Iterator[Edit]:
    """A past form without auxiliary is no passive: demand for iron [slumped]."""
    verb = tree.heads[i]
    alone = tree.child(verb, "auxpass", "agent") is None and tree.deps[verb] != "conj"
    past = tree.lemmas[verb] in _INACTIVE or tree.lower[verb] in _PAST_ONLY
    if tree.tags[verb] == "VBD" and alone and past:
        yield i, verb, "nsubj"


def resumed(tree: Tree, i: int) -> Iterator[Edit]:
    """What `and` joins to an object right before a second past form is that form's subject.

    Had the second the first's subject, another `and` would stand between: sent tents and rice
    and promised help.
    """
    first, verb = tree.heads[i], tree.right_edge(i) + 1
    if tree.deps[first] not in ("dobj", "pobj") or verb >= len(tree) or tree.tags[verb] != "VBD":
        return
    nominal = ("NOUN", "PROPN", "ADP")
    above = next((k for k in tree.ancestors(first) if tree.pos[k] not in nominal), None)
    if above is None:  # a noun heads the sentence
        return
    free = tree.child(verb, *SUBJECT_LABELS, "aux", "auxpass", "agent") is None
    joined = tree.deps[verb] == "conj" and tree.heads[verb] == above and tree.tags[above] == "VBD"
    if free and joined and len(tree.children(first, "conj")) == 1:
        yield i, verb, "nsubj"
        for c in tree.children(first, "cc"):
            yield c, above, "cc"


def inserted(tree: Tree, i: int) -> Iterator[Edit]:
    """Behind a participle between commas, the finite verb is the subject's own."""
    first = tree.heads[i]
    noun = tree.child(first, *SUBJECT_LABELS)
    if noun is None or tree.tags[first] != "VBN" or tree.child(first, "aux", "auxpass") is not None:
        return
    opened = tree.right_edge(noun) in (first - 1, first - 2) and tree.words[first - 1] == ","
    start = tree.left_edge(i)
    finite = tree.tags[i] in _FINITE or tree.child(i, "aux", "auxpass") is not None
    if not (opened and finite and start > 0 and tree.words[start - 1] == ","):
        return
    above = tree.heads[first]
    yield i, i if above == first else above, tree.deps[first]
    yield first, noun, "acl"
    yield noun, i, "nsubjpass" if tree.child(i, "auxpass") is not None else "nsubj"
    for c in tree.children(first, "punct"):
        if c > i:
            yield c, i, "punct"
