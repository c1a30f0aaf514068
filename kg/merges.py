"""Why two names, or one name in two documents, were taken for one thing, and how doubtful it is.

Doubts run from 0 (certain) to 1. They order what a user should look at first; they are no
probabilities. A surname alone is shared by many, a country's name by few.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kg.model import EntityMention

SAME_PLACE = "one place of the gazetteer"
SAME_PERSON = "persons of one name in several documents"
SAME_NAME = "one name in several documents"
SAME_BODY = "body of one country in several documents"
SAME_EVENT = "event of one kind at one place in documents with other names in common"
SHORT_FORM = "short form of the only fuller name that fits"
ACRONYM = "initials of the only name that fits"
LEADER = "body named by its leader, or by the country that the leader serves"
NAMES_IN_DOCUMENT = "two names in one document"
DESCRIBED = "named and described in one document"
SAID_AGAIN = "said again in one document"
OTHER_WORDS = "other words in one document"
DECIDED = "decided in the curation"

_DOUBTS = {
    OTHER_WORDS: 0.5,
    SAME_EVENT: 0.45,
    SHORT_FORM: 0.4,
    ACRONYM: 0.35,
    LEADER: 0.3,
    SAME_PERSON: 0.25,
    SAME_BODY: 0.2,
    NAMES_IN_DOCUMENT: 0.2,
    SAID_AGAIN: 0.2,
    DESCRIBED: 0.15,
    SAME_NAME: 0.15,
    SAME_PLACE: 0.05,
    DECIDED: 0.0,
}
_ONE_WORD = 0.3  # what a name of one word adds, places aside: there are many Okafors


@dataclass(frozen=True, slots=True)
class Merge:
    """Two names that one entity has, with a mention of each as evidence.

    `entity` is the id of the entity. `doubt` lies between 0 and 1.
    """

    entity: str
    names: tuple[str, str]
    reason: str
    evidence: tuple[EntityMention, EntityMention]
    doubt: float


def doubt(reason: str, name: str) -> float:
    """How doubtful a merge for that reason is where it rests on `name`.

    >>> doubt(SAME_PERSON, "Okafor") > doubt(SAME_PERSON, "Ada Okafor")
    True
    """
    alone = reason in {SAME_PERSON, SAME_NAME} and " " not in name
    return round(_DOUBTS[reason] + (_ONE_WORD if alone else 0), 2)


def most_doubtful_first(merges: Iterable[Merge]) -> tuple[Merge, ...]:
    """The merges in the order in which a user should look at them."""
    return tuple(sorted(merges, key=lambda m: (-m.doubt, m.entity, m.names, m.reason)))
