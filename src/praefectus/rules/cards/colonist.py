"""Colonist: settle colonists, or take income.

R7.1: place one or more colonists from the storehouse, each for 1 food + 1 tool, in the capital or a
city with an own house that a line of its kind touches. R7.2: or receive 5 sestertii + 1 for each own
colonist on the board (first edition: 2 for each).
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.actions import is_settle, settle_action, settled_city, settled_kind
from praefectus.rules.facts import BIT
from praefectus.rules.ids import (
    ACTION_END,
    ACTION_INCOME,
    AT_PHASE,
    AT_SEAT,
    KIND_COUNT,
    KIND_NAMES,
    OF_HOUSES,
    OF_MONEY,
    OF_STORE,
    PHASE_COLONIST,
    PHASE_END,
    PHASE_SETTLE,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State, block, colonists_on_board
from praefectus.rules.storehouse import can_pay_colonist, place_colonist


def legal_settlements(s: State, out: Actions) -> None:
    """Add the cities where the player can place a colonist and pay for it."""
    cells = s.cells
    board = s.board
    p: i64 = block(cells[AT_SEAT])
    if not can_pay_colonist(cells, p):
        return
    kind: i64
    for kind in range(KIND_COUNT):
        if cells[p + OF_STORE + kind] == 0:
            continue
        mask: i64 = (cells[p + OF_HOUSES] | BIT[board.capital]) & board.touched_mask[kind]
        out.add_mask(settle_action(board, kind, 0), mask)


class Colonist(Phase):
    """Choose between settling and income."""

    def begin(self, s: State) -> None:
        s.cells[AT_PHASE] = PHASE_COLONIST

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_INCOME)
        legal_settlements(s, out)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        if action == ACTION_INCOME:
            colonists: i64 = colonists_on_board(cells, p)
            cells[p + OF_MONEY] += (
                2 * colonists if s.deal.options.edition == "first" else 5 + colonists
            )
            cells[AT_PHASE] = PHASE_END
            return
        place_colonist(cells, p, settled_kind(s.board, action), settled_city(s.board, action))
        cells[AT_PHASE] = PHASE_SETTLE

    def refuse(self, s: State, action: i64) -> Refusal:
        cells = s.cells
        board = s.board
        p: i64 = block(cells[AT_SEAT])
        if action == ACTION_INCOME:
            return refusal("R7.2", "colonist.either-or")
        if not is_settle(board, action):
            return refusal("R2.1", "turn.not-now")
        if cells[AT_PHASE] == PHASE_END:
            return refusal("R7.2", "colonist.either-or")
        kind: i64 = settled_kind(board, action)
        city: i64 = settled_city(board, action)
        values: dict[str, str | int] = {"kind": KIND_NAMES[kind], "city": board.city_names[city]}
        if city != board.capital and cells[p + OF_HOUSES] & BIT[city] == 0:
            return Refusal("R7.1", "colonist.no-house", values)
        if board.touched[kind * board.cities + city] == 0:
            return Refusal("R7.1", "colonist.no-line", values)
        if cells[p + OF_STORE + kind] == 0:
            return Refusal("R7.1", "colonist.none-left", values)
        return refusal("R7.1", "colonist.cost")


class Settle(Colonist):
    """Place another colonist, or be done."""

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_END)
        legal_settlements(s, out)
