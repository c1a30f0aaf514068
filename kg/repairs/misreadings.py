"""Misreadings: words whose part in the sentence the parser takes for another.

| rule        | example                                        | was read as                      |
|-------------|------------------------------------------------|----------------------------------|
| title       | he and President [Paul Roux] signed            | Roux apposed to he               |
| hyphens     | Omar al-Bashir                                 | three subjects                   |
| report      | Police [report] looters have fled              | compound noun                    |
| object      | met Acme chief executive [Tim Cook]            | adverbial noun                   |
|             | beat [Harwick] 2-1                             |                                  |
| score       | beat [Harwick] 24–17                           | the object is a 24–17            |
| office      | elected Ana Sol [president]                    | an Ana Sol president             |
| mark        | « It leaks, » said [Ana Roy]                   | the mark is the subject          |
| verbless    | A lorry carrying sheep [overturned] near Bern. | participle of sheep              |
|             | The firm, Orion, [announced] that it would go. |                                  |
|             | The probe, Ares Two, [parted] from the rocket. |                                  |
| tense       | asked her to stay and [left]                   | asked her to left                |
|             | said he had paid and [urged] her to go         | had urged                        |
|             | said she had been ill-used and [thanked] them  | had been thanked                 |
|             | said the fee was high and [urged] her to go    | the fee urged                    |
|             | plans to sail and [has] hired a crew           | plans to has hired               |
| short       | stopped [short] of calling her a liar          | adverb                           |
| plea        | pleaded [not] guilty                           | did not plead guilty             |
| active      | Ana, a cook, [sold] her van but was not paid.  | sold by somebody                 |
| owner       | [Moe]’s grandmother                            | modifier                         |
| that        | said [that] Ana had failed to sell the van     | object of sell                   |
| teller      | He sold it to Bo, [his agent], Ana Roy, said.  | apposed to Bo                    |
| apart       | The club [lost]; the fans went home.           | subject or content of went       |
| asked       | asked pupils in Bern [to sing]                 | asked in order to sing           |
| judged      | called the [verdict] “wrong”                   | a verdict wrong                  |
| while_      | closed as a cloud of ash [drifted] east        | closed as a cloud                |
| swallowed   | A worm that eats [roots] killed the vines.     | roots killed the vines           |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lexicon import nouns
from kg.lexicon.roles import OFFICES
from kg.lexicon.verbs import ASKING, INTRANSITIVE, MAKING, NAMING, SPEECH, TO
from kg.syntax import Edit, Tree

_PERSONS = frozenset({"Person", "Group"})
_ACTING = _PERSONS | {"Organization", "GeopoliticalEntity"}
_SUBJECT_LABELS = ("nsubj", "nsubjpass")
_ASKED = frozenset(
    "require ask order urge allow force persuade tell permit enable invite encourage instruct "
    "command compel oblige forbid beg cause".split()
)
"""Verbs whose object does what the infinitive behind it says, and is not there for a purpose."""

_RESULT = re.compile(r"\d{1,3}[-–]\d{1,3}")
_TWO = 2
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})


def title(tree: Tree, i: int) -> Iterator[Edit]:
    """A name behind an adjacent title that hangs elsewhere takes the title's place."""
    if tree.pos[i] != "PROPN":
        return
    first = tree.left_edge(i)
    title = first - 1
    if title < 0 or tree.lower[title] not in OFFICES or tree.pos[title] not in ("PROPN", "NOUN"):
        return
    if tree.heads[title] == i or tree.deps[title] in ("compound", "nmod"):
        return
    if tree.heads[i] in (title, tree.heads[title]):
        yield i, tree.heads[title] if tree.heads[title] != title else i, tree.deps[title]
        yield title, i, "compound"
        for c in tree.children(title):
            if c > i:
                yield c, i, tree.deps[c]


def hyphens(tree: Tree, i: int) -> Iterator[Edit]:
    """Words joined by hyphens are one: the last of them is the head."""
    if not 0 < i < len(tree) - 1 or tree.words[i] not in ("-", "‐", "‑"):
        return
    starts, words = tree.sent.starts, tree.words
    joined = starts[i - 1] + len(words[i - 1]) == starts[i] == starts[i + 1] - 1
    left, right = i - 1, i + 1
    split = tree.heads[left] == tree.heads[right] and tree.deps[left] == tree.deps[right]
    argument = tree.deps[right] in (*_SUBJECT_LABELS, "dobj", "pobj")
    if joined and split and argument and tree.pos[right] in ("PROPN", "NOUN"):
        yield left, right, "compound"
        yield i, right, "punct"


def report(tree: Tree, i: int) -> Iterator[Edit]:
    """`[Police] report [looters] have fled`: a verb of saying between two nouns."""
    noun = tree.heads[i]
    verb = tree.heads[noun]
    if (
        tree.lower[i] not in SPEECH
        or i == 0
        or tree.tags[noun] not in ("NNS", "NNP", "NNPS")
        or noun != i + 1
        or tree.deps[noun] not in _SUBJECT_LABELS
        or verb != tree.heads[verb]
        or not (tree.tags[i - 1] == "NNS" or nouns.noun(tree.lower[i - 1]).type in _PERSONS)
        or any(c < i for c in tree.children(noun, "det", "poss"))
    ):
        return
    yield i, i, "ROOT"
    yield verb, i, "ccomp"
    yield i - 1, i, "nsubj"
    for c in tree.children(noun):
        if c < i - 1:
            yield c, i - 1, tree.deps[c]
    for c in tree.children(i):
        if c < i - 1:
            yield c, i - 1, tree.deps[c]
    for c in tree.children(verb, "punct"):
        if c > verb:
            yield c, i, "punct"


def object_(tree: Tree, i: int) -> Iterator[Edit]:
    """A person behind a verb without an object is its object, and so is a name before a score."""
    verb = tree.heads[i]
    free = tree.child(verb, "dobj", "attr", "ccomp") is None
    owned = tree.labels[i] == "PERSON" or (tree.pos[i] == "PROPN" and _is_score(tree, i + 1))
    if owned and i > verb and tree.pos[verb] == "VERB" and free:
        yield i, verb, "dobj"


def _is_score(tree: Tree, i: int) -> bool:
    """`2-1`, in one token or three."""
    if i + 2 >= len(tree) or tree.tags[i] != "CD":
        return False
    return tree.words[i + 1] in ("-", "–") and tree.tags[i + 2] == "CD"


def score(tree: Tree, i: int) -> Iterator[Edit]:
    """A result in one token is not the thing whose name stands before it."""
    name, verb = i - 1, tree.heads[i]
    result = _RESULT.fullmatch(tree.words[i]) is not None
    if result and tree.heads[name] == i and tree.pos[name] == "PROPN" and tree.pos[verb] == "VERB":
        yield name, verb, tree.deps[i]
        yield i, verb, "dep"
        for c in tree.children(i):
            if c != name:
                yield c, name if c < name else verb, tree.deps[c]


def short(tree: Tree, i: int) -> Iterator[Edit]:
    """`stop short of`, `fall short of` before a gerund: a verb with its particle."""
    verb, of = tree.heads[i], i + 1
    if tree.lower[i : i + 2] != ("short", "of") or f"{tree.lemmas[verb]}_short" not in TO:
        return
    gerund = tree.child(of, "pcomp")
    if gerund is not None:
        yield i, verb, "prt"
        yield gerund, verb, "xcomp"
        yield of, gerund, "dep"


def plea(tree: Tree, i: int) -> Iterator[Edit]:
    """`not guilty` is what somebody pleads."""
    adjective = tree.heads[i]
    if tree.deps[adjective] == "acomp" and tree.lemmas[tree.heads[adjective]] == "plead":
        yield i, adjective, "advmod"


def active(tree: Tree, i: int) -> Iterator[Edit]:
    """A participle with an object, coordinated with the verb of its noun, is a past form."""
    noun = tree.heads[i]
    subject = tree.heads[noun] if tree.deps[noun] == "appos" else noun
    verb = tree.heads[subject]
    if tree.tags[i] != "VBN" or tree.child(i, "dobj") is None or tree.child(i, "cc") is None:
        return
    if tree.deps[subject] in _SUBJECT_LABELS and i < verb and tree.child(i, "agent") is None:
        yield i, tree.heads[verb] if tree.heads[verb] != verb else i, tree.deps[verb]
        yield verb, i, "conj"
        yield subject, i, "nsubj"
        for c in tree.children(verb, "punct"):
            yield c, i, "punct"


def office(tree: Tree, i: int) -> Iterator[Edit]:
    """An office without article behind a name is what the name's bearer becomes."""
    verb = tree.heads[i]
    name = i - 1
    if (
        tree.lemmas[verb] in MAKING
        and tree.lower[i] in OFFICES
        and tree.deps[name] == "compound"
        and tree.heads[name] == i
        and tree.pos[name] == "PROPN"
        and tree.child(i, "det", "poss") is None
    ):
        yield i, verb, "oprd"
        yield name, verb, "dobj"
        for c in tree.children(i):
            if c < name:
                yield c, name, tree.deps[c]


def mark(tree: Tree, i: int) -> Iterator[Edit]:
    """Punctuation is no subject; behind a verb of saying the next name is."""
    verb = tree.heads[i]
    if tree.pos[i] != "PUNCT":
        return
    yield i, verb, "punct"
    name = tree.child(verb, "dobj", "attr", "npadvmod", "oprd")
    if tree.lemmas[verb] in SPEECH and name is not None and name > verb:
        yield name, verb, "nsubj"


def verbless(tree: Tree, i: int) -> Iterator[Edit]:
    """A sentence whose only finite verb was read as a participle of some noun in it."""
    if tree.pos[i] not in ("NOUN", "PROPN") or tree.words[-1] not in (".", "!", "”", '"'):
        return
    for v in range(len(tree) - 1, i, -1):
        if tree.tags[v] == "VBN" and tree.deps[v] == "acl" and tree.lower[v].endswith("ed"):
            content = tree.child(v, "ccomp")
            inside = () if content is None else tree.subtree(content)
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
    """Whether a comma ends the name in apposition to a noun."""
    named = tree.child(noun, "appos")
    return named is not None and tree.pos[named] == "PROPN" and tree.right_edge(named) == comma - 1


def tense(tree: Tree, i: int) -> Iterator[Edit]:
    """A past form is coordinated with the past form above it, not with the infinitive.

    Of two verbs of saying, neither with the other's perfect either.
    """
    first = tree.heads[i]
    above = tree.heads[first]
    helping = [tree.tags[c] for c in tree.children(i, "aux", "auxpass")]
    bare = not helping and tree.child(i, *_SUBJECT_LABELS) is None
    infinite = tree.tags[first] == "VB" and tree.deps[first] in ("xcomp", "advcl", "ccomp")
    past = tree.tags[i] == "VBD" == tree.tags[above] and above != first
    helped = infinite and tree.deps[first] == "xcomp" and helping[:1] in (["VBZ"], ["VBP"])
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
    subject = tree.child(first, *_SUBJECT_LABELS)
    thing = subject is not None and tree.pos[subject] == "NOUN"
    thing = thing and nouns.noun(tree.lemmas[subject or 0].lower()).type not in _ACTING
    asks = tree.child(i, "xcomp") is not None or tree.lemmas[i] in ASKING
    passive = perfect and tree.child(first, "auxpass") is not None
    does = passive and tree.tags[i] == "VBD" and tree.child(i, "dobj") is not None
    return does or ((perfect or thing) and asks)


def owner(tree: Tree, i: int) -> Iterator[Edit]:
    """A noun with the ending of a possessor is one."""
    if tree.lower[i] not in ("'s", "’s") or i == 0:
        return
    owner, noun = i - 1, tree.heads[i]
    if tree.deps[i] == "case":
        owner, noun = tree.heads[i], tree.heads[tree.heads[i]]
    if tree.heads[owner] == noun and tree.deps[owner] in ("nmod", "nummod", "compound"):
        yield owner, noun, "poss"
        yield i, owner, "case"


def apart(tree: Tree, i: int) -> Iterator[Edit]:
    """A clause before a semicolon, with another subject behind it, stands by itself."""
    verb = tree.heads[i]
    subject = tree.child(verb, *_SUBJECT_LABELS)
    if i < verb and subject is not None and ";" in tree.words[i:subject]:
        yield i, verb, "parataxis"


def that(tree: Tree, i: int) -> Iterator[Edit]:
    """`that` before a clause that lacks nothing, or that is the content of another, joins them."""
    verb = tree.heads[i]
    own = tree.child(verb, *_SUBJECT_LABELS)
    joins = tree.tags[i] == "IN" and own is not None and i == tree.left_edge(own) - 1
    if tree.lower[i] != "that" or i > verb:
        return
    if not joins and len(tree.children(verb, "dobj")) < _TWO:
        return
    while tree.deps[verb] == "xcomp":
        verb = tree.heads[verb]
    if tree.deps[verb] == "ccomp" and tree.child(verb, "mark") is None:
        yield i, verb, "mark"


def teller(tree: Tree, i: int) -> Iterator[Edit]:
    """A role and its name between commas, right before a verb of saying without subject."""
    after = tree.right_edge(i) + 1
    verb = after + 1 if tree.words[after : after + 1] == (",",) else after
    if verb >= len(tree) or tree.lemmas[verb] not in SPEECH or tree.pos[verb] != "VERB":
        return
    told = tree.child(verb, "ccomp")
    if tree.child(verb, *_SUBJECT_LABELS, "aux") is not None or told is None or told > i:
        return
    above = tree.heads[i]
    inner = tree.deps[above] == "appos" and _is_behind_comma(tree, above)
    if _is_behind_comma(tree, i) and not inner:
        yield i, verb, "nsubj"


def _is_behind_comma(tree: Tree, i: int) -> bool:
    first = tree.left_edge(i)
    return tree.words[first] == "," or (first > 0 and tree.words[first - 1] == ",")


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


def swallowed(tree: Tree, i: int) -> Iterator[Edit]:
    """A second subject, right behind a relative clause of the first, is that clause's object."""
    verb, left = tree.heads[i], tree.left_edge(i)
    first = tree.child(verb, *_SUBJECT_LABELS)
    if first is None or first == i or tree.words[left - 1] == ",":
        return
    for relative in (r for noun in tree.conjuncts(first) for r in tree.children(noun, "relcl")):
        free = tree.child(relative, "dobj", "auxpass", "attr", "acomp", "ccomp") is None
        behind = left - 1 in (relative, tree.child(relative, "prt"))
        if free and behind and tree.lemmas[relative] not in INTRANSITIVE:
            yield i, relative, "dobj"
            return


def judged(tree: Tree, i: int) -> Iterator[Edit]:
    """A noun with its article before an adjective is what the adjective is said of."""
    verb = tree.heads[i]
    said = tree.deps[i] == "oprd" and tree.lemmas[verb] in NAMING and tree.pos[i] == "NOUN"
    if not (tree.pos[i] == "ADJ" or said) or tree.child(verb, "dobj", "ccomp") is not None:
        return
    for noun in tree.children(i, "amod", "compound", "nmod"):
        article = [c for c in (*tree.children(i, "det"), *tree.children(noun)) if c < noun]
        if verb < noun < i and tree.tags[noun] in ("NN", "NNS") and article:
            yield noun, verb, "dobj"
            for c in tree.children(i):
                if c < noun:
                    yield c, noun, tree.deps[c]
            return


def while_(tree: Tree, i: int) -> Iterator[Edit]:
    """`as` before a noun with a finite verb begins a clause."""
    noun, above = tree.child(i, "pobj"), tree.heads[i]
    if noun is None or tree.lower[i] not in ("as", "after", "before", "since"):
        return
    verb = tree.child(noun, "acl")
    beside = tree.right_edge(i) + 1
    if beside < len(tree) and tree.deps[beside] == "advcl" and beside > above:
        verb = beside if tree.child(beside, *_SUBJECT_LABELS, "mark") is None else verb
    if verb is None or tree.child(verb, "agent", "auxpass", "aux") is not None:
        return
    if tree.tags[verb] == "VBD" or (verb == beside and tree.tags[verb] in ("VBP", "VBZ")):
        yield verb, above, "advcl"
        yield i, verb, "mark"
        yield noun, verb, "nsubj"
