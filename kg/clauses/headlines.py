"""Headlines -> trees that can be read like those of sentences, or none.

Headlines leave out articles and auxiliaries, and a small parser often takes their verb for a
noun. So only those are read whose verb is certain; the rest says nothing.

| what             | example                               | read as                            |
|------------------|---------------------------------------|------------------------------------|
| present          | Court rejects appeal by baker         | as it stands                       |
| participle       | Mayor accused of fraud                | Mayor is accused of fraud          |
| past             | Bishop shot in Lyon                   | Bishop is shot in Lyon             |
| infinitive       | Velora to buy Clearsound              | Velora is to buy Clearsound        |
| source           | Ferry sinks off Crete, mayor says     | as it stands: claimed by the mayor |

A headline with a colon, a question, a quoted verb, or a verb before its subject is left alone.
"""

from __future__ import annotations

from dataclasses import replace

from kg.lexicon import nouns
from kg.lexicon.verbs import INTRANSITIVE, SPEECH
from kg.syntax import Tree

DOUBT = 0.7
"""What is left of the confidence in a fact that a headline states."""

_FINITE = frozenset({"VBD", "VBP", "VBZ"})
_SILENT_MARKS = frozenset({":", "?", "|", "…", "..."})


def read_headline(tree: Tree) -> Tree | None:
    """The tree with the omitted auxiliary accounted for; None where the verb is in doubt."""
    root = next(i for i, head in enumerate(tree.heads) if head == i)
    if _SILENT_MARKS.intersection(tree.words) or tree.tags[0] in ("WRB", "WP", "WDT", "VB", "VBG"):
        return None
    if _is_quoted(tree, root):
        return None
    if tree.pos[root] in ("VERB", "AUX"):
        return _clause(tree, root)
    return _elided(tree, root)


def _is_quoted(tree: Tree, root: int) -> bool:
    """`Mayor 'took bribes'`: somebody says so, the headline does not say who."""
    marks = ("'", "‘", "“", '"', "``", "''", "’", "”")
    before = [i for i in range(root) if tree.words[i] in marks and tree.tags[i] != "POS"]
    return len(before) % 2 == 1


def _clause(tree: Tree, root: int) -> Tree | None:
    subject = tree.child(root, "nsubj", "nsubjpass")
    if subject is None or not _is_noun_phrase(tree, subject, root):
        return None
    said = tree.child(root, "ccomp")
    if tree.lemmas[root] in SPEECH and said is not None:
        inner = tree.child(said, "nsubj")
        return tree if inner is not None and _is_noun_phrase(tree, inner, said) else None
    if _is_participle(tree, root):
        return _relabelled(tree, {subject: "nsubjpass"})
    if (
        tree.tags[root] == "VBP"
        and tree.tags[subject] == "NN"
        and tree.child(subject, "conj") is None
    ):
        return None  # `Cholera outbreak spreads`, read as what cholera does
    modal = tree.child(root, "aux", "auxpass") is not None
    return tree if tree.tags[root] in _FINITE or modal else None


def _is_noun_phrase(tree: Tree, subject: int, verb: int) -> bool:
    """Whether the subject stands before the verb and no word in it looks like a verb.

    In `Court rejects appeal`, read as `court-rejects appeal`, the plural may be one.
    """
    compound = tree.child(subject, "compound") is not None
    if compound and tree.tags[subject] == "NNS" and tree.tags[verb] == "VBP":
        return False
    inside = (tree.tags[i] for i in tree.subtree(subject))
    return subject < verb and not any(tag.startswith("VB") or tag == "MD" for tag in inside)


def _is_participle(tree: Tree, v: int) -> bool:
    """Headlines tell in the present: a past form without an object is a passive."""
    if tree.child(v, "aux", "auxpass", "dobj", "ccomp", "xcomp", "attr", "acomp") is not None:
        return False
    return tree.tags[v] in ("VBN", "VBD") and tree.lemmas[v] not in INTRANSITIVE


def _elided(tree: Tree, noun: int) -> Tree | None:
    """`Mayor accused`, `Velora to buy`: the noun's only modifier of the kind is the predicate."""
    found = _modifiers(tree, noun)
    verbs = [i for i in range(len(tree)) if tree.tags[i].startswith("VB")]
    verbs = [v for v in verbs if tree.deps[v] not in ("amod", "compound")]
    if len(found) != 1 or verbs[:1] != found:
        return None
    if tree.child(found[0], "nsubj", "nsubjpass") is not None:
        return None
    [v] = found
    first = tree.left_edge(v)
    passive = tree.tags[v] in ("VBN", "VBD") and tree.child(v, "dobj") is None
    planned = tree.tags[v] == "VB" and tree.lower[first] == "to" and _can_act(tree, noun)
    if not (passive or planned) or tree.words[first - 1] in (",", "-", "–"):
        return None
    heads, deps = list(tree.heads), list(tree.deps)
    heads[v], deps[v] = v, "ROOT"
    heads[noun], deps[noun] = v, "nsubjpass" if passive else "nsubj"
    for c in tree.children(noun):
        if c > v:
            heads[c] = v
    return Tree(replace(tree.sent, heads=tuple(heads), deps=tuple(deps)))


def _modifiers(tree: Tree, noun: int) -> list[int]:
    """The clauses behind a noun; behind `Owner of bar` they are the owner's."""
    found = [c for c in tree.children(noun, "acl", "relcl") if c > noun]
    inner = tree.child(noun, "prep")
    while not found and inner is not None:
        held = tree.child(inner, "pobj")
        found = [] if held is None else list(tree.children(held, "acl"))
        inner = None if held is None else tree.child(held, "prep")
    return found


def _can_act(tree: Tree, noun: int) -> bool:
    """`Union to sue`, not `Ways to cook`."""
    kind = nouns.noun(tree.lemmas[noun].lower()).type
    return tree.pos[noun] == "PROPN" or kind in ("Person", "Organization", "Group")


def _relabelled(tree: Tree, labels: dict[int, str]) -> Tree:
    deps = tuple(labels.get(i, dep) for i, dep in enumerate(tree.deps))
    return Tree(replace(tree.sent, deps=deps))
