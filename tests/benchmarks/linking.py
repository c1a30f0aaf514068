"""How the cost of linking grows: synthetic documents with 10,000, 30,000 and 100,000 mentions.

    python tests/benchmarks/linking.py

A fifth as many things as mentions: persons with full names and surnames, bodies with acronyms,
countries, and things without a name, twenty mentions a document. Times are CPU seconds of
kg.linking.link, the best of three; "growth" is the exponent of time over mentions from one size to
the next (1 is linear). Measured: 0.8, 2.8 and 10.3 s on a busy machine, growth 1.1.
"""

from __future__ import annotations

import math
import random
import time

from kg.linking import link
from kg.model import Document, DocumentRecord, Mention, Sentence

SIZES = (10_000, 30_000, 100_000)
THINGS_SHARE = 5
PER_DOCUMENT = 20
COUNTRIES = ("Ghana", "Peru", "Norway", "Kenya", "Chile", "Vietnam", "Latvia", "Oman")
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai", "en", "or")]

Row = tuple[str, str, str]


def word(rng: random.Random, syllables: int) -> str:
    return "".join(rng.choice(_SYLLABLES) for _ in range(syllables)).capitalize()


def forms(rng: random.Random, number: int) -> list[Row]:
    """The ways in which a thing is mentioned: text, kind and type."""
    if number % 10 < 5:
        surname = word(rng, 4)
        full = f"{word(rng, 2)} {surname}"
        return [(full, "name", "Person"), (surname, "name", "Person")]
    if number % 10 < 8:
        words = [word(rng, 3) for _ in range(3)]
        short = "".join(w[0] for w in words)
        return [(" ".join([*words, "Council"]), "name", "Organization"), (short + "C", "name", "")]
    return [(f"the {word(rng, 2).lower()} of {word(rng, 2)}", "nominal", "Event")]


def documents(mentions: int, seed: int = 7) -> list[DocumentRecord]:
    rng = random.Random(seed)
    things = [forms(rng, number) for number in range(mentions // THINGS_SHARE)]
    out = []
    for number in range(mentions // PER_DOCUMENT):
        chosen = [rng.choice(things) for _ in range(PER_DOCUMENT - 1)]
        rows = [rng.choice(thing) for thing in chosen]
        rows.append((rng.choice(COUNTRIES), "name", "GeopoliticalEntity"))
        out.append(document(f"d{number}", rows))
    return out


def document(name: str, rows: list[Row]) -> DocumentRecord:
    made, at = [], 0
    for text, kind, type_ in rows:
        made.append(Mention(at, at + len(text), text, at, 0, kind, type_, "singular", ""))
        at += len(text) + 1
    text = " ".join(row[0] for row in rows)
    return DocumentRecord(
        Document(name, text), (Sentence(0, 0, len(text), text),), tuple(made), (), ()
    )


def seconds(records: list[DocumentRecord]) -> tuple[float, int]:
    """CPU seconds, and how many entities came of it."""
    best, entities = math.inf, 0
    for _ in range(3):
        began = time.process_time()
        entities = len(link(records).entities)
        best = min(best, time.process_time() - began)
    return best, entities


def main() -> None:
    print(f"{'mentions':>10} {'things':>8} {'entities':>9} {'seconds':>8} {'growth':>7}")
    before: tuple[int, float] | None = None
    for size in SIZES:
        taken, entities = seconds(documents(size))
        growth = ""
        if before:
            growth = f"{math.log(taken / before[1]) / math.log(size / before[0]):.2f}"
        print(f"{size:>10,} {size // THINGS_SHARE:>8,} {entities:>9,} {taken:>8.2f} {growth:>7}")
        before = size, taken


if __name__ == "__main__":
    main()
