"""The points of a player, one function per god (R11.2).

Each god values something a player has; every card of that god in hand or discard brings that value
once. Minerva's specialists value different things, so hers is summed over the cards.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.cards.specialist import houses_in_cities_of
from praefectus.rules.facts import (
    CONCORDIA_POINTS,
    FACE_GOD,
    FACE_GOOD,
    FACE_POINTS,
    PRICE,
)
from praefectus.rules.ids import (
    AT_CONCORDIA,
    AT_PRAEFECTUS_MAGNUS,
    BRICK,
    FACE_COUNT,
    GOD_COUNT,
    GOOD_COUNT,
    HOUSES_PER_PLAYER,
    JUPITER,
    MARS,
    MERCURIUS,
    MINERVA,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    SATURNUS,
    VESTA,
)
from praefectus.rules.state import State, block, colonists_on_board

SESTERTII_PER_POINT: Final = 10  # Vesta
POINTS_PER_GOOD: Final = 2  # Mercurius
POINTS_PER_COLONIST: Final = 2  # Mars


def wealth(s: State, seat: i64) -> i64:
    """Return money plus goods at their prices, in sestertii."""
    p: i64 = block(seat)
    total: i64 = s.cells[p + OF_MONEY]
    good: i64
    for good in range(GOOD_COUNT):
        total += s.cells[p + OF_GOODS + good] * PRICE[good]
    return total


def score_vesta(s: State, seat: i64) -> i64:
    """1 for each full 10 sestertii of money and goods."""
    return wealth(s, seat) // SESTERTII_PER_POINT


def score_jupiter(s: State, seat: i64) -> i64:
    """1 for each house in a city that does not produce brick."""
    houses: i64 = HOUSES_PER_PLAYER - s.cells[block(seat) + OF_HOUSES_LEFT]
    return houses - houses_in_cities_of(s, seat, BRICK)


def score_saturnus(s: State, seat: i64) -> i64:
    """1 for each province with a house."""
    houses: i64 = s.cells[block(seat) + OF_HOUSES]
    count: i64 = 0
    province: i64
    for province in range(s.board.provinces):
        if houses & s.board.province_mask[province] != 0:
            count += 1
    return count


def score_mercurius(s: State, seat: i64) -> i64:
    """2 for each kind of good that the houses produce."""
    houses: i64 = s.cells[block(seat) + OF_HOUSES]
    count: i64 = 0
    good: i64
    for good in range(GOOD_COUNT):
        if houses & s.deal.good_cities[good] != 0:
            count += 1
    return POINTS_PER_GOOD * count


def score_mars(s: State, seat: i64) -> i64:
    """2 for each colonist on the board."""
    return POINTS_PER_COLONIST * colonists_on_board(s.cells, block(seat))


def owned(s: State, seat: i64) -> vec[i64]:
    """Return how many cards of each face `seat` has, in hand and discard."""
    cells = s.cells
    p: i64 = block(seat)
    counts: vec[i64] = cells[p + OF_HAND : p + OF_HAND + FACE_COUNT]
    at: i64
    for at in range(p + OF_PILE, p + OF_PILE + cells[p + OF_PILE_SIZE]):
        counts[cells[at]] += 1
    return counts


def points_by_god(s: State, seat: i64) -> vec[i64]:
    """Return the points of `seat` for each god, then for the Concordia card, if it ended now."""
    value: vec[i64] = vec[i64]([0] * GOD_COUNT)
    value[VESTA] = score_vesta(s, seat)
    value[JUPITER] = score_jupiter(s, seat)
    value[SATURNUS] = score_saturnus(s, seat)
    value[MERCURIUS] = score_mercurius(s, seat)
    value[MARS] = score_mars(s, seat)
    points: vec[i64] = vec[i64]([0] * (GOD_COUNT + 1))
    cards: vec[i64] = owned(s, seat)
    face: i64
    for face in range(FACE_COUNT):
        if cards[face] > 0:
            god: i64 = FACE_GOD[face]
            each: i64 = value[god]
            if god == MINERVA:
                each = FACE_POINTS[face] * houses_in_cities_of(s, seat, FACE_GOOD[face])
            points[god] += cards[face] * each
    if s.cells[AT_CONCORDIA] == seat:
        points[GOD_COUNT] = CONCORDIA_POINTS
    return points


def total_points(s: State, seat: i64) -> i64:
    """Return all points of `seat` if the game ended now."""
    total: i64 = 0
    points: vec[i64] = points_by_god(s, seat)
    god: i64
    for god in range(GOD_COUNT + 1):
        total += points[god]
    return total


def ranking(s: State) -> list[int]:
    """Return the seats, best first; ties are broken as in R11.3."""
    players: int = int(s.deal.players)
    holder: int = int(s.cells[AT_PRAEFECTUS_MAGNUS])
    # Anticlockwise from the holder: the seat that would receive the Praefectus Magnus sooner ranks higher.
    order = [(holder - step) % players for step in range(players)]
    return sorted(order, key=lambda seat: -int(total_points(s, seat)))
