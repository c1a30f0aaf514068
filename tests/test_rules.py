"""The table of rules: each has an example that makes it fire, and none is certain."""

import pytest

from kg.clauses.attachment import Attachment
from kg.clauses.rules import LEARNED, RULES


@pytest.mark.parametrize("name", sorted({*RULES} - {LEARNED}))
def test_every_example_shows_its_rule(triples, name):
    found = {t.rule: t for t in triples(RULES[name].example)}
    assert name in found
    assert found[name].confidence == RULES[name].confidence


def test_every_attachment_of_a_clause_has_a_rule():
    assert set(Attachment.__args__) <= set(RULES)


def test_no_rule_is_certain():
    assert all(0.5 < rule.confidence < 1 for rule in RULES.values())
    assert len({rule.what for rule in RULES.values()}) == len(RULES)
