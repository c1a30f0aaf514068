"""Text -> the stretches it is laid out in: prose, headlines, page furniture, table cells.

A newline ends a paragraph. Hard-wrapped text, where it does not, is unwrapped first: `unwrap`
turns the line ends inside paragraphs into spaces, one character for one.

Only prose is written in sentences. What else stands between paragraphs is told by its form
alone: a line that begins or is built like page furniture (FURNITURE, one example a row), a
row of cells, a short line in title case or capitals without a full stop. `stretches` yields
them in order with their offsets; bullets and numbers before list items, and the dateline that
opens a news report, are outside the stretch that follows them, because they would mislead the
parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from kg.model import SentenceKind
from kg.readers.dates import DAY, written_date


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

    `end` is where the report itself begins. `date` is an ISO date if the line gives a full one.
    """

    end: int
    place: str
    date: str | None


_NAME = r"[A-Z][\w.’'-]*"
_NAMES = rf"{_NAME}(?:(?: (?:and|&|de|al|van|von|bin))?,? {_NAME}){{0,6}}"

FURNITURE: tuple[tuple[str, str], ...] = (
    # pattern of a whole line, example
    (r"(?:SEE|READ|LEARN|FIND OUT) MORE\b.*", "SEE MORE: The Harbour Before the Flood"),
    (
        r"(?:See|Read|Learn) more(?: ?[:|»›>…].*| (?:about|on|at|from)\b[^.]*)?",
        "Read more about the flood",
    ),
    (
        r"(?i:(?:watch|listen|look|video|audio|gallery|slideshow|photos?|images?|pictures?|map|graphic|infographic"
        r"|podcast|live|poll|quiz)) ?[:|].*",
        "WATCH: Mayor on the flood",
    ),
    (r"(?i:in (?:photos|pictures|pics|numbers|charts)) ?[:|].*", "In Photos: Harbour Flood"),
    (
        r"(?i:related|recommended|further reading|also read|read also|see also|don['’]t miss|you may (?:also )?like"
        r"|more (?:on|from|about) th(?:is|ese)\b|more from|most read|editor['’]s (?:note|picks?)|up next"
        r"|advertis(?:e|ing|ement)|sponsored|promoted|tags?|topics|filed under|categories|share(?: this)?)"
        r"\b(?: ?[:|].*|[^.]{0,40})",
        "RELATED: How the dyke broke",
    ),
    (
        r"(?i:(?:click|tap|press) (?:here|to|the|on|below)|follow us|like us|join us|subscribe|sign up|sign in|log in"
        r"|download (?:the|our)|get (?:the|our) (?:latest|app|newsletter)|support our|donate)\b.{0,80}",
        "Sign up for our newsletter",
    ),
    (
        r"(?i:photos?|image|images|picture|video|illustration|graphic|credits?|source|sources|copyright"
        r"|caption|file photo)(?: (?:credits?|by|courtesy(?: of)?|via))?:.*",
        "Photo credit: Ana Ruiz",
    ),
    (
        r"(?i:(?:photos?|photograph|image|illustration|video|graphic) (?:by|courtesy of|via|credit)) .{1,60}",
        "Photo by Ana Ruiz/Getty Images",
    ),
    (
        r"(?:©|\(c\)|\(C\)|Copyright\b).*|.{0,60}(?i:all rights reserved).{0,20}",
        "© 2019 Harbour Press. All rights reserved.",
    ),
    (
        r".*[(\[](?:[^()\[\]]{0,60}(?:Photos?|photos?|Getty|Reuters|REUTERS|AFP|AP|EPA|Shutterstock|Flickr"
        r"|via|Handout|Courtesy)\b[^()\[\]]{0,60})[)\]]",
        "A pier in Brest, May 2, 2018. (AP Photo/Ana Ruiz)",
    ),
    (
        r"(?:REUTERS|AFP|AP|EPA|Getty Images|Reuters)(?: ?/ ?.{1,60}| Photo.{0,60})?",
        "REUTERS/Ana Ruiz",
    ),
    (
        rf"(?:By|BY|Written by|Reported by|Story by|Text by|From) {_NAMES}(?: ?[,|/–—-] ?.{{0,60}}[^.?!])?",
        "By Ana Ruiz, Harbour Press",
    ),
    (
        r"(?i:(?:additional )?(?:reporting|writing|editing|translation|compiled) by)\b.{1,200}",
        "Reporting by Ana Ruiz; Editing by Jan Novak",
    ),
    (
        r"(?i:(?:last )?(?:updated|published|posted|modified|first published))(?: (?:on|at))?:? .{0,12}\d.{0,40}",
        "Updated: May 3, 2018 4:15 PM",
    ),
    (r"(?:https?://|www\.)\S+", "https://harbour.example/flood"),
    (r"(?:[\w-]+: ?)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+", "Contact: news@harbour.example"),
    (r"@\w{2,30}|(?:#\w+[ ,]*)+", "#flood #harbour"),
    (r"(?i:page) \d+(?: of \d+)?|\d{1,4}|[-–—] ?\d{1,4} ?[-–—]", "Page 2 of 7"),
    (r"[^\w]+", "* * *"),
)
"""Lines that belong to the page and not to the text. No full sentence may match."""

_FURNITURE = re.compile("|".join(f"(?:{pattern})" for pattern, _ in FURNITURE))

_BULLET = re.compile(
    r"(?:[-–—*•◦▪●‣·>]+|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)|\d{1,3}\.)[ \t]+(?=\S)"
)
_ROW = re.compile(r"[^\t]*\S[^\t]*\t.*\S|\|.*\|.*\||[^|]+\|[^|]+\|.+", re.DOTALL)
_CELL = re.compile(r"[^\t|]*[^\t| ][^\t|]*")
_SENTENCE_END = re.compile(r"[.?!…:;]['\"’”)\]]*$")
_ABBREVIATED = re.compile(r"\b(?:[A-Z]\.){1,4}$|\b(?:Inc|Corp|Co|Ltd|Jr|Sr|St|Bros|etc)\.$")
_WORD = re.compile(r"[^\W\d_][\w’'.&-]*")

SMALL_WORDS = frozenset(
    "a an the and but or nor for so yet as at by from if in into of off on onto out over per "
    "than that to up upon via vs vs. with within without amid after before under is are be "
    "its his her it not no".split()
)
"""Words that title case may leave small."""

_CAPITALS = r"[A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ.'’-]+"
_PLACE = rf"{_CAPITALS}(?:[ /]{_CAPITALS}){{0,3}}(?:, {_NAME}(?: {_NAME}){{0,2}})?"
_DATELINE = re.compile(
    rf"(?P<place>{_PLACE}|{_NAME}(?: {_NAME}){{0,2}}(?=,? (?:\(|{DAY} ?[-(–—])))"
    rf"(?:,? (?P<date>{DAY}))?"
    r"(?P<agency>,? \([A-Z][\w/ .-]{1,30}\))?"
    r" ?(?P<dash>[–—]|--| - |-(?= )) ?(?=[\"“‘'A-ZÀ-Þ\d])"
)


def is_headline(line: str) -> bool:
    """Whether a line is short, ends without a full stop, and is in title case or capitals.

    >>> is_headline("Harbour Reopens After the Flood"), is_headline("The harbour reopened")
    (True, False)
    """
    if _SENTENCE_END.search(line) and not _ABBREVIATED.search(line) and not line.endswith("?"):
        return False
    words = _WORD.findall(line)
    if not 2 <= len(words) <= 25:
        return False
    chosen = [w for w in words if w.lower() not in SMALL_WORDS]
    capital = sum(w[0].isupper() for w in chosen)
    return len(chosen) >= 2 and capital >= 0.85 * len(chosen) and words[0][0].isupper()


def is_furniture(line: str) -> bool:
    """Whether a line belongs to the page and not to the text (FURNITURE).

    >>> is_furniture("WATCH: Mayor on the flood"), is_furniture("Watch the tide rise.")
    (True, False)
    """
    return _FURNITURE.fullmatch(line) is not None


def is_row(line: str) -> bool:
    """Whether a line is a row of short cells, set apart by tabs or by two pipes.

    >>> is_row("Brest\\t30\\t12"), is_row("a|b in C")
    (True, False)
    """
    if not _ROW.fullmatch(line):
        return False
    return all(len(cell) <= 80 for cell in _CELL.findall(line))


def dateline(text: str) -> Dateline | None:
    """The dateline that a paragraph opens with, or None.

    >>> dateline("OSLO, May 3, 2017 (Reuters) - The king left.")
    Dateline(end=30, place='OSLO', date='2017-05-03')
    """
    found = _DATELINE.match(text)
    if found is None or found.end() > 90:
        return None
    return Dateline(found.end(), found["place"], written_date(found["date"] or ""))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with text, each with the offset where its text begins, without outer blanks."""
    offset = 0
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped:
            yield offset + line.index(stripped), stripped
        offset += len(line) + 1


def stretches(text: str) -> Iterator[Stretch]:
    """The stretches of a text, in order.

    >>> [(s.kind, s.start, s.end) for s in stretches("WATCH: Tide\\n- It rose.")]
    [('furniture', 0, 11), ('prose', 14, 22)]
    """
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
        opening = None if opened or number > 5 else dateline(line)
        if opening and not bullet:
            opened = True
            begin = start + opening.end
            yield Stretch(start, start + len(line[: opening.end].rstrip()), "furniture", number)
        yield Stretch(begin, end, _kind(text[begin:end]), number)


def _kind(line: str) -> SentenceKind:
    if is_furniture(line):
        return "furniture"
    return "headline" if is_headline(line) else "prose"


def unwrap(text: str) -> str:
    """`text` with the line ends inside its paragraphs turned into spaces, if it is hard-wrapped.

    A text is hard-wrapped when most line ends inside blocks come where the next word would not
    have fitted, and many lines go on in small letters. Then a line end that comes where the
    next word would have fitted ends a paragraph all the same.

    >>> unwrap("The harbour master closed the port on Monday\\nbecause the tide was high.")
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
    full = sum(_is_full(a, b, width) for a, b in pairs)
    small = sum(b.lstrip()[0].islower() for _, b in pairs)
    # Lines of prose that are paragraphs begin small in under 5 %, wrapped ones in about 80 %.
    if not 40 <= width <= 130 or full < 0.7 * len(pairs) or small < 0.4 * len(pairs):
        return None
    return width


def _may_go_on(line: str, following: str) -> bool:
    return bool(
        line.strip()
        and following.strip()
        and not _BULLET.match(following.lstrip())
        and not is_row(line)
        and not is_row(following)
    )


def _is_full(line: str, following: str, width: int) -> bool:
    """Whether the first word of the following line would not have fitted on this one."""
    return len(line.rstrip()) + 1 + len(following.split(maxsplit=1)[0]) > width


def _goes_on(line: str, following: str, width: int) -> bool:
    if not _may_go_on(line, following) or is_furniture(line.strip()):
        return False
    return _is_full(line, following, width) or following.lstrip()[0].islower()
