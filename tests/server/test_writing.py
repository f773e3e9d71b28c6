"""Many writes of play in a few statements: stored as one by one, and if one of them is refused, the others are not."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import event

from praefectus.server import writing
from praefectus.server.stored import Draft, Extent
from tests.server.test_store import stored, with_store

TABLES = 120


def changed(table, number):
    """Return what a decision or the end of a turn makes of a table, and how it is saved."""
    version = table.version + 1
    if number % 3:
        draft = Draft((f"play {number}", "build roma"), ("end",), at=number / 7)
        return table.with_values(version=version, draft=draft), {"extent": Extent.DRAFT}
    values = {"number": 2, "turn": 1, "decider": number % 2, "draft": Draft()}
    new = table.with_values(version=version, updated=1 / (number + 3), **values)
    return new, {"extent": Extent.TURN, "actions": (f"play {number}", "end")}


async def play(store, count=TABLES):
    """Create tables and save a change of each, all at once; return tables, changes and outcomes."""
    tables = [stored(f"table-{number:04d}") for number in range(count)]
    await asyncio.gather(*(store.create(table) for table in tables))
    changes = [changed(table, number) for number, table in enumerate(tables)]
    saving = [
        store.save(new, seen=old, **how) for old, (new, how) in zip(tables, changes, strict=True)
    ]
    return tables, changes, await asyncio.gather(*saving)


async def contents(store, tables):
    return [await store.load(table.id) for table in tables]


@pytest.mark.parametrize("can", [True, False])
def test_what_is_saved_comes_back(tmp_path, monkeypatch, can):
    monkeypatch.setattr(writing, "_CAN_CHANGE_MANY", can)

    async def work(store):
        tables, changes, outcomes = await play(store)
        assert outcomes == [True] * TABLES
        for found, (new, how) in zip(await contents(store, tables), changes, strict=True):
            assert found == (new, list(how.get("actions", ())))

    with_store(tmp_path, work)


def test_few_statements_are_enough(tmp_path):
    """So the writer rarely waits for the thread that answers."""
    statements: list[str] = []

    async def work(store):
        @event.listens_for(store._disk._engine, "connect")
        def trace(connection, _):
            connection.set_trace_callback(statements.append)

        tables = [stored(f"table-{number:04d}") for number in range(TABLES)]
        await asyncio.gather(*(store.create(table) for table in tables))
        statements.clear()
        changes = [changed(table, number) for number, table in enumerate(tables)]
        await asyncio.gather(
            *(
                store.save(new, seen=old, **how)
                for old, (new, how) in zip(tables, changes, strict=True)
            )
        )

    with_store(tmp_path, work)
    made = [text for text in statements if text.startswith(("UPDATE", "INSERT"))]
    assert 0 < len(made) < 12


def test_a_write_that_comes_too_late_is_refused_alone(tmp_path):
    async def work(store):
        tables = [stored(f"table-{number:04d}") for number in range(TABLES)]
        await asyncio.gather(*(store.create(table) for table in tables))
        late = {7, 60, 61}
        saving = []
        for number, table in enumerate(tables):
            new, how = changed(table, number)
            seen = replace(table, version=9) if number in late else table
            saving.append(store.save(new, seen=seen, **how))
        outcomes = await asyncio.gather(*saving)
        assert outcomes == [number not in late for number in range(TABLES)]
        for number, found in enumerate(await contents(store, tables)):
            new, how = changed(tables[number], number)
            expected = (
                (tables[number], []) if number in late else (new, list(how.get("actions", ())))
            )
            assert found == expected

    with_store(tmp_path, work)


def test_of_two_writes_to_one_table_in_a_batch_one_succeeds(tmp_path):
    async def work(store):
        tables = [stored(f"table-{number:04d}") for number in range(10)]
        await asyncio.gather(*(store.create(table) for table in tables))
        saving = [
            store.save(changed(table, number)[0], seen=table, **changed(table, number)[1])
            for table in tables
            for number in (3, 4)
        ]
        outcomes = await asyncio.gather(*saving)
        assert [sum(outcomes[n : n + 2]) for n in range(0, 20, 2)] == [1] * 10
        for n, (found, actions) in enumerate(await contents(store, tables)):
            taken = 3 if outcomes[2 * n] else 4
            new, how = changed(tables[n], taken)
            assert (found, actions) == (new, list(how.get("actions", ())))

    with_store(tmp_path, work)


def test_other_writes_go_with_them(tmp_path):
    """A rename and a new table in the same batch."""

    async def work(store):
        tables = [stored(f"table-{number:04d}") for number in range(10)]
        await asyncio.gather(*(store.create(table) for table in tables))
        renamed = replace(tables[0], version=1, name="Roma")
        made = stored("table-new")
        saving = [store.save(renamed, seen=tables[0])]
        saving += [
            store.save(changed(table, n)[0], seen=table, **changed(table, n)[1])
            for n, table in enumerate(tables[1:], 1)
        ]
        await asyncio.gather(*saving, store.create(made))
        assert (await store.find("table-0000")).name == "Roma"
        assert await store.find("table-new") == made
        for n, (found, _) in enumerate(await contents(store, tables[1:]), 1):
            assert found == changed(tables[n], n)[0]

    with_store(tmp_path, work)


def test_an_action_that_is_there_already_spoils_only_its_own_write(tmp_path):
    async def work(store):
        tables = [stored(f"table-{number:04d}") for number in range(10)]
        await asyncio.gather(*(store.create(table) for table in tables))
        first, _ = changed(tables[3], 3)
        await store.save(first, seen=tables[3], extent=Extent.TURN, actions=("play 3", "end"))
        again = first.with_values(version=2)  # which counts the same actions once more
        saving = [store.save(again, seen=first, extent=Extent.TURN, actions=("play 4", "end"))]
        saving += [
            store.save(changed(table, n)[0], seen=table, **changed(table, n)[1])
            for n, table in enumerate(tables)
            if n != 3
        ]
        outcomes = await asyncio.gather(*saving, return_exceptions=True)
        assert isinstance(outcomes[0], Exception)
        assert outcomes[1:] == [True] * 9
        assert await store.load("table-0003") == (first, ["play 3", "end"])

    with_store(tmp_path, work)
