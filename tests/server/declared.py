"""Holds every answer and message of a server against what its OpenAPI promises."""

from collections.abc import Iterator
from functools import cache

import httpx
import websockets.sync.client
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from praefectus.server.app import ROUTERS, create_app
from praefectus.server.routes.common import document_of
from praefectus.server.settings import Settings
from praefectus.wire.answers import ErrorResponse
from praefectus.wire.live import Done, Refused
from praefectus.wire.table import Pong, Presence, TableUpdate

MESSAGES: TypeAdapter[object] = TypeAdapter(TableUpdate | Presence | Pong | Done | Refused)
ERRORS = TypeAdapter(ErrorResponse)
# What any request may get without its endpoint being asked.
ANYWHERE = {404, 405, 500, 503}


@cache
def openapi() -> dict[str, object]:
    """The description of the server."""
    return create_app(Settings(database_url="sqlite+aiosqlite://")).openapi()


def routes() -> Iterator[APIRoute]:
    """All endpoints."""
    for module in ROUTERS:
        # The rest are WebSockets.
        yield from (route for route in module.router.routes if isinstance(route, APIRoute))


@cache
def adapters() -> dict[str, TypeAdapter[object]]:
    """What checks the answer of each endpoint, by the name of its document."""
    documents = {document_of(route.endpoint) for route in routes()}
    return {document.__name__: TypeAdapter(document) for document in documents}


def check_answer(response: httpx.Response) -> None:
    """Fail if an answer of `/api` is not what the endpoint declares."""
    request = response.request
    path = request.url.path
    if not path.startswith("/api/") or path == "/api/openapi.json" or request.method == "HEAD":
        return
    response.read()
    if response.status_code >= 400:
        ERRORS.validate_json(response.content, strict=True)
    for route in routes():
        if route.path_regex.match(path) and request.method in (route.methods or ()):
            declared = {route.status_code or 200, *route.responses}
            assert response.status_code in declared | ANYWHERE, (request.method, path, response)
            if response.status_code < 400:
                name = document_of(route.endpoint).__name__
                adapters()[name].validate_json(response.content, strict=True)
            return
    assert response.status_code >= 400, f"nobody declares {request.method} {path}"


def check_message(message: str | bytes) -> None:
    """Fail if a message of the live socket is none that is declared."""
    MESSAGES.validate_json(message, strict=True)


class CheckedConnection(websockets.sync.client.ClientConnection):
    """A connection whose messages are checked as they arrive."""

    def recv(self, *args: object, **options: object) -> str | bytes:  # type: ignore[override]
        message: str | bytes = super().recv(*args, **options)  # type: ignore[call-overload]
        check_message(message)
        return message
