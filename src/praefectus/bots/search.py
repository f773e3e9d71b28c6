"""The search bot: a tree search over whole turns, with newly dealt decks.

The budget is time per turn, simulations per turn, or both (whichever is used up first). With
`workers` several processes grow a tree each, and their visits are added up. With a time budget the
bot depends on how busy the machine is; with a budget of simulations it is reproducible.
"""

from __future__ import annotations

import gc
import os
import time as clock
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.base import Candidate, Planner, Position
from praefectus.bots.greedy import Thinker, describe
from praefectus.bots.registry import BotError
from praefectus.bots.tree import Tree
from praefectus.bots.variety import differing
from praefectus.game import Game
from praefectus.opening import Setup
from praefectus.parallel import SPAWN
from praefectus.rules.rng import Rng
from praefectus.rules.setup import determinize
from praefectus.rules.state import State

DEFAULT_TIME = 1.0
BATCH = 16  # simulations between two checks of the clock
MOST_SIMULATIONS = 200_000  # a tree of this size takes about half a gigabyte
# The largest value of each option: beyond it memory or processes run out.
MOST: dict[str, float] = {
    "time": 86_400,
    "sims": MOST_SIMULATIONS,
    "workers": 64,
    "exploration": 1_000,
    "temperature": 1_000,
    "root_temperature": 1_000,
    "width": 1_000,
    "rivals": 1_000,
    "deals": 1_000,
}
OPENING = 3  # rounds in which nearly equal turns take turns
LEAST_SHARE = 0.1  # of the best turn's visits: one tried less is not known to be nearly as good
MOST_EXACT = 1_000
MOST_RESERVE = 1  # a guard allows a turn twice its budget
LEAST_VISITS = 8  # a turn tried less often is given as a hint only if there is no other
CARRYING = 0.01  # seconds to send work to processes and receive the results
MARGIN = 0.004  # seconds of the budget kept for what comes after the search
QUICKER = 1.3  # simulations may become faster by this factor
OPEN = 0.3  # a search is undecided while the second turn has this share of the tries of the first


@dataclass(frozen=True)
class Settings:
    """How a tree is searched."""

    weights: str = "greedy"
    net: str = ""
    time: float | None = None
    sims: int | None = None
    exploration: float = 0.3
    temperature: float = 1.5
    root_temperature: float = 0.25
    exact: int = 1  # so many levels of the tree begin with all turns
    width: int = 20
    rival_width: int = 6
    deals: int = 8
    variety: float = 0.01
    reserve: float = 0.0  # budgets that a turn may take beyond its own, if earlier turns left them
    style: str = ""


@dataclass(frozen=True)
class Findings:
    """What a search found at its root: for each turn the visits, sum of chances and prior.

    `values` are the mean chances of all seats over the simulations.
    """

    turns: list[list[int]]
    visits: list[int]
    totals: list[float]
    priors: list[float]
    values: list[float]
    simulations: int
    proven: int  # the turn that is known to be the best, or -1
    seconds: float

    def order(self) -> list[int]:
        """Return the numbers of the turns, best first: by visits, then by chance."""

        def key(number: int) -> tuple[float, ...]:
            visits = self.visits[number]
            return (
                number != self.proven,
                -visits,
                -self.totals[number] / max(visits, 1),
                -self.priors[number],
            )

        return sorted(range(len(self.turns)), key=key)

    def nearly_best(self, best: int, margin: float) -> list[int]:
        """Return the numbers of the turns that are as good as the best one within a margin of chance."""
        visits = self.visits[best] * LEAST_SHARE
        chance = self.chance(best) - margin
        others = range(len(self.turns))
        return [
            at
            for at in others
            if at == best or (self.visits[at] >= visits and self.chance(at) >= chance)
        ]

    def chance(self, number: int) -> float:
        """Return the chance to win that a turn was found to give."""
        return self.totals[number] / max(self.visits[number], 1)


class Search(Planner):
    """Takes the turn that a tree search tries most."""

    def __init__(
        self,
        *,
        seed: int = 0,
        time: float | None = None,
        sims: int | None = None,
        workers: int = 1,
        weights: str = "greedy",
        net: str = "",
        exploration: float = Settings.exploration,
        temperature: float = Settings.temperature,
        root_temperature: float = Settings.root_temperature,
        exact: int = Settings.exact,
        width: int = Settings.width,
        rivals: int = Settings.rival_width,
        deals: int = Settings.deals,
        variety: float = Settings.variety,
        reserve: float = Settings.reserve,
        style: str = "",
    ) -> None:
        super().__init__()
        asked = {
            "time": time,
            "sims": sims,
            "workers": workers,
            "exploration": exploration,
            "temperature": temperature,
            "root_temperature": root_temperature,
            "width": width,
            "rivals": rivals,
            "deals": deals,
        }
        for name, value in asked.items():
            if value is not None and not 0 < value <= MOST[name]:
                raise BotError(
                    f"search: {name} must be above 0 and at most {MOST[name]:,}, not {value}"
                )
        if not 0 <= exact <= MOST_EXACT:
            raise BotError(f"search: exact must be 0 to {MOST_EXACT}, not {exact}")
        if not 0 <= variety <= 1:
            raise BotError(f"search: variety must be 0 to 1, not {variety}")
        if not 0 <= reserve <= MOST_RESERVE:
            raise BotError(f"search: reserve must be 0 to {MOST_RESERVE}, not {reserve}")
        if time is None and sims is None:
            time = DEFAULT_TIME
        self.settings = Settings(
            weights=weights,
            net=net,
            time=time,
            sims=sims,
            exploration=exploration,
            temperature=temperature,
            root_temperature=root_temperature,
            exact=exact,
            width=width,
            rival_width=rivals,
            deals=deals,
            variety=variety,
            reserve=reserve,
            style=style,
        )
        self.budget = time
        self._left = 0.0  # seconds that the turns of this game had and did not take
        self._turn = 0
        self._rng = Random(seed)
        self._thinker = Thinker(weights, net, style)
        self._tree: Tree | None = None
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._starting: list[Future[int]] = []
        if workers > 1:
            # Started now: processes take longer to start than a short budget allows for.
            self._pool = ProcessPoolExecutor(workers, mp_context=SPAWN)
            self._starting = [self._pool.submit(os.getpid) for _ in range(workers)]

    def plan(self, position: Position) -> list[int]:
        """Return the best turn from here."""
        findings = self.search(position, to_decide=True)
        best = findings.order()[0]
        if position.turn < OPENING * position.players and findings.proven < 0:
            best = self._rng.choice(findings.nearly_best(best, self.settings.variety))
        return list(findings.turns[best])

    def search(self, position: Position, *, to_decide: bool = False) -> Findings:
        """Search from here as long as the budget allows; return what was found.

        `to_decide` is for callers that want only the best turn: the search ends once no other can win.
        """
        began = clock.perf_counter()
        game = position.determinize(self._rng)
        if self._pool is None or position.phase == "keep" or not self._is_ready():
            self._tree = plant(
                game.position, self._thinker, self.settings, self._rng.getrandbits(60), self._tree
            )
            if to_decide:
                return self._decide(self._tree, position.turn, began)
            return grow(self._tree, self.settings, began)
        return self._search_together(self._pool, game, began)

    def _decide(self, tree: Tree, turn: int, began: float) -> Findings:
        """Grow a tree until its best turn is known, or the time is over that this turn may take."""
        time = self.settings.time
        if turn < self._turn:
            self._left = 0.0  # another game has begun
        self._turn = turn
        if time is None:
            return grow(tree, self.settings, began, to_decide=True)
        more = min(self._left, self.settings.reserve * time)
        findings = grow(tree, self.settings, began, to_decide=True, more=more)
        self._left = max(0.0, self._left + time - findings.seconds)
        return findings

    def candidates(self, position: Position | Game, n: int = 3) -> list[Candidate]:
        """Return the best `n` turns that differ, with what they are expected to bring, best first."""
        here = Position.of(position)
        return self.described(here, self.search(here), n)

    def described(self, here: Position, findings: Findings, n: int) -> list[Candidate]:
        """Return the best `n` turns of what a search found that differ, best first."""
        state = here.determinize(self._rng).position
        generator = self._thinker.generator(state)
        tried = max(sum(findings.visits), 1)
        order = findings.order()
        known = sum(visits >= LEAST_VISITS for visits in findings.visits)
        order = order[: max(n, known)]
        texts = [[here.text(action) for action in findings.turns[number]] for number in order]
        return [
            describe(
                here,
                state,
                generator,
                findings.turns[number],
                chance=findings.chance(number) if findings.visits[number] else None,
                share=findings.visits[number] / tried,
            )
            for number in (order[place] for place in differing(texts, n))
        ]

    def considered(self, position: Position | Game) -> list[list[int]]:
        """Return the turns that a search from here compares."""
        state = Position.of(position).determinize(self._rng).position
        return plant(state, self._thinker, self.settings, 0).turns()

    def close(self) -> None:
        """End the worker processes, if there are any."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _is_ready(self) -> bool:
        """Tell whether the worker processes have started; without a clock, wait until they have."""
        if self.settings.time is None:
            wait(self._starting)
        return all(future.done() for future in self._starting)

    def _search_together(self, pool: ProcessPoolExecutor, game: Game, began: float) -> Findings:
        setup = game.setup
        cells = list(game.position.cells)
        settings = self.settings
        if settings.time is not None:
            # What is left, less the time to send the position and receive the findings.
            left = settings.time - (clock.perf_counter() - began) - CARRYING
            settings = replace(settings, time=max(left, settings.time / 4))
        seeds = [self._rng.getrandbits(60) for _ in range(self._workers)]
        parts = list(
            pool.map(
                _search_elsewhere,
                [setup] * self._workers,
                [cells] * self._workers,
                [settings] * self._workers,
                seeds,
            )
        )
        first = parts[0]
        simulations = sum(part.simulations for part in parts)
        return Findings(
            turns=first.turns,
            visits=[sum(column) for column in zip(*(part.visits for part in parts), strict=True)],
            totals=[sum(column) for column in zip(*(part.totals for part in parts), strict=True)],
            priors=first.priors,
            values=[
                sum(part.values[seat] * part.simulations for part in parts) / simulations
                for seat in range(setup.options.players)
            ],
            simulations=simulations,
            proven=first.proven,
            seconds=clock.perf_counter() - began,
        )


@cache
def _thinker(weights: str, net: str, style: str) -> Thinker:
    """Return the thinker of a worker process, which is made once."""
    return Thinker(weights, net, style)


def _search_elsewhere(setup: Setup, cells: list[int], settings: Settings, seed: int) -> Findings:
    """Search in a worker process, which receives the position as plain data."""
    began = clock.perf_counter()
    thinker = _thinker(settings.weights, settings.net, settings.style)
    game = Game.from_setup(setup)
    state = State(game.position.deal, vec[i64](cells))
    return grow(plant(state, thinker, settings, seed), settings, began)


def plant(
    state: State, thinker: Thinker, settings: Settings, seed: int, earlier: Tree | None = None
) -> Tree:
    """Return a tree that begins at `state`, with decks dealt by `seed`; it was not run yet.

    It takes over what an earlier tree of the same game found out about the position.
    """
    rng = Rng(seed)
    tree = Tree(
        state,
        [determinize(state, rng).deal for _ in range(settings.deals)],
        thinker.recall(state),
        thinker.exact(state),
        settings.exact,
        settings.exploration,
        settings.temperature,
        settings.root_temperature,
        settings.width,
        settings.rival_width,
    )
    if earlier is not None:
        tree.inherit(earlier)
    return tree


@contextmanager
def no_collecting() -> Iterator[None]:
    """Keep the garbage collector out: a tree is many small objects, none of them garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            # Frozen and released again, they are old objects, which the collector does not look through at once.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def grow(
    tree: Tree, settings: Settings, began: float, *, to_decide: bool = False, more: float = 0.0
) -> Findings:
    """Grow a tree within the budget; `to_decide` as in `Search.search`.

    While two turns are tried about as often as each other, it may take `more` seconds.
    """
    with no_collecting():
        most = settings.sims or MOST_SIMULATIONS
        if len(tree.priors()) == 1:
            most = 1
        until = None if settings.time is None else began + settings.time - MARGIN
        done = 0
        while done < most and not tree.root.is_solved:
            batch = min(BATCH, most - done)
            tree.run(batch)
            done += batch
            left = float(most - done)
            if until is not None:
                now = clock.perf_counter()
                left = min(left, QUICKER * done * (until - now) / (now - began))
            if left <= 0.0 or (to_decide and tree.lead() > left):
                if until is None or more <= 0.0 or tree.rivalry() < OPEN:
                    break
                until += more
                more = 0.0
        return Findings(
            turns=tree.turns(),
            visits=tree.visits(),
            totals=tree.totals(),
            priors=tree.priors(),
            values=tree.chances(),
            simulations=done,
            proven=tree.proven(),
            seconds=clock.perf_counter() - began,
        )
