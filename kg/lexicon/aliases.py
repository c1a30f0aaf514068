"""One key for the names that the world gives one thing.

Places go by the gazetteer: "U.S.", "USA" and "United States" are one country, "Ghanaian" is
an adjective of Ghana. Abbreviations of well-known bodies (kg/data/organisations.tsv) and of
countries are written out, at the head of a longer name too: "U.N. Security Council" is the
United Nations Security Council. A direction before a place has one form ("east", "eastern").
All other names go by kg.lexicon.names.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from kg.lexicon import gazetteer, names, trades

PLACE_TYPES = frozenset({"Place", "GeopoliticalEntity"})
_DIRECTIONS = {
    f"{start}{end}": f"{start}{end}ern"
    for start in ("", "north", "south")
    for end in ("east", "west", "north", "south")
}


@lru_cache(maxsize=1)
def _bodies() -> dict[str, str]:
    text = (files("kg") / "data" / "organisations.tsv").read_text(encoding="utf-8")
    return {line.partition("\t")[0]: line.partition("\t")[2] for line in text.splitlines()}


@lru_cache(maxsize=65536)
def written_out(name: str) -> str:
    """A name with a known abbreviation at its head written out.

    >>> written_out("U.N. Security Council"), written_out("U.S. Navy")
    ('United Nations Security Council', 'United States Navy')
    """
    first, blank, rest = name.removeprefix("the ").removeprefix("The ").partition(" ")
    short = first.replace(".", "")
    if not short.isupper() and short not in _bodies():
        return name
    full = _bodies().get(short)
    place = None if full else gazetteer.place(first)
    if place is not None and place.kind == "country" and rest:
        full = place.name
    return f"{full}{blank}{rest}" if full else name


@lru_cache(maxsize=65536)
def place_key(name: str) -> str:
    """The key of a place in the gazetteer, "" for other names.

    >>> place_key("the U.S.A.")
    'country:United States'
    """
    place = gazetteer.place(name)
    return f"{place.kind}:{place.name}" if place else ""


@lru_cache(maxsize=65536)
def key(name: str, kind: str) -> str:
    """The key under which a name of a thing of that type is looked up.

    >>> key("USA", "GeopoliticalEntity") == key("United States", "GeopoliticalEntity")
    True
    """
    if kind in PLACE_TYPES:
        found = place_key(name)
        if found:
            return found
        first, blank, rest = names.key(name).partition(" ")
        return _DIRECTIONS.get(first, first) + blank + rest
    return names.key(name if kind == "Person" else written_out(trades.without_form(name)))
