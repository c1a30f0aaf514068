"""What is known of a predicate: how it hangs in its sentence, its subject, its gap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

Attachment = OneOf[
    "main",  # the sentence's own verb
    "content",  # said, thought, wanted: [said] the dam leaks
    "control",  # asked the crew [to leave]
    "relative",  # the dam [that leaks]
    "participle",  # the crew [leaving the ship]
    "infinitive",  # a plan [to leave]
    "adverbial",  # [when the dam leaks]
    "free",  # [leaving the ship], he ...
    "purpose",  # he came [to leave again]
    "gerund",  # by [leaving]
]

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
RELATIVES = frozenset({"who", "whom", "which", "that", "whose", "where", "when", "why"})


@dataclass(slots=True)
class Frame:
    """What is known of a predicate while the tree is read downwards."""

    verb: int
    attachment: Attachment
    anchor: int
    chain: tuple[int, ...]
    mark: int | None = None
    subject: int | None = None
    passive: bool = False
    existential: bool = False
    gap: int | None = None
    merged: bool = False
    first: int | None = None
