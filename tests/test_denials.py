"""Minimal pairs: what is denied, doubted, wished or told of never stands as a plain fact."""

import pytest

LEFT_OUT = ""

EVIDENCE = [
    ("There is no evidence that the drug harmed children.", "negated claimed"),
    ("There is little evidence that the drug harmed children.", "negated claimed"),
    ("There is no proof that the drug harmed children.", "negated claimed"),
    ("There is no sign that the drug harmed children.", "negated claimed"),
    ("There are few indications that the drug harmed children.", "negated claimed"),
    ("Doctors found no evidence that the drug harmed children.", "negated claimed"),
    ("Doctors did not find evidence that the drug harmed children.", "negated claimed"),
    ("Doctors have no proof that the drug harmed children.", "negated claimed"),
    ("There is a lack of evidence that the drug harmed children.", "negated claimed"),
    ("There is no truth in claims that the drug harmed children.", "negated claimed"),
    ("There is no basis for the claim that the drug harmed children.", "negated claimed"),
    ("Doctors demanded proof that the drug harmed children.", "claimed"),
    ("Doctors are looking for evidence that the drug harmed children.", "claimed"),
    ("There are doubts that the drug harmed children.", "planned"),
    ("There is no evidence the drug harmed children.", "negated claimed"),
    ("Nothing suggests that the drug harmed children.", LEFT_OUT),
    ("Nothing indicates the drug harmed children.", LEFT_OUT),
    ("Doctors ruled out the possibility that the drug harmed children.", "negated planned"),
    ("There is no chance that the drug harmed children.", "negated planned"),
]

PREDICATES = [
    ("It is false that the drug harmed children.", "negated"),
    ("It is not true that the drug harmed children.", "negated"),
    ("It is not the case that the drug harmed children.", "negated"),
    ("It is hardly true that the drug harmed children.", "negated"),
    ("It is impossible that the drug harmed children.", "negated"),
    ("It is a lie that the drug harmed children.", "negated"),
    ("It is absurd that the drug harmed children.", "negated claimed"),
    ("It is unlikely that the drug harmed children.", "negated planned"),
    ("It is doubtful that the drug harmed children.", "negated planned"),
    ("It is possible that the drug harmed children.", "planned"),
    ("It is unproven that the drug harmed children.", "claimed"),
    ("It is not clear that the drug harmed children.", LEFT_OUT),
    ("It is far from certain that the drug harmed children.", LEFT_OUT),
    ("It was never proved that the drug harmed children.", LEFT_OUT),
    ("That the drug harmed children is false.", "negated"),
]

CLAIMS = [
    ("The claim that the drug harmed children is a lie.", "negated"),
    ("The idea that the drug harmed children is absurd.", "negated claimed"),
    ("Rumours that the drug harmed children were false.", "negated"),
    ("Claims that the drug harmed children proved unfounded.", "negated"),
    ("The claim that the drug harmed children turned out to be false.", "negated"),
    ("Reports that the drug harmed children could not be confirmed.", "claimed"),
    ("Reports that the drug harmed children were rejected by the ministry.",
     "negated claimed by the ministry"),
    ("The theory that the drug harmed children has been debunked.", "negated claimed"),
    ("The myth that the drug harmed children survives.", "negated"),
    ("The ministry dismissed the idea that the drug harmed children.",
     "negated claimed by The ministry"),
    ("The ministry dismissed as false the claim that the drug harmed children.",
     "negated claimed by The ministry"),
    ("The allegation is that the drug harmed children.", "claimed"),
    ("Critics falsely claimed that the drug harmed children.", "negated claimed by Critics"),
    ("A study disproved the theory that the drug harmed children.",
     "negated claimed by A study"),
    ("Doctors are sceptical that the drug harmed children.", "negated planned by Doctors"),
    ("It emerged that the drug harmed children.", "claimed"),
    ("The drug is wrongly believed to have harmed children.", "negated claimed"),
    ("Few believe that the drug harmed children.", "negated claimed"),
    ("Nobody believes that the drug harmed children.", "negated claimed"),
    ("No doctor said that the drug harmed children.", LEFT_OUT),
    ("The court did not establish that the drug harmed children.", LEFT_OUT),
    ("The ministry failed to prove that the drug harmed children.", LEFT_OUT),
]  # fmt: skip

OWN_WORDS = [
    ("Lena Moor nearly sank the ferry.", "negated"),
    ("Lena Moor almost sank the ferry.", "negated"),
    ("Lena Moor all but sank the ferry.", "negated"),
    ("Lena Moor barely sank the ferry.", LEFT_OUT),
    ("Lena Moor almost certainly sank the ferry.", "planned"),
    ("It was not Lena Moor who sank the ferry.", "negated"),
    ("Not Lena Moor but Otto Falk sank the ferry.", "negated"),
    ("Otto Falk, not Lena Moor, sank the ferry.", "negated"),
    ("Nobody saw Lena Moor sink the ferry.", LEFT_OUT),
    ("Guards stopped Lena Moor before Lena Moor sank the ferry.", LEFT_OUT),
    ("Had Lena Moor sunk the ferry, Otto Falk would have sued her.", "planned"),
    ("In the novel, Lena Moor sank the ferry.", LEFT_OUT),
    ("In the 1987 film Tides, Lena Moor sinks the ferry.", LEFT_OUT),
    ("Lena Moor was acquitted of sinking the ferry.", "negated"),
    ("A judge cleared Lena Moor of sinking the ferry.", "negated"),
    ("Lena Moor was accused of sinking the ferry.", "claimed"),
    ("Lena Moor was wrongly accused of sinking the ferry.", "negated claimed"),
    ("Guards charged Lena Moor with sinking the ferry.", "claimed by Guards"),
    ("Lena Moor voted against sinking the ferry.", "negated planned"),
    ("Lena Moor talked about sinking the ferry.", "planned"),
    ("Lena Moor neither saw nor sank the ferry.", "negated"),
    ("Lena Moor was never accused of sinking the ferry.", LEFT_OUT),
    ("Otto Falk was wrong to say that Lena Moor sank the ferry.", "negated claimed by Otto Falk"),
    ("Otto Falk neither confirmed nor denied that Lena Moor sank the ferry.", LEFT_OUT),
    ("In an alternate history, Lena Moor sank the ferry.", LEFT_OUT),
    ("Lena Moor was tried for sinking the ferry.", "claimed"),
    ("In her novel Tides, Lena Moor sinks the ferry.", LEFT_OUT),
    ("Rather than sink the ferry, Lena Moor sold it.", "negated"),
]

ROLES = [
    ("Ida Voss is the alleged head of the ring.", "claimed"),
    ("Ida Voss is the suspected head of the ring.", "claimed"),
    ("Ida Voss is the self-styled head of the ring.", "claimed"),
    ("Ida Voss is the so-called head of the ring.", "claimed"),
    ("Ida Voss is a would-be head of the ring.", "planned"),
    ("Ida Voss is the future head of the ring.", "planned"),
    ("Ida Voss is the former head of the ring.", "ended True"),
    ("The alleged head of the ring, Ida Voss, fled.", "claimed"),
    ("Ida Voss, the would-be head of the ring, fled.", "planned"),
]

ASSERTED = [
    (
        "Ida Voss is not only the head of the ring but also the owner of the mill.",
        "Ida Voss | is owner of | the mill",
    ),
    ("Signal No. 3 was raised.", "Signal No | is raised | -"),
    ("Dr. No was shown in Oslo.", "Dr. No | is shown in | Oslo"),
    ("Not Lena Moor but Otto Falk sank the ferry.", "Otto Falk | sinks | the ferry"),
    ("It was Otto Falk, not Lena Moor, who sank the ferry.", "Otto Falk | sinks | the ferry"),
    ("Otto Falk never stopped helping Ida Voss.", "Otto Falk | helps | Ida Voss"),
    ("Otto Falk never failed to help Ida Voss.", "Otto Falk | helps | Ida Voss"),
    ("There is no doubt that the drug harmed children.", "the drug | harms | children"),
    ("It is true that the drug harmed children.", "the drug | harms | children"),
    ("In the film, Ida Voss plays a nurse.", "Ida Voss | plays | a nurse"),
    ("Otto Falk almost always helps Ida Voss.", "Otto Falk | helps | Ida Voss"),
    ("Otto Falk left before Lena Moor sank the ferry.", "Lena Moor | sinks | the ferry"),
]

OF_THE_KIND = [
    ("Otto Falk ‘killed’ Ida Voss.", "Otto Falk | kills | Ida Voss | claimed"),
    (
        "Otto Falk has no plans to sell the mill.",
        "Otto Falk | sells | the mill | negated planned",
    ),
    ("Otto Falk pleaded not guilty.", "Otto Falk | pleads | not guilty"),
    ("The coach saved the boy from drowning.", "the boy | drowns | - | negated"),
    (
        "The court blocked Norlin's takeover of Vesta.",
        "Norlin | takes over | Vesta | negated planned",
    ),
    (
        "The alleged murder of Otto Falk by Ida Voss shocked Oslo.",
        "Ida Voss | murders | Otto Falk | claimed",
    ),
    (
        "There is no evidence of the murder of Otto Falk by Ida Voss.",
        "Ida Voss | murders | Otto Falk | negated claimed",
    ),
    ("Tarn and Brik said the mill closed.", "the mill | closes | - | claimed by Tarn, Brik"),
    (
        "“The mill closed in May,” said Ida Voss and Otto Falk.",
        "The mill | closes | - | claimed by Ida Voss, Otto Falk",
    ),
    (
        "“Our supplier in Riga burned the bread,” said Ida Voss.",
        "Our supplier | is in | Riga | claimed by Ida Voss",
    ),
    (
        "“The mill closed in May,” a spokeswoman, Ida Voss, said.",
        "The mill | closes | - | claimed by Ida Voss",
    ),
    ("There was no attack on Oslo by Norlin.", "Norlin | attacks | Oslo | negated"),
    ("There were no talks between Norlin and Vesta.", "talks | is between | Vesta | negated"),
    ("The summit in Oslo was cancelled.", "The summit | takes place in | Oslo | negated planned"),
    ("The bridge in Oslo was never built.", "The bridge | is in | Oslo | negated"),
    ("Ida Voss is hardly a doctor.", "Ida Voss | is | doctor | negated"),
    (
        "There is no indication of Norlin having sold the mill.",
        "Norlin | sells | the mill | negated claimed",
    ),
    (
        "The merger would create Europe's largest producer.",
        "Europe's largest producer | is largest producer of | Europe | planned",
    ),
    ("Tarn advised Brik; Vesta advised Norlin.", "Tarn | advises | Brik"),
]


@pytest.mark.parametrize(
    ("sentence", "status", "plain"),
    [
        *((s, f, "the drug | harms | children") for s, f in EVIDENCE + PREDICATES + CLAIMS),
        *((s, f, "Lena Moor | sinks | the ferry") for s, f in OWN_WORDS),
        *((s, f, "Ida Voss | is head of | the ring") for s, f in ROLES),
    ],
)
def test_no_plain_fact(facts, sentence, status, plain):
    found = {fact for fact in facts(sentence) if fact.lower().startswith(plain.lower())}
    assert {f.lower() for f in found} == ({f"{plain} | {status}".lower()} if status else set())


@pytest.mark.parametrize(
    "sentence",
    ["The drug harmed children.", "Lena Moor sank the ferry.", "Ida Voss is the head of the ring."],
)
def test_the_plain_sentence_is_a_plain_fact(facts, sentence):
    [fact] = facts(sentence)
    assert fact.count("|") == 2


@pytest.mark.parametrize(("sentence", "fact"), ASSERTED)
def test_what_only_looks_denied(facts, sentence, fact):
    assert fact in facts(sentence)


@pytest.mark.parametrize(("sentence", "fact"), OF_THE_KIND)
def test_deeds_and_speakers(facts, sentence, fact):
    assert fact in facts(sentence)
