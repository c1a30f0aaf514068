"""What hangs on a verb of saying that stands within, or behind, what is said.

| rule      | example                                          | was read as              |
|-----------|--------------------------------------------------|--------------------------|
| resumed   | The firm grew, she added, and [had] paid.        | she had paid             |
| announced | Bari beat Rome, [the league] announced.          | Bari, the league         |
| also      | told us that it leaks, but that it [does] stand  | told us, but it stands   |
"""

from __future__ import annotations

from collections.abc import Iterator

from kg.lexicon.verbs import SPEECH, THAT
from kg.syntax import SUBJECT_LABELS, Edit, Tree

_CONJUNCTIONS = frozenset({"and", "but", "or"})


def resumed(tree: Tree, i: int) -> Iterator[Edit]:
    """Behind an aside and its comma, a verb without subject goes on with what is said."""
    said = tree.heads[i]
    above, and_ = tree.heads[said], tree.left_edge(i) - 1
    subject = tree.child(said, *SUBJECT_LABELS)
    aside = tree.deps[said] == "parataxis" and tree.lemmas[said] in SPEECH and subject is not None
    if not aside or tree.lower[and_] not in _CONJUNCTIONS or tree.words[and_ - 1] != ",":
        return
    opened = above < said and tree.words[tree.left_edge(said) - (tree.words[said] == ",")] == ","
    if opened and and_ - 2 == said and tree.child(i, *SUBJECT_LABELS) is None:
        yield i, above, "conj"
        yield and_, above, "cc"


def announced(tree: Tree, i: int) -> Iterator[Edit]:
    """A noun behind a comma, far from what it is apposed to, with a verb of saying: who says it."""
    noun = tree.heads[i]
    verb, said = tree.heads[noun], tree.child(i, "acl", "relcl")
    first = tree.left_edge(i)
    if said is None or tree.tags[said] not in ("VBD", "VBZ") or tree.lemmas[said] not in SPEECH:
        return
    far = tree.deps[noun] in SUBJECT_LABELS and noun < verb < first and said == i + 1
    if far and tree.words[first - 1] == "," and tree.child(said, *SUBJECT_LABELS) is None:
        yield said, verb, "parataxis"
        yield i, said, "nsubj"


def also(tree: Tree, i: int) -> Iterator[Edit]:
    """A second clause with `that` is told as the first is."""
    verb = tree.heads[i]
    mark, told = tree.child(i, "mark"), tree.child(verb, "ccomp")
    if mark is None or told is None or tree.lower[mark] != "that" or not verb < told < mark < i:
        return
    and_ = mark - 1
    if tree.lemmas[verb] in THAT and tree.lower[and_] in _CONJUNCTIONS:
        yield i, told, "conj"
        yield and_, told, "cc"
