"""A graph of a million quads: load, questions and sorted Turtle, beside pyoxigraph and rdflib.

    python tests/benchmarks/quads.py [--quads 1000000] [--runs 3] [--rdflib]

The quads have the model's shape: statements with every qualifier, in sentences, in documents,
between entities of which few are spoken of often. They are made here and not read from texts.
All figures are wall-clock seconds of one process, ours and the reference by turns over the same
quads; of each the median counts, of the questions that of five times as many. `--rdflib`
adds rdflib in memory, once, which takes minutes.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pyoxigraph as ox

from kg import rdf
from kg.config import Config
from kg.iris import prefixes
from kg.model import Document, DocumentRecord, Entity, Literal, Sentence, Statement
from kg.rdf.turtle import write_turtle
from kg.stores.oxigraph import OxigraphStore

SENTENCES, STATEMENTS = 10, 24
QUADS_A_DOCUMENT = 470
TABLE = prefixes(Config().base_iri)

QUESTIONS = {
    "what is said of one person": """
        SELECT ?phrase ?value ?text WHERE {
            ?s rdf:subject ent:Person_4 ; kg:relationPhrase ?phrase ; rdf:object ?value ;
               prov:wasDerivedFrom ?sentence .
            ?sentence nif:anchorOf ?text }""",
    "claims with their sentences": """
        SELECT ?who ?phrase ?said WHERE {
            ?who kg:claims ?s . ?s kg:relationPhrase ?phrase ; prov:wasDerivedFrom ?sentence .
            ?sentence nif:anchorOf ?said } LIMIT 1000""",
    "most talked of": """
        SELECT ?who (COUNT(?s) AS ?times) WHERE {
            ?s a rdf:Statement ; rdf:subject ?who ; kg:polarity kg:Asserted }
        GROUP BY ?who ORDER BY DESC(?times) ?who LIMIT 20""",
}


def graph(quads: int, seed: int = 0) -> Iterator[ox.Quad]:
    """About `quads` quads of the model's shape."""
    count = max(1, quads // QUADS_A_DOCUMENT)
    kinds = ("Person", "Organization", "Place", "Group")
    entities = [
        Entity(f"{kinds[i % 4]}_{i}", f"{kinds[i % 4]} {i}", kinds[i % 4], (f"No. {i}",))
        for i in range(max(20, count * 5))
    ]
    choice = random.Random(seed)
    said = [_statement(choice, d, n, entities) for d in range(count) for n in range(STATEMENTS)]
    run = rdf.Run("0", "made", Config())
    return rdf.quads(map(_record, range(count)), entities, said, run)


def _record(number: int) -> DocumentRecord:
    texts = [f"Report {number} says “{n}” of the harbour; it is so." for n in range(SENTENCES)]
    starts = [sum(len(text) + 1 for text in texts[:n]) for n in range(SENTENCES)]
    sentences = (
        Sentence(n, start, start + len(text), text)
        for n, (start, text) in enumerate(zip(starts, texts, strict=True))
    )
    document = Document(f"report_{number:06}", " ".join(texts), "A report", "2020-05-06")
    return DocumentRecord(document, tuple(sentences), (), (), ())


def _statement(
    choice: random.Random, document: int, number: int, entities: list[Entity]
) -> Statement:
    record = _record(document)
    sentence = record.sentences[number % SENTENCES].start
    claimed = choice.random() < 0.3
    verb = choice.choice("meets praises visits builds owns funds leads joins".split())
    subject, target, speaker = (_drawn(choice, entities) for _ in range(3))
    is_value = choice.random() < 0.2
    return Statement(
        f"s{document:08x}{number:08x}",
        record.document.id,
        sentence,
        subject,
        f"rel:{verb}_value" if is_value else f"rel:{verb}",
        verb,
        Literal("true", "boolean") if is_value else target,
        f"had {verb}",
        (sentence, sentence + 6),
        (sentence + 7, sentence + 13),
        None if is_value else (sentence + 14, sentence + 20),
        "SVO",
        choice.randint(50, 99) / 100,
        "negated" if choice.random() < 0.1 else "asserted",
        "claimed" if claimed else "actual",
        cues=("says",) if claimed else (),
        speakers=(speaker,) if claimed else (),
        time=f"20{choice.randint(10, 20)}-0{choice.randint(1, 9)}-11" if number % 3 == 0 else None,
    )


def _drawn(choice: random.Random, entities: list[Entity]) -> str:
    """The id of an entity, the first ones far more often than the last."""
    return entities[int(len(entities) * choice.random() ** 4)].id


Took = dict[str, dict[str, list[float]]]


def timed(task: Callable[..., object], *given: object) -> float:
    began = time.perf_counter()
    task(*given)
    return time.perf_counter() - began


def measured(file: Path, runs: int) -> Took:
    """Seconds by task and by who did it."""
    took: Took = defaultdict(lambda: defaultdict(list))
    for _ in range(runs):
        with tempfile.TemporaryDirectory(dir=file.parent) as place:
            ours, theirs = Path(place, "ours"), Path(place, "theirs")
            took["load"]["kg"].append(timed(load, ours, file))
            took["load"]["pyoxigraph"].append(timed(bulk_load, theirs, file))
            compare(took, OxigraphStore.open(ours), ox.Store.read_only(str(theirs)))
    return took


def load(folder: Path, file: Path) -> None:
    OxigraphStore.replace(folder, ox.parse(path=str(file), format=ox.RdfFormat.N_QUADS))


def bulk_load(folder: Path, file: Path) -> None:
    store = ox.Store(str(folder))
    store.bulk_load(path=str(file), format=ox.RdfFormat.N_QUADS)
    store.flush()


def compare(took: Took, ours: OxigraphStore, theirs: ox.Store) -> None:
    for name, sparql in [*QUESTIONS.items()] * 5:
        took[name]["kg"].append(timed(ask, ours, sparql))
        took[name]["pyoxigraph"].append(timed(ask_theirs, theirs, sparql))
    took["sorted Turtle"]["kg"].append(timed(write, ours))
    took["sorted Turtle"]["pyoxigraph"].append(timed(dump, theirs))


def ask(store: OxigraphStore, sparql: str) -> int:
    answer = store.query(sparql, TABLE)
    return len(list(answer.rows))


def ask_theirs(store: ox.Store, sparql: str) -> int:
    answer = store.query(sparql, prefixes=TABLE, use_default_graph_as_union=True)
    return len([tuple(row) for row in answer])


def write(store: OxigraphStore) -> None:
    write_turtle(store.quads(), io.StringIO(), Config().base_iri)


def dump(store: ox.Store) -> int:
    """All quads as TriG with prefixes: pyoxigraph has no Turtle of more graphs than one."""
    return len(store.dump(format=ox.RdfFormat.TRIG, prefixes=TABLE))


def rdflib_figures(file: Path) -> dict[str, float]:
    import rdflib

    dataset = rdflib.Dataset(default_union=True)
    took = {"load": timed(dataset.parse, file, None, "nquads")}
    for name, sparql in QUESTIONS.items():
        query = partial(dataset.query, initNs=TABLE)
        took[name] = timed(lambda q=sparql, ask=query: list(ask(q)))
    return took


def report(took: Took, beside: dict[str, float]) -> None:
    print(f"{'':30}{'kg':>9}{'pyoxigraph':>12}{'ratio':>8}{'rdflib':>9}")
    for task, who in took.items():
        ours, theirs = (statistics.median(who[name]) for name in ("kg", "pyoxigraph"))
        told = f"{beside[task]:9.2f}" if task in beside else ""
        print(f"{task:30}{ours:9.4f}{theirs:12.4f}{ours / theirs:8.2f}{told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quads", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rdflib", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "graph.nq")
        with file.open("wb") as out:
            ox.serialize(graph(given.quads), out, format=ox.RdfFormat.N_QUADS)
        with file.open("rb") as lines:
            print(f"{sum(1 for _ in lines):,} quads, median of {given.runs} runs, seconds")
        report(measured(file, given.runs), rdflib_figures(file) if given.rdflib else {})


if __name__ == "__main__":
    main()
