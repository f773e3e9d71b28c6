"""Mercator: money, then trade with the bank.

R8.1: receive 3 sestertii (5 from a Mercator that was for sale), then trade in up to two different
goods at the fixed prices; each is sold or bought, in any number, as money and room allow then.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.facts import BIT, FACE_INCOME, PRICE
from praefectus.rules.ids import (
    ACTION_BUY,
    ACTION_END,
    ACTION_PURCHASE,
    ACTION_SELL,
    AT_CARD,
    AT_CHOICES,
    AT_PHASE,
    AT_SEAT,
    AT_TRADED,
    GOOD_COUNT,
    GOOD_NAMES,
    MAX_TRADE,
    OF_GOODS,
    OF_MONEY,
    PHASE_END,
    PHASE_MERCATOR,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State, block, room


class Mercator(Phase):
    """Sell or buy one more good, or be done."""

    def begin(self, s: State) -> None:
        cells = s.cells
        cells[block(cells[AT_SEAT]) + OF_MONEY] += FACE_INCOME[cells[AT_CARD]]
        cells[AT_CHOICES] = 2
        cells[AT_PHASE] = PHASE_MERCATOR

    def legal(self, s: State, out: Actions) -> None:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        good: i64
        out.add(ACTION_END)
        for good in range(GOOD_COUNT):
            if cells[AT_TRADED] & BIT[good] == 0:
                out.add_range(ACTION_SELL + good * MAX_TRADE, cells[p + OF_GOODS + good])
        free: i64 = room(cells, p)
        for good in range(GOOD_COUNT):
            if cells[AT_TRADED] & BIT[good] == 0:
                most: i64 = cells[p + OF_MONEY] // PRICE[good]
                if most > free:
                    most = free
                out.add_range(ACTION_BUY + good * MAX_TRADE, most)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        sells: bool = action < ACTION_BUY
        number: i64 = action - (ACTION_SELL if sells else ACTION_BUY)
        good: i64 = number // MAX_TRADE
        units: i64 = number % MAX_TRADE + 1
        if sells:
            units = -units
        cells[p + OF_GOODS + good] += units
        cells[p + OF_MONEY] -= units * PRICE[good]
        cells[AT_TRADED] |= BIT[good]
        cells[AT_CHOICES] -= 1
        if cells[AT_CHOICES] == 0:
            cells[AT_PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        if action < ACTION_SELL or action >= ACTION_PURCHASE:
            return refusal("R2.1", "turn.not-now")
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        sells: bool = action < ACTION_BUY
        number: i64 = action - (ACTION_SELL if sells else ACTION_BUY)
        good: i64 = number // MAX_TRADE
        units: i64 = number % MAX_TRADE + 1
        values: dict[str, str | int] = {"good": GOOD_NAMES[good], "units": int(units)}
        if cells[AT_TRADED] & BIT[good] != 0:
            return Refusal("R8.1", "mercator.same-good", values)
        if cells[AT_PHASE] == PHASE_END:
            return Refusal("R8.1", "mercator.two-goods", values)
        if sells:
            values["have"] = int(cells[p + OF_GOODS + good])
            return Refusal("R8.1", "mercator.not-enough", values)
        if units * PRICE[good] > cells[p + OF_MONEY]:
            values["price"] = int(units * PRICE[good])
            values["money"] = int(cells[p + OF_MONEY])
            return Refusal("R8.1", "mercator.money", values)
        values["room"] = int(room(cells, p))
        return Refusal("R3.1", "mercator.room", values)
