"""Receiving goods into the storehouse, and choosing what to keep when not all fits.

R3.1: 12 spaces, shared with the colonists still in the storehouse. R3.2: players discard nothing
to make room; a player who receives more than fits chooses which of the new goods fill the free
spaces. R6.4: there is no choice if nothing fits or only one selection is possible.

A choice is made one unit at a time in ascending order of goods, so that every selection is one
sequence of actions.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.actions import is_keep, keep_action, kept_good
from praefectus.rules.ids import (
    AT_DECIDER,
    AT_KEEP_FROM,
    AT_KEEP_ROOM,
    AT_LOT,
    AT_PHASE,
    FOOD,
    GOOD_COUNT,
    GOOD_NAMES,
    OF_GOODS,
    OF_STORE,
    PHASE_END,
    PHASE_KEEP,
    TOOL,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import IN_STOREHOUSE, State, block, relocate, room


def lot_size(cells: vec[i64]) -> i64:
    """Return how many units are in the lot."""
    return (
        cells[AT_LOT]
        + cells[AT_LOT + 1]
        + cells[AT_LOT + 2]
        + cells[AT_LOT + 3]
        + cells[AT_LOT + 4]
    )


def clear_lot(cells: vec[i64]) -> None:
    """Empty the lot."""
    good: i64
    for good in range(GOOD_COUNT):
        cells[AT_LOT + good] = 0


def lot_leaves_a_choice(cells: vec[i64], p: i64) -> bool:
    """Tell whether the player at `p` has to choose out of the lot (R6.4)."""
    free: i64 = room(cells, p)
    if free == 0 or lot_size(cells) <= free:
        return False
    kinds: i64 = 0
    good: i64
    for good in range(GOOD_COUNT):
        if cells[AT_LOT + good] > 0:
            kinds += 1
    return kinds > 1


def receive_lot(cells: vec[i64], p: i64) -> None:
    """Give the lot, which leaves no choice, to the player at `p`, as far as it fits."""
    free: i64 = room(cells, p)
    good: i64
    for good in range(GOOD_COUNT):
        units: i64 = cells[AT_LOT + good]
        if units > free:
            units = free
        cells[p + OF_GOODS + good] += units
        free -= units
        cells[AT_LOT + good] = 0


def ask_what_to_keep(cells: vec[i64], seat: i64) -> None:
    """Let `seat` choose out of the lot until its storehouse is full."""
    cells[AT_DECIDER] = seat
    cells[AT_KEEP_ROOM] = room(cells, block(seat))
    cells[AT_KEEP_FROM] = 0
    cells[AT_PHASE] = PHASE_KEEP


def can_pay_colonist(cells: vec[i64], p: i64) -> bool:
    """Tell whether the player at `p` has the 1 food + 1 tool a colonist costs (R4.2, R7.1)."""
    return cells[p + OF_GOODS + FOOD] > 0 and cells[p + OF_GOODS + TOOL] > 0


def place_colonist(cells: vec[i64], p: i64, kind: i64, city: i64) -> None:
    """Pay for a colonist of the storehouse and put it into a city."""
    cells[p + OF_GOODS + FOOD] -= 1
    cells[p + OF_GOODS + TOOL] -= 1
    cells[p + OF_STORE + kind] -= 1
    relocate(cells, p, kind, IN_STOREHOUSE, city)


class Keep(Phase):
    """The decider takes one more unit of the lot; see the module's docstring."""

    def legal(self, s: State, out: Actions) -> None:
        cells = s.cells
        needed: i64 = cells[AT_KEEP_ROOM]
        ahead: i64 = (
            0  # units of this good and of those after it: enough must be left to fill all spaces
        )
        good: i64
        for good in range(cells[AT_KEEP_FROM], GOOD_COUNT):
            ahead += cells[AT_LOT + good]
        for good in range(cells[AT_KEEP_FROM], GOOD_COUNT):
            if cells[AT_LOT + good] > 0 and ahead >= needed:
                out.add(keep_action(good))
            ahead -= cells[AT_LOT + good]

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        good: i64 = kept_good(action)
        cells[block(cells[AT_DECIDER]) + OF_GOODS + good] += 1
        cells[AT_LOT + good] -= 1
        cells[AT_KEEP_ROOM] -= 1
        cells[AT_KEEP_FROM] = good
        if cells[AT_KEEP_ROOM] == 0:
            clear_lot(cells)
            cells[AT_KEEP_FROM] = 0
            cells[AT_PHASE] = PHASE_END

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_keep(action):
            return refusal("R3.2", "keep.choose-first")
        good: i64 = kept_good(action)
        cells = s.cells
        name: str = GOOD_NAMES[good]
        if cells[AT_LOT + good] == 0:
            return Refusal("R3.2", "keep.not-received", {"good": name})
        if good < cells[AT_KEEP_FROM]:
            return Refusal("R3.2", "keep.order", {"good": name})
        return Refusal("R3.2", "keep.fill", {"good": name, "spaces": int(cells[AT_KEEP_ROOM])})
