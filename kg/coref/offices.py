"""Offices and those who speak for something: "the minister", "her country", "we".

Titles, appositions and offices tell what a person is and which country or body he serves
(`learn_offices`). Then

- "the minister" is the one person in the document who is called so;
- "her country" is the country that she serves;
- "Togo's president" said something, and the next sentence, "Speaking in Oslo, Ama Sow added", goes
  on with his speech: the only official of Togo so far is she, if nothing else is said of her;
- "his government" is the only one of which the document speaks, if he serves no other country;
- "the Danes" are Denmark where a foreign official holds them to account ("the Finnish minister
  accused the Danes of delays"), else a people of their own;
- "I" in a quotation is who speaks it, "we" the country or body that he speaks for.

Whoever serves nothing that the document names speaks for nobody: his "we" stays open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.coref import governments
from kg.coref.chains import Chain, Chains, Ref, learn_titles
from kg.coref.same_names import name_key
from kg.lexicon import gazetteer, nouns, verbs

_MUTE = frozenset({"Document", "Event", "Artifact", "Concept", "Award"})  # a report says no "I"
_FIRST_SINGULAR = frozenset({"i", "me", "my", "mine", "myself"})
_SPEAKING = frozenset({"speaking", "talking", "addressing"})
_HOLD_TO_ACCOUNT = frozenset(
    "accuse blame criticize criticise praise thank condemn slam denounce commend congratulate "
    "fault urge warn".split()
)
_FIRST_PLURAL = frozenset({"we", "us", "our", "ours", "ourselves", "'s", "’s"})


def learn_offices(chains: Chains) -> None:
    """Gives each person's chain the roles and countries that stand with its names."""
    for ref in chains.refs:
        if ref.mention.type != "Person" or ref.is_pronoun:
            continue
        chain = chains.of(ref.index)
        if ref.is_name:
            learn_titles(ref, chain)
            _learn_seat(ref, chain)
        else:
            _learn_office(ref, chain)


def _learn_office(ref: Ref, chain: Chain) -> None:
    """The country of an office that a noun phrase names: |Ghana|'s president, |Thai| minister."""
    if ref.mention.number == "singular" and nouns.noun(ref.noun).flag == "official":
        for i in range(ref.first, ref.token):
            word = ref.tree.words[i]
            place = gazetteer.place(word) or gazetteer.adjective(word)
            if place is not None and place.kind == "country" and word[0].isupper():
                chain.countries.setdefault(place.name)


def _learn_seat(ref: Ref, chain: Chain) -> None:
    """An official who speaks "in Lomé" at the head of a sentence speaks for its country."""
    words = ref.tree.words
    seated = words[0] == "In" and words[2:3] == (",",) and ref.dep == "nsubj"
    if not seated or not _is_official(chain):
        return
    place = gazetteer.place(words[1])
    country = gazetteer.country(place.country) if place and place.kind == "capital" else None
    if country is not None:
        chain.countries.setdefault(country.name)


def _is_official(chain: Chain) -> bool:
    return any(nouns.noun(role).flag == "official" for role in chain.roles)


def join_roles(chains: Chains) -> None:
    """Joins "the minister" with the only person so far who is called so."""
    holders: dict[str, dict[int, None]] = {}
    for ref in chains.refs:
        if ref.is_name:
            for role in chains.of(ref.index).roles:
                holders.setdefault(role, {}).setdefault(ref.index)
        elif _is_role(ref):
            found = {chains.root(i) for i in holders.get(ref.noun, ())}
            found = {i for i in found if ref.modifiers <= chains.of(i).roles | {ref.noun}}
            if len(found) == 1:
                chains.join(found.pop(), ref.index)


def _is_role(ref: Ref) -> bool:
    """Whether a phrase may name a person by role alone: |the coach|, not "the coach of Lens"."""
    mention = ref.mention
    person = mention.kind == "nominal" and mention.type == "Person"
    return person and mention.number == "singular" and ref.article == "definite" and not ref.tail


def join_introduced(chains: Chains) -> None:
    """Joins a name that takes up an official's speech with the phrase for him just before it."""
    last: Ref | None = None
    for ref in chains.refs:
        if last is not None and ref.is_name and _takes_up(chains, ref, last):
            chains.join(last.index, ref.index)
        if _speaks(ref) and ref.mention.type == "Person":
            last = ref if _is_unnamed_official(chains, ref) else None


def _speaks(ref: Ref) -> bool:
    return ref.dep == "nsubj" and ref.tree.lemmas[ref.tree.heads[ref.token]] in verbs.SPEECH


def _is_unnamed_official(chains: Chains, ref: Ref) -> bool:
    """Whether a phrase is a country's office, its holder not named yet: |Togo's king|."""
    chain = chains.of(ref.index)
    office = nouns.noun(ref.noun).flag == "official" and ref.mention.number == "singular"
    return ref.mention.kind == "nominal" and office and bool(chain.countries) and not chain.names


def _takes_up(chains: Chains, ref: Ref, last: Ref) -> bool:
    """Whether a name, first heard and without a title, goes on with the speech before it."""
    chain, tree = chains.of(ref.index), ref.tree
    bare = chains.root(ref.index) == ref.index and not chain.roles and not chain.countries
    follows = ref.mention.sentence - last.mention.sentence == 1
    if not (bare and follows and _speaks(ref) and ref.mention.type == "Person"):
        return False
    verb = tree.heads[ref.token]
    return tree.lower[0] in _SPEAKING or tree.lemmas[verb] in {"add", "continue"}


def join_own_governments(chains: Chains) -> None:
    """Joins "his government" with the only government that the document knows by its country."""
    known: dict[str, dict[str, list[Ref]]] = {}
    for ref in chains.refs:
        if ref.noun in governments.GOVERNMENTS and not ref.tail and (place := _governed(ref)):
            known.setdefault(ref.noun, {}).setdefault(place, []).append(ref)
    by_start = {ref.mention.start: ref for ref in chains.refs if ref.is_pronoun}
    for ref in chains.refs:
        owner = by_start.get(ref.mention.start)
        places = known.get(ref.noun, {})
        if ref.article != "possessed" or ref.modifiers or len(places) != 1 or owner is None:
            continue
        [place] = places
        chain = chains.of(owner.index)
        if chain.type == "Person" and chain.names and set(chain.countries) <= {place}:
            chains.join(places[place][0].index, ref.index)


def _governed(ref: Ref) -> str:
    """The country of a government: the |Peruvian| cabinet."""
    places = [gazetteer.adjective(w) for w in ref.tree.words[ref.first : ref.token]]
    found = [place.name for place in places if place is not None]
    return found[0] if len(found) == len(ref.modifiers) == 1 else ""


def join_peoples(chains: Chains) -> None:
    """Joins a people that an official of another country praises or blames with its country."""
    countries = _country_refs(chains)
    by_token = {(ref.mention.sentence, ref.token): ref for ref in chains.refs}
    for ref in chains.refs:
        people = (
            gazetteer.people(ref.mention.text)
            if ref.is_name and ref.mention.type == "Group"
            else None
        )
        if people is None or people.name not in countries or not _is_plain_object(ref):
            continue
        subject = ref.tree.child(ref.tree.heads[ref.token], "nsubj")
        judge = by_token.get((ref.mention.sentence, -1 if subject is None else subject))
        chain = chains.of(judge.index) if judge is not None else None
        if chain and _is_official(chain) and chain.countries and people.name not in chain.countries:
            chains.join(countries[people.name], ref.index)


def _is_plain_object(ref: Ref) -> bool:
    """Whether a name with no more than an article is praised or blamed: thank |the Danes|."""
    tree = ref.tree
    plain = [tree.lower[c] for c in tree.children(ref.token) if c < ref.token] == ["the"]
    return plain and ref.dep == "dobj" and tree.lemmas[tree.heads[ref.token]] in _HOLD_TO_ACCOUNT


def join_own_countries(chains: Chains) -> None:
    """Joins "her country" with the one that she is known to serve."""
    by_start = {ref.mention.start: ref for ref in chains.refs if ref.is_pronoun}
    countries = _country_refs(chains)
    for ref in chains.refs:
        if ref.article != "possessed" or ref.modifiers or ref.tail:
            continue
        owner = by_start.get(ref.mention.start)
        one = ref.mention.number == "singular" and nouns.noun(ref.noun).flag == "country"
        if one and owner is not None:
            _join_first(chains, ref, chains.of(owner.index).countries, countries)


def _country_refs(chains: Chains) -> dict[str, int]:
    """The first mention by name of each country."""
    out: dict[str, int] = {}
    for ref in chains.refs:
        if ref.is_name and ref.mention.type == "GeopoliticalEntity":
            kind, _, name = name_key(ref).partition(":")
            if kind == "country":
                out.setdefault(name, ref.index)
    return out


def _join_first(chains: Chains, ref: Ref, served: Iterable[str], countries: dict[str, int]) -> None:
    """Joins a ref with the first of the countries that somebody serves, if it is mentioned."""
    country = countries.get(next(iter(served), ""))
    if country is not None:
        chains.join(country, ref.index)


def join_first_person(chains: Chains, speakers: Sequence[int | None]) -> None:
    """Joins "I" and "we" in quotations; `speakers` are refs by number of quotation."""
    countries = _country_refs(chains)
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
    elif _is_official(chain):
        _join_first(chains, ref, chain.countries, countries)
