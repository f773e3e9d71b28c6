"""Databases of former versions are upgraded and played on; finished games of other rules keep result and record."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from praefectus import record
from praefectus.server.models import REVISION
from tests.server.browser import Browser, Host, finished_table, hosting, plant

FIXTURES = Path(__file__).parent.parent / "fixtures" / "databases"
FORMER = sorted(FIXTURES.glob("*.sql"))


def code(answer):
    return answer.json()["error"]["code"]


def as_client(host: Host, client: str) -> Browser:
    browser = Browser(host.url)
    identity = host.parts.identity
    browser.http.cookies.set(identity.cookie, identity.sign(client))
    return browser


def test_there_is_a_database_of_every_former_revision():
    assert [path.stem for path in FORMER] == [f"{n:04}" for n in range(1, int(REVISION))]


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_a_former_database_is_upgraded_and_played_on(tmp_path, path):
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.executescript(path.read_text(encoding="utf-8"))
    with hosting(tmp_path) as host, closing(as_client(host, "livia")) as livia:
        with closing(as_client(host, "cato")) as cato:
            running = next(
                (each, view)
                for each in (livia, cato)
                if (view := each.view("running-table"))["game"]["question"]
            )
            browser, table = running
            assert [step["text"] for step in table["game"]["question"]["tentative"]] == [
                "play architect"
            ]
            table = browser.do(table, "undo").json()["table"]
            after = browser.take(table, "play tribune", "end")
            assert after["game"]["turn"] == 1
            lobby = livia.view("lobby-table")
            assert cato.join(lobby, "Cato").json()["table"]["status"] == "playing"
            finished = livia.view("finished-table")
            assert finished["game"]["outcome"]["winner"] in (0, 1)
        assert host.run(host.parts.store.result("finished-table")) is not None


def test_a_finished_game_of_other_rules_shows_its_result_and_its_record(browser, other, host):
    table = finished_table(host, browser, other)
    path = f"/api/tables/{table['id']}"
    text = browser.get(f"{path}/record").text
    outcome = table["game"]["outcome"]
    database = sqlite3.connect(host.parts.settings.database_url.partition("///")[2])
    with closing(database), database:
        database.execute(
            "INSERT OR REPLACE INTO result VALUES (?, ?, ?)",
            [table["id"], json.dumps(outcome), text],
        )
        database.execute(
            "UPDATE game_table SET rules_version = '0-augurs' WHERE id = ?", [table["id"]]
        )
    host.run(host.parts.tables.refresh(table["id"]))
    view = browser.view(table["id"])
    assert (view["status"], view["game"], view["former"]) == ("finished", None, outcome)
    assert view["rules_version"] == "0-augurs"
    with browser.watch(table["id"]) as socket:
        assert json.loads(socket.recv())["table"]["former"] == outcome
    assert browser.get(f"{path}/record").text == text
    assert record.loads(text).game.is_over
    assert code(browser.get(f"{path}/replay")) == "table/other-rules"
    assert code(browser.decide(view, "end")) == "table/finished"
    assert browser.patch(path, {"name": "Old times"}).json()["table"]["name"] == "Old times"
    assert browser.post(f"{path}/again").status_code == 201


def test_the_result_is_stored_with_the_last_turn(browser, host):
    # The game is planted up to its last turn, which is played.
    game = record.loads(
        browser.get(f"/api/tables/{finished_table(host, browser, browser)['id']}/record").text
    ).game
    *most, _ = game.actions
    before = type(game).from_setup(game.setup)
    for action in most:
        before.push(action)
    while before.actions and before.actions[-1] != 0:
        before.pop()
    table = browser.view(plant(host, before, [browser, browser]))
    for action in game.actions[len(before.actions) :]:
        table = browser.take(table, before.text(action))
        before.push(action)
    assert table["status"] == "finished"
    kept = host.run(host.parts.store.result(table["id"]))
    assert kept.outcome == table["game"]["outcome"]
    assert kept.record == browser.get(f"/api/tables/{table['id']}/record").text
