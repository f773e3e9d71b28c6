"""Diplomat: do what the top card of an opponent's discard pile does.

R9.1: the Diplomat acts as if its player had played that card. R9.2: a Diplomat cannot be copied, and
an empty pile (after a Tribune) offers nothing; the top of the player's own pile is the Diplomat.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.actions import copied_seat, copy_action, is_copy
from praefectus.rules.ids import (
    AT_CARD,
    AT_PHASE,
    AT_SEAT,
    DIPLOMAT_JUPITER,
    PHASE_BEGIN,
    PHASE_COPY,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State, block, top_card


def can_copy(s: State, seat: i64) -> bool:
    """Tell whether `seat` is an opponent whose top card can be copied."""
    card: i64 = top_card(s.cells, block(seat))
    return seat != s.cells[AT_SEAT] and 0 <= card < DIPLOMAT_JUPITER


def can_copy_any(s: State) -> bool:
    """Tell whether a Diplomat may be played at all (R2.2)."""
    seat: i64
    for seat in range(s.deal.players):
        if can_copy(s, seat):
            return True
    return False


class Diplomat(Phase):
    """Choose whose card to copy."""

    def begin(self, s: State) -> None:
        s.cells[AT_PHASE] = PHASE_COPY

    def legal(self, s: State, out: Actions) -> None:
        seat: i64
        for seat in range(s.deal.players):
            if can_copy(s, seat):
                out.add(copy_action(seat))

    def apply(self, s: State, action: i64) -> None:
        s.cells[AT_CARD] = top_card(s.cells, block(copied_seat(action)))
        s.cells[AT_PHASE] = PHASE_BEGIN

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_copy(action):
            return refusal("R9.1", "diplomat.copy-first")
        seat: i64 = copied_seat(action)
        values: dict[str, str | int] = {"seat": int(seat)}
        if seat >= s.deal.players:
            return Refusal("R9.1", "diplomat.no-seat", values)
        if seat == s.cells[AT_SEAT]:
            return Refusal("R9.1", "diplomat.self", values)
        if top_card(s.cells, block(seat)) < 0:
            return Refusal("R9.2", "diplomat.empty", values)
        return Refusal("R9.2", "diplomat.diplomat", values)
