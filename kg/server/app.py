"""The application: its routes, and what becomes of errors.

A refusal reads as what was asked for: JSON under /api, a page for browsers, else a line of text.
Nothing here blocks the loop: pages and JSON are read on threads, of which there are few, and
queries run in worker processes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from kg.errors import KgError, QueryBusyError
from kg.server import assets, description, endpoint, pages
from kg.server.graph import ServedGraph, Told
from kg.server.guards import Guards
from kg.server.negotiation import names
from kg.server.queries import ClientGoneError, Queries
from kg.server.reading import GraphReader, Json
from kg.server.refusals import RefusedError, refusal

_THREADS = 4
"""Pages and JSON answers that are read at the same time."""

_LINE = 200
"""How many may wait for a thread; the next is refused."""

_PAGE = 100
"""Statements, documents and search results on a page."""

Endpoint = Callable[[Request], Any]


@dataclass(slots=True)
class Desk:
    """What the routes of one application work with."""

    graph: ServedGraph
    queries: Queries
    timeout: float
    threads: anyio.CapacityLimiter | None = None

    async def read(self, task: Callable[[GraphReader], Told]) -> Told:
        """What a task reads of the graph, on a thread."""
        return await self.run(lambda: self.graph.read(task))

    async def run(self, task: Callable[[], Told]) -> Told:
        """What a task gives that takes its time; QueryBusyError where too many wait."""
        self.threads = self.threads or anyio.CapacityLimiter(_THREADS)
        if self.threads.statistics().tasks_waiting >= _LINE:
            raise QueryBusyError("Too many requests are waiting; try again later.")
        return await anyio.to_thread.run_sync(task, limiter=self.threads)


def application(
    graph: ServedGraph, *, timeout: float, most_queries: int, hosts: tuple[str, ...] = ("*",)
) -> Starlette:
    """The application that serves a graph; `hosts` are the names by which it may be addressed."""
    desk = Desk(graph, Queries(graph, most_queries, timeout), timeout)

    @asynccontextmanager
    async def alive(_: Starlette) -> AsyncIterator[None]:
        desk.queries.start()
        yield
        desk.queries.close()

    made = Starlette(
        routes=[*_PAGES, *_JSON, Route("/sparql", _sparql, methods=["GET", "POST", "OPTIONS"])],
        middleware=[
            Middleware(Guards),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
        ],
        exception_handlers={
            RefusedError: _refused,
            KgError: _failed,
            HTTPException: _not_served,
            ClientGoneError: _gone,
            500: _at_fault,
        },
        lifespan=alive,
    )
    made.state.desk = desk
    return made


# ---- pages


async def _sparql(request: Request) -> Response:
    desk = _desk(request)
    if request.method == "OPTIONS":
        return Response(status_code=204, headers={"Allow": "GET, HEAD, POST, OPTIONS"})
    if request.method != "POST" and names(request.headers.get("accept", ""), "text/html"):
        shown = pages.page("sparql", timeout=f"{desk.timeout:g}")
        headers = {"Content-Security-Policy": pages.SPARQL_POLICY, "Vary": "Accept"}
        return HTMLResponse(shown, headers=headers)
    return await endpoint.answer(request, desk.queries, await desk.read(lambda r: r.prefixes))


async def _view(request: Request) -> Response:
    desk = _desk(request)

    def made() -> Response:
        from kg import views  # networkx, which no other page needs

        view = views.served(desk.graph.page(), "/api")
        headers = {"Content-Security-Policy": pages.view_policy(view)}
        return _cached(request, view.encode(), "text/html; charset=utf-8", headers)

    return await desk.run(made)


async def _entity(request: Request) -> Response:
    name, (limit, offset) = request.path_params["id"], _paging(request)

    def told(reader: GraphReader) -> tuple[Json, Json]:
        return reader.entity(name), reader.statements(name, limit, offset)

    entity, said = await _desk(request).read(told)
    facts = pages.facts(said, about=name)
    return HTMLResponse(pages.page("entity", entity=entity, said=said, facts=facts))


async def _document(request: Request) -> Response:
    name = request.path_params["id"]
    document = await _desk(request).read(lambda reader: reader.document(name))
    by_sentence: dict[int, list[Json]] = {}
    for row in document["said"]["statements"]:
        by_sentence.setdefault(row["sentence"]["start"], []).append(row)
    return HTMLResponse(pages.page("document", document=document, by_sentence=by_sentence))


async def _documents(request: Request) -> Response:
    limit, offset = _paging(request)
    told = await _desk(request).read(lambda reader: reader.documents(limit, offset))
    return HTMLResponse(pages.page("documents", told=told))


async def _search(request: Request) -> Response:
    wanted = request.query_params.get("q", "").strip()[:200]

    def found(reader: GraphReader) -> tuple[Json, Json]:
        return reader.search(wanted, _PAGE), reader.statistics

    told, statistics = await _desk(request).read(found)
    return HTMLResponse(pages.page("search", told=told, statistics=statistics))


async def _asset(request: Request) -> Response:
    found = assets.asset(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return _cached(request, found.content, found.media_type, {})


_PAGES = (
    Route("/", _view),
    Route("/search", _search),
    Route("/documents", _documents),
    Route("/entity/{id}", _entity),
    Route("/document/{id:path}", _document),
    Route("/static/{name}", _asset),
)


# ---- JSON


def _json(told: Callable[[Request, GraphReader], Json]) -> Endpoint:
    """A route that gives as JSON what is read for a request."""

    async def route(request: Request) -> Response:
        return JSONResponse(await _desk(request).read(lambda reader: told(request, reader)))

    return route


async def _description(_: Request) -> Response:
    return JSONResponse(description.openapi())


_JSON = (
    Route("/api/openapi.json", _description),
    Route("/api/stats", _json(lambda _, reader: reader.statistics)),
    Route("/api/vocabulary", _json(lambda _, reader: reader.vocabulary)),
    Route("/api/search", _json(lambda r, reader: reader.search(_wanted(r), _paging(r)[0]))),
    Route("/api/documents", _json(lambda r, reader: reader.documents(*_paging(r)))),
    Route(
        "/api/entities/{id}/statements",
        _json(lambda r, reader: reader.statements(r.path_params["id"], *_paging(r))),
    ),
    Route(
        "/api/entities/{id}/neighbours",
        _json(lambda r, reader: reader.neighbours(r.path_params["id"], *_paging(r))),
    ),
    Route("/api/entities/{id}", _json(lambda r, reader: reader.entity(r.path_params["id"]))),
    Route(
        "/api/documents/{id:path}", _json(lambda r, reader: reader.document(r.path_params["id"]))
    ),
)


def _wanted(request: Request) -> str:
    wanted = request.query_params.get("q", "").strip()
    if not wanted or len(wanted) > 200:
        raise RefusedError(400, "The parameter `q` is a name to look for, of at most 200 letters.")
    return wanted


def _paging(request: Request) -> tuple[int, int]:
    """The parameters `limit`, 1 to 1000, and `offset`, 0 or more."""
    bounds = {"limit": (_PAGE, 1, 1000), "offset": (0, 0, 10**9)}
    found = []
    for name, (default, least, most) in bounds.items():
        text = request.query_params.get(name, str(default))
        if not (text.isascii() and text.isdecimal() and least <= int(text[:12]) <= most):
            raise RefusedError(400, f"The parameter `{name}` is a number from {least} to {most}.")
        found.append(int(text))
    return found[0], found[1]


# ---- errors


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return _tell(request, error.status, str(error), error.headers)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, KgError)
    return await _refused(request, refusal(error))


async def _not_served(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = "There is nothing at this address." if error.status_code == 404 else error.detail
    return _tell(request, error.status_code, told, error.headers or {})


async def _gone(_request: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # nobody is there to read it


async def _at_fault(request: Request, _error: Exception) -> Response:
    return _tell(request, 500, "A fault in kg itself; the terminal that runs kg serve tells it.")


def _tell(
    request: Request, status: int, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    told = dict(headers or {})
    path = request.scope["path"]
    if path.startswith("/api/"):
        content = {"error": {"status": status, "message": message}}
        return JSONResponse(content, status, told)
    if path != "/sparql" and names(request.headers.get("accept", ""), "text/html"):
        reason = HTTPStatus(status).phrase
        shown = pages.page("refused", status=status, reason=reason, message=message)
        return HTMLResponse(shown, status, told)
    return PlainTextResponse(f"{message}\n", status, told)


def _cached(
    request: Request, content: bytes, media_type: str, headers: Mapping[str, str]
) -> Response:
    """Bytes that a browser need not fetch again while they are the same."""
    tag = assets.tag(content)
    told = {**headers, "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=told)
    return Response(content, media_type=media_type, headers=told)


def _desk(request: Request) -> Desk:
    found = request.app.state.desk
    assert isinstance(found, Desk)
    return found
