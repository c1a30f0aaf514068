"""Why a clause, or a noun in it, makes no edge of the graph.

What is no thing, or does not say which, is left out and counted with the reason.
"""

from __future__ import annotations

from kg.clauses import Clause
from kg.clauses.phrases import core
from kg.lexicon import nouns
from kg.lexicon.quantities import INDEFINITE_PRONOUNS, SHARES
from kg.lexicon.verbs import MAKING, NAMING
from kg.syntax import SUBJECT_LABELS, Tree

_PARTS_OF_TALK = frozenset(
    "part thing goal aim job task plan problem idea step mission point challenge trick key "
    "answer solution priority purpose role".split()
)
"""Nouns that do nothing: a gerund behind them is what they are."""

_GIVING = frozenset("give grant offer hand award lend cede deny".split())
_SAYING = frozenset("say argue insist reckon remark".split())
_ACTORS = frozenset({"Person", "Group", "Organization", "GeopoliticalEntity"})
_RECEIVING = frozenset({"Person", "Group", "Organization"})

_INDEFINITE = INDEFINITE_PRONOUNS | frozenset(
    "all another both each either enough few less little many more most much neither no-one other "
    "others several some such that this these those".split()
)

_SHARES = SHARES | frozenset(
    "bulk cent dozens fifth fraction hundreds minority pair part parts percentage portion quarters "
    "remainder rest share tenth thirds thousands".split()
)


def against_object(tree: Tree, i: int) -> str | None:
    """Why the noun at `i` is no object; None where it is one."""
    if tree.tags[i] in ("WP", "WDT", "WRB") or _asks(tree, i):
        return "question word as object"
    if not any(ch.isalnum() for ch in tree.words[i]):
        return "object is no word"
    if any(_is_clausal(tree, t) for t in core(tree, i) if t < i):
        return "object is a clause"
    if _is_two_phrases(tree, i):
        return "object and complement in one"
    if _is_actor_said(tree, i):
        return "object is a clause"
    if _is_share(tree, i):
        return "share of a pronoun"
    of = any(tree.lower[p] == "of" for p in tree.children(i, "prep"))
    if tree.lower[i] in _INDEFINITE and not of:
        return "indefinite pronoun as object"
    return None


def is_one(tree: Tree, i: int) -> bool:
    """`sold [one] to a museum`: to say the rest without it would mislead."""
    return tree.lower[i] in ("one", "ones", "some", "none") and not tree.children(
        i, "prep", "relcl"
    )


def _is_clausal(tree: Tree, t: int) -> bool:
    """`says [Ana hated museums]`, `promised [us jobs]`, read as noun phrases."""
    named = t > 0 and tree.pos[t - 1] == "PROPN" and tree.tags[t] == "VBN"
    return named or tree.tags[t] in ("VBD", "VBZ", "VBP", "MD", "PRP")


def _is_actor_said(tree: Tree, i: int) -> bool:
    """`says [the rebels], the army shelled a town`: cut off from what is said of it."""
    if tree.deps[i] != "dobj" or tree.lemmas[tree.heads[i]] not in _SAYING:
        return False
    named = tree.labels[i] in ("PERSON", "ORG", "GPE", "NORP")
    return named or nouns.noun(tree.lemmas[i].lower()).type in _ACTORS


def _is_two_phrases(tree: Tree, i: int) -> bool:
    """`named [Ana Roy head]`, `took [the town hostage]`, read as one noun phrase."""
    lemma = tree.lemmas[tree.heads[i]]
    held = tree.children(i, "compound", "nmod")
    if tree.deps[i] != "dobj" or tree.pos[i] != "NOUN" or not held:
        return False
    if lemma in MAKING | NAMING:
        return any(tree.pos[c] == "PROPN" and tree.labels[c] in ("", "PERSON") for c in held)
    if lemma in _GIVING:
        return _is_recipient(tree, i)
    return lemma in ("take", "hold") and tree.lower[i] in ("hostage", "captive", "prisoner")


def _is_recipient(tree: Tree, gift: int) -> bool:
    """`gave [the league control] of the port`: whom it is given stands before the thing."""
    found = tree.children(gift, "compound", "nmod")
    articled = tree.child(gift, "det") is not None and len(found) == 1
    if not articled or tree.child(tree.heads[gift], "dative") is not None:
        return False
    kind = nouns.noun(tree.lemmas[found[0]].lower()).type
    bare = tree.tags[gift] == "NN" and tree.child(gift, "prep") is not None
    return bare and tree.tags[found[0]] in ("NN", "NNS") and kind in _RECEIVING


def _asks(tree: Tree, i: int) -> bool:
    """`[whose brother] left`, `[half of whom] left`: it stands for a thing named before."""
    return any(tree.tags[c] in ("WP$", "WRB", "WP", "WDT") for c in core(tree, i) if c != i)


def _is_share(tree: Tree, i: int) -> bool:
    """`[58 per cent of it] was sold`, `[both of them] left`: it does not say of what."""
    counts = tree.lower[i] in _INDEFINITE | _SHARES or tree.tags[i] == "CD"
    of = [p for p in tree.children(i, "prep") if counts and tree.lower[p] == "of"]
    return any(tree.tags[noun] == "PRP" for p in of for noun in tree.children(p, "pobj"))


def _is_rest(tree: Tree, i: int) -> bool:
    """`Some left; [others] stayed`, `[neither side] won`: of a group that is not said."""
    neither = any(tree.lower[c] == "neither" for c in tree.children(i, "det"))
    return tree.lower[i] == "others" or (neither and tree.child(i, "conj", "cc") is None)


def against_subject(tree: Tree, clause: Clause) -> str | None:
    """Why the clause has no subject of which something is said; None where it has one."""
    if clause.subject is None:
        return "no subject"
    if tree.tags[clause.subject] in ("WP", "WDT", "WRB", "WP$", "EX"):
        return "question word as subject"
    if not any(ch.isalpha() for ch in tree.words[clause.subject]):
        return "subject is no word"
    if tree.pos[clause.subject] not in ("NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET", "X"):
        return "subject is a clause"
    talk = tree.lemmas[clause.subject].lower() in _PARTS_OF_TALK and _is_gerund(tree, clause)
    if talk or _is_question_clause(tree, clause):
        return "subject is a clause"
    if _asks(tree, clause.subject):
        return "question word as subject"
    if _is_share(tree, clause.subject):
        return "share of a pronoun"
    if _is_rest(tree, clause.subject):
        return "indefinite pronoun as subject"
    if _is_appeal(tree, clause.subject):
        return "appeal to the hearer"
    expletive = tree.lower[clause.subject] == "it" and (
        clause.content is not None or tree.child(clause.verb, "xcomp", "ccomp") is not None
    )
    return "expletive subject" if expletive or _is_cleft(tree, clause) else None


def _is_appeal(tree: Tree, subject: int) -> bool:
    """`[Let us] be clear`, `[let's] begin`: nobody's plan yet; not `they let us in`."""
    let = subject - 1
    own = tree.lower[subject] in ("us", "'s", "’s") and let >= 0 and tree.lower[let] == "let"
    return own and tree.child(let, *SUBJECT_LABELS) in (None, subject)


def _is_cleft(tree: Tree, clause: Clause) -> bool:
    """`it was Ana who left`: the relative clause says it all."""
    if clause.subject is None or tree.lower[clause.subject] != "it":
        return False
    cleft = [h for c in clause.complements for h in tree.conjuncts(c)]
    return any(
        tree.pos[h] in ("PROPN", "PRON") and tree.child(h, "relcl") is not None for h in cleft
    )


def _is_question_clause(tree: Tree, clause: Clause) -> bool:
    """`Who wrote [the letter is unclear]`: all before the verb is its subject."""
    asker = clause.anchor
    asked = tree.child(asker, "nsubj")
    return (
        clause.attachment == "content"
        and asked == 0
        and tree.tags[0] in ("WP", "WDT")
        and asker < clause.verb
        and clause.mark is None
        and "?" not in tree.words
    )


def _is_gerund(tree: Tree, clause: Clause) -> bool:
    """`the hardest part was [finding] the key`, which looks like a progressive."""
    v = clause.verb
    helped = any(tree.lemmas[c] == "be" for c in tree.children(v, "aux"))
    return tree.tags[v] == "VBG" and helped
