"""Requests that are refused, and how the refusal reads: as text, as JSON or as a page."""

from __future__ import annotations

from collections.abc import Mapping

from kg.errors import GraphError, KgError, QueryBusyError, QueryTimeoutError, UnknownNameError

RETRY = "2"
"""Seconds after which a client that found no place may ask again."""


class RefusedError(Exception):
    """A request is answered by an HTTP status and a message for people."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = dict(headers or {})


def refusal(error: KgError) -> RefusedError:
    """What an error of the package means over HTTP."""
    if isinstance(error, UnknownNameError):
        return RefusedError(404, str(error))
    if isinstance(error, QueryBusyError):
        return RefusedError(503, str(error), {"Retry-After": RETRY})
    if isinstance(error, QueryTimeoutError | GraphError):
        return RefusedError(503, str(error))
    return RefusedError(400, str(error))
