"""tar archives, packed or not -> the files in them, read one at a time into memory.

tarfile takes a header that it cannot read for the end of the archive, and a header with a long
name or other extras whole into memory, however long it says that these are. Both are looked at
here.
"""

from __future__ import annotations

import lzma
import tarfile
import zlib
from collections.abc import Iterator
from typing import IO, Self

from kg.errors import InputError
from kg.readers import Fault, Member, suffix_of, suffixes
from kg.readers.unpacking import Meter, is_hidden, normal_name, refusal

_EXTRAS = frozenset(
    {
        *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
        *(tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE),
    }
)
"""Kinds of headers that say more of the member after them."""

_MOST_EXTRAS = 1_000_000
"""Bytes: a path has 4,096 at most."""


class _Header(tarfile.TarInfo):
    """A header whose extras are not longer than any honest ones."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """The header in a block. Raises InputError where it announces too much."""
        header = super().frombuf(buf, encoding, errors)
        if header.type in _EXTRAS and header.size > _MOST_EXTRAS:
            raise InputError("it has a header of more than a megabyte, as archive bombs do")
        return header


def members(stream: IO[bytes], max_size: int) -> Iterator[Member | Fault]:
    """The members in the order of the archive; folders and hidden files are none."""
    packed = stream.seek(0, 2)
    meter = Meter(packed)
    if not packed:
        yield Fault("it is empty", severity="warning")
        return
    stream.seek(0)
    try:
        with tarfile.open(fileobj=stream, tarinfo=_Header) as archive:
            for info in archive:
                meter.add(info.size)  # what is passed over must be unpacked too
                if not info.isdir() and not is_hidden(info.name):
                    yield _member(archive, info, max_size)
            if not _ended(archive):
                yield Fault("it is damaged or truncated; what follows was left out")
    except (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise InputError(
            "it is no whole tar archive: truncated, damaged or another kind"
        ) from error


def _ended(archive: tarfile.TarFile) -> bool:
    """Whether an archive that was read to its last header has none after it."""
    assert archive.fileobj is not None
    archive.fileobj.seek(archive.offset)
    return not archive.fileobj.read(tarfile.BLOCKSIZE).strip(b"\0")


def _member(archive: tarfile.TarFile, info: tarfile.TarInfo, max_size: int) -> Member | Fault:
    refused = refusal(info.name, info.size, max_size)
    if refused:
        return refused
    name = normal_name(info.name)
    if info.issym() or info.islnk():
        return Fault("is a link; left out", name)
    content = archive.extractfile(info) if info.isfile() else None
    if content is None:
        return Fault("is no file; left out", name)
    return Member(name, content.read() if suffix_of(name) in suffixes() else b"")
