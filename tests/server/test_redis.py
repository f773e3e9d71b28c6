"""Two servers on one PostgreSQL database, joined by Redis: one table, whoever asks whom."""

import json
import random
from contextlib import ExitStack, closing

import pytest

from tests.server.browser import Browser, hosting, wait_for
from tests.server.services import postgres, redis

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
        assert json.loads(socket.recv(timeout=5))["table"]["game"]["turn"] == 0
        view = one.take(table, "play architect")
        message = json.loads(socket.recv(timeout=5))
        assert message["table"]["game"]["question"]["tentative"]
        one.do(view, "end")
        while not message["log"]:
            message = json.loads(socket.recv(timeout=5))
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
