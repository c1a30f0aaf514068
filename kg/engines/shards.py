"""What a cluster has derived, as files in a folder that all its machines may share.

A worker that sees the folder writes a shard of each chunk there, under another name first, so
that a shard is whole or not there; its answer is then the shard's name alone. What it wrote
outlives it, the scheduler and the build: the next build takes in what it finds before it asks for
more. A worker that does not see the folder, as on machines without a common disk, answers with
the content instead.

A shard is a zip archive, not compressed, with the encoded record of each document under the
document's digest, and `failed.json` for those without one. Its name begins with the fingerprint of
settings and code; a shard of others is of no use, and is taken away.

A cluster that loses a worker does again what that worker alone had the answer to, even where the
answer was already taken in. So a shard may come a second time, and is taken away a second time.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from kg.engines.work import Derived, Failed, Outcome
from kg.errors import EngineError
from kg.files import replacing, sweep

_FAILED = "failed.json"
_MARK = "seen-"


class Shards:
    """The shards in a folder that were derived under settings with this fingerprint."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        self._fingerprint = fingerprint
        self._removed: set[str] = set()

    def open(self) -> str:
        """Make the folder, with a file in it by which a worker knows that it sees this one."""
        token = f"{_MARK}{secrets.token_hex(8)}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / token).touch()
        except OSError as error:
            raise EngineError(f"{self.folder} cannot be written: {error.strerror}.") from error
        return token

    def is_shared(self, token: str) -> bool:
        """Whether this machine sees the folder that another opened."""
        return (self.folder / token).exists()

    def write(self, outcomes: Sequence[Outcome]) -> str:
        """Write a shard; its name."""
        told = "".join(sorted(outcome.digest for outcome in outcomes))
        name = f"{self._fingerprint}-{hashlib.sha256(told.encode()).hexdigest()[:24]}.zip"
        with replacing(self.folder / name) as out, zipfile.ZipFile(out, "w") as shard:
            for outcome in outcomes:
                if isinstance(outcome, Derived):
                    shard.writestr(outcome.digest, outcome.data)
            failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
            shard.writestr(_FAILED, json.dumps(failed))
        return name

    def read(self, name: str) -> Iterator[Outcome]:
        """What a shard holds. Raises EngineError where it cannot be read."""
        try:
            with zipfile.ZipFile(self.folder / name) as shard:
                for digest in shard.namelist():
                    if digest != _FAILED:
                        yield Derived(digest, shard.read(digest))
                yield from (Failed(*told) for told in json.loads(shard.read(_FAILED)))
        except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
            raise EngineError(
                f"{self.folder / name} cannot be read ({error}). Delete it and build again; what "
                "was derived else is kept."
            ) from error

    def found(self) -> Iterable[str]:
        """The names of the shards that are there; those of other settings are taken away."""
        names = sorted(path.name for path in self.folder.glob("*.zip"))
        for name in names:
            if name.startswith(f"{self._fingerprint}-"):
                yield name
            else:
                self.remove(name)

    def remove(self, name: str) -> None:
        """Take a shard away, once what it holds is kept elsewhere."""
        self._removed.add(name)
        (self.folder / name).unlink(missing_ok=True)

    def close(self) -> None:
        """Take the folder away, unless a shard has come into it that was not there before."""
        for token in self.folder.glob(f"{_MARK}*"):  # first: no worker is to write here any more
            token.unlink(missing_ok=True)
        for name in self._removed:
            (self.folder / name).unlink(missing_ok=True)
        sweep(self.folder)
        with suppress(OSError):  # not empty, or not there
            self.folder.rmdir()
