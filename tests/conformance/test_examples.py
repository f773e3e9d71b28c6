"""The games of another implementation, replayed by the engine to the very states recorded there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from praefectus import record as records
from praefectus.rules import RULES_VERSION
from tests.conformance.compare import engine_game, states_of_engine
from tests.conformance.test_reference import EXAMPLES, NAMES, load


def states(name: str) -> list[dict[str, Any]]:
    lines = (EXAMPLES / f"{name}.states.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_replays_to_the_very_states(name):
    assert states_of_engine(load(name)) == states(name)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_plays_through_the_api_step_by_step(name):
    record = load(name)
    game = engine_game(record)
    for turn, expected in zip(record["turns"], states(name), strict=True):
        game.play(f"play {turn['play']}")
        for step in turn["steps"]:
            game.play(step)
        while game.turn < expected["turn"]:
            game.play("end")
        assert game.state() == expected


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_written_as_it_was_read(name):
    record = load(name)
    read = records.load(EXAMPLES / f"{name}.concordia.json")
    written = records.dump(read.game, read.players)
    for turn in [*record["turns"], *written["turns"]]:
        # The goods of a choice may stand in any order.
        turn["steps"] = [
            " ".join(sorted(step.split(" "))) if step.startswith("keep") else step
            for step in turn["steps"]
        ]
    assert written == {**record, "rules": RULES_VERSION}


@pytest.mark.parametrize("name", NAMES)
def test_the_outcome_of_an_example_is_its_result(name):
    record = load(name)
    outcome = records.replay(record).game.outcome()
    assert [points["total"] for points in outcome.points] == record["result"]["points"]
    assert outcome.winner == outcome.ranking[0] == record["result"]["winner"]
