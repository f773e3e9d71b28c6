"""Uvicorn's HTTP protocol, with limits for requests that arrive slowly or never end, and for answers that nobody reads.

Without them a client that sends a byte now and then holds a connection for ever, one that sends endless headers fills
the memory, and so does one that asks for much and reads nothing. The time from the first byte of a request to its last is
limited, and so are the size of its head, the time without reading, and the connections of one address.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from praefectus.server.admission import address_key

HEAD_BYTES = 16_384
REQUEST_SECONDS = 20.0
# A client that reads less than this many bytes in this many seconds is cut off; people have slow lines.
READ_BYTES = 20_000
READ_SECONDS = 20.0


class Connections:
    """Counts the connections of each address. Trusted proxies connect for many people and are not counted."""

    def __init__(self, most: int, trusted: list[str] | str) -> None:
        self._most = most
        self._trusted = _TrustedHosts(trusted)
        self._counts: Counter[str] = Counter()

    def admit(self, host: str) -> str | None:
        """Count a connection and return the key to forget it by; None if its address has too many."""
        if host in self._trusted:
            return ""
        key = address_key(host)
        if self._counts[key] >= self._most:
            return None
        self._counts[key] += 1
        return key

    def forget(self, key: str) -> None:
        """Count a connection no more."""
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]


class LimitedProtocol(HttpToolsProtocol):
    """One connection. The clock runs while a request is being received, not while it is answered."""

    _clock: asyncio.TimerHandle | None = None
    _reader_clock: asyncio.TimerHandle | None = None
    _counted_as: str | None = None
    # Received in this head, and of that the headers that were read.
    _head_bytes = 0
    _header_bytes = 0
    _in_head = True

    def __init__(self, *args: Any, limited_to: Connections, **options: Any) -> None:
        super().__init__(*args, **options)
        self._limited_to = limited_to

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock: a new connection should send a request soon."""
        super().connection_made(transport)
        self._counted_as = self._limited_to.admit(self.client[0] if self.client else "")
        if self._counted_as is None:
            transport.abort()
        else:
            self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        self._stop_clock()
        self._stop_reader_clock()
        self._leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Watch the client: more is waiting to be sent than a connection should hold."""
        super().pause_writing()
        self._start_reader_clock()

    def resume_writing(self) -> None:
        """Leave the client alone: it has read."""
        self._stop_reader_clock()
        super().resume_writing()

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
        self._header_bytes = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Process a header. An exception here makes the parser stop, and the answer is 400."""
        super().on_header(name, value)
        self._header_bytes += len(name) + len(value)
        if self._header_bytes > HEAD_BYTES:
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
        self._leave()  # sockets are counted by the hub
        super().handle_websocket_upgrade()

    def _start_clock(self) -> None:
        self._clock = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _start_reader_clock(self) -> None:
        self._stop_reader_clock()
        unread = self.transport.get_write_buffer_size()
        self._reader_clock = self.loop.call_later(READ_SECONDS, self._check_reader, unread)

    def _check_reader(self, unread: int) -> None:
        if self.transport.get_write_buffer_size() > unread - READ_BYTES:
            self.transport.abort()
        else:
            self._start_reader_clock()

    def _stop_reader_clock(self) -> None:
        if self._reader_clock is not None:
            self._reader_clock.cancel()
            self._reader_clock = None

    def _leave(self) -> None:
        if self._counted_as:
            self._limited_to.forget(self._counted_as)
            self._counted_as = None

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
