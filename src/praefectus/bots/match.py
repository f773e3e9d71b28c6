"""Whole games between greedy players inside compiled code, for tuning."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.evaluation import Evaluator
from praefectus.bots.judge import best_turn
from praefectus.bots.turns import Generator
from praefectus.rules.ids import AT_DECIDER, AT_PHASE, AT_TURN, PHASE_FINISHED
from praefectus.rules.scoring import ranking, total_points
from praefectus.rules.state import State
from praefectus.rules.turn import apply


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
