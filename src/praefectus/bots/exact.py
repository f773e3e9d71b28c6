"""All turns: what `turns.py` shortens for the tree is enumerated for the position where a decision is taken.

Every pair of purchases with every payment, every province, every choice of what to keep, every settlement, the best
Architect turns by enumeration (`placements.py`), and trades down to a long tail.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.evaluation import Evaluator
from praefectus.bots.placements import Placements
from praefectus.bots.trades import Trades
from praefectus.bots.turns import MOST_LENGTH, Generator, Turns
from praefectus.rules.actions import (
    bought_slot,
    is_purchase,
    is_settle,
    produce_action,
    produced_province,
)
from praefectus.rules.facts import BIT
from praefectus.rules.ids import (
    ACTION_CASH,
    ACTION_INCOME,
    AT_CHOICES,
    AT_COINS,
    AT_PHASE,
    PHASE_COLONIST,
    PHASE_KEEP,
    PHASE_SENATOR,
)
from praefectus.rules.phase import Actions
from praefectus.rules.state import State
from praefectus.rules.turn import legal

ALL_TURNS: Final = 2000
ALL_TRADES: Final = 40
MOST_SETTLEMENTS: Final = 300


class Exact(Generator):
    """Finds all turns, of Architects and Mercators the best."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self.placements = Placements(evaluator)
        self.trades = Trades(evaluator, ALL_TRADES)
        self.settlements: i64 = 0
        self.out = Turns(ALL_TURNS)

    def _architect(self, s: State, depth: i64) -> None:
        placements = self.placements
        placements.plan(s, self.p, self.seat, self.remaining)
        tour: i64
        for tour in range(placements.tours):
            t = s.copy()
            length: i64 = placements.carry_out(tour, t, self.path, depth)
            self._finish(t, length)

    def _prefect(self, s: State, depth: i64) -> None:
        cells = s.cells
        province: i64
        if cells[AT_COINS] != 0:
            self._finish(self._try(s, depth, ACTION_CASH), depth + 1)
        for province in range(s.board.provinces):
            if cells[AT_COINS] & BIT[province] == 0:
                action: i64 = produce_action(s.board, province)
                t = self._try(s, depth, action)
                self.loss = self._rivals_gain(s, produced_province(s.board, action))
                if t.cells[AT_PHASE] == PHASE_KEEP:
                    self._finish_kept(t, depth + 1)
                else:
                    self._finish(t, depth + 1)
                self.loss = 0.0

    def _finish_kept(self, s: State, depth: i64) -> None:
        if s.cells[AT_PHASE] != PHASE_KEEP or depth == MOST_LENGTH - 1:
            self._finish(s, depth)
            return
        choices: vec[i64] = self._choices(s)
        at: i64
        for at in range(len(choices)):
            self._finish_kept(self._try(s, depth, choices[at]), depth + 1)

    def _colonist(self, s: State, depth: i64) -> None:
        if s.cells[AT_PHASE] == PHASE_COLONIST:
            self._finish(self._try(s, depth, ACTION_INCOME), depth + 1)
        self.settlements = 0
        self._settle(s, depth, -1)

    def _settle(self, s: State, depth: i64, after: i64) -> None:
        """Every choice of cities: they are settled in the order of their numbers."""
        if s.cells[AT_PHASE] != PHASE_COLONIST:
            self._finish(s.copy(), depth)
            self.settlements += 1
        if depth >= MOST_LENGTH - 2 or self.settlements > MOST_SETTLEMENTS:
            return
        choices: vec[i64] = self._choices(s)
        at: i64
        for at in range(len(choices)):
            if choices[at] >= after and is_settle(s.board, choices[at]):
                self._settle(self._try(s, depth, choices[at]), depth + 1, choices[at])

    def _purchase(self, s: State, depth: i64) -> None:
        self._finish(s.copy(), depth)
        self._buy(s, depth, -1)

    def _buy(self, s: State, depth: i64, after: i64) -> None:
        choices: vec[i64] = self._choices(s)
        at: i64
        for at in range(len(choices)):
            slot: i64 = bought_slot(choices[at])
            if not is_purchase(choices[at]) or slot <= after:
                continue
            t = self._try(s, depth, choices[at])
            self._finish(t.copy(), depth + 1)
            if t.cells[AT_CHOICES] > 0 and t.cells[AT_PHASE] == PHASE_SENATOR:
                self._buy(t, depth + 1, slot)

    def _choices(self, s: State) -> vec[i64]:
        """Return the legal actions in a buffer of their own, for loops within loops."""
        out: Actions = self.first_choices
        legal(s, out)
        return out.numbers[: out.count]
