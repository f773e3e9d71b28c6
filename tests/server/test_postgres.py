"""The same on PostgreSQL."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import text

from praefectus.rules.options import Options
from praefectus.server.store import Store
from praefectus.server.stored import StoredTable
from tests.server.browser import Browser, hosting, wait_for
from tests.server.services import postgres
from tests.server.test_store import stored as old_table

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def database():
    with postgres() as url:
        yield url


@pytest.fixture
def browser(database, tmp_path):
    with hosting(tmp_path, database_url=database) as host, closing(Browser(host.url)) as browser:
        yield browser


def test_a_game_is_played_and_found_again(browser, database, tmp_path):
    assert browser.get("/api/health").json()["database"] == "postgresql"
    rng = random.Random(1)
    table = browser.create("me", "hotseat", name="Ὀδύσσεια")
    for _ in range(5):
        table = browser.play_turn(table, rng)
    tentative = browser.take(table, table["game"]["question"]["legal"][0]["text"])
    with hosting(tmp_path, database_url=database) as host, closing(Browser(host.url)) as again:
        again.http.cookies.update(browser.http.cookies)
        view = again.view(table["id"])
        assert view["game"] == tentative["game"]
        assert view["name"] == "Ὀδύσσεια"
        assert [each["id"] for each in again.get("/api/tables").json()["tables"]] == [table["id"]]


def test_bots_play(browser):
    table = browser.create("bot", "bot")
    wait_for(lambda: browser.view(table["id"], after=9999)["status"] == "finished", patience=60)


def test_of_many_one_wins(browser):
    table = browser.create("me", "hotseat")
    view = browser.take(table, "play architect")
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: browser.do(view, "end").status_code, range(6)))
    assert sorted(answers) == [200] + [409] * 5


def test_many_tables_at_once(browser):
    def play(number):
        with closing(Browser(browser.url)) as own:
            table = own.create("me", "hotseat")
            rng = random.Random(number)
            for _ in range(3):
                table = own.play_turn(table, rng)
            return table["game"]["turn"]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, range(8))) == [3] * 8


def test_the_options_of_an_old_database_become_one_value():
    """Down to the columns of before by hand, up by the migration."""

    def columns(stored: StoredTable) -> str:
        rules = stored.options.rules()
        return f"map = '{stored.map}', edition = '{rules['edition']}', intermediate_scoring = true"

    async def work(url: str) -> None:
        store = await Store.open(url)
        before = old_table("old", options=Options("italia", 2, "first", intermediate_scoring=True))
        await store.create(before)
        async with store._engine.begin() as connection:
            for change in (
                "DROP COLUMN options",
                "ADD COLUMN map VARCHAR(40)",
                "ADD COLUMN edition VARCHAR(16)",
                "ADD COLUMN intermediate_scoring BOOLEAN",
            ):
                await connection.execute(text(f"ALTER TABLE game_table {change}"))
            await connection.execute(text(f"UPDATE game_table SET {columns(before)}"))
            await connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
        await store.close()
        again = await Store.open(url)
        assert await again.load("old") == (before, [])
        await again.close()

    with postgres() as url:
        asyncio.run(work(url))
