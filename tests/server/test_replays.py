"""Replays of tables and of uploaded records; records to download."""

import json
import random
from contextlib import closing
from pathlib import Path

import pytest

from praefectus import Game, record
from praefectus.server.replay import ReplayLimits, ReplayTooLongError, replay_record
from tests.server.browser import Browser, finished_table, hosting, plant

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


def empty_turns(count: int) -> bytes:
    """Return a legal record in which everybody only ever takes their cards back."""
    game = Game.new(map="italia", players=2, seed=7)
    tribune = game.parse("play tribune")[0]
    for _ in range(count):
        game.push(tribune)
        while game.parse("end")[0] not in game.legal_actions:
            game.push(next(iter(game.legal_actions)))
        game.push(game.parse("end")[0])
    return record.dumps(game, ["Livia", "Cato"]).encode()


def test_a_record_of_thousands_of_empty_turns_is_refused_in_a_sentence(browser):
    data = empty_turns(6000)
    assert len(data) < 1_000_000
    answer = upload(browser, data)
    assert (answer.status_code, code(answer)) == (422, "record/too-long")
    assert "more than 5000 turns" in answer.json()["error"]["message"]


def test_uploads_are_read_and_replayed_by_workers(browser, host):
    before = dict(host.parts.jobs.counts.by_work)
    upload(browser, b"[" * 100_000)
    upload(browser, empty_turns(3))
    done = host.parts.jobs.counts.by_work
    assert done["replay_record"] - before.get("replay_record", 0) == 2


def test_a_replay_is_bounded_in_time_and_size(tmp_path):
    limits = ReplayLimits(seconds=0.001)
    with hosting(tmp_path, replays=limits) as host, closing(Browser(host.url)) as browser:
        answer = upload(browser, empty_turns(1000))
        assert code(answer) == "record/too-long"
        assert browser.get("/api/health").status_code == 200
    with pytest.raises(ReplayTooLongError, match="1 MB"):
        replay_record(empty_turns(1000), ReplayLimits(answer_bytes=1_000_000))


def test_a_long_game_of_a_table_is_replayed_by_a_worker(browser, host):
    game = record.loads(empty_turns(800)).game
    table = plant(host, game, [browser, browser])
    answer = browser.get(f"/api/tables/{table}/replay")
    assert len(answer.json()["frames"]) == 801
    assert host.parts.jobs.counts.by_work["replay_game"] >= 1
