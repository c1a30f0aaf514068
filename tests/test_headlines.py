"""What headlines say, with their omitted words; and those that say nothing."""

import pytest

from kg import extractors, parsing
from kg.model import Document

BODY = (
    "\n\nThe ferry left on Friday, and the mayor said that the court would hear the firm. "
    "They saw the union and a storm in the port. The bishop said so."
)


@pytest.fixture(scope="module")
def headline(nlp):
    """Headline -> its triples when it stands over a text."""

    def read(text):
        [(_, sentences)] = parsing.parse([Document("d", text + BODY)], nlp)
        assert sentences[0].kind != "prose"
        return [t for t in extractors.load().extract(sentences).triples if t.sentence == 0]

    return read


SAID = [
    ("Storm Kills Nine in Southern Norway", ("Storm", "kills", "Nine", "actual", "")),
    ("Mayor Accused of Fraud", ("Mayor", "is accused of", "Fraud", "actual", "")),
    ("Velora to Buy Clearsound", ("Velora", "buys", "Clearsound", "planned", "")),
    ("FERRY HITS PIER IN BARI, MAYOR SAYS", ("FERRY", "hits", "PIER", "claimed", "MAYOR")),
    ("Parliament Approves Budget", ("Parliament", "approves", "Budget", "actual", "")),
    ("Ferry Will Leave Port on Friday", ("Ferry", "leaves", "Port", "planned", "")),
    ("Storm kills nine in southern Norway", ("Storm", "kills", "nine", "actual", "")),
    ("Baker to open shop in Bari", ("Baker", "opens", "shop", "planned", "")),
    (
        "Former conductor of church choir jailed for theft",
        ("Former conductor of church choir", "is jailed for", "theft", "actual", ""),
    ),
]


@pytest.mark.parametrize(("text", "fact"), SAID)
def test_headlines_say_their_fact(headline, text, fact):
    found = [
        (t.subject.text, t.relation, o.text, t.factuality, "".join(s.text for s in t.speakers))
        for t in headline(text)
        for o in t.objects
    ]
    assert fact in found


def test_headlines_are_less_certain_than_sentences(headline):
    assert all(t.confidence < 0.7 for t in headline("Storm Kills Nine in Southern Norway"))


@pytest.mark.parametrize(
    "text",
    [
        "In Photos: Storm in Bari",
        "Why Nurses Are Leaving Malta",
        "Is the Union Lying?",
        "SEE MORE: The Mayor Leaves Bari",
        "By Jon Berg",
        "Photo by Ana Roy",
        "Ten Ways to Cook Rice",
        "The woman who mapped the harbour",
    ],
)
def test_questions_captions_and_links_say_nothing(headline, text):
    assert headline(text) == []
