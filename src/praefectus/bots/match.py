"""Whole games between greedy players inside compiled code, for tuning and training."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.evaluation import Evaluator
from praefectus.bots.judge import best_turn, best_turns
from praefectus.bots.net import Net
from praefectus.bots.turns import Generator
from praefectus.rules.ids import (
    AT_DECIDER,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_TURN,
    PHASE_FINISHED,
    PHASE_PLAY,
)
from praefectus.rules.rng import Rng
from praefectus.rules.scoring import ranking, total_points
from praefectus.rules.state import State
from praefectus.rules.turn import apply

MOST_TURNS: Final = 400


def greedy_game(s: State, weights: list[list[float]], most_turns: i64) -> list[int]:
    """Play `s` to its end, seat n by weights[n]; return the points of the seats and the winner.

    After `most_turns` the game stops and is scored as it stands.
    """
    seats = [Generator(Evaluator(s.deal, vec[float](each))) for each in weights]
    cells = s.cells
    while cells[AT_PHASE] != PHASE_FINISHED and cells[AT_TURN] < most_turns:
        action: int
        for action in best_turn(s, seats[cells[AT_DECIDER]]):
            apply(s, action)
    points = [int(total_points(s, seat)) for seat in range(int(s.deal.players))]
    return [*points, ranking(s)[0]]


def sample_game(
    s: State,
    weights: list[float],
    net: Net | None,
    seed: int,
    slips: float,
    every: float,
    samples: list[list[float]],
) -> list[int]:
    """Play `s` to its end by greedy players that sometimes slip; return points and winner.

    About one position of `every` that begins a turn is put into `samples` as its features.
    """
    rng = Rng(seed)
    evaluator = Evaluator(s.deal, vec[float](weights), net)
    generator = Generator(evaluator)
    cells = s.cells
    while cells[AT_PHASE] != PHASE_FINISHED and cells[AT_TURN] < MOST_TURNS:
        if cells[AT_PHASE] == PHASE_PLAY and cells[AT_LAST_TURNS] < 0:
            if float(rng.below(1000)) * every < 1000.0:
                samples.append(evaluator.features(s))
        turn: list[int]
        if float(rng.below(1000)) < 1000.0 * slips:
            turns = best_turns(s, generator, 8)
            turn = turns[int(rng.below(len(turns)))]
        else:
            turn = best_turn(s, generator)
        action: int
        for action in turn:
            apply(s, action)
    points = [int(total_points(s, seat)) for seat in range(int(s.deal.players))]
    return [*points, ranking(s)[0]]
