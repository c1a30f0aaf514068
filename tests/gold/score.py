"""Score the facts of a system against the gold texts of this folder.

A gold row has a text, the facts that it states and the facts that a careless reader would draw
from it (`must_not`). A system fact is *supported* when it says what a gold fact or one of its
variants says: same subject, relation and object, each by a lenient test on words. Flags are
judged afterwards, on the supported facts alone.

    precision      supported facts / distinct facts of the system
    core_recall    core facts that some fact says / core facts
    f1             their harmonic mean
    polarity, factuality, attribution      share of the supported facts with that flag right
    must_not       facts that are forbidden ones, the flags that these name included
    pronouns       facts with a bare pronoun as subject or object

wording.py says when two names or relations match; forbidden facts must match strictly.

    python score.py sentences.jsonl --system facts.jsonl [--lists]

reads the lines of `kg export --format facts`; its documents have the ids of the rows.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wording import Form, forms, is_pronoun, key_of, same_name, tokens

Fact = Mapping[str, Any]
FLAGS = ("polarity", "factuality", "attribution")
CEILINGS = ("must_not", "pronouns")


def many(value: object) -> list[Any]:
    """A list as it is, anything else as its only member."""
    return value if isinstance(value, list) else [value]


def readings(gold: Fact) -> Iterator[Fact]:
    """A gold fact and its variants, which inherit the flags that they do not name."""
    yield gold
    flags = {name: gold[name] for name in (*FLAGS, "ended") if name in gold}
    yield from ({**flags, **variant} for variant in gold.get("variants", ()))


def _all_forms(fact: Fact) -> list[Form]:
    parts = (many(fact.get(name)) for name in ("subject", "relation", "object"))
    subjects, relations, objects = ([str(p or "") for p in part] for part in parts)
    return [f for s in subjects for r in relations for o in objects for f in forms(s, r, o)]


class Judge:
    """Compares facts within one gold row, whose `entities` give one thing several names."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        named = ([e["name"], *e["aliases"]] for e in row.get("entities", ()))
        self._names = [[tokens(name) for name in names] for names in named]

    def same(self, expected: str, given: str, *, strict: bool = False) -> bool:
        want, have = tokens(expected), tokens(given)
        known = any(want in names and have in names for names in self._names)
        return known or same_name(expected, given, strict=strict)

    def says(self, reading: Fact, fact: Fact) -> bool:
        """Whether the system fact says what the gold reading says, flags aside."""
        return any(
            want.key.meets(have.key)
            and self.same(want.subject, have.subject)
            and self.same(want.object, have.object)
            for want in _all_forms(reading)
            for have in _all_forms(fact)
        )

    def agreement(self, reading: Fact, fact: Fact) -> dict[str, bool]:
        """Which flags of a supported fact are right.

        A state that is over (`ended`) may be said so or be negated; `ended` false allows both.
        """
        over, negated = bool(fact.get("ended_on")), fact.get("polarity") == "negated"
        polarity = negated == (reading["polarity"] == "negated")
        if reading.get("ended") is None:
            polarity = polarity and not over
        elif reading["ended"]:
            polarity = over or negated
        speaker, right = fact.get("attribution"), many(reading["attribution"])
        return {
            "polarity": polarity,
            "factuality": fact.get("factuality") in many(reading["factuality"]),
            "attribution": any(
                self.same(s, speaker) if s and speaker else s == speaker for s in right
            ),
        }

    def forbids(self, rule: Fact, fact: Fact) -> bool:
        """Whether the fact is one that `must_not` be there."""
        if any(fact.get(name) != rule.get(name, fact.get(name)) for name in FLAGS[:2]):
            return False
        if rule.get("polarity") == "asserted" and fact.get("ended_on"):
            return False
        speaker = fact.get("attribution")
        if "attribution" in rule and not (speaker and self.same(rule["attribution"], speaker)):
            return False
        want, anything = key_of(rule["relation"]), rule["object"] == "*"
        return any(
            (rule["relation"] == "*" or have.key.meets(want, strict=not anything))
            and self.same(rule["subject"], have.subject, strict=True)
            and self.same(rule["object"], have.object, strict=True)
            for have in _all_forms(fact)
        )


Entries = list[tuple[str, str]]


@dataclass(slots=True)
class Report:
    """Counts over all rows, and the facts behind them as (row id, line) to read."""

    core: int = 0
    given: int = 0
    right: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FLAGS, 0))
    missed: Entries = field(default_factory=list)
    unsupported: Entries = field(default_factory=list)
    misflagged: Entries = field(default_factory=list)
    must_not: Entries = field(default_factory=list)
    pronouns: Entries = field(default_factory=list)

    @property
    def figures(self) -> dict[str, float]:
        """The measures by name; a share of nothing is 0."""
        supported = self.given - len(self.unsupported)
        precision = _share(supported, self.given)
        recall = _share(self.core - len(self.missed), self.core)
        return {
            "precision": precision,
            "core_recall": recall,
            "f1": _share(2 * precision * recall, precision + recall),
            **{name: _share(self.right[name], supported) for name in FLAGS},
            **{name: float(len(getattr(self, name))) for name in CEILINGS},
        }

    def shortfalls(self, floors: Mapping[str, float]) -> list[str]:
        """One line for each measure below its floor or, where it counts faults, above it."""
        return [
            f"{name} is {value:.3f}, {'at most' if name in CEILINGS else 'floor'} {floors[name]}"
            for name, value in self.figures.items()
            if name in floors
            and (value > floors[name] if name in CEILINGS else round(value, 3) < floors[name])
        ]

    def table(self) -> str:
        """The measures, then every miss by kind, one line each."""
        lines = ["  ".join(f"{name} {value:.3f}" for name, value in self.figures.items())]
        for name in ("must_not", "pronouns", "misflagged", "unsupported", "missed"):
            entries = getattr(self, name)
            lines += [
                f"\n{name} ({len(entries)})",
                *(f"  {row:22} {line}" for row, line in entries),
            ]
        return "\n".join(lines)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _line(fact: Fact) -> str:
    parts = [str(many(fact.get(name))[0]) for name in ("subject", "relation", "object", *FLAGS)]
    return f"{' | '.join(parts[:3])}   {', '.join(parts[3:])}"


def _judge_row(report: Report, row: Mapping[str, Any], facts: Sequence[Fact]) -> None:
    judge, said = Judge(row), set()
    for fact in facts:
        entry = (row["id"], _line(fact))
        matches = [
            (sum(flags.values()), gold["tier"] == "core", flags, number)
            for number, gold in enumerate(row["facts"])
            for reading in readings(gold)
            if judge.says(reading, fact)
            for flags in [judge.agreement(reading, fact)]
        ]
        said.update(number for *_, number in matches)
        if any(judge.forbids(rule, fact) for rule in row["must_not"]):
            report.must_not.append(entry)
        if any(is_pronoun(fact[name] or "") for name in ("subject", "object")):
            report.pronouns.append(entry)
        if not matches:
            report.unsupported.append(entry)
            continue
        flags = max(matches, key=lambda match: match[:2])[2]
        for name, right in flags.items():
            report.right[name] += right
            if not right:
                report.misflagged.append((entry[0], f"{entry[1]}   wrong {name}"))
    core = [number for number, gold in enumerate(row["facts"]) if gold["tier"] == "core"]
    report.missed += [(row["id"], _line(row["facts"][n])) for n in core if n not in said]
    report.core += len(core)
    report.given += len(facts)


def score(rows: Iterable[Mapping[str, Any]], facts: Iterable[Fact]) -> Report:
    """Judge system facts, whose `document` is the id of a gold row; equal facts count once."""
    by_row: dict[str, dict[str, Fact]] = defaultdict(dict)
    for fact in facts:
        by_row[fact["document"]][_line(fact)] = fact
    report = Report()
    for row in rows:
        _judge_row(report, row, list(by_row[row["id"]].values()))
    return report


def read(path: Path) -> list[dict[str, Any]]:
    """The JSON lines of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Score facts against gold rows.")
    parser.add_argument("gold", type=Path, nargs="+", help="sentences.jsonl, passages.jsonl")
    parser.add_argument("--system", type=Path, required=True, help="lines of kg export")
    parser.add_argument("--lists", action="store_true", help="also print every miss")
    options = parser.parse_args(arguments)
    facts = read(options.system)
    for path in options.gold:
        table = score(read(path), facts).table()
        print(f"{path.name}: {table if options.lists else table.splitlines()[0]}")


if __name__ == "__main__":
    main()
