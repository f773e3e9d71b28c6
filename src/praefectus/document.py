"""The state document of RECORD.md: a position as plain data, by the ids of the data files."""

from __future__ import annotations

from typing import Any

from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import (
    AT_COINS,
    AT_CONCORDIA,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_PHASE,
    AT_PRAEFECTUS_MAGNUS,
    AT_SEAT,
    AT_TURN,
    FACE_COUNT,
    FACE_NAMES,
    GOD_NAMES,
    GOOD_NAMES,
    KIND_NAMES,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_INTERMEDIATE,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_FINISHED,
    PHASE_NAMES,
    PLAYER_SIZE,
)
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import IN_STOREHOUSE, State, block


def points(state: State, seat: int) -> dict[str, int]:
    """Return the points of a seat by god, for the Concordia card and in total, if it ended now."""
    values = [int(n) for n in points_by_god(state, seat)]
    return {**dict(zip((*GOD_NAMES, "concordia"), values, strict=True)), "total": sum(values)}


def place_name(state: State, place: int) -> str:
    """Return the id of the city or line where a colonist stands."""
    board = state.board
    if place < board.cities:
        return board.city_names[place]
    return board.line_names[place - board.cities]


def player_document(state: State, seat: int) -> dict[str, Any]:
    """Return what the state document says of one seat."""
    start = int(block(seat))
    cells = [int(n) for n in state.cells[start : start + PLAYER_SIZE]]
    stored = cells[OF_STORE : OF_STORE + 2]
    places = cells[OF_COLONISTS : OF_COLONISTS + 6]
    hand = cells[OF_HAND : OF_HAND + FACE_COUNT]
    pile = cells[OF_PILE : OF_PILE + cells[OF_PILE_SIZE]]
    return {
        "money": cells[OF_MONEY],
        "goods": dict(zip(GOOD_NAMES, cells[OF_GOODS : OF_GOODS + 5], strict=True)),
        "storehouse": dict(zip(KIND_NAMES, stored, strict=True)),
        "colonists": sorted(
            f"{KIND_NAMES[at // 3]} {place_name(state, place)}"
            for at, place in enumerate(places)
            if place != IN_STOREHOUSE
        ),
        "houses": sorted(
            name for city, name in enumerate(state.board.city_names) if cells[OF_HOUSES] >> city & 1
        ),
        "hand": sorted(face for n, face in zip(hand, FACE_NAMES, strict=True) for _ in range(n)),
        "discard": [FACE_NAMES[face] for face in pile],
        "points": points(state, seat),
    }


def state_document(state: State) -> dict[str, Any]:
    """Return the position as RECORD.md's state document."""
    cells = state.cells
    deal = state.deal
    players = range(int(deal.players))
    phase = int(cells[AT_PHASE])
    finished = phase == PHASE_FINISHED
    concordia = int(cells[AT_CONCORDIA])
    coins = int(cells[AT_COINS])
    display = [int(card) for card in cells[AT_DISPLAY : AT_DISPLAY + 7]]
    document: dict[str, Any] = {
        "turn": int(cells[AT_TURN]),
        "to_play": None if finished else int(cells[AT_SEAT]),
        "phase": PHASE_NAMES[phase],
        "finished": finished,
        "praefectus_magnus": int(cells[AT_PRAEFECTUS_MAGNUS]),
        "concordia": None if concordia < 0 else concordia,
        "markers": {
            name: "coins" if coins >> province & 1 else "goods"
            for province, name in enumerate(state.board.province_names)
        },
        "display": [None if card < 0 else SALE_NAMES[card] for card in display],
        "deck": len(deal.stack) - int(cells[AT_DECK_TOP]),
        "players": [player_document(state, seat) for seat in players],
    }
    if deal.options.intermediate_scoring:
        scored = [int(cells[block(seat) + OF_INTERMEDIATE]) for seat in players]
        document["intermediate"] = [None if points < 0 else points for points in scored]
    return document
