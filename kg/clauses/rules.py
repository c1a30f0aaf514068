"""The rules that make the edges of a graph: what each reads, an example, and how far to trust it.

A rule is named after what a clause hangs on (frames.py) or what a noun phrase states
(nominals.py). Its confidence is the share of its edges that are right, measured on texts whose
facts were worked out by reading (1,174 edges, 93 % of them right; rare rules are drawn towards
the mean), and never 1. What a user's model finds has the confidence of that model, edge by edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LEARNED = "learned"
"""The rule that is a model of the user's, not of this package."""

NEVER_SURER = 0.99
"""The most that a model's confidence counts for."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule reads, a sentence in which it fires, the share of its edges that are right."""

    what: str
    example: str
    confidence: float


RULES: Mapping[str, Rule] = {
    "main": Rule(
        "the main verb of a sentence, with each of its arguments",
        "The monks baked the bread.",
        0.95,
    ),
    "content": Rule(
        "what somebody says, thinks, knows or asks for",
        "The mayor said the dam flooded the mill.",
        0.9,
    ),
    "relative": Rule(
        "a relative clause, its noun put in",
        "The woman who bought the farm smiled.",
        0.9,
    ),
    "control": Rule(
        "an infinitive whose subject is the object of the verb above it",
        "The coach asked the crew to leave the boat.",
        0.8,
    ),
    "adverbial": Rule(
        "a clause of time, reason, condition or contrast",
        "When the river flooded the mill, Ana left the town.",
        0.91,
    ),
    "participle": Rule(
        "a participle that describes a noun",
        "The convoy carrying the bread reached Bari.",
        0.9,
    ),
    "infinitive": Rule(
        "an infinitive that belongs to a noun",
        "The city's plan to close the port failed.",
        0.65,
    ),
    "purpose": Rule(
        "an infinitive of purpose",
        "The crew climbed the hill to see the comet.",
        0.85,
    ),
    "free": Rule(
        "a participle that shares the subject of the main clause",
        "Leaving the ship, Ana thanked the crew.",
        0.91,
    ),
    "gerund": Rule(
        "a gerund behind a preposition",
        "Ana left the town after selling the farm.",
        0.85,
    ),
    "complement": Rule(
        "what an object is made or called",
        "The club elected Ana Sol president.",
        0.84,
    ),
    "title": Rule(
        "a title before a name",
        "Norwegian Prime Minister Eva Dahl resigned.",
        0.96,
    ),
    "work": Rule(
        "the kind of a work before its title",
        "Ana Sol read the novel Cold Iron.",
        0.9,
    ),
    "apposition": Rule(
        "a noun apposed to a name",
        "Ana Roy, the head of the clinic, resigned.",
        0.8,
    ),
    "apposition-name": Rule(
        "a name apposed to its role",
        "The firm's founder, Ana Roy, resigned.",
        0.96,
    ),
    "apposition-place": Rule(
        "a place behind a place that lies in it",
        "The fair took place in Austin, Texas.",
        0.95,
    ),
    "possessive-role": Rule(
        "an office by its holder's state or firm",
        "Chile's president met the miners.",
        0.78,
    ),
    "possession": Rule(
        "something that one can own, by its owner",
        "Oxfam's office was looted.",
        0.8,
    ),
    "nominal-possessive": Rule(
        "a noun of action with its possessor and object",
        "The army's capture of Bari shocked Rome.",
        0.75,
    ),
    "nominal-by": Rule(
        "a noun of action with its agent and object",
        "The murder of the poet by a soldier shocked Rome.",
        0.82,
    ),
    "nominal-visit": Rule(
        "a visit that somebody acts on or during",
        "Lena spoke to miners during a visit to Paris.",
        0.84,
    ),
    "between": Rule(
        "the parties of talks, a war, a treaty",
        "Talks between Chad and Norway failed.",
        0.9,
    ),
    "topic": Rule(
        "the topic of talks, a study, a law",
        "The summit on trade failed.",
        0.86,
    ),
    "event-place": Rule(
        "an event and where it takes place",
        "The war in Mali displaced thousands.",
        0.92,
    ),
    "place": Rule(
        "a thing and where it is",
        "Bakers in Paris sold the bread.",
        0.88,
    ),
    LEARNED: Rule(
        "what a model learnt from the user's examples, with the model's own confidence",
        "Broken Compass, a 1985 film by Laura Stein, won a prize.",
        0.75,
    ),
}
"""The rules by the name that a triple records."""
