"""Tells other processes that a table has changed, and keeps two of them from computing the same bot's turn.

A single process uses `LocalBus`, which does nothing. Several processes share a PostgreSQL database and a Redis server:
`redis_bus`. A message only hints that a table should be read again. The database is authoritative, so a lost message
delays an update but never makes it wrong.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

OnChange = Callable[[str], Awaitable[None]]
OnGap = Callable[[], None]


class Bus(Protocol):
    """What the server needs of a bus."""

    # Whether this process is the only one, so that its memory is always up to date.
    alone: bool
    # How often the bus could not be used.
    errors: int

    async def publish(self, table_id: str) -> None:
        """Tell the other processes that a table has changed, now or soon."""

    async def claim(self, key: str, seconds: float) -> bool:
        """Claim the task `key` for this process for some seconds; tell whether the claim succeeded."""

    async def renew(self, key: str, seconds: float) -> None:
        """Extend a claim to some seconds from now."""

    async def release(self, key: str) -> None:
        """Give a claim back."""

    async def listen(self, on_change: OnChange, on_gap: OnGap) -> None:
        """Call `on_change` with every table that another process changes, until cancelled.

        `on_gap` is called first, and again whenever messages may have been lost.
        """

    async def check(self) -> None:
        """Raise an exception if the bus cannot be reached now."""

    async def close(self) -> None:
        """Close the connections."""


class LocalBus:
    """The bus of a single process."""

    alone = True
    errors = 0

    async def publish(self, table_id: str) -> None:
        """Do nothing: no other process listens."""

    async def claim(self, key: str, seconds: float) -> bool:  # noqa: ARG002
        """Return True: no other process claims anything."""
        return True

    async def renew(self, key: str, seconds: float) -> None:
        """Do nothing."""

    async def release(self, key: str) -> None:
        """Do nothing."""

    async def listen(self, on_change: OnChange, on_gap: OnGap) -> None:  # noqa: ARG002
        """Wait until cancelled: no other process changes anything."""
        await asyncio.Event().wait()

    async def check(self) -> None:
        """Do nothing: there is no connection to test."""

    async def close(self) -> None:
        """Do nothing."""
