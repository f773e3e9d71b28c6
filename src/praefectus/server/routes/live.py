"""The live table: a WebSocket that is sent the table whenever it changes, and who is present; decisions come over it too."""

import asyncio
import logging

import orjson
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from praefectus.server.admission import client_address, first_headers, same_origin
from praefectus.server.context import Server
from praefectus.server.delivery import AWAY, FAILED, NOT_FOUND, TRY_AGAIN, UNREADABLE
from praefectus.server.errors import ApiError
from praefectus.server.hub import Watcher
from praefectus.server.lines import Message, line_to
from praefectus.server.live_requests import (
    InvalidRequestError,
    LiveRequest,
    LiveRequests,
    read_request,
)
from praefectus.server.present import seen_version
from praefectus.server.ratelimit import RateLimit
from praefectus.server.requests import is_random_id
from praefectus.server.sending import json_bytes
from praefectus.wire.table import Pong

log = logging.getLogger(__name__)
router = APIRouter()

_BAD_MESSAGE, _FORBIDDEN, _TOO_MANY = 4400, 4403, 4429
_MOST_BYTES = 1000
_PONG = json_bytes(Pong(type="pong"))
# Pings come every half minute or so. Requests that are not let in count too.
_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 2, 20


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    """Send the table at once and after every change; answer requests and pings."""
    server: Server = socket.app.state.server
    await socket.accept()
    watcher = _watcher(server, socket, table_id)
    refusal = await _refuse(server, socket, table_id, watcher)
    if refusal is not None:
        await socket.close(*refusal)
        return
    server.hub.add(table_id, watcher)
    table = server.tables.at_hand(table_id)
    if table is not None:
        # Bots are more urgent where somebody watches, and think ahead.
        server.tables.on_change(table)
    # The first update is sent like all others.
    watcher.table_changed = True
    server.hub.tell(table_id, watcher)
    # A task of its own: on the way here are a score of coroutines, and each message would pass them all.
    receiver = asyncio.create_task(_Receiver(server, socket, table_id, watcher).surely())
    try:
        # It hears of every end. So no request is left half done.
        await receiver
    finally:
        server.hub.remove(table_id, watcher)


def _watcher(server: Server, socket: WebSocket, table_id: str) -> Watcher:
    query = socket.query_params
    watcher = Watcher(
        server.identity.read(socket.scope),
        client_address(socket.scope),
        line_to(socket, lambda: server.hub.tell(table_id, watcher)),
        seat=_number(query.get("seat")),
        after=_number(query.get("after")) or 0,
    )
    return watcher


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
        return NOT_FOUND, "there is no such table"
    try:
        await server.tables.get(table_id)
    except ApiError as error:
        return NOT_FOUND, str(error)
    except UNREADABLE:
        return AWAY, TRY_AGAIN
    return None


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) < 9 else None


class _GoneError(Exception):
    """Nothing can be sent any more."""


class _Receiver:
    """Reads and answers what comes over one socket."""

    def __init__(self, server: Server, socket: WebSocket, table_id: str, watcher: Watcher) -> None:
        self._hub = server.hub
        self._socket = socket
        self._table_id = table_id
        self._watcher = watcher
        gate = socket.app.state.gate
        self._requests = LiveRequests(server, gate, table_id, watcher)

    async def surely(self) -> None:
        """Read until the socket is closed. A failure closes it: the page connects again."""
        try:
            await self._receive()
        except _GoneError:
            pass
        except Exception:
            log.exception("the socket of table %s is closed", self._table_id)
            await self._watcher.line.close(FAILED)

    async def _say(self, text: bytes) -> None:
        line = self._watcher.line
        if line.is_ready:
            line.write(Message(text))
            return
        # A client that reads slowly is read slowly.
        try:
            await self._socket.send_text(text.decode())
        except (WebSocketDisconnect, RuntimeError) as error:  # it is closed, or being closed
            raise _GoneError from error

    async def _receive(self) -> None:
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
                await self._watcher.line.close(_TOO_MANY, "too many messages")
                return
            elif answer is not None:
                await self._say(answer)
            else:
                await self._watcher.line.close(_BAD_MESSAGE, "only requests and pings are accepted")
                return

    def _read(self, text: str) -> tuple[LiveRequest | None, bytes | None]:
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
            answer, table = await self._requests.answer(asked)
            if table is not None:
                watcher.note_sent(seen_version(table.stored, watcher.client), table.complete_turns)
            await self._say(answer)
        finally:
            watcher.is_answered = False
            # What no answer has said.
            self._hub.tell(self._table_id, watcher)


def _is_ping(text: str) -> bool:
    try:
        return bool(orjson.loads(text) == {"type": "ping"})
    except orjson.JSONDecodeError:
        return False
