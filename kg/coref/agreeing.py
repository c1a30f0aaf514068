"""Whether a chain agrees with a pronoun in number, gender and animacy, and how surely.

| pronoun | agrees with                                | less surely with                      |
|---------|--------------------------------------------|---------------------------------------|
| he, she | persons of that gender                     | those of whom no gender is told       |
| it      | what is no person; |the opposition|        |                                       |
| they    | plurals, organisations; |Harwick| have won | things and single bodies, near people |
"""

from __future__ import annotations

import math

from kg.coref.chains import Chain, Ref
from kg.coref.selectional import NEUTER, PLURAL
from kg.lexicon import nouns
from kg.repairs.agreement import is_plural

TOPIC = 0.05  # what a doubling of its mentions adds to a chain
COLLECTIVE = 0.5  # "they" of a team, where plurals are near
PLURAL_THING = 0.7  # "they" of things, where people are near
UNKNOWN_GENDER = 0.7
UNLIKELY_GENDER = 0.35
_MASCULINE = frozenset({"he", "him", "his", "himself"})
_FEMININE = frozenset({"she", "her", "hers", "herself"})
THIRD = _MASCULINE | _FEMININE | NEUTER | PLURAL


def agrees(chain: Chain, other: Ref, word: str) -> bool:
    """Whether a chain agrees with a pronoun in number, gender and animacy."""
    kind = chain.type
    if other.is_pronoun and not chain.settled and not same_person(other, word):
        return False
    if word in PLURAL:
        return _may_be_they(chain, other, kind)
    if chain.numbers == {"plural"}:
        return False
    if word in NEUTER:
        body = kind == "Group" and nouns.noun(other.noun).flag == "collective"
        lifeless = body or kind not in {"Person", "Group"}
        return lifeless and not chain.genders & {"male", "female"}
    wanted = "male" if word in _MASCULINE else "female"
    if kind not in {"Person", ""} or (not kind and not chain.names):
        return wanted in chain.genders
    return not chain.genders or wanted in chain.genders


def same_person(other: Ref, word: str) -> bool:
    """Whether two pronouns can be forms of one: he, him, his."""
    text = other.mention.text.lower()
    families = (_MASCULINE, _FEMININE, NEUTER, PLURAL)
    return any(text in family and word in family for family in families)


def _may_be_they(chain: Chain, other: Ref, kind: str) -> bool:
    if "plural" in chain.numbers or _takes_plural(other, kind):
        return True
    if kind == "Group" or (kind == "Organization" and chain.names):
        return True
    return other.mention.kind == "nominal" and nouns.noun(other.noun).flag == "collective"


def _takes_plural(other: Ref, kind: str) -> bool:
    """Whether a name that is no person's is the subject of a plural verb: |Harwick| have won."""
    tree, verb = other.tree, other.tree.heads[other.token]
    subject = tree.deps[other.token] in {"nsubj", "nsubjpass"}
    alone = subject and other.is_name and tree.child(other.token, "conj") is None
    return alone and kind != "Person" and is_plural(tree, verb)


def fit(chain: Chain, word: str) -> float:
    """How well a chain that agrees with a pronoun fits it, by what is known for certain."""
    fit = 1 + TOPIC * math.log2(len(chain.refs))
    if word in PLURAL and chain.type == "Group" and "plural" in chain.numbers:
        return fit
    if word in PLURAL:
        body = chain.type in {"Organization", "GeopoliticalEntity"}
        several = 1.0 if body else PLURAL_THING
        return fit * (several if chain.numbers == {"plural"} else COLLECTIVE)
    if word in NEUTER or chain.genders:
        return fit
    wanted = "male" if word in _MASCULINE else "female"
    leaning = _leaning(chain)
    if not leaning:
        return fit * UNKNOWN_GENDER
    return fit if leaning == wanted else fit * UNLIKELY_GENDER


def _leaning(chain: Chain) -> str:
    """The gender that a name makes likely: a given name that stands alone, an ending in "a"."""
    for name in chain.names:
        first = name.split()[0]
        if gender := nouns.first_name_gender(first):
            return gender
        if " " in name and first.endswith("a"):
            return "female"
    return ""
