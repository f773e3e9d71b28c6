"""The live table: a WebSocket that is sent the table whenever it changes, and who is present; decisions come over it too."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

import orjson
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from praefectus.server.admission import client_address, first_headers, same_origin
from praefectus.server.context import Server
from praefectus.server.errors import ApiError
from praefectus.server.hub import Watcher
from praefectus.server.live_requests import (
    InvalidRequestError,
    LiveRequest,
    LiveRequests,
    read_request,
)
from praefectus.server.live_table import LiveTable
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
# Pings come every half minute or so. Requests that are not let in count too.
_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 2, 20


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    """Send the table at once and after every change; answer requests and pings."""
    server: Server = socket.app.state.server
    await socket.accept()
    watcher = Watcher(server.identity.read(socket.scope), client_address(socket.scope))
    refusal = await _refuse(server, socket, table_id, watcher)
    if refusal is not None:
        await socket.close(*refusal)
        return
    connection = _Connection(server, socket, table_id, watcher)
    server.hub.add(table_id, watcher)
    # The first update is sent like all others.
    watcher.table_changed = True
    watcher.wake()
    sender = asyncio.create_task(connection.surely(connection.send_changes))
    # A task of its own: on the way here are a score of coroutines, and each message would pass them all.
    receiver = asyncio.create_task(connection.surely(connection.receive))
    try:
        # It hears of every end, the sender's included, which closes the socket. So no request is left half done.
        await receiver
    finally:
        sender.cancel()
        server.hub.remove(table_id, watcher)
        await asyncio.gather(sender, return_exceptions=True)


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


class _GoneError(Exception):
    """Nothing can be sent any more."""


class _Connection:
    """One socket at a table. One task sends changes, another receives and answers."""

    def __init__(self, server: Server, socket: WebSocket, table_id: str, watcher: Watcher) -> None:
        query = socket.query_params
        self._tables = server.tables
        self._socket = socket
        self._table_id = table_id
        self._watcher = watcher
        self._seat = _number(query.get("seat"))
        # The turns of the log that were sent, those that may still grow not counted.
        self._after = _number(query.get("after")) or 0
        gate = socket.app.state.gate
        self._requests = LiveRequests(server, gate, table_id, watcher, self._seat)

    async def surely(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do one side's work; if it fails, close the socket: the page connects again."""
        try:
            await work()
        except _GoneError:
            pass  # the receiver hears of it
        except Exception:
            log.exception("the socket of table %s is closed", self._table_id)
            await self._close(_FAILED)

    async def _say(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError) as error:  # it is closed, or being closed
            raise _GoneError from error

    async def _close(self, code: int, reason: str = "") -> None:
        # The client may disconnect meanwhile.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(code, reason)

    async def send_changes(self) -> None:
        """Send the table and who is present, whenever they have changed."""
        watcher = self._watcher
        while True:
            await watcher.dirty.wait()
            watcher.dirty.clear()
            try:
                table = await self._tables.get(self._table_id)
            except ApiError as error:  # it has been deleted
                await self._close(_NOT_FOUND, str(error))
                return
            except _UNREADABLE:
                await self._close(_AWAY, _TRY_AGAIN)
                return
            if watcher.table_changed:
                text = self._tables.update_text(table, watcher.client, self._seat, self._after)
                self._note_sent(table)
                await self._say(text)
            elif watcher.presence_changed:
                watcher.presence_changed = False
                await self._say(self._tables.presence_text(table))

    def _note_sent(self, table: LiveTable) -> None:
        watcher = self._watcher
        # An update says who is present too.
        watcher.table_changed = watcher.presence_changed = False
        watcher.sent = seen_version(table.stored, watcher.client)
        # A turn that isn't complete yet will be sent again.
        self._after = table.complete_turns

    async def receive(self) -> None:
        """Answer requests and pings, one after another, until the socket is closed."""
        rate = RateLimit(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            # Binary messages are neither requests nor pings.
            asked, answer = self._read(message.get("text") or "")
            if asked is not None:
                await self._do(asked)
            elif rate.take(""):
                await self._close(_TOO_MANY, "too many messages")
                return
            elif answer is not None:
                await self._say(answer)
            else:
                await self._close(_BAD_MESSAGE, "only requests and pings are accepted")
                return

    def _read(self, text: str) -> tuple[LiveRequest | None, str | None]:
        """Return the request that a message is and that is let in, or else the answer to it, if there is any."""
        if len(text) > _MOST_BYTES:
            return None, None
        try:
            asked = read_request(text)
        except InvalidRequestError as error:
            return None, error.text
        if asked is None:
            return None, _PONG if _is_ping(text) else None
        refused = self._requests.refuse(asked)
        return (asked, None) if refused is None else (None, refused)

    async def _do(self, asked: LiveRequest) -> None:
        watcher = self._watcher
        watcher.is_answered = True
        try:
            answer, table = await self._requests.answer(asked, self._after)
            if table is not None:
                self._note_sent(table)
            await self._say(answer)
        finally:
            watcher.answered()


def _is_ping(text: str) -> bool:
    try:
        return bool(orjson.loads(text) == {"type": "ping"})
    except orjson.JSONDecodeError:
        return False
