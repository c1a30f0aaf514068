"""Whether a text is English, which is what the pipeline and its rules read.

Two witnesses must agree before a text is taken for one in another language, because a wrong
verdict loses a document. Few of its words may be those that English sentences are held together
by; and py3langid, asked about each quarter of the text by itself, must find no English in any.
A short text is always taken for English, and so is a list of names.

py3langid is langid.py (Lui and Baldwin, "langid.py: An Off-the-shelf Language Identification
Tool", ACL 2012). It takes two seconds to load, and English prose never gets that far.
"""

from __future__ import annotations

import re

_GLUE = frozenset(
    "the of and to is was that with for his her by from were which had has have their they this "
    "it its on at be been are who will would said not but after when".split()
)
"""Words of English that hardly any language shares."""

_GLUED = 0.04
"""Part of the words that _GLUE has in English at least: in prose 20 to 35 %, in lists of results
10, of players 5; in other languages under 3."""

_FEWEST_WORDS = 20
_FEWEST_LETTERS = 60
_READ = 20_000
"""Characters of a text that are looked at."""

_WORD = re.compile(r"[^\W\d_]+")

_NAMES = (
    "ar Arabic, bg Bulgarian, ca Catalan, cs Czech, da Danish, de German, el Greek, es Spanish, "
    "fa Persian, fi Finnish, fr French, he Hebrew, hi Hindi, hr Croatian, hu Hungarian, id "
    "Indonesian, it Italian, ja Japanese, ko Korean, nl Dutch, no Norwegian, nb Norwegian, pl "
    "Polish, pt Portuguese, ro Romanian, ru Russian, sr Serbian, sv Swedish, tr Turkish, uk "
    "Ukrainian, ur Urdu, vi Vietnamese, zh Chinese"
)
_LANGUAGES = dict(pair.split() for pair in _NAMES.split(", "))


def other_language(text: str) -> str | None:
    """The language that a text is in where that is surely not English, else None.

    >>> other_language("The tide rose."), other_language("Die Flut stieg.")
    (None, None)
    >>> other_language("Die Flut stieg in der Nacht, und der Hafen wurde gesperrt. " * 3)
    'German'
    """
    sample = text[:_READ]
    words = _WORD.findall(sample.casefold())
    letters = sum(map(len, words))
    if letters < _FEWEST_LETTERS or (len(words) < _FEWEST_WORDS and _is_latin(sample)):
        return None
    if sum(word in _GLUE for word in words) >= _GLUED * len(words):
        return None
    import py3langid

    quarter = -(-len(sample) // 4)
    parts = [sample[at : at + quarter] for at in range(0, len(sample), quarter)]
    if any(py3langid.classify(part)[0] == "en" for part in parts):
        return None
    code = str(py3langid.classify(sample)[0])
    return _LANGUAGES.get(code)  # None for English and for what is no language


def _is_latin(text: str) -> bool:
    """Whether most letters are of the alphabet that English has; other scripts may lack blanks."""
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(c < "\u0250" for c in letters) > len(letters)
