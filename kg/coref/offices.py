"""Offices and those who speak for something: "the minister", "her country", "we".

Titles, appositions and offices tell what a person is and which country or body he serves
(`learn_offices`). Then

- "the minister" is the one person in the document who is called so, "the Thai leader" who heads
  the state or the government;
- "her country" is the country that she serves;
- "the Danes" are Denmark's side where it was more than a scene before and no Dane speaks ("Denmark
  scored twice ... the Danes won"), else a people of their own;
- "I" in a quotation is who speaks it, "we" the country or body that he speaks for.

Whoever serves nothing that the document names speaks for nobody: his "we" stays open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kg.coref.chains import Chain, Chains, Ref, is_official, learn_titles
from kg.coref.same_names import country_refs, name_key
from kg.lexicon import gazetteer, nouns

_MUTE = frozenset({"Document", "Event", "Artifact", "Concept", "Award"})  # a report says no "I"
_ONE_EACH = frozenset(  # two of them serve two countries
    "president king queen emperor empress premier chancellor prince princess ambassador envoy "
    "leader ruler chief head".split()
)
_LED = {
    "leader": ("president", "premier", "chancellor", "minister", "king", "queen", "leader"),
    "premier": ("premier", "minister"),
}
"""Roles that a word stands for where a country is told: the French leader."""

_FIRST_SINGULAR = frozenset({"i", "me", "my", "mine", "myself"})
_WHERE = frozenset("in from to at into near across around through inside outside".split())
_ACTORS = frozenset({"nsubj", "nsubjpass", "agent", "dobj"})
_FIRST_PLURAL = frozenset({"we", "us", "our", "ours", "ourselves", "'s", "’s"})


def learn_offices(chains: Chains) -> None:
    """Gives each person's chain the roles and countries that stand with its names."""
    for ref in chains.refs:
        if ref.mention.type != "Person" or ref.is_pronoun:
            continue
        chain = chains.of(ref.index)
        if ref.is_name:
            learn_titles(ref, chain)
        else:
            _learn_office(ref, chain)
    _learn_from_colleagues(chains)


def _learn_from_colleagues(chains: Chains) -> None:
    """Gives an official without a country that of the only country with his office in the text.

    |Togolese| Foreign Minister Ama Sow ... Finance Minister Kofi Addo.
    """
    officials = {
        chains.root(ref.index): chains.of(ref.index)
        for ref in chains.refs
        if ref.is_name and is_official(chains.of(ref.index))
    }
    served: dict[str, set[str]] = defaultdict(set)
    for chain in officials.values():
        for role in chain.roles - _ONE_EACH:
            served[role] |= set(chain.countries)
    for chain in officials.values():
        found = set[str]().union(*(served[role] for role in chain.roles if role in served))
        if not chain.countries and len(found) == 1:
            chain.countries.setdefault(found.pop())


def _learn_office(ref: Ref, chain: Chain) -> None:
    """The country of an office that a noun phrase names: |Ghana|'s president, |Thai| minister."""
    if ref.mention.number == "singular" and nouns.noun(ref.noun).flag == "official":
        for i in range(ref.first, ref.token):
            word = ref.tree.words[i]
            place = gazetteer.place(word) or gazetteer.adjective(word)
            if place is not None and place.kind == "country" and word[0].isupper():
                chain.countries.setdefault(place.name)


def join_roles(chains: Chains) -> None:
    """Joins "the minister" with the only person so far who is called so."""
    holders: dict[str, dict[int, None]] = {}
    for ref in chains.refs:
        if ref.is_name:
            for role in chains.of(ref.index).roles:
                holders.setdefault(role, {}).setdefault(ref.index)
        elif _is_role(ref):
            known = [i for role in _LED.get(ref.noun, (ref.noun,)) for i in holders.get(role, ())]
            found = {root for root in map(chains.root, known) if _holds(chains.of(root), ref)}
            if len(found) == 1:
                chains.join(found.pop(), ref.index)


def _holds(chain: Chain, ref: Ref) -> bool:
    """Whether a person is called by a role in the words of a phrase: the |French| president."""
    places = {word: gazetteer.adjective(word.capitalize()) for word in ref.modifiers}
    served = {word for word, place in places.items() if place and place.name in chain.countries}
    heads = "prime" in chain.ranks or "minister" not in chain.roles
    is_called = ref.noun in chain.roles or (served and heads)
    return bool(is_called) and ref.modifiers <= chain.roles | chain.ranks | served


def _is_role(ref: Ref) -> bool:
    """Whether a phrase may name a person by role alone: |the coach|, not "the coach of Lens"."""
    mention = ref.mention
    person = mention.kind == "nominal" and mention.type == "Person"
    return person and mention.number == "singular" and ref.article == "definite" and not ref.tail


def join_peoples(chains: Chains) -> None:
    """Joins "the Danes" with Denmark, where it was more than a scene and no Dane speaks."""
    parties: dict[str, int] = {}
    subjects = {(ref.mention.sentence, ref.token): ref for ref in chains.refs}
    for ref in chains.refs:
        people = gazetteer.people(ref.mention.text) if ref.is_name else None
        if people is not None and ref.mention.type == "Group":
            subject = ref.tree.child(ref.tree.heads[ref.token], "nsubj")
            speaker = subjects.get((ref.mention.sentence, -1 if subject is None else subject))
            own = speaker is not None and people.name in chains.of(speaker.index).countries
            if people.name in parties and _is_side(ref) and not own:
                chains.join(parties[people.name], ref.index)
        elif ref.is_name and not _is_scene(ref):
            kind, _, name = name_key(ref).partition(":")
            if kind == "country":
                parties.setdefault(name, ref.index)


def _is_scene(ref: Ref) -> bool:
    """Whether a place is only where something happens or goes: in |Denmark|."""
    tree = ref.tree
    return ref.dep == "pobj" and tree.lower[tree.heads[ref.token]] in _WHERE


def _is_side(ref: Ref) -> bool:
    """Whether a people stands for its side with no more than an article: thank |the Danes|."""
    tree = ref.tree
    plain = [tree.lower[c] for c in tree.children(ref.token) if c < ref.token] == ["the"]
    some = any(tree.lower[c] in _WHERE for c in tree.children(ref.token, "prep"))
    return plain and ref.dep in _ACTORS and not some  # not "the Danes in Oslo"


def join_own_countries(chains: Chains) -> None:
    """Joins "her country" with the one that she serves, or whose people she is said to be of."""
    by_start = {ref.mention.start: ref for ref in chains.refs if ref.is_pronoun}
    countries = country_refs(chains)
    for ref in chains.refs:
        if ref.article != "possessed" or ref.modifiers or ref.tail:
            continue
        owner = by_start.get(ref.mention.start)
        one = ref.mention.number == "singular" and nouns.noun(ref.noun).flag == "country"
        if one and owner is not None:
            chain = chains.of(owner.index)
            _join_first(chains, ref, chain.countries or _nations(chains, chain), countries)


def _nations(chains: Chains, chain: Chain) -> Iterator[str]:
    """The countries in what is said of somebody: the |Syrian| team."""
    for ref in (chains.refs[index] for index in chain.refs):
        for i in range(ref.first, ref.token) if ref.mention.kind == "nominal" else ():
            if (place := gazetteer.adjective(ref.tree.words[i])) and place.kind == "country":
                yield place.name


def _join_first(chains: Chains, ref: Ref, served: Iterable[str], countries: dict[str, int]) -> None:
    """Joins a ref with the first of the countries that somebody serves, if it is mentioned."""
    country = countries.get(next(iter(served), ""))
    if country is not None:
        chains.join(country, ref.index)


def join_first_person(chains: Chains, speakers: Sequence[int | None]) -> None:
    """Joins "I" and "we" in quotations; `speakers` are refs by number of quotation."""
    countries = country_refs(chains)
    bodies: dict[str, list[int]] = {}
    for ref in chains.refs:
        if ref.mention.kind == "nominal" and nouns.noun(ref.noun).flag == "collective":
            bodies.setdefault(ref.noun, []).append(ref.index)
        speaker = speakers[ref.quote] if ref.quote >= 0 and ref.is_pronoun else None
        word = ref.mention.text.lower()
        if speaker is not None and word in _FIRST_SINGULAR:
            if chains.of(speaker).type not in _MUTE:
                chains.join(speaker, ref.index)
        elif speaker is not None and word in _FIRST_PLURAL:
            _join_we(chains, ref, speaker, bodies, countries)


def _join_we(
    chains: Chains,
    ref: Ref,
    speaker: int,
    bodies: dict[str, list[int]],
    countries: dict[str, int],
) -> None:
    chain = chains.of(speaker)
    if chain.type in {"Organization", "GeopoliticalEntity"}:
        chains.join(speaker, ref.index)
    elif chain.bodies:
        found = [i for body in sorted(chain.bodies) for i in bodies.get(body, ())]
        most = max(found, key=lambda i: (len(chains.of(i).refs), i), default=None)
        if most is not None:
            chains.join(most, ref.index)
    elif is_official(chain):
        _join_first(chains, ref, chain.countries, countries)
