"""What all commands need of the terminal: messages, output, a progress bar, errors as statuses."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import typer
from typer.core import TyperGroup

from kg.errors import ArgumentError, KgError
from kg.files import replacing
from kg.lines import Line, Role, plain

if TYPE_CHECKING:
    from kg.derivation import Progress


_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that a terminal would obey: a message may quote what stands in a document."""


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
    for each in message.split("\n") if message else ():
        sys.stderr.write(f"{_OBEYED.sub(' ', each)}\n")


STYLES: Mapping[Role, str] = {
    "plain": "",
    "title": "bold",
    "name": "bold",
    "relation": "cyan",
    "quote": "italic",
    "muted": "dim",
    "bar": "cyan",
    "asserted": "green",
    "claimed": "yellow",
    "planned": "blue",
    "negated": "red",
}
"""How a terminal sets the parts of a line, in the colours that its user has chosen for these."""


def tell(lines: Iterable[Line]) -> None:
    """Write lines for people to standard output: set and wrapped on a terminal, else plain.

    With NO_COLOR set there is no colour, with FORCE_COLOR there is even in a pipe.
    """
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(markup=False, emoji=False, highlight=False)
    if not console.is_terminal:
        with output_to(None) as out:
            out.write(plain(lines).encode("utf-8", "backslashreplace"))
        return
    for each in lines:
        text = Text.assemble(*((word, STYLES[role]) for word, role in each.words))
        console.print(Padding(text, (0, 0, 0, each.indent)) if text else "")


def write(data: bytes) -> None:
    """Write what is for programs to standard output."""
    with output_to(None) as out:
        out.write(data)


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
    """A bar on standard error where that is a terminal, with the rate and the time left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:.1f}/s" if speed else "", style="progress.data.speed")

    step = TextColumn("{task.description}")
    columns = (step, BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, disable=not console.is_terminal, transient=True
    ) as bar:
        task = bar.add_task("parsing", total=None, visible=False)

        def show(done: int, total: int) -> None:
            step = "parsing" if done < total else "linking"
            bar.update(task, completed=done, total=total, description=step, visible=True)

        yield show
