"""Events without a name that several documents tell of: the Syrian war, the war in Syria.

An event goes by its noun and its place ("war", "Peru"), if the phrase is definite, has no word of
contrast and no year ("the second Peruvian war", "the 1995 war in Peru" may be others). Of two
documents it is one where each knows one such event only, where both have two more names in common
that are no countries, and where no more than a month lies between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date

from kg.coref.rewording import CONTRAST
from kg.identity import quantity
from kg.model import Mention

INDEFINITE = tuple(
    f"{word} " for word in "a an another other some any no every each either neither".split()
)
"""How a phrase begins that does not say which thing of its kind is meant, if any."""

_PLACED = re.compile(r"^(?: of [a-z]+)?(?: in| from| of| at| near| on| for)(?: the)? (?=[A-Z])")
_MONTH = 31  # days
_WHOLE = len("2016-12-15")


def key(mention: Mention, places: Mapping[int, str]) -> tuple[str, str] | None:
    """Noun and place of an event, None for what they do not identify.

    `places` are names of places by the offset at which they are mentioned.
    """
    text = mention.text
    if mention.type != "Event" or mention.number != "singular" or mention.kind != "nominal":
        return None
    words = text.lower().split()
    if text.lower().startswith(INDEFINITE) or quantity(text) or CONTRAST & set(words):
        return None
    if any(word.isdigit() for word in words):
        return None
    at = mention.head - mention.start
    noun = text[at:].split()[0]
    after = text[at + len(noun) :]
    if not after:
        found = {place for start, place in places.items() if mention.start <= start < mention.head}
    elif placed := _PLACED.match(after):
        start = mention.head + len(noun) + placed.end()
        name = after[placed.end() :].split()
        found = {places.get(start, "")} if all(w[0].isupper() for w in name) else set()
    else:
        found = set()
    return (noun.lower(), found.pop()) if len(found) == 1 and "" not in found else None


def near(dates: Iterable[str | None]) -> bool:
    """Whether the dates of documents, as far as they are known to the day, lie within a month."""
    days = [date.fromisoformat(when) for when in dates if when and len(when) == _WHOLE]
    return not days or (max(days) - min(days)).days <= _MONTH
