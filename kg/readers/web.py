"""HTML -> the text of the article in it, by trafilatura, without what belongs to the page.

Menus, footers, forms and dialogs go by their elements before trafilatura looks for the article,
since on a short page it takes everything. A date counts only where the page's own metadata give
it: the first date in the running text is as often that of what the article is about. Scripts are
never run and styles never read.

The method is Barbaresi's, "Trafilatura: a web scraping library" (ACL 2021).
"""

from __future__ import annotations

import codecs
import logging
import re
from collections.abc import Iterator
from typing import Any

from kg.errors import InputError
from kg.readers import Reading, library
from kg.readers.decoding import BYTE_ORDER_MARKS, Decoded, decode

_FURNITURE = [
    "//nav",
    "//footer",
    "//aside",
    "//form",
    "//button",
    "//dialog",
    "//*[@role='navigation' or @role='banner' or @role='contentinfo' or @role='dialog']",
    "//*[contains(@id, 'cookie') or contains(@class, 'cookie')]",
    "//*[contains(@class, 'share-') or contains(@class, 'newsletter')]",
]
"""What is no part of any article, as XPath."""

_DATES = {"original_date": True, "extensive_search": False, "max_date": "2100-01-01"}
"""How htmldate looks for a date: that of the first publication, in metadata, whatever today is."""

_CHARSET = re.compile(
    rb"<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)=[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE
)
_BEGINS = 2048
"""Bytes in which a page must name its encoding; the standard says 1024, pages know no better."""

_TAG = re.compile(r"<(?:!doctype|[a-z][a-z0-9]*[\s>/])", re.IGNORECASE)


def read(data: bytes) -> Iterator[Reading]:
    """The article of a page with its title, date, author, site and address.

    Raises InputError where it is no HTML, or a page with nothing to read.
    """
    decoded = characters(data)
    if not decoded.text.strip():
        yield Reading("")
        return
    if not _TAG.search(decoded.text):
        raise InputError("it holds no HTML; a plain text should end in .txt")
    found = article(decoded.text)
    told = {
        "title": found.title,
        "date": found.date,
        "author": found.author,
        "source": found.sitename or found.hostname,
        "url": found.url,
    }
    metadata = {key: value for key, value in told.items() if value}
    yield Reading(found.text, metadata, decoded.warnings)


def article(page: str) -> Any:
    """What trafilatura finds in a page; InputError where there is no text.

    >>> article("<p>The tide rose by <b>two</b> metres.</p><script>x()</script>").text
    'The tide rose by two metres.'
    """
    trafilatura = library("trafilatura", "trafilatura")
    for name in ("trafilatura", "htmldate"):  # they tell on standard error what is told here
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    found = trafilatura.bare_extraction(
        page,
        with_metadata=True,
        include_comments=False,
        include_tables=False,
        prune_xpath=_FURNITURE,
        date_extraction_params=_DATES,
    )
    if found is None or not (found.text or "").strip():
        raise InputError("the page has no text to read; a program may fill it in a browser")
    return found


def characters(data: bytes) -> Decoded:
    """The characters of a page: in the encoding that it names, if it holds to that."""
    named = _CHARSET.search(data[:_BEGINS])
    if named and not data.startswith(tuple(mark for mark, _ in BYTE_ORDER_MARKS)):
        label = named.group(1).decode("ascii").lower()
        try:
            # browsers read Latin-1 as Windows-1252, since pages that name the one are the other
            encoding = {"iso-8859-1": "cp1252", "latin1": "cp1252"}.get(label, label)
            return Decoded(codecs.decode(data, encoding))
        except (LookupError, UnicodeError, TypeError):
            pass
    return decode(data)
