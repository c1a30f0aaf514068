"""What a third-person pronoun refers to: salience, agreement, binding; else nothing.

Every chain mentioned in the sentence of the pronoun or in the few before it is a candidate.
Its salience is the sum over its mentions of a weight for the grammatical role, halved with every
sentence of distance (Lappin and Leass 1994, "An Algorithm for Pronominal Anaphora Resolution").
Candidates that do not agree (kg.coref.agreeing) are out, as are those that binding
excludes: "she saw her" are two people, "his brother" is not himself, and in a quotation
"he" is not the one who speaks. What is said of the pronoun rules out others (kg.coref.selectional).

The best candidate is taken only if the second is clearly weaker (`MARGIN`); otherwise the
pronoun stays unresolved, because a wrong edge costs more than a missing one.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg.coref import together
from kg.coref.agreeing import THIRD, agrees, fit, same_person
from kg.coref.chains import Chains, Ref
from kg.coref.selectional import (
    NEUTER,
    PLURAL,
    acts,
    is_owner_of_thing,
    is_scene,
    is_told_earlier,
    is_unlike,
    may_employ,
)
from kg.lexicon.roles import SPOKEN_FOR
from kg.lexicon.verbs import SPEECH
from kg.syntax import Tree

WINDOW = 3  # sentences back
MARGIN = 0.8  # the second best must stay below this share of the best
MARGIN_ONCE = 0.5
FAINT = 8.0  # the least salience of an antecedent: a subject three sentences back
FAINT_THING = 13.0  # that of "it" and "they", which more may be
KNOWN = 0.25  # the share of the best of unknown gender above which one of the right gender doubts
DECAY = 0.4  # what is left of a mention's weight a sentence later
GOVERNING = 2.0  # what the subject of the clause above gains
TELLING = 2.0  # what the subject of the sentence before gains: Ana thanked Eva. "No," |she| said
OWNER = 0.5  # what is left of a possessor's for "it" that does nothing: Lima's bridge. It stands
TOLD = 0.5  # what is left of whom somebody told something: told |the paper|. "It ..."
WITHIN = 0.6  # what is left of a weight of what only modifies a noun: members of |the union|
QUOTED = 0.1  # what is left of a weight within a quotation for who speaks of it: said its director
ALONE = 0.25  # the best must stay below this share of two that "they" may be together
UNLIKELY_EMPLOYER = 0.5  # a hotel, for "its chairman", where a firm is near
_ROLE_WEIGHT = {
    "nsubj": 80,
    "nsubjpass": 80,
    "agent": 60,
    "dobj": 50,
    "attr": 30,
    "dative": 45,
    "pobj": 40,
    "poss": 35,
    "ROOT": 50,
}
_OTHER_WEIGHT = 25
_NAME_BONUS = 25
_PARALLEL_BONUS = 20
_TAKING_CONTENT = frozenset(
    "acknowledge admit believe confirm deny dispute doubt explain know mention regret say".split()
)
_RELATIVES = frozenset({"who", "which", "that"})
_SEEMING = frozenset(
    ["seem", "appear", "turn", "happen", "follow", "take", "matter", "depend", "rain", "snow"]
)


def resolve_pronouns(chains: Chains, speakers: Sequence[int | None]) -> None:
    """Joins third-person pronouns to their antecedents, in the order of the text.

    `speakers` holds, by number of quotation, a ref of the one who speaks.
    """
    by_sentence: dict[int, list[Ref]] = {}
    whole: dict[int, list[Ref]] = {}
    for ref in chains.refs:
        whole.setdefault(ref.mention.sentence, []).append(ref)
    for ref in chains.refs:
        word = ref.mention.text.lower()
        if ref.is_pronoun and word in THIRD and not _is_empty(ref, word):
            barred = _barred(chains, ref, whole[ref.mention.sentence], speakers)
            found = _antecedent(chains, ref, word, by_sentence, barred)
            meant = found if isinstance(found, tuple) else chains.shared(found)
            if meant:
                chains.share(ref.index, meant)
            elif isinstance(found, int):
                chains.join(found, ref.index)
        by_sentence.setdefault(ref.mention.sentence, []).append(ref)


def _is_empty(ref: Ref, word: str) -> bool:
    """Whether "it" names no thing: it is clear that, it seems, it rained; she denied it."""
    if word != "it":
        return False
    tree, verb = ref.tree, ref.tree.heads[ref.token]
    if tree.deps[ref.token] == "expl" or tree.lemmas[verb] in _SEEMING:
        return True
    if not ref.subject:
        return ref.dep == "dobj" and tree.lemmas[verb] in _TAKING_CONTENT
    clausal = tree.child(verb, "ccomp", "xcomp", "csubj", "advcl", "acl", "relcl")
    adjective = tree.child(verb, "acomp", "attr", "oprd")
    if tree.lemmas[verb] == "be" and adjective is not None:
        return clausal is not None or tree.child(adjective, "ccomp", "xcomp", "acl") is not None
    return tree.deps[ref.token] == "nsubjpass" and tree.child(verb, "ccomp") is not None


def _antecedent(
    chains: Chains,
    ref: Ref,
    word: str,
    by_sentence: dict[int, list[Ref]],
    barred: set[int],
) -> int | tuple[int, ...] | None:
    """The root that a pronoun refers to, or the roots of two or more that it means together."""
    at = ref.mention.sentence
    coordinated = _coordinated(ref, by_sentence.get(at, []))
    if coordinated is not None:
        root = chains.root(coordinated.index)
        return root if agrees(chains.of(root), coordinated, word) else None
    client = _client(chains, ref, word, by_sentence.get(at, []))
    if client is not None and client not in barred:
        return client
    governing = _governing_clause(ref)
    scores = _scores(chains, ref, word, by_sentence, barred)
    found = _clear_winner(chains, scores)
    faint = FAINT_THING if word in NEUTER | PLURAL else FAINT
    if found is not None and (
        scores[found] < faint
        or _is_doubted(chains, found, scores)
        or _is_passing(chains, ref, found, scores)
    ):
        found = None
    if word not in PLURAL:
        return found
    weight, first = _pair(by_sentence, ref, governing)
    if first is not None and max(scores.values(), default=0) <= ALONE * weight:
        return together.members(chains, ref, first, by_sentence[first.mention.sentence], barred)
    return None if found is not None and scores[found] < weight else found


def _scores(
    chains: Chains,
    ref: Ref,
    word: str,
    by_sentence: dict[int, list[Ref]],
    barred: set[int],
) -> dict[int, float]:
    """How salient each chain is that agrees with a pronoun, by root."""
    governing = _governing_clause(ref)
    scene = word == "it" and acts(ref)
    owned = word != "it" or ref.subject
    scores: dict[int, float] = {}
    for distance in range(WINDOW + 1):
        here = by_sentence.get(ref.mention.sentence - distance, ())
        for other in here:
            if other.mention.kind == "adjective" or (scene and is_scene(chains, other)):
                continue
            if not owned and other.is_name and is_scene(chains, other):
                continue  # came from New York. She was paid for |it|
            if _is_said_twice(chains, other, here) or is_unlike(chains, ref, other):
                continue
            root = chains.root(other.index)
            if root not in barred and agrees(chains.of(root), other, word):
                weight = _weight(other, ref, governing) * DECAY**distance
                weight *= 1.0 if may_employ(chains.of(root).type, ref) else UNLIKELY_EMPLOYER
                scores[root] = scores.get(root, 0) + weight
    return {root: score * fit(chains.of(root), word) for root, score in scores.items()}


def _is_said_twice(chains: Chains, other: Ref, here: Sequence[Ref]) -> bool:
    """Whether a phrase and its apposition are one mention, of which the other counts.

    The museum thanked |its director|, Femke Ruys.
    """
    tree, at = other.tree, other.token
    apposed = tree.deps[at] == "appos"
    beside = tree.heads[at] if apposed else tree.child(at, "appos")
    if beside is None:
        return False
    twin = next((o for o in here if o.token == beside), None)
    if twin is None or not chains.same(twin.index, other.index):
        return False
    return twin.is_name > other.is_name or (twin.is_name == other.is_name and apposed)


def _client(chains: Chains, ref: Ref, word: str, here: Sequence[Ref]) -> int | None:
    """For whom a lawyer or an agent speaks: |her| lawyer said she was innocent."""
    tree, clause = ref.tree, ref.tree.heads[ref.token]
    verb = tree.heads[clause]
    while tree.deps[clause] in {"conj", "advcl", "xcomp"} and verb != clause:
        clause, verb = verb, tree.heads[verb]
    speaker = tree.child(verb, "nsubj")
    own = ref.subject or ref.dep in {"dobj", "dative"}
    said = own and tree.deps[clause] == "ccomp" and tree.lemmas[verb] in SPEECH
    if not said or speaker is None or tree.lemmas[speaker].lower() not in SPOKEN_FOR:
        return None
    owner = next((o for o in here if o.token == tree.child(speaker, "poss")), None)
    if owner is None or (owner.is_pronoun and not same_person(owner, word)):
        return None
    root = chains.root(owner.index)
    known = chains.of(root).settled
    return root if known and agrees(chains.of(root), owner, word) else None


def _pair(by_sentence: dict[int, list[Ref]], ref: Ref, governing: int) -> tuple[float, Ref | None]:
    """The weightiest two that "they" may be together, by the first: |Ana and Ben| left."""
    best, found = 0.0, None
    for distance in range(2):
        for other in by_sentence.get(ref.mention.sentence - distance, ()):
            subject = other.tree.deps[other.token] in {"nsubj", "nsubjpass"}
            pair = subject and other.mention.number == "singular" and not other.is_pronoun
            if pair and other.tree.child(other.token, "conj") is not None:
                weight = _weight(other, ref, governing) * DECAY**distance
                best, found = max((best, found), (weight, other), key=lambda held: held[0])
    return best, found


def _coordinated(ref: Ref, here: Sequence[Ref]) -> Ref | None:
    """The phrase with which a possessor's own phrase is coordinated: |the queen| and her dogs."""
    tree = ref.tree
    if ref.dep != "poss":
        return None
    noun = tree.heads[ref.token]
    if tree.deps[noun] == "pobj" and tree.deps[tree.heads[noun]] == "conj":  # by X and by its Y
        first = tree.child(tree.heads[tree.heads[noun]], "pobj")
    else:
        first = tree.heads[noun] if tree.deps[noun] in {"conj", "appos"} else None
    return next((o for o in here if o.token == first and not o.is_pronoun), None)


def _clear_winner(chains: Chains, scores: dict[int, float]) -> int | None:
    """The best candidate if the second is clearly weaker.

    Role alone does not decide between two that were mentioned but once: Nadia saw Rima. She left.
    """
    ranked = sorted(scores, key=lambda root: (-scores[root], root))
    if len(ranked) < 2:
        return ranked[0] if ranked else None
    first, second = ranked[:2]
    once = len(chains.of(first).refs) == len(chains.of(second).refs) == 1
    margin = MARGIN_ONCE if once and chains.of(second).names else MARGIN
    return first if scores[second] <= margin * scores[first] else None


def _is_doubted(chains: Chains, found: int, scores: dict[int, float]) -> bool:
    """Whether the best candidate's gender is a guess, and that of another one is not.

    Toivo Aalto hired her, and for six years |she| drew: not Aalto, of whom only this would tell.
    """
    if chains.of(found).type != "Person" or chains.of(found).genders:
        return False
    known = (scores[root] for root in scores if chains.of(root).genders)
    return max(known, default=0) > KNOWN * scores[found]


def _is_passing(chains: Chains, ref: Ref, found: int, scores: dict[int, float]) -> bool:
    """Whether the best candidate only spoke, a paragraph before, of one who is told of more.

    Eva Holm taught Ana Roy. "She sang," Ana Roy said. [In May |she| left for Rome.]
    """
    before = [i for i in chains.of(found).refs if i < ref.index]
    last = chains.refs[max(before)]
    spoke = last.subject and last.tree.lemmas[last.clause] in SPEECH
    if not spoke or last.tree.sent.paragraph == ref.tree.sent.paragraph:
        return False
    return any(len(chains.of(root).refs) > len(before) for root in scores if root != found)


def _weight(other: Ref, ref: Ref, governing: int) -> float:
    """How salient one mention makes its chain for a pronoun."""
    relative = _is_relative_subject(ref, other, governing)
    role = "nsubj" if relative else other.dep
    weight = float(_ROLE_WEIGHT.get(role, _OTHER_WEIGHT))
    if other.is_name:
        weight += _NAME_BONUS
    if role == ref.dep:
        weight += _PARALLEL_BONUS
    if other.is_within_phrase and not relative and other.tree is not ref.tree:
        weight *= WITHIN
    if is_told_earlier(ref, other):
        weight *= TOLD
    if other.quote >= 0 > ref.quote:
        weight *= QUOTED
    if is_owner_of_thing(ref, other):
        weight *= OWNER
    governs = other.subject and other.tree is ref.tree and other.clause == governing
    if governs or relative:
        weight *= GOVERNING
    if _tells(ref) and other.mention.sentence == ref.mention.sentence - 1:
        main = other.subject and other.tree.deps[other.clause] == "ROOT"
        weight *= TELLING if main and other.quote < 0 else 1
    return weight


def _is_relative_subject(ref: Ref, other: Ref, governing: int) -> bool:
    """Whether the clause above a pronoun's says of a candidate what it does.

    She met |the mayor|, who said |he| was ill.
    """
    tree = ref.tree
    if other.tree is not tree or governing < 0 or tree.deps[governing] != "relcl":
        return False
    subject = tree.child(governing, "nsubj", "nsubjpass")
    relative = subject is not None and tree.lower[subject] in _RELATIVES
    return relative and tree.heads[governing] == other.token


def _tells(ref: Ref) -> bool:
    """Whether a pronoun is who speaks: "No," |she| said."""
    tree, verb = ref.tree, ref.tree.heads[ref.token]
    marks = any(tree.tags[i] in {"``", "''"} for i in (0, verb - 1, ref.token - 1) if i >= 0)
    return ref.subject and ref.quote < 0 and tree.lemmas[verb] in SPEECH and marks


def _governing_clause(ref: Ref) -> int:
    """The nearest clause above a pronoun's that has a subject, -2 for none.

    |Amina| hopes that she wins; |the miners| left their tools.
    """
    tree = ref.tree
    for above in tree.ancestors(ref.token):
        subject = tree.child(above, "nsubj", "nsubjpass")
        if subject is not None and subject != ref.token:
            return above
    return -2


def _barred(
    chains: Chains, ref: Ref, here: Sequence[Ref], speakers: Sequence[int | None]
) -> set[int]:
    """Roots that binding excludes."""
    out = {chains.root(other.index) for other in here if _bound(ref, other)}
    if ref.quote >= 0 and (speaker := speakers[ref.quote]) is not None:
        out.add(chains.root(speaker))
    return out


def _relative_to(ref: Ref, other: Ref) -> bool:
    """Whether a pronoun is the subject of a clause that describes `other`: |a man| he knows."""
    tree = ref.tree
    clause = tree.heads[ref.token]
    return ref.subject and tree.deps[clause] == "relcl" and tree.heads[clause] == other.token


def _bound(ref: Ref, other: Ref) -> bool:
    """Whether a pronoun and a phrase of the same sentence cannot be the same thing."""
    if other.mention.start <= ref.mention.start and ref.mention.end <= other.mention.end:
        return True  # his brother
    if ref.mention.text.lower().endswith(("self", "selves")):
        return False
    if _relative_to(ref, other):
        return True
    if "poss" in (ref.dep, other.dep):
        return False
    one, two = (_binding_clause(r.tree, r.clause) for r in (ref, other))
    if one != two or one < 0:
        return False
    return not other.is_within_phrase or _is_where(ref, other)


def _is_where(ref: Ref, other: Ref) -> bool:
    """Whether a place only tells where the subject is: a firm in |Lima| wants to buy it."""
    tree = ref.tree
    preposition = tree.heads[other.token]
    thing = ref.mention.text.lower() in NEUTER and not ref.subject
    before = other.mention.start < ref.mention.start and tree.deps[preposition] == "prep"
    subject = tree.deps[tree.heads[preposition]] in {"nsubj", "nsubjpass"}
    place = other.mention.type in {"Place", "GeopoliticalEntity"}
    return thing and before and subject and place


def _binding_clause(tree: Tree, clause: int) -> int:
    """The clause whose subject a verb shares: she |is said| to like her, |wants| to see her."""
    while clause >= 0 and tree.deps[clause] == "xcomp":
        above = tree.heads[clause]
        if (
            tree.child(clause, "nsubj") is not None
            or tree.child(above, "dobj", "dative") is not None
        ):
            break
        clause = above
    return clause
