"""What the readers of archives share: names that are safe, and a meter against bombs.

Nothing is ever written to disk, so a member can overwrite nothing. A name that leads out of the
archive is refused all the same: it would give a document a path that is another file's.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from kg.errors import InputError
from kg.readers import ARCHIVES, Fault, suffix_of, suffixes

BOMB_RATIO = 100
"""How many times its own size an archive may unpack to. Texts come to 10, logs to 50, zeros to
1,000."""

_HARMLESS = 10_000_000
"""Bytes that anything may unpack to."""

_DRIVE = re.compile(r"[A-Za-z]:")


class Meter:
    """Counts what an archive of `packed` bytes unpacks to."""

    def __init__(self, packed: int) -> None:
        self._packed = packed
        self._unpacked = 0

    def add(self, size: int) -> None:
        """Take in `size` more bytes; InputError where it is too much to be honest."""
        self._unpacked += size
        if self._unpacked > max(_HARMLESS, BOMB_RATIO * self._packed):
            raise InputError(
                f"it unpacks to more than {BOMB_RATIO} times its size, as archive bombs do; "
                "the rest of it was left out"
            )


def is_hidden(name: str) -> bool:
    """Whether a member is one that file managers hide, as those below `__MACOSX` are."""
    return any(part.startswith(".") and part not in {".", ".."} for part in _parts(name)) or (
        "__MACOSX" in _parts(name)
    )


def refusal(name: str, size: int, max_size: int) -> Fault | None:
    """Why a member of this name and size is not read, or None."""
    parts = _parts(name)
    if name.startswith(("/", "\\")) or ".." in parts or _DRIVE.match(name) or "\0" in name:
        return Fault("its name leads out of the archive; left out", name)
    suffix = suffix_of(name)
    if suffix in ARCHIVES:
        return Fault("is an archive in an archive; unpack it first", name)
    if suffix in suffixes() and size > max_size:
        return Fault(too_large(size, max_size), name)
    return None


def too_large(size: int, max_size: int) -> str:
    """What to say of something that is larger than documents may be."""
    return f"has {megabytes(size)}, more than the {megabytes(max_size)} that --max-size allows"


def megabytes(size: int) -> str:
    """A number of bytes as people say it.

    >>> megabytes(1_500_000), megabytes(900)
    ('1.5 MB', '0.001 MB')
    """
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{max(size / 1e6, 0.001):.3f} MB"


def normal_name(name: str) -> str:
    """A member's name with single slashes and no `./`."""
    return PurePosixPath(*_parts(name)).as_posix()


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in name.replace("\\", "/").split("/") if part not in {"", "."})
