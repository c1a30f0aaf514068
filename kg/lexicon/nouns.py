"""What common nouns, titles and given names tell of the thing they name.

Tables of kg/data, each read once: nouns.tsv (a class of thing a noun, distilled from
WordNet) under nouns_own.tsv (our own, which wins and adds gender and flags), titles.tsv (titles
that nouns_own.tsv does not have: "Mr.", "Lt."; those marked `given` are other words as well and
titles before a given name only: Major Ana Sol), and the first_names tables. Nouns are looked up
by lemma in lower case.

Flags of nouns_own.tsv: `official` speaks for a state or an organisation ("our" of a minister
is his country's), `collective` is singular but may be "they" (a team), `country` and `city`
name a kind of place ("the country" -> Ghana, "the town" -> Kumasi).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple


class Noun(NamedTuple):
    """What the tables know of a noun; `type` is a class of entities, "" when none fits."""

    type: str = ""
    gender: str = ""
    flag: str = ""


_UNKNOWN = Noun()
_TRADES = (  # ends of compounds for people: beekeeper, firefighter
    "keeper maker worker fighter holder owner woman player leader driver seller dealer writer "
    "builder hunter farmer grower breeder"
).split()


def _rows(name: str) -> list[list[str]]:
    text = (files("kg") / "data" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


@lru_cache(maxsize=1)
def _nouns() -> dict[str, Noun]:
    table = {word: Noun(kind) for word, kind in _rows("nouns.tsv")}
    table.update((word, Noun(*rest)) for word, *rest in _rows("nouns_own.tsv"))
    return table


@lru_cache(maxsize=1)
def _own() -> frozenset[str]:
    return frozenset(row[0] for row in _rows("nouns_own.tsv") if row[1] == "Person")


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    return {row[0]: row[1] for row in _rows("titles.tsv")}


@lru_cache(maxsize=1)
def _titles_of_given_names() -> frozenset[str]:
    return frozenset(row[0] for row in _rows("titles.tsv") if row[2:] == ["given"])


@lru_cache(maxsize=1)
def _first_names() -> dict[str, str]:
    return {n: g for table in ("first_names.tsv", "first_names_own.tsv") for n, g in _rows(table)}


def noun(lemma: str) -> Noun:
    """What is known of a common noun.

    >>> noun("queen")
    Noun(type='Person', gender='female', flag='')
    >>> noun("minister").flag
    'official'
    """
    return _nouns().get(lemma) or _trade(lemma)


@lru_cache(maxsize=65536)
def _trade(lemma: str) -> Noun:
    """A compound that names a person by what he keeps, makes or plays."""
    for end in _TRADES:
        if lemma.endswith(end) and lemma[: -len(end)].isalpha():
            return _nouns().get(end) or Noun("Person")
    return _UNKNOWN


def is_common(word: str) -> bool:
    """Whether a name is a common noun with a capital: "the Church", "the State".

    >>> is_common("Church"), is_common("Norvik")
    (True, False)
    """
    return noun(word.lower()).type not in {"", "Person"} and not is_first_name(word)


def is_title(word: str, name: str = "") -> bool:
    """Whether a capitalised word before a name is a title or a role ("Mr.", "President").

    >>> is_title("Mr."), is_title("Major", "League"), is_title("Major", "Maria")
    (True, False, True)
    """
    if word in _titles():
        return word not in _titles_of_given_names() or is_first_name(name)
    trade = is_first_name(name) and not is_first_name(word)  # Explorer Gunnar Sol
    kind = noun(word.lower()) if trade else _trade(word.lower())
    return word[:1].isupper() and (word.lower() in _own() or kind.type == "Person")


def title_gender(word: str) -> str:
    """The gender that a title or role tells ("Mrs.", "Queen"), "" when none."""
    return _titles().get(word) or noun(word.lower()).gender


def is_first_name(word: str) -> bool:
    """Whether a word is a common given name."""
    return word in _first_names() or _unaccented(word) in _first_names()


@lru_cache(maxsize=65536)
def _unaccented(word: str) -> str:
    """A word without the marks on its letters: María -> Maria."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def first_name_gender(word: str) -> str:
    """The gender that a given name tells, "" when none or unknown."""
    return _first_names().get(word) or _first_names().get(_unaccented(word), "")
