"""Positions set up by hand: a start, the pieces of a text, and the check while they are changed."""

import json
import random
from typing import Any

import pytest

from praefectus import Game
from praefectus.arrangement import arrange
from tests.server.browser import JSON
from tests.server.test_analysis import code, finished, halfway, search


def start(browser, **options):
    return browser.post("/api/positions/start", {"map": "italia", "players": 3, **options})


def check(browser, laid_out):
    return browser.post("/api/positions/check", laid_out)


def test_a_start_is_laid_out_and_is_a_position(browser):
    laid_out = start(browser, intermediate_scoring=True).json()
    assert laid_out["options"] == {
        "map": "italia",
        "players": 3,
        "edition": "revised",
        "intermediate_scoring": True,
    }
    assert laid_out["turn"] == 0
    assert [player["money"] for player in laid_out["players"]] == [5, 6, 7]
    checked = check(browser, laid_out).json()
    assert (checked["why"], checked["turn"]) == (None, None)
    game = Game.from_position(checked["position"])
    assert (game.turn, game.phase) == (0, "play")
    assert checked["markers"].keys() == laid_out["markers"].keys()


@pytest.mark.parametrize(("map", "players"), [("italia", 2), ("italia", 4), ("imperium", 5)])
def test_every_board_has_a_start(browser, map, players):
    laid_out = start(browser, map=map, players=players).json()
    assert len(laid_out["players"]) == players
    assert check(browser, laid_out).json()["position"] is not None


def test_a_start_that_cannot_be_is_one_sentence(browser):
    for options in ({"players": 5}, {"map": "atlantis"}):
        answer = start(browser, **options)
        assert (answer.status_code, code(answer)) == (422, "setup/invalid")
    for options in ({"players": 1}, {"players": "x"}, {"salt": 1}, {"map": "../x"}):
        assert code(start(browser, **options)) == "request/invalid"


def test_a_text_becomes_pieces_and_a_text_again(browser):
    for game in (halfway(), halfway(7), finished()):
        text = game.position_text()
        laid_out = browser.post("/api/positions/arrangement", {"position": text}).json()
        assert laid_out == json.loads(json.dumps(arrange(game.position)))
        assert check(browser, laid_out).json()["position"] == text


def test_what_nobody_may_know_is_no_part_of_it(browser):
    game = halfway(10)
    both = [
        browser.post("/api/positions/arrangement", {"position": game.position_text(hidden=hidden)})
        for hidden in (False, True)
    ]
    assert both[0].json() == both[1].json()


def test_a_text_that_is_none_is_refused(browser):
    answer = browser.post("/api/positions/arrangement", {"position": "nonsense"})
    assert (answer.status_code, code(answer)) == (422, "position/invalid")


def test_a_position_set_up_by_hand_is_searched(browser):
    laid_out = start(browser).json()
    laid_out["players"][0]["houses"] = ["genua", "nicaea"]
    laid_out["players"][0]["goods"]["wine"] = 3
    refused = check(browser, laid_out).json()
    assert refused["position"] is None
    assert refused["why"]["key"] == "position.not-begun"
    assert refused["why"]["values"] == {"seat": 0}
    assert refused["turn"] == 3
    laid_out["turn"] = 3
    text = check(browser, laid_out).json()["position"]
    assert search(browser, text).json()["turns"]


def test_a_position_that_cannot_be_says_why_as_data(browser):
    laid_out = start(browser).json()
    laid_out["players"][1]["goods"]["cloth"] = 9
    refused = check(browser, laid_out).json()
    assert (refused["position"], refused["turn"]) == (None, None)
    assert refused["why"]["key"] == "position.storehouse"
    assert refused["why"]["rule"] == "R3.1"
    assert refused["why"]["values"] == {"seat": 1}


def test_what_there_is_not_is_one_sentence(browser):
    laid_out = start(browser).json()
    laid_out["players"][1]["houses"] = ["carthago"]
    answer = check(browser, laid_out)
    assert (answer.status_code, code(answer)) == (422, "position/invalid")
    assert answer.json()["error"]["message"] == "there is no city 'carthago'"


HOSTILE: list[Any] = [
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "\x00",
    "x" * 300,
    [],
    {},
    [[]],
    {"a": {}},
    ["roma"] * 99,
]


def test_no_document_makes_the_server_fail(browser):
    """Every part of a document is replaced by everything it is not."""
    rng = random.Random(3)
    whole = start(browser).json()
    for _ in range(150):
        laid_out = json.loads(json.dumps(whole))
        part = laid_out
        while True:
            place = rng.choice([*part] if isinstance(part, dict) else range(len(part)))
            if isinstance(part[place], dict | list) and part[place] and rng.random() < 0.7:
                part = part[place]
                continue
            part[place] = rng.choice(HOSTILE)
            break
        answer = check(browser, laid_out)
        assert answer.status_code in (200, 422), (place, answer.text)
        if answer.status_code == 422:
            assert code(answer) in ("request/invalid", "position/invalid")
            assert "\n" not in answer.json()["error"]["message"]


def test_documents_have_a_limit(browser):
    laid_out = start(browser).json()
    laid_out["players"][0]["discard"] = ["senator"] * 5000
    answer = check(browser, laid_out)
    assert (answer.status_code, code(answer)) == (413, "request/too-large")
    answer = browser.http.post("/api/positions/check", content=b"{" * 9000, headers=JSON)
    assert answer.status_code == 400


def test_a_whole_position_is_far_from_the_limit():
    for map, players in (("imperium", 5), ("italia", 4)):
        laid_out = arrange(Game.new(map, players, 1).position)
        for player in laid_out["players"]:
            player["houses"] = [*laid_out["cities"]][:15]
            player["discard"] = ["diplomat-mercurius"] * 12
        assert len(json.dumps(laid_out)) < 12_000
