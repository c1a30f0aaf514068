"""Noun phrases that are said again: "the strike", after "a strike by bus drivers".

A definite phrase refers back to an earlier one with the same head noun to whose modifiers it adds
nothing. Of several the nearest counts, if the others are clearly farther away. Besides:

- the same words again are the same thing, bare plurals too ("nurses ... nurses"), save after
  "a", "another", a number or a possessor;
- where a document knows one government, court or party by a modifier, the bare phrase before or
  after it means that one ("the regime" ... "the Qurani regime"), and so do those who are a side
  in its story ("rebels" ... "the Kivu rebels");
- what the headline has without an article the first sentences have with one, or with its number
  ("Nine miners rescued": "Nine miners were rescued");
- an event with one complement is one, also after "a", unless its names differ ("a withdrawal of
  troops from Mali");
- an event may change its number ("the evacuation" ... "the evacuations") and the word for the
  people concerned ("of residents" ... "of civilians");
- a definite phrase may say more of the only thing so far with its head noun: a name, if it came
  as new ("a video" ... "the Lima video"; not "the river" ... "the Lom river"), for an event how it
  was too ("a strike" ... "the two-day strike"). A noun before the head makes another kind of thing
  ("the rail strike").

Phrases with a possessor are antecedents ("his shop ... the shop"), never anaphors.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg.coref.chains import Chains, Ref
from kg.coref.rewording import CONTRAST

_LEAD = 3  # sentences that may repeat the headline
_NEAR = 5  # sentences back for "this fee"
_SINCE = 3  # in which a name may have taken the place of a phrase
_PAGE = 8  # for bare plurals
_FAR = 1 << 30
_WINDOW = 12  # sentences back, where several antecedents compete
_MEMORY = 100  # phrases with one head noun that are remembered
_CLEAR_GAP = 2  # sentences by which the others must be farther away
_PEOPLE = frozenset({"people", "persons", "residents", "inhabitants", "civilians", "citizens"})
_UNCOUNTED = frozenset({"definite", "bare"})
_BODIES = frozenset({"GeopoliticalEntity", "Organization"})
_ANY_BODY = frozenset({"company", "firm", "group", "organisation", "organization", "business"})
_SIDES = frozenset(
    "rebel insurgent militant separatist guerrilla jihadist mutineer hijacker kidnapper pirate "
    "striker protester demonstrator plaintiff defendant prosecutor".split()
)
_SAME = frozenset("same very entire whole said particular aforementioned".split())
_DESCRIBE = frozenset({"JJ", "VBN", "VBG", "HYPH", "CD"})
_UNITS = frozenset("second minute hour day week month year decade".split())


def join_repeated(chains: Chains) -> None:
    """Joins nominals with what they repeat."""
    by_noun: dict[str, list[Ref]] = {}
    bodies: list[Ref] = []
    holders: dict[str, list[Ref]] = {}
    for ref in chains.refs:
        if ref.is_name and ref.mention.type in {"Organization", "Group"}:
            bodies.append(ref)
        for role in chains.of(ref.index).roles if ref.is_name else ():
            holders.setdefault(role, []).append(ref)
        if ref.mention.kind == "nominal":
            earlier = by_noun.setdefault(ref.noun, [])
            found = _antecedent(chains, ref, earlier[-_MEMORY:])
            between = found is not None and (
                _another_body_between(chains, bodies, found, ref)
                or _another_holder_between(chains, holders.get(ref.noun, ()), found)
            )
            if found is not None and not between:
                chains.join(found.index, ref.index)
            earlier.append(ref)
    for refs in by_noun.values():
        _join_only_body(chains, refs, bodies)


def _antecedent(chains: Chains, ref: Ref, earlier: list[Ref]) -> Ref | None:
    if not earlier or _is_mass(ref) or _identifies_itself(ref):
        return None
    reach = _reach(ref)
    earlier = [o for o in earlier if ref.mention.sentence - o.mention.sentence <= reach]
    earlier = [o for o in earlier if not _is_office(o)]
    headline = next((o for o in reversed(earlier) if _is_of_headline(chains, ref, o)), None)
    if headline is not None:
        return headline
    if ref.article in {"indefinite", "possessed"}:
        return next((o for o in reversed(earlier) if _same_event(ref, o)), None)
    equal = [o for o in earlier if o.core == ref.core and o.article != "possessed"]
    equal = [o for o in equal if o.mention.number == ref.mention.number]
    if equal:
        return next((o for o in reversed(equal) if o.article != "indefinite"), equal[-1])
    if ref.article == "bare":
        return next((o for o in reversed(earlier) if _same_kind(ref, o)), None)
    if ref.article != "definite":
        return None
    fitting = [o for o in reversed(earlier) if _fits(ref, o)]
    if not fitting and _only_adds(chains, ref, earlier):
        fitting = earlier[-1:]
    return _nearest(chains, ref, fitting)


def _is_office(ref: Ref) -> bool:
    """Whether a person's noun without an article is what one may be: she became |president|."""
    return _is_mass(ref) and ref.mention.type == "Person" and not ref.is_in_headline


def _is_of_headline(chains: Chains, ref: Ref, other: Ref) -> bool:
    """Whether a phrase at the beginning repeats the headline's, and is the first to do so."""
    title, at = other.tree.sent, ref.tree.sent
    if not other.is_in_headline or at.paragraph == title.paragraph or at.index > _LEAD:
        return False
    same = ref.core == other.core and ref.mention.number == other.mention.number
    first = ref.mention.text.partition(" ")[0].lower()
    known = chains.of(other.index).refs
    return same and first not in CONTRAST and all(i <= other.index for i in known)


def _is_mass(ref: Ref) -> bool:
    """Whether a bare singular names a stuff or an idea: water, peace, war."""
    return ref.article == "bare" and ref.mention.number == "singular" and not ref.modifiers


def _another_body_between(chains: Chains, bodies: list[Ref], found: Ref, ref: Ref) -> bool:
    """Whether "the party" may be one that was named since "the Green party" was.

    Only where the phrases differ, the first has no name, and the other stands in one of the few
    sentences before.
    """
    if chains.of(found.index).names or ref.mention.type != "Organization" or found.core == ref.core:
        return False
    at = ref.mention.sentence
    return any(
        found.mention.end < body.mention.start
        and 1 <= at - body.mention.sentence <= _SINCE
        and not _is_another_kind(chains, body, ref.noun)
        for body in bodies
    )


def _another_holder_between(chains: Chains, holders: Sequence[Ref], found: Ref) -> bool:
    """Whether "the minister" may be one who was named since the phrase for another.

    The Thai foreign minister spoke. Defence |Minister| Eva Dahl nodded. |The minister| ...
    """
    if not found.modifiers and not chains.of(found.index).names:
        return False  # of the headline: President resigns
    return any(
        found.index < other.index and not chains.same(found.index, other.index)
        for other in holders[-_MEMORY:]
    )


def _is_another_kind(chains: Chains, body: Ref, noun: str) -> bool:
    """Whether the text calls a body something else: Norvik, |a brewery|, is not "the regulator"."""
    refs = (chains.refs[i] for i in chains.of(body.index).refs)
    called = {ref.noun for ref in refs if ref.mention.kind == "nominal"}
    return bool(called) and noun not in called | _ANY_BODY


def _identifies_itself(ref: Ref) -> bool:
    """Whether a definite phrase has a clause or a name behind it that says which.

    The talks |that failed in May|; the website |"Norvik Weekly"|, but not the mayor, |Ana Roy|.
    """
    tree = ref.tree
    clause, name = tree.child(ref.token, "relcl"), tree.child(ref.token, "appos")
    if ref.article != "definite":
        return False
    if name is not None and tree.tags[name].startswith("NNP"):
        return "," not in tree.words[ref.token : name] and ref.mention.type != "Person"
    first = 0 if clause is None else tree.left_edge(clause)
    return (
        first > 0 and tree.lower[first] in {"that", "who", "which"} and tree.words[first - 1] != ","
    )


def _reach(ref: Ref) -> int:
    """How many sentences back a phrase can look.

    "This fee" is the one just spoken of; "people" are others than those of a page before.
    """
    if ref.tree.lower[ref.first] in {"this", "these", "that", "those"} or ref.modifiers & _SAME:
        return _NEAR
    plural = ref.article == "bare" and ref.mention.number == "plural" and not ref.modifiers
    return _PAGE if plural else _FAR


def _fits(ref: Ref, other: Ref) -> bool:
    """Whether a definite phrase can refer to an earlier one with its head noun."""
    if _is_mass(other) or not ref.modifiers - _SAME <= other.modifiers:
        return False
    if ref.modifiers & _SAME and other.modifiers & CONTRAST:
        return False
    event = ref.mention.type == "Event"
    if ref.mention.number != other.mention.number and not (event and not ref.modifiers):
        return False
    if ref.mention.number != other.mention.number and _is_counted(other):
        return False
    complement = _complement(ref)
    if not complement:
        return True
    theirs = _complement(other)
    return event and other.article == "definite" and {complement, theirs} <= _PEOPLE


def _is_counted(ref: Ref) -> bool:
    """Whether a number says how many: the strike is none of |two strikes|."""
    return ref.tree.child(ref.token, "nummod") is not None


def _only_adds(chains: Chains, ref: Ref, earlier: list[Ref]) -> bool:
    """Whether a phrase says more of the only thing that had its head noun, and nothing else."""
    one = [o for o in earlier if o.mention.number == "singular"]
    if not one or ref.mention.number != "singular" or ref.tail or one[-1] is not earlier[-1]:
        return False
    if len({chains.root(o.index) for o in one}) > 1 or any(_is_mass(o) for o in one):
        return False
    told = frozenset[str]().union(*(o.modifiers for o in one))
    return told <= ref.modifiers and _describes(ref, one)


def _describes(ref: Ref, earlier: list[Ref]) -> bool:
    """Whether the words before a noun are a name, or tell how an event was: the brief strike."""
    tree = ref.tree
    words = [i for i in range(ref.first, ref.token) if tree.lower[i] in ref.modifiers]
    if any(tree.lower[i] in CONTRAST and tree.words[i + 1] != "-" for i in words):
        return False
    if all(tree.tags[i].startswith("NNP") for i in words):
        names = {tree.words[i] for i in words}
        known = frozenset[str]().union(*(_names_in(o) for o in earlier))
        if earlier[0].article == "definite" and not earlier[0].is_in_headline:
            return False  # `the river`, known by what was said of it, ... `the Lom river`
        return not known or bool(names & known)
    told = all(tree.tags[i] in _DESCRIBE or tree.lower[i] in _UNITS for i in words)
    return ref.mention.type == "Event" and told


def _same_kind(ref: Ref, other: Ref) -> bool:
    """Whether two plurals with the same modifiers differ but in a place: rice fields (in Peru)."""
    plural = ref.mention.number == other.mention.number == "plural"
    near = ref.mention.sentence - other.mention.sentence <= _NEAR
    same = ref.modifiers == other.modifiers != frozenset() and other.article == "bare"
    return plural and near and same and not (ref.tail and other.tail)


def _same_event(ref: Ref, other: Ref) -> bool:
    """Whether two phrases call for one event in other words.

    "A withdrawal of troops from Mali", "a withdrawal of troops within days"; not "another ...",
    not two with different names.
    """
    if {ref.mention.type, other.mention.type} != {"Event"} or "of" not in ref.tail[:3]:
        return False
    first = ref.mention.text.split(None, 1)[0].lower()
    fresh = first not in {"a", "an"} or ref.mention.number == "plural"
    one, two = (_names_in(r) for r in (ref, other))
    same = _complement(ref) == _complement(other) and ref.modifiers == other.modifiers
    return same and not fresh and not (one and two and one != two)


def _names_in(ref: Ref) -> set[str]:
    """Capitalised words after the head noun."""
    end = ref.mention.end
    tree = ref.tree
    return {
        tree.words[i]
        for i in range(ref.token + 1, len(tree))
        if tree.start(i) < end and tree.words[i][0].isupper()
    }


def _complement(ref: Ref) -> str:
    """What follows the head noun; after "of" its noun: the evacuation of all |residents|."""
    first, _, rest = ref.tail.partition(" ")
    if first != "of":
        return ref.tail
    words = [word for word in rest.split() if word not in {"the", "all", "its", "their"}]
    return words[0] if words else ""


def _nearest(chains: Chains, ref: Ref, fitting: list[Ref]) -> Ref | None:
    """The nearest antecedent, if those of other chains are clearly farther away."""
    if not fitting:
        return None
    best = fitting[0]
    others = [o for o in fitting if not chains.same(o.index, best.index)]
    if not others:
        return best
    gap = ref.mention.sentence - best.mention.sentence
    near = gap <= _WINDOW
    clear = ref.mention.sentence - others[0].mention.sentence >= gap + _CLEAR_GAP
    return best if near and clear else None


def _join_only_body(chains: Chains, refs: list[Ref], bodies: list[Ref]) -> None:
    """Joins bare mentions of a body with the only one that has a modifier."""
    first = refs[0]
    if first.noun in _SIDES:
        told = [r for r in refs if r.mention.number == "plural" and r.article in _UNCOUNTED]
    elif first.mention.type in _BODIES:
        told = [r for r in refs if r.mention.number == "singular" and r.article == "definite"]
    else:
        return
    marked = [r for r in told if r.modifiers and not _complement(r)]
    bare = [r for r in told if not r.modifiers and not _complement(r)]
    if len({r.core for r in marked}) == 1 and len({chains.root(r.index) for r in marked}) == 1:
        for ref in bare:
            before = [o for o in marked if o.index < ref.index]
            if not before or not _another_body_between(chains, bodies, before[-1], ref):
                chains.join(marked[0].index, ref.index)
