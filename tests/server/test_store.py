"""The database: its schema, and that a write is all or nothing."""

import asyncio
import threading
from dataclasses import replace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from praefectus.rules.options import Options
from praefectus.server.fair_queue import Owner
from praefectus.server.migrate import MIGRATIONS
from praefectus.server.models import REVISION, metadata
from praefectus.server.settings import sqlite_url
from praefectus.server.store import Store, StoreClosedError
from praefectus.server.stored import Draft, Seat, StoredTable
from praefectus.server.writing import execute_all
from tests.server.revisions import insert_seat, insert_table, to_revision


def stored(id="table-one", **changes):
    seats = (
        Seat("human", "Livia", "red", owner="me"),
        Seat("bot", "Cato", "green", level="random"),
    )
    fields = {
        "id": id,
        "name": "Evening",
        "status": "playing",
        "options": Options("italia", 2, "first", intermediate_scoring=True),
        "hands": "open",
        "hints": True,
        "host": "me",
        "invitation": f"invitation-{id}",
        "rules_version": "1",
        "seats": seats,
        "created": 1.5,
        "updated": 2.5,
        "decider": 0,
        "setup": {"cities": {}, "cards": []},
    }
    return StoredTable(**(fields | changes))


def with_store(tmp_path, work):
    async def run():
        store = await Store.open(sqlite_url(tmp_path / "db"))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_migrations_lead_to_the_models(tmp_path):
    async def compare(store):
        async with store._engine.connect() as connection:
            return await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )

    assert with_store(tmp_path, compare) == []


def test_tables_made_before_hints_have_them_unless_friends_sit_there(tmp_path):
    """A database of the first version, brought up to date."""

    engine = create_engine(f"sqlite:///{tmp_path / 'db'}")
    with engine.begin() as connection:
        to_revision(connection, "0001")
        for id, other in (("alone", "bot"), ("friends", "human")):
            insert_table(connection, id)
            insert_seat(connection, id, 0, "human", owner="livia")
            insert_seat(connection, id, 1, other, owner="you" if other == "human" else None)
    engine.dispose()

    async def read(store):
        return [(await store.find(id)).hints for id in ("alone", "friends")]

    assert with_store(tmp_path, read) == [True, False]


def test_the_revision_is_the_last_migration():
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_heads() == [REVISION]


def test_sqlite_flushes_every_commit(tmp_path):
    async def pragmas(store):
        async with store._engine.connect() as connection:
            return [
                (await connection.execute(text(f"PRAGMA {name}"))).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]

    assert with_store(tmp_path, pragmas) == ["wal", 2, 1]


def test_what_is_kept_comes_back(tmp_path):
    async def work(store):
        first = stored(draft=Draft(("play architect",), ("move land roma",)))
        await store.create(first)
        assert await store.load(first.id) == (first, [])
        second = replace(first, version=1, number=2, draft=Draft(), turn=1, decider=1)
        assert await store.save(second, seen=first, actions=["play architect", "end"])
        assert await store.load(first.id) == (second, ["play architect", "end"])
        assert await store.by_invitation(first.invitation) == first.id
        assert await store.of_client("me") == [second]
        assert await store.of_client("somebody") == []
        assert await store.awaiting_bots(10) == [(first.id, Owner("me", "me"))]

    with_store(tmp_path, work)


def test_of_two_writers_one_wins(tmp_path):
    async def work(store):
        first = stored()
        await store.create(first)
        changes = [replace(first, version=1, number=n, name=f"number {n}") for n in range(1, 9)]
        saved = await asyncio.gather(
            *(store.save(each, seen=first, actions=["x"] * each.number) for each in changes)
        )
        assert sorted(saved) == [False] * 7 + [True]
        kept, actions = await store.load(first.id)
        assert kept == changes[saved.index(True)]
        assert len(actions) == kept.number

    with_store(tmp_path, work)


def test_one_bad_write_does_not_spoil_the_others(tmp_path):
    async def work(store):
        results = await asyncio.gather(
            *(store.create(stored(id)) for id in ("table-a", "table-b", "table-a", "table-c")),
            return_exceptions=True,
        )
        assert [type(result) for result in results].count(IntegrityError) == 1
        for id in ("table-a", "table-b", "table-c"):
            assert await store.load(id) is not None

    with_store(tmp_path, work)


def test_actions_are_numbered_once(tmp_path):
    async def work(store):
        first = stored()
        await store.create(first)
        await store.save(replace(first, version=1, number=1), seen=first, actions=["a"])
        with pytest.raises(IntegrityError):
            # A record that counts wrongly would write number 0 again.
            await store.save(
                replace(first, version=2, number=1),
                seen=replace(first, version=1, number=1),
                actions=["b"],
            )
        assert (await store.load(first.id))[1] == ["a"]

    with_store(tmp_path, work)


def test_the_secret_stays_the_same(tmp_path):
    async def secret(store):
        return await store.secret()

    assert with_store(tmp_path, secret) == with_store(tmp_path, secret)


def held_back(monkeypatch):
    """Hold writes on their way to the database: return (reached, go on)."""
    reached, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def execute(connection, batch):
        loop.call_soon_threadsafe(reached.set)
        go_on.wait(20)
        return execute_all(connection, batch)

    monkeypatch.setattr("praefectus.server.store.execute_all", execute)
    return reached, go_on


def test_closing_finishes_the_batch_in_flight(tmp_path, monkeypatch):
    async def work():
        store = await Store.open(sqlite_url(tmp_path / "db"))
        reached, go_on = held_back(monkeypatch)
        in_flight = asyncio.create_task(store.create(stored("table-a")))
        await reached.wait()
        waiting = asyncio.create_task(store.create(stored("table-b")))
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.05)  # what closes too early has the time to do so
        go_on.set()
        await asyncio.wait_for(asyncio.gather(in_flight, waiting, closing), 10)

    asyncio.run(work())

    async def load(store):
        return [await store.load(id) for id in ("table-a", "table-b")]

    assert None not in with_store(tmp_path, load)


def test_those_who_wait_are_told_when_closing_is_broken_off(tmp_path, monkeypatch):
    async def work():
        store = await Store.open(sqlite_url(tmp_path / "db"))
        reached, go_on = held_back(monkeypatch)
        writes = [asyncio.create_task(store.create(stored("table-a")))]
        await reached.wait()
        writes.append(asyncio.create_task(store.create(stored("table-b"))))
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.05)
        closing.cancel()
        told = await asyncio.wait_for(asyncio.gather(*writes, return_exceptions=True), 10)
        go_on.set()
        assert [type(each) for each in told] == [StoreClosedError] * 2

    asyncio.run(work())


def test_a_closed_store_takes_nothing(tmp_path):
    async def work():
        store = await Store.open(sqlite_url(tmp_path / "db"))
        await store.close()
        with pytest.raises(StoreClosedError):
            await asyncio.wait_for(store.create(stored()), 10)

    asyncio.run(work())


def test_a_write_that_cannot_be_put_into_words_fails_alone(tmp_path):
    """Not every error is the database's: a bug here must not leave the others waiting for ever."""

    async def work(store):
        writes = [store.create(stored("table-a", seats=(None,))), store.create(stored("table-b"))]
        told = await asyncio.wait_for(asyncio.gather(*writes, return_exceptions=True), 10)
        assert [type(each) for each in told] == [TypeError, type(None)]

    with_store(tmp_path, work)
