"""Markdown with front matter -> its text, one line a paragraph, heading, list item or cell row.

The text is what a reader of the rendered page would see: emphasis and link targets go, images
and code blocks go whole. A table becomes rows of cells set apart by tabs, as in plain text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kg.readers import METADATA_FIELDS, Reading
from kg.readers.cleaning import scrub
from kg.readers.decoding import decode

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_PLAIN_ENTRY = re.compile(r"^(\w+)[ \t]*[:=][ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
_ENTRIES = re.compile(r"(?:---|\+\+\+)[ \t]*\n(?:\w+[ \t]*[:=](?:[ \t].*)?(?:\n|$))+")
_TOML_RULE = re.compile(r"^\+{3}[ \t]*$", re.MULTILINE)


def read(data: bytes) -> Iterator[Reading]:
    r"""The whole file as one text, with what its front matter says.

    >>> reading = next(read(b"---\ntitle: Tide\n---\nIt **rose**\nin [Brest](x.html)."))
    >>> reading.text, reading.metadata
    ('It rose in Brest.', {'title': 'Tide'})
    """
    decoded = decode(data)
    front, body, warnings = _split(scrub(decoded.text).lstrip("\n"))
    tokens = _parser().parse(body)
    heading = _first_heading(tokens)
    metadata = {"title": heading, **front} if heading else front
    yield Reading("\n".join(_lines(tokens)), metadata, (*decoded.warnings, *warnings))


def _split(source: str) -> tuple[Mapping[str, str], str, tuple[str, ...]]:
    """Front matter, body, and what to say about the front matter.

    It is YAML between two rules of dashes, or TOML between two of plus signs. What stands between
    two rules and is no mapping is text. Entries that cannot be read, most often for a colon in a
    title, are taken line by line; so are those that no second rule closes.
    """
    import yaml  # type: ignore[import-untyped]
    from frontmatter.default_handlers import YAMLHandler

    if source.startswith("+++\n"):
        return _split_toml(source)
    handler = YAMLHandler()
    if not handler.detect(source):
        return {}, source, ()
    if len(handler.FM_BOUNDARY.split(source, 2)) < 3:  # one rule alone
        return _split_unclosed(source)
    front, body = handler.split(source)
    try:
        values = handler.load(front)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at its line {mark.line}" if mark else ""
        warning = f"its front matter is not valid YAML{where}; taken line by line"
        return _fields(dict(_PLAIN_ENTRY.findall(front))), body, (warning,)
    if not isinstance(values, Mapping):
        return {}, body if values is None else source, ()
    return _fields(values), body, ()


def _split_toml(source: str) -> tuple[Mapping[str, str], str, tuple[str, ...]]:
    parts = _TOML_RULE.split(source, maxsplit=2)
    if len(parts) < 3:
        return _split_unclosed(source)
    _, front, body = parts
    try:
        return _fields(tomllib.loads(front)), body, ()
    except tomllib.TOMLDecodeError as error:
        warning = f"its front matter is not valid TOML ({error}); taken line by line"
        return _fields(dict(_PLAIN_ENTRY.findall(front))), body, (warning,)


def _split_unclosed(source: str) -> tuple[Mapping[str, str], str, tuple[str, ...]]:
    """Front matter that no second rule closes: the entries right below the first."""
    entries = _ENTRIES.match(source)
    found = _fields(dict(_PLAIN_ENTRY.findall(entries.group()))) if entries else {}
    if not entries or not found:
        return {}, source, ()
    warning = (
        "no second rule closes its front matter; taken to end at the first line that is no entry"
    )
    return found, source[entries.end() :], (warning,)


def _fields(values: Mapping[Any, Any]) -> dict[str, str]:
    """The entries that METADATA_FIELDS knows, as strings; lists are joined by commas."""
    found: dict[str, str] = {}
    for key, value in values.items():
        name = str(key).lower()
        parts = value if isinstance(value, list) else [value]
        plain = [str(part) for part in parts if isinstance(part, str | int | float | date)]
        if name in METADATA_FIELDS and plain:
            found[name] = ", ".join(plain).strip("\"'")
    return found


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables; indented lines are text, since in prose they seldom are code."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").disable("code")


def _first_heading(tokens: Sequence[Token]) -> str | None:
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            return _inline(following) if token.tag == "h1" else None
    return None


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    cells: list[str] | None = None
    for token in tokens:
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close" and cells is not None:
            yield "\t".join(cells)
            cells = None
        elif token.type == "inline" and cells is not None:
            cells.append(" ".join(_inline(token).split()))
        elif token.type == "inline":
            yield _inline(token)
        elif token.type == "html_block":
            yield token.content


def _inline(token: Token) -> str:
    """The text of an inline token; images are left out, as their text is a caption."""
    return "".join(map(_shown, token.children or ()))


def _shown(child: Token) -> str:
    if child.type in {"text", "code_inline", "html_inline"}:
        return child.content
    return {"softbreak": " ", "hardbreak": "\n"}.get(child.type, "")
