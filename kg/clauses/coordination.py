"""Coordination: which nouns share a place in a clause, and which of them a negation covers."""

from __future__ import annotations

from itertools import pairwise

from kg.clauses import Adjunct, Clause
from kg.lexicon.roles import KIN, OFFICES
from kg.syntax import Tree

_ASIDE_MARKS = frozenset({",", "–", "—", "(", "-"})


def spread(tree: Tree, head: int) -> list[int]:
    """The members of a coordinated phrase, and the examples that it names."""
    found: list[int] = []
    for h in tree.conjuncts(head):
        if not _is_nominal(tree, h):
            continue
        if h == head or (_is_parallel(tree, head, h) and not _is_one_name(tree, head, h)):
            found += _named(tree, h)
    return found


def described(tree: Tree, clause: Clause, head: int) -> list[int]:
    """The members of a phrase of which the clause tells something.

    A clause that hangs on a noun says nothing of what follows it: `Ana, who won, and Bo`.
    """
    own = clause.attachment in ("relative", "participle", "infinitive")
    found = spread(tree, head)
    if not own or clause.verb < head:
        return found
    return [member for member in found if member < clause.verb]


def members(tree: Tree, adjunct: Adjunct) -> list[int]:
    """The nouns that a preposition governs, with those that are named as examples."""
    if not adjunct.heads:
        return []
    first, *others = adjunct.heads
    found = _named(tree, first)
    for h in others:
        if _is_parallel(tree, first, h) and not _is_one_name(tree, first, h):
            found += _named(tree, h)
    return found


def _named(tree: Tree, head: int) -> list[int]:
    """A noun with its examples; `other disasters` is nothing beside the flood that it includes."""
    examples = _examples(tree, head)
    other = any(tree.lower[c] == "other" for c in tree.children(head, "amod"))
    return examples if other and examples else [*_holders(tree, head), *examples]


def holder(tree: Tree, head: int) -> int:
    """`President Eva Dahl` read as an office with its holder apposed: the holder."""
    apposed = tree.child(head, "appos")
    if apposed is None or tree.pos[apposed] != "PROPN":
        return head
    if tree.pos[head] == "PROPN" and tree.lemmas[head].lower() not in OFFICES | KIN:
        return head
    close = apposed == head + 1 and tree.tags[head] == "NN"  # the shipping group Norvik
    if close and not tree.children(apposed) and tree.pos[head] == "NOUN":
        return apposed
    if tree.labels[apposed] != "PERSON" and tree.lemmas[head].lower() not in OFFICES | KIN:
        return head
    return head if any(w in _ASIDE_MARKS for w in tree.words[head + 1 : apposed]) else apposed


def _holders(tree: Tree, head: int) -> list[int]:
    """The holder, or all of them (the brothers Jan and Petr)."""
    named = holder(tree, head)
    return tree.conjuncts(named) if named != head and tree.tags[head] == "NNS" else [named]


def _is_nominal(tree: Tree, i: int) -> bool:
    """A noun, a gerund, or an adjective or participle with an article (`the injured`)."""
    if tree.tags[i] == "VBG" or (tree.tags[i] == "VBN" and tree.child(i, "det") is not None):
        return True
    if tree.pos[i] == "ADJ":
        return tree.child(i, "det") is not None or tree.labels[i] == "NORP"
    return tree.pos[i] not in ("PUNCT", "ADV", "VERB")


def _is_parallel(tree: Tree, first: int, other: int) -> bool:
    """Whether they fill one place.

    A name and a bare common noun are seldom coordinated: that is a parsing error. A noun with a
    gerund of its own is a clause without its verb (accused Ana of lying and Bo of stealing).
    """
    if any(tree.child(p, "pcomp") is not None for p in tree.children(other, "prep")):
        return False
    if tree.pos[other] == "PROPN" and tree.right_edge(other) > other:
        counted = any(c > other for c in tree.children(other, "nummod"))
        if counted and tree.child(first, "nummod") is not None:
            return False  # `won five seats and the Greens four`
    names = {tree.pos[first], tree.pos[other]}
    bare = other if tree.pos[other] == "NOUN" else first
    return (
        names != {"PROPN", "NOUN"}
        or bool(tree.children(bare, "det", "poss", "nummod", "amod", "compound", "nmod"))
        or tree.tags[bare] == "NNS"
    )


def _is_one_name(tree: Tree, first: int, other: int) -> bool:
    """`Hartmann & Sons`: coordination within a name."""
    if any(tree.words[c] == "&" for c in tree.children(tree.heads[other], "cc")):
        return True
    return any(begin <= first and other < end for begin, end, _ in tree.sent.ents)


def _examples(tree: Tree, head: int) -> list[int]:
    """`other failures, including the dam and the canal`: dam, canal."""
    found: list[int] = []
    for p in tree.children(head, "prep"):
        such = tree.lower[p] == "as" and p > 0 and tree.lower[p - 1] == "such"
        if tree.lower[p] == "including" or such:
            for noun in tree.children(p, "pobj"):
                found += [h for h in tree.conjuncts(noun) if tree.child(h, "case") is None]
    return found


def is_contrasted(tree: Tree, head: int, adjunct: Adjunct | None = None) -> bool:
    """`not X but Y`, `X, not Y`, `X rather than Y`: whether polarity turns for this conjunct."""
    if tree.child(head, "neg") is not None or _is_missed(tree, head):
        return True
    governed = adjunct is not None and head == adjunct.heads[0]
    if adjunct is not None and governed and tree.child(adjunct.top, "neg") is not None:
        return True
    if governed and _is_none(tree, head) and tree.deps[head] == "pobj":
        return True  # `was left with no choice`
    if tree.deps[head] == "conj" and _is_none(tree, head):
        first = tree.heads[head]
        while tree.deps[first] == "conj":
            first = tree.heads[first]
        return not _is_none(tree, first)  # `no king and no army`: the clause is negated already
    top = head if adjunct is None or tree.deps[head] == "conj" else adjunct.top
    before = tree.left_edge(top)
    if tree.lower[max(0, before - 2) : before] == ("rather", "than"):
        return True
    first = tree.heads[top]
    if tree.deps[top] != "conj":
        return False
    but = any(tree.lower[c] == "but" and c < top for c in tree.children(first, "cc"))
    denying = tree.child(tree.heads[first], "neg")
    if denying is None or tree.lower[denying + 1] in ("only", "just", "merely", "simply"):
        return False
    return but


def _is_missed(tree: Tree, head: int) -> bool:
    """`lost his savings and [almost] his house`; not `almost a million`, `almost all of it`."""
    first = tree.left_edge(head)
    owned = tree.tags[first + 1 : first + 2] == ("PRP$",) or tree.lower[first + 1 : first + 2] == (
        "the",
    )
    return tree.deps[head] == "conj" and tree.lower[first] in ("almost", "nearly") and owned


def _is_none(tree: Tree, noun: int) -> bool:
    return any(tree.lower[c] == "no" for c in tree.children(noun, "det"))


def alternatives(tree: Tree, head: int) -> list[int]:
    """`Ana or Bo`, `to Oslo or to Bari`: those of which it may be one; none where it is this."""
    governor = [tree.heads[head]] if tree.deps[head] == "pobj" else []
    found = (_joined_nouns(tree, i) for i in (head, *governor))
    return next((joined for joined in found if joined), [])


def alternative_deeds(tree: Tree, verb: int) -> list[int]:
    """`Ana sold or burned the barn`: the verbs; none in `left it, or so they say`."""
    joined = _joined_by_or(tree, verb)
    alike = all(tree.pos[v] == "VERB" and tree.tags[v] == tree.tags[verb] for v in joined)
    return joined if alike else []


def are_opposed(tree: Tree, members: list[int]) -> bool:
    """`either Ana or Bo`: whether a word says that it is one of them alone."""
    return any(word in ("either", "whether") for word in tree.lower[: members[1]])


def _joined_nouns(tree: Tree, i: int) -> list[int]:
    """What `or` joins, `i` among it; `the puma, or mountain lion,` is one thing."""
    either = tree.child(i, "preconj")
    if either is not None and tree.lower[either] == "either" and "or" in tree.lower[either:i]:
        return [either + 1, i]  # read as parts of one name
    joined = _joined_by_or(tree, i)
    if not joined or tree.pos[joined[0]] in ("VERB", "AUX"):
        return []
    marks = [c for t in joined for c in tree.children(t, "cc") if tree.lower[c] == "or"]
    person = tree.labels[joined[0]] == "PERSON"
    several = person or len(joined) > 2 or tree.words[marks[0] - 1] != ","
    return joined if several else []


def _joined_by_or(tree: Tree, i: int) -> list[int]:
    """The members of a coordination that `or` joins to `i`, itself included; else none.

    A comma joins as the next conjunction does: `beans, peas or lentils` are three of which it
    may be any, of `beans and peas or lentils` the last two are.
    """
    first = i
    while tree.deps[first] == "conj":
        first = tree.heads[first]
    groups: list[list[int]] = [[]]
    joined = tree.conjuncts(first)
    for at, member in enumerate(joined):
        groups[-1].append(member)
        if _link(tree, joined[at:]) != "or":
            groups.append([])
    return next((group for group in groups if i in group and len(group) > 1), [])


def _link(tree: Tree, members: list[int]) -> str:
    """The conjunction between the first two members, of a mere comma the next; "" for none."""
    for one, other in pairwise(members):
        for c in range(one + 1, other):
            own = tree.deps[c] == "cc" and tree.heads[c] in members
            if own and tree.lower[c] in ("and", "or", "but", "nor"):
                return tree.lower[c]
    return ""


def is_excepted(tree: Tree, subject: int) -> bool:
    """`not [Ana] but Omar`, `Omar, not [Ana]`, `Omar and not [Ana]`, as subjects."""
    first = tree.deps[subject] == "conj" or tree.child(subject, "conj") is not None
    return first and any(tree.lower[c] == "not" for c in tree.children(subject, "neg"))
