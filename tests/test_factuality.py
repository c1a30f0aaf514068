"""What is negated, planned or claimed, and on whose word."""

import pytest

from kg.lexicon import inflection, verbs

NEGATION = [
    ("The firm appeared to pay taxes.", "The firm | pays | taxes | claimed"),
    ("The firm never paid taxes.", "The firm | pays | taxes | negated"),
    ("The firm did not pay taxes.", "The firm | pays | taxes | negated"),
    ("No ship reached the island.", "ship | reaches | the island | negated"),
    ("Nobody saw the thief.", "Nobody | sees | the thief | negated"),
    (
        "Neither the mayor nor the council approved the plan.",
        "the mayor | approves | the plan | negated; the council | approves | the plan | negated",
    ),
    (
        "The bridge was destroyed by rebels, not the army.",
        "rebels | destroys | The bridge; the army | destroys | The bridge | negated",
    ),
    (
        "She bought not apples but pears.",
        "She | buys | apples | negated; She | buys | pears",
    ),
    ("She left without paying the bill.", "She | leaves | -; She | pays | the bill | negated"),
    ("The pilot failed to land the plane.", "The pilot | lands | the plane | negated"),
    ("The pilot did not fail to land the plane.", "The pilot | lands | the plane"),
    ("The team was unable to fix the pump.", "The team | fixes | the pump | negated"),
    ("The firm refused to pay the fine.", "The firm | pays | the fine | negated"),
    ("The club is not only rich.", "The club | is | rich"),
    (
        "The guards prevented the crowd from entering the hall.",
        "The guards | prevents | the crowd; the crowd | enters | the hall | negated",
    ),
    ("Divers could not reach the wreck.", "Divers | reaches | the wreck | negated"),
    ("Few bakers trust the mayor.", "bakers | trusts | the mayor | negated"),
    ("A few bakers trust the mayor.", "A few bakers | trusts | the mayor"),
    ("The team fell short of winning the cup.", "The team | wins | the cup | negated"),
    (
        "She lost her hat and almost her ring.",
        "She | loses | her hat; She | loses | almost her ring | negated",
    ),
    (
        "The guards failed to stop the crowd from entering the hall.",
        "The guards | stops | the crowd | negated; the crowd | enters | the hall",
    ),
    (
        "The court did not ban the firm from selling arms.",
        "The court | bans | the firm | negated; the firm | sells | arms | negated",
    ),
    (
        "The storm is unlikely to reach the coast.",
        "The storm | reaches | the coast | negated planned",
    ),
    # what is rarely done, or nearly, is left unsaid
    ("The baker seldom sang. The cook rarely slept.", ""),
    ("The team came close to winning the cup.", ""),
    ("Rita hopes that she will.", ""),
    # of a verdict and an adjective the adjective says it
    ("The trial proved them wrong.", "them | is | wrong"),
]

ENDED = [
    ("The factory no longer makes shoes.", "The factory | makes | shoes | ended True"),
    ("The singer used to live in Berlin.", "The singer | lives in | Berlin | ended True"),
    ("In 1990 the town used to own the mill.", "the town | owns | the mill | ended True"),
    (
        "The factory stopped making shoes in 2011.",
        "The factory | makes | shoes | ended 2011",
    ),
    (
        "Novak is no longer chief executive of Acme since 3 May 2024.",
        "Novak | is chief executive of | Acme | ended 3 May 2024",
    ),
]

PLANS = [
    ("The army may cross the river.", "The army | crosses | the river | planned"),
    (
        "The guards wait until the fee has been paid.",
        "The guards | waits | -; the fee | is paid | - | planned",
    ),
    (
        "The guards waited until Omar paid the fee.",
        "The guards | waits | -; Omar | pays | the fee",
    ),
    (
        "The villagers agreed that the mayor should sell the mill.",
        "the mayor | sells | the mill | planned by The villagers",
    ),
    ("The army will not cross the river.", "The army | crosses | the river | negated planned"),
    ("Will the army cross the river?", "the army | crosses | the river | planned"),
    ("The army is going to cross the river.", "The army | crosses | the river | planned"),
    ("The tenants want to buy the house.", "The tenants | buys | the house | planned"),
    (
        "The tenants did not want to buy the house.",
        "The tenants | buys | the house | negated planned",
    ),
    (
        "The firm hired divers to raise the wreck.",
        "The firm | hires | divers; divers | raises | the wreck | planned",
    ),
    ("The bank is likely to cut rates.", "The bank | cuts | rates | planned"),
    ("The bank is expected to cut rates.", "The bank | cuts | rates | planned"),
    ("The crew managed to repair the sail.", "The crew | repairs | the sail"),
    ("The choir began to sing the anthem.", "The choir | sings | the anthem"),
    (
        "If the ferry is late, the club will sue the owner.",
        "the ferry | is | late | planned; the club | sues | the owner | planned",
    ),
    (
        "The king travelled to Vienna to meet the emperor.",
        "The king | travels to | Vienna; The king | meets | the emperor | planned",
    ),
    (
        "The teacher asked the pupils to read the poem.",
        "The teacher | asks | the pupils; the pupils | reads | the poem | planned by The teacher",
    ),
    (
        "The queen wants the duke to leave the palace.",
        "the duke | leaves | the palace | planned by The queen",
    ),
    (
        "The queen wants guards on duty to watch the gate.",
        "The queen | wants | guards; guards | watches | the gate | planned by The queen",
    ),
    (
        "The baker will close the mill, blaming the war.",
        "The baker | closes | the mill | planned; The baker | blames | the war",
    ),
    (
        "The baker could have closed the mill, blaming the war.",
        "The baker | closes | the mill | planned; The baker | blames | the war | planned",
    ),
    (
        "Critics expect the mill to close and do not rule out a sale.",
        "the mill | closes | - | planned by Critics; Critics | rules out | a sale | negated",
    ),
    (
        "The guards searched and found no gold.",
        "The guards | searches | -; The guards | finds | gold | negated",
    ),
    (
        "The choir needs the town to pay for lamps.",
        "the town | pays for | lamps | planned",
    ),
    (
        "The choir needs money to pay its singers.",
        "The choir | needs | money; The choir | pays | its singers | planned",
    ),
    (
        "The nurse trained in Lund and went on to found a hospital.",
        "The nurse | trains in | Lund; The nurse | founds | a hospital",
    ),
    (
        "The duke is said to want the castle, though he has refused two offers.",
        "The duke | wants | the castle | claimed; he | refuses | two offers",
    ),
    (
        "The duke said he would stay, although the king had sold the castle.",
        "the king | sells | the castle | claimed by The duke",
    ),
    (
        "The firm promised to pay the fine.",
        "The firm | pays | the fine | planned by The firm",
    ),
    (
        "The union demanded that the firm reopen the mine.",
        "the firm | reopens | the mine | planned by The union",
    ),
    (
        "Residents called for the mayor to leave the town.",
        "the mayor | leaves | the town | planned by Residents",
    ),
]

CLAIMS = [
    (
        "The mayor said that the dam is leaking.",
        "the dam | leaks | - | claimed by The mayor",
    ),
    (
        "The mill is haunted, or so the weavers said.",
        "The mill | is haunted | - | claimed by the weavers",
    ),
    (
        "He praised the choir and, according to critics, closed the school.",
        "He | praises | the choir; He | closes | the school | claimed by critics",
    ),
    (
        "The judges agreed that the dam was unsafe.",
        "the dam | is | unsafe | claimed by The judges",
    ),
    ("The dam is leaking, the mayor said.", "The dam | leaks | - | claimed by the mayor"),
    ("The dam, officials said, had been closed.", "The dam | is closed | - | claimed by officials"),
    ("According to the mayor, the dam is leaking.", "the dam | leaks | - | claimed by the mayor"),
    (
        "The mayor said that the dam would be repaired.",
        "the dam | is repaired | - | planned by The mayor",
    ),
    (
        "The mayor denied taking bribes.",
        "The mayor | takes | bribes | negated claimed by The mayor",
    ),
    ("Reportedly, the duke sold the castle.", "the duke | sells | the castle | claimed"),
    ("It is believed that the duke sold the castle.", "the duke | sells | the castle | claimed"),
    ("The suspect is believed to have fled to Spain.", "The suspect | flees to | Spain | claimed"),
    (
        "The jury heard that the banker had hidden the money.",
        "the banker | hides | the money | claimed",
    ),
    ("The crew knew the engine had failed.", "the engine | fails | -"),
    (
        "The court accused the banker of hiding the money.",
        "The court | accuses | the banker; the banker | hides | the money | claimed by The court",
    ),
    (
        "The spokesman said the minister told reporters that the army had left the town.",
        (
            "the minister | tells | reporters | claimed by The spokesman; "
            "the army | leaves | the town | claimed by the minister, The spokesman"
        ),
    ),
    (
        "Critics said the bank that runs the fund had lost money.",
        (
            "the bank | loses | money | claimed by Critics; "
            "the bank | runs | the fund | claimed by Critics"
        ),
    ),
    (
        "In her opinion, the bridge is unsafe, and the road has sunk.",
        "the bridge | is | unsafe | claimed by her; the road | sinks | - | claimed by her",
    ),
    ("She saw tears in his eyes.", "She | sees | tears; She | sees tears in | his eyes"),
    (
        "Ana Roy, who sold the van, has denied stealing the money.",
        "Ana Roy | steals | the money | negated claimed by Ana Roy; Ana Roy | sells | the van",
    ),
    ("The clerk stopped short of calling her a liar.", ""),
    (
        "Ana told the press that the crew had failed to reach the final.",
        "Ana | tells | the press; the crew | reaches | the final | negated claimed by Ana",
    ),
    (
        "The broker Ida Senn, who founded the fund, denies stealing the money.",
        "Ida Senn | steals | the money | negated claimed by Ida Senn; Ida Senn | founds | the fund",
    ),
    (
        "The bank was fined for polluting the river.",
        "The bank | pollutes | the river | claimed",
    ),
]


@pytest.mark.parametrize(("sentence", "expected"), [*NEGATION, *ENDED])
def test_polarity(facts, sentence, expected):
    assert facts(sentence) == {fact for fact in expected.split("; ") if fact}


@pytest.mark.parametrize(("sentence", "expected"), PLANS)
def test_plans(facts, sentence, expected):
    assert facts(sentence) == set(expected.split("; "))


@pytest.mark.parametrize(("sentence", "expected"), CLAIMS)
def test_claims(facts, sentence, expected):
    assert facts(sentence) == {fact for fact in expected.split("; ") if fact}


def test_cues_are_the_words_that_decided(triples):
    [triple] = triples("The mayor said that the dam would never be repaired.")
    assert triple.cues == ("said", "would", "never")


def flags(effect):
    found = "negated " if effect.negates else ""
    return found + effect.factuality + (" ended" if effect.ends else "")


@pytest.mark.parametrize(
    "row",
    [*verbs.THAT_ROWS, *verbs.TO_ROWS, *verbs.NOUN_ROWS, *verbs.ADJECTIVE_ROWS],
    ids=lambda row: row.example,
)
def test_every_example_has_the_effect_of_its_row(triples, row):
    found = {
        ("negated " if t.polarity == "negated" else "")
        + t.factuality
        + (" ended" if t.ended else "")
        for t in triples(row.example)
    }
    assert flags(row.effect) in found


@pytest.mark.parametrize(
    ("verb", "present"),
    [("carry", "carries"), ("pass", "passes"), ("be", "is"), ("go", "goes"), ("buy", "buys")],
)
def test_third_person(verb, present):
    assert inflection.third_person(verb) == present


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        (
            "The miners are preparing to leave after the roof collapsed.",
            "the roof | collapses | -",
        ),
        (
            "Omar said every baker he has hired is ready to move to Bari.",
            "he | hires | every baker | claimed by Omar",
        ),
        (
            "They praised the saint for saving them even as they left the town.",
            "they | leaves | the town",
        ),
    ],
)
def test_clauses_beside_a_plan_or_praise_are_not_of_it(facts, sentence, fact):
    assert fact in facts(sentence)


@pytest.mark.parametrize(
    "text",
    [
        "The storm killed ten people and burned a mill, according to the mayor.",
        "According to the mayor, the storm killed ten people and burned a mill.",
    ],
)
def test_a_source_apart_from_its_verb_vouches_for_all_that_its_subject_did(facts, text):
    flags = "claimed by the mayor"
    wanted = {f"the storm | kills | ten people | {flags}", f"the storm | burns | a mill | {flags}"}
    assert {fact[:1].lower() + fact[1:] for fact in facts(text)} == wanted
