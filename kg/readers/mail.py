"""E-mail messages (RFC 5322) -> what their writer wrote.

The plain part is preferred; a message that has only HTML is read as a page is. What is quoted
from other messages is left out, since another wrote it, and so is the signature. Attachments are
named, not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime

from kg.errors import InputError
from kg.readers import Reading
from kg.readers.decoding import decode
from kg.readers.web import article, characters

_ATTRIBUTION = re.compile(
    r"(?:^|\n)On [^\n]{5,120}(?:\n[^\n>]{1,120})?\bwrote:[ \t]*(?=\n+[ \t]*>)", re.IGNORECASE
)
_QUOTED = re.compile(r"^[ \t]*>.*\n?", re.MULTILINE)
_SIGNATURE = re.compile(r"^-- ?\n.*", re.MULTILINE | re.DOTALL)
_FORWARDED = re.compile(
    r"^(?:-{2,} ?(?:Original Message|Forwarded message) ?-{2,}|_{10,}\nFrom:).*",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_HEADERS = frozenset({"from", "subject", "date", "received", "to", "mime-version"})
_ENCRYPTED = frozenset(
    {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
)


def read(data: bytes) -> Iterator[Reading]:
    r"""The text of a message, with subject, date and sender.

    >>> mail = b"From: Ana Ruiz <a@tolm.example>\nSubject: Tide\n\nIt rose.\n> Did it?\n"
    >>> reading = next(read(mail))
    >>> reading.text.strip(), reading.metadata
    ('It rose.', {'title': 'Tide', 'author': 'Ana Ruiz'})
    """
    if not data.strip():
        yield Reading("")
        return
    message = message_from_bytes(data, policy=policy.default)
    if not _HEADERS & {name.lower() for name in message}:
        raise InputError("it is no e-mail message: it has no sender, subject or date")
    if message.get_content_type() in _ENCRYPTED:
        raise InputError("it is encrypted; save it decrypted")
    yield Reading(own_words(_body(message)), _metadata(message), tuple(_warnings(message)))


def own_words(text: str) -> str:
    """A message without what it quotes or forwards, and without its signature."""
    text = text.replace("\r\n", "\n")
    for other in (_FORWARDED, _SIGNATURE, _ATTRIBUTION, _QUOTED):
        text = other.sub("", text)
    return text


def _body(message: EmailMessage) -> str:
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    named = part.get_content_charset()
    try:
        text = content.decode(named or "utf-8")
    except (LookupError, UnicodeError):
        html = part.get_content_subtype() == "html"
        text = (characters(content) if html else decode(content)).text
    return str(article(text).text) if part.get_content_subtype() == "html" else text


def _metadata(message: EmailMessage) -> dict[str, str]:
    name, address = parseaddr(_header(message, "from"))
    told = {"title": _header(message, "subject").strip(), "author": name or address}
    with suppress(ValueError):  # there may be no date, or none that can be read
        told["date"] = parsedate_to_datetime(_header(message, "date")).date().isoformat()
    return {key: value for key, value in told.items() if value}


def _header(message: EmailMessage, name: str) -> str:
    """The value of a header, as it stands there where it breaks the grammar of its kind."""
    try:
        return str(message.get(name, ""))
    except Exception:  # noqa: BLE001 (email raises whatever its parsers of headers stumble over)
        written = {key.lower(): str(value) for key, value in message.raw_items()}
        return written[name]


def _warnings(message: EmailMessage) -> Iterator[str]:
    names = [part.get_filename() or part.get_content_type() for part in message.iter_attachments()]
    if names:
        yield f"its attachments are not read: {', '.join(names)}"
