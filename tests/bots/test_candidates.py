"""The turns that a search compares, against every turn that the rules allow."""

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.missed_turns import MARGIN, compare

import praefectus
from praefectus import bots
from praefectus.bots.every import every_turn
from praefectus.rules.ids import ACTION_END

STORED = json.loads(
    (Path(__file__).parent.parent / "fixtures" / "bots" / "positions.json").read_text("utf-8")
)


def test_the_stored_positions_are_of_every_table():
    tables = {text.split()[1] for text in STORED["any"]}
    assert tables == {
        *("imperium:3", "imperium:4", "imperium:5"),
        *("italia:2", "italia:3", "italia:4"),
    }
    assert len(STORED["any"]) >= 200
    assert len(STORED["endings"]) >= 40


@pytest.mark.parametrize("text", STORED["any"][::12])
def test_the_best_turn_is_a_candidate(text):
    one = compare(text, "learned")
    assert one.best - one.found <= MARGIN, one.best_turn


@pytest.mark.parametrize("text", STORED["endings"][::4])
def test_turns_that_set_off_the_end_are_candidates(text):
    one = compare(text, "learned")
    assert one.can_end
    assert one.finds_end, one.best_turn
    assert one.best - one.found <= MARGIN, one.best_turn


def test_the_shorter_lists_of_the_tree_leave_turns_out():
    """What this measures can fail: without the enumeration at the root turns are missing."""
    compared = [compare(text, "learned:exact=0") for text in STORED["endings"]]
    assert sum(not one.finds_end for one in compared) > 5


def test_every_turn_is_legal_and_ends():
    game = praefectus.Game.new(map="italia", players=2, seed=4)
    turns = every_turn(game.position, 20_000)
    assert turns is not None
    for turn, after in turns:
        trial = game.copy()
        for action in turn:
            trial.play(action)
        assert turn[-1] == ACTION_END
        assert trial.position == after


def test_too_many_turns_are_not_enumerated():
    game = praefectus.Game.new(map="italia", players=2, seed=4)
    assert every_turn(game.position, 10) is None


@pytest.mark.parametrize("text", STORED["any"][::30])
def test_candidates_can_be_played_as_they_are(text):
    searcher: Any = bots.make("search:sims=1")
    for turn in searcher.considered(praefectus.Game.from_position(text)):
        trial = praefectus.Game.from_position(text)
        for action in turn:
            trial.play(action)
        assert trial.turn == praefectus.Game.from_position(text).turn + 1 or trial.phase == "keep"
