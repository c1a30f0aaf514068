"""Document -> Sentences with tokens as plain columns. The only module that touches spaCy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kg.model import Document, Sentence

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def load_pipeline(model: str) -> Language:
    import spacy

    return spacy.load(model)


def _sentences(doc: Doc, offset: int, index: int, paragraph: int) -> Iterator[Sentence]:
    for sent in doc.sents:
        tokens = [t for t in sent if not t.is_space]
        if not tokens:
            continue
        place = {t.i: k for k, t in enumerate(tokens)}

        def head(t):
            h = t.head
            while h.i not in place and h.head.i != h.i:
                h = h.head
            return place.get(h.i, place[t.i])

        start, end = tokens[0].idx, tokens[-1].idx + len(tokens[-1])
        ents = []
        for e in sent.ents:
            inside = [place[t.i] for t in e if t.i in place]
            if inside:
                ents.append((inside[0], inside[-1] + 1, e.label_))
        yield Sentence(
            index, offset + start, offset + end, doc.text[start:end], "prose", paragraph,
            tuple(t.text for t in tokens), tuple(offset + t.idx for t in tokens),
            tuple(t.lemma_ for t in tokens), tuple(t.tag_ for t in tokens), tuple(t.pos_ for t in tokens),
            tuple(str(t.morph) for t in tokens), tuple(t.dep_ for t in tokens),
            tuple(head(t) for t in tokens), tuple(ents),
        )
        index += 1


def parse(documents: Iterable[Document], nlp: Language, batch_size: int = 64) -> Iterator[tuple[Document, tuple[Sentence, ...]]]:
    """Each document with its sentences, in the order given."""
    for document in documents:
        out: list[Sentence] = []
        pieces, pos = [], 0
        for n, line in enumerate(document.text.split("\n")):
            if line.strip():
                pieces.append((line, (pos, n)))
            pos += len(line) + 1
        for doc, (offset, n) in nlp.pipe(pieces, as_tuples=True, batch_size=batch_size):
            out.extend(_sentences(doc, offset, len(out), n))
        yield document, tuple(out)


def parse_pretokenized(lines: Iterable[str], nlp: Language, batch_size: int = 64) -> Iterator[Sentence]:
    """One sentence a line, its tokens separated by spaces and kept as they are."""
    from spacy.tokens import Doc

    docs = (Doc(nlp.vocab, words=line.split(), sent_starts=[True] + [False] * (len(line.split()) - 1)) for line in lines)
    for n, doc in enumerate(nlp.pipe(docs, batch_size=batch_size)):
        yield from _sentences(doc, 0, n, 0)
