"""Tribune: take the played cards back, and perhaps a new colonist.

R4.1: all played cards come back to the hand, this Tribune included; each after the third brings
1 sestertius. R4.2: then 1 food + 1 tool may bring one colonist from the storehouse to the capital.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.decision import Actions, Decision
from praefectus.rules.explain import Refusal, refusal
from praefectus.rules.ids import (
    ACTION_COLONIST,
    ACTION_END,
    KINDS,
    LAND,
    PHASE_END,
    PHASE_TRIBUNE,
    SEA,
)
from praefectus.rules.state import (
    HAND,
    MONEY,
    PHASE,
    PILE,
    PILE_SIZE,
    SEAT,
    STORE,
    State,
    block,
)
from praefectus.rules.storehouse import can_pay_colonist, place_colonist


class Tribune(Decision):
    """The optional colonist (R4.2)."""

    def begin(self, s: State) -> None:
        cells = s.cells
        p: i64 = block(cells[SEAT])
        size: i64 = cells[p + PILE_SIZE]
        at: i64
        for at in range(p + PILE, p + PILE + size):
            cells[p + HAND + cells[at]] += 1
            cells[at] = 0
        cells[p + PILE_SIZE] = 0
        if size > 3:
            cells[p + MONEY] += size - 3
        cells[PHASE] = PHASE_TRIBUNE

    def legal(self, s: State, out: Actions) -> None:
        cells = s.cells
        p: i64 = block(cells[SEAT])
        out.add(ACTION_END)
        if can_pay_colonist(cells, p):
            if cells[p + STORE + LAND] > 0:
                out.add(ACTION_COLONIST + LAND)
            if cells[p + STORE + SEA] > 0:
                out.add(ACTION_COLONIST + SEA)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        place_colonist(cells, block(cells[SEAT]), action - ACTION_COLONIST, s.board.capital)
        cells[PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        kind: i64 = action - ACTION_COLONIST
        if kind < LAND or kind > SEA:
            return refusal("R2.1", "turn.not-now")
        cells = s.cells
        if cells[PHASE] == PHASE_END:
            return refusal("R4.2", "tribune.once")
        if cells[block(cells[SEAT]) + STORE + kind] == 0:
            return Refusal("R4.2", "colonist.none-left", {"kind": KINDS[kind]})
        return refusal("R4.2", "colonist.cost")
