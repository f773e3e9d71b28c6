"""Mercator: money, then trade with the bank.

R8.1: receive 3 sestertii (5 from a Mercator that was for sale), then trade in up to two different
goods at the fixed prices; each is sold or bought, in any number, as money and room allow then.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.decision import Actions, Decision
from praefectus.rules.explain import Refusal, refusal
from praefectus.rules.ids import (
    ACTION_BUY,
    ACTION_END,
    ACTION_PURCHASE,
    ACTION_SELL,
    GOOD_COUNT,
    MAX_TRADE,
    PHASE_END,
    PHASE_MERCATOR,
)
from praefectus.rules.ids import (
    GOODS as GOOD_NAMES,
)
from praefectus.rules.state import (
    CARD,
    CHOICES,
    GOODS,
    MONEY,
    PHASE,
    SEAT,
    TRADED,
    State,
    block,
    room,
)
from praefectus.rules.tables import BIT, FACE_INCOME, PRICE


class Mercator(Decision):
    """Sell or buy one more good, or be done."""

    def begin(self, s: State) -> None:
        cells = s.cells
        cells[block(cells[SEAT]) + MONEY] += FACE_INCOME[cells[CARD]]
        cells[CHOICES] = 2
        cells[PHASE] = PHASE_MERCATOR

    def legal(self, s: State, out: Actions) -> None:
        cells = s.cells
        p: i64 = block(cells[SEAT])
        good: i64
        out.add(ACTION_END)
        for good in range(GOOD_COUNT):
            if cells[TRADED] & BIT[good] == 0:
                out.add_range(ACTION_SELL + good * MAX_TRADE, cells[p + GOODS + good])
        free: i64 = room(cells, p)
        for good in range(GOOD_COUNT):
            if cells[TRADED] & BIT[good] == 0:
                most: i64 = cells[p + MONEY] // PRICE[good]
                if most > free:
                    most = free
                out.add_range(ACTION_BUY + good * MAX_TRADE, most)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        p: i64 = block(cells[SEAT])
        sells: bool = action < ACTION_BUY
        number: i64 = action - (ACTION_SELL if sells else ACTION_BUY)
        good: i64 = number // MAX_TRADE
        units: i64 = number % MAX_TRADE + 1
        if sells:
            units = -units
        cells[p + GOODS + good] += units
        cells[p + MONEY] -= units * PRICE[good]
        cells[TRADED] |= BIT[good]
        cells[CHOICES] -= 1
        if cells[CHOICES] == 0:
            cells[PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        if action < ACTION_SELL or action >= ACTION_PURCHASE:
            return refusal("R2.1", "turn.not-now")
        cells = s.cells
        p: i64 = block(cells[SEAT])
        sells: bool = action < ACTION_BUY
        number: i64 = action - (ACTION_SELL if sells else ACTION_BUY)
        good: i64 = number // MAX_TRADE
        units: i64 = number % MAX_TRADE + 1
        values: dict[str, str | int] = {"good": GOOD_NAMES[good], "units": int(units)}
        if cells[TRADED] & BIT[good] != 0:
            return Refusal("R8.1", "mercator.same-good", values)
        if cells[PHASE] == PHASE_END:
            return Refusal("R8.1", "mercator.two-goods", values)
        if sells:
            values["have"] = int(cells[p + GOODS + good])
            return Refusal("R8.1", "mercator.not-enough", values)
        if units * PRICE[good] > cells[p + MONEY]:
            values["price"] = int(units * PRICE[good])
            values["money"] = int(cells[p + MONEY])
            return Refusal("R8.1", "mercator.money", values)
        values["room"] = int(room(cells, p))
        return Refusal("R3.1", "mercator.room", values)
