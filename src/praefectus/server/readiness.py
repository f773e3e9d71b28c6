"""Whether each part of the server is ready for work: what load balancers and operators ask."""

import asyncio

from praefectus.server.context import Server
from praefectus.server.store import StoreUnavailableError
from praefectus.wire.answers import ReadyPart

# Seconds after which a part that does not answer counts as not ready.
_PATIENCE_SECONDS = 2.0
_READY = "ready"


async def parts(server: Server) -> list[ReadyPart]:
    """Return the parts with their states. Reasons stay in the log: anybody may ask."""
    database, bus = await asyncio.gather(_database(server), _bus(server))
    return [
        _part("database", database),
        _part("writer", _READY if server.store.is_writing else "stopped"),
        _part("bus", bus),
        _part("workers", server.jobs.fault or _READY),
        _part("tasks", _tasks(server)),
    ]


def _part(name: str, state: str) -> ReadyPart:
    return {"name": name, "ready": state == _READY, "state": state}


async def _database(server: Server) -> str:
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await server.store.check()
    except (StoreUnavailableError, TimeoutError):
        return "unreachable"
    return _READY


async def _bus(server: Server) -> str:
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await server.tables.bus.check()
    except Exception:  # noqa: BLE001 - every kind of bus fails in its own way
        return "unreachable"
    return _READY


def _tasks(server: Server) -> str:
    stopped = [name for name, each in server.supervisor.health.items() if not each.running]
    return f"restarting: {', '.join(stopped)}" if stopped else _READY
