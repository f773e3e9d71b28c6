"""The WebSocket: who is told what, when."""

import json
import time
from contextlib import ExitStack, suppress
from socket import create_connection as connect_raw
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
import websockets.exceptions

from praefectus.server import socket_protocol
from praefectus.server.store import StoreUnavailableError
from tests.server.browser import PATIENCE, Browser, next_update, wait_for


def presence(socket):
    """Return the next message, which must be one of presence."""
    message = json.loads(socket.recv(timeout=PATIENCE))
    assert message["type"] == "presence"
    return message["connected"]


def close_code(socket):
    """Return the code that a socket is closed with; who is present may be told first."""
    with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
        list(iter(lambda: socket.recv(timeout=PATIENCE), ""))
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def is_silent(socket):
    with pytest.raises(TimeoutError):
        socket.recv(timeout=0.6)
    return True


def until(socket, wanted):
    """Return the first update that is as wanted."""
    while True:
        message = next_update(socket)
        if wanted(message):
            return message


@pytest.fixture
def table(browser, other):
    table = browser.create("me", "open")
    other.join(table, "Cato")
    return table["id"]


async def notify(host, table):
    host.parts.hub.notify(table)


def split(table, *browsers: Browser):
    """Return who must decide, their view, and who must not."""
    views = [(each, each.view(table)) for each in browsers]
    actor, view = next(pair for pair in views if pair[1]["game"]["question"])
    idle, _ = next(pair for pair in views if not pair[1]["game"]["question"])
    return actor, view, idle


def test_the_table_comes_at_once(browser, table):
    with browser.watch(table) as socket:
        message = next_update(socket)
        assert message["table"]["id"] == table
        assert message["log"] == []


def test_an_ended_turn_is_broadcast(browser, other, table, new_browser):
    actor, view, idle = split(table, browser, other)
    with idle.watch(table) as socket, new_browser().watch(table) as spectator:
        next_update(socket)
        next_update(spectator)
        actor.do(actor.take(view, "play architect"), "end")
        for each in (socket, spectator):
            message = until(each, lambda m: m["log"])
            assert message["table"]["game"]["turn"] == 1
            assert [turn["turn"] for turn in message["log"]] == [1]
        assert message["table"]["game"]["question"] is None
        assert message["table"]["seat"] is None


def test_a_tentative_turn_is_sent_to_its_own_browser_only(browser, other, table):
    actor, view, idle = split(table, browser, other)
    with actor.watch(table) as own_tab, idle.watch(table) as foreign:
        next_update(own_tab)
        next_update(foreign)
        actor.take(view, "play architect")
        message = until(own_tab, lambda m: m["table"]["game"]["question"]["tentative"])
        assert message["table"]["game"]["question"]["tentative"][0]["text"] == "play architect"
        with pytest.raises(TimeoutError):
            next_update(foreign, patience=0.3)


def test_a_socket_goes_on_where_it_left(browser, other, table):
    actor, view, _ = split(table, browser, other)
    actor.do(actor.take(view, "play architect"), "end")
    with browser.watch(table) as socket:
        assert len(next_update(socket)["log"]) == 1
    with browser.watch(table, "?after=1") as socket:
        assert next_update(socket)["log"] == []


def test_the_lobby_is_live(browser, other):
    table = browser.create("me", "open")
    with browser.watch(table["id"]) as socket:
        assert next_update(socket)["table"]["status"] == "lobby"
        other.join(table, "Cato")
        message = until(socket, lambda m: m["table"]["status"] == "playing")
        assert message["table"]["game"] is not None


def test_who_is_there_is_seen(browser, other, table):
    seats = {seat["mine"]: seat["seat"] for seat in browser.view(table)["seats"]}
    with browser.watch(table) as socket:
        sent = next_update(socket)["table"]["seats"]
        assert {seat["mine"]: seat["connected"] for seat in sent} == {True: True, False: False}
        presence(socket)  # of the browser itself
        with other.watch(table):
            assert presence(socket) == [True, True]
        assert presence(socket) == [number == seats[True] for number in range(2)]


def test_spectators_come_and_go_unseen(browser, table, new_browser):
    """A message to everybody for each of them would cost the square of their number."""
    spectator = new_browser()
    spectator.get("/api/tables")
    with browser.watch(table) as socket:
        next_update(socket)
        presence(socket)
        with new_browser().watch(table) as stranger, spectator.watch(table) as known:
            next_update(stranger)
            next_update(known)
            assert is_silent(socket)
        assert is_silent(socket)


def test_a_second_tab_changes_nothing(browser, other, table):
    with browser.watch(table) as socket:
        next_update(socket)
        presence(socket)
        with other.watch(table):
            assert all(presence(socket))
            with other.watch(table) as tab:
                next_update(tab)
            assert is_silent(socket)


def test_an_update_is_made_once_for_all_who_see_the_same(
    browser, other, table, new_browser, host, monkeypatch
):
    actor, view, _ = split(table, browser, other)
    made = []
    update = host.parts.tables.update

    def counted(*args, **options):
        made.append(args)
        return update(*args, **options)

    # Texts are shared within a second; that it passes in the middle is no fault.
    now = time.monotonic()
    stopped = SimpleNamespace(monotonic=lambda: now, time=time.time)

    with ExitStack() as stack:
        spectators = [stack.enter_context(new_browser().watch(table)) for _ in range(5)]
        for each in spectators:
            next_update(each)
        played = actor.take(view, "play architect")
        monkeypatch.setattr(host.parts.tables, "update", counted)
        monkeypatch.setattr("praefectus.server.registry.time", stopped)
        actor.do(played, "end")
        texts = {json.dumps(until(each, lambda m: m["log"])) for each in spectators}
    assert len(texts) == 1
    assert len(made) == 2, "for the actor's answer and for the spectators"


def test_a_socket_that_reads_nothing_is_dropped(table, host, monkeypatch):
    monkeypatch.setattr(socket_protocol, "SLOW_SECONDS", 0.3)
    monkeypatch.setattr(host.parts.tables, "update_text", lambda *_: b"x" * 20_000_000)
    where = urlsplit(host.url)
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    upgrade = f"Host: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}"
    with connect_raw((where.hostname, where.port)) as slow:
        slow.sendall(f"GET /api/tables/{table}/live HTTP/1.1\r\n{upgrade}\r\n\r\n".encode())
        wait_for(lambda: host.parts.hub.is_watched(table))
        wait_for(lambda: not host.parts.hub.is_watched(table))
        received = sum(len(part) for part in iter(lambda: slow.recv(1_000_000), b""))
    assert received < 20_000_000


def test_a_ping_is_answered(browser, table):
    with browser.watch(table) as socket:
        next_update(socket)
        presence(socket)
        socket.send('{"type": "ping"}')
        assert json.loads(socket.recv(timeout=PATIENCE)) == {"type": "pong"}


def test_a_sender_that_fails_closes_the_socket_at_once(browser, table, host, monkeypatch):
    """Not only at the next ping: until then the page would take an old table for the new one."""

    def fail(*_):
        raise ConnectionError("gone")

    with browser.watch(table) as socket:
        next_update(socket)
        monkeypatch.setattr(host.parts.tables, "update_text", fail)
        host.run(notify(host, table))
        assert close_code(socket) == 1011
    wait_for(lambda: not host.parts.hub.is_watched(table))


@pytest.mark.parametrize("when", ["it connects", "the table changes"])
def test_without_the_database_a_socket_is_told_to_connect_again(
    browser, table, host, monkeypatch, caplog, when
):
    """Quietly: the store has logged why, and a thousand sockets would repeat it."""

    async def away(*_):
        raise StoreUnavailableError("gone")

    with ExitStack() as stack:
        if when == "it connects":
            monkeypatch.setattr(host.parts.tables, "get", away)
        socket = stack.enter_context(browser.watch(table))
        if when == "the table changes":
            next_update(socket)
            monkeypatch.setattr(host.parts.tables, "get", away)
            monkeypatch.setattr(host.parts.tables, "at_hand", lambda _: None)
            host.run(notify(host, table))
        assert close_code(socket) == 1013
    wait_for(lambda: not host.parts.hub.is_watched(table))
    assert not [each for each in caplog.records if "socket" in each.getMessage() or each.exc_info]


@pytest.mark.parametrize("text", ["hello", '{"type": "decide"}', "[" * 900, "x" * 2000, '{"type":'])
def test_anything_else_closes_the_socket(browser, table, text):
    with browser.watch(table) as socket:
        next_update(socket)
        socket.send(text)
        assert close_code(socket) == 4400


@pytest.mark.parametrize("message", [b"\x00\xff", b'{"type": "ping"}', "ping", "[]", "{" * 5000])
def test_what_is_no_ping_closes_the_socket(browser, table, message):
    with browser.watch(table) as socket:
        next_update(socket)
        socket.send(message)
        assert close_code(socket) in (1009, 4400)


def test_too_many_messages_close_the_socket(browser, table):
    with browser.watch(table) as socket:
        next_update(socket)

        # The server may close while the rest is still being sent.
        with suppress(websockets.exceptions.ConnectionClosed):
            for _ in range(200):
                socket.send('{"type": "ping"}')
        assert close_code(socket) == 4429


@pytest.mark.parametrize(
    ("table_id", "headers", "code"),
    [
        ("nosuchtable", {}, 4404),
        ("%00nosuchtable", {}, 4404),
        (None, {"Origin": "http://elsewhere.example"}, 4403),
        (None, {"Origin": "http://["}, 4403),
    ],
)
def test_a_socket_that_may_not_be_is_closed(browser, table, table_id, headers, code):
    with browser.watch(table_id or table, headers=headers) as socket:
        assert close_code(socket) == code


def test_sockets_are_forgotten(browser, table, host):
    with browser.watch(table) as socket:
        next_update(socket)
        assert host.parts.hub.is_watched(table)
    wait_for(lambda: not host.parts.hub.is_watched(table))
