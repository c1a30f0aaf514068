"""How long one document may be worked on.

Rules of language meet texts that nobody foresaw, and one of them may not come to an end on one of
these. So a document has some seconds, the more the longer it is; when they are over it is given
up, and the others go on. What is derived of 100,000 characters takes 1.5 s, whether they stand in
a thousand sentences or in one that never ends (lists of 5,000 names, 400 clauses within each
other): `USUAL` is forty times that.

The clock is the alarm of the system, which rings in the main thread of a program on Linux or macOS
alone. Elsewhere a document has all the time it wants. It does not ring either while a library
computes without coming back; there `or_exit` ends a whole process.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

USUAL = 60.0
"""Seconds that a document of up to `_CHARACTERS` has where nothing else is said."""

_CHARACTERS = 100_000
"""Length from which a document has more time, in proportion."""

_MOST = 365 * 24 * 3600.0
"""A year: timers take no number of seconds that is much larger."""

_AGAIN = 1.0
"""Seconds until the alarm rings once more, where a callback of a library swallowed the error."""


class OverdueError(BaseException):
    """The time is over. No rule that expects an error of its own may take this for it."""


def seconds_for(characters: int, usual: float) -> float:
    """The seconds for a text of so many characters, where one of usual length has `usual`.

    >>> seconds_for(5_000, 60), seconds_for(250_000, 60)
    (60.0, 150.0)
    """
    return usual * max(1.0, characters / _CHARACTERS)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """A block that raises OverdueError where it is not done after so many seconds."""
    if not hasattr(signal, "setitimer") or not _is_main_thread():
        yield
        return

    ended = False

    def ring(*_: object) -> None:
        if not ended:
            raise OverdueError

    before = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, min(seconds, _MOST), _AGAIN)
    try:
        yield
    finally:
        ended = True  # a ring in between would leave this alarm in the place of the old one
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, left, interval)


@contextmanager
def or_exit(seconds: float) -> Iterator[None]:
    """A block after so many seconds of which the process ends with status 1, whatever it is at."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 (no path of ours)
        faulthandler.dump_traceback_later(min(seconds, _MOST), exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
