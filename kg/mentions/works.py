"""Titles of works behind the word for their kind: the novel Cold Iron.

A title may be any words, so neither its own head noun nor what NER makes of it tells what it is
(the thriller Silent Harbor, the comedy Ben Hill); the noun before it does. It is no title where the
name may be who made the work (the song Ann Low sang) or is a part of a longer phrase (the film
Kestrel Studios boss).
"""

from __future__ import annotations

from kg.lexicon import gazetteer, nouns
from kg.syntax import SUBJECT_LABELS, Tree

KINDS = frozenset(
    "album anthology ballad ballet book cantata comedy documentary drama epic film memoir "
    "miniseries movie musical novel novella opera play poem satire sitcom sonata song sonnet "
    "symphony thriller tragedy trilogy western".split()
)


def is_title(tree: Tree, first: int, last: int) -> bool:
    """Whether the name from token `first` to the one before `last` is the title of a work."""
    noun, head = first - 1, last - 1
    if noun < 0 or tree.words[noun] not in KINDS or tree.tags[noun] not in {"NN", "JJ"}:
        return False
    modifies = tree.deps[head] in {"compound", "nmod", "amod", "poss"} and tree.heads[head] >= last
    return not modifies and not _may_make(tree, first, last)


def _may_make(tree: Tree, first: int, last: int) -> bool:
    """Whether the name may be the subject of a clause about the work: the film Mara Velt made."""
    noun, head = first - 1, last - 1
    above = tree.heads[head]
    if tree.deps[head] in SUBJECT_LABELS and tree.deps[above] == "relcl":
        return tree.heads[noun] != noun
    follows = last < len(tree) and tree.pos[last] in {"VERB", "AUX"}
    maker = nouns.is_first_name(tree.words[first]) or gazetteer.place(tree.words[first]) is not None
    return follows and maker
