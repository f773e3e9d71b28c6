"""What things would bring whom now, for those who show it before it is done.

Everything here is worked out by the rules on a copy of the position, and all of it is open to everybody at the table.
"""

from __future__ import annotations

from praefectus.game import Game
from praefectus.rules.actions import build_action
from praefectus.rules.cards.architect import house_price, legal_builds
from praefectus.rules.cards.prefect import add_house_goods, marker_units
from praefectus.rules.facts import house_goods
from praefectus.rules.ids import (
    AT_LOT,
    AT_PRODUCED,
    AT_SEAT,
    FACE_NAMES,
    GOOD_COUNT,
    GOOD_NAMES,
    OF_HAND,
    Good,
)
from praefectus.rules.phase import Actions
from praefectus.rules.reading import shows_coins
from praefectus.rules.scoring import total_points
from praefectus.rules.state import State, block, room
from praefectus.rules.storehouse import clear_lot
from praefectus.wire.prospects import (
    CityProspect,
    Harvest,
    Prospects,
    ProvinceProspect,
    SeatProspect,
)


def prospects(game: Game, version: int) -> Prospects:
    """Return what every province, city and card would bring every seat as the position is."""
    position = game.position
    board = position.board
    return {
        "version": version,
        "provinces": {
            name: _province(position, number) for number, name in enumerate(board.province_names)
        },
        "cities": {
            name: _city(position, number)
            for number, name in enumerate(board.city_names)
            if position.deal.city_good[number] >= 0
        },
        "seats": [_seat(position, seat) for seat in range(position.deal.players)],
    }


def _province(position: State, province: int) -> ProvinceProspect:
    trial = position.copy()
    trial.cells[AT_PRODUCED] = province
    turned = shows_coins(position, province)
    good = position.deal.marker_good[province]
    houses: list[Harvest] = []
    prefect: list[Harvest] = []
    for seat in range(trial.deal.players):
        clear_lot(trial.cells)
        add_house_goods(trial, seat)
        houses.append(_harvest(trial, seat))
        if not turned:
            trial.cells[AT_LOT + good] += marker_units(position.cells, seat)
        prefect.append(_harvest(trial, seat))
    return {"marker": None if turned else GOOD_NAMES[good], "houses": houses, "prefect": prefect}


def _harvest(trial: State, seat: int) -> Harvest:
    lot = list(trial.cells[AT_LOT : AT_LOT + GOOD_COUNT])
    return {"goods": _named(lot), "fits": min(sum(lot), room(trial.cells, block(seat)))}


def _city(position: State, city: int) -> CityProspect:
    good = position.deal.city_good[city]
    needed = [house_goods(good, each) for each in range(GOOD_COUNT)]
    return {"money": house_price(position, city), "goods": _named(needed)}


def _seat(position: State, seat: int) -> SeatProspect:
    return {
        "cards": {
            name: _points_of_card(position, seat, face) for face, name in enumerate(FACE_NAMES)
        },
        "room": room(position.cells, block(seat)),
        "builds": _builds(position, seat),
    }


def _points_of_card(position: State, seat: int, face: int) -> int:
    with_card = position.copy()
    with_card.cells[block(seat) + OF_HAND + face] += 1
    return total_points(with_card, seat) - total_points(position, seat)


def _builds(position: State, seat: int) -> list[str]:
    trial = position.copy()
    trial.cells[AT_SEAT] = seat
    names = position.board.city_names
    found = Actions(len(names))
    legal_builds(trial, found)
    first = build_action(position.board, 0)
    return [names[found.numbers[at] - first] for at in range(found.count)]


def _named(units: list[int]) -> dict[Good, int]:
    return {name: count for name, count in zip(GOOD_NAMES, units, strict=True) if count > 0}
