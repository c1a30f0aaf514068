"""Named things by what they are: "the carmaker" after "Norvik Motors", "the court" after a court.

A bare definite noun that is the head of a name means what bears it ("the Lima Film Festival ... the
festival"), where no other name so far has that head.

So does the noun before a name ("the ship Aurora ... the ship"), if it is no noun for any firm.

A bare definite noun for a firm means the organisation that is spoken of: the only one named in the
same sentence or the few before it, or the one that is named far more often than the others.
Whoever is only quoted is spoken of no less, so that with two in sight nothing is joined. What is
by its name no firm (a court, a commission) is passed over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from kg.coref.chains import Chains, Ref
from kg.lexicon import names
from kg.mentions import evidence

_FIRMS = frozenset(
    "company firm carmaker automaker airline retailer manufacturer drugmaker chipmaker brewer "
    "insurer lender startup conglomerate broadcaster publisher supplier shipbuilder planemaker "
    "supermarket club charity".split()
)
_PUBLIC = frozenset(
    "academy administration agency army assembly authority bureau cabinet commission committee "
    "congress council court department government house institute ministry navy nations office "
    "parliament party police senate tribunal union university".split()
)
_WINDOW = 3  # sentences back
_FAR_MORE = 3  # times as often


def join_firms(chains: Chains) -> None:
    """Joins each chain that begins with "the firm" with the organisation that is spoken of."""
    seen: list[Ref] = []
    for ref in chains.refs:
        if ref.is_name and chains.of(ref.index).type == "Organization":
            if names.head_word(names.key(ref.mention.text)) not in _PUBLIC:
                seen.append(ref)
        elif ref.noun in _FIRMS and _is_bare(ref) and _begins(chains, ref):
            found = _spoken_of(chains, ref, seen)
            if found is not None:
                chains.join(found, ref.index)


def join_by_head(chains: Chains) -> None:
    """Joins each chain that begins with "the court" with the only court that has a name so far."""
    named: dict[str, dict[int, None]] = defaultdict(dict)
    for ref in chains.refs:
        if ref.is_name and chains.of(ref.index).type != "Person":
            for kind in _kinds(ref):
                named[kind].setdefault(ref.index)
        elif _is_bare(ref) and _begins(chains, ref) and ref.noun in named:
            roots = {chains.root(i) for i in named[ref.noun]}
            if len(roots) == 1:
                chains.join(roots.pop(), ref.index)


def _kinds(ref: Ref) -> Iterator[str]:
    """What a name says that its bearer is, and the noun before it: the |ship| Aurora."""
    tree, before = ref.tree, ref.first - 1
    key = names.key(ref.mention.text)
    if " " in key:
        yield key.split()[0] if evidence.is_storm(key) else names.head_word(key)
    if before >= 0 and tree.tags[before] == "NN" and tree.lower[before] not in _FIRMS:
        yield tree.lower[before]


def _begins(chains: Chains, ref: Ref) -> bool:
    """Whether a phrase is the first of its chain but for those in the headline."""
    before = (chains.refs[i] for i in chains.of(ref.index).refs if i < ref.index)
    return all(other.is_in_headline and not other.is_name for other in before)


def _is_bare(ref: Ref) -> bool:
    """Whether a phrase is definite and says no more: the firm, but not "the Danish firm"."""
    one = ref.mention.kind == "nominal" and ref.mention.number == "singular"
    tree, after = ref.tree, ref.token + 1
    named = after < len(tree) and tree.words[after][0].isupper()  # the firm Norvik
    described = ref.modifiers or ref.tail or named or _has_own_clause(ref)
    return one and ref.article == "definite" and not described


def _has_own_clause(ref: Ref) -> bool:
    """Whether a clause without a comma says which: the firm that lost."""
    tree = ref.tree
    clause = tree.child(ref.token, "relcl", "acl")
    return clause is not None and tree.words[tree.left_edge(clause) - 1] != ","


def _spoken_of(chains: Chains, ref: Ref, seen: list[Ref]) -> int | None:
    """The organisation named alone, or far more often, in the sentences just before."""
    at = ref.mention.sentence
    near: Counter[int] = Counter()
    for other in reversed(seen):
        if at - other.mention.sentence > _WINDOW:
            break
        near[chains.root(other.index)] += 1
    ranked = near.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] < _FAR_MORE * ranked[1][1]):
        return None
    return ranked[0][0]
