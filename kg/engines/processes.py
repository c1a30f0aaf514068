"""Worker processes of this machine.

Each is a Python of its own that runs `kg.engines.worker` and speaks through its standard input
and output; so a script that builds a graph needs no `if __name__ == "__main__"`, a notebook
can do it, and a worker inherits no lock or thread. One thread of ours waits for each.
`concurrent.futures.ProcessPoolExecutor` was not taken since it gives up all its work when one
process dies, and does not tell which chunk that had.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self

from kg.engines.dispatch import dispatch
from kg.engines.work import ChunkError, Orders, Outcome
from kg.errors import EngineError
from kg.model import Document
from kg.spawning import let_go, spawned

_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
"""Variables that keep a process to one processor."""


def derive(
    chunks: Iterator[tuple[Document, ...]], orders: Orders, jobs: int
) -> Iterator[Sequence[Outcome]]:
    """What `jobs` processes derive of the chunks, as it comes."""
    with (
        ThreadPoolExecutor(jobs, "engine") as threads,
        _Crew(orders, jobs) as crew,  # ends first, so that no thread has to be waited for
    ):
        # One chunk more than there are workers waits, so that none is idle while answers are kept.
        yield from dispatch(
            chunks, lambda chunk: threads.submit(crew.work, chunk), lambda: jobs + 1
        )


class _Crew:
    """The workers; a chunk goes to one that has nothing to do."""

    def __init__(self, orders: Orders, jobs: int) -> None:
        self._workers = [Worker(orders) for _ in range(jobs)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)

    def __enter__(self) -> Self:
        for worker in self._workers:
            worker.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.close()

    def work(self, chunk: Sequence[Document]) -> Sequence[Outcome]:
        worker = self._idle.get()
        try:
            return worker.work(chunk)
        finally:
            self._idle.put(worker)


class Worker:
    """A worker process; a new one takes its place when it has died."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._guard = threading.Lock()
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = False

    def start(self) -> None:
        """Start a process, which then loads its pipeline; returns at once. None may be alive."""
        with self._guard:
            if self._closed:
                raise ChunkError("the build is ending")
            if self._process is not None:
                let_go(self._process)
            self._is_ready = False
            self._process = spawned("kg.engines.worker", **_ONE_THREAD)
        with suppress(BrokenPipeError):  # it will be seen that nothing comes back
            self._send(self._orders)

    def close(self) -> None:
        """End the process, whatever it is at."""
        with self._guard:
            self._closed = True
            if self._process is not None:
                self._process.kill()
                let_go(self._process)

    def work(self, chunk: Sequence[Document]) -> Sequence[Outcome]:
        """What the process derives of a chunk.

        Raises ChunkError where the chunk was lost, EngineError where no process can be started.
        """
        if self._process is None or self._process.poll() is not None:
            self.start()
        try:
            if not self._is_ready:
                self._receive()
                self._is_ready = True
            self._send(chunk)
            answer: Sequence[Outcome] = self._receive()
        except (EOFError, OSError, pickle.UnpicklingError, ValueError) as error:
            raise self._death() from error
        return answer

    def _send(self, message: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()

    def _receive(self) -> Any:
        """What the process answers, which is raised where it is an error."""
        assert self._process is not None
        assert self._process.stdout is not None
        answer = pickle.load(self._process.stdout)  # noqa: S301 (our own process)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _death(self) -> Exception:
        """What to raise of a process that gave no answer; it is gone after this."""
        process = self._process
        assert process is not None
        process.kill()
        ended = _ending(process.wait())
        let_go(process)
        if not self._is_ready:
            return EngineError(
                f"a worker process ended before it could begin ({ended}). Try with fewer --jobs: "
                "each needs about 500 MB of memory."
            )
        return ChunkError(
            f"the process that worked on it ended ({ended}), twice; it may need more memory or "
            "time than there is"
        )


def _ending(status: int) -> str:
    """How a process ended, in words."""
    if status >= 0:
        return f"exit status {status}"
    with suppress(ValueError):
        return signal.Signals(-status).name
    return f"signal {-status}"
