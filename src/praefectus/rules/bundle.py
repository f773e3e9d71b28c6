"""Goods as one number: a bundle has a byte per good, so that one subtraction compares all of them.

A player has at most 12 units of a good (R3.1) and no price asks for more, so that a byte has room to spare.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.facts import HOUSE_GOODS, SALE_GOODS, SLOT_GOODS
from praefectus.rules.ids import BRICK, CLOTH, FOOD, GOOD_COUNT, TOOL, WINE

BYTE: Final = 8
SPARE: Final = 0x8080808080  # the highest bit of each byte, which no amount reaches


def bundle(units: vec[i64], first: i64) -> i64:
    """Return the amounts of the goods in units[first:] as a bundle."""
    return (
        units[first + BRICK]
        | units[first + FOOD] << FOOD * BYTE
        | units[first + TOOL] << TOOL * BYTE
        | units[first + WINE] << WINE * BYTE
        | units[first + CLOTH] << CLOTH * BYTE
    )


def covers(have: i64, price: i64) -> bool:
    """Tell whether `have` contains at least as much of every good as `price`."""
    # A byte with too little borrows its spare bit.
    return ((have | SPARE) - price) & SPARE == SPARE


def _bundles(table: vec[i64]) -> vec[i64]:
    """Return each row of a table by goods as a bundle."""
    rows: list[int] = [
        int(bundle(table, first * GOOD_COUNT)) for first in range(len(table) // GOOD_COUNT)
    ]
    return vec[i64](rows)


SALE_BUNDLE: Final[vec[i64]] = _bundles(SALE_GOODS)
SLOT_BUNDLE: Final[vec[i64]] = _bundles(SLOT_GOODS)
HOUSE_BUNDLE: Final[vec[i64]] = _bundles(HOUSE_GOODS)  # by the good of the city
ONE_OF: Final[vec[i64]] = vec[i64]([2 ** (good * BYTE) for good in range(GOOD_COUNT)])
