"""Prefect: a province produces, or the turned markers pay.

R6.1: pick a province whose marker shows goods; it is turned, its good comes from the bank, and
every house in the province gives its owner the city's good. R6.2: or take the coins of all turned
markers and turn them back. R6.3: the holder of the Praefectus Magnus receives 2 of the marker's
good and passes it on to the right at the end of the turn. R6.4: what does not fit is chosen
clockwise, the acting player first, whose marker goods and house goods are one lot.

The acting player's lot comes at once; the others receive theirs at the end of the turn, so that
nobody else is asked anything before the turn is final.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.decision import Actions, Decision
from praefectus.rules.explain import Refusal, refusal
from praefectus.rules.ids import ACTION_CASH, PHASE_END, PHASE_PREFECT
from praefectus.rules.state import (
    ASKED,
    COINS,
    HOUSES,
    LOT,
    MONEY,
    PHASE,
    PRAEFECTUS_MAGNUS,
    PRODUCED,
    SEAT,
    State,
    block,
)
from praefectus.rules.storehouse import (
    ask_what_to_keep,
    clear_lot,
    lot_leaves_a_choice,
    receive_lot,
)
from praefectus.rules.tables import BIT, MARKER_COINS


def add_house_goods(s: State, seat: i64) -> None:
    """Add to the lot what the houses of `seat` in the producing province give."""
    cells = s.cells
    board = s.board
    houses: i64 = cells[block(seat) + HOUSES]
    province: i64 = cells[PRODUCED]
    at: i64
    for at in range(board.province_start[province], board.province_start[province + 1]):
        city: i64 = board.province_cities[at]
        if houses & BIT[city] != 0:
            cells[LOT + s.deal.city_good[city]] += 1


def produce_for_others(s: State) -> None:
    """Give the other players what their houses produce; note in ASKED who has to choose."""
    cells = s.cells
    mask: i64 = s.board.province_mask[cells[PRODUCED]]
    seat: i64
    for seat in range(s.deal.players):
        if seat == cells[SEAT] or cells[block(seat) + HOUSES] & mask == 0:
            continue
        add_house_goods(s, seat)
        if lot_leaves_a_choice(cells, block(seat)):
            clear_lot(cells)
            cells[ASKED] |= BIT[seat]
        else:
            receive_lot(cells, block(seat))


def ask_next(s: State) -> bool:
    """Ask the next player clockwise who has to choose; tell whether there is one (R6.4)."""
    cells = s.cells
    if cells[ASKED] == 0:
        return False
    players: i64 = s.deal.players
    seat: i64 = (cells[SEAT] + 1) % players
    while cells[ASKED] & BIT[seat] == 0:
        seat = (seat + 1) % players
    cells[ASKED] &= ~BIT[seat]
    add_house_goods(s, seat)
    ask_what_to_keep(cells, seat)
    return True


def pass_praefectus_magnus(s: State) -> None:
    """After producing as its holder, pass the Praefectus Magnus to the right (R6.3)."""
    cells = s.cells
    if cells[PRAEFECTUS_MAGNUS] == cells[SEAT]:
        players: i64 = s.deal.players
        cells[PRAEFECTUS_MAGNUS] = (cells[SEAT] + players - 1) % players


class Prefect(Decision):
    """Pick a province, or the cash."""

    def begin(self, s: State) -> None:
        s.cells[PHASE] = PHASE_PREFECT

    def legal(self, s: State, out: Actions) -> None:
        coins: i64 = s.cells[COINS]
        out.add(ACTION_CASH)
        province: i64
        for province in range(s.board.provinces):
            if coins & BIT[province] == 0:
                out.add(s.board.action_produce + province)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        seat: i64 = cells[SEAT]
        cells[PHASE] = PHASE_END
        province: i64
        if action == ACTION_CASH:
            for province in range(s.board.provinces):
                if cells[COINS] & BIT[province] != 0:
                    cells[block(seat) + MONEY] += MARKER_COINS[s.deal.marker_good[province]]
            cells[COINS] = 0
            return
        province = action - s.board.action_produce
        cells[COINS] |= BIT[province]
        cells[PRODUCED] = province
        units: i64 = 2 if cells[PRAEFECTUS_MAGNUS] == seat else 1
        cells[LOT + s.deal.marker_good[province]] += units
        add_house_goods(s, seat)
        if lot_leaves_a_choice(cells, block(seat)):
            ask_what_to_keep(cells, seat)
        else:
            receive_lot(cells, block(seat))

    def refuse(self, s: State, action: i64) -> Refusal:
        province: i64 = action - s.board.action_produce
        named: bool = 0 <= province < s.board.provinces
        if not named and action != ACTION_CASH:
            return refusal("R2.1", "turn.not-now")
        if s.cells[PHASE] != PHASE_PREFECT:
            return refusal("R6.1", "prefect.once")
        values: dict[str, str | int] = {"province": s.board.province_names[province]}
        return Refusal("R6.1", "prefect.turned", values)
