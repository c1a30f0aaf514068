"""PDF -> its text, by pypdf, with the page taken out of it again.

A PDF has lines at places on pages. What stands at the head or foot of many pages alike, numbers
aside, is no part of the text. Then lines are put together to paragraphs, over the ends of pages:
a line goes on where the first word of the next would not have fitted behind it, or where the next
begins with a small letter. A word that is divided at the end of a line is joined; it keeps its
hyphen where the document writes it with one elsewhere, or where its first part is one of those
that nearly always have one.

Dates in a PDF's properties are those of the file, so they say nothing about the text.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

from kg.errors import InputError
from kg.readers import Reading, library

_EDGE = 2
"""Lines at the head and at the foot of a page that may be no part of the text."""

_SHARE = 0.4
"""Part of the pages on which a running head stands; left and right pages may have two."""

_FULL = 0.85
"""A line with less than this part of the usual width, the next word included, had room for it.
Letters differ in width: of lines set flush in Times, 19 in 20 have 88 % of the longest."""

_PAGE_NUMBER = re.compile(
    r"(?:page )?[-–—|\[(]? ?\d{1,4} ?[-–—|\])]?(?: ?(?:of|/) ?\d{1,4})?", re.IGNORECASE
)
_DIVIDED = re.compile(r"([^\W\d_]+)[-\u2010\u00ad]\n([a-zß-öø-ÿ]+)")
_HYPHENATED = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_KEEPING = frozenset("self ex all half well non quasi cross vice".split())
_SENTENCE_END = re.compile(r"[.?!:;]['\"’”)\]]*$")
_FILE_NAME = re.compile(r".*\.\w{2,4}|Microsoft \w+ - .*|untitled.*", re.IGNORECASE)


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


def _lines(document: Any, number: int) -> list[str] | None:
    """The lines of a page that have text, or None where the page cannot be read."""
    try:
        text = document.pages[number].extract_text()
    except Exception:  # noqa: BLE001 (one bad page leaves the others)
        return None
    return [line.strip() for line in text.split("\n") if line.strip()]


def _text(pages: Sequence[list[str] | None]) -> str:
    readable = [page for page in pages if page is not None]
    if not readable:
        raise InputError("it is no whole PDF: none of its pages can be read")
    if not any(any(map(str.isalpha, line)) for page in readable for line in page):
        raise InputError(
            "its pages are pictures without any text: it needs OCR first, which programs such as "
            "OCRmyPDF do"
        )
    body = [line for page in without_running_heads(readable) for line in page]
    return paragraphs(join_divided(body))


def _warnings(pages: Sequence[list[str] | None]) -> Iterator[str]:
    unread = [str(n) for n, page in enumerate(pages, 1) if page is None]
    blank = [str(n) for n, page in enumerate(pages, 1) if page == []]
    for numbers, what in ((unread, "cannot be read"), (blank, "without text, maybe pictures")):
        if numbers:
            pages_named = "page" if len(numbers) == 1 else "pages"
            more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
            yield f"{pages_named} {', '.join(numbers[:5])}{more}: {what}"


def without_running_heads(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """The lines of each page without running heads and feet, and without page numbers.

    >>> without_running_heads([["Tide 1", "It rose."], ["Tide 2", "It fell."]])
    [['It rose.'], ['It fell.']]
    """
    heads = _repeated([page[:_EDGE] for page in pages])
    feet = _repeated([page[-_EDGE:] for page in pages])
    return [
        [
            line
            for number, line in enumerate(page)
            if not (number < _EDGE and _is_running(line, heads))
            and not (number >= len(page) - _EDGE and _is_running(line, feet))
        ]
        for page in pages
    ]


def _repeated(edges: Sequence[Sequence[str]]) -> set[str]:
    """The lines that stand at this edge of many pages, their numbers aside."""
    counts = Counter(form for edge in edges for form in set(map(_form, edge)))
    return {form for form, n in counts.items() if n >= max(2, _SHARE * len(edges))}


def _form(line: str) -> str:
    return re.sub(r"\d+", "0", " ".join(line.casefold().split()))


def _is_running(line: str, repeated: set[str]) -> bool:
    return _form(line) in repeated or _PAGE_NUMBER.fullmatch(line) is not None


def join_divided(lines: Sequence[str]) -> list[str]:
    r"""Lines in which words that were divided at their ends stand whole, in the line before.

    >>> join_divided(["The repub-", "lic won."])
    ['The republic', 'won.']
    """
    text = "\n".join(lines)
    hyphenated = {found.casefold() for found in _HYPHENATED.findall(text)}

    def joined(found: re.Match[str]) -> str:
        first, second = found.groups()
        keeps = first.casefold() in _KEEPING or f"{first}-{second}".casefold() in hyphenated
        return f"{first}{'-' if keeps else ''}{second}\n"

    return [line.strip() for line in _DIVIDED.sub(joined, text).split("\n") if line.strip()]


def paragraphs(lines: Sequence[str]) -> str:
    """Lines put together to paragraphs, one a line."""
    if not lines:
        return ""
    lengths = sorted(map(len, lines))
    width = lengths[int(0.9 * (len(lengths) - 1))]
    text = [lines[0]]
    for line, following in pairwise(lines):
        text += " " if _goes_on(line, following, width) else "\n", following
    return "".join(text)


def _goes_on(line: str, following: str, width: int) -> bool:
    if following[0].islower() or line.endswith(","):
        return True
    room = _FULL * width - len(line) - 1
    fitted = len(following.split(maxsplit=1)[0]) <= room
    return not fitted and (len(line) > 0.6 * width or not _SENTENCE_END.search(line))


def _metadata(told: Any) -> dict[str, str]:
    """Title and author of a document, but for titles that are the name of a file."""
    found = {"title": str(told.title or ""), "author": str(told.author or "")} if told else {}
    if _FILE_NAME.fullmatch(found.get("title", "").strip()):
        del found["title"]
    return {key: value for key, value in found.items() if value.strip()}
