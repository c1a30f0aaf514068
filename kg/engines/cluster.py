"""A Dask cluster: any number of machines with workers that wait for work from one scheduler.

How it was started is Dask's own matter: `dask scheduler` and `dask worker` by hand, dask-jobqueue
on SLURM, dask-kubernetes. Each worker needs this version of kg and the same language pipeline,
and is refused else. It gets the documents' text through the scheduler, not their paths, since the
reading is done here; a few chunks for each worker are out at a time, so that the scheduler holds
no more than these. A worker has a process of its own do them (processes.py), one chunk at a time,
whatever number of threads it has: so a text that hangs is given up, which needs a main thread, and
one that takes all memory costs this process and not the worker.

Dask gives the chunk of a dead worker to another by itself. One that has killed several, or that
the process died of, is tried again in halves (dispatch.py).
"""

from __future__ import annotations

import atexit
import pickle
import socket
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from kg import parsing, patience
from kg.engines.dispatch import dispatch
from kg.engines.processes import Worker
from kg.engines.shards import Shards
from kg.engines.work import ChunkError, Orders, Outcome, Setting, chunks, shares
from kg.errors import EngineError, InputError, ModelError
from kg.model import Document

if TYPE_CHECKING:
    from distributed import Client

    from kg.engines import Workforce

_WAIT = 60
"""Seconds in which the scheduler has to answer, and a first worker to be there."""

_AHEAD = 3
"""Chunks that are out for each worker: one in work, two waiting."""

_one_at_a_time = threading.Lock()

_processes: dict[Orders, Worker] = {}
"""On a worker: the process that does its chunks, by what it was told."""

Answer = Sequence[Outcome] | str
"""What was derived of a chunk, or the name of the shard that holds it."""


class _Errand(NamedTuple):
    """What a worker has to know besides the documents.

    A worker sees the folder for shards where it finds a file called `token` there. `seconds` are
    those of a document of usual length.
    """

    setting: Setting
    token: str
    seconds: float = patience.USUAL

    @property
    def shards(self) -> Shards:
        return Shards(self.setting.folder, self.setting.fingerprint)


def derive(
    documents: Iterable[Document], count: int, setting: Setting, workforce: Workforce
) -> Iterator[Sequence[Outcome]]:
    """What the cluster derives of `count` documents, as it comes.

    Raises EngineError where the scheduler cannot be reached, or is lost; what was derived until
    then is kept.
    """
    assert workforce.scheduler
    with _connected(workforce.scheduler) as client:
        from distributed.scheduler import KilledWorker

        shards = Shards(setting.folder, setting.fingerprint)
        errand = _Errand(setting, shards.open(), workforce.seconds)
        executor = client.get_executor(pure=False)

        def submit(chunk: tuple[Document, ...]) -> Future[Answer]:
            return executor.submit(_run, errand, packed(chunk))  # type: ignore[no-any-return]

        def ahead() -> int:
            return _AHEAD * max(1, len(client.nthreads()))

        parts = chunks(documents, shares(count, ahead()))
        for answer in dispatch(parts, submit, ahead, (ChunkError, KilledWorker)):
            if isinstance(answer, str):
                yield list(shards.read(answer))
                shards.remove(answer)
            else:
                yield answer
        shards.close()


def packed(chunk: Sequence[Document]) -> bytes:
    """A chunk as Dask passes it on unseen; plain arguments it searches for tasks of its own."""
    return pickle.dumps(tuple(chunk))


def _run(errand: _Errand, chunk: bytes) -> Answer:
    """What a worker does."""
    config, fingerprint, _ = errand.setting
    try:
        own = config.fingerprint(parsing.pipeline_version(config.model))
    except ModelError as error:
        raise EngineError(f"A worker on {socket.gethostname()} says: {error}.") from error
    if own != fingerprint:
        raise EngineError(
            f"A worker on {socket.gethostname()} has another version of kg or of the pipeline "
            f"{config.model}. Install the same everywhere."
        )
    documents = pickle.loads(chunk)  # noqa: S301 (from kg.engines.cluster alone)
    with _one_at_a_time:
        try:
            outcomes = _process(Orders(config, errand.seconds)).work(documents)
        except InputError as error:  # a model of relations that is not where all see it
            raise EngineError(f"A worker on {socket.gethostname()} says: {error}") from error
    shards = errand.shards
    return shards.write(outcomes) if shards.is_shared(errand.token) else outcomes


def _process(orders: Orders) -> Worker:
    """The process that does what is ordered; one that had other orders is ended."""
    if orders not in _processes:
        _end_processes()
        _processes[orders] = Worker(orders)
    return _processes[orders]


@atexit.register
def _end_processes() -> None:
    while _processes:
        _processes.popitem()[1].close()


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    """A client of the scheduler, with at least one worker there."""
    try:
        from distributed import Client
    except ImportError as error:
        raise EngineError(
            "--engine dask needs Dask, which the extra `dask` installs: pip install '.[dask]' in "
            "the clone of kg."
        ) from error
    try:
        client = Client(scheduler, timeout=_WAIT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise EngineError(
            f"No Dask scheduler answers at {scheduler} ({error}). Start one with `dask scheduler`, "
            "and give the address that it prints."
        ) from error
    with client:
        _await_worker(client, scheduler)
        try:
            yield client
        except (OSError, CancelledError) as error:
            raise EngineError(
                f"The scheduler at {scheduler} was lost ({error or type(error).__name__}). What "
                "was derived until now is kept; run the same command again to go on."
            ) from error
        except ImportError as error:
            raise EngineError(
                f"A worker cannot import what it needs ({error}). Install kg where the workers "
                "run, in the version used here."
            ) from error


def _await_worker(client: Client, scheduler: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_WAIT)
    except TimeoutError as error:
        raise EngineError(
            f"The scheduler at {scheduler} has no workers, and none came in {_WAIT} seconds. Start "
            f"some with `dask worker {scheduler} --nthreads 1`."
        ) from error
