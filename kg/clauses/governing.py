"""What a word does to the clause that hangs on it, found in the tables of verbs.py.

| governor                 | example                          | effect of                    |
|--------------------------|----------------------------------|------------------------------|
| whether, if              | asked whether the dam leaks      | a question                   |
| how, why, when, where    | knew how the dam leaks           | the answer to one            |
| noun                     | the claim that the dam leaks     | NOUN; unknown ones claim     |
| adjective                | afraid that the dam leaks        | THAT, ADJECTIVE              |
| verb with infinitive     | wants the dam to leak            | TO; unknown ones plan it     |
| verb with finite clause  | said the dam leaks               | THAT; unknown ones claim     |
| preposition with gerund  | left without paying              | the preposition              |
"""

from __future__ import annotations

from kg.clauses import Clause
from kg.lexicon.verbs import ADJECTIVE, EXONERATE, HINDER, NOUN, SPEECH, THAT, TO, Effect
from kg.syntax import Tree

_UNKNOWN_CONTENT = Effect("claimed", speaks=True, denied="unsaid")
_QUESTION = Effect("planned", denied="stands")
_AIM = Effect("planned")
_ANSWER = Effect("claimed", speaks=True, denied="stands")
_KNOWN = Effect(denied="stands")
_TOLD = Effect("claimed", speaks=True, denied="unsaid")
_CALLED_FOR = Effect("planned", speaks=True)
_WITHOUT = Effect(negates=True, denied="stands")
_HELD = frozenset("agree decide propose swear vow".split())
"""Verbs of planning that also tell what somebody takes for true."""

_AIMED = frozenset(("aim", "intend", "design", "mean"))
"""Verbs behind which a gerund is what something is for (aimed at ending the strike)."""

_TALKED = frozenset(
    "talk think dream fantasize fantasise consider discuss debate decide insist plan hope wish "
    "lie argue negotiate vote campaign push lobby bargain".split()
)
"""Verbs behind which a gerund is only spoken or thought of (talked about leaving)."""


def effect(tree: Tree, clause: Clause) -> Effect | None:
    """What the word on which a content clause hangs does to it; None where it does nothing."""
    governor = clause.anchor
    lemma = tree.lemmas[governor].lower()
    if mark(tree, clause) in ("whether", "if"):
        return _QUESTION
    if _is_indirect_question(tree, clause.verb):
        return _ANSWER if lemma in SPEECH else _KNOWN
    if tree.pos[governor] in ("NOUN", "PROPN"):
        return _of_noun(tree, clause, lemma)
    if tree.pos[governor] == "ADJ":
        return THAT.get(lemma) or ADJECTIVE.get(lemma) or _unknown(tree, governor)
    if _is_infinite(tree, clause.top):
        if any(tree.lower[c] == "to" for c in tree.children(clause.top, "aux")):
            return TO.get(lemma, _AIM)
        participle = tree.tags[clause.top] == "VBN"
        if participle and lemma == "have":
            return Effect()  # `had the mill sold`
        return TO.get(lemma) or (THAT.get(lemma) if participle else None)
    if _is_subjunctive(tree, clause):
        return _CALLED_FOR
    return _of_finite(tree, clause, lemma)


def _of_finite(tree: Tree, clause: Clause, lemma: str) -> Effect | None:
    """Of a verb that governs a finite clause."""
    if lemma in _HELD and _is_past(tree, clause.verb):
        return _TOLD
    known = THAT.get(phrasal(tree, clause.anchor)) or THAT.get(lemma)
    if known is None and mark(tree, clause) == "that" and lemma != "be":
        return _UNKNOWN_CONTENT
    return known


def _of_noun(tree: Tree, clause: Clause, lemma: str) -> Effect | None:
    default = Effect("planned") if clause.attachment == "infinitive" else None
    if clause.subject == clause.anchor and clause.attachment == "infinitive":
        return _CALLED_FOR
    if not _is_infinite(tree, clause.verb):
        default = Effect("claimed", denied="stands")
    return NOUN.get(lemma, default)


def _is_subjunctive(tree: Tree, clause: Clause) -> bool:
    """`suggested that the town [sell] the mill`: a bare form behind a single subject."""
    v, subject = clause.verb, tree.child(clause.verb, "nsubj", "nsubjpass")
    if subject is None or mark(tree, clause) != "that" or tree.child(v, "aux") is not None:
        return False
    passive = [tree.tags[c] for c in tree.children(v, "auxpass")] == ["VB"]
    bare = tree.tags[v] in ("VB", "VBP") and tree.child(v, "auxpass") is None
    single = tree.tags[subject] in ("NN", "NNP") or tree.lower[subject] in ("he", "she", "it")
    single = single and tree.child(subject, "conj") is None
    return passive or (bare and single and tree.lower[v] not in ("are", "am", "have", "do"))


def _is_past(tree: Tree, v: int) -> bool:
    """`agreed that the dam [was] unsafe`, `swore that he [had] paid`: nothing still to come."""
    helping = tree.children(v, "aux", "auxpass")
    return any(tree.tags[k] == "VBD" for k in helping or (v,))


def _unknown(tree: Tree, adjective: int) -> Effect | None:
    """What a person is said to be of a content stands on his word; `it is sad that` does not."""
    subjects = tree.children(tree.heads[adjective], "nsubj")
    expletive = any(tree.lower[s] == "it" for s in subjects)
    return None if expletive else _UNKNOWN_CONTENT


def _is_indirect_question(tree: Tree, v: int) -> bool:
    """`decided how they will vote`."""
    return tree.deps[v] == "ccomp" and any(
        tree.lower[c] in ("how", "why", "when", "where") and c < v
        for c in tree.children(v, "advmod")
    )


def _is_infinite(tree: Tree, v: int) -> bool:
    if tree.tags[v] in ("VBD", "VBP", "VBZ"):
        return False
    return all(
        tree.lower[c] == "to" or tree.tags[c] in ("VB", "VBG")
        for c in tree.children(v, "aux", "auxpass")
    )


def gerund_effect(tree: Tree, preposition: int) -> tuple[Effect, str] | None:
    """What a preposition does to its gerund by itself, and the word that does it."""
    prep, governor = tree.lower[preposition], tree.heads[preposition]
    lemma = tree.lemmas[governor]
    if prep == "without" or (prep == "from" and lemma in HINDER):
        return _WITHOUT, prep
    if prep == "to" and tree.lower[governor] in ("close", "near"):
        over = tree.heads[governor]
        far = tree.lemmas[over] in ("come", "get") and tree.child(over, "aux") is None
        return (_WITHOUT if far else _AIM), tree.lower[governor]  # came close to winning
    if prep in ("of", "than") and tree.lower[governor] in ("instead", "rather", "short"):
        return _WITHOUT, tree.lower[governor]
    if prep in ("of", "from") and lemma in EXONERATE:
        return _WITHOUT, tree.words[governor]
    if prep == "against":
        return Effect("planned", negates=True), prep
    if prep in ("at", "for") and lemma in _AIMED:
        return _AIM, tree.words[governor]
    if prep in ("about", "of", "on", "for", "toward", "towards") and lemma in _TALKED:
        return Effect("planned"), tree.words[governor]
    return None


def phrasal(tree: Tree, v: int) -> str:
    """A verb with its particle (`rule_out`), "" where it has none."""
    particle = tree.child(v, "prt")
    return "" if particle is None else f"{tree.lemmas[v]}_{tree.lower[particle]}"


def mark(tree: Tree, clause: Clause) -> str:
    """The last conjunction of the clause (`if` of `as if`)."""
    return "" if clause.mark is None else marks(tree, clause)[-1]


def marks(tree: Tree, clause: Clause) -> list[str]:
    """All conjunctions of a clause that has one."""
    found = [tree.lower[c] for c in tree.children(clause.verb, "mark")]
    assert clause.mark is not None
    return found or [tree.lower[clause.mark]]
