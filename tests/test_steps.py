"""Docs that go through a pipeline's steps our way come out as spaCy has them, to the last bit."""

import numpy as np
import pytest
import railway
import spacy

from kg.config import Config
from kg.parsing import steps

ATTRIBUTES = ["TAG", "POS", "DEP", "HEAD", "SENT_START", "ENT_IOB", "ENT_TYPE", "LEMMA", "MORPH"]
TEXTS = (
    "",
    " \n ",
    "Tide rose.",
    *railway.ARTICLES.values(),
    "Ana Ruiz of Brest bought two old boats. She sold one, and the other sank off Quiberon!",
    "the boats the boats the boats " * 30,
)


@pytest.fixture(scope="module")
def plain():
    return spacy.load(Config().model)


def through(nlp, texts, batch_size, skipped=()):
    """The Docs of the texts, which go through the steps with their numbers."""
    made = [(nlp.make_doc(text), number) for number, text in enumerate(texts)]
    found = list(steps.piped(nlp, made, batch_size, skipped))
    assert [number for _, number in found] == list(range(len(made)))
    return [doc for doc, _ in found]


def content(docs):
    return [
        (doc.text, doc.to_array(ATTRIBUTES).tolist(), np.asarray(doc.tensor).tobytes())
        for doc in docs
    ]


@pytest.mark.parametrize("batch_size", [1, 3, 64])
def test_what_the_steps_say_is_what_the_pipeline_says(nlp, plain, batch_size):
    expected = content(plain.pipe(TEXTS, batch_size=64))
    assert content(through(nlp, TEXTS, batch_size)) == expected


def test_sentences_begin_where_they_were_told_to(nlp, plain):
    """Each third word begins one, and no other may."""

    def told(pipeline):
        doc = pipeline.make_doc("Rain fell on Leeds all day and Brock met Weir at noon")
        for token in doc:
            token.is_sent_start = token.i % 3 == 0
        return doc

    [(found, _)] = steps.piped(nlp, [(told(nlp), None)], 64)
    assert [sent.start for sent in found.sents] == [0, 3, 6, 9]
    assert content([found]) == content([plain(told(plain))])


def test_steps_that_are_skipped_say_nothing(nlp):
    [doc] = through(nlp, ["Rain fell on Leeds."], 64, skipped=("ner", "parser"))
    assert doc.has_annotation("TAG")
    assert not doc.has_annotation("DEP")
    assert not doc.has_annotation("ENT_IOB")


def test_docs_are_taken_batch_by_batch(nlp):
    taken = []

    def docs():
        for number in range(10):
            taken.append(number)
            yield nlp.make_doc("Tide rose."), number

    found = steps.piped(nlp, docs(), 4)
    assert next(found)[1] == 0
    assert len(taken) == 4


def test_other_steps_do_as_they_do_else():
    """One that is a function, and a parser that follows several readings at a time."""
    other = spacy.load(Config().model)
    other.get_pipe("parser").cfg["beam_width"] = 4
    other.add_pipe("merge_noun_chunks")
    expected = content(other.pipe(TEXTS))
    assert content(through(other, TEXTS, 64)) == expected


def test_words_are_embedded_once_a_batch(nlp, monkeypatch):
    """The six places of three words are three rows, in both models that embed words."""
    found = [
        [node for node in nlp.get_pipe(name).model.walk() if node.name == "once_each"]
        for name in ("tok2vec", "ner")
    ]
    assert [len(nodes) for nodes in found] == [1, 1]
    embedding = found[1][0]
    hashing = embedding.layers[2]
    forward, rows = hashing._func, []

    def watched(model, words, is_train):
        rows.append(len(words.data))
        return forward(model, words, is_train)

    monkeypatch.setattr(hashing, "_func", watched)
    vectors = embedding.predict([nlp.make_doc("old boats"), nlp.make_doc("boats sank old boats")])
    assert rows == [3]
    assert [len(own) for own in vectors] == [2, 4]
    assert np.array_equal(vectors[0][1], vectors[1][3])
    assert not np.array_equal(vectors[0][0], vectors[0][1])


def test_a_pipeline_that_embeds_otherwise_is_left_alone():
    blank = spacy.blank("en")
    blank.add_pipe("sentencizer")
    steps.embed_words_once(blank)
    [doc] = through(blank, ["Tide rose. It fell."], 64)
    assert len(list(doc.sents)) == 2
