"""What a third-person pronoun refers to: salience, agreement, binding; else nothing.

Every chain mentioned in the sentence of the pronoun or in the few before it is a candidate.
Its salience is the sum over its mentions of a weight for the grammatical role, halved with every
sentence of distance (Lappin and Leass 1994, "An Algorithm for Pronominal Anaphora Resolution").
Candidates that do not agree in number, gender and animacy are out, as are those that binding
excludes: "she saw her" are two people, "his brother" is not himself, and in a quotation
"he" is not the one who speaks.

The best candidate is taken only if the second is clearly weaker (`MARGIN`); otherwise the
pronoun stays unresolved, because a wrong edge costs more than a missing one.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg import nouns
from kg.chains import Chain, Chains, Ref

WINDOW = 3  # sentences back
MARGIN = 0.75  # the second best must stay below this share of the best
_ROLE_WEIGHT = {
    "nsubj": 80,
    "nsubjpass": 80,
    "agent": 60,
    "dobj": 50,
    "attr": 30,
    "dative": 45,
    "pobj": 40,
    "poss": 35,
    "ROOT": 50,
}
_OTHER_WEIGHT = 25
_NAME_BONUS = 25
_PARALLEL_BONUS = 20
_MASCULINE = frozenset({"he", "him", "his", "himself"})
_FEMININE = frozenset({"she", "her", "hers", "herself"})
_NEUTER = frozenset({"it", "its", "itself"})
_PLURAL = frozenset({"they", "them", "their", "theirs", "themselves"})
THIRD = _MASCULINE | _FEMININE | _NEUTER | _PLURAL
_SEEMING = frozenset(
    ["seem", "appear", "turn", "happen", "follow", "take", "matter", "rain", "snow"]
)


def resolve_pronouns(chains: Chains, speakers: Sequence[int | None]) -> None:
    """Joins third-person pronouns to their antecedents, in the order of the text.

    `speakers` holds, by number of quotation, a ref of the one who speaks.
    """
    by_sentence: dict[int, list[Ref]] = {}
    for ref in chains.refs:
        word = ref.mention.text.lower()
        if ref.is_pronoun and word in THIRD and not _is_empty(ref, word):
            found = _antecedent(chains, ref, word, by_sentence, speakers)
            if found is not None:
                chains.join(found, ref.index)
        by_sentence.setdefault(ref.mention.sentence, []).append(ref)


def _is_empty(ref: Ref, word: str) -> bool:
    """Whether "it" only fills the place of a subject: it is clear that, it seems, it rained."""
    if word != "it":
        return False
    tree, verb = ref.tree, ref.tree.heads[ref.token]
    if tree.deps[ref.token] == "expl" or tree.lemmas[verb] in _SEEMING:
        return True
    if not ref.subject:
        return False
    clausal = tree.child(verb, "ccomp", "xcomp", "csubj", "advcl", "acl", "relcl")
    adjective = tree.child(verb, "acomp", "attr", "oprd")
    if tree.lemmas[verb] == "be" and adjective is not None:
        return clausal is not None or tree.child(adjective, "ccomp", "xcomp", "acl") is not None
    return tree.deps[ref.token] == "nsubjpass" and tree.child(verb, "ccomp") is not None


def _antecedent(
    chains: Chains,
    ref: Ref,
    word: str,
    by_sentence: dict[int, list[Ref]],
    speakers: Sequence[int | None],
) -> int | None:
    scores: dict[int, float] = {}
    at = ref.mention.sentence
    barred = _barred(chains, ref, by_sentence.get(at, []), speakers)
    for distance in range(WINDOW + 1):
        for other in by_sentence.get(at - distance, ()):
            root = chains.root(other.index)
            if root in barred or not _agrees(chains.of(root), other, word):
                continue
            weight = _weight(other, ref) * 0.5**distance
            scores[root] = scores.get(root, 0) + weight
    return _clear_winner(scores)


def _clear_winner(scores: dict[int, float]) -> int | None:
    ranked = sorted(scores, key=lambda root: (-scores[root], root))
    if not ranked:
        return None
    if len(ranked) > 1 and scores[ranked[1]] > MARGIN * scores[ranked[0]]:
        return None
    return ranked[0]


def _weight(other: Ref, ref: Ref) -> float:
    weight = float(_ROLE_WEIGHT.get(other.dep, _OTHER_WEIGHT))
    if other.is_name:
        weight += _NAME_BONUS
    if other.dep == ref.dep:
        weight += _PARALLEL_BONUS
    return weight


def _agrees(chain: Chain, other: Ref, word: str) -> bool:
    """Whether a chain agrees with a pronoun in number, gender and animacy."""
    kind = chain.type
    if word in _PLURAL:
        return _may_be_they(chain, other, kind)
    if chain.numbers == {"plural"}:
        return False
    if word in _NEUTER:
        return kind not in {"Person", "Group"} and not chain.genders & {"male", "female"}
    wanted = "male" if word in _MASCULINE else "female"
    if kind not in {"Person", ""} or (not kind and not chain.names):
        return wanted in chain.genders
    return not chain.genders or wanted in chain.genders


def _may_be_they(chain: Chain, other: Ref, kind: str) -> bool:
    if "plural" in chain.numbers:
        return True
    if kind == "Group" or (kind == "Organization" and chain.names):
        return True
    return other.mention.kind == "nominal" and nouns.noun(other.noun).flag == "collective"


def _barred(
    chains: Chains, ref: Ref, here: Sequence[Ref], speakers: Sequence[int | None]
) -> set[int]:
    """Roots that binding excludes."""
    out = {chains.root(other.index) for other in here if _bound(ref, other)}
    if ref.quote >= 0 and (speaker := speakers[ref.quote]) is not None:
        out.add(chains.root(speaker))
    return out


def _bound(ref: Ref, other: Ref) -> bool:
    """Whether a pronoun and a phrase of the same sentence cannot be the same thing."""
    if other.mention.start <= ref.mention.start and ref.mention.end <= other.mention.end:
        return True  # his brother
    if ref.mention.text.lower().endswith(("self", "selves")):
        return False
    if "poss" in (ref.dep, other.dep):
        return False
    return ref.clause == other.clause >= 0 and not other.is_within_phrase
