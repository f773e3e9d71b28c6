"""Trades of a Mercator: in one good or two, by what goods and money are worth."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.shortlist import Shortlist
from praefectus.bots.worth import Worth
from praefectus.rules.actions import buy_action, sell_action
from praefectus.rules.cards.mercator import most_to_buy
from praefectus.rules.facts import BIT, PRICE
from praefectus.rules.ids import (
    AT_CHOICES,
    AT_TRADED,
    GOOD_COUNT,
    OF_GOODS,
    OF_MONEY,
)
from praefectus.rules.state import State, colonists_stored, room

TRADES_KEPT: Final = 6
MOST_BOUGHT: Final = 5  # units of one good


class Trades:
    """Plans trades; the list of the best is reused."""

    def __init__(self, evaluator: Worth, most: i64) -> None:
        self.evaluator = evaluator
        self.kept = Shortlist(most)

    def plan(self, s: State, p: i64) -> Shortlist:
        """Find the best trades of the player at `p` in one or two goods, or in none."""
        cells = s.cells
        e = self.evaluator
        kept = self.kept
        g: vec[i64] = cells[p + OF_GOODS : p + OF_GOODS + GOOD_COUNT]
        money: i64 = cells[p + OF_MONEY]
        free: i64 = room(cells, p)
        stored: i64 = colonists_stored(cells, p)
        reach: i64 = e.reach(s, p)
        two: bool = cells[AT_CHOICES] > 1
        kept.count = 0
        before: float = e.resources_of(money, g, 0, stored, reach)
        kept.put(before, -1, -1)
        a: i64
        b: i64
        m: i64
        n: i64
        most: i64
        for a in range(GOOD_COUNT):
            if cells[AT_TRADED] & BIT[a] != 0:
                continue
            had: i64 = g[a]
            most = most_to_buy(money, free, a)
            if most > MOST_BOUGHT:
                most = MOST_BOUGHT
            for m in range(-had, most + 1):
                if m == 0:
                    continue
                g[a] = had + m
                left: i64 = money - m * PRICE[a]
                space: i64 = free - m
                first: i64 = buy_action(a, m) if m > 0 else sell_action(a, -m)
                worth: float = e.resources_of(left, g, 0, stored, reach)
                kept.put(worth, first, -1)
                if not two:
                    continue
                for b in range(GOOD_COUNT):
                    # Sales come first; two sales or two purchases are in ascending order.
                    if b == a or cells[AT_TRADED] & BIT[b] != 0 or (m > 0 and b < a):
                        continue
                    has: i64 = g[b]
                    if m < 0 and b > a:
                        for n in range(1, has + 1):
                            g[b] = has - n
                            worth = e.resources_of(left + n * PRICE[b], g, 0, stored, reach)
                            kept.put(
                                worth,
                                first,
                                sell_action(b, n),
                            )
                    most = most_to_buy(left, space, b)
                    if most > MOST_BOUGHT:
                        most = MOST_BOUGHT
                    for n in range(1, most + 1):
                        g[b] = has + n
                        worth = e.resources_of(left - n * PRICE[b], g, 0, stored, reach)
                        kept.put(
                            worth,
                            first,
                            buy_action(b, n),
                        )
                    g[b] = has
            g[a] = had
        return kept
