"""Countries, capitals, large cities, states, regions and the words for their people.

The table kg/data/gazetteer.tsv is distilled from GeoNames by kg/data/make_gazetteer.py. It
answers three questions about a string as the text has it:

- which places bear this name (`places`), the most likely first: "U.S.", "Kumasi", "Georgia";
- which place an adjective belongs to (`adjective`): "Ghanaian" -> Ghana;
- which place a noun's people come from (`people`): "Danes" -> Denmark.

Case counts ("US" is a country, "us" a pronoun), except that a word in capitals is also looked
up in title case, for headlines ("KUMASI"). Dots of abbreviations do not count ("U.S.A.").
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

COUNTRY_KINDS = frozenset({"country", "former", "land"})
CITY_KINDS = frozenset({"capital", "city"})
_RANK = {"country": 0, "land": 1, "former": 1, "continent": 1, "region": 2, "sea": 2}
_OPENING = re.compile(r"[\w.]+")
"""The first word of a name, the dots of an abbreviation included."""
_SMALL_CAPITAL = 100_000
"""Inhabitants below which a capital is no likelier than other cities: Victoria, Georgetown."""
_RANK |= {"capital": 2, "state": 3, "city": 3}


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the table; `country` is an ISO 3166 code, `geonames` 0 where none is known.

    `kind` is one of country, former, land, state, capital, city, continent, region, sea. `state`
    is the name of the state or land a city lies in, "" where the table has none.
    """

    kind: str
    name: str
    country: str
    geonames: int
    population: int
    state: str = ""

    @property
    def type(self) -> str:
        """The class of entities it belongs to."""
        return "GeopoliticalEntity" if self.kind in COUNTRY_KINDS else "Place"


@dataclass(frozen=True, slots=True)
class _Table:
    names: dict[str, tuple[Place, ...]]
    adjectives: dict[str, Place]
    people: dict[str, Place]
    countries: dict[str, Place]


def _forms(cell: str) -> list[str]:
    return [form for form in cell.split("|") if form]


@lru_cache(maxsize=1)
def _table() -> _Table:
    text = (files("kg") / "data" / "gazetteer.tsv").read_text(encoding="utf-8")
    names: dict[str, list[Place]] = {}
    adjectives: dict[str, Place] = {}
    people: dict[str, Place] = {}
    for line in text.splitlines():
        kind, name, country, number, population, *words, state = line.split("\t")
        others, adjective, nouns = words
        place = Place(kind, name, country, int(number or 0), int(population or 0), state)
        for form in {_plain(name), *map(_plain, _forms(others))}:
            names.setdefault(form, []).append(place)
        for form in _forms(adjective):
            adjectives.setdefault(form, place)
        for form in _forms(nouns):
            people.setdefault(form, place)
    countries = {p.country: p for found in names.values() for p in found if p.kind == "country"}
    ranked = {form: tuple(sorted(found, key=_likelihood)) for form, found in names.items()}
    return _Table(ranked, adjectives, people, countries)


def _likelihood(place: Place) -> tuple[int, int, int]:
    small = place.kind == "capital" and place.population < _SMALL_CAPITAL
    return _RANK["city" if small else place.kind], -place.population, place.geonames


def _plain(name: str) -> str:
    """The form under which a name is looked up: NFC, without article and dots."""
    name = unicodedata.normalize("NFC", name).replace("’", "'").removeprefix("the ")
    return name.replace(".", "").removeprefix("The ") if "." in name else name.removeprefix("The ")


def _is_loud(name: str) -> bool:
    """Whether a name is in capitals throughout and may stand for one in title case: KUMASI."""
    return name.isupper() and len(name) > 3


@lru_cache(maxsize=65536)
def places(name: str) -> tuple[Place, ...]:
    """The places that bear `name`, the most likely first.

    >>> places("U.S.")[0].name
    'United States'
    >>> [place.kind for place in places("Georgia")], places("Georgia State")[0].kind
    (['country', 'state'], 'state')
    """
    names = _table().names
    plain = _plain(name)
    found = names.get(plain) or (names.get(plain.title()) if _is_loud(plain) else None)
    return found or _states(plain)


@lru_cache(maxsize=1)
def _openings() -> frozenset[str]:
    """The first words of all names of places."""
    found = (_OPENING.match(name) for name in _table().names)
    return frozenset(match.group() for match in found if match)


def may_begin(text: str, at: int) -> bool:
    """Whether the name of a place can begin with the word at an offset of a text.

    >>> may_begin("in New York", 3), may_begin("in Norvik", 3)
    (True, False)
    """
    match = _OPENING.match(text, at)
    word = _plain(match.group()) if match else ""
    return not word or word in _openings() or word.title() in _openings()


def _states(name: str) -> tuple[Place, ...]:
    """The state that "State" tells from a city or a country of the same name: New York State."""
    bare, _, last = name.rpartition(" ")
    found = _table().names.get(bare, ()) if last in {"State", "state"} else ()
    return tuple(p for p in found if p.kind == "state") if len(found) > 1 else ()


def place(name: str) -> Place | None:
    """The most likely place of that name, or None."""
    return next(iter(places(name)), None)


def adjective(word: str) -> Place | None:
    """The place that an adjective belongs to.

    >>> adjective("Turkish").name
    'Turkey'
    """
    found = _table().adjectives
    return found.get(word) or (found.get(word.title()) if _is_loud(word) else None)


def people(word: str) -> Place | None:
    """The place whose inhabitants a noun names, singular or plural.

    >>> people("Danes").name
    'Denmark'
    """
    found = _table().people
    return found.get(word) or (found.get(word.title()) if _is_loud(word) else None)


def country(code: str) -> Place | None:
    """The country with an ISO 3166 code.

    >>> country("GH").name
    'Ghana'
    """
    return _table().countries.get(code)
