"""Senator: buy up to two cards.

R10.1: each card costs the goods on it and the goods under its slot; the first purchase does not move
the other cards to cheaper slots.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.actions import is_purchase
from praefectus.rules.ids import (
    ACTION_END,
    AT_CHOICES,
    AT_PHASE,
    PHASE_END,
    PHASE_SENATOR,
)
from praefectus.rules.market import legal_purchases, purchase, refuse_purchase
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State


class Senator(Phase):
    """Buy a card, or be done."""

    def begin(self, s: State) -> None:
        s.cells[AT_CHOICES] = 2
        s.cells[AT_PHASE] = PHASE_SENATOR

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_END)
        legal_purchases(s, True, out)

    def apply(self, s: State, action: i64) -> None:
        purchase(s, True, action)
        if s.cells[AT_CHOICES] == 0:
            s.cells[AT_PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_purchase(action):
            return refusal("R2.1", "turn.not-now")
        if s.cells[AT_PHASE] == PHASE_END:
            return refusal("R10.1", "senator.two-cards")
        return refuse_purchase(s, True, action, "R10.1")
