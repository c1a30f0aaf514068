"""PDF -> its text, by pypdf, with the page taken out of it again.

A PDF has lines at places on pages. What stands at the head or foot of many pages alike, numbers
aside, is no part of the text. Then lines are put together to paragraphs, over the ends of pages.
More space above a line than lines have on that page, or letters of another size, begin a
paragraph. Otherwise a line goes on where the first word of the next would not have fitted behind
it, or where the next begins with a small letter. A word that is divided at the end of a line is
joined; it keeps its hyphen where the document writes it with one elsewhere, or where its first
part is one of those that nearly always have one.

Dates in a PDF's properties are those of the file, so they say nothing about the text.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from typing import Any

from kg.errors import InputError
from kg.readers import Reading, library

_EDGE = 2
"""Lines at the head and at the foot of a page that may be no part of the text."""

_PAGES = 3
"""Pages on which a running head stands at least, of a short document two; it may be a chapter's."""

_FULL = 0.85
"""A line with less than this part of the usual width, the next word included, had room for it.
Letters differ in width: of lines set flush in Times, 19 in 20 have 88 % of the longest."""

_WIDER = 1.25
"""Times the usual distance of lines that is space between paragraphs."""

_RAISED = 0.7
"""Times the size of its letters that a line is below the one before at least."""

_FEW_LINES = 8
"""Lines of a page that are too few to show how far lines are apart."""

_SINGLE = 1.5
"""Times the size of its letters that the lines of a page are apart at most where they are too few
to show how far."""

_OTHER_SIZE = 0.1
"""Part by which the letters of a heading differ from those of the text."""

_PAGE_NUMBER = re.compile(
    r"(?:page )?[-–—|\[(]? ?\d{1,4} ?[-–—|\])]?(?: ?(?:of|/) ?\d{1,4})?", re.IGNORECASE
)
_DIVIDED = re.compile(r"([^\W\d_]+)[-\u2010\u00ad]$")
_REST = re.compile(r"([a-zß-öø-ÿ]+)\s*")
_HYPHENATED = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_KEEPING = frozenset("self ex all half well non quasi cross vice".split())
_SENTENCE_END = re.compile(r"[.?!:;]['\"’”)\]]*$")
_BULLET = re.compile(r"[•◦▪●‣–—*-]\s")
_FILE_NAME = re.compile(r".*\.\w{2,4}|Microsoft \w+ - .*|untitled.*", re.IGNORECASE)


@dataclass(slots=True)
class Line:
    """A line of a page: its height on the page and the size of its letters, in points.

    `begins` says that it surely begins a paragraph.
    """

    text: str
    height: float = 0.0
    size: float = 0.0
    begins: bool = False


def read(data: bytes) -> Iterator[Reading]:
    """The text of all pages. Raises InputError where there is none, and says why."""
    pypdf = library("pypdf", "pypdf")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)  # what matters is told here
    if not data:
        yield Reading("")
        return
    try:
        document = pypdf.PdfReader(BytesIO(data))
        locked = document.is_encrypted and not document.decrypt("")
        count = 0 if locked else len(document.pages)
        told = {} if locked else _metadata(document.metadata)
    except Exception as error:  # pypdf raises whatever it stumbles over in a damaged file
        raise InputError(_damaged(error)) from error
    if locked:
        raise InputError("it is encrypted; save it without its password")
    pages = [_lines(document, number) for number in range(count)]
    yield Reading(_text(pages), told, tuple(_warnings(pages)))


def _damaged(error: Exception) -> str:
    if type(error).__name__ == "DependencyError":
        return f"it is encrypted, and pypdf says: {error}"
    return f"it is no whole PDF: truncated, damaged or another kind ({type(error).__name__})"


def _lines(document: Any, number: int) -> list[Line] | None:
    """The lines of a page that have text, or None where the page cannot be read."""
    lines = [Line("")]

    def visit(text: str, user: list[float], matrix: list[float], _: object, size: float) -> None:
        for count, part in enumerate(text.split("\n")):
            if count:
                lines.append(Line(""))
            if part.strip() and not lines[-1].text.strip():
                lines[-1].height = user[1] * matrix[4] + user[3] * matrix[5] + user[5]
                lines[-1].size = abs(size * matrix[3] * user[3])
            lines[-1].text += part

    try:
        document.pages[number].extract_text(visitor_text=visit)
    except Exception:  # noqa: BLE001 (one bad page leaves the others)
        return None
    return _set_apart([replace(line, text=text) for line in lines if (text := line.text.strip())])


def _set_apart(lines: list[Line]) -> list[Line]:
    """The lines of a page, of which some are known to begin a paragraph by the space above."""
    drops = [above.height - line.height for above, line in pairwise(lines)]
    # of paragraphs of two lines half the distances are between paragraphs; what is less than the
    # letters are high is of an index or a note
    apart = sorted(d for line, d in zip(lines, drops, strict=False) if d > _RAISED * line.size)
    usual = apart[len(apart) // 4] if apart else 0.0
    if len(lines) < _FEW_LINES:
        usual = min([usual, *(_SINGLE * line.size for line in lines)])
    for (above, line), drop in zip(pairwise(lines), drops, strict=True):
        other_size = abs(above.size - line.size) > _OTHER_SIZE * max(above.size, line.size)
        line.begins = other_size or drop > _WIDER * usual
    return lines


def _text(pages: Sequence[list[Line] | None]) -> str:
    readable = [page for page in pages if page is not None]
    if not readable:
        raise InputError("it is no whole PDF: none of its pages can be read")
    if not any(any(map(str.isalpha, line.text)) for page in readable for line in page):
        raise InputError(
            "its pages are pictures without any text: it needs OCR first, which programs such as "
            "OCRmyPDF do"
        )
    body = [line for page in without_running_heads(readable) for line in page]
    return paragraphs(join_divided(body))


def _warnings(pages: Sequence[list[Line] | None]) -> Iterator[str]:
    unread = [str(n) for n, page in enumerate(pages, 1) if page is None]
    blank = [str(n) for n, page in enumerate(pages, 1) if page == []]
    for numbers, what in ((unread, "cannot be read"), (blank, "without text, maybe pictures")):
        if numbers:
            pages_named = "page" if len(numbers) == 1 else "pages"
            more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
            yield f"{pages_named} {', '.join(numbers[:5])}{more}: {what}"


def without_running_heads(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The lines of each page without running heads and feet, and without page numbers.

    >>> pages = [[Line("Tide 1"), Line("It rose.")], [Line("Tide 2"), Line("It fell.")]]
    >>> [[line.text for line in page] for page in without_running_heads(pages)]
    [['It rose.'], ['It fell.']]
    """
    heads = _repeated([page[:_EDGE] for page in pages])
    feet = _repeated([page[-_EDGE:] for page in pages])
    return [
        [
            line
            for number, line in enumerate(page)
            if not (number < _EDGE and _is_running(line.text, heads))
            and not (number >= len(page) - _EDGE and _is_running(line.text, feet))
        ]
        for page in pages
    ]


def _repeated(edges: Sequence[Sequence[Line]]) -> set[str]:
    """The lines that stand at this edge of many pages, their numbers aside."""
    counts = Counter(form for edge in edges for form in {_form(line.text) for line in edge})
    return {form for form, n in counts.items() if n >= (_PAGES if len(edges) > 4 else 2)}


def _form(line: str) -> str:
    return re.sub(r"\d+", "0", " ".join(line.casefold().split()))


def _is_running(line: str, repeated: set[str]) -> bool:
    return _form(line) in repeated or _PAGE_NUMBER.fullmatch(line) is not None


def join_divided(lines: Sequence[Line]) -> list[Line]:
    """Lines in which words that were divided at their ends stand whole, in the line before.

    >>> [line.text for line in join_divided([Line("The repub-"), Line("lic won.")])]
    ['The republic', 'won.']
    """
    hyphenated = {word.casefold() for line in lines for word in _HYPHENATED.findall(line.text)}
    joined = [replace(line) for line in lines]
    for line, following in pairwise(joined):
        divided, rest = _DIVIDED.search(line.text), _REST.match(following.text)
        if divided and rest:
            first, second = divided.group(1), rest.group(1)
            keeps = first.casefold() in _KEEPING or f"{first}-{second}".casefold() in hyphenated
            line.text = line.text[: divided.end(1)] + "-" * keeps + second
            following.text = following.text[rest.end() :]
            # punctuation belongs to the word: "repub- / lic, they"
            if following.text and not following.text[0].isalnum() and rest.group() == second:
                mark, _, following.text = following.text.partition(" ")
                line.text += mark
    return [line for line in joined if line.text]


def paragraphs(lines: Sequence[Line]) -> str:
    """Lines put together to paragraphs, one a line."""
    if not lines:
        return ""
    lengths = sorted(len(line.text) for line in lines)
    width = lengths[int(0.9 * (len(lengths) - 1))]
    text = [lines[0].text]
    for line, following in pairwise(lines):
        goes_on = not following.begins and _goes_on(line.text, following.text, width)
        text += " " if goes_on else "\n", following.text
    return "".join(text)


def _goes_on(line: str, following: str, width: int) -> bool:
    if following[0].islower() or line.endswith(","):
        return True
    if _BULLET.match(following):
        return False
    room = _FULL * width - len(line) - 1
    fitted = len(following.split(maxsplit=1)[0]) <= room
    return not fitted and (len(line) > 0.6 * width or not _SENTENCE_END.search(line))


def _metadata(told: Any) -> dict[str, str]:
    """Title and author of a document, but for titles that are the name of a file."""
    found = {"title": str(told.title or ""), "author": str(told.author or "")} if told else {}
    if _FILE_NAME.fullmatch(found.get("title", "").strip()):
        del found["title"]
    return {key: value for key, value in found.items() if value.strip()}
