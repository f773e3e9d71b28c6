"""Decisions over the table's socket: answered as those by HTTP are, once, whatever happens to the socket."""

import asyncio
import json
import random
from contextlib import closing, suppress
from socket import SHUT_RDWR

import pytest
import websockets.exceptions

from praefectus.server.settings import Limits
from praefectus.server.store import StoreUnavailableError
from tests.server.browser import PATIENCE, Browser, hosting, next_update, wait_for

MOST_WAIT = 0.5


def answer(socket):
    """Return the next answer; updates and presence may come in between."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] in ("done", "refused"):
            return message


def ask(socket, what, version, request_id=1, **more):
    """Send a request and return its answer."""
    socket.send(json.dumps({"type": what, "id": request_id, "version": version, **more}))
    found = answer(socket)
    assert found["id"] == request_id
    return found


def decide(socket, version, words, request_id=1):
    return ask(socket, "decide", version, request_id, decision=words)


def take(socket, version, words):
    """Take a decision that must succeed and return the table after it."""
    found = decide(socket, version, words)
    assert found["type"] == "done", found
    return found["update"]["table"]


def silence(socket):
    """Return what a socket says within a short time, presence left out."""
    heard = []
    with suppress(TimeoutError):
        while True:
            message = json.loads(socket.recv(timeout=MOST_WAIT))
            if message["type"] != "presence":
                heard.append(message)
    return heard


def close_code(socket):
    with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
        list(iter(lambda: socket.recv(timeout=PATIENCE), ""))
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.fixture
def table(browser):
    return browser.create("me", "hotseat")


@pytest.fixture
def socket(browser, table):
    with browser.watch(table["id"]) as socket:
        next_update(socket)
        yield socket


# --------------------------------------------------------------------------------- what is answered


def test_a_turn_is_played(browser, table, socket):
    view = take(socket, table["version"], "play architect")
    assert view["game"]["question"]["tentative"][0]["text"] == "play architect"
    for what, tentative in (("undo", []), ("redo", ["play architect"]), ("restart", [])):
        view = ask(socket, what, view["version"])["update"]["table"]
        assert [step["text"] for step in view["game"]["question"]["tentative"]] == tentative
    view = take(socket, view["version"], "play architect")
    found = ask(socket, "end", view["version"], 7)
    assert [turn["turn"] for turn in found["update"]["log"]] == [1]
    view = browser.view(table["id"])
    assert view["game"]["turn"] == 1
    assert view["version"] == found["update"]["table"]["version"]


def test_the_answer_is_that_of_http(browser):
    """Two tables of one deal would be the same but for their names; here it is one, looked at both ways."""
    rng, table = random.Random(3), browser.create("me", "hotseat")
    with browser.watch(table["id"]) as socket:
        next_update(socket)
        for _ in range(30):
            words = rng.choice(table["game"]["question"]["legal"])["text"]
            found = decide(socket, table["version"], words)
            table = found["update"]["table"]
            seen = browser.get(f"/api/tables/{table['id']}", after=9999).json()["table"]
            assert found["update"]["table"] == seen


def test_the_answer_is_the_only_message_to_its_own_socket(browser, table, socket):
    with browser.watch(table["id"]) as tab:
        next_update(tab)
        view = take(socket, table["version"], "play architect")
        assert next_update(tab)["table"]["version"] == view["version"]
        assert silence(socket) == []
        view = ask(socket, "end", view["version"])["update"]["table"]
        message = next_update(tab)
        assert message["table"]["version"] == view["version"]
        assert len(message["log"]) == 1
        assert silence(socket) == []


def test_the_log_goes_on_where_the_socket_left(browser, other):
    table = browser.create("me", "open")
    other.join(table, "Cato")
    browsers = {browser: 0, other: 0}
    with browser.watch(table["id"]) as one, other.watch(table["id"]) as two:
        sockets = {browser: one, other: two}
        views = {each: next_update(socket)["table"] for each, socket in sockets.items()}
        for turn in range(1, 5):
            actor = next(each for each in browsers if views[each]["game"]["question"])
            idle = next(each for each in browsers if each is not actor)
            view = views[actor]
            words = next(
                legal["text"]
                for legal in view["game"]["question"]["legal"]
                if legal["kind"] == "play"
            )
            view = take(sockets[actor], view["version"], words)
            while not view["game"]["question"]["can_end"]:
                words = view["game"]["question"]["legal"][0]["text"]
                view = take(sockets[actor], view["version"], words)
            done = ask(sockets[actor], "end", view["version"])["update"]
            news = next_update(sockets[idle])
            assert [entry["turn"] for entry in done["log"]] == [turn]
            assert [entry["turn"] for entry in news["log"]] == [turn]
            views = {actor: done["table"], idle: news["table"]}


def test_requests_are_answered_in_their_order(table, socket):
    """Those that a client sends without waiting: only the first has the right version."""
    for number in range(3):
        request = {"type": "decide", "id": number, "version": table["version"]}
        socket.send(json.dumps(request | {"decision": "play architect"}))
    found = [answer(socket) for _ in range(3)]
    assert [each["id"] for each in found] == [0, 1, 2]
    assert [each["type"] for each in found] == ["done", "refused", "refused"]
    assert found[2]["error"]["code"] == "action/stale"


def test_what_others_change_meanwhile_is_sent_too(browser, host, table, socket, monkeypatch):
    """A rename waits for the table until the decision is stored, so it comes after the answer."""
    save = host.parts.store.save

    def slowly(*args, **options):
        future = save(*args, **options)

        async def later():
            await asyncio.sleep(0.2)
            return await future

        return asyncio.ensure_future(later())

    monkeypatch.setattr(host.parts.store, "save", slowly)
    request = {"type": "decide", "id": 1, "version": table["version"], "decision": "play architect"}
    socket.send(json.dumps(request))
    assert browser.patch(f"/api/tables/{table['id']}", {"name": "Roma"}).status_code == 200
    assert answer(socket)["type"] == "done"
    assert next_update(socket)["table"]["name"] == "Roma"


# ---------------------------------------------------------------------------------- what is refused


def same_as_http(browser, socket, table_id, what, body):
    """Return the refusal of a request, which must be the same by HTTP."""
    posted = browser.post(f"/api/tables/{table_id}/{what}?after=9999", body)
    found = ask(socket, what, **body)
    assert found["type"] == "refused"
    assert found["status"] == posted.status_code
    error, expected = found["error"], posted.json()["error"]
    for each in (error, expected):
        if "update" in each:
            each["update"].pop("log")
        each.pop("fields", None)
    assert error == expected
    return error["code"]


@pytest.mark.parametrize(
    ("what", "more", "code"),
    [
        ("decide", {"decision": "build roma"}, "action/illegal"),
        ("decide", {"decision": "dance"}, "action/unreadable"),
        ("undo", {}, "action/nothing"),
        ("redo", {}, "action/nothing"),
        ("restart", {}, "action/nothing"),
        ("end", {}, "action/illegal"),
    ],
)
def test_what_cannot_be_is_refused_as_by_http(browser, table, socket, what, more, code):
    body = {"version": table["version"], **more}
    assert same_as_http(browser, socket, table["id"], what, body) == code
    assert take(socket, table["version"], "play architect"), "the socket goes on"


@pytest.mark.parametrize("version", [0, 2**40])
def test_another_version_is_refused_with_the_table(browser, table, socket, version):
    take(socket, table["version"], "play architect")
    body = {"version": version, "decision": "play architect"}
    assert same_as_http(browser, socket, table["id"], "decide", body) == "action/stale"


def test_nobody_plays_for_others(browser, other, new_browser):
    table = browser.create("me", "open")
    other.join(table, "Cato")
    views = {each: each.view(table["id"]) for each in (browser, other)}
    idle = next(each for each, view in views.items() if not view["game"]["question"])
    spectator = new_browser()
    spectator.get("/api/tables")
    body = {"version": views[idle]["version"], "decision": "play architect"}
    for watcher, code in (
        (idle, "action/not-your-turn"),
        (spectator, "seat/not-yours"),
        (new_browser(), "seat/not-yours"),
    ):
        with watcher.watch(table["id"]) as socket:
            next_update(socket)
            assert same_as_http(watcher, socket, table["id"], "decide", body) == code
    assert browser.view(table["id"])["version"] == views[browser]["version"]


def test_a_lobby_has_no_turns(browser):
    table = browser.create("me", "open")
    with browser.watch(table["id"]) as socket:
        next_update(socket)
        body = {"version": table["version"]}
        assert same_as_http(browser, socket, table["id"], "end", body) == "table/not-started"


@pytest.mark.parametrize(
    "more",
    [
        {"version": 0},
        {"version": "x", "decision": "play architect"},
        {"version": 1.5, "decision": "play architect"},
        {"version": -1, "decision": "play architect"},
        {"version": 2**60, "decision": "play architect"},
        {"decision": "play architect"},
        {"version": 0, "decision": "A"},
        {"version": 0, "decision": ["play architect"]},
        {"version": 0, "decision": "play architect", "more": 1},
        {"version": 0, "decision": "x" * 200},
    ],
)
def test_an_invalid_request_is_told_where(socket, more):
    socket.send(json.dumps({"type": "decide", "id": 5, **more}))
    found = answer(socket)
    assert (found["id"], found["status"]) == (5, 422)
    assert found["error"]["code"] == "request/invalid"
    assert found["error"]["fields"][0]["where"][0] in ("version", "decision", "more")


@pytest.mark.parametrize(
    "message",
    [
        '{"type": "decide", "version": 0, "decision": "end"}',
        '{"type": "decide", "id": -1, "version": 0, "decision": "end"}',
        '{"type": "decide", "id": true, "version": "x", "decision": "end"}',
        '{"type": "decide", "id": 1e300, "version": 0, "decision": "end"}',
        '{"type": "decide", "id": "a", "version": 0, "decision": "end"}',
        '{"type": "hint", "id": 1, "version": 0}',
        '{"type": ["decide"], "id": 1, "version": 0}',
        '{"id": 1, "version": 0}',
        '[{"type": "undo", "id": 1, "version": 0}]',
        '{"type": "undo", "id": 1, "version": 0',
        '{"type": "undo", "id": 1, "version": 0, "more": "%s"}' % ("x" * 1000),
        b'{"type": "undo", "id": 1, "version": 0}',
        '{"type": "undo", "id": 1, "version": 0, "more": "%s"}' % ("x" * 5000),
    ],
)
def test_what_is_no_request_closes_the_socket(socket, message):
    socket.send(message)
    assert close_code(socket) in (4400, 1009)


def test_requests_count_like_any_other(tmp_path):
    limits = Limits(requests_per_second=0.005, requests_at_once=10)
    with hosting(tmp_path, limits) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "hotseat")
        with browser.watch(table["id"]) as socket:
            next_update(socket)
            for _ in range(20):
                found = ask(socket, "undo", table["version"])
            assert found["error"]["code"] == "rate/limited"
            assert found["status"] == 429
            assert found["retry_after"] >= 1
            assert browser.get("/api/tables").status_code == 429, "they share one rate"
            # Who goes on all the same is cut off.
            with suppress(websockets.exceptions.ConnectionClosed):
                for number in range(200):
                    socket.send(json.dumps({"type": "undo", "id": number, "version": 0}))
            assert close_code(socket) == 4429


def test_addresses_are_limited_too(tmp_path):
    limits = Limits(address_per_second=0.005, address_at_once=12)
    with hosting(tmp_path, limits) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "hotseat")
        with browser.watch(table["id"]) as socket:
            next_update(socket)
            codes = [ask(socket, "undo", table["version"])["error"]["code"] for _ in range(15)]
            assert codes[0] == "action/nothing"
            assert codes[-1] == "rate/limited"


def test_a_read_only_server_takes_no_decisions(tmp_path):
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "hotseat")
        cookies = browser.http.cookies
    with hosting(tmp_path, read_only=True) as host, closing(Browser(host.url)) as browser:
        browser.http.cookies.update(cookies)
        with browser.watch(table["id"]) as socket:
            next_update(socket)
            found = decide(socket, table["version"], "play architect")
            assert (found["status"], found["error"]["code"]) == (503, "server/read-only")
        assert browser.view(table["id"])["version"] == table["version"]


# -------------------------------------------------------------------------------- what goes wrong


def test_without_the_database_the_client_is_told_to_try_again(table, socket, host, monkeypatch):
    def away(*_, **__):
        raise StoreUnavailableError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(host.parts.store, "save", away)
        found = decide(socket, table["version"], "play architect")
    assert (found["status"], found["error"]["code"]) == (503, "server/unavailable")
    assert found["retry_after"] == 2
    assert take(socket, table["version"], "play architect")


def test_a_fault_is_told_and_logged_once(table, socket, host, monkeypatch, caplog):
    def fail(*_, **__):
        raise KeyError("fault")

    with monkeypatch.context() as patch:
        patch.setattr(host.parts.store, "save", fail)
        found = decide(socket, table["version"], "play architect")
    assert (found["status"], found["error"]["code"]) == (500, "server/error")
    assert [each.getMessage() for each in caplog.records if each.exc_info] == [
        "WS /api/tables/{table_id}/decide failed"
    ]
    assert take(socket, table["version"], "play architect")


def test_a_decision_is_taken_once_if_the_socket_dies_before_the_answer(
    browser, table, host, monkeypatch, caplog
):
    """The client asks again by HTTP, and the version tells that it was done."""
    save, asked = host.parts.store.save, []
    doubt = host.parts.tables._unsure_until

    def slowly(*args, **options):
        future = save(*args, **options)
        asked.append(args)

        async def later():
            found = await future
            await asyncio.sleep(0.3)
            return found

        return asyncio.ensure_future(later())

    monkeypatch.setattr(host.parts.store, "save", slowly)
    body = {"version": table["version"], "decision": "play architect"}
    with browser.watch(table["id"]) as socket:
        next_update(socket)
        socket.send(json.dumps({"type": "decide", "id": 1, **body}))
        wait_for(lambda: asked)
        socket.socket.shutdown(SHUT_RDWR)
    again = browser.post(f"/api/tables/{table['id']}/decide", body)
    assert again.status_code == 409
    error = again.json()["error"]
    assert error["code"] == "action/stale"
    tentative = error["update"]["table"]["game"]["question"]["tentative"]
    assert [step["text"] for step in tentative] == ["play architect"]
    assert len(asked) == 1
    # A request that is cut off in the middle would leave everybody in doubt.
    assert host.parts.tables._unsure_until == doubt
    wait_for(lambda: not host.parts.hub.is_watched(table["id"]))
    assert not caplog.records, "a lost connection is no fault"


def test_a_decision_that_never_arrived_is_taken_by_http(browser, table):
    with browser.watch(table["id"]) as socket:
        next_update(socket)
        socket.socket.shutdown(SHUT_RDWR)
    view = browser.take(table, "play architect")
    assert len(view["game"]["question"]["tentative"]) == 1


def test_requests_are_measured_by_route(table, socket, host):
    def count(what, status):
        return (
            host.parts.metrics.registry.get_sample_value(
                "praefectus_requests_total",
                {
                    "method": "WS",
                    "route": f"/api/tables/{{table_id}}/{what}",
                    "status": str(status),
                },
            )
            or 0
        )

    before = count("decide", 200), count("undo", 409)
    ask(socket, "undo", table["version"])
    take(socket, table["version"], "play architect")
    assert (count("decide", 200), count("undo", 409)) == (before[0] + 1, before[1] + 1)
