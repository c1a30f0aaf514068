"""Facts that noun phrases state without a verb of their own.

| row                 | example                                   | fact                              |
|---------------------|-------------------------------------------|-----------------------------------|
| title               | Norwegian Prime Minister Eva Dahl         | Eva Dahl is prime minister of Norwegian |
| work                | the novel Cold Iron                       | Cold Iron is novel                |
| apposition          | Ana Roy, the head of the clinic, ...      | Ana Roy is head of the clinic     |
| apposition-name     | the firm's founder, Ana Roy, ...          | Ana Roy is founder of the firm    |
| apposition-place    | Tromsø, Norway                            | Tromsø is in Norway               |
| possessive-role     | Chile's president resigned                | Chile's president is president of Chile |
| possession          | Oxfam's office                            | Oxfam has office                  |

Appositions and titles follow ClausIE's synthetic copulas (Del Corro and Gemulla 2013), nominal
predicates NomBank's argument slots (Meyers et al. 2004), with far fewer nouns.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator

from kg.clauses import PLACE_LABELS, deeds, hedges, is_time
from kg.clauses.attachment import SUBJECTS
from kg.clauses.facts import Fact
from kg.clauses.phrases import core, without_determiner
from kg.lexicon import kinds, nouns
from kg.lexicon.roles import (
    ALLIES,
    COLLECTIVES,
    DEPARTMENTS,
    FORMER,
    KIN,
    OFFICES,
    OWNABLE,
    PARTS,
    RANKS,
    SETTLEMENTS,
    STATE_OFFICES,
    SUMMARIES,
    SYMMETRIC,
)
from kg.mentions.works import is_title
from kg.syntax import AMOUNT_LABELS, TIME_LABELS, Tree

_NAME_LABELS = frozenset({"PERSON", "ORG", "GPE", "NORP", "LOC", "FAC"})
_NUMBER_LABELS = AMOUNT_LABELS | TIME_LABELS | {"ORDINAL"}
_ABROAD = frozenset({"GPE", "NORP", "ORG", "LOC"})
_NOTIONS = frozenset(
    "art beauty charity commerce corruption courage culture democracy despair evil excellence "
    "faith fear freedom friendship glory greed grief hope industry injustice joy justice knowledge "
    "learning liberty love luxury history peace power pride progress research science shame "
    "strength trade tradition tyranny unity value virtue war wealth wisdom".split()
)
_NOTIONAL = ("ness", "ity", "ism", "tion", "ence", "ance", "ship", "hood")
_NO_ROLE = frozenset({"case", "det", "poss", "nummod", "predet"})
_BREAKS = frozenset({",", "–", "—", "--", "-", "(", ":"})


def find_facts(tree: Tree) -> Iterator[Fact]:
    """The facts of the sentence's noun phrases, in the order of their heads."""
    for i in range(len(tree)):
        if tree.pos[i] not in ("NOUN", "PROPN"):
            continue
        yield from _titles(tree, i)
        yield from _works(tree, i)
        yield from _appositions(tree, i)
        yield from _possessives(tree, i)
        yield from deeds.find_deeds(tree, i)


# --- what a predicate noun says of its subject


def predicate(tree: Tree, subject: int, noun: int, rule: str) -> Iterator[Fact]:
    """`a surgeon`, `the head of the clinic`, `Ana's brother`, said of `subject`.

    The noun's own argument becomes the object; a noun without one is a literal descriptor.
    """
    tokens = core(tree, noun)
    former = any(tree.lower[t] in FORMER for t in tokens)
    argument = _argument_of(tree, noun)
    if argument is not None and _is_of_notions(tree, noun, *argument):
        described = [t for t in tree.subtree(noun) if t in tokens or t > noun]
        literal = tuple(without_determiner(tree, described))
        yield Fact(rule, subject, "is", (), None, literal, former)
        return
    if argument is None:
        plain = [t for t in without_determiner(tree, tokens) if tree.lower[t] not in FORMER]
        plain += _restriction(tree, noun)
        yield Fact(rule, subject, "is", (), None, tuple(plain), former)
        return
    target, preposition = argument
    if target < noun and _restriction(tree, noun) and tree.child(noun, "poss") != target:
        plain = [*without_determiner(tree, tokens), *_restriction(tree, noun)]
        yield Fact(rule, subject, "is", (), None, tuple(plain), former)
        return
    inside = set(tree.subtree(target)) | set(tree.children(noun, "poss", "case"))
    words = [
        t
        for t in without_determiner(tree, tokens)
        if t <= noun and t not in inside and tree.deps[t] not in _NO_ROLE
    ]
    if not words or any(tree.tags[t] == "PRP" for t in words):
        return
    if rule == "apposition-name" and any(tree.pos[t] == "PROPN" for t in words):
        return  # `[Riverton stun] Harlow with a goal`, read as a role
    relation = f"is {_role_text(tree, words)} {preposition}"
    for head in tree.conjuncts(target):
        yield Fact(rule, subject, relation, tuple(words), head, (), former)


def _is_of_notions(tree: Tree, noun: int, target: int, preposition: str) -> bool:
    """`a symbol of hope`, `a centre of research and industry`: what it is, not whose it is."""
    if preposition != "of" or tree.children(target, "det", "poss", "nummod"):
        return False
    lemma = tree.lemmas[noun].lower()
    if lemma in OFFICES or lemma in PARTS or nouns.noun(lemma).type == "Person":
        return False
    return all(
        tree.tags[t] == "NN" and (tree.lower[t] in _NOTIONS or tree.lower[t].endswith(_NOTIONAL))
        for t in tree.conjuncts(target)
    ) and all(tree.pos[t] != "PROPN" for t in tree.subtree(target))


def _restriction(tree: Tree, noun: int) -> list[int]:
    """`the first woman [to win the cup]`: of what she is the first."""
    ranked = any(
        tree.tags[c] == "JJS" or tree.lower[c] in ("first", "last", "only", "next", "second")
        for c in tree.children(noun, "amod")
    )
    clause = tree.child(noun, "acl", "relcl")
    if not ranked or clause is None or tree.left_edge(clause) != noun + 1:
        return []
    return [t for t in tree.subtree(clause) if tree.words[t] not in (",", ".")]


def _argument_of(tree: Tree, noun: int) -> tuple[int, str] | None:
    """The noun's own argument with its preposition: possessor, `of` phrase, or nationality."""
    possessor = tree.child(noun, "poss")
    if possessor is not None and tree.tags[possessor] != "WP$":
        return possessor, "of"
    for p in tree.children(noun, "prep"):
        targets = tree.children(p, "pobj")
        if p > noun and targets and not is_time(tree, targets[0]):
            if any(tree.lower[c] == "no" for c in tree.children(targets[0], "det")):
                return None  # `a man with no fear`
            if tree.lower[p] in ("of", "in", "at", "for", "to", "from", "with", "between", "on"):
                return targets[0], tree.lower[p]
            return None
    lemma = tree.lemmas[noun].lower()
    relational = lemma in OFFICES or lemma in SETTLEMENTS or lemma in KIN
    for c in tree.children(noun, "amod", "compound", "nmod"):
        if _is_nationality(tree, c, lemma) and (lemma in OFFICES or lemma in ALLIES):
            continue
        if relational and c < noun and tree.labels[c] in ("GPE", "NORP"):
            return c, "in" if lemma in SETTLEMENTS and lemma != "capital" else "of"
    return None


def _role_text(tree: Tree, tokens: list[int]) -> str:
    """The role in lower case, except for the names in it (`Secretary of State`)."""
    if any(tree.lower[t] == "of" for t in tokens):
        return tree.text(tokens)
    last = tokens[-1]
    words = [
        tree.lower[t] for t in tokens if tree.lower[t] not in FORMER and tree.labels[t] != "NORP"
    ]
    if tree.tags[last] in ("NNS", "NNPS") and words:
        words[-1] = tree.lemmas[last].lower()
    said = " ".join(words).replace(" - ", "-").replace("- ", "-").replace("ex-", "")
    if said.startswith("-"):  # the number of `41-year-old engineer` is left out
        said = said.partition(" ")[2]
    return " ".join(w for w in said.split() if not hedges.is_hedge(w)) or said


# --- titles


def _titles(tree: Tree, head: int) -> Iterator[Fact]:
    """A title, office or kinship before a name; read off the words, parsers differ on them."""
    if tree.pos[head] != "PROPN" or tree.labels[head] in ("DATE", "GPE", "NORP"):
        return
    kind = nouns.noun(tree.lower[head]).type
    if tree.lower[head] in OFFICES or kind in ("Award", "Organization"):
        return  # the Major League
    first = _name_start(tree, head)
    role = _role_before(tree, first)
    if role is None or head - first > 6 or _is_within_name(tree, head):
        return
    start, end = role
    if nouns.is_first_name(tree.words[start]) and not nouns.is_title(
        *tree.words[start : start + 2]
    ):
        return  # Dean Smith
    tokens = list(range(start, end))
    former = any(w in FORMER for w in tree.lower[max(0, start - 2) : end])
    holder = _holder(tree, start)
    if holder is not None and _is_rank(tree, holder, start):
        tokens.insert(0, holder)  # Detective Sergeant Ana Roy
        holder = None
    if holder is not None and _is_nationality(tree, holder, tree.lower[end - 1]):
        tokens.insert(0, holder)
        holder = None
    if holder is None:
        if tree.deps[head] != "compound" and tree.tags[end - 1] not in ("NNS", "NNPS"):
            yield Fact("title", head, "is", tuple(tokens), None, tuple(tokens), former)
        return
    yield Fact(
        "title", head, f"is {_role_text(tree, tokens)} of", tuple(tokens), holder, (), former
    )


def _works(tree: Tree, head: int) -> Iterator[Fact]:
    """The kind of a work before its title: the novel Cold Iron."""
    if tree.pos[head] == "PROPN":
        first = _name_start(tree, head)
        if is_title(tree, first, head + 1):
            yield Fact("work", head, "is", (first - 1,), None, (first - 1,))


def _is_rank(tree: Tree, holder: int, start: int) -> bool:
    """Whether what stands right before a title is the first word of it."""
    person = nouns.noun(tree.lower[holder]).type == "Person"
    return holder == start - 1 and tree.pos[holder] == "PROPN" and person


def _is_nationality(tree: Tree, holder: int, role: str) -> bool:
    """`the Greek actor`, `its Greek ally`: of that nation; `the Greek minister` is the state's."""
    return tree.labels[holder] == "NORP" and role not in (STATE_OFFICES | KIN) - ALLIES


def _is_within_name(tree: Tree, head: int) -> bool:
    return tree.deps[head] in ("compound", "nmod") and tree.pos[tree.heads[head]] == "PROPN"


def _name_start(tree: Tree, head: int) -> int:
    """The first token of the name that ends in `head`; titles are no part of it."""
    first = head
    while first > 0 and (
        (tree.pos[first - 1] == "PROPN" and tree.labels[first - 1] != "NORP")
        or (tree.words[first - 1] == "-" and tree.pos[first] == "PROPN")
    ):
        if tree.lower[first - 1] in OFFICES | RANKS or tree.lower[first - 2 : first - 1] == ("of",):
            break
        first -= 1
    return first


def _role_before(tree: Tree, first: int) -> tuple[int, int] | None:
    """Begin and end of the title whose last word stands before token `first`."""
    end = first
    last = end - 1
    if last < 0:
        return None
    if last >= 2 and tree.lower[last - 1] == "of" and tree.pos[last] in ("PROPN", "NOUN"):
        if tree.lower[last - 2] not in OFFICES or tree.lower[last] not in DEPARTMENTS:
            return None
        start = last - 2
    elif tree.lower[last] in OFFICES or tree.lower[last] in KIN:
        start = last
    else:
        return None
    while start > 0 and (
        (tree.lower[start - 1] in RANKS and tree.tags[start - 1] != "IN")
        or (_is_plain_noun(tree, start - 1) and tree.lower[start - 1] not in KIN | SYMMETRIC)
        or (tree.lower[start - 1] in OFFICES and tree.lower[start] in ("-", "elect"))
        or (tree.words[start - 1] == "-" and start > 1 and tree.lower[start - 2] in OFFICES | RANKS)
    ):
        start -= 1
    return start, end


def _is_plain_noun(tree: Tree, i: int) -> bool:
    """A noun of the role, whatever its label at the head of the sentence (Hedge fund manager)."""
    if i == 0 and tree.tags[0] == "NN" and kinds.known(tree.words[0]) != "Organization":
        within = tree.lower[1] not in OFFICES and _is_plain_noun(tree, 1)
        if within or nouns.noun(tree.lower[0]).type:
            return True
    return tree.tags[i] == "NN" and not tree.labels[i] and not _is_body(tree, i)


def _is_body(tree: Tree, i: int) -> bool:
    """`The [Orion] manager`, `[Arsenal] manager`: a name, whatever the parser took it for."""
    word = tree.words[i]
    if not word[0].isupper() or tree.tags[i] not in ("NN", "NNS", "JJ") or tree.labels[i]:
        return False
    return i > 0 or kinds.known(word) == "Organization"


def _holder(tree: Tree, start: int) -> int | None:
    """Head of the state, organisation or person before a title: `U.S.`, `Acme's`, `her`."""
    last = start - 1
    if last < 0:
        return None
    if tree.tags[last] == "PRP$":
        return last
    if tree.tags[last] == "POS":
        return last - 1
    if hedges.is_hedge(tree.lower[last]) or tree.labels[last] in TIME_LABELS:
        return None
    if tree.labels[last] in _ABROAD or tree.tags[last] == "NNP" or _is_body(tree, last):
        return last if tree.pos[last] in ("PROPN", "ADJ", "NOUN") else None
    return None


# --- appositions


def _appositions(tree: Tree, noun: int) -> Iterator[Fact]:
    for apposed in tree.children(noun, "appos"):
        if tree.pos[apposed] not in ("NOUN", "PROPN"):
            continue
        if tree.labels[apposed] in _NUMBER_LABELS or tree.labels[noun] in TIME_LABELS:
            continue
        if tree.lemmas[apposed].lower() in SUMMARIES and tree.pos[apposed] == "NOUN":
            continue
        if _looks_verbal(tree, apposed) or tree.child(apposed, "nsubj") is not None:
            continue
        named = _renamed(tree, noun, apposed)
        if named is not None and _agree(tree, named, apposed):
            yield from _apposition(tree, named, apposed)


def _looks_verbal(tree: Tree, apposed: int) -> bool:
    """`won a contract, [beating bids]`, `grew, [making it the largest]`: no noun phrase."""
    inside = range(tree.left_edge(apposed), apposed)
    return any(tree.tags[i] in ("VBG", "PRP") for i in inside)


def _is_person(tree: Tree, noun: int) -> bool:
    lemma = tree.lemmas[noun].lower()
    return lemma in KIN | OFFICES or nouns.noun(lemma).type == "Person"


def _agree(tree: Tree, noun: int, apposed: int) -> bool:
    """Several things are no single one, unless that is a group of them."""
    several = tree.tags[noun] == "NNS" and tree.tags[apposed] == "NN"
    joined = tree.child(apposed, "conj") is not None
    if tree.labels[noun] in (*PLACE_LABELS, "PERSON") and tree.pos[apposed] == "NOUN":
        return nouns.noun(tree.lemmas[apposed].lower()).type not in ("Event", "Artifact", "Award")
    return not several or joined or tree.lemmas[apposed].lower() in COLLECTIVES


def _renamed(tree: Tree, noun: int, apposed: int) -> int | None:
    """The noun that is apposed to: the parser's, unless another stands in between.

    `cracks were found on Monday in [the dam], an old wall of earth`. A person is no place:
    `[Ana] was born in Davos, the daughter of a baker`.
    """
    lemma = tree.lemmas[apposed].lower()
    if tree.labels[noun] in PLACE_LABELS and lemma in KIN | OFFICES and lemma not in ALLIES:
        return next((s for v in tree.ancestors(noun) for s in tree.children(v, *SUBJECTS)), None)
    before = tree.left_edge(apposed) - 1
    while before > noun and (tree.words[before] in _BREAKS or tree.deps[before] == "case"):
        before -= 1
    if before <= noun or tree.pos[noun] == "PROPN":
        return noun
    while tree.deps[before] in ("compound", "flat", "nmod", "punct"):
        before = tree.heads[before]
    trusted = before in tree.subtree(noun) or tree.pos[before] not in ("NOUN", "PROPN")
    if tree.labels[apposed] == "PERSON" and not _is_person(tree, noun):
        trusted = trusted and not _is_person(tree, before)
    return noun if trusted or before >= apposed else before


def _apposition(tree: Tree, noun: int, apposed: int) -> Iterator[Fact]:
    named, renamed = tree.pos[noun] == "PROPN", tree.pos[apposed] == "PROPN"
    if named and renamed:
        places = tree.labels[noun] in PLACE_LABELS and tree.labels[apposed] in PLACE_LABELS
        if places and tree.words[apposed - 1] == ",":
            yield Fact("apposition-place", noun, "is in", (), apposed)
    elif renamed:
        yield from _named(tree, noun, apposed)
    elif named or tree.pos[noun] == "NOUN":
        if not named and not _is_set_off(tree, noun, apposed):
            return
        child = tree.lemmas[apposed] in ("son", "daughter", "child")
        for each in [apposed] if child else tree.conjuncts(apposed):
            if tree.pos[each] == "NOUN" and not _is_one_of_them(tree, noun, each):
                yield from predicate(tree, noun, each, "apposition")


def _is_one_of_them(tree: Tree, noun: int, each: int) -> bool:
    """`four tools: [a saw], two axes and a file`: each is a part of the list, not the whole."""
    listed = tree.deps[each] == "conj" or tree.child(each, "conj") is not None
    collective = listed and tree.lemmas[noun].lower() in COLLECTIVES
    if tree.tags[noun] not in ("NNS", "NNPS") and not collective:
        return False
    single = tree.tags[each] == "NN" and tree.lemmas[each].lower() not in COLLECTIVES
    part = ":" in tree.words[noun + 1 : each] or tree.child(each, "nummod") is not None
    return single or (listed and part)


def _named(tree: Tree, noun: int, apposed: int) -> Iterator[Fact]:
    """`the firm's founder, Ana Roy`; of several (the brothers) only what they are of someone."""
    argument, several = _argument_of(tree, noun), tree.tags[noun] == "NNS"
    if argument is None and (several or tree.lemmas[noun].lower() not in OFFICES | KIN | PARTS):
        return
    names = [t for t in tree.conjuncts(apposed) if tree.pos[t] == tree.pos[apposed]]
    for each in names if several else [apposed]:  # not `Ana and Bo, and four cousins`
        yield from predicate(tree, each, noun, "apposition-name")


def _is_set_off(tree: Tree, noun: int, apposed: int) -> bool:
    return any(tree.words[i] in _BREAKS for i in range(noun + 1, apposed))


# --- possessives


def _possessives(tree: Tree, noun: int) -> Iterator[Fact]:
    possessor = tree.child(noun, "poss")
    if possessor is None or tree.pos[noun] != "NOUN":
        return
    if tree.tags[possessor] == "WP$" or tree.labels[possessor] in TIME_LABELS:
        return
    lemma = tree.lemmas[noun].lower()
    named = tree.pos[possessor] == "PROPN" or tree.labels[possessor] in _NAME_LABELS
    bare = tree.child(noun, "appos") is None and tree.deps[noun] not in (
        "appos",
        "attr",
        "compound",
        "nmod",
    )
    if named and bare and (lemma in OFFICES or lemma in PARTS):
        yield from predicate(tree, noun, noun, "possessive-role")
    elif named and lemma in OWNABLE:
        yield Fact("possession", possessor, "has", (), noun)
