"""The outermost layer of every request: measures it, and answers for endpoints that fail.

Plain ASGI, a few microseconds per request. Routes are named by their pattern: paths contain ids and invitations.
"""

import logging
import time

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from praefectus.server.errors import error_body
from praefectus.server.metrics import Metrics
from praefectus.server.sending import json_response

log = logging.getLogger(__name__)

_PLAIN = ("/api/metrics", "/api/openapi.json")

FAILED = error_body("server/error", "the server failed to answer this request; try again later")


class Measured:
    """The middleware. The measurements come with the start of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note how long it took."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered and logged
            response = failed(scope, error)
            if not status:
                await response(scope, receive, note_status)
        metrics: Metrics = scope["app"].state.metrics
        metrics.request(scope["method"], route_of(scope), status, time.perf_counter() - began)


def failed(scope: Scope, error: Exception) -> Response:
    """Log why a request failed, and return the answer to it."""
    log.error("%s %s failed", scope["method"], route_of(scope), exc_info=error)
    return json_response(FAILED, 500)


def route_of(scope: Scope) -> str:
    """Return the pattern of the route that a request took, or a word for those without one."""
    path: str | None = getattr(scope.get("route"), "path", None)
    if path is not None:
        return path
    if "endpoint" not in scope:
        return "refused"
    # The page and the plain routes of the application, which FastAPI does not name.
    found: str = scope["path"]
    if not found.startswith("/api/"):
        return "page"
    return found if found in _PLAIN else "unknown"
