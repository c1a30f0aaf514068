"""Whether a text is English, which is what the pipeline and its rules read.

Two witnesses must agree before a text is taken for one in another language, because a wrong
verdict loses a document. Few of its words may be those that English sentences are held together
by; and py3langid, asked about each quarter of the text by itself, must find no English in any.
A text of a few words has one witness: words that hold sentences of one other language together,
beside none of English. A shorter one is always taken for English, and so is a list of names.

py3langid is langid.py (Lui and Baldwin, "langid.py: An Off-the-shelf Language Identification
Tool", ACL 2012). It takes two seconds to load, and English prose never gets that far.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_GLUE = frozenset(
    "the of and to is was that with for his her by from were which had has have their they this "
    "it its on at be been are who will would said not but after when".split()
)
"""Words of English that hardly any language shares."""

_OTHER_GLUE = {
    name: frozenset(words.split())
    for name, words in (
        ("Dutch", "het een en van niet zijn voor naar deze wordt ook aan"),
        (
            "French",
            "le les des et est une dans qui sur pour ont été au du par avec en sa son sont",
        ),
        ("German", "der das und ist nicht ein eine dem den mit von zu auf wurde sich hat im"),
        ("Italian", "il gli di è una che con per della dei nel sono ha alla"),
        ("Portuguese", "os um uma não com para foi dos das pela são mais de em"),
        ("Spanish", "el los las una y con por para que fue del su al más de en"),
    )
}
"""Words that hold sentences of other languages together, for texts too short for py3langid."""

_IN_NAMES = frozenset(
    "a al com con das de dei del della dem den der des di do dos du ein eine el em en est ha hat "
    "het il im la las le les los mais mit os par per pour sa son su sur um van von y zu são".split()
)
"""Those of them that names have as well, or English: they alone are no evidence."""

_FEW_SHARED, _FEW_PART = 3, 0.2
"""How many of them a short text must have, each another, and what part of its words."""

_GLUED = 0.04
"""Part of the words that _GLUE has in English at least: in prose 20 to 35 %, in lists of results
10, of players 5; in other languages under 3."""

_FEWEST_WORDS = 20
"""Words of a Latin text from which its language is guessed by its letters."""

_FEWEST_LETTERS = 60
"""Letters of any text from which its language is guessed so."""

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
    if len(words) < _FEWEST_WORDS and _is_latin(sample):
        return _by_glue(words)
    if letters < _FEWEST_LETTERS:
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


def _by_glue(words: Sequence[str]) -> str | None:
    """The language whose small words a short text has, where it has none of English.

    >>> _by_glue("der rat hat den plan nicht angenommen".split())
    'German'
    >>> _by_glue("el nino hits la paz and the los angeles coast".split())
    """
    if _GLUE.intersection(words):
        return None
    best = max(_OTHER_GLUE, key=lambda name: len(_OTHER_GLUE[name].intersection(words)))
    found = [word for word in words if word in _OTHER_GLUE[best]]
    few = len(set(found)) < _FEW_SHARED or len(found) < _FEW_PART * len(words)
    return None if few or _IN_NAMES.issuperset(found) else best


def _is_latin(text: str) -> bool:
    """Whether most letters are of the alphabet that English has; other scripts may lack blanks."""
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(c < "\u0250" for c in letters) > len(letters)
