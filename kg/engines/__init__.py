"""Who derives the records of documents: this process, several of this machine, or a cluster.

    documents -> chunks -> [Derived | Failed] ... -> kg.building, which keeps them

A document's record depends on nothing but the document and the settings, so chunks of documents
may be worked on anywhere and come back in any order: the graph is the same, byte for byte. What
a worker leaves behind when it dies is a chunk without an answer, which another does again.

    work.py       a chunk -> what was derived of it: the one thing that all workers do
    processes.py  worker processes of this machine, one pipeline loaded in each
    worker.py     such a process
    cluster.py    a Dask cluster, however it was started
    shards.py     what a cluster has derived, as files in a folder that all its machines may share
    dispatch.py   chunks out, answers in, a lost chunk again in halves
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kg import patience
from kg.engines.shards import Shards
from kg.engines.work import Derived, Failed, Orders, Outcome, Setting, chunks, derived, shares
from kg.errors import ArgumentError, EngineError
from kg.model import Document

__all__ = ["LOCAL", "Derived", "Failed", "Outcome", "Setting", "Workforce", "derive", "left_over"]

ENGINES = ("local", "dask")
LOCAL = ENGINES[0]


@dataclass(frozen=True, slots=True)
class Workforce:
    """`jobs` processes of this machine, or the Dask cluster with the scheduler at an address.

    With one job, no other process is started. Of a document that is not done after so many
    `seconds`, more where it is long, nothing is taken (kg.patience).

    >>> Workforce.chosen("local", 2)
    Workforce(jobs=2, scheduler=None, seconds=60.0)
    """

    jobs: int = 1
    scheduler: str | None = None
    seconds: float = patience.USUAL

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise ArgumentError(f"jobs is {self.jobs}; at least one process has to do the work.")
        if not (math.isfinite(self.seconds) and self.seconds > 0):
            raise ArgumentError(
                f"seconds is {self.seconds:g}; a document needs a finite number above 0."
            )
        if self.scheduler and self.jobs > 1:
            raise ArgumentError(
                "--jobs starts processes of this machine; a cluster has workers of its own. Leave "
                "one of --jobs and --engine dask out."
            )

    @classmethod
    def chosen(
        cls,
        engine: str = LOCAL,
        jobs: int = 1,
        scheduler: str | None = None,
        seconds: float = patience.USUAL,
    ) -> Workforce:
        """The workforce of an engine of ENGINES; ArgumentError where the choice has no sense."""
        if engine not in ENGINES:
            raise ArgumentError(f"no engine {engine!r}; there are {', '.join(ENGINES)}.")
        if engine == LOCAL and scheduler:
            raise ArgumentError("--scheduler is for --engine dask, which was not given.")
        if engine != LOCAL and not scheduler:
            raise ArgumentError(
                "--engine dask needs --scheduler ADDRESS, as in tcp://10.0.0.1:8786, the one that "
                "`dask scheduler` prints."
            )
        return cls(jobs, scheduler, seconds)


def derive(
    documents: Iterable[Document], count: int, setting: Setting, workforce: Workforce
) -> Generator[Sequence[Outcome]]:
    """What is derived of `count` documents, as it comes, in no order that means anything.

    Documents are taken as they are needed; workers end when the generator is closed. Raises
    ModelError where the pipeline cannot be loaded, EngineError where workers cannot be started or
    reached.
    """
    if workforce.scheduler:
        from kg.engines import cluster

        yield from cluster.derive(documents, count, setting, workforce)
        return
    orders = Orders(setting.config, workforce.seconds)
    if (jobs := min(workforce.jobs, count)) > 1:
        from kg.engines import processes

        parts = chunks(documents, shares(count, jobs))
        yield from processes.derive(parts, orders, jobs)
    else:
        yield from ([outcome] for outcome in derived(documents, orders))


def left_over(setting: Setting) -> Iterator[Sequence[Outcome]]:
    """What a cluster has derived for a build that did not live to take it in."""
    shards = Shards(setting.folder, setting.fingerprint)
    for name in shards.found():
        with suppress(EngineError):  # what is damaged is derived again
            yield list(shards.read(name))
        shards.remove(name)
    shards.close()
