"""Without examples: an ontology's words alone.

The weights stand here since there is nothing to learn them from. They are round numbers in the
order in which evidence counts: the property's words near the object and above it in the tree, the
kind of thing its range asks for, and that the best candidate of a relation is the one meant.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kg.learning.memory import Memory
from kg.learning.proposals import BY_WORDS, Known, SubjectModel
from kg.learning.recogniser import LastStage, Recogniser
from kg.learning.vocabulary import Vocabulary
from kg.learning.wanted import Wanted
from kg.learning.wording import Wording

_WHOLE, _FITS, _UNFIT = 1.5, 0.5, -1.0
_GUESS, _BEHIND, _OVER = 0.5, 2.5, 1.0
_BASE = -5.0
_THRESHOLD = 0.15


def untaught(relations: Sequence[Wanted]) -> Recogniser:
    """A recogniser that goes by the names, domains and ranges of the relations."""
    none = Vocabulary(["bias"])
    width = len(relations)
    words = [0.0] * len(BY_WORDS)
    row = [_WHOLE, *words, _FITS, _UNFIT, _GUESS, _BEHIND, _OVER, *[0.0] * 6, 0.0, 0.0, _BASE]
    stage = LastStage(np.zeros(len(row)), np.ones(len(row)), np.array(row))
    known = Known(relations, Memory(), Wording(), [0] * width, [0] * width)
    return Recogniser(
        known,
        (none, np.zeros((1, width + 1))),
        (none, np.zeros((1, width))),
        SubjectModel(none, np.array([0.0, 0.0, 1.0, 2.0])),
        LastStage(np.zeros(1), np.ones(1), np.zeros(1)),
        np.zeros(width),
        stage,
        _THRESHOLD,
        0.0,
        {},
    )
