"""The WebSocket: who is told what, when."""

import json

import pytest
import websockets.exceptions

from tests.server.browser import Browser, wait_for


def receive(socket, timeout=10):
    message = json.loads(socket.recv(timeout=timeout))
    assert message["type"] == "update"
    return message


def until(socket, wanted):
    """Return the first message that is as wanted; presence and the like come in between."""
    while True:
        message = receive(socket)
        if wanted(message):
            return message


@pytest.fixture
def table(browser, other):
    table = browser.create("me", "open")
    other.join(table, "Cato")
    return table["id"]


def split(table, *browsers: Browser):
    """Return who must decide, their view, and who must not."""
    views = [(each, each.view(table)) for each in browsers]
    actor, view = next(pair for pair in views if pair[1]["game"]["question"])
    idle, _ = next(pair for pair in views if not pair[1]["game"]["question"])
    return actor, view, idle


def test_the_table_comes_at_once(browser, table):
    with browser.watch(table) as socket:
        message = receive(socket)
        assert message["table"]["id"] == table
        assert message["log"] == []


def test_an_ended_turn_is_broadcast(browser, other, table, new_browser):
    actor, view, idle = split(table, browser, other)
    with idle.watch(table) as socket, new_browser().watch(table) as spectator:
        receive(socket)
        receive(spectator)
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
        until(own_tab, lambda m: all(seat["connected"] for seat in m["table"]["seats"]))
        until(foreign, lambda m: all(seat["connected"] for seat in m["table"]["seats"]))
        actor.take(view, "play architect")
        message = until(own_tab, lambda m: m["table"]["game"]["question"]["tentative"])
        assert message["table"]["game"]["question"]["tentative"][0]["text"] == "play architect"
        with pytest.raises(TimeoutError):
            foreign.recv(timeout=0.3)


def test_a_socket_goes_on_where_it_left(browser, other, table):
    actor, view, _ = split(table, browser, other)
    actor.do(actor.take(view, "play architect"), "end")
    with browser.watch(table) as socket:
        assert len(receive(socket)["log"]) == 1
    with browser.watch(table, "?after=1") as socket:
        assert receive(socket)["log"] == []


def test_the_lobby_is_live(browser, other):
    table = browser.create("me", "open")
    with browser.watch(table["id"]) as socket:
        assert receive(socket)["table"]["status"] == "lobby"
        other.join(table, "Cato")
        message = until(socket, lambda m: m["table"]["status"] == "playing")
        assert message["table"]["game"] is not None


def test_who_is_there_is_seen(browser, other, table):
    def connected(message):
        return {seat["mine"]: seat["connected"] for seat in message["table"]["seats"]}

    with browser.watch(table) as socket:
        assert connected(receive(socket)) == {True: True, False: False}
        with other.watch(table):
            until(socket, lambda m: connected(m)[False])
        until(socket, lambda m: not connected(m)[False])


def test_a_ping_is_answered(browser, table):
    with browser.watch(table) as socket:
        receive(socket)
        socket.send('{"type": "ping"}')
        assert json.loads(socket.recv(timeout=5)) == {"type": "pong"}


def test_a_sender_that_fails_closes_the_socket_at_once(browser, table, host, monkeypatch):
    """Not only at the next ping: until then the page would take an old table for the new one."""

    def fail(*_):
        raise ConnectionError("gone")

    with browser.watch(table) as socket:
        receive(socket)
        monkeypatch.setattr(host.parts.tables, "update", fail)
        host.parts.hub.notify(table)
        with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
            socket.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
    wait_for(lambda: not host.parts.hub.is_watched(table))


@pytest.mark.parametrize("text", ["hello", '{"type": "decide"}', "[" * 900, "x" * 2000, '{"type":'])
def test_anything_else_closes_the_socket(browser, table, text):
    with browser.watch(table) as socket:
        receive(socket)
        socket.send(text)
        with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
            socket.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4400


@pytest.mark.parametrize("message", [b"\x00\xff", b'{"type": "ping"}', "ping", "[]", "{" * 5000])
def test_what_is_no_ping_closes_the_socket(browser, table, message):
    with browser.watch(table) as socket:
        receive(socket)
        socket.send(message)
        with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
            list(iter(lambda: socket.recv(timeout=20), ""))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (1009, 4400)


def test_too_many_messages_close_the_socket(browser, table):
    with browser.watch(table) as socket:
        receive(socket)
        for _ in range(30):
            socket.send('{"type": "ping"}')
        with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
            list(iter(lambda: socket.recv(timeout=5), ""))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429


@pytest.mark.parametrize(
    ("table_id", "headers", "code"),
    [("nosuchtable", {}, 4404), (None, {"Origin": "http://elsewhere.example"}, 4403)],
)
def test_a_socket_that_may_not_be_is_closed(browser, table, table_id, headers, code):
    with browser.watch(table_id or table, headers=headers) as socket:
        with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
            socket.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


def test_sockets_are_forgotten(browser, table, host):
    with browser.watch(table) as socket:
        receive(socket)
        assert host.parts.hub.is_watched(table)
    wait_for(lambda: not host.parts.hub.is_watched(table))
