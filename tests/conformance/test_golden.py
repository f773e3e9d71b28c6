"""Golden games: whole records with exact results that cover every table, ending and rare thing."""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest

from praefectus import record as records
from praefectus.rules import RULES_VERSION
from tests.conformance.compare import states_of_engine
from tests.conformance.features import FEATURES, features
from tests.conformance.make_golden import CHOSEN, GOLDEN, TABLES, dump, make
from tests.conformance.reference import positions, replay

NAMES = sorted(path.name.split(".")[0] for path in GOLDEN.glob("*.concordia.json"))


@functools.cache
def load(name: str) -> dict[str, Any]:
    return json.loads((GOLDEN / f"{name}.concordia.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_replays_to_its_exact_result(name):
    game = records.load(GOLDEN / f"{name}.concordia.json").game
    outcome = game.outcome()
    result = load(name)["result"]
    assert [points["total"] for points in outcome.points] == result["points"]
    assert outcome.winner == result["winner"]
    assert outcome.reason == name.split("-")[2]


@pytest.mark.parametrize("name", NAMES)
def test_engine_and_reference_agree_on_every_state_of_a_golden_game(name):
    assert states_of_engine(load(name)) == list(replay(load(name)))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_written_as_it_was_read(name):
    written = records.dump(records.replay(load(name)).game)
    assert written == {**load(name), "rules": RULES_VERSION}


def test_there_is_one_for_every_board_number_of_players_and_reason_to_end():
    found = set()
    for name in NAMES:
        record = load(name)
        for referee in positions(record):
            last = referee
        found.add((record["map"], len(record["players"]), last.reason))
    assert found == {
        (board, players, reason) for board, players in TABLES for reason in ("houses", "cards")
    }


def test_both_editions_and_both_ways_of_scoring_are_there_on_both_boards():
    found = {
        (load(name)["map"], load(name)["edition"], load(name)["intermediate_scoring"])
        for name in NAMES
    }
    assert {(board, edition) for board, edition, _ in found} == {
        (board, edition) for board in ("imperium", "italia") for edition in ("revised", "first")
    }
    assert {(board, scoring) for board, _, scoring in found} == {
        (board, scoring) for board in ("imperium", "italia") for scoring in (False, True)
    }


def test_every_rare_thing_happens_in_one_of_them():
    assert set().union(*(features(load(name)) for name in NAMES)) == set(FEATURES)


def test_the_readme_lists_them_all():
    readme = (GOLDEN / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in readme] == []


def test_they_are_what_the_generator_makes():
    board, players, seed = CHOSEN[0]
    record = make(board, players, seed)
    assert record in [load(name) for name in NAMES]
    assert json.loads(dump(record)) == record
