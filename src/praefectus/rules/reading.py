"""What a position says of things and seats, in lists and numbers, for code that shows it.

Compiled code that must be fast reads the cells by their offsets instead.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.facts import BIT
from praefectus.rules.ids import (
    AT_COINS,
    AT_DECK_TOP,
    AT_DISPLAY,
    COLONISTS_PER_KIND,
    DISPLAY_SLOTS,
    FACE_COUNT,
    GOOD_COUNT,
    KIND_COUNT,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_INTERMEDIATE,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
)
from praefectus.rules.state import IN_STOREHOUSE, State, block


def money(s: State, seat: int) -> int:
    """Return the sestertii of a seat."""
    return s.cells[block(seat) + OF_MONEY]


def goods(s: State, seat: int) -> list[int]:
    """Return how many units of each good a seat has."""
    first: i64 = block(seat) + OF_GOODS
    return list(s.cells[first : first + GOOD_COUNT])


def stored(s: State, seat: int) -> list[int]:
    """Return how many colonists of each kind a seat has in its storehouse."""
    first: i64 = block(seat) + OF_STORE
    return list(s.cells[first : first + KIND_COUNT])


def colonists(s: State, seat: int) -> list[tuple[int, int]]:
    """Return kind and place of every colonist a seat has on the board, land colonists first."""
    found: list[tuple[int, int]] = []
    kind: i64
    at: i64
    for kind in range(KIND_COUNT):
        first: i64 = block(seat) + OF_COLONISTS + kind * COLONISTS_PER_KIND
        for at in range(first, first + COLONISTS_PER_KIND):
            if s.cells[at] != IN_STOREHOUSE:
                found.append((int(kind), int(s.cells[at])))
    return found


def houses(s: State, seat: int) -> list[int]:
    """Return the cities in which a seat has a house, ascending."""
    mask: i64 = s.cells[block(seat) + OF_HOUSES]
    return [city for city in range(s.board.cities) if mask & BIT[city] != 0]


def hand(s: State, seat: int) -> list[int]:
    """Return how many cards of each face a seat has in its hand."""
    first: i64 = block(seat) + OF_HAND
    return list(s.cells[first : first + FACE_COUNT])


def pile(s: State, seat: int) -> list[int]:
    """Return the faces of a seat's discard pile, from the bottom."""
    p: i64 = block(seat)
    return list(s.cells[p + OF_PILE : p + OF_PILE + s.cells[p + OF_PILE_SIZE]])


def display(s: State) -> list[int]:
    """Return the cards for sale by slot, as sale numbers; -1 where there is none."""
    return list(s.cells[AT_DISPLAY : AT_DISPLAY + DISPLAY_SLOTS])


def deck_size(s: State) -> int:
    """Return how many cards are still face down."""
    return len(s.deal.stack) - int(s.cells[AT_DECK_TOP])


def shows_coins(s: State, province: int) -> bool:
    """Tell whether the marker of a province shows its coins (R6.2)."""
    return s.cells[AT_COINS] & BIT[province] != 0


def intermediate(s: State) -> list[int] | None:
    """Return every seat's points of the intermediate scoring, -1 before it; None if the game has none."""
    if not s.deal.options.intermediate_scoring:
        return None
    return [s.cells[block(seat) + OF_INTERMEDIATE] for seat in range(int(s.deal.players))]
