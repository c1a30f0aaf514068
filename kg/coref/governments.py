"""Governments, who leads them, and what a document calls theirs.

    the Ghanaian government ... government troops     the troops of the only government spoken of
    Ghanaian President Yaw Mensah ... the Mensah government     the government of whom he serves

A document's own government is the only one that it names by a country, if that is also the
country that it names most: a foreign government that comments on a war fights in no war.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from kg.identity import display_name
from kg.lexicon import gazetteer, nouns
from kg.model import DocumentRecord, Mention

GOVERNMENTS = frozenset({"government", "regime", "administration", "junta", "cabinet"})
_TITLE = re.compile(r"(?:['’]s?)?\s+((?:(?:[A-Z][\w.-]*|of|and|the|for|-)\s+)+)$")
_LONGEST_TITLE = 60  # characters
_BEFORE = 5  # mentions before a name among which its country may be


def own_government(record: DocumentRecord, places: Mapping[int, str]) -> str:
    """The country whose government "the government" is in a document, "" where none is sure.

    `places` are names of places by the offset at which they are mentioned.
    """
    found = {
        place
        for mention in record.mentions
        if mention.kind == "nominal" and (place := _governed(mention, places))
    }
    if len(found) != 1:
        return ""
    named = (_country(mention) for mention in record.mentions)
    countries = Counter(place.name for place in named if place is not None)
    [country] = found
    most = max(countries.values(), default=0)
    alone = sum(number == most for number in countries.values()) == 1
    return country if alone and countries[country] == most else ""


def _governed(mention: Mention, places: Mapping[int, str]) -> str:
    """The country of a phrase for its government, "" for other phrases."""
    words = display_name(mention.text).split()
    if len(words) == 2 and words[1].lower() in GOVERNMENTS:
        return places.get(mention.end - len(words[0]) - len(words[1]) - 1, "")
    return ""


def _country(mention: Mention) -> gazetteer.Place | None:
    if mention.kind == "adjective":
        return gazetteer.adjective(mention.text)
    if mention.kind != "name" or mention.type != "GeopoliticalEntity":
        return None
    place = gazetteer.place(mention.text)
    return place if place is not None and place.kind == "country" else None


def served_country(record: DocumentRecord, at: int) -> str:
    """The country in the title before a person's name: |Ghanaian| President Yaw Mensah."""
    person = record.mentions[at]
    if person.kind != "name" or person.type != "Person":
        return ""
    for mention in reversed(record.mentions[max(0, at - _BEFORE) : at]):
        place = _country(mention)
        near = 0 < person.start - mention.end <= _LONGEST_TITLE
        if place is not None and near and mention.sentence == person.sentence:
            title = _TITLE.match(record.document.text[mention.end : person.start])
            words = title.group(1).split() if title else []
            return place.name if any(nouns.is_title(word) for word in words) else ""
    return ""


def leader(mention: Mention, persons: Mapping[int, tuple[int, int]]) -> tuple[int, str] | None:
    """Who leads a government, and the word for it: the |Mensah| |government|.

    `persons` are index and end of each person's name by the offset at which it begins.
    """
    words = display_name(mention.text).split()
    if mention.kind != "nominal" or not words or words[-1].lower() not in GOVERNMENTS:
        return None
    name, noun = " ".join(words[:-1]), words[-1].lower()
    start = mention.start + mention.text.find(words[0])
    found = persons.get(start)
    return (found[0], noun) if found and 0 <= start + len(name) - found[1] <= len("'s") else None
