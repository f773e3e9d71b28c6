"""Mason, Farmer, Smith, Vintner, Weaver: each own house in a city of that good gives 1 of it (R8.2)."""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.facts import FACE_GOOD, count_bits
from praefectus.rules.ids import (
    ACTION_END,
    AT_CARD,
    AT_LOT,
    AT_PHASE,
    AT_SEAT,
    OF_HOUSES,
    PHASE_END,
)
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.state import State, block
from praefectus.rules.storehouse import receive_lot


def houses_in_cities_of(s: State, seat: i64, good: i64) -> i64:
    """Return how many houses of `seat` stand in cities of `good`."""
    return count_bits(s.cells[block(seat) + OF_HOUSES] & s.deal.good_cities[good])


class Specialist(Phase):
    """There is nothing to decide: the player receives one kind of good, as far as it fits."""

    def begin(self, s: State) -> None:
        cells = s.cells
        good: i64 = FACE_GOOD[cells[AT_CARD]]
        cells[AT_LOT + good] = houses_in_cities_of(s, cells[AT_SEAT], good)
        receive_lot(cells, block(cells[AT_SEAT]))
        cells[AT_PHASE] = PHASE_END

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_END)
