"""Tells other processes that a table has changed, and keeps two of them from thinking for the same bot.

One process needs nobody told: `LocalBus`. Several share a PostgreSQL database and a Redis: `redis_bus`. A message
is only a hint that a table is worth reading again; what counts is in the database, so a lost one costs
freshness, never correctness.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

OnChange = Callable[[str], Awaitable[None]]
OnGap = Callable[[], None]


class Bus(Protocol):
    """What the server needs of a bus."""

    # Whether this process is the only one, so that its memory is the truth.
    alone: bool

    async def publish(self, table_id: str) -> None:
        """Tell the other processes that a table has changed."""

    async def claim(self, key: str, seconds: float) -> bool:
        """Tell whether this process is the one to do what `key` names; nobody else is for so long."""

    async def renew(self, key: str, seconds: float) -> None:
        """Keep a claim for so long from now."""

    async def release(self, key: str) -> None:
        """Give a claim back."""

    async def listen(self, on_change: OnChange, on_gap: OnGap) -> None:
        """Call `on_change` with every table that another process has changed, for ever.

        `on_gap` is called first, and again whenever messages may have been lost.
        """

    async def check(self) -> None:
        """Raise an exception if nothing can be told to others now."""

    async def close(self) -> None:
        """Let go of connections."""


class LocalBus:
    """The bus of a process that is alone."""

    alone = True

    async def publish(self, table_id: str) -> None:
        """Do nothing: nobody else listens."""

    async def claim(self, key: str, seconds: float) -> bool:  # noqa: ARG002
        """Agree: nobody else claims anything."""
        return True

    async def renew(self, key: str, seconds: float) -> None:
        """Do nothing."""

    async def release(self, key: str) -> None:
        """Do nothing."""

    async def listen(self, on_change: OnChange, on_gap: OnGap) -> None:  # noqa: ARG002
        """Wait for ever: nobody else changes anything."""
        await asyncio.Event().wait()

    async def check(self) -> None:
        """Do nothing: nobody is to be told."""

    async def close(self) -> None:
        """Do nothing."""
