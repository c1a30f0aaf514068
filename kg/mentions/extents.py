"""How far a noun phrase reaches from its head.

To the left over determiner, adjectives, compounds, numbers and possessor; to the right over
"of ..." and over other prepositional phrases that identify it ("war in the Balkans", "talks
between the union and the mill"), never over a relative clause or an apposition. A phrase of more
than `MAX_WORDS` words ends earlier.
"""

from __future__ import annotations

from kg.lexicon import nouns
from kg.syntax import SUBJECT_LABELS, Tree

MAX_WORDS = 9
_LEFT = frozenset({"det", "predet", "amod", "compound", "nummod", "poss", "nmod", "quantmod"})
_LEFT |= {"npadvmod", "punct"}
_IDENTIFYING = {  # preposition -> types of nominal that it identifies, if a name follows
    **dict.fromkeys(
        ("in", "at", "near", "from", "to", "on", "for", "by"),
        frozenset({"Event", "Facility", "GeopoliticalEntity", "Place", "Document"}),
    ),
    "against": frozenset({"Event", "Document"}),
    "over": frozenset({"Event", "Document"}),
    "with": frozenset({"Event", "Document"}),
}
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ"})
_RELATIONAL = frozenset({"between", "among", "against"})  # identify whatever follows


def few(tree: Tree, noun: int) -> int | None:
    """`few bakers agree` denies that bakers do; not `a few bakers`, `the few bakers`."""
    if tree.deps[noun] not in SUBJECT_LABELS or tree.child(noun, "poss") is not None:
        return None
    words = [noun, *tree.children(noun, "amod", "nummod", "det")]
    article = any(tree.deps[w] == "det" and tree.lower[w] != "few" for w in words)
    found = next((w for w in words if tree.lower[w] == "few"), None)
    counted = found is None or any(tree.lower[c] in ("a", "as") for c in tree.children(found))
    return None if article or counted else found


class Phrases:
    """The extents of the noun phrases of one sentence, each worked out once."""

    def __init__(self, tree: Tree, in_name: list[bool]) -> None:
        self._tree = tree
        self._in_name = in_name
        self._left = list(range(len(tree)))
        self._right = list(range(len(tree)))
        for i in _bottom_up(tree):
            head = tree.heads[i]
            self._left[head] = min(self._left[head], self._left[i])
            self._right[head] = max(self._right[head], self._right[i])
        self._ends = list(range(1, len(tree) + 1))
        for i in range(len(tree) - 1, -1, -1):  # a phrase ends with phrases to its right
            if tree.pos[i] in _NOMINAL:
                self._ends[i] = self._end(i)

    def span(self, i: int) -> tuple[int, int]:
        """First token and end (exclusive) of the phrase headed by `i`."""
        return self._start(i), self._ends[i]

    def _start(self, i: int) -> int:
        start = i
        for c in reversed(self._tree.children(i)):
            near = c < start and start - self._right[c] <= 2
            if c < i and self._tree.deps[c] in _LEFT and near:
                start = self._left[c]
        while start < i and self._tree.pos[start] in {"PUNCT", "CCONJ", "ADP"}:
            start += 1
        if self._tree.lower[max(0, start - 1) : start + 1] == ("up", "to"):
            start -= 1  # up to 90 jobs
        rare = few(self._tree, i)
        return start if rare is None or rare >= i else rare + 1

    def _end(self, i: int) -> int:
        """The end over the prepositional phrases that identify `i`, as far as they touch."""
        end = self._name_end(i)
        start = -1
        for c in self._tree.children(i, "prep"):
            if c != end:
                continue
            noun = self._tree.child(c, "pobj")
            if noun is None or not self._identifies(i, c, noun):
                break
            start = self._start(i) if start < 0 else start
            conjuncts = self._tree.conjuncts(noun)
            reach = max(self._ends[k] for k in conjuncts if k >= noun)
            if reach - start > MAX_WORDS and self._tree.lower[c] != "between":  # never of one
                reach = self._ends[noun]
            if reach - start > MAX_WORDS:
                break
            end = reach
        return end

    def _name_end(self, i: int) -> int:
        """The end over what belongs to the head itself: plan |B|, Flight |370|."""
        end = i + 1
        if end < len(self._tree) and _is_number_of(self._tree, i):
            return end + 1
        if self._tree.words[end : end + 1] == ("/",) and i in self._tree.heads[end + 1 : end + 2]:
            return end + 2  # 50 km/h
        while end < len(self._tree) and self._in_name[i] and self._in_name[end]:
            end += 1
        return end

    def _identifies(self, i: int, prep: int, noun: int) -> bool:
        tree = self._tree
        word = tree.words[prep].lower()
        if tree.tags[noun].startswith("V") or noun < prep:
            return False
        if word == "of":
            return tree.tags[noun] != "CD"
        if word in _RELATIONAL:
            return True
        kind = nouns.noun(tree.lemmas[i].lower()).type
        if word == "with":  # talks with the union
            return kind in _IDENTIFYING[word]
        named = self._in_name[noun] or any(
            self._in_name[c] for c in tree.children(noun, "compound", "amod", "poss")
        )
        above = tree.heads[tree.heads[i]]
        if tree.deps[i] == "pobj" and tree.words[tree.heads[i]] == "of":
            kind = nouns.noun(tree.lemmas[above].lower()).type  # removal of waste from Ghent
        return named and kind in _IDENTIFYING.get(word, ())


def _is_number_of(tree: Tree, i: int) -> bool:
    """Whether a single letter or a number right after a noun tells which one."""
    word = tree.words[i + 1]
    letter = len(word.rstrip(".")) == 1 and word[0].isupper() and tree.tags[i + 1] != "PRP"
    named = tree.words[i][0].isupper() and word.isdigit()
    attached = tree.heads[i + 1] == i or tree.deps[i + 1] == "npadvmod"
    return (letter and attached) or (named and tree.heads[i + 1] == i)


def _bottom_up(tree: Tree) -> list[int]:
    """Tokens in an order in which children come before their heads."""
    order = [i for i in range(len(tree)) if tree.heads[i] == i]
    for i in order:
        order.extend(tree.children(i))
    return order[::-1]
