"""The program `kg`: what its commands hang on, and its own options."""

from __future__ import annotations

from typing import Annotated

import typer

from kg import __version__
from kg.terminal import Commands

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Turn documents into a knowledge graph whose every edge shows its evidence.

    Exit status of every command: 0 all went well, 1 it failed, 2 wrong use, 3 a part of the inputs
    could not be used.
    """
