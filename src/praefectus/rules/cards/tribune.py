"""Tribune: take the played cards back, and optionally a new colonist.

R4.1: all played cards come back to the hand, this Tribune included; each after the third brings
1 sestertius. R4.2: then the player may pay 1 food + 1 tool to bring one colonist from the
storehouse to the capital.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.actions import colonist_action, colonist_kind, is_colonist
from praefectus.rules.ids import (
    ACTION_END,
    AT_PHASE,
    AT_SEAT,
    KIND_NAMES,
    LAND,
    OF_HAND,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_END,
    PHASE_TRIBUNE,
    SEA,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State, block
from praefectus.rules.storehouse import can_pay_colonist, place_colonist


class Tribune(Phase):
    """The optional colonist (R4.2)."""

    def begin(self, s: State) -> None:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        size: i64 = cells[p + OF_PILE_SIZE]
        at: i64
        for at in range(p + OF_PILE, p + OF_PILE + size):
            cells[p + OF_HAND + cells[at]] += 1
            cells[at] = 0
        cells[p + OF_PILE_SIZE] = 0
        if size > 3:
            cells[p + OF_MONEY] += size - 3
        cells[AT_PHASE] = PHASE_TRIBUNE

    def legal(self, s: State, out: Actions) -> None:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        out.add(ACTION_END)
        if can_pay_colonist(cells, p):
            if cells[p + OF_STORE + LAND] > 0:
                out.add(colonist_action(LAND))
            if cells[p + OF_STORE + SEA] > 0:
                out.add(colonist_action(SEA))

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        place_colonist(cells, block(cells[AT_SEAT]), colonist_kind(action), s.board.capital)
        cells[AT_PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_colonist(action):
            return refusal("R2.1", "turn.not-now")
        kind: i64 = colonist_kind(action)
        cells = s.cells
        if cells[AT_PHASE] == PHASE_END:
            return refusal("R4.2", "tribune.once")
        if cells[block(cells[AT_SEAT]) + OF_STORE + kind] == 0:
            return Refusal("R4.2", "colonist.none-left", {"kind": KIND_NAMES[kind]})
        return refusal("R4.2", "colonist.cost")
