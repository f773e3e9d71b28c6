"""Several servers on one database: messages get lost, Redis goes away, and everybody still sees the same."""

import asyncio
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager

import pytest

from tests.server.browser import Browser, hosting, next_update, wait_for
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


@contextmanager
def tab_of(browser, url):
    """Yield one more tab of a browser, at a server."""
    with closing(Browser(url)) as tab:
        tab.http.cookies.update(browser.http.cookies)
        yield tab


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
def test_who_waits_for_a_change_that_comes_too_late_is_not_refused(tabs, hosts, monkeypatch):
    """While one request stores its change of an outdated table, the next one waits, and then sees the table as it is."""
    one, two = tabs
    table = one.create("me", "hotseat")
    two.view(table["id"])
    store = hosts[1].parts.store
    begun, go_on, save = threading.Event(), asyncio.Event(), store.save

    async def save_late(*args, **options):
        begun.set()
        await go_on.wait()
        return await save(*args, **options)

    async def release():
        go_on.set()

    monkeypatch.setattr(store, "save", save_late)
    with ThreadPoolExecutor(2) as threads:
        late = threads.submit(two.decide, table, "play prefect")
        assert begun.wait(PATIENCE)
        ended = one.play_turn(table, random.Random(1))
        with tab_of(two, two.url) as tab:
            words = ended["game"]["question"]["legal"][0]["text"]
            waiting = threads.submit(tab.decide, ended, words)
            lock = hosts[1].parts.tables._tables[table["id"]].lock
            wait_for(lambda: lock._waiters)
            hosts[1].run(release())
            assert waiting.result().status_code == 200, waiting.result().text
        assert late.result().json()["error"]["code"] == "action/stale"


@pytest.mark.usefixtures("silent")
def test_nobody_is_refused_because_of_a_message_that_was_lost(tabs):
    """Neither a guest for whom there is a seat now, nor a player whose turn it is now."""
    one, two = tabs
    table = one.create("me", "open")
    one.patch(f"/api/tables/{table['id']}/seats/1", {"kind": "bot", "level": "random"})
    two.view(table["id"])
    one.patch(f"/api/tables/{table['id']}/seats/1", {"kind": "open"})
    with closing(Browser(two.url)) as guest:
        assert guest.join(table).status_code == 200
        # The second server's message about the guest is on its way.
        game = wait_for(lambda: one.view(table["id"])["game"], patience=PATIENCE)
        first, second = (one, guest) if game["question"] else (guest, one)
        with tab_of(first, one.url) as here, tab_of(second, two.url) as there:
            there.view(table["id"])
            here.play_turn(here.view(table["id"]), random.Random(1))
            why = there.get(f"/api/tables/{table['id']}/explain", decision="play prefect")
            assert why.status_code == 200, why.text


@pytest.mark.usefixtures("silent")
def test_who_watches_sees_a_change_whose_message_was_lost(tabs):
    one, two = tabs
    table = one.create("me", "hotseat")
    with two.watch(table["id"]) as socket:
        assert next_update(socket, PATIENCE)["table"]["game"]["turn"] == 0
        one.play_turn(table, random.Random(1))
        while next_update(socket, PATIENCE)["table"]["game"]["turn"] != 1:
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
        while next_update(socket, PATIENCE)["table"]["game"]["turn"] != 1:
            pass
        bus.start()
        one.play_turn(table, rng)
        while next_update(socket, PATIENCE)["table"]["game"]["turn"] != 2:
            pass
