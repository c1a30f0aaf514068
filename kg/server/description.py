"""The JSON interface described by OpenAPI 3.1, for programs that make clients of it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from kg import __version__


@cache
def openapi() -> dict[str, Any]:
    """The description, with the version of the package as that of the interface."""
    text = (files("kg.server") / "openapi.json").read_text(encoding="utf-8")
    told: dict[str, Any] = json.loads(text)
    told["info"]["version"] = __version__
    return told
