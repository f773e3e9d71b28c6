"""Prefect: a province produces, or the turned markers pay.

R6.1: pick a province whose marker shows goods; it is turned, its good comes from the bank, and
every house in the province gives its owner the city's good. R6.2: or take the coins of all turned
markers and turn them back. R6.3: the holder of the Praefectus Magnus receives 2 of the marker's
good and passes it on to the right at the end of the turn. R6.4: players whose goods do
not all fit choose clockwise, the acting player first, whose marker goods and house goods are one lot.

The acting player's lot comes at once; the others receive theirs at the end of the turn, so that
nobody else is asked anything before the turn is final.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.actions import is_produce, produce_action, produced_province
from praefectus.rules.facts import BIT, MARKER_COINS
from praefectus.rules.ids import (
    ACTION_CASH,
    AT_ASKED,
    AT_COINS,
    AT_LOT,
    AT_PHASE,
    AT_PRAEFECTUS_MAGNUS,
    AT_PRODUCED,
    AT_SEAT,
    OF_HOUSES,
    OF_MONEY,
    PHASE_END,
    PHASE_PREFECT,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State, block
from praefectus.rules.storehouse import (
    ask_what_to_keep,
    clear_lot,
    lot_leaves_a_choice,
    receive_lot,
)


def add_house_goods(s: State, seat: i64) -> None:
    """Add to the lot what the houses of `seat` in the producing province give."""
    cells = s.cells
    board = s.board
    houses: i64 = cells[block(seat) + OF_HOUSES]
    province: i64 = cells[AT_PRODUCED]
    at: i64
    for at in range(board.province_start[province], board.province_start[province + 1]):
        city: i64 = board.province_cities[at]
        if houses & BIT[city] != 0:
            cells[AT_LOT + s.deal.city_good[city]] += 1


def marker_units(cells: vec[i64], seat: i64) -> i64:
    """Return how many units of a marker's good `seat` receives as the producing player (R6.3)."""
    if cells[AT_PRAEFECTUS_MAGNUS] == seat:
        return 2
    return 1


def produce_for_others(s: State) -> None:
    """Give the other players what their houses produce; note in ASKED who has to choose."""
    cells = s.cells
    mask: i64 = s.board.province_mask[cells[AT_PRODUCED]]
    seat: i64
    for seat in range(s.deal.players):
        if seat == cells[AT_SEAT] or cells[block(seat) + OF_HOUSES] & mask == 0:
            continue
        add_house_goods(s, seat)
        if lot_leaves_a_choice(cells, block(seat)):
            clear_lot(cells)
            cells[AT_ASKED] |= BIT[seat]
        else:
            receive_lot(cells, block(seat))


def ask_next(s: State) -> bool:
    """Ask the next player clockwise who has to choose; tell whether there is one (R6.4)."""
    cells = s.cells
    if cells[AT_ASKED] == 0:
        return False
    players: i64 = s.deal.players
    seat: i64 = (cells[AT_SEAT] + 1) % players
    while cells[AT_ASKED] & BIT[seat] == 0:
        seat = (seat + 1) % players
    cells[AT_ASKED] &= ~BIT[seat]
    add_house_goods(s, seat)
    ask_what_to_keep(cells, seat)
    return True


def pass_praefectus_magnus(s: State) -> None:
    """After producing as its holder, pass the Praefectus Magnus to the right (R6.3)."""
    cells = s.cells
    if cells[AT_PRAEFECTUS_MAGNUS] == cells[AT_SEAT]:
        players: i64 = s.deal.players
        cells[AT_PRAEFECTUS_MAGNUS] = (cells[AT_SEAT] + players - 1) % players


class Prefect(Phase):
    """Pick a province, or the cash."""

    def begin(self, s: State) -> None:
        s.cells[AT_PHASE] = PHASE_PREFECT

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_CASH)
        provinces: i64 = BIT[s.board.provinces] - 1
        out.add_mask(produce_action(s.board, 0), provinces & ~s.cells[AT_COINS])

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        seat: i64 = cells[AT_SEAT]
        cells[AT_PHASE] = PHASE_END
        province: i64
        if action == ACTION_CASH:
            for province in range(s.board.provinces):
                if cells[AT_COINS] & BIT[province] != 0:
                    cells[block(seat) + OF_MONEY] += MARKER_COINS[s.deal.marker_good[province]]
            cells[AT_COINS] = 0
            return
        province = produced_province(s.board, action)
        cells[AT_COINS] |= BIT[province]
        cells[AT_PRODUCED] = province
        cells[AT_LOT + s.deal.marker_good[province]] += marker_units(cells, seat)
        add_house_goods(s, seat)
        if lot_leaves_a_choice(cells, block(seat)):
            ask_what_to_keep(cells, seat)
        else:
            receive_lot(cells, block(seat))

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_produce(s.board, action) and action != ACTION_CASH:
            return refusal("R2.1", "turn.not-now")
        if s.cells[AT_PHASE] != PHASE_PREFECT:
            return refusal("R6.1", "prefect.once")
        province: i64 = produced_province(s.board, action)
        values: dict[str, str | int] = {"province": s.board.province_names[province]}
        return Refusal("R6.1", "prefect.turned", values)
