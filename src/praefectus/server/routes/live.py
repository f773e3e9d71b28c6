"""The live table: a WebSocket that is sent the table whenever it changes, and who is present."""

import asyncio
import contextlib
import logging

import orjson
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from praefectus.server.admission import client_address, first_headers, same_origin
from praefectus.server.context import Server
from praefectus.server.errors import ApiError
from praefectus.server.hub import Watcher
from praefectus.server.present import seen_version
from praefectus.server.ratelimit import RateLimit
from praefectus.server.requests import is_random_id
from praefectus.server.sending import json_bytes
from praefectus.server.store import StoreClosedError, StoreUnavailableError
from praefectus.wire.table import Pong

log = logging.getLogger(__name__)
router = APIRouter()

_FAILED, _AWAY, _BAD_MESSAGE, _FORBIDDEN, _NOT_FOUND, _TOO_MANY = 1011, 1013, 4400, 4403, 4404, 4429
# The store has logged why once; each socket would repeat it.
_UNREADABLE = (StoreUnavailableError, StoreClosedError)
_TRY_AGAIN = "the server's database cannot be reached; connect again in a moment"
_MOST_BYTES = 1000
_PONG = json_bytes(Pong(type="pong")).decode()
# Pings come every half minute or so.
_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 2, 20


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    """Send the table at once and after every change; answer pings."""
    server: Server = socket.app.state.server
    await socket.accept()
    watcher = Watcher(server.identity.read(socket.scope), client_address(socket.scope))
    refusal = await _refuse(server, socket, table_id, watcher)
    if refusal is not None:
        await socket.close(*refusal)
        return
    query = socket.query_params
    seat, after = _number(query.get("seat")), _number(query.get("after")) or 0
    server.hub.add(table_id, watcher)
    # The first update is sent like all others.
    watcher.table_changed = True
    watcher.dirty.set()
    tasks = [
        asyncio.create_task(_send(server, socket, table_id, watcher, seat, after)),
        asyncio.create_task(_receive(socket)),
    ]
    try:
        # Whichever ends first ends the other: a reader may be silent for half a minute.
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        server.hub.remove(table_id, watcher)
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    # Both sides are connected only if the sender itself failed: every other end closes one side.
    if socket.client_state == socket.application_state == WebSocketState.CONNECTED:
        for end in ends:
            if isinstance(end, Exception):
                log.error("the socket of table %s is closed", table_id, exc_info=end)
        with contextlib.suppress(
            WebSocketDisconnect, RuntimeError
        ):  # the client may disconnect meanwhile
            await socket.close(_FAILED)


async def _refuse(
    server: Server, socket: WebSocket, table_id: str, watcher: Watcher
) -> tuple[int, str] | None:
    if not same_origin(first_headers(socket.scope)):
        return _FORBIDDEN, "only pages of this server may watch"
    limits = server.settings.limits
    if server.hub.count(address=watcher.address) >= limits.sockets_per_address or (
        watcher.client and server.hub.count(client=watcher.client) >= limits.sockets_per_client
    ):
        return _TOO_MANY, "too many connections"
    if not is_random_id(table_id):
        return _NOT_FOUND, "there is no such table"
    try:
        await server.tables.get(table_id)
    except ApiError as error:
        return _NOT_FOUND, str(error)
    except _UNREADABLE:
        return _AWAY, _TRY_AGAIN
    return None


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) < 9 else None


async def _send(
    server: Server,
    socket: WebSocket,
    table_id: str,
    watcher: Watcher,
    seat: int | None,
    after: int,
) -> None:
    while True:
        await watcher.dirty.wait()
        watcher.dirty.clear()
        try:
            table = await server.tables.get(table_id)
        except ApiError as error:  # it has been deleted
            await socket.close(_NOT_FOUND, str(error))
            return
        except _UNREADABLE:
            await socket.close(_AWAY, _TRY_AGAIN)
            return
        if watcher.table_changed:
            # An update says who is present too.
            watcher.table_changed = watcher.presence_changed = False
            watcher.sent = seen_version(table.stored, watcher.client)
            text = server.tables.update_text(table, watcher.client, seat, after)
            # A turn that isn't complete yet will be sent again.
            after = table.complete_turns
            await socket.send_text(text)
        elif watcher.presence_changed:
            watcher.presence_changed = False
            await socket.send_text(server.tables.presence_text(table))


async def _receive(socket: WebSocket) -> None:
    rate = RateLimit(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text = message.get("text") or ""  # binary messages are not pings
        if rate.take(""):
            await socket.close(_TOO_MANY, "too many messages")
            return
        if not _is_ping(text):
            await socket.close(_BAD_MESSAGE, "only pings are accepted")
            return
        await socket.send_text(_PONG)


def _is_ping(text: str) -> bool:
    if len(text) > _MOST_BYTES:
        return False
    try:
        return bool(orjson.loads(text) == {"type": "ping"})
    except orjson.JSONDecodeError:
        return False
