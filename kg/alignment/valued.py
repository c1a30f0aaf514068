"""By which words a text states a property whose values are dates or numbers.

A date is what the time of a statement says, and the property is known by what happened then:

| property                                   | statement, with a time        | whose date       |
|--------------------------------------------|-------------------------------|------------------|
| birth date, date of birth, born on         | Mira is born (in Leeds)       | the subject's    |
| founded in, year of foundation             | the mill is founded           | the subject's    |
|                                            | Tom founds the mill           | the object's     |
| opening date                               | the bridge opens, is opened   | the subject's    |

A verb with an object may tell something else (to open fire), and an engine dies as well. So the
date of an object, of a birth or of a death is read only where the property has a domain, or where
the thing is of a type that such a thing happens to.

A number is said of its owner by the property's noun (the population of Leeds is 500; Leeds has a
population of 500), or by an adjective for it (the tower is 90 metres high).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kg.alignment.values import takes_dates, takes_numbers
from kg.alignment.wording import PREPOSITIONS, as_phrase, bases
from kg.iris import expand
from kg.lexicon.inflection import third_person
from kg.ontology.schema import Schema

_DEEDS: Mapping[str, tuple[str, ...]] = {
    noun: tuple(deeds.split())
    for nouns, deeds in (
        ("birth", "born"),
        ("death", "died"),
        ("founding foundation establishment formation inception", "founded established formed"),
        ("creation", "created"),
        ("opening inauguration", "opened inaugurated"),
        ("closing closure dissolution", "closed dissolved"),
        ("release", "released"),
        ("publication", "published"),
        ("construction", "built"),
        ("completion", "completed"),
        ("launch", "launched"),
        ("election", "elected"),
        ("discovery", "discovered"),
        ("introduction", "introduced"),
        ("arrest", "arrested"),
    )
    for noun in nouns.split()
}
"""Past forms of what nouns for an event say."""

_LIVED = {"born": (), "died": ("die",)}
"""Verbs of which nobody is the object."""

_HAPPENS_TO: Mapping[str, tuple[str, ...]] = {
    past: tuple(expand(f"kg:{type_}") for type_ in types.split())
    for pasts, types in (
        ("born died", "Person"),
        ("elected arrested", "Person Group"),
        ("founded established formed", "Organization Group Facility GeopoliticalEntity"),
        ("opened closed dissolved", "Facility Organization"),  # fire, a meeting are events
        ("inaugurated", "Facility Organization Event"),
        ("built completed", "Facility Artifact"),
        ("created launched introduced", "Artifact Document Organization Award"),
        ("released published", "Artifact Document"),
        ("discovered", "Artifact Place"),
    )
    for past in pasts.split()
}
"""Classes of things that an event happens to, by the past form that says so."""

_TIMES = frozenset("date year day time month".split())
_EMPTY = frozenset("of the a an is was has".split())
"""Words of a name that tell of its time, and those that tell nothing."""

_ADJECTIVES: Mapping[str, tuple[str, ...]] = {
    "high": ("height", "elevation", "altitude"),
    "tall": ("height",),
    "long": ("length",),
    "wide": ("width",),
    "deep": ("depth",),
    "thick": ("thickness",),
}
"""Nouns for what an adjective behind a number measures."""


class Dated(NamedTuple):
    """A property by IRI, whether the date is the object's own, and which classes it asks for.

    `asks` is None where any thing will do, or where the property has a domain of its own.
    """

    iri: str
    turned: bool
    asks: tuple[str, ...] | None


class ValueWording:
    """The properties of a schema with dates and with numbers, by the words that state them."""

    def __init__(self, schema: Schema) -> None:
        self._dated: dict[str, list[Dated]] = defaultdict(list)
        self._measured: dict[str, list[str]] = defaultdict(list)
        for iri, property_ in schema.properties.items():
            for word in property_.words if property_.is_literal else ():
                if takes_dates(property_.datatypes):
                    asks_none = bool(property_.domains)
                    for phrase, turned, asks in _events(word):
                        found = Dated(iri, turned, None if asks_none else asks)
                        self._dated[phrase].append(found)
                if takes_numbers(property_.datatypes):
                    self._measured[_bare(word)].append(iri)

    def dated(self, phrase: str, *, takes_object: bool) -> Iterator[Dated]:
        """Properties that the time of a statement is a value of, the object's own `turned`."""
        words = phrase.split()
        has_preposition = len(words) > 1 and words[-1] in PREPOSITIONS
        deed = " ".join(words[:-1] if has_preposition else words)
        turned = takes_object and not has_preposition
        yield from (one for one in dict.fromkeys(self._dated.get(deed, ())) if one.turned == turned)

    def measured(self, noun: str) -> Iterator[str]:
        """Properties whose values are numbers that have this name."""
        yield from dict.fromkeys(self._measured.get(_bare(noun), ()))

    def of_adjective(self, adjective: str) -> Iterator[str]:
        """Properties that measure what is so much high, long or wide."""
        for noun in _ADJECTIVES.get(adjective.lower(), ()):
            yield from self.measured(noun)


def _bare(word: str) -> str:
    """A property's name without articles and verbs before it: population, of has population."""
    words = as_phrase(word).split()
    while len(words) > 1 and words[0] in _EMPTY:
        words = words[1:]
    return " ".join(words)


def _events(word: str) -> Iterator[tuple[str, bool, tuple[str, ...] | None]]:
    """Phrases for what happens at the date that a name means; turned where to an object.

    With each the classes that the thing has to be of, None for any.

    >>> ("is founded", False, None) in _events("founded in")
    True
    """
    words = [w for w in as_phrase(word).split() if w not in _TIMES | _EMPTY]
    if len(words) > 1 and words[-1] in PREPOSITIONS:
        words = words[:-1]
    for past in _DEEDS.get(words[0], (words[0],)) if len(words) == 1 else ():
        verbs = [third_person(base) for base in _LIVED.get(past, tuple(bases(past)))]
        things = _HAPPENS_TO.get(past, ())
        own = things if past in _LIVED else None
        if verbs or past in _LIVED:
            yield f"is {past}", False, own
        for verb in verbs:
            yield verb, False, own
            if past not in _LIVED:
                yield verb, True, things
