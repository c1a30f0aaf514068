"""Which mentions of a document are the same thing: a sieve, the surest rules first.

Each pass joins chains that earlier passes built (Raghunathan et al. 2010, "A Multi-Pass Sieve
for Coreference Resolution"; Lee et al. 2013), and each may abstain:

1. names with one key, short forms, acronyms, aliases in brackets (kg.coref.same_names); a surname
   of several (kg.coref.bearers)
2. appositions (Lomé, the capital), "the city of Lomé" and what somebody is named (named Ana Roy as
   its head)
3. kinds: "the country", "the city" -> the salient place of that kind
4. noun phrases said again (kg.coref.repetition)
5. roles: "the minister" -> the one person in the document who is called so (kg.coref.offices)
6. pronouns of the third person (kg.coref.antecedents), "they" of several in the chain of each
   (kg.coref.together)
7. "her country", "I" and "we" in quotations (kg.coref.offices)

Where two candidates are close nothing is joined.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from kg.coref.antecedents import resolve_pronouns
from kg.coref.bodies import join_by_head, join_firms
from kg.coref.chains import Chains, Ref, build_refs
from kg.coref.offices import (
    join_first_person,
    join_own_countries,
    join_peoples,
    join_roles,
    learn_offices,
)
from kg.coref.repetition import join_repeated
from kg.coref.rewording import join_owned, join_reworded
from kg.coref.same_names import join_names
from kg.lexicon import aliases, gazetteer, nouns, trades
from kg.lexicon.verbs import MAKING
from kg.mentions import appositions, evidence
from kg.model import Mention, Sentence
from kg.quotes import Quotation

_KINDS = {"city": gazetteer.CITY_KINDS, "country": gazetteer.COUNTRY_KINDS}
_KIND_WINDOW = 4  # sentences back in which a place counts fully for "the city"
_DOMINANT = 1.5  # times as many mentions make a place the one that a document is about
_KIND_MEMORY = 200  # mentions of places that are remembered
_PARTS = frozenset({"part", "half", "side", "section", "area"})
_WHOLE = frozenset({"all", "whole", "entire"})
_NO_PLACES = frozenset({"Artifact", "Award", "Document", "Event", "Group"})
_COLLECTING = frozenset("round series string spate wave set bout succession".split())


def resolve(
    sentences: Sequence[Sentence],
    mentions: Sequence[Mention],
    quotations: Sequence[Quotation],
) -> tuple[tuple[int, ...], ...]:
    """Chains of indices into `mentions`, each sorted; a mention in none stands alone."""
    refs = build_refs(sentences, mentions)
    _mark_quoted(refs, quotations)
    chains = Chains(refs)
    join_names(chains)
    learn_offices(chains)
    _join_appositions(chains)
    _join_kinds(chains)
    _join_parts(chains)
    join_repeated(chains)
    join_by_head(chains)
    join_firms(chains)
    join_reworded(chains)
    join_roles(chains)
    heads = {ref.mention.head: ref.index for ref in refs}
    speakers = [heads.get(q.speaker.head) if q.speaker else None for q in quotations]
    resolve_pronouns(chains, speakers)
    join_owned(chains)
    join_own_countries(chains)
    join_peoples(chains)
    join_first_person(chains, speakers)
    return chains.result()


def _mark_quoted(refs: Sequence[Ref], quotations: Sequence[Quotation]) -> None:
    starts = [ref.mention.start for ref in refs]
    for number, quotation in enumerate(quotations):
        first = bisect_left(starts, quotation.start)
        for ref in refs[first : bisect_left(starts, quotation.end)]:
            ref.quote = number


# --- appositions


def _join_appositions(chains: Chains) -> None:
    by_token = {(ref.mention.sentence, ref.token): ref for ref in chains.refs}
    for ref in chains.refs:
        head = _described(by_token, ref) or _role_before(chains, ref) or _appointed(by_token, ref)
        if head is not None:
            chains.join(head.index, ref.index)
        elif (kind := _kind_of(by_token, ref)) is not None:
            chains.join(ref.index, kind.index)


def _described(by_token: dict[tuple[int, int], Ref], ref: Ref) -> Ref | None:
    """What a phrase stands in apposition to; "founder of Norvik, Per Dahl" names the founder."""
    tree, at = ref.tree, ref.mention.sentence
    if tree.deps[ref.token] != "appos":
        return None
    above = tree.heads[ref.token]
    found = by_token.get((at, above))
    of = tree.heads[above]
    if ref.mention.type == "Person" and tree.deps[above] == "pobj" and tree.words[of] == "of":
        person = by_token.get((at, tree.heads[of]))
        if person is not None and person.mention.type == "Person":
            found = person
    return found if found is not None and _is_apposition(found, ref) else None


def _role_before(chains: Chains, ref: Ref) -> Ref | None:
    """The noun phrase right before a person's name: |the Kenyan coach| Wanjiku Mwangi."""
    if not (ref.is_name and ref.mention.type == "Person" and ref.index):
        return None
    for other in reversed(chains.refs[max(0, ref.index - 4) : ref.index]):
        if other.mention.end + 1 == ref.mention.start and other.mention.type == "Person":
            return other if other.mention.kind == "nominal" else None
    return None


def _appointed(by_token: dict[tuple[int, int], Ref], ref: Ref) -> Ref | None:
    """The person whom a body names, by the office: the choir named Ana Roy as |its leader|."""
    tree, preposition = ref.tree, ref.tree.heads[ref.token]
    verb = tree.heads[preposition]
    if tree.deps[ref.token] != "pobj" or tree.lower[preposition] != "as":
        return None
    if tree.lemmas[verb] not in MAKING or tree.child(verb, "neg") is not None:
        return None
    named = tree.child(verb, "dobj", "nsubjpass")
    person = by_token.get((ref.mention.sentence, -1 if named is None else named))
    persons = person is not None and {person.mention.type, ref.mention.type} == {"Person"}
    return person if persons and ref.mention.kind == "nominal" else None


def _is_apposition(head: Ref, ref: Ref) -> bool:
    if ref.is_name and head.is_name:
        return False  # Geneva, Switzerland
    if ref.is_pronoun or head.is_pronoun or appositions.is_listed(ref.tree, ref.token):
        return False
    if ":" in ref.tree.words[head.token : ref.token]:
        return False  # Photo: Ana Ruiz
    same_number = ref.mention.number == head.mention.number
    return same_number and ref.token > head.token and _may_equal(head, ref)


def _may_equal(one: Ref, two: Ref) -> bool:
    """Whether the types of a name and a description go together."""
    kinds = {one.mention.type, two.mention.type} - {""}
    if kinds & {"Place", "GeopoliticalEntity"} and kinds & _NO_PLACES:
        return False
    if {one.noun, two.noun} & trades.BUSINESS and kinds == {"Person", "Organization"}:
        return True  # a developer, Grane Holdings
    if {one.noun, two.noun} & appositions.SEATS and "Person" in kinds:
        return one.is_name or two.is_name  # its chair, Ana Roy
    return len(kinds) < 2 or kinds <= {"Place", "GeopoliticalEntity"} or "Person" not in kinds


def _kind_of(by_token: dict[tuple[int, int], Ref], ref: Ref) -> Ref | None:
    """The noun of "the city of Lomé", "all of Togo", "a round of talks" for the thing in it."""
    tree = ref.tree
    of = tree.heads[ref.token]
    if tree.deps[ref.token] != "pobj" or tree.words[of] != "of":
        return None
    noun = by_token.get((ref.mention.sentence, tree.heads[of]))
    if noun is not None and noun.noun in _COLLECTING and ref.mention.number == "plural":
        return noun
    if (
        not ref.is_name
        or noun is None
        or noun.mention.kind != "nominal"
        or noun.mention.number == "plural"
    ):
        whole = noun is not None and noun.noun in _WHOLE
        return noun if whole else None
    settled = nouns.noun(noun.noun)
    is_place = ref.mention.type in {"Place", "GeopoliticalEntity"}
    capital = noun.noun == "capital"  # the capital of Togo is not Togo
    return noun if is_place and settled.flag in {"city", "country"} and not capital else None


def _join_parts(chains: Chains) -> None:
    """Joins "the northern part of Ghana", "the north of Ghana" with "northern Ghana"."""
    named: dict[str, int] = {}
    by_token = {(ref.mention.sentence, ref.token): ref for ref in chains.refs}
    for ref in chains.refs:
        if ref.is_name and ref.mention.type in aliases.PLACE_TYPES:
            named.setdefault(aliases.key(ref.mention.text, "Place"), ref.index)
    for ref in chains.refs:
        told = {ref.noun} if ref.noun not in _PARTS else ref.modifiers
        directions = told & evidence.DIRECTIONS
        if len(directions) == 1 and ref.tail.startswith("of "):
            of = ref.tree.child(ref.token, "prep")
            noun = ref.tree.child(of, "pobj") if of is not None else None
            whole = by_token.get((ref.mention.sentence, -1 if noun is None else noun))
            for name in chains.of(whole.index).names if whole else ():
                found = named.get(aliases.key(f"{min(directions)} {name}", "Place"))
                if found is not None:
                    chains.join(found, ref.index)


# --- kinds of place


def _join_kinds(chains: Chains) -> None:
    seen: dict[str, list[Ref]] = {kind: [] for kind in _KINDS}
    for ref in chains.refs:
        if ref.is_name and ref.mention.type in aliases.PLACE_TYPES:
            place = gazetteer.place(ref.mention.text)
            for kind, kinds in _KINDS.items():
                if place is not None and place.kind in kinds:
                    seen[kind].append(ref)
        elif (kind := _kind_alone(chains, ref)) in seen:
            found = _salient_place(chains, ref, seen[kind][-_KIND_MEMORY:])
            if found is not None:
                chains.join(found, ref.index)


def _kind_alone(chains: Chains, ref: Ref) -> str:
    """The kind of place of a definite noun phrase that says no more: |the city|, |that country|."""
    mention = ref.mention
    plain = mention.kind == "nominal" and mention.number == "singular"
    if not plain or ref.article != "definite" or ref.tail or ref.noun == "capital":
        return ""
    return "" if len(chains.of(ref.index).refs) > 1 else nouns.noun(ref.noun).flag


def _salient_place(chains: Chains, ref: Ref, seen: Sequence[Ref]) -> int | None:
    """The place that is most spoken of so far, unless another comes close."""
    scores: dict[int, float] = {}
    for other in seen:
        distance = ref.mention.sentence - other.mention.sentence
        root = chains.root(other.index)
        scores[root] = scores.get(root, 0) + (1.0 if distance <= _KIND_WINDOW else 0.2)
    ranked = sorted(scores, key=lambda root: (-scores[root], root))
    if not ranked or scores[ranked[0]] < 0.5:
        return None
    if len(ranked) > 1 and scores[ranked[1]] > 0.6 * scores[ranked[0]]:
        first, second = (len(_by_name(chains, root)) for root in ranked[:2])
        return ranked[0] if first >= _DOMINANT * second else None
    return ranked[0]


def _by_name(chains: Chains, root: int) -> list[int]:
    """Mentions of a place by name or demonym."""
    refs = chains.of(root).refs
    return [i for i in refs if chains.refs[i].is_name or chains.refs[i].mention.kind == "adjective"]
