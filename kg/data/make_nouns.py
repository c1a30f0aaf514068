# ruff: noqa: INP001
"""Distils nouns.tsv from WordNet 3.0: the class of thing that a common noun mostly names.

Run by hand, never by the package: `python kg/data/make_nouns.py DIRECTORY`, where DIRECTORY
holds WordNet's `data.noun`, `index.noun` and `cntlist.rev` (Debian: wordnet-base).

Each sense of a noun falls into a class by its lexicographer file and its hypernyms; a noun
gets the class that at least half of its occurrences in WordNet's sense-tagged texts have.
Nouns that nobody tagged are kept only where their first sense is a person. nouns_own.tsv,
written by hand, overrides what this table says.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path

BY_FILE = {4: "Event", 6: "Artifact", 11: "Event", 14: "Group", 15: "Place", 18: "Person"}
BY_HYPERNYM = {  # the first of a sense's hypernyms, nearest first, that is in this table
    "organization": "Organization",
    "military_unit": "Organization",
    "administrative_unit": "Organization",
    "assembly": "Organization",
    "institution": "Organization",
    "enterprise": "Organization",
    "structure": "Facility",
    "building": "Facility",
    "facility": "Facility",
    "way": "Facility",
    "writing": "Document",
    "written_communication": "Document",
    "document": "Document",
    "publication": "Document",
    "report": "Document",
    "statement": "Document",
    "agreement": "Document",
    "geological_formation": "Place",
    "body_of_water": "Place",
    "land": "Place",
    "award": "Award",
    "symptom": "",
    "cognition": "",
    "activity": "Event",
    "collection": "",
}
KEPT_FILES = {4, 6, 10, 11, 14, 15, 17, 18}
MIN_COUNT = 2
PERSON_ENDINGS = ("er", "or", "ist", "ian", "ant", "ent", "man", "woman", "eer", "ee", "person")


def read_synsets(path: Path) -> dict[str, tuple[int, list[str], list[str]]]:
    """Offset -> (lexicographer file, words, offsets of hypernyms)."""
    out = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue
        f = line.split(" ")
        n = int(f[3], 16)
        words = [f[4 + 2 * i] for i in range(n)]
        k = 4 + 2 * n
        ups = []
        for i in range(int(f[k])):
            symbol, offset = f[k + 1 + 4 * i], f[k + 2 + 4 * i]
            if symbol in ("@", "@i"):
                ups.append(offset)
        out[f[0]] = (int(f[1]), words, ups)
    return out


def classify(offset: str, synsets: dict[str, tuple[int, list[str], list[str]]]) -> str:
    """The class of one sense, or "" for whatever is none of ours."""
    file = synsets[offset][0]
    if file not in KEPT_FILES:
        return ""
    if file == 18:
        return "Person"
    at = offset
    while True:
        for word in synsets[at][1]:
            if word in BY_HYPERNYM:
                return BY_HYPERNYM[word]
        if not synsets[at][2]:
            return BY_FILE.get(file, "")
        at = synsets[at][2][0]


def sense_counts(path: Path) -> dict[str, dict[int, int]]:
    """Lemma -> sense number -> times tagged, nouns only."""
    out: dict[str, dict[int, int]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        key, sense, count = line.split()
        lemma, _, rest = key.partition("%")
        if rest.startswith("1:"):
            out[lemma][int(sense)] = int(count)
    return out


def distil(folder: Path) -> dict[str, str]:
    """Noun -> its class."""
    synsets = read_synsets(folder / "data.noun")
    counts = sense_counts(folder / "cntlist.rev")
    table = {}
    for line in (folder / "index.noun").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue
        f = line.split()
        lemma, offsets = f[0], f[-int(f[2]) :]
        if not (lemma.isalpha() and lemma.isascii() and len(lemma) > 2):
            continue
        if lemma not in synsets[offsets[0]][1]:  # written with a capital: a name
            continue
        mass: Counter[str] = Counter()
        for number, offset in enumerate(offsets, 1):
            mass[classify(offset, synsets)] += counts[lemma].get(number, 0)
        total = sum(mass.values())
        if total >= MIN_COUNT:
            best, seen = max(mass.items(), key=lambda item: (item[1], item[0]))
            if best and seen * 2 >= total:
                table[lemma] = best
        elif lemma.endswith(PERSON_ENDINGS) and classify(offsets[0], synsets) == "Person":
            table[lemma] = "Person"
    return table


def main() -> None:
    """Writes the table beside this script."""
    table = distil(Path(sys.argv[1]))
    lines = [f"{noun}\t{kind}" for noun, kind in sorted(table.items())]
    Path(__file__).with_name("nouns.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
