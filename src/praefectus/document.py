"""The state document of RECORD.md: a position as plain data, by the ids of the data files."""

from __future__ import annotations

from typing import Any

from praefectus.rules.ids import FACE_COUNT, FACES, GODS, GOODS, KINDS, PHASE_FINISHED, PHASES
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import (
    COINS,
    COLONISTS,
    CONCORDIA,
    DECK_TOP,
    DISPLAY,
    HAND,
    HOUSES,
    IN_STOREHOUSE,
    INTERMEDIATE,
    MONEY,
    PHASE,
    PILE,
    PILE_SIZE,
    PLAYER_SIZE,
    PRAEFECTUS_MAGNUS,
    SEAT,
    STORE,
    TURN,
    State,
    block,
)
from praefectus.rules.state import (
    GOODS as PLAYER_GOODS,
)
from praefectus.rules.tables import SALE_NAMES


def points(state: State, seat: int) -> dict[str, int]:
    """Return the points of a seat by god, for the Concordia card and in total, if it ended now."""
    values = [int(n) for n in points_by_god(state, seat)]
    return {**dict(zip((*GODS, "concordia"), values, strict=True)), "total": sum(values)}


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
    stored = cells[STORE : STORE + 2]
    places = cells[COLONISTS : COLONISTS + 6]
    hand = cells[HAND : HAND + FACE_COUNT]
    pile = cells[PILE : PILE + cells[PILE_SIZE]]
    return {
        "money": cells[MONEY],
        "goods": dict(zip(GOODS, cells[PLAYER_GOODS : PLAYER_GOODS + 5], strict=True)),
        "storehouse": dict(zip(KINDS, stored, strict=True)),
        "colonists": sorted(
            f"{KINDS[at // 3]} {place_name(state, place)}"
            for at, place in enumerate(places)
            if place != IN_STOREHOUSE
        ),
        "houses": sorted(
            name for city, name in enumerate(state.board.city_names) if cells[HOUSES] >> city & 1
        ),
        "hand": sorted(face for n, face in zip(hand, FACES, strict=True) for _ in range(n)),
        "discard": [FACES[face] for face in pile],
        "points": points(state, seat),
    }


def state_document(state: State) -> dict[str, Any]:
    """Return the position as RECORD.md's state document."""
    cells = state.cells
    deal = state.deal
    players = range(int(deal.players))
    phase = int(cells[PHASE])
    finished = phase == PHASE_FINISHED
    concordia = int(cells[CONCORDIA])
    coins = int(cells[COINS])
    display = [int(card) for card in cells[DISPLAY : DISPLAY + 7]]
    document: dict[str, Any] = {
        "turn": int(cells[TURN]),
        "to_play": None if finished else int(cells[SEAT]),
        "phase": PHASES[phase],
        "finished": finished,
        "praefectus_magnus": int(cells[PRAEFECTUS_MAGNUS]),
        "concordia": None if concordia < 0 else concordia,
        "markers": {
            name: "coins" if coins >> province & 1 else "goods"
            for province, name in enumerate(state.board.province_names)
        },
        "display": [None if card < 0 else SALE_NAMES[card] for card in display],
        "deck": len(deal.stack) - int(cells[DECK_TOP]),
        "players": [player_document(state, seat) for seat in players],
    }
    if deal.intermediate_scoring:
        scored = [int(cells[block(seat) + INTERMEDIATE]) for seat in players]
        document["intermediate"] = [None if points < 0 else points for points in scored]
    return document
