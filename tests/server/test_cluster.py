"""Several servers on one database: messages get lost, Redis goes away, and everybody still sees the same."""

import json
import random
from contextlib import ExitStack, closing

import pytest

from tests.server.browser import Browser, hosting, wait_for
from tests.server.services import postgres, redis_service

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
PATIENCE = 40


@pytest.fixture(scope="module")
def bus():
    with redis_service() as service:
        yield service


@pytest.fixture(scope="module")
def hosts(tmp_path_factory, bus):
    with ExitStack() as stack:
        database = stack.enter_context(postgres())
        yield [
            stack.enter_context(
                hosting(tmp_path_factory.mktemp("host"), database_url=database, redis_url=bus.url)
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


@pytest.fixture
def silent(hosts, monkeypatch):
    """The messages of the first server get lost."""

    async def say_nothing(table_id):
        del table_id

    monkeypatch.setattr(hosts[0].parts.tables.bus, "publish", say_nothing)


@pytest.mark.usefixtures("silent")
def test_who_has_seen_more_than_a_server_is_believed(tabs):
    """Not refused as stale, nor as somebody whose turn it is not."""
    one, two = tabs
    rng = random.Random(1)
    table = one.create("me", "hotseat")
    two.view(table["id"])
    for _ in range(6):
        seen = one.play_turn(table, rng)
        table = two.play_turn(seen, rng)


@pytest.mark.usefixtures("silent")
def test_who_watches_sees_a_change_whose_message_was_lost(tabs):
    one, two = tabs
    table = one.create("me", "hotseat")
    with two.watch(table["id"]) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["table"]["game"]["turn"] == 0
        one.play_turn(table, random.Random(1))
        while json.loads(socket.recv(timeout=PATIENCE))["table"]["game"]["turn"] != 1:
            pass


@pytest.mark.usefixtures("silent")
def test_a_reload_shows_the_table_as_it_is(tabs):
    one, two = tabs
    table = one.create("me", "hotseat")
    two.view(table["id"])
    ended = one.play_turn(table, random.Random(1))
    wait_for(lambda: two.view(table["id"])["version"] == ended["version"], patience=PATIENCE)


def test_redis_goes_away_and_comes_back(tabs, bus):
    one, two = tabs
    rng = random.Random(1)
    table = one.create("me", "hotseat")
    with two.watch(table["id"]) as socket:
        bus.stop()
        table = one.play_turn(table, rng)
        while json.loads(socket.recv(timeout=PATIENCE))["table"]["game"]["turn"] != 1:
            pass
        bus.start()
        one.play_turn(table, rng)
        while json.loads(socket.recv(timeout=PATIENCE))["table"]["game"]["turn"] != 2:
            pass
