"""Chunks out to workers, answers in, lost chunks again.

A chunk whose worker died may have been the cause, as a text that needs more memory than there is.
So it is cut in halves, each tried again, until the document that is at fault stands alone; that
one is given up when it was lost twice. A worker that somebody killed thus costs a chunk's time,
and a text that kills workers costs itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import NamedTuple, TypeVar

from kg.engines.work import ChunkError, Failed
from kg.model import Document

_PATIENCE = 2
"""Times that a document may be lost with its worker, alone in a chunk, before it is given up."""


class Task(NamedTuple):
    """A chunk, and how often it was lost."""

    documents: tuple[Document, ...]
    lost: int = 0

    def again(self) -> Iterator[Task]:
        """The tasks that take the place of this one, which was lost; none where it is given up."""
        half = len(self.documents) // 2
        if half:
            yield Task(self.documents[:half])
            yield Task(self.documents[half:])
        elif self.lost + 1 < _PATIENCE:
            yield Task(self.documents, self.lost + 1)


Answer = TypeVar("Answer")


def dispatch(
    chunks: Iterator[tuple[Document, ...]],
    submit: Callable[[tuple[Document, ...]], Future[Answer]],
    width: Callable[[], int],
    lost: tuple[type[Exception], ...] = (ChunkError,),
) -> Iterator[Answer | list[Failed]]:
    """The answers to all chunks, as they come; `width` are out at a time.

    Errors of the kinds `lost` mean that a chunk may be tried again; others are raised.
    """
    put_back: deque[Task] = deque()
    fresh = (Task(chunk) for chunk in chunks)

    def tasks() -> Iterator[Task]:
        while task := put_back.popleft() if put_back else next(fresh, None):
            yield task

    out: dict[Future[Answer], Task] = {}
    while True:
        for task in islice(tasks(), max(0, width() - len(out))):
            out[submit(task.documents)] = task
        if not out:
            return
        for answered in wait(out, return_when=FIRST_COMPLETED).done:
            task = out.pop(answered)
            try:
                yield answered.result()
            except lost as error:
                again = list(task.again())
                put_back.extend(again)
                if not again:
                    yield [Failed(task.documents[0].digest, str(error))]
