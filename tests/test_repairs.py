"""The parser's errors that are mended: which word hangs on which afterwards."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kg import parsing, pipeline
from kg.clauses import find_clauses
from kg.config import Config
from kg.model import Document
from kg.pipeline import Failure
from kg.repairs import lists, mended, predicates, tags
from kg.repairs.animacy import is_person
from kg.repairs.tags import retagged
from kg.syntax import Tree

GOLD = Path(__file__).parent / "gold" / "sentences.jsonl"

AFTER_SAYING = (
    "Analysts at Kerr Bank said the price was high but not unreasonable; a rival bid from Laval "
    "could not be ruled out."
)

CASES = [
    ("The commission recognised its claim to the valley.", "to", "claim", "prep"),
    ("They saw the mill near Bern, which employs weavers.", "employs", "mill", "relcl"),
    ("They saw the mill near Bern, which lies on a river.", "lies", "Bern", "relcl"),
    ("The minister accused the commission of fraud.", "of", "accused", "prep"),
    ("The doctor cured the girl of malaria.", "of", "cured", "prep"),
    ("The mayor reminded the board of the deal.", "of", "reminded", "prep"),
    ("The flood robbed the village of its mill.", "of", "robbed", "prep"),
    ("The court convicted the head of the bank.", "of", "head", "prep"),
    ("The guards warned the people of Oslo.", "of", "people", "prep"),
    ("The mayor praised the commission of experts.", "of", "commission", "prep"),
    ("Police report looters have attacked the museum.", "attacked", "report", "ccomp"),
    ("State media report soldiers have left the base.", "left", "report", "ccomp"),
    ("She praised Denmark, its army and its king.", "army", "Denmark", "conj"),
    (
        "Her crew has mapped more than 90 wrecks, three sunken forts and the ruins of a harbour.",
        "forts",
        "wrecks",
        "conj",
    ),
    (AFTER_SAYING, "was", "said", "ccomp"),
    ("The firm hired Ana Roy, her sister and their cousins.", "sister", "Roy", "conj"),
    ("The bridge was destroyed by rebels, not the army.", "army", "rebels", "conj"),
    (
        "The repair of the tracks by crews, which is taking place at night, costs millions.",
        "taking",
        "repair",
        "relcl",
    ),
    (
        "The violence against nurses shown by the guards shocked Rome.",
        "shown",
        "violence",
        "acl",
    ),
    ("They agreed to a truce to let aid workers pass.", "let", "agreed", "advcl"),
    ("The council met to discuss the situation in Lima.", "in", "situation", "prep"),
    ("Ana Roy condemned the violence in Oslo.", "in", "violence", "prep"),
    (
        "The label, Orion, announced on Monday that the tour would end.",
        "announced",
        "announced",
        "ROOT",
    ),
    ("Orion beat Norvik 2-1 on Sunday.", "Norvik", "beat", "dobj"),
    ("The board named Ana Sol chair of the fund.", "chair", "named", "oprd"),
    ("The club elected Ana Sol president.", "president", "elected", "oprd"),
    (
        "The council closed two schools; the mayor opened a park.",
        "closed",
        "opened",
        "parataxis",
    ),
    ("The mayor ignored complaints about the smell.", "about", "complaints", "prep"),
    ("The bank paid two million euros in fines.", "in", "euros", "prep"),
    ("She founded a library with 900 books.", "with", "library", "prep"),
    (
        "The levy covers 70 percent of the cost, estimated at two million euros.",
        "estimated",
        "cost",
        "acl",
    ),
    (
        "Ana Roy, 47, said in a statement that the claims were untrue.",
        "were",
        "said",
        "ccomp",
    ),
    (
        "Harwick also hope to keep their captain, Ian Moor, whose contract expires soon.",
        "Moor",
        "captain",
        "appos",
    ),
    ("Harwick beat Norvik 24–17 on Sunday.", "Norvik", "beat", "dobj"),
    (
        "He wrote that the board had hidden the losses and urged Ana Roy to resign.",
        "urged",
        "wrote",
        "conj",
    ),
    ("Ana told local radio that the trust had failed to raise money.", "that", "failed", "mark"),
    (
        "The club will sell it to the brewer Aldo Roy, its chairwoman, Fiona Moor, said on Monday.",
        "chairwoman",
        "said",
        "nsubj",
    ),
    (
        "In it she called the sponsor, the Danish firm Torvald Systems, a merchant of death.",
        "merchant",
        "called",
        "oprd",
    ),
    ("The clerk stopped short of calling her a liar.", "calling", "stopped", "xcomp"),
    ("The baker pleaded not guilty on Monday.", "not", "guilty", "advmod"),
    (
        "His neighbour, corn farmer Dale Moor, sprayed Veltrine on his fields but was not sued.",
        "sprayed",
        "sprayed",
        "ROOT",
    ),
]


@pytest.mark.parametrize(("sentence", "word", "head", "dep"), CASES)
def test_repairs(parse, sentence, word, head, dep):
    [sent] = parse(sentence)
    tree = mended(Tree(sent))
    i = tree.words.index(word)
    assert (tree.words[tree.heads[i]], tree.deps[i]) == (head, dep)


@pytest.mark.parametrize(
    "sentence",
    [
        "Ana Roy, a surgeon and a poet, met the man who built the tower.",
        "They agreed with the union to cut prices.",
        "He met people who work in Rome, which is old.",
        "The union discussed the crisis in March.",
        "The firm invested two million euros in railways.",
        "The mayor told the bakers about the smell.",
        "The firm left the market, beaten by rivals.",
        "The firm said it had paid the fine and closed the plant.",
    ],
)
def test_what_is_right_stays(parse, sentence):
    [sent] = parse(sentence)
    tree = Tree(sent)
    assert (mended(tree).heads, mended(tree).deps) == (tree.heads, tree.deps)


def test_persons_are_told_by_name_by_office_and_by_noun(parse):
    """The Rangers are a club to the pipeline, whatever a ranger is."""
    text = "The Minister met a nurse and a choir in Leeds. The Rangers thanked Roy, a wall and him."
    found = {
        tree.words[i]
        for tree in map(Tree, parse(text))
        for i in range(len(tree))
        if tree.pos[i] in ("NOUN", "PROPN") and is_person(tree, i)
    }
    assert found == {"Minister", "nurse", "choir", "Roy"}


def test_names_of_places_are_labelled(parse):
    [sent] = parse("The war in Mali displaced thousands of Ghanaian families.")
    tree = mended(Tree(sent))
    labels = dict(zip(tree.words, tree.labels, strict=True))
    assert (labels["Mali"], labels["Ghanaian"]) == ("GPE", "NORP")


def test_an_open_end_is_no_comma(parse):
    """What has no full stop ends with the noun behind which a comma is looked for."""
    for sentence in (
        "Behind him come a friend from Leeds, a cook and a pilot",
        "Back came Norvik, winners",
    ):
        [sent] = parse(sentence)
        assert len(mended(Tree(sent))) == len(sent.words)


def test_a_name_with_a_noun_at_the_end_stays_a_list(parse):
    [sent] = parse("Back came Norvik, winners")
    deps = ("advmod", "ROOT", "nsubj", "punct", "conj")
    tree = Tree(replace(sent, heads=(1, 1, 1, 2, 2), deps=deps))
    assert list(lists.standing(tree, 4)) == []


def test_no_repair_needs_a_full_stop(nlp):
    """The sentences of the gold set, as the lines of a list or a broken-off text have them."""
    texts = [
        json.loads(line)["text"].rstrip(".!?\"'”")
        for line in GOLD.read_text(encoding="utf-8").splitlines()
    ]
    documents = [Document(str(n), text) for n, text in enumerate(texts)]
    found = [
        find_clauses(mended(Tree(sent)))
        for _, sentences in parsing.parse(documents, nlp)
        for sent in sentences
    ]
    assert len(found) >= len(texts)


def test_broken_off_texts_are_read():
    """Whatever stands at the end of a text, as a headline and below one, nothing is lost."""
    texts = [json.loads(line)["text"].split() for line in GOLD.read_text("utf-8").splitlines()]
    cut = [" ".join(words[: max(2, len(words) * part // 6)]) for words in texts for part in (4, 5)]
    documents = [Document(str(n), f"{text}\n\n{text}") for n, text in enumerate(cut)]
    documents += [Document("address", "Harbour Office, 12 Quay Street, Galway. Tel. +353")]
    outcomes = list(pipeline.analyse(documents, Config()))
    assert [o for o in outcomes if isinstance(o, Failure)] == []
    assert len(outcomes) == len(documents)


def test_a_noun_that_heads_the_sentence_is_climbed_once(parse):
    [sent] = parse("Sale of tents and boats sank")
    tree = Tree(
        replace(
            sent,
            tags=("NN", "IN", "NNS", "CC", "NNS", "VBD"),
            pos=("NOUN", "ADP", "NOUN", "CCONJ", "NOUN", "VERB"),
            heads=(0, 0, 1, 2, 2, 0),
            deps=("ROOT", "prep", "pobj", "cc", "conj", "acl"),
        )
    )
    assert list(predicates.resumed(tree, 4)) == []


def test_a_second_verb_is_found_below_a_root_that_is_no_verb(parse):
    [sent] = parse("They exported oil and tea, and imported furs.")
    words = {word: i for i, word in enumerate(sent.words)}
    v, tea, oil, verb = (words[w] for w in ("imported", "furs", "oil", "exported"))
    heads, deps, tags, pos = (list(c) for c in (sent.heads, sent.deps, sent.tags, sent.pos))
    heads[v], deps[v], tags[v] = tea, "amod", "VBN"
    heads[tea], deps[tea] = oil, "conj"
    pos = ["NOUN" if p in ("VERB", "AUX") else p for p in pos]
    columns = {"heads": heads, "deps": deps, "tags": tags, "pos": pos}
    tree = retagged(Tree(replace(sent, **{name: tuple(c) for name, c in columns.items()})))
    assert (tree.heads[v], tree.deps[v], tree.heads[tea]) == (verb, "conj", v)


@pytest.mark.parametrize(
    ("word", "base"), [("wed", "wed"), ("shed", "shed"), ("embed", "embed"), ("stopped", "stop")]
)
def test_short_words_are_their_own_base(word, base):
    assert tags._lemma(word, word) == base
