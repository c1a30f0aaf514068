"""Document -> Sentences with tokens as plain columns. The only package that touches spaCy.

A document is parsed stretch by stretch (kg.readers.layout), each a text of its own for the
pipeline, in batches that run on over the ends of documents; they go through its steps in steps.py.
A parsed Doc becomes columns at once (columns.py), with what the pipeline says of each word
(words.py), so that no spaCy object leaves this package. Words with a prefix and a hyphen are kept
together (prefixes.py); headlines are given to the pipeline in the case of sentences (casing.py).
"""

from __future__ import annotations

import importlib.metadata
import json
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from kg.errors import ModelError
from kg.model import Document, Sentence
from kg.parsing import prefixes, steps
from kg.parsing.casing import Casing, Written, written
from kg.parsing.columns import Columns, columns, sentences
from kg.parsing.words import Words
from kg.readers.boundaries import boundaries
from kg.readers.cleaning import readable
from kg.readers.layout import Stretch, is_headline, stretches
from kg.readers.pieces import cut

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_RECENT = 5_000
"""Pieces of text whose columns are kept for the case that they come again."""

_WAITING = 1_000
"""Repeated pieces that wait for what was before them until one is parsed again to get on."""


def load_pipeline(model: str) -> Language:
    """The spaCy pipeline of an installed package or a folder.

    Raises ModelError when there is none of this name, or it does not work.
    """
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            nlp = spacy.load(model)
        except OSError as error:
            raise ModelError(_missing(model)) from error
        except Exception as error:
            raise ModelError(
                f"the language pipeline {model!r} cannot be loaded: {error}"
            ) from error
    prefixes.keep_together(nlp)
    steps.embed_words_once(nlp)
    return nlp


def _missing(model: str) -> str:
    installed = ", ".join(installed_pipelines()) or "none"
    if Path(model).exists():
        return f"there is no language pipeline in {model}; it needs a file meta.json"
    return (
        f"no language pipeline {model!r} is installed (installed: {installed}). Name one of these, "
        f"or install it: spaCy's own with python -m spacy download {model}, "
        f"others with pip install {model}"
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


class _Reading(NamedTuple):
    """A piece of a document's text, and how the pipeline is given it: of the same length."""

    text: str
    piece: Stretch
    given: str


@dataclass(slots=True)
class _Pending:
    """A document of which so many pieces are still to come."""

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

    def readings() -> Iterator[_Reading]:
        for document in documents:
            pieces = _pieces(document.text)
            pending.append(_Pending(document, len(pieces)))
            yield from _readings(document.text, pieces, casing)

    def made(reading: _Reading) -> Doc:
        doc = nlp.make_doc(reading.given)
        if reading.piece.kind == "prose":
            _mark_boundaries(doc, reading.given)
        else:
            _mark_whole(doc)
        return doc

    for found, reading in _parsed(nlp, readings(), made, batch_size, parting=True):
        yield from _finished(pending)
        done = pending[0]
        done.pieces -= 1
        done.sentences.extend(sentences(found, *reading[:2], len(done.sentences)))
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

    def readings() -> Iterator[_Reading]:
        for line in lines:
            text = " ".join(line.split())
            yield _Reading(text, Stretch(0, len(text), "prose", 0), readable(text))

    def made(reading: _Reading) -> Doc:
        doc = Doc(nlp.vocab, words=reading.given.split())
        _mark_whole(doc)
        return doc

    parsed = _parsed(nlp, readings(), made, batch_size, parting=False)
    for index, (found, reading) in enumerate(parsed):
        yield from sentences(found, *reading[:2], index)


@dataclass(slots=True)
class _Result:
    """What becomes of a piece of text, as soon as the pipeline has done with it."""

    columns: Columns | None = None


def _parsed(
    nlp: Language,
    readings: Iterable[_Reading],
    made: Callable[[_Reading], Doc],
    batch_size: int,
    *,
    parting: bool,
) -> Iterator[tuple[Columns, _Reading]]:
    """Each piece of text with its columns, in order.

    What was parsed a short while ago is not parsed again: pages repeat their furniture, and
    agencies their reports. `parting` makes two words of nouns with a prefix.
    """
    words = Words(nlp)
    recent: dict[tuple[str, bool], _Result] = {}
    waiting: deque[tuple[_Result, _Reading]] = deque()

    def docs() -> Iterator[tuple[Doc, tuple[_Result, str]]]:
        for reading in readings:
            key = (reading.given, reading.piece.kind == "prose")
            known = recent.get(key) if len(waiting) < _WAITING else None
            if known is None and len(recent) >= _RECENT:
                recent.clear()
            result = known or recent.setdefault(key, _Result())
            waiting.append((result, reading))
            if known is None:
                yield made(reading), (result, reading.given)

    for doc, (result, given) in steps.piped(nlp, docs(), batch_size, words.skipped):
        result.columns = columns(doc, prefixes.said(doc, given, words))
        if parting:
            result.columns = prefixes.parted(result.columns, given)
        yield from _ready(waiting)
    yield from _ready(waiting)


def _ready(
    waiting: deque[tuple[_Result, _Reading]],
) -> Iterator[tuple[Columns, _Reading]]:
    """Take out the pieces at the head of the queue that are parsed."""
    while waiting and (found := waiting[0][0].columns) is not None:
        yield found, waiting.popleft()[1]


def _pieces(text: str) -> list[Stretch]:
    """The stretches of a text, the long ones cut."""
    return [
        Stretch(start, end, found.kind, found.paragraph)
        for found in stretches(text)
        for start, end in cut(text, found.start, found.end)
    ]


def _readings(text: str, pieces: Sequence[Stretch], casing: Casing) -> Iterator[_Reading]:
    """The pieces of a text as the pipeline reads them best."""
    known: Written | None = None
    for piece in pieces:
        given = readable(text[piece.start : piece.end])
        if piece.kind == "headline" and is_headline(given):
            if known is None:
                known = written(text[p.start : p.end] for p in pieces if p.kind == "prose")
            given = casing.recased(given, known)
        yield _Reading(text, piece, given)


def _mark_boundaries(doc: Doc, text: str) -> None:
    """Tell the parser where sentences must and cannot begin; at other places it decides."""
    found = boundaries(text)
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
