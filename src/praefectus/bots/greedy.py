"""The greedy bot: takes the whole turn that the evaluation likes best, one turn ahead."""

from __future__ import annotations

from random import Random

from librt.vecs import vec

from praefectus.bots import calibration, learning
from praefectus.bots import weights as weighing
from praefectus.bots.base import Candidate, Planner, Position
from praefectus.bots.evaluation import Evaluator
from praefectus.bots.exact import Exact
from praefectus.bots.judge import FINALISTS, best_turn, best_turns
from praefectus.bots.recall import Recall
from praefectus.bots.registry import BotError
from praefectus.bots.styles import styled
from praefectus.bots.turns import Generator
from praefectus.bots.variety import differing
from praefectus.game import Game
from praefectus.rules.ids import GOD_NAMES
from praefectus.rules.state import State
from praefectus.rules.turn import apply


class Thinker:
    """The evaluation, and the turn generator of the current table; another table gets a new generator."""

    def __init__(self, weights: str, net: str = "", style: str = "") -> None:
        """Read the weights and, if names are given, network and style. Raises BotError."""
        self._weights = vec[float](list(styled(weighing.load(weights), style)))
        self._net = learning.load(net)
        self._table: tuple[object, ...] = ()
        self._generator: Generator | None = None
        self._exact: Exact | None = None
        self._recall: Recall | None = None

    def generator(self, state: State) -> Generator:
        """Return the generator for the table at which `state` is played."""
        deal = state.deal
        # What a card brings may depend on any option, and it is remembered (`recall.py`).
        table = (deal.options, tuple(deal.city_good))
        if self._generator is None or table != self._table:
            self._table = table
            self._generator = Generator(Evaluator(deal, self._weights, self._net))
            self._exact = None
            self._recall = None
        return self._generator

    def exact(self, state: State) -> Exact:
        """Return what finds all turns at the table at which `state` is played."""
        evaluator = self.generator(state).evaluator
        if self._exact is None:
            self._exact = Exact(evaluator)
        return self._exact

    def recall(self, state: State) -> Recall:
        """Return the generator for trees at the table at which `state` is played."""
        evaluator = self.generator(state).evaluator
        if self._recall is None:
            self._recall = Recall(evaluator)
        return self._recall


PARTS = (*GOD_NAMES, "concordia", "rest")


def describe(
    position: Position,
    state: State,
    generator: Generator,
    turn: list[int],
    *,
    chance: float | None = None,
    share: float = 0.0,
) -> Candidate:
    """Return a turn with what it is expected to bring the seat that takes it."""
    seat = position.seat
    after = state.copy()
    for action in turn:
        apply(after, action)
    generator.settle_keeps(after)
    expected = vec[float]([0.0] * len(PARTS))
    generator.evaluator.expected(after, seat, expected)
    points = dict(zip(PARTS, expected, strict=True))
    points["total"] = sum(expected)
    if chance is None:
        chances = vec[float]([0.0] * position.players)
        generator.evaluator.chances(after, chances)
        chance = chances[seat]
    texts = [position.text(action) for action in turn]
    shown = calibration.shown(chance, position.players, calibration.stage(state))
    return Candidate(actions=turn, texts=texts, win_chance=shown, points=points, share=share)


class Greedy(Planner):
    """Takes the turn after which its chance to win is best.

    `slips` is the probability that it takes a random one of its better turns instead.
    """

    def __init__(
        self, *, seed: int = 0, weights: str = "greedy", net: str = "", slips: float = 0.0
    ) -> None:
        super().__init__()
        if not 0.0 <= slips <= 1.0:
            raise BotError(f"greedy: slips must be 0 to 1, not {slips}")
        self._slips = slips
        self._rng = Random(seed)
        self._thinker = Thinker(weights, net)

    def plan(self, position: Position) -> list[int]:
        """Return the best turn from here."""
        game: Game = position.determinize(self._rng)
        state = game.position
        if self._rng.random() < self._slips:
            return self._rng.choice(best_turns(state, self._thinker.generator(state), 8))
        return best_turn(state, self._thinker.generator(state))

    def candidates(self, position: Position | Game, n: int = 3) -> list[Candidate]:
        """Return the best `n` turns that differ, with what they are expected to bring, best first."""
        here = Position.of(position)
        state = here.determinize(self._rng).position
        generator = self._thinker.generator(state)
        turns = best_turns(state, generator, FINALISTS)
        texts = [[here.text(action) for action in turn] for turn in turns]
        return [
            describe(here, state, generator, turns[number], share=1.0 if number == 0 else 0.0)
            for number in differing(texts, n)
        ]
