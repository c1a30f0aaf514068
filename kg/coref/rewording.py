"""Things told in other words: "the blaze" after "a fire", "its fleet" after "Togo's fleet".

    a truce ... the ceasefire            another word for it (`_WORDS`)
    a crash ... the tragedy              a word for what befell (`_BEFALLEN`)
    a truce ... the truce agreement      the agreement on it, also with its parties
    Togo's fleet ... its fleet           one owner, one phrase; the Togolese fleet too

The second phrase must be definite, alone or with words that the first has too, and there must be
one candidate in the sentences before it, or one clearly nearest. Talks need no
article within a sentence or two ("peace talks on Mali ... negotiations"). A word of contrast on
either side ("another", "second", "previous"), other numbers or names keep two events apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.coref.chains import Chains, Ref, is_official
from kg.coref.same_names import name_key
from kg.lexicon import gazetteer, names

_WORDS = (
    "meeting session gathering",
    "ceasefire cease-fire truce armistice",
    "talk negotiation",
    "quake earthquake tremor",
    "fire blaze inferno",
    "blast explosion",
    "attack assault raid",
    "protest demonstration rally march",
    "match game fixture",
    "competition contest",
    "ruling verdict judgment judgement",
    "crash collision accident",
    "storm hurricane cyclone typhoon",
    "strike walkout stoppage",
    "flood flooding floods",
    "killing murder slaying",
    "ship vessel boat ferry",
    "plane aircraft airplane jet airliner",
    "car vehicle",
    "company firm",
    "agreement accord deal pact",
    "prize award",
    "film movie",
    "infant baby",
    "physician doctor",
    "attorney lawyer",
    "probe investigation inquiry",
    "parliament legislature",
)
_BEFALLEN = frozenset({"incident", "tragedy", "disaster", "catastrophe", "ordeal"})
_MISHAPS = frozenset(
    "accident crash collision derailment attack assault raid bombing shooting stabbing killing "
    "murder kidnapping robbery burglary explosion blast fire blaze flood earthquake quake "
    "avalanche landslide stampede collapse spill leak breach sinking shipwreck".split()
)
_SAME_SENSE = {
    word: frozenset(row.split()) - {word} for row in _WORDS for word in row.split()
} | dict.fromkeys(_BEFALLEN, _MISHAPS)
_AGREEMENTS = frozenset({"agreement", "accord", "deal", "pact"})
_AGREED = frozenset({"ceasefire", "cease-fire", "truce", "armistice", "merger", "trade", "peace"})
CONTRAST = frozenset(
    "another previous new second third fourth fifth first next last other earlier later latest "
    "former further additional separate different fresh rival similar two three four five six "
    "possible potential planned proposed future national nationwide global partial".split()
)
_HELD = frozenset({"GeopoliticalEntity", "Organization", "Group"})  # what a country has one of
_PLURALS = frozenset({"talk", "negotiation"})
_BETWEEN = ("with ", "between ")
_WINDOW = 6  # sentences back
_MEMORY = 50  # phrases that are remembered
_CLEAR_GAP = 2


def join_reworded(chains: Chains) -> None:
    """Joins each chain that begins with such a phrase with what it says in other words."""
    earlier: dict[str, list[Ref]] = defaultdict(list)
    for ref in chains.refs:
        if ref.mention.kind != "nominal":
            continue
        word = _agreed(ref) or ref.noun
        if _may_refer_back(chains, ref, word):
            words = {*_SAME_SENSE.get(word, ()), word} - {ref.noun}
            known = (o for other in words for o in earlier[other][-_MEMORY:])
            fitting = [o for o in sorted(known, key=lambda o: o.index) if _fits(ref, o)]
            found = _only(chains, ref, fitting)
            if found is not None:
                chains.join(found.index, ref.index)
        earlier[word].append(ref)


def _agreed(ref: Ref) -> str:
    """What an agreement is about: the |truce| agreement."""
    words = ref.core.removesuffix(ref.tail).split()
    known = ref.noun in _AGREEMENTS and len(words) > 1 and words[-2] in _AGREED
    return words[-2] if known else ""


def _may_refer_back(chains: Chains, ref: Ref, word: str) -> bool:
    """Whether a phrase is definite and alone: the vessel, the truce agreement (with the rebels)."""
    bare = ref.modifiers <= set(word.split("-")) | {word}
    with_parties = ref.tail.startswith(_BETWEEN) and ref.noun in _AGREEMENTS | _PLURALS
    alone = (not ref.tail or with_parties) and ref.tree.child(ref.token, "relcl") is None
    first = chains.root(ref.index) == ref.index
    known = ref.article == "definite" or (ref.article == "bare" and ref.noun in _PLURALS)
    return known and bare and alone and first


def _fits(ref: Ref, other: Ref) -> bool:
    """Whether an earlier phrase can be what another word in the same number means."""
    same_number = ref.mention.number == other.mention.number
    dated = any(w.isdigit() and len(w) == 4 for w in other.modifiers)  # a 1999 quake
    parties = ref.tail.startswith(_BETWEEN) and other.tail.startswith(_BETWEEN)
    stuff = ref.noun in _BEFALLEN and other.article == "bare"
    one = ref.mention.number == "singular" or ref.noun in _PLURALS
    far = ref.article == "bare" and ref.mention.sentence - other.mention.sentence > _CLEAR_GAP
    if far or not _share_names(ref, other):
        return False
    counted = other.tree.child(other.token, "nummod") is not None  # won in one match ... the game
    stuff = stuff or counted
    return same_number and one and not (dated or parties or stuff or ref.modifiers & CONTRAST)


def _share_names(ref: Ref, other: Ref) -> bool:
    """Whether two phrases have a name in common, if both have any: on |Mali|, |Malian| rebels."""
    one, two = (frozenset(_names(r)) for r in (ref, other))
    return not one or not two or bool(one & two)


def _names(ref: Ref) -> Iterator[str]:
    """The names in a phrase; a country by its name."""
    tree = ref.tree
    for i in range(ref.first, len(tree)):
        if tree.start(i) < ref.mention.end and tree.words[i][0].isupper() and i != ref.token:
            place = gazetteer.place(tree.words[i]) or gazetteer.adjective(tree.words[i])
            if place is not None or tree.tags[i].startswith("NNP"):
                yield place.name if place is not None else tree.words[i]


def _only(chains: Chains, ref: Ref, fitting: Sequence[Ref]) -> Ref | None:
    """The only candidate near enough, or the one that is clearly nearest."""
    at = ref.mention.sentence
    near = [o for o in reversed(fitting) if at - o.mention.sentence <= _WINDOW]
    if not near:
        return None
    best = near[0]
    others = [o for o in near if not chains.same(o.index, best.index)]
    gap = at - best.mention.sentence + _CLEAR_GAP
    return best if not others or at - others[0].mention.sentence >= gap else None


# --- one owner


def join_owned(chains: Chains) -> None:
    """Joins phrases of one wording with one owner: Togo's fleet, its fleet, the Togolese fleet.

    What an official calls his is the only such body that a country has in the text, unless he
    serves another: the Togolese government ... President Ama Sow said her government ...
    """
    by_token = {(ref.mention.sentence, ref.token): ref for ref in chains.refs}
    countries = _countries(chains)
    first: dict[tuple[int, str], int] = {}
    owned = [(ref, *found) for ref in chains.refs if (found := _owned(by_token, ref))]
    for ref, owner, what in owned:
        if not ref.modifiers & CONTRAST and chains.of(owner.index).settled:
            chains.join(first.setdefault((chains.root(owner.index), what), ref.index), ref.index)
    bodies: dict[str, dict[str, int]] = defaultdict(dict)
    for (root, what), index in first.items():
        if chains.refs[index].mention.type in _HELD and root in countries:
            bodies[what].setdefault(countries[root], index)
    for ref, owner, what in owned:
        served, known = chains.of(owner.index).countries, bodies.get(what, {})
        if is_official(chains.of(owner.index)) and len(known) == 1 and set(served) <= set(known):
            chains.join(next(iter(known.values())), ref.index)


def _countries(chains: Chains) -> dict[int, str]:
    """The countries by the roots of their chains."""
    keys = ((ref, name_key(ref)) for ref in chains.refs if ref.is_name or ref.is_demonym)
    return {chains.root(r.index): k for r, k in keys if k.startswith("country:")}


def _owned(by_token: dict[tuple[int, int], Ref], ref: Ref) -> tuple[Ref, str] | None:
    """Whose a thing is, and what: Togo's fleet, the Togolese fleet, the fleet of Togo."""
    tree = ref.tree
    if ref.article == "possessed":
        owners = tree.children(ref.token, "poss")
        what = ref.core
    elif ref.article != "definite" or ref.mention.type == "Person":
        return None
    elif ref.tail:
        owners = [n for of in tree.children(ref.token, "prep") for n in tree.children(of, "pobj")]
        what = ref.core.removesuffix(ref.tail).strip()
    else:
        owners = tree.children(ref.token, "compound", "amod", "nmod")
        what = ""
    for token in owners:
        owner = by_token.get((ref.mention.sentence, token))
        if owner is None:
            continue
        if ref.article == "possessed" or (ref.tail.startswith("of ") and _ends(owner, ref)):
            return owner, what
        if not ref.tail and owner.first == ref.first + 1 and (owner.is_name or owner.is_demonym):
            return owner, names.key(ref.mention.text[owner.mention.end - ref.mention.start :])
    return None


def _ends(owner: Ref, ref: Ref) -> bool:
    """Whether a phrase ends with its owner's name: the fleet of |Togo|."""
    return owner.is_name and owner.mention.end == ref.mention.end
