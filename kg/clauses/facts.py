"""What a clause or a noun phrase states, in token positions of its sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact found within a noun phrase, in token positions.

    `relation` is the normalised phrase, `evidence` the tokens that stand for it. `object` is the
    head of the object's phrase; with `literal`, the tokens of a descriptor. `place` is the token
    whose clause decides how the fact is meant.
    """

    rule: str
    subject: int
    relation: str
    evidence: tuple[int, ...]
    object: int | None
    literal: tuple[int, ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """One argument of a clause with the relation that leads to it, in token positions.

    `object` is the head of a noun phrase, `literal` the tokens of a descriptor; both are unset
    in an intransitive clause. `flipped` arguments have the other polarity than their clause;
    where the pair is `turned`, the object is the agent and becomes the subject.
    """

    relation: str
    evidence: tuple[int, ...]
    object: int | None = None
    literal: tuple[int, ...] = ()
    flipped: bool = False
    turned: bool = False
    ended: bool = False
