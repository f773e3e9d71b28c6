"""The same on PostgreSQL."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.exceptions import ConnectionClosed

from praefectus.rules.options import Options
from praefectus.server.store import Store
from tests.server.browser import Browser, hosting, wait_for
from tests.server.revisions import insert_seat, insert_table, to_revision
from tests.server.services import postgres

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


def test_what_postgresql_cannot_store_is_asked_for_in_vain(browser):
    """It refuses zeros in texts."""
    assert browser.get("/api/shared/%00nosuchgame/picture.png").status_code == 404
    with browser.watch("%00nosuchtable") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


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
    """A table as it was kept when every option had a column of its own."""

    def make_old(connection: Connection) -> None:
        to_revision(connection, "0002")
        insert_table(connection, "old", status="lobby", hints=True)
        for seat in range(2):
            insert_seat(connection, "old", seat, "open")

    async def work(url: str) -> None:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.run_sync(make_old)
        await engine.dispose()
        store = await Store.open(url)
        found = await store.find("old")
        assert found is not None
        assert found.options == Options("italia", 2, "first", intermediate_scoring=True)
        assert (found.name, found.version, found.branch) == ("Old", 3, None)
        await store.close()

    with postgres() as url:
        asyncio.run(work(url))
