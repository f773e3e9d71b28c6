"""Who is present is told, also after the database was away."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from praefectus.server.hub import Hub, Watcher
from praefectus.server.presence import Presence
from praefectus.server.registry import TableRegistry
from praefectus.server.store import StoreUnavailableError
from tests.server.lines import FakeLine


class Tables:
    """Tables that cannot be read at first."""

    def __init__(self):
        self.away = True

    async def get(self, table_id):
        if self.away:
            raise StoreUnavailableError("gone")
        return SimpleNamespace(stored=table_id)

    def connected(self, _):
        return (True,)


def test_those_whose_table_could_not_be_read_are_told_later():
    async def work():
        hub, tables = Hub(), Tables()
        presence = Presence(hub, cast("TableRegistry", tables))
        watchers = [Watcher(client, "address", FakeLine()) for client in ("livia", "cato")]
        told: asyncio.Queue[str] = asyncio.Queue()
        hub.on_news = lambda table_id, _: told.put_nowait(table_id)
        for number, watcher in enumerate(watchers):
            hub.add(f"table {number}", watcher)
        with pytest.raises(StoreUnavailableError):
            await presence.tell()
        tables.away = False
        telling = asyncio.create_task(presence.tell())
        assert {await told.get() for _ in watchers} == {"table 0", "table 1"}
        telling.cancel()
        assert all(watcher.presence_changed for watcher in watchers)

    asyncio.run(asyncio.wait_for(work(), 30))
