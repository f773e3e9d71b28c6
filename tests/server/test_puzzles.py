"""Puzzles at tables: opened, tried, judged; streaks; turns of one's own games."""

import json
import random
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from praefectus import puzzles
from praefectus.server.puzzle_store import streaks
from tests.server.browser import JSON, finished_table

RECORD = Path(__file__).parent.parent / "fixtures/examples/italia-3.concordia.json"
PUZZLE = next(iter(puzzles.shipped().values()))


def code(answer):
    return answer.json()["error"]["code"]


def opened(browser, puzzle=PUZZLE):
    answer = browser.post(f"/api/puzzles/{puzzle.id}", {})
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def answer(browser, table, **body):
    return browser.post(f"/api/tables/{table['id']}/answer", body)


def listed(browser, puzzle=PUZZLE):
    found = browser.get("/api/puzzles").json()
    return found, next(each for each in found["puzzles"] if each["id"] == puzzle.id)


def test_a_puzzle_is_a_table_at_its_position(browser):
    table = opened(browser)
    assert table["branch"]["puzzle"] == {
        "id": PUZZLE.id,
        "theme": PUZZLE.theme,
        "card": PUZZLE.card,
    }
    assert table["game"]["turn"] == len(PUZZLE.history)
    assert table["game"]["question"]["seat"] == PUZZLE.seat
    assert [seat["mine"] for seat in table["seats"]].index(True) == PUZZLE.seat
    assert table["options"]["hints"] is False
    # It stands in no list.
    assert browser.get("/api/tables").json()["tables"] == []
    assert code(browser.post("/api/puzzles/nothing", {})) == "puzzle/not-found"


def test_the_solution_solves_it_before_and_after_the_turn_ends(browser):
    table = opened(browser)
    assert code(answer(browser, table)) == "puzzle/unfinished"
    table = browser.take(table, *PUZZLE.solution[:-1])
    verdict = answer(browser, table).json()
    assert verdict["solved"] is True
    assert verdict["cost"] == 0
    assert [step["text"] for step in verdict["solution"]["steps"]] == [*PUZZLE.solution[:-1]]
    browser.take(table, "end")
    assert answer(browser, table).json()["solved"] is True
    assert listed(browser)[1]["solved"]


def test_a_poor_turn_costs_and_does_not_tell_the_solution(browser):
    table = opened(browser)
    poor = "play tribune" if PUZZLE.card != "tribune" else "play senator"
    table = browser.take(table, poor)
    verdict = answer(browser, table).json()
    assert verdict["solved"] is False
    assert verdict["cost"] > 0
    assert verdict["solution"] is None
    assert verdict["answer"]["steps"][0]["text"] == poor
    state = listed(browser)[1]
    assert (state["tried"], state["solved"]) == (True, False)


def test_whoever_has_seen_the_solution_does_not_solve_it_any_more(browser):
    table = opened(browser)
    shown = answer(browser, table, give_up=True).json()
    assert shown["solved"] is False
    assert shown["solution"]["steps"][0]["text"] == f"play {PUZZLE.card}"
    table = browser.take(table, *PUZZLE.solution[:-1])
    assert answer(browser, table).json()["solved"] is True
    assert listed(browser)[1]["solved"] is False


def test_the_puzzle_of_the_day_makes_a_streak(browser):
    found, _ = listed(browser)
    daily = puzzles.shipped()[found["daily"]]
    if datetime.now(UTC).date().isoformat() != found["day"]:
        pytest.skip("the day has just changed")
    assert (found["streak"], found["solved_today"]) == (0, False)
    table = browser.take(opened(browser, daily), *daily.solution[:-1])
    assert answer(browser, table).json()["solved"]
    found, state = listed(browser, daily)
    assert state["solved"]
    assert (found["streak"], found["best_streak"], found["solved_today"]) == (1, 1, True)


def test_streaks_end_with_a_day_left_out():
    today = date(2026, 11, 17)
    assert streaks(set(), today) == (0, 0)
    assert streaks({"2026-11-16", "2026-11-15"}, today) == (2, 2)
    assert streaks({"2026-11-17", "2026-11-16"}, today) == (2, 2)
    assert streaks({"2026-11-15", "2026-11-14", "2026-11-13"}, today) == (0, 3)


def test_only_whoever_plays_has_it_judged(browser, other, host):
    table = opened(browser)
    assert code(answer(other, table)) == "seat/not-yours"
    finished = finished_table(host, browser, other)
    assert code(answer(browser, finished)) == "puzzle/none"


def test_a_turn_of_a_finished_game_is_taken_again(browser, other, host):
    original = finished_table(host, browser, other)
    made = browser.post(f"/api/tables/{original['id']}/puzzle", {"turn": 4})
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    assert table["branch"]["table"] == original["id"]
    clue = table["branch"]["puzzle"]
    assert clue["id"] is None
    assert table["game"]["question"]["seat"] == 4 % 2
    shown = answer(browser, table, give_up=True).json()["solution"]
    steps = [step["text"] for step in shown["steps"]]
    assert steps[0] == f"play {clue['card']}"
    assert answer(browser, browser.take(table, *steps)).json()["solved"]


def test_a_turn_of_a_record_is_taken_again(browser):
    made = browser.http.post(
        "/api/puzzles", content=RECORD.read_bytes(), headers=JSON, params={"turn": 10}
    )
    assert made.status_code == 201, made.text
    assert made.json()["table"]["branch"]["table"] is None
    unfinished = json.loads(RECORD.read_text())
    unfinished["turns"] = unfinished["turns"][:12]
    del unfinished["result"]
    refused = browser.http.post(
        "/api/puzzles", content=json.dumps(unfinished), headers=JSON, params={"turn": 3}
    )
    assert code(refused) == "setup/invalid"


def test_a_running_game_has_no_puzzles(browser, other, host):
    from praefectus import Game
    from tests.server.browser import plant

    game = Game.new("italia", 2, seed=1)
    rng = random.Random(1)
    while game.turn < 8:
        game.push(rng.choice(game.legal_actions))
    running = plant(host, game, [browser, other])
    assert code(browser.post(f"/api/tables/{running}/puzzle", {"turn": 2})) == "table/not-finished"
