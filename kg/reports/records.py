"""What commands tell, as JSON for programs: one object a command, on one line.

A statement is told as `kg export --format facts` tells it. Everything is UTF-8; characters that a
terminal would obey are escaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from kg.export.lines import fact_record
from kg.model import Subgraph
from kg.reports.entities import sections

if TYPE_CHECKING:
    from kg.analysis import Path, Summary
    from kg.api import Member
    from kg.explanation import Explanation
    from kg.merges import Merge

_OBEYED = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Control characters and turns of direction; JSON itself escapes those before the space."""


def as_json(value: object) -> bytes:
    r"""A value as JSON on a line of its own.

    >>> as_json({"name": "Zoë\x9b2J"})
    b'{"name": "Zo\xc3\xab\\u009b2J"}\n'
    """
    text = json.dumps(value, ensure_ascii=False)
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode() + b"\n"


def entity_json(about: Subgraph, entity_id: str) -> bytes:
    """An entity with its statements by the part that it has in them."""
    entity = about.entities[entity_id]
    stating = {(said.document, said.sentence) for said in about.statements}
    told: dict[str, object] = {
        "id": entity.id,
        "name": entity.name,
        "type": entity.type,
        "aliases": entity.aliases,
        "same_as": entity.same_as,
    }
    found = sections(about, entity_id)
    for heading in ("as subject", "as object", "as speaker"):
        told[heading.replace(" ", "_")] = tuple(
            fact_record(said, about) for said in found.get(heading, ())
        )
    told["mentioned_besides"] = tuple(
        {"document": place[0], "start": place[1], "sentence": text}
        for place, text in about.sentences.items()
        if place not in stating
    )
    return as_json(told)


def path_json(found: Path | None, whole: Subgraph) -> bytes:
    """The steps of a path as statements; null where there is none."""
    if found is None:
        return as_json(None)
    return as_json(
        {
            "start": found.start.id,
            "end": found.end.id,
            "steps": [
                fact_record(step.statement, whole) | {"others": step.others} for step in found.steps
            ],
        }
    )


def stats_json(told: Summary) -> bytes:
    """The figures of a graph."""
    return as_json(asdict(told))


def documents_json(found: Iterable[Member]) -> bytes:
    """A list of documents without their text."""
    return as_json([_member(one) for one in found])


def _member(one: Member) -> Mapping[str, object]:
    told = one.document
    names = ("id", "title", "date", "author", "source", "url")
    known = {name: getattr(told, name) for name in names}
    return known | {"statements": one.statements, "built": one.built, "files": one.files}


def merges_json(found: Iterable[Merge]) -> bytes:
    """A list of merges."""
    return as_json([asdict(merge) for merge in found])


def explanation_json(told: Explanation, whole: Subgraph) -> bytes:
    """Why a statement is in the graph."""
    parts = asdict(told)
    return as_json(
        {
            "statement": fact_record(told.statement, whole),
            "status": told.statement.status,
            "rule": {"name": told.statement.rule} | parts["rule"],
            "parts": parts["parts"],
            "cues": parts["cues"],
        }
    )
