# ruff: noqa: INP001
"""Distils first_names.tsv: given names and the gender they mostly tell.

Run by hand, never by the package: `python kg/data/make_first_names.py DIRECTORY`, where
DIRECTORY holds `dist.male.first` and `dist.female.first`, the public-domain name counts of
the 1990 United States census as the package "names" (0.3.0) carries them.

A name is kept when at least 0.004 % of a gender bear it; it tells a gender when it is eight
times as common there as in the other, else its gender stays empty. Names from elsewhere
stand in first_names_own.tsv, written by hand.
"""

from __future__ import annotations

import sys
from pathlib import Path

MIN_PERCENT = 0.004
MIN_RATIO = 8.0


def read_shares(path: Path) -> dict[str, float]:
    """Name -> its share of one gender, in percent."""
    rows = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {row[0].title(): float(row[1]) for row in rows}


def gender(male: float, female: float) -> str:
    """The gender that two shares tell, "" for none."""
    if male >= MIN_RATIO * female:
        return "male"
    return "female" if female >= MIN_RATIO * male else ""


def main() -> None:
    """Writes the table beside this script."""
    folder = Path(sys.argv[1])
    male = read_shares(folder / "dist.male.first")
    female = read_shares(folder / "dist.female.first")
    names = sorted(n for n in male | female if max(male.get(n, 0), female.get(n, 0)) >= MIN_PERCENT)
    lines = [f"{n}\t{gender(male.get(n, 0), female.get(n, 0))}" for n in names]
    out = Path(__file__).with_name("first_names.tsv")
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
