"""Which candidates what is said of "it" and "they" leaves: selectional restrictions.

What does something is no place and no stuff, no country is a victory, no report has a lawyer, and
whom one tells something is not what one speaks of.
"""

from __future__ import annotations

from kg.coref.chains import Chains, Ref
from kg.lexicon import nouns
from kg.lexicon.roles import KIN, SPOKEN_FOR
from kg.lexicon.verbs import SPEECH

NEUTER = frozenset({"it", "its", "itself"})
PLURAL = frozenset({"they", "them", "their", "theirs", "themselves"})

_LASTING = frozenset({"GeopoliticalEntity", "Place", "Organization", "Facility"})
_LIFELESS = frozenset({"Document", "Event", "Concept", "Artifact", "Award"})
_STAFF = frozenset("chairman chairwoman chair boss ceo employee worker spokesman staff".split())
_IDEAS = frozenset(
    "dream chance step shame joy pleasure relief surprise matter question problem idea pity "
    "nightmare miracle day moment".split()
)
_STATES = frozenset(  # verbs whose subject a place that did nothing may be: Lima grew. It lies ...
    "be have lie remain become seem look border contain include cover belong exist sit stand house "
    "host boast grow need face".split()
)


_HUMAN = frozenset(  # verbs for what only people and their bodies do
    "agree apologise apologize ask beg believe complain consider decide decline divorce dream "
    "drink exclude feel forget forgive hate hesitate hope hug insist intend kiss know laugh "
    "love marry mourn negotiate plan play prefer pray promise quarrel quit refuse regret remarry "
    "resign retire sing smile speak swear talk think try vow vote want weep wish worry".split()
)
_PEOPLE = frozenset({"Person", "Group"})


def acts(ref: Ref) -> bool:
    """Whether a pronoun is the subject of a verb for what is done, not of what something is."""
    return ref.dep == "nsubj" and ref.tree.lemmas[ref.tree.heads[ref.token]] not in _STATES


def is_scene(chains: Chains, other: Ref) -> bool:
    """Whether a place is only where something happens: a storm hit |Lima|. It moved north.

    A stuff does nothing either: the mill lost |money|. It sued the bank.
    """
    if other.subject or other.dep == "ROOT":
        return False
    stuff = other.mention.kind == "nominal" and other.article == "bare"
    return stuff or chains.of(other.index).type in {"Place", "GeopoliticalEntity"}


def is_unlike(chains: Chains, ref: Ref, other: Ref) -> bool:
    """Whether what is said of "it" or of "they" does not go with a candidate.

    - No country is a victory: Norway played well, but |it| was no victory.
    - No report has a lawyer: she called the claim absurd; |its| lawyer agreed.
    - Only people marry and have children: the maps were hers. |They| divorced; |their| son ...
    - Who tells a paper something does not speak of it: she told the Courier that |they| left.
    """
    kind = chains.of(other.index).type
    if ref.mention.text.lower() not in NEUTER | PLURAL:
        return False
    if kind in _LASTING and _is_happening(ref):
        return True
    if is_of_family(ref) and kind not in _PEOPLE and not other.is_pronoun:
        return True
    if kind in _LIFELESS and ref.dep == "nsubj":
        return ref.tree.lemmas[ref.tree.heads[ref.token]] in _HUMAN
    if ref.dep == "poss" and kind in _LIFELESS:
        return ref.tree.lemmas[ref.tree.heads[ref.token]].lower() in SPOKEN_FOR
    return kind == "Organization" and _is_told(ref, other)


def is_of_family(ref: Ref) -> bool:
    """Whether a pronoun is whose child or spouse is told of: |their| son; |they| have a son."""
    tree, above = ref.tree, ref.tree.heads[ref.token]
    if ref.dep == "poss":
        return tree.lemmas[above].lower() in KIN
    child = tree.child(above, "dobj") if ref.subject and tree.lemmas[above] == "have" else None
    return child is not None and tree.lemmas[child].lower() in KIN


def may_employ(kind: str, ref: Ref) -> bool:
    """Whether what is of this type is likely to have whom a pronoun possesses: |its| chairman."""
    noun = ref.tree.lemmas[ref.tree.heads[ref.token]].lower()
    staff = ref.dep == "poss" and ref.mention.text.lower() == "its" and _is_staff(noun)
    return not staff or kind in {"Organization", "GeopoliticalEntity", "Group"}


def _is_staff(noun: str) -> bool:
    return noun in SPOKEN_FOR or nouns.noun(noun).flag == "official" or noun in _STAFF


def _is_happening(ref: Ref) -> bool:
    """Whether a pronoun is said to be an event or an idea: it was |a victory|; he calls it one."""
    tree, verb = ref.tree, ref.tree.heads[ref.token]
    is_subject = tree.lemmas[verb] == "be" and ref.subject
    told = tree.child(verb, "attr" if is_subject else "oprd")
    if told is None or tree.tags[told] != "NN":
        return False
    noun = nouns.noun(tree.lemmas[told].lower()).type
    return noun in {"Event", "Concept"} or tree.lemmas[told].lower() in _IDEAS


def _is_told(ref: Ref, other: Ref) -> bool:
    """Whether a candidate is told the clause that a pronoun stands in."""
    tree = ref.tree
    if other.tree is not tree or tree.deps[other.token] not in {"dobj", "dative"}:
        return False
    verb = tree.heads[other.token]
    inside = any(above == verb for above in tree.ancestors(ref.token))
    return inside and tree.lemmas[verb] in SPEECH and ref.mention.start > other.mention.end


def is_told_earlier(ref: Ref, other: Ref) -> bool:
    """Whether a name is only of those who were told something in a sentence before."""
    tree = other.tree
    thing = ref.mention.text.lower() in NEUTER | PLURAL and other.is_name
    told = thing and tree is not ref.tree and tree.deps[other.token] in {"dobj", "dative"}
    return told and tree.lemmas[tree.heads[other.token]] in SPEECH


def is_owner_of_thing(ref: Ref, other: Ref) -> bool:
    """Whether "it" is rather what somebody has than who has it: Lima's |bridge|. It stands."""
    tree = other.tree
    if ref.mention.text.lower() not in NEUTER or other.dep != "poss" or other.is_pronoun:
        return False
    owned = nouns.noun(tree.lemmas[tree.heads[other.token]].lower()).type
    return not acts(ref) and owned not in {"", "Person", "Group"}
