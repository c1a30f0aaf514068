"""What all commands need of the terminal: messages, output, a progress bar, errors as statuses."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import typer
from typer.core import TyperGroup

from kg.errors import ArgumentError, KgError
from kg.files import replacing

if TYPE_CHECKING:
    from kg.building import Progress


class Commands(TyperGroup):
    """The commands; what they raise on purpose becomes a message and an exit status."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            _give_up_output()
            where = error.filename or "standard output"
            say(f"Error: {where}: {error.strerror or error}.")
            sys.exit(1)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.replace("Value error, ", "")
            raise
        except KgError as error:
            say(f"Error: {error}")
            raise typer.Exit(2 if isinstance(error, ArgumentError) else 1) from error
        except KeyboardInterrupt as error:
            say("Stopped. What was stored is kept; a build goes on from there when run again.")
            raise typer.Exit(130) from error
        except BrokenPipeError as error:  # the reader has gone, as `head` does
            _give_up_output()
            raise typer.Exit(1) from error


def run(app: Callable[[], object]) -> None:
    """Run the command line; what nobody foresaw is told in one line."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except Exception as error:
        if os.environ.get("KG_DEBUG"):
            raise
        say(f"Error: {_fault(error)}")
        sys.exit(1)


def _fault(error: Exception) -> str:
    """What to say of an error that nobody foresaw."""
    *_, frame = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frame.filename).name}, line {frame.lineno}"
    return (
        f"a fault in kg itself ({type(error).__name__}: {error}; {where}). What was stored is "
        "kept. Please report it, with what is printed after setting KG_DEBUG=1."
    )


def _give_up_output() -> None:
    """Let nothing more be written to standard output, not even at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(message: str) -> None:
    """Write a message for people; nothing where it is empty."""
    if message:
        sys.stderr.write(f"{message}\n")


@contextmanager
def output_to(path: Path | None) -> Iterator[BinaryIO]:
    """The file at `path`, written whole or not at all, or standard output."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with replacing(path) as stream:
            yield stream


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("parsing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, disable=not console.is_terminal, transient=True
    ) as bar:
        task = bar.add_task("parsing", total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)
