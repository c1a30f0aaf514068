"""How English verbs inflect: base forms of what a tagger leaves cut short, third persons."""

from __future__ import annotations

_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}


_VOWELS = frozenset("aeiou")
_PASTS = {
    "began": "begin",
    "drank": "drink",
    "foresaw": "foresee",
    "forgave": "forgive",
    "mistook": "mistake",
    "overheard": "overhear",
    "strove": "strive",
    "fled": "flee",
    "rang": "ring",
    "sang": "sing",
    "sank": "sink",
    "shrank": "shrink",
    "sprang": "spring",
    "swam": "swim",
    "swore": "swear",
    "tore": "tear",
    "woke": "wake",
    "wove": "weave",
}
"""Past forms that a tagger may take for the base."""


_ES_ENDINGS = ("s", "x", "z", "ch", "sh", "o")


def base_form(word: str, lemma: str) -> str:
    """The lemma with its silent `e`, which the tagger loses.

    A short stem with one vowel before one consonant doubles the consonant before `ed` and `ing`;
    where it has not been doubled, the stem ends in `e`. So it does where it has `es` and no
    hissing sound before it.

    >>> base_form("hated", "hat"), base_form("visited", "visit"), base_form("played", "play")
    ('hate', 'visit', 'play')
    >>> base_form("rides", "rid"), base_form("riding", "rid"), base_form("passes", "pass")
    ('ride', 'ride', 'pass')
    """
    if word == lemma and word in _PASTS:
        return _PASTS[word]
    if word == lemma + "es" and not lemma.endswith(_ES_ENDINGS):
        return lemma + "e"
    if word not in {lemma + "ed", lemma + "ing"} or len(lemma) < 3 or lemma[-1] in "aeiouwxy":
        return lemma
    vowels = sum(letter in _VOWELS for letter in lemma)
    return lemma + "e" if vowels == 1 and lemma[-2] in _VOWELS else lemma


def third_person(lemma: str) -> str:
    """The verb in present tense, third person singular.

    >>> [third_person(v) for v in ("carry", "pass", "fire", "be", "play")]
    ['carries', 'passes', 'fires', 'is', 'plays']
    """
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    if lemma.endswith(_ES_ENDINGS):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + "s"
