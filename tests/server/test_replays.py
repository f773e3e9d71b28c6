"""Replays of tables and of uploaded records; records to download."""

import json
import random
from pathlib import Path

import pytest

from praefectus import Game, record
from tests.server.browser import finished_table, plant

EXAMPLES = Path(__file__).parent.parent / "fixtures" / "examples"
JSON = {"content-type": "application/json"}


def code(answer):
    return answer.json()["error"]["code"]


def upload(browser, data):
    return browser.http.post("/api/replays", content=data, headers=JSON)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.concordia.json")), ids=lambda p: p.stem)
def test_a_record_is_replayed_turn_by_turn(browser, path):
    answer = upload(browser, path.read_bytes())
    assert answer.status_code == 200, answer.text
    replay = answer.json()
    states = path.with_name(path.name.replace("concordia.json", "states.jsonl"))
    expected = [json.loads(line) for line in states.read_text().splitlines()]
    assert [frame["turn"] for frame in replay["frames"]] == list(range(len(expected) + 1))
    for frame, state in zip(replay["frames"][1:], expected, strict=True):
        for player in frame["state"]["players"]:
            for added in ("cards", "hand_count", "discard_count"):
                del player[added]
        assert frame["state"] == state
    document = json.loads(path.read_text())
    assert replay["outcome"]["winner"] == document["result"]["winner"]
    assert replay["seats"] == document["players"]


def test_an_open_record_is_replayed_to_its_last_whole_turn(browser):
    document = json.loads((EXAMPLES / "italia-2.concordia.json").read_text())
    document["turns"] = document["turns"][:5]
    document["turns"][-1] |= {"steps": [], "open": True}
    del document["result"]
    replay = upload(browser, json.dumps(document)).json()
    assert len(replay["frames"]) == 5
    assert replay["outcome"] is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format": "concordia-record/9"}',
        b'{"format": "concordia-record/1", "map": "atlantis"}',
        b'{"format": "concordia-record/1", "map": "italia", "players": [1]}',
    ],
)
def test_a_bad_record_is_one_clear_error(browser, data):
    answer = upload(browser, data)
    assert (answer.status_code, code(answer)) == (422, "record/invalid")
    assert "\n" not in answer.json()["error"]["message"]


def test_an_illegal_step_is_named(browser):
    document = json.loads((EXAMPLES / "italia-2.concordia.json").read_text())
    document["turns"][3]["steps"] = ["build roma"]
    message = upload(browser, json.dumps(document)).json()["error"]["message"]
    assert message.startswith("turn 4")
    assert "(R" in message


def test_texts_that_are_not_unicode_do_no_harm(browser):
    document = json.loads((EXAMPLES / "italia-2.concordia.json").read_text())
    document["players"][0] = "\ud800"
    assert code(upload(browser, json.dumps(document))) == "record/invalid"
    document["map"] = "\ud800"
    assert code(upload(browser, json.dumps(document))) == "record/invalid"


def test_nothing_is_kept_of_an_upload(browser):
    upload(browser, (EXAMPLES / "italia-2.concordia.json").read_bytes())
    assert browser.get("/api/tables").json()["tables"] == []


def test_a_finished_table_gives_its_record(browser, other, new_browser, host):
    table = finished_table(host, browser, other)
    answer = new_browser().get(f"/api/tables/{table['id']}/record")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    read = record.loads(answer.content)
    assert read.game.is_over
    assert "Cato" in read.players
    replay = upload(browser, answer.content).json()
    own = browser.get(f"/api/tables/{table['id']}/replay").json()
    assert replay["frames"] == own["frames"]
    assert replay["outcome"] == own["outcome"] == table["game"]["outcome"]


def test_a_running_table_has_a_replay_but_no_record(browser):
    table = browser.create("me", "hotseat")
    rng = random.Random(1)
    for _ in range(3):
        table = browser.play_turn(table, rng)
    tentative = browser.take(table, table["game"]["question"]["legal"][0]["text"])
    replay = browser.get(f"/api/tables/{table['id']}/replay").json()
    assert len(replay["frames"]) == 4
    assert replay["frames"][-1]["state"] == table["game"]["state"] != tentative["game"]["state"]
    assert code(browser.get(f"/api/tables/{table['id']}/record")) == "table/not-finished"


def test_a_lobby_has_neither(browser):
    table = browser.create("me", "open")
    assert code(browser.get(f"/api/tables/{table['id']}/replay")) == "table/not-started"
    assert code(browser.get(f"/api/tables/{table['id']}/record")) == "table/not-finished"


def test_a_table_of_other_rules_is_listed_but_neither_opened_nor_continued(host, browser, other):
    game = Game.new(map="italia", players=2, seed=7)
    for step in ("play tribune", "end"):
        game.play(step)
    table = plant(host, game, [browser, other], rules_version="0-augurs")
    path = f"/api/tables/{table}"
    for answer in (
        browser.http.get(path),
        browser.http.get(f"{path}/replay"),
        browser.http.get(f"{path}/record"),
        browser.http.post(f"{path}/decide", json={"version": 1, "decision": "play tribune"}),
    ):
        assert answer.status_code == 409
        assert code(answer) == "table/other-rules"
        assert "'0-augurs'" in answer.json()["error"]["message"]
    (listed,) = [t for t in browser.http.get("/api/tables").json()["tables"] if t["id"] == table]
    assert listed["turn"] == 1
    assert [seat["name"] for seat in listed["seats"]] == ["Livia", "Cato"]


def test_a_record_of_other_rules_is_refused_with_its_result(browser):
    document = json.loads((EXAMPLES / "italia-2.concordia.json").read_text())
    answer = upload(browser, json.dumps({**document, "rules": "0-augurs"}))
    assert code(answer) == "record/invalid"
    assert f"{document['result']}" in answer.json()["error"]["message"]
