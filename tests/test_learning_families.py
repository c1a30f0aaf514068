"""Relations that are told of the same things (kg.learning.families)."""

from __future__ import annotations

import time

import numpy as np

from kg.learning import signs
from kg.learning.examples import Fact
from kg.learning.families import NONE, families


def _text(**subjects):
    """The facts of a sentence: of each relation, who is its subject."""
    return [Fact(subject, relation, "x") for relation, subject in subjects.items()]


def test_relations_that_share_their_subject_are_of_one_family():
    texts = [_text(born="Ann", height="Ann", capital="Peru", currency="Peru")] * 3
    labels = ["born", "capital", "colour", "currency", "height"]
    assert families(texts, labels) == [0, 1, 2, 1, 0]


def test_a_family_joins_by_the_sums_of_its_relations():
    """Height and team are told together just once, but team and born often enough for both.

    Of born and height with team: shared 4 of 5, (4 + .5) / (5 + 1.5) = .69, which is enough.
    """
    texts = [
        *[_text(born="Ann", height="Ann")] * 6,
        *[_text(born="Ann", team="Ann")] * 4,
        _text(height="Ann", team="Reds"),
    ]
    assert families(texts, ["born", "height", "team"]) == [0, 0, 0]


def test_a_family_is_not_joined_where_its_relations_together_say_no():
    """Born and team alone share 2 of 2, (2.5 / 3.5 = .71); with height it is 2 of 5, .38."""
    texts = [
        *[_text(born="Ann", height="Ann")] * 6,
        *[_text(born="Ann", team="Ann")] * 2,
        *[_text(height="Ann", team="Reds")] * 3,
    ]
    assert families(texts, ["born", "height", "team"]) == [0, 0, 1]


def test_one_sentence_is_too_little_to_tell():
    assert families([_text(born="Ann", team="Ann")], ["born", "team"]) == [0, 1]


def test_without_sentences_of_two_relations_there_are_no_families():
    assert families([_text(born="Ann")], ["born", "team"]) == [NONE, NONE]


def test_a_thousand_relations_are_joined_at_once():
    labels = [f"r{i}" for i in range(1000)]
    pairs = zip(labels[::2], labels[1::2], strict=True)
    texts = [_text(**{a: "s", b: "s"}) for a, b in pairs for _ in range(3)]
    begun = time.process_time()
    assert families(texts, labels) == [i // 2 for i in range(1000)]
    assert time.process_time() - begun < 10


def test_a_relation_is_seen_beside_the_best_of_the_others():
    spans = np.array([[1.0, -2.0, -1.0], [2.0, -3.0, -1.0]])
    rows = signs.of_relations(np.array([0.5, 3.0, 2.0]), spans)
    assert rows == [[2.0, 2.0, 2.0, 3.0], [-2.0, 0.0, 0.0, 2.0], [-1.0, 0.0, 1.0, 3.0]]
    assert [row[3] for row in signs.of_relations(np.array([1.0, 1.0]), spans[:, :2])] == [1.0, 1.0]
    assert signs.of_relations(np.array([1.0]), spans[:, :1]) == [[2.0, 2.0, 0.0, -9.0]]
