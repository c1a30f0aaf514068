"""Places of the world: ids, and which of the places of one name a document means."""

from __future__ import annotations

import pytest

from kg.coref import resolve
from kg.linking import link
from kg.mentions import find_mentions
from kg.model import Document, DocumentRecord
from kg.quotes import find_quotations


@pytest.fixture(scope="module")
def ids(parse):
    """Texts -> (name, type, GeoNames id or "") of each entity that has a name or demonym."""

    def read(number, text):
        sentences = parse(text)
        mentions = find_mentions(sentences)
        chains = resolve(sentences, mentions, find_quotations(sentences))
        return DocumentRecord(Document(f"d{number}", text), sentences, mentions, chains, ())

    def found(*texts):
        entities = link([read(number, text) for number, text in enumerate(texts)]).entities
        return {
            (e.name, e.type, e.same_as[0].split("/")[-2] if e.same_as else "")
            for e in entities
            if any(m.kind in {"name", "adjective"} for m in e.mentions)
        }

    return found


GEORGIA = ("Georgia", "GeopoliticalEntity", "614540")
STATE_OF_GEORGIA = ("Georgia", "Place", "4197000")
LONDON = ("London", "Place", "2643743")

MEANT = [
    # what a place lies in, said right after it
    ("Birmingham, Alabama, mourned.", ("Birmingham", "Place", "4049979")),
    ("Cambridge, Massachusetts, hired a mayor.", ("Cambridge", "Place", "4931972")),
    ("Floods hit Victoria, British Columbia.", ("Victoria", "Place", "6174041")),
    # a place that the table lacks has no id, whatever namesakes it has
    ("Drummers met in Paris, Texas. Paris has one cinema.", ("Paris", "Place", "")),
    # but a list tells of no place where it lies
    ("Envoys from Paris, Mali, and Niger met.", ("Paris", "Place", "2988507")),
    ("Envoys from Paris, Mali and Niger met.", ("Paris", "Place", "2988507")),
    # what lies in a place, said right before it or elsewhere
    ("A court in Atlanta, Georgia, jailed him. Georgia wept.", STATE_OF_GEORGIA),
    ("Georgia farmers sued. A judge in Atlanta agreed.", STATE_OF_GEORGIA),
    ("Georgia and Armenia signed a pact in Tbilisi.", GEORGIA),
    ("Georgia exports wine.", GEORGIA),
    # a country that is named, unless the namesake is far larger
    ("Tripoli burned. The Lebanese army came.", ("Tripoli", "Place", "266826")),
    ("Tripoli burned. The Libyan army came.", ("Tripoli", "Place", "2210247")),
    ("A Canadian envoy flew to London.", LONDON),
    ("London, Ontario, grew.", ("London", "Place", "6058560")),
    ("Victoria, the capital of Seychelles, burned.", ("Victoria", "Place", "241131")),
]


@pytest.mark.parametrize(("text", "place"), MEANT, ids=[row[0][:40] for row in MEANT])
def test_which_of_the_namesakes(ids, text, place):
    assert [found for found in ids(text) if found[0] == place[0]] == [place]


APART = [
    # the man, the city, the state
    (
        ["Washington said it would wait.", "George Washington was tall. Washington led an army."],
        {("Washington", "Place", "4140963"), ("George Washington", "Person", "")},
    ),
    (
        ["Queen Victoria reigned. Victoria died in 1901.", "Floods hit Victoria, Seychelles."],
        {
            ("Victoria", "Person", ""),
            ("Victoria", "Place", "241131"),
            ("Seychelles", "GeopoliticalEntity", "241170"),
        },
    ),
    (
        ["Jordan sent troops to Syria.", "Michael Jordan retired. Jordan plays golf."],
        {
            ("Jordan", "GeopoliticalEntity", "248816"),
            ("Syria", "GeopoliticalEntity", "163843"),
            ("Michael Jordan", "Person", ""),
        },
    ),
    (
        ["Lincoln, Nebraska, has a zoo.", "Abraham Lincoln was shot. Lincoln died."],
        {
            ("Lincoln", "Place", "5072006"),
            ("Nebraska", "Place", "5073708"),
            ("Abraham Lincoln", "Person", ""),
        },
    ),
    (
        ["Sydney Pollack filmed in Sydney."],
        {("Sydney Pollack", "Person", ""), ("Sydney", "Place", "2147714")},
    ),
    (
        ["Drummers met in Paris, Texas.", "Paris is the capital of France."],
        {
            ("Paris", "Place", ""),
            ("Texas", "Place", "4736286"),
            ("Paris", "Place", "2988507"),
            ("France", "GeopoliticalEntity", "3017382"),
        },
    ),
    # names that differ by a letter or two
    (
        ["Iran and Iraq fought.", "The Iranian envoy met the Iraqi envoy."],
        {("Iran", "GeopoliticalEntity", "130758"), ("Iraq", "GeopoliticalEntity", "99237")},
    ),
    (
        ["Niger and Nigeria trade.", "The Nigerien and the Nigerian army met."],
        {("Niger", "GeopoliticalEntity", "2440476"), ("Nigeria", "GeopoliticalEntity", "2328926")},
    ),
    (
        ["Austria beat Australia.", "An Austrian met an Australian envoy."],
        {
            ("Austria", "GeopoliticalEntity", "2782113"),
            ("Australia", "GeopoliticalEntity", "2077456"),
        },
    ),
    # several names of one country
    (
        ["The U.S. and Britain agreed.", "The United States and the UK agreed."],
        {
            ("United States", "GeopoliticalEntity", "6252001"),
            ("United Kingdom", "GeopoliticalEntity", "2635167"),
        },
    ),
]


@pytest.mark.parametrize(("texts", "entities"), APART, ids=[row[0][0][:40] for row in APART])
def test_namesakes_are_apart_and_names_of_one_place_together(ids, texts, entities):
    assert ids(*texts) == entities
