"""Every phrase of a document that refers to something: names, noun phrases, pronouns, demonyms.

Names come from kg.mentions.spotting. Then each noun that heads a phrase of its own becomes a
nominal, each personal or demonstrative pronoun a pronoun, each demonym before a noun ("Syrian
rebels") an adjective mention of its place. Mentions nest: the possessor in its phrase, the place
in a longer name. Two mentions never share a head, except that a name wins over its own noun
phrase.

How far a nominal reaches is kg.mentions.extents' business.

Quantified groups ("thousands of people", "some of the miners") are one mention, headed by
the quantity as the parser has it. Dates, amounts of money and bare numbers are no mentions,
nor are fillers that refer to nothing of their own ("nobody", "ones").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.lexicon import gazetteer, nouns
from kg.lexicon.quantities import INDEFINITE_PRONOUNS, SHARES
from kg.mentions import spotting
from kg.mentions.extents import Phrases
from kg.mentions.lines import Name, gazetteer_spans
from kg.model import Mention, MentionKind, Sentence
from kg.repairs import read_tree
from kg.syntax import SUBJECT_LABELS, Tree

PRONOUNS: dict[str, tuple[str, str]] = {  # pronoun -> number, gender
    **dict.fromkeys(("i", "me", "my", "mine", "myself"), ("singular", "")),
    **dict.fromkeys(("we", "us", "our", "ours", "ourselves", "'s", "’s"), ("plural", "")),
    **dict.fromkeys(("you", "your", "yours", "yourself", "yourselves"), ("", "")),
    **dict.fromkeys(("he", "him", "his", "himself"), ("singular", "male")),
    **dict.fromkeys(("she", "her", "hers", "herself"), ("singular", "female")),
    **dict.fromkeys(("it", "its", "itself"), ("singular", "neuter")),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), ("plural", "")),
    **dict.fromkeys(("this", "that"), ("singular", "neuter")),
    **dict.fromkeys(("these", "those"), ("plural", "")),
}
_NOUN_ROLES = frozenset(
    {*SUBJECT_LABELS, "dobj", "pobj", "attr", "conj", "ROOT", "dative", "appos", "oprd"}
)
_DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
_MODIFIERS = frozenset({"compound", "nmod", "amod", "npadvmod", "nummod", "quantmod"})
QUANTITIES = SHARES | frozenset(
    "thousand hundred million billion score ten most some many all several few lot plenty none "
    "each any both one".split()
)
_LANGUAGE_VERBS = frozenset("speak learn teach understand study translate know".split())
_LANGUAGE_NOUNS = frozenset(
    "teacher professor lecturer student speaker learner translator knowledge command mastery "
    "study dialect".split()
)
_PLURAL_GROUPS = frozenset({"Person", "GeopoliticalEntity"})  # ministers, Baltic countries
_TIME_UNITS = frozenset(
    "second minute hour day night morning afternoon evening week weekend month year decade "
    "century moment while today yesterday tomorrow tonight a.m. p.m.".split()
)
_FILLERS = INDEFINITE_PRONOUNS | {"ones", "lot"}
_IDIOMS = frozenset(
    [("take", noun) for noun in ("place", "part", "care", "charge", "advantage", "office")]
    + [("in", noun) for noun in ("order", "fact", "addition", "general", "particular", "turn")]
    + [("on", "hand"), ("at", "hand"), ("at", "least"), ("at", "all"), ("of", "course")]
    + [("at", "home"), ("at", "work"), ("at", "risk"), ("on", "behalf"), ("in", "place")]
    + [("pay", "attention"), ("give", "birth"), ("make", "use"), ("make", "sense")]
)
_NAME_NUMBER = {"Group": "plural"}


def find_mentions(sentences: Sequence[Sentence]) -> tuple[Mention, ...]:
    """All mentions of a document in order of their beginning, longer ones first.

    `Mention.text` is the document's own text, with a determiner where it has one.
    """
    trees = [read_tree(sent) for sent in sentences]
    out: list[Mention] = []
    for at, (tree, found) in enumerate(zip(trees, spotting.find_names(trees), strict=True)):
        out.extend(_of_sentence(tree, at, found))
    return tuple(sorted(out, key=lambda m: (m.start, -m.end, m.head)))


def _of_sentence(tree: Tree, at: int, found: list[Name]) -> Iterator[Mention]:
    taken = [False] * len(tree)
    for name in found:
        head = head_of(tree, name.first, name.last)
        taken[name.first : name.last] = [True] * (name.last - name.first)
        yield _name_mention(tree, at, name, head)
        yield from _inside(tree, at, name, head)
    values = _value_tokens(tree)
    phrases = Phrases(tree, taken)
    for i in range(len(tree)):
        if taken[i]:
            continue
        if tree.tags[i] in {"PRP", "PRP$"} or _is_demonstrative(tree, i):
            yield _pronoun(tree, at, i)
        elif (place := _demonym(tree, i)) is not None:
            yield _demonym_mention(tree, at, i, place)
        elif not values[i] and _heads_phrase(tree, i):
            yield _nominal(tree, at, i, phrases.span(i))


def head_of(tree: Tree, first: int, last: int) -> int:
    """The token of a span whose head lies outside it; of several the last that is a word."""
    for i in range(last - 1, first - 1, -1):
        outside = not first <= tree.heads[i] < last or tree.heads[i] == i
        if outside and tree.words[i][0].isalnum():
            return i
    return last - 1


class _Place(NamedTuple):
    """Where a mention stands: tokens `first` to `end` (exclusive) of sentence `at`."""

    tree: Tree
    at: int
    first: int
    end: int
    head: int


def _mention(place: _Place, kind: MentionKind, type_: str, number: str, gender: str) -> Mention:
    """The mention at a place, with its features."""
    tree, at, first, last, head = place
    start, end = tree.start(first), tree.end(last - 1)
    base = tree.sent.start
    text = tree.sent.text[start - base : end - base]
    return Mention(start, end, text, tree.start(head), at, kind, type_, number, gender)


# --- names


def _name_mention(tree: Tree, at: int, name: Name, head: int) -> Mention:
    place = _Place(tree, at, name.first, name.last, head)
    number = _NAME_NUMBER.get(name.type, "singular")
    gender = _person_gender(tree, name) if name.type == "Person" else "neuter" if name.type else ""
    return _mention(place, "name", name.type, number, "" if number == "plural" else gender)


def _person_gender(tree: Tree, name: Name) -> str:
    """What title or given name tell: Mrs. Okafor, Queen Anne, Maria Silva."""
    for i in range(name.first - 1, max(-1, name.first - 5), -1):
        if not tree.words[i][0].isupper() and tree.words[i] not in {"of", "-"}:
            break
        if gender := nouns.title_gender(tree.words[i]):
            return gender
    if gender := nouns.noun(tree.lemmas[name.first - 1].lower()).gender if name.first else "":
        return gender
    if name.last - name.first < 2:
        return ""
    return nouns.first_name_gender(tree.words[name.first])


def _inside(tree: Tree, at: int, name: Name, head: int) -> Iterator[Mention]:
    """Places named inside a longer name: University of |Ghana|, |Kenyan| Supreme Court."""
    if name.last - name.first < 2 or name.type in {"Person", "GeopoliticalEntity"}:
        return
    for i in range(name.first, name.last):
        place = gazetteer.adjective(tree.words[i])
        if place is not None and i != head and tree.words[i][0].isupper():
            yield _demonym_mention(tree, at, i, place)
    for first, last, place in gazetteer_spans(tree, name.first, name.last):
        whole = last - first == name.last - name.first
        inner = head_of(tree, first, last)
        opens = first == name.first or tree.words[first - 1] in {"of", "in", "the"}
        if not whole and inner != head and opens and place.kind != "city":
            where = _Place(tree, at, first, last, inner)
            yield _mention(where, "name", place.type, "singular", "neuter")


# --- pronouns and demonyms


def _is_demonstrative(tree: Tree, i: int) -> bool:
    word = tree.words[i].lower()
    if word not in _DEMONSTRATIVES:
        return False
    return tree.tags[i] in {"DT", "IN"} and tree.deps[i] in _NOUN_ROLES


def _pronoun(tree: Tree, at: int, i: int) -> Mention:
    number, gender = PRONOUNS.get(tree.words[i].lower(), ("", ""))
    kind = "Person" if gender in {"male", "female"} else ""
    return _mention(_Place(tree, at, i, i + 1, i), "pronoun", kind, number, gender)


def _demonym(tree: Tree, i: int) -> gazetteer.Place | None:
    """The place of a demonym that modifies a noun or stands alone in its singular."""
    if not tree.words[i][0].isupper():
        return None
    place = gazetteer.adjective(tree.words[i])
    if place is None or _modifies(tree, i):
        return place
    return None if tree.child(i, "det", "amod") is not None or _is_language(tree, i) else place


def _is_language(tree: Tree, i: int) -> bool:
    """Whether a demonym names a language: speak |Swedish|, in |French|, teacher of |Dutch|."""
    head = tree.heads[i]
    known = tree.words[head].lower() == "of" and tree.lemmas[tree.heads[head]] in _LANGUAGE_NOUNS
    into = tree.words[head].lower() in {"in", "into"}
    return known or into or tree.lemmas[head] in _LANGUAGE_VERBS


def _modifies(tree: Tree, i: int) -> bool:
    """Whether a token is a modifier of a noun to its right, also by coordination."""
    while tree.deps[i] == "conj" and tree.heads[i] != i:
        i = tree.heads[i]
    return tree.deps[i] in _MODIFIERS and tree.heads[i] > i


def _demonym_mention(tree: Tree, at: int, i: int, place: gazetteer.Place) -> Mention:
    where = _Place(tree, at, i, i + 1, i)
    return _mention(where, "adjective", place.type, "singular", "neuter")


# --- noun phrases


def _value_tokens(tree: Tree) -> list[bool]:
    """Which tokens are part of a date, an amount or a number."""
    out = [False] * len(tree)
    for first, last, label in tree.sent.ents:
        if label in spotting.VALUES and label != "CARDINAL":
            out[first:last] = [True] * (last - first)
    return out


def _heads_phrase(tree: Tree, i: int) -> bool:
    """Whether a token is the head of a noun phrase that can refer."""
    tag, lemma = tree.tags[i], tree.lemmas[i].lower()
    if (
        tag in {"CD", "DT", "JJ", "JJS", "JJR", "PDT", "NN", "NNS"}
        and _quantified(tree, i) is not None
    ):
        return True
    word = tree.words[i].rstrip(".")
    if not tag.startswith("NN") or _modifies(tree, i) or not word[:1].isalpha():
        return False
    if len(word) == 1 and word.isascii() and tree.child(i, "compound") is None:
        return False  # an initial, but not "plan B"
    if lemma in _TIME_UNITS or lemma in spotting.CALENDAR or tree.words[i].lower() in _FILLERS:
        return False
    if _counted(tree, i) or _in_title(tree, i) or _in_idiom(tree, i) or _announces(tree, i):
        return False
    none = any(tree.words[c].lower() in ("no", "whose") for c in tree.children(i))
    return not none and (tree.deps[i] != "npadvmod" or tag == "NNP")


def _in_title(tree: Tree, i: int) -> bool:
    """Whether a noun completes a title before a name: Minister of |Trade| Ana Ruiz."""
    of = tree.heads[i]
    return tree.deps[i] == "pobj" and tree.words[of] == "of" and _modifies(tree, tree.heads[of])


def _in_idiom(tree: Tree, i: int) -> bool:
    """Whether a noun is part of a fixed phrase: take |place|, in |order| to."""
    return (tree.lemmas[tree.heads[i]].lower(), tree.words[i].lower()) in _IDIOMS


def _announces(tree: Tree, i: int) -> bool:
    """Whether capitals at the start of a line announce what follows: "WATCH: ..."."""
    return i < 2 and tree.words[i].isupper() and tree.words[i + 1 : i + 2] == (":",)


def _quantified(tree: Tree, i: int) -> int | None:
    """The noun that a quantity counts (thousands of |people|), or None."""
    if tree.lemmas[i].lower() not in QUANTITIES and tree.tags[i] != "CD":
        return None
    of = next((c for c in tree.children(i, "prep") if tree.words[c] == "of"), None)
    noun = tree.child(of, "pobj") if of is not None else None
    if noun is None or not tree.tags[noun].startswith("NN"):
        return None
    if tree.lemmas[noun].lower() in QUANTITIES:
        return _quantified(tree, noun)
    return noun


def _counted(tree: Tree, i: int) -> bool:
    """Whether a bare plural is what a quantity counts and so no mention of its own."""
    of = tree.heads[i]
    if tree.deps[i] != "pobj" or tree.words[of] != "of" or tree.child(i, "det", "poss") is not None:
        return False
    return _quantified(tree, tree.heads[of]) is not None


def _nominal(tree: Tree, at: int, i: int, span: tuple[int, int]) -> Mention:
    counted = _quantified(tree, i)
    noun = compound_noun(tree, i if counted is None else counted)
    if noun.flag == "country" and _is_condition(tree, i):
        noun = nouns.noun("")
    plural = tree.tags[i] in {"NNS", "NNPS"} or counted is not None
    if tree.tags[i] == "NNP" and not noun.type and tree.words[i].endswith("s"):  # in headlines
        noun, plural = nouns.noun(tree.words[i][:-1].lower()), True
    kind = "Group" if plural and noun.type in _PLURAL_GROUPS else noun.type
    number = "plural" if plural else "singular"
    gender = noun.gender or ("" if noun.type in {"Person", ""} else "neuter")
    where = _Place(tree, at, *span, i)
    return _mention(where, "nominal", kind, number, "" if plural else gender)


def _is_condition(tree: Tree, i: int) -> bool:
    """`a state of emergency`, which is no state."""
    of = tree.child(i, "prep")
    if of is None or tree.lower[of] != "of" or tree.lemmas[i].lower() != "state":
        return False
    return any(tree.tags[c] == "NN" for c in tree.children(of, "pobj"))


def compound_noun(tree: Tree, i: int) -> nouns.Noun:
    """What the tables say of a noun, a hyphened compound taken as one word first."""
    if i > 1 and tree.words[i - 1] == "-":
        whole = nouns.noun(f"{tree.words[i - 2]}-{tree.lemmas[i]}".lower())
        if whole.type:
            return whole
    return nouns.noun(tree.lemmas[i].lower())
