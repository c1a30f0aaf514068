"""A passage with all that is known of its candidates before any model looks at them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.learning import labels
from kg.learning.candidates import Span, spans
from kg.learning.features import likely_subject, span_features, text_features, wholeness
from kg.learning.memory import Memory
from kg.learning.passages import Passage
from kg.learning.recurrence import recurrences
from kg.learning.values import forms, key


@dataclass(frozen=True, slots=True)
class Scene:
    """Candidates and what belongs to each, in columns of equal length.

    `forms` are the ways of writing each span, `taught` what examples say of its name, `kinds` what
    kind of thing it is; `whole` and `likely` are scores (`kg.learning.features`); `said` tells
    whether it is named again (`kg.learning.recurrence`).
    """

    passage: Passage
    spans: tuple[Span, ...]
    forms: tuple[dict[str, str], ...]
    taught: tuple[frozenset[str], ...]
    kinds: tuple[str, ...]
    whole: tuple[float, ...]
    likely: NDArray[np.float64]
    said: tuple[frozenset[str], ...]

    def features(self) -> list[list[str]]:
        """The features of each candidate, each once."""
        pairs = zip(self.spans, self.taught, strict=True)
        return [list(dict.fromkeys(span_features(self.passage, s, t))) for s, t in pairs]

    def text_features(self) -> list[str]:
        """The features of the passage as a whole."""
        return text_features(self.passage)


def scene(passage: Passage, memory: Memory) -> Scene:
    """The candidates of a passage, those that the memory knows among them."""
    found = spans(passage, memory.labels)
    names = [key(passage.wording(*span)) for span in found]
    written = [_forms(passage, span, memory.label(n)) for span, n in zip(found, names, strict=True)]
    kinds = tuple(labels.kind(passage, s, w) for s, w in zip(found, written, strict=True))
    return Scene(
        passage,
        found,
        tuple(written),
        tuple(map(memory.taught, names)),
        kinds,
        tuple(wholeness(passage, span) for span in found),
        np.array([likely_subject(passage, s, k) for s, k in zip(found, kinds, strict=True)]),
        recurrences(passage, found),
    )


def _forms(passage: Passage, span: Span, known: str | None) -> dict[str, str]:
    found = forms(passage, span)
    return {**found, "known": known} if known else found
