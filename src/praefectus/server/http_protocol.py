"""Uvicorn's HTTP protocol, with limits for requests that arrive slowly or never end.

Without them a client that sends a byte now and then holds a connection for ever, and one that sends endless headers fills
the memory. The time from the first byte of a request to its last is limited, and so is the size of its head.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEAD_BYTES = 16_384
REQUEST_SECONDS = 20.0


class LimitedProtocol(HttpToolsProtocol):
    """One connection. The clock runs while a request is being received, not while it is answered."""

    _clock: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock: a new connection should send a request soon."""
        super().connection_made(transport)
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received data, unless the head is too large."""
        if self._clock is None and self._in_head:
            self._start_clock()
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self._refuse(b"431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        """Begin to count the head of a request."""
        super().on_message_begin()
        self._in_head = True

    def on_header(self, name: bytes, value: bytes) -> None:
        """Process a header. An exception here makes the parser stop, and the answer is 400."""
        super().on_header(name, value)
        if sum(len(name) + len(value) for name, value in self.headers) > HEAD_BYTES:
            raise ValueError("the head of the request is too large")

    def on_headers_complete(self) -> None:
        """Begin with the body, if there is one."""
        self._in_head = False
        self._head_bytes = 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the clock: the request is complete."""
        self._stop_clock()
        self._in_head = True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection to the WebSocket, which may be silent for a long time."""
        self._stop_clock()
        super().handle_websocket_upgrade()

    def _start_clock(self) -> None:
        self._clock = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _give_up(self) -> None:
        self._clock = None
        if not self.transport.is_closing():
            self._refuse(b"408 Request Timeout")

    def _refuse(self, status: bytes) -> None:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        if cycle is None or not cycle.response_started:
            self.transport.write(
                b"HTTP/1.1 %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n" % status
            )
        self.transport.close()
