"""SPARQL 1.1 Protocol over HTTP: where a remote store is, and what is said to it.

A request is tried again, after pauses that double, when the connection fails or the server says
that it is busy (429, 502, 503, with its Retry-After where it gives one). Everything sent here may
be sent twice: a query changes nothing, and updates are written so that a second time makes no
difference. What ran into the time limit is not repeated: the server may still be at work on it.

User and password, or a bearer token, come from the environment alone, go out as a header, and get
into no message; an address that holds them is refused.
"""

from __future__ import annotations

import base64
import copy
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode, urljoin, urlsplit

import urllib3
from urllib3.exceptions import HTTPError, MaxRetryError, ReadTimeoutError

from kg import __version__
from kg.errors import ArgumentError, GraphError, QueryError, QueryTimeoutError

SCHEME = "sparql+"
USER, PASSWORD, TOKEN = "KG_STORE_USER", "KG_STORE_PASSWORD", "KG_STORE_TOKEN"

_FORMS = "sparql+http://HOST/query,update, with both endpoints, or sparql+http://HOST/DATASET"
_OWN_WORDS = re.compile(r"^.*: |\[Errno \d+\] ")
"""What Python and urllib3 write before the system's words for what went wrong."""

_BUSY = (429, 502, 503)
_QUOTED = 200
"""Characters of a server's own message that an error repeats."""


@dataclass(frozen=True, slots=True)
class Address:
    """The two endpoints of a store.

    >>> Address.parse("sparql+http://localhost:3030/news")
    Address(query='http://localhost:3030/news/query', update='http://localhost:3030/news/update')
    >>> Address.parse("sparql+https://host/repositories/r,r/statements").update
    'https://host/repositories/r/statements'
    """

    query: str
    update: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """The endpoints in `sparql+http://host/query,update` or `sparql+http://host/dataset`.

        The second is relative to the first. Raises ArgumentError.
        """
        first, comma, second = text.strip().partition(",")
        query = _web_address(first)
        if not comma:
            base = query.rstrip("/")
            return cls(f"{base}/query", f"{base}/update")
        return cls(query, _web_address(SCHEME + urljoin(query, second.removeprefix(SCHEME))))


def _web_address(text: str) -> str:
    address = text.removeprefix(SCHEME)
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or address == text:
        raise ArgumentError(f"A store is given as {_FORMS}; or as `local`, the graph's folder.")
    if "@" in parts.netloc:
        raise ArgumentError(
            f"The address of the store at {parts.hostname} holds a user or password. Take them "
            f"out and set {USER} and {PASSWORD}, or {TOKEN}, in the environment."
        )
    if parts.fragment:
        raise ArgumentError("The address of a store has no part after a #.")
    return address


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds, and how often to try again.

    A load waits for a server that is started anew; who asks a query wants to know.
    """

    query: float = 60.0
    update: float = 300.0
    connect: float = 10.0
    query_retries: int = 2
    update_retries: int = 5
    first_pause: float = 0.5
    longest_pause: float = 30.0

    def of(self, *, update: bool) -> urllib3.Timeout:
        return urllib3.Timeout(connect=self.connect, read=self.update if update else self.query)

    def retries(self, *, update: bool) -> int:
        return self.update_retries if update else self.query_retries

    def schedule(self, *, update: bool) -> urllib3.Retry:
        return _Retry(
            total=self.retries(update=update),
            redirect=False,
            allowed_methods=None,
            status_forcelist=_BUSY,
            raise_on_status=False,
            backoff_factor=self.first_pause,
            backoff_max=self.longest_pause,
            backoff_jitter=self.first_pause / 2,
            retry_after_max=int(self.longest_pause),
        )


class _Retry(urllib3.Retry):
    """urllib3's schedule, which ends where the time limit is reached."""

    def increment(self, *args: Any, **kwargs: Any) -> Self:
        error = kwargs.get("error")
        if isinstance(error, ReadTimeoutError):
            raise error
        return super().increment(*args, **kwargs)


class Endpoint:
    """A store's two addresses with a connection to them."""

    def __init__(self, address: Address, patience: Patience | None = None) -> None:
        self.address = address
        self.patience = patience or Patience()
        self._http = urllib3.PoolManager()
        self._headers = {"User-Agent": f"kg/{__version__}", **_authorization()}

    def query(
        self, sparql: str, accept: str, dataset: Iterable[tuple[str, str]] = ()
    ) -> urllib3.BaseHTTPResponse:
        """The answer to a query, to be read as a stream.

        `dataset` are parameters of the protocol: default-graph-uri and named-graph-uri. Raises
        QueryError where the server finds fault with the query, GraphError where there is no
        answer.
        """
        body = urlencode([("query", sparql), *dataset]).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": accept}
        return self._send(self.address.query, body, headers, update=False)

    def update(self, sparql: str) -> None:
        """Carry out an update, whole or not at all where the server keeps to the standard."""
        headers = {"Content-Type": "application/sparql-update; charset=utf-8"}
        response = self._send(self.address.update, sparql.encode(), headers, update=True)
        response.drain_conn()
        response.release_conn()

    def within(self, seconds: float) -> Self:
        """The same with another time for queries, over the same connections."""
        other = copy.copy(self)
        other.patience = replace(self.patience, query=seconds)
        return other

    def close(self) -> None:
        """Let go of the connections."""
        self._http.clear()

    def _send(
        self, url: str, body: bytes, headers: Mapping[str, str], *, update: bool
    ) -> urllib3.BaseHTTPResponse:
        try:
            response = self._http.request(
                "POST",
                url,
                body=body,
                headers={**self._headers, **headers},
                timeout=self.patience.of(update=update),
                retries=self.patience.schedule(update=update),
                preload_content=False,
            )
            if response.status < 300:
                return response
            said = response.read(4 * _QUOTED).decode("utf-8", "replace")
            response.release_conn()
        except ReadTimeoutError as error:
            raise self._too_slow(url, update=update) from error
        except (HTTPError, OSError) as error:
            raise GraphError(self._unreachable(url, error, update=update)) from error
        raise _refusal(url, response, said, update=update)

    def _too_slow(self, url: str, *, update: bool) -> GraphError | QueryTimeoutError:
        if update:
            return GraphError(
                f"The store at {url} has not finished an update within "
                f"{self.patience.update:g} s. Try again when it is less busy."
            )
        return QueryTimeoutError(
            f"The store at {url} has not answered within {self.patience.query:g} s."
        )

    def _unreachable(self, url: str, error: Exception, *, update: bool) -> str:
        reason = error.reason if isinstance(error, MaxRetryError) and error.reason else error
        why = _OWN_WORDS.sub("", str(reason)).strip("()'.") or type(reason).__name__
        return (
            f"The store at {url} cannot be reached ({why}), tried "
            f"{self.patience.retries(update=update) + 1} times. Check the address and that the "
            "server runs."
        )


def _authorization() -> dict[str, str]:
    """The header for what the environment says."""
    token = os.environ.get(TOKEN)
    if token:
        return {"Authorization": f"Bearer {token}"}
    user = os.environ.get(USER)
    if user:
        pair = f"{user}:{os.environ.get(PASSWORD, '')}"
        return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
    return {}


def _refusal(
    url: str, response: urllib3.BaseHTTPResponse, said: str, *, update: bool
) -> GraphError | QueryError:
    """What a status other than success means."""
    status = response.status
    quoted = " ".join(said.split())[:_QUOTED]
    if status in (401, 403):
        given = "those in the environment are not enough" if _authorization() else "none are set"
        return GraphError(
            f"The store at {url} wants other credentials ({status}): {given}. Set {USER} and "
            f"{PASSWORD}, or {TOKEN}."
        )
    if 300 <= status < 400:
        return GraphError(
            f"The store at {url} sends on to {response.headers.get('Location', 'elsewhere')}. "
            "Give that address."
        )
    if status in (404, 405):
        what = "update" if update else "query"
        return GraphError(
            f"There is no SPARQL {what} endpoint at {url} ({status}). A store is given as {_FORMS}."
        )
    if status == 413:
        return GraphError(f"The store at {url} takes no request of this size (413).")
    if status in (408, 504) and not update:
        return QueryTimeoutError(f"The store at {url} ended the query for its time ({status}).")
    if status == 400 and not update:
        return QueryError(f"The store at {url} refuses the query: {quoted}")
    return GraphError(f"The store at {url} failed with status {status}: {quoted or 'no reason'}.")
