"""Lines of examples -> sentences with the facts that they state.

Two kinds of line are read:

    {"text": …, "triples": [{"sub": …, "rel": …, "obj": …}, …]}     all facts of the sentence
    {"text": …, "sub_label": …, "rel_label": …, "obj_label": …}       one of them

What a line of the second kind does not name may still be there: it is no evidence that the
sentence says nothing else. `sent` may stand for `text`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from kg.errors import InputError
from kg.learning.wanted import Naming
from kg.readers.cleaning import mend, scrub

_TEXT_FIELDS = ("sent", "text", "sentence")


class Fact(NamedTuple):
    """What an example says that its sentence states; `relation` is a property's label."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence and its facts; `complete` says that it states no others of the ontology."""

    text: str
    facts: tuple[Fact, ...]
    complete: bool


@dataclass(slots=True)
class Examples:
    """The examples of a file, one a sentence, and by reason what was left out."""

    examples: list[Example]
    left_out: Counter[str] = field(default_factory=Counter)


def read_examples(path: Path, naming: Naming) -> Examples:
    """The examples of a file of JSON lines.

    Facts of one sentence on several lines come together. Raises InputError where the file cannot
    be read, a line is no example, or nothing in it is about a property of the ontology.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 (byte {error.start}); save it as UTF-8.") from error
    found = Examples([])
    rows = [_row(f"{path}, line {n}", line) for n, line in enumerate(lines, 1) if line.strip()]
    found.examples.extend(_together(_example(row, naming, found.left_out) for row in rows))
    if not any(example.facts for example in found.examples):
        raise InputError(_nothing(path, found.left_out))
    return found


def _nothing(path: Path, left_out: Mapping[str, int]) -> str:
    why = "; ".join(f"{reason} ({count})" for reason, count in sorted(left_out.items()))
    return (
        f"{path} has no example of the ontology's properties{': ' + why if why else ''}. A line is "
        '{"text": "…", "triples": [{"sub": "…", "rel": "a property\'s label", "obj": "…"}]}.'
    )


def _row(where: str, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where} is no JSON: {_fault(error)}.") from error
    if not isinstance(row, dict) or not any(isinstance(row.get(f), str) for f in _TEXT_FIELDS):
        raise InputError(f'{where} has no sentence: give it as "sent" or "text".')
    told = row.get("triples", [])
    whole = isinstance(told, list) and all(_is_triple(t) for t in told)
    single = "triples" in row or all(isinstance(row.get(f), str) for f in _SINGLE)
    if not (whole and single):
        raise InputError(
            f'{where} has no facts: give "triples", each with "sub", "rel" and "obj", or '
            '"sub_label", "rel_label" and "obj_label".'
        )
    return row


def _fault(error: Exception) -> str:
    """What is wrong with a line, whose number in the file is told already."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at column {error.colno}"
    return str(error)


_ENDS = ("sub", "rel", "obj")
_SINGLE = ("sub_label", "rel_label", "obj_label")


def _is_triple(told: object) -> bool:
    return isinstance(told, dict) and all(isinstance(told.get(end), str) for end in _ENDS)


def _example(row: Mapping[str, Any], naming: Naming, left_out: Counter[str]) -> Example:
    text = next(row[f] for f in _TEXT_FIELDS if isinstance(row.get(f), str))
    complete = "triples" in row
    told: list[dict[str, str]] = row["triples"] if complete else [_single(row)]
    facts = []
    for triple in told:
        label = naming.label(triple["rel"])
        if label is None:
            left_out[f"the ontology has no property {triple['rel']!r}"] += 1
        else:
            facts.append(Fact(triple["sub"].strip(), label, triple["obj"].strip()))
    return Example(scrub(mend(text)), tuple(facts), complete)


def _single(row: Mapping[str, Any]) -> dict[str, str]:
    """The one fact of a line, as it stands in a list."""
    return {end: row[name] for end, name in zip(_ENDS, _SINGLE, strict=True)}


def _together(examples: Iterable[Example]) -> list[Example]:
    """One example a sentence, in the order of the first lines."""
    found: dict[str, Example] = {}
    for one in examples:
        other = found.get(one.text, one)
        facts = tuple(dict.fromkeys((*other.facts, *one.facts)))
        found[one.text] = Example(one.text, facts, other.complete and one.complete)
    return list(found.values())
