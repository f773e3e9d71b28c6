"""Uvicorn's WebSocket protocol, with a limit for clients that do not read.

Messages to such a client stay in the server's memory, and closing the connection waits until they are sent. So a connection
that takes nothing for some seconds is aborted; its page connects again.
"""

import asyncio
from functools import lru_cache

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN

SLOW_SECONDS = 10.0


class LimitedSocketProtocol(WebSocketsSansIOProtocol):
    """One connection. The clock runs while the client is slow to read, or to let the connection be closed."""

    _clock: asyncio.TimerHandle | None = None

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message. A text that many sockets are sent is made a frame once."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is None or not self._is_plain():
            await super().send(message)
        else:
            self.transport.write(_frame(text))

    def _is_plain(self) -> bool:
        """Tell whether a text can be written now, as it is."""
        return (
            self.conn.state is OPEN
            and not self.conn.extensions
            and not self.close_sent
            and self.writable.is_set()
        )

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. A text that is not Unicode goes as bytes, which are refused; uvicorn would log a fault each time."""
        if self.curr_msg_data_type == "text" and not _is_unicode(b"".join(self.frames)):
            self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        """Start the clock: more is waiting to be sent than a connection may hold."""
        super().pause_writing()
        self._start_clock()

    def resume_writing(self) -> None:
        """Stop the clock: the client has read."""
        self._stop_clock()
        super().resume_writing()

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


def _is_unicode(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@lru_cache(maxsize=8)
def _frame(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
