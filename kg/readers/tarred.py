"""tar archives, packed or not -> the files in them, read one at a time into memory."""

from __future__ import annotations

import lzma
import tarfile
import zlib
from collections.abc import Iterator
from typing import IO

from kg.errors import InputError
from kg.readers import Fault, Member, suffix_of, suffixes
from kg.readers.unpacking import Meter, is_hidden, normal_name, refusal


def members(stream: IO[bytes], max_size: int) -> Iterator[Member | Fault]:
    """The members in the order of the archive; folders and hidden files are none."""
    packed = stream.seek(0, 2)
    meter = Meter(packed)
    if not packed:
        yield Fault("it is empty", severity="warning")
        return
    stream.seek(0)
    try:
        with tarfile.open(fileobj=stream) as archive:
            for info in archive:
                meter.add(info.size)  # what is passed over must be unpacked too
                if not info.isdir() and not is_hidden(info.name):
                    yield _member(archive, info, max_size)
    except (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise InputError(
            "it is no whole tar archive: truncated, damaged or another kind"
        ) from error


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
