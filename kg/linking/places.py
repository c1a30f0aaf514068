"""Which of the places that bear one name a document means.

The likeliest (kg.lexicon.gazetteer.places) is taken unless the document says otherwise. What says
otherwise, the strongest first:

| witness                | example                                     | is             |
|------------------------|---------------------------------------------|----------------|
| what it lies in        | Birmingham, Alabama                         | in Alabama     |
| ... not in the table   | Paris, Texas                                | one without id |
| what lies in it        | Atlanta, Georgia                            | the state      |
| cities of a state      | Georgia ... Atlanta                         | the state      |
| states                 | Alabama ... Birmingham                      | in Alabama     |
| countries              | Lebanon ... Tripoli, and no word of Libya   | in Lebanon     |

A mere country displaces no place that has ten times as many people: a Canadian who is in London
need not be in Ontario. "Oslo, Iran and Chad" is a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.lexicon import gazetteer
from kg.lexicon.gazetteer import Place
from kg.model import DocumentRecord, Mention

_COMMA = ", "
_ENDS = frozenset(",.;)\n")
_HOLDERS = frozenset({"country", "state", "land"})
_FAR_LARGER = 10
"""Times as many people that make a namesake likelier than one in a country that is named."""


class Surroundings(NamedTuple):
    """The text of a document and what it names of places, by where the mention begins and ends."""

    text: str
    places: tuple[tuple[str, Place], ...]
    begins: dict[int, Mention]
    ends: dict[int, Mention]


def surroundings(record: DocumentRecord) -> Surroundings:
    """What a document names of places, each with its likeliest reading."""
    named = [m for m in record.mentions if m.kind in {"name", "adjective"}]
    found = []
    for mention in named:
        place = gazetteer.adjective(mention.text) or gazetteer.place(mention.text)
        if place is not None and mention.type != "Person":
            found.append((mention.text, place))
    begins = {mention.start: mention for mention in named}
    return Surroundings(
        record.document.text, tuple(found), begins, {mention.end: mention for mention in named}
    )


def place_of(mentions: Sequence[Mention], around: Surroundings) -> Place | None:
    """The place that the mentions of one thing mean, None where no name is in the table.

    One that the table lacks, and of which the document says where it lies, has no GeoNames id.
    """
    for mention in mentions:
        if mention.kind == "adjective":
            return gazetteer.adjective(mention.text)
    names = [m for m in mentions if m.kind == "name" and gazetteer.places(m.text)]
    if not names:
        return None
    candidates = gazetteer.places(names[0].text)
    for mention in names:
        holders = _holders(mention, around)
        if holders:
            known = (c for c in candidates for holder in holders if _lies_in(c, holder))
            return next(known, _unknown(mention.text, holders[0]))
        if (held := _held(mention, candidates, around)) is not None:
            return held
    return _likeliest(names[0].text, candidates, around) if len(candidates) > 1 else candidates[0]


def _unknown(name: str, holder: Place) -> Place:
    """A city that the table lacks, though it has namesakes of it."""
    state = holder.name if holder.kind in {"state", "land"} else ""
    return Place("city", name, holder.country, 0, 0, state)


def _holders(mention: Mention, around: Surroundings) -> tuple[Place, ...]:
    """The readings of the place that is said right after a city: Paris, |Texas|."""
    if any(place.kind in gazetteer.COUNTRY_KINDS for place in gazetteer.places(mention.text)):
        return ()
    after = around.begins.get(mention.end + len(_COMMA))
    if after is None or around.text[mention.end : after.start] != _COMMA:
        return ()
    end = around.text[after.end : after.end + 1]
    if end and end not in _ENDS:
        return ()
    if _goes_on(after, around):
        return ()
    return tuple(p for p in gazetteer.places(after.text) if p.kind in _HOLDERS)


def _goes_on(mention: Mention, around: Surroundings) -> bool:
    """Whether a place is one of a list: Oslo, |Mali|, and Chad."""
    if not around.text.startswith(_COMMA, mention.end):
        return False
    following = around.begins.get(mention.end + len(_COMMA))
    listed = following is not None and gazetteer.place(following.text) is not None
    return listed or around.text.startswith((", and ", ", or "), mention.end)


def _held(mention: Mention, candidates: Sequence[Place], around: Surroundings) -> Place | None:
    """The reading of a name that holds the city said right before it: Atlanta, |Georgia|."""
    before = around.ends.get(mention.start - len(_COMMA))
    if before is None or around.text[before.end : mention.start] != _COMMA:
        return None
    cities = [p for p in gazetteer.places(before.text) if p.kind in gazetteer.CITY_KINDS]
    return next((c for city in cities for c in candidates if _lies_in(city, c)), None)


def _lies_in(place: Place, holder: Place) -> bool:
    if holder.kind == "country":
        return place.country == holder.country and place != holder
    return holder.kind in _HOLDERS and place.state == holder.name


def _likeliest(name: str, candidates: Sequence[Place], around: Surroundings) -> Place:
    """The reading that fits best what else the document names."""
    first = candidates[0]
    others = [place for text, place in around.places if text != name]
    countries = {p.country for p in others}
    cities = {(p.country, p.state) for p in others if p.kind in gazetteer.CITY_KINDS}
    states = {(p.country, p.name) for p in others if p.kind == "state"}
    if first.kind == "country":
        fits = (p for p in candidates if p.kind == "state" and (p.country, p.name) in cities)
        return first if first.country in countries else next(fits, first)
    if first.country in countries and (first.country, first.state) not in states:
        own = [p for p in candidates if (p.country, p.state) in states]
        return own[0] if own else first
    return next(_nearer(first, candidates, countries, states), first)


def _nearer(
    first: Place,
    candidates: Sequence[Place],
    countries: set[str],
    states: set[tuple[str, str]],
) -> Iterator[Place]:
    """Readings in a state that is named, then in a country, that are not much smaller."""
    yield from (p for p in candidates if (p.country, p.state) in states)
    for place in candidates:
        large = place.kind == "capital" or place.population * _FAR_LARGER > first.population
        if place.kind != "country" and place.country in countries and large:
            yield place
