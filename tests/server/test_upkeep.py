"""Tables put away, deleted, counted and forgotten."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosedError

from praefectus.server.settings import Limits, Retention
from tests.server.browser import Host, finished_table, hosting


def code(answer):
    assert 400 <= answer.status_code < 500, answer.text
    return answer.json()["error"]["code"]


def listed(browser, **params):
    return [table["id"] for table in browser.get("/api/tables", **params).json()["tables"]]


def test_a_table_is_archived_for_one_browser_only(browser, other):
    table = browser.create("me", "open")["id"]
    other.join(browser.view(table))
    path = f"/api/tables/{table}/archive"
    answer = browser.post(path, {"archived": True})
    assert answer.json()["archived"]
    assert browser.post(path, {"archived": True}).status_code == 200, "twice is once"
    assert listed(browser) == []
    assert listed(browser, archived=True) == [table]
    assert listed(other) == [table]
    assert browser.view(table)["status"] == "playing", "it can be opened still"
    assert not browser.post(path, {"archived": False}).json()["archived"]
    assert listed(browser) == [table]


def test_only_who_sits_there_archives(browser, other):
    table = browser.create("me", "bot")["id"]
    path = f"/api/tables/{table}/archive"
    assert code(other.post(path, {"archived": True})) == "seat/not-yours"
    assert code(browser.post("/api/tables/nosuchtable/archive", {"archived": True})) == (
        "table/not-found"
    )


def until_closed(socket):
    while True:
        socket.recv(timeout=10)


def test_the_host_deletes_a_table(browser, other):
    table = browser.create("me", "bot")
    path = f"/api/tables/{table['id']}"
    browser.take(table, *([] if not table["game"]["question"] else ["play architect"]))
    assert code(other.delete(path)) == "table/not-host"
    with other.watch(table["id"]) as socket:
        socket.recv()
        assert browser.delete(path).json() == {"deleted": table["id"]}
        with pytest.raises(ConnectionClosedError, match="4404"):
            until_closed(socket)
    assert code(browser.get(path)) == "table/not-found"
    assert code(browser.delete(path)) == "table/not-found"
    assert listed(browser) == []


def test_a_lobby_is_deleted_with_its_invitation(browser, other):
    table = browser.create("me", "open", "open")
    other.join(table)
    assert browser.delete(f"/api/tables/{table['id']}").status_code == 200
    assert code(other.join(table)) == "invitation/not-found"


def test_a_game_of_several_people_is_deleted_when_all_others_have_archived_it(browser, other, host):
    running = browser.create("me", "open")
    other.join(running, "Cato")
    for table in (running, finished_table(host, browser, other)):
        path = f"/api/tables/{table['id']}"
        answer = browser.delete(path)
        assert code(answer) == "table/shared"
        assert "Cato" in answer.json()["error"]["message"]
        assert not next(t for t in tables(browser) if t["id"] == table["id"])["deletable"]
        other.post(f"{path}/archive", {"archived": True})
        assert next(t for t in tables(browser) if t["id"] == table["id"])["deletable"]
        assert browser.delete(path).status_code == 200


def tables(browser):
    return browser.get("/api/tables").json()["tables"]


def test_a_new_game_is_opened_though_the_last_one_was_deleted(browser, host):
    table = finished_table(host, browser, browser)
    path = f"/api/tables/{table['id']}/again"
    first = browser.post(path).json()["table"]["id"]
    browser.delete(f"/api/tables/{first}")
    second = browser.post(path).json()["table"]["id"]
    assert second != first
    assert browser.post(path).json()["table"]["id"] == second


class TestQuotas:
    """A server that keeps few tables."""

    @pytest.fixture(scope="class")
    @classmethod
    def host(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
        limits = replace(Limits().times(1000), tables_per_person=2, tables_per_address=5)
        with hosting(tmp_path_factory.mktemp("small"), limits) as host:
            yield host

    def test_quotas_of_a_person_and_of_an_address(self, new_browser):
        body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
        one = new_browser()
        first = one.create("me", "hotseat")
        one.create("me", "hotseat")
        answer = one.post("/api/tables", body)
        assert code(answer) == "table/quota"
        assert "delete some" in answer.json()["error"]["message"]
        one.delete(f"/api/tables/{first['id']}")
        assert one.post("/api/tables", body).status_code == 201
        for count in (2, 1):
            another = new_browser()
            for _ in range(count):
                assert another.post("/api/tables", body).status_code == 201
        assert code(new_browser().post("/api/tables", body)) == "table/quota"


class TestRetention:
    """A server that forgets."""

    @pytest.fixture(scope="class")
    @classmethod
    def host(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
        policy = Retention(lobby_seconds=100, playing_seconds=200, finished_seconds=0)
        with hosting(tmp_path_factory.mktemp("forgetful"), retention=policy) as host:
            yield host

    def test_outdated_tables_are_deleted_by_policy(self, host, browser):
        lobby, playing = browser.create("me", "open")["id"], browser.create("me", "hotseat")["id"]
        finished = finished_table(host, browser, browser)["id"]

        def tidy(after: float) -> int:
            return host.run(host.parts.upkeep.delete_outdated(time.time() + after))

        assert tidy(50) == 0
        assert tidy(150) == 1
        assert set(listed(browser)) == {playing, finished}
        with browser.watch(playing) as socket:
            socket.recv()
            assert tidy(250) == 0, "somebody watches it"
        assert code(browser.get(f"/api/tables/{lobby}")) == "table/not-found"
        assert tidy(250) == 1
        assert listed(browser) == [finished], "0 means for ever"

    def test_a_clock_that_has_jumped_deletes_nothing_for_a_day(self, host, browser):
        lobby = browser.create("me", "open")["id"]
        hour, now = 3600.0, time.time()

        def tidy(at: float) -> int:
            return host.run(host.parts.upkeep.tidy(at))

        assert [tidy(now), tidy(now + 400 * 24 * hour), tidy(now + hour)] == [0, 0, 0]
        assert lobby in listed(browser)
        later = [tidy(now + (400 * 24 + hours) * hour) for hours in range(25)]
        assert later[:24] == [0] * 24
        assert later[24] >= 1
        assert lobby not in listed(browser)
