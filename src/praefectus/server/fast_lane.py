"""The requests of play and of looking at a table, answered by the same endpoints without FastAPI's way to them.

Middleware, routing, dependencies and validation cost several times what the endpoint does. Only requests exactly as the page sends them are
answered here. All others, such as those with invalid bodies, take the usual way and get its errors.
"""

import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from praefectus.server.admission import (
    ADMITTED,
    Gate,
    first_headers,
    refusal_response,
    safe_headers,
)
from praefectus.server.context import Caller, Server, caller_of
from praefectus.server.measuring import failed, route_of
from praefectus.server.requests import Decide, Versioned
from praefectus.server.routes import tables, turns

Handler = Callable[[Request, Exception], Awaitable[Response]]

_PATH = re.compile(
    r"/api/tables/([A-Za-z0-9_-]{8,40})(?:/(decide|undo|redo|restart|end))?", re.ASCII
)
_QUERY = re.compile(rb"(?:after=(\d{1,9}))?")
_TURNS: dict[str, tuple[Callable[..., Awaitable[Response]], type[BaseModel]]] = {
    "decide": (turns.decide, Decide),
    "undo": (turns.undo, Versioned),
    "redo": (turns.redo, Versioned),
    "restart": (turns.restart, Versioned),
    "end": (turns.end, Versioned),
}
_ROUTES = {
    route.endpoint: route
    for router in (tables.router, turns.router)
    for route in router.routes
    if isinstance(route, APIRoute)
}


class FastLane:
    """Answers what it can. `handlers` answer the errors of endpoints, by type."""

    def __init__(self, gate: Gate, handlers: Mapping[type[Exception], Handler]) -> None:
        self._gate = gate
        self._handlers = handlers
        self._expected = tuple(handlers)

    async def answer(
        self, server: Server, scope: Scope, receive: Receive, send: Send
    ) -> Receive | None:
        """Answer a request and return None, or return what the usual way receives it by."""
        path = _PATH.fullmatch(scope["path"])
        query = _QUERY.fullmatch(scope["query_string"]) if path else None
        method = scope["method"]
        if path is None or query is None or method != ("POST" if path[2] else "GET"):
            return receive
        began = time.perf_counter()
        # As `Admission` does for all others.
        client = server.identity.read(scope)
        refused = self._gate.refuse(scope, first_headers(scope), client)
        if refused is not None:
            response: Response = refusal_response(refused)
        else:
            after = None if query[1] is None else int(query[1])
            if path[2]:
                body = await _read(receive)
                document = _document(path[2], body)
                if document is None:
                    scope[ADMITTED] = True
                    return _again(body, receive)
                caller = caller_of(server, scope, client)
                made = _turn(caller, scope, path[1], path[2], document, after)
            else:
                made = _look(server, client, scope, path[1], after)
            response = await self._response(scope, made)
        headers = safe_headers(response.raw_headers, scope["path"])
        status = response.status_code
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": response.body})
        # As `Measured` does.
        server.metrics.request(method, route_of(scope), status, time.perf_counter() - began)
        return None

    async def _response(self, scope: Scope, made: Awaitable[Response]) -> Response:
        try:
            return await made
        except self._expected as error:
            handler = next(each for kind, each in self._handlers.items() if isinstance(error, kind))
            return await handler(Request(scope), error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered and logged
            return failed(scope, error)


def _document(verb: str, body: bytes) -> BaseModel | None:
    try:
        # As FastAPI reads it: what is accepted must be the same.
        return _TURNS[verb][1].model_validate(json.loads(body))
    except (ValueError, ValidationError, RecursionError):
        return None


async def _turn(
    caller: Caller,
    scope: Scope,
    table_id: str,
    verb: str,
    document: BaseModel,
    after: int | None,
) -> Response:
    endpoint = _TURNS[verb][0]
    _note_route(scope, endpoint)
    return await endpoint(table_id, document, caller, after)


async def _look(
    server: Server, client: str | None, scope: Scope, table_id: str, after: int | None
) -> Response:
    _note_route(scope, tables.get_table)
    return await tables.get_table(table_id, Request(scope), server, client, None, after or 0)


def _note_route(scope: Scope, endpoint: Callable[..., Any]) -> None:
    # What routing would note, for those who ask which route a request took.
    scope["route"], scope["endpoint"] = _ROUTES[endpoint], endpoint


async def _read(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a function that gives a body that was read once more, then what follows."""
    unread = True

    async def receive_again() -> Message:
        nonlocal unread
        if unread:
            unread = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return receive_again
