"""The database goes away and comes back: requests are told so, and nobody has to help."""

import random
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import httpx
import pytest
import websockets
from websockets.sync.client import connect

from tests.server.browser import Browser, hosting, wait_for
from tests.server.process import Process
from tests.server.services import lasting_port, postgres_service, redis_service
from tests.server.test_serve import complaint

pytestmark = pytest.mark.slow

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


def ask(url):
    """Return the answer of a server that may not listen yet."""
    with suppress(httpx.TransportError):
        return httpx.get(url)
    return None


@pytest.mark.postgres
@pytest.mark.redis
def test_a_server_that_starts_before_its_services_waits_for_them():
    port = lasting_port()
    url = f"http://127.0.0.1:{port}"
    with postgres_service() as database, redis_service() as bus:
        database.stop()
        bus.stop()
        env = {"DATABASE_URL": database.url, "REDIS_URL": bus.url}
        process = Process("serve", "--port", str(port), env=env, wait=False)
        try:
            said = process.complaint()
            assert "the database cannot be used, waiting for it" in said
            wait_for(lambda: ask(f"{url}/api/health"), patience=PATIENCE)
            health = httpx.get(f"{url}/api/health")
            assert health.status_code == 200
            assert health.json()["database"] == "postgresql"
            ready = httpx.get(f"{url}/api/ready")
            assert ready.status_code == 503
            error = ready.json()["error"]
            assert error["code"] == "server/not-ready"
            assert {part["name"]: part["state"] for part in error["parts"]} == {
                "database": "unreachable"
            }
            assert is_refused(httpx.get(f"{url}/api/tables"))
            assert is_refused(httpx.post(f"{url}/api/tables", json={}))
            with pytest.raises(websockets.InvalidStatus) as refused:
                connect(f"ws://127.0.0.1:{port}/api/tables/nosuchtable/live")
            assert refused.value.response.status_code == 503
            for page in ("/", "/shared/somegame"):
                assert httpx.get(url + page).status_code == 200, "the page is there"
            database.start()
            process.wait_until_ready()
            assert process.url == url
            # Redis may stay away: the database decides.
            with closing(Browser(url)) as browser:
                browser.play_turn(browser.create("me", "hotseat"), random.Random(1))
                assert browser.get("/api/ready").status_code == 503
                bus.start()
                wait_for(lambda: browser.get("/api/ready").status_code == 200, patience=PATIENCE)
            assert process.end(signal.SIGTERM) in (0, -signal.SIGTERM)
            assert process.errors.count("the database cannot be used") == 0
        finally:
            process.process.kill()
            process.wait()


@pytest.mark.postgres
def test_a_server_that_waits_for_its_database_ends_when_told_to():
    with postgres_service() as database:
        database.stop()
        process = Process("serve", "--port", "0", env={"DATABASE_URL": database.url}, wait=False)
        try:
            assert "waiting for it" in process.complaint()
            assert process.end(signal.SIGTERM) in (0, -signal.SIGTERM)
            assert "Traceback" not in process.errors
            assert process.line == ""
        finally:
            process.process.kill()
            process.wait()


@pytest.mark.postgres
def test_a_database_that_will_never_be_there_is_told():
    with postgres_service() as database:
        nowhere = database.url.replace("/postgres", "/nosuchdatabase")
        said = complaint("serve", "--port", "0", DATABASE_URL=nowhere)
        assert "nosuchdatabase" in said
