"""ZIP archives -> the files in them, unpacked one at a time into memory."""

from __future__ import annotations

import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from kg.errors import InputError
from kg.readers import Fault, Member, suffix_of, suffixes
from kg.readers.unpacking import Meter, is_hidden, normal_name, refusal

_ENCRYPTED = 0x1
"""The flag of an encrypted member (APPNOTE 4.4.4)."""

_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError),
)
"""What the kinds of packing raise for bytes that are none of theirs."""


def members(stream: IO[bytes], max_size: int) -> Iterator[Member | Fault]:
    """The members in the order of the archive's directory; folders and hidden files are none."""
    packed = stream.seek(0, 2)
    meter = Meter(packed)
    if not packed:
        yield Fault("it is empty", severity="warning")
        return
    try:
        with zipfile.ZipFile(stream) as archive:
            for info in archive.infolist():
                if not info.is_dir() and not is_hidden(info.filename):
                    meter.add(info.file_size)
                    yield _member(archive, info, max_size)
    except (zipfile.BadZipFile, EOFError, OSError, ValueError) as error:
        raise InputError(
            "it is no whole ZIP archive: truncated, damaged or another kind"
        ) from error


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, max_size: int) -> Member | Fault:
    refused = refusal(info.filename, info.file_size, max_size)
    if refused:
        return refused
    name = normal_name(info.filename)
    if stat.S_ISLNK(info.external_attr >> 16):
        return Fault("is a link; left out", name)
    if info.flag_bits & _ENCRYPTED:
        return Fault("is encrypted; unpack it with its password first", name)
    if suffix_of(name) not in suffixes():
        return Member(name, b"")
    try:
        # a member is as long as the directory says: zipfile reads no further
        return Member(name, archive.read(info))
    except _DAMAGED as error:
        return Fault(f"is damaged in the archive ({error})", name)
