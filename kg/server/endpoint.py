"""The answer of /sparql: what is wanted, what the query gives, the status that fits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from kg import sparql
from kg.errors import QueryError
from kg.querying import Request
from kg.server import protocol, service
from kg.server.negotiation import SOLUTIONS, TRIPLES, negotiate
from kg.server.queries import Queries
from kg.server.refusals import RefusedError, refusal


async def answer(request: HttpRequest, queries: Queries, prefixes: Mapping[str, str]) -> Response:
    """The answer to a request of the SPARQL 1.1 Protocol."""
    accept = request.headers.get("accept", "")
    if request.method != "POST" and not request.scope["query_string"]:
        return _described(request, negotiate(accept, tuple(TRIPLES)))
    solutions, triples = negotiate(accept, tuple(SOLUTIONS)), negotiate(accept, tuple(TRIPLES))
    if solutions is None and triples is None:
        raise _none_fits("A query is", (*SOLUTIONS, *TRIPLES))
    asked = await protocol.read(request)
    await asyncio.to_thread(sparql.check, asked.sparql, prefixes)
    wanted = Request(
        asked.sparql,
        prefixes,
        solutions=SOLUTIONS[solutions or next(iter(SOLUTIONS))],
        triples=TRIPLES[triples or next(iter(TRIPLES))],
        dataset=asked.dataset,
    )
    try:
        found = await queries.answer(wanted, lambda: _gone(request))
    except QueryError as error:
        raise _told(error, asked.sparql, prefixes) from error
    if found.media_type in TRIPLES and triples is None:
        raise _none_fits("CONSTRUCT and DESCRIBE are", tuple(TRIPLES))
    if found.media_type in SOLUTIONS and solutions is None:
        raise _none_fits("SELECT and ASK are", tuple(SOLUTIONS))
    charset = "; charset=utf-8" if found.media_type.startswith("text/") else ""
    return Response(
        found.content, headers={"Content-Type": found.media_type + charset, "Vary": "Accept"}
    )


def _described(request: HttpRequest, wanted: str | None) -> Response:
    """What a program is told that asks nothing."""
    if wanted is None:
        raise _none_fits("The endpoint's description is", tuple(TRIPLES))
    address = str(request.url.replace(query="", fragment=""))
    media_type = TRIPLES[wanted]
    try:
        told = service.describe(address, media_type)
    except ValueError as error:
        raise RefusedError(400, "The Host header is no name of a host.") from error
    return Response(told, media_type=media_type)


async def _gone(request: HttpRequest) -> None:
    """Return when the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _told(error: QueryError, text: str, prefixes: Mapping[str, str]) -> RefusedError:
    """A refusal; of what is no SPARQL, with the place and what was expected there."""
    if isinstance(error.__cause__, SyntaxError):
        return RefusedError(400, sparql.explain(text, str(error), prefixes))
    return refusal(error)


def _none_fits(what: str, offered: tuple[str, ...]) -> RefusedError:
    return RefusedError(406, f"{what} answered as {', '.join(dict.fromkeys(offered))}.")
