"""For operators and their machines: whether the server is alive and ready, and what it measures."""

import secrets

from fastapi import Request
from starlette.responses import Response

from praefectus import __version__
from praefectus.rules import RULES_VERSION
from praefectus.server import readiness
from praefectus.server.context import Server, ServerDep
from praefectus.server.errors import ApiError
from praefectus.server.metrics import CONTENT_TYPE, exposition
from praefectus.server.routes.common import Router, errors
from praefectus.server.sending import Answer, json_response
from praefectus.server.store import StoreUnavailableError
from praefectus.wire.answers import Health, Readiness

router = Router(prefix="/api", tags=["operating"])

_LOOPBACK = ("127.0.0.1", "::1")
# A request with one of these has passed a proxy, so that its sender may be anybody.
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


@router.get("/health", responses=errors())
async def health(server: ServerDep) -> Answer[Health]:
    """Tell that the server is alive, and its load. Asks no other service."""
    return json_response(
        {
            "status": "ok",
            "version": __version__,
            "rules_version": RULES_VERSION,
            "database": server.store.dialect,
            "tables_in_memory": len(server.tables),
            "sockets": server.hub.count(),
        }
    )


@router.get("/ready", responses=errors(503))
async def ready(server: ServerDep) -> Answer[Readiness]:
    """Tell whether every part can do its work; 503 if one cannot."""
    found = await readiness.parts(server)
    failing = [part for part in found if not part["ready"]]
    if failing:
        reasons = ", ".join(f"{part['name']} ({part['state']})" for part in failing)
        raise ApiError("server/not-ready", f"not ready: {reasons}", parts=found)
    return json_response({"status": "ready", "parts": found})


async def metrics(request: Request) -> Response:
    """Return the measurements in the format of Prometheus."""
    server: Server = request.app.state.server
    _check_reader(request, server.settings.metrics_token)
    try:
        stored = await server.store.statuses()
    except StoreUnavailableError:
        stored = None
    return Response(exposition(server, stored), headers={"Content-Type": CONTENT_TYPE})


def _check_reader(request: Request, token: str | None) -> None:
    """Raise ApiError unless a request has the token; without a token, unless it comes from this machine."""
    if token is not None:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secrets.compare_digest(
            given.strip().encode(), token.encode()
        ):
            raise ApiError("metrics/forbidden", "the metrics need the token of this server")
        return
    host = request.client.host if request.client else ""
    if host not in _LOOPBACK or any(name in request.headers for name in _FORWARDED):
        raise ApiError(
            "metrics/forbidden",
            "the metrics are read from the server's own machine, or with a token",
        )
