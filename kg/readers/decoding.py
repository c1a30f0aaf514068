"""Bytes -> characters, whatever the encoding.

In this order: a byte order mark says it; two-byte text without one shows by its NUL bytes;
what is valid UTF-8 is UTF-8; text of which a good part is UTF-8 where it is not ASCII is
damaged UTF-8; text that makes sense as Windows-1252 is that, because charset-normalizer, given
few accented letters, too easily prefers a rarer code page; the rest is charset-normalizer's
guess. Bytes that are no text at all are refused.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from kg.errors import InputError

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is its beginning
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

SIGNATURES = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
)
"""How files begin that are often misnamed as text."""

_CONTROL = re.compile(r"[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]")
"""Controls that no text needs: all but tab, line ends, form feed, backspace and escape."""

_ODD_CP1252 = re.compile(
    r"[a-zà-öø-ÿ][À-ÖØ-ÞŠŽŒŸ]"  # a capital after a small letter: "dŸ"
    r"|[¡-©«-´¶-¹»-¿ˆ˜†‡‰‹›ƒ×÷](?=[^\W\d_])(?<=[^\W\d_].)"  # a sign between letters: "l³d"
    r"|[^\W\d_a-zA-Z]{4}"  # four accented letters on end
)


class Decoded(NamedTuple):
    """The characters of a file and what to say about them."""

    text: str
    warnings: tuple[str, ...] = ()


def decode(data: bytes) -> Decoded:
    r"""The characters that `data` stands for. Raises InputError when it is not text.

    >>> decode(b"\xff\xfeH\x00i\x00").text
    'Hi'
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _damaged(data, encoding)
    for signature, what in SIGNATURES:
        if data.startswith(signature):
            raise InputError(f"it holds {what}, not text")
    wide = _wide_encoding(data)
    decoded = _damaged(data, wide) if wide else _narrow(data)
    if len(_CONTROL.findall(decoded.text)) > 0.3 * len(decoded.text):  # the measure of Perl's -T
        raise InputError("it holds binary data, not text")
    return decoded


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a mark: the high bytes of European letters are NUL."""
    sample = data[:4096]
    half = len(sample) // 2
    if half and sample[1::2].count(0) > 0.7 * half and sample[0::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if half and sample[0::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return None


def _damaged(data: bytes, encoding: str) -> Decoded:
    """`data` in a known encoding, with U+FFFD where it does not hold to it."""
    text = data.decode(encoding, "replace")
    lost = text.count("\ufffd") - data.decode(encoding, "ignore").count("\ufffd")
    if not lost:
        return Decoded(text)
    where = text.index("\ufffd")
    name = encoding.removesuffix("-sig").upper()
    places = "one place" if lost == 1 else f"{lost} places"
    return Decoded(text, (f"not valid {name} in {places}, first at character {where}",))


def _narrow(data: bytes) -> Decoded:
    """`data` in UTF-8 or in an encoding of one byte a letter."""
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    kept = data.decode("utf-8", "ignore")
    lost = data.decode("utf-8", "replace").count("\ufffd") - kept.count("\ufffd")
    # Bytes of other encodings are seldom UTF-8 by chance: one letter in ten of Chinese, none of
    # European text. So half as many good ones as bad ones show that it is.
    if 2 * sum(c > "\x7f" for c in kept) >= lost:
        return _damaged(data, "utf-8")
    return _one_byte(data)


def _one_byte(data: bytes) -> Decoded:
    western = _western(data)
    if western is not None:
        return Decoded(western)
    if b"\x00" in data:
        raise InputError("it holds binary data, not text")
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    if best is None:
        raise InputError("its encoding cannot be told; save it as UTF-8")
    return Decoded(str(best), (f"its encoding was taken to be {best.encoding}",))


def _western(data: bytes) -> str | None:
    """`data` as Windows-1252, or None when that makes no sense."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    high = sum(c > "\x7f" for c in text)
    # Western European text has under 10 % of characters beyond ASCII, Greek or Russian 80 %.
    if len(_CONTROL.findall(text)) > 0.01 * len(text) or high > 0.2 * len(text) + 2:
        return None
    return text if len(_ODD_CP1252.findall(text)) <= 0.1 * high else None
