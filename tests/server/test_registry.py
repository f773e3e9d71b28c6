"""The tables of a process: however memory comes to be outdated, nobody keeps an old view, and nothing is shown before it is stored."""

import asyncio
import threading
from contextlib import asynccontextmanager

import pytest

from praefectus.rules import RULES_VERSION
from praefectus.server import lobby
from praefectus.server.bus import LocalBus
from praefectus.server.errors import ApiError
from praefectus.server.hub import Hub, Watcher
from praefectus.server.live_table import LiveTable
from praefectus.server.present import seen_version
from praefectus.server.registry import TableRegistry
from praefectus.server.requests import CreateTable
from praefectus.server.routes.tables import start_if_full
from praefectus.server.settings import sqlite_url
from praefectus.server.store import Store, StoreUnavailableError
from praefectus.server.writing import execute_all
from tests.server.lines import FakeLine

PATIENCE = 30
LIVIA = "livia"


class LossyBus(LocalBus):
    """The bus of one of several processes, on which every message is lost."""

    alone = False


class Process:
    """What one server process knows of tables."""

    def __init__(self, store: Store, bus: LocalBus) -> None:
        self.store = store
        self.hub = Hub()
        self.tables = TableRegistry(store, self.hub, in_memory=100)
        self.tables.bus = bus
        self.tables.on_change = lambda _: None

    async def version(self, table_id: str) -> int:
        """Return the version that this process shows."""
        return (await self.tables.get(table_id)).stored.version

    async def watch(self, table_id: str, client: str | None = None) -> Watcher:
        """Open a socket and send it the table."""
        table = await self.tables.get(table_id)
        watcher = Watcher(client, "address", FakeLine())
        self.hub.add(table_id, watcher)
        watcher.sent = seen_version(table.stored, client)
        return watcher

    async def decide(self, table_id: str, words: str = "play tribune") -> None:
        """Try something out."""
        table = await self.tables.get(table_id)
        version = table.stored.version
        await self.tables.act(table_id, LIVIA, version, lambda table: table.decide(words))

    async def end(self, table_id: str) -> None:
        """End the turn."""
        await self.tables.act(table_id, LIVIA, await self.version(table_id), LiveTable.end)

    async def play(self, table_id: str) -> None:
        """Take a whole turn."""
        await self.decide(table_id)
        await self.end(table_id)


@asynccontextmanager
async def processes(path, bus=LocalBus, count=1):
    """Yield a table of Livia's and the processes that show it."""
    stores = [await Store.open(sqlite_url(path)) for _ in range(count)]
    try:
        made = [Process(store, bus()) for store in stores]
        seats = [{"kind": "me"}, {"kind": "hotseat"}]
        request = CreateTable.model_validate({"map": "italia", "seats": seats})
        stored = start_if_full(lobby.create(request, LIVIA, RULES_VERSION, bool))
        await stores[0].create(stored)
        yield stored.id, *made
    finally:
        for store in stores:
            await store.close()


def held_back(monkeypatch):
    """Hold writes on their way to the database: return (reached, go on)."""
    reached, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def execute(connection, batch):
        loop.call_soon_threadsafe(reached.set)
        go_on.wait(PATIENCE)
        return execute_all(connection, batch)

    monkeypatch.setattr("praefectus.server.store.execute_all", execute)
    return reached, go_on


def run(work):
    asyncio.run(asyncio.wait_for(work, 2 * PATIENCE))


async def away(*_):
    raise StoreUnavailableError("gone")


# ------------------------------------------------------------------ several processes


@pytest.mark.parametrize("afterwards", ["it is compared", "somebody looks"])
def test_a_change_that_could_not_be_read_is_shown_once_it_can(tmp_path, monkeypatch, afterwards):
    """The message arrives while the database is away."""

    async def work():
        async with processes(tmp_path / "db", LossyBus, 2) as (table_id, one, two):
            watcher = await two.watch(table_id)
            await one.play(table_id)
            with monkeypatch.context() as broken:
                broken.setattr(two.store, "load", away)
                with pytest.raises(StoreUnavailableError):
                    await two.tables.refresh(table_id)
            assert not watcher.table_changed
            if afterwards == "somebody looks":
                await two.tables.get(table_id)
            else:
                await two.tables.compare_watched()
            assert watcher.table_changed

    run(work())


def test_who_watches_sees_what_made_somebody_else_too_late(tmp_path, monkeypatch):
    """The message is lost; the process learns of the change when its own is refused."""
    monkeypatch.setattr("praefectus.server.live_table._BELIEVED_SECONDS", 3600)

    async def work():
        async with processes(tmp_path / "db", LossyBus, 2) as (table_id, one, two):
            watcher = await two.watch(table_id)
            await one.play(table_id)
            with pytest.raises(ApiError, match="moved on"):
                await two.decide(table_id)
            await two.tables.compare_watched()
            assert watcher.table_changed

    run(work())


def test_a_change_during_a_reading_is_not_missed(tmp_path, monkeypatch):
    """The table was read before the change, and gets into memory after the message about it."""

    async def work():
        async with processes(tmp_path / "db", LossyBus, 2) as (table_id, one, two):
            load, read, go_on = two.store.load, asyncio.Event(), asyncio.Event()

            async def load_slowly(table_id):
                found = await load(table_id)
                read.set()
                await go_on.wait()
                return found

            with monkeypatch.context() as slow:
                slow.setattr(two.store, "load", load_slowly)
                looking = asyncio.create_task(two.tables.get(table_id))
                await read.wait()
            await one.play(table_id)
            told = asyncio.create_task(two.tables.refresh(table_id))
            await asyncio.sleep(0)
            go_on.set()
            await asyncio.gather(looking, told)
            assert await two.version(table_id) == await one.version(table_id)

    run(work())


def test_what_somebody_tries_out_elsewhere_is_shown_to_nobody_else(tmp_path):
    """Each update would be a click to be counted."""

    async def work():
        async with processes(tmp_path / "db", LossyBus, 2) as (table_id, one, two):
            stranger, livia = await two.watch(table_id), await two.watch(table_id, LIVIA)
            await one.decide(table_id)
            await two.tables.refresh(table_id)
            assert livia.table_changed
            assert not stranger.table_changed
            await one.end(table_id)
            await two.tables.refresh(table_id)
            assert stranger.table_changed

    run(work())


def test_who_watches_a_deleted_table_is_told(tmp_path):
    async def work():
        async with processes(tmp_path / "db", LossyBus, 2) as (table_id, one, two):
            watcher = await two.watch(table_id)
            assert await one.tables.delete((await one.tables.get(table_id)).stored)
            await two.tables.refresh(table_id)
            assert watcher.table_changed

    run(work())


# ------------------------------------------------------------------------ one process


def test_all_who_ask_at_once_share_one_reading(tmp_path, monkeypatch):
    async def work():
        async with processes(tmp_path / "db") as (table_id, one):
            load, loads = one.store.load, []

            async def counted(table_id):
                loads.append(table_id)
                return await load(table_id)

            monkeypatch.setattr(one.store, "load", counted)
            asking = [asyncio.create_task(one.tables.get(table_id)) for _ in range(10)]
            await asyncio.sleep(0)
            asking[0].cancel()
            found = await asyncio.gather(*asking[1:])
            assert len(loads) == len({id(table) for table in found}) == 1
            assert await one.tables.get(table_id) is found[0]

    run(work())


def test_nothing_is_shown_before_it_is_stored(tmp_path, monkeypatch):
    async def work():
        async with processes(tmp_path / "db") as (table_id, one):
            await one.decide(table_id)
            watcher, table = await one.watch(table_id), await one.tables.get(table_id)
            before = one.tables.update_text(table, LIVIA, None, 0)
            reached, go_on = held_back(monkeypatch)
            ending = asyncio.create_task(one.end(table_id))
            await reached.wait()
            assert not ending.done()
            assert not watcher.table_changed
            assert one.tables.update_text(table, LIVIA, None, 0) == before
            go_on.set()
            await ending
            assert watcher.table_changed
            assert one.tables.update_text(table, LIVIA, None, 0) != before
            stored, actions = await one.store.load(table_id)
            assert (stored, actions) == (table.stored, ["play tribune", "end"])

    run(work())


def test_of_a_write_that_fails_nothing_is_shown(tmp_path, monkeypatch):
    """Although what it would show was made while it was being stored."""

    async def work():
        async with processes(tmp_path / "db") as (table_id, one):
            await one.decide(table_id)
            watcher, table = await one.watch(table_id), await one.tables.get(table_id)
            before = one.tables.update_text(table, LIVIA, None, 0)

            def fail(connection, batch):
                execute_all(connection, batch)
                raise OSError("disk on fire")

            with monkeypatch.context() as broken:
                broken.setattr("praefectus.server.store.execute_all", fail)
                with pytest.raises(StoreUnavailableError):
                    await one.end(table_id)
            again = await one.tables.get(table_id)
            assert one.tables.update_text(again, LIVIA, None, 0) == before
            assert not watcher.table_changed
            await one.end(table_id)
            assert watcher.table_changed
            assert (await one.store.load(table_id))[1] == ["play tribune", "end"]

    run(work())


@pytest.mark.parametrize("ending", ["given up", "cancelled"])
def test_a_write_that_arrives_after_all_is_shown(tmp_path, monkeypatch, ending):
    """Nobody waits for it any more, and the table was read again before it was stored."""

    async def work():
        async with processes(tmp_path / "db") as (table_id, one):
            await one.decide(table_id)
            watcher, before = await one.watch(table_id), await one.version(table_id)
            reached, go_on = held_back(monkeypatch)
            with monkeypatch.context() as impatient:
                if ending == "given up":
                    impatient.setattr("praefectus.server.store._PATIENCE_SECONDS", 0.3)
                acting = asyncio.create_task(one.end(table_id))
                await reached.wait()
            if ending == "cancelled":
                acting.cancel()
            with pytest.raises((StoreUnavailableError, asyncio.CancelledError)):
                await acting
            assert await one.version(table_id) == before
            go_on.set()
            while (await one.store.find(table_id)).version == before:
                await asyncio.sleep(0.01)
            await one.tables.compare_watched()
            assert watcher.table_changed
            assert await one.version(table_id) > before
            await one.decide(table_id)

    run(work())


def test_a_table_that_was_asked_for_stays_though_all_others_are_in_use(tmp_path):
    async def work():
        async with processes(tmp_path / "db") as (table_id, one):
            other = await one.tables.get(table_id)
            one.tables._in_memory = 0
            request = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
            made = lobby.create(CreateTable.model_validate(request), LIVIA, RULES_VERSION, bool)
            async with other.lock:
                added = await one.tables.add(made)
                assert await one.tables.get(made.id) is added

    run(work())
