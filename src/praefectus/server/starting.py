"""The time between the start of a server and its database's first answer.

A database that is away when a server starts is no reason to end: machines start in any order. The server listens, says that it
is not ready, and tries again until the database is there.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from praefectus import __version__
from praefectus.rules import RULES_VERSION
from praefectus.server.admission import Refusal, refusal_response
from praefectus.server.context import Server
from praefectus.server.errors import ApiError
from praefectus.server.sending import json_response
from praefectus.server.store import StoreUnavailableError
from praefectus.wire.answers import Health

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
# Why a server refuses that cannot use its database now.
UNAVAILABLE: Refusal = (
    "server/unavailable",
    "the server's database cannot be reached; try again in a moment",
    2,
)


@asynccontextmanager
async def opened(
    parts: Callable[[], AbstractAsyncContextManager[Server]], on_open: Callable[[Server], None]
) -> AsyncIterator[None]:
    """Open the parts of a server and call `on_open`: before this yields or, if the database is away, once it is there."""
    async with AsyncExitStack() as stack:

        async def attempt() -> str | None:
            try:
                on_open(await stack.enter_async_context(parts()))
            except StoreUnavailableError as error:
                return str(error)
            return None

        async def keep_trying() -> None:
            told = fault
            while True:
                await asyncio.sleep(RETRY_SECONDS)
                try:
                    reason = await attempt()
                except Exception as error:  # noqa: BLE001
                    # For instance, the database refuses the password; whoever corrects that need not come here.
                    reason = (str(error) or repr(error)).partition("\n")[0]
                if reason is None:
                    log.warning("the database can be used: the server is ready")
                    return
                if reason != told:
                    log.warning("still waiting for the database: %s", reason)
                    told = reason

        fault = await attempt()
        trying = None
        if fault is not None:
            log.warning("the database cannot be used, waiting for it: %s", fault)
            trying = asyncio.create_task(keep_trying(), name="database opener")
        try:
            yield
        finally:
            if trying is not None:
                trying.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await trying


class Starting:
    """The middleware that answers until the server is open. The page is there; it asks again."""

    def __init__(self, app: ASGIApp, dialect: str) -> None:
        self._app = app
        self._dialect = dialect

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or say that the server is not ready."""
        if (
            scope["type"] == "lifespan"
            or hasattr(scope["app"].state, "server")
            or not scope["path"].startswith("/api/")
        ):
            await self._app(scope, receive, send)
            return
        if scope["path"] == "/api/health":
            answer: Response = json_response(self._health())
        elif scope["path"] == "/api/ready":
            answer = json_response(_not_ready().body(), 503)
        else:
            answer = unavailable()
        await answer(scope, receive, send)

    def _health(self) -> Health:
        return {
            "status": "ok",
            "version": __version__,
            "rules_version": RULES_VERSION,
            "database": self._dialect,
            "tables_in_memory": 0,
            "sockets": 0,
        }


def unavailable() -> Response:
    """Return the answer of a server that cannot use its database now."""
    return refusal_response(UNAVAILABLE)


def _not_ready() -> ApiError:
    state = "unreachable"
    return ApiError(
        "server/not-ready",
        f"not ready: database ({state})",
        parts=[{"name": "database", "ready": False, "state": state}],
    )
