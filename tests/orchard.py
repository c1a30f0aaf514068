"""A small graph made by hand: two articles about a valley, its orchards and a reservoir.

Every kind of statement is there once: asserted, negated, planned, claimed by one, by a chain,
by nobody named; ended on a date and at no date; with literals and without an object; with dates
of every precision and with words for a time; a fact told twice; one that is disputed.
"""

from kg.config import Config
from kg.model import Document, DocumentRecord, Entity, Literal, Sentence, Statement
from kg.rdf import Run, quads
from kg.relations import map_relation

FIRST = """Orchards win over reservoir
Ada Brandt praised the Quince Growers on 4 May 2021.
Brandt chairs Tolm Council, which rejected the reservoir in May 2021.
Lowen Water will build the reservoir, Piet Oram said.
Oram told the Tolm Courier that a surveyor had said the dam leaks.
The dam does not leak.
Brandt no longer works for Lowen Water.
Three hundred villagers rallied in the old mill that evening."""

SECOND = """Ada Brandt lauded the Quince Growers.
The reservoir is reportedly unsafe.
Oram resigned from Lowen Water in 2019.
Between 1 and 9 June 2021, heavy rain flooded Tolm.
Oram fell ill."""

ENTITIES = (
    Entity("Ada_Brandt", "Ada Brandt", "Person", ("Brandt",)),
    Entity("Piet_Oram", "Piet Oram", "Person", ("Oram",)),
    Entity("Quince_Growers", "Quince Growers", "Organization"),
    Entity("Tolm_Council", "Tolm Council", "Organization"),
    Entity("Lowen_Water", "Lowen Water", "Organization"),
    Entity("Tolm_Courier", "Tolm Courier", "Organization"),
    Entity(
        "Tolm", "Tolm", "GeopoliticalEntity", ("Tolm-am-Hang",), (), ("https://geo.example/77/",)
    ),
    Entity("reservoir", "reservoir", "Facility", ("the reservoir",)),
    Entity("dam", "dam", "Facility"),
    Entity("old_mill", "old mill", "Facility"),
    Entity("surveyor_d_001", "surveyor", "Person"),
    Entity("villagers_d_001", "villagers", "Group", quantity="three hundred"),
    Entity("rain", "heavy rain", "Event"),
)

DOCUMENTS = {
    "001_orchards": Document(
        "001_orchards",
        FIRST,
        "Orchards win over reservoir",
        "2021-05-06",
        "R. Vale",
        "Tolm Courier",
        "https://courier.example/1?a=b&c=d",
    ),
    "second": Document("second", SECOND, date="2021"),
}

DEFAULTS = {"rule": "active", "confidence": 0.9}

# document, line, subject and its words, relation and its words, object and its words, the rest
_ROWS = (
    ("001_orchards", 1, "Ada_Brandt", "Ada Brandt", "praises", "praised", "Quince_Growers",
     "Quince Growers", {"time": "2021-05-04", "sources": 2}),
    ("001_orchards", 2, "Ada_Brandt", "Brandt", "chairs", "chairs", "Tolm_Council",
     "Tolm Council", {}),
    ("001_orchards", 2, "Tolm_Council", "Tolm Council", "rejects", "rejected", "reservoir",
     "the reservoir", {"time": "2021-05", "confidence": 0.8125}),
    ("001_orchards", 3, "Lowen_Water", "Lowen Water", "builds", "will build", "reservoir",
     "the reservoir", {"factuality": "planned", "speakers": ("Piet_Oram",),
                       "cues": ("said", "will")}),
    ("001_orchards", 4, "dam", "the dam", "leaks", "leaks", Literal("true", "boolean"), "",
     {"factuality": "claimed", "speakers": ("surveyor_d_001", "Piet_Oram", "Tolm_Courier"),
      "cues": ("had said", "told"), "rule": "said-clause"}),
    ("001_orchards", 5, "dam", "The dam", "leaks", "does not leak", Literal("true", "boolean"),
     "", {"polarity": "negated", "cues": ("not",)}),
    ("001_orchards", 6, "Ada_Brandt", "Brandt", "works for", "no longer works for",
     "Lowen_Water", "Lowen Water", {"ended": True, "cues": ("no longer",)}),
    ("001_orchards", 7, "villagers_d_001", "Three hundred villagers", "rallies", "rallied",
     Literal("true", "boolean"), "", {"time": "that evening", "place": "old_mill"}),
    ("001_orchards", 2, "Ada_Brandt", "Brandt", "is chair of", "", "Tolm_Council",
     "Tolm Council", {"rule": "title"}),
    ("second", 0, "Ada_Brandt", "Ada Brandt", "lauds", "lauded", "Quince_Growers",
     "Quince Growers", {"confidence": 1.0, "sources": 2}),
    ("second", 1, "reservoir", "The reservoir", "is", "is", Literal("unsafe"), "unsafe",
     {"factuality": "claimed", "cues": ("reportedly",)}),
    ("second", 2, "Piet_Oram", "Oram", "resigns from", "resigned from", "Lowen_Water",
     "Lowen Water", {"ended": "2019", "time": "2019"}),
    ("second", 3, "rain", "heavy rain", "floods", "flooded", "Tolm", "Tolm",
     {"time": "2021-06-01/2021-06-09", "place": "the lower valley"}),
    ("second", 4, "Piet_Oram", "Oram", "falls", "fell", Literal("ill"), "ill", {}),
)  # fmt: skip


def sentences(document):
    made, at = [], 0
    for index, line in enumerate(document.text.split("\n")):
        kind = "headline" if line == document.title else "prose"
        made.append(Sentence(index, at, at + len(line), line, kind, index))
        at += len(line) + 1
    return tuple(made)


def _statement(number, row):
    document, line, subject, its_words, phrase, surface, thing, its, rest = row
    sentence = sentences(DOCUMENTS[document])[line]

    def span(words):
        begin = sentence.start + sentence.text.index(words)
        return (begin, begin + len(words)) if words else None

    return Statement(
        id=f"s{number:02}",
        document=document,
        sentence=sentence.start,
        subject=subject,
        property=map_relation(phrase, literal=isinstance(thing, Literal)).name,
        relation=phrase,
        object=thing,
        surface=surface,
        subject_span=span(its_words),
        relation_span=span(surface),
        object_span=span(its),
        **(DEFAULTS | rest),
    )


STATEMENTS = tuple(_statement(number, row) for number, row in enumerate(_ROWS))
RECORDS = tuple(DocumentRecord(d, sentences(d), (), (), ()) for d in DOCUMENTS.values())
RUN = Run("0.1", "pipeline 1.0", Config())


def graph(statements=STATEMENTS, entities=ENTITIES, records=RECORDS, run=RUN):
    """The quads of the graph, or of a changed one."""
    return list(quads(records, entities, statements, run))
