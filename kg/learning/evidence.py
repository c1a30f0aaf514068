"""How far the words of each relation speak for each candidate as its object."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.learning.cues import KINDS, WAYS, CueIndex, Marks
from kg.learning.layout import Layout, last_roots, measures, prepositions, ways

_OUT_OF = {
    "cue": ("words", "sentence"),
    "own cue": ("own", "sentence"),
    "cue next": ("words", "next"),
    "cue near": ("words", "near"),
    "cue not far": ("words", "far"),
    "cue before": ("words", "before"),
    "cue after": ("words", "after"),
    "cue above": ("words", "above"),
    "cue governs": ("words", "governor"),
    "own cue governs": ("own", "governor"),
    "cue beside": ("words", "beside"),
    "own cue inside": ("own", "inside"),
    "phrase leads": ("phrases", "lead"),
    "phrase above": ("phrases", "above"),
    "phrase before": ("phrases", "closely before"),
}
"""Features that say whether one of some cues is among some tokens."""

_BOUNDS = ("inner", "cut left", "entity", "crossing", "short", "named")

FEATURES = (
    *_OUT_OF,
    "share of own cues",
    "all own cues",
    "preposition",
    "other preposition",
    "fits",
    "unfit",
    "unit",
    "other unit",
    *(f"way: {way}" for way in WAYS),
    "unknown property",
    "named as its class",
    "class: plain",
    "class: people",
    "class: numbered",
    "class: before predicate",
    "class: predicate",
    "cut right",
    *_BOUNDS,
    "whole",
    "likely subject",
    "number",
    "date",
    "topic",
)
"""What is known of a relation and a candidate as its object; the last of the candidate alone."""


def evidence(found: Layout, marks: Marks, index: CueIndex) -> NDArray[np.float64]:
    """The features of all relations and candidates: (relations, candidates, features)."""
    made = _cued(found, marks) | _kinds(found, index) | _classes(found, index) | _alone(found)
    covered, patterns, led = _covered(found, marks, index), ways(found), prepositions(found)
    known = np.greater(index.preps.max(axis=1), 0)[:, None]
    right = index.preps @ led.T
    made |= {f"way: {w}": np.outer(index.ways[:, i], patterns[:, i]) for i, w in enumerate(WAYS)}
    made |= {
        "share of own cues": covered,
        "all own cues": covered >= 1,
        "preposition": right,
        "other preposition": known & led.any(axis=1) & (right == 0),
        "unknown property": ~known,
    }
    out = np.empty((len(index), len(found.first), len(FEATURES)))
    for i, name in enumerate(FEATURES):
        out[:, :, i] = made[name]
    return out


def is_told(features: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which relations and candidates have a cue or a pattern at all."""
    columns = [i for i, name in enumerate(FEATURES) if name in _TELLING]
    told: NDArray[np.bool_] = np.any(features[:, :, columns], axis=2)
    return told


_TELLING = {"cue", "phrase leads", "phrase above", "phrase before", *(f"way: {w}" for w in WAYS)}


def _cued(found: Layout, marks: Marks) -> dict[str, NDArray[Any]]:
    cues = {"own": marks.own, "words": marks.words, "phrases": marks.phrases}
    return {name: (cues[of] @ found.masks[at].T) > 0 for name, (of, at) in _OUT_OF.items()}


def _covered(found: Layout, marks: Marks, index: CueIndex) -> NDArray[np.float64]:
    """The share of a relation's own roots that the sentence has outside of the candidate."""
    covered = np.zeros((len(index), len(found.first)))
    for relations, tokens in marks.covers:
        covered[list(relations)] += found.masks["sentence"][:, list(tokens)].max(axis=1)
    covered /= index.sizes[:, None]
    return covered


def _kinds(found: Layout, index: CueIndex) -> dict[str, NDArray[Any]]:
    fits = index.fits[:, found.kinds]
    held = measures(found)
    right = index.units @ held.T
    wanted = index.units.max(axis=1)[:, None] > 0
    lasts = np.array(last_roots(found))
    ends = np.array([c.ends[1] for c in index.cues])
    return {
        "fits": fits > 0,
        "unfit": fits < 0,
        "unit": right > 0,
        "other unit": wanted & held.any(axis=1) & (right == 0),
        "named as its class": (ends[:, None] == lasts[None, :]) & (ends != "")[:, None],
    }


def _classes(found: Layout, index: CueIndex) -> dict[str, NDArray[Any]]:
    """Whether a common noun, wanted as object, is a whole phrase without what is no part of it."""
    is_class, bounds = index.is_class, found.bounds
    modifier, predicate = index.ways[:, WAYS.index("modifier")], index.ways[:, WAYS.index("is")]
    return {
        "class: plain": np.outer(is_class, bounds["plain"]),
        "class: people": np.outer(is_class, bounds["people"]),
        "class: numbered": np.outer(is_class, bounds["numbered"]),
        "class: before predicate": np.outer(is_class * modifier, bounds["before predicate"]),
        "class: predicate": np.outer(is_class * predicate, bounds["predicate"]),
        "cut right": np.outer(1.0 - is_class, bounds["cut right"]),
    }


def _alone(found: Layout) -> dict[str, NDArray[Any]]:
    """What a candidate is, whatever the relation."""
    scene = found.scene
    return {
        **{name: found.bounds[name] for name in _BOUNDS},
        "whole": np.array(scene.whole),
        "likely subject": scene.likely / 3,
        "number": found.kinds == KINDS.index("number"),
        "date": found.kinds == KINDS.index("date"),
        "topic": found.overlap[int(np.argmax(scene.likely))],
    }
