"""Examples -> a Recogniser.

Everything is cross-fitted: the examples are parted into folds (kg.learning.dataset), and whatever
one stage learns from is what the stages before it (kg.learning.stages), and the memory of names,
say of examples they did not see; so the last one (kg.learning.trials) learns how often they are
right.

Examples that name one fact of a sentence say nothing about the others (kg.learning.examples):
candidates that they do not name count little, and a part of them stands for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kg.learning.dataset import WANTED, Dataset, dataset, refuse_too_few, usable
from kg.learning.examples import Example
from kg.learning.familiarity import least_share
from kg.learning.memory import Memory
from kg.learning.passages import Passage
from kg.learning.proposals import Known
from kg.learning.recogniser import Recogniser
from kg.learning.stages import span_model, subject_model, text_model, wording_counts
from kg.learning.trials import EarlierStages, last_stage, trials_of
from kg.learning.wanted import Wanted

_SILENT = 0.5
"""How much an example that names one fact says of a relation that no example names."""


def train(
    relations: Sequence[Wanted],
    examples: Sequence[Example],
    passages: Sequence[Passage],
    made_from: Mapping[str, Any],
) -> Recogniser:
    """A model of the relations, learnt from examples and their parsed texts.

    Raises InputError where no relation has enough examples.
    """
    data = dataset(relations, examples, passages)
    refuse_too_few(data)
    spans, span_scores = span_model(data)
    texts, text_odds = text_model(data)
    subjects, subject_folds = subject_model(data, span_scores)
    counts = Counter(fact.relation for facts in data.facts for fact in facts)
    numbers = [counts[wanted.label] for wanted in relations]
    wordings = [wording_counts(data, without=k) for k in range(data.count)]
    made = EarlierStages(span_scores, text_odds, subject_folds, wordings, numbers)
    trials = [trial for i in range(len(data.scenes)) for trial in trials_of(data, i, made)]
    told, threshold = last_stage(data, trials)
    memory = Memory(fact for facts in data.facts for fact in facts)
    counted = data.subjects_of(None), numbers, data.families
    sentences = float(np.where(data.complete, 1.0, _SILENT).sum())
    known = Known(relations, memory, wording_counts(data), *counted, sentences)
    made_from = {**made_from, **_found(data, numbers)}
    familiar = least_share(passages, data.groups.tolist(), data.folds.tolist())
    longest = max(len(set(passage.sentences)) for passage in passages)
    last = told, threshold
    return Recogniser(known, spans, texts, subjects, *last, familiar, longest, made_from)


def _found(data: Dataset, numbers: Sequence[int]) -> dict[str, Any]:
    """What there was to learn from, for who reads the model and for who made the examples."""
    counts = usable(data.aligned)
    facts = [found for row in data.aligned for found in row]
    return {
        "facts": len(facts),
        "without_object": sum(not found.objects for found in facts),
        "without_subject": sum(bool(found.objects) and not found.subjects for found in facts),
        "too_few": {
            wanted.label: counts[wanted.label]
            for wanted, number in zip(data.relations, numbers, strict=True)
            if number and counts[wanted.label] < WANTED
        },
        "no_examples": [w.label for w, n in zip(data.relations, numbers, strict=True) if not n],
    }
