"""Consul: buy one card without the goods under its slot (R10.2)."""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.actions import is_purchase
from praefectus.rules.ids import (
    ACTION_END,
    AT_CHOICES,
    AT_PHASE,
    PHASE_CONSUL,
    PHASE_END,
)
from praefectus.rules.market import legal_purchases, purchase, refuse_purchase
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State


class Consul(Phase):
    """Buy a card, or be done."""

    def begin(self, s: State) -> None:
        s.cells[AT_CHOICES] = 1
        s.cells[AT_PHASE] = PHASE_CONSUL

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_END)
        legal_purchases(s, False, out)

    def apply(self, s: State, action: i64) -> None:
        purchase(s, False, action)
        s.cells[AT_PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_purchase(action):
            return refusal("R2.1", "turn.not-now")
        if s.cells[AT_PHASE] == PHASE_END:
            return refusal("R10.2", "consul.one-card")
        return refuse_purchase(s, False, action, "R10.2")
