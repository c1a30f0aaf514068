"""The files that pages load: a fixed few by name, so that no address leads anywhere else."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Asset:
    """A file with its media type and the tag by which a browser knows its own copy."""

    content: bytes
    media_type: str
    tag: str


_PLACES: Mapping[str, tuple[str, str]] = {
    "style.css": ("kg.server", "static/style.css"),
    "sparql.js": ("kg.server", "static/sparql.js"),
    "yasgui.min.css": ("kg.views", "vendor/yasgui.min.css"),
    "yasgui.min.js": ("kg.views", "vendor/yasgui.min.js"),
}
_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@cache
def asset(name: str) -> Asset | None:
    """The file of that name, or None. Pointers to source maps, which are not here, are cut off."""
    if name not in _PLACES:
        return None
    package, path = _PLACES[name]
    text = (files(package) / path).read_text(encoding="utf-8")
    content = text.partition("\n//# sourceMappingURL")[0].encode()
    return Asset(content, _TYPES[name.rpartition(".")[2]], tag(content))


def tag(content: bytes) -> str:
    """An entity tag: the same for the same bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'
