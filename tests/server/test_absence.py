"""A bot plays on for somebody only if they are absent by rule, or ask for it."""

from collections.abc import Iterator

import pytest

from praefectus.errors import PraefectusError
from praefectus.server.absence import is_replaceable
from praefectus.server.environment import read_numbers
from tests.server.browser import Host, hosting, wait_for


def code(answer):
    assert 400 <= answer.status_code < 500, answer.text
    return answer.json()["error"]["code"]


@pytest.fixture
def two(browser, other):
    """A game of two: the browser that must decide, the one that waits, the table and the seat that decides."""
    table = browser.create("me", "open")
    other.join(table, "Cato")
    view = browser.view(table["id"])
    decider = view["game"]["seat"]
    if view["seats"][decider]["mine"]:
        return browser, other, view, decider
    return other, browser, other.view(table["id"]), decider


def replace(browser, table, seat):
    path = f"/api/tables/{table['id']}/seats/{seat}/replace"
    return browser.post(path, {"level": "random"})


def test_nobody_is_replaced_while_they_play(two):
    decider, waiting, table, seat = two
    for number in range(2):
        owner = decider if number == seat else waiting
        asker = waiting if number == seat else decider
        answer = replace(asker, table, number)
        assert code(answer) == "seat/present"
        assert "10 minutes" in answer.json()["error"]["message"]
        assert not asker.view(table["id"])["seats"][number]["replaceable"]
        assert owner.view(table["id"])["seats"][number]["replaceable"]


def test_a_bot_is_not_replaced(browser):
    table = browser.create("me", "bot")
    bot = next(seat["seat"] for seat in table["seats"] if seat["kind"] == "bot")
    assert not table["seats"][bot]["replaceable"]
    assert code(replace(browser, table, bot)) == "seat/taken"


class TestAfterSilence:
    """A server on which everybody is absent at once."""

    @pytest.fixture(scope="class")
    @classmethod
    def host(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
        with hosting(tmp_path_factory.mktemp("hasty"), absent_seconds=0) as host:
            yield host

    def test_others_let_a_bot_play_on_and_the_owner_returns(self, two):
        decider, waiting, table, seat = two
        seats = waiting.view(table["id"])["seats"]
        assert [each["replaceable"] for each in seats].count(True) == 2, "the absent, and oneself"
        with decider.watch(table["id"]) as socket:
            socket.recv()
            replaced = replace(waiting, table, seat).json()["table"]["seats"][seat]
            assert (replaced["kind"], replaced["stand_in"]) == ("bot", True)
            assert wait_for(lambda: '"stand_in":true' in socket.recv()), "all are told"
        back = decider.post(f"/api/tables/{table['id']}/seats/{seat}/claim").json()["table"]
        assert (back["seats"][seat]["kind"], back["seats"][seat]["stand_in"]) == ("human", False)

    def test_only_those_whom_the_game_waits_for(self, two):
        decider, _, table, seat = two
        assert code(replace(decider, table, 1 - seat)) == "seat/present"

    def test_a_stranger_replaces_nobody(self, two, new_browser):
        _, _, table, seat = two
        assert code(replace(new_browser(), table, seat)) == "seat/not-yours"

    def test_the_tentative_turn_is_kept(self, host, two, monkeypatch):
        decider, waiting, table, seat = two
        monkeypatch.setattr(host.parts.tables, "on_change", lambda _: None)  # no bot plays
        played = decider.take(table, "play architect", "move land roma")
        replace(waiting, table, seat)
        away = decider.view(table["id"])
        assert away["game"]["question"] is None
        back = decider.post(f"/api/tables/{table['id']}/seats/{seat}/claim").json()["table"]
        assert back["game"]["question"]["tentative"] == played["game"]["question"]["tentative"]
        assert decider.take(back, "to land roma~spoletum")["game"]["question"]["can_undo"]


def test_who_has_the_table_open_is_given_more_time(host, two):
    _, waiting, table, seat = two
    stored = host.parts.tables._tables[table["id"]].stored

    def replaceable(after: float, connected: bool | None) -> bool:
        return is_replaceable(
            stored,
            waiting.client,
            seat,
            connected=connected,
            patience=100,
            now=stored.updated + after,
        )

    assert not replaceable(99, connected=False)
    assert replaceable(100, connected=False)
    for connected in (True, None):  # None: perhaps connected to another process
        assert not replaceable(599, connected=connected)
        assert replaceable(600, connected=connected)


def test_the_patience_is_a_setting():
    assert read_numbers({"PRAEFECTUS_ABSENT_MINUTES": "5"}) == {"absent_seconds": 300}
    assert read_numbers({}) == {}
    for text in ("0", "soon", "nan"):
        with pytest.raises(PraefectusError, match="PRAEFECTUS_ABSENT_MINUTES must be a number"):
            read_numbers({"PRAEFECTUS_ABSENT_MINUTES": text})
