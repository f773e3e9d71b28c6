"""A socket at a table as the page has it (ui/src/lib/api/live.ts)."""

import contextlib
import json
import time
from collections.abc import Callable
from socket import SHUT_RDWR
from typing import Any, Literal, TypeAlias

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from tests.server.browser import Browser

# How long the page waits for an answer.
ANSWER_SECONDS = 5.0
# The page waits longer and longer. Here the next fault comes soon, and sockets are to be open when it does.
_WAIT_SECONDS = 0.1
_LOST = (OSError, WebSocketException)

# `unanswered`: the socket was lost meanwhile, or nothing came in time; nobody knows whether it was done.
Answer: TypeAlias = dict[str, Any] | Literal["unsent", "unanswered"]


class Live:
    """Says what arrives, carries requests, and connects again whenever it is lost, through any browser that is given."""

    def __init__(
        self,
        table_id: str,
        browser: Callable[[], Browser],
        update: Callable[[dict[str, Any]], None],
    ) -> None:
        self.connects = 0
        # Called with each table that arrives.
        self.update = update
        self._table_id = table_id
        self._browser = browser
        self._socket: ClientConnection | None = None
        # Closes it.
        self._stack = contextlib.ExitStack()
        self._lost_at = -_WAIT_SECONDS
        self._requests = 0

    @property
    def is_open(self) -> bool:
        """Whether the socket is open, as far as is known."""
        return self._socket is not None

    def hear(self, seconds: float) -> None:
        """Take in what arrives within a time. A socket that is lost is opened again, soon after that."""
        until = time.monotonic() + seconds
        if self._socket is None and time.monotonic() >= self._lost_at + _WAIT_SECONDS:
            self._open()
        if self._socket is None:
            time.sleep(min(seconds, _WAIT_SECONDS))
        while self._receive(until) is not None:
            pass

    def ask(self, request: dict[str, Any], seconds: float = ANSWER_SECONDS) -> Answer:
        """Send a request, if the socket is open, and wait for its answer."""
        if self._socket is None:
            return "unsent"
        self._requests += 1
        until = time.monotonic() + seconds
        try:
            self._socket.send(json.dumps({**request, "id": self._requests}))
        except _LOST:
            self.close()
        while (message := self._receive(until)) is not None:
            if message["type"] in ("done", "refused"):
                assert message["id"] == self._requests, (message, request)
                return message
        self.close()
        return "unanswered"

    def close(self) -> None:
        """Let go of the socket, as a network does that is gone."""
        socket, self._socket = self._socket, None
        self._lost_at = time.monotonic()
        if socket is not None:
            with contextlib.suppress(*_LOST):
                socket.socket.shutdown(SHUT_RDWR)
                # The library does not bear being closed while it still reads.
                while True:
                    socket.recv(timeout=1)
        with contextlib.suppress(*_LOST):
            self._stack.close()

    def _open(self) -> None:
        try:
            watching = self._browser().watch(self._table_id, open_timeout=10)
            self._socket = self._stack.enter_context(watching)
        except _LOST:
            self.close()
        else:
            self.connects += 1

    def _receive(self, until: float) -> dict[str, Any] | None:
        """Return the next message; None if the socket is lost, or the time over."""
        if self._socket is None:
            return None
        try:
            text = self._socket.recv(timeout=max(0, until - time.monotonic()))
        except TimeoutError:
            return None
        except _LOST:
            self.close()
            return None
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "update":
            self.update(message["table"])
        return message
