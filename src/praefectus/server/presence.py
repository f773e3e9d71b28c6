"""Tells the watchers of a table which players watch too, in batches and only if that has changed.

Spectators coming and going change nothing that others see. A page that is loaded again closes one socket and opens another
within a batch, which changes nothing either.
"""

import asyncio
import contextlib

from praefectus.server.errors import ApiError
from praefectus.server.hub import Hub
from praefectus.server.registry import TableRegistry

_BATCH_SECONDS = 0.25


class Presence:
    """The tables whose watchers may have changed, and what their watchers were told last."""

    def __init__(self, hub: Hub, tables: TableRegistry) -> None:
        self._hub = hub
        self._tables = tables
        self._waiting: set[str] = set()
        self._filled = asyncio.Event()
        self._told: dict[str, tuple[bool | None, ...]] = {}
        hub.on_presence = self._note

    def _note(self, table_id: str) -> None:
        self._waiting.add(table_id)
        self._filled.set()

    async def tell(self) -> None:
        """Tell of changes until cancelled."""
        while True:
            await self._filled.wait()
            await asyncio.sleep(_BATCH_SECONDS)
            self._filled.clear()
            batch, self._waiting = self._waiting, set()
            try:
                for table_id in sorted(batch):
                    await self._tell_table(table_id)
                    batch.discard(table_id)
            finally:
                # If the database is away, the others are told when this runs again.
                for table_id in batch:
                    self._note(table_id)

    async def _tell_table(self, table_id: str) -> None:
        if not self._hub.is_watched(table_id):
            self._told.pop(table_id, None)
            return
        # A table that is gone or can't be replayed has no players.
        with contextlib.suppress(ApiError):
            now = self._tables.connected((await self._tables.get(table_id)).stored)
            if now != self._told.get(table_id):
                self._told[table_id] = now
                self._hub.notify_presence(table_id)
