"""Extractors: from a document's sentences to triples. Named by strings, loaded when asked for.

An extractor is an object with one method. Another one is added as a module of this package, or
by a distribution of its own under the entry point group `kg.extractors`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from typing import Protocol, cast

from kg.errors import InputError
from kg.model import Sentence, Triple

DEFAULT = "clausal"
BUILT_IN: Mapping[str, str] = {
    "clausal": "kg.extractors.clausal:ClausalExtractor",
    "chained": "kg.extractors.clausal:ChainedExtractor",
}
GROUP = "kg.extractors"


@dataclass(frozen=True, slots=True)
class Extraction:
    """The triples of a document, and by reason how much was left out."""

    triples: tuple[Triple, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)


class Extractor(Protocol):
    """Finds the triples of a document."""

    def extract(self, sentences: Sequence[Sentence], *, binary: bool = True) -> Extraction:
        """The triples of the sentences, in the order of the text.

        With `binary`, each triple has at most one object, passives are active, coordination is
        spread; without, a triple is a whole clause in the wording of its sentence.
        """
        ...


def names() -> tuple[str, ...]:
    """The names under which extractors can be loaded."""
    return tuple(sorted({*BUILT_IN, *(e.name for e in entry_points(group=GROUP))}))


def load(name: str = DEFAULT) -> Extractor:
    """The extractor of that name; raises InputError when there is none."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return cast("Extractor", getattr(import_module(module), attribute)())
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return cast("Extractor", entry.load()())
    raise InputError(f"No extractor is called {name!r}; there are: {', '.join(names())}.")
