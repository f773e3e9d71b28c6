"""The ways on which messages leave for a socket.

A thousand spectators of a table are sent the same bytes at the same moment. So a message is made a frame once, and where uvicorn
hands out its connection, the frame is written to it at once: a task per socket, and ASGI's way, cost several times what
the system needs to send it. Elsewhere messages go through ASGI.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import Frame, Opcode

# The extension of ASGI by which the scope of a socket has its connection.
CONNECTION = "praefectus.connection"


class Message:
    """A text for sockets, in UTF-8."""

    __slots__ = ("_frame", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._frame = b""

    @property
    def frame(self) -> bytes:
        """Return it as a frame, the same for all sockets: a server masks nothing."""
        if not self._frame:
            self._frame = Frame(Opcode.TEXT, self.text).serialize(mask=False)
        return self._frame


class Line(Protocol):
    """What a socket is written to by."""

    @property
    def is_ready(self) -> bool:
        """Whether a message can be written now. If not, `on_ready` is called once it can, unless the socket is closed."""

    def write(self, message: Message) -> None:
        """Write a message; only if the line is ready."""

    def close(self, code: int, reason: str = "") -> Awaitable[None]:
        """Begin to close the socket; who waits for the end may."""


class Connection(Protocol):
    """What a connection of the server offers: `is_plain` if frames can be written to it as they are."""

    on_ready: Callable[[], None]

    @property
    def is_plain(self) -> bool:
        """Whether a frame can be written now, as it is."""

    def write_frame(self, frame: bytes) -> None:
        """Write a frame."""


class _Closing:
    """Closes a socket in a task, once."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._closing: asyncio.Task[None] | None = None

    def close(self, code: int, reason: str = "") -> Awaitable[None]:
        """Begin to close the socket; who waits for the end may."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code, reason))
        return self._closing

    async def _close(self, code: int, reason: str) -> None:
        # The client may disconnect meanwhile.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(code, reason)


class DirectLine(_Closing):
    """Writes to the server's connection."""

    def __init__(self, socket: WebSocket, connection: Connection) -> None:
        super().__init__(socket)
        self._connection = connection

    @property
    def is_ready(self) -> bool:
        """Whether the connection can take a message now."""
        return self._closing is None and self._connection.is_plain

    def write(self, message: Message) -> None:
        """Write a frame."""
        self._connection.write_frame(message.frame)


class AsgiLine(_Closing):
    """Sends through ASGI, one message at a time."""

    def __init__(self, socket: WebSocket, on_ready: Callable[[], None]) -> None:
        super().__init__(socket)
        self._on_ready = on_ready
        self._sending: asyncio.Task[None] | None = None
        self._is_gone = False

    @property
    def is_ready(self) -> bool:
        """Whether the last message has left."""
        return self._sending is None and self._closing is None and not self._is_gone

    def write(self, message: Message) -> None:
        """Send a text in a task."""
        self._sending = asyncio.create_task(self._send(message.text.decode()))

    async def _send(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):  # it is closed, or being closed
            self._is_gone = True
        self._sending = None
        if not self._is_gone:
            self._on_ready()


def line_to(socket: WebSocket, on_ready: Callable[[], None]) -> Line:
    """Return the shortest way to a socket that is open. `on_ready` is called when it can be written to again."""
    connection = _connection_of(socket.scope)
    if connection is None or not connection.is_plain:
        return AsgiLine(socket, on_ready)
    connection.on_ready = on_ready
    return DirectLine(socket, connection)


def _connection_of(scope: Scope) -> Connection | None:
    """Return the connection that the server hands out, if it does."""
    connection: Connection | None = (
        scope.get("extensions", {}).get(CONNECTION, {}).get("connection")
    )
    return connection
