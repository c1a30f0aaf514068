"""Chains of names within a document: one key, a short form of one full name, an alias in brackets.

"Okafor" joins "Ada Okafor" where no other Okafor has a full name; "WHO" joins the one name with
these initials, "the University" the only university; "Norvik Shipping (NS)" are one. Candidates
are looked up in blocks (surname, given name, head noun, initials), so that a long document costs
no more a word than a short one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from kg.coref.bearers import join_bearers
from kg.coref.chains import Chains, Ref, compatible
from kg.lexicon import aliases, gazetteer, names, nouns, trades
from kg.mentions import evidence


def name_key(ref: Ref) -> str:
    """The key of a name or a demonym adjective."""
    mention = ref.mention
    if mention.kind == "adjective":
        place = gazetteer.adjective(mention.text)
        return aliases.place_key(place.name) if place else names.key(mention.text)
    return aliases.key(mention.text, mention.type)


def country_refs(chains: Chains) -> dict[str, int]:
    """The first mention by name of each country."""
    out: dict[str, int] = {}
    for ref in chains.refs:
        if ref.is_name and ref.mention.type == "GeopoliticalEntity":
            kind, _, name = name_key(ref).partition(":")
            if kind == "country":
                out.setdefault(name, ref.index)
    return out


def join_names(chains: Chains) -> None:
    """Joins all names that surely name one thing."""
    unsure = join_bearers(chains)
    _join_equal(chains, unsure)
    _join_short(chains, unsure)
    named = [ref for ref in chains.refs if ref.is_name]
    for one, two in pairwise(named):
        if _in_brackets(one, two):
            chains.join(one.index, two.index)
    _join_couples(chains, named)


def _join_couples(chains: Chains, named: Sequence[Ref]) -> None:
    """Joins the first of a couple with the one of that full name: |James| and Linda Ward."""
    persons: dict[str, set[int]] = defaultdict(set)
    for ref in named:
        if ref.mention.type == "Person" and " " in ref.mention.text:
            persons[names.key(ref.mention.text)].add(chains.root(ref.index))
    for one, two in pairwise(named):
        between = one.tree.words[one.token + 1 : two.first]
        couple = one.mention.sentence == two.mention.sentence and between == ("and",)
        if couple and {one.mention.type, two.mention.type} == {"Person"}:
            given, full = one.mention.text, two.mention.text
            surname = full.partition(" ")[2]
            bearers = persons.get(names.key(f"{given} {surname}"), set())
            if surname and " " not in given and len(bearers) == 1:
                chains.join(min(bearers), one.index)


def _join_equal(chains: Chains, unsure: Collection[int]) -> None:
    first: dict[str, int] = {}
    for ref in chains.refs:
        if ref.index in unsure:
            continue
        if ref.is_name or ref.mention.kind == "adjective":
            key = name_key(ref)
            if not chains.join(first.setdefault(key, ref.index), ref.index):
                first[key] = ref.index


def _join_short(chains: Chains, unsure: Collection[int]) -> None:
    """Joins each chain with the only chain of a fuller name of which its own is a form."""
    longest: dict[int, str] = {}
    for ref in chains.refs:
        if ref.is_name and ref.index not in unsure:
            root = chains.root(ref.index)
            if len(ref.mention.text) > len(longest.get(root, "")):
                longest[root] = ref.mention.text
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for root, text in longest.items():
        for block in _blocks(chains.of(root).type, text):
            blocks[block].append(root)
    for root, text in sorted(longest.items(), key=lambda item: -len(item[1])):
        kind = chains.of(root).type
        if not kind and ("surname", names.key(text)) in blocks:
            continue  # a person's or a firm's
        near = {o for block in _wanted(kind, text) for o in blocks.get(block, ()) if o != root}
        fuller = sorted(o for o in near if _is_form(kind, text, longest[o]))
        if kind == "Person":
            fuller = [o for o in fuller if compatible(chains.of(root), chains.of(o))]
            fuller = [o for o in fuller if _may_follow(chains, root, text, longest[o], o)]
            fuller = _spoken_of(chains, root, fuller)
        if len({chains.root(o) for o in fuller}) == 1:
            chains.join(fuller[0], root)


def _spoken_of(chains: Chains, short: int, fuller: list[int]) -> list[int]:
    """The bearer of a surname alone: the first, if no other has come when it is first used.

    Ada Okafor ... Okafor ... her brother Ben Okafor: the surname is hers.
    """
    uses = sorted(
        chains.refs[i].mention.start for i in chains.of(short).refs if chains.refs[i].is_name
    )
    firsts = sorted((chains.refs[min(chains.of(o).refs)].mention.start, o) for o in fuller)
    if len(firsts) > 1 and firsts[0][0] < uses[0] < firsts[1][0]:
        return [firsts[0][1]]
    return fuller


def _may_follow(chains: Chains, short: int, text: str, full: str, fuller: int) -> bool:
    """Whether a given name alone comes after the full one, as a person is introduced in full.

    Chelsea won the cup ... Chelsea Dahl, a fan, sang: not the same.
    """
    if names.is_short_person(text, full):
        return True
    uses = (chains.refs[i].mention for i in chains.of(short).refs if chains.refs[i].is_name)
    introduced = min(chains.refs[i].mention.start for i in chains.of(fuller).refs)
    return min(mention.start for mention in uses) > introduced


def _blocks(kind: str, text: str) -> Iterator[tuple[str, str]]:
    """Where a full name waits for its short forms."""
    if " " not in text:
        return
    if kind == "Person":
        yield "surname", names.bare_surname(text)
        yield "given", names.words(text)[0]
    else:
        yield "head", names.head_word(text)
        for letters in names.initials(text):
            yield "initials", letters
        yield "storm", names.key(text).partition(" ")[2]
        for short in trades.short_names(text):
            yield "firm", names.key(short)
        if kind == "Organization" and trades.first_name(text):
            yield "firm", names.key(trades.first_name(text))


def _wanted(kind: str, text: str) -> Iterator[tuple[str, str]]:
    """Where a short form looks for its full name."""
    if kind == "Person":
        yield "surname", names.bare_surname(text)
        yield "given", names.words(text)[0]
    else:
        yield "initials", text.replace(".", "").casefold()
        yield "storm", names.key(text)
        yield "firm", names.key(text)
        if kind == "Organization" or trades.is_club(text) or nouns.is_common(text):
            yield "head", text.casefold()


def _is_form(kind: str, short: str, full: str) -> bool:
    if len(short) >= len(full):
        return False
    if kind == "Person":
        return names.is_short_person(short, full) or names.is_first_of(short, full)
    if kind in aliases.PLACE_TYPES:
        return False
    if evidence.is_storm(names.key(full)) and names.words(full)[1:] == names.words(short):
        return True  # Cyclone Mira, Mira
    if not nouns.is_common(short) and names.key(short) in map(names.key, trades.short_names(full)):
        return True  # Norvik Motors AG, Norvik
    first = kind == "Organization" and trades.first_name(full)
    if first and names.key(first) == names.key(short) and not nouns.is_common(short):
        return True  # Norvik Fish Traders, Norvik
    is_head = names.head_word(full) == short.casefold()
    if is_head and trades.is_club(short):
        return True  # the Tarn Rovers, Rovers
    if is_head and kind == "Organization" and not gazetteer.places(short):
        return True  # the Tarn Courier, the Courier
    return (is_head and nouns.is_common(short)) or names.is_acronym(short, full)


def _in_brackets(one: Ref, two: Ref) -> bool:
    """Whether `two` is another name in brackets right after `one`: World Bank (WB)."""
    a, b = one.mention, two.mention
    if not 0 < b.start - a.end < 4 or b.sentence - a.sentence > 1:
        return False
    sent = two.tree.sent
    opening = two.tree.words[two.first - 1] if two.first else ""
    closing = sent.text[b.end - sent.start :].lstrip()[:1]
    if opening not in {"(", "["} or closing not in {")", "]"}:
        return False
    if gazetteer.places(a.text) and gazetteer.places(b.text):
        return False  # Paris (France)
    acronym = names.is_acronym(b.text, a.text) or names.is_acronym(a.text, b.text)
    return acronym or a.text.isupper() != b.text.isupper()
