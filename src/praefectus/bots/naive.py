"""The naive bot: tries random turns and takes the one after which it has most points."""

from __future__ import annotations

from random import Random

from praefectus.bots.base import Planner, Position
from praefectus.bots.registry import BotError
from praefectus.rules.ids import ACTION_END, AT_DECIDER
from praefectus.rules.phase import Actions
from praefectus.rules.scoring import total_points
from praefectus.rules.state import State
from praefectus.rules.turn import apply, legal

MOST_TRIES = 100_000


class Naive(Planner):
    """Takes the best of `tries` random turns, by its points if the game ended after it."""

    def __init__(self, *, seed: int = 0, tries: int = 120) -> None:
        super().__init__()
        if not 0 < tries <= MOST_TRIES:
            raise BotError(f"naive: tries must be 1 to {MOST_TRIES:,}, not {tries}")
        self._tries = tries
        self._rng = Random(seed)

    def plan(self, position: Position) -> list[int]:
        """Return the best of the random turns."""
        state = position.determinize(self._rng).position
        seat = state.cells[AT_DECIDER]
        out = Actions(state.board.action_count)
        best: list[int] = []
        most = -1
        for _ in range(self._tries):
            after = state.copy()
            turn = self._play_at_random(after, out)
            points = int(total_points(after, seat))
            if points > most:
                best, most = turn, points
        return best

    def _play_at_random(self, state: State, out: Actions) -> list[int]:
        """Take random decisions in `state` to the end of the turn, or of a choice; return them."""
        turn: list[int] = []
        while not turn or turn[-1] != ACTION_END:
            legal(state, out)
            turn.append(int(out.numbers[self._rng.randrange(out.count)]))
            apply(state, turn[-1])
        return turn
