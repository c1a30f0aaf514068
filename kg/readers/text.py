"""Plain text: everything is content."""

from __future__ import annotations

from collections.abc import Iterator

from kg.readers import Reading
from kg.readers.decoding import decode


def read(data: bytes) -> Iterator[Reading]:
    """The whole file as one text.

    >>> next(read("Café".encode("cp1252"))).text
    'Café'
    """
    decoded = decode(data)
    yield Reading(decoded.text, warnings=decoded.warnings)
