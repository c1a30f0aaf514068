"""Python processes that work for this one, over their standard input and output.

Each is a plain `python -m`: not a fork, so it inherits no lock and no thread, and not
multiprocessing's spawn, so scripts need no guard around their main part.

Ctrl+C reaches every process of a terminal's program at once. What it means for those that were
started here is up to the one that started them, which ends them; so the signal is kept from them
from their first moment on. A handler of their own would come too late: while Python starts and
imports, its usual one tells the user of a KeyboardInterrupt in the midst of an import.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def spawned(module: str, *arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    """A process that runs a module, which it finds where this one would, with pipes to it.

    `variables` are added to its environment.
    """
    path = os.pathsep.join(place for place in sys.path if place)
    with _interrupts_kept_back():
        return subprocess.Popen(  # noqa: S603 (modules of this package)
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **variables, "PYTHONPATH": path},
        )


def let_go(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a process, and close the pipes to it."""
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):  # what is left to write goes nowhere
                stream.close()


@contextmanager
def _interrupts_kept_back() -> Iterator[None]:
    """Ctrl+C waits until the block is over, and for ever in processes that are started in it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
