"""Single turns as reviews and puzzles show them, and whether two of them are the same."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, cast

from praefectus.bots.base import Candidate, Position
from praefectus.bots.greedy import Thinker, describe
from praefectus.events import take
from praefectus.game import Game
from praefectus.rules.ids import ACTION_END
from praefectus.rules.state import State
from praefectus.rules.turn import apply
from praefectus.wire.answers import ExpectedPoints
from praefectus.wire.review import JudgedTurn

SURE: Final = 2.0  # standard errors beyond which a difference counts


def judged_turn(
    start: Game, thinker: Thinker, turn: Sequence[int], chance: float, seed: int = 0
) -> JudgedTurn:
    """Return a turn with the chance it gives and what the evaluation expects of it; `seed` deals the face-down cards."""
    state = Position(start).determinize(Random(seed)).position
    generator = thinker.generator(state)
    expected: Candidate = describe(Position(start), state, generator, [*turn], chance=chance)
    trial = start.copy()
    return {
        "steps": [take(trial, action) for action in turn if action != ACTION_END],
        "win_chance": round(chance, 5),
        "points": expected_points(expected.points),
        "played": False,
    }


def expected_points(points: Mapping[str, float]) -> ExpectedPoints:
    """Return what an evaluation expects by god, rounded to be shown."""
    return cast("ExpectedPoints", {god: round(each, 1) for god, each in points.items()})


def led_to(start: State, turn: Sequence[int]) -> bytes:
    """Return what a turn makes of a position before it ends: turns that differ only in order are equal."""
    state = start.copy()
    for action in turn:
        if action != ACTION_END:
            apply(state, action)
    return state.key()
