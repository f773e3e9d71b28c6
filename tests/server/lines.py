"""A line to nobody, which remembers what was written."""

import asyncio
import json
from collections.abc import Awaitable
from typing import Any

from praefectus.server.lines import Message


class FakeLine:
    """It is as ready as a test says."""

    def __init__(self) -> None:
        self.is_ready = True
        self.written: list[Message] = []
        self.closed: list[int] = []

    def write(self, message: Message) -> None:
        """Remember a message."""
        assert self.is_ready
        self.written.append(message)

    def close(self, code: int, reason: str = "") -> Awaitable[None]:
        """Remember why it was closed."""
        self.closed.append(code)
        closed = asyncio.get_running_loop().create_future()
        closed.set_result(None)
        return closed

    @property
    def documents(self) -> list[dict[str, Any]]:
        """What was written, read."""
        return [json.loads(message.text) for message in self.written]
