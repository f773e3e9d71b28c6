"""The application: its parts, its routes, and its answers to errors."""

import asyncio
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
from starlette.types import Receive, Scope, Send

from praefectus.server import requests
from praefectus.server.admission import Admission, Gate
from praefectus.server.analyses import Analyses
from praefectus.server.bus import Bus, LocalBus
from praefectus.server.context import Server
from praefectus.server.delivery import Delivery
from praefectus.server.driver import Driver
from praefectus.server.errors import ApiError, error_body, invalid_request
from praefectus.server.fast_lane import FastLane, Handler
from praefectus.server.foresight import Foresight
from praefectus.server.hints import Hints
from praefectus.server.hub import Hub
from praefectus.server.identity import Identity
from praefectus.server.jobs import Jobs
from praefectus.server.levels import Levels
from praefectus.server.live_table import LiveTable
from praefectus.server.measuring import Measured
from praefectus.server.metrics import Metrics
from praefectus.server.own_statistics import OwnStatistics
from praefectus.server.pictures import Pictures
from praefectus.server.presence import Presence
from praefectus.server.puzzles import Puzzles
from praefectus.server.reference import make_map_list, make_reference
from praefectus.server.registry import TableRegistry
from praefectus.server.reviews import Reviews
from praefectus.server.routes import (
    arrangements,
    branches,
    lessons,
    live,
    network,
    operating,
    positions,
    puzzles,
    reference,
    replays,
    reviews,
    seats,
    shares,
    statistics,
    tables,
    turns,
)
from praefectus.server.routes.common import REF_TEMPLATE, document_of
from praefectus.server.sending import as_json, json_response
from praefectus.server.settings import Settings
from praefectus.server.share_page import SharePage
from praefectus.server.starting import Starting, opened, unavailable
from praefectus.server.static import StaticFiles
from praefectus.server.store import Store, StoreClosedError, StoreUnavailableError
from praefectus.server.supervision import Supervisor
from praefectus.server.upkeep import Upkeep
from praefectus.server.worker_pool import PoolLimits, WorkerPool
from praefectus.wire.answers import ErrorResponse
from praefectus.wire.live import Done, Refused
from praefectus.wire.table import Pong
from praefectus.wire.table import Presence as PresenceMessage

ROUTERS = (
    tables,
    lessons,
    seats,
    turns,
    replays,
    reviews,
    branches,
    puzzles,
    statistics,
    positions,
    arrangements,
    shares,
    reference,
    network,
    operating,
    live,
)


class Application(FastAPI):
    """FastAPI's application, with a short way past its middleware for the requests of play."""

    def __init__(self, lane: FastLane, **options: Any) -> None:
        super().__init__(**options)
        self._lane = lane

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and (server := getattr(self.state, "server", None)):
            still = await self._lane.answer(server, scope, receive, send)
            if still is None:
                return
            receive = still
        await super().__call__(scope, receive, send)


def create_app(settings: Settings) -> FastAPI:
    """Return the application; the database is opened when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.metrics = Metrics()
        app.state.opened = asyncio.Event()

        def install(server: Server) -> None:
            app.state.server = server
            app.state.identity = server.identity
            app.state.opened.set()

        async with opened(lambda: running_server(settings, app.state.metrics), install):
            yield

    gate = Gate(settings.limits, read_only=settings.read_only)
    app = Application(
        lane=FastLane(gate, _HANDLERS),
        title="praefectus",
        summary="Concordia in the browser: tables, seats, turns.",
        version="1",
        openapi_url="/api/openapi.json",
        # FastAPI's documentation pages load scripts from other hosts.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        # Nothing is sent to a collector, but every request would look for one.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.gate = gate
    # The last one added is passed first.
    app.add_middleware(Admission, gate=gate)
    app.add_middleware(Starting, dialect=settings.database_url.partition(":")[0].partition("+")[0])
    app.add_middleware(Measured)
    for each in ROUTERS:
        app.include_router(each.router)
    app.add_route("/api/metrics", operating.metrics, include_in_schema=False)
    picture = "/api/shared/{token}/picture.png"
    app.add_route(picture, shares.shared_picture, include_in_schema=False)
    app.add_route("/api/{path:path}", _no_such_endpoint, include_in_schema=False)
    files = StaticFiles(settings.static)
    app.add_route("/shared/{token}", SharePage(files).answer, include_in_schema=False)
    app.add_route("/{path:path}", files.answer, include_in_schema=False)
    for kind, handler in _HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def running_server(settings: Settings, metrics: Metrics) -> AsyncIterator[Server]:
    """Start all parts in order, and stop them in reverse. Raises StoreUnavailableError."""
    store = await Store.open(settings.database_url)
    try:
        identity = Identity(settings.secrets or [await store.secret()], await store.instance())
    except BaseException:
        await store.close()
        raise
    hub = Hub()
    registry = TableRegistry(store, hub, settings.tables_in_memory, settings.absent_seconds)
    levels = Levels()
    jobs = _jobs(settings)
    supervisor = Supervisor()
    thinks_ahead = settings.think_ahead and not settings.read_only
    foresight = Foresight(registry, jobs, levels, allowed=thinks_ahead)
    driver = Driver(store, registry, jobs, levels, metrics, foresight)
    hints = Hints(registry, jobs, levels)
    reviewed = Reviews(store, registry, jobs, settings.reviews)
    counted = OwnStatistics(store, jobs)
    posed = Puzzles(store, registry, jobs, levels)

    def on_change(table: LiveTable) -> None:
        driver.wake(table)
        foresight.consider(table)

    registry.on_change = on_change
    registry.bus = _bus(settings.redis_url)
    upkeep = Upkeep(store, registry, settings.limits, settings.retention)
    jobs.start(supervisor)
    registry.read_only = settings.read_only
    if not settings.read_only:
        driver.start(supervisor)
        foresight.start(supervisor)
        reviewed.start(supervisor)
        supervisor.run("retention", upkeep.keep_tidy)
    Delivery(hub, registry)  # the hub has hold of it
    supervisor.run("presence", Presence(hub, registry).tell)
    supervisor.run("table checker", registry.keep_watched_current)
    if not registry.bus.alone:
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
            reviewed,
            posed,
            counted,
            Analyses(jobs),
            Pictures(jobs),
            jobs,
            supervisor,
            metrics,
            upkeep,
            as_json(make_reference()),
            as_json(make_map_list()),
        )
    finally:
        await supervisor.stop()
        await jobs.close()
        await registry.bus.close()
        await store.close()


def _jobs(settings: Settings) -> Jobs:
    limits = PoolLimits(memory_bytes=settings.worker_bytes)
    if settings.jobs_url is None:
        return WorkerPool(settings.bot_workers, limits)
    from praefectus.server.remote_jobs import RemoteJobs

    return RemoteJobs(settings.jobs_url, limits)


def _bus(redis_url: str | None) -> Bus:
    if redis_url is None:
        return LocalBus()
    from praefectus.server.redis_bus import RedisBus

    return RedisBus(redis_url)


async def _no_such_endpoint(request: Request) -> Response:
    # Not the path of `request.url`: that one is made with the Host header, which may be anything.
    raise ApiError("not-found", f"there is no {request.scope['path']}")


async def _on_api_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return json_response(error.body(), error.status)


async def _on_store_unavailable(_: Request, __: Exception) -> Response:
    # The store has logged the reason once; logging it here would repeat it for every waiting request.
    return unavailable()


# What endpoints raise on purpose.
_HANDLERS: dict[type[Exception], Handler] = {
    ApiError: _on_api_error,
    StoreUnavailableError: _on_store_unavailable,
    StoreClosedError: _on_store_unavailable,
}


async def _on_invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return json_response(error_body("request/malformed", "the body isn't JSON"), 400)
    refusal = invalid_request([(problem["loc"], problem["msg"]) for problem in problems])
    return json_response(refusal.body(), refusal.status)


async def _on_http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "request/method"}.get(error.status_code, "request/malformed")
    response = json_response(error_body(code, error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the schema, with all documents, those of the WebSocket included, which OpenAPI has no place for otherwise."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, summary=app.summary, routes=app.routes
        )
        routes = [route for each in ROUTERS for route in each.router.routes]
        answers = {document_of(route.endpoint) for route in routes if isinstance(route, APIRoute)}
        asked = [requests.LiveDecide, requests.LiveControl, requests.Ping]
        documents = [*answers, ErrorResponse, *asked, Done, Refused, Pong, PresenceMessage]
        _, made = TypeAdapter.json_schemas(
            [(each, "serialization", TypeAdapter(each)) for each in documents],
            ref_template=REF_TEMPLATE,
        )
        schemas = document["components"]["schemas"]
        document["components"]["schemas"] = dict(sorted({**schemas, **made["$defs"]}.items()))
        app.openapi_schema = document
    return app.openapi_schema
