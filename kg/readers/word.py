"""Word documents -> their text, by python-docx: paragraphs and table rows in order.

Headers, footers, notes and comments are no part of it. Title and author come from the document's
properties. Its dates do not: they are when somebody saved a file, often the template.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from kg.errors import InputError
from kg.readers import Reading, library
from kg.readers.unpacking import Meter

_OLE = b"\xd0\xcf\x11\xe0"
_NOBODY = frozenset({"python-docx", "user", "admin", "administrator", "unknown", "author"})
"""Authors that programs put in."""


def read(data: bytes) -> Iterator[Reading]:
    """The whole document as one text. Raises InputError where it is no Word document."""
    docx = library("docx", "python-docx")
    if data.startswith(_OLE):
        raise InputError(
            "it is an old Word document (.doc) or an encrypted one; save it as .docx, unprotected"
        )
    if not data:
        yield Reading("")
        return
    try:
        _check_size(data)
        document = docx.Document(BytesIO(data))
        text = "\n".join(_lines(document))
        told = {"title": document.core_properties.title, "author": document.core_properties.author}
    except InputError:
        raise
    except Exception as error:  # the library raises whatever its XML and ZIP parsers do
        raise InputError(f"it is no whole Word document ({type(error).__name__})") from error
    author = told["author"]
    if author and author.strip().lower() in _NOBODY:
        del told["author"]
    yield Reading(text, {key: value for key, value in told.items() if value and value.strip()})


def _check_size(data: bytes) -> None:
    """Raise InputError where the document, which is a ZIP archive, is a bomb."""
    meter = Meter(len(data))
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for info in archive.infolist():
            meter.add(info.file_size)


def _lines(document: Any) -> Iterator[str]:
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            for row in block.rows:
                yield "\t".join(" ".join(cell.text.split()) for cell in row.cells)
        else:
            yield block.text
