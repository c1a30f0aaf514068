"""The command line: parses arguments, calls the API, reports. No logic of its own.

Data goes to standard output as UTF-8, everything else to standard error. Exit status: 0 all went
well, 1 it failed, 2 wrong use, 3 a part of what was given could not be used, 130 interrupted.
"""

# ruff: noqa: I001 (the help lists the commands in the order of these imports)
from __future__ import annotations

from kg.cli import building, asking, analysing, deciding, writing
from kg.cli import comparing, checking, learning, serving
from kg.cli.program import app
from kg.terminal import run

__all__ = [
    "analysing",
    "app",
    "asking",
    "building",
    "checking",
    "comparing",
    "deciding",
    "learning",
    "main",
    "serving",
    "writing",
]


def main() -> None:
    """Run the command line."""
    run(app)
