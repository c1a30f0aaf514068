"""Text as XML can hold it.

XML 1.0 has no way to write most control characters, lone surrogates and the noncharacters U+FFFE
and U+FFFF; they become U+FFFD. Carriage returns, and in attributes tabs and line ends, are
written as references, or a reader would make spaces or line ends of them.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_ATTRIBUTES = {'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}

HEADING = '<?xml version="1.0" encoding="UTF-8"?>\n'


def scrubbed(text: str) -> str:
    r"""The text with U+FFFD for what XML, and other formats besides, cannot hold.

    >>> scrubbed("bell\x07 tab\t") == "bell\ufffd tab\t"
    True
    """
    return _UNWRITABLE.sub("\ufffd", text)


def content(text: str) -> str:
    r"""Text between tags.

    >>> content("a < b\r")
    'a &lt; b&#13;'
    """
    return escape(scrubbed(text), {"\r": "&#13;"})


def attributes(**values: str | float | None) -> str:
    """Attributes with a space before each, without those that are None; a final `_` falls off.

    >>> attributes(id="a&b", weight=0.5, for_="d0", start=None)
    ' id="a&amp;b" weight="0.5" for="d0"'
    """
    told = ((name.removesuffix("_"), value) for name, value in values.items() if value is not None)
    return "".join(f' {name}="{escape(scrubbed(str(v)), _IN_ATTRIBUTES)}"' for name, v in told)
