"""Mercator: money, then trade with the bank.

R8.1: receive 3 sestertii (5 from a Mercator that was for sale), then trade in up to two different
goods at the fixed prices; each good is either sold or bought, in any number that money and room allow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.actions import (
    buy_action,
    is_sale,
    is_trade,
    sell_action,
    traded_good,
    traded_units,
)
from praefectus.rules.facts import BIT, FACE_INCOME, PRICE
from praefectus.rules.ids import (
    ACTION_END,
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

# Money enough for a full storehouse of any good; UNITS_FOR[good * (ENOUGH + 1) + money] is how many units it buys.
ENOUGH: Final[i64] = MAX_TRADE * max(PRICE)
UNITS_FOR: Final[vec[i64]] = vec[i64](
    [int(money // PRICE[good]) for good in range(GOOD_COUNT) for money in range(ENOUGH + 1)]
)


def most_to_buy(money: i64, free: i64, good: i64) -> i64:
    """Return how many units of a good that much money and that many free spaces allow."""
    row: i64 = good * (ENOUGH + 1)
    most: i64 = UNITS_FOR[row + ENOUGH]
    if money < ENOUGH:
        most = UNITS_FOR[row + money]
    return most if most < free else free


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
                out.add_range(sell_action(good, 1), cells[p + OF_GOODS + good])
        free: i64 = room(cells, p)
        for good in range(GOOD_COUNT):
            if cells[AT_TRADED] & BIT[good] == 0:
                out.add_range(buy_action(good, 1), most_to_buy(cells[p + OF_MONEY], free, good))

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        good: i64 = traded_good(action)
        units: i64 = traded_units(action)
        if is_sale(action):
            units = -units
        cells[p + OF_GOODS + good] += units
        cells[p + OF_MONEY] -= units * PRICE[good]
        cells[AT_TRADED] |= BIT[good]
        cells[AT_CHOICES] -= 1
        if cells[AT_CHOICES] == 0:
            cells[AT_PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_trade(action):
            return refusal("R2.1", "turn.not-now")
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        good: i64 = traded_good(action)
        units: i64 = traded_units(action)
        values: dict[str, str | int] = {"good": GOOD_NAMES[good], "units": int(units)}
        if cells[AT_TRADED] & BIT[good] != 0:
            return Refusal("R8.1", "mercator.same-good", values)
        if cells[AT_PHASE] == PHASE_END:
            return Refusal("R8.1", "mercator.two-goods", values)
        if is_sale(action):
            values["have"] = int(cells[p + OF_GOODS + good])
            return Refusal("R8.1", "mercator.not-enough", values)
        if units * PRICE[good] > cells[p + OF_MONEY]:
            values["price"] = int(units * PRICE[good])
            values["money"] = int(cells[p + OF_MONEY])
            return Refusal("R8.1", "mercator.money", values)
        values["room"] = int(room(cells, p))
        return Refusal("R3.1", "mercator.room", values)
