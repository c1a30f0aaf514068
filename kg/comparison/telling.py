"""A difference written down, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from kg.comparison import Difference, Fact
from kg.iris import prefixes


def as_text(found: Difference) -> str:
    """A heading and a line for each change; the empty string where there is none."""
    return "".join(f"{line}\n" for line in _lines(found))


def as_json(found: Difference) -> str:
    """One JSON object, on one line; entities by their IRIs."""
    return json.dumps(_record(found), ensure_ascii=False) + "\n"


def _lines(found: Difference) -> Iterator[str]:
    if found.base_iris[0] != found.base_iris[1]:
        yield "base IRI: {} -> {}".format(*found.base_iris)
    yield from _listed("documents added", found.documents_added)
    yield from _listed("documents gone", found.documents_gone)
    renamed = [f"{old} -> {new}" for old, new in sorted(found.documents_renamed.items())]
    yield from _listed("documents renamed", renamed)
    yield from _listed(
        "entities renamed",
        [f"{r.old} -> {r.new}{' (merged)' if r.merged else ''}" for r in found.renamed],
    )
    yield from _listed("facts added", [f"+ {f}  [{_told(f)}]" for f in found.added])
    yield from _listed("facts gone", [f"- {f}  [{_told(f)}]" for f in found.gone])
    yield from _listed(
        "facts changed in status",
        [f"~ {now}  [{_told(was)} -> {_told(now)}]" for was, now in found.changed],
    )


def _told(fact: Fact) -> str:
    return "; ".join(fact.statuses)


def _listed(heading: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"{heading}: {len(lines)}"
        yield from (f"  {line}" for line in lines)


def _record(found: Difference) -> Mapping[str, object]:
    old, new = (prefixes(base)["ent"] for base in found.base_iris)
    return {
        "same": not found,
        "base_iri": dict(zip(("old", "new"), found.base_iris, strict=True)),
        "documents_added": found.documents_added,
        "documents_gone": found.documents_gone,
        "documents_renamed": [
            {"old": before, "new": now} for before, now in sorted(found.documents_renamed.items())
        ],
        "entities_renamed": [
            {
                "old": old + each.old,
                "new": new + each.new,
                "old_name": each.old_name,
                "new_name": each.new_name,
                "merged": each.merged,
            }
            for each in found.renamed
        ],
        "facts_added": [_as_record(fact) for fact in found.added],
        "facts_gone": [_as_record(fact) for fact in found.gone],
        "facts_changed": [
            {**_as_record(now), "old_statuses": was.statuses} for was, now in found.changed
        ],
    }


def _as_record(fact: Fact) -> Mapping[str, object]:
    return {name: getattr(fact, name) for name in Fact.__slots__}
