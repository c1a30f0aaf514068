"""How often each repair and each rule of triples fires: no rule lives on one text alone.

    python tests/benchmarks/rule_counts.py FILE... [--lines] [--show RULE]

A FILE is a text in UTF-8; with `--lines`, one sentence a line with spaces between its tokens.
Printed is the number of sentences in which a rule changes something or finds a triple, first the
repairs, then the rules of the graph, those that never fire included. `--show` prints the
sentences of one rule instead, to be read and judged.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from kg import extractors, parsing, repairs
from kg.clauses import rules
from kg.config import Config
from kg.model import Document, Sentence
from kg.syntax import Edit, Tree

Fired = dict[str, dict[str, None]]
"""The sentences in which a rule fires, by its name."""


def read(files: Iterable[Path], *, lines: bool) -> Iterator[tuple[Sentence, ...]]:
    """The sentences of each file, or of each line."""
    nlp = parsing.load_pipeline(Config().model)
    texts = [(str(file), file.read_text(encoding="utf-8")) for file in files]
    if lines:
        said = (line for _, text in texts for line in text.splitlines() if line.strip())
        yield from ((sentence,) for sentence in parsing.parse_pretokenized(said, nlp))
    else:
        documents = (Document(name, text) for name, text in texts)
        yield from (sentences for _, sentences in parsing.parse(documents, nlp))


def watched(rule: repairs.Rule, name: str, fired: Fired) -> repairs.Rule:
    """The repair, which now leaves a note in `fired` where it changes a tree."""

    def watch(tree: Tree, i: int) -> Iterator[Edit]:
        for token, head, dep in rule(tree, i):
            if (tree.heads[token], tree.deps[token]) != (head, dep):
                fired[name][tree.sent.text] = None
            yield token, head, dep

    return watch


def _name(rule: repairs.Rule) -> str:
    return f"{rule.__module__.rsplit('.', 1)[-1]}.{rule.__name__}"


def count(files: Iterable[Path], *, lines: bool) -> Fired:
    """The sentences by repair and by rule of triples."""
    named = {_name(rule): rule for group in repairs.RULES.values() for rule in group}
    fired: Fired = {name: {} for name in (*sorted(named), *rules.RULES)}
    notes = {rule: watched(rule, name, fired) for name, rule in named.items()}
    repairs.RULES = {dep: tuple(notes[r] for r in rs) for dep, rs in repairs.RULES.items()}
    extractor = extractors.load("clausal")
    for sentences in read(files, lines=lines):
        texts = {sentence.index: sentence.text for sentence in sentences}
        for triple in extractor.extract(sentences).triples:
            fired[triple.rule][texts[triple.sentence]] = None
    return fired


def main() -> None:
    """Prints the counts, or the sentences of one rule."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--show", metavar="RULE")
    args = parser.parse_args()
    fired = count(args.files, lines=args.lines)
    for sentence in fired[args.show] if args.show else ():
        print(sentence)
    for name, sentences in () if args.show else fired.items():
        print(f"{len(sentences):7} {name}")


if __name__ == "__main__":
    main()
