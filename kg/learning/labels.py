"""What kind of thing a candidate is, as far as its label and its forms tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.learning.candidates import Span
from kg.learning.features import head
from kg.learning.passages import Passage

_KINDS: Mapping[str, str] = {
    "PERSON": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organisation",
    "NORP": "people",
    "LANGUAGE": "language",
    "DATE": "date",
    "EVENT": "event",
    "WORK_OF_ART": "work",
}


def kind(passage: Passage, span: Span, forms: Iterable[str]) -> str:
    """What kind of thing a candidate is: date, number, a kind of name, or "" where unknown."""
    found = set(forms)
    if "Y-M-D" in found or "D B Y" in found:
        return "date"
    if "integer" in found or "decimal" in found:
        return "number"
    return _KINDS.get(passage.labels[head(passage, span)], "")
