"""Pages for people: templates filled with what `reading` tells. Jinja escapes every value."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from kg.server.reading import Json

SPARQL_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""YASGUI sets styles in markup that it makes."""

_META_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


def page(template: str, **values: Any) -> str:
    """A page from a template of this package."""
    return _environment().get_template(f"{template}.html").render(**values)


def view_policy(view: str) -> str:
    """The content policy of the interactive view, which stands in it, as a header can say it."""
    found = _META_POLICY.search(view[:4096])
    inner = html.unescape(found[1]) if found else "default-src 'none'"
    return f"{inner}; frame-ancestors 'none'"


def facts(said: Json, about: str | None = None) -> list[Json]:
    """Statements that say the same of the same, put together with all their evidence."""

    def key(row: Json) -> tuple[str, ...]:
        parts = (row["subject"], row["property"], row["relation"], row["object"], row["value"])
        return tuple(part or "" for part in parts)

    def order(row: Json) -> tuple[bool, tuple[str, ...]]:
        return row["subject"] != about, key(row)

    grouped = groupby(sorted(said["statements"], key=order), key)
    return [{"evidence": rows, **rows[0]} for rows in (list(rows) for _, rows in grouped)]


def marked(statement: Json) -> Iterator[tuple[str, str]]:
    """The statement's sentence in pieces, each with the part that it plays, or none."""
    sentence = statement["sentence"]
    text, start = sentence["text"], sentence["start"]
    spans = sorted(
        (max(0, span[0] - start), min(len(text), span[1] - start), role)
        for role, span in statement["spans"].items()
        if span
    )
    at = 0
    for begin, end, role in spans:
        if at <= begin < end:
            yield text[at:begin], ""
            yield text[begin:end], role
            at = end
    yield text[at:], ""


def _segment(text: str) -> str:
    """Text as one segment of an address."""
    return quote(text, safe="")


def _web(address: str | None) -> str | None:
    """An address that is safe to link to, or None."""
    return address if address and re.match(r"https?://", address, re.IGNORECASE) else None


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("kg.server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"segment": _segment, "web": _web, "marked": marked}
    return made
