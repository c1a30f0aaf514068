"""Turns the sentences of documents into a knowledge graph whose every edge shows its evidence.

>>> import kg
>>> kg.__version__
'0.1.0'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.api import KnowledgeGraph, Settings, build, diff, extract, open_graph
    from kg.engines import Workforce
    from kg.narrowing import Choice
    from kg.readers import Fields, Intake

__version__ = "0.1.0"

__all__ = [
    "Choice",
    "Fields",
    "Intake",
    "KnowledgeGraph",
    "Settings",
    "Workforce",
    "build",
    "diff",
    "extract",
    "open_graph",
]

_HOMES = {
    "Choice": "kg.narrowing",
    "Fields": "kg.readers",
    "Intake": "kg.readers",
    "Workforce": "kg.engines",
}


def __getattr__(name: str) -> Any:
    """Load the public names when they are first asked for."""
    if name in __all__:
        return getattr(import_module(_HOMES.get(name, "kg.api")), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
