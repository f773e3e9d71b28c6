"""The reference itself: it agrees with the games that another implementation recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.players import play_game
from tests.conformance.position import IllegalError
from tests.conformance.reference import Referee, positions, replay

EXAMPLES = Path(__file__).resolve().parents[1] / "fixtures" / "examples"
NAMES = sorted(path.name.split(".")[0] for path in EXAMPLES.glob("*.concordia.json"))


def load(name: str) -> dict[str, Any]:
    return json.loads((EXAMPLES / f"{name}.concordia.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_replays_the_examples_to_the_very_states(name):
    lines = (EXAMPLES / f"{name}.states.jsonl").read_text(encoding="utf-8").splitlines()
    assert list(replay(load(name))) == [json.loads(line) for line in lines]


def test_all_seven_examples_are_here():
    assert len(NAMES) == 7


def test_equal_seeds_give_equal_games():
    assert play_game("italia", 2, 5, max_turns=30) == play_game("italia", 2, 5, max_turns=30)


def test_an_error_names_turn_step_and_rule():
    record = {
        **load("italia-2"),
        "turns": [{"seat": 0, "play": "architect", "steps": ["build roma"]}],
    }
    del record["result"]
    with pytest.raises(IllegalError) as error:
        list(positions(record))
    assert str(error.value) == "turn 1, step 1 'build roma': no house can be built in Roma (R5.6)"


def test_what_is_offered_is_what_is_accepted():
    record = play_game("imperium", 3, 1, max_turns=25)
    for referee in positions(record):
        for play in referee.legal_plays():
            tried = referee.copy()
            tried.begin(tried.to_play, play)
            for text in tried.legal_steps():
                tried.copy().step(text)


def test_a_copy_is_independent():
    referee = Referee.from_record(load("italia-3"))
    before = referee.document()
    other = referee.copy()
    other.begin(0, "tribune")
    other.step("colonist land")
    other.end()
    assert referee.document() == before
