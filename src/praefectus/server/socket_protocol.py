"""Uvicorn's WebSocket protocol, with a limit for clients that do not read, and a short way for frames.

Messages to such a client stay in the server's memory, and closing the connection waits until they are sent. So a connection
that takes nothing for some seconds is aborted; its page connects again.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from praefectus.server.lines import CONNECTION

SLOW_SECONDS = 10.0
# So many messages of a client may wait to be answered; until then no more are read.
_MOST_WAITING = 4
# A short frame of a client: what it is, its masked length, the mask, and up to 125 bytes.
_HEAD, _MASKED, _SHORT = 6, 0x80, 125
# The first byte of frames that are complete messages.
_KINDS = {0x80 | kind: kind for kind in (Opcode.TEXT, Opcode.PING, Opcode.PONG)}


class LimitedSocketProtocol(WebSocketsSansIOProtocol):
    """One connection. The clock runs while the client is slow to read, or to let the connection be closed."""

    _clock: asyncio.TimerHandle | None = None
    # Whether the client has sent a message lately.
    _was_heard = False
    # Called when frames can be written again; who writes them sets it.
    on_ready: Callable[[], None] = staticmethod(lambda: None)
    # Whether the library was given whole frames only, so that the next data begins with a frame; None before the handshake.
    _in_step: bool | None = None

    def data_received(self, data: bytes) -> None:
        """Receive data. A short text that came by itself, as most do, is read here: the library takes several times as long."""
        if self._in_step is None:
            self._in_step = True  # uvicorn passes the whole handshake at once
        elif self._in_step:
            kind = _whole_frame(data)
            if kind == Opcode.TEXT and self.conn.state is OPEN:
                self._was_heard = True
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[_HEAD:], data[2:_HEAD])]
                self.send_receive_event_to_app()
                return
            # From then on everything is the library's: it may be in the middle of a frame or of a message.
            self._in_step = kind is not None
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is still there, unless it has sent something since it was last asked."""
        if self._was_heard:
            self._was_heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def handle_connect(self, event: Request) -> None:
        """Begin; the application is handed the connection, to write frames to."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][CONNECTION] = {"connection": self}

    @property
    def is_plain(self) -> bool:
        """Whether a frame can be written now, as it is."""
        return (
            self.conn.state is OPEN
            and not self.conn.extensions
            and not self.close_sent
            and self.writable.is_set()
            # A connection that was lost, of which the library knows nothing.
            and not self.transport.is_closing()
        )

    def write_frame(self, frame: bytes) -> None:
        """Write a frame; only if the connection is plain."""
        self.transport.write(frame)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. A text that is not Unicode goes as bytes, which are refused; uvicorn would log a fault each time."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        text = _text(data) if self.curr_msg_data_type == "text" else None
        if text is None:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        # Not after every message, as uvicorn does: most clients wait for an answer.
        if self.queue.qsize() >= _MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        """Start the clock: more is waiting to be sent than a connection may hold."""
        super().pause_writing()
        self._start_clock()

    def resume_writing(self) -> None:
        """Stop the clock: the client has read."""
        self._stop_clock()
        super().resume_writing()
        self.on_ready()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Start the clock: the connection is being closed."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def _start_clock(self) -> None:
        self._stop_clock()
        self._clock = self.loop.call_later(SLOW_SECONDS, self.transport.abort)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


def _whole_frame(data: bytes) -> Opcode | None:
    """Return the kind of frame that data is, if it is exactly one that is short, masked, and a whole message."""
    # In a longer one the length is elsewhere.
    if not _HEAD <= len(data) <= _HEAD + _SHORT or len(data) != _HEAD + (data[1] ^ _MASKED):
        return None
    return _KINDS.get(data[0])


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
