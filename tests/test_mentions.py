"""Mentions: names, noun phrases, pronouns, demonyms, with extents, heads and features."""

from __future__ import annotations

import re

import pytest

from kg.mentions import find_mentions


@pytest.fixture(scope="module")
def mentions(parse):
    return lambda text: find_mentions(parse(text))


@pytest.fixture(scope="module")
def named(mentions):
    """Text -> (text, type) of each name."""
    return lambda text: [(m.text, m.type) for m in mentions(text) if m.kind == "name"]


@pytest.fixture(scope="module")
def phrases(mentions):
    """Text -> (text, head's word) of each nominal."""

    def found(text):
        return [
            (m.text, re.match(r"\w+", text[m.head :])[0])
            for m in mentions(text)
            if m.kind == "nominal"
        ]

    return found


NAMES = [
    # a title is no part of a name, a country before it is a name of its own
    (
        "Kenyan Prime Minister Grace Wanjiru flew to Lagos.",
        [("Grace Wanjiru", "Person"), ("Lagos", "Place")],
    ),
    (
        "U.S. Secretary of Energy Maria Lopez resigned.",
        [("U.S.", "GeopoliticalEntity"), ("Maria Lopez", "Person")],
    ),
    (
        "Chancellor-elect Jonas Brandt spoke in Vienna.",
        [("Jonas Brandt", "Person"), ("Vienna", "Place")],
    ),
    (
        "Mr. Okonkwo sued Apple CEO Tim Cook.",
        [("Okonkwo", "Person"), ("Apple", "Organization"), ("Tim Cook", "Person")],
    ),
    # a surname may look like a title
    ("The novelist Stephen King lives in Maine.", [("Stephen King", "Person"), ("Maine", "Place")]),
    ("Martin Luther King Jr. preached.", [("Martin Luther King Jr.", "Person")]),
    ('They heard Thomas "Fats" Waller.', [('Thomas "Fats" Waller', "Person")]),
    # a title of a work may be any words; the noun before it tells what it is
    ("Critics liked the novel Cold Iron.", [("Cold Iron", "Document")]),
    (
        "Ann Low praised the thriller Silent Harbor in Vienna.",
        [("Ann Low", "Person"), ("Silent Harbor", "Document"), ("Vienna", "Place")],
    ),
    ("Her debut novel Glass Orchard appeared late.", [("Glass Orchard", "Document")]),
    ("They liked the comedy Ben Hill.", [("Ben Hill", "Document")]),
    # but it may be who made the work
    ("The film Mara Velt made was long.", [("Mara Velt", "Person")]),
    ("She read the book Peter Lang wrote.", [("Peter Lang", "Person")]),
    # hyphens, initials, particles
    (
        "Jean-Marie Le-Roux wrote to J. K. Rowling.",
        [("Jean-Marie Le-Roux", "Person"), ("J. K. Rowling", "Person")],
    ),
    (
        "Omar al-Farouk met Ludwig van Beethoven.",
        [("Omar al-Farouk", "Person"), ("Ludwig van Beethoven", "Person")],
    ),
    # a given name in two syllables, not what is based in a city
    (
        "Lawmaker Chan Wai-man sued the Lima-based mill.",
        [("Chan Wai-man", "Person"), ("Lima", "Place")],
    ),
    # whose a body is, two partners, a number are parts of a name; owners are not
    (
        "Tarnby Women's Trust and the Dockers Nurses' Union sued Lund & Sons.",
        [
            ("Tarnby Women's Trust", "Organization"),
            ("Dockers Nurses' Union", "Organization"),
            ("Lund & Sons", "Organization"),
        ],
    ),
    ("Ghana's Parliament met.", [("Ghana", "GeopoliticalEntity"), ("Parliament", "Organization")]),
    ("Typhoon Signal No. 8 was raised.", [("Typhoon Signal No. 8", "Event")]),
    (
        "H.R.H. Princess Astrid thanked Chef Ole Dahl.",
        [("Astrid", "Person"), ("Ole Dahl", "Person")],
    ),
    # trades and legal forms, clubs, museums; a given name before a noun for a thing
    (
        "Tarnby Robotics was founded by Per Dahl. Tarnby hired Ben Wheel.",
        [
            ("Tarnby Robotics", "Organization"),
            ("Per Dahl", "Person"),
            ("Tarnby", "Organization"),
            ("Ben Wheel", "Person"),
        ],
    ),
    (
        "Elmton United beat Orly Wanderers.",
        [("Elmton United", "Organization"), ("Orly Wanderers", "Organization")],
    ),
    ("The Museo Quiroga reopened.", [("Museo Quiroga", "Facility")]),
    # whom a body employs is no part of it; a comma before a legal form is
    (
        "Ben Wheel of Elmton United left.",
        [("Ben Wheel", "Person"), ("Elmton United", "Organization")],
    ),
    ("The judge fined Tarnby Robotics, Inc. in May.", [("Tarnby Robotics, Inc.", "Organization")]),
    # a storm and a person of one name; persons have no article
    (
        "Hurricane Dora killed Ana Dora.",
        [("Hurricane Dora", "Event"), ("Ana Dora", "Person")],
    ),
    ("She told the Elmtonblatt that it rained.", [("Elmtonblatt", "Organization")]),
    # a city is no given name
    (
        "Washington said it would wait. Mr. Washington Okello left.",
        [("Washington", "Place"), ("Washington Okello", "Person")],
    ),
    # the firm or its founder
    (
        "Dahl Motors was founded by Per Dahl. A bank advised Dahl.",
        [("Dahl Motors", "Organization"), ("Per Dahl", "Person"), ("Dahl", "")],
    ),
    # a creed is no part of a name, nor is the credit of a picture
    ("They praised Methodist Peter Okafor.", [("Peter Okafor", "Person")]),
    ("A street in Lima Photo: Maria Silva.", [("Lima", "Place"), ("Maria Silva", "Person")]),
    # what keeps bees is a trade, what is called a cyclone is one
    (
        "Beekeeper Anton Zupan fled Cyclone Mira.",
        [("Anton Zupan", "Person"), ("Cyclone Mira", "Event")],
    ),
    (
        "Peter praised Samsung and Toyota.",
        [("Peter", "Person"), ("Samsung", "Organization"), ("Toyota", "Organization")],
    ),
    (
        "Detective Inspector Susan Hall called the Togolese Red Cross.",
        [("Susan Hall", "Person"), ("Togolese Red Cross", "Organization")],
    ),
    # a plural may be a surname, and a surname a wife's
    (
        "Steve Jobs called Laurel Jobs.",
        [("Steve Jobs", "Person"), ("Laurel Jobs", "Person")],
    ),
    # whose members a body has, a saint's house, whom and what a body is for
    (
        "The Tea Growers' Union and the Cooks' and Bakers' Guild sued St Bride's Infirmary.",
        [
            ("Tea Growers' Union", "Organization"),
            ("Cooks' and Bakers' Guild", "Organization"),
            ("St Bride's Infirmary", "Facility"),
        ],
    ),
    (
        "The Department for Culture, Media and Sport closed the Royal College of Weavers.",
        [
            ("Department for Culture, Media and Sport", "Organization"),
            ("Royal College of Weavers", "Organization"),
        ],
    ),
    (
        "The Ministry of Health, Siemens and Lufthansa signed a deal.",
        [
            ("Ministry of Health", "Organization"),
            ("Siemens", "Organization"),
            ("Lufthansa", "Organization"),
        ],
    ),
    (
        "The mayor thanked the Parents' Association for Tarnby Schools.",
        [("Parents' Association for Tarnby Schools", "Organization")],
    ),
    (
        "Bo Adler left Tarnby Hospital for Orly Motors.",
        [
            ("Bo Adler", "Person"),
            ("Tarnby Hospital", "Facility"),
            ("Orly Motors", "Organization"),
        ],
    ),
    # after which place somebody is called; nobody is called after a firm
    (
        "Bishop Odo of Langres married Anna of Cleves.",
        [("Odo of Langres", "Person"), ("Anna of Cleves", "Person")],
    ),
    ("He told Anna of Paris.", [("Anna", "Person"), ("Paris", "Place")]),
    (
        "The doctor informed Maria of Norway's plan.",
        [("Maria", "Person"), ("Norway", "GeopoliticalEntity")],
    ),
    # titles of councils, games and courts; one that is a name or another word as well
    (
        "Grandmaster Elena Dahl met Cllr Tom Wexley and Maître Sophie Arnal.",
        [("Elena Dahl", "Person"), ("Tom Wexley", "Person"), ("Sophie Arnal", "Person")],
    ),
    (
        "Major Maria Roy joined the Major League.",
        [("Maria Roy", "Person"), ("Major League", "Organization")],
    ),
    # what is a work or a ship by its description, a club by its letters, a group by its trade
    (
        "Her third novel, The Salt Road, praised HC Lugano and the brewer Tarnby Bryggeri.",
        [
            ("Salt Road", "Document"),
            ("HC Lugano", "Organization"),
            ("Tarnby Bryggeri", "Organization"),
        ],
    ),
    (
        "The shipping group Vestkyst hired Ana Roy.",
        [("Vestkyst", "Organization"), ("Ana Roy", "Person")],
    ),
    # fields and works joined by "and", bodies of one place, letters of members of parliaments
    (
        "The Catholic Commission for Justice and Peace sued MSP Alasdair Rennie.",
        [
            ("Catholic Commission for Justice and Peace", "Organization"),
            ("Alasdair Rennie", "Person"),
        ],
    ),
    (
        "The Fishermen's Association of Uist met the Scottish Council for Tourism and Hospitality.",
        [
            ("Fishermen's Association of Uist", "Organization"),
            ("Scottish Council for Tourism and Hospitality", "Organization"),
        ],
    ),
    ("Her book Fire and Cardamom won an award.", [("Fire and Cardamom", "Document")]),
    ("Its vessel Isle of Taransay hit a pier.", [("Isle of Taransay", "Artifact")]),
    (
        "The Royal Conservatory of The Hague hired Ana Roy.",
        [("Royal Conservatory of The Hague", "Facility"), ("Ana Roy", "Person")],
    ),
    (
        "Louise Mottet left the estate to the Society for the Preservation of Monuments.",
        [
            ("Louise Mottet", "Person"),
            ("Society for the Preservation of Monuments", "Organization"),
        ],
    ),
    # papers
    ("The Harbour Times closed.", [("Harbour Times", "Organization")]),
    # nested places
    (
        "She studied at the University of Nairobi.",
        [("University of Nairobi", "Organization"), ("Nairobi", "Place")],
    ),
    (
        "The Bank of Ghana raised rates.",
        [("Bank of Ghana", "Organization"), ("Ghana", "GeopoliticalEntity")],
    ),
    # a direction belongs to a place
    ("Floods hit northern Mozambique.", [("northern Mozambique", "Place")]),
    # peoples
    ("The Norwegians beat the Danes.", [("Norwegians", "Group"), ("Danes", "Group")]),
    # scripts without capitals
    ("محمود درويش met 村上春樹.", [("محمود درويش", None), ("村上春樹", None)]),
]


@pytest.mark.parametrize(("text", "expected"), NAMES, ids=[row[0][:30] for row in NAMES])
def test_names(named, text, expected):
    found = named(text)
    assert [name for name, _ in found] == [name for name, _ in expected]
    for (_, kind), (_, wanted) in zip(found, expected, strict=True):
        assert wanted is None or kind == wanted


PHRASES = [
    (
        "A lorry hit the old stone bridge.",
        [("A lorry", "lorry"), ("the old stone bridge", "bridge")],
    ),
    # "of" stays, a relative clause and an apposition go
    (
        "The removal of barges that sank last year began.",
        [("The removal of barges", "removal"), ("barges", "barges")],
    ),
    ("The harbour, a ruin, burned.", [("The harbour", "harbour"), ("a ruin", "ruin")]),
    # a name after another preposition identifies an event
    ("The war in the Balkans ended.", [("The war in the Balkans", "war")]),
    # between takes both or none
    (
        "A two-year dispute between the old mill of Harle and the county of Tarn ended.",
        [
            ("A two-year dispute", "dispute"),
            ("the old mill of Harle", "mill"),
            ("the county of Tarn", "county"),
        ],
    ),
    # conjuncts are mentions of their own
    ("The mayor and two nurses wept.", [("The mayor", "mayor"), ("two nurses", "nurses")]),
    # possessors nest
    ("Her brother's farm burned.", [("Her brother's farm", "farm"), ("Her brother", "brother")]),
    # quantities: one mention, headed by the quantity
    (
        "Thousands of bats left the cave.",
        [("Thousands of bats", "Thousands"), ("the cave", "cave")],
    ),
    ("At least 15 miners died.", [("At least 15 miners", "miners")]),
    (
        "Some of the striking nurses returned.",
        [("Some of the striking nurses", "Some"), ("the striking nurses", "nurses")],
    ),
    # hyphened compounds
    (
        "The vice-chancellor signed a cease-fire.",
        [("The vice-chancellor", "chancellor"), ("a cease-fire", "fire")],
    ),
    # the letter or number that tells which one
    ("The board chose plan B after all.", [("The board", "board"), ("plan B", "B")]),
    # what refers to nothing
    ("The vote took place on Monday in order to please nobody.", [("The vote", "vote")]),
    ("There is no doubt.", []),
    # dates and amounts
    ("In March the mill lost $3 million.", [("the mill", "mill")]),
]


@pytest.mark.parametrize(("text", "expected"), PHRASES, ids=[row[0][:30] for row in PHRASES])
def test_noun_phrases(phrases, text, expected):
    assert phrases(text) == expected


def test_a_demonym_before_a_noun_is_an_adjective_of_its_country(mentions):
    found = [(m.text, m.kind, m.type) for m in mentions("Ghanaian rebels left.")]
    assert ("Ghanaian", "adjective", "GeopoliticalEntity") in found
    assert ("Ghanaian rebels", "nominal", "Group") in found


def test_a_language_is_not_its_country(mentions):
    found = mentions("She speaks Swedish. The letter was in French.")
    assert "GeopoliticalEntity" not in {m.type for m in found}


def test_a_person_inside_a_noun_phrase_is_a_name(mentions):
    found = [(m.text, m.kind) for m in mentions("The Merkel government fell.")]
    assert found == [("The Merkel government", "nominal"), ("Merkel", "name")]


PRONOUNS = [
    ("He", "singular", "male"),
    ("her", "singular", "female"),
    ("it", "singular", "neuter"),
    ("their", "plural", ""),
    ("us", "plural", ""),
    ("this", "singular", "neuter"),
]


def test_pronouns_have_number_and_gender(mentions):
    text = "He told her that it was their boat. They left us. The baker saw this."
    found = {m.text: (m.number, m.gender) for m in mentions(text) if m.kind == "pronoun"}
    for word, number, gender in PRONOUNS:
        assert found[word] == (number, gender)


def test_that_as_a_conjunction_is_no_pronoun(mentions):
    assert [m.text for m in mentions("She said that he left.") if m.kind == "pronoun"] == [
        "She",
        "he",
    ]


def test_gender_comes_from_titles_given_names_and_nouns(mentions):
    text = "Mrs. Adeyemi called Robert Steiner. The queen slept."
    found = {m.text: m.gender for m in mentions(text)}
    assert found == {"Adeyemi": "female", "Robert Steiner": "male", "The queen": "female"}


def test_one_document_gives_a_name_one_type(mentions):
    """A bare surname is a person wherever the full name is one, whatever NER says of it."""
    text = "Houston lost. In May the coach, Dale Houston, quit. Houston blamed the owners."
    assert {m.type for m in mentions(text) if m.text.endswith("Houston")} == {"Person"}


def test_a_trade_before_a_name_tells_a_person(named):
    assert named("They sued collector Hugo Stern.") == [("Hugo Stern", "Person")]


def test_a_name_known_from_prose_is_found_in_a_headline(mentions):
    text = "Varga Quits Over Leak\nThe minister, Ilona Varga, quit on Friday. Varga gave no reason."
    assert [m.sentence for m in mentions(text) if m.text == "Varga"] == [0, 2]


def test_words_of_a_headline_are_no_names(mentions):
    text = "Farmers Blocked From Flooded Market Square"
    assert [m.text for m in mentions(text) if m.kind == "name"] == []


def test_a_label_in_capitals_is_no_name(mentions):
    assert [m.text for m in mentions("WATCH: The ferry sank.")] == ["The ferry"]


EVERYTHING = (
    "Thousands of Peruvian farmers, led by Ana Quispe, blocked the road to Cusco on Tuesday. "
    'Quispe\'s brother told Radio Andina that "we will not leave". The police said they had '
    "arrested 12 people near the University of Cusco, which closed its gates."
)


def test_offsets_hold_and_heads_are_unique(mentions):
    found = mentions(EVERYTHING)
    assert all(EVERYTHING[m.start : m.end] == m.text for m in found)
    assert all(m.start <= m.head < m.end for m in found)
    assert len({m.head for m in found}) == len(found)


def test_order_is_by_beginning_then_length(mentions):
    found = mentions(EVERYTHING)
    assert list(found) == sorted(found, key=lambda m: (m.start, -m.end))


def test_no_sentences_no_mentions():
    assert find_mentions(()) == ()
