"""Words that take back what a noun phrase says.

| kind               | example                                  | what the phrase says is |
|--------------------|------------------------------------------|-------------------------|
| hearsay            | the alleged head of the ring             | claimed                 |
| hope               | the would-be buyer of the mill           | planned                 |
| failure            | the failed raid on the port              | negated, planned        |
| absence            | there were no talks between them         | negated                 |
| cancellation       | the fair in Oslo was cancelled           | negated, planned        |
| a verb above       | the court blocked Ana's purchase of it   | negated, planned        |
| a noun above       | no evidence of Omar's murder of Ana      | negated, claimed        |

A title is the narrator's own word; only these words before it say that it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.clauses.denials import DOUBTS, EVIDENCE, Verdict, is_in_marks, is_lacking, is_negated
from kg.lexicon.verbs import NOUN, Effect
from kg.syntax import Tree

_CLAIMING = frozenset(
    "alleged suspected supposed purported putative presumed reputed accused ostensible rumoured "
    "rumored fake bogus false fictional imaginary mythical pretended reported styled proclaimed "
    "called described".split()
)
_PLANNING = frozenset(
    "aspiring prospective potential possible incoming future proposed planned attempted pending "
    "imminent expected intended threatened looming eventual impending".split()
)
_FAILED = frozenset("failed abortive foiled thwarted unsuccessful botched aborted".split())
_COMPOUND_HEDGES = frozenset("styled proclaimed called described".split())
"""Hedges only behind a hyphen (self-styled, so-called)."""

_CANCELLING = frozenset("cancel abandon scrap ditch shelve axe".split())
_HAPPENING = frozenset("happen occur begin start open convene".split())
_MAKING = frozenset("hold build open sign create construct establish found launch plan".split())

_OVER_DEEDS: Mapping[str, Effect] = {
    **dict.fromkeys("accuse suspect charge blame allege claim".split(), Effect("claimed")),
    **dict.fromkeys("deny dispute".split(), Effect("claimed", negates=True)),
    **dict.fromkeys(
        "plan order plot threaten propose demand urge seek want consider discuss approve clear "
        "fear oppose support recommend vote warn back await expect".split(),
        Effect("planned"),
    ),
    **dict.fromkeys(
        "prevent foil thwart avert block stop veto halt forbid prohibit ban cancel".split(),
        Effect("planned", negates=True),
    ),
    **dict.fromkeys("acquit exonerate absolve".split(), Effect(negates=True)),
}
"""Verbs whose object, or what stands behind their preposition, need not have happened."""


def hedge(tree: Tree, tokens: Iterable[int]) -> Verdict | None:
    """`alleged`, `would-be`, `so-called` before one of the nouns among `tokens`."""
    named = {t for t in tokens if tree.pos[t] in ("NOUN", "PROPN")}
    around = {c for t in named for c in tree.children(t, "amod", "compound", "nmod")} | named
    for i in sorted(around):
        word, joined = tree.lower[i], tree.words[max(0, i - 1)] == "-"
        if word.startswith("would-be") or (word == "be" and joined):
            return Verdict("would-be", "planned")
        if i in named and is_in_marks(tree, i):
            return Verdict(tree.words[i], "claimed")
        last = word.rpartition("-")[2]
        if last in _COMPOUND_HEDGES and not (joined or "-" in word):
            continue
        if last in _CLAIMING:
            return Verdict(word, "claimed")
        if last in _PLANNING:
            return Verdict(word, "planned")
    return None


def is_hedge(word: str) -> bool:
    """Whether the word (in lower case) takes back the role before which it stands."""
    first, _, last = word.rpartition("-")
    if last in _COMPOUND_HEDGES:
        return bool(first)
    return last in _CLAIMING | _PLANNING or word == "would-be"


def of_event(tree: Tree, noun: int) -> Verdict | None:
    """Whether the thing or event came about: `no talks`, the summit was cancelled, never built."""
    if any(tree.lower[c] == "no" for c in tree.children(noun, "det")):
        return Verdict("no", negated=True)
    v = tree.heads[noun]
    lemma, passive = tree.lemmas[v], tree.deps[noun] == "nsubjpass"
    if lemma in _CANCELLING and (passive or tree.deps[noun] == "dobj"):
        return Verdict(tree.words[v], "planned", negated=True)
    starts = lemma in _HAPPENING or (passive and lemma in _MAKING)
    if lemma == "take":
        starts = any(tree.lower[c] == "place" for c in tree.children(v, "dobj"))
    if not starts or tree.deps[noun] not in ("nsubj", "nsubjpass"):
        return hedge(tree, [noun])
    if tree.child(v, "neg") is not None:
        return Verdict(tree.words[v], negated=True)
    due = any(tree.tags[c] == "MD" or tree.lower[c] == "to" for c in tree.children(v, "aux"))
    return Verdict(tree.words[v], "planned") if due else hedge(tree, [noun])


def of_deed(tree: Tree, noun: int) -> Verdict | None:
    """How a noun of action is meant: the failed raid, accused of the raid, no sign of a raid."""
    if any(tree.lower[c] == "no" for c in tree.children(noun, "det")):
        return Verdict("no", negated=True)
    failed = next((c for c in tree.children(noun, "amod") if tree.lower[c] in _FAILED), None)
    if failed is not None:
        return Verdict(tree.words[failed], "planned", negated=True)
    above = tree.heads[noun]
    if tree.deps[noun] == "pobj" and tree.lower[above] not in ("after", "before", "during"):
        above = tree.heads[above]
    elif tree.deps[noun] not in ("dobj", "nsubjpass"):
        return hedge(tree, [noun])
    lemma, word = tree.lemmas[above].lower(), tree.words[above]
    if lemma in _OVER_DEEDS:
        effect = _OVER_DEEDS[lemma]
        return Verdict(word, effect.factuality, negated=effect.negates)
    if tree.pos[above] == "NOUN" and (lemma in EVIDENCE or lemma in NOUN or lemma in DOUBTS):
        if is_lacking(tree, above) or is_negated(tree, tree.heads[above]):
            return Verdict(word, "claimed", negated=True)
        effect = NOUN.get(lemma, Effect("claimed"))
        return Verdict(word, effect.factuality if lemma not in DOUBTS else "planned")
    return hedge(tree, [noun])
