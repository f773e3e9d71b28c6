"""Architect tours: which colonists to move where, and what to build then.

A beam over the colonists: each stays or goes to one of its most appealing lines in reach; a tour is
judged by the houses that money and goods then allow. The best few tours are carried out by repeatedly
building the house that brings most.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.yardstick.evaluation import Evaluator
from praefectus.bots.yardstick.indices import GOOD_WORTH, MONEY_MIDDLE
from praefectus.rules.actions import build_action, move_action, to_action
from praefectus.rules.cards.architect import (
    cities_beside,
    house_price,
    lines_in_reach,
    missing_for_house_of,
    missing_good_for_house,
    pay_goods_for_house_of,
)
from praefectus.rules.facts import BIT, house_goods
from praefectus.rules.ids import (
    AMOUNTS_PER_GOOD,
    AT_PHASE,
    AT_POINTS,
    COLONISTS_PER_KIND,
    COLONISTS_PER_PLAYER,
    GOOD_COUNT,
    KIND_COUNT,
    OF_COLONISTS,
    OF_GOODS,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_MONEY,
    PHASE_ARCHITECT,
)
from praefectus.rules.state import IN_STOREHOUSE, State
from praefectus.rules.turn import apply

WIDTH: Final = 10  # tours kept from colonist to colonist
TOURS: Final = 4  # tours carried out
LINES: Final = 6  # lines considered for a colonist
LATER: Final = 0.12  # the weight of an adjacent city whose house cannot be paid for now


class Tours:
    """Plans tours; the buffers are reused."""

    def __init__(self, evaluator: Evaluator) -> None:
        cities: i64 = evaluator.board.cities
        self.evaluator = evaluator
        self.count: i64 = 0
        self.net: vec[float] = vec[float]([0.0] * cities)
        self.price: vec[i64] = vec[i64]([0] * cities)
        self.order: vec[i64] = vec[i64]([0] * cities)
        self.ordered: i64 = 0
        self.colonists: i64 = 0
        self.kind: vec[i64] = vec[i64]([0] * COLONISTS_PER_PLAYER)
        self.place: vec[i64] = vec[i64]([0] * COLONISTS_PER_PLAYER)
        # The beam, two generations: entry n is at n, its choices at n * COLONISTS_PER_PLAYER.
        self.points: vec[i64] = vec[i64]([0] * (2 * WIDTH))
        self.mask: vec[i64] = vec[i64]([0] * (2 * WIDTH))
        self.worth: vec[float] = vec[float]([0.0] * (2 * WIDTH))
        self.choice: vec[i64] = vec[i64]([0] * (2 * WIDTH * COLONISTS_PER_PLAYER))
        self.first: i64 = 0  # where the resulting generation begins
        self.option: vec[i64] = vec[i64]([0] * LINES)
        self.option_cost: vec[i64] = vec[i64]([0] * LINES)
        self.option_worth: vec[float] = vec[float]([0.0] * LINES)
        self.options: i64 = 0
        self.have: vec[i64] = vec[i64]([0] * GOOD_COUNT)

    def cost(self, s: State, p: i64, city: i64, price: i64, soon: float) -> float:
        """Return what money and goods for a house in `city` are worth to the player at `p`."""
        w = self.evaluator.weights
        good: i64 = s.deal.city_good[city]
        goods: float = 0.0
        paid: i64
        for paid in range(GOOD_COUNT):
            if house_goods(good, paid) > 0:
                goods += self._unit(s, p, paid)
        return (float(price) * w[MONEY_MIDDLE] + goods) * soon

    def _unit(self, s: State, p: i64, good: i64) -> float:
        have: i64 = s.cells[p + OF_GOODS + good]
        if have == 0:
            return self.evaluator.weights[GOOD_WORTH + good]
        at: i64 = good * AMOUNTS_PER_GOOD + have
        return self.evaluator.units[at] - self.evaluator.units[at - 1]

    def appeal(self, s: State, p: i64, mask: i64, remaining: float) -> float:
        """Return how much the cities of `mask` are worth together as later building sites."""
        e = self.evaluator
        e.count_cards(s, p)
        soon: float = e.soon(remaining)
        total: float = 0.0
        city: i64 = 0
        while mask != 0:
            if mask & 1 != 0:
                net: float = e.house_worth(s, p, city, remaining) - self.cost(
                    s, p, city, house_price(s, city), soon
                )
                if net > 0.0:
                    total += net
            mask >>= 1
            city += 1
        return total

    def plan(self, s: State, p: i64, remaining: float) -> None:
        """Find the best tours from here; `count` says how many, best first."""
        self._value_cities(s, p, remaining)
        self._find_colonists(s, p)
        cells = s.cells
        board = s.board
        can_move: bool = cells[AT_PHASE] == PHASE_ARCHITECT and cells[AT_POINTS] > 0
        first: i64 = 0
        count: i64 = 1
        base: i64 = 0
        i: i64
        for i in range(self.colonists):
            base |= board.beside[self.place[i]]
        self.points[0] = cells[AT_POINTS] if can_move else 0
        self.mask[0] = 0
        self.worth[0] = 0.0
        self.count = 1
        self.first = 0
        if not can_move:
            self.mask[0] = base
            for i in range(self.colonists):
                self.choice[i] = -1
            return
        for i in range(self.colonists):
            self._find_options(s, p, i)
            other: i64 = WIDTH - first
            added: i64 = 0
            entry: i64
            option: i64
            stay: i64 = board.beside[self.place[i]]
            for entry in range(first, first + count):
                added = self._extend(s, p, entry, other, added, i, -1, 0, stay)
                for option in range(self.options):
                    if self.option_cost[option] > self.points[entry]:
                        continue
                    line: i64 = self.option[option]
                    if self._is_taken(entry, i, line):
                        continue
                    added = self._extend(
                        s,
                        p,
                        entry,
                        other,
                        added,
                        i,
                        line,
                        self.option_cost[option],
                        board.beside[board.place_on(line)],
                    )
            first = other
            count = added
        self.first = first
        self.count = count if count < TOURS else TOURS

    def _value_cities(self, s: State, p: i64, remaining: float) -> None:
        e = self.evaluator
        e.count_cards(s, p)
        soon: float = e.soon(remaining)
        free: i64 = e.not_capital & ~s.cells[p + OF_HOUSES]
        self.ordered = 0
        city: i64
        for city in range(s.board.cities):
            if free & BIT[city] == 0:
                self.net[city] = 0.0
                continue
            self.price[city] = house_price(s, city)
            net: float = e.house_worth(s, p, city, remaining) - self.cost(
                s, p, city, self.price[city], soon
            )
            self.net[city] = net
            if net <= 0.0:
                continue
            at: i64 = self.ordered
            while at > 0 and self.net[self.order[at - 1]] < net:
                self.order[at] = self.order[at - 1]
                at -= 1
            self.order[at] = city
            self.ordered += 1

    def _find_colonists(self, s: State, p: i64) -> None:
        cells = s.cells
        self.colonists = 0
        kind: i64
        at: i64
        for kind in range(KIND_COUNT):
            first: i64 = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
            for at in range(first, first + COLONISTS_PER_KIND):
                if cells[at] == IN_STOREHOUSE:
                    break
                self.kind[self.colonists] = kind
                self.place[self.colonists] = cells[at]
                self.colonists += 1

    def _find_options(self, s: State, p: i64, i: i64) -> None:
        """Find the most appealing lines that colonist `i` can reach."""
        cells = s.cells
        board = s.board
        kind: i64 = self.kind[i]
        place: i64 = self.place[i]
        free: i64 = lines_in_reach(s, kind, place)
        line: i64 = board.first_line[kind]
        houses: i64 = cells[p + OF_HOUSES]
        self.options = 0
        while free != 0:
            if free & 1 != 0:
                worth: float = 0.0
                end: i64
                for end in range(2):
                    city: i64 = board.line_a[line] if end == 0 else board.line_b[line]
                    net: float = self.net[city]
                    if net > 0.0 and houses & BIT[city] == 0:
                        if (
                            self.price[city] > cells[p + OF_MONEY]
                            or missing_good_for_house(s, p, city) >= 0
                        ):
                            net *= LATER
                        worth += net
                points: i64 = board.points_to(kind, place, line)
                if worth > 0.0:
                    self._keep_option(line, points, worth / (1.0 + 0.25 * float(points)))
            free >>= 1
            line += 1

    def _keep_option(self, line: i64, points: i64, worth: float) -> None:
        at: i64 = self.options
        if at == LINES:
            if self.option_worth[LINES - 1] >= worth:
                return
            at = LINES - 1
        else:
            self.options += 1
        while at > 0 and self.option_worth[at - 1] < worth:
            self.option_worth[at] = self.option_worth[at - 1]
            self.option[at] = self.option[at - 1]
            self.option_cost[at] = self.option_cost[at - 1]
            at -= 1
        self.option_worth[at] = worth
        self.option[at] = line
        self.option_cost[at] = points

    def _is_taken(self, entry: i64, i: i64, line: i64) -> bool:
        at: i64
        for at in range(entry * COLONISTS_PER_PLAYER, entry * COLONISTS_PER_PLAYER + i):
            if self.choice[at] == line:
                return True
        return False

    def _extend(
        self,
        s: State,
        p: i64,
        entry: i64,
        other: i64,
        added: i64,
        i: i64,
        line: i64,
        points: i64,
        beside: i64,
    ) -> i64:
        """Put entry + this choice of colonist `i` into the next generation if it is good enough."""
        mask: i64 = self.mask[entry] | beside
        left: i64 = self.points[entry] - points
        worth: float = self._houses_worth(s, p, mask) + 0.001 * float(left)
        at: i64 = other
        k: i64
        same: i64 = -1
        for k in range(other, other + added):
            if self.mask[k] == mask:
                same = k
                break
        if same >= 0:
            if self.worth[same] >= worth:
                return added
            # Remove the weaker of two equal tours.
            for k in range(same, other + added - 1):
                self._move(k + 1, k)
            added -= 1
        if added == WIDTH:
            if self.worth[other + WIDTH - 1] >= worth:
                return added
            added -= 1
        at = other + added
        while at > other and self.worth[at - 1] < worth:
            self._move(at - 1, at)
            at -= 1
        self.mask[at] = mask
        self.points[at] = left
        self.worth[at] = worth
        for k in range(i):
            self.choice[at * COLONISTS_PER_PLAYER + k] = self.choice[
                entry * COLONISTS_PER_PLAYER + k
            ]
        self.choice[at * COLONISTS_PER_PLAYER + i] = line
        return added + 1

    def _move(self, origin: i64, place: i64) -> None:
        self.mask[place] = self.mask[origin]
        self.points[place] = self.points[origin]
        self.worth[place] = self.worth[origin]
        k: i64
        for k in range(COLONISTS_PER_PLAYER):
            self.choice[place * COLONISTS_PER_PLAYER + k] = self.choice[
                origin * COLONISTS_PER_PLAYER + k
            ]

    def _houses_worth(self, s: State, p: i64, mask: i64) -> float:
        """Return an estimate of what building in the cities of `mask` brings, the best first."""
        cells = s.cells
        have = self.have
        good: i64
        for good in range(GOOD_COUNT):
            have[good] = cells[p + OF_GOODS + good]
        money: i64 = cells[p + OF_MONEY]
        houses: i64 = cells[p + OF_HOUSES_LEFT]
        total: float = 0.0
        at: i64
        for at in range(self.ordered):
            city: i64 = self.order[at]
            if mask & BIT[city] == 0:
                continue
            good = s.deal.city_good[city]
            can: bool = houses > 0 and money >= self.price[city]
            if can and missing_for_house_of(have, 0, good) < 0:
                pay_goods_for_house_of(have, 0, good)
                money -= self.price[city]
                houses -= 1
                total += self.net[city]
            else:
                total += LATER * self.net[city]
        return total

    def carry_out(self, tour: i64, s: State, p: i64, path: vec[i64], depth: i64) -> i64:
        """Move and build in `s`, write the actions into `path` from `depth` on; return the depth after them."""
        board = s.board
        start: i64 = (self.first + tour) * COLONISTS_PER_PLAYER
        i: i64
        for i in range(self.colonists):
            line: i64 = self.choice[start + i]
            if line < 0:
                continue
            path[depth] = move_action(board, self.kind[i], self.place[i])
            path[depth + 1] = to_action(board, line)
            apply(s, path[depth])
            apply(s, path[depth + 1])
            depth += 2
        return self._build(s, p, path, depth)

    def _build(self, s: State, p: i64, path: vec[i64], depth: i64) -> i64:
        e = self.evaluator
        cells = s.cells
        remaining: float = e.remaining(s)
        soon: float = e.soon(remaining)
        e.count_cards(s, p)
        beside: i64 = cities_beside(s, p)
        while cells[p + OF_HOUSES_LEFT] > 0:
            best: i64 = -1
            best_net: float = 0.0
            mask: i64 = beside & e.not_capital & ~cells[p + OF_HOUSES]
            city: i64 = 0
            while mask != 0:
                if mask & 1 != 0:
                    price: i64 = house_price(s, city)
                    if price <= cells[p + OF_MONEY] and missing_good_for_house(s, p, city) < 0:
                        net: float = e.house_worth(s, p, city, remaining) - self.cost(
                            s, p, city, price, soon
                        )
                        if net > best_net:
                            best_net = net
                            best = city
                mask >>= 1
                city += 1
            if best < 0:
                break
            path[depth] = build_action(s.board, best)
            apply(s, path[depth])
            depth += 1
        return depth
