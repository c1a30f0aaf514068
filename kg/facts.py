"""A fact that a noun phrase states."""

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
