"""Every error that the package raises on purpose.

KgError
├── InputError          a document, table or argument that cannot be read or used
│   ├── ArgumentError       an argument of the call itself is wrong
│   └── UnsupportedFormatError  no reader for this kind of file
├── ModelError          the language pipeline is missing or unusable
├── EngineError         the processes or machines that were to do the work cannot
├── GraphError          the graph folder: missing, locked, damaged, not writable
├── QueryError          a SPARQL query that is wrong, refused or too costly
│   ├── QueryTimeoutError   one that was ended when its time was up
│   └── QueryBusyError      one for which nobody was free
└── UnknownNameError    an entity, statement or named question that is not there

A message says what failed, where, and what to do next. The command line prints it
without a traceback.
"""

from __future__ import annotations

from collections.abc import Sequence


class KgError(Exception):
    """Root of the package's errors."""


class InputError(KgError):
    """A document, table or argument cannot be read or used."""


class ArgumentError(InputError):
    """An argument of the call itself is wrong: a date that is none, one that is missing."""


class UnsupportedFormatError(InputError):
    """No reader handles this kind of file."""


class ModelError(KgError):
    """The language pipeline is missing or unusable."""


class EngineError(KgError):
    """Worker processes cannot be started, or a cluster cannot be reached or used."""


class GraphError(KgError):
    """The graph folder is missing, locked, damaged or not writable."""


class QueryError(KgError):
    """A SPARQL query is wrong, refused, or ran past its limits."""


class QueryTimeoutError(QueryError):
    """A query was ended when its time was up."""


class QueryBusyError(QueryError):
    """All workers have queries to answer."""


class UnknownNameError(KgError):
    """A name is not in the graph.

    `suggestions` holds the names that come near, best first.
    """

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)
