"""The tutorial's prepared positions: each is a game to play on, with the learner to move."""

import pytest

from praefectus import record
from praefectus.server import lessons

# What each lesson is about must be possible at once: decisions that start like this, one after another.
TURNS = {
    "architect": ("play architect", "move land", "to land cosa~roma", "build cosa"),
    "prefect": ("play prefect", "produce"),
    "mercator": ("play mercator-3", "sell", "buy"),
    "senator": ("play senator", "purchase"),
    "tribune": ("play tribune", "colonist"),
    "diplomat": ("play diplomat", "copy"),
    "specialist": ("play",),
    "colonist": ("play colonist", "settle"),
    "consul": ("play consul", "purchase"),
    "storehouse": ("play prefect",),
    "magnus": ("play prefect", "produce"),
    "gods": ("play senator", "purchase"),
    "end": ("play architect", "build"),
}


def test_every_lesson_has_a_turn_here():
    assert lessons.names() == sorted(TURNS)


@pytest.mark.parametrize("lesson", TURNS)
def test_what_a_lesson_is_about_can_be_done(lesson):
    game = record.load(lessons.FOLDER / f"{lesson}.json").game
    for start in TURNS[lesson]:
        found = [text for text in game.legal_actions.texts() if text.startswith(start)]
        assert found, (start, game.legal_actions.texts())
        game.play(found[0])


@pytest.mark.parametrize("lesson", ["architect", "gods", "end"])
def test_the_learner_is_to_move(browser, lesson):
    body = {"name": "First steps", "player": "Octavia"}
    answer = browser.post(f"/api/lessons/{lesson}", body)
    assert answer.status_code == 201
    table = answer.json()["table"]
    assert table["name"] == "First steps"
    game = table["game"]
    assert game["question"]["seat"] == table["seat"] == game["seat"]
    assert table["seats"][table["seat"]]["name"] == "Octavia"
    assert [seat["kind"] for seat in table["seats"] if not seat["mine"]] == ["bot"]
    assert table["log_length"] == game["turn"] == len(answer.json()["log"])
    prepared = record.load(lessons.FOLDER / f"{lesson}.json").game.state()
    assert game["state"]["display"] == prepared["display"]
    for shown, there in zip(game["state"]["players"], prepared["players"], strict=True):
        for part in ("houses", "goods", "money", "colonists", "discard"):
            assert shown[part] == there[part]


def test_there_is_no_other_lesson(browser):
    assert browser.post("/api/lessons/astrology", {}).status_code == 404
