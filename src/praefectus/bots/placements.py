"""Architect turns by enumeration: where the colonists may stand, and which houses may then be built.

Two lists meet. The placements: colonist by colonist every line in reach; those beside the same building sites with as many
points left count as one, the one with the better view. The sets of houses: all that money and goods pay for among the
sites in reach. Each of the best sets takes the placements beside all its cities that leave the best view of later sites.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.evaluation import Evaluator
from praefectus.bots.indices import BESIDE, NEAR
from praefectus.bots.shortlist import Shortlist
from praefectus.bots.worth import at_most, bits
from praefectus.rules.actions import build_action, move_action, to_action
from praefectus.rules.cards.architect import house_price, lines_in_reach, missing_good_for_house
from praefectus.rules.facts import BIT, house_goods
from praefectus.rules.ids import (
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

WIDTH: Final = 768  # placements kept from colonist to colonist
BUCKETS: Final = 2048  # by which equal placements are found: a power of two
MIX: Final = 331  # spreads placements with different points left over the buckets
OPTIONS: Final = 64  # lines of a kind that a colonist may go to, and staying
SETS: Final = 1536  # sets of houses that are looked at
BEST_SETS: Final = 32
BEST_ENDINGS: Final = 6
VIEWS: Final = 3  # placements for each of the best sets
MOVES_ONLY: Final = 8  # placements without a house
TOURS: Final = (BEST_SETS + BEST_ENDINGS) * VIEWS + MOVES_ONLY
UNCAPPED: Final = 0.02  # what a site counts beyond those that the evaluation counts
THRIFT: Final = 0.0005  # what a movement point left is worth: a reason not to move


class Placements:
    """Enumerates Architect turns; the buffers are reused."""

    def __init__(self, evaluator: Evaluator) -> None:
        cities: i64 = evaluator.board.cities
        self.evaluator = evaluator
        self.kind: vec[i64] = vec[i64]([0] * COLONISTS_PER_PLAYER)
        self.place: vec[i64] = vec[i64]([0] * COLONISTS_PER_PLAYER)
        self.colonists: i64 = 0
        self.free: i64 = 0  # cities without an own house
        self.sites: i64 = 0  # those of them in reach where a house could be paid for
        self.soon: float = 0.0
        # Placements, two generations: number n is at n, its choices at n * COLONISTS_PER_PLAYER.
        self.beside: vec[i64] = vec[i64]([0] * (2 * WIDTH))
        self.near: vec[i64] = vec[i64]([0] * (2 * WIDTH))
        self.points: vec[i64] = vec[i64]([0] * (2 * WIDTH))
        self.taken: vec[i64] = vec[i64]([0] * (2 * WIDTH))  # lines of the present kind
        self.view: vec[float] = vec[float]([0.0] * (2 * WIDTH))
        self.choice: vec[i64] = vec[i64]([0] * (2 * WIDTH * COLONISTS_PER_PLAYER))
        self.first: i64 = 0  # where the resulting generation begins
        self.count: i64 = 0
        self.buckets: vec[i64] = vec[i64]([-1] * BUCKETS)
        self.line: vec[i64] = vec[i64]([0] * OPTIONS)
        self.line_points: vec[i64] = vec[i64]([0] * OPTIONS)
        self.line_beside: vec[i64] = vec[i64]([0] * OPTIONS)
        self.line_near: vec[i64] = vec[i64]([0] * OPTIONS)
        self.options: i64 = 0
        # Sets of houses.
        self.price: vec[i64] = vec[i64]([0] * cities)
        self.site: vec[i64] = vec[i64]([0] * cities)
        self.site_count: i64 = 0
        self.houses: vec[i64] = vec[i64]([0] * SETS)
        self.sets: i64 = 0
        self.best = Shortlist(BEST_SETS)
        self.endings = Shortlist(BEST_ENDINGS)
        self.views = Shortlist(MOVES_ONLY)
        # The results.
        self.tours: i64 = 0
        self.tour_placement: vec[i64] = vec[i64]([0] * TOURS)
        self.tour_houses: vec[i64] = vec[i64]([0] * TOURS)

    def plan(self, s: State, p: i64, seat: i64, remaining: float) -> None:
        """Find the best tours from here; `tours` says how many."""
        self.soon = self.evaluator.soon(remaining)
        self.free = self.evaluator.not_capital & ~s.cells[p + OF_HOUSES]
        self._find_colonists(s, p)
        self._find_sites(s, p)
        self._place_all(s)
        self.sets = 0
        self.best.count = 0
        self.endings.count = 0
        self._add_houses(s.copy(), p, seat, remaining, 0, 0)
        self.tours = 0
        at: i64
        for at in range(self.endings.count):
            self._add_tours(self.houses[self.endings.first[at]], VIEWS)
        for at in range(self.best.count):
            houses: i64 = self.houses[self.best.first[at]]
            self._add_tours(houses, VIEWS if houses != 0 else MOVES_ONLY)

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

    def _find_sites(self, s: State, p: i64) -> None:
        """Find the cities in reach of some colonist where a house alone could be paid for."""
        cells = s.cells
        board = s.board
        reach: i64 = 0
        i: i64
        line: i64
        for i in range(self.colonists):
            reach |= board.beside[self.place[i]]
            if cells[AT_PHASE] != PHASE_ARCHITECT:
                continue
            lines: i64 = lines_in_reach(s, self.kind[i], self.place[i])
            line = board.first_line[self.kind[i]]
            while lines != 0:
                if lines & 1 != 0:
                    reach |= board.beside[board.place_on(line)]
                lines >>= 1
                line += 1
        reach &= self.free
        self.sites = 0
        self.site_count = 0
        if cells[p + OF_HOUSES_LEFT] == 0:
            return
        city: i64
        for city in range(board.cities):
            if reach & BIT[city] == 0:
                continue
            self.price[city] = house_price(s, city)
            if self.price[city] <= cells[p + OF_MONEY] and missing_good_for_house(s, p, city) < 0:
                self.sites |= BIT[city]
                self.site[self.site_count] = city
                self.site_count += 1

    # Placements

    def _place_all(self, s: State) -> None:
        """Enumerate the placements of all colonists."""
        cells = s.cells
        moves: bool = cells[AT_PHASE] == PHASE_ARCHITECT
        first: i64 = 0
        count: i64 = 1
        self.beside[0] = 0
        self.near[0] = 0
        self.points[0] = cells[AT_POINTS] if moves else 0
        self.taken[0] = 0
        i: i64
        entry: i64
        option: i64
        for i in range(self.colonists):
            self._find_options(s, i, moves)
            if i > 0 and self.kind[i] != self.kind[i - 1]:
                for entry in range(first, first + count):
                    self.taken[entry] = 0
            # Of two colonists at one place the second goes to a line with a higher number.
            twin: bool = (
                i > 0 and self.kind[i] == self.kind[i - 1] and self.place[i] == self.place[i - 1]
            )
            other: i64 = WIDTH - first
            added: i64 = 0
            for entry in range(BUCKETS):
                self.buckets[entry] = -1
            for entry in range(first, first + count):
                before: i64 = -1
                if twin:
                    before = self.choice[entry * COLONISTS_PER_PLAYER + i - 1]
                for option in range(self.options):
                    if (
                        self.line_points[option] <= self.points[entry]
                        and self.line[option] >= before
                    ):
                        added = self._extend(s, entry, other, added, i, option)
            first = other
            count = added
        self.first = first
        self.count = count

    def _find_options(self, s: State, i: i64, moves: bool) -> None:
        """Find where colonist `i` may end: the first option is to stay."""
        board = s.board
        near: vec[i64] = self.evaluator.near
        kind: i64 = self.kind[i]
        place: i64 = self.place[i]
        row: i64 = kind * board.places
        self.line[0] = -1
        self.line_points[0] = 0
        self.line_beside[0] = board.beside[place] & self.free
        self.line_near[0] = near[row + place] & self.free
        self.options = 1
        if not moves:
            return
        lines: i64 = lines_in_reach(s, kind, place)
        line: i64 = board.first_line[kind]
        while lines != 0 and self.options < OPTIONS:
            if lines & 1 != 0:
                to: i64 = board.place_on(line)
                self.line[self.options] = line
                self.line_points[self.options] = board.points_to(kind, place, line)
                self.line_beside[self.options] = board.beside[to] & self.free
                self.line_near[self.options] = near[row + to] & self.free
                self.options += 1
            lines >>= 1
            line += 1

    def _extend(self, s: State, entry: i64, other: i64, added: i64, i: i64, option: i64) -> i64:
        """Add a placement with this choice of colonist `i`, unless a better one of its like is there."""
        line: i64 = self.line[option]
        taken: i64 = self.taken[entry]
        if line >= 0:
            bit: i64 = BIT[line - s.board.first_line[self.kind[i]]]
            if taken & bit != 0:
                return added
            taken |= bit
        beside: i64 = self.beside[entry] | self.line_beside[option]
        near: i64 = self.near[entry] | self.line_near[option]
        points: i64 = self.points[entry] - self.line_points[option]
        view: float = self._view(beside, near) + THRIFT * float(points)
        sites: i64 = beside & self.sites
        place: i64 = sites ^ (sites >> 11) ^ (sites >> 22) ^ (sites >> 33) ^ (points * MIX)
        place &= BUCKETS - 1
        at: i64 = self.buckets[place]
        while at >= 0:
            if self.points[at] == points and self.beside[at] & self.sites == sites:
                if self.view[at] >= view:
                    return added
                break
            place = (place + 1) & (BUCKETS - 1)
            at = self.buckets[place]
        if at < 0:
            if added == WIDTH:
                return added
            at = other + added
            self.buckets[place] = at
            added += 1
        self.beside[at] = beside
        self.near[at] = near
        self.points[at] = points
        self.taken[at] = taken
        self.view[at] = view
        k: i64
        for k in range(i):
            self.choice[at * COLONISTS_PER_PLAYER + k] = self.choice[
                entry * COLONISTS_PER_PLAYER + k
            ]
        self.choice[at * COLONISTS_PER_PLAYER + i] = line
        return added

    def _view(self, beside: i64, near: i64) -> float:
        """Return what sites beside the colonists and near them are worth for later turns."""
        w = self.evaluator.weights
        at_hand: i64 = bits(beside)
        in_reach: i64 = bits(near)
        return self.soon * (
            w[BESIDE] * float(at_most(at_hand, 4))
            + w[NEAR] * float(at_most(in_reach, 8))
            + UNCAPPED * float(at_hand)
            + 0.5 * UNCAPPED * float(in_reach)
        )

    # Sets of houses

    def _add_houses(
        self, t: State, p: i64, seat: i64, remaining: float, built: i64, start: i64
    ) -> None:
        """Keep the set `built`, which stands in `t`, and those with further sites from `start` on."""
        if self.sets == SETS:
            return
        cells = t.cells
        number: i64 = self.sets
        if self._is_in_reach(built):
            self.houses[number] = built
            self.sets += 1
            if cells[p + OF_HOUSES_LEFT] == 0:
                self.endings.put(self.evaluator.seat_worth(t, seat, 0.0), number, -1)
            self.best.put(self.evaluator.seat_worth(t, seat, remaining), number, -1)
        elif built != 0:
            return  # no larger set is in reach either
        if cells[p + OF_HOUSES_LEFT] == 0:
            return
        at: i64
        for at in range(start, self.site_count):
            city: i64 = self.site[at]
            if self.price[city] > cells[p + OF_MONEY] or missing_good_for_house(t, p, city) >= 0:
                continue
            self._build(t, p, city, 1)
            self._add_houses(t, p, seat, remaining, built | BIT[city], at + 1)
            self._build(t, p, city, -1)

    def _build(self, t: State, p: i64, city: i64, houses: i64) -> None:
        """Put a house into `city`, or with -1 take it back."""
        cells = t.cells
        good: i64
        cells[p + OF_MONEY] -= houses * self.price[city]
        for good in range(GOOD_COUNT):
            cells[p + OF_GOODS + good] -= houses * house_goods(t.deal.city_good[city], good)
        cells[p + OF_HOUSES] ^= BIT[city]
        cells[p + OF_HOUSES_LEFT] -= houses

    def _is_in_reach(self, houses: i64) -> bool:
        at: i64
        for at in range(self.first, self.first + self.count):
            if houses & ~self.beside[at] == 0:
                return True
        return False

    def _add_tours(self, houses: i64, most: i64) -> None:
        """Add tours that build these houses, with the best views."""
        views = self.views
        views.count = 0
        at: i64
        for at in range(self.first, self.first + self.count):
            beside: i64 = self.beside[at]
            if houses & ~beside == 0:
                view: float = self._view(beside & ~houses, self.near[at] & ~houses)
                views.put(view + THRIFT * float(self.points[at]), at, -1)
        for at in range(at_most(views.count, most)):
            if self.tours < TOURS:
                self.tour_placement[self.tours] = views.first[at]
                self.tour_houses[self.tours] = houses
                self.tours += 1

    def carry_out(self, tour: i64, s: State, path: vec[i64], depth: i64) -> i64:
        """Move and build in `s`, write the actions into `path` from `depth` on; return the depth after them."""
        board = s.board
        start: i64 = self.tour_placement[tour] * COLONISTS_PER_PLAYER
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
        city: i64
        for city in range(board.cities):
            if self.tour_houses[tour] & BIT[city] != 0:
                path[depth] = build_action(board, city)
                apply(s, path[depth])
                depth += 1
        return depth
