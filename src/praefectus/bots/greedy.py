"""The greedy bot: the best whole turn by the evaluation, one turn ahead."""

from __future__ import annotations

from random import Random

from librt.vecs import vec

from praefectus.bots import weights as files
from praefectus.bots.base import Planner, Position
from praefectus.bots.evaluation import Evaluator
from praefectus.bots.judge import best_turn
from praefectus.bots.turns import Generator
from praefectus.game import Game
from praefectus.rules.state import State


class Thinker:
    """The evaluation and the generator for the deals a bot meets; a new one for each table."""

    def __init__(self, weights: tuple[float, ...]) -> None:
        self._weights = vec[float](list(weights))
        self._table: tuple[object, ...] = ()
        self._generator: Generator | None = None

    def generator(self, state: State) -> Generator:
        """Return the generator for the table at which `state` is played."""
        deal = state.deal
        table = (deal.board.name, int(deal.players), tuple(deal.city_good))
        if self._generator is None or table != self._table:
            self._table = table
            self._generator = Generator(Evaluator(deal, self._weights))
        return self._generator


class Greedy(Planner):
    """Takes the turn after which its chance to win is best."""

    def __init__(self, *, seed: int = 0, weights: str = "greedy") -> None:
        super().__init__()
        self._rng = Random(seed)
        self._thinker = Thinker(files.load(weights))

    def plan(self, position: Position) -> list[int]:
        """Return the best turn from here."""
        game: Game = position.determinize(self._rng)
        state = game.position
        return best_turn(state, self._thinker.generator(state))
