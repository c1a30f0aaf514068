"""Which mentions of a document are the same thing: a sieve, the surest rules first.

Each pass joins chains that earlier passes built (Raghunathan et al. 2010, "A Multi-Pass Sieve
for Coreference Resolution"; Lee et al. 2013), and each may abstain:

1. names with one key; places by the gazetteer (U.S. = United States, Syrian -> Syria)
2. short forms of one full name (Okafor -> Ada Okafor), acronyms, aliases in brackets
3. appositions (Lomé, the capital) and "the city of Lomé"
4. kinds: "the country", "the city" -> the salient place of that kind
5. noun phrases said again (kg.repetition)
6. roles: "the minister" -> the one person in the document who is called so
7. pronouns of the third person (kg.antecedents)
8. "I" -> who speaks the quotation; "we" -> the country or body that he speaks for

Where two candidates are close nothing is joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from kg import aliases, gazetteer, names, nouns, spotting
from kg.antecedents import resolve_pronouns
from kg.chains import Chain, Chains, Ref, build_refs, learn_titles
from kg.model import Mention, Sentence
from kg.quotes import Quotation
from kg.repetition import join_repeated

_FIRST_SINGULAR = frozenset({"i", "me", "my", "mine", "myself"})
_FIRST_PLURAL = frozenset({"we", "us", "our", "ours", "ourselves", "'s", "’s"})
_KINDS = {"city": gazetteer.CITY_KINDS, "country": gazetteer.COUNTRY_KINDS}
_KIND_WINDOW = 4  # sentences back in which "the city" finds its city
_BRACKET = re.compile(r"^\s*[(\[]$")
_WHOLE = frozenset({"all", "whole", "entire"})


def resolve(
    sentences: Sequence[Sentence],
    mentions: Sequence[Mention],
    quotations: Sequence[Quotation],
) -> tuple[tuple[int, ...], ...]:
    """Chains of indices into `mentions`, each sorted; a mention in none stands alone."""
    refs = build_refs(sentences, mentions)
    for number, quotation in enumerate(quotations):
        _mark_quoted(refs, number, quotation)
    chains = Chains(refs)
    _join_equal_names(chains)
    _join_short_names(chains)
    _learn_roles(chains)
    _join_appositions(chains)
    _join_kinds(chains)
    join_repeated(chains)
    _join_roles(chains)
    heads = {ref.mention.head: ref.index for ref in refs}
    speakers = [heads.get(q.speaker.head) if q.speaker else None for q in quotations]
    resolve_pronouns(chains, speakers)
    _join_first_person(chains, speakers)
    return chains.result()


def _mark_quoted(refs: Sequence[Ref], number: int, quotation: Quotation) -> None:
    for ref in refs:
        if quotation.start <= ref.mention.start < quotation.end:
            ref.quote = number


# --- 1 and 2: names


def _name_key(ref: Ref) -> str:
    """The key of a name or a demonym adjective."""
    mention = ref.mention
    if mention.kind == "adjective":
        place = gazetteer.adjective(mention.text)
        return aliases.place_key(place.name) if place else names.key(mention.text)
    return aliases.key(mention.text, mention.type)


def _join_equal_names(chains: Chains) -> None:
    first: dict[str, int] = {}
    for ref in chains.refs:
        if ref.is_name or ref.mention.kind == "adjective":
            key = _name_key(ref)
            if not chains.join(first.setdefault(key, ref.index), ref.index):
                first[key] = ref.index


def _join_short_names(chains: Chains) -> None:
    named = [ref for ref in chains.refs if ref.is_name]
    longest: dict[int, str] = {}
    for ref in named:
        root = chains.root(ref.index)
        if len(ref.mention.text) > len(longest.get(root, "")):
            longest[root] = ref.mention.text
    for root, text in longest.items():
        kind = chains.of(root).type
        fuller = [o for o, other in longest.items() if o != root and _is_form(kind, text, other)]
        if len({chains.root(o) for o in fuller}) == 1:
            chains.join(fuller[0], root)
    for one, two in pairwise(named):
        if _in_brackets(one, two):
            chains.join(one.index, two.index)


def _is_form(kind: str, short: str, full: str) -> bool:
    if len(short) >= len(full):
        return False
    if kind == "Person":
        return names.is_short_person(short, full) or names.is_first_of(short, full)
    if kind in {"Organization", "", "Facility", "Event"}:
        return names.is_acronym(short, full)
    return False


def _in_brackets(one: Ref, two: Ref) -> bool:
    """Whether `two` is another name in brackets right after `one`: World Bank (WB)."""
    a, b = one.mention, two.mention
    if not 0 < b.start - a.end < 4 or b.sentence - a.sentence > 1:
        return False
    sent = two.tree.sent
    opening = two.tree.words[two.first - 1] if two.first else ""
    closing = sent.text[b.end - sent.start :].lstrip()[:1]
    acronym = names.is_acronym(b.text, a.text) or names.is_acronym(a.text, b.text)
    capitals = a.text.isupper() != b.text.isupper()
    unlike_places = not (gazetteer.places(a.text) and gazetteer.places(b.text))
    return (
        opening in {"(", "["} and closing in {")", "]"} and unlike_places and (acronym or capitals)
    )


# --- 3: appositions


def _join_appositions(chains: Chains) -> None:
    by_token = {(ref.mention.sentence, ref.token): ref for ref in chains.refs}
    for ref in chains.refs:
        tree = ref.tree
        head = _described(by_token, ref) or _role_before(chains, ref)
        if head is not None:
            chains.join(head.index, ref.index)
        elif ref.is_name and (kind := _kind_of(by_token, ref)) is not None:
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


def _is_apposition(head: Ref, ref: Ref) -> bool:
    if ref.is_name and head.is_name:
        return False  # Geneva, Switzerland
    if ref.is_pronoun or head.is_pronoun or spotting.is_listed(ref.tree, ref.token):
        return False
    same_number = ref.mention.number == head.mention.number
    return same_number and ref.token > head.token and _may_equal(head, ref)


def _may_equal(one: Ref, two: Ref) -> bool:
    """Whether the types of a name and a description go together."""
    kinds = {one.mention.type, two.mention.type} - {""}
    return len(kinds) < 2 or kinds <= {"Place", "GeopoliticalEntity"} or "Person" not in kinds


def _kind_of(by_token: dict[tuple[int, int], Ref], ref: Ref) -> Ref | None:
    """The noun of "the city of Lomé" or "all of Togo" for the name in it."""
    tree = ref.tree
    of = tree.heads[ref.token]
    if tree.deps[ref.token] != "pobj" or tree.words[of] != "of":
        return None
    noun = by_token.get((ref.mention.sentence, tree.heads[of]))
    if noun is None or noun.mention.kind != "nominal" or noun.mention.number == "plural":
        whole = noun is not None and noun.noun in _WHOLE
        return noun if whole else None
    settled = nouns.noun(noun.noun)
    is_place = ref.mention.type in {"Place", "GeopoliticalEntity"}
    capital = noun.noun == "capital"  # the capital of Togo is not Togo
    return noun if is_place and settled.flag in {"city", "country"} and not capital else None


# --- 6: roles


def _learn_roles(chains: Chains) -> None:
    """Gives each person's chain the roles and countries that stand with its names."""
    for ref in chains.refs:
        if ref.is_name and ref.mention.type == "Person":
            chain = chains.of(ref.index)
            learn_titles(ref, chain)
            _learn_seat(ref, chain)


def _learn_seat(ref: Ref, chain: Chain) -> None:
    """An official who speaks "in Lomé" at the head of a sentence speaks for its country."""
    words = ref.tree.words
    if words[0] != "In" or not any(nouns.noun(role).flag == "official" for role in chain.roles):
        return
    for place in gazetteer.places(words[1])[:1]:
        if place.kind == "capital" and words[2:3] == (",",):
            country = gazetteer.country(place.country)
            chain.countries += [country.name] if country else []


def _join_roles(chains: Chains) -> None:
    for ref in chains.refs:
        mention = ref.mention
        if mention.kind != "nominal" or mention.type != "Person" or mention.number != "singular":
            continue
        if ref.article != "definite" or ref.tail:
            continue
        found = {
            chains.root(o.index) for o in chains.refs[: ref.index] if _has_role(chains, o, ref)
        }
        if len(found) == 1:
            chains.join(found.pop(), ref.index)


def _has_role(chains: Chains, other: Ref, ref: Ref) -> bool:
    return (
        other.is_name
        and ref.noun in chains.of(other.index).roles
        and not (ref.modifiers - chains.of(other.index).roles - {ref.noun})
    )


# --- 4: kinds of place


def _join_kinds(chains: Chains) -> None:
    for ref in chains.refs:
        mention = ref.mention
        kind = nouns.noun(ref.noun).flag if mention.kind == "nominal" else ""
        if kind not in _KINDS or mention.number != "singular" or ref.noun == "capital":
            continue
        if ref.article != "definite" or ref.tail or len(chains.of(ref.index).refs) > 1:
            continue
        found = _salient_place(chains, ref, _KINDS[kind])
        if found is not None:
            chains.join(found, ref.index)


def _salient_place(chains: Chains, ref: Ref, kinds: Iterable[str]) -> int | None:
    """The place of a kind that is most spoken of so far, unless another comes close."""
    scores: dict[int, float] = {}
    for other in chains.refs[: ref.index]:
        place = gazetteer.place(other.mention.text) if other.is_name else None
        distance = ref.mention.sentence - other.mention.sentence
        if place is not None and place.kind in kinds:
            root = chains.root(other.index)
            recent = 1.0 if distance <= _KIND_WINDOW else 0.2
            scores[root] = scores.get(root, 0) + recent
    ranked = sorted(scores, key=lambda root: (-scores[root], root))
    if not ranked or scores[ranked[0]] < 0.5:
        return None
    if len(ranked) > 1 and scores[ranked[1]] > 0.6 * scores[ranked[0]]:
        return None
    return ranked[0]


# --- 8: first person


def _join_first_person(chains: Chains, speakers: Sequence[int | None]) -> None:
    for ref in chains.refs:
        speaker = speakers[ref.quote] if ref.quote >= 0 else None
        if not ref.is_pronoun or speaker is None:
            continue
        word = ref.mention.text.lower()
        if word in _FIRST_SINGULAR:
            chains.join(speaker, ref.index)
        elif word in _FIRST_PLURAL:
            body = _spoken_for(chains, speaker, ref)
            if body is not None:
                chains.join(body, ref.index)


def _spoken_for(chains: Chains, speaker: int, we: Ref) -> int | None:
    """A ref of the country or body for which a speaker says "we"."""
    chain = chains.of(speaker)
    if chain.type in {"Organization", "GeopoliticalEntity"}:
        return speaker
    if chain.bodies:
        return _most_mentioned(chains, chain.bodies, we)
    official = any(nouns.noun(role).flag == "official" for role in chain.roles)
    if not official or not chain.countries:
        return None
    country = chain.countries[0]
    for ref in chains.refs:
        if ref.is_name and _name_key(ref) == f"country:{country}":
            return ref.index
    return None


def _most_mentioned(chains: Chains, bodies: set[str], before: Ref) -> int | None:
    """Of the teams or firms spoken of so far the one with the most mentions."""
    found = [
        ref.index
        for ref in chains.refs[: before.index]
        if ref.mention.kind == "nominal" and ref.noun in bodies
    ]
    return max(found, key=lambda index: (len(chains.of(index).refs), index), default=None)
