"""The page: template, style, script, vis-network and data put together in one string.

The content policy stands in a meta element before everything it governs. It admits the two
scripts by the hash of their text, styles (vis-network sets some on its elements), pictures made in
the page, and nothing else, so that even a name that found its way into markup could neither run
nor load anything.
"""

from __future__ import annotations

import base64
import difflib
import hashlib
import html
import re
from functools import cache
from importlib.resources import files

from kg.errors import UnknownNameError
from kg.model import Subgraph
from kg.views.payload import as_json, payload

SCRIPTS = (
    "dom",
    "glyphs",
    "model",
    "state",
    "scene",
    "labels",
    "painters",
    "canvas",
    "evidence",
    "panel",
    "legend",
    "timeline",
    "search",
    "table",
    "main",
)
"""The parts of the page's script, in the order in which they are joined to one function."""
SERVED_SCRIPTS = (*SCRIPTS[:-1], "served", SCRIPTS[-1])
TITLE = re.compile(r"<title>([^<]*)</title>")
DATA = re.compile(r'<script type="application/json" id="data">([^<]*)</script>')
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?s:.*?)\*/)[ \t]*$", re.MULTILINE)
"""A comment that has its lines to itself."""


def render(subgraph: Subgraph, *, focus: str | None = None, title: str = "Knowledge graph") -> str:
    """One offline HTML page of a subgraph, to be written as UTF-8.

    `focus` is the id or a name of the entity to begin with. Raises UnknownNameError when the
    subgraph has no such entity.
    """
    wanted = None if focus is None else _find(subgraph, focus)
    shown = html.escape(title.encode("utf-8", "replace").decode().replace("\0", ""))
    return _page(shown, as_json(payload(subgraph, wanted, title)), SCRIPTS)


def served(page: str, api: str) -> str:
    """A page as the server of its graph hands it out.

    It asks the JSON interface at `api`, a path on that server, for what it does not hold.
    """
    title, data = TITLE.search(page), DATA.search(page)
    if not title or not data:
        raise ValueError("This is no page that was rendered here.")
    told = f'{{"api":{as_json(api)},{data[1].removeprefix("{")}'
    return _page(title[1], told, SERVED_SCRIPTS, "; connect-src 'self'")


def _page(title: str, data: str, scripts: tuple[str, ...], leave: str = "") -> str:
    """The page around its data; `leave` is what its policy allows beyond that of a file."""
    vendor, script = _vendor(), _script(scripts)
    parts = {
        "policy": _policy(vendor, script) + leave,
        "title": title,
        "style": _lean("style.css"),
        "data": data,
        "vendor": vendor,
        "script": script,
    }
    page = _read("template.html")
    pieces = page.split("{{")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        filled += [parts[name], rest]
    return "".join(filled)


def _find(subgraph: Subgraph, name: str) -> str:
    """The id of the entity that `name` is the id, the name or an alias of."""
    if name in subgraph.entities:
        return name
    named: dict[str, str] = {}
    for entity in sorted(subgraph.entities.values(), key=lambda entity: entity.id):
        for alias in (entity.name, *entity.aliases):
            named.setdefault(alias.casefold(), entity.id)
    if name.casefold() in named:
        return named[name.casefold()]
    near = difflib.get_close_matches(name.casefold(), sorted(named), n=3)
    hints = list(dict.fromkeys(subgraph.entities[named[alias]].name for alias in near))
    hint = f" Near it: {', '.join(hints)}." if hints else ""
    raise UnknownNameError(f"The view cannot focus on {name!r}: no such entity.{hint}", hints)


@cache
def _read(name: str) -> str:
    return (files("kg.views") / name).read_text(encoding="utf-8")


@cache
def _script(names: tuple[str, ...]) -> str:
    """The page's own script: its parts in one strict function, so that they leave no globals."""
    parts = "\n".join(_lean(f"script/{name}.js") for name in names)
    return f'(() => {{\n"use strict";\n{parts}\n}})();'


def _lean(name: str) -> str:
    """A file of our own without indentation, empty lines and comments.

    They are a quarter of its size. No string of script or style runs over a line's end.
    """
    lines = (line.strip() for line in COMMENT.sub("", _read(name)).splitlines())
    return "\n".join(line for line in lines if line)


@cache
def _vendor() -> str:
    """vis-network without the pointer to its source map, which developer tools would ask for."""
    return _read("vendor/vis-network.min.js").partition("//# sourceMappingURL")[0]


def _policy(*scripts: str) -> str:
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
