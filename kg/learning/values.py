"""What an example's label makes of the words in the sentence.

A label is seldom the words as they stand: `31 December 2006` is labelled 2006-12-31, `US` United
States, `16,800` 16800. Each row of `FORMS` is a way of writing a span; how often each one was the
label's is counted for every relation and side while learning (`kg.learning.wording`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

from kg import timex
from kg.almanac import MONTH_NAMES
from kg.learning.candidates import ARTICLES, Span
from kg.learning.passages import Passage
from kg.lexicon import gazetteer
from kg.lexicon.nouns import is_title
from kg.timex.wording import CARDINALS

UNITS: Mapping[str, str] = {
    "mm": "millimetres",
    "millimeters": "millimetres",
    "cm": "centimetres",
    "centimeters": "centimetres",
    "m": "metres",
    "meters": "metres",
    "metre": "metres",
    "meter": "metres",
    "l": "litres",
    "litre": "litres",
    "liter": "litres",
    "liters": "litres",
    "km": "kilometres",
    "kms": "kilometres",
    "kilometers": "kilometres",
    "kg": "kilograms",
    "kgs": "kilograms",
    "kilos": "kilograms",
    "g": "grams",
    "gr": "grams",
    "ft": "feet",
    "in": "inches",
    "inch": "inches",
    "km/h": "kilometres per hour",
    "kmph": "kilometres per hour",
    "km/s": "kilometres per second",
    "k": "kelvins",
    "s": "seconds",
    "h": "hours",
    "sq": "square",
}
"""Abbreviated and American units, written out in the plural."""


@lru_cache(maxsize=100_000)
def plain(text: str) -> str:
    """How two labels are told apart: without quotation marks, underscores, blanks and case.

    >>> plain('"New_York City"')
    'newyorkcity'
    """
    return "".join(text.strip('"').replace("_", " ").split()).lower()


@lru_cache(maxsize=100_000)
def key(text: str) -> str:
    """What names that differ in accents, punctuation, articles or `&` share.

    >>> key("The Café of A. B. Smith"), key("Cafe of A.B. Smith")
    ('cafeofabsmith', 'cafeofabsmith')
    """
    text = unicodedata.normalize("NFKD", text.replace("_", " ").replace("&", " and ")).lower()
    text = "".join(c for c in text if not unicodedata.combining(c)).strip(' "')
    text = text.removeprefix("the ").removeprefix("a ").removeprefix("an ")
    return "".join(filter(str.isalnum, text))


def keys(label: str) -> set[str]:
    """The keys under which the name `label` may be met: in full, and without its addition.

    >>> sorted(keys("Sandesh_(confectionery)")), sorted(keys("Roy Hill, Jr."))
    (['sandesh', 'sandeshconfectionery'], ['royhill', 'royhilljr'])
    """
    bare = re.sub(r"\s*\([^()]*\)$", "", label.replace("_", " ").strip(' "'))
    found = {key(label), key(bare), key(bare.partition(",")[0])}
    return {k for k in found if k}


def _as_it_stands(text: str) -> str | None:
    return text


def _place(text: str) -> str | None:
    found = gazetteer.place(text)
    return found.name if found else None


def _country(text: str) -> str | None:
    found = gazetteer.adjective(text) or gazetteer.people(text)
    return found.name if found else None


def _first_and_last(text: str) -> str | None:
    words = text.split()
    return f"{words[0]} {words[-1]}" if 3 <= len(words) <= 5 else None


_ADDED = re.compile(r"\s+[\"“‘(][^\"”’()]*[\"”’)]\s+(?=\w)")


def _without_addition(text: str) -> str | None:
    """A name without the nickname or bracket inside it."""
    bare = " ".join(_ADDED.sub(" ", text).split())
    return bare if bare and bare != text else None


_NICKNAMED = re.compile(r"\w+ [\"“‘(](\w+)[\"”’)] (\w[\w -]*)")


def _nickname(text: str) -> str | None:
    """The nickname in place of the first name: "Udi" of Ehud "Udi" Adam."""
    match = _NICKNAMED.fullmatch(text)
    return f"{match[1]} {match[2]}" if match else None


def _untitled(text: str) -> str | None:
    """A name without the titles before it and the letters of honours behind it."""
    words = text.split()
    while len(words) > 2 and is_title(words[0].rstrip(".")):
        del words[0]
    while len(words) > 2 and words[-1].isupper() and 2 <= len(words[-1]) <= 4:
        del words[-1]
    bare = " ".join(words)
    return bare if bare != text else None


def _first_two(text: str) -> str | None:
    words = text.split()
    return " ".join(words[:2]) if len(words) >= 3 else None


_DATED = re.compile(r"\d")


@lru_cache(maxsize=20_000)
def date(text: str) -> str | None:
    """The day, month or year that the words are, in ISO form."""
    if not _DATED.search(text) or len(text) > 40:
        return None
    found = timex.normalise(text, None)
    return found if found and not found.startswith("-") else None


def _dated(form: str) -> Callable[[str], str | None]:
    """Dates in one form: Y, M, D, d, B are year, month, day, name of the month; 1st if untold."""

    def written(text: str) -> str | None:
        found = date(text)
        if not found:
            return None
        year, month, day = (*found.split("-"), "01", "01")[:3]
        parts = {"Y": year, "M": month, "D": day, "B": MONTH_NAMES[int(month) - 1].title()}
        parts["d"] = str(int(day))
        return re.sub("[YMDBd]", lambda m: parts[m[0]], form)

    return written


_NUMBER = re.compile(
    r"([-+−]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*"
    r"([a-z°][a-zA-Z°/²]*(?: per [a-z]+(?: [a-z]+)?| [a-z]+)?)?\.?"
)


def number(text: str) -> tuple[str, str] | None:
    """The digits of a number and its unit, written out.

    >>> number("17,068.8mm"), number("two"), number("10 Downing")
    (('17068.8', 'millimetres'), ('2', ''), None)
    """
    if text.lower() in CARDINALS:
        return str(CARDINALS.index(text.lower())), ""
    match = _NUMBER.fullmatch(text)
    if not match:
        return None
    unit = (match[2] or "").strip()
    return match[1].replace(",", "").replace("−", "-").removeprefix("+"), _unit(unit)


def _unit(text: str) -> str:
    """A unit written out.

    >>> _unit("km"), _unit("square m"), _unit("kilometers per hour"), _unit("m per s")
    ('kilometres', 'square metres', 'kilometres per hour', 'metres per second')
    """
    first, per, rest = " ".join(UNITS.get(word, word) for word in text.split()).partition(" per ")
    return first + per + rest.removesuffix("s")


def _integer(text: str) -> str | None:
    found = number(text)
    return found[0].removesuffix(".0") if found else None


def _decimal(text: str) -> str | None:
    found = number(text)
    return _pointed(found[0]) if found else None


def _pointed(digits: str) -> str:
    return digits if "." in digits or "e" in digits.lower() else f"{digits}.0"


def _measured(text: str) -> str | None:
    found = number(text)
    return f"{_pointed(found[0])} ({found[1]})" if found and found[1] else None


def _rated(text: str) -> str | None:
    """A number and a rate in one word, as datatypes of knowledge bases are called.

    >>> _rated("40 km/h"), _rated("40 km")
    ('40.0 (kilometrePerHours)', None)
    """
    found = number(text)
    if not found or " per " not in found[1]:
        return None
    first, *others = (word.removesuffix("s") for word in found[1].split())
    return f"{_pointed(found[0])} ({first}{''.join(map(str.capitalize, others))}s)"


_INITIAL = re.compile(r"\b([A-Z])\.?(?= [A-Z]|[A-Z]\.)\s?")


def _pointed_initials(text: str) -> str | None:
    """Initials with points, parted: "Ann B. C. Reed" of Ann B C Reed or Ann B.C. Reed."""
    found = _INITIAL.sub(r"\1. ", text)
    return found if found != text else None


_BODY = re.compile(r"\b[A-Z]{2,3}\b")


def _pointed_letters(text: str) -> str | None:
    """Letters that stand for words with points: "Ashby F.C." of Ashby FC."""
    found = _BODY.sub(lambda m: "".join(f"{c}." for c in m[0]), text)
    return found if found != text else None


def _ampersand(text: str) -> str | None:
    return text.replace(" and ", " & ") if " and " in text else None


def _language(text: str) -> str | None:
    """The language that the adjective of a country names."""
    return f"{text} language" if gazetteer.adjective(text) else None


_AND = re.compile(r",? (?:and|or) |, ")


def _listed(text: str) -> str | None:
    parts = _AND.split(text)
    return ", ".join(parts) if len(parts) > 1 else None


def _singular(text: str) -> str | None:
    for ending, other in (("ies", "y"), ("oes", "o"), ("ses", "s"), ("s", "")):
        if text.endswith(ending) and len(text) > 4 and not text.endswith("ss"):
            return text.removesuffix(ending) + other
    return None


def _untitled_short(text: str) -> str | None:
    bare = _untitled(text)
    return _first_and_last(bare) if bare else None


FORMS: Mapping[str, Callable[[str], str | None]] = {
    "as it stands": _as_it_stands,
    "name of a place": _place,
    "country of an adjective": _country,
    "first and last word": _first_and_last,
    "first two words": _first_two,
    "without addition": _without_addition,
    "nickname": _nickname,
    "without title": _untitled,
    "without title, first and last word": _untitled_short,
    "Y-M-D": _dated("Y-M-D"),
    "D B Y": _dated("D B Y"),
    "d B Y": _dated("d B Y"),
    "B d, Y": _dated("B d, Y"),
    "B Y": _dated("B Y"),
    "Y": _dated("Y"),
    "integer": _integer,
    "decimal": _decimal,
    "decimal and unit": _measured,
    "decimal and rate in a word": _rated,
    "list": _listed,
    "initials with points": _pointed_initials,
    "letters with points": _pointed_letters,
    "ampersand": _ampersand,
    "language": _language,
    "singular": _singular,
}
"""The ways of writing a span, by name; None where one does not apply."""


def _article(passage: Passage, span: Span, text: str) -> tuple[str, str] | None:
    """The form with the article before the span: capital, capital at the beginning, or small."""
    first = span[0] - 1
    if first < 0 or passage.lower[first] not in ARTICLES:
        return None
    word = passage.words[first]
    opens = first == 0 or passage.sentences[first - 1] != passage.sentences[first]
    where = "article" if word.islower() else "opening Article" if opens else "Article"
    return f"with {where}", f"{word} {text}"


@lru_cache(maxsize=20_000)
def _written(text: str) -> tuple[tuple[str, str], ...]:
    """The ways of writing a text, without the equal ones; candidates share their texts."""
    found: list[tuple[str, str]] = []
    seen: set[str] = set()
    for name, write in FORMS.items():
        value = write(text)
        if value and plain(value) not in seen:
            seen.add(plain(value))
            found.append((name, value))
    return tuple(found)


def forms(passage: Passage, span: Span) -> dict[str, str]:
    """Every way of writing a span, by its name; of equal ones the first."""
    text = " ".join(passage.wording(*span).split())
    found = dict(_written(text))
    article = _article(passage, span, text)
    if article and plain(article[1]) not in map(plain, found.values()):
        found[article[0]] = article[1]
    return found
