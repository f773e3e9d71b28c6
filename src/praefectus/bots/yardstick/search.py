"""The search of `learned-1`: it ends once no other turn can overtake the most visited one."""

from __future__ import annotations

import gc
import json
import time as clock
from functools import cache
from random import Random

from librt.vecs import vec

from praefectus.bots import files
from praefectus.bots.base import Planner, Position
from praefectus.bots.yardstick.evaluation import Evaluator
from praefectus.bots.yardstick.net import Net
from praefectus.bots.yardstick.tree import Tree
from praefectus.bots.yardstick.turns import Generator
from praefectus.rules.rng import Rng
from praefectus.rules.setup import determinize
from praefectus.rules.state import State

DEFAULT_TIME = 1.0
BATCH = 16  # simulations between two checks of the clock
MOST_SIMULATIONS = 200_000
MARGIN = 0.004  # seconds of the budget kept for what comes after the search
QUICKER = 1.3  # simulations may become faster by this factor
EXPLORATION = 0.3
TEMPERATURE = 1.5
WIDTH = 14
RIVAL_WIDTH = 6
DEALS = 8
WEIGHTS = "yardstick/weights"
NET = "yardstick/net"


@cache
def mind() -> tuple[vec[float], Net]:
    """Return the weights, in the order of their file, and the network."""
    weights = json.loads(files.read(WEIGHTS, "weights", "")[0])["weights"]
    net = json.loads(files.read(NET, "a network", "")[0])
    layers = (vec[float](net[name]) for name in ("first", "biases", "second", "linear"))
    return vec[float](list(weights.values())), Net(net["hidden"], *layers)


class Yardstick(Planner):
    """Plays as `learned` did in its first version, with the same budgets."""

    def __init__(
        self, *, seed: int = 0, time: float | None = None, sims: int | None = None
    ) -> None:
        super().__init__()
        self.budget = DEFAULT_TIME if time is None and sims is None else time
        self._sims = sims or MOST_SIMULATIONS
        self._rng = Random(seed)
        self._table: tuple[object, ...] = ()
        self._generator: Generator | None = None

    def plan(self, position: Position) -> list[int]:
        """Return the turn that the search tries most."""
        tree = self.search(position, to_decide=True)
        turns, visits, totals = tree.turns(), tree.visits(), tree.totals()
        best = min(
            range(len(turns)),
            key=lambda at: (-visits[at], -totals[at] / max(visits[at], 1), -tree.priors()[at]),
        )
        return turns[best]

    def search(self, position: Position, *, to_decide: bool = False) -> Tree:
        """Return the tree that grows from here; `to_decide` ends it once no other turn can win."""
        began = clock.perf_counter()
        state = position.determinize(self._rng).position
        rng = Rng(self._rng.getrandbits(60))
        deals = [determinize(state, rng).deal for _ in range(DEALS)]
        collects = gc.isenabled()
        gc.disable()  # a tree is many small objects, none of them garbage
        try:
            generator = self._generator_of(state)
            tree = Tree(state, deals, generator, EXPLORATION, TEMPERATURE, WIDTH, RIVAL_WIDTH)
            self._grow(tree, began, to_decide=to_decide)
        finally:
            if collects:
                gc.enable()
        return tree

    def _grow(self, tree: Tree, began: float, *, to_decide: bool) -> None:
        most = self._sims if len(tree.visits()) > 1 else 1
        until = None if self.budget is None else began + self.budget - MARGIN
        done = 0
        while done < most:
            batch = min(BATCH, most - done)
            tree.run(batch)
            done += batch
            left = float(most - done)
            if until is not None:
                now = clock.perf_counter()
                if now >= until:
                    break
                left = min(left, QUICKER * done * (until - now) / (now - began))
            if to_decide and tree.lead() > left:
                break

    def _generator_of(self, state: State) -> Generator:
        deal = state.deal
        table = (deal.board.name, int(deal.players), tuple(deal.city_good))
        if self._generator is None or table != self._table:
            self._table = table
            self._generator = Generator(Evaluator(deal, *mind()))
        return self._generator
