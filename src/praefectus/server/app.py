"""The application: its parts, its routes, and its answers to errors."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from praefectus.server import requests
from praefectus.server.admission import Admission
from praefectus.server.bus import Bus, LocalBus
from praefectus.server.context import Server
from praefectus.server.driver import Driver
from praefectus.server.errors import ApiError, error_body
from praefectus.server.hints import Hints
from praefectus.server.hub import Hub
from praefectus.server.identity import Identity
from praefectus.server.levels import Levels
from praefectus.server.reference import make_map_list, make_reference
from praefectus.server.registry import TableRegistry
from praefectus.server.routes import live, reference, replays, seats, tables, turns
from praefectus.server.routes.common import REF_TEMPLATE, document_of
from praefectus.server.sending import as_json, json_response
from praefectus.server.settings import Settings
from praefectus.server.static import StaticFiles
from praefectus.server.store import Store, StoreClosedError, StoreUnavailableError
from praefectus.server.supervision import Supervisor
from praefectus.server.worker_pool import WorkerPool
from praefectus.wire.answers import ErrorResponse, FieldError
from praefectus.wire.table import Pong

log = logging.getLogger(__name__)

_ROUTERS = (tables, seats, turns, replays, reference, live)
# How many errors of one request are reported.
_MOST_FIELDS = 20


def create_app(settings: Settings) -> FastAPI:
    """Return the application; the database is opened when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running_server(settings) as server:
            app.state.server = server
            app.state.identity = server.identity
            yield

    app = FastAPI(
        title="praefectus",
        summary="Concordia in the browser: tables, seats, turns.",
        version="1",
        openapi_url="/api/openapi.json",
        # FastAPI's documentation pages load scripts from other hosts.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.add_middleware(Admission, limits=settings.limits)
    for each in _ROUTERS:
        app.include_router(each.router)
    app.add_route("/api/{path:path}", _no_such_endpoint, include_in_schema=False)
    app.add_route("/{path:path}", StaticFiles(settings.static).answer, include_in_schema=False)
    app.add_exception_handler(ApiError, _on_api_error)
    app.add_exception_handler(StoreUnavailableError, _on_store_unavailable)
    app.add_exception_handler(StoreClosedError, _on_store_unavailable)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_error)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def running_server(settings: Settings) -> AsyncIterator[Server]:
    """Start all parts in order, and stop them in reverse."""
    store = await Store.open(settings.database_url)
    hub = Hub()
    registry = TableRegistry(store, hub, settings.tables_in_memory)
    levels = Levels()
    pool = WorkerPool(settings.bot_workers)
    supervisor = Supervisor()
    driver = Driver(store, registry, pool, levels)
    hints = Hints(registry, pool, levels)
    registry.on_change = driver.wake
    registry.bus = _bus(settings.redis_url)
    identity = Identity(settings.secrets or [await store.secret()], await store.instance())
    driver.start(supervisor)
    if not registry.bus.alone:
        supervisor.run("table checker", registry.check_watched)
        supervisor.run(
            "bus listener", lambda: registry.bus.listen(registry.refresh, registry.doubt_all)
        )
    try:
        yield Server(
            settings,
            store,
            identity,
            hub,
            registry,
            levels,
            driver,
            hints,
            pool,
            supervisor,
            as_json(make_reference()),
            as_json(make_map_list()),
        )
    finally:
        await supervisor.stop()
        await pool.close()
        await registry.bus.close()
        await store.close()


def _bus(redis_url: str | None) -> Bus:
    if redis_url is None:
        return LocalBus()
    from praefectus.server.redis_bus import RedisBus

    return RedisBus(redis_url)


async def _no_such_endpoint(request: Request) -> Response:
    raise ApiError("not-found", f"there is no {request.url.path}")


async def _on_api_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return json_response(error.body(), error.status)


async def _on_store_unavailable(_: Request, __: Exception) -> Response:
    # The store has logged the reason once; logging it here would repeat it for every waiting request.
    message = "the server's database cannot be reached; try again in a moment"
    response = json_response(error_body("server/unavailable", message), 503)
    response.headers["Retry-After"] = "2"
    return response


async def _on_invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return json_response(error_body("request/malformed", "the body isn't JSON"), 400)
    fields: list[FieldError] = [
        # Values that were sent are never repeated, since they may be anything; unknown keys are named.
        {"where": [_printable(part) for part in problem["loc"]], "message": problem["msg"]}
        for problem in problems[:_MOST_FIELDS]
    ]
    where = ".".join(str(part) for part in fields[0]["where"])
    message = f"{where}: {problems[0]['msg']}"
    refusal = ApiError("request/invalid", message, fields=fields)
    return json_response(refusal.body(), refusal.status)


def _printable(part: str | int) -> str | int:
    # JSON can name keys that aren't Unicode (half a surrogate pair), and very long ones.
    return part if isinstance(part, int) else part[:80].encode("utf-8", "replace").decode()


async def _on_http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "request/method"}.get(error.status_code, "request/malformed")
    response = json_response(error_body(code, error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _on_error(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return json_response(
        error_body("server/error", "the server failed to answer this request; try again later"), 500
    )


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the schema, with all documents, those of the WebSocket included, which OpenAPI has no place for otherwise."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, summary=app.summary, routes=app.routes
        )
        routes = [route for each in _ROUTERS for route in each.router.routes]
        answers = {document_of(route.endpoint) for route in routes if isinstance(route, APIRoute)}
        documents = [*answers, ErrorResponse, requests.Ping, Pong]
        _, made = TypeAdapter.json_schemas(
            [(each, "serialization", TypeAdapter(each)) for each in documents],
            ref_template=REF_TEMPLATE,
        )
        schemas = document["components"]["schemas"]
        document["components"]["schemas"] = dict(sorted({**schemas, **made["$defs"]}.items()))
        app.openapi_schema = document
    return app.openapi_schema
