"""What if: a finished game is played on from any of its turns, at a table of its own."""

import json
import random
from pathlib import Path

import pytest

from praefectus import Game, record
from praefectus.server.beginning import Beginning
from praefectus.server.branches import NoBranchError, cut
from tests.server.browser import JSON, finished_table, plant, wait_for

RECORD = Path(__file__).parent.parent / "fixtures/examples/italia-3.concordia.json"


def code(answer):
    return answer.json()["error"]["code"]


def branch(browser, table, turn, seat=0, level="random"):
    body = {"turn": turn, "seat": seat, "level": level}
    return browser.post(f"/api/tables/{table['id']}/branch", body)


def upload(browser, data, **params):
    query = {"turn": 10, "seat": 1, "level": "random", **params}
    return browser.http.post("/api/branches", content=data, headers=JSON, params=query)


def test_a_branch_begins_where_it_left_the_game(browser, other, host):
    original = finished_table(host, browser, other)
    answer = branch(browser, original, turn=6, seat=0)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    assert table["id"] != original["id"]
    assert table["status"] == "playing"
    assert table["branch"] == {
        "table": original["id"],
        "turn": 6,
        "points": [each["total"] for each in original["game"]["outcome"]["points"]],
        "winner": original["game"]["outcome"]["winner"],
    }
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot"]
    assert [seat["name"] for seat in table["seats"]] == [seat["name"] for seat in original["seats"]]
    frames = browser.get(f"/api/tables/{original['id']}/replay").json()["frames"]
    begun = browser.get(f"/api/tables/{table['id']}/replay").json()["frames"]
    for frame in frames:
        del frame["position"]  # which is told of finished games only
    assert begun[:7] == frames[:7]


def test_a_branch_is_played_to_its_end_and_branched_again(browser, other, host):
    original = finished_table(host, browser, other)
    last = browser.get(f"/api/tables/{original['id']}/replay").json()["frames"][-1]["turn"]
    first = branch(browser, original, turn=last - 2).json()["table"]

    def finished():
        view = browser.view(first["id"])
        if view["status"] == "playing" and view["game"]["question"] is not None:
            browser.play_turn(view, random.Random(1))
        return view if view["status"] == "finished" else None

    ended = wait_for(finished)
    assert ended["game"]["outcome"]["points"]
    downloaded = browser.get(f"/api/tables/{first['id']}/record")
    assert record.loads(downloaded.content).game.is_over
    second = branch(browser, ended, turn=last - 2, seat=1)
    assert second.status_code == 201, second.text
    assert second.json()["table"]["branch"]["table"] == first["id"]


def test_a_branch_goes_on_after_a_restart(browser, other, host):
    original = finished_table(host, browser, other)
    table = branch(browser, original, turn=4).json()["table"]
    host.parts.tables._tables.clear()  # as if the process were new
    assert browser.view(table["id"])["branch"] == table["branch"]
    listed = browser.get("/api/tables").json()["tables"]
    assert table["branch"] in [each["branch"] for each in listed]


def test_a_running_game_has_no_branch(browser, other, host):
    game = Game.new("italia", 2, seed=1)
    rng = random.Random(1)
    while game.turn < 8:
        game.push(rng.choice(game.legal_actions))
    running = browser.view(plant(host, game, [browser, other]))
    for who in (browser, other):
        assert code(branch(who, running, turn=2)) == "table/not-finished"


def test_a_record_is_played_on(browser):
    answer = upload(browser, RECORD.read_bytes(), turn=10, seat=2)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    document = json.loads(RECORD.read_text())
    assert table["branch"]["table"] is None
    assert table["branch"]["points"] == document["result"]["points"]
    assert [seat["name"] for seat in table["seats"]] == document["players"]
    assert [seat["mine"] for seat in table["seats"]] == [False, False, True]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"turn": 100_000}, "setup/invalid"),
        ({"turn": -1}, "request/invalid"),
        ({"seat": 4}, "seat/not-found"),
        ({"level": "nobody"}, "bot/unknown"),
    ],
)
def test_wrong_moments_seats_and_levels_are_refused(browser, changed, expected):
    assert code(upload(browser, RECORD.read_bytes(), **changed)) == expected


def test_wrong_records_are_refused(browser):
    assert code(upload(browser, b"{")) == "record/invalid"
    unfinished = json.loads(RECORD.read_text())
    unfinished["turns"] = unfinished["turns"][:12]
    del unfinished["result"]
    assert code(upload(browser, json.dumps(unfinished), turn=3)) == "setup/invalid"


def test_a_cut_is_between_turns():
    """Decisions of other seats at the end of a turn (R6.4) belong to it."""
    game = record.load(RECORD).game
    for turn in range(game.turn):
        part = cut(Beginning.at_setup(game.setup), game.actions, turn, [])
        again = Game.from_setup(game.setup)
        for text in part.actions:
            again.play(text)
        assert (again.turn, again.phase, again.seat) == (turn, "play", part.seat)
    with pytest.raises(NoBranchError):
        cut(Beginning.at_setup(game.setup), game.actions, game.turn, [])


def place(browser, position, **params):
    """Play on from a position."""
    query = {"seat": 1, "level": "random", **params}
    return browser.http.post("/api/branches", json={"position": position}, params=query)


def halfway(turn: int) -> Game:
    game = record.load(RECORD).game
    while game.turn > turn or game.phase != "play":
        game.pop()
    return game


def test_a_position_is_played_on_to_its_end(browser, host):
    last = record.load(RECORD).game.turn
    game = halfway(last - 4)
    answer = place(browser, game.position_text(), seat=game.seat)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    assert table["branch"] == {"table": None, "turn": last - 4, "points": [], "winner": None}
    assert [seat["mine"] for seat in table["seats"]] == [n == game.seat for n in range(3)]
    assert [player["money"] for player in table["game"]["state"]["players"]] == [
        player["money"] for player in game.state()["players"]
    ]

    def finished():
        view = browser.view(table["id"])
        if view["status"] == "playing" and view["game"]["question"] is not None:
            browser.play_turn(view, random.Random(1))
        return view if view["status"] == "finished" else None

    ended = wait_for(finished, patience=60)
    assert ended["game"]["outcome"]["points"]
    path = f"/api/tables/{table['id']}"
    for answer in (browser.get(f"{path}/record"), browser.post(f"{path}/review")):
        assert (answer.status_code, code(answer)) == (409, "table/no-record")
    frames = browser.get(f"{path}/replay").json()["frames"]
    turns = [frame["turn"] for frame in frames]
    assert turns == list(range(last - 4, last - 4 + len(turns)))
    # It is there after a restart, its log from where it began, and can be branched in its turn.
    host.parts.tables._tables.clear()
    log = browser.get(path).json()["log"]
    assert [turn["turn"] for turn in log] == turns[1:]
    nested = branch(browser, ended, turn=turns[1], seat=0)
    assert nested.json()["table"]["branch"]["table"] == table["id"]
    assert code(branch(browser, ended, turn=1, seat=0)) == "setup/invalid"


def dealt(host, table) -> str:
    return host.parts.tables._tables[table["id"]].stored.setup["position"]


def test_unknown_cards_are_dealt_by_a_seed(browser, host):
    game = halfway(3)
    text = game.position_text()
    one, two, other = (
        dealt(host, place(browser, text, seed=seed).json()["table"]) for seed in (1, 1, 2)
    )
    assert one == two != other
    assert one.startswith(f"{text} deck:")
    known = game.position_text(hidden=True)
    assert dealt(host, place(browser, known, seed=1).json()["table"]) == known


def test_positions_that_cannot_be_played_on_are_refused(browser):
    game = record.load(RECORD).game
    assert code(place(browser, game.position_text())) == "setup/invalid"
    begun = halfway(10)
    begun.push(begun.legal_actions[0])
    assert "a turn has begun" in place(browser, begun.position_text()).json()["error"]["message"]
    assert code(place(browser, "concordia-position/1 nonsense")) == "position/invalid"
    assert code(place(browser, halfway(10).position_text(), seat=4)) == "seat/not-found"
    assert code(place(browser, halfway(10).position_text(), level="nobody")) == "bot/unknown"
