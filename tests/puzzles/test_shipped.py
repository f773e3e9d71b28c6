"""The shipped puzzles: every one is a position of the game it says it is of, and its solution is a legal turn."""

import itertools
from collections import Counter
from datetime import date, timedelta
from typing import get_args

import pytest

from praefectus.game import Game
from praefectus.puzzles import Judge, find, of_day, shipped, theme_of
from praefectus.review.examiner import Depth
from praefectus.rules.ids import ACTION_END
from praefectus.wire.clue import Theme

PUZZLES = [*shipped().values()]


def turn_of(game: Game, texts) -> list[int]:
    """Return a turn in numbers, played in `game`."""
    actions = []
    for text in texts:
        (action,) = game.parse(text)
        assert action in game.legal_actions, text
        actions.append(action)
        game.push(action)
    return actions


def test_there_are_enough_of_every_theme():
    assert len(PUZZLES) >= 200
    counts = Counter(puzzle.theme for puzzle in PUZZLES)
    assert set(counts) == set(get_args(Theme))
    assert min(counts.values()) >= 5
    assert len({(puzzle.map, puzzle.players) for puzzle in PUZZLES}) == 6


@pytest.mark.parametrize("table", sorted({(each.map, each.players) for each in PUZZLES}))
def test_positions_are_reached_and_solutions_are_legal(table):
    for puzzle in PUZZLES:
        if (puzzle.map, puzzle.players) != table:
            continue
        game = puzzle.game()
        assert game.position_text() == puzzle.position
        assert (game.phase, game.seat) == ("play", puzzle.seat)
        assert Game.from_position(puzzle.position).seat == puzzle.seat
        start = game.copy()
        actions = turn_of(game, puzzle.solution)
        assert actions[-1] == ACTION_END
        assert game.text(actions[0]) == f"play {puzzle.card}"
        # Other good turns may make it one about the end; else the turn itself says what it is about.
        assert puzzle.theme in (theme_of(start.position, actions, []), "ending")
        assert puzzle.lead >= 0.04
        assert puzzle.lead >= 4 * puzzle.noise


@pytest.mark.parametrize(
    "puzzle", PUZZLES[:: max(len(PUZZLES) // 3, 1)], ids=lambda puzzle: puzzle.id
)
def test_the_search_finds_the_solution_again(puzzle):
    game = puzzle.game()
    solution = turn_of(game.copy(), puzzle.solution)
    judge = Judge(game, Depth(simulations=1000))
    found = judge.judge(solution, solution)
    assert found.solved
    assert found.cost == 0
    assert found.solution["steps"][0]["text"] == f"play {puzzle.card}"
    # Playing a card for nothing is no answer to any of them.
    poor = next(
        [action, ACTION_END]
        for action in game.legal_actions
        if action != solution[0] and _may_end(game, action)
    )
    judged = judge.judge(poor, solution)
    assert judged.answer["win_chance"] < judged.solution["win_chance"]


@pytest.mark.parametrize("simulations", sorted({each.simulations for each in PUZZLES}))
def test_chances_are_those_of_the_search_that_is_named(simulations):
    """A search of another depth finds others."""
    puzzle = next(each for each in PUZZLES if each.simulations == simulations)
    game = puzzle.game()
    solution = turn_of(game.copy(), puzzle.solution)
    judge = Judge(game, Depth(simulations=simulations))
    _, found = judge.ranked([solution], seed=2000)  # the seed of the last stage
    assert found.chances[0][puzzle.seat] == pytest.approx(puzzle.chance, abs=0.001)


def _may_end(game: Game, action: int) -> bool:
    """Tell whether a turn may end after its first decision."""
    trial = game.copy()
    trial.push(action)
    return ACTION_END in trial.legal_actions


def test_the_puzzle_of_the_day_is_the_same_for_all_and_changes():
    days = [date(2026, 11, 17) + timedelta(days=n) for n in range(len(PUZZLES))]
    posed = [of_day(day).id for day in days]
    assert posed == [of_day(day).id for day in days]
    assert all(one != other for one, other in itertools.pairwise(posed))
    assert find(posed[0]) == of_day(days[0])
    assert find("nothing") is None
