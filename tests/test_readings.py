"""Constructions that a small parser takes for others, and the facts that they state."""

import pytest

LISTS = [
    (
        "The village has no school, no bank and no doctor.",
        (
            "The village | has | school | negated; The village | has | bank | negated; "
            "The village | has | doctor | negated"
        ),
    ),
    (
        "Two sailors, a cook and a pilot were among the winners.",
        (
            "Two sailors | is among | the winners; a cook | is among | the winners; "
            "a pilot | is among | the winners"
        ),
    ),
    (
        "The monks sold honey, wax and wine, and bought salt.",
        (
            "The monks | sells | honey; The monks | sells | wax; The monks | sells | wine; "
            "The monks | buys | salt"
        ),
    ),
]
ARGUMENTS = [
    (
        "Surgeons blamed infected needles for the deaths.",
        "Surgeons | blames | infected needles; Surgeons | blames for | the deaths",
    ),
    (
        "Her agent told fans outside the theatre that the singer would retire.",
        "Her agent | tells | fans; the singer | retires | - | planned by Her agent",
    ),
    (
        "Ana Roy said on Friday she would open a pub.",
        "she | opens | a pub | planned by Ana Roy",
    ),
    (
        "A beetle that has eaten many elms threatens the park.",
        "A beetle | eats | many elms; A beetle | threatens | the park",
    ),
    (
        "The envoys met bishops from Malta and Cyprus separately.",
        "The envoys | meets | bishops",
    ),
    (
        "The nurses carried the wounded to a barn.",
        "The nurses | carries | the wounded; The nurses | carries to | a barn",
    ),
    (
        "Ana Roy made her debut as Tosca.",
        "Ana Roy | makes | her debut; Ana Roy | makes debut as | Tosca",
    ),
    ("The rebels blocked the road to the mill.", "The rebels | blocks | the road"),
    (
        "The rebels sold the bridge to a firm.",
        "The rebels | sells | the bridge; The rebels | sells to | a firm",
    ),
    ("They sailed – I was told – to Malta.", "They | sails to | Malta | claimed"),
    ("The envoys met officials from the Red Cross.", "The envoys | meets | officials"),
    (
        "The monks sent tents and the Red Cross promised rice.",
        "The monks | sends | tents; the Red Cross | promises | rice",
    ),
    (
        "He sold wheat and rye and bought salt.",
        "He | sells | wheat; He | sells | rye; He | buys | salt",
    ),
    (
        "A baker was threatened with a knife and robbed of two rings.",
        "A baker | is threatened with | a knife; A baker | is robbed of | two rings",
    ),
    (
        "More than 300 cyclists rode from the park to the town hall.",
        (
            "More than 300 cyclists | rides from | the park; "
            "More than 300 cyclists | rides to | the town hall"
        ),
    ),
    (
        "In 1874 peasants under Captain Ana Roy burned the abbey.",
        "peasants | burns | the abbey; Captain Ana Roy | is | Captain",
    ),
    (
        "Detective Sergeant Paula Reimer testified in Hull.",
        (
            "Detective Sergeant Paula Reimer | testifies in | Hull; "
            "Detective Sergeant Paula Reimer | is | Detective Sergeant"
        ),
    ),
    (
        "Tom Reed, who rides for Bari, attacked on the pass and finished second.",
        "Tom Reed | rides for | Bari; Tom Reed | attacks on | the pass; Tom Reed | finishes | -",
    ),
    (
        "Harker (born 5 June 1929) was the youngest of five children.",
        "Harker | is | youngest; Harker | is born | -",
    ),
    (
        "The dockers were underpaid and threatened.",
        "The dockers | is | underpaid; The dockers | is threatened | -",
    ),
    ("Ana Roy runs the Tarn Institute for Peace.", "Ana Roy | runs | the Tarn Institute"),
    ("The shipping group Norvik sued Acme.", "Norvik | sues | Acme"),
    (
        "Ana Roy won a medal for bravery.",
        "Ana Roy | wins | a medal; Ana Roy | wins medal for | bravery",
    ),
    (
        "Her colleague Professor Ana Roy left.",
        (
            "Professor Ana Roy | is colleague of | Her; Professor Ana Roy | is | Professor; "
            "Professor Ana Roy | leaves | -"
        ),
    ),
    ("The envoy said the Red Cross.", ""),
    (
        "Tom Reed (born 3 June 1950) won two cups.",
        "Tom Reed | wins | two cups; Tom Reed | is born | -",
    ),
    ("The surgeon died aged 91.", "The surgeon | dies | aged"),
    ("The clerk was sentenced to six years.", "The clerk | is sentenced to | six years"),
]

WHO = [
    (
        "Ana Roy, the leader of the ruling Liberals, who was barred from office, won the vote.",
        (
            "Ana Roy | wins | the vote; Ana Roy | is barred from | office; "
            "Ana Roy | is leader of | the ruling Liberals"
        ),
    ),
    (
        "The steward said the price was too high and urged members to leave.",
        (
            "the price | is | too high | claimed by The steward; The steward | urges | members; "
            "members | leaves | - | planned by The steward"
        ),
    ),
    (
        "The island plans to train divers and has ordered two boats.",
        "The island | trains | divers | planned; The island | orders | two boats",
    ),
    (
        "The rules required cooks at inns to have sleeping quarters.",
        (
            "The rules | requires | cooks; The rules | requires cooks at | inns; "
            "cooks | has | sleeping quarters | planned by The rules"
        ),
    ),
    (
        "The harbour was closed as a wall of fog drifted towards Bari.",
        "The harbour | is closed | -; a wall of fog | drifts towards | Bari",
    ),
    (
        'Omar Sol called the sentence "plainly absurd".',
        "the sentence | is | absurd | claimed by Omar Sol",
    ),
    (
        "Hedge fund manager Ana Roy won.",
        (
            "Hedge fund manager Ana Roy | wins | -; "
            "Hedge fund manager Ana Roy | is | Hedge fund manager"
        ),
    ),
    (
        "Bo replaced the pump with a windmill.",
        "Bo | replaces | the pump; Bo | replaces with | a windmill",
    ),
    ("The council replaced the pump with a new one.", "The council | replaces | the pump"),
    (
        "The board voted by 9 to 3 to sell the mill.",
        "The board | sells | the mill | planned by The board",
    ),
    (
        "Ana became one of the best fencers of Chile.",
        "Ana | becomes | one of the best fencers of Chile",
    ),
    ("The barge ran aground.", "The barge | runs aground | -"),
    ("Two suits are pending in Oslo.", "Two suits | is pending in | Oslo"),
]

NUMBER = [
    (
        "A letter signed by two nurses and a dentist was ignored by the mayor.",
        (
            "two nurses | signs | A letter; a dentist | signs | A letter; "
            "the mayor | ignores | A letter"
        ),
    ),
    (
        "A lane in Bari, a hill and a gull are named after Omar.",
        (
            "A lane | is named after | Omar; a hill | is named after | Omar; "
            "a gull | is named after | Omar; A lane | is in | Bari"
        ),
    ),
    (
        "Ana was offered a post at Vienna University, which she has not accepted.",
        "Ana | is offered | a post; she | accepts | a post | negated",
    ),
    (
        "The club sold its captain, the baker Omar Sol, to Norvik for two million pounds.",
        (
            "The club | sells | its captain; The club | sells to | Norvik; "
            "The club | sells for | two million pounds"
        ),
    ),
    (
        "The chapel was built by monks in 1741 and restored in 1991.",
        "monks | builds | The chapel; The chapel | is restored | -",
    ),
    (
        "Bari became the first Italian town to ban cars.",
        "Bari | becomes | first Italian town to ban cars",
    ),
    (
        "Omar led two expeditions to Peru.",
        "Omar | leads | two expeditions; Omar | leads expeditions to | Peru",
    ),
]

STATUSES = [
    (
        "The mayor criticised the bishop for having ignored letters.",
        (
            "The mayor | criticises | the bishop; "
            "the bishop | ignores | letters | claimed by The mayor"
        ),
    ),
    (
        "Ana Roy, a 41-year-old nurse from Bari, cheered.",
        "Ana Roy | is nurse from | Bari; Ana Roy | cheers | -",
    ),
    (
        "Two men were found dead below the peak.",
        "Two men | is found | dead; Two men | is found dead below | the peak",
    ),
    (
        "Nurses at Norvik, who had feared a strike, cheered.",
        "Nurses | fears | a strike; Nurses | cheers | -",
    ),
    (
        "He married twice and had three sons, one of whom, Luc, is a singer.",
        "He | marries | -; He | has | three sons",
    ),
    ("The Whigs won five seats and the Tories four.", "The Whigs | wins | five seats"),
    ("Ana married twice and had two sons.", "Ana | marries | -; Ana | has | two sons"),
    (
        "Two Danes were held, one of them a student who stole a flag.",
        "Two Danes | is held | -; a student | steals | a flag",
    ),
    ("Omar took a bun instead of the cake.", "Omar | takes | a bun"),
    (
        "The bishop wanted the sailor's release on health grounds.",
        "The bishop | wants | the sailor's release",
    ),
    (
        "Velkor is an old town in Norway.",
        ("Velkor | is old town in | Norway; an old town | is in | Norway"),
    ),
    ("The judge congratulated.", ""),
    (
        "The law allows judges to jail drivers and owners.",
        (
            "The law | allows | judges; judges | jails | drivers | planned; "
            "judges | jails | owners | planned"
        ),
    ),
    (
        "Omar Sol has denied urging revolt.",
        "Omar Sol | urges | revolt | negated claimed by Omar Sol",
    ),
    (
        "The mill, built around 1720 and abandoned two decades later, has three floors.",
        "The mill | has | three floors; The mill | is built | -; The mill | is abandoned | -",
    ),
    (
        "It was found by boys flying a kite with a string, who alerted the mayor.",
        (
            "boys | finds | It; boys | flies | a kite; boys | alerts | the mayor; "
            "boys | flies with | a string"
        ),
    ),
    (
        "The bishop suggested that the city end the curfew.",
        "the city | ends | the curfew | planned by The bishop",
    ),
    ("Ana Roy recovered to beat Omar Sol.", "Ana Roy | beats | Omar Sol"),
    (
        "The clerk was cleared of theft but found guilty of fraud.",
        "The clerk | is cleared of | theft; The clerk | is found | guilty of fraud",
    ),
    (
        "Ana Roy called the law racist and said it violated her rights.",
        (
            "the law | is | racist | claimed by Ana Roy; "
            "it | violates | her rights | claimed by Ana Roy"
        ),
    ),
    (
        "Governor signs bill banning plastic bags",
        "Governor | signs | bill; bill | bans | plastic bags",
    ),
    (
        "Norvik made a bid in 2019, which the board rejected as too low.",
        "Norvik | makes | a bid; the board | rejects | a bid",
    ),
    ("The club was left with no coach.", "The club | is left with | coach | negated"),
    ("The mayor was a man with no fear.", "The mayor | is | man"),
    (
        "They said that not one tree would be felled.",
        "not one tree | is felled | - | negated planned by They",
    ),
    (
        "Ana Roy said she had been robbed and thanked the guards.",
        "she | is robbed | - | claimed by Ana Roy; Ana Roy | thanks | the guards",
    ),
    (
        "Ana Roy will resign and be replaced by Omar Sol.",
        "Ana Roy | resigns | - | planned; Omar Sol | replaces | Ana Roy | planned",
    ),
    (
        "Built by monks in 1720, the mill will be sold to a bank.",
        "monks | builds | the mill; the mill | is sold to | a bank | planned",
    ),
    ("Nine sheep are thought to have drowned.", "Nine sheep | drowns | - | claimed"),
    (
        "The mayor opened talks aimed at ending the strike.",
        "The mayor | opens | talks; talks | is aimed | -; talks | ends | the strike | planned",
    ),
]


@pytest.mark.parametrize("day", ["4 May 1961", "11 February 1933", "5 June 1929"])
def test_a_birth_keeps_its_day(triples, day):
    [birth] = [t for t in triples(f"Adler (born {day}) grew up in Bari.") if "born" in t.relation]
    assert birth.time.text == day


NO_TITLES = [
    "Major Ana Roy joined the Major League.",
    "Dean Smith joined the Major League.",
]


@pytest.mark.parametrize("sentence", NO_TITLES)
def test_a_league_and_a_given_name_hold_no_office(facts, sentence):
    assert not {fact for fact in facts(sentence) if fact.startswith(("the", "Dean Smith | is"))}


@pytest.mark.parametrize(("sentence", "expected"), LISTS + ARGUMENTS + WHO + NUMBER + STATUSES)
def test_facts(facts, sentence, expected):
    assert facts(sentence) == {fact for fact in expected.split("; ") if fact}


UNSAID = [
    "Some 58 per cent of it was sold to Norvik.",
    "Both of them left the firm.",
    "Two of us met the mayor.",
    "The firm hired nine bakers, half of whom were trained in Rome.",
    "Neither side won a set.",
    "Others went to the lake.",
]


@pytest.mark.parametrize("sentence", UNSAID)
def test_what_stands_for_a_group_that_is_not_said_is_no_node(triples, sentence):
    assert {t.subject.text for t in triples(sentence)} <= {"The firm"}


ALTERNATIVES = [
    ("Ana Roy or Tom Reed left the firm.", ""),
    ("Either Ana Roy or Tom Reed left the firm.", ""),
    ("The firm bought Acme or Brill.", ""),
    ("The firm hired Ana Roy, Tom Reed or Eva Dahl.", ""),
    ("Ana Roy moved to Oslo or to Bergen.", ""),
    (
        "The North Atlantic Treaty Organization, or NATO, praised Norway.",
        "The North Atlantic Treaty Organization | praises | Norway; NATO | praises | Norway",
    ),
    ("Ana Roy is a nurse or a doctor.", ""),
    ("The book was written by Ana Roy or Tom Reed.", ""),
    (
        "Ana Roy said the firm bought Acme or Brill.",
        "the firm | buys | Acme | claimed by Ana Roy; the firm | buys | Brill | claimed by Ana Roy",
    ),
    ("Ana Roy said either the bank or the insurer paid the widow.", ""),
    ("The envoys will meet in Oslo or Bergen.", ""),
    ("The club will face either Tappara or HC Lugano in the Champions Trophy.", ""),
    ("The monks either sold or burned the boat.", ""),
    ("Botanists ask whether frost or fire killed the elms.", ""),
    ("Ana Roy called the opera either a triumph or a swindle.", ""),
    ("The monks grow beans and peas or lentils.", "The monks | grows | beans"),
    ("The monks bought wheat or barley and sold wine.", "The monks | sells | wine"),
    (
        "Guests can visit the tower or the crypt.",
        "Guests | visits | the tower | planned; Guests | visits | the crypt | planned",
    ),
    (
        "The firm did not sue Acme or Brill.",
        "The firm | sues | Acme | negated; The firm | sues | Brill | negated",
    ),
    (
        "Neither Ana Roy nor Tom Reed left the firm.",
        "Ana Roy | leaves | the firm | negated; Tom Reed | leaves | the firm | negated",
    ),
    (
        "Ana Roy and Tom Reed left the firm.",
        "Ana Roy | leaves | the firm; Tom Reed | leaves | the firm",
    ),
    (
        "The aubergine, or eggplant, contains water.",
        "The aubergine | contains | water; eggplant | contains | water",
    ),
]


@pytest.mark.parametrize(("sentence", "expected"), ALTERNATIVES)
def test_one_of_several_that_may_be_so_is_no_fact(facts, sentence, expected):
    assert facts(sentence) == {fact for fact in expected.split("; ") if fact}


def test_a_share_of_a_pronoun_is_no_object(facts):
    assert facts("Norvik bought 58 percent of it.") == facts("Ana Roy owns half of it.") == set()
    assert facts("Norvik bought half of the mill.") == {"Norvik | buys | half of the mill"}


def test_a_time_ends_where_something_else_begins(triples):
    [fact] = triples("The clerk was sentenced on Tuesday to six years.")
    assert (fact.time and fact.time.text, fact.objects[0].text) == ("on Tuesday", "six years")


def test_a_prize_is_not_the_prince_whose_name_it_has(triples):
    found = triples("The queen gave Bo the Prince Viktor Medal.")
    assert {(t.relation, t.objects[0].text) for t in found if t.objects[0].text != "Bo"} == {
        ("gives", "the Prince Viktor Medal")
    }
