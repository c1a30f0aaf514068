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
| short       | stopped [short] of calling her a liar          | adverb                           |
| plea        | pleaded [not] guilty                           | did not plead guilty             |
| owner       | [Moe]’s grandmother                            | modifier                         |
| that        | said [that] Ana had failed to sell the van     | object of sell                   |
| teller      | He sold it to Bo, [his agent], Ana Roy, said.  | apposed to Bo                    |
| judged      | called the [verdict] “wrong”                   | a verdict wrong                  |
| aside       | Ana (born 4 [May] 1961) grew up in Bari.       | May grew up                      |
| born        | Ana ([born] in 1961) was a nurse.              | Ana born was a nurse             |
| year        | In [1362] peasants burned the mill.            | 1362 peasants                    |
| day         | Ana (born [4] May 1961)                        | born at four                     |
| later       | sold it, [two years] later                     | sold two years                   |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.almanac import MONTHS
from kg.lexicon import nouns
from kg.lexicon.roles import OFFICES
from kg.lexicon.verbs import MAKING, NAMING, SPEECH, TO
from kg.repairs.animacy import PERSONS
from kg.syntax import SUBJECT_LABELS, TIME_LABELS, Edit, Tree

_RESULT = re.compile(r"\d{1,3}[-–]\d{1,3}")
_LONGEST_MONTH = 31
_YEAR = 4


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
    argument = tree.deps[right] in (*SUBJECT_LABELS, "dobj", "pobj")
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
        or tree.deps[noun] not in SUBJECT_LABELS
        or verb != tree.heads[verb]
        or not (tree.tags[i - 1] == "NNS" or nouns.noun(tree.lower[i - 1]).type in PERSONS)
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


def that(tree: Tree, i: int) -> Iterator[Edit]:
    """`that` before a clause that lacks nothing, or that is the content of another, joins them."""
    verb = tree.heads[i]
    own = tree.child(verb, *SUBJECT_LABELS)
    joins = tree.tags[i] == "IN" and own is not None and i == tree.left_edge(own) - 1
    if tree.lower[i] != "that" or i > verb:
        return
    if not joins and len(tree.children(verb, "dobj")) < 2:
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
    if tree.child(verb, *SUBJECT_LABELS, "aux") is not None or told is None or told > i:
        return
    above = tree.heads[i]
    inner = tree.deps[above] == "appos" and _is_behind_comma(tree, above)
    if _is_behind_comma(tree, i) and not inner:
        yield i, verb, "nsubj"


def _is_behind_comma(tree: Tree, i: int) -> bool:
    first = tree.left_edge(i)
    return tree.words[first] == "," or (first > 0 and tree.words[first - 1] == ",")


def later(tree: Tree, i: int) -> Iterator[Edit]:
    """A length of time before `later`, `earlier` or `ago` is no object."""
    measured = tree.labels[i] in TIME_LABELS and tree.tags[i] in ("NN", "NNS")
    if measured and tree.lower[i + 1 : i + 2] in (("later",), ("earlier",), ("ago",)):
        yield i, tree.heads[i], "npadvmod"


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


def day(tree: Tree, i: int) -> Iterator[Edit]:
    """A number right before a month is its day."""
    month = i + 1
    if month >= len(tree) or not tree.words[i].isdigit() or int(tree.words[i]) > _LONGEST_MONTH:
        return
    if tree.lower[month] in MONTHS and tree.words[month].istitle() and not tree.children(i):
        yield i, month, "nummod"
    elif tree.lower[month] in MONTHS and tree.heads[month] == i:
        yield month, tree.heads[i], "npadvmod"
        yield i, month, "nummod"


def aside(tree: Tree, i: int) -> Iterator[Edit]:
    """A date in brackets behind a name is no subject: the name is."""
    verb, opened = tree.heads[i], tree.words[:i].index("(") if "(" in tree.words[:i] else 0
    closed = tree.words.index(")", i) if ")" in tree.words[i:] else verb
    name, born = opened - 1, opened + 1
    if tree.labels[i] != "DATE" or not 0 < opened < i < closed < verb or ")" in tree.words[:i]:
        return
    if tree.pos[name] != "PROPN" or tree.child(verb, *SUBJECT_LABELS) != i:
        return
    yield name, verb, "nsubj"
    if tree.lower[born] == "born":
        yield born, name, "acl"
    yield i, born if tree.lower[born] == "born" else name, "npadvmod"
    if opened <= tree.heads[verb] <= closed:
        yield verb, verb, "ROOT"


def year(tree: Tree, i: int) -> Iterator[Edit]:
    """Behind an `in` that governs nothing, a number of four digits is a year and counts nothing."""
    word, before = tree.words[i], i - 1
    if tree.lower[max(0, before)] != "in" or tree.deps[before] != "prep" or tree.children(before):
        return
    if word.isdigit() and word[0] in "12" and len(word) == _YEAR and tree.heads[i] > i:
        yield i, before, "pobj"


def born(tree: Tree, i: int) -> Iterator[Edit]:
    """A birth in brackets behind a name describes it, and the name is the subject."""
    name, verb = i - 2, tree.heads[i]
    if name < 0 or tree.lower[i] != "born" or tree.words[i - 1] != "(":
        return
    if tree.pos[name] == "PROPN" and tree.heads[name] == i and verb > i:
        yield name, verb, "nsubj"
        yield i, name, "acl"
