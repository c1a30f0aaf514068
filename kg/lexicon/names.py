"""The inner structure of names, and when two strings are names of one thing.

A name is compared by its key: NFC, case-folded, without article, dots, quotation marks and
possessive ending, so that "U.S.A.", "USA" and "the USA" agree, as do "System Admin" and
"system admin". Beyond equality:

- a person's short form ends in the same surname and adds no word that the full name lacks:
  "Okafor", "A. Okafor" and "Mrs. Okafor" of "Ada Ngozi Okafor", never "Okafor Mensah";
- a body may go by the noun in its name ("the University" of the "University of Nairobi");
- an acronym spells the initials of a longer name's capitalised words, small words counted
  or not ("OPEC", "WHO", "UNSC").
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

PARTICLES = frozenset(
    "al ad an ar as el ul bin ibn bint abu ben de da di do dos das del della du la le van "
    "von der den ter ten zu zum af av y e".split()
)
SURNAMES = frozenset(  # nouns for places and things that are surnames as often
    "abbey bell brook brooks bush castle chambers church court cross dale day fields ford forest "
    "garden gardens green hall heath hill hills house lane law marsh page palace park pool post "
    "rivers shore stone street temple tower towers wood woods".split()
)
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_SMALL = frozenset({"of", "the", "and", "for", "in", "on", "to", "a", "an", "&", "de", "la"})
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?$")
_DROPPED = re.compile(r"[\"“”„«»()\[\]]|(?<=\w)\.(?=\w|\s|$)|[.,;:!?]+$")
_HYPHEN = re.compile(r"\s*[-‐‑]\s*")
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=65536)
def key(name: str) -> str:
    """The form under which names are equal.

    >>> key("the U.S.A.'s") == key("USA")
    True
    """
    text = unicodedata.normalize("NFC", name).replace("’", "'").casefold().strip()
    text = _POSSESSIVE.sub("", text)
    text = _HYPHEN.sub("-", _DROPPED.sub("", text))
    return _ARTICLE.sub("", _SPACE.sub(" ", text).strip()) or text


def words(name: str) -> list[str]:
    """The words of a name's key."""
    return key(name).split()


def surname(name: str) -> str:
    """The last word of a person's key, a generation suffix aside; "al-Masri" is one word.

    >>> surname("Martin Luther King Jr.")
    'king'
    """
    parts = words(name)
    while len(parts) > 1 and parts[-1] in SUFFIXES:
        parts.pop()
    return parts[-1] if parts else ""


def bare_surname(name: str) -> str:
    """The surname without a hyphened particle.

    >>> bare_surname("Hafez al-Darwish")
    'darwish'
    """
    last = surname(name)
    head, _, tail = last.partition("-")
    return tail if tail and head in PARTICLES else last


def _agrees(part: str, whole: str) -> bool:
    """Whether a word of a short name can stand for a word of the full one (initials do)."""
    return part == whole or (len(part) == 1 and whole.startswith(part))


def is_short_person(short: str, full: str) -> bool:
    """Whether `short` is a shorter name of the person called `full`.

    >>> is_short_person("Okafor", "Ada Okafor"), is_short_person("Ada", "Ada Okafor")
    (True, False)
    """
    if bare_surname(short) != bare_surname(full):
        return False
    mine, theirs = _given(short), _given(full)
    if not mine:
        return True
    return len(mine) <= len(theirs) and all(any(_agrees(m, t) for t in theirs) for m in mine)


def _given(name: str) -> list[str]:
    """The words before a surname, particles aside; a name may begin with what looks like one."""
    parts = words(name)[:-1]
    return parts[:1] + [word for word in parts[1:] if word not in PARTICLES]


def is_first_of(short: str, full: str) -> bool:
    """Whether `short` is the given name alone of the person called `full`."""
    parts = words(full)
    return len(parts) > 1 and words(short) == parts[:1]


def head_word(name: str) -> str:
    """The word of a longer name that says what it names: the last, or the one before "of".

    >>> head_word("University of Nairobi"), head_word("Norvik Shipping Council")
    ('university', 'council')
    """
    parts = words(name)
    at = parts.index("of") if "of" in parts[1:] else len(parts)
    return parts[at - 1] if parts else ""


@lru_cache(maxsize=65536)
def initials(name: str) -> frozenset[str]:
    """The acronyms that a name of several words can have.

    >>> sorted(initials("Organization of Petroleum Exporting Countries"))
    ['oopec', 'opec']
    """
    parts = [p for p in re.split(r"[\s-]+", _ARTICLE.sub("", name)) if p]
    big = "".join(p[0] for p in parts if p.casefold() not in _SMALL)
    every = "".join(p[0] for p in parts)
    return frozenset(s.casefold() for s in (big, every) if len(s) > 1)


def is_acronym(short: str, full: str) -> bool:
    """Whether `short`, in capitals, abbreviates `full`.

    >>> is_acronym("U.N.", "United Nations"), is_acronym("IT", "It Takes")
    (True, True)
    """
    letters = short.replace(".", "")
    return letters.isupper() and 1 < len(letters) < 8 and letters.casefold() in initials(full)
