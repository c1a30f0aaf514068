"""What a shell offers where a name is wanted: entities of the graph, questions that have a name.

Entities are offered by id: letters, digits, `-` and `_`, which no shell takes for anything else. A
name may hold what zsh would run (`$(…)`), and comes from strangers. A shell asks while somebody
types, so a graph that is missing or damaged offers nothing and says nothing.
"""

from __future__ import annotations

from pathlib import Path

import typer

from kg.config import OUTPUT

_MOST = 60
"""Offers of one kind: a screenful, in columns."""


def entities(ctx: typer.Context, incomplete: str) -> list[str]:
    """Ids of entities that begin so."""
    from kg import retrieval
    from kg.errors import KgError
    from kg.stores.oxigraph import OxigraphStore

    folder = Path(ctx.params.get("graph") or OUTPUT)
    try:
        known = retrieval.read_entities(OxigraphStore.open(folder / "store"))
    except (KgError, OSError):
        return []
    return [name for name in known if name.startswith(incomplete)][:_MOST]


def questions(incomplete: str) -> list[tuple[str, str]]:
    """Names of the questions that begin so, with what they ask."""
    from kg import query

    told = query.questions().values()
    return [(q.name, q.description) for q in told if q.name.startswith(incomplete)]
