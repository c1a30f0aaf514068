"""A worker process: `python -m kg.engines.worker`.

Standard input has a pickle of the Orders, then one of each chunk of documents; standard output
gets True once the pipeline is loaded, then what was derived of each chunk, or the error. It ends
with its input, so none outlives the program that started it, and where it hangs in a library (what
hangs in a rule of ours is given up by itself).
"""

from __future__ import annotations

import os
import pickle
import signal
import sys

from kg import patience, pipeline
from kg.engines.work import ChunkError, most_seconds, work
from kg.errors import KgError


def main() -> None:
    """Work on chunks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's; the parent decides
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing but pickles may get into the answers

    def answer(message: object) -> None:
        pickle.dump(message, answers)
        answers.flush()

    try:
        orders = pickle.load(sys.stdin.buffer)  # noqa: S301 (from the parent alone)
        pipeline.load_pipeline(orders.config.model)
        answer(True)
        while True:
            chunk = pickle.load(sys.stdin.buffer)  # noqa: S301
            try:
                with patience.or_exit(most_seconds(chunk, orders)):
                    found = work(chunk, orders)
                answer(found)
            except ChunkError as error:
                answer(error)
    except KgError as error:
        answer(error)
    except (EOFError, BrokenPipeError):
        return  # the parent is done, or gone


if __name__ == "__main__":
    main()
