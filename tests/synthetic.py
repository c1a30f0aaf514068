"""A graph of any size in the shape of a real one, the same for the same seed.

    python tests/synthetic.py 100000 > quads.nq

About nine statements a document, twelve an entity; statuses, times, places, speakers and literal
objects about as often as news has them.
"""

import random
import sys
from functools import cache

import orchard

from kg.linking import corroboration
from kg.model import Document, DocumentRecord, Entity, Literal, Sentence, Statement
from kg.relations import map_relation

TYPES = ("Person", "Organization", "GeopoliticalEntity", "Facility", "Event")
PHRASES = ("meets", "criticizes", "works for", "visits", "builds", "warns", "supports", "sues")
TIMES = (None, None, None, "2021-05-04", "2021-05", "2021", "2021-06-01/2021-06-09", "that evening")
STATUSES = (
    *[{}] * 6,
    {"polarity": "negated", "cues": ("not",)},
    {"factuality": "planned", "cues": ("will",)},
    {"factuality": "claimed", "cues": ("said",)},
    {"ended": True},
)
PER_DOCUMENT = 9


@cache
def graph(size=2000, seed=0):
    """The quads of a graph of `size` statements."""
    drawn = random.Random(seed)
    entities = [
        Entity(f"e{n}", f"Thing {n}", drawn.choice(TYPES), (f"Th. {n}",) if n % 3 else ())
        for n in range(max(size // 12, 2))
    ]
    records = [_record(n) for n in range(-(-size // PER_DOCUMENT))]
    said = [_statement(n, drawn, entities) for n in range(size)]
    statements = corroboration.counted(said, records)
    return orchard.graph(statements, entities, records)


def _record(number):
    lines = [f"Thing {number} did what line {line} says." for line in range(PER_DOCUMENT + 1)]
    sentences, at = [], 0
    for index, line in enumerate(lines):
        sentences.append(Sentence(index, at, at + len(line), line, "prose", index))
        at += len(line) + 1
    date = f"2021-05-{number % 28 + 1:02}"
    document = Document(f"d{number}", "\n".join(lines), f"Title {number}", date)
    return DocumentRecord(document, tuple(sentences), (), (), ())


def _statement(number, drawn, entities):
    document, line = divmod(number, PER_DOCUMENT)
    sentence = _record(document).sentences[line]
    phrase = drawn.choice(PHRASES)
    is_literal = drawn.random() < 0.2
    value = Literal(f"value {drawn.randrange(50)}") if is_literal else drawn.choice(entities).id
    status = drawn.choice(STATUSES)
    claimed = status.get("factuality") == "claimed"
    return Statement(
        id=f"s{number}",
        document=f"d{document}",
        sentence=sentence.start,
        subject=drawn.choice(entities).id,
        property=map_relation(phrase, literal=is_literal).name,
        relation=phrase,
        object=value,
        surface="did",
        subject_span=(sentence.start, sentence.start + 5),
        relation_span=None,
        object_span=None,
        rule="active",
        confidence=drawn.choice((0.9, 0.8125, 1.0, 0.5)),
        speakers=(drawn.choice(entities).id,) if claimed else (),
        time=drawn.choice(TIMES),
        place=drawn.choice(entities).id if drawn.random() < 0.1 else None,
        **status,
    )


if __name__ == "__main__":
    for quad in graph(int(sys.argv[1])):
        print(quad, ".")
