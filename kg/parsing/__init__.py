"""Document -> Sentences with tokens as plain columns. The only package that touches spaCy.

A document is parsed stretch by stretch (kg.readers.layout), each a text of its own for the
pipeline, in batches that run on over the ends of documents. A parsed Doc becomes columns at once
(columns.py), with what the pipeline says of each word (words.py), so that no spaCy object leaves
this package.
"""

from __future__ import annotations

import importlib.metadata
import json
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kg.errors import ModelError
from kg.model import Document, Sentence
from kg.parsing.casing import Casing, Written, written
from kg.parsing.columns import Columns, columns, sentences
from kg.parsing.words import Words
from kg.readers.boundaries import boundaries
from kg.readers.cleaning import readable
from kg.readers.layout import Stretch, stretches
from kg.readers.pieces import cut

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def load_pipeline(model: str) -> Language:
    """The spaCy pipeline of an installed package or a folder.

    Raises ModelError when there is none of this name, or it does not work.
    """
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return spacy.load(model)
        except OSError as error:
            raise ModelError(_missing(model)) from error
        except Exception as error:
            raise ModelError(
                f"the language pipeline {model!r} cannot be loaded: {error}"
            ) from error


def _missing(model: str) -> str:
    installed = ", ".join(installed_pipelines()) or "none"
    return (
        f"no language pipeline {model!r} is installed (installed: {installed}). "
        f"Name one of these, or install it with: pip install {model}"
    )


def installed_pipelines() -> tuple[str, ...]:
    """The names of the installed pipeline packages, sorted."""
    found = importlib.metadata.entry_points(group="spacy_models")
    return tuple(sorted({point.name for point in found}))


def pipeline_version(model: str) -> str:
    """Name and version of a pipeline, without loading it: "en_core_web_sm 3.8.0".

    `model` is an installed package or a folder. Raises ModelError when it is neither.
    """
    try:
        if (meta := Path(model, "meta.json")).is_file():
            said = json.loads(meta.read_text(encoding="utf-8"))
            return f"{said['lang']}_{said['name']} {said['version']}"
        return f"{model} {importlib.metadata.version(model)}"
    except importlib.metadata.PackageNotFoundError as error:
        raise ModelError(_missing(model)) from error


@dataclass(slots=True)
class _Pending:
    """A document of which so many pieces are still in the pipeline."""

    document: Document
    pieces: int
    sentences: list[Sentence] = field(default_factory=list)


def parse(
    documents: Iterable[Document], nlp: Language, batch_size: int = 64
) -> Iterator[tuple[Document, tuple[Sentence, ...]]]:
    """Each document with its sentences, in the order given, read as they are needed.

    `batch_size` is in stretches of text. It changes speed and memory, never the result.
    """
    pending: deque[_Pending] = deque()
    casing = Casing(nlp)

    def docs() -> Iterator[tuple[Doc, tuple[str, Stretch]]]:
        for document in documents:
            pieces = _pieces(document.text)
            pending.append(_Pending(document, len(pieces)))
            for piece, text in _readable(document.text, pieces, casing):
                doc = nlp.make_doc(text)
                if piece.kind == "prose":
                    _mark_boundaries(doc)
                else:
                    _mark_whole(doc)
                yield doc, (document.text, piece)

    for found, piece in _piped(nlp, docs(), batch_size):
        yield from _finished(pending)
        current = pending[0]
        current.pieces -= 1
        current.sentences.extend(sentences(found, piece, len(current.sentences)))
        yield from _finished(pending)
    yield from _finished(pending)


def _finished(pending: deque[_Pending]) -> Iterator[tuple[Document, tuple[Sentence, ...]]]:
    """Take out the documents at the head of the queue that wait for nothing."""
    while pending and not pending[0].pieces:
        done = pending.popleft()
        yield done.document, tuple(done.sentences)


def parse_pretokenized(
    lines: Iterable[str], nlp: Language, batch_size: int = 64
) -> Iterator[Sentence]:
    """One sentence a line, its tokens separated by spaces and kept as they are.

    `index` is the number of the line, from 0; a blank line has no sentence.
    """
    from spacy.tokens import Doc

    def docs() -> Iterator[tuple[Doc, tuple[str, Stretch]]]:
        for line in lines:
            words = line.split()
            doc = Doc(nlp.vocab, words=list(map(readable, words)))
            _mark_whole(doc)
            text = " ".join(words)
            yield doc, (text, Stretch(0, len(text), "prose", 0))

    for index, (found, whole) in enumerate(_piped(nlp, docs(), batch_size)):
        yield from sentences(found, whole, index)


def _piped(
    nlp: Language, docs: Iterable[tuple[Doc, tuple[str, Stretch]]], batch_size: int
) -> Iterator[tuple[Columns | None, Stretch]]:
    """Docs, each with its document's text and its place there, sent through the pipeline."""
    words = Words(nlp)
    parsed = nlp.pipe(docs, as_tuples=True, batch_size=batch_size, disable=words.skipped)
    for doc, (text, piece) in parsed:
        yield columns(doc, words.of(doc), text, piece.start), piece


def _pieces(text: str) -> list[Stretch]:
    """The stretches of a text, the long ones cut."""
    return [
        Stretch(start, end, found.kind, found.paragraph)
        for found in stretches(text)
        for start, end in cut(text, found.start, found.end)
    ]


def _readable(
    text: str, pieces: Sequence[Stretch], casing: Casing
) -> Iterator[tuple[Stretch, str]]:
    """The pieces with their text as the pipeline reads it best, of the same length."""
    known: Written | None = None
    for piece in pieces:
        own = readable(text[piece.start : piece.end])
        if piece.kind == "headline":
            if known is None:
                known = written(text[p.start : p.end] for p in pieces if p.kind == "prose")
            own = casing.recased(own, known)
        yield piece, own


def _mark_boundaries(doc: Doc) -> None:
    """Tell the parser where sentences must and cannot begin; at other places it decides."""
    found = boundaries(doc.text)
    places = sorted(found.must | found.may)
    if not places:
        _mark_whole(doc)
        return
    lengths, spaces = doc.to_array(["LENGTH", "SPACY"]).astype(np.int64).T
    begins = (np.cumsum(lengths + spaces) - lengths - spaces).tolist()
    marks = dict.fromkeys(found.may, 0) | dict.fromkeys(found.must, 1) | {0: 1}
    _mark(doc, [marks.get(begin, -1) for begin in begins])


def _mark_whole(doc: Doc) -> None:
    """Tell the parser that the Doc is one sentence."""
    _mark(doc, [1] + [-1] * (len(doc) - 1))


def _mark(doc: Doc, marks: list[int]) -> None:
    """Sentence starts by token: 1 is one, -1 is none, 0 is open."""
    if len(doc):
        column = np.array(marks, dtype=np.int64).astype(np.uint64).reshape(-1, 1)
        doc.from_array(["SENT_START"], cast("Any", column))
