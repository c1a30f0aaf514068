"""Titles and roles peeled off names: Apple | CEO | Tim Cook, Prime Minister | Grace Wanjiru.

A run of capitalised words is parted at the titles in it; what stands before one is a name of its
own where NER says so or another name follows. A run is parted as well where NER sees two things
side by side.
"""

from __future__ import annotations

from kg.lexicon import gazetteer, kinds, names, nouns
from kg.mentions.evidence import DIRECTIONS
from kg.mentions.joining import JOINERS
from kg.mentions.lines import Line

_QUALIFIERS = frozenset(
    "prime vice deputy foreign interior home finance defense defence trade health education energy "
    "environment justice labor labour agriculture culture chief former acting assistant senior "
    "junior first crown executive managing general associate honorary state press police".split()
)
_ROYAL = frozenset({"King", "Queen", "Prince", "Princess", "Duke", "Lord", "Lady", "Saint"})
_WITHIN = frozenset({"for", "and"})
"""Words before which no name ends."""
_BELIEVERS = ("ist", "crat", "ican", "itarian", "isan")


def peel(line: Line, first: int, last: int) -> None:
    """Adds the names in a run, parted at titles: Apple | CEO | Tim Cook."""
    start, i, titled = first, first, False
    while i < last:
        within = i > first and line.words[i - 1] in _WITHIN  # the Council for Justice
        end = i if within else _title_end(line, i, last)
        if end == i:
            i += 1
            continue
        if i > start and _is_apart(line, start, i, last=end == last):
            _add_trimmed(line, start, i, titled=titled)
        start = i = end
        titled = True
    if start < last:
        _add_trimmed(line, start, last, titled=titled)


def _is_apart(line: Line, first: int, i: int, *, last: bool) -> bool:
    """Whether what stands before a title is a name of its own.

    Norvik | CEO | Per Dahl; but neither Prime Minister, nor System Admin at the end of a run.
    """
    if any(line.labels[first:i]):
        return True
    return not last and not all(word.lower() in _QUALIFIERS for word in line.words[first:i])


def _title_end(line: Line, i: int, last: int) -> int:
    """The token after the title that begins at `i`, or `i` where none does."""
    words = line.words
    if _is_believer(line, i, last):
        return i + 1
    following = words[i + 1] if i + 1 < last else ""
    if not nouns.is_title(words[i], following) or _within_person(line, i, last):
        return i
    if line.tree.tags[i + 1 : i + 2] == ("POS",):
        return i  # St Bride's Hall, the Sheriff's Office
    if gazetteer.place(line.text(i, last)) or kinds.known_length(words, i):
        return i  # Saint Helena, General Motors
    if _is_namesake_place(line, i, last):
        return i
    if i + 1 == last and i > 0 and words[i - 1] == "of":
        return i  # Court of Justice
    if words[i] == "Saint" and i + 1 < last and words[i + 1] in ("-", "‐", "‑"):
        return i  # Saint-Malo
    end = i + 1
    if end < last and words[end] in JOINERS:
        end += 2
    if end < last and words[end] == "of":
        end = _complement_end(line, end, last)
    return min(end, last)


def _is_namesake_place(line: Line, i: int, last: int) -> bool:
    """Whether a title belongs to a name: |Prince Edward Island|, |King Faisal Prize|."""
    final, after = line.words[last - 1], line.words[min(i + 1, last - 1)]
    kind, royal = _named(final).type, line.words[i] in _ROYAL
    if kind == "Award" or (royal and kind == "Organization"):
        return True
    placed = kind in {"Facility", "Place"} and final.lower() not in names.SURNAMES
    return placed and (royal or not nouns.is_first_name(after))


def _is_believer(line: Line, i: int, last: int) -> bool:
    """Whether a word before a given name and a surname tells a creed: |Methodist| Ada Okafor."""
    word = line.words[i]
    creed = word.endswith(_BELIEVERS) and not nouns.is_first_name(word)
    return creed and i + 2 < last and nouns.is_first_name(line.words[i + 1])


def _within_person(line: Line, i: int, last: int) -> bool:
    """Whether a word that could be a title is a surname: Stephen |King|, Luther |King| Jr."""
    if not i or not line.words[i - 1][0].isupper():
        return False
    if line.words[i] == "Saint" and nouns.is_first_name(line.words[i - 1]):
        return True  # Yves |Saint| Laurent
    if i + 1 < last:
        return line.words[i + 1].rstrip(".").lower() in names.SUFFIXES
    labelled = line.labels[i] == line.labels[i - 1] == "PERSON"
    return labelled or nouns.is_first_name(line.words[i - 1])


def _complement_end(line: Line, i: int, last: int) -> int:
    """Where the "of ..." of a title ends: before the person named, else at its own noun."""
    for first, _, label in line.tree.sent.ents:
        if label == "PERSON" and i + 1 < first < last:
            return first  # but not the Countess of |Tarn|
    noun = line.tree.child(i, "pobj")
    if noun is not None and i < noun < last - 1 and not nouns.is_first_name(line.words[noun]):
        return noun + 1
    return next((k for k in range(i + 2, last) if nouns.is_first_name(line.words[k])), last)


def _add_trimmed(line: Line, first: int, last: int, *, titled: bool) -> None:
    """Adds the names between two tokens, without quotation marks and the like at their ends."""
    while first < last and not line.words[first][0].isalnum():
        first += 1
    while first < last and not _closes_name(line.words[last - 1]):
        last -= 1
    initial = last - first == 1 and len(line.words[first].rstrip(".")) == 1
    if first < last and not (initial and line.words[first].isascii()):
        for begin, end in _parted_by_ner(line, first, last):
            start = _with_direction(line, begin, end)
            line.add(start, end, titled=titled and begin == first)


def _closes_name(word: str) -> bool:
    return word[-1].isalnum() or word[-1] == "."


def _with_direction(line: Line, first: int, last: int) -> int:
    """Where a place's name begins with its direction: "eastern Ghana" is not all of Ghana."""
    if not first or line.words[first - 1].lower() not in DIRECTIONS:
        return first
    placed = gazetteer.place(line.text(first, last)) is not None
    return first - 1 if placed or line.labels[last - 1] in {"GPE", "LOC"} else first


def _parted_by_ner(line: Line, first: int, last: int) -> list[tuple[int, int]]:
    """Parts a run where NER sees two things side by side and no head noun ties them."""
    words = line.words
    if _named(words[last - 1]).type in {"", "Person"}:
        for i in range(first + 1, last):
            apart = words[i - 1] not in _WITHIN and not _in_full_name(line, first, i)
            if apart and _are_two(line.labels[i - 1], line.labels[i]):
                return [(first, i), (i, last)]
    return [(first, last)]


def _are_two(one: str, other: str) -> bool:
    """Whether labels side by side are those of a person and of something else."""
    both = {one, other}
    return len(both) > 1 and "PERSON" in both and both <= {"PERSON", "GPE", "ORG", "NORP"}


def _named(word: str) -> nouns.Noun:
    kind = kinds.of_last(word)
    return nouns.Noun(kind) if kind else nouns.noun(word.lower())


def _in_full_name(line: Line, first: int, i: int) -> bool:
    """Whether a token comes behind a given name or a particle: Eva |Sol|, Eva von |Sol|."""
    before = line.words[i - 1]
    given = i == first + 1 and nouns.is_first_name(before) and gazetteer.place(before) is None
    return given or before in names.PARTICLES
