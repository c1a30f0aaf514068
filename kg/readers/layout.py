"""Text -> the stretches it is laid out in: prose, headlines, page furniture, table cells.

A newline ends a paragraph. Hard-wrapped text, where it does not, is unwrapped first: `unwrap`
turns the line ends inside paragraphs into spaces, one character for one.

Only prose is written in sentences. What else stands between paragraphs is told by its form
alone: a line built like page furniture (furniture.py), a row of cells, a short line in title
case or capitals without a full stop. Over a text, a short line in small letters is one too.
`stretches` yields them in order with their offsets; bullets and numbers before list items, and
the dateline that opens a news report, are outside the stretch that follows them, because they
would mislead the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kg.lexicon import gazetteer
from kg.model import SentenceKind
from kg.readers.dates import DAY, iso_date, written_date
from kg.readers.furniture import NAME, is_furniture


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a text that is parsed by itself; `paragraph` counts the lines that have text."""

    start: int
    end: int
    kind: SentenceKind
    paragraph: int


@dataclass(frozen=True, slots=True)
class Dateline:
    """The opening of a news report: `GENEVA, May 3, 2017 (Reuters) - `.

    `end` is where the report itself begins. `place` is empty where a line has only the date;
    `date` is an ISO date if it gives the whole of it, else None.
    """

    end: int
    place: str
    date: str | None


_BULLET = re.compile(
    r"(?:[-–—*•◦▪●‣·>]+|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)|\d{1,3}\.)[ \t]+(?=\S)"
)
_CELL = re.compile(r"[^\t|]*[^\t| ][^\t|]*")
_SENTENCE_END = re.compile(r"[.?!…:;]['\"’”)\]]*$")
_ABBREVIATED = re.compile(r"\b(?:[A-Z]\.){1,4}$|\b(?:Inc|Corp|Co|Ltd|Jr|Sr|St|Bros|etc)\.$")
_WORD = re.compile(r"[^\W\d_][\w’'.&-]*")

_SMALL = (
    "a an the and but or nor for so yet as at by from if in into of off on onto out over per "
    "than that to up upon via vs vs. with within without amid after before under is are be "
    "its his her it not no"
)
SMALL_WORDS = frozenset(_SMALL.split())
"""Words that title case may leave small."""

_LONGEST_DATELINE = 120
"""Characters of the longest dateline, its dash and the first letter of the report included."""

OPENING_LINES = 6
"""How many lines from its beginning a report may have its dateline in."""

_WEEKDAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?"
_CAPITALS = r"[A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ.'’-]+"
_NAMES = rf"{NAME}(?: {NAME}){{0,2}}"
_CAPITAL_PLACE = rf"{_CAPITALS}(?:[ /]{_CAPITALS}){{0,3}}(?:, {_NAMES})?"
_DATED = rf",? (?:{_WEEKDAY}{DAY}|\({_WEEKDAY}{DAY}\))"
_AGENCY = r"(?:,? ?\([A-Z][\w/ .-]{1,30}\)|,? ?/[A-Z][\w .-]{1,30}/)"
_PLACE = "|".join(
    (
        _CAPITAL_PLACE,  # GENEVA, Switzerland
        rf"{_NAMES}(?:, {_NAMES}){{1,2}}",  # Evansville, Indiana, United States
        rf"{_NAMES}(?=(?:{_DATED})?{_AGENCY}|{_DATED})",  # Geneva, only before a date or agency
    )
)
_DATELINE = re.compile(
    rf"(?!\w+day\b)(?P<place>{_PLACE})(?P<date>{_DATED})?(?:(?: ?--)?(?P<agency>{_AGENCY}))?"
    r"(?: ?[–—] ?| ?-- ?| - )(?=[\"“‘'A-ZÀ-Þ\d])"
)
_NO_PLACE = re.compile(r"--$|, (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$")
"""What names of places end in where a weekday or an agency follows."""
_DATE_LINE = re.compile(rf"{_WEEKDAY}{DAY}\.?")
_PUBLISHED = re.compile(
    r"(?i:(?:first |originally )?(?:published|posted|released|issued)(?: on| at)?:?|dated?:?) ?"
    rf"{_WEEKDAY}(?P<date>{DAY}|\d{{4}}-\d\d-\d\d)(?:\b\W.{{0,30}})?"
)


def is_headline(line: str) -> bool:
    """Whether a line is short, ends without a full stop, and is in title case or capitals.

    >>> is_headline("Harbour Reopens After the Flood"), is_headline("The harbour reopened")
    (True, False)
    """
    stopped = _SENTENCE_END.search(line) is not None and not line.endswith("?")
    if len(line) > 250 or (stopped and not _ABBREVIATED.search(line)):
        return False
    words: list[str] = _WORD.findall(line)
    chosen = [word for word in words if word.lower() not in SMALL_WORDS]
    if not 2 <= len(words) <= 25 or len(chosen) < 2 or not words[0][0].isupper():
        return False
    capital = sum(word[0].isupper() for word in chosen)
    return capital >= (1 if stopped else 0.85) * len(chosen)


def _is_title(line: str) -> bool:
    """Whether a line over a text may be its title: a headline, or short and no sentence."""
    if is_headline(line):
        return True
    words = _WORD.findall(line)
    return (
        2 <= len(words) <= 20 and len(line) <= 150 and (line[-1].isalnum() or line[-1] in "’'”\"?")
    )


def publication_date(line: str) -> str | None:
    """The ISO date of a line that says when a text was published, or None.

    >>> publication_date("Published: 5 May 2024, 14:05"), publication_date("Updated 6 May 2024")
    ('2024-05-05', None)
    """
    found = _PUBLISHED.fullmatch(line)
    return (iso_date(found["date"]) or written_date(found["date"])) if found else None


def is_row(line: str) -> bool:
    r"""Whether a line is a row of short cells, set apart by tabs or by two pipes.

    >>> is_row("Brest\t30\t12"), is_row("a|b in C")
    (True, False)
    """
    tabs, pipes = line.count("\t"), line.count("|")
    if not tabs and pipes < 2:
        return False
    if tabs == 1 and not pipes and _SENTENCE_END.search(line):
        return False  # a sentence with a stray tab
    cells = _CELL.findall(line)
    framed = line[0] == line[-1] == "|"
    return len(cells) >= (1 if framed else 2) and all(len(cell) <= 80 for cell in cells)


def dateline(line: str) -> Dateline | None:
    """The dateline that a line opens with, or that it is (a date alone), or None.

    >>> dateline("OSLO, May 3, 2017 (Reuters) - The king left.")
    Dateline(end=30, place='OSLO', date='2017-05-03')
    """
    found = _DATELINE.match(line, 0, _LONGEST_DATELINE)
    if found is None:
        alone = _DATE_LINE.fullmatch(line)
        return Dateline(len(line), "", written_date(line)) if alone else None
    place = _NO_PLACE.sub("", found["place"])
    if not found["agency"] and place != place.upper() and not _is_known(place):
        return None
    return Dateline(found.end(), place, written_date(found["date"] or ""))


def _is_known(place: str) -> bool:
    """Whether one of the parts of `Boise, Idaho` is a place that the gazetteer knows."""
    return any(map(gazetteer.places, place.split(", ")))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with text, each with the offset where its text begins, without outer blanks."""
    offset = 0
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped:
            yield offset + line.index(stripped), stripped
        offset += len(line) + 1


def stretches(text: str) -> Iterator[Stretch]:
    r"""The stretches of a text, in order.

    >>> [(s.kind, s.start, s.end) for s in stretches("WATCH: Tide\n- It rose.")]
    [('furniture', 0, 11), ('prose', 14, 22)]
    >>> [s.kind for s in stretches("Tide floods the pier\nIt rose.")]
    ['headline', 'prose']
    """
    laid_out = _laid_out(text)
    opening: list[Stretch] = []
    for found in laid_out:
        opening.append(found)
        shown = [i for i, s in enumerate(opening) if s.kind != "furniture"]
        if len(shown) > 1:
            first = opening[shown[0]]
            if is_title_over(text, first, found):
                opening[shown[0]] = replace(first, kind="headline")
            break
    yield from opening
    yield from laid_out


def is_title_over(text: str, first: Stretch, following: Stretch) -> bool:
    """Whether the first stretch that is no furniture is the title of what follows.

    A dateline on its line makes it a sentence, and a small letter goes on with one.
    """
    begins = not text[text.rfind("\n", 0, first.start) + 1 : first.start].strip()
    more = first.kind != "table" and not text[following.start].islower()
    return begins and more and _is_title(text[first.start : first.end])


def _laid_out(text: str) -> Iterator[Stretch]:
    """The stretches, each told by its own form."""
    opened = False
    for number, (start, line) in enumerate(_lines(text)):
        end = start + len(line)
        if is_row(line) and not _BULLET.match(line):
            for cell in _CELL.finditer(line):
                inner = cell.group().strip()
                begin = start + cell.start() + cell.group().index(inner)
                yield Stretch(begin, begin + len(inner), "table", number)
            continue
        bullet = _BULLET.match(line)
        begin = start + (bullet.end() if bullet else 0)
        opening = dateline(line) if number < OPENING_LINES and not opened else None
        if opening and not bullet:
            opened = bool(opening.place)
            begin = start + opening.end
            yield Stretch(start, start + len(line[: opening.end].rstrip()), "furniture", number)
        if begin < end:
            yield Stretch(begin, end, _kind(text[begin:end]), number)


def _kind(line: str) -> SentenceKind:
    if is_furniture(line):
        return "furniture"
    return "headline" if is_headline(line) else "prose"


def unwrap(text: str) -> str:
    r"""`text` with line ends inside paragraphs turned into spaces, if it is hard-wrapped.

    A text is hard-wrapped when many of its lines begin with a small letter and nearly all of
    these do so where their first word would not have fitted on the line before. A line that had
    room for the next word ends a paragraph all the same, and one further in begins one.

    >>> unwrap("The harbour master closed the port on Monday\nbecause the tide was high.")
    'The harbour master closed the port on Monday because the tide was high.'
    """
    lines = text.split("\n")
    width = _wrap_width(lines)
    if width is None:
        return text
    joined = [lines[0]]
    for line, following in pairwise(lines):
        joined.append(" " if _goes_on(line, following, width) else "\n")
        joined.append(following)
    return "".join(joined)


def _wrap_width(lines: list[str]) -> int | None:
    """The width at which a text is hard-wrapped, or None if it is not."""
    pairs = [(a, b) for a, b in pairwise(lines) if _may_go_on(a, b)]
    if not pairs:
        return None
    lengths = sorted(len(a.rstrip()) for a, _ in pairs)
    width = lengths[int(0.95 * (len(lengths) - 1))]
    small = [(a, b) for a, b in pairs if b.lstrip()[0].islower()]
    full = sum(_is_full(a, b, width - 3) for a, b in small)  # first lines may stand out
    # Of 245 paragraphs of news none begins small; of their lines, wrapped at 72, 76 % do.
    if not 40 <= width <= 130 or len(small) < 0.25 * len(pairs) or full < 0.8 * len(small):
        return None
    return width


def _may_go_on(line: str, following: str) -> bool:
    return bool(
        line.strip()
        and following.strip()
        and _indent(following) <= _indent(line)
        and not _BULLET.match(following.lstrip())
        and not is_row(line)
        and not is_row(following)
    )


def _indent(line: str) -> int:
    """Where the text of a line begins, behind any bullet."""
    text = line.lstrip()
    bullet = _BULLET.match(text)
    return len(line) - len(text) + (bullet.end() if bullet else 0)


def _is_full(line: str, following: str, width: int) -> bool:
    """Whether the first word of the following line would not have fitted on this one."""
    return len(line.rstrip()) + 1 + len(following.split(maxsplit=1)[0]) > width


def _goes_on(line: str, following: str, width: int) -> bool:
    if not _may_go_on(line, following) or is_furniture(line.strip()):
        return False
    return _is_full(line, following, width) or following.lstrip()[0].islower()
