"""The analysis board: positions shown, searched in slices, and never those of a running game."""

import json
import random
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest

from praefectus import Game, record
from praefectus.review.analysis import analyse
from tests.server.browser import JSON, Browser, plant, wait_for

RECORD = Path(__file__).parent.parent / "fixtures/examples/italia-3.concordia.json"


def code(answer):
    return answer.json()["error"]["code"]


def finished() -> Game:
    return record.load(RECORD).game


def halfway(turn: int = 30) -> Game:
    game = finished()
    while game.turn > turn or game.phase != "play":
        game.pop()
    return game


def search(browser, position, simulations=200):
    return browser.post("/api/analysis", {"position": position, "simulations": simulations})


def test_a_position_is_shown_as_its_game_was(browser):
    game = halfway()
    answer = browser.post("/api/positions", {"position": game.position_text()})
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert shown["position"] == game.position_text()
    assert shown["options"]["map"] == "italia"
    assert shown["game"]["turn"] == 30
    assert shown["game"]["question"] is None
    assert [player["money"] for player in shown["game"]["state"]["players"]] == [
        player["money"] for player in game.state()["players"]
    ]


def test_the_hidden_part_comes_back_only_if_it_was_given(browser):
    game = halfway(10)
    for hidden in (False, True):
        text = game.position_text(hidden=hidden)
        shown = browser.post("/api/positions", {"position": text}).json()
        assert shown["position"] == text


def test_a_position_is_searched_as_the_engine_would(browser):
    text = halfway().position_text()
    found = search(browser, text).json()
    assert found == json.loads(json.dumps(analyse(text, 200)))
    assert sum(found["chances"]) == 1
    assert len(found["points"]) == 3
    assert 2 <= len(found["turns"]) <= 5
    best = found["turns"][0]
    assert best["steps"][0]["kind"] == "play"
    # The position after a turn can be searched in its turn, whoever decides there.
    after = Game.from_position(best["position"])
    assert after.turn == 31 or after.phase == "keep"
    assert search(browser, best["position"]).json()["seat"] == after.seat


def test_the_order_of_the_deck_is_not_known_to_the_search():
    game = halfway(5)
    text = game.position_text(hidden=True)
    head = text.rpartition(" deck:")[0]
    other = Game.from_position(head, random.Random(1)).position_text(hidden=True)
    assert other != text
    one, two = analyse(text, 200), analyse(other, 200)
    assert one["chances"] == two["chances"]
    assert [turn["steps"] for turn in one["turns"]] == [turn["steps"] for turn in two["turns"]]


def test_a_turn_that_has_begun_is_searched_to_its_end(browser):
    game = halfway()
    game.play(next(text for text in game.legal_actions.texts() if text.startswith("play")))
    found = search(browser, game.position_text()).json()
    assert found["turns"]
    assert all(step["kind"] != "play" for turn in found["turns"] for step in turn["steps"])


def test_a_finished_position_has_a_winner_and_no_turns(browser):
    game = finished()
    found = search(browser, game.position_text()).json()
    assert found["turns"] == []
    assert found["seat"] is None
    assert found["chances"][game.outcome().winner] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "begins with"),
        ("nonsense", "begins with"),
        ("concordia-position/1 " + "x " * 9, "x"),
        ("concordia-position/1 x", "at least 9 fields"),
    ],
)
def test_what_is_no_position_is_one_sentence(browser, text, said):
    for answer in (
        browser.post("/api/positions", {"position": text}),
        search(browser, text),
    ):
        assert (answer.status_code, code(answer)) == (422, "position/invalid")
        assert said in answer.json()["error"]["message"]
        assert "\n" not in answer.json()["error"]["message"]


def test_a_position_that_cannot_be_says_why_as_data(browser):
    text = halfway().position_text()
    fields = text.split(" ")
    money, _, rest = fields[9].split(":", 2)
    fields[9] = f"{money}:ccccc:{rest}"
    error = browser.post("/api/positions", {"position": " ".join(fields)}).json()["error"]
    assert error["code"] == "position/invalid"
    assert error["explanation"]["key"] == "position.storehouse"
    assert error["explanation"]["values"] == {"seat": 0}


@pytest.mark.parametrize(
    "body",
    [
        {"position": "a" * 5000, "simulations": 200},
        {"position": "", "simulations": 10**9},
        {"position": 7, "simulations": 200},
        {"position": "\ud800", "simulations": 200},
        {"simulations": 200},
    ],
)
def test_bad_requests_are_refused(browser, body):
    assert code(browser.post("/api/analysis", body)) == "request/invalid"


def test_a_running_game_is_analysed_by_nobody(browser, other, host, new_browser):
    table = plant(host, halfway(), [browser, other, other])
    for who in (browser, other, new_browser()):
        answer = who.get(f"/api/tables/{table}/position", turn=3)
        assert (answer.status_code, code(answer)) == (403, "analysis/running")
        frames = who.get(f"/api/tables/{table}/replay").json()["frames"]
        assert all("position" not in frame for frame in frames)


def test_every_moment_of_a_finished_game_has_its_position(browser, other, host):
    table = plant(host, finished(), [browser, browser, browser])
    frames = other.get(f"/api/tables/{table}/replay").json()["frames"]
    assert frames[30]["position"] == halfway().position_text()
    asked = other.get(f"/api/tables/{table}/position", turn=30).json()
    assert asked["position"] == frames[30]["position"]
    uploaded = other.http.post("/api/replays", content=RECORD.read_bytes(), headers=JSON).json()
    assert [frame["position"] for frame in uploaded["frames"]] == [
        frame["position"] for frame in frames
    ]
    assert code(other.get(f"/api/tables/{table}/position", turn=100_000)) == "setup/invalid"


def test_who_goes_away_is_searched_for_no_longer(host, tmp_path):
    """All workers are busy with something else; the search that waits is taken back with its client."""
    jobs, release = host.parts.jobs, tmp_path / "release"
    work = partial(jobs.run, wait_for_file, str(release), seconds=60.0)
    busy = [threading.Thread(target=lambda: host.run(work())) for _ in range(jobs.size)]
    for thread in busy:
        thread.start()
    try:
        wait_for(lambda: jobs.busy == jobs.size)
        with closing(Browser(host.url)) as browser, pytest.raises(httpx.ReadTimeout):
            browser.http.post(
                "/api/analysis",
                json={"position": halfway(7).position_text(), "simulations": 16000},
                timeout=1,
            )
        wait_for(lambda: jobs.waiting == 0)
    finally:
        release.touch()
        for thread in busy:
            thread.join()


def wait_for_file(path: str) -> None:
    """Work until somebody makes a file."""
    while not Path(path).exists():
        time.sleep(0.02)
