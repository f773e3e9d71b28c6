"""Architect: move colonists, then build houses.

R5.1-R5.4: the player has one movement point per own colonist on the board, split freely. A move picks
a colonist, then the free line where it ends, and costs the fewest points that lead there. Colonists
pass occupied lines but do not end on them. R5.5-R5.7: then the player builds any number of houses in
cities that touch a line with an own colonist, at most one house per player and city and never in the
capital, for goods and for money times the houses then in the city. The first house ends the moving.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.actions import (
    build_action,
    built_city,
    is_build,
    is_move,
    is_to,
    line_moved_to,
    move_action,
    moved_kind,
    moved_place,
    to_action,
)
from praefectus.rules.bundle import HOUSE_BUNDLE, bundle, covers
from praefectus.rules.facts import BIT, FAR, HOUSE_GOODS, HOUSE_MONEY, lowest
from praefectus.rules.ids import (
    ACTION_END,
    AT_OCCUPIED,
    AT_PHASE,
    AT_PICKED,
    AT_PICKED_KIND,
    AT_PLAYERS,
    AT_POINTS,
    AT_SEAT,
    COLONISTS_PER_KIND,
    COLONISTS_PER_PLAYER,
    GOOD_COUNT,
    GOOD_NAMES,
    KIND_COUNT,
    KIND_NAMES,
    OF_COLONISTS,
    OF_GOODS,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_MONEY,
    PHASE_ARCHITECT,
    PHASE_BUILD,
    PHASE_LINE,
    PLAYER_SIZE,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import IN_STOREHOUSE, State, block, colonists_on_board, relocate


def lines_in_reach(s: State, kind: i64, place: i64) -> i64:
    """Return the mask of free lines that a colonist at `place` reaches with the points left."""
    cells = s.cells
    return s.board.lines_within(kind, place, cells[AT_POINTS]) & ~cells[AT_OCCUPIED + kind]


def houses_in(s: State, city: i64) -> i64:
    """Return the number of houses in a city, of all players."""
    cells = s.cells
    count: i64 = 0
    p: i64 = AT_PLAYERS + OF_HOUSES
    seat: i64
    for seat in range(s.deal.players):
        count += (cells[p] >> city) & 1
        p += PLAYER_SIZE
    return count


def house_price(s: State, city: i64) -> i64:
    """Return the sestertii that the next house in `city` costs (R5.7)."""
    return HOUSE_MONEY[s.deal.city_good[city]] * (houses_in(s, city) + 1)


def missing_good_for_house(s: State, p: i64, city: i64) -> i64:
    """Return a good that the player at `p` lacks for a house in `city`, or -1."""
    return missing_for_house_of(s.cells, p + OF_GOODS, s.deal.city_good[city])


def missing_for_house_of(units: vec[i64], first: i64, city_good: i64) -> i64:
    """Return a good lacking for a house in a city of `city_good`, or -1; units[first:] are at hand."""
    row: i64 = city_good * GOOD_COUNT
    good: i64
    for good in range(GOOD_COUNT):
        if units[first + good] < HOUSE_GOODS[row + good]:
            return good
    return -1


def pay_goods_for_house_of(units: vec[i64], first: i64, city_good: i64) -> None:
    """Take the goods for a house in a city of `city_good` out of units[first:]."""
    row: i64 = city_good * GOOD_COUNT
    good: i64
    for good in range(GOOD_COUNT):
        units[first + good] -= HOUSE_GOODS[row + good]


def cities_beside(s: State, p: i64) -> i64:
    """Return the mask of cities that touch a line with a colonist of the player at `p`."""
    cells = s.cells
    beside: vec[i64] = s.board.beside
    mask: i64 = 0
    at: i64
    for at in range(p + OF_COLONISTS, p + OF_COLONISTS + COLONISTS_PER_PLAYER):
        if cells[at] != IN_STOREHOUSE:
            mask |= beside[cells[at]]
    return mask


def cities_to_supply(s: State, p: i64) -> i64:
    """Return the mask of cities for whose houses the player at `p` has the goods (R5.7)."""
    have: i64 = bundle(s.cells, p + OF_GOODS)
    good_cities: vec[i64] = s.deal.good_cities
    mask: i64 = 0
    good: i64
    for good in range(GOOD_COUNT):
        if covers(have, HOUSE_BUNDLE[good]):
            mask |= good_cities[good]
    return mask


def legal_moves(s: State, out: Actions) -> None:
    """Add the colonists that can be picked: one per place with a free line in reach."""
    cells = s.cells
    if cells[AT_POINTS] == 0:
        return
    board = s.board
    kind: i64
    at: i64
    for kind in range(KIND_COUNT):
        first: i64 = block(cells[AT_SEAT]) + OF_COLONISTS + kind * COLONISTS_PER_KIND
        before: i64 = -1
        for at in range(first, first + COLONISTS_PER_KIND):
            place: i64 = cells[at]
            if place == IN_STOREHOUSE:
                break
            if place != before and lines_in_reach(s, kind, place) != 0:
                out.add(move_action(board, kind, place))
            before = place


def legal_builds(s: State, out: Actions) -> None:
    """Add the cities where the player can build a house and pay for it."""
    cells = s.cells
    board = s.board
    p: i64 = block(cells[AT_SEAT])
    if cells[p + OF_HOUSES_LEFT] == 0:
        return
    # The capital produces nothing, so that it is none of the cities to supply (R5.6).
    mask: i64 = cities_beside(s, p) & ~cells[p + OF_HOUSES] & cities_to_supply(s, p)
    first: i64 = build_action(board, 0)
    while mask != 0:
        city: i64 = lowest(mask)
        mask &= mask - 1
        if house_price(s, city) <= cells[p + OF_MONEY]:
            out.add(first + city)


def build_house(s: State, city: i64) -> None:
    """Pay for a house and put it into `city`."""
    cells = s.cells
    p: i64 = block(cells[AT_SEAT])
    cells[p + OF_MONEY] -= house_price(s, city)
    pay_goods_for_house_of(cells, p + OF_GOODS, s.deal.city_good[city])
    cells[p + OF_HOUSES] |= BIT[city]
    cells[p + OF_HOUSES_LEFT] -= 1
    cells[AT_PHASE] = PHASE_BUILD


def stands_at(cells: vec[i64], p: i64, kind: i64, place: i64) -> bool:
    """Tell whether the player at `p` has a colonist of `kind` at `place`."""
    first: i64 = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
    at: i64
    for at in range(first, first + COLONISTS_PER_KIND):
        if cells[at] == place:
            return True
    return False


class Architect(Phase):
    """Pick a colonist to move, or begin to build."""

    def begin(self, s: State) -> None:
        cells = s.cells
        cells[AT_POINTS] = colonists_on_board(cells, block(cells[AT_SEAT]))
        cells[AT_PHASE] = PHASE_ARCHITECT

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_END)
        legal_moves(s, out)
        legal_builds(s, out)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        board = s.board
        if is_build(board, action):
            build_house(s, built_city(board, action))
            return
        cells[AT_PICKED_KIND] = moved_kind(board, action)
        cells[AT_PICKED] = moved_place(board, action)
        cells[AT_PHASE] = PHASE_LINE

    def refuse(self, s: State, action: i64) -> Refusal:
        board = s.board
        if is_build(board, action):
            return self._refuse_build(s, built_city(board, action))
        if is_move(board, action):
            return self._refuse_move(s, moved_kind(board, action), moved_place(board, action))
        if is_to(board, action):
            return self._refuse_line(s, line_moved_to(board, action))
        return refusal("R2.1", "turn.not-now")

    def _refuse_build(self, s: State, city: i64) -> Refusal:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        values: dict[str, str | int] = {"city": s.board.city_names[city]}
        if city == s.board.capital:
            return Refusal("R5.6", "architect.capital", values)
        if cells[p + OF_HOUSES] & BIT[city] != 0:
            return Refusal("R5.6", "architect.own-house", values)
        if cells[AT_PHASE] == PHASE_LINE:
            return refusal("R5.5", "architect.finish-move")
        if cities_beside(s, p) & BIT[city] == 0:
            return Refusal("R5.5", "architect.not-beside", values)
        if cells[p + OF_HOUSES_LEFT] == 0:
            return refusal("R3.3", "architect.no-houses")
        good: i64 = missing_good_for_house(s, p, city)
        if good >= 0:
            values["good"] = GOOD_NAMES[good]
            return Refusal("R5.7", "architect.goods", values)
        values["price"] = int(house_price(s, city))
        values["money"] = int(cells[p + OF_MONEY])
        return Refusal("R5.7", "architect.money", values)

    def _refuse_move(self, s: State, kind: i64, place: i64) -> Refusal:
        cells = s.cells
        if cells[AT_PHASE] == PHASE_BUILD:
            return refusal("R5.5", "architect.building")
        if cells[AT_PHASE] == PHASE_LINE:
            return refusal("R5.4", "architect.finish-move")
        values: dict[str, str | int] = {
            "kind": KIND_NAMES[kind],
            "place": s.board.place_name(place),
        }
        if not stands_at(cells, block(cells[AT_SEAT]), kind, place):
            return Refusal("R5.1", "architect.no-colonist", values)
        if cells[AT_POINTS] == 0:
            return refusal("R5.1", "architect.no-points")
        return Refusal("R5.3", "architect.no-free-line", values)

    def _refuse_line(self, s: State, line: i64) -> Refusal:
        cells = s.cells
        board = s.board
        if cells[AT_PHASE] == PHASE_BUILD:
            return refusal("R5.5", "architect.building")
        if cells[AT_PHASE] != PHASE_LINE:
            return refusal("R5.1", "architect.pick-first")
        kind: i64 = cells[AT_PICKED_KIND]
        values: dict[str, str | int] = {"line": board.line_names[line], "kind": KIND_NAMES[kind]}
        if kind != board.kind_of_line(line):
            return Refusal("R5.2", "architect.wrong-kind", values)
        if cells[AT_PICKED] == board.place_on(line):
            return Refusal("R5.1", "architect.same-line", values)
        if cells[AT_OCCUPIED + kind] & BIT[line - board.first_line[kind]] != 0:
            return Refusal("R5.3", "architect.occupied", values)
        cost: i64 = board.points_to(kind, cells[AT_PICKED], line)
        if cost == FAR:
            return Refusal("R5.2", "architect.no-way", values)
        values["cost"] = int(cost)
        values["points"] = int(cells[AT_POINTS])
        return Refusal("R5.1", "architect.too-far", values)


class Line(Architect):
    """Choose the line where the picked colonist ends its move."""

    def legal(self, s: State, out: Actions) -> None:
        kind: i64 = s.cells[AT_PICKED_KIND]
        mask: i64 = lines_in_reach(s, kind, s.cells[AT_PICKED])
        out.add_mask(to_action(s.board, s.board.first_line[kind]), mask)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        board = s.board
        line: i64 = line_moved_to(board, action)
        kind: i64 = cells[AT_PICKED_KIND]
        origin: i64 = cells[AT_PICKED]
        cells[AT_POINTS] -= board.points_to(kind, origin, line)
        first: i64 = board.first_line[kind]
        if origin >= board.cities:
            cells[AT_OCCUPIED + kind] &= ~BIT[origin - board.cities - first]
        cells[AT_OCCUPIED + kind] |= BIT[line - first]
        relocate(cells, block(cells[AT_SEAT]), kind, origin, board.place_on(line))
        cells[AT_PICKED] = -1
        cells[AT_PICKED_KIND] = 0
        cells[AT_PHASE] = PHASE_ARCHITECT


class Build(Architect):
    """Build another house; colonists no longer move."""

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_END)
        legal_builds(s, out)
