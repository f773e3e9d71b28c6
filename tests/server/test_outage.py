"""The database goes away and comes back: requests are told so, and nobody has to help."""

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.server.browser import Browser, hosting, wait_for
from tests.server.services import postgres_service

PATIENCE = 40


def is_refused(answer):
    """Tell whether a request was told that the database is away; anything but that and success is a fault."""
    if answer.status_code == 200:
        return False
    assert answer.status_code == 503, answer.text
    assert answer.json()["error"]["code"] == "server/unavailable"
    assert "Traceback" not in answer.text
    return True


def begin_turn(browser, table):
    """Take the first decision there is."""
    return browser.decide(table, table["game"]["question"]["legal"][0]["text"])


def moves_on(browser, table):
    """Tell whether the bots of a table have taken a turn since `table` was seen."""
    answer = browser.get(f"/api/tables/{table['id']}", after=9999)
    return (
        answer.status_code == 200 and answer.json()["table"]["game"]["turn"] > table["game"]["turn"]
    )


@pytest.mark.postgres
def test_everything_comes_back_by_itself_after_postgresql_was_stopped(tmp_path):
    rng = random.Random(1)
    with (
        postgres_service() as database,
        hosting(tmp_path, database_url=database.url) as host,
        closing(Browser(host.url)) as browser,
    ):
        table = browser.play_turn(browser.create("me", "hotseat"), rng)
        bots = browser.create("bot", "bot")
        database.stop()
        assert is_refused(begin_turn(browser, table))
        assert is_refused(browser.get("/api/tables"))
        database.start()
        wait_for(lambda: not is_refused(browser.get("/api/tables")), patience=PATIENCE)
        seen = browser.view(bots["id"])
        wait_for(lambda: moves_on(browser, seen) or seen["status"] == "finished", patience=PATIENCE)
        table = browser.play_turn(browser.view(table["id"]), rng)
        assert table["game"]["turn"] == 2


def test_a_locked_file_refuses_those_who_wait_together_and_is_used_again(tmp_path):
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        tables = [browser.create("me", "hotseat") for _ in range(4)]
        path = next(tmp_path.glob("*.db"))
        with closing(sqlite3.connect(path, isolation_level=None)) as locker:
            locker.execute("BEGIN EXCLUSIVE")
            with ThreadPoolExecutor(4) as pool:
                answers = list(pool.map(lambda each: begin_turn(browser, each), tables))
            assert all(is_refused(answer) for answer in answers)
            locker.execute("ROLLBACK")
        for table in tables:
            assert not is_refused(begin_turn(browser, browser.view(table["id"])))
