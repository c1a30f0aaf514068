"""What an entity is called, the number it stands for, and the local name of its IRI.

A display name is a phrase of the text without determiner, possessing pronoun, quotation marks
and possessive ending, in NFC and on one line. A thing that belongs to one document has that
document's id behind its name in its IRI.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

from kg.iris import LONGEST, identifier_name, local_name

_LEAD = "e"  # stands before a name that does not begin with a letter
_DETERMINER = re.compile(
    r"^(?:(?:all of|both of|only|just|even|precisely)\s+)?"
    r"(?:the|a|an|this|that|these|those|such|another|some|more|other|certain|any|each|every|both|(?-i:no)|its|his|her|their|our|my|your)"
    r"(?:\s+own)?\s+(?!(?:of|than|fewer|less)\b)",
    re.IGNORECASE,
)
_JUDGING = re.compile(
    r"^(?:(?:(?:[a-z]+ly|very|most)\s+)?"
    r"(?:appalling|awful|barbaric|brutal|callous|cowardly|cruel|cynical|despicable|"
    r"disastrous|disgraceful|dreadful|frightful|ghastly|gruesome|heinous|hideous|horrible|horrific|"
    r"incredible|infamous|magnificent|marvellous|merciless|monstrous|notorious|"
    r"outrageous|regrettable|ruthless|savage|senseless|shameful|shocking|"
    r"stunning|terrible|terrific|tragic|vicious|wonderful)"
    r"(?:,\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+|\s+))+(?=[\w(])"
)
_TITLE = re.compile(r"^(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+(?=[A-Z])")
_QUOTES = re.compile(r"[\"“”„«»]")
_TRAILING = re.compile(r"(?<=\w)['’]s$|(?<= [A-Z])\.$")  # the mill's; plan B.
_SPACE = re.compile(r"\s+")
_NOTHING = re.compile(r"(?:neither|none|no|whose|which|what)\b(?!\.| \d)", re.IGNORECASE)
_NUMBER = (
    r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|"
    r"fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|scores|tens)"
)
_QUANTITY = re.compile(
    r"^((?:(?:at least|at most|more than|fewer than|less than|as many as|up to|about|around|nearly|"
    r"almost|over|some|roughly|only|another|a|several|the)\s+)*"
    rf"{_NUMBER}(?:(?:\s+(?:of\s+)?|-|\s+and\s+){_NUMBER})*|most|many|several|a few|dozens)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=65536)
def display_name(text: str) -> str:
    """A phrase as the name of a node.

    >>> display_name("the “village choir”")
    'village choir'
    """
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", _QUOTES.sub("", text))).strip()
    text = _TRAILING.sub("", text)
    shorter = _TITLE.sub("", _DETERMINER.sub("", text))
    return shorter or text


@lru_cache(maxsize=65536)
def without_judgement(phrase: str) -> str:
    """A nominal's name without the adjectives at its head that only judge.

    >>> without_judgement("utterly senseless and brutal raid on the mill")
    'raid on the mill'
    """
    return _JUDGING.sub("", phrase)


def names_nothing(phrase: str) -> bool:
    """Whether a noun phrase names no thing by itself, by its first word.

    >>> names_nothing("neither firm"), names_nothing("whose son"), names_nothing("No. 2 mill")
    (True, True, False)
    """
    return _NOTHING.match(phrase) is not None


@lru_cache(maxsize=65536)
def quantity(text: str) -> str | None:
    """The number that a phrase begins with, as written.

    >>> quantity("at least 15 people"), quantity("thousands of ducks"), quantity("the ducks")
    ('at least 15', 'thousands', None)
    """
    found = _QUANTITY.match(_SPACE.sub(" ", text))
    return found.group(1) if found and found.end() < len(text) else None


def digest(text: str) -> str:
    """Eight hexadecimal digits of a string's hash; lone surrogates count as they are."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def entity_id(name: str, document: str = "") -> str:
    """The local name of the IRI of a thing called `name`; of one document's own, with its id.

    >>> entity_id("Ada Okafor"), entity_id("convoy", "d1")
    ('Ada_Okafor', 'convoy_d1')
    """
    if not document:
        return local_name(name, lead=_LEAD)
    tail = identifier_name(document, lead="d")
    if len(tail) > LONGEST // 2:
        tail = local_name(document, lead="d", longest=LONGEST // 2)
    return f"{local_name(name, lead=_LEAD, longest=LONGEST - len(tail) - 1)}_{tail}"
