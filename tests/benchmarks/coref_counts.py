"""How often each rule of coreference joins something: no rule lives on one text alone.

    python tests/benchmarks/coref_counts.py FILE... [--show RULE]

A FILE is a text in UTF-8. Printed is the number of joins by the function that made them, named
after the pass that called it. `--show` prints the joins of one rule instead, each with its
sentence, to be read and judged.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from types import FrameType

from kg import coref, parsing
from kg.config import Config
from kg.coref.chains import Chains
from kg.mentions import find_mentions
from kg.model import Document
from kg.quotes import find_quotations

Joins = dict[str, list[str]]
"""What was joined, with the sentence of the later mention, by rule."""


def _rule() -> str:
    """The functions between `resolve` and the join that is about to happen, outermost first."""
    frame: FrameType | None = sys._getframe(2)
    names = []
    while frame is not None and frame.f_code.co_name != "resolve":
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return ".".join(reversed(names))


def watch(joins: Joins) -> None:
    """Makes every join leave a note in `joins`."""
    join = Chains.join

    def noted(self: Chains, a: int, b: int) -> bool:
        new = not self.same(a, b)
        done = join(self, a, b)
        if done and new:
            one, two = (self.refs[i] for i in sorted((a, b)))
            sentence = two.tree.sent.text
            joins[_rule()].append(f"{one.mention.text} = {two.mention.text} | {sentence}")
        return done

    Chains.join = noted


def count(files: list[Path]) -> Joins:
    """The joins in all files."""
    joins: Joins = defaultdict(list)
    watch(joins)
    nlp = parsing.load_pipeline(Config().model)
    texts = (Document(file.stem, file.read_text(encoding="utf-8")) for file in files)
    for _, sentences in parsing.parse(texts, nlp):
        coref.resolve(sentences, find_mentions(sentences), find_quotations(sentences))
    return joins


def main() -> None:
    """Prints the counts, or the joins of one rule."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--show", metavar="RULE")
    args = parser.parse_args()
    joins = count(args.files)
    for line in joins[args.show] if args.show else ():
        print(line)
    for name, found in () if args.show else sorted(joins.items(), key=lambda j: -len(j[1])):
        print(f"{len(found):7} {name}")


if __name__ == "__main__":
    main()
