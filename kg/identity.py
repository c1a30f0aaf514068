"""What an entity is called, and the local name of its IRI.

A display name is a phrase of the text without determiner, possessing pronoun, quotation marks
and possessive ending, in NFC and on one line. A local name keeps its letters, digits, marks,
"-" and "_"; blanks become "_". Where that loses anything, where it would not begin with a
letter or be longer than 80 characters, eight hexadecimal digits of the name's hash are added,
so that different names never share one local name by accident.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

MAX_LENGTH = 80
_DETERMINER = re.compile(
    r"^(?:(?:all of|both of|only|just|even|precisely)\s+)?"
    r"(?:the|a|an|this|that|these|those|such|another|some|more|other|certain|any|each|every|both|no|its|his|her|their|our|my|your)"
    r"(?:\s+own)?\s+(?!of\b)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+(?=[A-Z])")
_QUOTES = re.compile(r"[\"“”„«»]")
_TRAILING = re.compile(r"(?<=\w)['’]s$|(?<= [A-Z])\.$")  # the mill's; plan B.
_SPACE = re.compile(r"\s+")
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


def display_name(text: str) -> str:
    """A phrase as the name of a node.

    >>> display_name("the “village choir”")
    'village choir'
    """
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", _QUOTES.sub("", text))).strip()
    text = _TRAILING.sub("", text)
    shorter = _TITLE.sub("", _DETERMINER.sub("", text))
    return shorter or text


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


def local_name(name: str, suffix: str = "") -> str:
    """The local name of the IRI of a thing called `name`, with "_suffix" where one is given.

    >>> local_name("John Kerry"), local_name("convoy", "d1")
    ('John_Kerry', 'convoy_d1')
    >>> local_name("AT&T")
    'ATT_d1aff162'
    """
    kept, lost = _kept(name)
    if not kept or not kept[0].isalpha():
        kept, lost = f"n_{kept}".rstrip("_"), True
    tail = f"_{_limited(*_kept(suffix), suffix, MAX_LENGTH // 2)}" if suffix else ""
    return _limited(kept, lost, name, MAX_LENGTH - len(tail)) + tail


def _kept(text: str) -> tuple[str, bool]:
    """What an IRI keeps of a string, and whether anything was lost."""
    whole = unicodedata.normalize("NFC", text).replace(" ", "_")
    kept = "".join(c for c in whole if c in "-_" or unicodedata.category(c)[0] in "LMN")
    return kept.strip("_-"), kept.strip("_-") != whole


def _limited(kept: str, lost: bool, text: str, room: int) -> str:
    """`kept` in at most `room` characters, with a hash of `text` where it is not all of it."""
    if not lost and len(kept) <= room:
        return kept
    mark = f"_{digest(text)}"
    return unicodedata.normalize("NFC", kept[: room - len(mark)]).rstrip("_-") + mark
