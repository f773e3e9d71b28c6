"""Random games inside the engine, for measuring and for search."""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.ids import AT_PHASE, PHASE_FINISHED
from praefectus.rules.phase import Actions
from praefectus.rules.rng import Rng
from praefectus.rules.state import State
from praefectus.rules.turn import apply, legal


def playout(s: State, rng: Rng, out: Actions) -> i64:
    """Play `s` to its end with uniformly random actions; return their number."""
    cells = s.cells
    decisions: i64 = 0
    while cells[AT_PHASE] != PHASE_FINISHED:
        legal(s, out)
        apply(s, out.numbers[rng.below(out.count)])
        decisions += 1
    return decisions


def playouts(s: State, games: i64, seed: int) -> i64:
    """Play `games` random games from `s`, which stays as it is; return the number of actions."""
    rng = Rng(seed)
    out = Actions(s.board.action_count)
    decisions: i64 = 0
    game: i64
    for game in range(games):
        decisions += playout(s.copy(), rng, out)
    return decisions
