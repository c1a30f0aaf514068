"""Characters -> text: without control characters, left-over markup, odd spaces and mojibake.

Every replacement is a table row. Wherever a character can be replaced by one other the text
keeps its length, so that offsets into a well-behaved file and into the cleaned text agree.
U+FFFD stays: it shows that something was lost there before.
"""

from __future__ import annotations

import html
import re
import unicodedata

_LINE_ENDS = re.compile(r"\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028]")
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
"""Terminal escape sequences (ECMA-48): colours, cursor movements, window titles."""
_SCRUBBED = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f"  # control characters that are no line end or tab
    r"\u00ad\u200b\u2060\ufeff"  # soft hyphen, zero-width spaces, byte order mark
    r"\ufdd0-\ufdef\ufffe\uffff]"  # no characters; XML forbids them
)
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_LOST_APOSTROPHE = re.compile(r"(?<=[^\W\d_])\ufffd(?=(?:s|t|d|m|re|ve|ll)\b)")
_LOST_DASH = re.compile(r"(?<!\S)\ufffd(?!\S)")
_SPACES = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_BARE_AMPERSAND = re.compile(r"&(?!#?\w{1,32};)")
_BREAKING = "p|div|br|hr|li|ul|ol|h[1-6]|blockquote|tr|table|section|article"
_INLINE = "b|i|u|s|em|strong|a|span|font|sup|sub|small|big|img|td|th|tbody|abbr|cite|mark"
_TAG = re.compile(rf"</?(?:({_BREAKING})|(?:{_INLINE}))(?:\s[^<>]*)?\s*/?>", re.IGNORECASE)
_CLEARLY_MARKUP = re.compile(
    rf"</(?:{_BREAKING}|{_INLINE})>|<(?:br|hr)\s*/?>|<(?:a|img|span|div|p|font)\s[^<>]*=",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    r"""`text` with its line ends made newlines, markup resolved, controls out, in NFC.

    >>> clean("AT&amp;T\r\nhired\x00 <b>two</b>\u00a0men")
    'AT&T\nhired two men'
    """
    return unicodedata.normalize("NFC", _plain_spaces(resolve_markup(scrub(mend(text)))))


def mend(text: str) -> str:
    r"""`text` with mojibake undone, line by line, where a line shows what it must have been.

    Mojibake is text that was decoded in one encoding too many. ftfy takes a line for it only where
    it is far likelier so than as it stands; where a byte was lost it stays, since a guess would
    be shown as the wording of the text.

    >>> mend("Müller’s â€œplanâ€\x9d"), mend("SÃO PAULO")
    ('Müller’s “plan”', 'SÃO PAULO')
    """
    if text.isascii():
        return text
    from ftfy import TextFixerConfig, fix_encoding

    sure = TextFixerConfig(replace_lossy_sequences=False, fix_c1_controls=False)
    return "\n".join(
        line if line.isascii() else fix_encoding(line, sure) for line in text.split("\n")
    )


def scrub(text: str) -> str:
    r"""`text` without terminal escapes and control characters; lone surrogates become U+FFFD.

    >>> scrub("\x1b[31mred\x1b[0m \ud800")
    'red �'
    """
    text = _LINE_ENDS.sub("\n", text).replace("\u2029", "\n\n")
    text = _SCRUBBED.sub("", _ESCAPES.sub("", text))
    return _SURROGATES.sub("\ufffd", text)


def resolve_markup(text: str) -> str:
    """`text` with entities and stray tags resolved, when it clearly was taken from HTML.

    A text is taken for escaped HTML when it has entities, and at least as many as it has bare
    ampersands. Tags go when one of them closes, breaks a line or has attributes; `<ACME>` and
    `<script>` are no such tags and stay as text.

    >>> resolve_markup("R&amp;D &lt;b&gt;of&lt;/b&gt; Brno"), resolve_markup("a <b> c & d")
    ('R&D of Brno', 'a <b> c & d')
    """
    for _ in range(2):  # feeds escape twice: &amp;quot;
        entities = len(_ENTITY.findall(text))
        if not entities or entities < len(_BARE_AMPERSAND.findall(text)):
            break
        text = _ENTITY.sub(lambda m: html.unescape(m.group()), text)
    if _CLEARLY_MARKUP.search(text):
        text = _TAG.sub(lambda m: "\n" if m.group(1) else "", text)
    return scrub(text)


def readable(text: str) -> str:
    r"""`text` as the pipeline reads it best, character for character of the same length.

    A lost apostrophe is put back where only one can have stood, another U+FFFD that stands alone
    becomes a dash, and lone surrogates, which the pipeline cannot take, become U+FFFD.

    >>> readable("Weren\ufffdt they in Homs \ufffd a city?")
    "Weren't they in Homs - a city?"
    """
    if text.isascii():
        return text
    text = _SURROGATES.sub("\ufffd", text)
    if "\ufffd" in text:
        text = _LOST_DASH.sub("-", _LOST_APOSTROPHE.sub("'", text))
    return text


def _plain_spaces(text: str) -> str:
    return _SPACES.sub(" ", text)
