"""Numbers that stand for parts of a position: equal parts have equal keys, different parts hardly ever.

What was found out about a part is remembered by its key. A key has 61 bits, so that two of a million parts have the same
one with a chance of one in four million.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.facts import BIT
from praefectus.rules.ids import (
    COLONISTS_PER_PLAYER,
    FACE_COUNT,
    GOOD_COUNT,
    KIND_COUNT,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
)

# A product may have more than 64 bits: its lowest 61 are the same in C and in Python.
LOWEST: Final = 0x1FFFFFFFFFFFFFFF
FACTOR: Final = 0x1E3779B97F4A7C15
HALF: Final = 29
PER_FACE: Final = 3  # bits for the number of cards of a face


def mix(key: i64, value: i64) -> i64:
    """Return the key of what `key` stands for together with `value`."""
    mixed: i64 = ((key ^ value) * FACTOR) & LOWEST
    return mixed ^ (mixed >> HALF)


def player_key(cells: vec[i64], p: i64) -> i64:
    """Return the key of what the player at `p` has. The order of the discard pile does not count."""
    at: i64
    hand: i64 = 0
    for at in range(p + OF_HAND, p + OF_HAND + FACE_COUNT):
        hand = (hand << PER_FACE) + cells[at]
    pile: i64 = 0
    for at in range(p + OF_PILE, p + OF_PILE + cells[p + OF_PILE_SIZE]):
        pile += BIT[PER_FACE * cells[at]]
    stock: i64 = cells[p + OF_MONEY]
    for at in range(p + OF_GOODS, p + OF_GOODS + GOOD_COUNT):
        stock = (stock << 4) + cells[at]
    for at in range(p + OF_STORE, p + OF_STORE + KIND_COUNT):
        stock = (stock << 2) + cells[at]
    stock = (stock << 4) + cells[p + OF_HOUSES_LEFT]
    places: i64 = 0
    for at in range(p + OF_COLONISTS, p + OF_COLONISTS + COLONISTS_PER_PLAYER):
        places = (places << 8) + cells[at]
    return mix(mix(mix(mix(mix(0, hand), pile), stock), places), cells[p + OF_HOUSES])
