"""What every request passes before a route sees it, and every response on its way out.

A server on the loopback address is reached by every page that the user's browser shows, so:

- its Host header must name the loopback address, or a page whose name was pointed here (DNS
  rebinding) could read the graph as its own origin;
- no response allows another origin to read it: there are no CORS headers, on purpose;
- a request that the browser calls cross-site, and that is not a link somebody followed, is
  refused, or a page could keep the server busy whose answers it may not even read.

Addresses are bounded here, bodies where they are read. Responses allow what a page of this server
needs and nothing else; a route that needs more sets its own policy.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_ADDRESS = 16_384
"""Bytes of path and query string, at most; a longer query goes into the body of a POST."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")


class Guards:
    """The ASGI middleware that refuses and adds headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = _refused(scope)
        await (refused or self._app)(scope, receive, guarded)


def _refused(scope: Scope) -> PlainTextResponse | None:
    headers = Headers(scope=scope)
    length = len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))
    if length > LONGEST_ADDRESS:
        told = f"The address has {length} bytes, over {LONGEST_ADDRESS}: send the query by POST.\n"
        return PlainTextResponse(told, 414)
    followed = headers.get("sec-fetch-mode") == "navigate" and scope["method"] in ("GET", "HEAD")
    if headers.get("sec-fetch-site") == "cross-site" and not followed:
        return PlainTextResponse("Pages of other sites may not ask this server.\n", 403)
    return None
