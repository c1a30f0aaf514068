"""The SPARQL 1.1 Protocol's query operation: from an HTTP request to a query with its dataset.

    GET, HEAD  /sparql?query=...
    POST /sparql   application/x-www-form-urlencoded        query=...
    POST /sparql   application/sparql-query              the query; the rest in the address

`default-graph-uri` and `named-graph-uri` may be repeated; where there is one, they alone make up
the dataset, whatever FROM says (section 2.1.4). Without them and without FROM a query sees the
union of all graphs. There is no update operation: the graph is changed by building it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request as HttpRequest

from kg.server.refusals import RefusedError
from kg.stores import Dataset

LARGEST_BODY = 1_048_576
"""Bytes of a request's body, at most."""

_FORM = "application/x-www-form-urlencoded"
_QUERY = "application/sparql-query"
_UPDATE = "application/sparql-update"
_MOST_PARAMETERS = 100
"""Parameters of a request, at most: it may name many graphs."""

_GRAPH_NAME = re.compile(r"(?:https?://|urn:)[^\s<>\"{}|\\^`\x00-\x20]+", re.IGNORECASE)
_READ_ONLY = (
    "This endpoint only reads. A graph is changed by building it: kg build, kg remove, kg merge."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, and the graphs that it was asked of: none where its own dataset holds."""

    sparql: str
    dataset: Dataset | None = None


async def read(request: HttpRequest) -> Asked:
    """The query of a request; RefusedError with the status that the protocol wants."""
    try:
        given = _pairs(request.scope["query_string"].decode("ascii"))
        sparql = None
        if request.method == "POST":
            kind = _media_type(request)
            body = (await _body(request)).decode("utf-8")
            if kind == _QUERY:
                sparql = body
            else:
                given += _pairs(body)
    except UnicodeDecodeError as error:
        raise RefusedError(400, f"The request is not UTF-8 text ({error.reason}).") from error
    return _asked(given, sparql)


def _asked(given: Sequence[tuple[str, str]], sparql: str | None) -> Asked:
    if any(name in ("update", "using-graph-uri", "using-named-graph-uri") for name, _ in given):
        raise RefusedError(403, _READ_ONLY)
    queries = [value for name, value in given if name == "query"]
    queries += [] if sparql is None else [sparql]
    if len(queries) != 1:
        told = "The parameter `query` is missing." if not queries else "There are several queries."
        raise RefusedError(400, f"{told} Give one: /sparql?query=SELECT...")
    dataset = Dataset(_graphs(given, "default-graph-uri"), _graphs(given, "named-graph-uri"))
    return Asked(queries[0], dataset if dataset.default or dataset.named else None)


def _graphs(given: Sequence[tuple[str, str]], name: str) -> tuple[str, ...]:
    graphs = tuple(value for key, value in given if key == name)
    for graph in graphs:
        if not _GRAPH_NAME.fullmatch(graph):
            told = f"{name} names no graph: {graph[:200]!r} is not an absolute http or urn address."
            raise RefusedError(400, told)
    return graphs


def _pairs(text: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS
        )
    except UnicodeDecodeError:
        raise
    except ValueError as error:
        raise RefusedError(400, f"There are over {_MOST_PARAMETERS} parameters.") from error


def _media_type(request: HttpRequest) -> str:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    if kind == _UPDATE:
        raise RefusedError(403, _READ_ONLY)
    encoded = request.headers.get("content-encoding", "identity").lower() != "identity"
    charset = re.search(r"charset\s*=\s*\"?([\w-]+)", parameters, re.IGNORECASE)
    foreign = charset and charset[1].lower() not in ("utf-8", "us-ascii")
    if kind not in (_FORM, _QUERY) or encoded or foreign:
        told = f"POST takes {_FORM} or {_QUERY}, in UTF-8 and not compressed."
        raise RefusedError(415, told, {"Accept": f"{_QUERY}, {_FORM}"})
    return kind


async def _body(request: HttpRequest) -> bytes:
    told = f"The body has over {LARGEST_BODY:,} bytes."
    announced = request.headers.get("content-length", "0")
    if not announced.isdecimal() or int(announced) > LARGEST_BODY:
        raise RefusedError(413, told, {"Connection": "close"})
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise RefusedError(413, told, {"Connection": "close"})
    return bytes(body)
