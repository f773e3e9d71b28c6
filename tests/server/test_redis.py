"""Two servers on one PostgreSQL database, joined by Redis: one table, whoever asks whom."""

import asyncio
import random
import socket
import subprocess
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from praefectus.server.redis_bus import RedisBus
from tests.server.browser import Browser, hosting, next_update, wait_for
from tests.server.services import need, postgres, redis, redis_service

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture(scope="module")
def hosts(tmp_path_factory):
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis())
        yield [
            stack.enter_context(
                hosting(tmp_path_factory.mktemp("host"), database_url=database, redis_url=bus)
            )
            for _ in range(2)
        ]


@pytest.fixture
def tabs(hosts):
    """Two tabs of one browser, each at another server."""
    with closing(Browser(hosts[0].url)) as one, closing(Browser(hosts[1].url)) as two:
        one.get("/api/tables")
        two.http.cookies.update(one.http.cookies)
        yield one, two


def test_what_one_server_is_told_the_other_shows(tabs):
    one, two = tabs
    table = one.create("me", "hotseat")
    with two.watch(table["id"]) as socket:
        assert next_update(socket)["table"]["game"]["turn"] == 0
        view = one.take(table, "play architect")
        while not (message := next_update(socket))["table"]["game"]["question"]["tentative"]:
            pass
        one.do(view, "end")
        while not message["log"]:
            message = next_update(socket)
        assert message["table"]["game"]["turn"] == 1


def test_turns_go_to_and_fro(tabs):
    table = tabs[0].create("me", "hotseat")
    rng = random.Random(2)
    for number in range(12):
        tab = tabs[number % 2]
        view = wait_for(
            lambda: (v := tab.view(table["id"]))["game"]["turn"] == number and v  # noqa: B023
        )
        tab.play_turn(view, rng)


def test_a_server_that_was_not_told_refuses_what_is_stale(tabs, hosts):
    """The database decides, not the messages."""
    one, two = tabs
    table = one.create("me", "hotseat")
    two.view(table["id"])  # now in both memories
    silent = hosts[0].parts.tables.bus
    publish = silent.publish

    async def say_nothing(table_id):
        del table_id

    silent.publish = say_nothing
    try:
        one.take(table, "play architect")
        answer = two.decide(table, "play prefect")
        assert answer.status_code == 409
        fresh = answer.json()["error"]["update"]["table"]
        assert fresh["game"]["question"]["tentative"][0]["text"] == "play architect"
    finally:
        silent.publish = publish


def test_bots_play_each_turn_once(tabs, hosts):
    one, two = tabs
    table = one.create("bot", "bot")
    with two.watch(table["id"]):
        wait_for(lambda: two.view(table["id"], after=9999)["status"] == "finished", patience=60)
    views = [tab.view(table["id"]) for tab in tabs]
    assert views[0]["game"] == views[1]["game"]
    actions = hosts[0].parts.tables._tables[table["id"]].actions
    assert actions == hosts[1].parts.tables._tables[table["id"]].actions


def test_one_key_signs_all_cookies(tabs):
    one, two = tabs
    table = one.create("me", "hotseat")
    assert any(seat["mine"] for seat in two.view(table["id"])["seats"])


def test_nobody_waits_for_a_redis_that_is_silent(monkeypatch):
    """As behind a firewall that drops everything."""
    monkeypatch.setattr("praefectus.server.redis_bus._PATIENCE_SECONDS", 3600)

    async def publish(port):
        bus = RedisBus(f"redis://127.0.0.1:{port}")
        for table_id in ("one table", "another table"):
            await asyncio.wait_for(bus.publish(table_id), 30)
        await asyncio.wait_for(bus.close(), 30)

    with socket.create_server(("127.0.0.1", 0)) as silent:
        asyncio.run(publish(silent.getsockname()[1]))


def test_a_lost_connection_is_told():
    """What was said meanwhile is lost; so it must not come back unnoticed."""

    async def listen(service):
        bus = RedisBus(service.url)
        gaps: asyncio.Queue[str] = asyncio.Queue()

        async def hear(table_id):
            del table_id

        listening = asyncio.create_task(bus.listen(hear, lambda: gaps.put_nowait("gap")))
        await asyncio.wait_for(gaps.get(), 30)
        await asyncio.to_thread(service.kill)
        await asyncio.to_thread(service.start)
        await asyncio.wait({listening}, timeout=60)
        assert isinstance(listening.exception(), RedisError | OSError)
        await bus.close()

    with redis_service() as service:
        asyncio.run(listen(service))


def test_a_redis_of_this_machine_may_be_a_file():
    async def talk(url):
        one, two = RedisBus(url), RedisBus(url)
        heard, ready = asyncio.Event(), asyncio.Event()

        async def hear(table_id):
            if table_id == "a table":
                heard.set()

        listening = asyncio.create_task(two.listen(hear, ready.set))
        try:
            await asyncio.wait(
                {asyncio.create_task(ready.wait()), listening}, return_when="FIRST_COMPLETED"
            )
            await one.publish("a table")
            await asyncio.wait_for(heard.wait(), 30)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            await one.close()
            await two.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "socket"
        command = [need("redis-server", "redis-server"), "--port", "0", "--unixsocket", str(path)]
        process = subprocess.Popen([*command, "--save", ""], stdout=subprocess.DEVNULL)
        try:
            wait_for(path.exists)
            asyncio.run(talk(f"unix://{path}"))
        finally:
            process.kill()
            process.wait()
