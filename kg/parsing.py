"""Document -> Sentences with tokens as plain columns. The only module that touches spaCy.

A document is parsed stretch by stretch (kg.readers.layout), each a text of its own for the
pipeline, in batches that run on over the ends of documents. A Doc becomes columns at once: its
attributes come out as one numpy array, its strings through a cache that all Docs share, and
tokens that hold only space are taken out with their dependents attached to the next head up.
No spaCy object leaves this module.
"""

from __future__ import annotations

import importlib.metadata
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kg.errors import ModelError
from kg.model import Document, Sentence
from kg.readers.boundaries import boundaries
from kg.readers.cleaning import readable
from kg.readers.layout import Stretch, stretches
from kg.readers.pieces import cut

if TYPE_CHECKING:
    import numpy as np
    from spacy.language import Language
    from spacy.tokens import Doc

_COLUMNS = (
    "HEAD", "SENT_START", "LENGTH", "SPACY", "IS_SPACE", "ENT_IOB",
    "LEMMA", "TAG", "POS", "MORPH", "DEP", "ENT_TYPE",
)  # fmt: skip
"""Attributes taken from a Doc: numbers first, then keys of strings."""
_NUMBERS = 6

_CACHED_STRINGS = 500_000
"""Strings kept for reuse; about 50 MB."""


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

    Raises ModelError when it is not installed.
    """
    try:
        return f"{model} {importlib.metadata.version(model)}"
    except importlib.metadata.PackageNotFoundError as error:
        raise ModelError(_missing(model)) from error


@dataclass(slots=True)
class _Pending:
    """A document whose pieces are in the pipeline."""

    document: Document
    pieces: int
    sentences: list[Sentence] = field(default_factory=list)


def parse(
    documents: Iterable[Document], nlp: Language, batch_size: int = 64
) -> Iterator[tuple[Document, tuple[Sentence, ...]]]:
    """Each document with its sentences, in the order given.

    `batch_size` is in stretches of text. It changes speed and memory, never the result.
    """
    pending: deque[_Pending] = deque()
    strings = _Strings(nlp)

    def docs() -> Iterator[tuple[Doc, tuple[_Pending, Stretch]]]:
        for document in documents:
            pieces = _pieces(document.text)
            waiting = _Pending(document, len(pieces))
            pending.append(waiting)
            for piece in pieces:
                doc = nlp.make_doc(readable(document.text[piece.start : piece.end]))
                _mark_boundaries(doc, whole=piece.kind != "prose")
                yield doc, (waiting, piece)

    for doc, (waiting, piece) in nlp.pipe(docs(), as_tuples=True, batch_size=batch_size):
        columns = _columns(doc, waiting.document.text, piece.start, strings)
        waiting.sentences.extend(_sentences(columns, piece, len(waiting.sentences)))
        waiting.pieces -= 1
        while pending and not pending[0].pieces:
            done = pending.popleft()
            yield done.document, tuple(done.sentences)
    for done in pending:
        yield done.document, tuple(done.sentences)


def parse_pretokenized(
    lines: Iterable[str], nlp: Language, batch_size: int = 64
) -> Iterator[Sentence]:
    """One sentence a line, its tokens separated by spaces and kept as they are."""
    from spacy.tokens import Doc

    strings = _Strings(nlp)

    def docs() -> Iterator[tuple[Doc, str]]:
        for line in lines:
            words = line.split()
            starts: list[bool | int | None] = [i == 0 for i in range(len(words))]
            doc = Doc(nlp.vocab, words=list(map(readable, words)), sent_starts=starts)
            yield doc, " ".join(words)

    parsed = nlp.pipe(docs(), as_tuples=True, batch_size=batch_size)
    for index, (doc, text) in enumerate(parsed):
        whole = Stretch(0, len(text), "prose", 0)
        yield from _sentences(_columns(doc, text, 0, strings), whole, index)


def _pieces(text: str) -> list[Stretch]:
    """The stretches of a text, the long ones cut."""
    return [
        Stretch(start, end, found.kind, found.paragraph)
        for found in stretches(text)
        for start, end in cut(text, found.start, found.end)
    ]


def _mark_boundaries(doc: Doc, *, whole: bool = False) -> None:
    """Tell the parser where sentences must (1) and cannot (-1) begin; elsewhere (0) it decides.

    `whole`: the Doc is one sentence.
    """
    import numpy as np

    if not len(doc):
        return
    marks = np.full((len(doc), 1), -1)
    must, may = (frozenset[int](), frozenset[int]()) if whole else boundaries(doc.text)
    if must or may:
        lengths, spaces = doc.to_array(["LENGTH", "SPACY"]).astype(np.int64).T
        places = np.fromiter(sorted(must | may), np.int64)
        ends = np.cumsum(lengths + spaces)
        tokens = np.searchsorted(ends, places, side="right")
        for token, place in zip(tokens.tolist(), places.tolist(), strict=True):
            if token < len(doc) and doc[token].idx == place:
                marks[token] = 1 if place in must else 0
    marks[0] = 1
    doc.from_array(["SENT_START"], cast("Any", marks.astype(np.uint64)))


class _Strings(dict[int, str]):
    """Keys of strings -> strings; asking spaCy's own store for each token takes longer."""

    def __init__(self, nlp: Language) -> None:
        super().__init__()
        self._store = nlp.vocab.strings

    def __missing__(self, key: int) -> str:
        if len(self) >= _CACHED_STRINGS:
            self.clear()
        self[key] = string = self._store[key]
        return string

    def column(self, keys: np.ndarray) -> tuple[str, ...]:
        return tuple(map(self.__getitem__, keys.tolist()))


def _sentences(columns: _Columns, piece: Stretch, index: int) -> Iterator[Sentence]:
    """The sentences of a parsed piece; `index` is that of the first."""
    for first, last in pairwise(columns.bounds):
        starts = columns.starts[first:last]
        start, end = starts[0], starts[-1] + len(columns.words[last - 1])
        yield Sentence(
            index,
            start,
            end,
            columns.text[start:end],
            piece.kind,
            piece.paragraph,
            columns.words[first:last],
            starts,
            columns.lemmas[first:last],
            columns.tags[first:last],
            columns.pos[first:last],
            columns.morphs[first:last],
            columns.deps[first:last],
            tuple(head - first for head in columns.heads[first:last]),
            tuple((b - first, e - first, kind) for b, e, kind in columns.ents if first <= b < last),
        )
        index += 1


class _Columns(NamedTuple):
    """The tokens of a Doc without those that hold only space; all indices within the Doc.

    `text` is the whole document's, to which `starts` refer. `bounds` are the first tokens of the
    sentences, and the number of tokens at the end.
    """

    text: str
    bounds: list[int]
    words: tuple[str, ...]
    starts: tuple[int, ...]
    heads: list[int]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    pos: tuple[str, ...]
    morphs: tuple[str, ...]
    deps: tuple[str, ...]
    ents: list[tuple[int, int, str]]


def _columns(doc: Doc, text: str, offset: int, strings: _Strings) -> _Columns:
    """The Doc, made of the piece of `text` at `offset`, as columns.

    Words are cut from the text itself: the pipeline may have been given others (`readable`).
    """
    import numpy as np

    if not len(doc):
        return _Columns(text, [], (), (), [], (), (), (), (), (), [])
    table = doc.to_array(list(_COLUMNS))
    relative, sent_starts, lengths, spaces, blank, iob = table[:, :_NUMBERS].astype(np.int64).T
    ends = offset + np.cumsum(lengths + spaces) - spaces
    heads: list[int] = (np.arange(len(doc)) + relative).tolist()
    sent_starts[0] = 1
    opens: list[bool] = (sent_starts == 1).tolist()
    if blank.any():
        keep = np.flatnonzero(blank == 0)
        heads, opens = _without_blanks(heads, opens, keep.tolist())
        table, iob, ends, lengths = table[keep], iob[keep], ends[keep], lengths[keep]
    starts = tuple((ends - lengths).tolist())
    words = tuple(text[start:end] for start, end in zip(starts, ends.tolist(), strict=True))
    lemmas, tags, pos, morphs, deps, kinds = map(strings.column, table[:, _NUMBERS:].T)
    return _Columns(
        text,
        [*(i for i, first in enumerate(opens) if first), len(words)],
        words,
        starts,
        heads,
        lemmas,
        tags,
        pos,
        tuple(morph if morph != "_" else "" for morph in morphs),
        deps,
        _entities(iob.tolist(), kinds, words),
    )


def _entities(
    iob: Sequence[int], labels: Sequence[str], words: Sequence[str]
) -> list[tuple[int, int, str]]:
    """Entity spans (first token, end token, label) from IOB codes (3 begins, 1 goes on).

    Spans with U+FFFD are left out: a name of which a letter is lost is nobody's name.
    """
    found: list[tuple[int, int, str]] = []
    begin = None
    for i, code in enumerate([*iob, 2]):
        if begin is not None and code != 1:
            if not any("\ufffd" in word for word in words[begin:i]):
                found.append((begin, i, labels[begin]))
            begin = None
        if code == 3 or (code == 1 and begin is None):
            begin = i
    return found


def _without_blanks(
    heads: list[int], opens: list[bool], keep: list[int]
) -> tuple[list[int], list[bool]]:
    """Heads and sentence openings of the tokens `keep`, counted among themselves.

    What hung on a token that goes hangs on the next head up that stays; where none stays, the
    first such token of the sentence becomes its root and the others hang on it.
    """
    place = {token: k for k, token in enumerate(keep)}
    kept_heads: list[int] = []
    kept_opens: list[bool] = []
    number = -1
    roots: dict[int, int] = {}
    sentence = list(accumulate(opens))
    for k, token in enumerate(keep):
        head = heads[token]
        while head not in place and heads[head] != head:
            head = heads[head]
        target = place.get(head)
        if target is None:
            target = roots.setdefault(sentence[token], k)
        kept_heads.append(target)
        kept_opens.append(sentence[token] != number)
        number = sentence[token]
    return kept_heads, kept_opens
