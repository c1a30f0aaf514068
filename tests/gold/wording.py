"""When two names, or two relation phrases, say the same: lenient tests on words.

Names match when they are equal but for determiner, case, number and possessive, or when they
share their head word (the last before a preposition) and one has all words of the other; a list
is no name of its members. Relations match by the stem of their head word, if their prepositions
do not contradict each other; "is built by" is turned round, "is | dean of Lund" is also "is dean
of | Lund". The strict tests want all words of the expected name and the same prepositions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRONOUNS = _words(
    """i me my myself we us our ours ourselves you your yours he him himself his she her hers
    herself it its itself they them their theirs themselves this that these those who whom whose
    which what there here one some somebody someone anybody anyone everybody everyone nobody none
    nothing something anything everything both neither either each all others"""
)
PREPOSITIONS = _words(
    """of in on at for to by with from against between among over under into onto about across near
    after before since towards through within up off out down away back around along above
    outside opposite as than without during"""
)
DETERMINERS = _words("a an the this that these those its his her their our my your")
QUANTIFIERS = _words("thousand hundred dozen million half most some all many number")
BE = _words("be is are was were been being am")
SILENT = _words("will would can could must may might should not never longer located")
NO_ADVERBS = _words("ally family assembly apply supply reply rely")
LIGHT = _words("take takes make makes have has give gives do does")
PARTICIPLES = """has have|does do|goes go|built build|sold sell|bought buy|found find|led lead|held
    hold|written write|stolen steal|given give|taught teach|lent lend|beaten beat|won win|made make
    |broken break|chosen choose|taken take|sent send|lost lose|said say|told tell|kept keep|caught
    catch|brought bring|drawn draw|driven drive|struck strike|shot shoot|paid pay|grown grow|seen
    see|known know|worn wear|spoken speak|sung sing|hidden hide|spent spend|fed feed"""
BASE = dict(pair.split() for pair in PARTICIPLES.split("|"))


def tokens(text: str) -> list[str]:
    """The words of a name without case, dots, possessive marks, determiners and plural."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    text = re.sub(r"'s\b|(?<=\w)\.(?=\w|\s|$)|(?<=s)'(?=\s|$)", "", text)
    words = re.findall(r"[\w&%$€£+-]+", text)
    single = [re.sub(r"(?<=\w\w[^usi])s$", "", re.sub(r"(?<=\w)ies$", "y", w)) for w in words]
    return [word for word in single if word not in DETERMINERS] or single


def stem(word: str) -> str:
    """The verb form without its ending; nothing but the equality of two stems has a meaning."""
    if word in BASE:
        word = BASE[word]
    elif re.search(r"\w(?:ies|ied)$", word):
        word = word[:-3] + "y"
    else:
        word = re.sub(r"(?<=[sxzo])es$|(?<=[cs]h)es$|(?<=[^su])s$", "", word)
        word = re.sub(r"^(\w*[aeiouy]\w+)(?:ing|ed)$", r"\1", word)
    return re.sub(r"(.)\1$", r"\1", word.rstrip("e") or word)


def is_pronoun(text: str) -> bool:
    """Whether a name is nothing but a pronoun; the capitals of "US" make it a country."""
    return text.strip() != "US" and text.strip().casefold() in PRONOUNS


def _head_part(words: Sequence[str]) -> list[str]:
    if len(words) > 2 and words[0] in QUANTIFIERS and words[1] == "of":
        words = words[2:]
    cut = next((i for i, word in enumerate(words) if i and word in PREPOSITIONS), len(words))
    return list(words[:cut])


def _is_list(text: str) -> bool:
    part = re.split(r"\s(?:of|for|in)\s", text)[0]
    return re.search(r"\s(?:and|or)\s|,\s", part) is not None


def same_name(expected: str, given: str, *, strict: bool = False) -> bool:
    """Whether two names may be of the same thing; "*" stands for anything.

    >>> same_name("the mayor of Porto", "mayor"), same_name("Ana Reis", "Ana")
    (True, False)
    """
    if expected == "*" or not given:
        return expected == "*"
    if is_pronoun(given) or is_pronoun(expected):
        return is_pronoun(expected) and expected.casefold() == given.strip().casefold()
    want, have = tokens(expected), tokens(given)
    if want == have or _is_list(expected) != _is_list(given):
        return want == have
    within = set(want) <= set(have) or (not strict and set(have) <= set(want))
    return within and _head_part(want)[-1:] == _head_part(have)[-1:]


class Key(NamedTuple):
    """A relation for comparison: whether it has a form of "be", head stems, prepositions."""

    copular: bool
    heads: frozenset[str]
    prepositions: frozenset[str]

    def meets(self, other: Key, *, strict: bool = False) -> bool:
        ours, theirs = self.prepositions, other.prepositions
        fits = ours == theirs if strict else ours <= theirs or theirs <= ours
        return self.copular == other.copular and bool(self.heads & other.heads) and fits


def key_of(relation: str) -> Key:
    """The comparison form of a relation phrase; a progressive counts as its verb alone."""
    words = [word for word in re.findall(r"[\w'-]+", relation.casefold()) if word not in SILENT]
    words = [word for word in words if not word.endswith("ly") or word in NO_ADVERBS]
    copular = words[:1] != [] and words[0] in BE
    words = words[1:] if copular else words
    copular = copular and not re.search(r"\w{2}ing$", " ".join(words[:1]))
    prepositions = frozenset(PREPOSITIONS.intersection(words))
    content = [word for word in words if word not in PREPOSITIONS | DETERMINERS]
    if not copular:
        heads = content[: 2 if content[:1] and content[0] in LIGHT else 1]
    elif content and words[0] not in PREPOSITIONS:
        heads = _head_part(words)[-1:]
    else:
        heads = words[:1] or ["be"]
    return Key(copular, frozenset(map(stem, heads)), prepositions)


class Form(NamedTuple):
    """One way to say a fact."""

    subject: str
    key: Key
    object: str


def forms(subject: str, relation: str, obj: str) -> Iterator[Form]:
    """The fact as it stands, its passive turned round, its complement split at a preposition."""
    key = key_of(relation)
    yield Form(subject, key, obj)
    if key.copular and relation.endswith(" by"):
        yield Form(obj, key_of(relation.removesuffix(" by").split(maxsplit=1)[-1]), subject)
    complement = re.match(r"(.+? (?:of|in|for|at|to|than|from))\s+(.+)", obj)
    if complement and key == key_of("is"):
        yield Form(subject, key_of(f"is {complement[1]}"), complement[2])
